//! Sets what a sentence states for all troops of a list, or for those of one type, in their
//! records: `All Irr.`, `all Irr except the artillery (Reg)`, `Kn are chariots`.

use super::parser::ScenarioParser;
use crate::{
    scenario::{
        record::RecordIx,
        shared_words::shared_words,
        token::{ScenarioToken, tokenize},
        value::ScenarioValue,
        vocabulary::{KindIx, PhraseMeaning, PropertyIx, RecordKind, match_phrase},
    },
    syntax::MarkdownLine,
    text::{Span, Spanned},
};

impl ScenarioParser<'_> {
    /// Sets a value that the text states for all records, `All Irr.`, in the records that lack it.
    /// Two different ones are ignored.
    pub(super) fn apply_values_for_all(&mut self, lines: &[MarkdownLine]) {
        let vocabulary = self.vocabulary;
        for &kind_ix in &self.marked_kinds.clone() {
            let kind = vocabulary.kind(kind_ix);
            if kind.for_all.is_empty() {
                continue;
            }
            let mut said: Vec<(PropertyIx, Spanned<ScenarioValue>)> = Vec::new();
            let mut of_types = Vec::new();
            for line in lines {
                let tokens = tokenize(self.text, line.span);
                let starts = 0..tokens.len();
                of_types.extend(
                    starts
                        .clone()
                        .filter_map(|at| flag_of_type(kind, &tokens[at..])),
                );
                for at in starts {
                    let Some(value) = value_for_all(kind, self.text, &tokens[at..]) else {
                        continue;
                    };
                    of_types.extend(value_of_exception(kind, value.0, &tokens[at..]));
                    let part = self.part_named_at(line.span);
                    match part.filter(|_| !self.names_troops(&tokens)) {
                        Some(part) => self.set_in_part(kind_ix, part, value),
                        None => said.push(value),
                    }
                }
            }
            self.set_values_of_types(kind_ix, &of_types);
            for &property in &kind.front_properties {
                let own = said.iter().filter(|(said, _)| *said == property);
                let mut own: Vec<_> = own.map(|(_, value)| value.clone()).collect();
                let is_stated = !own.is_empty();
                if !is_stated {
                    own = self.values_beside(kind_ix, property, lines);
                }
                let Some((value, others)) = own.split_first() else {
                    continue;
                };
                if others.iter().any(|other| other.value != value.value) {
                    continue;
                }
                let records = self.scenario.records.iter_mut();
                let lacking = records
                    .filter(|record| record.kind == kind_ix && record.value(property).is_none());
                let set = lacking.map(|record| record.values.push((property, value.clone())));
                if set.count() > 0 && !is_stated {
                    let message = "no troops have a drill: this word is taken as that of all";
                    self.note(value.span, message);
                }
            }
        }
    }

    /// Returns the part of an army whose heading a line is: `Kaloyan (CinC) - whole command Irr`.
    fn part_named_at(&self, line: Span) -> Option<RecordIx> {
        self.scenario.indices().find(|&at| {
            let own = self.scenario.record(at).span;
            let is_in_line = line.start() <= own.start() && own.end() <= line.end();
            is_in_line && !own.is_empty() && self.kind_of(at).begins_with.is_some()
        })
    }

    /// Sets a value in the records of a part that lack it.
    fn set_in_part(
        &mut self,
        kind: KindIx,
        part: RecordIx,
        (property, value): (PropertyIx, Spanned<ScenarioValue>),
    ) {
        let end = self.scenario.record(part).end;
        let records = &mut self.scenario.records[part.0 as usize..end as usize];
        let lacking = records
            .iter_mut()
            .filter(|record| record.kind == kind && record.value(property).is_none());
        lacking.for_each(|record| record.values.push((property, value.clone())));
    }

    /// Returns the values of a property in lines that are no records, if no record of the kind has it:
    /// `a rising of irregulars`.
    fn values_beside(
        &self,
        kind_ix: KindIx,
        property: PropertyIx,
        lines: &[MarkdownLine],
    ) -> Vec<Spanned<ScenarioValue>> {
        let kind = self.vocabulary.kind(kind_ix);
        let records = || self.scenario.records.iter().skip(1);
        if records().any(|own| own.kind == kind_ix && own.value(property).is_some()) {
            return Vec::new();
        }
        let is_of_record = |span: Span| {
            records().any(|own| own.span.start() < span.end() && span.start() < own.span.end())
        };
        let beside = lines.iter().filter(|line| !is_of_record(line.span));
        let values = beside.flat_map(|line| {
            let tokens = tokenize(self.text, line.span);
            // `no regs in the forest`
            let is_denied = |at: usize| at > 0 && tokens[at - 1].is_one_of(&shared_words().none);
            let values = (0..tokens.len())
                .filter(|&at| !is_denied(at))
                .filter_map(|at| {
                    let (_, value) = kind.value_of(property, &tokens[at..])?;
                    Some(Spanned::new(value.value, tokens[at].span))
                });
            values.collect::<Vec<_>>()
        });
        values.collect()
    }

    /// Sets values that the text states for a type in the records of it that lack them.
    fn set_values_of_types(&mut self, kind_ix: KindIx, said: &[ValueOfType]) {
        let Some(&mark) = self.vocabulary.kind(kind_ix).mark.first() else {
            return;
        };
        for own in said {
            let records = self.scenario.records.iter_mut();
            let of_type = records.filter(|record| {
                let of = record.value(mark).filter(|_| record.kind == kind_ix);
                of.is_some_and(|of| of.value == own.of) && record.value(own.property).is_none()
            });
            of_type.for_each(|record| record.values.push((own.property, own.value.clone())));
        }
    }
}

