//! `Frame`: gives each chunk of a sentence its role (old words, new words, place, …), and makes a
//! `VerbClause` of the roles that are filled.

use super::{
    address::{PrintedAddress, PrintedStep},
    chunk::ChunkKind,
    clause::{
        ClauseAction::{
            self, Add, Delete, DeleteWords, Insert, Move, MoveAway, Rename, Replace, ReplaceByText,
            ReplaceWords, Swap, Values,
        },
        Insertion, InsertionPoint, PayloadPlace, QuotedWords, ValueChange, VerbClause,
    },
    grammar::VerbKind,
};
use crate::syntax::{
    BeforeOrAfter::{self, After, Before},
    StartOrEnd, UnitNoun,
};

/// The role of the next quotation, figure or place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Expected {
    #[default]
    Any,
    Old,
    New,
    Point(BeforeOrAfter),
}

/// What is known in front of a sentence.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FrameContext<'a> {
    /// The clause before it in the same sentence, whose verb and place it shares.
    pub(super) before: Option<&'a VerbClause>,
    /// Whether a name precedes it, which may be that of a row of values.
    pub(super) labelled: bool,
    /// Whether a place precedes it.
    pub(super) placed: bool,
    /// The kind of unit of that place.
    pub(super) unit: Option<UnitNoun>,
}

/// The bytes of a quotation in the line, and whether it is closed.
type QuoteRange = (usize, usize, bool);

/// The new words of a frame; without a range they are not quoted.
#[derive(Clone, Debug)]
struct NewWords {
    text: String,
    range: Option<QuoteRange>,
}

/// The roles of a clause, as far as they are filled.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) start: usize,
    pub(super) end: usize,
    verb: Option<VerbKind>,
    /// Whether the verb is that of the clause before.
    inherited: bool,
    /// Whether the verb is only implied: `for "a"`.
    implied: bool,
    /// Whether a word says which words are new: `"a" to "b"`.
    opposed: bool,
    old: Option<QuotedWords>,
    old_range: Option<QuoteRange>,
    /// Whether the old words are a figure, which the sheet does not quote.
    figure: bool,
    new: Option<NewWords>,
    pub(super) place: PrintedAddress,
    /// The place of the clause before, for a clause without one.
    outer: PrintedAddress,
    /// Next to what something is inserted or moved: quoted words, or a unit.
    point: Option<(BeforeOrAfter, Option<QuotedWords>, PrintedAddress)>,
    /// A side of units without a number: `after the bullets`.
    bare_point: Option<(BeforeOrAfter, UnitNoun)>,
    others: Vec<PrintedAddress>,
    side: Option<StartOrEnd>,
    units: Option<Insertion>,
    announced: bool,
    every: bool,
    times: Option<u32>,
    text: Option<PayloadPlace>,
    /// Whether a colon is in front of the new text.
    colon: bool,
    values: Vec<ValueChange>,
    expected: Expected,
    labelled: bool,
    placed: bool,
    /// Whether it speaks of the section itself.
    whole_section: bool,
    outer_unit: Option<UnitNoun>,
    after_verb: bool,
    after_place: bool,
    /// Whether a preposition of a place precedes.
    led: bool,
    /// Whether `to` precedes, in front of where something is moved.
    towards: bool,
}

impl Frame {
    /// Makes an empty frame that begins at byte `start` of the line.
    pub(super) fn new(start: usize, context: &FrameContext<'_>) -> Self {
        let verb = context.before.and_then(|before| match before.action {
            ReplaceWords(..) => Some(VerbKind::Replace),
            DeleteWords(_) => Some(VerbKind::Delete),
            _ => None,
        });
        Self {
            start,
            end: start,
            verb,
            inherited: verb.is_some(),
            outer: context
                .before
                .map(|before| before.place.clone())
                .unwrap_or_default(),
            labelled: context.labelled,
            placed: context.placed,
            outer_unit: context.unit,
            ..Self::default()
        }
    }

