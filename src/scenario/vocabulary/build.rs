//! Builds a vocabulary from the text of a `scenario.toml`.

use super::{
    definitions::{
        Amounts, BeginningLine, HeadingPattern, PairPattern, Property, RecordKind, SectionPattern,
        ValueType, Vocabulary,
    },
    ix::{KindIx, NAME, PropertyIx, WordIx},
    phrase::{PhraseMeaning, PhraseTable, split_phrase},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::value::ScenarioValue,
    text::{SourceId, Span, near::nearest},
};
use indexmap::IndexMap;
use serde::Deserialize;
use std::sync::Arc;
use toml::Spanned;

impl Vocabulary {
    /// Parses a `scenario.toml`. Errors are collected in `diagnostics`; the rest of the file is
    /// used.
    pub fn parse(source: SourceId, text: &str) -> Self {
        build(source, text)
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVocabulary {
    #[serde(default)]
    title: String,
    #[serde(default)]
    kind: IndexMap<String, Spanned<RawKind>>,
    #[serde(default)]
    section: IndexMap<String, Spanned<RawSection>>,
    #[serde(default)]
    words: IndexMap<String, IndexMap<String, Vec<String>>>,
    #[serde(default, rename = "full-names")]
    full_names: IndexMap<Spanned<String>, String>,
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
    implied: bool,
    #[serde(default, rename = "begins-with")]
    begins_with: IndexMap<Spanned<String>, IndexMap<String, String>>,
    #[serde(default)]
    mark: Vec<Spanned<String>>,
    #[serde(default, rename = "lone-marks")]
    lone_marks: Vec<String>,
    amounts: Option<RawAmounts>,
    range: Option<RawRange>,
    #[serde(default)]
    columns: IndexMap<String, Vec<String>>,
    #[serde(default)]
    property: IndexMap<String, Spanned<RawProperty>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAmounts {
    each: Spanned<String>,
    all: Spanned<String>,
    either: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRange {
    least: Spanned<String>,
    most: Spanned<String>,
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

/// Resolves the names in a `scenario.toml` while it builds the vocabulary.
struct VocabularyBuilder {
    source: SourceId,
    vocabulary: Vocabulary,
    /// The word lists `[words.*]`: the spellings of each word.
    lists: IndexMap<String, IndexMap<String, Vec<String>>>,
    /// The property of a line that begins a record of each kind. It is resolved when all kinds are
    /// known.
    begins_with: Vec<(usize, Spanned<String>, IndexMap<String, String>)>,
}

fn span<T>(value: &Spanned<T>) -> Span {
    Span::new(value.span().start, value.span().end)
}

/// Builds the vocabulary that a `scenario.toml` defines.
pub(super) fn build(source: SourceId, text: &str) -> Vocabulary {
    let mut builder = VocabularyBuilder {
        source,
        vocabulary: Vocabulary::default(),
        lists: IndexMap::new(),
        begins_with: Vec::new(),
    };
    builder.vocabulary.intern_property("name");
    let raw = toml::from_str::<RawVocabulary>(text).unwrap_or_else(|error| {
        let at = error.span().unwrap_or_default();
        let at = Span::new(at.start.min(text.len()), at.end.min(text.len()));
        builder.report(
            at,
            format!(
                "not a vocabulary of scenario files: {}",
                error.message().trim()
            ),
        );
        RawVocabulary::default()
    });
    builder.build_all(raw);
    builder.vocabulary
}

impl VocabularyBuilder {
    fn report(&mut self, span: Span, message: String) {
        self.vocabulary.diagnostics.push(Diagnostic::new(
            "vocabulary",
            Severity::Error,
            Location::new(self.source, span),
            message,
        ));
    }

    fn build_all(&mut self, raw: RawVocabulary) {
        self.vocabulary.title = raw.title;
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
            self.vocabulary.kinds.push(RecordKind {
                name: Arc::from(name),
                plural: Arc::from(plural),
                ..RecordKind::default()
            });
        }
        for (name, kind) in raw.kind {
            let place = span(&kind);
            self.build_kind(&name, place, kind.into_inner());
        }
        for (kind, property, words) in std::mem::take(&mut self.begins_with) {
            self.vocabulary.kinds[kind].begins_with =
                self.resolve_beginning_line(kind, &property, words);
        }
        for (word, name) in raw.full_names {
            match self.vocabulary.word(word.get_ref()) {
                Some(ix) => drop(self.vocabulary.full_names.insert(ix, name)),
                None => self.report(
                    span(&word),
                    format!("no property has the word `{}`", word.get_ref()),
                ),
            }
        }
        for (_, section) in raw.section {
            let at = span(&section);
            let section = section.into_inner();
            let headings = section
                .headings
                .iter()
                .map(|words| HeadingPattern {
                    words: split_phrase(words),
                    sets: Vec::new(),
                })
                .collect();
            let lines = self.resolve_kinds(&section.lines);
            let sets = section
                .sets
                .iter()
                .filter_map(|(property, value)| self.resolve_value(at, property, value))
                .collect();
            self.vocabulary.sections.push(SectionPattern {
                headings,
                lines,
                sets,
            });
        }
    }

    /// Returns the kinds of the given names, and reports those that do not exist.
    fn resolve_kinds(&mut self, names: &[Spanned<String>]) -> Vec<KindIx> {
        let mut out = Vec::new();
        for name in names {
            match self.vocabulary.find_kind(name.get_ref()) {
                Some(kind) => out.push(kind),
                None => {
                    let near = nearest(
                        name.get_ref(),
                        self.vocabulary.kinds.iter().map(|kind| &*kind.name),
                    );
                    let near = near
                        .map(|near| format!("; did you mean `{near}`?"))
                        .unwrap_or_default();
                    self.report(
                        span(name),
                        format!("unknown kind `{}`{near}", name.get_ref()),
                    );
                }
            }
        }
        out
    }

    fn build_kind(&mut self, name: &str, place: Span, raw: RawKind) {
        let Some(KindIx(at)) = self.vocabulary.find_kind(name) else {
            return;
        };
        let at = usize::from(at);
        let within = self.resolve_kinds(&raw.within);
        let lines = self.resolve_kinds(&raw.lines);
        let mut phrases = PhraseTable::default();
        let mut properties = IndexMap::new();
        for (name, property) in raw.property {
            let place = span(&property);
            if let Some(property) =
                self.build_property(&name, place, property.into_inner(), &mut phrases)
            {
                properties.insert(property.ix, property);
            }
        }
        self.vocabulary.kinds[at].properties = properties;
        let mut pairs = Vec::new();
        for second in raw.second.map(Vec::from).unwrap_or_default() {
            let mut properties = Vec::new();
            for (first, second) in second.properties {
                let own = self
                    .resolve_property(at, &first, place)
                    .zip(self.resolve_property(at, &second, place));
                properties.extend(own);
            }
            pairs.push(PairPattern {
                separators: second
                    .after
                    .iter()
                    .map(|words| split_phrase(words))
                    .collect(),
                properties,
            });
        }
        let count = raw
            .count
            .as_ref()
            .and_then(|count| self.resolve_property(at, count.get_ref(), span(count)));
        let own = |builder: &mut Self, name: &Spanned<String>| {
            builder.resolve_property(at, name.get_ref(), span(name))
        };
        let mark: Vec<PropertyIx> = raw.mark.iter().filter_map(|name| own(self, name)).collect();
        let amounts = raw.amounts.as_ref().and_then(|amounts| {
            let root = self
                .vocabulary
                .property(amounts.each.get_ref())
                .filter(|property| self.vocabulary.kinds[0].properties.contains_key(property));
            Some(Amounts {
                each: root.or_else(|| own(self, &amounts.each))?,
                all: own(self, &amounts.all)?,
                either: own(self, &amounts.either)?,
            })
        });
        let range = raw
            .range
            .as_ref()
            .and_then(|range| own(self, &range.least).zip(own(self, &range.most)));
        let mut columns = Vec::new();
        for (name, heads) in &raw.columns {
            let property = if name == "name" {
                Some(NAME)
            } else {
                self.resolve_property(at, name, place)
            };
            columns.extend(property.into_iter().flat_map(|property| {
                heads
                    .iter()
                    .map(move |head| (head.to_lowercase(), property))
            }));
        }
        let begins_with = raw.begins_with.into_iter();
        self.begins_with
            .extend(begins_with.map(|(property, words)| (at, property, words)));
        let lone_marks = raw.lone_marks.iter();
        let lone_marks = lone_marks
            .map(|word| self.vocabulary.intern_word(word))
            .collect();
        let fronts = self.front_properties(at, &mark);
        let joined_fronts = self.joined_fronts(at, &fronts);
        let needs = raw
            .needs
            .into_iter()
            .filter_map(|(name, words)| {
                Some((self.resolve_property(at, &name, Span::default())?, words))
            })
            .collect();
        let mut headings = Vec::new();
        for (sets, ways) in &raw.headings {
            let sets = self.resolve_sets(sets);
            headings.extend(ways.iter().map(|words| HeadingPattern {
                words: split_phrase(words),
                sets: sets.clone(),
            }));
        }
        let kind = &mut self.vocabulary.kinds[at];
        (kind.within, kind.lines, kind.count, kind.needs, kind.unique) =
            (within, lines, count, needs, raw.unique);
        (kind.headings, kind.pairs, kind.phrases) = (headings, pairs, phrases);
        (kind.mark, kind.amounts, kind.range) = (mark, amounts, range);
        (kind.lone_marks, kind.front_properties) = (lone_marks, fronts);
        (kind.implied, kind.columns, kind.joined_fronts) = (raw.implied, columns, joined_fronts);
    }

    /// Returns the lines that begin a record of a kind, or reports that no line has the property or
    /// one of the words.
    fn resolve_beginning_line(
        &mut self,
        kind: usize,
        property: &Spanned<String>,
        words: IndexMap<String, String>,
    ) -> Option<BeginningLine> {
        let lines = self.vocabulary.kinds[kind].lines.clone();
        let own = lines.iter().find_map(|line| {
            let ix = self.vocabulary.property(property.get_ref())?;
            self.vocabulary.kind(*line).properties.get(&ix).cloned()
        });
        let Some(own) = own else {
            let name = property.get_ref();
            let message = format!("no line of this kind has a property `{name}`");
            self.report(span(property), message);
            return None;
        };
        let mut known = Vec::new();
        for (word, sets) in words {
            let ix = self.vocabulary.word(&word);
            let is_value = matches!((&own.value_type, ix), (ValueType::Word(all), Some(ix)) if all.contains(&ix));
            match ix.filter(|_| is_value) {
                Some(ix) => known.push((ix, self.resolve_sets(&sets))),
                None => {
                    let name = property.get_ref();
                    self.report(
                        span(property),
                        format!("`{word}` is not a word of `{name}`"),
                    );
                }
            }
        }
        Some(BeginningLine {
            property: own.ix,
            words: known,
        })
    }

    /// Returns the value that `property=value` sets; nothing for an empty text.
    fn resolve_sets(&mut self, sets: &str) -> Vec<(PropertyIx, ScenarioValue)> {
        let Some((property, value)) = sets.split_once('=') else {
            return Vec::new();
        };
        let value = toml::Value::String(value.trim().to_owned());
        self.resolve_value(Span::default(), property.trim(), &value)
            .into_iter()
            .collect()
    }

    /// Returns the properties whose words may stand in one word with the mark of a kind: those of
    /// short words only.
    fn front_properties(&self, kind: usize, mark: &[PropertyIx]) -> Vec<PropertyIx> {
        let is_short = |word: &WordIx| {
            let word = self.vocabulary.word_text(*word);
            word.len() == 3 && word.is_ascii()
        };
        let properties = self.vocabulary.kinds[kind].properties.values();
        properties
            .filter(|property| property.keys.is_empty() && !mark.contains(&property.ix))
            .filter(|property| {
                matches!(&property.value_type, ValueType::Word(words) if words.iter().all(is_short))
            })
            .map(|property| property.ix)
            .collect()
    }

    /// Returns what may stand in one word with the mark of a kind, with the word that it means: the
    /// words of some properties, and their initials.
    fn joined_fronts(&self, kind: usize, fronts: &[PropertyIx]) -> Vec<(String, String)> {
        let properties = &self.vocabulary.kinds[kind].properties;
        let words = fronts
            .iter()
            .filter_map(|front| match &properties.get(front)?.value_type {
                ValueType::Word(words) => Some(words),
                _ => None,
            });
        words
            .flatten()
            .map(|word| self.vocabulary.word_text(*word).to_lowercase())
            .flat_map(|word| [(word.clone(), word.clone()), (word[..1].to_owned(), word)])
            .collect()
    }

    /// Returns a property of a kind by its name, or reports that there is none.
    fn resolve_property(&mut self, kind: usize, name: &str, at: Span) -> Option<PropertyIx> {
        let known = self
            .vocabulary
            .property(name)
            .filter(|ix| self.vocabulary.kinds[kind].properties.contains_key(ix));
        if known.is_none() {
            let kind = Arc::clone(&self.vocabulary.kinds[kind].name);
            self.report(at, format!("the kind `{kind}` has no property `{name}`"));
        }
        known
    }

    /// Returns the property and value that a heading or section sets.
    fn resolve_value(
        &mut self,
        at: Span,
        property: &str,
        value: &toml::Value,
    ) -> Option<(PropertyIx, ScenarioValue)> {
        let ix = self.vocabulary.intern_property(property);
        let value = match value {
            toml::Value::Boolean(flag) => ScenarioValue::Flag(*flag),
            toml::Value::Integer(number) => ScenarioValue::Number(*number as f64),
            toml::Value::Float(number) => ScenarioValue::Number(*number),
            toml::Value::String(text) if text == "true" => ScenarioValue::Flag(true),
            toml::Value::String(text) => ScenarioValue::Word(self.vocabulary.intern_word(text)),
            toml::Value::Datetime(_) | toml::Value::Array(_) | toml::Value::Table(_) => {
                self.report(
                    at,
                    format!("`{property}` has to be set to a word or a number"),
                );
                return None;
            }
        };
        Some((ix, value))
    }

    fn build_property(
        &mut self,
        name: &str,
        at: Span,
        raw: RawProperty,
        phrases: &mut PhraseTable,
    ) -> Option<Property> {
        let ix = self.vocabulary.intern_property(name);
        for key in &raw.keys {
            phrases.add(split_phrase(key), PhraseMeaning::Key(ix));
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
            self.report(
                at,
                format!("`{name}` has to be one of `number`, `words`, `flag`, `place`, `text`"),
            );
            return None;
        }
        let value_type = if let Some(unit) = raw.number {
            let units = raw.units.iter().chain((!unit.is_empty()).then_some(&unit));
            units.for_each(|unit| phrases.add(split_phrase(unit), PhraseMeaning::Unit(ix)));
            ValueType::Number {
                unit: Arc::from(unit),
                least: raw.least.unwrap_or(f64::MIN),
                most: raw.most.unwrap_or(1e9),
            }
        } else if let Some(words) = raw.words {
            let words = self.build_words(ix, at, words, raw.many, keyed, phrases);
            if raw.many {
                ValueType::Words(words)
            } else {
                ValueType::Word(words)
            }
        } else if let Some(ways) = raw.flag {
            for way in &ways {
                phrases.add(
                    split_phrase(way),
                    PhraseMeaning::Says {
                        property: ix,
                        value: ScenarioValue::Flag(true),
                        keyed: false,
                    },
                );
            }
            ValueType::Flag
        } else if raw.place {
            ValueType::Place
        } else {
            ValueType::Text
        };
        if ix == NAME && value_type != ValueType::Text {
            self.report(
                at,
                "`name` is what a record is called: `{ text = true }`, or left out".to_owned(),
            );
        }
        Some(Property {
            ix,
            position: at.start(),
            value_type,
            keys: raw.keys.into_iter().map(Arc::from).collect(),
        })
    }

    /// Interns the words of a property, and adds their spellings to the phrases.
    fn build_words(
        &mut self,
        property: PropertyIx,
        at: Span,
        words: RawWords,
        many: bool,
        keyed: bool,
        phrases: &mut PhraseTable,
    ) -> Vec<WordIx> {
        let words = match words {
            RawWords::Own(words) => words,
            RawWords::Named(list) => match self.lists.get(&list) {
                Some(words) => words.clone(),
                None => {
                    self.report(at, format!("no `[words.{list}]` defined"));
                    IndexMap::new()
                }
            },
        };
        let mut known = Vec::new();
        for (word, ways) in words {
            let word_ix = self.vocabulary.intern_word(&word);
            known.push(word_ix);
            let spellings = self.vocabulary.spellings.entry(word_ix).or_default();
            for way in &ways {
                if !spellings.contains(way) {
                    spellings.push(way.clone());
                }
            }
            for way in ways.iter().chain(std::iter::once(&word)) {
                let value = if many {
                    ScenarioValue::Words(vec![word_ix])
                } else {
                    ScenarioValue::Word(word_ix)
                };
                phrases.add(
                    split_phrase(way),
                    PhraseMeaning::Says {
                        property,
                        value,
                        keyed,
                    },
                );
            }
        }
        known
    }
}
