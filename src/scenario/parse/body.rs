//! Parses lines that are not headings: to records, or to values of the record around them.

use super::{
    line::{LineCandidate, entry_starts, expand_joined_words, find_marks},
    misread_lines::HELP_NUMBER,
    parser::ScenarioParser,
    statement_line::lone_number,
};
use crate::{
    diagnostic::{Fix, Severity},
    scenario::{
        record::RecordIx,
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind},
        value::{ScenarioValue, number_value},
        vocabulary::{KindIx, ROOT, RecordKind, match_phrase},
    },
    syntax::{MarkdownLine, MarkdownLineKind},
    text::{
        Span, Spanned,
        near::{distance, nearest},
    },
};
use std::ops::Range;

impl<'t> ScenarioParser<'t> {
    /// Parses a line that is no heading to records, or to values of the record that it is in.
    pub(super) fn parse_body(&mut self, line: MarkdownLine, tokens: &[ScenarioToken]) {
        let kind = self.troop_kind(tokens);
        let expanded = kind.and_then(|kind| expand_joined_words(kind, self.text, tokens));
        let tokens = expanded.as_deref().unwrap_or(tokens);
        let added = kind.and_then(|_| without_addends(tokens));
        let tokens = added.as_deref().unwrap_or(tokens);
        let unlabelled = kind.and_then(|kind| self.without_amount_in_label(kind, tokens));
        let tokens = unlabelled.as_deref().unwrap_or(tokens);
        let moved = self.with_rank_at_leader(tokens);
        let tokens = moved.as_deref().unwrap_or(tokens);
        if self.correct_record(line.span, tokens) {
            return;
        }
        let parts = self.split_entries(tokens);
        match &parts[..] {
            [] => self.parse_part(line, tokens),
            parts if self.note_repeats(line.span, tokens, parts) => {}
            parts => {
                self.open_for_leader(parts, tokens);
                for part in parts {
                    let tokens = &tokens[part.clone()];
                    self.parse_part(self.item_of(tokens), tokens);
                }
            }
        }
    }

    /// Returns the tokens of a line of troops without an amount in the label of a part in front of them:
    /// `Corps de l'émir (143 points) : général en chef, 1 Cv(S) à 19 points`. None if there is none.
    fn without_amount_in_label(
        &self,
        kind: &RecordKind,
        tokens: &[ScenarioToken],
    ) -> Option<Vec<ScenarioToken>> {
        let colon = tokens.iter().position(|token| token.is_sign(":"))?;
        let (label, rest) = tokens.split_at(colon);
        let at = label.iter().position(ScenarioToken::is_number)?;
        let is_in_brackets = at > 0 && self.gap_before(tokens, at).contains(['(', '[']);
        let ends = at + 1 + kind.unit_length(&label[at + 1..], |_| true)? == colon;
        let is_part = is_in_brackets
            && ends
            && !self.is_strict()
            && !self.names_troops(label)
            && self.begins_with_rank_word(rest);
        is_part.then(|| [&label[..at], rest].concat())
    }

    /// Returns the parts of a line that are records of their own: `12 Irr Wb(S), 4 Irr Cv(O)`.
    /// None if the line is one record at most.
    fn split_entries(&self, tokens: &[ScenarioToken]) -> Vec<Range<usize>> {
        let Some(kind) = self.troop_kind(tokens) else {
            return Vec::new();
        };
        let mut starts = entry_starts(kind, self.text, tokens);
        self.add_ungraded(kind, tokens, &mut starts);
        if let [start] = starts[..] {
            return self.split_from_total(kind, tokens, start);
        }
        if starts.is_empty() {
            return Vec::new();
        }
        let end = self.sum_of_entries(kind, tokens, &starts);
        let starts = self.with_sentences(kind, tokens, &starts);
        let ends = starts.iter().skip(1).copied().chain([end]);
        let parts = starts.iter().zip(ends);
        let mut parts: Vec<Range<usize>> = parts.map(|(&from, to)| from..to).collect();
        parts[0].start = 0;
        // `122+108+120=350, EE 26+22+30=78`, `= 106 (ee 12)`
        let is_comma = |at: usize| tokens[at].is_sign(",");
        let is_bracket = |at: usize| self.gap_before(tokens, at).contains(['(', '[', ';']);
        let mut from = end;
        while from < tokens.len() {
            let sum = (from..tokens.len())
                .find(|&at| tokens[at].is_sign("="))
                .unwrap_or(tokens.len());
            let to = (sum + 1..tokens.len())
                .find(|&at| is_comma(at) || is_bracket(at))
                .unwrap_or(tokens.len());
            parts.push(from..to);
            from = to + usize::from(to < tokens.len() && is_comma(to));
        }
        parts
    }

