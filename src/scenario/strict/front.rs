//! Reads the front matter of a scenario: its ruleset, edition, profile and date, and the values of the file
//! itself, such as `points: 400`; reports unknown keys and values.

use super::{number_limits::violated_bounds, parser::ScenarioParser};
use crate::{
    diagnostic::Severity,
    scenario::{
        record::ScenarioFront,
        token::{ScenarioToken, tokenize},
        value::{Area, ScenarioValue},
        vocabulary::{NAME, PhraseMeaning, Property, ROOT, ValueType},
    },
    syntax::{FrontMatterEntry, PlainMarkdown, parse_plain_markdown},
    text::{SourceId, Span, Spanned, near::nearest},
};
use std::sync::Arc;

/// Parses the keys of the front matter that every scenario may have. Reads the first 64 KiB only.
pub fn parse_front(source: SourceId, text: &str) -> ScenarioFront {
    let top = &text[..text.floor_char_boundary(1 << 16)];
    scenario_front(&parse_plain_markdown(source, top), top)
}

/// Those of them that no other front matter has.
const KEYS_OF_GAME: &[&str] = &["ruleset", "edition", "profile"];

/// Keys of the front matter of web pages and notes.
const PAGE_KEYS: &[&str] = &[
    "title",
    "tags",
    "author",
    "authors",
    "layout",
    "categories",
    "category",
    "slug",
    "draft",
    "description",
    "permalink",
    "lang",
    "image",
    "published",
    "aliases",
    "created",
    "updated",
];

/// Returns whether the front matter is that of a web page or a note, which says nothing of the game.
pub(super) fn is_of_page(file: &PlainMarkdown) -> bool {
    has_key(file, PAGE_KEYS) && !has_key(file, KEYS_OF_GAME)
}

/// Returns whether `---` begins a list in YAML, and no front matter.
pub(super) fn is_of_list(file: &PlainMarkdown, text: &str) -> bool {
    let front = file.front.of(text).trim_end();
    let is_open = !["\n---", "\n..."].iter().any(|end| front.ends_with(end));
    !front.is_empty() && is_open && !has_key(file, KEYS_OF_GAME)
}

/// Returns the byte at which the text below the front matter begins.
pub(super) fn body_start(file: &PlainMarkdown, text: &str) -> usize {
    match is_of_list(file, text) {
        true => file.front.start(),
        false => file.front.end(),
    }
}

fn has_key(file: &PlainMarkdown, known: &[&str]) -> bool {
    let mut keys = file.entries.iter().map(|(key, _)| key.value.as_str());
    keys.any(|key| known.contains(&key))
}

pub(super) fn scenario_front(file: &PlainMarkdown, text: &str) -> ScenarioFront {
    if is_of_page(file) || is_of_list(file, text) {
        return ScenarioFront::default();
    }
    let value = |key: &str| {
        let (_, value, span) = crate::syntax::front_matter_value(&file.entries, key)?;
        Some(Spanned::new(value.to_owned(), span))
    };
    ScenarioFront {
        span: file.front,
        ruleset: value("ruleset"),
        edition: value("edition"),
        profile: value("profile"),
        date: value("date"),
    }
}

/// The keys that every scenario file may have; a vocabulary adds its own.
pub(super) const KEYS: &[&str] = &["ruleset", "edition", "profile", "date"];

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
            if !KEYS.contains(&entry.0.value.as_str()) {
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
            let known: Vec<String> = KEYS.iter().copied().chain(own).map(str::to_owned).collect();
            let near = nearest(&key.value, known.iter().map(String::as_str)).map(str::to_owned);
            let message = format!("unknown key `{}` in a scenario file", key.value);
            let diagnostic = self.report("scenario-front", key.span, message);
            diagnostic.severity = Severity::Warning;
            match near {
                Some(near) => {
                    *diagnostic = diagnostic
                        .clone()
                        .help(format!("did you mean `{near}`?"))
                        .replace_with(format!("write `{near}`"), near)
                }
                None => diagnostic.help = Some(format!("known: {}", known.join(", "))),
            }
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
                let near = nearest(text, known.iter().map(|name| &**name));
                let found = self.report("scenario-front", span, message);
                *found = match near {
                    Some(near) => found.clone().replace_with(format!("write `{near}`"), near),
                    None => found
                        .clone()
                        .help(format!("its values: {}", known.join(", "))),
                };
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
