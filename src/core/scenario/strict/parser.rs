//! `parse_strict` and its state `ScenarioParser`: parses the lines of a file with front matter to records
//! within open headings. It guesses nothing: what it does not understand is an error.

use super::{line::ParsedLine, lines::body_lines};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::{
        limits::{MAX_DIAGNOSTICS, cap_diagnostics, empty_scenario},
        record::{Record, RecordIx, Scenario, next_line},
        token::{ScenarioToken, tokenize},
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ROOT, RecordKind, Vocabulary},
    },
    syntax::{MarkdownLine, MarkdownLineKind, parse_plain_markdown},
    text::{SourceId, Span},
};
use std::collections::HashMap;

/// Parses a file with front matter.
pub(in crate::scenario) fn parse_strict(
    source: SourceId,
    text: &str,
    vocabulary: &Vocabulary,
) -> Scenario {
    let file = parse_plain_markdown(source, text);
    let mut parser = ScenarioParser::new(text, vocabulary, source);
    parser.parse_front_matter(&file);
    let lines = body_lines(text, file.front.end());
    parser.parse_lines(&lines);
    parser.warn_if_nothing_read(lines.first());
    let mut scenario = parser.scenario;
    scenario.records[0].end = scenario.records.len() as u32;
    cap_diagnostics(&mut scenario, file.front);
    scenario
}

/// A heading whose lines are being parsed: its record, the kinds of its lines, what it sets.
pub(super) struct OpenHeading {
    pub(super) level: u8,
    /// The record that the lines belong to.
    pub(super) record: RecordIx,
    /// The kinds that its lines may have.
    pub(super) lines: Vec<KindIx>,
    /// Whether it opens a section of the record, and no record of its own.
    pub(super) is_section: bool,
    /// The values that a section sets for each of its lines.
    pub(super) sets: Vec<(PropertyIx, ScenarioValue)>,
    /// Whether the heading is in the vocabulary. Lines below others are ignored.
    pub(super) is_known: bool,
}

/// The state of parsing a scenario file: open headings and the records so far.
pub(super) struct ScenarioParser<'t> {
    pub(super) text: &'t str,
    pub(super) vocabulary: &'t Vocabulary,
    /// The open headings, the file itself first.
    pub(super) open_headings: Vec<OpenHeading>,
    /// The first record of each name, in lower case, that must be unique in its place.
    names: HashMap<(KindIx, RecordIx, String), Span>,
    pub(super) scenario: Scenario,
}

impl<'t> ScenarioParser<'t> {
    pub(super) fn new(text: &'t str, vocabulary: &'t Vocabulary, source: SourceId) -> Self {
        let file = OpenHeading {
            level: 0,
            record: RecordIx(0),
            lines: vocabulary.kind(ROOT).lines.clone(),
            is_section: false,
            sets: Vec::new(),
            is_known: true,
        };
        Self {
            text,
            vocabulary,
            open_headings: vec![file],
            names: HashMap::new(),
            scenario: empty_scenario(source, Vec::new()),
        }
    }

    /// Returns the innermost open heading: the file if there is no other.
    pub(super) fn open(&self) -> &OpenHeading {
        &self.open_headings[self.open_headings.len() - 1]
    }

