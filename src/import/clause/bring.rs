//! `Insert …`, `Add …`.

use super::*;

impl Reader<'_> {
    /// What is brought, in front of its place.
    pub(super) fn brought(&mut self) -> Brought {
        let from = self.at;
        let mut brought = Brought::default();
        let back = self.here();
        if let Some(words) = self.quoted()
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
        self.back(back);
        self.skip_noise();
        if let Some((_, sign)) = SIGNS.iter().find(|(name, _)| self.word(0) == Some(name)) {
            self.at += 1;
            brought.words = Some((*sign).to_owned());
            self.note(from, format!("the sign {sign}"));
            return brought;
        }
        let mut number = None;
        let mut nth = None;
        match self.peek(0) {
            Some(Tok::Number(count, None)) => number = Some(*count),
            Some(Tok::Nth(place)) => nth = Some(*place),
            _ => {}
        }
        let ahead = usize::from(number.is_some() || nth.is_some());
        let more =
            usize::from(self.is_word(ahead, &["new", "further", "additional", "extra", "more"]));
        if self.is_word(ahead + more, &["page", "pages"]) {
            self.at += ahead + more;
            // `new page Page 39a`, `page 39a`
            let again = self.here();
            self.at += 1;
            brought.label = self.page().or_else(|| {
                self.back(again);
                self.page()
            });
            brought.unit = Some(Unit::Page);
            self.note(from, "a new page");
            return brought;
        }
        if let Some((unit, _)) = self.unit_at(ahead + more) {
            let many = self
                .word(ahead + more)
                .is_some_and(|word| word.ends_with('s'));
            self.at += ahead + more;
            self.unit();
            brought.unit = Some(unit);
            brought.count = number.or((!many).then_some(1));
            brought.label = nth.map(|nth| nth.to_string());
            self.note(from, format!("new {}", unit.name().one));
        } else if self.eat_word(&["words", "text", "phrase", "words:"])
            && let Some(words) = self.quoted()
        {
            brought.words = Some(words.text);
        }
        brought
    }

    /// Behind what is brought: where, and the text.
    pub(super) fn bring(&mut self, mut brought: Brought) -> Read {
        let mut place = Addr::default();
        if self.is_word(0, &["on", "under", "in"]) {
            place.enter(self.inside());
        }
        let from = self.at;
        let read = if let Some(side) = self.side() {
            let point = self.point(&mut place)?;
            place.enter(self.inside());
            self.note(
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
                let payload = self.payload()?;
                return Some((What::Insert(brought, side, point), place, payload));
            }
            (What::Insert(brought, side, point), place, Payload::None)
        } else if brought.unit == Some(Unit::Page) {
            let page = brought.label.clone().unwrap_or_default();
            let payload = self.payload()?;
            return Some((
                What::Insert(brought, Side::After, Point::Page(page)),
                place,
                payload,
            ));
        } else {
            let end = self.end(&mut place);
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
                    What::Add(brought, end.unwrap_or(End::End)),
                    place,
                    Payload::None,
                )
            } else if brought.words.is_some() && !told {
                // `Add "…"`: to the end of the place
                (What::Add(brought, End::End), place, Payload::None)
            } else {
                brought.words = None;
                let payload = self.payload()?;
                return Some((What::Add(brought, end.unwrap_or(End::End)), place, payload));
            }
        };
        Some(read)
    }

    pub(super) fn side(&mut self) -> Option<Side> {
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
    pub(super) fn point(&mut self, place: &mut Addr) -> Option<Point> {
        self.eat_word(&["the"]);
        self.eat_word(&["words", "word", "phrase"]);
        if let Some(words) = self.quoted() {
            return Some(Point::Words(words));
        }
        if let Some((_, sign)) = SIGNS.iter().find(|(name, _)| self.word(0) == Some(name)) {
            self.at += 1;
            return Some(Point::Words(Words {
                text: (*sign).to_owned(),
                ..Words::default()
            }));
        }
        if let Some(addr) = self.address() {
            // `after bullets`: behind the last of them
            let mut addr = addr;
            if let Some(step) = addr.steps.last_mut()
                && let StepKind::Bare(unit) = step.kind
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
                *step = Step {
                    kind: StepKind::Units(unit),
                    text: format!("last {}", unit.name().one),
                    count: Some(1),
                };
            }
            let page = addr.steps.is_empty().then(|| addr.page.take()).flatten();
            place.enter(addr);
            return Some(page.map_or(Point::Place, Point::Page));
        }
        let mut named = Addr::default();
        if self.named(&mut named) {
            return Some(Point::Section(named.heading.unwrap_or_default()));
        }
        None
    }

    /// `at the end of the section`, `to the fourth paragraph`, `to "Adjust …:"`.
    pub(super) fn end(&mut self, place: &mut Addr) -> Option<End> {
        let back = self.here();
        let from = self.at;
        let at = self.eat_word(&["at", "to", "in", "into", "as"]);
        let to = at
            && matches!(self.tokens.get(self.at - 1).map(|token| &token.tok), Some(Tok::Word(word)) if word != "at" && word != "as");
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
                self.target(place);
            } else {
                place.enter(self.inside());
            }
            self.note(
                from,
                if end == Some(End::Start) {
                    "at the start"
                } else {
                    "at the end"
                },
            );
            return end;
        }
        if to && self.target(place) {
            place.enter(self.inside());
            self.note(from, "at the end");
            return Some(End::End);
        }
        self.back(back);
        None
    }

    /// What something is added to: an address, a quoted label or a section.
    pub(super) fn target(&mut self, place: &mut Addr) -> bool {
        if let Some(addr) = self.address() {
            place.enter(addr);
            return true;
        }
        if let Some(Tok::Quote(label, _)) = self.peek(0) {
            let label = label.trim_end_matches([':', '.', ' ']).to_owned();
            self.at += 1;
            place.steps.push(Step {
                kind: StepKind::Units(Unit::Paragraph),
                text: format!("paragraph {}", crate::syntax::instruction::quote(&label)),
                count: Some(1),
            });
            return true;
        }
        self.named(place)
    }
}
