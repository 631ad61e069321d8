//! Parses units that a sheet gives by label, sign or topic instead of a number: `the Salt line`,
//! `the baggage bullet`, `the note about groups`.

use super::printed_address::PrintedStep;
use crate::{
    import::{cursor::TokenCursor, grammar::NOISE, grammar::NumberMeaning, token::SheetTokenKind},
    syntax::{AddressStepKind, UnitNoun},
};

impl TokenCursor<'_> {
    /// Parses `asterisked line at the end`.
    pub(super) fn parse_starred_unit(&mut self) -> Option<PrintedStep> {
        let starred = self.is_word(0, &["asterisked", "starred"])
            && (self.is_word(1, &["note", "footnote"]) || self.unit_at(1).is_some());
        if !starred {
            return None;
        }
        self.at += 2;
        let back = self.checkpoint();
        let at_end = self.eat_word(&["at"])
            && self.eat_word(&["the"])
            && self.eat_word(&["end", "foot", "bottom"]);
        if !at_end {
            self.rewind(back);
        }
        Some(PrintedStep::quoted(UnitNoun::Paragraph, "* …"))
    }

    /// Parses `the three bullets`: all of them.
    pub(super) fn parse_definite_units(&mut self) -> Option<PrintedStep> {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let definite = before.is_some_and(|token| {
            matches!(&token.kind, SheetTokenKind::Word(word) if ["the", "its", "their"].contains(&word.as_str()))
        });
        let indented = 1 + usize::from(self.is_word(1, &["indented"]));
        if let (
            true,
            Some(SheetTokenKind::Number(number, None)),
            Some((unit, NumberMeaning::Counted)),
        ) = (definite, self.peek(0), self.unit_at(indented))
            && *number > 1
        {
            self.at += indented;
            self.eat_unit();
            let count = Some(*number);
            return Some(AddressStepKind::All { count, unit }.into());
        }
        None
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
        let back = self.checkpoint();
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let definite = matches!(before.map(|token| &token.kind), Some(SheetTokenKind::Word(word)) if word == "the");
        let found = definite && self.eat_word(PROVISIONS);
        // `the reference to boats` is words, not a unit
        let topic = found.then(|| self.parse_topic(UnitNoun::Line)).flatten();
        if topic.is_none() {
            self.rewind(back);
        }
        topic.map(|topic| PrintedStep::quoted(UnitNoun::Line, &topic))
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
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let definite = matches!(before.map(|token| &token.kind), Some(SheetTokenKind::Word(word)) if word == "the");
        let (back, start) = (self.checkpoint(), self.offset());
        let from = self.at;
        while definite
            && self.at < from + LONGEST
            && self.unit_at(0).is_none()
            && (self.continues_name(from)
                || self.at > from && matches!(self.peek(0), Some(SheetTokenKind::Item(_)))
                || self.word(0).is_some()
                    && !self.is_word(0, NO_NAMES)
                    && !self.is_word(0, NOISE)
                    && self.verb_at(0).is_none()
                    && self.participle_at(0).is_none())
        {
            self.at += 1;
        }
        let end = self.previous_end();
        let small = self.text[start..].starts_with(char::is_lowercase);
        let many = self.word(0).is_some_and(|word| word.ends_with('s'));
        let unit = (self.at > from).then(|| self.unit_at(0)).flatten();
        let labelled = unit.filter(|(unit, _)| match unit {
            UnitNoun::Line | UnitNoun::Row | UnitNoun::Bullet | UnitNoun::Entry => !small || !many,
            UnitNoun::Sentence => !many,
            _ => false,
        });
        let Some((unit, _)) = labelled else {
            self.rewind(back);
            return None;
        };
        self.eat_unit();
        Some(PrintedStep::quoted(unit, &self.text[start..end]))
    }
}
