//! The front matter of a scenario file.

use super::{Reader, out_of_bounds};
use crate::{
    diagnostic::{Diagnostic, Severity},
    scenario::{
        record::Front,
        token::{TokenKind, tokens},
        value::Value,
        vocabulary::{Meaning, NAME, ROOT, Shape},
    },
    syntax::{FrontEntry, Plain, plain},
    text::{SourceId, Span, Spanned, near::nearest},
};
use std::sync::Arc;

/// The keys that every scenario file may have.
pub(super) const KEYS: &[&str] = &["ruleset", "edition", "profile", "date"];

/// The front matter of a file, as far as it says where a scenario is played.
pub fn front(source: SourceId, text: &str) -> Front {
    of(&plain(
        source,
        text.get(..text.len().min(1 << 16)).unwrap_or_default(),
    ))
}

fn of(file: &Plain) -> Front {
    let value = |key: &str| {
        let (_, value, span) = crate::syntax::entry(&file.entries, key)?;
        Some(Spanned::new(value.to_owned(), span))
    };
    Front {
        span: file.front,
        ruleset: value("ruleset"),
        edition: value("edition"),
        profile: value("profile"),
        date: value("date"),
    }
}

impl Reader<'_> {
    /// Reads the front matter into the record of the file.
    pub(super) fn front(&mut self, file: &Plain) {
        self.out.front = of(file);
        self.out.records[0].span = Span::new(
            file.front.start(),
            file.front.start() + self.text[file.front.start()..].find('\n').unwrap_or(0),
        );
        self.out.records[0].foot = file.front.end();
        for entry in &file.entries {
            if !KEYS.contains(&entry.0.value.as_str()) {
                self.entry(entry);
            }
        }
    }

    fn entry(&mut self, (key, value): &FrontEntry) {
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
            let fault = self.tell(
                "scenario-front",
                key.span,
                format!("`{}` is no key of a scenario file", key.value),
            );
            fault.severity = Severity::Warning;
            let fault: &mut Diagnostic = fault;
            match near {
                Some(near) => {
                    *fault = fault
                        .clone()
                        .help(format!("did you mean `{near}`?"))
                        .replace_with(format!("write `{near}`"), near)
                }
                None => fault.help = Some(format!("known: {}", known.join(", "))),
            }
            return;
        };
        let Some(text) = value.value.as_deref() else {
            return;
        };
        let place = value.span;
        let tokens = tokens(self.text, place);
        let read = match &property.shape {
            Shape::Number { .. } => tokens.iter().find_map(|token| match token.kind {
                TokenKind::Number(number) => Some(Value::Number(number)),
                _ => None,
            }),
            Shape::Word(_) | Shape::Words(_) => {
                let mut words = Vec::new();
                let mut at = 0;
                while at < tokens.len() {
                    let Some((length, meanings)) = root.phrases.at(&tokens[at..]) else {
                        at += 1;
                        continue;
                    };
                    words.extend(meanings.iter().filter_map(|meaning| match meaning {
                        Meaning::Says {
                            property: own,
                            value,
                            ..
                        } if *own == property.ix => Some(value.clone()),
                        _ => None,
                    }));
                    at += length;
                }
                words.into_iter().reduce(|all, more| match (all, more) {
                    (Value::Words(mut all), Value::Words(more)) => {
                        all.extend(more);
                        Value::Words(all)
                    }
                    (all, _) => all,
                })
            }
            Shape::Flag => matches!(text, "true" | "yes").then_some(Value::Flag(true)),
            Shape::Place => {
                let numbers: Vec<f64> = tokens
                    .iter()
                    .filter_map(|token| {
                        if let TokenKind::Number(n) = token.kind {
                            Some(n)
                        } else {
                            None
                        }
                    })
                    .collect();
                match numbers[..] {
                    [x, y] => Some(Value::Area(crate::scenario::value::Area::between(
                        (0.0, 0.0),
                        (x, y),
                    ))),
                    [x, y, to_x, to_y] => Some(Value::Area(crate::scenario::value::Area::between(
                        (x, y),
                        (to_x, to_y),
                    ))),
                    _ => None,
                }
            }
            Shape::Text => Some(Value::Text(Arc::from(text))),
        };
        match read {
            Some(Value::Number(number)) if out_of_bounds(&property.shape, number).is_some() => {
                let bounds = out_of_bounds(&property.shape, number).unwrap_or_default();
                self.tell(
                    "scenario-number",
                    place,
                    format!("`{}` has to be {bounds}", key.value),
                );
            }
            Some(_) if property.ix == NAME => {
                self.out.records[0].name = Some(Spanned::new(Arc::from(text), place));
            }
            Some(value) => self.out.records[0]
                .values
                .push((property.ix, Spanned::new(value, place))),
            None => {
                self.tell(
                    "scenario-front",
                    place,
                    format!("`{text}` says nothing of `{}`", key.value),
                );
            }
        }
    }
}
