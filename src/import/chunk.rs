//! Chunks of a line: what its words are (a verb, a unit, quoted words, …) before their role in an
//! instruction is known.

use super::{
    address::{PrintedAddress, PrintedStep, address_steps, phrase_of},
    clause::{Insertion, QuotedWords, ValueChange},
    grammar::{LEXICON, Meaning, VerbKind},
    known_rulesets::KnownRulesets,
    pattern::{Captures, Pattern, TokenLine},
    token::SheetTokenKind::{Mark, Paren, Quote, Word},
};
use crate::syntax::{
    AddressStepKind,
    BeforeOrAfter::{self, After, Before},
    RangeEnd,
    StartOrEnd::{self, End, Start},
    UnitNoun::{self, Bullet, Item, Line, Paragraph, Row},
};
use std::ops::Range;

/// Some words of a line, and what they are.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    pub(super) kind: ChunkKind,
    pub(super) tokens: Range<usize>,
}

/// What the words of a chunk are.
#[derive(Clone, Debug)]
pub(super) enum ChunkKind {
    Verb(VerbKind),
    /// `becomes`: old words precede, new ones follow.
    Becomes,
    /// `for`: the old words follow.
    Old,
    /// `not`: the old words follow, which may have been named.
    Not,
    /// `with`: the new words follow.
    New,
    Side(BeforeOrAfter),
    Edge(StartOrEnd),
    /// A preposition of a place.
    In,
    /// Quoted words, and the token of the quotation.
    Quote(QuotedWords, usize),
    /// A number, perhaps with its noun, that is not quoted.
    Figure(String),
    /// A part of a place.
    Place(Box<PrintedAddress>),
    /// Units of the kind named before, by their numbers; the last one without.
    Elliptic(Vec<(u32, u32)>),
    /// The name of a section that the rules have.
    Name(String),
    /// What is added, and at which end.
    Units(Insertion, Option<StartOrEnd>),
    /// The new text follows, perhaps of a kind.
    Announced(Insertion),
    /// How often the old words occur; `None` for every occurrence.
    Times(Option<u32>),
    Value(ValueChange),
    /// `it`, `this`: what was named before.
    Pronoun,
    Joint,
    Mark(char),
    Paren,
    /// Words that explain or repeat.
    Remark,
    /// A word that no pattern explains.
    Unknown,
}

impl ChunkKind {
    /// Whether it says what is done, or with which words.
    pub(super) fn acts(&self) -> bool {
        matches!(
            self,
            Self::Verb(_)
                | Self::Becomes
                | Self::Old
                | Self::Not
                | Self::New
                | Self::Side(_)
                | Self::Edge(_)
                | Self::Quote(..)
                | Self::Units(..)
                | Self::Announced(_)
                | Self::Times(_)
                | Self::Value(_)
        )
    }

    /// Whether it is hardly found in prose.
    pub(super) fn tells(&self) -> bool {
        match self {
            Self::Place(place) => place.bare_unit().is_none(),
            Self::Verb(_) | Self::Becomes | Self::Quote(..) | Self::Figure(_) | Self::Units(..) => {
                true
            }
            Self::Name(_) | Self::Announced(_) | Self::Value(_) | Self::Elliptic(_) => true,
            _ => false,
        }
    }

    /// Returns what the words mean, for an explanation.
    fn meaning(&self) -> Option<String> {
        let verb = |kind| match kind {
            VerbKind::Replace | VerbKind::Substitute => "replace",
            VerbKind::Change | VerbKind::Value => "change",
            VerbKind::Delete | VerbKind::Ignore => "delete",
            VerbKind::Insert => "insert",
            VerbKind::Move => "move",
            VerbKind::Swap => "swap",
            VerbKind::Rename => "rename",
            VerbKind::Rearrange => "rearrange",
        };
        Some(match self {
            Self::Verb(kind) => format!("verb: {}", verb(*kind)),
            Self::Becomes => "becomes".to_owned(),
            Self::Old | Self::Not => "the old words follow".to_owned(),
            Self::New => "the new words follow".to_owned(),
            Self::Side(After) => "after".to_owned(),
            Self::Side(Before) => "before".to_owned(),
            Self::Edge(End) => "at the end".to_owned(),
            Self::Edge(Start) => "at the start".to_owned(),
            Self::Quote(..) => "quoted words".to_owned(),
            Self::Figure(_) => "a figure".to_owned(),
            Self::Place(place) => place.describe(),
            Self::Elliptic(_) => "units by their numbers".to_owned(),
            Self::Name(name) => format!("place {name}"),
            Self::Units(insertion, _) => match insertion.unit {
                Some(unit) => format!("new {}", unit.name().one),
                None => "what is added".to_owned(),
            },
            Self::Announced(_) => "the new text follows".to_owned(),
            Self::Times(Some(_)) => "how often".to_owned(),
            Self::Times(None) => "every occurrence".to_owned(),
            Self::Value(value) => format!("value of {}: {}", value.row, value.new),
            Self::Remark => "a remark".to_owned(),
            Self::In
            | Self::Pronoun
            | Self::Joint
            | Self::Mark(_)
            | Self::Paren
            | Self::Unknown => return None,
        })
    }
}

