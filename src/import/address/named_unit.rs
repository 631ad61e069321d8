//! Parses units that a sheet gives by label, sign or topic instead of a number: `the Salt line`,
//! `the baggage bullet`, `the note about groups`.

use super::printed_address::PrintedStep;
use crate::{
    import::{cursor::TokenCursor, grammar::NOISE, token::SheetTokenKind},
    syntax::{AddressStepKind, UnitNoun},
};

impl TokenCursor<'_> {
    /// Parses `asterisked line at the end`.
    pub(super) fn parse_starred_unit(&mut self) -> Option<PrintedStep> {
        let starred = self.is_word(0, &["asterisked", "starred"])
            && (self.is_word(1, &["note", "footnote"]) || self.unit_at(1).is_some());
        starred.then_some(())?;
        self.at += 2;
        self.attempt_to_eat(|cursor| {
            cursor.eat_phrase("at the") && cursor.eat_word(&["end", "foot", "bottom"])
        });
        Some(PrintedStep::quoted(UnitNoun::Paragraph, "* …"))
    }

    /// Parses `the three bullets`: all of them.
    pub(super) fn parse_definite_units(&mut self) -> Option<PrintedStep> {
        let definite = self.follows_word(1, &["the", "its", "their"]);
        let indented = 1 + usize::from(self.is_word(1, &["indented"]));
        let Some(SheetTokenKind::Number(number, None)) = self.peek(0) else {
            return None;
        };
        let unit = self.counted_unit_at(indented)?;
        (definite && *number > 1).then_some(())?;
        self.at += indented;
        self.eat_unit();
        let count = Some(*number);
        Some(AddressStepKind::All { count, unit }.into())
    }

    /// Parses a part of the rules that is no unit of print, by its topic: `the note about groups`, `the
    /// restriction on boats`.
    pub(super) fn parse_provision(&mut self) -> Option<PrintedStep> {
        const PROVISIONS: &[&str] = &[
            "note",
            "passage",
            "provision",
            "restriction",
            "requirement",
            "statement",
            "prohibition",
            "reference",
            "limitation",
            "remark",
        ];
        self.follows_word(1, &["the"]).then_some(())?;
        // `the reference to boats` is words, not a unit
        let topic = self.attempt(|cursor| {
            cursor.eat_word(PROVISIONS).then_some(())?;
            cursor.parse_topic(UnitNoun::Line)
        })?;
        Some(PrintedStep::quoted(UnitNoun::Line, &topic))
    }

    /// Parses a label in front of its unit: `the Salt line`, `the Regular Blades row`, `the baggage
    /// bullet`.
    pub(super) fn parse_named_unit(&mut self) -> Option<PrintedStep> {
        const LONGEST: usize = 4;
        const NO_NAMES: &[&str] = &[
            "same",
            "above",
            "said",
            "other",
            "remaining",
            "next",
            "previous",
            "preceding",
            "second-last",
            "relevant",
            "only",
            "old",
            "original",
            "introductory",
            "latter",
            "former",
            "two",
            "three",
            "first",
            "in",
            "on",
            "of",
            "under",
            "with",
            "for",
            "and",
        ];
        self.follows_word(1, &["the"]).then_some(())?;
        let small = self.text[self.offset()..].starts_with(char::is_lowercase);
        let (label, unit) = self.attempt(|cursor| {
            let from = cursor.at;
            let label = cursor.eat_while(LONGEST, |cursor| {
                cursor.unit_at(0).is_none()
                    && (cursor.continues_name(from)
                        || cursor.at > from && cursor.is_item(0)
                        || cursor.word(0).is_some()
                            && !cursor.is_word(0, NO_NAMES)
                            && !cursor.is_word(0, NOISE)
                            && cursor.verb_at(0).is_none()
                            && cursor.participle_at(0).is_none())
            })?;
            let many = cursor.word(0).is_some_and(|word| word.ends_with('s'));
            let (unit, _) = cursor.unit_at(0)?;
            let labelled = match unit {
                UnitNoun::Line | UnitNoun::Row | UnitNoun::Bullet | UnitNoun::Entry => {
                    !small || !many
                }
                UnitNoun::Sentence => !many,
                _ => false,
            };
            labelled.then_some((label, unit))
        })?;
        self.eat_unit();
        Some(PrintedStep::quoted(unit, label))
    }
}
