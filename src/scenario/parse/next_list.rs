//! Opens the next army of a file where no heading does: at its general, once the list before has a
//! C-in-C and is complete.

use super::{
    line::LineCandidate,
    parser::{OpenHeading, ScenarioParser},
    text_lines,
};
use crate::{
    scenario::{
        record::{Record, RecordIx},
        shared_words::shared_words,
        token::ScenarioToken,
        value::ScenarioValue,
        vocabulary::KindIx,
    },
    text::{Span, Spanned},
};

impl ScenarioParser<'_> {
    /// Opens the next army at the line of its C-in-C, if the one before has a C-in-C and seems to be
    /// complete: its first part is named again, or below a title its total or baggage is known already.
    pub(super) fn open_next_list(&mut self, line: &LineCandidate<'_>, span: Span) {
        let Some((army, part_kind)) = self.complete_army(line).filter(|_| !self.is_strict()) else {
            return;
        };
        let kind = self.scenario.record(army).kind;
        let parts = self.parts_in(army);
        let last = parts.last().copied();
        let Some(part) = last.filter(|&part| self.is_empty_part(part)) else {
            // `ROMANS` above the line of a general, or above his name
            let Some(name) = self.last_unused.filter(|_| parts.len() > 1) else {
                return;
            };
            let own = Some(name).filter(|name| self.is_short_title(*name, false));
            let has_baggage = || {
                let mut lines = self.scenario.descendants(army);
                lines.any(|at| self.is_lone_line(at)) && self.has_baggage_below(span)
            };
            if !self.has_total(army, &parts) && !has_baggage() {
                return;
            }
            let above = self.title_above_name(army, name);
            if let Some(title) = above.or(own) {
                self.last_unused = above.map(|_| name);
                self.close_headings(0);
                self.open_implied(kind, Some(title), title);
            }
            return;
        };
        let key = |parser: &Self, part: RecordIx| {
            parser.key_of_part(&parser.tokens(parser.scenario.record(part).span))
        };
        let own = key(self, part);
        if own.is_none() || parts.len() < 2 || key(self, parts[0]) != own {
            return;
        }
        let record = self.scenario.record(part).clone();
        let heading = self.open_headings.pop();
        self.remove_record(part);
        let title = self.title_above_name(army, record.span);
        self.close_headings(0);
        let army = self.open_implied(kind, title, title.unwrap_or(record.span));
        let level = record.level.max(2);
        if let Some(open) = self.open_headings.last_mut() {
            open.level = level - 1;
        }
        let end = self.scenario.records.len() as u32 + 1;
        let record = Record {
            parent: army,
            level,
            end,
            ..record
        };
        let ix = self.push_record(record);
        let lines = self.vocabulary.kind(part_kind).lines.clone();
        self.open_headings.push(OpenHeading {
            sets: heading.map(|own| own.sets).unwrap_or_default(),
            ..OpenHeading::new(level, ix, lines)
        });
    }

    /// Returns the open army that has a general of the first rank, and the kind of its parts, if a line is
    /// that of another such general.
    fn complete_army(&self, line: &LineCandidate<'_>) -> Option<(RecordIx, KindIx)> {
        let part = self.part_of_rows(line.kind)?;
        let begins = self.vocabulary.kind(part).begins_with.as_ref()?;
        let is_first = |value: &Spanned<ScenarioValue>| begins.rank_of(&value.value) == Some(0);
        line.value(begins.property)
            .filter(|value| is_first(value))?;
        let army = self.open_army()?;
        let lines = self.scenario.descendants(army);
        let mut ranks = lines.filter_map(|at| self.scenario.record(at).value(begins.property));
        ranks.any(is_first).then_some((army, part))
    }

    /// Returns the parts of an army so far.
    pub(super) fn parts_in(&self, army: RecordIx) -> Vec<RecordIx> {
        let inside = self.scenario.children(army);
        let parts = inside.filter(|&at| self.scenario.record(at).level > 0);
        parts.collect()
    }

    /// Returns whether a part is open, the last record, and has no lines yet.
    fn is_empty_part(&self, part: RecordIx) -> bool {
        let is_last = part.0 as usize + 1 == self.scenario.records.len();
        is_last && self.open_record() == part
    }

    /// Returns the number in the name of a part: that of `Command 1: Scipio`, or `1st`.
    fn key_of_part(&self, tokens: &[ScenarioToken]) -> Option<String> {
        if let Some(part) = self.numbered_part(tokens) {
            return Some(tokens[part.end - 1].span.of(self.text).to_owned());
        }
        // `Command B: Scipio`
        let (_, kind) = self.vocabulary.part_kinds().next()?;
        let length = kind.heading_length(tokens);
        let letter = length.and_then(|length| tokens.get(length));
        let letter = letter.map(|token| token.span.of(self.text));
        if let Some(letter) = letter.filter(|own| own.chars().count() == 1) {
            return Some(letter.to_owned());
        }
        let first = tokens.first()?;
        let word = first.span.of(self.text).to_lowercase();
        let is_ordinal = first.is_one_of(&shared_words().ordinals);
        (is_ordinal || word.starts_with(|c: char| c.is_ascii_digit())).then_some(word)
    }

    /// Returns whether an army has its total: below its last part, while the parts before have none, or
    /// above the parts' own.
    fn has_total(&self, army: RecordIx, parts: &[RecordIx]) -> bool {
        let total = |at: RecordIx| self.total_of(at).is_some();
        let [before @ .., last] = parts else {
            return false;
        };
        let is_of_all = !before.is_empty() && !before.iter().any(|&part| total(part));
        total(army) || is_of_all && total(*last)
    }

    /// Returns whether a line below counts what a word such as `baggage` marks.
    fn has_baggage_below(&self, span: Span) -> bool {
        let Some(&kind) = self.marked_kinds.first() else {
            return false;
        };
        let lines = text_lines(self.text, self.next_line(span));
        lines.iter().any(|line| {
            let tokens = self.tokens(line.span);
            let line = self.candidate(kind, line.span, &tokens);
            line.is_marked && line.is_whole() && line.is_of_whole()
        })
    }

    /// Returns the line above the name of a part that is the title of the next army: nothing but a text was
    /// read from it, which is removed.
    fn title_above_name(&mut self, army: RecordIx, name: Span) -> Option<Span> {
        let (above, _) = self.text[..name.start()].rsplit_once('\n')?;
        let end = above.trim_end().len();
        let line = Span::new(self.line_start(Span::new(end, end)), end);
        let records = self.scenario.records.iter().skip(1);
        let last = records.map(|own| own.span.end()).max()?;
        let values = self.scenario.records.iter().flat_map(|own| &own.values);
        let mut read = values.filter(|(_, own)| !matches!(own.value, ScenarioValue::Text(_)));
        let is_title = line.start() >= last
            && !read.any(|(_, own)| line.touches(own.span.start()))
            && self.is_short_title(line, false);
        let values = &mut self.scenario.record_mut(army).values;
        values.retain(|(_, own)| !is_title || !line.touches(own.span.start()));
        is_title.then_some(line)
    }
}
