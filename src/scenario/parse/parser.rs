//! The parser of a scenario file as a whole, and of the lines in it.

use super::{
    line::{LineCandidate, TableRow, entry_starts, expand_joined_words},
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
    text::{SourceId, Span, Spanned},
};
use std::{collections::HashMap, ops::Range};

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

/// Returns the number of a line that consists of nothing else: `= 170`, `142`.
fn lone_number(tokens: &[ScenarioToken]) -> Option<(ScenarioValue, Span)> {
    let mut numbers = tokens.iter().filter_map(|token| match token.kind {
        ScenarioTokenKind::Number(number) => Some((ScenarioValue::Number(number), token.span)),
        _ => None,
    });
    let number = numbers.next().filter(|_| numbers.next().is_none());
    let is_sign = |token: &ScenarioToken| {
        matches!(
            token.kind,
            ScenarioTokenKind::Number(_) | ScenarioTokenKind::Sign(_)
        )
    };
    number.filter(|_| tokens.iter().all(is_sign))
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
}

impl<'t> ScenarioParser<'t> {
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

    /// Returns whether a line of a mail goes on in the next one: it ends where something has to
    /// follow, or only both together name what is on it.
    fn continues(&self, span: Span, next: &MarkdownLine) -> bool {
        let tokens = tokenize(self.text, next.span);
        let gap = &self.text[span.end()..next.span.start()];
        if next.kind != MarkdownLineKind::Text
            || gap.matches('\n').count() != 1
            || self.table.is_some()
        {
            return false;
        }
        let is_number = |token: &ScenarioToken| matches!(token.kind, ScenarioTokenKind::Number(_));
        let words = span.of(self.text);
        let is_marked = |tokens: &[ScenarioToken]| self.is_marked(&self.marked_kinds, tokens);
        let own = tokenize(self.text, span);
        if words.ends_with(['-', '=', '@']) && words.len() > 3 {
            return is_marked(&own) && tokens.first().is_some_and(is_number) && !is_marked(&tokens);
        }
        // lines of mails are broken where they are long
        let is_long = words.chars().count() >= 35;
        is_long
            && own.first().is_some_and(is_number)
            && !is_marked(&own)
            && is_marked(&tokens)
            && !tokens.first().is_some_and(is_number)
            && lone_number(&own).is_none()
            && self.find_heading(&own, true).is_none()
            && !self.is_statement(
                self.open_headings
                    .last()
                    .map_or(RecordIx(0), |open| open.record),
                span,
                &own,
            )
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
    fn item_of(&self, tokens: &[ScenarioToken]) -> MarkdownLine {
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

    /// Parses a line that is no heading: records, or a description of the record that it is in.
    fn parse_body(&mut self, line: MarkdownLine, tokens: &[ScenarioToken]) {
        let kind = self
            .marked_kind(tokens)
            .map(|kind| self.vocabulary.kind(kind));
        let expanded = kind.and_then(|kind| expand_joined_words(kind, self.text, tokens));
        let tokens = expanded.as_deref().unwrap_or(tokens);
        let parts = self.split_entries(tokens);
        match &parts[..] {
            [] => self.parse_part(line, tokens),
            parts => {
                for part in parts {
                    let tokens = &tokens[part.clone()];
                    self.parse_part(self.item_of(tokens), tokens);
                }
            }
        }
    }

    /// Returns the parts of a line that are records of their own: `12 Irr Wb(S), 4 Irr Cv(O)`.
    /// None if the line is one record at most.
    fn split_entries(&self, tokens: &[ScenarioToken]) -> Vec<Range<usize>> {
        let Some(kind) = self.marked_kind(tokens) else {
            return Vec::new();
        };
        let starts = entry_starts(self.vocabulary.kind(kind), self.text, tokens);
        if starts.len() < 2 {
            return Vec::new();
        }
        // `1 RCvS CinC / 5 RCvS = 68`: the sum of all, unless others have one, too
        let is_sum = |at: &usize| tokens[*at].kind == ScenarioTokenKind::Sign('=');
        let sums: Vec<usize> = (0..tokens.len()).filter(is_sum).collect();
        let end = match sums[..] {
            [only] if starts.last().is_some_and(|last| *last < only) => only,
            _ => tokens.len(),
        };
        let ends = starts.iter().skip(1).copied().chain([end]);
        let mut parts: Vec<Range<usize>> = starts
            .iter()
            .copied()
            .zip(ends)
            .map(|(from, to)| from..to)
            .collect();
        parts[0].start = 0;
        if end < tokens.len() {
            parts.push(end..tokens.len());
        }
        parts
    }

    fn parse_part(&mut self, line: MarkdownLine, tokens: &[ScenarioToken]) {
        if tokens.is_empty() {
            return;
        }
        let is_line = !self.is_strict() && self.is_marked(&self.marked_kinds, tokens);
        if let Some(record) = self.described_record(tokens, true).filter(|_| !is_line) {
            return self.parse_record_line(record, line.span, tokens);
        }
        let marked = self.marked_candidate(line.span, tokens);
        // in a file that says what it is, each item is meant
        let is_item = line.kind == MarkdownLineKind::Item && self.is_strict();
        let is_strict = self.is_strict();
        let is_meant = |best: &LineCandidate<'_>| {
            let is_list_item = line.kind == MarkdownLineKind::Item;
            let begins = is_list_item
                || matches!(
                    tokens[0].kind,
                    ScenarioTokenKind::Number(_)
                        | ScenarioTokenKind::NonAsciiDigits(_)
                        | ScenarioTokenKind::Sign('-')
                );
            match (is_strict, is_list_item) {
                (true, _) => begins && best.is_meant(),
                (false, true) => best.is_meant() || best.is_meant_in_prose(tokens),
                (false, false) => best.is_meant_in_prose(tokens),
            }
        };
        if let Some(best) = marked.filter(is_meant) {
            self.open_for(&best, line.span);
            if self.takes_lines_of(best.kind) {
                return self.add_line(best, line.span);
            }
        }
        let vocabulary = self.vocabulary;
        let (record, lines, is_known) = match self.open_headings.last() {
            Some(open) => (open.record, open.lines.clone(), open.is_known),
            None => (RecordIx(0), vocabulary.kind(ROOT).lines.clone(), true),
        };
        if !is_known {
            self.last_unused = Some(line.span);
            return;
        }
        if let Some(described) = self.described_record(tokens, false) {
            return self.parse_record_line(described, line.span, tokens);
        }
        if !self.is_strict() {
            let amounts = vocabulary.kind(self.scenario.record(record).kind).amounts;
            if let Some(((number, at), amounts)) = lone_number(tokens).zip(amounts) {
                return self.set_of_record(record, amounts.all, &Spanned::new(number, at));
            }
            if self.is_statement(record, line.span, tokens) {
                return self.parse_record_line(record, line.span, tokens);
            }
        }
        let source = self.scenario.source;
        let mut best: Option<LineCandidate<'_>> = None;
        for &kind in &lines {
            let parsed = LineCandidate::new(source, self.text, vocabulary, kind, line.span, tokens);
            if best.as_ref().is_none_or(|best| parsed.is_better_than(best)) {
                best = Some(parsed);
            }
        }
        let implied = self.implied_kind().filter(|&kind| !self.is_open(kind));
        if best.is_none() && implied.is_some() {
            self.remember_title(line.span, false);
        }
        if best.is_none() && record == RecordIx(0) {
            self.last_unused = Some(line.span);
            return self.warn_stray_line(line.span, tokens);
        }
        match best.filter(|best| is_item || is_meant(best)) {
            Some(best) => self.add_line(best, line.span),
            None => self.note_unused_line(line.span, tokens),
        }
    }

    /// Returns whether the file says itself what it is: then each of its items is meant.
    pub(super) fn is_strict(&self) -> bool {
        !self.scenario.front.span.is_empty()
    }

    /// Returns the line as a record of a kind whose marks it has.
    fn marked_candidate(&self, span: Span, tokens: &[ScenarioToken]) -> Option<LineCandidate<'t>> {
        let kind = self.marked_kind(tokens)?;
        let source = self.scenario.source;
        Some(LineCandidate::new(
            source,
            self.text,
            self.vocabulary,
            kind,
            span,
            tokens,
        ))
    }