    /// Returns the two parts of a line with a total and a mark by itself behind it: `Total 340 AP and 87 EE;
    /// 6 baggage`. None if there is no total.
    fn split_from_total(
        &self,
        kind: &RecordKind,
        tokens: &[ScenarioToken],
        start: usize,
    ) -> Vec<Range<usize>> {
        let (total, record) = tokens.split_at(start);
        let is_lone = find_marks(kind, record)
            .iter()
            .all(|mark| kind.begins_lone_mark(&record[mark.start..]));
        let is_total =
            || total.iter().any(ScenarioToken::is_number) && self.describes_open_record(total);
        if self.is_strict() || !is_lone || !is_total() {
            return Vec::new();
        }
        vec![0..start, start..tokens.len()]
    }

    /// Adds the records of a line that name a number of troops, and nothing else that marks them: `12 Irr
    /// Wb(S) plus 8 skirmishers`.
    fn add_ungraded(&self, kind: &RecordKind, tokens: &[ScenarioToken], starts: &mut Vec<usize>) {
        if self.is_strict() {
            return;
        }
        let marks = find_marks(kind, tokens);
        let begins = |at: usize| {
            let is_number = tokens[at].number().is_some_and(|own| own.fract() == 0.0);
            let before = &tokens[at - 1];
            let is_joined = before.is_sign("+&") || before.is_one_of(&shared_words().conjunctions);
            let length = kind.graded_type_length(&tokens[at + 1..])?;
            let is_marked = marks
                .iter()
                .any(|mark| mark.start <= at + length && mark.end > at);
            (is_number && is_joined && !is_marked).then_some(at)
        };
        let from = marks.first().map_or(tokens.len(), |mark| mark.end).max(1);
        let more = (from..tokens.len()).filter_map(begins);
        let more: Vec<usize> = more.filter(|at| !starts.contains(at)).collect();
        if let (false, Some(mark)) = (more.is_empty(), marks.first()) {
            if starts.iter().all(|own| *own > mark.start) {
                starts.push(0);
            }
            starts.extend(more);
            starts.sort_unstable();
        }
    }

    /// Returns the tokens at which the parts of a line begin: where a sentence ends between two records,
    /// the words behind it belong to the second one: `8 Irr Bd(O). Wenlock had 3 Irr Kn(O)`.
    fn with_sentences(
        &self,
        kind: &RecordKind,
        tokens: &[ScenarioToken],
        starts: &[usize],
    ) -> Vec<usize> {
        let marks = find_marks(kind, tokens);
        let mut out = vec![starts[0]];
        for pair in starts.windows(2) {
            let mark = marks.iter().find(|mark| mark.end > pair[0]);
            let from = mark.map_or(pair[1], |mark| mark.end);
            let sentences = (from.max(1)..=pair[1])
                .filter(|&at| self.ends_sentence(&tokens[at - 1], &tokens[at]));
            let known = out.len();
            out.extend(sentences);
            if out.len() == known {
                out.push(pair[1]);
            }
        }
        out
    }

    /// Returns the number of a line that has only that behind the words of a heading like that of a
    /// record, and is none: `Cmd 134`.
    fn numbered_heading(
        &self,
        record: RecordIx,
        tokens: &[ScenarioToken],
    ) -> Option<Spanned<ScenarioValue>> {
        let (last, words) = tokens.split_last().filter(|(_, words)| !words.is_empty())?;
        let number = last.number()?;
        let mut headings = self.kind_of(record).headings.iter();
        let is_heading =
            headings.any(|heading| match_phrase(words, &heading.words) == Some(words.len()));
        is_heading.then(|| number_value(number, last.span))
    }