    /// Returns the frame after this one, which shares its verb and place.
    pub(super) fn next(&self, start: usize) -> Self {
        let outer = if self.place.is_empty() {
            self.outer.clone()
        } else {
            self.place.clone()
        };
        Self {
            verb: self.verb,
            inherited: true,
            outer,
            start,
            end: start,
            labelled: self.labelled,
            placed: self.placed,
            outer_unit: self.outer_unit,
            ..Self::default()
        }
    }

    /// Whether it says what is done.
    pub(super) fn acts(&self) -> bool {
        self.verb.is_some() && !self.inherited
    }

    fn has_subject(&self) -> bool {
        self.old.is_some() || !self.place.steps.is_empty()
    }

    /// Whether it deletes something that it neither quotes nor addresses.
    pub(super) fn is_bare(&self) -> bool {
        !self.has_subject() && self.place.is_empty() && self.new.is_none() && self.values.is_empty()
    }

    pub(super) fn verb(&self) -> Option<VerbKind> {
        self.verb.filter(|_| !self.inherited)
    }

    /// Whether nothing is known but its verb, and no place precedes it.
    pub(super) fn is_described(&self) -> bool {
        self.is_bare() && !self.placed && self.text.is_none()
    }

    pub(super) fn has_values(&self) -> bool {
        !self.values.is_empty() || self.old.is_some()
    }

    /// Whether it lacks new text that it must have.
    pub(super) fn awaits_text(&self) -> bool {
        let needs = match self.verb {
            Some(
                VerbKind::Replace | VerbKind::Substitute | VerbKind::Change | VerbKind::Insert,
            ) => true,
            Some(VerbKind::Delete) => self.announced,
            None => self.units.is_some(),
            Some(_) => false,
        };
        let sign = self
            .units
            .as_ref()
            .is_some_and(|units| units.words.is_some());
        needs
            && !self.implied
            && !sign
            && self.new.is_none()
            && self.text.is_none()
            && self.values.is_empty()
    }

    pub(super) fn is_announced(&self) -> bool {
        self.announced
    }

    /// Makes the rest of the line, or the lines below, its new text.
    pub(super) fn set_text(&mut self, text: PayloadPlace) {
        self.text = Some(text);
        self.colon = true;
    }

    /// Expects the text of a unit behind a colon: `Bullet 2 is rewritten: “…”`.
    pub(super) fn take_colon(&mut self) {
        self.colon = true;
        let replaces = matches!(self.verb(), Some(VerbKind::Replace | VerbKind::Change));
        if self.bare_point.is_some()
            || replaces && self.old.is_none() && !self.place.steps.is_empty()
        {
            self.expected = Expected::New;
        }
    }

    pub(super) fn is_complete(&self) -> bool {
        match self.verb {
            _ if !self.values.is_empty() => true,
            Some(VerbKind::Delete | VerbKind::Ignore) => self.has_subject(),
            Some(VerbKind::Rename) => self.has_subject() && self.new.is_some(),
            Some(VerbKind::Insert) => {
                self.new.is_some() && (self.point.is_some() || self.side.is_some())
            }
            _ => self.old.is_some() && self.new.is_some(),
        }
    }

    /// Whether a chunk belongs to a further frame, perhaps behind `and` or a comma.
    pub(super) fn ends_before(&self, kind: &ChunkKind, joined: bool) -> bool {
        let both = self.old.is_some() && self.new.is_some();
        match kind {
            ChunkKind::Verb(kind) => {
                let goes_on = matches!(self.verb, Some(VerbKind::Delete | VerbKind::Ignore))
                    && matches!(
                        kind,
                        VerbKind::Substitute | VerbKind::Replace | VerbKind::Insert
                    );
                self.is_complete() && self.acts() && !goes_on
            }
            ChunkKind::Quote(..) | ChunkKind::Figure(_) => {
                let deletes = self.verb == Some(VerbKind::Delete) && self.old.is_some();
                both || deletes && self.expected == Expected::Any
            }
            ChunkKind::Old | ChunkKind::Side(_) => {
                both || self.verb == Some(VerbKind::Rename) && self.is_complete()
            }
            ChunkKind::Place(place) => {
                joined && both && place.steps.iter().any(|step| !step.is_bare())
            }
            _ => false,
        }
    }

