//! Generates sheets of amendments: one instruction for each clause that a sheet changes.

use super::{
    clause::{ClauseBody, ClauseKind, GeneratedClause, Sentence, SentenceWord},
    document_files::DocumentFiles,
    rng::SeededRng,
    section::GeneratedSection,
    words::{COLUMNS, ROWS, WORDS},
};

/// What happens to a clause.
enum Outcome {
    /// It is replaced by this clause.
    Becomes(GeneratedClause),
    /// It stays, and this clause is inserted after it.
    Followed(GeneratedClause),
    /// It is deleted.
    Goes,
}

/// An instruction: its heading, the lines of its payload, and its effect on the clause.
struct GeneratedInstruction {
    words: String,
    payload: Vec<String>,
    outcome: Outcome,
}

/// An edit of a clause.
#[derive(Clone, Copy)]
enum ClauseEdit {
    ReplaceUnit,
    InsertUnit,
    DeleteUnit,
    ReplaceWords,
    InsertWords,
    DeleteWords,
    ReplaceParagraph,
    InsertParagraph,
    DeleteParagraph,
}

/// An edit of quoted words.
#[derive(Clone, Copy)]
enum WordEdit {
    Replace,
    Insert,
    Delete,
}

/// The edits with their relative frequencies.
const EDIT_WEIGHTS: &[(ClauseEdit, usize)] = &[
    (ClauseEdit::ReplaceUnit, 34),
    (ClauseEdit::InsertUnit, 10),
    (ClauseEdit::DeleteUnit, 8),
    (ClauseEdit::ReplaceWords, 16),
    (ClauseEdit::InsertWords, 8),
    (ClauseEdit::DeleteWords, 8),
    (ClauseEdit::ReplaceParagraph, 8),
    (ClauseEdit::InsertParagraph, 5),
    (ClauseEdit::DeleteParagraph, 3),
];

/// Writes instructions for `count` clauses and applies them to `sections`.
///
/// `edition` makes the ids of new clauses unique. All instructions address the sections as they
/// were before the sheet.
pub(super) fn write_amendments(
    sections: &mut [GeneratedSection],
    files: &mut DocumentFiles<'_>,
    count: usize,
    edition: usize,
    rng: &mut SeededRng,
) {
    let total = sections.iter().map(|section| section.clauses.len()).sum();
    let chosen = rng.choose(count, total);
    let (mut next, mut first, mut number) = (0, 0, 0);
    for section in sections {
        let end = first + section.clauses.len();
        let from = next;
        while chosen.get(next).is_some_and(|&at| at < end) {
            next += 1;
        }
        if from < next {
            let mut lines = vec![String::new(), section.heading.clone()];
            let mut outcomes = Vec::new();
            for &at in &chosen[from..next] {
                let at = at - first;
                let instruction = choose_instruction(section, at, edition, rng);
                number += 1;
                lines.push(String::new());
                lines.push(format!("## {} {{n={number}}}", instruction.words));
                if !instruction.payload.is_empty() {
                    lines.push(String::new());
                    lines.extend(instruction.payload);
                }
                outcomes.push((at, instruction.outcome));
            }
            files.add(&lines);
            // from the back, so that the indices before stay valid
            for (at, outcome) in outcomes.into_iter().rev() {
                match outcome {
                    Outcome::Becomes(clause) => section.clauses[at] = clause,
                    Outcome::Followed(clause) => section.clauses.insert(at + 1, clause),
                    Outcome::Goes => drop(section.clauses.remove(at)),
                }
            }
        }
        first = end;
    }
}

fn choose_instruction(
    section: &GeneratedSection,
    at: usize,
    edition: usize,
    rng: &mut SeededRng,
) -> GeneratedInstruction {
    let clause = &section.clauses[at];
    if let ClauseBody::Table(rows) = &clause.body {
        return set_values(clause, rows, rng);
    }
    let total = EDIT_WEIGHTS.iter().map(|(_, weight)| weight).sum();
    let mut rolled = rng.below(total);
    for &(operation, weight) in EDIT_WEIGHTS {
        if rolled < weight {
            // an edit that does not apply becomes one that always does
            return apply_edit(operation, section, at, edition, rng)
                .unwrap_or_else(|| replace_paragraph(section, at, rng));
        }
        rolled -= weight;
    }
    replace_paragraph(section, at, rng)
}

