//! A sheet of amendments: one instruction for each clause that it touches.

use super::{
    clause::{Body, Clause, ClauseKind, Sentence, Word},
    dice::Dice,
    ruleset::Section,
    volume::Volume,
    words::{COLUMNS, ROWS, WORDS},
};

/// What becomes of a clause.
enum Outcome {
    /// It is this.
    Becomes(Clause),
    /// It stays, and another comes behind it.
    Followed(Clause),
    /// It goes.
    Goes,
}

/// An instruction: its words and its payload's lines, and what it comes to.
struct Instruction {
    words: String,
    payload: Vec<String>,
    outcome: Outcome,
}

/// What is done to a clause.
#[derive(Clone, Copy)]
enum Operation {
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

/// What is done to quoted words.
#[derive(Clone, Copy)]
enum WordEdit {
    Replace,
    Insert,
    Delete,
}

/// The operations, each as often as it is likely.
const OPERATIONS: &[(Operation, usize)] = &[
    (Operation::ReplaceUnit, 34),
    (Operation::InsertUnit, 10),
    (Operation::DeleteUnit, 8),
    (Operation::ReplaceWords, 16),
    (Operation::InsertWords, 8),
    (Operation::DeleteWords, 8),
    (Operation::ReplaceParagraph, 8),
    (Operation::InsertParagraph, 5),
    (Operation::DeleteParagraph, 3),
];

/// Writes instructions for `count` clauses and carries them out. `edition` makes the names of new clauses unique. All
/// instructions see the sections as they were before.
pub(super) fn write(
    sections: &mut [Section],
    volume: &mut Volume<'_>,
    count: usize,
    edition: usize,
    dice: &mut Dice,
) {
    let total = sections.iter().map(|section| section.clauses.len()).sum();
    let chosen = dice.choose(count, total);
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
                let instruction = instruct(section, at, edition, dice);
                number += 1;
                lines.push(String::new());
                lines.push(format!("## {} {{n={number}}}", instruction.words));
                if !instruction.payload.is_empty() {
                    lines.push(String::new());
                    lines.extend(instruction.payload);
                }
                outcomes.push((at, instruction.outcome));
            }
            volume.add(&lines);
            // from the back, so that places stay what they were
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

fn instruct(section: &Section, at: usize, edition: usize, dice: &mut Dice) -> Instruction {
    let clause = &section.clauses[at];
    if let Body::Table(rows) = &clause.body {
        return set_values(clause, rows, dice);
    }
    let total = OPERATIONS.iter().map(|(_, weight)| weight).sum();
    let mut thrown = dice.below(total);
    for &(operation, weight) in OPERATIONS {
        if thrown < weight {
            // what does not fit becomes what always does
            return carry_out(operation, section, at, edition, dice)
                .unwrap_or_else(|| replace_paragraph(section, at, dice));
        }
        thrown -= weight;
    }
    replace_paragraph(section, at, dice)
}

/// The clause by its id or by its number in the section.
fn address(section: &Section, at: usize, dice: &mut Dice) -> String {
    if dice.below(2) == 0 {
        format!("#{}", section.clauses[at].id)
    } else {
        format!("paragraph {}", at + 1)
    }
}

fn carry_out(
    operation: Operation,
    section: &Section,
    at: usize,
    edition: usize,
    dice: &mut Dice,
) -> Option<Instruction> {
    match operation {
        Operation::ReplaceUnit => replace_unit(section, at, dice),
        Operation::InsertUnit => insert_unit(section, at, dice),
        Operation::DeleteUnit => delete_unit(section, at, dice),
        Operation::ReplaceWords => edit_words(WordEdit::Replace, section, at, dice),
        Operation::InsertWords => edit_words(WordEdit::Insert, section, at, dice),
        Operation::DeleteWords => edit_words(WordEdit::Delete, section, at, dice),
        Operation::ReplaceParagraph => None,
        Operation::InsertParagraph => {
            let id = format!("{}.e{edition}-{}", section.id, at + 1);
            let kind = if dice.below(2) == 0 {
                ClauseKind::Prose
            } else {
                ClauseKind::List
            };
            let new = Clause::new(id, kind, 1, dice);
            let words = format!("Insert paragraph after {}", address(section, at, dice));
            Some(Instruction {
                words,
                payload: new.lines(),
                outcome: Outcome::Followed(new),
            })
        }
        Operation::DeleteParagraph if section.clauses.len() > 5 => {
            let words = format!("Delete {}", address(section, at, dice));
            Some(Instruction {
                words,
                payload: Vec::new(),
                outcome: Outcome::Goes,
            })
        }
        Operation::DeleteParagraph => None,
    }
}

fn set_values(
    clause: &Clause,
    rows: &[[u16; COLUMNS.len()]; ROWS.len()],
    dice: &mut Dice,
) -> Instruction {
    let mut new = *rows;
    let row = dice.below(ROWS.len());
    let columns = dice.choose(2, COLUMNS.len());
    for &column in &columns {
        new[row][column] = rows[row][column] + 1 + dice.below(3) as u16;
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
    let outcome = Outcome::Becomes(Clause {
        id: clause.id.clone(),
        body: Body::Table(new),
    });
    Instruction {
        words: "Set values".into(),
        payload,
        outcome,
    }
}

/// The name of a clause's units, and what stands before each in a quote.
fn unit(clause: &Clause) -> (&'static str, &'static str) {
    match clause.body {
        Body::List(..) => ("bullet", "> - "),
        Body::Prose(_) | Body::Table(_) => ("sentence", "> "),
    }
}

fn replace_unit(section: &Section, at: usize, dice: &mut Dice) -> Option<Instruction> {
    let mut clause = section.clauses[at].clone();
    let (name, lead) = unit(&clause);
    let units = clause.units_mut()?;
    let which = dice.below(units.len());
    let new = units[which].reworded(dice);
    units[which] = new.clone();
    let words = format!(
        "Replace {}, {name} {}",
        address(section, at, dice),
        which + 1
    );
    Some(Instruction {
        words,
        payload: vec![format!("{lead}{}", new.markdown(&clause.id))],
        outcome: Outcome::Becomes(clause),
    })
}

fn insert_unit(section: &Section, at: usize, dice: &mut Dice) -> Option<Instruction> {
    let mut clause = section.clauses[at].clone();
    let (name, lead) = unit(&clause);
    let units = clause.units_mut().filter(|units| units.len() < 7)?;
    let which = dice.below(units.len());
    let new = Sentence::new(dice, 12, '.');
    units.insert(which + 1, new.clone());
    let words = format!(
        "Insert {name} after {}, {name} {}",
        address(section, at, dice),
        which + 1
    );
    Some(Instruction {
        words,
        payload: vec![format!("{lead}{}", new.markdown(&clause.id))],
        outcome: Outcome::Becomes(clause),
    })
}

fn delete_unit(section: &Section, at: usize, dice: &mut Dice) -> Option<Instruction> {
    let mut clause = section.clauses[at].clone();
    let (name, _) = unit(&clause);
    // the first holds the fact
    let units = clause.units_mut().filter(|units| units.len() > 2)?;
    let which = 1 + dice.below(units.len() - 1);
    units.remove(which);
    let words = format!(
        "Delete {}, {name} {}",
        address(section, at, dice),
        which + 1
    );
    Some(Instruction {
        words,
        payload: Vec::new(),
        outcome: Outcome::Becomes(clause),
    })
}

fn replace_paragraph(section: &Section, at: usize, dice: &mut Dice) -> Instruction {
    let mut clause = section.clauses[at].clone();
    for index in 0..clause.sentences().len() {
        if let Some(sentence) = clause.sentence_mut(index) {
            *sentence = sentence.reworded(dice);
        }
    }
    let words = format!("Replace {}", address(section, at, dice));
    Instruction {
        words,
        payload: clause.lines(),
        outcome: Outcome::Becomes(clause),
    }
}

fn edit_words(
    edit: WordEdit,
    section: &Section,
    at: usize,
    dice: &mut Dice,
) -> Option<Instruction> {
    let mut clause = section.clauses[at].clone();
    let (index, from, count) = (0..20).find_map(|_| quotable(&clause, dice))?;
    let address = address(section, at, dice);
    let sentence = clause.sentence_mut(index)?;
    let quoted = spelled(&sentence.words[from..from + count]);
    let new: Vec<Word> = (0..2 + dice.below(3))
        .filter_map(|_| dice.pick(WORDS))
        .map(Word::Plain)
        .collect();
    let words = match edit {
        WordEdit::Insert => {
            let words = format!(
                "Insert \"{}\" after \"{quoted}\" in {address}",
                spelled(&new)
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
                spelled(&new)
            );
            sentence.words.splice(from..from + count, new);
            words
        }
    };
    Some(Instruction {
        words,
        payload: Vec::new(),
        outcome: Outcome::Becomes(clause),
    })
}

/// Three words inside a sentence that stand in the clause only once: sentence, first word, count.
fn quotable(clause: &Clause, dice: &mut Dice) -> Option<(usize, usize, usize)> {
    const COUNT: usize = 3;
    let sentences = clause.sentences();
    let index = dice.below(sentences.len());
    let words = &sentences.get(index)?.words;
    let from = 1 + dice.below(words.len().checked_sub(COUNT + 2)?);
    let wanted = words.get(from..from + COUNT)?;
    let plain = wanted.iter().all(|word| matches!(word, Word::Plain(_)));
    let hits: usize = sentences
        .iter()
        .map(|sentence| {
            sentence
                .words
                .windows(COUNT)
                .filter(|window| *window == wanted)
                .count()
        })
        .sum();
    (plain && hits == 1).then_some((index, from, COUNT))
}

fn spelled(words: &[Word]) -> String {
    let plain = words.iter().filter_map(|word| match word {
        Word::Plain(text) => Some(*text),
        Word::Fact(_) | Word::Link(_) => None,
    });
    plain.collect::<Vec<_>>().join(" ")
}
