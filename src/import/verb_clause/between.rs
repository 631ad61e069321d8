//! Parses parts of an insertion: `between "a" and "b"`, `in alphabetical order`, `as a new
//! paragraph`.

use super::*;
use crate::import::grammar::NumberMeaning;

impl TokenCursor<'_> {
    /// Parses an insertion between quoted words, and where its text is.
    pub(super) fn parse_insertion_between(
        &mut self,
        insertion: &Insertion,
        place: &mut PrintedAddress,
    ) -> ClauseParse {
        let action = self.parse_between_words(insertion, place)?;
        place.narrow(self.parse_containing_place());
        let payload = match action {
            ClauseAction::ReplaceWords(..) => PayloadPlace::None,
            _ => self.parse_payload_place()?,
        };
        Some((action, std::mem::take(place), payload))
    }

    /// Parses `between "may" and "move"` after quoted words, or after `a row`.
    fn parse_between_words(
        &mut self,
        insertion: &Insertion,
        place: &mut PrintedAddress,
    ) -> Option<ClauseAction> {
        let back = self.checkpoint();
        let pair = self.eat_word(&["between"]).then(|| {
            let first = self.parse_quoted_words()?;
            self.eat_and().then_some(())?;
            Some((first, self.parse_quoted_words()?))
        });
        let Some(Some((first, second))) = pair else {
            self.rewind(back);
            return None;
        };
        match (&insertion.words, insertion.unit) {
            (Some(words), _) => {
                let new = format!("{} {words} {}", first.text, second.text);
                let text = format!("{} {}", first.text, second.text);
                Some(ClauseAction::ReplaceWords(
                    QuotedWords { text, ..first },
                    new,
                ))
            }
            (None, Some(unit)) => {
                place.narrow(PrintedAddress::of(PrintedStep::quoted(unit, &first.text)));
                Some(ClauseAction::Insert(
                    insertion.clone(),
                    BeforeOrAfter::After,
                    InsertionPoint::Place,
                ))
            }
            (None, None) => {
                self.rewind(back);
                None
            }
        }
    }

    /// Parses `between paragraphs 2 and 3`: the place becomes the first of the two.
    pub(super) fn parse_between(&mut self, place: &mut PrintedAddress) -> bool {
        let back = self.checkpoint();
        if self.eat_word(&["between"])
            && let Some(mut address) = self.parse_address()
        {
            let unit = address.unit();
            let pair = address.steps.last().and_then(PrintedStep::split_pair);
            let last_two = PrintedStep::last_units(unit.unwrap_or(UnitNoun::Words), 2);
            if address.steps.last() == Some(&last_two)
                && let Some(unit) = unit
            {
                address.steps.pop();
                address.steps.push(PrintedStep::from_end(unit, 2));
                place.narrow(address);
                return true;
            }
            if let (Some((first, _)), []) = (pair, &address.more[..]) {
                address.steps.pop();
                address.steps.push(first);
                place.narrow(address);
                return true;
            }
            if let [second] = &address.more[..]
                && second.last().and_then(PrintedStep::unit) == unit
            {
                // `between Para 2 and Para 3`
                address.more.clear();
                place.narrow(address);
                return true;
            }
        }
        self.rewind(back);
        false
    }

    /// Parses `between the 2nd and 3rd` for a unit whose kind was named before: the place becomes the
    /// first of the two.
    pub(super) fn parse_between_numbers(
        &mut self,
        place: &mut PrintedAddress,
        unit: Option<UnitNoun>,
    ) -> bool {
        let back = self.checkpoint();
        let found = self.eat_word(&["between"]);
        self.eat_word(&["the"]);
        let numbers = self.parse_ranges(|token| match token {
            SheetTokenKind::Nth(number) => Some(*number),
            _ => None,
        });
        if let (true, Some(unit), [(first, _), (second, _)]) = (found, unit, &numbers[..])
            && *second == first + 1
        {
            place.narrow(PrintedAddress::nth(unit, *first));
            self.record(back.token(), "between them");
            return true;
        }
        self.rewind(back);
        false
    }

    /// Consumes `in alphabetical order`, which says where an entry comes.
    pub(super) fn eat_order(&mut self, place: &mut PrintedAddress) {
        let ahead = usize::from(self.is_word(0, &["in"]));
        if self.is_word(ahead, &["alphabetical", "alphabetic", "numerical"])
            && self.is_word(ahead + 1, &["order", "place", "position", "sequence"])
            || self.is_word(0, &["alphabetically"])
        {
            let from = self.at;
            self.at += if self.is_word(0, &["alphabetically"]) {
                1
            } else {
                ahead + 2
            };
            self.record(from, "in its order");
            let why = "it is added at the end, not in its order";
            place.unsupported.push(why.to_owned());
        }
    }

    /// Parses the kind of what is inserted: `as a new paragraph`, without its number.
    pub(super) fn parse_new_kind(&mut self, insertion: &mut Insertion) {
        let (back, from) = (self.checkpoint(), self.at);
        if insertion.unit.is_none() && self.eat_word(&["as"]) {
            self.skip_noise();
            let noise = self.at > from + 1;
            let numbered = matches!(self.peek(1), Some(SheetTokenKind::Number(..)));
            if let (Some((unit, NumberMeaning::Counted)), true, false) =
                (self.unit_at(0), noise, numbered)
            {
                self.eat_unit();
                insertion.unit = Some(unit);
                insertion.count = Some(1);
                self.record(from, format!("a new {}", unit.name().one));
                return;
            }
        }
        self.rewind(back);
    }
}
