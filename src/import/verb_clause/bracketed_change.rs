//! Parses clauses whose change is named in brackets after a rule number: `[16.3] (addition): …`.

use super::*;

impl TokenCursor<'_> {
    /// Parses `(addition): …` after a rule number.
    pub(super) fn parse_bracketed_change(&mut self) -> ClauseParse {
        let Some(Paren(words)) = self.peek(0) else {
            return None;
        };
        let lower = words.to_lowercase();
        let (_, change) = BRACKETED_CHANGES
            .iter()
            .find(|(name, _)| lower.split_whitespace().next() == Some(name))?;
        let adds = matches!(change, BracketedChange::Adds | BracketedChange::Replaces);
        if adds
            && self.text.trim_end().ends_with(':')
            && self.peek(1).is_some()
            && !self.is_mark(1, &[':'])
        {
            // `(omission) A rule was left out after 6.4:` announces what follows
            return None;
        }
        let from = self.at;
        self.at += 1;
        self.record(from, format!("{change:?}").to_lowercase());
        let mut place = PrintedAddress::default();
        let (action, payload) = match change {
            BracketedChange::Deletes => {
                self.eat_mark(&[':', '.']);
                (ClauseAction::Delete, PayloadPlace::None)
            }
            BracketedChange::Adds => (
                ClauseAction::Add(Insertion::default(), End),
                self.parse_payload_after_bracket(),
            ),
            BracketedChange::Replaces => {
                (ClauseAction::Replace, self.parse_payload_after_bracket())
            }
            BracketedChange::Clarifies => {
                self.eat_mark(&[':', '.', '–']);
                let changes = |word: &str| {
                    let other = BRACKETED_CHANGES.iter().find(|(name, _)| *name == word);
                    other.is_some_and(|(_, other)| other != change)
                };
                if lower.split_whitespace().any(changes) {
                    let why = format!("the brackets name more than a clarification: “{words}”");
                    place.unsupported.push(why);
                }
                (ClauseAction::Clarify, self.eat_rest_as_payload())
            }
        };
        Some((action, place, payload))
    }

    /// Parses where the payload is; text right after the change is the payload.
    fn parse_payload_after_bracket(&mut self) -> PayloadPlace {
        let place = self.attempt(|cursor| {
            // a quote at the start of a sentence is not the whole text
            cursor.parse_payload_place().filter(|place| {
                !matches!(place, PayloadPlace::Inline(_, _, true)) || cursor.ends_at(0, &['.', ';'])
            })
        });
        place.unwrap_or_else(|| {
            self.eat_mark(&[':', '.', '–']);
            self.eat_rest_as_payload()
        })
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
