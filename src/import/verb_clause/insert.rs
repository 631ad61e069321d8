//! `Insert …`, `Add …`.

use super::*;

impl TokenCursor<'_> {
    /// What is brought, in front of its place.
    pub(super) fn parse_insertion(&mut self) -> Insertion {
        let from = self.at;
        let mut brought = Insertion::default();
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
            brought.words = Some(words.text);
            return brought;
        }
        self.rewind(back);
        self.skip_noise();
        if let Some((_, sign)) = SIGNS.iter().find(|(name, _)| self.word(0) == Some(name)) {
            self.at += 1;
            brought.words = Some((*sign).to_owned());
            self.record(from, format!("the sign {sign}"));
            return brought;
        }
        let mut number = None;
        let mut nth = None;
        match self.peek(0) {
            Some(Lexeme::Number(count, None)) => number = Some(*count),
            Some(Lexeme::Nth(place)) => nth = Some(*place),
            _ => {}
        }
        let ahead = usize::from(number.is_some() || nth.is_some());
        let more =
            usize::from(self.is_word(ahead, &["new", "further", "additional", "extra", "more"]));
        if self.is_word(ahead + more, &["page", "pages"]) {
            self.at += ahead + more;
            // `new page Page 39a`, `page 39a`
            let again = self.checkpoint();
            self.at += 1;
            brought.label = self.parse_page().or_else(|| {
                self.rewind(again);
                self.parse_page()
            });
            brought.unit = Some(Unit::Page);
            self.record(from, "a new page");
            return brought;
        }
        if let Some((unit, _)) = self.unit_at(ahead + more) {
            let many = self
                .word(ahead + more)
                .is_some_and(|word| word.ends_with('s'));
            self.at += ahead + more;
            self.eat_unit();
            brought.unit = Some(unit);
            brought.count = number.or((!many).then_some(1));
            brought.label = nth.map(|nth| nth.to_string());
            self.record(from, format!("new {}", unit.name().one));
        } else if self.eat_word(&["words", "text", "phrase", "words:"])
            && let Some(words) = self.parse_quoted_words()
        {
            brought.words = Some(words.text);
        }
        brought
    }

    /// Behind what is brought: where, and the text.
    pub(super) fn parse_insertion_place(&mut self, mut brought: Insertion) -> ClauseParse {
        let mut place = PrintedAddress::default();
        if self.is_word(0, &["on", "under", "in"]) {
            place.narrow(self.parse_containing_place());
        }
        let from = self.at;
        let read = if let Some(side) = self.eat_side() {
            let point = self.parse_insertion_point(&mut place)?;
            place.narrow(self.parse_containing_place());
            self.record(
                from,
                if side == Side::After {
                    "after"
                } else {
                    "before"
                },
            );
            if brought.words.is_none() && brought.unit != Some(Unit::Page)
                || !self.at_end() && self.is_mark(0, &[':'])
            {
                let payload = self.parse_payload_place()?;
                return Some((ClauseAction::Insert(brought, side, point), place, payload));
            }
            (
                ClauseAction::Insert(brought, side, point),
                place,
                PayloadPlace::None,
            )
        } else if brought.unit == Some(Unit::Page) {
            let page = brought.label.clone().unwrap_or_default();
            let payload = self.parse_payload_place()?;
            return Some((
                ClauseAction::Insert(brought, Side::After, InsertionPoint::Page(page)),
                place,
                payload,
            ));
        } else {
            let end = self.parse_end(&mut place);
            if end.is_none()
                && brought.unit.is_none()
                && brought.words.is_none()
                && !self.is_mark(0, &[':'])
            {
                return None;
            }
            let told = end.is_some() || brought.unit.is_some();
            if brought.words.is_some() && told && !self.is_mark(0, &[':']) {
                (
                    ClauseAction::Add(brought, end.unwrap_or(End::End)),
                    place,
                    PayloadPlace::None,
                )
            } else if brought.words.is_some() && !told {
                // `Add "…"`: to the end of the place
                (
                    ClauseAction::Add(brought, End::End),
                    place,
                    PayloadPlace::None,
                )
            } else {
                brought.words = None;
                let payload = self.parse_payload_place()?;
                return Some((
                    ClauseAction::Add(brought, end.unwrap_or(End::End)),
                    place,
                    payload,
                ));
            }
        };
        Some(read)
    }

    pub(super) fn eat_side(&mut self) -> Option<Side> {
        if self.eat_word(&["immediately", "directly", "just"])
            && !self.is_word(0, &["after", "before", "following", "behind"])
        {
            return None;
        }
        if self.eat_word(&["after", "behind", "following"]) {
            Some(Side::After)
        } else if self.eat_word(&["before"]) {
            Some(Side::Before)
        } else {
            None
        }
    }

    /// Behind `after`, `before`.
    pub(super) fn parse_insertion_point(
        &mut self,
        place: &mut PrintedAddress,
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
        if let Some(addr) = self.parse_address() {
            // `after bullets`: behind the last of them
            let mut addr = addr;
            if let Some(step) = addr.steps.last_mut()
                && let PrintedStepKind::Bare(unit) = step.kind
                && matches!(
                    unit,
                    Unit::Bullet
                        | Unit::Line
                        | Unit::Row
                        | Unit::Item
                        | Unit::Paragraph
                        | Unit::Sentence
                )
            {
                *step = PrintedStep {
                    kind: PrintedStepKind::Units(unit),
                    text: format!("last {}", unit.name().one),
                    count: Some(1),
                };
            }
            let page = addr.steps.is_empty().then(|| addr.page.take()).flatten();
            place.narrow(addr);
            return Some(page.map_or(InsertionPoint::Place, InsertionPoint::Page));
        }
        let mut named = PrintedAddress::default();
        if self.parse_section_name(&mut named) {
            return Some(InsertionPoint::Section(named.heading.unwrap_or_default()));
        }
        None
    }

    /// `at the end of the section`, `to the fourth paragraph`, `to "Adjust …:"`.
    pub(super) fn parse_end(&mut self, place: &mut PrintedAddress) -> Option<End> {
        let back = self.checkpoint();
        let from = self.at;
        let at = self.eat_word(&["at", "to", "in", "into", "as"]);
        let to = at
            && matches!(self.tokens.get(self.at - 1).map(|token| &token.kind), Some(Lexeme::Word(word)) if word != "at" && word != "as");
        self.skip_noise();
        let end = if self.eat_word(&["end", "bottom", "foot"]) {
            Some(End::End)
        } else if self.eat_word(&["start", "beginning", "top", "front", "head"]) {
            Some(End::Start)
        } else {
            None
        };
        if end.is_some() {
            if self.eat_word(&["of", "in", "to", "from"]) {
                self.skip_noise();
                self.parse_add_target(place);
            } else {
                place.narrow(self.parse_containing_place());
            }
            self.record(
                from,
                if end == Some(End::Start) {
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
            return Some(End::End);
        }
        self.rewind(back);
        None
    }

    /// What something is added to: an address, a quoted label or a section.
    pub(super) fn parse_add_target(&mut self, place: &mut PrintedAddress) -> bool {
        if let Some(addr) = self.parse_address() {
            place.narrow(addr);
            return true;
        }
        if let Some(Lexeme::Quote(label, _)) = self.peek(0) {
            let label = label.trim_end_matches([':', '.', ' ']).to_owned();
            self.at += 1;
            place.steps.push(PrintedStep {
                kind: PrintedStepKind::Units(Unit::Paragraph),
                text: format!("paragraph {}", crate::syntax::instruction::quote(&label)),
                count: Some(1),
            });
            return true;
        }
        self.parse_section_name(place)
    }
}
