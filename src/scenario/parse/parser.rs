//! The parser of a scenario file as a whole, and of the lines in it.

use super::line::LineCandidate;
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::{
        record::{Record, RecordIx, Scenario, ScenarioFront},
        token::{ScenarioToken, ScenarioTokenKind, tokenize},
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ROOT, Vocabulary},
    },
    syntax::{MarkdownLine, MarkdownLineKind, PlainMarkdown, parse_plain_markdown},
    text::{SourceId, Span, Spanned},
};
use std::collections::HashMap;

/// The maximum size of a scenario file, in bytes.
pub const MAX_FILE_BYTES: usize = 4 << 20;

/// The maximum number of diagnostics for one file.
const MAX_DIAGNOSTICS: usize = 200;

/// Parses a scenario file with the vocabulary of its ruleset.
pub fn parse(source: SourceId, text: &str, vocabulary: &Vocabulary) -> Scenario {
    if text.len() > MAX_FILE_BYTES {
        let message = format!(
            "this file has {} MB, and a scenario file has {} at most",
            text.len() >> 20,
            MAX_FILE_BYTES >> 20
        );
        let diagnostic = Diagnostic::new(
            "scenario-line",
            Severity::Error,
            Location::new(source, Span::default()),
            message,
        );
        return empty_scenario(source, vec![diagnostic]);
    }
    let file = parse_plain_markdown(source, text);
    let mut parser = ScenarioParser {
        text,
        vocabulary,
        open_headings: Vec::new(),
        names: HashMap::new(),
        scenario: empty_scenario(source, file.diagnostics.clone()),
    };
    parser.parse_front_matter(&file);
    let mut lines = file.lines.iter().peekable();
    while let Some(line) = lines.next() {
        let mut span = line.span;
        // an item continues in indented lines that do not begin with a number
        while matches!(line.kind, MarkdownLineKind::Item)
            && lines.peek().is_some_and(|next| {
                next.kind == MarkdownLineKind::Text
                    && next.indented
                    && !begins_with_number(text, next.span)
            })
        {
            span = span.join(lines.next().map_or(span, |next| next.span));
        }
        parser.parse_line(MarkdownLine { span, ..*line });
    }
    parser.close_headings(0);
    parser.warn_if_nothing_read(&file);
    let mut scenario = parser.scenario;
    if scenario.diagnostics.len() > MAX_DIAGNOSTICS {
        let rest = scenario.diagnostics.len() - MAX_DIAGNOSTICS;
        scenario.diagnostics.truncate(MAX_DIAGNOSTICS);
        let at = Location::new(source, file.front);
        let message = format!("{rest} further problems of this file are not shown");
        scenario.diagnostics.push(Diagnostic::new(
            "scenario-line",
            Severity::Error,
            at,
            message,
        ));
    }
    scenario
}

pub(super) fn empty_scenario(source: SourceId, diagnostics: Vec<Diagnostic>) -> Scenario {
    let root = Record {
        kind: ROOT,
        parent: RecordIx(0),
        level: 0,
        misread: false,
        end: 1,
        span: Span::default(),
        insert_at: 0,
        name: None,
        values: Vec::new(),
    };
    Scenario {
        source,
        front: ScenarioFront::default(),
        records: vec![root],
        diagnostics,
    }
}

fn begins_with_number(text: &str, span: Span) -> bool {
    span.of(text)
        .trim_start_matches(['-', '*', '+', ' '])
        .starts_with(|c: char| c.is_numeric())
}

/// A heading whose lines are being parsed.
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
}

/// Parses a scenario file line by line.
pub(super) struct ScenarioParser<'t> {
    pub(super) text: &'t str,
    pub(super) vocabulary: &'t Vocabulary,
    pub(super) open_headings: Vec<OpenHeading>,
    /// The first record of each name, in lower case, that must be unique in its place.
    pub(super) names: HashMap<(KindIx, RecordIx, String), Span>,
    pub(super) scenario: Scenario,
}

