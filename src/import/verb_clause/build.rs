//! Builds a `VerbClause` from `ClauseBuilder`; none if a part that its verb needs is missing.

use super::{
    builder::{ClauseBuilder, NewWords},
    clause::{
        ClauseAction::{
            self, Add, Delete, DeleteWords, Insert, Move, MoveAway, Rename, Replace, ReplaceByText,
            ReplaceWords, Swap, Values,
        },
        Insertion, InsertionPoint, PayloadPlace, ValueChange, VerbClause,
    },
};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        grammar::VerbKind,
    },
    syntax::{
        BeforeOrAfter::{After, Before},
        StartOrEnd, UnitNoun,
    },
};

/// Returns `old` with the figure at its end, or in front of the same noun, replaced by `new`; `new` if
/// there is no such figure.
fn with_figure(old: &str, new: &str) -> String {
    let noun = new.split_once(' ').map_or("", |(_, noun)| noun);
    let start = old.strip_suffix(noun).unwrap_or(old).trim_end();
    let figure = start.rsplit(' ').next().unwrap_or_default();
    let before = &start[..start.len() - figure.len()];
    let counted = figure.starts_with(|c: char| c.is_ascii_digit() || "+-−".contains(c));
    let figures = |words: &str| {
        let mut found = words
            .split(' ')
            .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        found
            .next()
            .filter(|_| found.next().is_none())
            .map(str::to_owned)
    };
    if counted && !before.is_empty() && (noun.is_empty() || old.ends_with(noun)) {
        format!("{before}{new}")
    } else if let (true, Some(own)) = (noun.is_empty(), figures(old)) {
        // `"up to 3 spaces" is wrong, the number is 4`
        let words = old
            .split(' ')
            .map(|word| if word == own { new } else { word });
        words.collect::<Vec<_>>().join(" ")
    } else {
        new.to_owned()
    }
}

impl ClauseBuilder {
    /// Returns the clause; `None` if it lacks a part.
    pub(super) fn build(mut self) -> Option<VerbClause> {
        if self.place.is_empty() {
            self.place = std::mem::take(&mut self.before);
        }
        if let Some(old) = &mut self.old {
            old.every |= self.every;
        }
        if self.old.is_some() {
            // `this sentence`, next to its words
            self.place.steps.retain(|step| !step.is_bare());
        }
        let mut payload = PayloadPlace::None;
        let action = match self.verb {
            _ if !self.values.is_empty() => Some(Values(std::mem::take(&mut self.values))),
            None if self.opposed && self.old.is_some() && self.new.is_some() && !self.figure => {
                self.build_replace(&mut payload)
            }
            None => None,
            Some(VerbKind::Delete | VerbKind::Ignore) => self.build_delete(&mut payload),
            Some(VerbKind::Insert) => self.build_insert(&mut payload),
            Some(VerbKind::Replace | VerbKind::Substitute | VerbKind::Change | VerbKind::Value) => {
                self.build_replace(&mut payload)
            }
            Some(VerbKind::Move) => self.build_move(),
            Some(VerbKind::Swap) if self.old.is_some() => self.build_replace(&mut payload),
            Some(VerbKind::Swap) => self.build_swap(),
            Some(VerbKind::Rename) => {
                let new = self.new.take()?;
                match self.old.take() {
                    // `Renamed "a" to "b" throughout`
                    Some(old) if old.every => Some(ReplaceWords(old, new.text)),
                    old => {
                        // the label of a unit, or the heading of a section
                        let unit = self.place.unit().or(self.outer_unit);
                        let named = old.filter(|_| unit.is_none() && !self.whole_section);
                        let step = named.map(|old| PrintedStep::labelled(&old.text, true));
                        self.place.steps.extend(step);
                        Some(Rename(new.text))
                    }
                }
            }
            // `The last two sentences are combined into one: …`
            Some(VerbKind::Rearrange) if self.old.is_none() && self.has_several() => {
                self.build_replace(&mut payload)
            }
            Some(VerbKind::Rearrange) => None,
        }?;
        let end = match payload {
            PayloadPlace::Inline(from, ..) => from.min(self.end),
            PayloadPlace::None | PayloadPlace::Follows => self.end,
        };
        Some(VerbClause {
            action,
            place: self.place,
            payload,
            start: self.start.min(end),
            end,
            passed_over: None,
            guessed: self.figure || self.inherited,
            announced: false,
        })
    }

    /// Whether its place is more than one unit.
    fn has_several(&self) -> bool {
        let count = self.place.steps.last().and_then(PrintedStep::count);
        count.is_some_and(|count| count > 1) || !self.place.more.is_empty()
    }

    /// Makes the new words the text of the clause.
    fn text_place(&mut self) -> Option<PayloadPlace> {
        match (&self.new, self.text) {
            (
                Some(NewWords {
                    range: Some((start, end, closed)),
                    ..
                }),
                _,
            ) => Some(PayloadPlace::Inline(*start, *end, *closed)),
            (None, text) => text,
            (Some(_), _) => None,
        }
    }

