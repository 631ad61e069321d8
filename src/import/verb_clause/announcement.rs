//! Parses clauses whose change is only announced: `(addition): …` after a rule number, `change: … to …`,
//! `Change points values:`.

use super::{
    clause::{ClauseAction, Insertion, PayloadPlace, VerbClause},
    values::is_value_noun,
};
use crate::{
    import::{
        address::PrintedAddress,
        cursor::TokenCursor,
        grammar::{BRACKETED_CHANGES, BracketedChange, VerbKind},
        token::SheetTokenKind::Paren,
    },
    syntax::StartOrEnd,
};

impl TokenCursor<'_> {
    /// Parses a change that is only announced.
    pub(crate) fn parse_announced_change(&mut self) -> Option<VerbClause> {
        let start = self.offset();
        let (action, payload, why) = self
            .attempt(Self::parse_bracketed_change)
            .or_else(|| self.attempt(Self::parse_announced_lines))?;
        let end = match payload {
            PayloadPlace::Inline(from, ..) => from,
            PayloadPlace::None | PayloadPlace::Follows => self.previous_end(),
        };
        let place = PrintedAddress {
            unsupported: why.into_iter().collect(),
            ..PrintedAddress::default()
        };
        Some(VerbClause {
            payload,
            ..VerbClause::new(action, place, start, end)
        })
    }

    /// Parses `(addition): …` after a rule number.
    fn parse_bracketed_change(&mut self) -> Option<(ClauseAction, PayloadPlace, Option<String>)> {
        let Some(Paren(words)) = self.peek(0) else {
            return None;
        };
        let lower = words.to_lowercase();
        let kind = |word: &str| {
            let row = BRACKETED_CHANGES.iter().find(|(name, _)| *name == word);
            row.map(|(_, change)| *change)
        };
        let change = kind(lower.split_whitespace().next()?)?;
        let from = self.at;
        self.at += 1;
        self.record(from, format!("{change:?}").to_lowercase());
        self.eat_mark(&[':', '.', '–']);
        let action = match change {
            BracketedChange::Deletes => {
                return Some((ClauseAction::Delete, PayloadPlace::None, None));
            }
            BracketedChange::Adds => ClauseAction::Add(Insertion::default(), StartOrEnd::End),
            BracketedChange::Replaces => ClauseAction::Replace,
            BracketedChange::Clarifies => ClauseAction::Clarify,
        };
        let announces = self.text.trim_end().ends_with(':') && !self.at_end();
        if announces && change != BracketedChange::Clarifies {
            // `(omission) A rule was left out after 6.4:` announces what follows
            return None;
        }
        let several = lower
            .split_whitespace()
            .filter_map(kind)
            .any(|own| own != change);
        let why = several.then(|| format!("the brackets name several kinds of change: “{words}”"));
        // a quote at the start of a sentence is not the whole text
        let quoted = self.attempt(|cursor| {
            cursor.eat_quote_as_payload().filter(|place| {
                !matches!(place, PayloadPlace::Inline(_, _, true)) || cursor.ends_at(0, &['.', ';'])
            })
        });
        let payload = quoted.unwrap_or_else(|| self.eat_rest_as_payload());
        Some((action, payload, why))
    }

    /// Parses `change:` in front of the old text, a line `to`, and the new text; and `Change points
    /// values:` in front of rows of values.
    fn parse_announced_lines(&mut self) -> Option<(ClauseAction, PayloadPlace, Option<String>)> {
        const LONGEST: usize = 5;
        (self.verb_at(0) == Some(VerbKind::Change)).then_some(())?;
        let from = self.at;
        self.at += 1;
        self.eat_while(LONGEST, |cursor| cursor.word(0).is_some());
        let words = &self.tokens[from + 1..self.at];
        let values = words
            .iter()
            .any(|token| token.word().is_some_and(is_value_noun));
        let ends = self.eat_mark(&[':']) && self.at_end();
        (ends && (values || words.is_empty())).then_some(())?;
        let action = if values {
            self.record(from, "rows of values below");
            ClauseAction::Rows
        } else {
            self.record(from, "old and new text below");
            ClauseAction::Pairs
        };
        let payload = if values {
            PayloadPlace::None
        } else {
            PayloadPlace::Follows
        };
        Some((action, payload, None))
    }
}
