//! Makes the command of a draft: a table of the forms of a clause, and the units that it counts in the
//! new text.

use super::{
    address::{PrintedAddress, PrintedStep, phrase_of, target_of, unspanned},
    clause::{ClauseAction, Insertion, InsertionPoint, QuotedWords, ValueChange},
    instruction_draft::{DraftKind, InstructionDraft, is_glossary},
    known_rulesets::KnownRulesets,
    payload::PayloadCounts,
    plain_text::normalise,
};
use crate::{
    syntax::{
        AddressStepKind, BeforeOrAfter, Command, NewUnitCount, OccurrenceSelector, Phrase,
        StartOrEnd, Target,
        UnitNoun::{
            self, Bullet, Entry, Figure, Item, Line, Page, Paragraph, Row, Section, Sentence, Words,
        },
        Verb,
        instruction::print_target,
    },
    text::{Span, slug::slug},
};

/// A command made from a draft, a new text if one was generated, and reasons for doubt.
#[derive(Clone, Debug)]
pub(super) struct MadeCommand {
    pub(super) command: Command,
    /// A text that replaces that of the draft, such as a table with the new value.
    pub(super) payload: Option<String>,
    pub(super) doubts: Vec<&'static str>,
}

impl From<Command> for MadeCommand {
    fn from(command: Command) -> Self {
        Self {
            command,
            payload: None,
            doubts: Vec::new(),
        }
    }
}

impl MadeCommand {
    fn doubt(mut self, why: &'static str) -> Self {
        self.doubts.push(why);
        self
    }

    fn with_payload(mut self, payload: impl Into<String>) -> Self {
        self.payload = Some(payload.into());
        self
    }
}

/// A command, or why the instruction language has none.
type Made = Result<MadeCommand, &'static str>;

/// The input for making a command: the draft, its new text, and the known rulesets.
#[derive(Clone, Copy)]
pub(super) struct CommandMaker<'a> {
    pub(super) draft: &'a InstructionDraft,
    /// The units of the new text.
    pub(super) counts: &'a PayloadCounts,
    pub(super) text: &'a str,
    pub(super) known: &'a KnownRulesets,
    pub(super) ruleset: Option<&'a str>,
}

