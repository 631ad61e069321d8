//! Parses units that a sheet gives by a sign or all together instead of by a number: `the asterisked
//! line`, `the three bullets`.

use super::printed_address::PrintedStep;
use crate::{
    import::{cursor::TokenCursor, token::SheetTokenKind},
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
}