    fn takes_lines_of(&self, kind: KindIx) -> bool {
        let last = self.open_headings.last();
        last.is_some_and(|open| open.is_known && open.lines.contains(&kind))
    }

    /// Opens the record that a marked line belongs in, where no known heading did.
    fn open_for(&mut self, line: &LineCandidate<'_>, span: Span) {
        let vocabulary = self.vocabulary;
        let takes = |kind: KindIx| vocabulary.kind(kind).lines.contains(&line.kind);
        let Some(implied) = self.implied_kind().filter(|&kind| takes(kind)) else {
            return;
        };
        let unknown = self
            .open_headings
            .last_mut()
            .and_then(|open| open.unknown.take());
        if let Some((heading, _)) = unknown {
            self.open_headings.pop();
            let begun = (0..vocabulary.kinds.len() as u16)
                .map(KindIx)
                .find(|&kind| takes(kind) && vocabulary.kind(kind).begins_with.is_some());
            match begun {
                // `### Infantry` within a command
                Some(kind) if self.is_open(kind) => self.last_unused = Some(heading),
                Some(kind) if self.is_open(implied) => {
                    self.open_implied(kind, Some(heading), span);
                }
                _ if !self.is_open(implied) => {
                    let title = self.title.take().map_or(heading, |(title, _)| title);
                    self.open_implied(implied, Some(title), title);
                    if let Some(kind) = begun.filter(|_| title != heading) {
                        self.open_implied(kind, Some(heading), span);
                    }
                }
                _ => {}
            }
        } else if self.open_headings.is_empty() {
            let title = self.title.take().map(|(title, _)| title);
            if title == self.last_unused {
                self.last_unused = None;
            }
            self.open_implied(implied, title, title.unwrap_or(span));
        }
        if self.takes_lines_of(line.kind) {
            self.open_titled(line, span);
            self.begin_around(line, span);
        }
    }