impl CommandMaker<'_> {
    /// Makes the command of the draft; `None` for a passage of rules.
    pub(super) fn make(self) -> Result<Option<MadeCommand>, &'static str> {
        const UNSTATED: &str = "no operation is stated: the text is taken as new";
        let Self {
            draft,
            counts,
            text,
            ..
        } = self;
        let add = |count, end| MadeCommand::from(add(count, end, Vec::new()));
        Ok(Some(match &draft.kind {
            DraftKind::Clause(clause) => {
                let made = self.make_clause(&clause.action)?;
                let few_words = draft.address.is_empty()
                    && made.command.verb == Verb::Replace
                    && made.command.phrase.is_none()
                    && counts.paragraphs == 1
                    && !text.ends_with(['.', '!', '?', ':', '”', '"']);
                let made = match few_words {
                    true => made.doubt("a few words would be the whole text of the section"),
                    false => made,
                };
                // as a hint next to quoted words it does no harm
                let mut targets = made.command.addresses();
                let hint = targets.any(|target| target.printed_line.is_some());
                drop(targets);
                match draft.address.printed_line {
                    Some(_) if !hint => {
                        made.doubt("it counts printed lines, which depend on the layout")
                    }
                    _ => made,
                }
            }
            DraftKind::Value(value) => make_value(value),
            DraftKind::Statement if self.is_figure() => replace(&[
                AddressStepKind::Heading,
                AddressStepKind::Text,
            ])
            .doubt(
                "no operation is stated: a figure that is printed again is taken as a replacement",
            ),
            DraftKind::Statement => {
                let number = counts.paragraphs.max(u32::from(counts.bullets > 0));
                add(units(Paragraph, number), StartOrEnd::End).doubt(UNSTATED)
            }
            DraftKind::LabelledStatement => {
                let dots = ["…", "..."];
                let open_end = dots.iter().any(|dots| text.trim_end().ends_with(dots));
                let open_start = dots.iter().any(|dots| text.starts_with(dots));
                let end = match open_end && !open_start {
                    true => StartOrEnd::Start,
                    false => StartOrEnd::End,
                };
                add(units(Sentence, counts.sentences), end).doubt(UNSTATED)
            }
            DraftKind::Update => replace(&[AddressStepKind::Text])
                .doubt("an update is taken as a replacement of what it updates"),
            DraftKind::Entry => Command::new(Verb::SetEntries, Vec::new()).into(),
            DraftKind::Note => Command::new(Verb::Note, Vec::new()).into(),
            DraftKind::Clarification => Command::new(Verb::Clarify, or_text(Vec::new())).into(),
            DraftKind::Text => return Ok(None),
        }))
    }

    fn make_clause(self, action: &ClauseAction) -> Made {
        let address = &self.draft.address;
        if address.except.is_some() && !matches!(action, ClauseAction::Replace) {
            return Err("it makes an exception, which is possible only where units are replaced");
        }
        let (whole, inside) = (or_text(address.units()), or_text(address.places()));
        let delete = |targets| Command::new(Verb::Delete, targets);
        Ok(match action {
            ClauseAction::Replace => self.make_replace(),
            ClauseAction::ReplaceWords(words, new) => replace_words(words, new, inside).into(),
            ClauseAction::ReplaceByText(_) if address.unit() == Some(Sentence) => {
                replace_units(whole).into()
            }
            ClauseAction::ReplaceByText(words) => replace_words(words, self.text, inside).into(),
            ClauseAction::Pairs => {
                let made = MadeCommand::from(Command::new(Verb::Substitute, inside));
                match self.draft.old {
                    Some(_) => made,
                    None => made.doubt("no line `to` separates the old words from the new ones"),
                }
            }
            ClauseAction::Delete => delete(whole).into(),
            ClauseAction::DeleteWords(words) => Command {
                phrase: Some(phrase(words)),
                ..delete(inside)
            }
            .into(),
            ClauseAction::DeleteDescribed(description) => {
                let mut words = description.replace(['[', ']'], "");
                let places: Vec<String> = address.units().iter().map(print_target).collect();
                if !places.is_empty() {
                    words = format!("{words} in {}", places.join(" and "));
                }
                MadeCommand::from(Command {
                    description: Some(unspanned(words)),
                    ..delete(Vec::new())
                })
                .doubt("the text to delete is described, not quoted")
            }
            ClauseAction::Insert(insertion, side, point) => {
                return self.make_insert(insertion, *side, point);
            }
            ClauseAction::Add(insertion, end) => return self.make_add(insertion, *end),
            ClauseAction::Values(_) => Command::new(Verb::SetValues, Vec::new()).into(),
            ClauseAction::Paraphrase(description) => {
                MadeCommand::from(add(units(Paragraph, 1), StartOrEnd::End, Vec::new()))
                    .doubt("the change is described, not quoted")
                    .with_payload(description)
            }
            ClauseAction::Move(side, to) => {
                let edge = match (address.unit(), side) {
                    _ if !to.steps.is_empty() => to.steps.clone(),
                    (Some(unit), BeforeOrAfter::After) => vec![PrintedStep::last(unit)],
                    (Some(unit), BeforeOrAfter::Before) => vec![PrintedStep::nth(unit, 1)],
                    (None, _) => return Err("it does not say which unit is moved"),
                };
                Command {
                    side: Some(*side),
                    anchor: Some(next_to_end(address, &edge)),
                    ..Command::new(Verb::Move, whole)
                }
                .into()
            }
            ClauseAction::MoveAway(section) => {
                let clause = Some(unspanned(self.section(section).0));
                MadeCommand::from(Command {
                    clause,
                    ..delete(whole)
                })
                .doubt("the text goes to another section: check where it comes there")
            }
            ClauseAction::Swap(other) => {
                let targets = [whole, vec![next_to_end(address, other)]].concat();
                Command::new(Verb::Swap, targets).into()
            }
            ClauseAction::Rename(new) => {
                let target = only(address.places())?;
                let text =
                    matches!(&target.steps[..], [step] if step.kind == AddressStepKind::Text);
                let heading = target_of(&[AddressStepKind::Heading.into()]);
                let target = if text { heading } else { target };
                Command {
                    words: Some(unspanned(new.clone())),
                    ..Command::new(Verb::Rename, vec![target])
                }
                .into()
            }
        })
    }

    fn is_figure(self) -> bool {
        let name = self.draft.place.path.last().map(|name| normalise(name));
        name.is_some_and(|name| name.starts_with("figure ") || name.starts_with("fig "))
    }

    /// Returns the id of a section, and whether the rules have it.
    fn section(self, name: &str) -> (String, bool) {
        let known = self.known.find_place(self.ruleset, name);
        let made = || Some(slug(&normalise(name))).filter(|id| !id.is_empty());
        let id = known.map(|(_, id)| id.to_owned()).or_else(made);
        (id.unwrap_or_else(|| "section".to_owned()), known.is_some())
    }

    fn make_replace(self) -> MadeCommand {
        let Self { draft, text, .. } = self;
        let address = &draft.address;
        if address.is_empty() && text.starts_with('|') {
            return MadeCommand::from(Command::new(Verb::SetValues, Vec::new()))
                .doubt("a table without a place is taken as values to set");
        }
        let step = address.steps.first();
        let whole = step.is_none_or(|step| step.unit() == Some(Figure) && !step.is_bare());
        if self.is_figure() && whole {
            // its new text may begin with its heading
            let own = draft
                .place
                .path
                .last()
                .map(|name| normalise(name))
                .unwrap_or_default();
            let first = text.lines().next().unwrap_or_default();
            let headed = normalise(first.trim_start_matches(['#', ' '])).starts_with(&own);
            let kinds = [AddressStepKind::Heading, AddressStepKind::Text];
            return replace(&kinds[usize::from(!headed)..]);
        }
        Command {
            count: self.new_count(),
            except: address.except.clone().map(unspanned),
            ..replace_units(or_text(address.units()))
        }
        .into()
    }

    /// Returns the number of the new units if it differs from that of the old ones.
    fn new_count(self) -> Option<NewUnitCount> {
        let (address, counts) = (&self.draft.address, self.counts);
        let single =
            address.more.is_empty() && address.range.is_none() && address.printed_line.is_none();
        let last = address
            .steps
            .last()
            .filter(|last| single && !last.is_all_units())?;
        let (unit, old) = (last.unit()?, last.count()?);
        let counted = match unit {
            Sentence => counts.bullets + counts.paragraphs <= 1,
            unit => matches!(unit, Paragraph | Bullet | Line | Item | Row),
        };
        let new = counts.of(unit);
        (counted && new != old && new > 0).then(|| units(unit, new))
    }

    fn make_insert(
        self,
        insertion: &Insertion,
        side: BeforeOrAfter,
        point: &InsertionPoint,
    ) -> Made {
        let address = &self.draft.address;
        let beside_words = matches!(point, InsertionPoint::Words(_));
        let words = insertion.words.clone().map(unspanned);
        let mut count = match &words {
            Some(_) => None,
            None => Some(self.inserted_units(insertion, beside_words)),
        };
        let mut known = true;
        let (mut phrase_beside, mut targets) = (None, Vec::new());
        match (&mut count, point) {
            // in a glossary, words without a unit are the label of an entry
            (Some(count), InsertionPoint::Words(words))
                if is_glossary(&self.draft.place)
                    && insertion.unit.is_none_or(|unit| unit == Entry)
                    && address.steps.is_empty() =>
            {
                let number = self.counts.paragraphs + self.counts.bullets;
                *count = units(Entry, number.max(count.number));
                targets.push(target_of(&[PrintedStep::entry(&words.text)]));
            }
            (_, InsertionPoint::Words(words)) => {
                phrase_beside = Some(phrase(words));
                targets = or_text(address.places());
            }
            (_, InsertionPoint::Place) => targets.push(only(address.units())?),
            (_, InsertionPoint::Section(name)) => {
                let (id, found) = self.section(name);
                known = found;
                let id = Some(unspanned(id));
                targets.push(Target {
                    id,
                    ..target_of(&[])
                });
            }
            (_, InsertionPoint::Page(page)) => {
                let digits = page.trim_end_matches(|c: char| c.is_ascii_alphabetic());
                let number: u32 = digits.parse().unwrap_or_default();
                // page 39a is inserted after page 39
                let whole = digits == page && insertion.unit == Some(Page);
                let after = number.saturating_sub(u32::from(whole)).max(1);
                targets.push(target_of(&[PrintedStep::nth(Page, after)]));
            }
        }
        let made = MadeCommand::from(Command {
            phrase: phrase_beside,
            words,
            count,
            side: Some(side),
            ..Command::new(Verb::Insert, targets)
        });
        let why = "the section is named, but no section with that name is known";
        Ok(if known { made } else { made.doubt(why) })
    }

    /// Returns the inserted units as a count.
    fn inserted_units(self, insertion: &Insertion, beside_words: bool) -> NewUnitCount {
        let counts = self.counts;
        let pages = matches!(insertion.unit, Some(Page | Figure));
        match insertion.unit {
            _ if counts.headed && !pages => units(Section, counts.headings),
            _ if pages && counts.figures > 0 => units(Figure, counts.figures),
            Some(Page) => units(Section, 1),
            Some(unit) => self.announced_units(insertion, unit),
            None if beside_words && counts.is_sentence => units(Sentence, counts.sentences),
            None if beside_words => units(Words, 1),
            None => match self.draft.address.unit() {
                Some(unit @ (Sentence | Bullet | Line | Row | Item | Entry)) => {
                    units(unit, counts.of(unit))
                }
                _ => units(Paragraph, counts.paragraphs),
            },
        }
    }

    /// Returns the units that an instruction announces; their text says how many there are.
    fn announced_units(self, insertion: &Insertion, unit: UnitNoun) -> NewUnitCount {
        let empty = self.counts.paragraphs + self.counts.bullets == 0;
        let said = insertion.count.unwrap_or(1);
        let number = if empty { said } else { self.counts.of(unit) };
        labelled_units(unit, number, insertion.label.as_deref())
    }

    fn make_add(self, insertion: &Insertion, end: StartOrEnd) -> Made {
        let Self { draft, counts, .. } = self;
        let address = &draft.address;
        if address.range.is_some() {
            return Err("it adds to several units, and does not say where");
        }
        let section = address.steps.iter().any(PrintedStep::is_section);
        let sentences = counts.is_sentence || counts.sentences > 1;
        let what = if counts.headed && insertion.unit.is_none_or(|unit| unit == Section) {
            units(Section, counts.headings)
        } else if let Some(unit) = insertion.unit {
            self.announced_units(insertion, unit)
        } else if is_glossary(&draft.place) && address.steps.is_empty() {
            units(Entry, counts.paragraphs + counts.bullets)
        } else if section && sentences || counts.paragraphs > 1 {
            units(Paragraph, counts.paragraphs)
        } else if counts.paragraphs == 0 && counts.bullets > 0 {
            units(Bullet, counts.bullets)
        } else if sentences {
            units(Sentence, counts.sentences)
        } else {
            units(Words, 1)
        };
        let mut own = address.clone();
        own.steps.retain(|step| !step.is_section());
        let (what_unit, places) = (what.unit, own.places());
        let targets = match places.is_empty() {
            true => places,
            false => vec![only(places)?],
        };
        let made = MadeCommand {
            payload: insertion.words.clone(),
            ..add(what, end, targets).into()
        };
        let label = insertion.label.as_deref().unwrap_or_default();
        Ok(match (what_unit, own.unit()) {
            (Sentence, Some(Sentence)) => made.doubt("a sentence is added to a sentence"),
            _ if label.parse::<u32>().is_ok() => {
                made.doubt("it is added at an end, which may not be where its number belongs")
            }
            _ => made,
        })
    }
}

