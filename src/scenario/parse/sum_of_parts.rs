//! Sets the total of an army from a sentence that adds up its parts:
//! `dan kom ik op 152 + 138 + 87 = 377`.

use super::parser::ScenarioParser;
use crate::{
    scenario::{
        token::ScenarioToken,
        value::{ScenarioValue, number_value},
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
        let Some(army) = self.open_army() else {
            return false;
        };
        let kind = self.kind_of(army);
        // `EE 15 + 17 + 18.5 = 50.5`
        let first = tokens.len().saturating_sub(2 * terms + 1);
        let label = first.checked_sub(1).and_then(|before| {
            let meanings = kind.meanings_of(&tokens[before..first]);
            meanings.iter().find_map(|own| own.unit().or(own.key()))
        });
        // `13 + 18 + 21 + 9 = 61 EE`
        let at_sum = tokens.iter().position(|token| token.span == sum.span);
        let unit = at_sum.and_then(|at| kind.unit_of(&tokens[at + 1..]));
        let is_either = |unit: &PropertyIx| kind.amounts.is_some_and(|own| own.either == *unit);
        let total = label
            .or(unit.filter(|unit| !is_either(unit)))
            .or(kind.total());
        let Some(total) = total.filter(|_| self.parts_in(army).len() == terms) else {
            return false;
        };
        self.set_of_record(army, total, &sum);
        true
    }
}

/// Returns whether tokens are a sum and nothing else: `153 + 130 + 67 = 350`.
pub(super) fn is_sum(tokens: &[ScenarioToken]) -> bool {
    let is_part = |token: &ScenarioToken| token.is_number() || token.is_sign("+=");
    tokens.iter().all(is_part) && written_sum(tokens).is_some()
}

/// Returns how many numbers a line adds up, at least two, and what it says that they come to.
fn written_sum(tokens: &[ScenarioToken]) -> Option<(usize, Spanned<ScenarioValue>)> {
    let number = |at: usize| tokens.get(at)?.number();
    let equals = (2..tokens.len()).rfind(|&at| tokens[at].is_sign("="))?;
    let sum = number_value(number(equals + 1)?, tokens[equals + 1].span);
    let mut first = equals.checked_sub(1).filter(|&at| number(at).is_some())?;
    let mut terms = 1;
    while first >= 2 && tokens[first - 1].is_sign("+") && number(first - 2).is_some() {
        first -= 2;
        terms += 1;
    }
    // `Bases: 13 + 21 + 21 = 55`
    let label = first.checked_sub(1).map(|at| &tokens[at]);
    let is_labelled = label.is_some_and(|own| own.is_sign(":"));
    let is_total = number(equals + 1)? >= LEAST_TOTAL;
    (terms > 1 && is_total && !is_labelled).then_some((terms, sum))
}