/// Returns the address of a clause: its id, or its number in the section.
fn pick_address(section: &GeneratedSection, at: usize, rng: &mut SeededRng) -> String {
    if rng.below(2) == 0 {
        format!("#{}", section.clauses[at].id)
    } else {
        format!("paragraph {}", at + 1)
    }
}

fn apply_edit(
    operation: ClauseEdit,
    section: &GeneratedSection,
    at: usize,
    edition: usize,
    rng: &mut SeededRng,
) -> Option<GeneratedInstruction> {
    match operation {
        ClauseEdit::ReplaceUnit => replace_unit(section, at, rng),
        ClauseEdit::InsertUnit => insert_unit(section, at, rng),
        ClauseEdit::DeleteUnit => delete_unit(section, at, rng),
        ClauseEdit::ReplaceWords => edit_words(WordEdit::Replace, section, at, rng),
        ClauseEdit::InsertWords => edit_words(WordEdit::Insert, section, at, rng),
        ClauseEdit::DeleteWords => edit_words(WordEdit::Delete, section, at, rng),
        ClauseEdit::ReplaceParagraph => None,
        ClauseEdit::InsertParagraph => {
            let id = format!("{}.e{edition}-{}", section.id, at + 1);
            let kind = if rng.below(2) == 0 {
                ClauseKind::Prose
            } else {
                ClauseKind::List
            };
            let new = GeneratedClause::new(id, kind, 1, rng);
            let words = format!("Insert paragraph after {}", pick_address(section, at, rng));
            Some(GeneratedInstruction {
                words,
                payload: new.markdown_lines(),
                outcome: Outcome::Followed(new),
            })
        }
        ClauseEdit::DeleteParagraph if section.clauses.len() > 5 => {
            let words = format!("Delete {}", pick_address(section, at, rng));
            Some(GeneratedInstruction {
                words,
                payload: Vec::new(),
                outcome: Outcome::Goes,
            })
        }
        ClauseEdit::DeleteParagraph => None,
    }
}

fn set_values(
    clause: &GeneratedClause,
    rows: &[[u16; COLUMNS.len()]; ROWS.len()],
    rng: &mut SeededRng,
) -> GeneratedInstruction {
    let mut new = *rows;
    let row = rng.below(ROWS.len());
    let columns = rng.choose(2, COLUMNS.len());
    for &column in &columns {
        new[row][column] = rows[row][column] + 1 + rng.below(3) as u16;
    }
    let cell = |&column: &usize| format!(" ~~{}~~ {} |", rows[row][column], new[row][column]);
    let payload = vec![
        format!(
            "> | troops |{}",
            columns
                .iter()
                .map(|&column| format!(" {} |", COLUMNS[column]))
                .collect::<String>()
        ),
        format!("> |---|{}", "---|".repeat(columns.len())),
        format!(
            "> | {} |{}",
            ROWS[row],
            columns.iter().map(cell).collect::<String>()
        ),
    ];
    let outcome = Outcome::Becomes(GeneratedClause {
        id: clause.id.clone(),
        body: ClauseBody::Table(new),
    });
    GeneratedInstruction {
        words: "Set values".into(),
        payload,
        outcome,
    }
}

/// Returns the name of a clause's units, and the Markdown in front of each in a block quote.
fn unit_notation(clause: &GeneratedClause) -> (&'static str, &'static str) {
    match clause.body {
        ClauseBody::List(..) => ("bullet", "> - "),
        ClauseBody::Prose(_) | ClauseBody::Table(_) => ("sentence", "> "),
    }
}

fn replace_unit(
    section: &GeneratedSection,
    at: usize,
    rng: &mut SeededRng,
) -> Option<GeneratedInstruction> {
    let mut clause = section.clauses[at].clone();
    let (name, lead) = unit_notation(&clause);
    let units = clause.units_mut()?;
    let which = rng.below(units.len());
    let new = units[which].reworded(rng);
    units[which] = new.clone();
    let words = format!(
        "Replace {}, {name} {}",
        pick_address(section, at, rng),
        which + 1
    );
    Some(GeneratedInstruction {
        words,
        payload: vec![format!("{lead}{}", new.markdown(&clause.id))],
        outcome: Outcome::Becomes(clause),
    })
}

