//! Sets a scenario's front and the values of the file's record from its front matter, such as
//! `points: 400`; reports unknown keys and values.

use super::{front::scenario_front, parser::ScenarioParser};
use crate::{
    diagnostic::{Diagnostic, Severity},
    scenario::{
        token::tokenize,
        value::{Area, ScenarioValue},
        vocabulary::{NAME, Property, ROOT, ValueType},
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
        let (ix, span) = (property.ix, value.span);
        if ix == NAME {
            self.scenario.records[0].name = Some(Spanned::new(Arc::from(text), span));
            return;
        }
        match self.entry_value(property, text, span) {
            Ok(value) => {
                let values = &mut self.scenario.records[0].values;
                values.push((ix, Spanned::new(value, span)));
            }
            Err(Some(problem)) => self.scenario.diagnostics.push(*problem),
            Err(None) => {
                let message = format!("`{text}` is not a value of `{}`", key.value);
                let found = self.report("scenario-front", span, message);
                if let ValueType::Word(words) | ValueType::Words(words) = &property.value_type {
                    let names = words.iter().map(|word| vocabulary.word_text(*word));
                    let names: Vec<Arc<str>> = names.collect();
                    let names = names.iter().map(|name| &**name);
                    *found = found.clone().expected(text, names);
                }
            }
        }
    }

    /// Parses the value of an entry. The error of one that is not of the property's type is `None`, unless there is
    /// more to say.
    fn entry_value(
        &self,
        property: &Property,
        text: &str,
        span: Span,
    ) -> Result<ScenarioValue, Option<Box<Diagnostic>>> {
        match &property.value_type {
            ValueType::Text => return Ok(ScenarioValue::Text(Arc::from(text))),
            ValueType::Flag => {
                let is_yes = matches!(text, "true" | "yes");
                return is_yes.then_some(ScenarioValue::Flag(true)).ok_or(None);
            }
            ValueType::Number { .. }
            | ValueType::Word(_)
            | ValueType::Words(_)
            | ValueType::Place => {}
        }
        let mut parsed = self.empty_line(ROOT);
        parsed.parse_value(property.ix, &tokenize(self.text, span));
        let is_bounds = |found: &Diagnostic| found.message.contains(" has to be ");
        if !parsed.diagnostics.is_empty() {
            return Err(parsed.diagnostics.into_iter().find(is_bounds).map(Box::new));
        }
        match parsed.value(property.ix).map(|own| own.value.clone()) {
            // the depth and width of an area at the corner of the table
            Some(ScenarioValue::Area(to)) if to.is_point() => {
                let to = (to.left, to.front);
                Ok(ScenarioValue::Area(Area::between((0.0, 0.0), to)))
            }
            value => value.ok_or(None),
        }
    }
}
