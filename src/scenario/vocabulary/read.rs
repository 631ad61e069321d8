//! `scenario.toml` as it is written.

use super::{
    Heading, Kind, KindIx, Meaning, NAME, Phrases, Property, PropertyIx, Second, Section, Shape,
    Vocabulary, phrase,
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::value::Value,
    text::{SourceId, Span, near::nearest},
};
use indexmap::IndexMap;
use serde::Deserialize;
use std::sync::Arc;
use toml::Spanned;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default)]
    title: String,
    #[serde(default)]
    kind: IndexMap<String, Spanned<RawKind>>,
    #[serde(default)]
    section: IndexMap<String, Spanned<RawSection>>,
    #[serde(default)]
    words: IndexMap<String, IndexMap<String, Vec<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawKind {
    plural: Option<String>,
    #[serde(default, rename = "in")]
    within: Vec<Spanned<String>>,
    #[serde(default)]
    headings: IndexMap<String, Vec<String>>,
    #[serde(default)]
    lines: Vec<Spanned<String>>,
    count: Option<Spanned<String>>,
    second: Option<OneOrMany<RawSecond>>,
    #[serde(default)]
    needs: IndexMap<String, String>,
    #[serde(default)]
    unique: bool,
    #[serde(default)]
    property: IndexMap<String, Spanned<RawProperty>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSecond {
    after: Vec<String>,
    properties: IndexMap<String, String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> From<OneOrMany<T>> for Vec<T> {
    fn from(own: OneOrMany<T>) -> Self {
        match own {
            OneOrMany::One(one) => vec![one],
            OneOrMany::Many(many) => many,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSection {
    headings: Vec<String>,
    #[serde(default)]
    lines: Vec<Spanned<String>>,
    #[serde(default)]
    sets: IndexMap<String, toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProperty {
    number: Option<String>,
    words: Option<RawWords>,
    flag: Option<Vec<String>>,
    #[serde(default)]
    place: bool,
    #[serde(default)]
    text: bool,
    #[serde(default)]
    many: bool,
    #[serde(default)]
    keys: Vec<String>,
    #[serde(default)]
    units: Vec<String>,
    least: Option<f64>,
    most: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawWords {
    Named(String),
    Own(IndexMap<String, Vec<String>>),
}

struct Reader {
    source: SourceId,
    out: Vocabulary,
    lists: IndexMap<String, IndexMap<String, Vec<String>>>,
}

fn span<T>(value: &Spanned<T>) -> Span {
    Span::new(value.span().start, value.span().end)
}

/// Reads the file.
pub(super) fn read(source: SourceId, text: &str) -> Vocabulary {
    let mut reader = Reader {
        source,
        out: Vocabulary::default(),
        lists: IndexMap::new(),
    };
    reader.out.intern_property("name");
    let raw = toml::from_str::<Raw>(text).unwrap_or_else(|error| {
        let at = error.span().unwrap_or_default();
        let at = Span::new(at.start.min(text.len()), at.end.min(text.len()));
        reader.fault(
            at,
            format!(
                "this is not a vocabulary of scenario files: {}",
                error.message().trim()
            ),
        );
        Raw::default()
    });
    reader.all(raw);
    reader.out
}

impl Reader {
    fn fault(&mut self, span: Span, message: String) {
        self.out.faults.push(Diagnostic::new(
            "vocabulary",
            Severity::Error,
            Location::new(self.source, span),
            message,
        ));
    }

    fn all(&mut self, raw: Raw) {
        self.out.title = raw.title;
        self.lists = raw.words;
        let rooted = raw
            .kind
            .get_key_value("scenario")
            .map(|(name, _)| name.clone());
        let names = std::iter::once("scenario".to_owned()).chain(
            raw.kind
                .keys()
                .filter(|name| Some(*name) != rooted.as_ref())
                .cloned(),
        );
        for name in names {
            let plural = raw
                .kind
                .get(&name)
                .and_then(|kind| kind.get_ref().plural.clone())
                .unwrap_or_else(|| format!("{name}s"));
            self.out.kinds.push(Kind {
                name: Arc::from(name),
                plural: Arc::from(plural),
                within: Vec::new(),
                lines: Vec::new(),
                count: None,
                properties: IndexMap::new(),
                needs: Vec::new(),
                unique: false,
                headings: Vec::new(),
                seconds: Vec::new(),
                phrases: Phrases::default(),
            });
        }
        for (name, kind) in raw.kind {
            let place = span(&kind);
            self.kind(&name, place, kind.into_inner());
        }
        for (_, section) in raw.section {
            let at = span(&section);
            let section = section.into_inner();
            let headings = section
                .headings
                .iter()
                .map(|words| Heading {
                    words: phrase(words),
                    sets: Vec::new(),
                })
                .collect();
            let lines = self.kinds(&section.lines);
            let sets = section
                .sets
                .iter()
                .filter_map(|(property, value)| self.set(at, property, value))
                .collect();
            self.out.sections.push(Section {
                headings,
                lines,
                sets,
            });
        }
    }

    fn kinds(&mut self, names: &[Spanned<String>]) -> Vec<KindIx> {
        let mut out = Vec::new();
        for name in names {
            match self.out.kind_named(name.get_ref()) {
                Some(kind) => out.push(kind),
                None => {
                    let near = nearest(
                        name.get_ref(),
                        self.out.kinds.iter().map(|kind| &*kind.name),
                    );
                    let near = near
                        .map(|near| format!("; did you mean `{near}`?"))
                        .unwrap_or_default();
                    self.fault(
                        span(name),
                        format!("there is no kind `{}`{near}", name.get_ref()),
                    );
                }
            }
        }
        out
    }

    fn kind(&mut self, name: &str, place: Span, raw: RawKind) {
        let Some(KindIx(at)) = self.out.kind_named(name) else {
            return;
        };
        let at = usize::from(at);
        let within = self.kinds(&raw.within);
        let lines = self.kinds(&raw.lines);
        let mut phrases = Phrases::default();
        let mut properties = IndexMap::new();
        for (name, property) in raw.property {
            let place = span(&property);
            if let Some(property) = self.property(&name, place, property.into_inner(), &mut phrases)
            {
                properties.insert(property.ix, property);
            }
        }
        self.out.kinds[at].properties = properties;
        let mut seconds = Vec::new();
        for second in raw.second.map(Vec::from).unwrap_or_default() {
            let mut properties = Vec::new();
            for (first, second) in second.properties {
                let own = self
                    .own(at, &first, place)
                    .zip(self.own(at, &second, place));
                properties.extend(own);
            }
            seconds.push(Second {
                after: second.after.iter().map(|words| phrase(words)).collect(),
                properties,
            });
        }
        let count = raw
            .count
            .as_ref()
            .and_then(|count| self.own(at, count.get_ref(), span(count)));
        let needs = raw
            .needs
            .into_iter()
            .filter_map(|(name, words)| Some((self.own(at, &name, Span::default())?, words)))
            .collect();
        let mut headings = Vec::new();
        for (sets, ways) in &raw.headings {
            let sets: Vec<(PropertyIx, Value)> = match sets.split_once('=') {
                Some((property, value)) => self
                    .set(
                        Span::default(),
                        property.trim(),
                        &toml::Value::String(value.trim().to_owned()),
                    )
                    .into_iter()
                    .collect(),
                None => Vec::new(),
            };
            headings.extend(ways.iter().map(|words| Heading {
                words: phrase(words),
                sets: sets.clone(),
            }));
        }
        let kind = &mut self.out.kinds[at];
        (kind.within, kind.lines, kind.count, kind.needs, kind.unique) =
            (within, lines, count, needs, raw.unique);
        (kind.headings, kind.seconds, kind.phrases) = (headings, seconds, phrases);
    }

    /// A property that the kind has.
    fn own(&mut self, kind: usize, name: &str, at: Span) -> Option<PropertyIx> {
        let known = self
            .out
            .property(name)
            .filter(|ix| self.out.kinds[kind].properties.contains_key(ix));
        if known.is_none() {
            let kind = Arc::clone(&self.out.kinds[kind].name);
            self.fault(at, format!("the kind `{kind}` has no property `{name}`"));
        }
        known
    }

    fn set(
        &mut self,
        at: Span,
        property: &str,
        value: &toml::Value,
    ) -> Option<(PropertyIx, Value)> {
        let ix = self.out.intern_property(property);
        let value = match value {
            toml::Value::Boolean(flag) => Value::Flag(*flag),
            toml::Value::Integer(number) => Value::Number(*number as f64),
            toml::Value::Float(number) => Value::Number(*number),
            toml::Value::String(text) if text == "true" => Value::Flag(true),
            toml::Value::String(text) => Value::Word(self.out.intern_word(text)),
            toml::Value::Datetime(_) | toml::Value::Array(_) | toml::Value::Table(_) => {
                self.fault(
                    at,
                    format!("`{property}` is set to what is neither a word nor a number"),
                );
                return None;
            }
        };
        Some((ix, value))
    }

    fn property(
        &mut self,
        name: &str,
        at: Span,
        raw: RawProperty,
        phrases: &mut Phrases,
    ) -> Option<Property> {
        let ix = self.out.intern_property(name);
        for key in &raw.keys {
            phrases.add(phrase(key), Meaning::Key(ix));
        }
        let keyed = !raw.keys.is_empty();
        let kinds = [
            raw.number.is_some(),
            raw.words.is_some(),
            raw.flag.is_some(),
            raw.place,
            raw.text,
        ];
        if kinds.iter().filter(|kind| **kind).count() != 1 {
            self.fault(
                at,
                format!("`{name}` has to be one of `number`, `words`, `flag`, `place`, `text`"),
            );
            return None;
        }
        let shape = if let Some(unit) = raw.number {
            let units = raw.units.iter().chain((!unit.is_empty()).then_some(&unit));
            units.for_each(|unit| phrases.add(phrase(unit), Meaning::Unit(ix)));
            Shape::Number {
                unit: Arc::from(unit),
                least: raw.least.unwrap_or(f64::MIN),
                most: raw.most.unwrap_or(1e9),
            }
        } else if let Some(words) = raw.words {
            let words = match words {
                RawWords::Own(words) => words,
                RawWords::Named(list) => match self.lists.get(&list) {
                    Some(words) => words.clone(),
                    None => {
                        self.fault(at, format!("there are no `[words.{list}]`"));
                        IndexMap::new()
                    }
                },
            };
            let mut known = Vec::new();
            for (word, ways) in words {
                let word_ix = self.out.intern_word(&word);
                known.push(word_ix);
                let spellings = self.out.spellings.entry(word_ix).or_default();
                for way in &ways {
                    if !spellings.contains(way) {
                        spellings.push(way.clone());
                    }
                }
                for way in ways.iter().chain(std::iter::once(&word)) {
                    let value = if raw.many {
                        Value::Words(vec![word_ix])
                    } else {
                        Value::Word(word_ix)
                    };
                    phrases.add(
                        phrase(way),
                        Meaning::Says {
                            property: ix,
                            value,
                            keyed,
                        },
                    );
                }
            }
            if raw.many {
                Shape::Words(known)
            } else {
                Shape::Word(known)
            }
        } else if let Some(ways) = raw.flag {
            for way in &ways {
                phrases.add(
                    phrase(way),
                    Meaning::Says {
                        property: ix,
                        value: Value::Flag(true),
                        keyed: false,
                    },
                );
            }
            Shape::Flag
        } else if raw.place {
            Shape::Place
        } else {
            Shape::Text
        };
        if ix == NAME && shape != Shape::Text {
            self.fault(
                at,
                "`name` is what a record is called: `{ text = true }`, or left out".to_owned(),
            );
        }
        Some(Property {
            ix,
            place: at.start(),
            shape,
            keys: raw.keys.into_iter().map(Arc::from).collect(),
        })
    }
}