fn replace_units(targets: Vec<Target>) -> Command {
    Command::new(Verb::Replace, targets)
}

fn add(count: NewUnitCount, end: StartOrEnd, targets: Vec<Target>) -> Command {
    Command {
        count: Some(count),
        end: Some(end),
        ..Command::new(Verb::Add, targets)
    }
}

fn replace(kinds: &[AddressStepKind]) -> MadeCommand {
    let target = |kind: &AddressStepKind| target_of(&[kind.clone().into()]);
    replace_units(kinds.iter().map(target).collect()).into()
}

fn replace_words(words: &QuotedWords, new: &str, targets: Vec<Target>) -> Command {
    Command {
        phrase: Some(phrase(words)),
        words: Some(unspanned(new.to_owned())),
        ..replace_units(targets)
    }
}

/// Returns the address of steps in the same unit as the last step of `address`.
fn next_to_end(address: &PrintedAddress, steps: &[PrintedStep]) -> Target {
    let outer = address.steps.len().saturating_sub(steps.len());
    target_of(&[&address.steps[..outer], steps].concat())
}

/// Makes a table with one value: `| Camelry | ~~11~~ 10 |`.
fn make_value(value: &ValueChange) -> MadeCommand {
    let inner = value
        .row
        .strip_suffix(')')
        .and_then(|row| row.rsplit_once('('));
    let (row, column) = inner
        .filter(|(row, _)| !row.trim().is_empty())
        .unwrap_or((&value.row, "value"));
    let old = value.old.as_ref().map(|old| format!("~~{old}~~ "));
    let new = old.unwrap_or_default() + &value.new;
    let (row, column) = (row.trim(), column.trim());
    MadeCommand::from(Command::new(Verb::SetValues, Vec::new()))
        .with_payload(format!("| row | {column} |\n|---|---|\n| {row} | {new} |"))
}

