//! Printed words poured into the shape of the restatement: the same paragraphs, sentences, bullets and rows.
//!
//! Print loses bullets, runs sentences together and has no marks for labels, while a patch is read unit for unit. The order of words is
//! never changed, none is lost, and none is added.

use super::unit::{Unit, escaped, shape};
use crate::{
    op::label_key,
    syntax::BlockKind,
    text::{bare::bare, segment},
};
use std::collections::HashMap;

/// How printed units came into shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Poured {
    /// They had it, or only ends of sentences were found anew.
    Same(Vec<Unit>),
    /// Paragraphs, bullets or rows were made that print does not show.
    Bent(Vec<Unit>),
    /// They cannot be brought into it.
    Misfit,
}

/// A piece of print that is not cut further.
#[derive(Debug)]
struct Piece {
    source: String,
    words: Vec<String>,
    /// Whether a unit begins with it in print.
    hard: bool,
}

/// The most pieces and units of which all pairs are weighed.
const PAIRS: usize = 40_000;

/// Brings `print` into the shape of `restated`.
pub(super) fn pour(print: &[Unit], restated: &[Unit]) -> Poured {
    // print may repeat the heading of the section above its new text
    let headed = |units: &[Unit]| {
        units
            .first()
            .is_some_and(|unit| unit.kind == BlockKind::Heading)
    };
    let print = if headed(print) && !headed(restated) {
        &print[1..]
    } else {
        print
    };
    let is_table = |unit: &Unit| unit.kind == BlockKind::Table;
    if restated.iter().any(is_table) {
        return if print.iter().any(is_table) {
            with_tables(print, restated)
        } else {
            Poured::Misfit
        };
    }
    if shape(print) == shape(restated) {
        let mut same = print.to_vec();
        relabel(&mut same, restated);
        return Poured::Same(same);
    }
    let mut atoms = Vec::new();
    atoms_of(restated, "", &mut atoms);
    for finer in [false, true] {
        let mut found = Vec::new();
        pieces_of(print, "", &mut found, finer);
        if found.len() < atoms.len() || atoms.is_empty() || found.len() * atoms.len() > PAIRS {
            continue;
        }
        let Some(cuts) = cuts(&found, &atoms) else {
            continue;
        };
        let mut texts = cuts.windows(2).map(|cut| {
            let parts: Vec<&str> = found[cut[0]..cut[1]]
                .iter()
                .map(|piece| piece.source.as_str())
                .collect();
            parts.join(" ")
        });
        let mut out = restated.to_vec();
        fill(&mut out, &mut texts);
        // in a row of sentences each must end where its line ends, or the next would run on
        if !runs_on(&out) {
            return if without_sentences(print) == without_sentences(restated) {
                Poured::Same(out)
            } else {
                Poured::Bent(out)
            };
        }
    }
    Poured::Misfit
}

/// The same where values stand among the units: tables go into tables, all else into all else.
fn with_tables(print: &[Unit], restated: &[Unit]) -> Poured {
    let split = |units: &[Unit]| -> (Vec<Unit>, Vec<Unit>) {
        units
            .iter()
            .cloned()
            .partition(|unit| unit.kind == BlockKind::Table)
    };
    let ((had, words), (wanted, others)) = (split(print), split(restated));
    let Some(tables) = values(&had, &wanted) else {
        return Poured::Misfit;
    };
    let (rest, bent) = match pour(&words, &others) {
        _ if others.is_empty() && words.is_empty() => (Vec::new(), false),
        Poured::Same(units) => (units, false),
        Poured::Bent(units) => (units, true),
        Poured::Misfit => return Poured::Misfit,
    };
    let (mut tables, mut rest) = (tables.into_iter(), rest.into_iter());
    let next = |unit: &Unit| {
        if unit.kind == BlockKind::Table {
            tables.next()
        } else {
            rest.next()
        }
    };
    let out: Vec<Unit> = restated.iter().filter_map(next).collect();
    if bent {
        Poured::Bent(out)
    } else {
        Poured::Same(out)
    }
}

