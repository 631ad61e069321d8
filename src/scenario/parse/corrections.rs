//! Changes the count of an earlier record that a line corrects,
//! `Sorry, it has to be 10 Reg Bd(I), not 12`, and removes troops that their own line takes back.

use super::{line::find_marks, parser::ScenarioParser, repeats::mark_of, sentences::is_pronoun};
use crate::{
    scenario::{
        shared_words::shared_words, token::ScenarioToken, value::number_value,
        vocabulary::match_phrases,
    },
    text::Span,
};

impl ScenarioParser<'_> {
    /// Removes the troops that their line corrects: `2 escorts Reg Ps(O) no sorry they're IRR Ps(O)`.
    pub(super) fn remove_corrected(&mut self, tokens: &mut Vec<ScenarioToken>) {
        let Some(kind) = self.troop_kind(tokens) else {
            return;
        };
        let marks = find_marks(kind, tokens);
        // the words of each that belong to its troops, such as `4 Reg`
        let says = |at: usize| kind.begins_with_value(&tokens[at..=at]);
        let is_number = |at: usize| tokens[at].is_number();
        let begin = |mark: usize, least: usize| {
            let words = (least..mark).rev().take_while(|&at| says(at)).count();
            mark - words
        };
        // `no sorry they're`, and no `sorry about the`
        let is_small = |token: &ScenarioToken| {
            token.is_sign(",") || is_pronoun(token) || token.is_one_of(&shared_words().verbs)
        };
        let corrected = marks.windows(2).find_map(|pair| {
            let (first, second) = (&pair[0], &pair[1]);
            let (at, length) = (first.end..second.start).find_map(|at| {
                Some((
                    at,
                    match_phrases(&tokens[at..], &shared_words().corrections)?,
                ))
            })?;
            let own = begin(second.start, at + length);
            let own = own - usize::from(own > at + length && is_number(own - 1));
            let is_near = tokens[first.end..at]
                .iter()
                .chain(&tokens[at + length..own])
                .all(is_small);
            let from = begin(first.start, 0);
            // the second troops have a number of their own
            let counted = usize::from(is_number(own) && from > 0 && is_number(from - 1));
            is_near.then_some((from - counted, first.end, own))
        });
        if let Some((from, end, to)) = corrected {
            let earlier = tokens[from].span.join(tokens[end - 1].span);
            let words = earlier.of(self.text).to_owned();
            self.note_unused(
                earlier,
                &format!("not counted: this line corrects `{words}`"),
            );
            tokens.drain(from..to);
        }
    }

    /// Corrects the number of a record above, if a line says that it is another one instead. Returns
    /// whether it is such a line.
    pub(super) fn correct_record(&mut self, line: Span, tokens: &[ScenarioToken]) -> bool {
        let Some(kind_ix) = self.marked_kind(tokens).filter(|_| !self.is_strict()) else {
            return false;
        };
        let kind = self.vocabulary.kind(kind_ix);
        let replaced = (1..tokens.len()).find_map(|at| {
            let length = match_phrases(&tokens[at..], &shared_words().earlier)?;
            tokens.get(at + length)?.number()
        });
        let marks = find_marks(kind, tokens);
        let ([mark], Some(replaced), Some(count)) = (&marks[..], replaced, kind.count) else {
            return false;
        };
        let numbers = (0..mark.start).rev();
        let number = numbers
            .filter_map(|at| Some((at, tokens[at].number()?)))
            .next();
        let Some((first, corrected)) = number else {
            return false;
        };
        let parsed = self.candidate(kind_ix, line, &tokens[first..mark.end]);
        let marks = mark_of(kind, |mark| parsed.value(mark));
        let mut records = self.scenario.records.iter_mut().rev();
        let record = records.find(|record| {
            record.kind == kind_ix
                && record.number(count) == Some(replaced)
                && mark_of(kind, |mark| record.value(mark)) == marks
        });
        let Some(record) = record else { return false };
        let all = kind.amounts.map(|amounts| [amounts.all, amounts.either]);
        let is_amount = |property| all.is_some_and(|all| all.contains(&property));
        record
            .values
            .retain(|(property, _)| *property != count && !is_amount(*property));
        let value = number_value(corrected, tokens[first].span);
        record.values.push((count, value));
        let message = format!("this line corrects one above: {corrected} instead of {replaced}");
        self.note(line, message);
        true
    }
}
