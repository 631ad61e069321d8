//! Parses the addresses of an instruction: `paragraph 2, last sentence`, `#id`, `from … to …`.

use super::{
    diagnostics::{self, Expectation},
    keyword::Keyword,
    lexer::InstructionTokenKind,
    parser::{InstructionParser, PartialAddress},
    print::print_target,
};
use crate::{
    diagnostic::{Fix, SourceEdit},
    syntax::{AddressStep, AddressStepKind, QuotedText, RangeEnd, Target, UnitNoun},
    text::{Span, Spanned},
};

impl InstructionParser<'_> {
    /// Parses one address or several, joined by `and`, or by a comma before an id.
    pub(super) fn targets(&mut self) -> Option<Vec<Target>> {
        let mut targets = vec![self.target()?];
        loop {
            if self.peek(0) == Some(&InstructionTokenKind::Comma)
                && self.peek(1) == Some(&InstructionTokenKind::Id)
            {
                self.advance();
            } else {
                let comma = self.peek(0) == Some(&InstructionTokenKind::Comma)
                    && self.keyword_at(1, Keyword::And).is_some();
                if comma {
                    self.advance();
                }
                if !self.eat(Keyword::And) {
                    return Some(targets);
                }
            }
            let (at, before) = (self.here(), self.address.clone());
            let Some(target) = self.target() else {
                self.continued = before.filter(|_| self.at_end() && self.here() == at);
                return None;
            };
            self.check_restart(&targets, &target);
            targets.push(target);
        }
    }

    /// Warns where an address after `and` looks as if it continued inside the one before.
    fn check_restart(&mut self, before: &[Target], target: &Target) {
        let (Some(before), [step]) = (before.last(), target.steps.as_slice()) else {
            return;
        };
        let deep = before.steps.len() + usize::from(before.id.is_some()) > 1;
        let Some(AddressStep {
            kind:
                AddressStepKind::Ordinals {
                    unit: first,
                    ordinals,
                },
            ..
        }) = before.steps.last()
        else {
            return;
        };
        let AddressStepKind::Ordinals {
            unit,
            ordinals: more,
        } = &step.kind
        else {
            return;
        };
        if !deep
            || unit != first
            || target.id.is_some()
            || before.range.is_some()
            || target.range.is_some()
            || before.frame != target.frame
        {
            return;
        }
        let mut meant = before.clone();
        let joined = AddressStepKind::Ordinals {
            unit: *unit,
            ordinals: [ordinals.as_slice(), more].concat(),
        };
        meant.steps.pop();
        meant.steps.push(AddressStep::new(joined, step.span));
        let mut diagnostic = diagnostics::restarted_address(
            self.location(target.span),
            target.span.of(self.text),
            &meant,
        );
        let text = print_target(&meant);
        let edits = vec![SourceEdit {
            at: self.location(before.span.join(target.span)),
            text: text.clone(),
        }];
        diagnostic.fixes.push(Fix {
            title: format!("write `{text}`"),
            edits,
        });
        self.diagnostics.push(diagnostic);
    }

    /// Parses `in …`; if that is missing, the address is everything below the heading of the
    /// section.
    pub(super) fn in_targets(&mut self) -> Option<Vec<Target>> {
        if self.eat(Keyword::In) || self.eat_silently(Keyword::Of) {
            return self.targets();
        }
        let at = self.here().start();
        let span = Span::new(at, at);
        Some(vec![Target {
            steps: vec![AddressStep::new(AddressStepKind::Text, span)],
            span,
            ..Target::default()
        }])
    }

    /// Reads `keyword` if it is here. It belongs to a sloppy form, so it is not suggested.
    pub(super) fn eat_silently(&mut self, keyword: Keyword) -> bool {
        self.keyword_at(0, keyword).is_some() && self.eat(keyword)
    }

    pub(super) fn target(&mut self) -> Option<Target> {
        let start = self.here();
        self.address = Some(PartialAddress::default());
        let mut target = self.place(true)?;
        while target.id.is_none()
            && (self.eat_silently(Keyword::Of) || self.eat_silently(Keyword::In))
        {
            self.address = Some(PartialAddress::default());
            let outer = self.place(false)?;
            target.id = outer.id;
            target.steps.splice(0..0, outer.steps);
        }
        while self.peek(0) == Some(&InstructionTokenKind::Open)
            && (target.frame.is_none() || target.printed_line.is_none())
        {
            self.bracket(&mut target)?;
        }
        self.expect(Expectation::Bracket);
        target.span = self.span_since(start);
        Some(target)
    }

    /// Parses an id, steps, and a range where it is allowed; outermost first.
    fn place(&mut self, range: bool) -> Option<Target> {
        let mut target = Target {
            id: self.id(),
            ..Target::default()
        };
        if let Some(address) = &mut self.address {
            address.id.clone_from(&target.id);
        }
        if target.id.is_some() && !self.step_follows() {
            return Some(target);
        }
        loop {
            if range && self.eat(Keyword::From) {
                target.range = Some(Box::new(self.range()?));
                return Some(target);
            }
            target.steps.push(self.step()?);
            if !self.step_follows() {
                return Some(target);
            }
        }
    }

    /// Accepts a comma that leads to a further step.
    fn step_follows(&mut self) -> bool {
        let other = [
            Keyword::With,
            Keyword::Except,
            Keyword::MovedTo,
            Keyword::And,
            Keyword::At,
            Keyword::Before,
            Keyword::After,
        ];
        self.peek(0) == Some(&InstructionTokenKind::Comma)
            && self.peek(1) != Some(&InstructionTokenKind::Id)
            && other
                .iter()
                .all(|&keyword| self.keyword_at(1, keyword).is_none())
            && !self.is_word(1, "moved")
            && self.eat_comma()
    }

    fn steps(&mut self) -> Option<Vec<AddressStep>> {
        let mut steps = vec![self.step()?];
        while self.step_follows() {
            steps.push(self.step()?);
        }
        Some(steps)
    }

    /// Parses steps, also as `sentence 2 of paragraph 1` where `of` is allowed; returns whether it
    /// was used.
    fn steps_of(&mut self, of: bool) -> Option<(Vec<AddressStep>, bool)> {
        let depth = self.depth();
        let mut steps = self.steps()?;
        let mut any = false;
        while of && self.eat_silently(Keyword::Of) {
            self.back_to(depth);
            steps.splice(0..0, self.steps()?);
            any = true;
        }
        Some((steps, any))
    }

    /// Parses a range after `from`. `from bullet 1 to bullet 3 of paragraph 2` has both ends in
    /// paragraph 2; with an `of` at the first end each end has its own.
    fn range(&mut self) -> Option<(RangeEnd, RangeEnd)> {
        self.in_range = true;
        let depth = self.depth();
        let (from, own) = if self.at_phrase() {
            (RangeEnd::Phrase(self.phrase()?), false)
        } else {
            let (steps, own) = self.steps_of(true)?;
            (RangeEnd::Steps(steps), own)
        };
        self.require(Keyword::To)?;
        self.in_range = false;
        self.back_to(depth);
        let to = if self.eat(Keyword::End) {
            let steps = if self.eat(Keyword::Of) {
                self.steps_of(true)?.0
            } else {
                Vec::new()
            };
            RangeEnd::EndOf(steps)
        } else if self.at_phrase() {
            RangeEnd::Phrase(self.phrase()?)
        } else {
            RangeEnd::Steps(self.steps_of(own)?.0)
        };
        Some((from, to))
    }

    /// Parses `(3.0 numbering)` and `(printed line 5)`.
    fn bracket(&mut self, target: &mut Target) -> Option<()> {
        self.advance();
        if target.printed_line.is_none() && self.eat(Keyword::LinePosition) {
            target.printed_line = Some(self.number()?);
        } else if target.frame.is_none() {
            self.eat_silently(Keyword::In);
            target.frame = Some(self.name(Expectation::Edition)?);
            self.require(Keyword::Numbering)?;
        }
        self.expect(Expectation::Close);
        if self.peek(0) != Some(&InstructionTokenKind::Close) {
            return None;
        }
        self.advance();
        Some(())
    }

    fn step(&mut self) -> Option<AddressStep> {
        let start = self.here();
        let kind = self.step_kind()?;
        let step = AddressStep::new(kind, self.span_since(start));
        if let Some(address) = &mut self.address {
            address.steps.push(step.clone());
            address.unit = None;
        }
        Some(step)
    }

    /// Returns the number of steps of the address.
    fn depth(&self) -> usize {
        self.address
            .as_ref()
            .map_or(0, |address| address.steps.len())
    }

    /// Discards all but the first `depth` steps.
    fn back_to(&mut self, depth: usize) {
        if let Some(address) = &mut self.address {
            address.steps.truncate(depth);
            address.unit = None;
        }
    }

    /// Parses the unit of a step.
    fn unit_of_step(&mut self) -> Option<UnitNoun> {
        let unit = self.unit()?;
        if let Some(address) = &mut self.address {
            address.unit = Some(unit);
        }
        Some(unit)
    }

    fn step_kind(&mut self) -> Option<AddressStepKind> {
        if self.eat(Keyword::Heading) {
            return Some(AddressStepKind::Heading);
        }
        if self.eat(Keyword::Text) {
            return Some(AddressStepKind::Text);
        }
        if self.eat(Keyword::All) {
            let count = self.some_number()?;
            return Some(AddressStepKind::All {
                count,
                unit: self.unit()?,
            });
        }
        if self.eat(Keyword::Last) {
            return self.last();
        }
        if self.is_word(0, "penultimate") {
            self.advance();
            return Some(from_end(self.unit_of_step()?, vec![(2, 2)]));
        }
        self.expect(Expectation::Nth);
        if matches!(self.peek(0), Some(InstructionTokenKind::Nth(_))) {
            return self.counted_step();
        }
        let unit = self.unit_of_step()?;
        if unit == UnitNoun::Section {
            return self.section();
        }
        if let Some(labels) = self.labels(true)? {
            return self.labelled(unit, labels);
        }
        let ordinals = self.ordinals()?;
        self.counted(unit, ordinals)
    }

    /// Counts from the start, or from the end if that follows.
    fn counted(&mut self, unit: UnitNoun, ordinals: Vec<(u32, u32)>) -> Option<AddressStepKind> {
        if self.eat(Keyword::FromEnd) {
            return Some(from_end(unit, ordinals));
        }
        // after an ordinal, `from` can only lead to the end: a misspelled word there must not
        // change which unit is meant
        if self.keyword_at(0, Keyword::From).is_some() {
            self.advance();
            self.require(Keyword::End)?;
        }
        Some(AddressStepKind::Ordinals { unit, ordinals })
    }

    /// Parses the ordinals, if any, after the labels of a unit.
    fn labelled(&mut self, unit: UnitNoun, labels: Vec<QuotedText>) -> Option<AddressStepKind> {
        let ordinals = if self.number_follows(0) {
            self.ordinals()?
        } else {
            Vec::new()
        };
        Some(AddressStepKind::Labelled {
            last: false,
            unit,
            labels,
            ordinals,
        })
    }

    /// Accepts `word` and the number after it.
    fn word_and_number(&mut self, word: &str) -> Option<u32> {
        let follows = self.number_follows(1) && self.is_word(0, word);
        if !follows {
            return None;
        }
        self.advance();
        self.number().map(|number| number.value)
    }

    /// Parses an optional number; the outer `None` is an error.
    fn some_number(&mut self) -> Option<Option<u32>> {
        if self.number_follows(0) {
            return Some(Some(self.number()?.value));
        }
        self.expect(Expectation::Number);
        Some(None)
    }

    fn number_follows(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), Some(InstructionTokenKind::Number(_)))
    }

    /// Parses what follows `last`: `sentence`, `3 sentences`, `line "+1"`, `but one sentence`,
    /// `sentence but one`.
    fn last(&mut self) -> Option<AddressStepKind> {
        if let Some(but) = self.word_and_number("but") {
            return Some(from_end(self.unit_of_step()?, vec![(but + 1, but + 1)]));
        }
        let count = self.some_number()?;
        let unit = self.unit_of_step()?;
        if count.is_none()
            && let Some(but) = self.word_and_number("but")
        {
            return Some(from_end(unit, vec![(but + 1, but + 1)]));
        }
        let labels = if count.is_none() {
            self.labels(false)?
        } else {
            None
        };
        Some(match labels {
            Some(labels) => AddressStepKind::Labelled {
                last: true,
                unit,
                labels,
                ordinals: Vec::new(),
            },
            None => AddressStepKind::Last {
                count: count.unwrap_or(1),
                unit,
            },
        })
    }

    /// Parses `4th and 5th sentences`, `3rd line "-2"`, `first 2 bullets`, `2nd to last bullet`.
    fn counted_step(&mut self) -> Option<AddressStepKind> {
        let mut ordinals = vec![self.nth_range()?];
        let to = [Keyword::To, Keyword::From]
            .iter()
            .any(|&keyword| self.keyword_at(0, keyword).is_some());
        if self.keyword_at(usize::from(to), Keyword::Last).is_some() {
            (0..=usize::from(to)).for_each(|_| {
                self.advance();
            });
            return Some(from_end(self.unit_of_step()?, ordinals));
        }
        if ordinals == [(1, 1)] && self.number_follows(0) {
            ordinals = vec![(1, self.number()?.value)];
        } else {
            while self.joined(|kind| matches!(kind, InstructionTokenKind::Nth(_))) {
                ordinals.push(self.nth_range()?);
            }
        }
        let unit = self.unit_of_step()?;
        Some(match self.labels(false)? {
            Some(labels) => AddressStepKind::Labelled {
                last: false,
                unit,
                labels,
                ordinals,
            },
            None => self.counted(unit, ordinals)?,
        })
    }

    fn nth_range(&mut self) -> Option<(u32, u32)> {
        let from = self.nth()?;
        if !self.range_follows(|kind| matches!(kind, InstructionTokenKind::Nth(_))) {
            return Some((from.value, from.value));
        }
        let to = self.nth()?;
        self.ordered(&from, &to)
    }

    /// Parses what follows `section`: nothing, ids, a label or ordinals.
    fn section(&mut self) -> Option<AddressStepKind> {
        let unit = UnitNoun::Section;
        if let Some(first) = self.id() {
            let mut names = vec![first];
            while self.joined(|kind| *kind == InstructionTokenKind::Id) {
                names.push(self.id()?);
            }
            return Some(AddressStepKind::Section(names));
        }
        if let Some(labels) = self.labels(false)? {
            return self.labelled(unit, labels);
        }
        if self.number_follows(0) {
            let ordinals = self.ordinals()?;
            return self.counted(unit, ordinals);
        }
        Some(AddressStepKind::Section(Vec::new()))
    }

    /// Parses optional labels; if `expected`, they are among the expectations. The outer `None` is
    /// an error.
    fn labels(&mut self, expected: bool) -> Option<Option<Vec<QuotedText>>> {
        let is_quote =
            |kind: &InstructionTokenKind| matches!(kind, InstructionTokenKind::Quoted { .. });
        if expected {
            self.expect(Expectation::Label);
        }
        if let Some(label) = self.bare_label() {
            return Some(Some(vec![label]));
        }
        if !self.peek(0).is_some_and(is_quote) {
            return Some(None);
        }
        let mut labels = vec![self.quoted()?];
        while self.joined(is_quote) {
            labels.push(self.quoted()?);
        }
        Some(Some(labels))
    }

    /// Parses `3`, `4–5`, `2, 4 and 6`.
    fn ordinals(&mut self) -> Option<Vec<(u32, u32)>> {
        let is_number =
            |kind: &InstructionTokenKind| matches!(kind, InstructionTokenKind::Number(_));
        let mut ordinals = Vec::new();
        loop {
            let from = self.number()?;
            if self.range_follows(is_number) {
                let to = self.number()?;
                ordinals.push(self.ordered(&from, &to)?);
            } else {
                ordinals.push((from.value, from.value));
            }
            if !self.joined(is_number) {
                return Some(ordinals);
            }
        }
    }

    /// Accepts `,` or `and` or both before a token for which `goes_on` is true.
    fn joined(&mut self, goes_on: impl Fn(&InstructionTokenKind) -> bool) -> bool {
        let comma = usize::from(self.peek(0) == Some(&InstructionTokenKind::Comma));
        let and = self.keyword_at(comma, Keyword::And).unwrap_or(0);
        let joined = comma + and > 0 && self.peek(comma + and).is_some_and(goes_on);
        if joined {
            (0..comma + and).for_each(|_| {
                self.advance();
            });
        }
        joined
    }

    /// Accepts a dash, or `to` outside `from … to …`, before a token for which `goes_on` is true.
    fn range_follows(&mut self, goes_on: impl Fn(&InstructionTokenKind) -> bool) -> bool {
        let dash = self.peek(0) == Some(&InstructionTokenKind::Dash)
            || (!self.in_range && self.keyword_at(0, Keyword::To).is_some());
        let follows = dash && self.peek(1).is_some_and(goes_on);
        if follows {
            self.advance();
        }
        follows
    }

    fn ordered(&mut self, from: &Spanned<u32>, to: &Spanned<u32>) -> Option<(u32, u32)> {
        if from.value <= to.value {
            return Some((from.value, to.value));
        }
        let (at, from, to) = (from.span.join(to.span), from.value, to.value);
        let message = format!("the range from {from} to {to} runs backwards");
        let found = self.error("bad-ordinal", at, message);
        let ordered = format!("{to}–{from}");
        self.fail(found.label("the lower number comes first").write(ordered))
    }
}

/// Counts units from the end; the first from the end is the last.
fn from_end(unit: UnitNoun, ordinals: Vec<(u32, u32)>) -> AddressStepKind {
    match ordinals[..] {
        [(1, count)] => AddressStepKind::Last { count, unit },
        _ => AddressStepKind::FromEnd { unit, ordinals },
    }
}