/// Divides a line into chunks; the names of the rules come before all patterns.
pub(super) fn chunks(line: &TokenLine<'_>, known: &KnownRulesets) -> Vec<Chunk> {
    let mut out: Vec<Chunk> = Vec::new();
    let mut at = 0;
    while at < line.tokens.len() {
        let before = out.last().map(|chunk| &chunk.kind);
        let name = known_name(line, known, at, before).or_else(|| large_name(line, at, before));
        let found = name.or_else(|| matched(line, at, before));
        let (kind, end) = found.unwrap_or_else(|| match line.kind(at) {
            Some(Mark(mark)) => (ChunkKind::Mark(*mark), at + 1),
            Some(Paren(_)) => (ChunkKind::Paren, at + 1),
            _ => (ChunkKind::Unknown, at + 1),
        });
        out.push(Chunk {
            kind,
            tokens: at..end,
        });
        at = end;
    }
    out
}

/// Returns what the words of a line were interpreted as, each with its bytes.
pub(super) fn meanings(line: &TokenLine<'_>, chunks: &[Chunk]) -> Vec<(usize, usize, String)> {
    let known = chunks.iter().filter_map(|chunk| {
        let (start, end) = line.span(chunk.tokens.clone());
        Some((start, end, chunk.kind.meaning()?))
    });
    known.collect()
}

/// Whether a name may begin behind a chunk.
fn begins_name(before: Option<&ChunkKind>) -> bool {
    match before {
        None | Some(ChunkKind::In | ChunkKind::Side(_)) => true,
        Some(ChunkKind::Mark(mark)) => matches!(mark, '.' | ',' | ':' | ';' | '–'),
        Some(ChunkKind::Place(place)) => place.page.is_some(),
        _ => false,
    }
}

/// Returns the longest name of the rules at `at`, if words that belong to the place or the instruction
/// follow it.
fn known_name(
    line: &TokenLine<'_>,
    known: &KnownRulesets,
    at: usize,
    before: Option<&ChunkKind>,
) -> Option<(ChunkKind, usize)> {
    const LONGEST: usize = 20;
    if !begins_name(before) {
        return None;
    }
    let at_name = at + usize::from(matches!(line.kind(at), Some(Word(word)) if word == "the"));
    let quoted = matches!(line.kind(at_name), Some(Quote(..)));
    if !line.is_large(at_name) && !quoted || quoted && matches!(before, Some(ChunkKind::Side(_))) {
        return None;
    }
    let longest = line.tokens.len().min(at_name + LONGEST);
    let part = |at: &usize| !line.is_mark(*at, &[';', '"']);
    let last = (at_name..longest).take_while(part).last()? + 1;
    (at_name + 1..=last).rev().find_map(|end| {
        let name = match line.kind(at_name) {
            Some(Quote(words, _)) if end == at_name + 1 => words,
            Some(Quote(..)) => return None,
            _ => line.text(at_name..end),
        };
        if !line.text(end - 1..end).contains(char::is_alphanumeric) {
            return None;
        }
        let bare = name.trim_end_matches(['.', ',', ':', ' ']);
        known.find_place(known.ruleset.as_deref(), bare)?;
        // `Baggage arrives last.` is no name, nor is the first word of another unit
        let next = matched(line, end, None);
        let unit = matches!(&next, Some((ChunkKind::Place(place), _)) if place.bare_unit().is_some());
        let goes_on = (next.is_none() || unit && line.is_large(end))
            && matches!(line.kind(end), Some(Word(_)));
        let place = matched(line, at, None).filter(|(kind, to)| {
            *to >= end && matches!(kind, ChunkKind::Place(place) if place.page.is_some() || !place.steps.iter().all(PrintedStep::is_bare))
        });
        (!goes_on && place.is_none()).then(|| (ChunkKind::Name(bare.to_owned()), end))
    })
}

