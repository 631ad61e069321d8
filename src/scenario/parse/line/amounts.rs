//! Decides which of a line's numbers without a label are the count, cost of one, or cost of all.

use super::{
    candidate::{BareNumber, LineCandidate},
    marks::next_mark,
};
use crate::{
    diagnostic::Severity,
    scenario::{
        shared_words::shared_words,
        token::ScenarioToken,
        value::ScenarioValue,
        vocabulary::{Amounts, PropertyIx},
    },
    text::Spanned,
};

impl LineCandidate<'_> {
    /// Returns whether the number that a line begins with is in brackets, and behind it is that of the
    /// elements: `[112] 28 stands of regular pikes, ordinary`.
    pub(super) fn is_price_in_front(&self, tokens: &[ScenarioToken]) -> bool {
        let own = tokens[0].span;
        let before = self.text[..own.start()].trim_end_matches(' ');
        let behind = self.text[own.end()..].trim_start_matches(' ');
        let is_in_brackets = before.ends_with('[') && behind.starts_with(']')
            || before.ends_with('(') && behind.starts_with(')');
        let Some(mark) = next_mark(self.record_kind, tokens, 1).filter(|_| is_in_brackets) else {
            return false;
        };
        // `[2] 4 Reg Cv(O) 32` has the number of a row
        if tokens[mark.end..].iter().any(ScenarioToken::is_number) {
            return false;
        }
        let front = &tokens[1..mark.start];
        let is_one = |pair: &[ScenarioToken]| {
            pair[0].is_filler() && pair[1].is_one_of(&shared_words().counting)
        };
        front.iter().any(ScenarioToken::is_number) || front.windows(2).any(is_one)
    }

    /// Returns whether a property is for amounts that may be that of one or of all.
    pub(super) fn is_either_amount(&self, property: PropertyIx) -> bool {
        let amounts = self.record_kind.amounts;
        amounts.is_some_and(|amounts| amounts.either == property)
    }

    /// Returns whether what is known of the line begins a record around it, as a general's rank
    /// begins a command.
    pub(in crate::scenario::parse) fn begins_record(&self) -> bool {
        let mut ranks = self.record_kind.ranks.iter();
        ranks.any(|&rank| self.has(rank))
    }

    /// Returns whether `tokens` begin with a number that can be the count: behind an `x`.
    pub(super) fn begins_count(&self, tokens: &[ScenarioToken]) -> bool {
        tokens.first().is_some_and(ScenarioToken::is_number)
            && self.record_kind.count.is_some_and(|count| !self.has(count))
    }

    /// Sets the count to the number that `tokens` begin with. Returns the number of tokens.
    pub(super) fn parse_count(&mut self, tokens: &[ScenarioToken]) -> usize {
        let number = tokens.first().and_then(ScenarioToken::spanned_number);
        if let Some((count, (number, span))) = self.record_kind.count.zip(number) {
            self.has_count = true;
            self.set_value(count, ScenarioValue::Number(number), span);
        }
        1
    }

    /// Parses `12-20`, the least and the most that may be had. Returns the number of tokens.
    pub(super) fn parse_range(&mut self, tokens: &[ScenarioToken]) -> Option<usize> {
        let (least, most) = self.record_kind.range?;
        let (from, from_span) = tokens.first()?.spanned_number()?;
        let has_dash = tokens.get(1)?.is_sign("-");
        let length = if has_dash { 3 } else { 2 };
        let (to, to_span) = tokens.get(length - 1)?.spanned_number()?;
        let gap = self.text.get(from_span.end()..to_span.start());
        if !has_dash && !matches!(gap.map(str::trim), Some("–" | "—")) {
            return None;
        }
        // `5 - 20 punti` are what one and all cost
        let is_amount = self.record_kind.begins_with_unit(&tokens[length..]);
        let has_count = self.record_kind.count.is_some_and(|count| self.has(count));
        if has_count && is_amount || from > to || self.has(least) || self.has(most) {
            return None;
        }
        self.set_value(least, ScenarioValue::Number(from), from_span);
        self.set_value(most, ScenarioValue::Number(to), to_span);
        Some(length)
    }

    /// Gives the numbers without a label their meaning: the first whole one is the count if there
    /// is no other, and of two amounts one is that of all.
    pub(super) fn assign_bare_numbers(&mut self) {
        let mut bare = std::mem::take(&mut self.bare_numbers);
        if let Some(description) = self.description
            && self.name.is_none()
        {
            let words = description.of(self.text);
            self.name = Some(Spanned::new(words.into(), description));
        }
        let (Some(amounts), Some(count)) = (self.record_kind.amounts, self.record_kind.count)
        else {
            for own in bare {
                match self.record_kind.total().filter(|_| own.is_amount) {
                    Some(all) => self.set_bare_number(all, own),
                    None if self.is_heading => {}
                    None => self.note_bare_number(own),
                }
            }
            return;
        };
        // `6 at 9, AP 54`: which of the two is the cost of one shows their product
        if let Some(labelled) = self.value(amounts.either)
            && let Some(number) = labelled.value.number()
            && !bare.is_empty()
        {
            let span = labelled.span;
            self.values.retain(|(own, _)| *own != amounts.either);
            bare.push(BareNumber {
                number,
                span,
                is_amount: true,
            });
        }
        // `Hannibal, C-in-C, Reg Cv(O) 28`: who begins a command is one element
        let is_one = self.begins_record();
        // `Sub-general: El(O) 1 @ 26 = 26`: no general costs 1; of `Cv(O) 7, incl. C-in-C` both amounts
        // are in other columns
        let has_amounts = self.has(amounts.each) && self.has(amounts.all);
        let first = bare
            .iter()
            .position(|own| !own.is_amount && own.number.fract() == 0.0 && own.number >= 1.0);
        if let Some(first) = first
            && !self.has(count)
            && (!is_one || bare.len() > 2 || bare[first].number == 1.0 || has_amounts)
        {
            self.set_bare_number(count, bare.remove(first));
        }
        let elements = self.number(count).unwrap_or(1.0);
        // `C-in-C, Reg Cv(O) (1) 1 18`: what the army list gives
        if is_one
            && elements == 1.0
            && bare.len() > 1
            && bare[0].number == 1.0
            && !bare[0].is_amount
        {
            bare.remove(0);
        }
        let of_both = amounts_of_one_and_all(&bare, elements);
        self.take_share(&mut bare, of_both, elements);
        let used = self.set_amounts(&bare, of_both, elements, amounts);
        self.exchange_amounts(elements, amounts);
        for (_, own) in bare.iter().enumerate().filter(|(at, _)| !used.contains(at)) {
            if self.is_marked {
                self.note_bare_number(*own);
            } else {
                self.report_bare_number(own.number, own.span);
            }
        }
    }

    /// Sets the amounts of one and of all elements to numbers without a label; `of_both` are the two of
    /// which one is the other times the elements. Returns the numbers that are used.
    fn set_amounts(
        &mut self,
        bare: &[BareNumber],
        of_both: Option<(usize, usize)>,
        elements: f64,
        amounts: Amounts,
    ) -> Vec<usize> {
        match of_both {
            Some((one, all)) if !self.has(amounts.each) && !self.has(amounts.all) => {
                self.set_bare_number(amounts.each, bare[one]);
                self.set_bare_number(amounts.all, bare[all]);
                vec![one, all]
            }
            _ if bare.is_empty() || self.has(amounts.each) && self.has(amounts.all) => Vec::new(),
            _ if self.has(amounts.each) => {
                self.set_bare_number(amounts.all, bare[0]);
                vec![0]
            }
            _ if self.has(amounts.all) => {
                self.set_bare_number(amounts.each, bare[0]);
                vec![0]
            }
            _ if bare.len() == 1 => {
                self.set_bare_number(amounts.each, bare[0]);
                // it may as well be that of all: the rules of play see which fits
                if elements > 1.0 {
                    self.set_bare_number(amounts.either, bare[0]);
                }
                vec![0]
            }
            _ => {
                // the greater one can only be that of all
                let one = usize::from(bare[0].number > bare[1].number);
                let all = 1 - one;
                self.set_bare_number(amounts.each, bare[one]);
                self.set_bare_number(amounts.all, bare[all]);
                vec![one, all]
            }
        }
    }

    /// Sets a property to a number that had no label.
    fn set_bare_number(&mut self, property: PropertyIx, own: BareNumber) {
        self.set_value(property, ScenarioValue::Number(own.number), own.span);
    }

    /// Exchanges the amounts of one and of all elements, if only so one is the other times the elements.
    fn exchange_amounts(&mut self, elements: f64, amounts: Amounts) {
        let is_product = |one: f64, all: f64| (one * elements - all).abs() < 0.01;
        let (each, all) = (self.number(amounts.each), self.number(amounts.all));
        let is_exchanged = each
            .zip(all)
            .is_some_and(|(each, all)| !is_product(each, all) && is_product(all, each));
        for (own, _) in self.values.iter_mut().filter(|_| is_exchanged) {
            if *own == amounts.each {
                *own = amounts.all;
            } else if *own == amounts.all {
                *own = amounts.each;
            }
        }
    }

    /// Takes the last number as what the elements count for, if it is none of `of_both`, the amounts of
    /// one and of all: `7 14 3.5`.
    fn take_share(
        &mut self,
        bare: &mut Vec<BareNumber>,
        of_both: Option<(usize, usize)>,
        elements: f64,
    ) {
        let Some(at) = bare.len().checked_sub(1) else {
            return;
        };
        // the number follows the costs
        let is_free = at > 0 && of_both.is_none_or(|(one, all)| at != one && at != all);
        let shares = self.record_kind.shares.iter();
        let mut shares = shares.filter(|(own, _)| is_free && !self.has(*own));
        let fits = |(_, one): &&(PropertyIx, f64)| (one * elements - bare[at].number).abs() < 0.01;
        if let Some(&(property, _)) = shares.find(fits) {
            self.set_bare_number(property, bare.remove(at));
        }
    }

    /// Removes the number that is the sum of all lines so far: what the line before had, `before`, and
    /// its own amount. Returns the new sum, or what the line has as its total: no number if that is what
    /// its elements come to.
    pub(in crate::scenario::parse) fn without_running_total(&mut self, before: f64) -> f64 {
        let (Some(amounts), Some(count)) = (self.record_kind.amounts, self.record_kind.count)
        else {
            return before;
        };
        let elements = self.number(count).unwrap_or(1.0);
        let (each, all) = (self.number(amounts.each), self.number(amounts.all));
        if let Some(sum) = self.take_running_number(before, each.map(|each| each * elements), all) {
            return sum;
        }
        let (Some(each), Some(all)) = (each, all) else {
            return before;
        };
        // `8 Irr Cv(O) = 56 (75)`
        let is_behind = (before + all - each).abs() < 0.01 && (each - all).abs() > 0.01;
        if is_behind && (each * elements - all).abs() > 0.01 {
            self.values.retain(|(own, _)| *own != amounts.each);
            return each;
        }
        let is_sum = (before + each - all).abs() < 0.01 && (each * elements - all).abs() > 0.01;
        if is_sum {
            let written = self.value(amounts.each).cloned();
            self.values.retain(|(own, _)| *own != amounts.all);
            // nothing says whether the other amount is that of one or of all
            if let Some(value) = written.filter(|_| elements > 1.0) {
                self.values.push((amounts.either, value));
            }
        }
        // `5 Cv(O) @ 7 = 35` is no sum of all lines so far
        let is_own = elements > 1.0 && (each * elements - all).abs() < 0.01;
        if is_own { f64::NAN } else { all }
    }

    /// Takes a number that has no other meaning as the sum of all lines so far, if it is: the line costs
    /// what its elements come to, or what is written as its total. Returns that sum.
    fn take_running_number(
        &mut self,
        before: f64,
        counted: Option<f64>,
        written: Option<f64>,
    ) -> Option<f64> {
        // baggage costs nothing
        let free = counted.or(written).is_none().then_some(0.0);
        let fits = |own: &&BareNumber| {
            let mut amounts = [counted, written, free].into_iter().flatten();
            amounts.any(|amount| (before + amount - own.number).abs() < 0.01)
        };
        let found = self.unused_numbers.iter().find(fits)?;
        let (sum, at) = (found.number, found.span);
        self.diagnostics
            .retain(|own| own.at.span != at || own.code != "scenario-number");
        Some(sum)
    }

    fn note_bare_number(&mut self, own: BareNumber) {
        self.unused_numbers.push(own);
        let number = own.span.of(self.text);
        let message = format!("{number} is not used: nothing says what it means");
        self.report("scenario-number", own.span, message).severity = Severity::Note;
    }

    /// Returns the value of a property.
    pub(in crate::scenario::parse) fn value(
        &self,
        property: PropertyIx,
    ) -> Option<&Spanned<ScenarioValue>> {
        let mut values = self.values.iter();
        values.find_map(|(own, value)| (*own == property).then_some(value))
    }

    /// Returns the number that a property is.
    pub(in crate::scenario::parse) fn number(&self, property: PropertyIx) -> Option<f64> {
        self.value(property)?.value.number()
    }
}

/// Returns the first of the numbers that is the amount of one of `elements`, and the first that is
/// that of all of them.
fn amounts_of_one_and_all(numbers: &[BareNumber], elements: f64) -> Option<(usize, usize)> {
    const ROUNDING: f64 = 0.01;
    let amounts = numbers.iter().enumerate();
    let mut sorted: Vec<(f64, usize)> = amounts.map(|(at, own)| (own.number, at)).collect();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let all_of = |one: usize| {
        let all = numbers[one].number * elements;
        let from = sorted.partition_point(|(number, _)| *number <= all - ROUNDING);
        let near = sorted[from..]
            .iter()
            .take_while(|(number, _)| *number < all + ROUNDING);
        near.map(|(_, at)| *at).filter(|&at| at != one).min()
    };
    (0..numbers.len()).find_map(|one| Some((one, all_of(one)?)))
}