    fn parse_part(&mut self, line: MarkdownLine, tokens: &[ScenarioToken]) {
        if tokens.is_empty() {
            return;
        }
        if !self.is_strict()
            && let Some((property, value)) = self.value_of_section(tokens)
            && let Some(open) = self.open_headings.last_mut()
        {
            open.sets.retain(|(own, _)| *own != property);
            open.sets.push((property, value));
            return;
        }
        let is_line = !self.is_strict() && self.names_troops(tokens);
        if let Some(record) = self.described_record(tokens, true).filter(|_| !is_line) {
            return self.parse_record_line(record, line.span, tokens);
        }
        let marked = self.marked_kind(tokens);
        let marked = marked.map(|kind| self.candidate(kind, line.span, tokens));
        if marked
            .as_ref()
            .is_some_and(|own| self.note_general_below(own, line, tokens))
        {
            return;
        }
        // in a file with front matter, each item is meant as a record
        let is_strict = self.is_strict();
        let is_list_item = line.kind == MarkdownLineKind::Item;
        let is_item = is_list_item && is_strict;
        let is_sentence = self.is_sentence_of_item(line.span, tokens);
        let is_meant = |best: &LineCandidate<'_>| {
            let begins = is_list_item
                || matches!(
                    tokens[0].kind,
                    ScenarioTokenKind::Number(_)
                        | ScenarioTokenKind::NonAsciiDigits(_)
                        | ScenarioTokenKind::Sign('-')
                );
            match (is_strict, is_list_item) {
                (true, _) => begins && best.is_meant(),
                (false, true) => best.is_meant() && !is_sentence || best.is_meant_in_prose(tokens),
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
            let is_hidden = self.is_strict() || self.names_troops(tokens);
            if let Some(open) = self.open_headings.last_mut() {
                open.hides_lines |= is_hidden;
            }
            self.remember_unused(line.span);
            return;
        }
        if let Some(described) = self.described_record(tokens, false) {
            return self.parse_record_line(described, line.span, tokens);
        }
        if !self.is_strict() {
            let number = lone_number(tokens)
                .filter(|number| !self.is_below_total(&number.value))
                .or_else(|| self.numbered_heading(record, tokens))
                .or_else(|| self.sum_in_words(record, tokens));
            if let Some((number, total)) = number.zip(self.kind_of(record).total()) {
                return self.set_of_record(record, total, &number);
            }
            if self.is_statement(record, line.span, tokens) {
                return self.parse_record_line(record, line.span, tokens);
            }
        }
        let mut best: Option<LineCandidate<'_>> = None;
        for &kind in &lines {
            let parsed = self.candidate(kind, line.span, tokens);
            if best.as_ref().is_none_or(|best| parsed.is_better_than(best)) {
                best = Some(parsed);
            }
        }
        let implied = self.implied_kind().filter(|&kind| !self.is_open(kind));
        // `1) BATU` is a part of the army
        let is_part = is_list_item || self.begins_with_rank_word(tokens);
        if best.is_none() && implied.is_some() && !is_part {
            self.remember_title(line.span, false);
        }
        if best.is_none() && record == RecordIx(0) {
            self.remember_unused(line.span);
            return self.warn_stray_line(line.span, tokens);
        }
        // `24 pikes good, 20 pikes bad` below the list of a forum
        let best = best.filter(|_| !self.is_in_signature(line.span));
        match best.filter(|best| is_item || is_meant(best)) {
            Some(best) => self.add_line(best, line.span),
            None => self.note_unused_line(line.span, tokens),
        }
    }

    /// Returns whether an item of a list is a whole sentence, and no line with troops: `Command 2 goes
    /// on a flank march 1 game in 3.`, `[x] I have read the 12 rules of conduct`.
    fn is_sentence_of_item(&self, span: Span, tokens: &[ScenarioToken]) -> bool {
        const MIN_WORDS: usize = 6;
        let begins_with_word = tokens[0].is_word();
        let ends = self.text[span.end()..].starts_with('.') || span.of(self.text).ends_with('.');
        let mut kinds = self.marked_kinds.iter();
        begins_with_word
            && (ends && tokens.len() >= MIN_WORDS
                || kinds.any(|&kind| self.has_prose(kind, tokens)))
            && !self.names_troops(tokens)
    }

    fn takes_lines_of(&self, kind: KindIx) -> bool {
        let last = self.open_headings.last();
        last.is_some_and(|open| open.is_known && open.lines.contains(&kind))
    }

