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
        vocabulary::{KindIx, OpeningLinePattern, match_phrase},
    },
    text::Span,
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
        let last = parts
            .last()
            .copied()
            .filter(|&part| self.is_empty_part(part));
        let Some(part) = last else {
            // `ROMANS` above the line of a general, or above his name
            let Some(name) = self.last_unused.filter(|_| parts.len() > 1) else {
                return;
            };
            let own = Some(name).filter(|name| self.is_short_title(*name, false));
            let has_baggage = || self.has_baggage(army) && self.has_baggage_below(span);
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
            level,
            record: ix,
            lines,
            sets: heading.map(|own| own.sets).unwrap_or_default(),
            is_known: true,
            is_implied: false,
            hides_lines: false,
            unknown: None,
        });
    }

    /// Returns the open army that has a general of the first rank, and the kind of its parts, if a line is
    /// that of another such general.
    fn complete_army(&self, line: &LineCandidate<'_>) -> Option<(RecordIx, KindIx)> {
        let kinds = self.vocabulary.kinds.iter().enumerate();
        let (at, begins) = kinds
            .filter(|(_, kind)| kind.lines.contains(&line.kind))
            .find_map(|(at, kind)| Some((at, kind.begins_with.as_ref()?)))?;
        let is_first = |value: &ScenarioValue| begins.rank_of(value) == Some(0);
        let mut values = line.values.iter();
        values.find(|(property, value)| *property == begins.property && is_first(&value.value))?;
        let open = self.open_headings.last()?.record;
        let mut around = self.scenario.ancestors(open);
        let army = around.find(|&at| Some(self.scenario.record(at).kind) == self.implied_kind())?;
        self.has_first(army, begins)
            .then_some((army, KindIx(at as u16)))
    }

    /// Returns whether a line of an army has the first rank.
    fn has_first(&self, army: RecordIx, begins: &OpeningLinePattern) -> bool {
        let mut lines = self.scenario.descendants(army).map(RecordIx);
        lines.any(|at| {
            let value = self.scenario.record(at).value(begins.property);
            value.is_some_and(|value| begins.rank_of(&value.value) == Some(0))
        })
    }

    /// Returns the parts of an army so far.
    fn parts_in(&self, army: RecordIx) -> Vec<RecordIx> {
        let inside = self.scenario.descendants(army).map(RecordIx);
        inside
            .filter(|&at| {
                let own = self.scenario.record(at);
                own.parent == army && own.level > 0
            })
            .collect()
    }

    /// Returns whether a part is open, the last record, and has no lines yet.
    fn is_empty_part(&self, part: RecordIx) -> bool {
        let is_last = part.0 as usize + 1 == self.scenario.records.len();
        is_last
            && self
                .open_headings
                .last()
                .is_some_and(|open| open.record == part)
    }

    /// Returns the number in the name of a part: that of `Command 1: Scipio`, or `1st`.
    fn key_of_part(&self, tokens: &[ScenarioToken]) -> Option<String> {
        if let Some(part) = self.numbered_part(tokens) {
            return Some(tokens[part.end - 1].span.of(self.text).to_owned());
        }
        // `Command B: Scipio`
        let mut kinds = self.vocabulary.kinds.iter();
        let headings = &kinds.find(|kind| kind.begins_with.is_some())?.headings;
        let words = headings
            .iter()
            .filter_map(|own| match_phrase(tokens, &own.words));
        let letter = words.max().and_then(|length| tokens.get(length));
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
        let total = |at: RecordIx| {
            let own = self.scenario.record(at);
            let amounts = self.vocabulary.kind(own.kind).amounts;
            amounts.is_some_and(|amounts| own.value(amounts.all).is_some())
        };
        let [before @ .., last] = parts else {
            return false;
        };
        let is_of_all = !before.is_empty() && !before.iter().any(|&part| total(part));
        total(army) || is_of_all && total(*last)
    }

    fn has_baggage(&self, army: RecordIx) -> bool {
        let mut lines = self.scenario.descendants(army).map(RecordIx);
        lines.any(|at| self.is_lone_line(at))
    }

    /// Returns whether a line below counts what a word such as `baggage` marks.
    fn has_baggage_below(&self, span: Span) -> bool {
        let Some(&kind) = self.marked_kinds.first() else {
            return false;
        };
        let lines = text_lines(self.text, self.next_line(span));
        lines.iter().any(|line| {
            let tokens = self.tokens(line.span);
            let source = self.scenario.source;
            let line =
                LineCandidate::new(source, self.text, self.vocabulary, kind, line.span, &tokens);
            line.is_marked && line.is_whole() && line.is_of_whole()
        })
    }

    /// Returns the line above the name of a part that is the title of the next army: nothing but a text was
    /// read from it, which is removed.
    fn title_above_name(&mut self, army: RecordIx, name: Span) -> Option<Span> {
        let from = self.text[..name.start()].rfind('\n')?;
        let above = self.text[..from].trim_end();
        let start = above.rfind('\n').map_or(0, |end| end + 1);
        let line = Span::new(start, above.len());
        let records = self.scenario.records.iter().skip(1);
        let last = records.map(|own| own.span.end()).max()?;
        let values = self.scenario.records.iter().flat_map(|own| &own.values);
        let mut read = values.filter(|(_, own)| !matches!(own.value, ScenarioValue::Text(_)));
        let is_title = line.start() >= last
            && !read.any(|(_, own)| line.touches(own.span.start()))
            && self.is_short_title(line, false);
        let values = &mut self.scenario.records[army.0 as usize].values;
        values.retain(|(_, own)| !is_title || !line.touches(own.span.start()));
        is_title.then_some(line)
    }
}
