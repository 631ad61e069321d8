//! What a sheet tells to do: one clause is one verb with what belongs to it.

use super::{
    address::{Addr, Step, StepKind},
    grammar::{Act, EVERYWHERE, REMARKS, Remark, SIGNS, TIMES},
    reader::Reader,
    token::Tok,
};
use crate::syntax::{End, Side, Unit};

/// Something to do, as the words say it; what it brings is not looked at yet.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub(super) what: What,
    /// Where, all that was said.
    pub(super) place: Addr,
    pub(super) payload: Payload,
    /// Bytes of the line's words, without what is brought.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What is done.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// The place by what is brought.
    Replace,
    /// Words by words.
    ReplaceWords(Words, String),
    /// Words by what is brought.
    ReplaceByText(Words),
    /// Old words and new ones follow, parted by a line `to`.
    Pairs,
    /// The place goes.
    Delete,
    /// Words go.
    DeleteWords(Words),
    /// What goes is told and not quoted.
    Described(String),
    /// Beside something.
    Insert(Brought, Side, Point),
    /// At an end of the place.
    Add(Brought, End),
    /// Values of rows.
    Values(Vec<Value>),
    /// A change of the rules that is told in a sentence.
    Told(String),
    /// Rows of values follow.
    Rows,
    /// What follows interprets the place.
    Clarify,
}

/// What is brought.
#[derive(Clone, Debug, Default)]
pub(super) struct Brought {
    /// Words that stand in the instruction.
    pub(super) words: Option<String>,
    /// The kind of unit.
    pub(super) unit: Option<Unit>,
    /// How many.
    pub(super) count: Option<u32>,
    /// `6` of `a 6th bullet`, `39a` of `new page 39a`.
    pub(super) label: Option<String>,
}

/// Beside what.
#[derive(Clone, Debug)]
pub(super) enum Point {
    Words(Words),
    /// The last step of the place.
    Place,
    Section(String),
    Page(String),
}

/// Quoted words, and which of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    pub(super) text: String,
    pub(super) nth: Option<u32>,
    pub(super) last: bool,
    pub(super) every: bool,
    pub(super) times: Option<u32>,
}

/// A value that is set: `Camelry(S) from 11 to 10`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) row: String,
    pub(super) old: Option<String>,
    pub(super) new: String,
    /// Bytes of the line's words.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Where the text stands that an instruction brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Payload {
    None,
    /// These bytes of the line's words, quotation marks included; whether it ends there.
    Inline(usize, usize, bool),
    /// The lines below.
    Follows,
}

impl Clause {
    /// Whether the words can hardly mean anything else: a place, quoted words or values are named, or text is announced.
    pub(super) fn is_strong(&self) -> bool {
        match &self.what {
            What::Described(_) | What::Told(_) => false,
            What::Delete => !self.place.steps.is_empty() || self.place.range.is_some(),
            What::Add(brought, _) => brought.unit.is_some() || self.payload == Payload::Follows || !self.place.steps.is_empty(),
            What::Replace
            | What::ReplaceWords(..)
            | What::ReplaceByText(_)
            | What::Pairs
            | What::DeleteWords(_)
            | What::Insert(..)
            | What::Values(_)
            | What::Rows
            | What::Clarify => true,
        }
    }
}

type Read = Option<(What, Addr, Payload)>;