    fn build_replace(&mut self, payload: &mut PayloadPlace) -> Option<ClauseAction> {
        self.inherited |= self.bare_point.is_some();
        if self.point.is_some() {
            // `After "a raft" read: …` adds to what is there; with a place, or old words, it may be
            // two changes
            self.inherited |= self.old.is_some() || !self.place.steps.is_empty();
            if self.old.is_none() && self.place.steps.is_empty() {
                return self.build_insert(payload);
            }
        }
        let label = self.new.as_ref().filter(|new| {
            let signed = new.text.starts_with(['+', '-']) && new.range.is_none();
            signed && self.old.is_none() && self.place.unit() == Some(UnitNoun::Line)
        });
        if let Some(label) = label {
            // `Last +1: change to +2`
            return Some(Rename(label.text.clone()));
        }
        let quoted = self.new.as_ref().is_some_and(|new| new.range.is_some());
        if self.figure && (quoted || self.new.is_none()) {
            return None;
        }
        match (self.old.take(), &self.new) {
            (Some(old), Some(new)) if new.range.is_none_or(|(.., closed)| closed) => {
                if self.labelled && self.figure && self.place.steps.is_empty() {
                    let figure = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
                    return Some(Values(vec![ValueChange {
                        row: String::new(),
                        old: Some(figure(&old.text)),
                        new: figure(&new.text),
                        start: self.start,
                        end: self.end,
                    }]));
                }
                if let (false, None) = (self.figure, new.range) {
                    // `"Climbing costs 2 spaces" – should be 3 spaces`
                    self.inherited = true;
                    let whole = with_figure(&old.text, &new.text);
                    return Some(ReplaceWords(old, whole));
                }
                let mut words = new.text.as_str();
                if self.figure && !old.text.contains(' ') {
                    // `7 rings, not 8`: the noun stays
                    words = words.split(' ').next().unwrap_or(words);
                }
                Some(ReplaceWords(old, words.to_owned()))
            }
            (Some(old), _) => {
                *payload = self.text_place()?;
                let heads = self.verb == Some(VerbKind::Change)
                    && *payload == PayloadPlace::Follows
                    && self.place.is_empty()
                    && !self.placed;
                if heads {
                    // `Change "Recoiling elements" to:`
                    self.place.heading = Some(old.text);
                    return Some(Replace);
                }
                Some(ReplaceByText(old))
            }
            (None, _) => {
                *payload = self.text_place()?;
                // `Regulation 4 is amended` does not say that the text below is all of it, and
                // `the stop at the end is replaced` names no unit
                let amends = self.verb == Some(VerbKind::Change)
                    && *payload == PayloadPlace::Follows
                    && !self.announced;
                self.inherited |= amends || self.side.is_some();
                Some(Replace)
            }
        }
    }

    fn build_delete(&mut self, payload: &mut PayloadPlace) -> Option<ClauseAction> {
        let nowhere = self.old.is_none() && self.place.is_empty() && !self.placed;
        if self.announced && nowhere {
            // `The following are deleted: …`
            return None;
        }
        if self.point.is_none() && (self.new.is_some() || self.text.is_some()) {
            return self.build_replace(payload);
        }
        if self.point.is_some() || self.side.is_some() {
            // `everything after the first sentence`
            return None;
        }
        match self.old.take() {
            Some(old) => Some(DeleteWords(old)),
            None => (self.placed || !self.place.is_empty()).then_some(Delete),
        }
    }

    fn build_insert(&mut self, payload: &mut PayloadPlace) -> Option<ClauseAction> {
        if let (None, Some((side, unit))) = (&self.point, self.bare_point) {
            let beside = match side {
                After => PrintedAddress::of(PrintedStep::last(unit)),
                Before => PrintedAddress::nth(unit, 1),
            };
            self.point = Some((side, None, beside));
        }
        let leads = self
            .old_range
            .is_some_and(|(start, ..)| start == self.start);
        let beside_it = match &self.point {
            _ if !leads || self.figure => false,
            None => self.side.is_none(),
            Some((_, words, address)) => words.is_none() && address.is_empty(),
        };
        if let Some(old) = self.old.take_if(|_| beside_it) {
            // `"a raft": add "or punt" after these words`
            let side = self.point.take().map(|(side, ..)| side);
            self.point = Some((side.unwrap_or(After), Some(old), PrintedAddress::default()));
        }
        let mut insertion = self.units.take().unwrap_or_default();
        if let (Some((_, words @ Some(_), address)), Some(unit)) = (&mut self.point, insertion.unit)
            && matches!(
                unit,
                UnitNoun::Entry | UnitNoun::Row | UnitNoun::Line | UnitNoun::Item
            )
        {
            // the quoted words are the label of the unit next to it
            let label = words.take().unwrap_or_default().text;
            *address = PrintedAddress::of(PrintedStep::quoted(unit, &label));
        }
        match self.point.take() {
            Some((side, Some(words), _)) => {
                match self.new.take() {
                    None if insertion.words.is_some() => {}
                    Some(new) if insertion.unit.is_none() && !self.colon => {
                        insertion.words = Some(new.text);
                    }
                    new => {
                        self.new = new;
                        *payload = self.text_place()?;
                    }
                }
                Some(Insert(insertion, side, InsertionPoint::Words(words)))
            }
            Some((side, None, address)) => {
                *payload = self.text_place()?;
                if let (true, Some(name)) = (address.steps.is_empty(), &address.heading) {
                    let point = InsertionPoint::Section(name.clone());
                    return Some(Insert(insertion, side, point));
                }
                if self.place.unit() == address.steps.first().and_then(PrintedStep::unit) {
                    // `paragraph 3 is renumbered, and after paragraph 2 …`
                    self.place.steps.pop();
                }
                self.place.narrow(address);
                Some(Insert(insertion, side, InsertionPoint::Place))
            }
            None if insertion.unit == Some(UnitNoun::Page) => {
                let page = insertion.label.clone().unwrap_or_default();
                *payload = self.text_place()?;
                Some(Insert(insertion, After, InsertionPoint::Page(page)))
            }
            None if self.unit_before(&insertion).is_some() => {
                let before = self.unit_before(&insertion);
                self.place.steps.extend(before);
                insertion.label = None;
                *payload = self.text_place()?;
                Some(Insert(insertion, After, InsertionPoint::Place))
            }
            None => {
                if insertion.label.as_deref() == Some("1") && self.side.is_none() {
                    // `new first paragraph`
                    insertion.label = None;
                    self.side = Some(StartOrEnd::Start);
                }
                *payload = self.text_place()?;
                let placed = self.side.is_some()
                    || insertion.unit.is_some()
                    || !self.place.is_empty()
                    || self.colon
                    || self.new.is_some();
                placed.then(|| Add(insertion, self.side.unwrap_or(StartOrEnd::End)))
            }
        }
    }

