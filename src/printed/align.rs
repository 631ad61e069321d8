//! Divides the words of a printed payload into units (paragraphs, sentences, bullets, …) like those
//! of the patch that restates it.
//!
//! Print loses bullets, runs sentences together and does not mark labels, but a patch is applied
//! unit by unit. The order of the words never changes, and no word is lost or added, except for a
//! heading that print repeats, and for labels: they are those of the restatement.

use super::{
    sequence::{Takings, best_sequence},
    unit::{EditableUnit, escape_markup, unit_kinds},
};
use crate::{
    op::label_key,
    syntax::BlockKind::{self, Bullet, Cell, Heading, Paragraph, Row, Sentence, Table},
    text::{segment, similarity::normalized_words},
};
use std::collections::HashMap;

/// The result of `align`: printed words in the units of the restatement, exact or reshaped; or a
/// misfit, whose words are not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Alignment {
    /// The shapes are equal, or only the boundaries of sentences were corrected.
    Exact(Vec<EditableUnit>),
    /// The alignment made paragraphs, bullets or rows that print does not show.
    Reshaped(Vec<EditableUnit>),
    /// The printed units do not fit the shape.
    Misfit,
}

/// A piece of print that is not split further.
#[derive(Debug)]
struct PrintPiece {
    source: String,
    words: Vec<String>,
    /// Whether a printed unit begins with this piece.
    hard: bool,
}

/// The limit of pieces times units up to which all alignments are compared.
const MAX_PAIRS: usize = 40_000;

/// Aligns `print` with the shape of `restated`.
pub(super) fn align(print: &[EditableUnit], restated: &[EditableUnit]) -> Alignment {
    // print may repeat the heading of the section above its new text
    let headed = |units: &[EditableUnit]| units.first().is_some_and(|unit| unit.kind == Heading);
    let print = if headed(print) && !headed(restated) {
        &print[1..]
    } else {
        print
    };
    let is_table = |unit: &EditableUnit| unit.kind == Table;
    if restated.iter().any(is_table) {
        return if print.iter().any(is_table) {
            align_with_tables(print, restated)
        } else {
            Alignment::Misfit
        };
    }
    if unit_kinds(print) == unit_kinds(restated) {
        let mut same = print.to_vec();
        restore_labels(&mut same, restated);
        return Alignment::Exact(same);
    }
    let mut atoms = Vec::new();
    collect_atoms(restated, "", &mut atoms);
    for finer in [false, true] {
        let mut pieces = Vec::new();
        collect_pieces(print, "", &mut pieces, finer);
        if pieces.len() < atoms.len() || atoms.is_empty() || pieces.len() * atoms.len() > MAX_PAIRS
        {
            continue;
        }
        let Some(cuts) = best_cuts(&pieces, &atoms) else {
            continue;
        };
        let mut texts = cuts.windows(2).map(|cut| {
            let parts: Vec<&str> = pieces[cut[0]..cut[1]]
                .iter()
                .map(|piece| piece.source.as_str())
                .collect();
            parts.join(" ")
        });
        let mut out = restated.to_vec();
        fill_atoms(&mut out, &mut texts);
        // in a row of sentences each must end at the end of its line, or the next one would run on
        if !has_run_on_sentence(&out) {
            return if shape_without_sentences(print) == shape_without_sentences(restated) {
                Alignment::Exact(out)
            } else {
                Alignment::Reshaped(out)
            };
        }
    }
    Alignment::Misfit
}

/// Aligns units with tables among them: tables with tables, the other units with each other.
fn align_with_tables(print: &[EditableUnit], restated: &[EditableUnit]) -> Alignment {
    let split = |units: &[EditableUnit]| -> (Vec<EditableUnit>, Vec<EditableUnit>) {
        units.iter().cloned().partition(|unit| unit.kind == Table)
    };
    let ((printed, words), (expected, others)) = (split(print), split(restated));
    let Some(tables) = align_values(&printed, &expected) else {
        return Alignment::Misfit;
    };
    let (rest, reshaped) = match align(&words, &others) {
        _ if others.is_empty() && words.is_empty() => (Vec::new(), false),
        Alignment::Exact(units) => (units, false),
        Alignment::Reshaped(units) => (units, true),
        Alignment::Misfit => return Alignment::Misfit,
    };
    let (mut tables, mut rest) = (tables.into_iter(), rest.into_iter());
    let next = |unit: &EditableUnit| {
        if unit.kind == Table {
            tables.next()
        } else {
            rest.next()
        }
    };
    let out: Vec<EditableUnit> = restated.iter().filter_map(next).collect();
    if reshaped {
        Alignment::Reshaped(out)
    } else {
        Alignment::Exact(out)
    }
}

/// Returns the depths and kinds of all units except sentences.
fn shape_without_sentences(units: &[EditableUnit]) -> Vec<(usize, BlockKind)> {
    unit_kinds(units)
        .into_iter()
        .filter(|(_, kind)| *kind != Sentence)
        .collect()
}

