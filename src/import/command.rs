//! What a draft tells to do, in the project's own language.

use super::{
    address::{Addr, StepKind},
    clause::{Brought, Point, Value, What, Words},
    draft::{Draft, Kind},
    known::Known,
    payload::Shape,
    plain::normal,
    sheet::Sureness::{self, Guess, Likely},
};
use crate::{
    syntax::{End, Side, Unit, instruction::quote},
    text::letters::slug,
};

/// What is made of a draft: its instruction, and what it brings where that is not the text below it.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    /// The instruction, nearly canonical.
    pub(super) text: String,
    /// Text that is made here: a table of values, a pair of words.
    pub(super) payload: Option<String>,
    /// How sure it can be at best, and why.
    pub(super) doubts: Vec<(Sureness, String)>,
}

impl Made {
    fn of(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    fn doubt(mut self, sureness: Sureness, why: &str) -> Self {
        self.doubts.push((sureness, why.to_owned()));
        self
    }
}

/// The instruction of a draft; none for a passage of rules.
pub(super) fn made(
    draft: &Draft,
    shape: &Shape,
    text: &str,
    known: &Known,
    ruleset: Option<&str>,
) -> Option<Made> {
    match &draft.kind {
        Kind::Clause(clause) => Some(clause_made(
            draft,
            &clause.what,
            shape,
            text,
            known,
            ruleset,
        )),
        Kind::Value(value) => Some(value_made(value)),
        Kind::Statement if is_figure(draft) => Some(
            Made::of("Replace heading and text")
                .doubt(Guess, "nothing says what to do: a figure is printed anew"),
        ),
        Kind::Statement => {
            let many = count(
                Unit::Paragraph,
                shape.paragraphs.max(u32::from(shape.bullets > 0)),
                None,
            );
            Some(Made::of(format!("Add {many} at the end")).doubt(
                Guess,
                "nothing says what to do: the text is taken to be new",
            ))
        }
        Kind::LabelledStatement => {
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
                Made::of(format!(
                    "Add {} at the {end}",
                    count(Unit::Sentence, shape.sentences, None)
                ))
                .doubt(
                    Guess,
                    "nothing says what to do: the text is taken to be new",
                ),
            )
        }
        Kind::Update => Some(Made::of("Replace text").doubt(
            Guess,
            "an update is taken to stand in the place of what it updates",
        )),
        Kind::Entry => Some(Made::of("Set entries")),
        Kind::Note => Some(Made::of("Note on ruleset")),
        Kind::Clarification => Some(Made::of("Clarify text")),
        Kind::Said(..) | Kind::Text => None,
    }
}

fn is_figure(draft: &Draft) -> bool {
    draft
        .place
        .path
        .last()
        .is_some_and(|name| normal(name).starts_with("figure ") || normal(name).starts_with("fig "))
}