impl Reader<'_> {
    /// A clause, active or passive.
    pub(super) fn clause(&mut self) -> Option<Clause> {
        let back = self.here();
        let mut start = self.offset();
        self.skip_adverbs();
        let mut read = self.active();
        if read.is_none() {
            self.back(back);
            read = self.passive();
        }
        if read.is_none() {
            self.back(back);
            read = self.remark();
        }
        let Some((what, place, payload)) = read else {
            self.back(back);
            return None;
        };
        let end = match payload {
            Payload::Inline(from, ..) => from,
            Payload::None | Payload::Follows => self.behind(),
        };
        start = start.min(end);
        Some(Clause { what, place, payload, start, end })
    }

    fn active(&mut self) -> Read {
        let act = self.verb_at(0)?;
        let from = self.at;
        self.at += 1;
        self.note(from, format!("verb {}", self.text[self.tokens[from].start..self.tokens[from].end].to_lowercase()));
        match act {
            Act::Replace => self.replace(),
            Act::Substitute => self.substitute(),
            Act::Change => self.change(),
            Act::Value => self.value(),
            Act::Delete => self.delete(),
            Act::Bring => {
                let what = self.brought();
                self.bring(what)
            }
        }
    }

    /// `Replace …`, behind the verb.
    fn replace(&mut self) -> Read {
        if let Some(words) = self.quoted() {
            let mut place = self.inside();
            if self.eat_word(&["with", "by", "to"]) {
                if let Some(new) = self.short() {
                    place.enter(self.inside());
                    return Some((What::ReplaceWords(words, new), place, Payload::None));
                }
                let payload = self.payload()?;
                return Some((What::ReplaceByText(words), place, payload));
            }
            return None;
        }
        let mut place = self.address().unwrap_or_default();
        place.enter(self.inside());
        let announced = self.eat_word(&["with", "by", "to"]) | self.as_follows();
        if !announced && !self.is_mark(0, &[':']) {
            return None;
        }
        let payload = self.payload()?;
        Some((What::Replace, place, payload))
    }

    /// `Substitute for the first +1 line: …`, `Substitute "b" for "a"`.
    fn substitute(&mut self) -> Read {
        if self.eat_word(&["for"]) {
            if let Some(words) = self.quoted() {
                let place = self.inside();
                let payload = self.payload()?;
                return Some((What::ReplaceByText(words), place, payload));
            }
            let mut place = self.address()?;
            place.enter(self.inside());
            let payload = self.payload()?;
            return Some((What::Replace, place, payload));
        }
        let new = self.quoted()?;
        if !self.eat_word(&["for"]) {
            return None;
        }
        match self.quoted() {
            Some(words) => {
                let place = self.inside();
                Some((What::ReplaceWords(words, new.text), place, Payload::None))
            }
            None => {
                let place = self.address()?;
                Some((What::ReplaceWords(Words::default(), new.text), place, Payload::None))
            }
        }
    }

    /// `Change …`, behind the verb.
    fn change(&mut self) -> Read {
        let back = self.here();
        if let Some(values) = self.values() {
            return Some((What::Values(values), Addr::default(), Payload::None));
        }
        self.back(back);
        if let Some(words) = self.quoted() {
            let mut place = self.inside();
            if !self.eat_word(&["to", "into", "with", "by"]) {
                return None;
            }
            if let Some(new) = self.short() {
                place.enter(self.inside());
                return Some((What::ReplaceWords(words, new), place, Payload::None));
            }
            let payload = self.payload()?;
            if place.steps.is_empty() && place.heading.is_none() {
                // the words are those of a heading
                place.heading = Some(words.text);
                return Some((What::Replace, place, payload));
            }
            return Some((What::ReplaceByText(words), place, payload));
        }
        if let Some(mut place) = self.address() {
            place.enter(self.inside());
            let announced = self.eat_word(&["to", "into"]) | self.as_follows();
            if announced || self.is_mark(0, &[':']) {
                let payload = self.payload()?;
                return Some((What::Replace, place, payload));
            }
            self.back(back);
        }
        if self.is_mark(0, &[':']) && self.tokens.len() == self.at + 1 {
            self.at += 1;
            return Some((What::Pairs, Addr::default(), Payload::Follows));
        }
        // `Change Points Values:`
        let from = self.at;
        while self.word(0).is_some() && self.at < from + 5 {
            self.at += 1;
        }
        let values = self.tokens[from..self.at].iter().any(|token| matches!(&token.tok, Tok::Word(word) if is_value_noun(word)));
        (values && self.is_mark(0, &[':']) && self.tokens.len() == self.at + 1).then(|| {
            self.at += 1;
            self.note(from, "rows of values below");
            (What::Rows, Addr::default(), Payload::None)
        })
    }

    /// `Reduce Reg Sp(S) from 7 to 6 AP`.
    fn value(&mut self) -> Read {
        let back = self.here();
        if let Some(values) = self.values() {
            return Some((What::Values(values), Addr::default(), Payload::None));
        }
        self.back(back);
        let from = self.at;
        let by = self.tokens[from..].iter().take(24).any(|token| matches!(&token.tok, Tok::Word(word) if word == "by" || word == "to"));
        by.then(|| {
            let end = self.rest_of_sentence();
            let start = self.tokens.get(from.saturating_sub(1)).map_or(0, |token| token.start);
            (What::Told(self.text[start..end].trim().to_owned()), Addr::default(), Payload::None)
        })
    }

    /// Values, one or several: `cost for S to 8, O to 6`.
    fn values(&mut self) -> Option<Vec<Value>> {
        while self.word(0).is_some_and(is_value_noun) || self.is_word(0, &["the", "of", "for", "all"]) {
            self.at += 1;
        }
        let mut values = Vec::new();
        loop {
            values.push(self.one_value()?);
            let back = self.here();
            if !(self.eat_mark(&[',', ';']) | self.eat_and()) || self.at_end() {
                self.back(back);
                break;
            }
            let row = self.one_value();
            self.back(back);
            if row.is_none() {
                break;
            }
            self.eat_mark(&[',', ';']);
            self.eat_and();
        }
        // a sentence that goes on otherwise is no list of values
        let whole = self.at_end() || self.is_mark(0, &['.', ',', ';', ':']) || matches!(self.peek(0), Some(Tok::Paren(_)));
        whole.then_some(values)
    }

    /// `Camelry(S) from 11 to 10 AP`.
    pub(super) fn one_value(&mut self) -> Option<Value> {
        let from = self.at;
        while !self.is_word(0, &["from", "to"]) {
            let part = matches!(self.peek(0), Some(Tok::Word(_) | Tok::Item(_) | Tok::Paren(_) | Tok::Signed(_)))
                || (self.is_mark(0, &['/', '&', '–']) && self.at > from);
            if !part || self.at >= from + 7 {
                return None;
            }
            self.at += 1;
        }
        let start = self.tokens.get(from)?.start;
        let row = self.text[start..self.behind().max(start)].trim().to_owned();
        if self.at == from {
            return None;
        }
        let mut old = None;
        if self.eat_word(&["from"]) {
            old = Some(self.figure()?);
        }
        if !self.eat_word(&["to"]) {
            return None;
        }
        let new = self.figure()?;
        while self.is_word(0, &["ap", "points", "pts", "point", "pt", "each"]) {
            self.at += 1;
        }
        if self.word(0).is_some() && (self.peek(1).is_none() || self.is_mark(1, &['.', ',', ';', ':'])) {
            // what the value counts: `7 coins`
            self.at += 1;
        }
        let end = self.behind();
        self.note(from, format!("value of {row}: {new}"));
        Some(Value { row, old, new, start, end })
    }

    fn figure(&mut self) -> Option<String> {
        let figure = match self.peek(0)? {
            Tok::Number(number, None) => number.to_string(),
            Tok::Dotted(figure) | Tok::Signed(figure) => figure.clone(),
            Tok::Number(..)
            | Tok::Word(_)
            | Tok::Nth(_)
            | Tok::Quote(..)
            | Tok::Item(_)
            | Tok::Paren(_)
            | Tok::Bracket(_)
            | Tok::Mark(_) => {
                return None;
            }
        };
        self.at += 1;
        Some(figure)
    }

    /// `Delete …`, behind the verb.
    fn delete(&mut self) -> Read {
        if let Some(words) = self.quoted() {
            let mut place = self.inside();
            self.purpose();
            let back = self.here();
            self.eat_mark(&[',', ';', '.']);
            self.eat_word(&["and", "then"]);
            if matches!(self.verb_at(0), Some(Act::Substitute | Act::Replace)) {
                self.at += 1;
                self.eat_word(&["it", "this"]);
                self.eat_word(&["with", "by"]);
                if let Some(new) = self.short() {
                    place.enter(self.inside());
                    return Some((What::ReplaceWords(words, new), place, Payload::None));
                }
                let payload = self.payload()?;
                return Some((What::ReplaceByText(words), place, payload));
            }
            self.back(back);
            return Some((What::DeleteWords(words), place, Payload::None));
        }
        let back = self.here();
        if let Some(mut place) = self.address() {
            place.enter(self.inside());
            self.purpose();
            let here = self.here();
            self.eat_mark(&[',', ';', '.']);
            self.eat_word(&["and", "then"]);
            if matches!(self.verb_at(0), Some(Act::Substitute | Act::Replace)) {
                self.at += 1;
                self.eat_word(&["it", "them", "this", "these"]);
                let announced = self.eat_word(&["with", "by"]) | self.as_follows();
                if announced || self.is_mark(0, &[':']) {
                    let payload = self.payload()?;
                    return Some((What::Replace, place, payload));
                }
            }
            self.back(here);
            if self.at_end()
                || self.is_mark(0, &['.', ';', ':', ',', '–'])
                || matches!(self.peek(0), Some(Tok::Paren(_)))
                || self.eat_about()
            {
                return Some((What::Delete, place, Payload::None));
            }
        }
        self.back(back);
        if self.at_end() || self.is_mark(0, &['.', ';', ':']) {
            // `Last -2 factor. Delete.`
            return Some((What::Delete, Addr::default(), Payload::None));
        }
        let from = self.at;
        let end = self.rest_of_sentence();
        let start = self.tokens.get(from)?.start;
        let told = self.text[start..end.max(start)].trim_end_matches(['.', ' ']).to_owned();
        self.note(from, "told, not quoted");
        (!told.is_empty()).then_some((What::Described(told), Addr::default(), Payload::None))
    }

    /// `concerning warbands`: what is said of the thing besides its place.
    fn eat_about(&mut self) -> bool {
        if !self.is_word(0, &["concerning", "about", "regarding", "which", "that", "beginning", "starting", "dealing", "on"]) {
            return false;
        }
        let from = self.at;
        self.rest_of_sentence();
        self.note(from, "what it is about");
        true
    }

    /// `, to make it clear that …`, `so that …`: why it is done.
    fn purpose(&mut self) {
        let comma = usize::from(self.is_mark(0, &[',']));
        let to =
            self.is_word(comma, &["to"]) && self.is_word(comma + 1, &["make", "clarify", "show", "avoid", "allow", "reflect", "ensure"]);
        let so = self.is_word(comma, &["so", "as", "since", "because"]) && comma > 0;
        if to || so {
            let from = self.at;
            self.rest_of_sentence();
            self.note(from, "why");
        }
    }

    /// Goes to the end of the sentence; gives its last byte.
    fn rest_of_sentence(&mut self) -> usize {
        while !(self.at_end() || self.is_mark(0, &['.', '!', '?']) && self.sentence_begins(self.at + 1)) {
            self.at += 1;
        }
        self.behind()
    }

    /// What is brought, in front of its place.
    fn brought(&mut self) -> Brought {
        let from = self.at;
        let mut brought = Brought::default();
        let back = self.here();
        if let Some(words) = self.quoted()
            && (self.is_word(0, &["after", "before", "at", "to", "in", "between", "into", "behind"])
                || self.at_end()
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
        let more = usize::from(self.is_word(ahead, &["new", "further", "additional", "extra", "more"]));
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
            let many = self.word(ahead + more).is_some_and(|word| word.ends_with('s'));
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
    fn bring(&mut self, mut brought: Brought) -> Read {
        let mut place = Addr::default();
        if self.is_word(0, &["on", "under", "in"]) {
            place.enter(self.inside());
        }
        let from = self.at;
        let read = if let Some(side) = self.side() {
            let point = self.point(&mut place)?;
            place.enter(self.inside());
            self.note(from, if side == Side::After { "after" } else { "before" });
            if brought.words.is_none() && brought.unit != Some(Unit::Page) || !self.at_end() && self.is_mark(0, &[':']) {
                let payload = self.payload()?;
                return Some((What::Insert(brought, side, point), place, payload));
            }
            (What::Insert(brought, side, point), place, Payload::None)
        } else if brought.unit == Some(Unit::Page) {
            let page = brought.label.clone().unwrap_or_default();
            let payload = self.payload()?;
            return Some((What::Insert(brought, Side::After, Point::Page(page)), place, payload));
        } else {
            let end = self.end(&mut place);
            if end.is_none() && brought.unit.is_none() && brought.words.is_none() && !self.is_mark(0, &[':']) {
                return None;
            }
            let told = end.is_some() || brought.unit.is_some();
            if brought.words.is_some() && told && !self.is_mark(0, &[':']) {
                (What::Add(brought, end.unwrap_or(End::End)), place, Payload::None)
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

    fn side(&mut self) -> Option<Side> {
        if self.eat_word(&["immediately", "directly", "just"]) && !self.is_word(0, &["after", "before", "following", "behind"]) {
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
    fn point(&mut self, place: &mut Addr) -> Option<Point> {
        self.eat_word(&["the"]);
        self.eat_word(&["words", "word", "phrase"]);
        if let Some(words) = self.quoted() {
            return Some(Point::Words(words));
        }
        if let Some((_, sign)) = SIGNS.iter().find(|(name, _)| self.word(0) == Some(name)) {
            self.at += 1;
            return Some(Point::Words(Words { text: (*sign).to_owned(), ..Words::default() }));
        }
        if let Some(addr) = self.address() {
            // `after bullets`: behind the last of them
            let mut addr = addr;
            if let Some(step) = addr.steps.last_mut()
                && let StepKind::Bare(unit) = step.kind
                && matches!(unit, Unit::Bullet | Unit::Line | Unit::Row | Unit::Item | Unit::Paragraph | Unit::Sentence)
            {
                *step = Step { kind: StepKind::Units(unit), text: format!("last {}", unit.name().one), count: Some(1) };
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
    fn end(&mut self, place: &mut Addr) -> Option<End> {
        let back = self.here();
        let from = self.at;
        let at = self.eat_word(&["at", "to", "in", "into", "as"]);
        let to =
            at && matches!(self.tokens.get(self.at - 1).map(|token| &token.tok), Some(Tok::Word(word)) if word != "at" && word != "as");
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
            self.note(from, if end == Some(End::Start) { "at the start" } else { "at the end" });
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
    fn target(&mut self, place: &mut Addr) -> bool {
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

    /// `The following should be added after the "Regular Cavalry" line:`, `Paragraph 3 is deleted.`, `For "a" read "b"`.
    fn passive(&mut self) -> Read {
        if self.is_word(0, &["for"]) {
            let back = self.here();
            self.at += 1;
            if let Some(words) = self.quoted() {
                let place = self.inside();
                self.eat_mark(&[',']);
                if self.eat_word(&["read", "substitute"]) {
                    let new = self.short()?;
                    return Some((What::ReplaceWords(words, new), place, Payload::None));
                }
            }
            self.back(back);
            return None;
        }
        let from = self.at;
        let mut place = Addr::default();
        let mut words = None;
        let mut brought = Brought::default();
        if self.is_word(0, &["the", "a"]) && self.is_word(1, &["following", "new"]) || self.is_word(0, &["following"]) {
            self.skip_noise();
            if let Some((unit, _)) = self.unit_at(0) {
                self.unit();
                brought.unit = Some(unit);
            }
            self.eat_word(&["words", "text"]);
        } else if let Some(quoted) = self.quoted() {
            place.enter(self.inside());
            words = Some(quoted);
        } else {
            place = self.address()?;
            place.enter(self.inside());
        }
        let subject = self.at;
        while self
            .is_word(0, &["should", "must", "shall", "is", "are", "was", "were", "has", "have", "now", "be", "been", "being", "to", "will"])
        {
            self.at += 1;
        }
        if self.at == subject && !self.is_word(0, &["becomes", "become", "reads", "read"]) {
            return None;
        }
        if self.eat_word(&["read", "reads", "becomes", "become"]) {
            self.note(from, "reads from now on");
            self.as_follows();
            if let Some(words) = words {
                if let Some(new) = self.short() {
                    return Some((What::ReplaceWords(words, new), place, Payload::None));
                }
                let payload = self.payload()?;
                return Some((What::ReplaceByText(words), place, payload));
            }
            let payload = self.payload()?;
            return Some((What::Replace, place, payload));
        }
        let act = self.done_at(0)?;
        self.at += 1;
        self.note(from, "told in the passive");
        match act {
            Act::Bring => {
                brought.words = words.map(|words| words.text);
                self.bring(brought).map(|(what, mut inner, payload)| {
                    place.enter(std::mem::take(&mut inner));
                    (what, place, payload)
                })
            }
            Act::Delete => Some(match words {
                Some(words) => {
                    place.enter(self.inside());
                    (What::DeleteWords(words), place, Payload::None)
                }
                None => (What::Delete, place, Payload::None),
            }),
            Act::Replace | Act::Substitute | Act::Change | Act::Value => {
                let announced = self.eat_word(&["with", "by", "to"]) | self.as_follows();
                if let (Some(words), true) = (&words, announced)
                    && let Some(new) = self.short()
                {
                    place.enter(self.inside());
                    return Some((What::ReplaceWords(words.clone(), new), place, Payload::None));
                }
                if !announced && !self.is_mark(0, &[':']) {
                    return None;
                }
                let payload = self.payload()?;
                Some((words.map_or(What::Replace, What::ReplaceByText), place, payload))
            }
        }
    }

    /// `(addition): …`, behind a number of the rules.
    fn remark(&mut self) -> Read {
        let Some(Tok::Paren(words)) = self.peek(0) else { return None };
        let lower = words.to_lowercase();
        let (_, remark) = REMARKS.iter().find(|(name, _)| lower.split_whitespace().next() == Some(name))?;
        let from = self.at;
        self.at += 1;
        self.note(from, format!("{remark:?}").to_lowercase());
        let read = match remark {
            Remark::Deletes => {
                self.eat_mark(&[':', '.']);
                (What::Delete, Addr::default(), Payload::None)
            }
            Remark::Adds => (What::Add(Brought::default(), End::End), Addr::default(), self.payload()?),
            Remark::Replaces => {
                let back = self.here();
                self.eat_mark(&[':']);
                if let Some(clause) = self.active() {
                    return Some(clause);
                }
                self.back(back);
                (What::Replace, Addr::default(), self.payload()?)
            }
            Remark::Clarifies => (What::Clarify, Addr::default(), self.payload()?),
        };
        Some(read)
    }

    /// Quoted words, or a grade in brackets, with which of them is meant. Not where a unit stands behind: that is a label.
    pub(super) fn quoted(&mut self) -> Option<Words> {
        let back = self.here();
        let from = self.at;
        let mut words = Words::default();
        self.eat_word(&["the"]);
        match self.peek(0) {
            Some(Tok::Nth(nth)) if matches!(self.peek(1), Some(Tok::Quote(..) | Tok::Item(_))) => {
                words.nth = Some(*nth);
                self.at += 1;
            }
            Some(Tok::Word(word)) if matches!(self.peek(1), Some(Tok::Quote(..))) && EVERYWHERE.contains(&word.as_str()) => {
                words.every = true;
                self.at += 1;
            }
            Some(Tok::Word(word)) if matches!(self.peek(1), Some(Tok::Quote(..) | Tok::Item(_))) && word == "last" => {
                words.last = true;
                self.at += 1;
            }
            _ => {
                self.eat_word(&["words", "word", "phrase"]);
            }
        }
        match self.peek(0) {
            Some(Tok::Quote(text, _)) if self.unit_at(1).is_none() => words.text.clone_from(text),
            Some(Tok::Item(text)) if words.nth.is_some() || words.last => words.text = format!("({text})"),
            _ => {
                self.back(back);
                return None;
            }
        }
        self.at += 1;
        self.note(from, "quoted words");
        self.times(&mut words);
        Some(words)
    }

    /// `twice`, `3 times`, `wherever it occurs`, `throughout`.
    fn times(&mut self, words: &mut Words) {
        let comma = usize::from(self.is_mark(0, &[',']));
        if let Some((_, times)) = TIMES.iter().find(|(name, _)| self.word(comma) == Some(name)) {
            words.times = Some(*times);
            self.at += comma + 1;
        } else if let (Some(Tok::Number(times, None)), true) = (self.peek(comma), self.is_word(comma + 1, &["times"])) {
            words.times = Some(*times);
            self.at += comma + 2;
        } else if self.is_word(comma, &["throughout", "everywhere", "wherever"]) {
            words.every = true;
            self.at += comma + 1;
            while self.is_word(0, &["it", "they", "this", "occurs", "occur", "appears", "appear", "the", "rules", "text"]) {
                self.at += 1;
            }
        }
    }

    /// Quoted words that replace others, whole on this line.
    fn short(&mut self) -> Option<String> {
        let back = self.here();
        self.eat_mark(&[':', ',']);
        self.eat_word(&["the"]);
        self.eat_word(&["words", "word"]);
        match self.peek(0) {
            Some(Tok::Quote(words, true)) => {
                self.at += 1;
                Some(words.clone())
            }
            _ => {
                self.back(back);
                None
            }
        }
    }

    /// `in the second paragraph`, `under Rear Support on page 22`, however many.
    pub(super) fn inside(&mut self) -> Addr {
        let mut place = Addr::default();
        loop {
            let back = self.here();
            let comma = self.eat_mark(&[',']);
            if !self.eat_word(&["in", "under", "on", "within", "from", "of", "at"]) {
                self.back(back);
                return place;
            }
            self.eat_word(&["the"]);
            let mut outer = Addr::default();
            let inner = match self.address() {
                Some(addr) => Some(addr),
                None if !comma && self.named(&mut outer) => Some(outer),
                None => None,
            };
            match inner {
                Some(mut addr) => {
                    // `in that line`, `in the section`: the place itself
                    addr.steps.retain(|step| !matches!(step.kind, StepKind::Bare(_)));
                    let steps = std::mem::take(&mut place.steps);
                    place.enter(addr);
                    place.steps.extend(steps);
                }
                None => {
                    self.back(back);
                    return place;
                }
            }
        }
    }

    /// `as follows`, `the following`, `to read`.
    fn as_follows(&mut self) -> bool {
        let from = self.at;
        if self.is_word(0, &["so"]) && self.is_word(1, &["that", "as"]) {
            self.at += 2;
            self.eat_word(&["it"]);
            self.eat_word(&["to"]);
        }
        self.eat_word(&["it", "to"]);
        self.eat_word(&["now"]);
        let read = self.eat_word(&["read", "reads", "say", "says"]);
        let as_ = self.eat_word(&["as"]) && self.eat_word(&["follows"]);
        let following = self.is_word(0, &["the"]) && self.is_word(1, &["following"]);
        if following {
            self.at += 2;
            self.unit();
        }
        if !(read || as_ || following) {
            self.at = from;
            return false;
        }
        true
    }

    /// Where the text stands that is announced here; none where none can be meant.
    pub(super) fn payload(&mut self) -> Option<Payload> {
        self.as_follows();
        while let Some(Tok::Paren(_)) = self.peek(0) {
            self.at += 1;
        }
        let colon = self.eat_mark(&[':', '–']);
        self.as_follows();
        self.eat_mark(&[':']);
        if self.at_end() {
            return Some(Payload::Follows);
        }
        if let Some(Tok::Quote(_, closed)) = self.peek(0) {
            let token = &self.tokens[self.at];
            self.at += 1;
            return Some(Payload::Inline(token.start, token.end, *closed));
        }
        if colon {
            let start = self.offset();
            self.at = self.tokens.len();
            return Some(Payload::Inline(start, self.text.len(), true));
        }
        if self.eat_mark(&['.']) {
            return Some(Payload::Follows);
        }
        None
    }
}

fn is_value_noun(word: &str) -> bool {
    ["cost", "costs", "price", "prices", "value", "values", "points", "ap", "factor", "factors"].contains(&word)
}