    /// Returns the kind of a record.
    pub(super) fn kind_of(&self, record: RecordIx) -> &'t RecordKind {
        self.vocabulary.kind(self.scenario.record(record).kind)
    }

    /// Returns an empty line of a kind.
    pub(super) fn empty_line(&self, kind: KindIx) -> ParsedLine<'t> {
        ParsedLine::new(self.scenario.source, self.text, self.vocabulary, kind)
    }

    /// Parses lines; an item continues in indented lines that do not begin with a number.
    fn parse_lines(&mut self, mut rest: &[MarkdownLine]) {
        let is_more = |next: &&MarkdownLine| {
            let begins_with_number = next.span.of(self.text).starts_with(char::is_numeric);
            next.kind == MarkdownLineKind::Text && next.indented && !begins_with_number
        };
        while let Some((line, behind)) = rest.split_first() {
            let joined = match line.kind {
                MarkdownLineKind::Item => behind.iter().take_while(is_more).count(),
                _ => 0,
            };
            let (joined, behind) = behind.split_at(joined);
            let last = joined.last().unwrap_or(line);
            let span = line.span.join(last.span);
            let tokens = tokenize(self.text, span);
            match line.kind {
                _ if tokens.is_empty() => {}
                MarkdownLineKind::Heading(level) => self.parse_heading(level, span, &tokens),
                MarkdownLineKind::Item => self.parse_body(true, span, &tokens),
                MarkdownLineKind::Text => self.parse_body(false, span, &tokens),
            }
            rest = behind;
        }
    }

    /// Adds an error, and returns it for further changes.
    pub(super) fn report(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let at = Location::new(self.scenario.source, span);
        let error = Diagnostic::new(code, Severity::Error, at, message);
        self.scenario.diagnostics.push_mut(error)
    }

    /// Warns if nothing was understood in a file that is not empty: without diagnostics it would seem correct.
    fn warn_if_nothing_read(&mut self, first: Option<&MarkdownLine>) {
        let is_silent = self.scenario.diagnostics.is_empty();
        let nothing =
            self.scenario.records.len() == 1 && self.scenario.records[0].values.is_empty();
        let Some(first) = first.filter(|_| is_silent && nothing) else {
            return;
        };
        let message = "nothing in this file is used: it has no known heading";
        let help = self.headings_help();
        let diagnostic = self.report("scenario-heading", first.span, message);
        diagnostic.severity = Severity::Warning;
        diagnostic.help = Some(help);
    }

    /// Adds the diagnostics of a line, with suggestions for as many as are reported.
    pub(super) fn add_diagnostics(&mut self, parsed: &mut ParsedLine<'_>) {
        let left = MAX_DIAGNOSTICS.saturating_sub(self.scenario.diagnostics.len());
        parsed.suggest_words(left);
        self.scenario.diagnostics.append(&mut parsed.diagnostics);
    }

    /// Adds the record of a line (`level` 0) or heading with its diagnostics.
    pub(super) fn add_record(
        &mut self,
        mut parsed: ParsedLine<'_>,
        parent: RecordIx,
        level: u8,
        span: Span,
    ) -> RecordIx {
        let is_problem = |found: &Diagnostic| found.severity > Severity::Note;
        let misread = parsed.diagnostics.iter().any(is_problem);
        self.add_diagnostics(&mut parsed);
        let record = Record {
            kind: parsed.kind,
            parent,
            level,
            misread,
            end: self.scenario.records.len() as u32 + 1,
            span,
            insert_at: next_line(self.text, span),
            name: parsed.name,
            values: parsed.values,
        };
        self.check_unique_name(&record);
        self.scenario.push(record)
    }

    /// Reports a record if another one of the same kind has the same name in the same place.
    fn check_unique_name(&mut self, record: &Record) {
        let is_checked = self.vocabulary.kind(record.kind).unique;
        let Some(name) = record.name.clone().filter(|_| is_checked) else {
            return;
        };
        let key = (record.kind, record.parent, name.value.to_lowercase());
        let first = *self.names.entry(key).or_insert(record.span);
        if first != record.span {
            let at = Location::new(self.scenario.source, first);
            let message = format!("the name {} is used twice", name.value);
            let diagnostic = self.report("scenario-heading", name.span, message);
            *diagnostic = diagnostic
                .clone()
                .related(at, "the first is here")
                .help("give one of them another name");
        }
    }

    /// Returns the length of a key of a record that tokens begin with, if it is the key of a value: a colon
    /// or, if `with_number`, a number follows.
    pub(super) fn key_length(
        &self,
        record: RecordIx,
        tokens: &[ScenarioToken],
        with_number: bool,
    ) -> Option<usize> {
        let (length, meanings) = self.kind_of(record).phrases.longest_match(tokens)?;
        let next = tokens.get(length)?;
        let is_key = meanings.iter().any(|meaning| meaning.key().is_some());
        let has_value = next.is_sign(':') || with_number && next.is_number();
        (is_key && has_value).then_some(length)
    }
}