/// Paragraphs, bullets and headings, with no word of their sentences.
fn without_sentences(units: &[Unit]) -> Vec<(usize, BlockKind)> {
    shape(units)
        .into_iter()
        .filter(|(_, kind)| *kind != BlockKind::Sentence)
        .collect()
}

/// Takes labels off texts that begin with the label which the restated unit bears.
fn relabel(print: &mut [Unit], restated: &[Unit]) {
    for (unit, twin) in print.iter_mut().zip(restated) {
        if let (None, Some(label)) = (&unit.label, &twin.label)
            && matches!(unit.kind, BlockKind::Paragraph | BlockKind::Bullet)
        {
            take_label(unit, label);
        }
        relabel(&mut unit.children, &twin.children);
    }
}

/// Makes `label` the unit's, off the beginning of its text where it stands there.
fn take_label(unit: &mut Unit, label: &str) {
    if let Some(first) = unit
        .children
        .first_mut()
        .filter(|first| first.kind == BlockKind::Sentence)
    {
        let cut = |text: &str| {
            let wanted = bare(label);
            let ends = text
                .char_indices()
                .map(|(at, c)| at + c.len_utf8())
                .take(label.len() + 12);
            let end = ends
                .filter(|&end| {
                    bare(&text[..end]) == wanted && !text[end..].starts_with(char::is_alphanumeric)
                })
                .last()?;
            Some((
                text[..end].trim().to_owned(),
                text[end..]
                    .trim_start_matches([' ', '.', ':', ')', '*'])
                    .to_owned(),
            ))
        };
        if let (Some((_, source)), Some((_, plain))) = (cut(&first.source), cut(&first.plain))
            && !plain.is_empty()
        {
            first.source = source;
            first.plain = plain;
        }
    }
    unit.label = Some(label.to_owned());
}

/// The restated atoms with their words; a label belongs to the first atom below it.
fn atoms_of(units: &[Unit], label: &str, out: &mut Vec<Vec<String>>) {
    let mut before = label.to_owned();
    for unit in units {
        let own = unit.label.as_deref().unwrap_or_default();
        match unit.kind {
            BlockKind::Heading | BlockKind::Sentence | BlockKind::Cell => {
                out.push(bare(&format!("{before} {}", unit.plain)));
                before.clear();
            }
            BlockKind::Paragraph | BlockKind::Bullet | BlockKind::Table | BlockKind::Row => {
                let inner = format!("{before} {own}");
                before.clear();
                atoms_of(&unit.children, &inner, out);
            }
        }
    }
}

/// Print in pieces: its sentences, and what punctuation says are sentences in these; `finer`: cut behind commas and semicolons too.
fn pieces_of(units: &[Unit], label: &str, out: &mut Vec<Piece>, finer: bool) {
    let mut before = label.to_owned();
    for unit in units {
        let own = unit.label.as_deref().map(escaped).unwrap_or_default();
        match unit.kind {
            BlockKind::Heading | BlockKind::Sentence | BlockKind::Cell => {
                let text = format!("{before} {}", unit.source).trim().to_owned();
                before.clear();
                let mut hard = true;
                for span in segment::sentences(&text) {
                    for part in parts(span.of(&text), finer) {
                        out.push(Piece {
                            words: bare(part),
                            source: part.to_owned(),
                            hard,
                        });
                        hard = false;
                    }
                }
            }
            BlockKind::Paragraph | BlockKind::Bullet | BlockKind::Table | BlockKind::Row => {
                let inner = format!("{before} {own}").trim().to_owned();
                before.clear();
                pieces_of(&unit.children, &inner, out, finer);
            }
        }
    }
}

