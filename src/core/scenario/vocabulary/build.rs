//! Builds a vocabulary from the text of a `scenario.toml`, and reports errors in it.

use super::{
    definitions::{
        Amounts, Evidence, HeadingPattern, OpeningLinePattern, PairPattern, Property, RecordKind,
        SectionPattern, ValueType, Vocabulary,
    },
    ix::{KindIx, NAME, PropertyIx, WordIx},
    phrase::{PhraseMeaning, PhraseTable, spellings, split_phrase},
    raw::{RawKind, RawProperty, RawSecond, RawVocabulary, RawWords, SCENARIO_KEYS},
};
use crate::{
    diagnostic::{Diagnostic, Fix, Location, SourceEdit},
    model::toml_file,
    scenario::{shared_words::shared_words, value::ScenarioValue},
    text::{SourceId, Span, near::nearest},
};
use indexmap::IndexMap;
use std::{collections::HashMap, sync::Arc};
use toml::Spanned;

impl Vocabulary {
    /// Parses a `scenario.toml`. Errors are collected in `diagnostics`; the rest of the file is
    /// used.
    pub fn parse(source: SourceId, text: &str) -> Self {
        let mut builder = VocabularyBuilder {
            source,
            text,
            vocabulary: Vocabulary::default(),
            lists: IndexMap::new(),
            begins_with: Vec::new(),
        };
        builder.vocabulary.intern_property("name");
        let (raw, found) =
            toml_file::read_toml::<RawVocabulary>(source, text, "vocabulary", SCENARIO_KEYS);
        builder.vocabulary.diagnostics.extend(found);
        builder.vocabulary.is_readable = raw.is_some();
        builder.build_all(raw.unwrap_or_default());
        builder.vocabulary
    }
}

/// The builder of a vocabulary from a `scenario.toml`: resolves names, and reports unknown ones.
struct VocabularyBuilder<'t> {
    source: SourceId,
    text: &'t str,
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

