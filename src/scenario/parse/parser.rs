//! The parser of a scenario file as a whole, and of the lines in it.

use super::{
    line::{LineCandidate, TableRow},
    table_layout::Table,
    text_lines::text_lines,
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::{
        record::{Record, RecordIx, Scenario, ScenarioFront},
        token::{ScenarioToken, ScenarioTokenKind, tokenize},
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ROOT, Vocabulary},
    },
    syntax::{MarkdownLine, MarkdownLineKind, PlainMarkdown, parse_plain_markdown},
    text::{SourceId, Span},
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
    let mut parser = ScenarioParser::new(text, vocabulary, source);
    parser.scenario.diagnostics.clone_from(&file.diagnostics);
    parser.parse_front_matter(&file);
    let lines = text_lines(text, file.front.end());
    let mut lines = lines.iter().peekable();
    while let Some(line) = lines.next() {
        let mut span = line.span;
        // an item continues in indented lines that do not begin with a number
        while parser.is_strict()
            && matches!(line.kind, MarkdownLineKind::Item)
            && lines.peek().is_some_and(|next| {
                next.kind == MarkdownLineKind::Text
                    && next.indented
                    && !begins_with_number(text, next.span)
            })
        {
            span = span.join(lines.next().map_or(span, |next| next.span));
        }
        if !parser.is_strict() && line.kind != MarkdownLineKind::Heading(1) {
            while let Some(next) = lines.next_if(|next| parser.continues(span, next)) {
                span = span.join(next.span);
            }
        }
        parser.parse_line(MarkdownLine { span, ..*line });
    }
    parser.close_headings(0);
    parser.move_final_totals();
    parser.move_final_lines();
    if !parser.is_strict() {
        parser.apply_named_ranks();
    }
    let titles = std::mem::take(&mut parser.used_titles);
    let diagnostics = &mut parser.scenario.diagnostics;
    diagnostics
        .retain(|found| found.code != "scenario-heading" || !titles.contains(&found.at.span));
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
    /// Whether there is no such heading: the lines show that the record begins.
    pub(super) is_implied: bool,
    /// Of a heading that is not in the vocabulary: where it is, and the warning if nothing below it
    /// is read.
    pub(super) unknown: Option<(Span, Box<Diagnostic>)>,
}

/// Parses a scenario file line by line.
pub(super) struct ScenarioParser<'t> {
    pub(super) text: &'t str,
    pub(super) vocabulary: &'t Vocabulary,
    pub(super) open_headings: Vec<OpenHeading>,
    /// The first record of each name, in lower case, that must be unique in its place.
    pub(super) names: HashMap<(KindIx, RecordIx, String), Span>,
    /// The kinds of lines that are recognised wherever they stand.
    pub(super) marked_kinds: Vec<KindIx>,
    /// The line above the first army that could be its name, and how likely that is.
    pub(super) title: Option<(Span, u8)>,
    /// The lines that turned out to be the names of records.
    pub(super) used_titles: Vec<Span>,
    /// The last line that was not used, if no record follows it.
    pub(super) last_unused: Option<Span>,
    /// The table whose rows are being parsed.
    pub(super) table: Option<Table>,
    pub(super) scenario: Scenario,
}

impl<'t> ScenarioParser<'t> {
    pub(super) fn new(text: &'t str, vocabulary: &'t Vocabulary, source: SourceId) -> Self {
        let kinds = (0..vocabulary.kinds.len() as u16).map(KindIx);
        Self {
            text,
            vocabulary,
            open_headings: Vec::new(),
            names: HashMap::new(),
            marked_kinds: kinds
                .filter(|&kind| !vocabulary.kind(kind).mark.is_empty())
                .collect(),
            title: None,
            last_unused: None,
            used_titles: Vec::new(),
            table: None,
            scenario: empty_scenario(source, Vec::new()),
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

    /// Closes the open headings of a level and of those below it.
    pub(super) fn close_headings(&mut self, level: u8) {
        while self
            .open_headings
            .last()
            .is_some_and(|open| open.level >= level)
        {
            let closed = self.open_headings.pop();
            if let Some((_, warning)) = closed.and_then(|closed| closed.unknown) {
                self.scenario.diagnostics.push(*warning);
            }
        }
        if level == 0 {
            self.scenario.records[0].end = self.scenario.records.len() as u32;
        }
    }

    /// Appends a record, and extends the records around it to include it.
    pub(super) fn push_record(&mut self, record: Record) -> RecordIx {
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
        if let Some(row) = self.table_row(line.span) {
            return self.parse_table_row(&row, line.span);
        }
        if self.open_table(line.span) {
            return;
        }
        let tokens = tokenize(self.text, line.span);
        if let Some(record) = self.described_record(&tokens, false)
            && self.parse_total_row(record, line.span)
        {
            return;
        }
        let Some(level) = self.heading_level(line, &tokens) else {
            return self.parse_body(line, &tokens);
        };
        if !self.is_marked(&self.marked_kinds, &tokens) {
            return self.parse_heading(level, line.span, &tokens);
        }
        // `C1: 1 Reg Cv(O) C-in-C`
        let colon = tokens
            .iter()
            .position(|token| token.kind == ScenarioTokenKind::Colon)
            .filter(|&colon| !self.is_marked(&self.marked_kinds, &tokens[..colon]));
        match colon {
            Some(colon)
                if self.find_heading(&tokens[..colon], true).is_some()
                    && self.is_marked(&self.marked_kinds, &tokens[colon + 1..]) =>
            {
                let span = Span::new(line.span.start(), tokens[colon].span.start());
                self.parse_heading(level, span, &tokens[..colon]);
                self.parse_body(self.item_of(&tokens[colon + 1..]), &tokens[colon + 1..]);
            }
            _ => self.parse_body(line, &tokens),
        }
    }

    /// Returns the line of an item that consists of some tokens.
    pub(super) fn item_of(&self, tokens: &[ScenarioToken]) -> MarkdownLine {
        let span = match tokens {
            [first, .., last] => first.span.join(last.span),
            [only] => only.span,
            [] => Span::default(),
        };
        MarkdownLine {
            kind: MarkdownLineKind::Text,
            span,
            indented: false,
        }
    }

    fn parse_table_row(&mut self, row: &TableRow, span: Span) {
        self.open_around_row(row);
        let source = self.scenario.source;
        let best = LineCandidate::row(source, self.text, self.vocabulary, row);
        self.open_for(&best, span);
        self.add_line(best, span);
    }

    /// Returns the byte at which the line after `span` begins.
    pub(super) fn next_line(&self, span: Span) -> usize {
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

    /// Returns whether the file says itself what it is: then each of its items is meant.
    pub(super) fn is_strict(&self) -> bool {
        !self.scenario.front.span.is_empty()
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
            insert_at: self.next_line(span),
            name: parsed.name,
            values: parsed.values,
        };
        self.check_unique_name(&record);
        self.push_record(record)
    }

    /// Adds suggestions to the unknown words of a line, as far as they are reported.
    pub(super) fn suggest_words(&self, parsed: &mut LineCandidate<'_>) {
        let left = MAX_DIAGNOSTICS.saturating_sub(self.scenario.diagnostics.len());
        if left > 0 && !parsed.diagnostics.is_empty() {
            parsed.suggest_words(left);
        }
    }
}
