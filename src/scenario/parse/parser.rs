//! `parse` and its state `ScenarioParser`: prepares the lines of a scenario file, parses them to
//! records within open headings, and corrects records by lines further down.

use super::{
    front_matter::{body_start, scenario_front},
    heading_words::without_verb,
    line::{LineCandidate, TableRow},
    part_count_table::PartCountTable,
    table_layout::ListTable,
    text_lines::{signature_start, text_lines},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::{
        reader::{NoCosts, read_list},
        record::{Record, RecordIx, Scenario, ScenarioFront},
        shared_words::shared_words,
        token::{ScenarioToken, span_of},
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ROOT, RecordKind, Vocabulary},
    },
    syntax::{MarkdownLine, MarkdownLineKind, parse_plain_markdown},
    text::{SourceId, Span, Spanned},
};
use std::collections::{HashMap, HashSet};

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
        let at = Location::new(source, Span::default());
        let error = Diagnostic::new("scenario-line", Severity::Error, at, message);
        return empty_scenario(source, vec![error]);
    }
    let file = parse_plain_markdown(source, text);
    if scenario_front(&file, text).span.is_empty() {
        return read_list(source, text, vocabulary, &NoCosts);
    }
    let mut parser = ScenarioParser::new(text, vocabulary, source);
    parser.parse_front_matter(&file);
    let body = body_start(&file, text);
    let lines = text_lines(text, body);
    let lines = match parser.find_data(body) {
        None => parser.parse_lines(lines),
        Some(value) => {
            let (above, mut below): (Vec<_>, Vec<_>) = lines
                .into_iter()
                .partition(|line| line.span.start() < value.span.start());
            below.retain(|line| line.span.start() >= value.span.end());
            let mut lines = parser.parse_lines(above);
            parser.parse_data(&value);
            lines.extend(parser.parse_lines(below));
            lines
        }
    };
    parser.flush_rows_of_parts();
    parser.close_headings(0);
    parser.move_final_totals();
    parser.move_final_lines();
    parser.remove_repeated_lone();
    parser.settle_counts_behind();
    parser.settle_whole_line_amounts();
    if !parser.is_strict() {
        parser.apply_named_ranks();
        parser.apply_values_for_all(&lines);
    }
    let titles = std::mem::take(&mut parser.used_titles);
    let diagnostics = &mut parser.scenario.diagnostics;
    diagnostics
        .retain(|found| found.code != "scenario-heading" || !titles.contains(&found.at.span));
    parser.warn_if_nothing_read(lines.first());
    let mut scenario = parser.scenario;
    if scenario.diagnostics.len() > MAX_DIAGNOSTICS {
        let rest = scenario.diagnostics.len() - MAX_DIAGNOSTICS;
        scenario.diagnostics.truncate(MAX_DIAGNOSTICS);
        let at = Location::new(source, file.front);
        let message = format!("{rest} further problems of this file are not shown");
        let last = Diagnostic::new("scenario-line", Severity::Error, at, message);
        scenario.diagnostics.push(last);
    }
    scenario
}

pub(in crate::scenario) fn empty_scenario(source: SourceId, diagnostics: Vec<Diagnostic>) -> Scenario {
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

/// Returns a line of text that is not indented.
pub(super) fn text_line(span: Span) -> MarkdownLine {
    MarkdownLine {
        kind: MarkdownLineKind::Text,
        span,
        indented: false,
    }
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
    /// Whether lines below it are ignored, because it is not in the vocabulary.
    pub(super) hides_lines: bool,
    /// Of a heading that is not in the vocabulary: where it is, and the warning if nothing below it
    /// is read.
    pub(super) unknown: Option<(Span, Box<Diagnostic>)>,
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
            hides_lines: false,
            unknown: None,
        }
    }
}