    /// Gives a chunk its role; `None` if it has none, so that the sentence is not understood. `range` is
    /// that of a quotation.
    pub(super) fn take(
        &mut self,
        kind: &ChunkKind,
        end: usize,
        range: Option<QuoteRange>,
        joined: bool,
    ) -> Option<()> {
        self.end = end;
        let after_place = std::mem::take(&mut self.after_place);
        let led = std::mem::take(&mut self.led);
        let after_verb = std::mem::take(&mut self.after_verb);
        match kind {
            ChunkKind::Verb(kind) => {
                self.take_verb(*kind)?;
                self.after_verb = true;
            }
            ChunkKind::Becomes => {
                if !matches!(self.verb(), Some(VerbKind::Rename | VerbKind::Change)) {
                    self.set_verb(VerbKind::Replace);
                }
                self.expected = Expected::New;
            }
            ChunkKind::Side(side) => self.expected = Expected::Point(*side),
            ChunkKind::Old | ChunkKind::Not => self.expect_old(),
            // `is cut to its first sentence`
            ChunkKind::New if self.verb() == Some(VerbKind::Delete) && self.old.is_none() => {
                return None;
            }
            ChunkKind::New if matches!(self.verb, Some(VerbKind::Move | VerbKind::Insert)) => {
                self.led = true;
                self.towards = true;
            }
            ChunkKind::New => {
                self.opposed = true;
                if self.has_subject() || self.verb.is_some() || self.placed {
                    self.expected = Expected::New;
                }
            }
            ChunkKind::In => {
                self.led = true;
                self.after_place = after_place;
            }
            ChunkKind::Edge(side) => self.side = Some(*side),
            ChunkKind::Quote(words, _) => {
                let closed = range.is_none_or(|(.., closed)| closed);
                let may_open = self.expected == Expected::New
                    || matches!(self.verb, Some(VerbKind::Insert | VerbKind::Delete));
                (closed || may_open).then_some(())?;
                let inside = led
                    && self.verb == Some(VerbKind::Insert)
                    && (self.units.is_some() || self.side.is_some());
                if inside && self.expected == Expected::Any {
                    // `Add a line to “Costs”`
                    let label = words.text.trim_end_matches([':', '.', ' ']);
                    self.place.join(
                        PrintedAddress::of(PrintedStep::quoted(UnitNoun::Paragraph, label)),
                        true,
                    );
                    return Some(());
                }
                self.take_words(words.clone(), range, false)?;
            }
            ChunkKind::Figure(text) => {
                let deletes = matches!(self.verb, Some(VerbKind::Delete | VerbKind::Ignore));
                if deletes && self.expected != Expected::New {
                    return None;
                }
                self.take_words(QuotedWords::of(text.clone()), None, true)?;
            }
            ChunkKind::Place(place) if joined && after_place && !place.steps.is_empty() => {
                self.place.more.push(place.steps.clone());
                self.after_place = true;
            }
            ChunkKind::Place(place) => {
                self.take_place(place, led, after_verb)?;
                self.after_place = true;
            }
            ChunkKind::Elliptic(ordinals) => {
                let added = self.units.as_ref().and_then(|units| units.unit);
                let unit = added
                    .or(self.place.unit())
                    .or(self.outer.unit())
                    .or(self.outer_unit)?;
                if matches!(unit, UnitNoun::Line | UnitNoun::Row | UnitNoun::Item) {
                    self.place
                        .unsupported
                        .push("it counts units by a label that is not repeated".to_owned());
                }
                let step = match &ordinals[..] {
                    [] => PrintedStep::last(unit),
                    ordinals => PrintedStep::counted(unit, ordinals),
                };
                self.take_place(&PrintedAddress::of(step), led, false)?;
            }
            ChunkKind::Name(name) => self.take_place(&PrintedAddress::under(name), true, false)?,
            ChunkKind::Units(
                Insertion {
                    words: Some(sign), ..
                },
                _,
            ) if let Expected::Point(side) = self.expected => {
                // `Insert after asterisk: …`
                self.expected = Expected::Any;
                self.point = Some((
                    side,
                    Some(QuotedWords::of(sign.clone())),
                    PrintedAddress::default(),
                ));
            }
            ChunkKind::Units(units, side) => {
                if self.verb.is_some() && self.verb != Some(VerbKind::Insert) {
                    return None;
                }
                self.set_verb(VerbKind::Insert);
                self.units = Some(units.clone());
                self.side = side.or(self.side);
            }
            ChunkKind::Announced(units) => {
                self.announced = true;
                // the verb may come behind: `The following paragraph has been added`
                let may_add = matches!(self.verb, None | Some(VerbKind::Insert));
                if may_add && self.units.is_none() && units.unit != Some(UnitNoun::Section) {
                    self.units = Some(units.clone());
                }
            }
            ChunkKind::Times(None) => self.every = true,
            ChunkKind::Times(times) => self.times = *times,
            ChunkKind::Value(value) => self.values.push(value.clone()),
            ChunkKind::Pronoun
            | ChunkKind::Joint
            | ChunkKind::Mark(_)
            | ChunkKind::Paren
            | ChunkKind::Remark
            | ChunkKind::Unknown => {
                self.after_place = after_place;
                self.led = led;
                self.after_verb = after_verb;
            }
        }
        Some(())
    }

