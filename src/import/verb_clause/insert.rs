//! Parses what follows the verb in `Insert …` and `Add …`: what is inserted, and where.

use super::*;
use crate::import::grammar::{FIRST, LAST, NumberMeaning};

/// Takes the new sentence that was read as the label of the unit in front of it:
/// `add to the end of the paragraph “Rafts sink.”`.
fn take_new_sentence(place: &mut PrintedAddress) -> Option<String> {
    let last = place.steps.last_mut()?;
    let words = last.name()?;
    let whole = words.ends_with(['.', '!', '?']) && words.starts_with(char::is_uppercase);
    let unit = last.unit().filter(|_| whole && words.contains(' '))?;
    *last = PrintedStep::bare(unit);
    Some(words)
}

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

    /// Parses what is inserted, in front of its place.
    pub(super) fn parse_insertion(&mut self) -> Insertion {
        let from = self.at;
        let mut insertion = Insertion::default();
        let back = self.checkpoint();
        if let Some(words) = self.parse_quoted_words()
            && (self.is_word(
                0,
                &[
                    "after", "before", "at", "to", "in", "between", "into", "behind",
                ],
            ) || self.ends_at(0, &['.', ',']))
        {
            insertion.words = Some(words.text);
            return insertion;
        }
        self.rewind(back);
        let comma = usize::from(self.is_mark(0, &[',']));
        if self.is_word(comma, &["following"]) && self.is_word(comma + 1, &["the"]) {
            // `insert, following the first sentence, “…”`
            self.at += comma;
            return insertion;
        }
        self.skip_noise();
        if let Some(sign) = self.eat_sign() {
            insertion.words = Some(sign.to_owned());
            self.record(from, format!("the sign {sign}"));
            return insertion;
        }
        let mut number = None;
        let mut nth = None;
        if self.unit_at(1).is_some() && self.is_word(0, LAST) {
            // `Add new last paragraph`: at the end, as without it
            self.at += 1;
        } else if self.unit_at(1).is_some() && self.eat_word(FIRST) {
            insertion.label = Some("1".to_owned());
        }
        match self.peek(0) {
            Some(Number(count, None)) => number = Some(*count),
            Some(Nth(place)) => nth = Some(*place),
            _ => {}
        }
        if let (Some(Signed(_)), true) = (self.peek(0), self.at > from) {
            // `a new +1`
            self.at += 1;
            insertion.set_unit(UnitNoun::Line);
            self.record(from, "new line");
            return insertion;
        }
        let ahead = usize::from(number.is_some() || nth.is_some());
        let more = usize::from(self.is_word(
            ahead,
            &["new", "further", "another", "additional", "extra", "more"],
        ));
        if self.is_word(ahead + more, &["page", "pages"]) {
            self.at += ahead + more;
            // `new page Page 39a`, `page 39a`
            let again = self.checkpoint();
            self.at += 1;
            insertion.label = self.parse_page().or_else(|| {
                self.rewind(again);
                self.parse_page()
            });
            insertion.unit = Some(UnitNoun::Page);
            self.record(from, "a new page");
            return insertion;
        }
        if let Some((unit, _)) = self.unit_at(ahead + more) {
            let many = self
                .word(ahead + more)
                .is_some_and(|word| word.ends_with('s'));
            self.at += ahead + more;
            self.eat_unit();
            insertion.unit = Some(unit);
            insertion.count = number.or((!many).then_some(1));
            insertion.label = nth.map(|nth| nth.to_string()).or(insertion.label);
            if let (Some(Item(label)), UnitNoun::Item, false) = (self.peek(0), unit, many) {
                // `Add item (e): …`
                insertion.label = Some(label.clone());
                self.at += 1;
            }
            self.record(from, format!("new {}", unit.name().one));
        } else if self.eat_word(&["words", "text", "phrase", "words:"])
            && let Some(words) = self.parse_quoted_words()
        {
            insertion.words = Some(words.text);
        }
        insertion
    }

    /// Parses where it is inserted, and the place of the payload.
    pub(super) fn parse_insertion_place(&mut self, mut insertion: Insertion) -> ClauseParse {
        let mut place = PrintedAddress::default();
        self.eat_order(&mut place);
        self.parse_new_kind(&mut insertion);
        if self.is_word(0, &["on", "under", "in"]) {
            place.narrow(self.parse_containing_place());
        }
        let from = self.at;
        let known = insertion.words.is_some();
        let is_page = insertion.unit == Some(UnitNoun::Page);
        if let Some(side) = self.eat_side() {
            let point = self.parse_insertion_point(&mut place, insertion.unit)?;
            place.narrow(self.parse_containing_place());
            self.record(from, if side == After { "after" } else { "before" });
            let known = (known || is_page) && !self.is_mark(0, &[':']);
            let action = ClauseAction::Insert(insertion, side, point);
            return self.with_inserted_text(known, action, place);
        }
        if is_page {
            let point = InsertionPoint::Page(insertion.label.clone().unwrap_or_default());
            let action = ClauseAction::Insert(insertion, After, point);
            return self.with_payload(action, place);
        }
        self.parse_addition(insertion, place)
    }

    /// Parses at which end of the place it is added.
    fn parse_addition(
        &mut self,
        mut insertion: Insertion,
        mut place: PrintedAddress,
    ) -> ClauseParse {
        let mut end = match self.parse_insertion_as(&mut insertion) {
            Some(end) => {
                place.narrow(self.parse_containing_place());
                Some(end)
            }
            None => self.parse_end(&mut place),
        };
        if end.is_none()
            && insertion.unit.is_none()
            && insertion.words.is_none()
            && !self.is_mark(0, &[':'])
        {
            return None;
        }
        if insertion.words.is_none() && end.is_some() && self.at_end() {
            insertion.words = take_new_sentence(&mut place);
        }
        let mut usual_end = End;
        if insertion.label.as_deref() == Some("1") {
            // `Add new first paragraph`, `Add a first sentence to para 2`
            insertion.label = None;
            end = end.and(Some(Start));
            usual_end = Start;
        }
        let has_target = end.is_some() || insertion.unit.is_some();
        if let (None, Some(before)) = (end, self.unit_before(&insertion)) {
            place.narrow(PrintedAddress::of(before));
            insertion.label = None;
            return self.parse_text_beside(insertion, After, place);
        }
        // `Add "…"`, without a target: at the end of the place
        if insertion.words.is_some() && !(has_target && self.is_mark(0, &[':'])) {
            let action = ClauseAction::Add(insertion, end.unwrap_or(usual_end));
            return without_payload(action, place);
        }
        insertion.words = None;
        self.with_payload(
            ClauseAction::Add(insertion, end.unwrap_or(usual_end)),
            place,
        )
    }

    /// Parses where the text is that is inserted next to a unit.
    pub(super) fn parse_text_beside(
        &mut self,
        insertion: Insertion,
        side: BeforeOrAfter,
        place: PrintedAddress,
    ) -> ClauseParse {
        let action = ClauseAction::Insert(insertion, side, InsertionPoint::Place);
        self.with_payload(action, place)
    }

    /// Returns the unit behind which `Insert a second paragraph` inserts: the first one. `Add a second
    /// paragraph` may mean the end.
    fn unit_before(&self, insertion: &Insertion) -> Option<PrintedStep> {
        let mut before = self.tokens[..self.at].iter().rev();
        let inserts = before.any(|token| token.is_word(&["insert", "inserted", "put"]));
        let counted = |unit: &UnitNoun| {
            matches!(
                unit,
                UnitNoun::Paragraph | UnitNoun::Bullet | UnitNoun::Sentence
            )
        };
        let unit = insertion.unit.filter(counted).filter(|_| inserts)?;
        let number: u32 = insertion.label.as_ref()?.parse().ok()?;
        (number > 1).then(|| PrintedStep::nth(unit, number - 1))
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

    /// Parses what follows `after` or `before`.
    pub(super) fn parse_insertion_point(
        &mut self,
        place: &mut PrintedAddress,
        unit: Option<UnitNoun>,
    ) -> Option<InsertionPoint> {
        self.eat_word(&["the"]);
        self.eat_word(&["words", "word", "phrase"]);
        if let Some(words) = self.parse_quoted_words() {
            return Some(InsertionPoint::Words(words));
        }
        if let Some(sign) = self.eat_sign() {
            return Some(InsertionPoint::Words(QuotedWords::of(sign)));
        }
        // `a new bullet after the one on spears`
        if let Some(step) = self.parse_one_of(unit) {
            place.narrow(PrintedAddress::of(step));
            return Some(InsertionPoint::Place);
        }
        let named = self.word(1).is_some() && self.verb_at(1).is_none();
        if self.is_word(0, &["list"]) && !named {
            let why = "it is next to a list, whose place was not looked up";
            place.unsupported.push(why.to_owned());
        }
        let itself = self.is_word(0, &["that", "this"]);
        if let Some(mut address) = self.parse_address() {
            // `after bullets`: after the last of them; `below that line`: of the place before
            if !itself
                && let Some(step) = address.steps.last_mut()
                && let Some(unit) = step.bare
                && matches!(
                    unit,
                    UnitNoun::Bullet
                        | UnitNoun::Line
                        | UnitNoun::Row
                        | UnitNoun::Item
                        | UnitNoun::Paragraph
                        | UnitNoun::Sentence
                )
            {
                *step = PrintedStep::last(unit);
            }
            let page = address.page.take_if(|_| address.steps.is_empty());
            place.narrow(address);
            return Some(page.map_or(InsertionPoint::Place, InsertionPoint::Page));
        }
        if let Some(step) = unit.and_then(|unit| self.parse_number_of(unit)) {
            place.narrow(PrintedAddress::of(step));
            return Some(InsertionPoint::Place);
        }
        let mut named = PrintedAddress::default();
        self.parse_section_name(&mut named).then_some(())?;
        // `after Rule 5.2, sub-paragraph (b)`
        let inner = self.attempt(|cursor| {
            cursor.eat_mark(&[',']);
            cursor
                .parse_address()
                .filter(|inner| !inner.steps.is_empty())
        });
        if let Some(inner) = inner {
            named.narrow(inner);
        }
        if named.steps.is_empty() {
            return Some(InsertionPoint::Section(named.heading.unwrap_or_default()));
        }
        place.narrow(named);
        Some(InsertionPoint::Place)
    }

    /// Parses the number of a unit whose kind was named before: `a new bullet before the last`.
    pub(super) fn parse_number_of(&mut self, unit: UnitNoun) -> Option<PrintedStep> {
        let from = self.at;
        let ends = self.ends_at(1, &['.', ',', ':', ';']);
        let before = self.tokens[from.saturating_sub(4)..from].iter().rev();
        let sign = before
            .filter(|_| unit == UnitNoun::Line)
            .find_map(|token| match &token.kind {
                Signed(sign) => Some(sign),
                _ => None,
            });
        let nth = match self.peek(0)? {
            Nth(number) if ends => Some(*number),
            _ if ends && self.is_word(0, LAST) => None,
            _ => return None,
        };
        let step = match (nth, sign) {
            // `a new +1 after the last`
            (Some(nth), Some(sign)) => {
                PrintedStep::labels(unit, std::slice::from_ref(sign), &[(nth, nth)])
            }
            (None, Some(sign)) => PrintedStep::last_labelled(unit, sign),
            (Some(nth), None) => PrintedStep::nth(unit, nth),
            (None, None) => PrintedStep::last(unit),
        };
        self.at += 1;
        self.record(from, "the unit of that number");
        Some(step)
    }

    /// Consumes the words up to a mark after `at the end of` that name no known place.
    fn eat_unknown_place(&mut self) -> Option<String> {
        let words = self.eat_while(8, |cursor| {
            cursor.word(0).is_some() && cursor.verb_at(0).is_none()
        })?;
        Some(format!("the place “{words}” was not understood"))
    }

    /// Parses `at the end of the section`, `to the fourth paragraph` or `to "Adjust …:"`.
    pub(super) fn parse_end(&mut self, place: &mut PrintedAddress) -> Option<StartOrEnd> {
        let back = self.checkpoint();
        let from = self.at;
        let at = self.eat_word(&["at", "to", "in", "into", "as"]);
        let to = at && !self.follows_word(1, &["at", "as"]);
        self.skip_noise();
        self.eat_word(&["very"]);
        let end = if self.eat_word(&["end", "bottom", "foot"]) {
            Some(End)
        } else {
            self.eat_word(&["start", "beginning", "top", "front", "head"])
                .then_some(Start)
        };
        if end.is_some() {
            if self.eat_word(&["of", "in", "to", "from"]) {
                self.skip_noise();
                if !self.parse_add_target(place) {
                    place.unsupported.extend(self.eat_unknown_place());
                }
            } else {
                place.narrow(self.parse_containing_place());
            }
            self.record(
                from,
                if end == Some(Start) {
                    "at the start"
                } else {
                    "at the end"
                },
            );
            return end;
        }
        if to && self.parse_add_target(place) {
            place.narrow(self.parse_containing_place());
            self.record(from, "at the end");
            return Some(End);
        }
        self.rewind(back);
        None
    }

    /// Parses the target of an addition: an address, a quoted label or a section.
    pub(super) fn parse_add_target(&mut self, place: &mut PrintedAddress) -> bool {
        self.eat_word(&["his", "her"]);
        if self.is_word(0, &["list"]) && self.ends_at(1, &['.', ':']) {
            // the list of the instruction before
            self.at += 1;
            return true;
        }
        if let Some(mut address) = self.parse_address() {
            // `the end of the definition`: of the place itself
            address.steps.retain(|step| !step.is_itself());
            place.narrow(address);
            return true;
        }
        if let Some(Quote(label, _)) = self.peek(0) {
            let label = label.trim_end_matches([':', '.', ' ']).to_owned();
            self.at += 1;
            place
                .steps
                .push(PrintedStep::quoted(UnitNoun::Paragraph, &label));
            return true;
        }
        self.parse_section_name(place)
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