/// The state of parsing a scenario file: open headings, possible titles, table, records so far.
pub(super) struct ScenarioParser<'t> {
    pub(super) text: &'t str,
    pub(super) vocabulary: &'t Vocabulary,
    pub(super) open_headings: Vec<OpenHeading>,
    /// The first record of each name, in lower case, that must be unique in its place.
    pub(super) names: HashMap<(KindIx, RecordIx, String), Span>,
    /// The kinds of lines that are recognised wherever they are.
    pub(super) marked_kinds: Vec<KindIx>,
    /// The first words of the headings of each record: `Command A` begins only one of an army.
    pub(super) begun: HashSet<(RecordIx, String)>,
    /// The line above the first army that could be its name, and how likely that is.
    pub(super) title: Option<(Span, u8)>,
    /// The lines that turned out to be the names of records.
    pub(super) used_titles: Vec<Span>,
    /// The last line that was not used, if no record follows it.
    pub(super) last_unused: Option<Span>,
    /// The sum of all lines so far, where each line has it behind its own.
    pub(super) running_total: f64,
    /// The words of the last line of a list, which signs such as `"` below them repeat.
    pub(super) above: Vec<ScenarioToken>,
    /// The words that are the unit of costs in this list, and in no vocabulary.
    pub(super) units: HashSet<String>,
    /// The table whose rows are being parsed.
    pub(super) table: Option<ListTable>,
    /// The rows so far of a table with a column for each command.
    pub(super) rows_of_parts: PartCountTable,
    /// The byte at which the signature below the list begins.
    pub(super) signature: Option<usize>,
    pub(super) scenario: Scenario,
}

