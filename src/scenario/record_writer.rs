//! Renders a list without front matter as the text of a scenario file, for its migration; names
//! lines of any scenario for people: `Irr Wb(S)`.

use super::{
    record::{Record, RecordIx, Scenario},
    value::{ScenarioValue, format_number},
    vocabulary::{
        HeadingPattern, KindIx, PairPattern, Property, PropertyIx, RecordKind, ValueType,
        Vocabulary,
    },
};
use std::{collections::HashMap, fmt::Write as _, sync::Arc};

/// Returns the text of a file with the records of a scenario, without the prose around them.
/// It has front matter, a heading for each army and command, and a line for each of their records.
pub(super) fn rewrite(
    scenario: &Scenario,
    vocabulary: &Vocabulary,
    ruleset: &str,
    edition: &str,
) -> String {
    let writer = ListWriter {
        scenario,
        vocabulary,
        in_full: false,
    };
    let mut out = format!("---\nruleset: {ruleset}\n");
    if !edition.is_empty() {
        writeln!(out, "edition: \"{edition}\"").ok();
    }
    for (property, value) in &scenario.records[0].values {
        let name = vocabulary.property_name(*property);
        writeln!(out, "{name}: {}", writer.bare_value(&value.value)).ok();
    }
    out += "---\n";
    writer.write_inside(RecordIx(0), 1, &mut out);
    // a name with the beginning of a comment would hide the lines up to the end of another
    out.replace("<!--", "<! --")
}