    fn set_verb(&mut self, kind: VerbKind) {
        self.implied = false;
        self.verb = Some(kind);
        self.inherited = false;
    }

    fn take_verb(&mut self, kind: VerbKind) -> Option<()> {
        let renews = matches!(
            kind,
            VerbKind::Substitute | VerbKind::Replace | VerbKind::Insert
        );
        match self.verb() {
            Some(VerbKind::Delete | VerbKind::Replace | VerbKind::Ignore) if renews => {
                self.verb = Some(VerbKind::Replace);
                self.expected = Expected::New;
            }
            Some(own) if own != kind && !(kind == VerbKind::Insert && own == VerbKind::Move) => {
                return None;
            }
            Some(_) => {}
            None => self.set_verb(kind),
        }
        Some(())
    }

    /// Expects the old words; those before, if there are no others, are new: `6 instead of 7`.
    fn expect_old(&mut self) {
        if self.new.is_none()
            && let Some(first) = self.old.take()
        {
            let range = self.old_range.take();
            self.new = Some(NewWords {
                text: first.text,
                range,
            });
        }
        if self.verb.is_none() {
            self.verb = Some(VerbKind::Replace);
            self.implied = true;
        }
        self.expected = Expected::Old;
    }

    fn take_words(
        &mut self,
        words: QuotedWords,
        range: Option<QuoteRange>,
        figure: bool,
    ) -> Option<()> {
        let inserts = matches!(
            self.verb,
            Some(VerbKind::Insert | VerbKind::Substitute | VerbKind::Rename | VerbKind::Rearrange)
        );
        let role = match std::mem::take(&mut self.expected) {
            Expected::Any if inserts && self.new.is_none() => Expected::New,
            Expected::Any if self.old.is_none() => Expected::Old,
            Expected::Any => Expected::New,
            role => role,
        };
        self.every |= words.every;
        match role {
            Expected::Old if self.old.is_none() => {
                self.figure = figure;
                self.old_range = range;
                self.old = Some(words);
            }
            Expected::New if self.new.is_none() => {
                self.times = self.times.or(words.times);
                self.new = Some(NewWords {
                    text: words.text,
                    range,
                });
            }
            Expected::Point(side) if self.point.is_none() && !figure => {
                self.point = Some((side, Some(words), PrintedAddress::default()));
            }
            // `Rename it from "a" to "b"`
            Expected::Old | Expected::New
                if self.verb == Some(VerbKind::Rename) && self.old.is_none() =>
            {
                let text = words.text;
                let first = self.new.replace(NewWords { text, range });
                self.old = first.map(|first| QuotedWords::of(first.text));
            }
            _ => return None,
        }
        Some(())
    }

