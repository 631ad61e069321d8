//! `ClauseBuilder`: takes the parts of a sentence in turn, and decides the role of each.

use super::{
    clause::{ClauseAction, Insertion, PayloadPlace, QuotedWords, ValueChange, VerbClause},
    part::SentencePart::{
        self, Announced, Becomes, End, Everywhere, Figure, Filler, Neighbour, NewNext, NotNext,
        OldNext, Place, Quote, Side, Units, UnitsAt, Unsupported, Values, Verb,
    },
};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        grammar::VerbKind::{
            self, Change, Delete, Ignore, Insert, Move, Rearrange, Rename, Replace, Substitute,
            Swap,
        },
    },
    syntax::{BeforeOrAfter, StartOrEnd, UnitNoun},
};

/// The context of a sentence in free order: clause before it; if a name or place precedes it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SentenceContext<'a> {
    /// The clause before it in the same sentence, whose verb and place it shares.
    pub(crate) before: Option<&'a VerbClause>,
    /// Whether a name precedes it, which may be that of a row of values.
    pub(crate) labelled: bool,
    /// Whether a place precedes it.
    pub(crate) placed: bool,
    /// The kind of unit of that place.
    pub(crate) unit: Option<UnitNoun>,
}

/// The role of the next quote or place: old, new or repeated words, an insertion point, or any.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum ExpectedPart {
    #[default]
    Any,
    Old,
    New,
    /// Words that repeat the old ones.
    Repeated,
    Point(BeforeOrAfter),
}

/// The new words of a clause; for quoted ones also the byte range of the quote in the line, and
/// whether the quote is closed.
#[derive(Clone, Debug)]
pub(super) struct NewWords {
    pub(super) text: String,
    /// The byte range of the quote, and whether it is closed; `None` for words that are not quoted.
    pub(super) range: Option<(usize, usize, bool)>,
}

/// A clause being collected: verb, old words, new words, place, insertion point, as far as known.
#[derive(Clone, Debug, Default)]
pub(super) struct ClauseBuilder {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) verb: Option<VerbKind>,
    /// Whether `verb` is that of the clause before.
    pub(super) inherited: bool,
    /// Whether `verb` is only implied: `for "a"`.
    implied: bool,
    /// Whether a word says which words are new: `"a" to "b"`.
    pub(super) opposed: bool,
    pub(super) old: Option<QuotedWords>,
    /// The byte range of the old words in the line, and whether their quote is closed.
    pub(super) old_range: Option<(usize, usize, bool)>,
    /// Whether the old words are a figure, which the sheet does not quote.
    pub(super) figure: bool,
    pub(super) new: Option<NewWords>,
    pub(super) place: PrintedAddress,
    /// The place of the clause before, for a clause without one.
    pub(super) before: PrintedAddress,
    /// Next to what something is inserted or moved: quoted words, or the unit of an address.
    pub(super) point: Option<(BeforeOrAfter, Option<QuotedWords>, PrintedAddress)>,
    /// A side of units without a number: `after the bullets`.
    pub(super) bare_point: Option<(BeforeOrAfter, UnitNoun)>,
    pub(super) others: Vec<PrintedAddress>,
    pub(super) side: Option<StartOrEnd>,
    pub(super) units: Option<Insertion>,
    pub(super) announced: bool,
    pub(super) every: bool,
    pub(super) text: Option<PayloadPlace>,
    expected: ExpectedPart,
    pub(super) labelled: bool,
    pub(super) placed: bool,
    /// Whether it speaks of the section itself: `4.1 section renamed from "a" to "b"`.
    pub(super) whole_section: bool,
    /// The kind of unit of the place before it.
    pub(super) outer_unit: Option<UnitNoun>,
    /// Whether its verb is `insert`, so that `a second paragraph` comes behind the first.
    pub(super) inserts: bool,
    /// Whether the part before was the verb.
    pub(super) after_verb: bool,
    /// Whether a colon is in front of the new words, or of the text.
    pub(super) colon: bool,
    pub(super) values: Vec<ValueChange>,
}

impl ClauseBuilder {
    /// Whether it adds units whose text it has.
    pub(super) fn has_new_units(&self) -> bool {
        self.units.is_some() && self.new.is_some() && self.point.is_none() && self.old.is_none()
    }

