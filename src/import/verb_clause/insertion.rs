//! Parses what is inserted: `two new bullets`, `a 6th bullet`, `as a new first paragraph`.

use super::clause::Insertion;
use crate::{
    import::{
        address::PrintedStep,
        cursor::TokenCursor,
        grammar::{LEXICON, NumberMeaning, SIGNS},
        token::SheetTokenKind::{Nth, Number, Signed},
    },
    syntax::{
        BeforeOrAfter::{self, After, Before},
        StartOrEnd::{self, End, Start},
        UnitNoun,
    },
};

impl TokenCursor<'_> {
    /// Consumes the name of a sign: `asterisk`.
    pub(super) fn eat_sign(&mut self) -> Option<&'static str> {
        let (_, sign) = SIGNS.iter().find(|(name, _)| self.word(0) == Some(name))?;
        self.at += 1;
        Some(sign)
    }

    /// Parses `the one on spears`: of the kind of unit that was named before.
    pub(super) fn parse_one_of(&mut self, unit: Option<UnitNoun>) -> Option<PrintedStep> {
        let unit = unit.filter(|_| self.is_one())?;
        self.attempt(|cursor| {
            cursor.at += 1;
            let step = cursor.parse_unit_number(unit, NumberMeaning::Counted);
            step.filter(|step| !step.is_bare())
        })
    }

    /// Parses the kind of what is inserted: `two new bullets`, `a 6th bullet`, `new page 39a`, or a sign.
    pub(super) fn parse_new_unit(&mut self) -> Option<Insertion> {
        self.attempt(|cursor| {
            let from = cursor.at;
            cursor.skip_noise();
            let mut insertion = Insertion::default();
            if let Some(sign) = cursor.eat_sign() {
                insertion.words = Some(sign.to_owned());
                cursor.record(from, format!("the sign {sign}"));
                return Some(insertion);
            }
            if cursor.unit_at(1).is_some() {
                // `Add new last paragraph`: at the end, as without it
                let first = !cursor.eat_word(&LEXICON.last) && cursor.eat_word(&LEXICON.first);
                insertion.label = first.then(|| "1".to_owned());
            }
            let signed = matches!(cursor.peek(0), Some(Signed(_)));
            if signed && cursor.at > from {
                // `a new +1`
                cursor.at += 1;
                insertion.set_unit(UnitNoun::Line);
                cursor.record(from, "new line");
                return Some(insertion);
            }
            match cursor.peek(0) {
                Some(Number(count, None)) => insertion.count = Some(*count),
                Some(Nth(place)) => insertion.label = Some(place.to_string()),
                _ => {}
            }
            let counted = matches!(cursor.peek(0), Some(Number(_, None) | Nth(_)));
            cursor.at += usize::from(counted);
            cursor.eat_word(&LEXICON.new_units);
            if cursor.is_word(0, &["page", "pages"]) {
                // `new page Page 39a`, `page 39a`
                let again = cursor.checkpoint();
                cursor.at += 1;
                insertion.label = cursor.parse_page().or_else(|| {
                    cursor.rewind(again);
                    cursor.parse_page()
                });
                insertion.unit = Some(UnitNoun::Page);
                cursor.record(from, "a new page");
                return Some(insertion);
            }
            let many = cursor.word(0)?.ends_with('s');
            let (unit, _) = cursor.eat_unit()?;
            insertion.unit = Some(unit);
            insertion.count = insertion.count.or((!many).then_some(1));
            if unit == UnitNoun::Item && !many {
                // `Add item (e): …`
                let label = cursor.eat_item().map(str::to_owned);
                insertion.label = label.or(insertion.label);
            }
            cursor.record(from, format!("new {}", unit.name().one));
            Some(insertion)
        })
    }

    /// Parses `as a new first paragraph` or `as the last bullet`.
    pub(super) fn parse_insertion_as(&mut self, insertion: &mut Insertion) -> Option<StartOrEnd> {
        let (end, unit) = self.attempt(|cursor| {
            cursor.eat_word(&["as"]).then_some(())?;
            cursor.skip_noise();
            let end = match cursor.peek(0)? {
                Nth(1) => Start,
                _ if cursor.is_word(0, &["last", "final"]) => End,
                _ => return None,
            };
            Some((end, cursor.unit_at(1)?.0))
        })?;
        let from = self.at;
        self.at += 1;
        self.eat_unit();
        insertion.set_unit(unit);
        self.record(from, format!("a new {}", unit.name().one));
        Some(end)
    }

    pub(super) fn eat_side(&mut self) -> Option<BeforeOrAfter> {
        if self.eat_word(&["immediately", "directly", "just"])
            && !self.is_word(0, &["after", "before", "following", "behind"])
        {
            return None;
        }
        if self.eat_word(&["after", "behind", "following", "below"]) {
            return Some(After);
        }
        self.eat_word(&["before", "above"]).then_some(Before)
    }
}
