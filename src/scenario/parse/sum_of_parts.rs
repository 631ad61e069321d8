//! Sets the total of an army from a sentence that adds up its parts:
//! `dan kom ik op 152 + 138 + 87 = 377`.

use super::parser::ScenarioParser;
use crate::{
    scenario::{
        record::RecordIx,
        token::{ScenarioToken, ScenarioTokenKind},
        value::ScenarioValue,
        vocabulary::PropertyIx,
    },
    text::Spanned,
};

/// The least that an army costs.
const LEAST_TOTAL: f64 = 50.0;

impl ScenarioParser<'_> {
    /// Sets the total of the open army to the sum of as many numbers as it has parts. Returns
    /// whether the line has such a sum.
    pub(super) fn set_sum_of_parts(&mut self, tokens: &[ScenarioToken]) -> bool {
        let Some((terms, sum)) = written_sum(tokens).filter(|_| !self.is_strict()) else {
            return false;
        };
        let Some(open) = self.open_headings.last() else {
            return false;
        };
        let kind_of = |at: RecordIx| self.vocabulary.kind(self.scenario.record(at).kind);
        let army = self
            .scenario
            .ancestors(open.record)
            .find(|&at| kind_of(at).implied);
        let Some(army) = army else {
            return false;
        };
        let is_part = |at: &u32| {
            let own = self.scenario.record(RecordIx(*at));
            own.parent == army && own.level > 0
        };
        let parts = self.scenario.descendants(army).filter(is_part).count();
        // `EE 15 + 17 + 18.5 = 50.5`
        let first = tokens.len().saturating_sub(2 * terms + 1);
        let label = first.checked_sub(1).and_then(|before| {
            let (_, meanings) = kind_of(army)
                .phrases
                .longest_match(&tokens[before..first])?;
            meanings.iter().find_map(|own| own.unit().or(own.key()))
        });
        // `13 + 18 + 21 + 9 = 61 EE`
        let at_sum = tokens.iter().position(|token| token.span == sum.span);
        let unit = at_sum.and_then(|at| {
            let (_, meanings) = kind_of(army).phrases.longest_match(&tokens[at + 1..])?;
            meanings.iter().find_map(|own| own.unit())
        });
        let amounts = kind_of(army).amounts;
        let is_either = |unit: &PropertyIx| amounts.is_some_and(|own| own.either == *unit);
        let total = label
            .or(unit.filter(|unit| !is_either(unit)))
            .or(amounts.map(|amounts| amounts.all));
        let Some(total) = total.filter(|_| parts == terms) else {
            return false;
        };
        self.set_of_record(army, total, &sum);
        true
    }
}

/// Returns whether tokens are a sum and nothing else: `153 + 130 + 67 = 350`.
pub(super) fn is_sum(tokens: &[ScenarioToken]) -> bool {
    let is_part = |token: &ScenarioToken| {
        token.is_number() || matches!(token.kind, ScenarioTokenKind::Sign('+' | '='))
    };
    tokens.iter().all(is_part) && written_sum(tokens).is_some()
}

/// Returns how many numbers a line adds up, at least two, and what it says that they come to.
fn written_sum(tokens: &[ScenarioToken]) -> Option<(usize, Spanned<ScenarioValue>)> {
    let number = |at: usize| tokens.get(at)?.number();
    let is_sign = |at: usize, sign| tokens[at].kind == ScenarioTokenKind::Sign(sign);
    let equals = (2..tokens.len()).rfind(|&at| is_sign(at, '='))?;
    let sum = Spanned::new(
        ScenarioValue::Number(number(equals + 1)?),
        tokens[equals + 1].span,
    );
    let mut first = equals.checked_sub(1).filter(|&at| number(at).is_some())?;
    let mut terms = 1;
    while first >= 2 && is_sign(first - 1, '+') && number(first - 2).is_some() {
        first -= 2;
        terms += 1;
    }
    // `Bases: 13 + 21 + 21 = 55`
    let label = first.checked_sub(1).map(|at| &tokens[at]);
    let is_labelled = label.is_some_and(|own| own.kind == ScenarioTokenKind::Colon);
    let is_total = number(equals + 1)? >= LEAST_TOTAL;
    (terms > 1 && is_total && !is_labelled).then_some((terms, sum))
}
