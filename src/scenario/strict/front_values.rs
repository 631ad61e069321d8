//! Sets a scenario's front and the values of the file's record from its front matter, such as
//! `points: 400`; reports unknown keys and values.

use super::{front::scenario_front, number_limits::violated_bounds, parser::ScenarioParser};
use crate::{
    diagnostic::Severity,
    scenario::{
        token::{ScenarioToken, tokenize},
        value::{Area, ScenarioValue},
        vocabulary::{NAME, PhraseMeaning, Property, ROOT, ValueType},
    },
    syntax::{
        FrontMatterEntry, Key, NameKind, PlainMarkdown,
        ValueKind::{Date, Name},
    },
    text::{Span, Spanned},
};
use std::sync::Arc;

/// The keys that every scenario file may have; a vocabulary adds its own.
pub const SCENARIO_FRONT_KEYS: &[Key] = &[
    Key::new("ruleset", Name(NameKind::Ruleset), "the ruleset"),
    Key::new("edition", Name(NameKind::Edition), "the edition in play"),
    Key::new(
        "profile",
        Name(NameKind::Profile),
        "the profile whose rulings apply",
    ),
    Key::new("date", Date, "use only what was published up to this day"),
];

impl ScenarioParser<'_> {
    /// Parses the front matter into the record of the file.
    pub(super) fn parse_front_matter(&mut self, file: &PlainMarkdown) {
        self.scenario.diagnostics.clone_from(&file.diagnostics);
        self.scenario.front = scenario_front(file, self.text);
        self.scenario.records[0].span = Span::new(
            file.front.start(),
            file.front.start() + self.text[file.front.start()..].find('\n').unwrap_or(0),
        );
        self.scenario.records[0].insert_at = file.front.end();
        for entry in &file.entries {
            if Key::find(SCENARIO_FRONT_KEYS, &entry.0.value).is_none() {
                self.parse_entry(entry);
            }
        }
    }

    fn parse_entry(&mut self, (key, value): &FrontMatterEntry) {
        let vocabulary = self.vocabulary;
        let root = vocabulary.kind(ROOT);
        let Some(property) = vocabulary
            .property(&key.value)
            .and_then(|ix| root.properties.get(&ix))
        else {
            let own = root
                .properties
                .keys()
                .map(|ix| vocabulary.property_name(*ix));
            let known = Key::names(SCENARIO_FRONT_KEYS).chain(own);
            let message = format!("unknown key `{}` in a scenario file", key.value);
            let diagnostic = self.report("scenario-front", key.span, message);
            diagnostic.severity = Severity::Warning;
            *diagnostic = diagnostic.clone().expected(&key.value, known);
            return;
        };
        let Some(text) = value.value.as_deref() else {
            return;
        };
        let span = value.span;
        match self.entry_value(property, text, span) {
            Some(ScenarioValue::Number(number))
                if violated_bounds(&property.value_type, number).is_some() =>
            {
                let bounds = violated_bounds(&property.value_type, number).unwrap_or_default();
                let message = format!("`{}` has to be {bounds}", key.value);
                self.report("scenario-number", span, message);
            }
            Some(_) if property.ix == NAME => {
                self.scenario.records[0].name = Some(Spanned::new(Arc::from(text), span));
            }
            Some(value) => self.scenario.records[0]
                .values
                .push((property.ix, Spanned::new(value, span))),
            None => {
                let message = format!("`{text}` is not a value of `{}`", key.value);
                let (ValueType::Word(words) | ValueType::Words(words)) = &property.value_type
                else {
                    self.report("scenario-front", span, message);
                    return;
                };
                let names = words.iter().map(|word| vocabulary.word_text(*word));
                let known: Vec<Arc<str>> = names.collect();
                let found = self.report("scenario-front", span, message);
                *found = found
                    .clone()
                    .expected(text, known.iter().map(|name| &**name));
            }
        }
    }

    /// Parses the value of an entry; none if it is not of the property's type.
    fn entry_value(&self, property: &Property, text: &str, span: Span) -> Option<ScenarioValue> {
        let root = self.vocabulary.kind(ROOT);
        let tokens = tokenize(self.text, span);
        match &property.value_type {
            ValueType::Number { .. } => {
                let number = tokens.iter().find_map(ScenarioToken::number);
                number.map(ScenarioValue::Number)
            }
            ValueType::Word(_) | ValueType::Words(_) => {
                let mut words = Vec::new();
                let mut at = 0;
                while at < tokens.len() {
                    let Some((length, meanings)) = root.phrases.longest_match(&tokens[at..]) else {
                        at += 1;
                        continue;
                    };
                    words.extend(meanings.iter().filter_map(|meaning| match meaning {
                        PhraseMeaning::Says {
                            property: own,
                            value,
                            ..
                        } if *own == property.ix => Some(value.clone()),
                        _ => None,
                    }));
                    at += length;
                }
                words.into_iter().reduce(|all, more| match (all, more) {
                    (ScenarioValue::Words(mut all), ScenarioValue::Words(more)) => {
                        all.extend(more);
                        ScenarioValue::Words(all)
                    }
                    (all, _) => all,
                })
            }
            ValueType::Flag => matches!(text, "true" | "yes").then_some(ScenarioValue::Flag(true)),
            ValueType::Place => {
                let numbers = tokens.iter().filter_map(ScenarioToken::number);
                let numbers: Vec<f64> = numbers.collect();
                match numbers[..] {
                    [x, y] => Some(ScenarioValue::Area(Area::between((0.0, 0.0), (x, y)))),
                    [x, y, to_x, to_y] => {
                        Some(ScenarioValue::Area(Area::between((x, y), (to_x, to_y))))
                    }
                    _ => None,
                }
            }
            ValueType::Text => Some(ScenarioValue::Text(Arc::from(text))),
        }
    }
}