/// Returns the capitalised words behind a preposition, in front of a mark or the page: a name that the
/// rules do not have.
fn large_name(
    line: &TokenLine<'_>,
    at: usize,
    before: Option<&ChunkKind>,
) -> Option<(ChunkKind, usize)> {
    if !matches!(before, Some(ChunkKind::In | ChunkKind::Side(_))) {
        return None;
    }
    let end = line.name_end(at).filter(|end| {
        let page = matched(line, *end, None);
        let paged = page.is_some_and(
            |(kind, _)| matches!(kind, ChunkKind::Place(place) if place.page.is_some()),
        );
        paged
            || matches!(
                line.kind(*end),
                None | Some(Mark('.' | ',' | ':' | ';' | '–') | Paren(_))
            )
    })?;
    Some((ChunkKind::Name(line.text(at..end).to_owned()), end))
}

/// Returns what the longest pattern at `at` means, and the token behind it.
fn matched(
    line: &TokenLine<'_>,
    at: usize,
    before: Option<&ChunkKind>,
) -> Option<(ChunkKind, usize)> {
    let valued = matches!(
        before,
        None | Some(ChunkKind::Mark(_) | ChunkKind::Joint | ChunkKind::Value(_))
            | Some(ChunkKind::Verb(VerbKind::Change | VerbKind::Value))
    );
    let sets = matches!(
        before,
        Some(
            ChunkKind::Verb(VerbKind::Change | VerbKind::Value)
                | ChunkKind::Mark(',' | ':')
                | ChunkKind::Joint
        )
    );
    let allows = |means| match means {
        Meaning::Value | Meaning::ColumnValue => valued,
        Meaning::SetValue => sets,
        // `insert the sentence “…”` names the new text
        Meaning::Labelled => !matches!(before, Some(ChunkKind::Verb(VerbKind::Insert))),
        _ => true,
    };
    line.longest(at, |pattern, captures, tokens| {
        allows(pattern.means).then(|| chunk_of(pattern, captures, line, tokens))?
    })
}

/// Returns the doubt that an instruction names further places.
pub(super) fn only_first(what: &str, further: &str) -> String {
    format!("it names further {what} ({further}); only the first is used")
}

