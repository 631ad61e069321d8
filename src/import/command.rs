//! Translates a draft into the project's instruction language.

use super::{
    address::{PrintedAddress, PrintedStep, PrintedStepKind},
    instruction_draft::{DraftKind, InstructionDraft},
    known_rulesets::KnownRulesets,
    payload::PayloadCounts,
    plain_text::normalise,
    sheet::Confidence::{self, Unsure},
    verb_clause::{ClauseAction, Insertion, InsertionPoint, QuotedWords, ValueChange},
};
use crate::{
    syntax::{BeforeOrAfter, StartOrEnd, UnitNoun, instruction::quote_words},
    text::letters::slug,
};

/// The instruction for a draft, and its payload if that is not the text below the printed words.
#[derive(Clone, Debug, Default)]
pub(super) struct CommandText {
    /// The instruction, nearly canonical.
    pub(super) text: String,
    /// A generated payload: a table of values, a pair of words.
    pub(super) payload: Option<String>,
    /// Reasons for a lower confidence.
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

/// Writes the instruction of a draft; `None` for a passage of rules.
pub(super) fn write_command(
    draft: &InstructionDraft,
    counts: &PayloadCounts,
    text: &str,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> Option<CommandText> {
    match &draft.kind {
        DraftKind::Clause(clause) => {
            let made = write_clause_command(draft, &clause.action, counts, text, known, ruleset);
            // as a hint next to quoted words it does no harm
            let is_hint = made.text.contains("(printed line ");
            Some(match draft.address.printed_line {
                Some(_) if !is_hint => made.doubt(
                    Unsure,
                    "it counts printed lines, which depend on the layout",
                ),
                _ => made,
            })
        }
        DraftKind::Value(value) => Some(write_value_command(value)),
        DraftKind::Statement if is_figure(draft) => {
            Some(CommandText::of("Replace heading and text").doubt(
                Unsure,
                "no operation is stated: a figure that is printed again is taken as a replacement",
            ))
        }
        DraftKind::Statement => {
            let many = count_phrase(
                UnitNoun::Paragraph,
                counts.paragraphs.max(u32::from(counts.bullets > 0)),
                None,
            );
            Some(
                CommandText::of(format!("Add {many} at the end"))
                    .doubt(Unsure, "no operation is stated: the text is taken as new"),
            )
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
                    count_phrase(UnitNoun::Sentence, counts.sentences, None)
                ))
                .doubt(Unsure, "no operation is stated: the text is taken as new"),
            )
        }
        DraftKind::Update => Some(CommandText::of("Replace text").doubt(
            Unsure,
            "an update is taken as a replacement of what it updates",
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

/// Returns a counted or labelled unit: `2 bullets`, `bullet 6`.
fn count_phrase(unit: UnitNoun, number: u32, label: Option<&str>) -> String {
    let name = unit.name();
    match (number, label) {
        (_, Some(label)) if label.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{} {label}", name.one)
        }
        (_, Some(label)) => format!("{} {}", name.one, quote_words(label)),
        (0 | 1, None) => name.one.to_owned(),
        (number, None) => format!("{number} {}", name.many),
    }
}

/// Returns the address of units, or `text` for the whole place. A line of print is no unit, and
/// stays one that is not found.
fn target_phrase(address: &PrintedAddress) -> String {
    let Some(line) = address.printed_line else {
        return place_phrase(address);
    };
    let place = PrintedAddress {
        printed_line: None,
        ..address.clone()
    };
    match place.text() {
        place if place.is_empty() => format!("line {line}"),
        place => format!("{place}, line {line}"),
    }
}

/// Returns the address of the place of words, or `text` for the whole place. A line of print is only
/// a hint.
fn place_phrase(address: &PrintedAddress) -> String {
    let text = address.text();
    if text.is_empty() {
        "text".to_owned()
    } else {
        text
    }
}

/// Returns the place of words after ` in `.
fn in_phrase(address: &PrintedAddress) -> String {
    format!(" in {}", place_phrase(address))
}

/// Returns how many units of the kind `unit` the payload has.
fn count_in_payload(unit: UnitNoun, counts: &PayloadCounts) -> u32 {
    match unit {
        UnitNoun::Sentence => counts.sentences,
        UnitNoun::Paragraph => counts.paragraphs,
        // a line may have bullets below it
        UnitNoun::Line | UnitNoun::Row if counts.paragraphs > 0 => counts.paragraphs,
        UnitNoun::Bullet | UnitNoun::Line | UnitNoun::Row | UnitNoun::Item | UnitNoun::Entry => {
            if counts.bullets > 0 {
                counts.bullets
            } else {
                counts.paragraphs
            }
        }
        UnitNoun::Figure => counts.figures,
        UnitNoun::Table => counts.tables,
        UnitNoun::Section => counts.headings,
        UnitNoun::Page | UnitNoun::Words => 1,
    }
}

fn write_clause_command(
    draft: &InstructionDraft,
    what: &ClauseAction,
    counts: &PayloadCounts,
    text: &str,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> CommandText {
    let address = &draft.address;
    match what {
        ClauseAction::Replace => write_replace(draft, counts, text),
        ClauseAction::ReplaceWords(words, new) if words.text.is_empty() => {
            let mut made = CommandText::of(format!("Replace {}", target_phrase(address)));
            made.payload = Some(new.clone());
            made
        }
        ClauseAction::ReplaceWords(words, new) => CommandText::of(format!(
            "Replace {} with {}{}",
            quoted_phrase(words),
            quote_words(new),
            in_phrase(address)
        )),
        ClauseAction::ReplaceByText(words) => write_replace_by_text(address, words, counts, text),
        ClauseAction::Pairs => write_substitute(draft, address),
        ClauseAction::Delete => CommandText::of(format!("Delete {}", target_phrase(address))),
        ClauseAction::DeleteWords(words) => CommandText::of(format!(
            "Delete {}{}",
            quoted_phrase(words),
            in_phrase(address)
        )),
        ClauseAction::DeleteDescribed(description) => {
            CommandText::of(format!("Delete [{}]", description.replace(['[', ']'], "")))
                .doubt(Unsure, "the text to delete is described, not quoted")
        }
        ClauseAction::Insert(insertion, side, point) => {
            write_insert(address, insertion, *side, point, counts, known, ruleset)
        }
        ClauseAction::Add(insertion, end) => write_add(address, insertion, *end, counts, text),
        ClauseAction::Values(_) | ClauseAction::Rows => CommandText::of("Set values"),
        ClauseAction::Paraphrase(description) => {
            let mut made = CommandText::of("Add paragraph at the end")
                .doubt(Unsure, "the change is described, not quoted");
            made.payload = Some(description.clone());
            made
        }
        ClauseAction::Clarify => CommandText::of(format!("Clarify {}", target_phrase(address))),
        ClauseAction::Move(side, to) => CommandText::of(format!(
            "Move {} {} {}",
            target_phrase(address),
            side_name(*side),
            beside(address, &to.steps)
        )),
        ClauseAction::Swap(other) => CommandText::of(format!(
            "Swap {} and {}",
            target_phrase(address),
            beside(address, other)
        )),
        ClauseAction::Rename(new) => {
            let target = match place_phrase(address).as_str() {
                "text" => "heading".to_owned(),
                target => target.to_owned(),
            };
            CommandText::of(format!("Rename {target} to {}", quote_words(new)))
        }
    }
}

/// Returns the text of steps that stand in the same unit as the last step of `address`.
fn beside(address: &PrintedAddress, steps: &[PrintedStep]) -> String {
    let outer = address.steps.len().saturating_sub(steps.len());
    let own = PrintedAddress {
        steps: [&address.steps[..outer], steps].concat(),
        ..PrintedAddress::default()
    };
    place_phrase(&own)
}

/// Whether words are a whole sentence.
fn is_sentence(words: &str) -> bool {
    words.ends_with(['.', '!', '?']) && words.starts_with(char::is_uppercase)
}

/// Returns `before` or `after`.
fn side_name(side: BeforeOrAfter) -> &'static str {
    match side {
        BeforeOrAfter::Before => "before",
        BeforeOrAfter::After => "after",
    }
}

fn write_replace(draft: &InstructionDraft, counts: &PayloadCounts, text: &str) -> CommandText {
    let address = &draft.address;
    if is_figure(draft) && (address.steps.is_empty() || address.text().starts_with("figure ")) {
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
    let mut out = format!("Replace {}", target_phrase(address));
    let last = address
        .steps
        .last()
        .filter(|_| address.more.is_empty() && address.range.is_none());
    if let Some((unit, old)) = last.and_then(|step| Some((step.unit()?, step.count?))) {
        let new = count_in_payload(unit, counts);
        let counted = matches!(
            unit,
            UnitNoun::Sentence
                | UnitNoun::Paragraph
                | UnitNoun::Bullet
                | UnitNoun::Line
                | UnitNoun::Item
                | UnitNoun::Row
        );
        let only = unit != UnitNoun::Sentence || counts.bullets == 0 && counts.paragraphs <= 1;
        if counted
            && only
            && address.printed_line.is_none()
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
    if let Some(except) = &address.except {
        out += &format!(" except {except}");
    }
    CommandText::of(out)
}

/// Writes `Delete "…", substitute: …`, where the new words may be a whole paragraph.
fn write_replace_by_text(
    address: &PrintedAddress,
    words: &QuotedWords,
    counts: &PayloadCounts,
    text: &str,
) -> CommandText {
    let sentence = address.unit() == Some(UnitNoun::Sentence);
    if sentence || counts.paragraphs + counts.bullets > 1 {
        let mut made = CommandText::of(format!("Replace {}", target_phrase(address)));
        if !sentence {
            made = made.doubt(
                Unsure,
                "the words to delete are taken as the whole text of the place",
            );
        }
        return made;
    }
    CommandText::of(format!(
        "Replace {} with {}{}",
        quoted_phrase(words),
        quote_words(text),
        in_phrase(address)
    ))
}

/// Writes a substitution of old words by the new words below them.
fn write_substitute(draft: &InstructionDraft, address: &PrintedAddress) -> CommandText {
    let made = CommandText::of(format!("Substitute in {}", place_phrase(address)));
    if draft.old.is_none() {
        made.doubt(
            Unsure,
            "no line `to` separates the old words from the new ones",
        )
    } else {
        made
    }
}

fn write_insert(
    address: &PrintedAddress,
    insertion: &Insertion,
    side: BeforeOrAfter,
    point: &InsertionPoint,
    counts: &PayloadCounts,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> CommandText {
    let side = side_name(side);
    let mut payload = None;
    let what = match &insertion.words {
        Some(words)
            if is_sentence(words)
                && (matches!(point, InsertionPoint::Words(_))
                    || address.unit() == Some(UnitNoun::Sentence)) =>
        {
            payload = Some(words.clone());
            UnitNoun::Sentence.name().one.to_owned()
        }
        Some(words) => quote_words(words),
        None => inserted_units(
            insertion,
            counts,
            matches!(point, InsertionPoint::Words(_)),
            address,
        ),
    };
    match point {
        InsertionPoint::Words(words) => CommandText {
            payload,
            ..CommandText::of(format!(
                "Insert {what} {side} {}{}",
                quoted_phrase(words),
                in_phrase(address)
            ))
        },
        InsertionPoint::Place => CommandText {
            payload,
            ..CommandText::of(format!("Insert {what} {side} {}", target_phrase(address)))
        },
        InsertionPoint::Section(name) => {
            let id = known.find_place(ruleset, name).map(|(_, id)| id.to_owned());
            let guessed = id.is_none();
            let made = CommandText::of(format!(
                "Insert {what} {side} #{}",
                id.unwrap_or_else(|| section_id(name))
            ));
            if guessed {
                made.doubt(
                    Unsure,
                    "the section is named, but no section with that name is known",
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
            // page 39a is inserted after page 39
            let after = if letter.is_empty() && insertion.unit == Some(UnitNoun::Page) {
                number.saturating_sub(1)
            } else {
                number
            };
            CommandText::of(format!("Insert {what} {side} page {}", after.max(1)))
        }
    }
}

/// Returns the inserted units as a count.
fn inserted_units(
    insertion: &Insertion,
    counts: &PayloadCounts,
    beside_words: bool,
    address: &PrintedAddress,
) -> String {
    if counts.headed && !matches!(insertion.unit, Some(UnitNoun::Page | UnitNoun::Figure)) {
        return count_phrase(UnitNoun::Section, counts.headings, None);
    }
    if matches!(insertion.unit, Some(UnitNoun::Page | UnitNoun::Figure)) && counts.figures > 0 {
        return count_phrase(UnitNoun::Figure, counts.figures, None);
    }
    match insertion.unit {
        Some(UnitNoun::Page) => count_phrase(UnitNoun::Section, 1, None),
        Some(unit) => {
            let number = count_in_payload(unit, counts).max(1);
            let number = if counts.paragraphs + counts.bullets == 0 {
                insertion.count.unwrap_or(1)
            } else {
                number
            };
            count_phrase(unit, number, insertion.label.as_deref())
        }
        None if beside_words => {
            if counts.is_sentence {
                count_phrase(UnitNoun::Sentence, counts.sentences, None)
            } else {
                UnitNoun::Words.name().one.to_owned()
            }
        }
        None => match address.unit() {
            Some(
                unit @ (UnitNoun::Sentence
                | UnitNoun::Bullet
                | UnitNoun::Line
                | UnitNoun::Row
                | UnitNoun::Item
                | UnitNoun::Entry),
            ) => count_phrase(unit, count_in_payload(unit, counts), None),
            _ => count_phrase(UnitNoun::Paragraph, counts.paragraphs, None),
        },
    }
}

fn write_add(
    address: &PrintedAddress,
    insertion: &Insertion,
    end: StartOrEnd,
    counts: &PayloadCounts,
    text: &str,
) -> CommandText {
    let end = match end {
        StartOrEnd::Start => "start",
        StartOrEnd::End => "end",
    };
    let mut made = CommandText::default();
    let section = address.steps.iter().any(|step| {
        matches!(
            step.kind,
            PrintedStepKind::Bare(UnitNoun::Section) | PrintedStepKind::Text
        )
    });
    let what = if let Some(words) = &insertion.words {
        made.payload = Some(words.clone());
        if is_sentence(words) {
            UnitNoun::Sentence.name().one.to_owned()
        } else {
            UnitNoun::Words.name().one.to_owned()
        }
    } else if let Some(unit) = insertion.unit {
        let number = if text.is_empty() {
            insertion.count.unwrap_or(1)
        } else {
            count_in_payload(unit, counts).max(1)
        };
        if counts.headed && unit == UnitNoun::Section {
            count_phrase(unit, counts.headings, None)
        } else {
            count_phrase(unit, number, insertion.label.as_deref())
        }
    } else if counts.headed {
        count_phrase(UnitNoun::Section, counts.headings, None)
    } else if section || counts.paragraphs > 1 {
        count_phrase(UnitNoun::Paragraph, counts.paragraphs, None)
    } else if counts.paragraphs == 0 && counts.bullets > 0 {
        count_phrase(UnitNoun::Bullet, counts.bullets, None)
    } else if counts.is_sentence || counts.sentences > 1 {
        count_phrase(UnitNoun::Sentence, counts.sentences, None)
    } else {
        UnitNoun::Words.name().one.to_owned()
    };
    let own: PrintedAddress = PrintedAddress {
        steps: address
            .steps
            .iter()
            .filter(|step| {
                !matches!(
                    step.kind,
                    PrintedStepKind::Bare(UnitNoun::Section) | PrintedStepKind::Text
                )
            })
            .cloned()
            .collect(),
        ..address.clone()
    };
    let of = own.text();
    made.text = if of.is_empty() {
        format!("Add {what} at the {end}")
    } else {
        format!("Add {what} at the {end} of {of}")
    };
    made
}

/// Returns quoted words and their occurrence: `1st "(I)"`, `"a" 2 times`.
fn quoted_phrase(words: &QuotedWords) -> String {
    let text = words.text.trim_start_matches(['.', '…', ' ']);
    let text = if text.ends_with("...") || text.ends_with('…') {
        text.trim_end_matches(['.', '…', ' '])
    } else {
        text
    };
    let quoted = quote_words(text);
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

/// Writes a table with one value: `| Camelry | ~~11~~ 10 |`.
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

/// Returns the id for the name of a section.
fn section_id(name: &str) -> String {
    let id = slug(&normalise(name));
    if id.is_empty() {
        "section".to_owned()
    } else {
        id
    }
}