    /// Adds the record of a line to the innermost open record.
    fn add_line(&mut self, mut best: LineCandidate<'_>, span: Span) {
        self.last_unused = None;
        let (record, sets) = match self.open_headings.last() {
            Some(open) => (open.record, open.sets.clone()),
            None => (RecordIx(0), Vec::new()),
        };
        let kind = self.vocabulary.kind(best.kind);
        for (property, value) in sets {
            let is_free = !best.values.iter().any(|(own, _)| *own == property);
            if is_free && kind.properties.contains_key(&property) {
                best.values.push((property, Spanned::new(value, span)));
            }
        }
        let missing = kind
            .needs
            .iter()
            .find(|(property, _)| !best.values.iter().any(|(own, _)| own == property));
        if let Some((_, words)) = missing.filter(|_| best.diagnostics.is_empty()) {
            best.report("scenario-line", span, words.clone());
        }
        let record = if self.is_of_whole(&best, span) {
            self.scenario.record(record).parent
        } else {
            record
        };
        let general = best.split_beginning();
        if let Some(general) = general {
            self.add_record(general, record, 0, span);
        }
        self.add_record(best, record, 0, span);
    }

    /// Returns whether a line below the last part of an army is of the army as a whole: baggage and
    /// fortifications below an empty line or a total, and in a list without headings.
    fn is_of_whole(&self, line: &LineCandidate<'_>, span: Span) -> bool {
        let Some(open) = self.open_headings.last().filter(|_| !self.is_strict()) else {
            return false;
        };
        let own = self.scenario.record(open.record);
        let parent = self.scenario.record(own.parent);
        if !self.vocabulary.kind(parent.kind).lines.contains(&line.kind) || !line.is_of_whole() {
            return false;
        }
        let (Some(last), true) = (self.scenario.records.last(), own.end - open.record.0 > 1) else {
            return false;
        };
        let last = last.span.end().max(
            own.values
                .iter()
                .map(|(_, value)| value.span.end())
                .max()
                .unwrap_or(0),
        );
        let gap = self.text.get(last..span.start()).unwrap_or_default();
        let is_apart = gap.lines().skip(1).any(|line| {
            !line.contains(char::is_alphanumeric) && line.trim_start_matches(['>', ' ']).is_empty()
        }) && gap.matches('\n').count() > 1
            || gap.contains("---")
            || own.values.iter().any(|(property, value)| {
                let amounts = self.vocabulary.kind(own.kind).amounts;
                amounts.is_some_and(|amounts| amounts.all == *property)
                    && value.span.start() > own.span.end()
            });
        is_apart || open.is_implied && own.span.is_empty()
    }

    /// Notes that a line names something that could be a record, and is none.
    fn note_unused_line(&mut self, span: Span, tokens: &[ScenarioToken]) {
        self.last_unused = Some(span);
        if !self.is_strict() && self.is_marked(&self.marked_kinds, tokens) {
            let message = "this line is not used: it names troops, but not how many";
            let diagnostic = self.report("scenario-line", span, message);
            diagnostic.severity = Severity::Note;
            diagnostic.help =
                Some("if they are part of the army, begin the line with their number".to_owned());
        }
    }