fn chunk_of(
    pattern: &Pattern,
    captures: Captures,
    line: &TokenLine<'_>,
    tokens: Range<usize>,
) -> Option<ChunkKind> {
    let first = |captures: &Captures| captures.words.first().cloned().unwrap_or_default();
    let place = |address: PrintedAddress| Some(ChunkKind::Place(Box::new(address)));
    let quote = |words: QuotedWords| {
        let text = captures.words.last().cloned().unwrap_or_default();
        let at = captures.quote.unwrap_or(tokens.end - 1);
        let text = if captures.quote.is_some() {
            text
        } else {
            format!("({text})")
        };
        Some(ChunkKind::Quote(QuotedWords { text, ..words }, at))
    };
    let heading = |heading: &str| PrintedAddress {
        heading: Some(heading.to_owned()),
        ..PrintedAddress::default()
    };
    match pattern.means {
        Meaning::Page | Meaning::Pages => {
            let further = pattern.means == Meaning::Pages;
            let why = only_first("pages", line.text(tokens));
            place(PrintedAddress {
                page: Some(first(&captures)),
                unsupported: further.then_some(why).into_iter().collect(),
                ..PrintedAddress::default()
            })
        }
        Meaning::Section => {
            let further = captures
                .words
                .get(1..)
                .filter(|further| !further.is_empty());
            let why = further.map(|further| only_first("rules", &further.join(", ")));
            place(PrintedAddress {
                unsupported: why.into_iter().collect(),
                ..heading(&first(&captures))
            })
        }
        Meaning::NamedSection => {
            let name = line.text(tokens);
            place(heading(name.strip_prefix("the ").unwrap_or(name)))
        }
        Meaning::PrintedLine => place(PrintedAddress {
            printed_line: captures.nth.or(captures.number),
            ..PrintedAddress::default()
        }),
        Meaning::Unsupported => place(PrintedAddress {
            unsupported: vec![pattern.why.to_owned()],
            ..PrintedAddress::default()
        }),
        Meaning::Except => place(PrintedAddress {
            except: Some(first(&captures)),
            ..PrintedAddress::default()
        }),
        Meaning::Range => {
            let mut edges = captures.edges.into_iter().map(|edge| match edge {
                Ok(words) => Some(RangeEnd::Phrase(phrase_of(&words))),
                Err(tokens) => match matched(line, tokens.start, Some(&ChunkKind::Unknown))?.0 {
                    ChunkKind::Place(place) => Some(RangeEnd::Steps(address_steps(&place.steps))),
                    _ => None,
                },
            });
            let from = edges.next()??;
            let to = edges.next().unwrap_or(Some(RangeEnd::EndOf(Vec::new())))?;
            place(PrintedAddress {
                range: Some((from, to)),
                ..PrintedAddress::default()
            })
        }
        Meaning::In => Some(ChunkKind::In),
        Meaning::Elliptic => Some(ChunkKind::Elliptic(captures.ordinals)),
        Meaning::Units => {
            let page = captures.unit.is_none() && !captures.words.is_empty();
            let sign = page
                && captures.words[0]
                    .chars()
                    .all(|c| c.is_ascii_punctuation() || c == '†');
            Some(ChunkKind::Units(
                new_units(captures, sign, page && !sign),
                None,
            ))
        }
        Meaning::UnitsLast => Some(ChunkKind::Units(
            new_units(captures, false, false),
            Some(End),
        )),
        Meaning::UnitsFirst => Some(ChunkKind::Units(
            new_units(captures, false, false),
            Some(Start),
        )),
        Meaning::Announced => Some(ChunkKind::Announced(new_units(captures, false, false))),
        Meaning::Quote => quote(QuotedWords::default()),
        Meaning::NthQuote => quote(QuotedWords {
            nth: captures.nth,
            ..QuotedWords::default()
        }),
        Meaning::EveryQuote => quote(QuotedWords {
            every: true,
            ..QuotedWords::default()
        }),
        Meaning::Times => Some(ChunkKind::Times(captures.number.or(Some(2)))),
        Meaning::Every => Some(ChunkKind::Times(None)),
        Meaning::Figure => Some(ChunkKind::Figure(first(&captures))),
        Meaning::Value | Meaning::SetValue | Meaning::ColumnValue => {
            let (start, end) = line.span(tokens);
            let named = |row: &String| {
                captures.old.is_some() || !LEXICON.has("values", &row.to_lowercase())
            };
            let row = captures.row.clone().filter(named)?;
            let row = match captures.column {
                Some(column) if !row.contains('(') && column.len() > 1 => {
                    format!("{row}({column})")
                }
                _ => row,
            };
            Some(ChunkKind::Value(ValueChange {
                row,
                old: captures.old,
                new: captures.new?,
                start,
                end,
            }))
        }
        Meaning::Verb => Some(ChunkKind::Verb(captures.verb.unwrap_or(VerbKind::Insert))),
        Meaning::Becomes => Some(ChunkKind::Becomes),
        Meaning::Insert => Some(ChunkKind::Verb(VerbKind::Insert)),
        Meaning::Move => Some(ChunkKind::Verb(VerbKind::Move)),
        Meaning::Swap => Some(ChunkKind::Verb(VerbKind::Swap)),
        Meaning::Delete => Some(ChunkKind::Verb(VerbKind::Delete)),
        Meaning::Old => Some(ChunkKind::Old),
        Meaning::New => Some(ChunkKind::New),
        Meaning::Not => Some(ChunkKind::Not),
        Meaning::Before => Some(ChunkKind::Side(Before)),
        Meaning::After => Some(ChunkKind::Side(After)),
        Meaning::AtEnd => Some(ChunkKind::Edge(End)),
        Meaning::AtStart => Some(ChunkKind::Edge(Start)),
        Meaning::Pronoun => Some(ChunkKind::Pronoun),
        Meaning::Joint => Some(ChunkKind::Joint),
        Meaning::Remark => Some(ChunkKind::Remark),
        means => {
            let mut steps = steps_of(means, captures, line, tokens)?;
            let why = Some(pattern.why).filter(|why| !why.is_empty());
            steps.unsupported.extend(why.map(str::to_owned));
            place(steps)
        }
    }
}

