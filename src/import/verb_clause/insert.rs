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
            ) || self.at_end()
                || self.is_mark(0, &['.', ',']))
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
        if let Some((_, sign)) = SIGNS.iter().find(|(name, _)| self.word(0) == Some(name)) {
            self.at += 1;
            insertion.words = Some((*sign).to_owned());
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
            Some(SheetTokenKind::Number(count, None)) => number = Some(*count),
            Some(SheetTokenKind::Nth(place)) => nth = Some(*place),
            _ => {}
        }
        if let (Some(SheetTokenKind::Signed(_)), true) = (self.peek(0), self.at > from) {
            // `a new +1`
            self.at += 1;
            insertion.unit = Some(UnitNoun::Line);
            insertion.count = Some(1);
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
            if let (Some(SheetTokenKind::Item(label)), UnitNoun::Item, false) =
                (self.peek(0), unit, many)
            {
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
        if insertion.unit.is_none()
            && let Some(side) = self.parse_insertion_number(&mut insertion, &mut place)
        {
            let mut outer = self.parse_containing_place();
            outer.narrow(place);
            return self.parse_text_beside(insertion, side, outer);
        }
        if let Some(read) = self.parse_insertion_between(&insertion, &mut place) {
            return Some(read);
        }
        if insertion.words.is_none()
            && (self.parse_between(&mut place)
                || self.parse_between_numbers(&mut place, insertion.unit))
        {
            let payload = self.parse_payload_place()?;
            let action =
                ClauseAction::Insert(insertion, BeforeOrAfter::After, InsertionPoint::Place);
            return Some((action, place, payload));
        }
        if insertion.unit.is_none() && self.eat_before_stop(&mut place) {
            place.narrow(self.parse_containing_place());
            let payload = match insertion.words {
                Some(_) => PayloadPlace::None,
                None => self.parse_payload_place()?,
            };
            return Some((
                ClauseAction::Add(insertion, StartOrEnd::End),
                place,
                payload,
            ));
        }
        let read = if let Some(side) = self.eat_side() {
            let point = self.parse_insertion_point(&mut place, insertion.unit)?;
            place.narrow(self.parse_containing_place());
            self.record(
                from,
                if side == BeforeOrAfter::After {
                    "after"
                } else {
                    "before"
                },
            );
            if insertion.words.is_none() && insertion.unit != Some(UnitNoun::Page)
                || !self.at_end() && self.is_mark(0, &[':'])
            {
                let payload = self.parse_payload_place()?;
                return Some((ClauseAction::Insert(insertion, side, point), place, payload));
            }
            (
                ClauseAction::Insert(insertion, side, point),
                place,
                PayloadPlace::None,
            )
        } else if insertion.unit == Some(UnitNoun::Page) {
            let page = insertion.label.clone().unwrap_or_default();
            let payload = self.parse_payload_place()?;
            return Some((
                ClauseAction::Insert(insertion, BeforeOrAfter::After, InsertionPoint::Page(page)),
                place,
                payload,
            ));
        } else {
            return self.parse_addition(insertion, place);
        };
        Some(read)
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
        let mut usual_end = StartOrEnd::End;
        if insertion.label.as_deref() == Some("1") {
            // `Add new first paragraph`, `Add a first sentence to para 2`
            insertion.label = None;
            end = end.and(Some(StartOrEnd::Start));
            usual_end = StartOrEnd::Start;
        }
        let has_target = end.is_some() || insertion.unit.is_some();
        if let (None, Some(before)) = (end, self.unit_before(&insertion)) {
            place.narrow(PrintedAddress::of(before));
            insertion.label = None;
            return self.parse_text_beside(insertion, BeforeOrAfter::After, place);
        }
        // `Add "…"`, without a target: at the end of the place
        if insertion.words.is_some() && !(has_target && self.is_mark(0, &[':'])) {
            let action = ClauseAction::Add(insertion, end.unwrap_or(usual_end));
            return without_payload(action, place);
        }
        insertion.words = None;
        let payload = self.parse_payload_place()?;
        let action = ClauseAction::Add(insertion, end.unwrap_or(usual_end));
        Some((action, place, payload))
    }

    /// Parses where the text is that is inserted next to a unit.
    fn parse_text_beside(
        &mut self,
        insertion: Insertion,
        side: BeforeOrAfter,
        place: PrintedAddress,
    ) -> ClauseParse {
        let payload = self.parse_payload_place()?;
        let action = ClauseAction::Insert(insertion, side, InsertionPoint::Place);
        Some((action, place, payload))
    }

    /// Returns the unit behind which `Insert a second paragraph` inserts: the first one. `Add a second
    /// paragraph` may mean the end.
    fn unit_before(&self, insertion: &Insertion) -> Option<PrintedStep> {
        let mut before = self.tokens[..self.at].iter().rev();
        let inserts = before.any(|token| matches!(&token.kind, SheetTokenKind::Word(word) if ["insert", "inserted", "put"].contains(&word.as_str())));
        let counted = |unit: &UnitNoun| {
            matches!(
                unit,
                UnitNoun::Paragraph | UnitNoun::Bullet | UnitNoun::Sentence
            )
        };
        let unit = insertion.unit.filter(counted).filter(|_| inserts)?;
        let number: u32 = insertion.label.as_ref()?.parse().ok()?;
        (number > 1).then(|| PrintedStep::counted(unit, &[(number - 1, number - 1)]))
    }

    /// Parses `as a new first paragraph` or `as the last bullet`.
    pub(super) fn parse_insertion_as(&mut self, insertion: &mut Insertion) -> Option<StartOrEnd> {
        let back = self.checkpoint();
        let mut end = None;
        if self.eat_word(&["as"]) {
            self.skip_noise();
            end = match self.peek(0) {
                Some(SheetTokenKind::Nth(1)) => Some(StartOrEnd::Start),
                Some(SheetTokenKind::Word(word)) if ["last", "final"].contains(&word.as_str()) => {
                    Some(StartOrEnd::End)
                }
                _ => None,
            };
        }
        let unit = end.and_then(|_| self.unit_at(1));
        let Some((unit, _)) = unit else {
            self.rewind(back);
            return None;
        };
        let from = self.at;
        self.at += 1;
        self.eat_unit();
        insertion.unit = Some(unit);
        insertion.count = Some(1);
        self.record(from, format!("a new {}", unit.name().one));
        end
    }

    /// Parses `as new bullet 4`, in front of the unit that has the number now, or `as the second
    /// sentence`, after the first one.
    fn parse_insertion_number(
        &mut self,
        insertion: &mut Insertion,
        place: &mut PrintedAddress,
    ) -> Option<BeforeOrAfter> {
        let back = self.checkpoint();
        self.eat_mark(&[',']);
        if self.eat_word(&["as"]) {
            self.skip_noise();
            let from = self.at;
            if let (
                Some((unit, NumberMeaning::Counted)),
                Some(SheetTokenKind::Number(number, None)),
            ) = (self.unit_at(0), self.peek(1))
                && *number > 1
            {
                self.at += 2;
                insertion.unit = Some(unit);
                insertion.count = Some(1);
                place.narrow(PrintedAddress::nth(unit, *number));
                self.record(from, format!("new {} {number}", unit.name().one));
                return Some(BeforeOrAfter::Before);
            }
            if let (Some(SheetTokenKind::Nth(number)), Some((unit, NumberMeaning::Counted))) =
                (self.peek(0), self.unit_at(1))
                && *number > 1
            {
                self.at += 1;
                self.eat_unit();
                insertion.unit = Some(unit);
                insertion.count = Some(1);
                place.narrow(PrintedAddress::nth(unit, number - 1));
                self.record(from, format!("new {} {number}", unit.name().one));
                return Some(BeforeOrAfter::After);
            }
        }
        self.rewind(back);
        None
    }

    pub(super) fn eat_side(&mut self) -> Option<BeforeOrAfter> {
        if self.eat_word(&["immediately", "directly", "just"])
            && !self.is_word(0, &["after", "before", "following", "behind"])
        {
            return None;
        }
        if self.eat_word(&["after", "behind", "following", "below"]) {
            Some(BeforeOrAfter::After)
        } else if self.eat_word(&["before", "above"]) {
            Some(BeforeOrAfter::Before)
        } else {
            None
        }
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
        if let Some((_, sign)) = SIGNS.iter().find(|(name, _)| self.word(0) == Some(name)) {
            self.at += 1;
            return Some(InsertionPoint::Words(QuotedWords {
                text: (*sign).to_owned(),
                ..QuotedWords::default()
            }));
        }
        if let Some(unit) = unit.filter(|_| self.is_one()) {
            // `a new bullet after the one on spears`
            let back = self.checkpoint();
            self.at += 1;
            let step = self.parse_unit_number(unit, NumberMeaning::Counted);
            if let Some(step) = step.filter(|step| !step.is_bare()) {
                place.narrow(PrintedAddress::of(step));
                return Some(InsertionPoint::Place);
            }
            self.rewind(back);
        }
        let named = self.word(1).is_some() && self.verb_at(1).is_none();
        if self.is_word(0, &["list"]) && !named {
            let why = "it is next to a list, whose place was not looked up";
            place.unsupported.push(why.to_owned());
        }
        let itself = self.is_word(0, &["that", "this"]);
        if let Some(address) = self.parse_address() {
            // `after bullets`: after the last of them; `below that line`: of the place before
            let mut address = address;
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
            let page = address
                .steps
                .is_empty()
                .then(|| address.page.take())
                .flatten();
            place.narrow(address);
            return Some(page.map_or(InsertionPoint::Place, InsertionPoint::Page));
        }
        if let Some(step) = unit.and_then(|unit| self.parse_number_of(unit)) {
            place.narrow(PrintedAddress::of(step));
            return Some(InsertionPoint::Place);
        }
        let mut named = PrintedAddress::default();
        if self.parse_section_name(&mut named) {
            let back = self.checkpoint();
            self.eat_mark(&[',']);
            match self.parse_address() {
                // `after Rule 5.2, sub-paragraph (b)`
                Some(inner) if !inner.steps.is_empty() => named.narrow(inner),
                _ => self.rewind(back),
            }
            if !named.steps.is_empty() {
                place.narrow(named);
                return Some(InsertionPoint::Place);
            }
            return Some(InsertionPoint::Section(named.heading.unwrap_or_default()));
        }
        None
    }

    /// Parses the number of a unit whose kind was named before: `a new bullet before the last`.
    pub(super) fn parse_number_of(&mut self, unit: UnitNoun) -> Option<PrintedStep> {
        let from = self.at;
        let ends = self.peek(1).is_none() || self.is_mark(1, &['.', ',', ':', ';']);
        let before = self.tokens[from.saturating_sub(4)..from].iter().rev();
        let sign = before
            .filter(|_| unit == UnitNoun::Line)
            .find_map(|token| match &token.kind {
                SheetTokenKind::Signed(sign) => Some(sign),
                _ => None,
            });
        let step = match (self.peek(0)?, sign) {
            _ if !ends => return None,
            // `a new +1 after the last`
            (SheetTokenKind::Nth(number), Some(sign)) => {
                PrintedStep::labels(unit, std::slice::from_ref(sign), &[(*number, *number)])
            }
            (SheetTokenKind::Word(word), Some(sign)) if LAST.contains(&word.as_str()) => {
                PrintedStep::last_labelled(unit, sign)
            }
            (SheetTokenKind::Nth(number), None) => {
                PrintedStep::counted(unit, &[(*number, *number)])
            }
            (SheetTokenKind::Word(word), None) if LAST.contains(&word.as_str()) => {
                PrintedStep::last(unit)
            }
            _ => return None,
        };
        self.at += 1;
        self.record(from, "the unit of that number");
        Some(step)
    }

    /// Consumes the words up to a mark after `at the end of` that name no known place.
    fn eat_unknown_place(&mut self) -> Option<String> {
        let (from, start) = (self.at, self.offset());
        while self.at < from + 8 && self.word(0).is_some() && self.verb_at(0).is_none() {
            self.at += 1;
        }
        let words = &self.text[start..self.previous_end().max(start)];
        (self.at > from).then(|| format!("the place “{words}” was not understood"))
    }

    /// Parses `at the end of the section`, `to the fourth paragraph` or `to "Adjust …:"`.
    pub(super) fn parse_end(&mut self, place: &mut PrintedAddress) -> Option<StartOrEnd> {
        let back = self.checkpoint();
        let from = self.at;
        let at = self.eat_word(&["at", "to", "in", "into", "as"]);
        let to = at
            && matches!(self.tokens.get(self.at - 1).map(|token| &token.kind), Some(SheetTokenKind::Word(word)) if word != "at" && word != "as");
        self.skip_noise();
        self.eat_word(&["very"]);
        let end = if self.eat_word(&["end", "bottom", "foot"]) {
            Some(StartOrEnd::End)
        } else if self.eat_word(&["start", "beginning", "top", "front", "head"]) {
            Some(StartOrEnd::Start)
        } else {
            None
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
                if end == Some(StartOrEnd::Start) {
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
            return Some(StartOrEnd::End);
        }
        self.rewind(back);
        None
    }

    /// Parses the target of an addition: an address, a quoted label or a section.
    pub(super) fn parse_add_target(&mut self, place: &mut PrintedAddress) -> bool {
        self.eat_word(&["his", "her"]);
        if self.is_word(0, &["list"]) && (self.peek(1).is_none() || self.is_mark(1, &['.', ':'])) {
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
        if let Some(SheetTokenKind::Quote(label, _)) = self.peek(0) {
            let label = label.trim_end_matches([':', '.', ' ']).to_owned();
            self.at += 1;
            place
                .steps
                .push(PrintedStep::quoted(UnitNoun::Paragraph, &label));
            return true;
        }
        self.parse_section_name(place)
    }
}
