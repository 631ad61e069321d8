//! Changes the count of an earlier record that a line corrects,
//! `Sorry, it has to be 10 Reg Bd(I), not 12`, and removes troops that their own line takes back.

use super::{
    line::{LineCandidate, find_marks},
    parser::ScenarioParser,
    repeats::mark_of,
    sentences::is_pronoun,
};
use crate::{
    diagnostic::Severity,
    scenario::{
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind},
        value::ScenarioValue,
        vocabulary::match_phrases,
    },
    text::{Span, Spanned},
};

impl ScenarioParser<'_> {
    /// Removes the troops that their line corrects: `2 escorts Reg Ps(O) no sorry they're IRR Ps(O)`.
    pub(super) fn remove_corrected(&mut self, tokens: &mut Vec<ScenarioToken>) {
        let Some(kind) = self
            .marked_kind(tokens)
            .map(|kind| self.vocabulary.kind(kind))
        else {
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
            matches!(token.kind, ScenarioTokenKind::Comma)
                || is_pronoun(token)
                || token.is_one_of(&shared_words().verbs)
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
        let number = |token: &ScenarioToken| match token.kind {
            ScenarioTokenKind::Number(number) => Some((number, token.span)),
            _ => None,
        };
        let replaced = (1..tokens.len()).find_map(|at| {
            let length = match_phrases(&tokens[at..], &shared_words().earlier)?;
            number(tokens.get(at + length)?)
        });
        let marks = find_marks(kind, tokens);
        let ([mark], Some((replaced, _)), Some(count)) = (&marks[..], replaced, kind.count) else {
            return false;
        };
        let before = &tokens[..mark.start];
        let Some(first) = before.iter().rposition(|token| number(token).is_some()) else {
            return false;
        };
        let own = &tokens[first..mark.end];
        let source = self.scenario.source;
        let parsed = LineCandidate::new(source, self.text, self.vocabulary, kind_ix, line, own);
        let marks = mark_of(kind, |property| {
            let mut values = parsed.values.iter();
            let found = values.find(|(own, _)| *own == property);
            found.map(|(_, value)| value.value.clone())
        });
        let Some((corrected, span)) = number(&tokens[first]) else {
            return false;
        };
        let mut records = self.scenario.records.iter_mut().rev();
        let record = records.find(|record| {
            let value = |property| record.value(property).map(|own| own.value.clone());
            record.kind == kind_ix
                && value(count) == Some(ScenarioValue::Number(replaced))
                && mark_of(kind, value) == marks
        });
        let Some(record) = record else { return false };
        let all = kind.amounts.map(|amounts| [amounts.all, amounts.either]);
        let is_amount = |property| all.is_some_and(|all| all.contains(&property));
        record
            .values
            .retain(|(property, _)| *property != count && !is_amount(*property));
        let value = Spanned::new(ScenarioValue::Number(corrected), span);
        record.values.push((count, value));
        let message = format!("this line corrects one above: {corrected} instead of {replaced}");
        self.report("scenario-line", line, message).severity = Severity::Note;
        true
    }
}