fn insert_unit(
    section: &GeneratedSection,
    at: usize,
    rng: &mut SeededRng,
) -> Option<GeneratedInstruction> {
    let mut clause = section.clauses[at].clone();
    let (name, lead) = unit_notation(&clause);
    let units = clause.units_mut().filter(|units| units.len() < 7)?;
    let which = rng.below(units.len());
    let new = Sentence::new(rng, 12, '.');
    units.insert(which + 1, new.clone());
    let words = format!(
        "Insert {name} after {}, {name} {}",
        pick_address(section, at, rng),
        which + 1
    );
    Some(GeneratedInstruction {
        words,
        payload: vec![format!("{lead}{}", new.markdown(&clause.id))],
        outcome: Outcome::Becomes(clause),
    })
}

fn delete_unit(
    section: &GeneratedSection,
    at: usize,
    rng: &mut SeededRng,
) -> Option<GeneratedInstruction> {
    let mut clause = section.clauses[at].clone();
    let (name, _) = unit_notation(&clause);
    // the first unit contains the fact
    let units = clause.units_mut().filter(|units| units.len() > 2)?;
    let which = 1 + rng.below(units.len() - 1);
    units.remove(which);
    let words = format!(
        "Delete {}, {name} {}",
        pick_address(section, at, rng),
        which + 1
    );
    Some(GeneratedInstruction {
        words,
        payload: Vec::new(),
        outcome: Outcome::Becomes(clause),
    })
}

fn replace_paragraph(
    section: &GeneratedSection,
    at: usize,
    rng: &mut SeededRng,
) -> GeneratedInstruction {
    let mut clause = section.clauses[at].clone();
    for index in 0..clause.sentences().len() {
        if let Some(sentence) = clause.sentence_mut(index) {
            *sentence = sentence.reworded(rng);
        }
    }
    let words = format!("Replace {}", pick_address(section, at, rng));
    GeneratedInstruction {
        words,
        payload: clause.markdown_lines(),
        outcome: Outcome::Becomes(clause),
    }
}

fn edit_words(
    edit: WordEdit,
    section: &GeneratedSection,
    at: usize,
    rng: &mut SeededRng,
) -> Option<GeneratedInstruction> {
    let mut clause = section.clauses[at].clone();
    let (index, from, count) = (0..20).find_map(|_| find_quotable_words(&clause, rng))?;
    let address = pick_address(section, at, rng);
    let sentence = clause.sentence_mut(index)?;
    let quoted = join_words(&sentence.words[from..from + count]);
    let new: Vec<SentenceWord> = (0..2 + rng.below(3))
        .filter_map(|_| rng.pick(WORDS))
        .map(SentenceWord::Plain)
        .collect();
    let words = match edit {
        WordEdit::Insert => {
            let words = format!(
                "Insert \"{}\" after \"{quoted}\" in {address}",
                join_words(&new)
            );
            sentence.words.splice(from + count..from + count, new);
            words
        }
        WordEdit::Delete if sentence.words.len() > 8 => {
            sentence.words.drain(from..from + count);
            format!("Delete \"{quoted}\" in {address}")
        }
        WordEdit::Replace | WordEdit::Delete => {
            let words = format!(
                "Replace \"{quoted}\" with \"{}\" in {address}",
                join_words(&new)
            );
            sentence.words.splice(from..from + count, new);
            words
        }
    };
    Some(GeneratedInstruction {
        words,
        payload: Vec::new(),
        outcome: Outcome::Becomes(clause),
    })
}

/// Finds three words inside a sentence that occur only once in the clause.
///
/// Returns the index of the sentence, the index of the first word, and the number of words.
fn find_quotable_words(
    clause: &GeneratedClause,
    rng: &mut SeededRng,
) -> Option<(usize, usize, usize)> {
    const QUOTED: usize = 3;
    let sentences = clause.sentences();
    let index = rng.below(sentences.len());
    let words = &sentences.get(index)?.words;
    let from = 1 + rng.below(words.len().checked_sub(QUOTED + 2)?);
    let quoted = words.get(from..from + QUOTED)?;
    let plain = quoted
        .iter()
        .all(|word| matches!(word, SentenceWord::Plain(_)));
    let hits: usize = sentences
        .iter()
        .map(|sentence| {
            sentence
                .words
                .windows(QUOTED)
                .filter(|window| *window == quoted)
                .count()
        })
        .sum();
    (plain && hits == 1).then_some((index, from, QUOTED))
}

fn join_words(words: &[SentenceWord]) -> String {
    let plain = words.iter().filter_map(|word| match word {
        SentenceWord::Plain(text) => Some(*text),
        SentenceWord::Fact(_) | SentenceWord::Link(_) => None,
    });
    plain.collect::<Vec<_>>().join(" ")
}
