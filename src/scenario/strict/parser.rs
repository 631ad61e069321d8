//! `parse` and its state `ScenarioParser`: parses the lines of a file with front matter to records within
//! open headings. It guesses nothing: what it does not understand is an error.

use super::{line::LineCandidate, lines::body_lines};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::{
        limits::{MAX_DIAGNOSTICS, cap_diagnostics, empty_scenario},
        record::{Record, RecordIx, Scenario, next_line},
        token::{ScenarioToken, tokenize},
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, RecordKind, Vocabulary},
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
    parser.close_headings(0);
    parser.warn_if_nothing_read(lines.first());
    let mut scenario = parser.scenario;
    cap_diagnostics(&mut scenario, file.front);
    scenario
}

fn begins_with_number(text: &str, span: Span) -> bool {
    span.of(text)
        .trim_start_matches(['-', '*', '+', ' '])
        .starts_with(|c: char| c.is_numeric())
}

/// A heading whose lines are being parsed: its record, the kinds of its lines, what it sets.
pub(super) struct OpenHeading {
    pub(super) level: u8,
    /// The record that the lines belong to.
    pub(super) record: RecordIx,
    /// The kinds that its lines may have; none if they are ignored.
    pub(super) lines: Vec<KindIx>,
    /// The values that a section sets for each of its lines.
    pub(super) sets: Vec<(PropertyIx, ScenarioValue)>,
    /// Whether the heading is in the vocabulary.
    pub(super) is_known: bool,
    /// Whether the text has no such heading, but the lines show that the record begins.
    pub(super) is_implied: bool,
    /// The warning of a heading that is not in the vocabulary.
    pub(super) unknown: Option<Box<Diagnostic>>,
}

impl OpenHeading {
    /// Creates a heading that is in the vocabulary.
    pub(super) fn new(level: u8, record: RecordIx, lines: Vec<KindIx>) -> Self {
        Self {
            level,
            record,
            lines,
            sets: Vec::new(),
            is_known: true,
            is_implied: false,
            unknown: None,
        }
    }
}

/// The state of parsing a scenario file: open headings and the records so far.
pub(super) struct ScenarioParser<'t> {
    pub(super) text: &'t str,
    pub(super) vocabulary: &'t Vocabulary,
    pub(super) open_headings: Vec<OpenHeading>,
    /// The first record of each name, in lower case, that must be unique in its place.
    pub(super) names: HashMap<(KindIx, RecordIx, String), Span>,
    pub(super) scenario: Scenario,
}

impl<'t> ScenarioParser<'t> {
    pub(super) fn new(text: &'t str, vocabulary: &'t Vocabulary, source: SourceId) -> Self {
        Self {
            text,
            vocabulary,
            open_headings: Vec::new(),
            names: HashMap::new(),
            scenario: empty_scenario(source, Vec::new()),
        }
    }

    /// Returns the record whose lines are being parsed: that of the innermost open heading, or the file.
    pub(super) fn open_record(&self) -> RecordIx {
        self.open_headings
            .last()
            .map_or(RecordIx(0), |open| open.record)
    }

    /// Returns the kind of a record.
    pub(super) fn kind_of(&self, record: RecordIx) -> &'t RecordKind {
        self.vocabulary.kind(self.scenario.record(record).kind)
    }

    /// Returns a line parsed as a record of a kind.
    pub(super) fn candidate(
        &self,
        kind: KindIx,
        span: Span,
        tokens: &[ScenarioToken],
    ) -> LineCandidate<'t> {
        let source = self.scenario.source;
        LineCandidate::new(source, self.text, self.vocabulary, kind, span, tokens)
    }

    /// Returns a heading parsed as one of a kind; its first `length` tokens determine the kind.
    pub(super) fn heading_candidate(
        &self,
        kind: KindIx,
        span: Span,
        tokens: &[ScenarioToken],
        length: usize,
    ) -> LineCandidate<'t> {
        let (source, vocabulary) = (self.scenario.source, self.vocabulary);
        LineCandidate::heading(source, self.text, vocabulary, kind, span, tokens, length)
    }

    /// Parses lines; an item continues in indented lines that do not begin with a number.
    fn parse_lines(&mut self, mut rest: &[MarkdownLine]) {
        while let Some((line, behind)) = rest.split_first() {
            let is_more = |next: &&MarkdownLine| {
                next.kind == MarkdownLineKind::Text
                    && next.indented
                    && !begins_with_number(self.text, next.span)
            };
            let joined = match line.kind {
                MarkdownLineKind::Item => behind.iter().take_while(is_more).count(),
                _ => 0,
            };
            let (joined, behind) = behind.split_at(joined);
            let span = joined
                .last()
                .map_or(line.span, |last| line.span.join(last.span));
            self.parse_line(MarkdownLine { span, ..*line });
            rest = behind;
        }
    }

    fn parse_line(&mut self, line: MarkdownLine) {
        let tokens = tokenize(self.text, line.span);
        if tokens.is_empty() {
            return;
        }
        match self.heading_level(line, &tokens) {
            Some(level) => self.parse_heading(level, line.span, &tokens),
            None => self.parse_body(line, &tokens),
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
        self.scenario
            .diagnostics
            .push(Diagnostic::new(code, Severity::Error, at, message));
        let last = self.scenario.diagnostics.len() - 1;
        &mut self.scenario.diagnostics[last]
    }

    /// Adds a warning about a line, and returns it for further changes.
    pub(super) fn warn(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let found = self.report("scenario-line", span, message);
        found.severity = Severity::Warning;
        found
    }

    /// Closes the open headings of a level and of those below it.
    pub(super) fn close_headings(&mut self, level: u8) {
        while let Some(closed) = self.open_headings.pop_if(|open| open.level >= level) {
            if let Some(warning) = closed.unknown {
                self.scenario.diagnostics.push(*warning);
            }
        }
        if level == 0 {
            self.scenario.records[0].end = self.scenario.records.len() as u32;
        }
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

    /// Adds the record of a line (`level` 0) or heading with its diagnostics.
    pub(super) fn add_record(
        &mut self,
        mut parsed: LineCandidate<'_>,
        parent: RecordIx,
        level: u8,
        span: Span,
    ) -> RecordIx {
        let is_problem = |found: &Diagnostic| found.severity > Severity::Note;
        let misread = parsed.diagnostics.iter().any(is_problem);
        self.suggest_words(&mut parsed);
        self.scenario.diagnostics.append(&mut parsed.diagnostics);
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

    /// Adds suggestions to the unknown words of a line, as far as they are reported.
    pub(super) fn suggest_words(&self, parsed: &mut LineCandidate<'_>) {
        let left = MAX_DIAGNOSTICS.saturating_sub(self.scenario.diagnostics.len());
        if left > 0 && !parsed.diagnostics.is_empty() {
            parsed.suggest_words(left);
        }
    }

    /// Reports a record if another one of the same kind has the same name in the same place.
    pub(super) fn check_unique_name(&mut self, record: &Record) {
        let kind = self.vocabulary.kind(record.kind);
        // players give several commands the same heading: `Sub-general's command`
        let is_checked = kind.unique;
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
}
