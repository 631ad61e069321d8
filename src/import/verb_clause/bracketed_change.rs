//! Parses clauses whose change is named in brackets after a rule number: `[16.3] (addition): …`.

use super::*;

impl TokenCursor<'_> {
    /// Parses `(addition): …` after a rule number.
    pub(super) fn parse_bracketed_change(&mut self) -> ClauseParse {
        let Some(SheetTokenKind::Paren(words)) = self.peek(0) else {
            return None;
        };
        let lower = words.to_lowercase();
        let (_, change) = BRACKETED_CHANGES
            .iter()
            .find(|(name, _)| lower.split_whitespace().next() == Some(name))?;
        let from = self.at;
        self.at += 1;
        self.record(from, format!("{change:?}").to_lowercase());
        let read = match change {
            BracketedChange::Deletes => {
                self.eat_mark(&[':', '.']);
                (
                    ClauseAction::Delete,
                    PrintedAddress::default(),
                    PayloadPlace::None,
                )
            }
            BracketedChange::Adds => (
                ClauseAction::Add(Insertion::default(), StartOrEnd::End),
                PrintedAddress::default(),
                self.parse_payload_after_bracket()?,
            ),
            BracketedChange::Replaces => (
                ClauseAction::Replace,
                PrintedAddress::default(),
                self.parse_payload_after_bracket()?,
            ),
            BracketedChange::Clarifies => {
                self.eat_mark(&[':', '.', '–']);
                let changes = |word: &str| {
                    let other = BRACKETED_CHANGES.iter().find(|(name, _)| *name == word);
                    other.is_some_and(|(_, other)| other != change)
                };
                let mut place = PrintedAddress::default();
                if lower.split_whitespace().any(changes) {
                    let why = format!("the brackets name more than a clarification: “{words}”");
                    place.unsupported.push(why);
                }
                (ClauseAction::Clarify, place, self.eat_rest_as_payload())
            }
        };
        Some(read)
    }

    /// Parses where the payload is; text right after the change is the payload.
    pub(super) fn parse_payload_after_bracket(&mut self) -> Option<PayloadPlace> {
        let back = self.checkpoint();
        let place = self.parse_payload_place();
        // a quote at the start of a sentence is not the whole text
        let cut = matches!(place, Some(PayloadPlace::Inline(_, _, true)))
            && !self.at_end()
            && !self.is_mark(0, &['.', ';']);
        if place.is_some() && !cut {
            return place;
        }
        self.rewind(back);
        self.eat_mark(&[':', '.', '–']);
        Some(self.eat_rest_as_payload())
    }

    /// Takes the rest of the line as the payload, or the lines below if nothing is left.
    pub(super) fn eat_rest_as_payload(&mut self) -> PayloadPlace {
        let start = self.offset();
        if self.at_end() {
            return PayloadPlace::Follows;
        }
        self.at = self.tokens.len();
        PayloadPlace::Inline(start, self.text.len(), true)
    }
}