    fn take_place(&mut self, place: &PrintedAddress, led: bool, after_verb: bool) -> Option<()> {
        let bare = place.bare_unit();
        match self.expected {
            // `paragraph 3 becomes paragraph 2`
            Expected::New
                if !place.steps.is_empty()
                    && bare.is_none()
                    && self.new.is_none()
                    && !led
                    && self.verb != Some(VerbKind::Insert) =>
            {
                return None;
            }
            // `with one sentence: …`
            Expected::New if bare.is_some() && !led => return Some(()),
            // `in place of the second sentence put …`
            Expected::Old => self.expected = Expected::New,
            Expected::Point(side) => {
                self.expected = Expected::Any;
                return self.take_point(side, place, bare);
            }
            _ => {}
        }
        if self.verb == Some(VerbKind::Insert) && self.units.is_none() && after_verb && !led {
            let step = place.steps.last().filter(|_| place.steps.len() == 1);
            if let Some(units) = step.and_then(new_units) {
                self.side = self.side.or(units.1);
                self.units = Some(units.0);
                return Some(());
            }
        }
        let is_named = !self.place.steps.is_empty()
            && (!led || self.towards || self.side.is_some())
            || self.placed && (self.side.is_some() || place.heading.is_some());
        if matches!(self.verb, Some(VerbKind::Move | VerbKind::Swap)) && is_named && self.acts() {
            self.others.push(place.clone());
            return Some(());
        }
        self.whole_section |= bare == Some(UnitNoun::Section);
        if matches!(bare, Some(UnitNoun::Entry | UnitNoun::Item | UnitNoun::Row)) {
            // a word of prose
            return Some(());
        }
        if self.verb() == Some(VerbKind::Rename)
            && self.new.is_none()
            && is_named | self.outer_unit.is_some()
            && let [step] = &place.steps[..]
            && matches!(step.unit(), Some(UnitNoun::Item | UnitNoun::Paragraph))
            && !step.is_bare()
        {
            // `is renumbered (c)`
            self.new = step.name().map(|text| NewWords { text, range: None });
            return Some(());
        }
        self.place.join(place.clone(), led);
        Some(())
    }

    fn take_point(
        &mut self,
        side: BeforeOrAfter,
        place: &PrintedAddress,
        bare: Option<UnitNoun>,
    ) -> Option<()> {
        match bare {
            Some(unit) => {
                self.bare_point = Some((side, unit));
                self.expected = Expected::Point(side);
            }
            None if self.point.is_some() => return None,
            None => self.point = Some((side, None, place.clone())),
        }
        Some(())
    }