/// Gives printed paragraphs and bullets the labels of the restated ones, and removes these labels
/// from the beginnings of their texts.
fn restore_labels(print: &mut [EditableUnit], restated: &[EditableUnit]) {
    for (unit, restated_unit) in print.iter_mut().zip(restated) {
        if let (None, Some(label)) = (&unit.label, &restated_unit.label)
            && matches!(unit.kind, Paragraph | Bullet)
        {
            move_label(unit, label);
        }
        restore_labels(&mut unit.children, &restated_unit.children);
    }
}

/// Makes `label` the label of the unit and removes it from the beginning of its text.
fn move_label(unit: &mut EditableUnit, label: &str) {
    if let Some(first) = unit
        .children
        .first_mut()
        .filter(|first| first.kind == Sentence)
    {
        let cut = |text: &str| {
            let expected = normalized_words(label);
            let ends = text
                .char_indices()
                .map(|(at, c)| at + c.len_utf8())
                .take(label.len() + 12);
            let end = ends
                .filter(|&end| {
                    normalized_words(&text[..end]) == expected
                        && !text[end..].starts_with(char::is_alphanumeric)
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

/// Collects the words of the restated atoms (headings, sentences, cells); a label belongs to the
/// first atom below it.
fn collect_atoms(units: &[EditableUnit], label: &str, out: &mut Vec<Vec<String>>) {
    let mut before = label.to_owned();
    for unit in units {
        let own = unit.label.as_deref().unwrap_or_default();
        match unit.kind {
            Heading | Sentence | Cell => {
                out.push(normalized_words(&format!("{before} {}", unit.plain)));
                before.clear();
            }
            Paragraph | Bullet | Table | Row => {
                let inner = format!("{before} {own}");
                before.clear();
                collect_atoms(&unit.children, &inner, out);
            }
        }
    }
}

/// Collects the pieces of print: its sentences, further split at colons.
///
/// With `finer`, they are split after commas, semicolons and stops too.
fn collect_pieces(units: &[EditableUnit], label: &str, out: &mut Vec<PrintPiece>, finer: bool) {
    let mut before = label.to_owned();
    for unit in units {
        let own = unit.label.as_deref().map(escape_markup).unwrap_or_default();
        match unit.kind {
            Heading | Sentence | Cell => {
                let text = format!("{before} {}", unit.source).trim().to_owned();
                before.clear();
                let mut hard = true;
                for span in segment::sentences(&text) {
                    for part in split_piece(span.of(&text), finer) {
                        out.push(PrintPiece {
                            words: normalized_words(part),
                            source: part.to_owned(),
                            hard,
                        });
                        hard = false;
                    }
                }
            }
            Paragraph | Bullet | Table | Row => {
                let inner = format!("{before} {own}").trim().to_owned();
                before.clear();
                collect_pieces(&unit.children, &inner, out, finer);
            }
        }
    }
}

fn split_piece(text: &str, finer: bool) -> Vec<&str> {
    let parts: Vec<&str> = if finer {
        text.split_inclusive([':', ';', ',', '.']).collect()
    } else {
        text.split_inclusive(": ").collect()
    };
    parts
        .into_iter()
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect()
}

/// Returns where the pieces of each atom begin, and the end of the last one.
///
/// The division is the one with the most words in common between atoms and their pieces. Every
/// atom gets at least one piece.
fn best_cuts(pieces: &[PrintPiece], atoms: &[Vec<String>]) -> Option<Vec<usize>> {
    let mut takings = |atom: usize, from: usize, out: &mut Takings| {
        let mut left: HashMap<&str, i32> = HashMap::new();
        for word in &atoms[atom] {
            *left.entry(word).or_default() += 1;
        }
        let after = atoms.len() - 1 - atom;
        let pieces = pieces.get(from..pieces.len() - after).unwrap_or_default();
        let mut common = if pieces.first().is_some_and(|piece| piece.hard) {
            0.4
        } else {
            0.0
        };
        for (nth, piece) in pieces.iter().enumerate() {
            for word in &piece.words {
                if let Some(count) = left.get_mut(word.as_str()).filter(|count| **count > 0) {
                    *count -= 1;
                    common += 1.0;
                } else {
                    common -= 0.05;
                }
            }
            out.push((nth + 1, common));
        }
        // of equal divisions the one whose first atoms are short
        out.reverse();
    };
    let sequence = best_sequence(atoms.len(), pieces.len(), None, &mut takings)?;
    let ends = (0..atoms.len()).map(|atom| {
        let taken = sequence.units.iter();
        taken
            .take_while(|own| own.is_some_and(|own| own <= atom))
            .count()
    });
    Some(std::iter::once(0).chain(ends).collect())
}

/// Replaces the texts of the atoms of `units`, in order.
fn fill_atoms(units: &mut [EditableUnit], texts: &mut impl Iterator<Item = String>) {
    for unit in units {
        match unit.kind {
            Heading | Sentence | Cell => {
                unit.source = texts.next().unwrap_or_default();
                unit.plain = unit.source.replace(['*', '\\'], "");
            }
            Paragraph | Bullet | Table | Row => {
                fill_atoms(&mut unit.children, texts);
                if let Some(label) = unit.label.clone() {
                    move_label(unit, &label);
                }
            }
        }
    }
}

/// Whether a sentence that is not the last of its row has no stop at its end.
fn has_run_on_sentence(units: &[EditableUnit]) -> bool {
    let open = |unit: &EditableUnit| {
        let end = unit
            .source
            .trim_end_matches(['"', '”', '’', '\'', ')', ']', '*', '_']);
        unit.kind == BlockKind::Sentence && !end.ends_with(['.', '?', '!', ':', ';'])
    };
    units
        .windows(2)
        .any(|pair| open(&pair[0]) && pair[1].kind == BlockKind::Sentence)
        || units.iter().any(|unit| has_run_on_sentence(&unit.children))
}

/// Returns the restated tables with the printed values.
///
/// Values are matched by row and column if the labels agree, otherwise in order if the numbers of
/// values are equal.
fn align_values(print: &[EditableUnit], restated: &[EditableUnit]) -> Option<Vec<EditableUnit>> {
    let cells = |units: &[EditableUnit]| {
        let mut out: Vec<(String, String, String)> = Vec::new();
        for table in units {
            // a table of one row has no column headings
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
    let (printed, expected) = (cells(print), cells(restated));
    let named = |row: &str, column: &str| {
        printed
            .iter()
            .find(|(r, c, _)| r == row && c == column)
            .map(|(_, _, text)| text.clone())
    };
    let texts: Vec<String> = if expected
        .iter()
        .all(|(row, column, _)| named(row, column).is_some())
    {
        expected
            .iter()
            .filter_map(|(row, column, _)| named(row, column))
            .collect()
    } else if printed.len() == expected.len() {
        printed.into_iter().map(|(_, _, text)| text).collect()
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

/// Whether the alignment lost and added no word, not counting labels.
#[cfg(test)]
fn has_all_words(print: &[EditableUnit], aligned: &[EditableUnit]) -> bool {
    use super::unit::plain_words;
    normalized_words(&plain_words(print)) == normalized_words(&plain_words(aligned))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::unit::{parse_units, print_units};

    fn aligned(print: &str, restated: &str) -> String {
        let print = parse_units(print);
        match align(&print, &parse_units(restated)) {
            Alignment::Exact(out) => {
                // the labels of a table come from the restatement
                assert!(
                    restated.contains('|') || has_all_words(&print, &out),
                    "{}",
                    print_units(&out)
                );
                print_units(&out)
            }
            Alignment::Reshaped(out) => {
                assert!(has_all_words(&print, &out), "{}", print_units(&out));
                format!("bent\n{}", print_units(&out))
            }
            Alignment::Misfit => "misfit".into(),
        }
    }

    #[test]
    fn sentences_that_ran_together_part_again() {
        let print = "No ferry sails by night [See P. 18]. It waits at the pier. Pilgrims wait too.";
        insta::assert_snapshot!(aligned(print, "By night no ferry sails (P.18), and waits at the pier.\nPilgrims also wait."), @r"
        No ferry sails by night \[See P. 18\]. It waits at the pier.
        Pilgrims wait too.
        ");
    }

    #[test]
    fn loose_lines_become_bullets() {
        let print = "It carries one of:\n\nRafts, two of them.\n\nBarges. Never more than one.";
        insta::assert_snapshot!(aligned(print, "One of these is carried:\n\n- Two rafts.\n- A barge.\n  Never more of them."), @r"
        bent
        It carries one of:

        - Rafts, two of them.
        - Barges.
          Never more than one.
        ");
    }

    #[test]
    fn a_label_that_print_runs_into_the_text_is_one() {
        insta::assert_snapshot!(aligned("Rafts. Sunk by barges if in midstream.", "**Rafts.** Sunk by barges in midstream."), @"**Rafts.** Sunk by barges if in midstream.");
    }

    #[test]
    fn values_go_into_their_cells() {
        let restated = "| cargo | up |\n|---|---|\n| Raft | ~~4~~ 5 |";
        insta::assert_snapshot!(aligned("| Rafts(S) | up |\n|---|---|\n| Rafts | ~~4~~ 6 |", restated), @r"
        | cargo | up |
        |---|---|
        | Raft | ~~4~~ 6 |
        ");
    }

    #[test]
    fn words_next_to_a_table_stay_printed() {
        let restated = "Who crosses by day pays so:\n\n| cargo | up |\n|---|---|\n| Raft | 5 |";
        insta::assert_snapshot!(aligned("Fares by day.\n\n| Raft | Fare 5 |\n|---|---|", restated), @r"
        Fares by day.

        | cargo | up |
        |---|---|
        | Raft | Fare 5 |
        ");
    }

    #[test]
    fn a_sentence_that_begins_with_a_grade_is_one() {
        insta::assert_snapshot!(aligned("A raft of rank (O) if (O). (I) if (I).", "A raft that is (O) if it is (O).\nOr that is (I) if it is (I)."), @r"
        A raft of rank (O) if (O).
        (I) if (I).
        ");
    }

    #[test]
    fn units_that_do_not_fit_are_a_misfit() {
        assert_eq!(
            aligned(
                "One sentence only",
                "One sentence only.\n\n- A bullet.\n- Another bullet."
            ),
            "misfit"
        );
    }
}