    /// Opens the record that a marked line belongs in, where no known heading did.
    pub(super) fn open_for(&mut self, line: &LineCandidate<'_>, span: Span) {
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
            let begun = self.part_of_rows(line.kind);
            match begun {
                // `### Infantry` within a command
                Some(kind) if self.is_open(kind) => self.last_unused = Some(heading),
                Some(kind) if self.is_open(implied) => {
                    self.last_unused = None;
                    self.open_implied(kind, Some(heading), span);
                }
                _ if !self.is_open(implied) => {
                    let title = self.title.take().map_or(heading, |(title, _)| title);
                    self.open_implied(implied, Some(title), title);
                    if let Some(kind) = begun.filter(|_| title != heading) {
                        self.last_unused = None;
                        self.open_implied(kind, Some(heading), span);
                    }
                }
                _ => {}
            }
        } else if self.open_headings.is_empty() {
            let title = self.title.take();
            let title = title.filter(|(title, rank)| !self.is_title_of_part(*title, *rank));
            let title = title.map(|(title, _)| title);
            if title == self.last_unused {
                self.last_unused = None;
            }
            self.open_implied(implied, title, title.unwrap_or(span));
        }
        self.open_next_list(line, span);
        if self.takes_lines_of(line.kind) {
            self.open_titled(line, span);
            self.begin_around(line, span);
        }
    }

    /// Adds the record of a line to the innermost open record.
    pub(super) fn add_line(&mut self, mut best: LineCandidate<'_>, span: Span) {
        self.rank_by_title(&mut best);
        self.rank_of_one_among(&mut best, span);
        self.running_total = best.without_running_total(self.running_total);
        let (record, sets) = match self.open_headings.last() {
            Some(open) => (open.record, open.sets.clone()),
            None => (RecordIx(0), Vec::new()),
        };
        let kind = self.vocabulary.kind(best.kind);
        for (property, value) in sets {
            if !best.has(property) && kind.properties.contains_key(&property) {
                best.values.push((property, Spanned::new(value, span)));
            }
        }
        let missing = kind.needs.iter().find(|(property, _)| !best.has(*property));
        if let Some((_, words)) = missing.filter(|_| best.diagnostics.is_empty()) {
            best.report("scenario-line", span, words.clone());
        }
        let record = match self.is_of_whole(&best, span) {
            true => self.scenario.record(record).parent,
            false => record,
        };
        if let Some(general) = best.split_beginning() {
            self.add_record(general, record, 0, span);
        }
        self.add_record(best, record, 0, span);
    }

    /// Returns whether a line below the last part of an army is of the army as a whole: baggage and
    /// fortifications below an empty line, a total, or another such line.
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
        if last.level == 0 && last.parent == own.parent {
            return true;
        }
        let ends = own.values.iter().map(|(_, value)| value.span.end());
        let last = ends.fold(last.span.end(), usize::max);
        let gap = self.text.get(last..span.start()).unwrap_or_default();
        gap.lines().skip(1).any(|line| {
            !line.contains(char::is_alphanumeric) && line.trim_start_matches(['>', ' ']).is_empty()
        }) && gap.matches('\n').count() > 1
            || gap.contains("---")
            || self
                .total_of(open.record)
                .is_some_and(|total| total.span.start() > own.span.end())
    }

    /// Notes that a line names something that could be a record, and is none.
    fn note_unused_line(&mut self, span: Span, tokens: &[ScenarioToken]) {
        let is_signature = self.is_in_signature(span);
        if self.set_sum_of_parts(tokens) || !is_signature && self.add_unread(span, tokens) {
            return;
        }
        self.remember_unused(span);
        if self.report_misspelt_key(tokens) {
            return;
        }
        if !self.is_strict() && self.names_troops(tokens) {
            let message = "this line is not used: it names troops, but not how many";
            self.note(span, message).help = Some(HELP_NUMBER.to_owned());
        } else {
            self.note_numbered_types(span, tokens);
        }
    }

    /// Reports a line that is a value of the open record except for a letter of its key: `pilot: 1` for
    /// `pilots: 1`. Returns whether it is one.
    fn report_misspelt_key(&mut self, tokens: &[ScenarioToken]) -> bool {
        const SHORTEST: usize = 4;
        let [first, second, ..] = tokens else {
            return false;
        };
        let word = first.word().unwrap_or_default();
        if !second.is_sign(":") || word.len() < SHORTEST {
            return false;
        }
        let kind = self.kind_of(self.open_record());
        let keys = kind.phrases.iter().filter(|(_, meaning)| meaning.is_key());
        let mut keys: Vec<String> = keys.map(|(words, _)| words.join(" ")).collect();
        keys.sort_unstable();
        let near = nearest(word, keys.iter().map(String::as_str));
        let Some(near) = near.filter(|near| distance(word, near) == 1) else {
            return false;
        };
        let message = format!("this line is not used: a {} has no `{word}`", kind.name);
        let at = first.span;
        let found = self.report("scenario-word", at, message);
        found.severity = Severity::Warning;
        found.help = Some(format!("did you mean `{near}`?"));
        let fix = Fix::new(format!("write `{near}`"), found.at, near);
        found.fixes.push(fix);
        true
    }
}

/// Returns the tokens of a line of troops without the two numbers of a sum in front of it: of `1 Cv(O), 7 +
/// 5 = 12` the 12 is what the element costs. None if there is no such sum.
fn without_addends(tokens: &[ScenarioToken]) -> Option<Vec<ScenarioToken>> {
    let at = tokens.windows(5).position(|own| {
        let numbers = [0, 2, 4].map(|at: usize| own[at].number());
        let is_sum = matches!(numbers, [Some(one), Some(other), Some(sum)] if (one + other - sum).abs() < 0.01);
        is_sum && own[1].is_sign("+") && own[3].is_sign("=")
    })?;
    Some([&tokens[..at], &tokens[at + 3..]].concat())
}
