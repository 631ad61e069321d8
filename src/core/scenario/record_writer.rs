//! `RecordWriter`: the one form in which records are written, for `fmt`, migration and fixes; names lines of
//! any scenario for people: `Irr Wb(S)`.

use super::{
    record::{Record, RecordIx, Scenario},
    value::ScenarioValue,
    vocabulary::{HeadingPattern, KindIx, Property, PropertyIx, RecordKind, ValueType, Vocabulary},
};
use crate::text::slug::capitalize;
use std::{collections::HashMap, fmt::Write as _};

/// Returns the text of a file with the records of a scenario, without the prose around them.
/// It has front matter, a heading for each army and command, and a line for each of their records.
pub(super) fn rewrite(
    scenario: &Scenario,
    vocabulary: &Vocabulary,
    ruleset: &str,
    edition: &str,
) -> String {
    let writer = RecordWriter::new(vocabulary);
    let mut out = format!("---\nruleset: {ruleset}\n");
    if !edition.is_empty() {
        writeln!(out, "edition: \"{edition}\"").ok();
    }
    for (property, value) in &scenario.records[0].values {
        let name = vocabulary.property_name(*property);
        writeln!(out, "{name}: {}", value.value.display(vocabulary)).ok();
    }
    out += "---\n";
    writer.write_inside(scenario, RecordIx(0), 1, &mut out);
    // a name with the beginning of a comment would hide the lines up to the end of another
    out.replace("<!--", "<! --")
}

/// Writes records as text of a scenario file, with words in full or abbreviated.
pub(super) struct RecordWriter<'a> {
    vocabulary: &'a Vocabulary,
    /// Whether words are written in full: `warband`, not `Wb`.
    in_full: bool,
}

impl<'a> RecordWriter<'a> {
    /// Returns a writer of abbreviations.
    pub(super) fn new(vocabulary: &'a Vocabulary) -> Self {
        Self {
            vocabulary,
            in_full: false,
        }
    }

    /// Returns a writer of words in full.
    pub(super) fn in_full(vocabulary: &'a Vocabulary) -> Self {
        Self {
            vocabulary,
            in_full: true,
        }
    }

    /// Returns a line: `12 Irr Wb(S), @5: Gauls`.
    pub(super) fn line(&self, record: &Record) -> String {
        let kind = self.vocabulary.kind(record.kind);
        let (marks, used) = self.marks(record);
        let count = kind.count.and_then(|count| record.value(count));
        let count = count.map(|count| count.value.display(self.vocabulary));
        // an amount that may be either is one of both
        let either = kind
            .amounts
            .filter(|own| record.value(own.either).is_some());
        let is_other = |form: &&Property| {
            kind.count != Some(form.ix)
                && !used.contains(&form.ix)
                && either.is_none_or(|amounts| amounts.each != form.ix)
        };
        let others = kind.properties.values().filter(is_other);
        let others = others.filter_map(|form| {
            let value = record.value(form.ix)?;
            Some(self.phrase(kind, form, &value.value))
        });
        let has_count = count.is_some();
        let parts = count.into_iter().chain([marks]).chain(others);
        let mut out = String::new();
        for (at, part) in parts.filter(|own| !own.is_empty()).enumerate() {
            out += match (at, part.starts_with('(')) {
                (0, _) | (_, true) => "",
                (1, false) if has_count => " ",
                (_, false) => ", ",
            };
            out += &part;
        }
        match record.name.as_ref().map(|name| &*name.value) {
            None | Some("") => out,
            // a line that was not read keeps its words, in quotation marks: they are not read as values
            Some(name) if out.is_empty() => format!("\"{}\"", name.replace('"', "'")),
            Some(name) => format!("{out}: {name}"),
        }
    }

    /// Returns what a line names, without its numbers and its description: `Irr Wb(S), general`, or in
    /// full `irregular warband (superior), general`.
    pub(super) fn label(&self, record: &Record) -> String {
        let kind = self.vocabulary.kind(record.kind);
        let (mut out, used) = self.marks(record);
        for form in kind.properties.values() {
            let is_word = matches!(form.value_type, ValueType::Word(_) | ValueType::Flag);
            let is_own = is_word && form.keys.is_empty() && !used.contains(&form.ix);
            let Some(value) = record.value(form.ix).filter(|_| is_own) else {
                continue;
            };
            let words = self.phrase(kind, form, &value.value);
            out += match (out.is_empty(), words.starts_with('('), self.in_full) {
                (true, ..) | (_, true, false) => "",
                (_, true, true) => " ",
                _ => ", ",
            };
            out += &words;
        }
        out
    }

    /// Returns the name of the troops or things that a line describes, as players write it: `Irr Wb(S)`,
    /// `Reg Cv(O) c-in-c`.
    pub(super) fn short_name(&self, record: &Record) -> String {
        let (mut out, _) = self.marks(record);
        // who leads a command costs more than others of his troops
        for &property in &self.vocabulary.kind(record.kind).ranks {
            if let Some(value) = record.value(property) {
                out += &format!(" {}", value.value.display(self.vocabulary));
            }
        }
        out
    }

    /// Writes the records directly inside a record: first its lines, then what has a heading.
    fn write_inside(&self, scenario: &Scenario, around: RecordIx, level: usize, out: &mut String) {
        let own = scenario.children(around);
        let own = own.map(|at| (at, scenario.record(at)));
        let (lines, parts): (Vec<_>, Vec<_>) = own.partition(|(_, record)| record.level == 0);
        if !lines.is_empty() {
            out.push('\n');
        }
        for (_, line) in lines {
            writeln!(out, "- {}", self.line(line)).ok();
        }
        let mut counts: HashMap<KindIx, usize> = HashMap::new();
        for (at, record) in parts {
            let count = counts.entry(record.kind).or_insert(0);
            *count += 1;
            let marks = "#".repeat(level);
            writeln!(out, "\n{marks} {}", self.heading(record, *count)).ok();
            for statement in self.statements(record) {
                writeln!(out, "{statement}").ok();
            }
            self.write_inside(scenario, at, level + 1, out);
        }
    }