    /// Returns the clause; `None` if it lacks a role that its verb needs.
    pub(super) fn build(mut self) -> Option<VerbClause> {
        // inside of the place of the clause before
        let rank = self.place.steps.first().map(PrintedStep::rank);
        let mut outer = std::mem::take(&mut self.outer);
        if self.place.is_empty() {
            self.place = outer;
        } else if self.place.heading.is_none() {
            outer
                .steps
                .retain(|step| rank.is_none_or(|rank| step.rank() < rank));
            self.place.steps.splice(0..0, outer.steps);
        }
        if let Some(old) = &mut self.old {
            old.every |= self.every;
            old.times = old.times.or(self.times);
            // `this sentence`, next to its words
            self.place.steps.retain(|step| !step.is_bare());
        }
        let mut payload = PayloadPlace::None;
        let action = match self.verb {
            _ if !self.values.is_empty() => Some(Values(std::mem::take(&mut self.values))),
            None if self.opposed && self.new.is_some() && !self.figure => {
                self.build_replace(&mut payload)
            }
            None => None,
            Some(VerbKind::Delete | VerbKind::Ignore) => self.build_delete(&mut payload),
            Some(VerbKind::Insert) => self.build_insert(&mut payload),
            Some(VerbKind::Move) => self.build_move(),
            Some(VerbKind::Swap) => self.build_swap(),
            Some(VerbKind::Rename) => self.build_rename(),
            Some(VerbKind::Rearrange) => None,
            Some(_) => self.build_replace(&mut payload),
        }?;
        let end = match payload {
            PayloadPlace::Inline(from, ..) => from.min(self.end),
            PayloadPlace::None | PayloadPlace::Follows => self.end,
        };
        Some(VerbClause {
            payload,
            guessed: self.figure || self.inherited,
            ..VerbClause::new(action, self.place, self.start.min(end), end)
        })
    }

    /// Makes the new words, or the text, the payload of the clause.
    fn payload(&self) -> Option<PayloadPlace> {
        match &self.new {
            Some(new) => new
                .range
                .map(|(start, end, closed)| PayloadPlace::Inline(start, end, closed)),
            None => self.text,
        }
    }

    fn build_rename(&mut self) -> Option<ClauseAction> {
        let new = self.new.take()?;
        let old = self.old.take();
        if old.as_ref().is_some_and(|old| old.every) {
            // `Renamed "a" to "b" throughout`
            return old.map(|old| ReplaceWords(old, new.text));
        }
        // the label of a unit, or the heading of a section
        let unit = self.place.unit().or(self.outer_unit);
        let named = old.filter(|_| unit.is_none() && !self.whole_section);
        let step = named.map(|old| PrintedStep::labelled(&old.text, true));
        self.place.steps.extend(step);
        Some(Rename(new.text))
    }

