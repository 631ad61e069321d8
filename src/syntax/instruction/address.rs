use super::{
    Address,
    fault::{self, Expected},
    keyword::Keyword,
    lexer::TokenKind,
    parser::Parser,
};
use crate::{
    diagnostic::{Edit, Fix},
    syntax::{Edge, Quoted, Step, StepKind, Target, Unit},
    text::{Span, Spanned},
};

impl Parser<'_> {
    /// One address or several, joined by `and`, or by a comma before an id.
    pub(super) fn targets(&mut self) -> Option<Vec<Target>> {
        let mut targets = vec![self.target()?];
        loop {
            if self.peek(0) == Some(&TokenKind::Comma) && self.peek(1) == Some(&TokenKind::Id) {
                self.bump();
            } else {
                let comma = self.peek(0) == Some(&TokenKind::Comma)
                    && self.keyword_at(1, Keyword::And).is_some();
                if comma {
                    self.bump();
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

    /// Warns where an address behind `and` reads as if it went on inside the one before.
    fn check_restart(&mut self, before: &[Target], target: &Target) {
        let (Some(before), [step]) = (before.last(), target.steps.as_slice()) else {
            return;
        };
        let deep = before.steps.len() + usize::from(before.id.is_some()) > 1;
        let Some(Step {
            kind:
                StepKind::Ordinals {
                    unit: first,
                    ordinals,
                },
            ..
        }) = before.steps.last()
        else {
            return;
        };
        let StepKind::Ordinals {
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
        let joined = StepKind::Ordinals {
            unit: *unit,
            ordinals: [ordinals.as_slice(), more].concat(),
        };
        meant.steps.pop();
        meant.steps.push(Step {
            kind: joined,
            span: step.span,
        });
        let mut fault = fault::restarts(
            self.location(target.span),
            target.span.of(self.text),
            &meant,
        );
        let text = super::print_target(&meant);
        let edits = vec![Edit {
            at: self.location(before.span.join(target.span)),
            text: text.clone(),
        }];
        fault.fixes.push(Fix {
            title: format!("write `{text}`"),
            edits,
        });
        self.diagnostics.push(fault);
    }

    /// `in …`; where that is missing, everything below the heading of the place.
    pub(super) fn in_targets(&mut self) -> Option<Vec<Target>> {
        if self.eat(Keyword::In) || self.eat_silently(Keyword::Of) {
            return self.targets();
        }
        let at = self.here().start();
        let span = Span::new(at, at);
        Some(vec![Target {
            id: None,
            steps: vec![Step {
                kind: StepKind::Text,
                span,
            }],
            range: None,
            frame: None,
            printed_line: None,
            span,
        }])
    }

    /// Reads a keyword of a sloppy form, which is not offered.
    fn eat_silently(&mut self, keyword: Keyword) -> bool {
        self.keyword_at(0, keyword).is_some() && self.eat(keyword)
    }

    pub(super) fn target(&mut self) -> Option<Target> {
        let start = self.here();
        self.address = Some(Address::default());
        let mut target = self.place(true)?;
        while target.id.is_none()
            && (self.eat_silently(Keyword::Of) || self.eat_silently(Keyword::In))
        {
            self.address = Some(Address::default());
            let outer = self.place(false)?;
            target.id = outer.id;
            target.steps.splice(0..0, outer.steps);
        }
        while self.peek(0) == Some(&TokenKind::Open)
            && (target.frame.is_none() || target.printed_line.is_none())
        {
            self.bracket(&mut target)?;
        }
        self.try_for(Expected::Bracket);
        target.span = self.since(start);
        Some(target)
    }

    /// An id, steps, and a range where it is allowed; outermost first.
    fn place(&mut self, range: bool) -> Option<Target> {
        let mut target = Target {
            id: self.id(),
            steps: Vec::new(),
            range: None,
            frame: None,
            printed_line: None,
            span: Span::default(),
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

    /// Reads a comma that leads to a further step.
    fn step_follows(&mut self) -> bool {
        let other = [
            Keyword::With,
            Keyword::Except,
            Keyword::MovedTo,
            Keyword::And,
            Keyword::At,
        ];
        self.peek(0) == Some(&TokenKind::Comma)
            && self.peek(1) != Some(&TokenKind::Id)
            && other
                .iter()
                .all(|&keyword| self.keyword_at(1, keyword).is_none())
            && !self
                .word(1)
                .is_some_and(|word| word.eq_ignore_ascii_case("moved"))
            && self.eat_comma()
    }

    fn steps(&mut self) -> Option<Vec<Step>> {
        let mut steps = vec![self.step()?];
        while self.step_follows() {
            steps.push(self.step()?);
        }
        Some(steps)
    }

    /// `sentence 2 of paragraph 1` too, where `of` is allowed; tells whether it stood there.
    fn steps_of(&mut self, of: bool) -> Option<(Vec<Step>, bool)> {
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

    /// Behind `from`. `from bullet 1 to bullet 3 of paragraph 2` has both ends in paragraph 2; with an `of` on the first end
    /// each end has its own.
    fn range(&mut self) -> Option<(Edge, Edge)> {
        self.in_range = true;
        let depth = self.depth();
        let (from, own) = if self.at_phrase() {
            (Edge::Phrase(self.phrase()?), false)
        } else {
            let (steps, own) = self.steps_of(true)?;
            (Edge::Steps(steps), own)
        };
        self.need(Keyword::To)?;
        self.in_range = false;
        self.back_to(depth);
        let to = if self.eat(Keyword::End) {
            let steps = if self.eat(Keyword::Of) {
                self.steps_of(true)?.0
            } else {
                Vec::new()
            };
            Edge::EndOf(steps)
        } else if self.at_phrase() {
            Edge::Phrase(self.phrase()?)
        } else {
            Edge::Steps(self.steps_of(own)?.0)
        };
        Some((from, to))
    }

    /// `(3.0 numbering)`, `(printed line 5)`.
    fn bracket(&mut self, target: &mut Target) -> Option<()> {
        self.bump();
        if target.printed_line.is_none() && self.eat(Keyword::PrintedLine) {
            target.printed_line = Some(self.number()?);
        } else if target.frame.is_none() {
            self.eat_silently(Keyword::In);
            target.frame = Some(self.name(Expected::Edition)?);
            self.need(Keyword::Numbering)?;
        }
        self.try_for(Expected::Close);
        if self.peek(0) != Some(&TokenKind::Close) {
            return None;
        }
        self.bump();
        Some(())
    }

    fn step(&mut self) -> Option<Step> {
        let start = self.here();
        let kind = self.step_kind()?;
        let step = Step {
            kind,
            span: self.since(start),
        };
        if let Some(address) = &mut self.address {
            address.steps.push(step.clone());
            address.unit = None;
        }
        Some(step)
    }

    /// How many steps the address has.
    fn depth(&self) -> usize {
        self.address
            .as_ref()
            .map_or(0, |address| address.steps.len())
    }

    /// Begins anew behind the first `depth` steps.
    fn back_to(&mut self, depth: usize) {
        if let Some(address) = &mut self.address {
            address.steps.truncate(depth);
            address.unit = None;
        }
    }

    /// The unit of a step.
    fn unit_of_step(&mut self) -> Option<Unit> {
        let unit = self.unit()?;
        if let Some(address) = &mut self.address {
            address.unit = Some(unit);
        }
        Some(unit)
    }

    fn step_kind(&mut self) -> Option<StepKind> {
        if self.eat(Keyword::Heading) {
            return Some(StepKind::Heading);
        }
        if self.eat(Keyword::Text) {
            return Some(StepKind::Text);
        }
        if self.eat(Keyword::All) {
            let count = self.some_number()?;
            return Some(StepKind::All {
                count,
                unit: self.unit()?,
            });
        }
        if self.eat(Keyword::Last) {
            return self.last();
        }
        self.try_for(Expected::Nth);
        if matches!(self.peek(0), Some(TokenKind::Nth(_))) {
            return self.counted_step();
        }
        let unit = self.unit_of_step()?;
        if unit == Unit::Section {
            return self.section();
        }
        if let Some(labels) = self.labels(true)? {
            let ordinals = if self.number_follows(0) {
                self.ordinals()?
            } else {
                Vec::new()
            };
            return Some(StepKind::Labelled {
                last: false,
                unit,
                labels,
                ordinals,
            });
        }
        Some(StepKind::Ordinals {
            unit,
            ordinals: self.ordinals()?,
        })
    }

    /// A number if one stands here; the outer `None` is a fault.
    fn some_number(&mut self) -> Option<Option<u32>> {
        if self.number_follows(0) {
            return Some(Some(self.number()?.value));
        }
        self.try_for(Expected::Number);
        Some(None)
    }

    fn number_follows(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), Some(TokenKind::Number(_)))
    }

    /// Behind `last`: `sentence`, `3 sentences`, `line "+1"`.
    fn last(&mut self) -> Option<StepKind> {
        let count = self.some_number()?;
        let unit = self.unit_of_step()?;
        let labels = if count.is_none() {
            self.labels(false)?
        } else {
            None
        };
        Some(match labels {
            Some(labels) => StepKind::Labelled {
                last: true,
                unit,
                labels,
                ordinals: Vec::new(),
            },
            None => StepKind::Last {
                count: count.unwrap_or(1),
                unit,
            },
        })
    }

    /// `4th and 5th sentences`, `3rd line "-2"`, `first 2 bullets`.
    fn counted_step(&mut self) -> Option<StepKind> {
        let mut ordinals = vec![self.nth_range()?];
        if ordinals == [(1, 1)] && self.number_follows(0) {
            ordinals = vec![(1, self.number()?.value)];
        } else {
            while self.joined(|kind| matches!(kind, TokenKind::Nth(_))) {
                ordinals.push(self.nth_range()?);
            }
        }
        let unit = self.unit_of_step()?;
        Some(match self.labels(false)? {
            Some(labels) => StepKind::Labelled {
                last: false,
                unit,
                labels,
                ordinals,
            },
            None => StepKind::Ordinals { unit, ordinals },
        })
    }

    fn nth_range(&mut self) -> Option<(u32, u32)> {
        let from = self.nth()?;
        if !self.range_follows(|kind| matches!(kind, TokenKind::Nth(_))) {
            return Some((from.value, from.value));
        }
        let to = self.nth()?;
        self.ordered(&from, &to)
    }

    /// Behind `section`: nothing, ids, a label or ordinals.
    fn section(&mut self) -> Option<StepKind> {
        let unit = Unit::Section;
        if let Some(first) = self.id() {
            let mut names = vec![first];
            while self.joined(|kind| *kind == TokenKind::Id) {
                names.push(self.id()?);
            }
            return Some(StepKind::Section(names));
        }
        if let Some(labels) = self.labels(false)? {
            let ordinals = if self.number_follows(0) {
                self.ordinals()?
            } else {
                Vec::new()
            };
            return Some(StepKind::Labelled {
                last: false,
                unit,
                labels,
                ordinals,
            });
        }
        if self.number_follows(0) {
            return Some(StepKind::Ordinals {
                unit,
                ordinals: self.ordinals()?,
            });
        }
        Some(StepKind::Section(Vec::new()))
    }

    /// Labels, if any stand here; `tell` that one may. The outer `None` is a fault.
    fn labels(&mut self, tell: bool) -> Option<Option<Vec<Quoted>>> {
        let is_quote = |kind: &TokenKind| matches!(kind, TokenKind::Quoted { .. });
        if tell {
            self.try_for(Expected::Label);
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

    /// `3`, `4–5`, `2, 4 and 6`.
    fn ordinals(&mut self) -> Option<Vec<(u32, u32)>> {
        let is_number = |kind: &TokenKind| matches!(kind, TokenKind::Number(_));
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

    /// Reads `,` or `and` or both before a token that `goes_on` takes.
    fn joined(&mut self, goes_on: impl Fn(&TokenKind) -> bool) -> bool {
        let comma = usize::from(self.peek(0) == Some(&TokenKind::Comma));
        let and = self.keyword_at(comma, Keyword::And).unwrap_or(0);
        let joined = comma + and > 0 && self.peek(comma + and).is_some_and(goes_on);
        if joined {
            (0..comma + and).for_each(|_| {
                self.bump();
            });
        }
        joined
    }

    /// Reads a dash, or `to` outside `from … to …`, before a token that `goes_on` takes.
    fn range_follows(&mut self, goes_on: impl Fn(&TokenKind) -> bool) -> bool {
        let dash = self.peek(0) == Some(&TokenKind::Dash)
            || (!self.in_range && self.keyword_at(0, Keyword::To).is_some());
        let follows = dash && self.peek(1).is_some_and(goes_on);
        if follows {
            self.bump();
        }
        follows
    }

    fn ordered(&mut self, from: &Spanned<u32>, to: &Spanned<u32>) -> Option<(u32, u32)> {
        if from.value <= to.value {
            return Some((from.value, to.value));
        }
        let at = self.location(from.span.join(to.span));
        self.fail(fault::reversed(at, from.value, to.value))
    }
}