/// The maximum number of words between `all` and its value.
const MAX_BETWEEN: usize = 5;

/// Returns the value for all records of a kind that tokens begin with: `all Irr`, `all of them are
/// irregular`. `all Irr Cv(O)` has none: it is about troops in the line.
fn value_for_all(
    kind: &RecordKind,
    text: &str,
    tokens: &[ScenarioToken],
) -> Option<(PropertyIx, Spanned<ScenarioValue>)> {
    let phrases = kind.for_all.iter();
    let all = phrases
        .filter_map(|words| match_phrase(tokens, words))
        .max();
    let value_at = |at: usize| {
        let (length, value) = kind.front_value(&tokens[at..])?;
        let next = tokens.get(at + length..).unwrap_or_default();
        let is_of_mark = kind.begins_with_value_of(&kind.mark, next);
        // `All are irregular. I hope so`
        let ends = text[tokens[at + length - 1].span.end()..].starts_with(". ");
        (ends || !is_of_mark).then(|| ((value.0, Spanned::new(value.1, tokens[at].span)), next))
    };
    if let Some(length) = all {
        // `Unless noted otherwise, …`
        let is_comma = tokens.get(length).is_some_and(|next| next.is_sign(","));
        let from = length + usize::from(is_comma);
        let near = from..tokens.len().min(from + MAX_BETWEEN + 1);
        // `all the auxilia are irregular`
        let is_of_some = |at: &usize| kind.begins_with_value_of(&kind.mark, &tokens[*at..]);
        let mut near = near.take_while(|at| !is_of_some(at));
        return near.find_map(value_at).map(|(value, _)| value);
    }
    // `Irr unless marked R`
    let (value, next) = value_at(0)?;
    let is_unless = next.first()?.is_one_of(&shared_words().unless);
    is_unless.then_some(value)
}

/// A value that the text states for the records of one type.
struct ValueOfType {
    of: ScenarioValue,
    property: PropertyIx,
    value: Spanned<ScenarioValue>,
}

/// Returns the type that tokens begin with, and the number of tokens.
fn type_at(kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<(ScenarioValue, usize)> {
    let (length, value) = kind.value_of(*kind.mark.first()?, tokens)?;
    Some((value.value, length))
}

/// Returns the value of the type that is excepted from what is stated for all: `all Irr except the
/// artillery (Reg)`.
fn value_of_exception(
    kind: &RecordKind,
    property: PropertyIx,
    tokens: &[ScenarioToken],
) -> Option<ValueOfType> {
    let except = tokens.iter().position(|token| kind.is_besides(token))?;
    let near = &tokens[except + 1..tokens.len().min(except + 2 + 2 * MAX_BETWEEN)];
    let (at, (of, length)) =
        (0..near.len()).find_map(|at| Some((at, type_at(kind, &near[at..])?)))?;
    (at + length..near.len()).find_map(|at| {
        let (_, value) = kind.value_of(property, &near[at..])?;
        Some(ValueOfType {
            of: of.clone(),
            property,
            value: Spanned::new(value.value, near[at].span),
        })
    })
}

/// Returns the flag that a sentence states for a type that it begins with: `Kn are chariots`.
fn flag_of_type(kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<ValueOfType> {
    let (of, length) = type_at(kind, tokens)?;
    let verb = tokens.get(length)?;
    let flag = &tokens[length + 1..];
    let (_, meanings) = kind
        .phrases
        .longest_match(flag)
        .filter(|_| verb.is_one_of(&shared_words().verbs))?;
    meanings.iter().find_map(|meaning| match meaning {
        PhraseMeaning::Says {
            property, value, ..
        } if meaning.is_flag() => Some(ValueOfType {
            of: of.clone(),
            property: *property,
            value: Spanned::new(value.clone(), flag[0].span),
        }),
        _ => None,
    })
}
