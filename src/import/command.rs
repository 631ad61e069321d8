//! What a draft tells to do, in the project's own language.

use super::{
    address::{PrintedAddress, PrintedStepKind},
    instruction_draft::{DraftKind, InstructionDraft},
    known_rulesets::KnownRulesets,
    payload::PayloadCounts,
    plain_text::normalise,
    sheet::Confidence::{self, Guess, Likely},
    verb_clause::{ClauseAction, Insertion, InsertionPoint, QuotedWords, ValueChange},
};
use crate::{
    syntax::{End, Side, Unit, instruction::quote},
    text::letters::slug,
};

/// What is made of a draft: its instruction, and what it brings where that is not the text below it.
#[derive(Clone, Debug, Default)]
pub(super) struct CommandText {
    /// The instruction, nearly canonical.
    pub(super) text: String,
    /// Text that is made here: a table of values, a pair of words.
    pub(super) payload: Option<String>,
    /// How sure it can be at best, and why.
    pub(super) doubts: Vec<(Confidence, String)>,
}

impl CommandText {
    fn of(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    fn doubt(mut self, confidence: Confidence, why: &str) -> Self {
        self.doubts.push((confidence, why.to_owned()));
        self
    }
}

/// The instruction of a draft; none for a passage of rules.
pub(super) fn write_command(
    draft: &InstructionDraft,
    shape: &PayloadCounts,
    text: &str,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> Option<CommandText> {
    match &draft.kind {
        DraftKind::Clause(clause) => Some(write_clause_command(
            draft,
            &clause.what,
            shape,
            text,
            known,
            ruleset,
        )),
        DraftKind::Value(value) => Some(write_value_command(value)),
        DraftKind::Statement if is_figure(draft) => Some(
            CommandText::of("Replace heading and text")
                .doubt(Guess, "nothing says what to do: a figure is printed anew"),
        ),
        DraftKind::Statement => {
            let many = count_phrase(
                Unit::Paragraph,
                shape.paragraphs.max(u32::from(shape.bullets > 0)),
                None,
            );
            Some(CommandText::of(format!("Add {many} at the end")).doubt(
                Guess,
                "nothing says what to do: the text is taken to be new",
            ))
        }
        DraftKind::LabelledStatement => {
            let end = if text.trim_end().ends_with(['…']) || text.trim_end().ends_with("...") {
                if text.starts_with('…') || text.starts_with("...") {
                    "end"
                } else {
                    "start"
                }
            } else {
                "end"
            };
            Some(
                CommandText::of(format!(
                    "Add {} at the {end}",
                    count_phrase(Unit::Sentence, shape.sentences, None)
                ))
                .doubt(
                    Guess,
                    "nothing says what to do: the text is taken to be new",
                ),
            )
        }
        DraftKind::Update => Some(CommandText::of("Replace text").doubt(
            Guess,
            "an update is taken to stand in the place of what it updates",
        )),
        DraftKind::Entry => Some(CommandText::of("Set entries")),
        DraftKind::Note => Some(CommandText::of("Note on ruleset")),
        DraftKind::Clarification => Some(CommandText::of("Clarify text")),
        DraftKind::Exported(..) | DraftKind::Text => None,
    }
}

fn is_figure(draft: &InstructionDraft) -> bool {
    draft.place.path.last().is_some_and(|name| {
        normalise(name).starts_with("figure ") || normalise(name).starts_with("fig ")
    })
}

/// `2 bullets`, `bullet 6`.
fn count_phrase(unit: Unit, number: u32, label: Option<&str>) -> String {
    let name = unit.name();
    match (number, label) {
        (_, Some(label)) if label.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{} {label}", name.one)
        }
        (_, Some(label)) => format!("{} {}", name.one, quote(label)),
        (0 | 1, None) => name.one.to_owned(),
        (number, None) => format!("{number} {}", name.many),
    }
}

/// The address, or everything of the place.
fn target_phrase(addr: &PrintedAddress) -> String {
    let text = addr.text();
    if text.is_empty() {
        "text".to_owned()
    } else {
        text
    }
}

/// ` in …`.
fn in_phrase(addr: &PrintedAddress) -> String {
    format!(" in {}", target_phrase(addr))
}

/// How many of what comes, in a unit's own kind.
fn count_in_payload(unit: Unit, shape: &PayloadCounts) -> u32 {
    match unit {
        Unit::Sentence => shape.sentences,
        Unit::Paragraph => shape.paragraphs,
        Unit::Bullet | Unit::Line | Unit::Row | Unit::Item | Unit::Entry => {
            if shape.bullets > 0 {
                shape.bullets
            } else {
                shape.paragraphs
            }
        }
        Unit::Figure => shape.figures,
        Unit::Table => shape.tables,
        Unit::Section => shape.headings,
        Unit::Page | Unit::Words => 1,
    }
}

fn write_clause_command(
    draft: &InstructionDraft,
    what: &ClauseAction,
    shape: &PayloadCounts,
    text: &str,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> CommandText {
    let addr = &draft.addr;
    match what {
        ClauseAction::Replace => write_replace(draft, shape, text),
        ClauseAction::ReplaceWords(words, new) if words.text.is_empty() => {
            let mut made = CommandText::of(format!("Replace {}", target_phrase(addr)));
            made.payload = Some(new.clone());
            made
        }
        ClauseAction::ReplaceWords(words, new) => CommandText::of(format!(
            "Replace {} with {}{}",
            quoted_phrase(words),
            quote(new),
            in_phrase(addr)
        )),
        ClauseAction::ReplaceByText(words) => write_replace_by_text(addr, words, shape, text),
        ClauseAction::Pairs => write_substitute(draft, addr),
        ClauseAction::Delete => CommandText::of(format!("Delete {}", target_phrase(addr))),
        ClauseAction::DeleteWords(words) => CommandText::of(format!(
            "Delete {}{}",
            quoted_phrase(words),
            in_phrase(addr)
        )),
        ClauseAction::DeleteDescribed(description) => {
            CommandText::of(format!("Delete [{}]", description.replace(['[', ']'], "")))
                .doubt(Guess, "what goes is told and not quoted")
        }
        ClauseAction::Insert(brought, side, point) => {
            write_insert(addr, brought, *side, point, shape, known, ruleset)
        }
        ClauseAction::Add(brought, end) => write_add(addr, brought, *end, shape, text),
        ClauseAction::Values(_) | ClauseAction::Rows => CommandText::of("Set values"),
        ClauseAction::Paraphrase(description) => {
            let mut made = CommandText::of("Add paragraph at the end")
                .doubt(Guess, "what changes is told, not which words");
            made.payload = Some(description.clone());
            made
        }
        ClauseAction::Clarify => CommandText::of(format!("Clarify {}", target_phrase(addr))),
    }
}

fn write_replace(draft: &InstructionDraft, shape: &PayloadCounts, text: &str) -> CommandText {
    let addr = &draft.addr;
    if is_figure(draft) && (addr.steps.is_empty() || addr.text().starts_with("figure ")) {
        // the text begins with the figure's own heading
        let own = draft
            .place
            .path
            .last()
            .map(|name| normalise(name))
            .unwrap_or_default();
        let heading = normalise(
            text.lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches(['#', ' ']),
        )
        .starts_with(&own);
        return CommandText::of(if heading {
            "Replace heading and text"
        } else {
            "Replace text"
        });
    }
    let mut out = format!("Replace {}", target_phrase(addr));
    let last = addr
        .steps
        .last()
        .filter(|_| addr.more.is_empty() && addr.range.is_none());
    if let Some((unit, old)) = last.and_then(|step| Some((step.unit()?, step.count?))) {
        let new = count_in_payload(unit, shape);
        let counted = matches!(
            unit,
            Unit::Sentence | Unit::Paragraph | Unit::Bullet | Unit::Line | Unit::Item | Unit::Row
        );
        let only = unit != Unit::Sentence || shape.bullets == 0 && shape.paragraphs <= 1;
        if counted
            && only
            && addr.printed_line.is_none()
            && new != old
            && new > 0
            && !matches!(last.map(|step| step.kind), Some(PrintedStepKind::All(_)))
        {
            out += &format!(
                " with {new} {}",
                if new == 1 {
                    unit.name().one
                } else {
                    unit.name().many
                }
            );
        }
    }
    if let Some(except) = &addr.except {
        out += &format!(" except {except}");
    }
    CommandText::of(out)
}

/// `Delete "…", substitute: …`, where the new words may be a whole paragraph.
fn write_replace_by_text(
    addr: &PrintedAddress,
    words: &QuotedWords,
    shape: &PayloadCounts,
    text: &str,
) -> CommandText {
    let sentence = addr.unit() == Some(Unit::Sentence);
    if sentence || shape.paragraphs + shape.bullets > 1 {
        let mut made = CommandText::of(format!("Replace {}", target_phrase(addr)));
        if !sentence {
            made = made.doubt(Likely, "the words that go are taken for all of the place");
        }
        return made;
    }
    CommandText::of(format!(
        "Replace {} with {}{}",
        quoted_phrase(words),
        quote(text),
        in_phrase(addr)
    ))
}

/// Old words and new ones, below each other.
fn write_substitute(draft: &InstructionDraft, addr: &PrintedAddress) -> CommandText {
    let made = CommandText::of(format!("Substitute in {}", target_phrase(addr)));
    if draft.old.is_none() {
        made.doubt(Guess, "no line `to` parts the old words from the new ones")
    } else {
        made
    }
}

fn write_insert(
    addr: &PrintedAddress,
    brought: &Insertion,
    side: Side,
    point: &InsertionPoint,
    shape: &PayloadCounts,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> CommandText {
    let side = match side {
        Side::Before => "before",
        Side::After => "after",
    };
    let what = match &brought.words {
        Some(words) => quote(words),
        None => inserted_units(
            brought,
            shape,
            matches!(point, InsertionPoint::Words(_)),
            addr,
        ),
    };
    match point {
        InsertionPoint::Words(words) => CommandText::of(format!(
            "Insert {what} {side} {}{}",
            quoted_phrase(words),
            in_phrase(addr)
        )),
        InsertionPoint::Place => {
            CommandText::of(format!("Insert {what} {side} {}", target_phrase(addr)))
        }
        InsertionPoint::Section(name) => {
            let id = known.find_place(ruleset, name).map(|(_, id)| id.to_owned());
            let guessed = id.is_none();
            let made = CommandText::of(format!(
                "Insert {what} {side} #{}",
                id.unwrap_or_else(|| section_id(name))
            ));
            if guessed {
                made.doubt(
                    Likely,
                    "the section is named, and no section of that name is known",
                )
            } else {
                made
            }
        }
        InsertionPoint::Page(page) => {
            let (digits, letter) = page.split_at(
                page.trim_end_matches(|c: char| c.is_ascii_alphabetic())
                    .len(),
            );
            let number: u32 = digits.parse().unwrap_or_default();
            // page 39a comes behind page 39
            let after = if letter.is_empty() && brought.unit == Some(Unit::Page) {
                number.saturating_sub(1)
            } else {
                number
            };
            CommandText::of(format!("Insert {what} {side} page {}", after.max(1)))
        }
    }
}

/// The units that are brought, as a count.
fn inserted_units(
    brought: &Insertion,
    shape: &PayloadCounts,
    beside_words: bool,
    addr: &PrintedAddress,
) -> String {
    if shape.headed && !matches!(brought.unit, Some(Unit::Page | Unit::Figure)) {
        return count_phrase(Unit::Section, shape.headings, None);
    }
    if matches!(brought.unit, Some(Unit::Page | Unit::Figure)) && shape.figures > 0 {
        return count_phrase(Unit::Figure, shape.figures, None);
    }
    match brought.unit {
        Some(Unit::Page) => count_phrase(Unit::Section, 1, None),
        Some(unit) => {
            let number = count_in_payload(unit, shape).max(1);
            let number = if shape.paragraphs + shape.bullets == 0 {
                brought.count.unwrap_or(1)
            } else {
                number
            };
            count_phrase(unit, number, brought.label.as_deref())
        }
        None if beside_words => {
            if shape.is_sentence {
                count_phrase(Unit::Sentence, shape.sentences, None)
            } else {
                Unit::Words.name().one.to_owned()
            }
        }
        None => match addr.unit() {
            Some(
                unit @ (Unit::Sentence
                | Unit::Bullet
                | Unit::Line
                | Unit::Row
                | Unit::Item
                | Unit::Entry),
            ) => count_phrase(unit, count_in_payload(unit, shape), None),
            _ => count_phrase(Unit::Paragraph, shape.paragraphs, None),
        },
    }
}

fn write_add(
    addr: &PrintedAddress,
    brought: &Insertion,
    end: End,
    shape: &PayloadCounts,
    text: &str,
) -> CommandText {
    let end = match end {
        End::Start => "start",
        End::End => "end",
    };
    let mut made = CommandText::default();
    let section = addr.steps.iter().any(|step| {
        matches!(
            step.kind,
            PrintedStepKind::Bare(Unit::Section) | PrintedStepKind::Text
        )
    });
    let what = if let Some(words) = &brought.words {
        made.payload = Some(words.clone());
        let sentence = words.ends_with(['.', '!', '?']) && words.starts_with(char::is_uppercase);
        if sentence {
            Unit::Sentence.name().one.to_owned()
        } else {
            Unit::Words.name().one.to_owned()
        }
    } else if let Some(unit) = brought.unit {
        let number = if text.is_empty() {
            brought.count.unwrap_or(1)
        } else {
            count_in_payload(unit, shape).max(1)
        };
        if shape.headed && unit == Unit::Section {
            count_phrase(unit, shape.headings, None)
        } else {
            count_phrase(unit, number, brought.label.as_deref())
        }
    } else if shape.headed {
        count_phrase(Unit::Section, shape.headings, None)
    } else if section || shape.paragraphs > 1 {
        count_phrase(Unit::Paragraph, shape.paragraphs, None)
    } else if shape.paragraphs == 0 && shape.bullets > 0 {
        count_phrase(Unit::Bullet, shape.bullets, None)
    } else if shape.is_sentence || shape.sentences > 1 {
        count_phrase(Unit::Sentence, shape.sentences, None)
    } else {
        Unit::Words.name().one.to_owned()
    };
    let own: PrintedAddress = PrintedAddress {
        steps: addr
            .steps
            .iter()
            .filter(|step| {
                !matches!(
                    step.kind,
                    PrintedStepKind::Bare(Unit::Section) | PrintedStepKind::Text
                )
            })
            .cloned()
            .collect(),
        ..addr.clone()
    };
    let of = own.text();
    made.text = if of.is_empty() {
        format!("Add {what} at the {end}")
    } else {
        format!("Add {what} at the {end} of {of}")
    };
    made
}

/// Words, and which of them: `1st "(I)"`, `"a" 2 times`.
fn quoted_phrase(words: &QuotedWords) -> String {
    let text = words.text.trim_start_matches(['.', '…', ' ']);
    let text = if text.ends_with("...") || text.ends_with('…') {
        text.trim_end_matches(['.', '…', ' '])
    } else {
        text
    };
    let quoted = quote(text);
    if words.every {
        return format!("every {quoted}");
    }
    if words.last {
        return format!("last {quoted}");
    }
    if let Some(nth) = words.nth {
        let suffix = match (nth % 10, nth % 100) {
            (1, n) if n != 11 => "st",
            (2, n) if n != 12 => "nd",
            (3, n) if n != 13 => "rd",
            _ => "th",
        };
        return format!("{nth}{suffix} {quoted}");
    }
    match words.times {
        Some(times) if times > 1 => format!("{quoted} {times} times"),
        _ => quoted,
    }
}

/// A table of one value: `| Camelry | ~~11~~ 10 |`.
fn write_value_command(value: &ValueChange) -> CommandText {
    let (row, column) = match value.row.rsplit_once('(') {
        Some((row, column)) if value.row.ends_with(')') && !row.trim().is_empty() => {
            (row.trim(), column.trim_end_matches(')').trim())
        }
        _ => (value.row.trim(), "value"),
    };
    let new = match &value.old {
        Some(old) => format!("~~{old}~~ {}", value.new),
        None => value.new.clone(),
    };
    let mut made = CommandText::of("Set values");
    made.payload = Some(format!("| row | {column} |\n|---|---|\n| {row} | {new} |"));
    made
}

/// The name of a section as its id.
fn section_id(name: &str) -> String {
    let id = slug(&normalise(name));
    if id.is_empty() {
        "section".to_owned()
    } else {
        id
    }
}