    /// Returns the unit behind which `Insert a second paragraph` inserts: the first one. `Add a second
    /// paragraph` may mean the end.
    fn unit_before(&self, insertion: &Insertion) -> Option<PrintedStep> {
        let counted = |unit: &UnitNoun| {
            matches!(
                unit,
                UnitNoun::Paragraph | UnitNoun::Bullet | UnitNoun::Sentence
            )
        };
        let unit = insertion
            .unit
            .filter(counted)
            .filter(|_| self.inserts && self.side.is_none())?;
        let number: u32 = insertion.label.as_ref()?.parse().ok()?;
        (number > 1).then(|| PrintedStep::nth(unit, number - 1))
    }

    fn build_move(&mut self) -> Option<ClauseAction> {
        if self.place.steps.is_empty() && !self.placed {
            return None;
        }
        let section = self
            .others
            .iter_mut()
            .find_map(|other| other.heading.take());
        if let Some(section) = section {
            return Some(MoveAway(section));
        }
        if let Some((side, words, mut to)) = self.point.take() {
            let mut words = words;
            if let (Some(unit), Some(own)) = (self.place.unit(), &words)
                && to.is_empty()
            {
                // `is moved to follow "…"`: the unit that ends with these words
                let label = if own.text.starts_with(char::is_uppercase) {
                    own.text.clone()
                } else {
                    format!("… {}", own.text)
                };
                to = PrintedAddress::of(PrintedStep::quoted(unit, &label));
                words = None;
            }
            if let Some(section) = to.heading {
                return words.is_none().then_some(MoveAway(section));
            }
            // a unit of another page is no neighbour
            let here = to.page.is_none() && words.is_none();
            return here.then_some(Move(side, to));
        }
        if let Some(section) = self.old.take() {
            // `to the end of "Ladders"`
            return Some(MoveAway(section.text));
        }
        // `to the end of the section`
        let side = match self.side? {
            StartOrEnd::End => After,
            StartOrEnd::Start => Before,
        };
        let mut to = PrintedAddress::default();
        let other = self.others.pop();
        let section = other
            .as_ref()
            .is_some_and(|other| other.steps.iter().any(PrintedStep::is_section));
        if section && self.place.steps.len() > 1 {
            // `the last sentence of para 2 to the start of the section`
            let sentence = self.place.unit() == Some(UnitNoun::Sentence);
            let number = |unit| match side {
                After => PrintedStep::last(unit),
                Before => PrintedStep::nth(unit, 1),
            };
            to.steps = vec![number(UnitNoun::Paragraph), number(UnitNoun::Sentence)];
            return sentence.then_some(Move(side, to));
        }
        if let Some(other) = other
            && !other.steps.iter().all(PrintedStep::is_bare)
        {
            // `to the end of paragraph 1`
            to = other;
            to.steps.push(match side {
                After => PrintedStep::last(UnitNoun::Sentence),
                Before => PrintedStep::nth(UnitNoun::Sentence, 1),
            });
        }
        Some(Move(side, to))
    }

    fn build_swap(&mut self) -> Option<ClauseAction> {
        if let Some(other) = self.others.pop() {
            return Some(Swap(other.steps));
        }
        if let Some(other) = self.place.more.pop() {
            return Some(Swap(other));
        }
        let step = self.place.steps.last_mut()?;
        let (first, second) = step.split_pair()?;
        *step = first;
        Some(Swap(vec![second]))
    }
}