/// `2 bullets`, `bullet 6`.
fn count(unit: Unit, number: u32, label: Option<&str>) -> String {
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
fn target(addr: &Addr) -> String {
    let text = addr.text();
    if text.is_empty() {
        "text".to_owned()
    } else {
        text
    }
}

/// ` in …`.
fn inside(addr: &Addr) -> String {
    format!(" in {}", target(addr))
}

/// How many of what comes, in a unit's own kind.
fn number_of(unit: Unit, shape: &Shape) -> u32 {
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

fn clause_made(
    draft: &Draft,
    what: &What,
    shape: &Shape,
    text: &str,
    known: &Known,
    ruleset: Option<&str>,
) -> Made {
    let addr = &draft.addr;
    match what {
        What::Replace => replace(draft, shape, text),
        What::ReplaceWords(words, new) if words.text.is_empty() => {
            let mut made = Made::of(format!("Replace {}", target(addr)));
            made.payload = Some(new.clone());
            made
        }
        What::ReplaceWords(words, new) => Made::of(format!(
            "Replace {} with {}{}",
            phrase(words),
            quote(new),
            inside(addr)
        )),
        What::ReplaceByText(words) => by_text(addr, words, shape, text),
        What::Pairs => pairs(draft, addr),
        What::Delete => Made::of(format!("Delete {}", target(addr))),
        What::DeleteWords(words) => Made::of(format!("Delete {}{}", phrase(words), inside(addr))),
        What::Described(told) => Made::of(format!("Delete [{}]", told.replace(['[', ']'], "")))
            .doubt(Guess, "what goes is told and not quoted"),
        What::Insert(brought, side, point) => {
            insert(addr, brought, *side, point, shape, known, ruleset)
        }
        What::Add(brought, end) => add(addr, brought, *end, shape, text),
        What::Values(_) | What::Rows => Made::of("Set values"),
        What::Told(told) => {
            let mut made = Made::of("Add paragraph at the end")
                .doubt(Guess, "what changes is told, not which words");
            made.payload = Some(told.clone());
            made
        }
        What::Clarify => Made::of(format!("Clarify {}", target(addr))),
    }
}

fn replace(draft: &Draft, shape: &Shape, text: &str) -> Made {
    let addr = &draft.addr;
    if is_figure(draft) && (addr.steps.is_empty() || addr.text().starts_with("figure ")) {
        // the text begins with the figure's own heading
        let own = draft
            .place
            .path
            .last()
            .map(|name| normal(name))
            .unwrap_or_default();
        let heading = normal(
            text.lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches(['#', ' ']),
        )
        .starts_with(&own);
        return Made::of(if heading {
            "Replace heading and text"
        } else {
            "Replace text"
        });
    }
    let mut out = format!("Replace {}", target(addr));
    let last = addr
        .steps
        .last()
        .filter(|_| addr.more.is_empty() && addr.range.is_none());
    if let Some((unit, old)) = last.and_then(|step| Some((step.unit()?, step.count?))) {
        let new = number_of(unit, shape);
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
            && !matches!(last.map(|step| step.kind), Some(StepKind::All(_)))
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
    Made::of(out)
}

/// `Delete "…", substitute: …`, where the new words may be a whole paragraph.
fn by_text(addr: &Addr, words: &Words, shape: &Shape, text: &str) -> Made {
    let sentence = addr.unit() == Some(Unit::Sentence);
    if sentence || shape.paragraphs + shape.bullets > 1 {
        let mut made = Made::of(format!("Replace {}", target(addr)));
        if !sentence {
            made = made.doubt(Likely, "the words that go are taken for all of the place");
        }
        return made;
    }
    Made::of(format!(
        "Replace {} with {}{}",
        phrase(words),
        quote(text),
        inside(addr)
    ))
}

/// Old words and new ones, below each other.
fn pairs(draft: &Draft, addr: &Addr) -> Made {
    let made = Made::of(format!("Substitute in {}", target(addr)));
    if draft.old.is_none() {
        made.doubt(Guess, "no line `to` parts the old words from the new ones")
    } else {
        made
    }
}

fn insert(
    addr: &Addr,
    brought: &Brought,
    side: Side,
    point: &Point,
    shape: &Shape,
    known: &Known,
    ruleset: Option<&str>,
) -> Made {
    let side = match side {
        Side::Before => "before",
        Side::After => "after",
    };
    let what = match &brought.words {
        Some(words) => quote(words),
        None => brought_units(brought, shape, matches!(point, Point::Words(_)), addr),
    };
    match point {
        Point::Words(words) => Made::of(format!(
            "Insert {what} {side} {}{}",
            phrase(words),
            inside(addr)
        )),
        Point::Place => Made::of(format!("Insert {what} {side} {}", target(addr))),
        Point::Section(name) => {
            let id = known.place(ruleset, name).map(|(_, id)| id.to_owned());
            let guessed = id.is_none();
            let made = Made::of(format!(
                "Insert {what} {side} #{}",
                id.unwrap_or_else(|| id_of(name))
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
        Point::Page(page) => {
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
            Made::of(format!("Insert {what} {side} page {}", after.max(1)))
        }
    }
}

/// The units that are brought, as a count.
fn brought_units(brought: &Brought, shape: &Shape, beside_words: bool, addr: &Addr) -> String {
    if shape.headed && !matches!(brought.unit, Some(Unit::Page | Unit::Figure)) {
        return count(Unit::Section, shape.headings, None);
    }
    if matches!(brought.unit, Some(Unit::Page | Unit::Figure)) && shape.figures > 0 {
        return count(Unit::Figure, shape.figures, None);
    }
    match brought.unit {
        Some(Unit::Page) => count(Unit::Section, 1, None),
        Some(unit) => {
            let number = number_of(unit, shape).max(1);
            let number = if shape.paragraphs + shape.bullets == 0 {
                brought.count.unwrap_or(1)
            } else {
                number
            };
            count(unit, number, brought.label.as_deref())
        }
        None if beside_words => {
            if shape.is_sentence {
                count(Unit::Sentence, shape.sentences, None)
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
            ) => count(unit, number_of(unit, shape), None),
            _ => count(Unit::Paragraph, shape.paragraphs, None),
        },
    }
}

fn add(addr: &Addr, brought: &Brought, end: End, shape: &Shape, text: &str) -> Made {
    let end = match end {
        End::Start => "start",
        End::End => "end",
    };
    let mut made = Made::default();
    let section = addr
        .steps
        .iter()
        .any(|step| matches!(step.kind, StepKind::Bare(Unit::Section) | StepKind::Text));
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
            number_of(unit, shape).max(1)
        };
        if shape.headed && unit == Unit::Section {
            count(unit, shape.headings, None)
        } else {
            count(unit, number, brought.label.as_deref())
        }
    } else if shape.headed {
        count(Unit::Section, shape.headings, None)
    } else if section || shape.paragraphs > 1 {
        count(Unit::Paragraph, shape.paragraphs, None)
    } else if shape.paragraphs == 0 && shape.bullets > 0 {
        count(Unit::Bullet, shape.bullets, None)
    } else if shape.is_sentence || shape.sentences > 1 {
        count(Unit::Sentence, shape.sentences, None)
    } else {
        Unit::Words.name().one.to_owned()
    };
    let own: Addr = Addr {
        steps: addr
            .steps
            .iter()
            .filter(|step| !matches!(step.kind, StepKind::Bare(Unit::Section) | StepKind::Text))
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
fn phrase(words: &Words) -> String {
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
fn value_made(value: &Value) -> Made {
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
    let mut made = Made::of("Set values");
    made.payload = Some(format!("| row | {column} |\n|---|---|\n| {row} | {new} |"));
    made
}

/// The name of a section as its id.
fn id_of(name: &str) -> String {
    let id = slug(&normal(name));
    if id.is_empty() {
        "section".to_owned()
    } else {
        id
    }
}