/// Returns a number of units, at least one.
fn units(unit: UnitNoun, number: u32) -> NewUnitCount {
    labelled_units(unit, number, None)
}

/// Returns a number of units, or one with a label: `2 bullets`, `bullet 6`.
fn labelled_units(unit: UnitNoun, number: u32, label: Option<&str>) -> NewUnitCount {
    NewUnitCount {
        number: if label.is_some() { 1 } else { number.max(1) },
        unit,
        label: label.map(|label| unspanned(label.to_owned())),
        span: Span::default(),
    }
}

/// Returns addresses, or everything below the heading of the place if there is none.
fn or_text(targets: Vec<Target>) -> Vec<Target> {
    if targets.is_empty() {
        return vec![target_of(&[AddressStepKind::Text.into()])];
    }
    targets
}

/// Returns the only address.
fn only(targets: Vec<Target>) -> Result<Target, &'static str> {
    match <[Target; 1]>::try_from(or_text(targets)) {
        Ok([target]) => Ok(target),
        Err(_) => Err("it names several places where only one is possible"),
    }
}

/// Returns quoted words and their occurrence: `1st "(I)"`, `"a" 2 times`.
fn phrase(words: &QuotedWords) -> Phrase {
    let which = match words {
        QuotedWords { every: true, .. } => OccurrenceSelector::Every,
        QuotedWords { nth: Some(nth), .. } => OccurrenceSelector::Nth(*nth),
        words => OccurrenceSelector::Exactly(words.times.unwrap_or(1).max(1)),
    };
    Phrase {
        which,
        ..phrase_of(&words.text)
    }
}
