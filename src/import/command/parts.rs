//! Input and output of `make_command`, and helpers that build its counts, targets and phrases.

use crate::{
    import::{
        address::{phrase_of, target_of, unspanned},
        clause::QuotedWords,
        instruction_draft::InstructionDraft,
        known_rulesets::KnownRulesets,
        payload::PayloadCounts,
        plain_text::normalise,
        sheet::Confidence::{self, Unsure},
    },
    syntax::{
        AddressStepKind, Command, NewUnitCount, OccurrenceSelector, Phrase, StartOrEnd, Target,
        UnitNoun,
    },
    text::Span,
};

/// A command made from a draft, a payload if one was generated, and reasons for doubt.
#[derive(Clone, Debug)]
pub(crate) struct MadeCommand {
    pub(crate) command: Command,
    /// A payload that replaces that of the draft, such as a table with the new value.
    pub(crate) payload: Option<String>,
    /// Reasons for doubt, each with the confidence that remains.
    pub(crate) doubts: Vec<(Confidence, String)>,
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
    pub(super) fn doubt(mut self, why: &str) -> Self {
        self.doubts.push((Unsure, why.to_owned()));
        self
    }

    pub(super) fn with_payload(mut self, payload: impl Into<String>) -> Self {
        self.payload = Some(payload.into());
        self
    }
}

/// The input for making a command: draft, payload as text and counts, known rulesets.
#[derive(Clone, Copy)]
pub(crate) struct CommandContext<'a> {
    pub(crate) draft: &'a InstructionDraft,
    /// The units of the payload.
    pub(crate) counts: &'a PayloadCounts,
    /// The payload.
    pub(crate) text: &'a str,
    pub(crate) known: &'a KnownRulesets,
    pub(crate) ruleset: Option<&'a str>,
}

pub(super) fn is_figure(draft: &InstructionDraft) -> bool {
    draft.place.path.last().is_some_and(|name| {
        normalise(name).starts_with("figure ") || normalise(name).starts_with("fig ")
    })
}

pub(super) fn replace_all(kinds: &[AddressStepKind]) -> Command {
    let target = |kind: &AddressStepKind| target_of(&[kind.clone().into()]);
    Command::Replace {
        targets: kinds.iter().map(target).collect(),
        with: None,
        except: None,
    }
}

pub(super) fn add(what: NewUnitCount, end: StartOrEnd) -> MadeCommand {
    Command::Add {
        what,
        end,
        of: None,
    }
    .into()
}

/// Returns a number of units, at least one.
pub(super) fn units(unit: UnitNoun, number: u32) -> NewUnitCount {
    labelled_units(unit, number, None)
}

/// Returns a number of units, or one with a label: `2 bullets`, `bullet 6`.
pub(super) fn labelled_units(unit: UnitNoun, number: u32, label: Option<&str>) -> NewUnitCount {
    NewUnitCount {
        number: if label.is_some() { 1 } else { number.max(1) },
        unit,
        label: label.map(|label| unspanned(label.to_owned())),
        span: Span::default(),
    }
}

/// Returns everything below the heading of the place.
pub(super) fn whole_text() -> Target {
    target_of(&[AddressStepKind::Text.into()])
}

/// Returns addresses, or the whole text if there is none.
pub(super) fn or_text(targets: Vec<Target>) -> Vec<Target> {
    if targets.is_empty() {
        vec![whole_text()]
    } else {
        targets
    }
}

/// Returns the only address.
pub(super) fn only(targets: Vec<Target>) -> Result<Target, &'static str> {
    match <[Target; 1]>::try_from(or_text(targets)) {
        Ok([target]) => Ok(target),
        Err(_) => Err("it names several places where only one is possible"),
    }
}

/// Returns how many units of the kind `unit` the payload has.
pub(super) fn count_in_payload(unit: UnitNoun, counts: &PayloadCounts) -> u32 {
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

/// Whether words are a whole sentence.
pub(super) fn is_sentence(words: &str) -> bool {
    words.ends_with(['.', '!', '?']) && words.starts_with(char::is_uppercase)
}

/// Returns quoted words and their occurrence: `1st "(I)"`, `"a" 2 times`.
pub(super) fn phrase(words: &QuotedWords) -> Phrase {
    let text = match words.text.as_str() {
        "." => ".",
        text => text.trim_start_matches(['.', '…', ' ']),
    };
    let text = if text.ends_with("...") || text.ends_with('…') {
        text.trim_end_matches(['.', '…', ' '])
    } else {
        text
    };
    let which = if words.every {
        OccurrenceSelector::Every
    } else if words.last {
        OccurrenceSelector::Last
    } else if let Some(nth) = words.nth {
        OccurrenceSelector::Nth(nth)
    } else {
        OccurrenceSelector::Exactly(words.times.unwrap_or(1).max(1))
    };
    Phrase {
        which,
        ..phrase_of(text)
    }
}