    /// Moves the last lines of the last part of a record to the record itself if they are of the
    /// whole, such as baggage, and no other part has such lines.
    fn move_final_lines(&mut self) {
        if self.is_strict() {
            return;
        }
        let last = RecordIx(self.scenario.records.len() as u32 - 1);
        let part = self.scenario.record(last).parent;
        let around = self.scenario.record(part).parent;
        let is_first =
            (around.0 + 1..part.0).all(|at| self.scenario.record(RecordIx(at)).level == 0);
        let is_whole = |at: RecordIx| {
            let own = self.scenario.record(at);
            let kind = self.vocabulary.kind(own.kind);
            own.level == 0
                && own.values.iter().any(|(_, value)| {
                    matches!(&value.value, ScenarioValue::Word(word) if kind.lone_marks.contains(word))
                })
        };
        let others = (around.0 + 1..part.0).map(RecordIx).any(is_whole);
        if around.0 == 0 || is_first || others || self.scenario.record(part).level == 0 {
            return;
        }
        let is_own = |at: &RecordIx| is_whole(*at) && self.scenario.record(*at).parent == part;
        let count = (part.0 + 1..=last.0)
            .rev()
            .map(RecordIx)
            .take_while(is_own)
            .count() as u32;
        for at in last.0 + 1 - count..=last.0 {
            self.scenario.records[at as usize].parent = around;
        }
        let end = last.0 + 1 - count;
        self.scenario.records[part.0 as usize].end = end;
    }

    /// Moves the total below the last part of a record to the record itself, if no other part has
    /// one: it is that of all.
    fn move_final_totals(&mut self) {
        let records = self.scenario.records.len() as u32;
        for around in (0..records).map(RecordIx) {
            let parts: Vec<RecordIx> = self
                .scenario
                .descendants(around)
                .map(RecordIx)
                .filter(|&part| {
                    let own = self.scenario.record(part);
                    own.parent == around && own.level > 0
                })
                .collect();
            let [others @ .., last] = &parts[..] else {
                continue;
            };
            if others.is_empty() || self.is_strict() {
                continue;
            }
            let has =
                |part: &RecordIx, property| self.scenario.record(*part).value(property).is_some();
            let own = self.scenario.record(around);
            let properties = &self.vocabulary.kind(own.kind).properties;
            let moved: Vec<usize> = self
                .scenario
                .record(*last)
                .values
                .iter()
                .enumerate()
                .filter(|(_, (property, value))| {
                    matches!(value.value, ScenarioValue::Number(_))
                        && value.span.start() >= self.scenario.record(*last).span.end()
                        && properties.contains_key(property)
                        && own.value(*property).is_none()
                        && !others.iter().any(|part| has(part, *property))
                })
                .map(|(at, _)| at)
                .collect();
            for at in moved.into_iter().rev() {
                let value = self.scenario.records[last.0 as usize].values.remove(at);
                self.scenario.records[around.0 as usize].values.push(value);
            }
        }
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
        self.describes(record, lines, tokens, true) || self.describes(record, lines, tokens, false)
    }

    /// Returns whether a line describes a record, and has a colon behind the key or not.
    fn describes(
        &self,
        record: RecordIx,
        lines: &[KindIx],
        tokens: &[ScenarioToken],
        with_colon: bool,
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
        if colon != with_colon || !colon && self.is_marked(lines, tokens) {
            return false;
        }
        // `total 132` begins with a key of lines, too, but no line begins so
        let own = lines.iter().any(|line| {
            let line = self.vocabulary.kind(*line);
            let found = line.phrases.longest_match(tokens);
            line.mark.is_empty() && found.is_some()
                || found.is_some_and(|(own, meanings)| {
                    own >= length && meanings.iter().any(|meaning| meaning.says())
                })
        });
        colon || !own
    }

    /// Sets a property of an open record. A second value that differs is that of the record around
    /// it, or an error.
    pub(super) fn set_of_record(
        &mut self,
        record: RecordIx,
        property: PropertyIx,
        value: &Spanned<ScenarioValue>,
    ) {
        let own = &self.scenario.records[record.0 as usize];
        let heading = own.span;
        let first = own.value(property).cloned();
        match first {
            Some(first) if first.value != value.value && first.span != heading => {
                if self.set_in_container(record, property, value) {
                    return;
                }
                let name = self.vocabulary.property_name(property).to_owned();
                let at = Location::new(self.scenario.source, first.span);
                let message = format!("`{name}` has two different values");
                let diagnostic = self.report("scenario-line", value.span, message);
                *diagnostic = diagnostic.clone().related(at, "first here");
            }
            Some(_) => {}
            None => {
                let own = &mut self.scenario.records[record.0 as usize];
                own.values.push((property, value.clone()));
            }
        }
    }