fn parts(text: &str, finer: bool) -> Vec<&str> {
    if !finer {
        return text
            .split_inclusive(": ")
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect();
    }
    text.split_inclusive([':', ';', ',', '.'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect()
}

/// Where each atom's pieces begin, and the end: the division in which atoms and pieces have most words in common. Every atom gets at least
/// one piece.
fn cuts(pieces: &[Piece], atoms: &[Vec<String>]) -> Option<Vec<usize>> {
    let (n, k) = (pieces.len(), atoms.len());
    let mut best = vec![f64::NEG_INFINITY; (k + 1) * (n + 1)];
    let mut from = vec![0_usize; (k + 1) * (n + 1)];
    best[0] = 0.0;
    for (i, atom) in atoms.iter().enumerate() {
        let mut wanted: HashMap<&str, i32> = HashMap::new();
        for word in atom {
            *wanted.entry(word).or_default() += 1;
        }
        for a in i..n {
            let start = best[i * (n + 1) + a];
            if start == f64::NEG_INFINITY {
                continue;
            }
            let mut left = wanted.clone();
            let mut common = if pieces[a].hard { 0.4 } else { 0.0 };
            for b in a + 1..=n - (k - 1 - i).min(n) {
                for word in &pieces[b - 1].words {
                    if let Some(count) = left.get_mut(word.as_str()).filter(|count| **count > 0) {
                        *count -= 1;
                        common += 1.0;
                    } else {
                        common -= 0.05;
                    }
                }
                let at = (i + 1) * (n + 1) + b;
                if start + common > best[at] {
                    best[at] = start + common;
                    from[at] = a;
                }
            }
        }
    }
    if best[k * (n + 1) + n] == f64::NEG_INFINITY {
        return None;
    }
    let mut out = vec![n];
    let mut end = n;
    for i in (1..=k).rev() {
        end = from[i * (n + 1) + end];
        out.push(end);
    }
    out.reverse();
    Some(out)
}

/// Puts texts into the atoms of `units`, in order.
fn fill(units: &mut [Unit], texts: &mut impl Iterator<Item = String>) {
    for unit in units {
        match unit.kind {
            BlockKind::Heading | BlockKind::Sentence | BlockKind::Cell => {
                unit.source = texts.next().unwrap_or_default();
                unit.plain = unit.source.replace(['*', '\\'], "");
            }
            BlockKind::Paragraph | BlockKind::Bullet | BlockKind::Table | BlockKind::Row => {
                fill(&mut unit.children, texts);
                if let Some(label) = unit.label.clone() {
                    take_label(unit, &label);
                }
            }
        }
    }
}

/// Whether a sentence that is not the last of its row has no stop at its end.
fn runs_on(units: &[Unit]) -> bool {
    let open = |unit: &Unit| {
        let end = unit
            .source
            .trim_end_matches(['"', '”', '’', '\'', ')', ']', '*', '_']);
        unit.kind == BlockKind::Sentence && !end.ends_with(['.', '?', '!', ':', ';'])
    };
    units
        .windows(2)
        .any(|pair| open(&pair[0]) && pair[1].kind == BlockKind::Sentence)
        || units.iter().any(|unit| runs_on(&unit.children))
}

/// Printed values in the restated tables: by row and column where the labels agree, else in order where there are as many.
fn values(print: &[Unit], restated: &[Unit]) -> Option<Vec<Unit>> {
    let cells = |units: &[Unit]| {
        let mut out: Vec<(String, String, String)> = Vec::new();
        for table in units {
            // a table of one row has no headings
            let headings = usize::from(table.children.len() > 1);
            for row in table.children.iter().skip(headings) {
                let own = row.label.as_deref().map(label_key).unwrap_or_default();
                for cell in row
                    .children
                    .iter()
                    .skip(1)
                    .filter(|cell| !cell.source.is_empty())
                {
                    out.push((
                        own.clone(),
                        cell.label.as_deref().map(label_key).unwrap_or_default(),
                        cell.source.clone(),
                    ));
                }
            }
        }
        out
    };
    let (had, wanted) = (cells(print), cells(restated));
    let named = |row: &str, column: &str| {
        had.iter()
            .find(|(r, c, _)| r == row && c == column)
            .map(|(_, _, text)| text.clone())
    };
    let texts: Vec<String> = if wanted
        .iter()
        .all(|(row, column, _)| named(row, column).is_some())
    {
        wanted
            .iter()
            .filter_map(|(row, column, _)| named(row, column))
            .collect()
    } else if had.len() == wanted.len() {
        had.into_iter().map(|(_, _, text)| text).collect()
    } else {
        return None;
    };
    let mut texts = texts.into_iter();
    let mut out = restated.to_vec();
    for table in &mut out {
        for cell in table
            .children
            .iter_mut()
            .skip(1)
            .flat_map(|row| row.children.iter_mut().skip(1))
            .filter(|cell| !cell.source.is_empty())
        {
            cell.source = texts.next().unwrap_or_default();
            cell.plain = cell.source.replace("~~", "");
        }
    }
    Some(out)
}

/// Whether no word was lost or added on the way, labels aside.
#[cfg(test)]
fn has_all_words(print: &[Unit], poured: &[Unit]) -> bool {
    use super::unit::plain;
    bare(&plain(print)) == bare(&plain(poured))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::unit::{markdown, units};

    fn poured(print: &str, restated: &str) -> String {
        let print = units(print);
        match pour(&print, &units(restated)) {
            Poured::Same(out) => {
                // the labels of a table are ours
                assert!(
                    restated.contains('|') || has_all_words(&print, &out),
                    "{}",
                    markdown(&out)
                );
                markdown(&out)
            }
            Poured::Bent(out) => {
                assert!(has_all_words(&print, &out), "{}", markdown(&out));
                format!("bent\n{}", markdown(&out))
            }
            Poured::Misfit => "misfit".into(),
        }
    }

    #[test]
    fn sentences_that_ran_together_part_again() {
        let print = "No ferry sails by night [See P. 18]. It waits at the pier. Pilgrims wait too.";
        insta::assert_snapshot!(poured(print, "By night no ferry sails (P.18), and waits at the pier.\nPilgrims also wait."), @r"
        No ferry sails by night \[See P. 18\]. It waits at the pier.
        Pilgrims wait too.
        ");
    }

    #[test]
    fn loose_lines_become_bullets() {
        let print = "It carries one of:\n\nRafts, two of them.\n\nBarges. Never more than one.";
        insta::assert_snapshot!(poured(print, "One of these is carried:\n\n- Two rafts.\n- A barge.\n  Never more of them."), @r"
        bent
        It carries one of:

        - Rafts, two of them.
        - Barges.
          Never more than one.
        ");
    }

    #[test]
    fn a_label_that_print_runs_into_the_text_is_one() {
        insta::assert_snapshot!(poured("Rafts. Sunk by barges if in midstream.", "**Rafts.** Sunk by barges in midstream."), @"**Rafts.** Sunk by barges if in midstream.");
    }

    #[test]
    fn values_go_into_their_cells() {
        let restated = "| cargo | up |\n|---|---|\n| Raft | ~~4~~ 5 |";
        insta::assert_snapshot!(poured("| Rafts(S) | up |\n|---|---|\n| Rafts | ~~4~~ 6 |", restated), @r"
        | cargo | up |
        |---|---|
        | Raft | ~~4~~ 6 |
        ");
    }

    #[test]
    fn words_beside_a_table_stay_printed() {
        let restated = "Who crosses by day pays so:\n\n| cargo | up |\n|---|---|\n| Raft | 5 |";
        insta::assert_snapshot!(poured("Fares by day.\n\n| Raft | Fare 5 |\n|---|---|", restated), @r"
        Fares by day.

        | cargo | up |
        |---|---|
        | Raft | Fare 5 |
        ");
    }

    #[test]
    fn a_sentence_that_begins_with_a_grade_is_one() {
        insta::assert_snapshot!(poured("A raft of rank (O) if (O). (I) if (I).", "A raft that is (O) if it is (O).\nOr that is (I) if it is (I)."), @r"
        A raft of rank (O) if (O).
        (I) if (I).
        ");
    }

    #[test]
    fn what_does_not_fit_is_told() {
        assert_eq!(
            poured(
                "One sentence only",
                "One sentence only.\n\n- A bullet.\n- Another bullet."
            ),
            "misfit"
        );
    }
}