    fn build_replace(&mut self, payload: &mut PayloadPlace) -> Option<ClauseAction> {
        self.inherited |= self.bare_point.is_some() || self.side.is_some();
        if self.point.is_some() {
            // `After "a raft" read: …` adds to what is there
            if self.old.is_none() && self.place.steps.is_empty() {
                return self.build_insert(payload);
            }
            self.inherited = true;
        }
        let quoted = self.new.as_ref().is_some_and(|new| new.range.is_some());
        if let Some(new) = &self.new
            && !quoted
            && self.old.is_none()
        {
            // `Last +1: change to +2`
            let line = self.place.unit().or(self.outer_unit) == Some(UnitNoun::Line);
            let signed = new.text.starts_with(['+', '-']);
            return (signed && line).then(|| Rename(new.text.clone()));
        }
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
                self.inherited |= !self.figure && new.range.is_none();
                Some(ReplaceWords(old, new.text.clone()))
            }
            (Some(old), _) => {
                *payload = self.payload()?;
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
                *payload = self.payload()?;
                // `Regulation 4 is amended` does not say that the text below is all of it
                self.inherited |= self.verb == Some(VerbKind::Change)
                    && *payload == PayloadPlace::Follows
                    && !self.announced;
                Some(Replace)
            }
        }
    }

    fn build_delete(&mut self, payload: &mut PayloadPlace) -> Option<ClauseAction> {
        let nowhere = self.old.is_none() && self.place.is_empty() && !self.placed;
        if self.announced && nowhere
            || self.point.is_some()
            || self.bare_point.is_some()
            || self.side.is_some()
            || self.figure && self.new.is_none()
        {
            // `The following are deleted: …`, `everything after the first sentence`
            return None;
        }
        if self.new.is_some() || self.text.is_some() {
            return self.build_replace(payload);
        }
        match self.old.take() {
            Some(old) => Some(DeleteWords(old)),
            None => (!nowhere).then_some(Delete),
        }
    }

    fn build_insert(&mut self, payload: &mut PayloadPlace) -> Option<ClauseAction> {
        if let (None, Some((side, unit))) = (&self.point, self.bare_point) {
            let step = match side {
                After => PrintedStep::last(unit),
                Before => PrintedStep::nth(unit, 1),
            };
            self.point = Some((side, None, PrintedAddress::of(step)));
        }
        if self.old.is_some() {
            return None;
        }
        let mut insertion = self.units.take().unwrap_or_default();
        match self.point.take() {
            Some((side, Some(words), _)) => {
                match self.new.take() {
                    None if insertion.words.is_some() => {}
                    Some(new) if insertion.unit.is_none() && !self.colon => {
                        insertion.words = Some(new.text)
                    }
                    new => {
                        self.new = new;
                        *payload = self.payload()?;
                    }
                }
                Some(Insert(insertion, side, InsertionPoint::Words(words)))
            }
            Some((side, None, place)) => {
                *payload = self.payload()?;
                if let (true, Some(name)) = (place.steps.is_empty(), &place.heading) {
                    return Some(Insert(
                        insertion,
                        side,
                        InsertionPoint::Section(name.clone()),
                    ));
                }
                self.place.join(place, true);
                Some(Insert(insertion, side, InsertionPoint::Place))
            }
            None if insertion.unit == Some(UnitNoun::Page) => {
                let page = insertion.label.clone().unwrap_or_default();
                *payload = self.payload()?;
                Some(Insert(insertion, After, InsertionPoint::Page(page)))
            }
            None => {
                *payload = self.payload()?;
                let placed = self.side.is_some()
                    || insertion.unit.is_some()
                    || !self.place.is_empty()
                    || self.colon
                    || self.new.is_some();
                placed.then(|| Add(insertion, self.side.unwrap_or(StartOrEnd::End)))
            }
        }
    }

    fn build_move(&mut self) -> Option<ClauseAction> {
        if self.place.steps.is_empty() && !self.placed {
            return None;
        }
        let section = self
            .others
            .iter_mut()
            .find_map(|other| other.heading.take());
        let section = section.or_else(|| Some(self.old.take()?.text));
        if let Some(section) = section {
            return Some(MoveAway(section));
        }
        let unit = self.place.unit().or(self.outer_unit);
        if let (Some((side, Some(words), _)), Some(unit)) = (&self.point, unit) {
            // the unit that begins or ends with these words
            let label = match words.text.starts_with(char::is_uppercase) {
                true => words.text.clone(),
                false => format!("… {}", words.text),
            };
            return Some(Move(
                *side,
                PrintedAddress::of(PrintedStep::quoted(unit, &label)),
            ));
        }
        if let Some((side, None, to)) = self.point.take() {
            if let Some(section) = to.heading {
                return Some(MoveAway(section));
            }
            // a unit of another page is no neighbour
            return to.page.is_none().then_some(Move(side, to));
        }
        let side = match self.side? {
            StartOrEnd::End => After,
            StartOrEnd::Start => Before,
        };
        // `to the end of the section`
        let other = self
            .others
            .pop()
            .filter(|other| !other.steps.iter().all(PrintedStep::is_bare));
        if other.is_some() || self.place.steps.len() > 1 {
            return None;
        }
        Some(Move(side, PrintedAddress::default()))
    }

    fn build_swap(&mut self) -> Option<ClauseAction> {
        if self.old.is_some() {
            return None;
        }
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

/// Returns what is added if a step behind `insert` names its kind: `Insert bullet`, `Add 6th bullet`.
fn new_units(step: &PrintedStep) -> Option<(Insertion, Option<StartOrEnd>)> {
    let mut insertion = Insertion::default();
    insertion.set_unit(step.unit()?);
    let is_last = step.is_last();
    if step.is_bare() {
        insertion.count = None;
    } else if !is_last {
        insertion.label = Some(step.name().filter(|_| step.count() == Some(1))?);
    }
    Some((insertion, is_last.then_some(StartOrEnd::End)))
}