/// Returns what is added: units with their number and label, a sign, or a page.
fn new_units(captures: Captures, sign: bool, page: bool) -> Insertion {
    let word = captures.words.last().cloned();
    if sign {
        return Insertion {
            words: word,
            ..Insertion::default()
        };
    }
    let signed = captures.unit.is_none()
        && word
            .as_ref()
            .is_some_and(|word| word.starts_with(['+', '-']));
    let unit = match captures.unit {
        None if signed => Some(Line),
        None if page => Some(UnitNoun::Page),
        unit => unit,
    };
    let nth = captures.nth.map(|nth| nth.to_string());
    Insertion {
        words: None,
        unit,
        count: captures
            .number
            .or(unit.filter(|_| !captures.many).map(|_| 1)),
        label: word.filter(|_| !signed).or(nth),
    }
}

/// Returns the address of the units that a pattern names.
fn steps_of(
    means: Meaning,
    captures: Captures,
    line: &TokenLine<'_>,
    tokens: Range<usize>,
) -> Option<PrintedAddress> {
    let unit = captures.unit;
    let label = captures.words.last().cloned().unwrap_or_default();
    let one = |step| Some(PrintedAddress::of(step));
    // a factor is a line, unless it is said to be a row
    let factor = |unit: Option<UnitNoun>| match unit {
        Some(unit) if unit == Row || !label.starts_with(['+', '-']) => unit,
        None if !label.starts_with(['+', '-']) => Paragraph,
        _ => Line,
    };
    let says = |word: &str| {
        line.text(tokens.clone())
            .to_lowercase()
            .split(' ')
            .any(|own| own == word)
    };
    match means {
        Meaning::Heading => one(AddressStepKind::Heading.into()),
        Meaning::Text => one(AddressStepKind::Text.into()),
        Meaning::Ordinals => one(PrintedStep::counted(unit?, &captures.ordinals)),
        Meaning::First => one(PrintedStep::counted(
            unit?,
            &[(1, captures.number.unwrap_or(1))],
        )),
        Meaning::Last => one(PrintedStep::last_units(unit?, captures.number.unwrap_or(1))),
        Meaning::FromEnd => one(PrintedStep::from_end(
            unit?,
            captures.number.or(captures.nth)?,
        )),
        Meaning::All if unit.is_none() => one(PrintedStep::bare(Bullet)),
        Meaning::All => {
            let both = says("both").then_some(2);
            let count = captures.number.or(both);
            one(AddressStepKind::All { count, unit: unit? }.into())
        }
        // `insert "large" Line 1. Insert …`
        Meaning::Labelled
            if matches!(line.kind(tokens.start), Some(Quote(..)))
                && line.is_large(tokens.start + 1) =>
        {
            None
        }
        Meaning::Labelled => one(PrintedStep::labels(factor(unit), &captures.words, &[])),
        Meaning::Item => Some(item_steps(&captures)),
        Meaning::NthLabel => one(PrintedStep::labels(
            factor(unit),
            std::slice::from_ref(&label),
            &captures.ordinals,
        )),
        Meaning::LastLabel => one(PrintedStep::last_labelled(factor(unit), &label)),
        Meaning::Opening => {
            let words = label.trim_end_matches(['.', '…', ' ']);
            one(PrintedStep::quoted(unit?, &format!("{words} …")))
        }
        Meaning::Topic => Some(PrintedAddress {
            unsupported: vec!["it names the unit by what it is about".to_owned()],
            ..PrintedAddress::of(PrintedStep::quoted(unit?, &label))
        }),
        Meaning::Bare => one(PrintedStep::bare(unit?)),
        _ => None,
    }
}

/// Returns the steps of labels in brackets: `(2)(a)` is a paragraph and an item in it, `items (a) and
/// (b)` are two items.
fn item_steps(captures: &Captures) -> PrintedAddress {
    let unit = |label: &String| match captures.unit {
        Some(Paragraph) => Paragraph,
        None if label.bytes().all(|b| b.is_ascii_digit()) => Paragraph,
        _ => Item,
    };
    let steps = if captures.many {
        vec![PrintedStep::labels(Item, &captures.words, &[])]
    } else {
        let steps = captures.words.iter();
        steps
            .map(|label| PrintedStep::quoted(unit(label), label))
            .collect()
    };
    PrintedAddress {
        steps,
        ..PrintedAddress::default()
    }
}
