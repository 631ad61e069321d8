//! Parses parts of an insertion: `between "a" and "b"`, `in alphabetical order`, `as a new
//! paragraph`.

use super::*;

impl TokenCursor<'_> {
    /// Parses an insertion between quoted words, and where its text is.
    pub(super) fn parse_insertion_between(
        &mut self,
        insertion: &Insertion,
        place: &mut PrintedAddress,
    ) -> ClauseParse {
        let action = self.parse_between_words(insertion, place)?;
        place.narrow(self.parse_containing_place());
        let known = matches!(action, ClauseAction::ReplaceWords(..));
        self.with_inserted_text(known, action, std::mem::take(place))
    }

    /// Parses `between "may" and "move"` after quoted words, or after `a row`.
    fn parse_between_words(
        &mut self,
        insertion: &Insertion,
        place: &mut PrintedAddress,
    ) -> Option<ClauseAction> {
        self.attempt(|cursor| {
            let (first, second) = cursor.parse_quotes_around()?;
            if let Some(words) = &insertion.words {
                return Some(first.with_words_before(words, &second));
            }
            place.narrow(PrintedAddress::of(PrintedStep::quoted(
                insertion.unit?,
                &first.text,
            )));
            Some(ClauseAction::Insert(
                insertion.clone(),
                After,
                InsertionPoint::Place,
            ))
        })
    }

    /// Parses `between "may" and "move"`.
    pub(super) fn parse_quotes_around(&mut self) -> Option<(QuotedWords, QuotedWords)> {
        self.eat_word(&["between"]).then_some(())?;
        let first = self.parse_quoted_words()?;
        self.eat_and().then_some(())?;
        Some((first, self.parse_quoted_words()?))
    }

    /// Parses `between paragraphs 2 and 3`: the place becomes the first of the two.
    pub(super) fn parse_between(&mut self, place: &mut PrintedAddress) -> bool {
        let address = self.attempt(|cursor| {
            cursor.eat_word(&["between"]).then_some(())?;
            let mut address = cursor.parse_address()?;
            let pair = address.steps.last().and_then(PrintedStep::split_pair);
            let unit = address.unit();
            match (pair, &address.more[..]) {
                (Some((first, _)), []) => {
                    address.steps.pop();
                    address.steps.push(first);
                }
                // `between Para 2 and Para 3`
                (_, [second]) if second.last().and_then(PrintedStep::unit) == unit => {
                    address.more.clear();
                }
                _ => return None,
            }
            Some(address)
        });
        address.map(|address| place.narrow(address)).is_some()
    }

    /// Parses `between the 2nd and 3rd` for a unit whose kind was named before: the place becomes the
    /// first of the two.
    pub(super) fn parse_between_numbers(
        &mut self,
        place: &mut PrintedAddress,
        unit: Option<UnitNoun>,
    ) -> bool {
        let from = self.at;
        let first = self.attempt(|cursor| {
            cursor.eat_word(&["between"]).then_some(())?;
            cursor.eat_word(&["the"]);
            match cursor.parse_nths()[..] {
                [(first, _), (second, _)] if second == first + 1 => unit.map(|unit| (unit, first)),
                _ => None,
            }
        });
        if let Some((unit, first)) = first {
            place.narrow(PrintedAddress::nth(unit, first));
            self.record(from, "between them");
        }
        first.is_some()
    }

    /// Consumes `in alphabetical order`, which says where an entry comes.
    pub(super) fn eat_order(&mut self, place: &mut PrintedAddress) {
        let (from, ahead) = (self.at, usize::from(self.is_word(0, &["in"])));
        let ordered = self.is_word(ahead, &["alphabetical", "alphabetic", "numerical"])
            && self.is_word(ahead + 1, &["order", "place", "position", "sequence"]);
        if ordered || self.is_word(0, &["alphabetically"]) {
            self.at += if ordered { ahead + 2 } else { 1 };
            self.record(from, "in its order");
            let why = "it is added at the end, not in its order";
            place.unsupported.push(why.to_owned());
        }
    }

    /// Parses the kind of what is inserted: `as a new paragraph`, without its number.
    pub(super) fn parse_new_kind(&mut self, insertion: &mut Insertion) {
        let from = self.at;
        self.attempt(|cursor| {
            (insertion.unit.is_none() && cursor.eat_word(&["as"])).then_some(())?;
            cursor.skip_noise();
            let unit = cursor.counted_unit_at(0)?;
            (cursor.at > from + 1 && !cursor.is_number(1)).then_some(())?;
            cursor.eat_unit();
            insertion.set_unit(unit);
            cursor.record(from, format!("a new {}", unit.name().one));
            Some(())
        });
    }
}