    /// Makes an empty clause that begins at byte `start` of the line.
    pub(super) fn new(start: usize, context: &SentenceContext<'_>) -> Self {
        let verb = context.before.and_then(|before| match before.action {
            ClauseAction::ReplaceWords(..) => Some(Replace),
            ClauseAction::DeleteWords(_) => Some(Delete),
            _ => None,
        });
        Self {
            start,
            end: start,
            verb,
            inherited: context.before.is_some(),
            before: context
                .before
                .map(|before| before.place.clone())
                .unwrap_or_default(),
            labelled: context.labelled,
            placed: context.placed,
            outer_unit: context.unit,
            ..Self::default()
        }
    }

    /// Whether it is only a place so far.
    pub(super) fn is_place(&self) -> bool {
        self.old.is_none() && self.point.is_none() && !self.place.steps.is_empty()
    }

    /// Whether `part` is the place of a further change, behind this one: `…, and in the 2nd sentence`.
    pub(super) fn goes_elsewhere(&self, part: &SentencePart) -> bool {
        let named = |address: &PrintedAddress| address.steps.iter().any(|step| !step.is_bare());
        let words = self.old.is_some() && self.new.is_some();
        matches!(part, Place { address, .. } if named(address)) && words
    }

    /// Returns the clause after this one, which begins with `part` and shares its verb and place.
    pub(super) fn next(&self, start: usize, part: &SentencePart) -> Self {
        let mut before = if self.place.is_empty() {
            self.before.clone()
        } else {
            self.place.clone()
        };
        if let (true, Place { address, .. }) = (self.goes_elsewhere(part), part) {
            // the units around the new place
            let depth = address.steps.first().and_then(PrintedStep::depth);
            let outer = before.steps.iter();
            let outer = outer.take_while(|step| step.depth().is_some() && step.depth() < depth);
            before.steps = outer.cloned().collect();
        }
        Self {
            verb: self.verb,
            inherited: true,
            before,
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

    pub(super) fn has_subject(&self) -> bool {
        self.old.is_some() || !self.place.steps.is_empty()
    }

    /// Makes the next quote the new text of a unit that is replaced: `Bullet 2 is rewritten: “…”`.
    pub(super) fn expect_text_of_unit(&mut self) {
        if self.bare_point.is_some() {
            // `after bullets: “…”`
            self.expected = ExpectedPart::New;
        }
        let replaces = matches!(self.verb, Some(Replace | Change)) && self.acts();
        if replaces && self.old.is_none() && !self.place.steps.is_empty() {
            self.expected = ExpectedPart::New;
        }
    }

    /// Whether the point next to which something is inserted is named next.
    pub(super) fn expects_point(&self) -> bool {
        matches!(self.expected, ExpectedPart::Point(_))
    }

    /// Whether nothing but the place in front of the sentence is known.
    pub(super) fn follows_place(&self) -> bool {
        self.placed && self.verb.is_none() && !self.has_subject()
    }

    /// Returns the kind of unit of its place, or of what it adds.
    pub(super) fn subject_unit(&self) -> Option<UnitNoun> {
        let added = self.units.as_ref().and_then(|units| units.unit);
        added.or_else(|| self.place.unit())
    }

    /// Whether the new label of a unit comes next.
    pub(super) fn renames_unit(&self) -> bool {
        self.verb == Some(Rename) && self.new.is_none() && self.place.unit().is_some()
    }

    /// Whether a new heading comes next, perhaps without quotation marks.
    pub(super) fn awaits_title(&self) -> bool {
        let heading = self.place.steps.iter().any(PrintedStep::is_heading);
        self.new.is_none()
            && (self.verb == Some(Rename) && (self.has_subject() || self.whole_section)
                || heading && self.expected == ExpectedPart::New)
    }

    /// Whether the section that is renamed comes next: `Rename SALVAGE to "…"`.
    pub(super) fn renames_section(&self) -> bool {
        self.verb == Some(Rename) && self.new.is_none() && self.place.is_empty()
    }

    /// Whether it moves something.
    pub(super) fn moves(&self) -> bool {
        self.verb == Some(Move) && !self.inherited
    }

    /// Whether it exchanges the old words, which are known.
    fn exchanges(&self) -> bool {
        self.verb == Some(Swap) && self.old.is_some()
    }

    /// Whether it deletes a place, and no words.
    fn deletes_place(&self) -> bool {
        self.verb == Some(Delete) && self.acts() && self.old.is_none()
    }

    /// Whether the new text of units is expected.
    pub(super) fn expects_text(&self) -> bool {
        self.expected == ExpectedPart::New && self.new.is_none() && self.old.is_none()
    }

    /// Whether it has new words.
    pub(super) fn has_new_words(&self) -> bool {
        self.new.is_some() || !self.values.is_empty()
    }

    /// Whether it deletes quoted words.
    pub(super) fn deletes_words(&self) -> bool {
        self.verb == Some(Delete) && self.acts() && self.old.is_some()
    }

    /// Whether it deletes whole units, so that a semicolon ends it.
    pub(super) fn deletes_units(&self) -> bool {
        let deletes = matches!(self.verb, Some(Delete | Ignore));
        deletes && self.old.is_none() && !self.place.steps.is_empty()
    }

    /// Whether it adds something at an end, of which the unit may come next.
    pub(super) fn adds_at_end(&self) -> bool {
        self.verb == Some(Insert) && self.side.is_some() && self.new.is_none()
    }

    /// Whether it adds something whose text it lacks.
    pub(super) fn adds(&self) -> bool {
        self.verb == Some(Insert) && self.new.is_none()
    }

    /// Whether it adds units of a kind that it has named.
    pub(super) fn adds_units(&self) -> bool {
        self.adds() && self.units.is_some()
    }

    /// Whether it may still name a kind of unit that it adds.
    pub(super) fn may_add(&self) -> bool {
        self.units.is_none()
            && (self.verb == Some(Insert) || self.verb.is_none() && self.point.is_some())
    }

    /// Whether a sentence that begins here may name what it adds in front of its verb.
    pub(super) fn may_begin_adding(&self) -> bool {
        self.verb.is_none() && !self.has_subject() && self.units.is_none()
    }

    /// Whether it lacks new text that it must have.
    pub(super) fn awaits_text(&self) -> bool {
        let needs = match self.verb {
            Some(Replace | Substitute | Change | Insert) => true,
            Some(Delete) => self.announced,
            Some(Rearrange) => self.old.is_none(),
            None => self.may_add() && self.units.is_some(),
            Some(_) => false,
        };
        needs
            && !self.implied
            && self.new.is_none()
            && self.text.is_none()
            && self.values.is_empty()
            && !self.inserts_sign()
    }

    /// Whether it inserts a sign, which needs no text: `Insert asterisk after "Knights"`.
    fn inserts_sign(&self) -> bool {
        let words = self.units.as_ref().and_then(|units| units.words.as_ref());
        words.is_some()
    }

    pub(super) fn is_complete(&self) -> bool {
        match self.verb {
            _ if !self.values.is_empty() => true,
            Some(Delete | Ignore) => self.has_subject(),
            Some(Rename) => self.has_subject() && self.new.is_some(),
            Some(Insert) => self.new.is_some() && (self.point.is_some() || self.side.is_some()),
            _ => self.old.is_some() && self.new.is_some(),
        }
    }

    /// Whether `part` belongs to a further clause.
    pub(super) fn begins_anew(&self, part: &SentencePart) -> bool {
        match part {
            Verb(kind) => {
                let goes_on =
                    self.verb == Some(Delete) && matches!(kind, Substitute | Replace | Insert);
                self.is_complete() && self.acts() && !goes_on
            }
            Quote { .. } | Figure(_) => {
                self.old.is_some() && self.new.is_some()
                    || self.verb == Some(Delete)
                        && self.old.is_some()
                        && self.expected == ExpectedPart::Any
            }
            OldNext | Side(_) => {
                let renamed = self.verb == Some(Rename);
                self.is_complete() && self.new.is_some() && (self.old.is_some() || renamed)
            }
            _ => false,
        }
    }

    /// Whether `part` is a place inside of that of this clause, which is complete: `…, and its last
    /// sentence is deleted`.
    pub(super) fn goes_inside(&self, part: &SentencePart) -> bool {
        matches!(part, Place { inside: true, .. }) && self.old.is_some() && self.new.is_some()
    }

    /// Takes the next part; `None` if it has no role in this clause.
    pub(super) fn take(&mut self, part: SentencePart, end: usize) -> Option<()> {
        self.end = end;
        let bare = part.bare_unit();
        if !matches!(part, Filler) {
            self.after_verb = matches!(part, Verb(_));
        }
        match part {
            Verb(kind) => self.take_verb(kind)?,
            Becomes => {
                self.set_verb(Replace);
                self.expected = ExpectedPart::New;
            }
            Neighbour(side) => {
                let old = self.old.take();
                let address = match old {
                    Some(_) => PrintedAddress::default(),
                    None if self.place.is_empty() => return None,
                    None => std::mem::take(&mut self.place),
                };
                self.point = Some((side, old, address));
                self.set_verb(Insert);
                self.expected = ExpectedPart::New;
            }
            Side(side) => self.expected = ExpectedPart::Point(side),
            // `exchange "a" for "b"`
            OldNext if self.exchanges() => self.expected = ExpectedPart::New,
            OldNext | NotNext => {
                if self.old.is_some() && self.new.is_some() {
                    // `should be "a", not "b"`
                    self.expected = ExpectedPart::Repeated;
                    return Some(());
                }
                // `6 instead of 7`
                if self.new.is_none()
                    && let Some(first) = self.old.take()
                {
                    self.new = Some(NewWords {
                        text: first.text,
                        range: self.old_range.take(),
                    });
                }
                if self.verb.is_none() {
                    self.verb = Some(Replace);
                    self.implied = true;
                }
                self.expected = ExpectedPart::Old;
            }
            // `is cut to its first sentence`
            NewNext if self.deletes_place() => return None,
            NewNext if self.verb == Some(Move) => {}
            NewNext => {
                self.opposed = true;
                if self.has_subject() || self.verb.is_some() {
                    self.expected = ExpectedPart::New;
                }
            }
            Quote {
                words,
                closed,
                start,
                end,
            } => {
                if !closed
                    && !matches!(self.expected, ExpectedPart::New)
                    && !matches!(self.verb, Some(Insert | Delete))
                {
                    return None;
                }
                self.take_words(words, Some((start, end, closed)), false)?;
            }
            Figure(text) => {
                let deletes = matches!(self.verb, Some(Delete | Ignore));
                if self.verb == Some(Rename)
                    || deletes && self.expected != ExpectedPart::New
                    || self.verb.is_none()
                        && self.expected == ExpectedPart::Any
                        && self.old.is_some()
                {
                    return None;
                }
                self.take_words(QuotedWords::of(text), None, true)?;
            }
            Place {
                address,
                inside,
                led,
            } => self.take_place(*address, inside, led, bare)?,
            Values(values) => self.values = values,
            End(side) => self.side = Some(side),
            Units(units) => {
                self.set_verb(Insert);
                self.units = Some(units);
            }
            UnitsAt(units, side) => {
                self.side = Some(side);
                self.units = Some(units);
            }
            Announced(units) => {
                self.announced = true;
                let unit = units.as_ref().and_then(|units| units.unit);
                let adds = self.verb == Some(Insert) && self.units.is_none();
                if adds && unit != Some(UnitNoun::Section) {
                    self.units = units;
                }
            }
            Unsupported(why) => self.place.unsupported.push(why.to_owned()),
            Everywhere => self.every = true,
            Filler => {}
        }
        Some(())
    }

    fn set_verb(&mut self, kind: VerbKind) {
        self.implied = false;
        self.verb = Some(kind);
        self.inherited = false;
    }

    fn take_verb(&mut self, kind: VerbKind) -> Option<()> {
        let replaces = matches!(self.verb, Some(Delete | Replace))
            && !self.inherited
            && matches!(kind, Substitute | Replace | Insert);
        if replaces {
            self.verb = Some(Replace);
            self.expected = ExpectedPart::New;
            return Some(());
        }
        if self.acts() && self.verb != Some(kind) && kind != Insert {
            return None;
        }
        if !self.acts() || kind != Insert {
            self.set_verb(kind);
        }
        Some(())
    }

    fn take_words(
        &mut self,
        words: QuotedWords,
        range: Option<(usize, usize, bool)>,
        figure: bool,
    ) -> Option<()> {
        let role = match (std::mem::take(&mut self.expected), self.verb) {
            (ExpectedPart::Any, Some(Insert | Substitute | Rename | Rearrange))
                if self.new.is_none() =>
            {
                ExpectedPart::New
            }
            (ExpectedPart::Any, _) if self.old.is_none() => ExpectedPart::Old,
            (ExpectedPart::Any, _) => ExpectedPart::New,
            (role, _) => role,
        };
        // `"a" gives way to "b" throughout`
        self.every |= words.every;
        if self.exchanges() && role != ExpectedPart::New {
            // `Swap "a" and "b"`
            return None;
        }
        match role {
            ExpectedPart::Old | ExpectedPart::Any if self.old.is_none() => {
                self.figure = figure;
                self.old_range = range;
                self.old = Some(words);
            }
            ExpectedPart::New if self.new.is_none() => {
                self.take_occurrences(&words);
                self.new = Some(NewWords {
                    text: words.text,
                    range,
                });
            }
            ExpectedPart::Point(side) if self.point.is_none() && !figure => {
                self.point = Some((side, Some(words), PrintedAddress::default()));
            }
            ExpectedPart::Repeated => {}
            // `Rename it from "a" to "b"`
            ExpectedPart::Old | ExpectedPart::New
                if self.verb == Some(Rename) && self.old.is_none() =>
            {
                let text = words.text;
                let first = self.new.replace(NewWords { text, range });
                self.old = first.map(|first| QuotedWords::of(first.text));
            }
            _ => return None,
        }
        Some(())
    }

    /// Takes which occurrences of the old words are meant from behind the new ones: `"a" should be
    /// "b" both times`.
    fn take_occurrences(&mut self, new: &QuotedWords) {
        match &mut self.old {
            Some(old) if old.times.is_none() && old.nth.is_none() && !old.last => {
                (old.times, old.nth, old.last) = (new.times, new.nth, new.last);
            }
            _ => self.inherited |= new.times.is_some() || new.nth.is_some() || new.last,
        }
    }

    fn take_place(
        &mut self,
        address: PrintedAddress,
        inside: bool,
        led: bool,
        bare: Option<UnitNoun>,
    ) -> Option<()> {
        if self.expected == ExpectedPart::New
            && bare.is_none()
            && self.new.is_none()
            && !inside
            && self.verb != Some(Insert)
        {
            // `paragraph 3 becomes paragraph 2`
            return None;
        }
        if self.expected == ExpectedPart::Old {
            // `in place of the second sentence put …`
            self.expected = ExpectedPart::New;
        }
        if let ExpectedPart::Point(side) = self.expected {
            if bare.is_some() && bare == self.outer_unit && inside {
                self.expected = ExpectedPart::Any;
                self.point = Some((side, None, PrintedAddress::default()));
                return Some(());
            }
            if let Some(unit) = bare {
                // `after the sentence that ends "…"`, or `after the bullets`
                self.bare_point = Some((side, unit));
                return Some(());
            }
            self.expected = ExpectedPart::Any;
            if self.point.is_some() {
                return None;
            }
            self.point = Some((side, None, address));
            return Some(());
        }
        let unit = bare.filter(|unit| *unit != UnitNoun::Section && !led);
        if let (Some(unit), true) = (unit, self.may_add() && self.verb.is_some()) {
            self.units.insert(Insertion::default()).set_unit(unit);
            return Some(());
        }
        let is_named = !self.place.steps.is_empty()
            || (self.side.is_some() || address.heading.is_some()) && self.placed;
        if matches!(self.verb, Some(Move | Swap)) && is_named {
            self.others.push(address);
            return Some(());
        }
        self.whole_section |= bare == Some(UnitNoun::Section);
        if inside && self.place.is_empty() {
            self.place = self.before.clone();
            if self.place.unit() == address.steps.first().and_then(PrintedStep::unit) {
                // `in its first bullet …, in its last bullet`
                self.place.steps.pop();
            }
        }
        if bare.is_none()
            || self.place.is_empty()
                && !matches!(bare, Some(UnitNoun::Entry | UnitNoun::Item | UnitNoun::Row))
                && (bare != Some(UnitNoun::Section) || self.verb == Some(Insert))
        {
            self.place.narrow(address);
        }
        Some(())
    }
}