    /// Sets a second value of a property for the record around `record`, if that has none: below the
    /// last command stands its total, and then that of the army. Returns whether it did.
    fn set_in_container(
        &mut self,
        record: RecordIx,
        property: PropertyIx,
        value: &Spanned<ScenarioValue>,
    ) -> bool {
        let parent = self.scenario.record(record).parent;
        let around = self.scenario.record(parent);
        let properties = &self.vocabulary.kind(around.kind).properties;
        let is_free = parent != RecordIx(0)
            && properties.contains_key(&property)
            && around.value(property).is_none();
        if is_free {
            let around = &mut self.scenario.records[parent.0 as usize];
            around.values.push((property, value.clone()));
        }
        is_free
    }

    /// Returns the open record that a line describes; in a text without headings of its own also one
    /// around it, such as the points of the game.
    fn described_record(&self, tokens: &[ScenarioToken], with_colon: bool) -> Option<RecordIx> {
        let open = self.open_headings.last();
        if open.is_some_and(|open| !open.is_known) {
            return None;
        }
        let (record, lines) = match open {
            Some(open) => (open.record, open.lines.clone()),
            None => (RecordIx(0), Vec::new()),
        };
        let mut around = self.scenario.ancestors(record);
        let describes = |&at: &RecordIx| self.describes(at, &lines, tokens, with_colon);
        if self.is_strict() {
            around.next().filter(describes)
        } else {
            around.find(describes)
        }
    }

    /// Returns whether a line is numbers with their units and nothing else: `159 AP, 18 EE`.
    fn is_statement(&self, record: RecordIx, span: Span, tokens: &[ScenarioToken]) -> bool {
        let kind = self.scenario.record(record).kind;
        let source = self.scenario.source;
        let begins = matches!(
            tokens[0].kind,
            ScenarioTokenKind::Number(_) | ScenarioTokenKind::Sign('=')
        );
        begins && record != RecordIx(0) && {
            let line = LineCandidate::new(source, self.text, self.vocabulary, kind, span, tokens);
            line.is_statement()
        }
    }

    /// Parses a line that describes the record it is in, such as `list: 1/1`.
    fn parse_record_line(&mut self, record: RecordIx, span: Span, tokens: &[ScenarioToken]) {
        // `Summe Kdo 1: 157`
        let colon = tokens
            .iter()
            .position(|token| token.kind == ScenarioTokenKind::Colon)
            .filter(|_| !self.is_strict())
            .unwrap_or(0);
        let is_number = |token: &ScenarioToken| matches!(token.kind, ScenarioTokenKind::Number(_));
        let own: Vec<ScenarioToken> = tokens
            .iter()
            .enumerate()
            .filter(|(at, token)| *at >= colon || !is_number(token))
            .map(|(_, token)| token.clone())
            .collect();
        let tokens = own.as_slice();
        let source = self.scenario.source;
        let kind = self.scenario.record(record).kind;
        let mut parsed = LineCandidate::new(source, self.text, self.vocabulary, kind, span, tokens);
        // `Totals: Uri 136, Berne 107. Sum 361.`
        let own = self.vocabulary.kind(kind);
        let is_key = |at: &usize| {
            let found = own.phrases.longest_match(&tokens[*at..]);
            found.is_some_and(|(_, meanings)| meanings.iter().any(|meaning| meaning.is_key()))
        };
        let last_key = (1..tokens.len()).rev().find(is_key);
        if let Some(last) = last_key
            && !self.is_strict()
            && parsed
                .diagnostics
                .iter()
                .any(|found| found.code == "scenario-line")
        {
            let tokens = &tokens[last..];
            parsed = LineCandidate::new(source, self.text, self.vocabulary, kind, span, tokens);
        }
        let values = std::mem::take(&mut parsed.values);
        if !self.is_strict() {
            // `Sub total: 105 - arrives on a 6 as usual`
            parsed.diagnostics.clear();
            // `Points: 400  Total: 399` is of the game and of the army
            let around: Vec<RecordIx> = self.scenario.ancestors(record).collect();
            for other in around.into_iter().filter(|other| *other != record) {
                let kind = self.scenario.record(other).kind;
                let more =
                    LineCandidate::new(source, self.text, self.vocabulary, kind, span, tokens);
                let is_new = |(_, value): &&(PropertyIx, Spanned<ScenarioValue>)| {
                    values
                        .iter()
                        .all(|(_, own)| !own.span.touches(value.span.start()))
                };
                for (property, value) in more.values.iter().filter(is_new) {
                    self.set_of_record(other, *property, value);
                }
            }
        }
        for (property, value) in values {
            self.set_of_record(record, property, &value);
        }
        self.suggest_words(&mut parsed);
        self.scenario.diagnostics.append(&mut parsed.diagnostics);
        let next_line = self.next_line(span);
        let own = &mut self.scenario.records[record.0 as usize];
        own.insert_at = own.insert_at.max(next_line);
    }
}