    /// Returns the heading of a record: `Command 2: Hasdrubal`.
    fn heading(&self, record: &Record, count: usize) -> String {
        let kind = self.vocabulary.kind(record.kind);
        let pattern = self.heading_pattern(record);
        let words = pattern.map_or_else(|| kind.name.to_string(), |own| own.words.join(" "));
        let plain = match kind.within.is_empty() {
            true => capitalize(&words),
            false => format!("{} {count}", capitalize(&words)),
        };
        match record.name.as_ref().map(|name| &*name.value) {
            None | Some("") => plain,
            Some(name) if name == kind.name_if_unnamed(count) => plain,
            Some(name) => format!("{plain}: {name}"),
        }
    }

    /// Returns the heading that sets most of the record's values.
    fn heading_pattern(&self, record: &Record) -> Option<&'a HeadingPattern> {
        let sets_all = |pattern: &&HeadingPattern| {
            let mut sets = pattern.sets.iter();
            sets.all(|(property, value)| {
                let own = record.value(*property);
                own.is_some_and(|own| own.value == *value)
            })
        };
        let headings = self.vocabulary.kind(record.kind).headings.iter();
        let fitting = headings.filter(sets_all).rev();
        fitting.max_by_key(|pattern| pattern.sets.len())
    }

    /// Returns the lines that describe a record below its heading: `total: 132`.
    fn statements(&self, record: &Record) -> Vec<String> {
        let kind = self.vocabulary.kind(record.kind);
        let pattern = self.heading_pattern(record);
        let sets = pattern.map_or(&[][..], |pattern| &pattern.sets);
        let number = self.vocabulary.property("number");
        let own = record.values.iter().filter(|(property, _)| {
            Some(*property) != number && !sets.iter().any(|(own, _)| own == property)
        });
        let statement = |(property, value): &(PropertyIx, crate::text::Spanned<ScenarioValue>)| {
            let form = kind.properties.get(property)?;
            Some(match form.keys.first() {
                Some(key) => format!("{key}: {}", value.value.display(self.vocabulary)),
                None => self.phrase(kind, form, &value.value),
            })
        };
        own.filter_map(statement).collect()
    }

    /// Returns the marks of a line with what is written directly next to them, and the properties that these are:
    /// `Irr Cv(O)/Ps(I)`.
    fn marks(&self, record: &Record) -> (String, Vec<PropertyIx>) {
        let kind = self.vocabulary.kind(record.kind);
        let own = kind.front_properties.iter().chain(&kind.mark);
        let own: Vec<_> = own.map(|&own| (own, own)).collect();
        let mut used = Vec::new();
        let mut out = self.join(record, &own, &mut used);
        for pair in &kind.pairs {
            let second = self.join(record, &pair.properties, &mut used);
            let separator = pair.separators.first().map(|words| words.join(" "));
            let Some(separator) = separator.filter(|_| !second.is_empty()) else {
                continue;
            };
            let is_sign = !separator.contains(char::is_alphabetic) && !self.in_full;
            out += &match is_sign {
                true => format!("{separator}{second}"),
                false => format!(" {separator} {second}"),
            };
        }
        (out, used)
    }

    /// Returns the values of properties, the second of each pair, joined and written as those of the first.
    fn join(
        &self,
        record: &Record,
        properties: &[(PropertyIx, PropertyIx)],
        used: &mut Vec<PropertyIx>,
    ) -> String {
        let kind = self.vocabulary.kind(record.kind);
        let mut out = String::new();
        for (form, property) in properties {
            let (Some(value), Some(form)) = (record.value(*property), kind.properties.get(form))
            else {
                continue;
            };
            used.push(*property);
            let word = self.phrase(kind, form, &value.value);
            if !out.is_empty() && (self.in_full || !word.starts_with('(')) {
                out.push(' ');
            }
            out += &word;
        }
        out
    }

    /// Returns the words for a value of a property in a line.
    pub(super) fn phrase(
        &self,
        kind: &RecordKind,
        form: &Property,
        value: &ScenarioValue,
    ) -> String {
        let text = value.display(self.vocabulary);
        match (&form.value_type, value) {
            (ValueType::Flag, _) => kind
                .flag_words(form.ix, self.vocabulary.property_name(form.ix))
                .unwrap_or_default(),
            (ValueType::Number { unit, .. }, _) => {
                let is_sign = |key: &&std::sync::Arc<str>| !key.contains(char::is_alphanumeric);
                match (form.keys.iter().find(is_sign), form.keys.first()) {
                    (Some(sign), _) => format!("{sign}{text}"),
                    (None, Some(key)) => format!("{key} {text}"),
                    (None, None) => format!("{text} {unit}"),
                }
            }
            (ValueType::Word(_), ScenarioValue::Word(word)) if form.keys.is_empty() => {
                let is_bracketed = kind.phrases.is_word(&format!("({})", text.to_lowercase()));
                let name = match self.in_full {
                    true => self.vocabulary.full_name(*word).to_string(),
                    false => text,
                };
                match is_bracketed {
                    true => format!("({name})"),
                    false => name,
                }
            }
            _ => match form.keys.first() {
                Some(key) => format!("{key} {text}"),
                None => text,
            },
        }
    }
}