impl ScenarioParser<'_> {
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

    /// Closes the open headings of a level and of those below it.
    pub(super) fn close_headings(&mut self, level: u8) {
        while self
            .open_headings
            .last()
            .is_some_and(|open| open.level >= level)
        {
            self.open_headings.pop();
        }
        if level == 0 {
            self.scenario.records[0].end = self.scenario.records.len() as u32;
        }
    }

    /// Appends a record, and extends the records around it to include it.
    fn push_record(&mut self, record: Record) -> RecordIx {
        let ix = RecordIx(self.scenario.records.len() as u32);
        let mut at = record.parent;
        if record.level == 0 {
            // a record's own lines end before its first heading
            self.scenario.records[at.0 as usize].insert_at = record.insert_at;
        }
        self.scenario.records.push(record);
        loop {
            let around = &mut self.scenario.records[at.0 as usize];
            around.end = ix.0 + 1;
            if at.0 == 0 {
                return ix;
            }
            at = around.parent;
        }
    }

    fn parse_line(&mut self, line: MarkdownLine) {
        let tokens = tokenize(self.text, line.span);
        match self.heading_level(line, &tokens) {
            Some(level) => self.parse_heading(level, line.span, &tokens),
            None => self.parse_body(line, &tokens),
        }
    }

    /// Returns the byte at which the line after `span` begins.
    fn next_line(&self, span: Span) -> usize {
        self.text[span.end()..]
            .find('\n')
            .map_or(self.text.len(), |end| span.end() + end + 1)
    }

    /// Warns if nothing was understood in a file that is not empty: without diagnostics it would
    /// seem correct.
    fn warn_if_nothing_read(&mut self, file: &PlainMarkdown) {
        let nothing = self.scenario.records.len() == 1
            && self.scenario.records[0].values.is_empty()
            && self.scenario.diagnostics.is_empty();
        if let Some(first) = file.lines.first().filter(|_| nothing) {
            let known = self.heading_words().join(", ");
            let diagnostic = self.report(
                "scenario-heading",
                first.span,
                "nothing in this file is used: it has no known heading",
            );
            diagnostic.severity = Severity::Warning;
            diagnostic.help = Some(format!("headings begin with {known}"));
        }
    }

    /// Parses a line that is no heading: a record, or a description of the record that it is in.
    fn parse_body(&mut self, line: MarkdownLine, tokens: &[ScenarioToken]) {
        if tokens.is_empty() {
            return;
        }
        let vocabulary = self.vocabulary;
        let (record, lines, sets, is_known) = match self.open_headings.last() {
            Some(open) => (
                open.record,
                open.lines.clone(),
                open.sets.clone(),
                open.is_known,
            ),
            None => (
                RecordIx(0),
                vocabulary.kind(ROOT).lines.clone(),
                Vec::new(),
                true,
            ),
        };
        if !is_known {
            return;
        }
        if self.describes_record(record, &lines, tokens) {
            return self.parse_record_line(record, line.span, tokens);
        }
        let is_item = line.kind == MarkdownLineKind::Item;
        let source = self.scenario.source;
        let mut best: Option<LineCandidate<'_>> = None;
        for &kind in &lines {
            let parsed = LineCandidate::new(source, self.text, vocabulary, kind, line.span, tokens);
            if best.as_ref().is_none_or(|best| parsed.is_better_than(best)) {
                best = Some(parsed);
            }
        }
        if best.is_none() && record == RecordIx(0) {
            return self.warn_stray_line(line.span, tokens);
        }
        let Some(mut best) = best.filter(|best| is_item || best.is_meant()) else {
            return;
        };
        let kind = vocabulary.kind(best.kind);
        for (property, value) in sets {
            if !best.values.iter().any(|(own, _)| *own == property) {
                best.values.push((property, Spanned::new(value, line.span)));
            }
        }
        let missing = kind
            .needs
            .iter()
            .find(|(property, _)| !best.values.iter().any(|(own, _)| own == property));
        if let Some((_, words)) = missing.filter(|_| best.diagnostics.is_empty()) {
            best.report("scenario-line", line.span, words.clone());
        }
        self.add_record(best, record, 0, line.span);
    }

    /// Adds the record of a line (`level` 0) or heading with its diagnostics.
    pub(super) fn add_record(
        &mut self,
        mut parsed: LineCandidate<'_>,
        parent: RecordIx,
        level: u8,
        span: Span,
    ) -> RecordIx {
        let misread = !parsed.diagnostics.is_empty();
        self.suggest_words(&mut parsed);
        self.scenario.diagnostics.append(&mut parsed.diagnostics);
        let record = Record {
            kind: parsed.kind,
            parent,
            level,
            misread,
            end: self.scenario.records.len() as u32 + 1,
            span,
            insert_at: self.next_line(span),
            name: parsed.name,
            values: parsed.values,
        };
        self.check_unique_name(&record);
        self.push_record(record)
    }

    /// Adds suggestions to the unknown words of a line, as far as they are reported.
    fn suggest_words(&self, parsed: &mut LineCandidate<'_>) {
        let left = MAX_DIAGNOSTICS.saturating_sub(self.scenario.diagnostics.len());
        if left > 0 && !parsed.diagnostics.is_empty() {
            parsed.suggest_words(left);
        }
    }

    /// Warns of a line above all headings that would have a meaning below one.
    fn warn_stray_line(&mut self, span: Span, tokens: &[ScenarioToken]) {
        let (source, vocabulary) = (self.scenario.source, self.vocabulary);
        let around = vocabulary.kinds.iter().find(|around| {
            around.lines.iter().any(|&kind| {
                LineCandidate::new(source, self.text, vocabulary, kind, span, tokens).is_whole()
            })
        });
        if let Some(around) = around {
            let diagnostic = self.report(
                "scenario-line",
                span,
                format!("line ignored: no {} heading above it", around.name),
            );
            diagnostic.severity = Severity::Warning;
            let headings: Vec<String> = around
                .headings
                .iter()
                .map(|heading| heading.words.join(" "))
                .take(3)
                .collect();
            diagnostic.help = Some(format!(
                "add a heading such as `# {}`",
                headings.join("`, `# ")
            ));
        }
    }

    /// Returns whether a line describes the record that it is in: it begins with a key of one of
    /// its properties, and could not be a line of its own.
    pub(super) fn describes_record(
        &self,
        record: RecordIx,
        lines: &[KindIx],
        tokens: &[ScenarioToken],
    ) -> bool {
        let kind = self.vocabulary.kind(self.scenario.record(record).kind);
        let Some((length, meanings)) = kind.phrases.longest_match(tokens) else {
            return false;
        };
        if !meanings.iter().any(|meaning| meaning.is_key()) {
            return false;
        }
        let colon = tokens
            .get(length)
            .is_some_and(|token| token.kind == ScenarioTokenKind::Colon);
        let own = lines.iter().any(|line| {
            self.vocabulary
                .kind(*line)
                .phrases
                .longest_match(tokens)
                .is_some()
        });
        colon || !own
    }

    /// Parses a line that describes the record it is in, such as `list: 1/1`.
    fn parse_record_line(&mut self, record: RecordIx, span: Span, tokens: &[ScenarioToken]) {
        let source = self.scenario.source;
        let kind = self.scenario.record(record).kind;
        let mut parsed = LineCandidate::new(source, self.text, self.vocabulary, kind, span, tokens);
        for (property, value) in std::mem::take(&mut parsed.values) {
            let own = &self.scenario.records[record.0 as usize];
            let first = own
                .value(property)
                .map(|first| (first.value.clone(), first.span));
            match first {
                Some((first, at)) if first != value.value && at != own.span => {
                    let name = self.vocabulary.property_name(property).to_owned();
                    let diagnostic = self.report(
                        "scenario-line",
                        value.span,
                        format!("`{name}` has two different values"),
                    );
                    *diagnostic = diagnostic
                        .clone()
                        .related(Location::new(source, at), "first here");
                }
                Some(_) => {}
                None => self.scenario.records[record.0 as usize]
                    .values
                    .push((property, value)),
            }
        }
        self.suggest_words(&mut parsed);
        self.scenario.diagnostics.append(&mut parsed.diagnostics);
        let next_line = self.next_line(span);
        let own = &mut self.scenario.records[record.0 as usize];
        own.insert_at = own.insert_at.max(next_line);
    }
}