impl VocabularyBuilder<'_> {
    fn report(&mut self, span: Span, message: String) -> &mut Diagnostic {
        let at = Location::new(self.source, span);
        let error = Diagnostic::error("vocabulary", at, message);
        self.vocabulary.diagnostics.push_mut(error)
    }

    /// Reports a name that is not defined, and returns the one that it resembles, which is used
    /// instead.
    fn report_name<'a>(
        &mut self,
        at: Span,
        name: &str,
        message: String,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let near = nearest(name, known);
        let is_quoted = at.of(self.text).starts_with(['"', '\'']);
        let found = self.report(at, message);
        if let Some(near) = near {
            let text = match is_quoted {
                true => format!("\"{near}\""),
                false => near.to_owned(),
            };
            let error = found.clone().help(format!("did you mean `{near}`?"));
            *found = error.replace_with(format!("write {text}"), text).safe();
        }
        near
    }

    fn build_all(&mut self, raw: RawVocabulary) {
        self.vocabulary.title = raw.title;
        self.vocabulary.not_checked = raw.not_checked;
        self.lists = raw
            .words
            .into_iter()
            .map(|list| self.read_list(list))
            .collect();
        let others = raw.kind.keys().filter(|name| *name != "scenario");
        let names = std::iter::once("scenario".to_owned()).chain(others.cloned());
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
                self.resolve_opening_line(kind, &property, words);
        }
        self.find_ranks();
        for (word, name) in raw.full_names {
            match self.vocabulary.word(word.get_ref()) {
                Some(ix) => {
                    self.vocabulary.full_names.insert(ix, name);
                }
                None => {
                    let message = format!("no property has the word `{}`", word.get_ref());
                    self.report(span(&word), message);
                }
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

    /// Reads a list `[words.*]`. Reports a spelling that two of its words have.
    fn read_list(
        &mut self,
        (name, words): (String, IndexMap<String, Vec<Spanned<String>>>),
    ) -> (String, IndexMap<String, Vec<String>>) {
        let mut seen: HashMap<String, String> = HashMap::new();
        for (word, ways) in &words {
            for way in ways {
                let entry = seen.entry(way.get_ref().to_lowercase());
                let other = entry.or_insert_with(|| word.clone());
                if other != word {
                    let message = format!("`{}` is a spelling of `{other}`, too", way.get_ref());
                    self.report(span(way), message);
                }
            }
        }
        let plain =
            |ways: Vec<Spanned<String>>| ways.into_iter().map(Spanned::into_inner).collect();
        let words = words.into_iter().map(|(word, ways)| (word, plain(ways)));
        (name, words.collect())
    }

    /// Resolves the property and words of `begins-with`; reports those that no line has.
    fn resolve_opening_line(
        &mut self,
        kind: usize,
        property: &Spanned<String>,
        words: IndexMap<String, String>,
    ) -> Option<OpeningLinePattern> {
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
        Some(OpeningLinePattern {
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

    /// Finds the properties of the lines of each kind that begin another record around them.
    fn find_ranks(&mut self) {
        for line in self.vocabulary.kind_indices() {
            let around = self
                .vocabulary
                .kinds
                .iter()
                .filter(|kind| kind.lines.contains(&line));
            let ranks = around.filter_map(|kind| Some(kind.begins_with.as_ref()?.property));
            self.vocabulary.kinds[usize::from(line.0)].ranks = ranks.collect();
        }
    }

    /// Returns the kinds of the given names, and reports those that do not exist.
    fn resolve_kinds(&mut self, names: &[Spanned<String>]) -> Vec<KindIx> {
        let mut out = Vec::new();
        for name in names {
            match self.vocabulary.find_kind(name.get_ref()) {
                Some(kind) => out.push(kind),
                None => {
                    let kinds: Vec<Arc<str>> = self
                        .vocabulary
                        .kinds
                        .iter()
                        .map(|kind| Arc::clone(&kind.name))
                        .collect();
                    let message = format!("unknown kind `{}`", name.get_ref());
                    let known = kinds.iter().map(|kind| &**kind);
                    let near = self.report_name(span(name), name.get_ref(), message, known);
                    out.extend(near.and_then(|near| self.vocabulary.find_kind(near)));
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
        let seconds = raw.second.map(Vec::from).unwrap_or_default();
        let pairs = self.resolve_pairs(at, seconds, place);
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
        // words for a total are the same for all that has lines
        if let Some(amounts) = amounts.as_ref().filter(|_| !lines.is_empty()) {
            for words in shared_words().totals.iter() {
                phrases.add(split_phrase(words), PhraseMeaning::Key(amounts.all));
                phrases.add(split_phrase(words), PhraseMeaning::Unit(amounts.all));
            }
        }
        let shares = raw.shares.iter().flat_map(|(name, of_one)| {
            let property = own(self, name);
            let shares = of_one.iter().copied();
            property
                .into_iter()
                .flat_map(move |own| shares.clone().map(move |one| (own, one)))
        });
        let shares = shares.collect();
        let range = raw
            .range
            .as_ref()
            .and_then(|range| own(self, &range.least).zip(own(self, &range.most)));
        let columns = self.resolve_columns(at, &raw.columns);
        let begins_with = raw.begins_with.into_iter();
        self.begins_with
            .extend(begins_with.map(|(property, words)| (at, property, words)));
        let mut words = |words: &[String]| {
            let words = words.iter();
            words
                .map(|word| self.vocabulary.intern_word(word))
                .collect()
        };
        let (lone_marks, free) = (words(&raw.lone_marks), words(&raw.free));
        let fronts = self.front_properties(at, &mark);
        let joined_fronts = self.joined_fronts(at, &fronts);
        let needs = raw
            .needs
            .into_iter()
            .filter_map(|(name, words)| {
                let property = self.resolve_property(at, name.get_ref(), span(&name))?;
                Some((property, words))
            })
            .collect();
        let headings = self.build_headings(&raw.headings);
        let leader = self.resolve_sets(&raw.leader).pop();
        let kind = &mut self.vocabulary.kinds[at];
        (kind.within, kind.lines, kind.count, kind.needs, kind.unique) =
            (within, lines, count, needs, raw.unique);
        (kind.headings, kind.pairs, kind.phrases) = (headings, pairs, phrases);
        (kind.mark, kind.amounts, kind.range, kind.shares) = (mark, amounts, range, shares);
        kind.leader = leader;
        (kind.lone_marks, kind.free, kind.front_properties) = (lone_marks, free, fronts);
        kind.for_all = raw
            .for_all
            .iter()
            .map(|words| split_phrase(words))
            .collect();
        kind.besides.clone_from(&raw.besides);
        kind.evidence = raw.evidence.map(|own| Evidence {
            each: own.each,
            share: own.share,
            unless: own.unless,
        });
        kind.asides = raw.asides.iter().map(|words| split_phrase(words)).collect();
        (kind.implied, kind.columns, kind.joined_fronts) = (raw.implied, columns, joined_fronts);
    }

    /// Returns the headings of a kind, also without the marks on their letters.
    fn build_headings(&mut self, raw: &IndexMap<String, Vec<String>>) -> Vec<HeadingPattern> {
        let mut headings = Vec::new();
        for (sets, ways) in raw {
            let sets = self.resolve_sets(sets);
            let spelled = ways.iter().flat_map(|words| spellings(split_phrase(words)));
            headings.extend(spelled.map(|words| HeadingPattern {
                words,
                sets: sets.clone(),
            }));
        }
        headings
    }

    /// Resolves the properties that a line may give twice, for one thing and for a second one.
    fn resolve_pairs(
        &mut self,
        kind: usize,
        seconds: Vec<RawSecond>,
        place: Span,
    ) -> Vec<PairPattern> {
        let mut pairs = Vec::new();
        for second in seconds {
            let mut properties = Vec::new();
            for (first, second) in second.properties {
                let own = self
                    .resolve_property(kind, &first, place)
                    .zip(self.resolve_property(kind, &second, place));
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
        pairs
    }

    /// Resolves the properties of the columns of tables, each with the words of its head.
    fn resolve_columns(
        &mut self,
        kind: usize,
        raw: &IndexMap<Spanned<String>, Vec<String>>,
    ) -> HashMap<String, PropertyIx> {
        let mut columns = HashMap::new();
        for (name, heads) in raw {
            let property = if name.get_ref() == "name" {
                Some(NAME)
            } else {
                self.resolve_property(kind, name.get_ref(), span(name))
            };
            let heads = heads.iter().map(|head| vec![head.to_lowercase()]);
            let heads = heads.flat_map(spellings).flatten();
            for (head, property) in heads.flat_map(|head| Some(head).zip(property)) {
                columns.entry(head).or_insert(property);
            }
        }
        columns
    }

    /// Returns the properties whose words may be written in one word with the mark of a kind.
    /// These are the properties whose words are all short.
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

    /// Returns what may be written in one word with the mark of a kind, and the word it means.
    /// These are the words of some properties, and what they begin with: `RegCv`, `IrCv`, `RKn`.
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
            .flat_map(|word| {
                let ends = 1..=word.len();
                let fronts =
                    ends.filter_map(|end| Some((word.get(..end)?.to_owned(), word.clone())));
                fronts.collect::<Vec<_>>()
            })
            .collect()
    }

    /// Returns a property of a kind by its name, or reports that there is none.
    fn resolve_property(&mut self, kind: usize, name: &str, at: Span) -> Option<PropertyIx> {
        let known = self
            .vocabulary
            .property(name)
            .filter(|ix| self.vocabulary.kinds[kind].properties.contains_key(ix));
        if known.is_some() {
            return known;
        }
        let own = &self.vocabulary.kinds[kind];
        let message = format!("the kind `{}` has no property `{name}`", own.name);
        let names: Vec<String> = own
            .properties
            .keys()
            .map(|property| self.vocabulary.property_name(*property).to_owned())
            .collect();
        let near = self.report_name(at, name, message, names.iter().map(String::as_str))?;
        self.vocabulary.property(near)
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

    /// Returns the lowest and the highest number that a property may have.
    fn read_limits(
        &mut self,
        least: Option<Spanned<f64>>,
        most: Option<Spanned<f64>>,
    ) -> (f64, f64) {
        let number = |limit: &Option<Spanned<f64>>| limit.as_ref().map(|limit| *limit.get_ref());
        let low = number(&least).unwrap_or(f64::MIN);
        let high = number(&most).unwrap_or(1e9);
        let Some((first, second)) = least.zip(most).filter(|_| low > high) else {
            return (low, high);
        };
        let message = format!("the lowest number {low} is above the highest {high}");
        let edit = |at: Span, number: f64| SourceEdit::new(self.source, at, number.to_string());
        let edits = vec![edit(span(&first), high), edit(span(&second), low)];
        let title = "swap the two numbers".to_owned();
        self.report(span(&first), message)
            .fixes
            .push(Fix { title, edits });
        (high, low)
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
            let (least, most) = self.read_limits(raw.least, raw.most);
            ValueType::Number {
                unit: Arc::from(unit),
                least,
                most,
            }
        } else if let Some(words) = raw.words {
            let at = span(&words);
            let words = self.build_words(ix, at, words.into_inner(), raw.many, keyed, phrases);
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
                    let lists: Vec<String> = self.lists.keys().cloned().collect();
                    let message = format!("no list `[words.{list}]`");
                    let known = lists.iter().map(String::as_str);
                    self.report_name(at, &list, message, known)
                        .and_then(|near| self.lists.get(near).cloned())
                        .unwrap_or_default()
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