impl<'t> ScenarioParser<'t> {
    pub(super) fn new(text: &'t str, vocabulary: &'t Vocabulary, source: SourceId) -> Self {
        let kinds = vocabulary.kind_indices();
        Self {
            text,
            vocabulary,
            open_headings: Vec::new(),
            names: HashMap::new(),
            begun: HashSet::new(),
            marked_kinds: kinds
                .filter(|&kind| !vocabulary.kind(kind).mark.is_empty())
                .collect(),
            title: None,
            last_unused: None,
            used_titles: Vec::new(),
            running_total: 0.0,
            above: Vec::new(),
            units: HashSet::new(),
            table: None,
            rows_of_parts: PartCountTable::default(),
            signature: signature_start(text),
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

    /// Returns the total of a record that is written.
    pub(super) fn total_of(&self, record: RecordIx) -> Option<&Spanned<ScenarioValue>> {
        let total = self.kind_of(record).total()?;
        self.scenario.record(record).value(total)
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

    /// Returns a row of a table parsed as a record.
    pub(super) fn row_candidate(&self, row: &TableRow) -> LineCandidate<'t> {
        LineCandidate::row(self.scenario.source, self.text, self.vocabulary, row)
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

    /// Parses the lines of a text, and returns them as they were parsed: without columns and fields.
    fn parse_lines(&mut self, lines: Vec<MarkdownLine>) -> Vec<MarkdownLine> {
        let lines = self.without_long_lines(lines);
        let lines = self.with_padded_counts(lines);
        let lines = self.without_keys(lines);
        let lines = self.split_fields(self.unfold_columns(lines));
        self.learn_units(&lines);
        let mut rest = lines.as_slice();
        while let Some((line, behind)) = rest.split_first() {
            let (joined, behind) = behind.split_at(self.continuation_lines(line, behind));
            let span = joined
                .last()
                .map_or(line.span, |last| line.span.join(last.span));
            self.parse_line(MarkdownLine { span, ..*line });
            rest = behind;
        }
        lines
    }

    /// Returns how many of the lines behind a line belong to it.
    fn continuation_lines(&self, line: &MarkdownLine, behind: &[MarkdownLine]) -> usize {
        if self.is_strict() {
            // an item continues in indented lines that do not begin with a number
            let is_more = |next: &&MarkdownLine| {
                next.kind == MarkdownLineKind::Text
                    && next.indented
                    && !begins_with_number(self.text, next.span)
            };
            return match line.kind {
                MarkdownLineKind::Item => behind.iter().take_while(is_more).count(),
                _ => 0,
            };
        }
        if line.kind == MarkdownLineKind::Heading(1) {
            return 0;
        }
        let wrapped = || {
            let mut span = line.span;
            let continues = |next: &&MarkdownLine| {
                let continues = self.continues(span, next);
                span = span.join(next.span);
                continues
            };
            behind.iter().take_while(continues).count()
        };
        let found = |count: usize| Some(count).filter(|count| *count > 0);
        found(self.cells_below(line.span, behind))
            .or_else(|| found(self.number_lines_below(line, behind)))
            .or_else(|| found(self.prose_lines(line, behind)))
            .unwrap_or_else(wrapped)
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

    /// Adds a note about a line, and returns it for further changes.
    pub(super) fn note(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let found = self.report("scenario-line", span, message);
        found.severity = Severity::Note;
        found
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
            // a title of a mail with nothing below it hides nothing
            if let Some((_, warning)) = closed.unknown
                && (self.is_strict() || closed.hides_lines)
            {
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
            self.scenario.record_mut(at).insert_at = record.insert_at;
        }
        self.scenario.records.push(record);
        loop {
            let around = self.scenario.record_mut(at);
            around.end = ix.0 + 1;
            if at.0 == 0 {
                return ix;
            }
            at = around.parent;
        }
    }

    /// Parses a line to records, a heading, or values of the record that it is in.
    pub(super) fn parse_line(&mut self, line: MarkdownLine) {
        let line = MarkdownLine {
            span: self.without_outline_number(line.span),
            ..line
        };
        if self.parse_tag(line.span) || self.parse_object_line(line.span) {
            return;
        }
        if let Some(table) = &mut self.table {
            table.begin_row(self.text, line.span);
        }
        if self.report_lacking_cells(line.span) {
            return;
        }
        let table = self.table.as_ref();
        let row_of_blanks = table.is_some_and(|table| table.is_aligned());
        if let Some(row) = self.table_row(line.span) {
            if self.keep_row_of_parts(&row, line.span) {
                return;
            }
            if row_of_blanks {
                self.remember_above(&self.tokens(line.span));
            }
            return self.parse_table_row(&row, line.span);
        }
        if self.open_numbered_part(line.span) {
            return;
        }
        let tokens = self.tokens(line.span);
        self.remember_above(&tokens);
        if tokens.is_empty() || self.keep_totals_of_parts(&tokens, line.span) {
            return;
        }
        self.flush_rows_of_parts();
        if self.open_table(line.span) || self.names_only_columns(line.span, &tokens) {
            return;
        }
        let mut line = MarkdownLine {
            span: self
                .without_remark_behind_rank(line.span)
                .unwrap_or_else(|| self.without_comment(line.span)),
            ..line
        };
        let mut tokens = self.tokens(line.span);
        if let Some(summary) = self.table_summary(line.span) {
            tokens = summary;
        }
        if !self.is_strict() {
            // `+ 6 baggage`
            let joiners = tokens.iter().take_while(|token| token.is_sign(",+&"));
            tokens.drain(..joiners.count());
            self.remove_mentions(&mut tokens);
            if self.remove_item_number(line.span, &mut tokens) {
                line.kind = MarkdownLineKind::Item;
            }
            if self.parse_total_row_of_part(&tokens, line.span) {
                return;
            }
            self.remove_part_number(&mut tokens);
            self.remove_counts_of_total(&mut tokens);
            self.take_limit(&mut tokens);
            self.remove_corrected(&mut tokens);
        }
        // `2. Baggage` above indented elements of it, and `3. 12 Irr Wb(F)` below
        let is_item = line.kind == MarkdownLineKind::Item
            && self.section_item(line.span, &tokens) == Some(false);
        let is_title = tokens.len() == 1 && self.is_outline_title(line.span);
        if tokens.is_empty() || is_item || is_title && self.names_lone_troops(&tokens) {
            return;
        }
        if self.remove_asides(&mut tokens)
            || self.parse_row_of_numbers(line.span)
            || self.parse_row_of_amounts(line.span)
            || self.set_total_of_numbered_part(&tokens, line.span)
        {
            return;
        }
        let line = self.without_name_key(line, &mut tokens);
        let total_of = self.part_behind_total(&tokens);
        if let Some(record) = total_of.or_else(|| self.described_record(&tokens, false))
            && self.parse_total_row(record, line.span)
        {
            return;
        }
        let later = match self.names_troops(&tokens) {
            true => {
                let mut later = self.later_headings(&tokens);
                let tail = self.final_sentence(&tokens);
                later.extend(tail.filter(|tail| later.last() < Some(tail)));
                let lead = self.title_length(&tokens);
                let lead = lead.or_else(|| self.first_sentence(&tokens));
                later.splice(
                    0..0,
                    lead.filter(|lead| later.first().is_none_or(|at| lead < at)),
                );
                later
            }
            false => Vec::new(),
        };
        if later.is_empty() {
            return self.parse_tokens(line, &tokens);
        }
        let starts = std::iter::once(0).chain(later.iter().copied());
        let ends = later.iter().copied().chain([tokens.len()]);
        for (from, to) in starts.zip(ends) {
            let own = &tokens[from..to];
            let slashes = own.iter().rev().take_while(|token| token.is_sign("/"));
            let own = &own[..own.len() - slashes.count()];
            self.parse_tokens(self.item_of(own), own);
        }
    }

    /// Returns `name: Khagan Bek` within an army as the name alone: it is that of what follows.
    fn without_name_key(
        &self,
        line: MarkdownLine,
        tokens: &mut Vec<ScenarioToken>,
    ) -> MarkdownLine {
        let is_key = matches!(&tokens[..], [key, colon, _, ..]
            if colon.is_sign(":") && key.is_one_of(&shared_words().names));
        let is_within = self.is_army_open();
        if self.is_strict() || !is_key || !is_within {
            return line;
        }
        tokens.drain(..2);
        MarkdownLine {
            span: Span::new(tokens[0].span.start(), line.span.end()),
            ..line
        }
    }

    /// Parses a line that is no row of a table, or the part of one that begins with a heading.
    fn parse_tokens(&mut self, line: MarkdownLine, tokens: &[ScenarioToken]) {
        if line.kind == MarkdownLineKind::Text && self.names_arm(line.span, tokens) {
            return;
        }
        let is_marked = self.names_troops(tokens);
        let level = self.heading_level(line, tokens);
        match level {
            Some(level) if !is_marked => return self.parse_heading(level, line.span, tokens),
            None if !is_marked => return self.parse_body(line, tokens),
            _ => {}
        }
        let Some(length) = self.inline_heading_length(tokens) else {
            return self.parse_body(line, tokens);
        };
        let (heading, rest) = tokens.split_at(length);
        let rest = &rest[rest.iter().take_while(|token| token.is_sign(":")).count()..];
        let span = Span::new(line.span.start(), heading[length - 1].span.end());
        // the rows of a table may repeat it
        let is_open = self.open_headings.last().is_some_and(|open| {
            let own = self.scenario.record(open.record).span;
            !own.is_empty() && own.of(self.text) == span.of(self.text)
        });
        if !is_open {
            let heading = without_verb(heading);
            let level = level.or_else(|| self.plain_heading_level(&heading));
            self.parse_heading(level.unwrap_or(1), span, &heading);
        }
        self.parse_body(self.item_of(rest), rest);
    }

    /// Returns the line of an item that consists of some tokens.
    pub(super) fn item_of(&self, tokens: &[ScenarioToken]) -> MarkdownLine {
        text_line(span_of(tokens).unwrap_or_default())
    }

    pub(super) fn parse_table_row(&mut self, row: &TableRow, span: Span) {
        self.open_around_row(row);
        let best = self.row_candidate(row);
        self.open_for(&best, span);
        self.add_line(best, span);
    }

    /// Returns the lines below `span`, without the blanks around them.
    pub(super) fn trimmed_lines_below(&self, span: Span) -> impl Iterator<Item = Span> + '_ {
        let mut at = self.next_line(span);
        self.text[at..].split_inclusive('\n').map(move |line| {
            let start = at + line.len() - line.trim_start().len();
            at += line.len();
            Span::new(start, start + line.trim().len())
        })
    }

    /// Returns the byte at which the line after `span` begins.
    pub(super) fn next_line(&self, span: Span) -> usize {
        self.text[span.end()..]
            .find('\n')
            .map_or(self.text.len(), |end| span.end() + end + 1)
    }

    /// Warns if nothing was understood in a file that is not empty, or no troops in a list: without
    /// diagnostics it would seem correct.
    fn warn_if_nothing_read(&mut self, first: Option<&MarkdownLine>) {
        let is_silent = self.scenario.diagnostics.is_empty();
        let nothing = self.has_no_records() && self.scenario.records[0].values.is_empty();
        let mut records = self.scenario.records.iter();
        let has_lines = records.any(|record| self.marked_kinds.contains(&record.kind));
        let no_lines = !self.is_strict() && !self.marked_kinds.is_empty() && !has_lines;
        let Some(first) = first.filter(|_| is_silent && (nothing || no_lines)) else {
            return;
        };
        let troops = self.marked_kinds.first().filter(|_| !self.is_strict());
        let troops = troops.map(|&kind| &self.vocabulary.kind(kind).plural);
        let (message, help) = match (troops, nothing) {
            (Some(troops), true) => (
                format!("not an army list: no {troops} were found in it"),
                format!("write one kind of {troops} on each line, with their number; "),
            ),
            (Some(troops), false) => (format!("no {troops} are read in this file"), String::new()),
            (None, _) => (
                "nothing in this file is used: it has no known heading".to_owned(),
                String::new(),
            ),
        };
        let help = help + &self.headings_help();
        let diagnostic = self.report("scenario-heading", first.span, message);
        diagnostic.severity = Severity::Warning;
        diagnostic.help = Some(help);
    }

    /// Returns whether no record was read so far.
    pub(super) fn has_no_records(&self) -> bool {
        self.scenario.records.len() == 1
    }

    /// Returns whether the file has front matter: then each list item is meant as a record.
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