/// Returns what a line names, without its numbers and its description: `Irr Wb(S), general`, or in
/// full `irregular warband (superior), general`.
pub(super) fn line_label(
    scenario: &Scenario,
    vocabulary: &Vocabulary,
    record: &Record,
    in_full: bool,
) -> String {
    let writer = ListWriter {
        scenario,
        vocabulary,
        in_full,
    };
    let kind = vocabulary.kind(record.kind);
    let mut used = Vec::new();
    let marks = writer.marks(kind, record, &mut used);
    let others = kind.properties.values().filter_map(|form| {
        let value = record
            .value(form.ix)
            .filter(|_| !used.contains(&form.ix) && form.keys.is_empty())?;
        matches!(form.value_type, ValueType::Word(_) | ValueType::Flag)
            .then(|| writer.phrase(kind, form, &value.value))
    });
    let all = std::iter::once(marks).chain(others);
    let mut out = String::new();
    for words in all.filter(|words| !words.is_empty()) {
        out += match (out.is_empty(), words.starts_with('('), in_full) {
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
pub(super) fn short_name(scenario: &Scenario, vocabulary: &Vocabulary, record: &Record) -> String {
    let writer = ListWriter {
        scenario,
        vocabulary,
        in_full: false,
    };
    let kind = vocabulary.kind(record.kind);
    let mut used = Vec::new();
    let mut out = writer.marks(kind, record, &mut used);
    for pair in &kind.pairs {
        out += &writer
            .second(kind, record, pair, &mut used)
            .unwrap_or_default();
    }
    // who leads a command costs more than others of his troops
    for &property in &kind.ranks {
        if let Some(value) = record.value(property) {
            out += &format!(" {}", value.value.display(vocabulary));
        }
    }
    out
}

/// Writes the records of a list as text of a scenario file, with words in full or abbreviated.
struct ListWriter<'a> {
    scenario: &'a Scenario,
    vocabulary: &'a Vocabulary,
    /// Whether words are written in full: `warband`, not `Wb`.
    in_full: bool,
}

impl ListWriter<'_> {
    /// Writes the records directly inside a record: first its lines, then what has a heading.
    fn write_inside(&self, around: RecordIx, level: usize, out: &mut String) {
        let own = self.scenario.children(around);
        let own = own.map(|at| (at, self.scenario.record(at)));
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
            writeln!(
                out,
                "\n{} {}",
                "#".repeat(level),
                self.heading(record, *count)
            )
            .ok();
            for statement in self.statements(record) {
                writeln!(out, "{statement}").ok();
            }
            self.write_inside(at, level + 1, out);
        }
    }

    /// Returns the heading of a record: `Command 2: Hasdrubal`.
    fn heading(&self, record: &Record, count: usize) -> String {
        let kind = self.vocabulary.kind(record.kind);
        let pattern = self.heading_pattern(record);
        let words = pattern.map_or_else(|| kind.name.to_string(), |own| own.words.join(" "));
        let words = crate::text::slug::capitalize(&words);
        let number = if kind.within.is_empty() {
            String::new()
        } else {
            format!(" {count}")
        };
        let name = record.name.as_ref().map_or("", |name| &name.value);
        let plain = format!("{words}{number}");
        let is_given = *name == *kind.name_if_unnamed(count);
        if name.is_empty() || is_given {
            plain
        } else {
            format!("{plain}: {name}")
        }
    }

    /// Returns the heading that sets most of the record's values.
    fn heading_pattern(&self, record: &Record) -> Option<&HeadingPattern> {
        let sets_all = |pattern: &&HeadingPattern| {
            let mut sets = pattern.sets.iter();
            sets.all(|(property, value)| {
                let own = record.value(*property);
                own.is_some_and(|own| own.value == *value)
            })
        };
        let headings = self.vocabulary.kind(record.kind).headings.iter();
        headings
            .filter(sets_all)
            .rev()
            .max_by_key(|pattern| pattern.sets.len())
    }

    /// Returns the lines that describe a record below its heading: `total: 132`.
    fn statements(&self, record: &Record) -> Vec<String> {
        let kind = self.vocabulary.kind(record.kind);
        let set = self
            .heading_pattern(record)
            .map_or(&[][..], |pattern| &pattern.sets);
        let is_own = |property: &PropertyIx| !set.iter().any(|(own, _)| own == property);
        let number = self.vocabulary.property("number");
        let own = record
            .values
            .iter()
            .filter(|(property, _)| is_own(property) && Some(*property) != number);
        own.filter_map(|(property, value)| {
            let form = kind.properties.get(property)?;
            let text = self.bare_value(&value.value);
            match form.keys.first() {
                Some(key) => Some(format!("{key}: {text}")),
                None => Some(self.phrase(kind, form, &value.value)),
            }
        })
        .collect()
    }

    /// Returns a line: `12 Irr Wb(S), @5: Gauls`.
    fn line(&self, record: &Record) -> String {
        let kind = self.vocabulary.kind(record.kind);
        let mut words: Vec<String> = Vec::new();
        let mut remarks: Vec<String> = Vec::new();
        let mut used: Vec<PropertyIx> = Vec::new();
        if let Some(count) = kind.count {
            used.push(count);
            let count = record.value(count);
            words.extend(count.map(|count| self.bare_value(&count.value)));
        }
        let marks = self.marks(kind, record, &mut used);
        words.extend((!marks.is_empty()).then_some(marks));
        let either = kind
            .amounts
            .filter(|amounts| record.value(amounts.either).is_some());
        for form in kind.properties.values() {
            let Some(value) = record.value(form.ix).filter(|_| !used.contains(&form.ix)) else {
                continue;
            };
            if either.is_some_and(|amounts| amounts.each == form.ix) {
                continue;
            }
            remarks.push(self.phrase(kind, form, &value.value));
        }
        let mut out = words.join(" ");
        for remark in remarks.iter().filter(|remark| !remark.is_empty()) {
            out += if out.is_empty() { "" } else { ", " };
            out += remark;
        }
        match &record.name {
            // a line that was not read keeps its words, in quotation marks: they are not read as values
            Some(name) if !name.value.is_empty() && out.is_empty() => {
                format!("\"{}\"", name.value.replace('"', "'"))
            }
            Some(name) if !name.value.is_empty() => format!("{out}: {}", name.value),
            _ => out,
        }
    }

    /// Returns the marks of a line with what belongs directly to them: `Irr Cv(O)/Ps(I)`.
    fn marks(&self, kind: &RecordKind, record: &Record, used: &mut Vec<PropertyIx>) -> String {
        let mut out = self.joined(kind, record, &kind.mark, used);
        for pair in &kind.pairs {
            out.extend(self.second(kind, record, pair, used));
        }
        out
    }

    /// Returns the values directly before the marks of a line, and the marks: `Irr Wb(S)`.
    fn joined(
        &self,
        kind: &RecordKind,
        record: &Record,
        marks: &[PropertyIx],
        used: &mut Vec<PropertyIx>,
    ) -> String {
        let own = kind.front_properties.iter().chain(marks);
        let mut out = String::new();
        for &property in own {
            self.join_word((kind, record), property, property, used, &mut out);
        }
        out
    }

    /// Returns the second half of a pair with what separates it from the first: `/Ps(O)`.
    fn second(
        &self,
        kind: &RecordKind,
        record: &Record,
        pair: &PairPattern,
        used: &mut Vec<PropertyIx>,
    ) -> Option<String> {
        let mut out = String::new();
        for &(first, second) in &pair.properties {
            self.join_word((kind, record), second, first, used, &mut out);
        }
        let separator = pair.separators.first()?.join(" ");
        let is_sign = !separator.contains(char::is_alphabetic);
        (!out.is_empty()).then(|| {
            if is_sign && !self.in_full {
                format!("{separator}{out}")
            } else {
                format!(" {separator} {out}")
            }
        })
    }

    /// Adds the value of a property to words, written as that of the property `written_as`.
    fn join_word(
        &self,
        (kind, record): (&RecordKind, &Record),
        property: PropertyIx,
        written_as: PropertyIx,
        used: &mut Vec<PropertyIx>,
        out: &mut String,
    ) {
        if let Some(value) = record.value(property)
            && let Some(form) = kind.properties.get(&written_as)
        {
            used.push(property);
            let word = self.phrase(kind, form, &value.value);
            if !out.is_empty() && (self.in_full || !word.starts_with('(')) {
                out.push(' ');
            }
            *out += &word;
        }
    }

    /// Returns the words for a value of a property in a line.
    fn phrase(&self, kind: &RecordKind, form: &Property, value: &ScenarioValue) -> String {
        match (&form.value_type, value) {
            (ValueType::Flag, _) => kind
                .flag_words(form.ix, self.vocabulary.property_name(form.ix))
                .unwrap_or_default(),
            (ValueType::Number { unit, .. }, _) => {
                let number = self.bare_value(value);
                let sign = form
                    .keys
                    .iter()
                    .find(|key| !key.contains(char::is_alphanumeric));
                match (sign, form.keys.first()) {
                    (Some(sign), _) => format!("{sign}{number}"),
                    (None, Some(key)) => format!("{key} {number}"),
                    (None, None) => format!("{number} {unit}"),
                }
            }
            (ValueType::Word(_), ScenarioValue::Word(word)) if form.keys.is_empty() => {
                let short = self.vocabulary.word_text(*word);
                let name = if self.in_full {
                    self.vocabulary.full_name(*word)
                } else {
                    Arc::clone(&short)
                };
                let bracketed = format!("({})", short.to_lowercase());
                if kind.phrases.is_word(&bracketed) {
                    format!("({name})")
                } else {
                    name.to_string()
                }
            }
            _ => {
                let text = self.bare_value(value);
                form.keys
                    .first()
                    .map_or(text.clone(), |key| format!("{key} {text}"))
            }
        }
    }

    fn bare_value(&self, value: &ScenarioValue) -> String {
        match value {
            ScenarioValue::Number(number) => format_number(*number),
            _ => value.display(self.vocabulary).to_string(),
        }
    }
}
