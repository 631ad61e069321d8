//! Recognises the headings of a scenario, and opens the record or section that each begins.

use super::{
    heading_words::{MAX_NAME_WORDS, is_heading_end, is_heading_rest, is_name, ordinal_length},
    parser::{OpenHeading, ScenarioParser},
};
use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity},
    scenario::{
        record::{Record, RecordIx, next_line},
        token::{ScenarioToken, ScenarioTokenKind},
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ROOT, ScenarioHeadingMatch},
    },
    syntax::{MarkdownLine, MarkdownLineKind},
    text::{
        Span, Spanned,
        near::{distance, nearest},
    },
};
use std::sync::Arc;

impl<'t> ScenarioParser<'t> {
    /// Returns the level of a line that is a heading: a Markdown heading, or a line of text with the words
    /// of one.
    pub(super) fn heading_level(&self, line: MarkdownLine, tokens: &[ScenarioToken]) -> Option<u8> {
        match line.kind {
            MarkdownLineKind::Heading(level) => Some(level),
            MarkdownLineKind::Item => None,
            MarkdownLineKind::Text => self.plain_heading_level(tokens),
        }
    }

    /// Returns the level of a line in plain text that is a heading by its words: the words of a
    /// heading, perhaps a number, and then nothing or a name. The level is one below the innermost
    /// open heading that the record may be in.
    pub(super) fn plain_heading_level(&self, tokens: &[ScenarioToken]) -> Option<u8> {
        let vocabulary = self.vocabulary;
        let found = self.find_heading(tokens, true)?;
        let kind = found.kind.map(|kind| vocabulary.kind(kind));
        // `commands:` is what several are below
        let is_plural = kind.is_some_and(|kind| {
            tokens[0].word() == Some(&kind.plural)
                && !found.heading.words.contains(&kind.plural.to_string())
                && tokens[1..].iter().all(|token| token.is_sign(":"))
        });
        if is_plural {
            return None;
        }
        // `Army: Viking` is no total
        let is_named = kind.is_some_and(|kind| kind.implied)
            && matches!(tokens, [_, colon, word, ..] if colon.is_sign(":") && word.is_word());
        if let Some(open) = self.open_headings.last().filter(|open| open.is_known)
            && !is_named
            && self.describes_record(open.record, &open.lines, tokens)
        {
            return None;
        }
        let first = self.open_headings.first().map_or(0, |open| open.level);
        Some(match kind {
            Some(kind) if kind.within.is_empty() => 1,
            Some(kind) => {
                // a section of the same record may be open: the new record is not below it
                let container = self.open_headings.iter().rev().find(|open| {
                    kind.within
                        .contains(&self.scenario.record(open.record).kind)
                });
                let own = container.map(|container| self.level_of(container.record));
                own.unwrap_or(first).saturating_add(1)
            }
            None => first.saturating_add(1),
        })
    }

    /// Returns the level of the heading of an open record; 0 if it is not open.
    pub(super) fn level_of(&self, record: RecordIx) -> u8 {
        let open = self.open_headings.iter().find(|open| open.record == record);
        open.map_or(0, |open| open.level)
    }

    /// Parses a heading of a level, and opens the record or section that it begins.
    pub(super) fn parse_heading(&mut self, level: u8, span: Span, tokens: &[ScenarioToken]) {
        self.close_headings(level);
        let vocabulary = self.vocabulary;
        let Some(found) = self.find_heading(tokens, false) else {
            return match self.spell_heading(tokens) {
                Some(meant) => self.parse_heading(level, span, &meant),
                None => self.parse_unknown_heading(level, span, tokens),
            };
        };
        if let Some(section) = found.section {
            self.open_headings.push(OpenHeading {
                sets: section.sets.clone(),
                ..OpenHeading::new(level, self.open_record(), section.lines.clone())
            });
            return;
        }
        let kind_ix = found.kind.unwrap_or(ROOT);
        let container = match self.find_parent(found.kind) {
            Some(container) => container,
            None => self.open_container(kind_ix, level, span),
        };
        let mut parsed = self.heading_candidate(kind_ix, span, tokens, found.words_in_front());
        for (property, value) in &found.heading.sets {
            if !parsed.has(*property) {
                let at = tokens.first().map_or(span, |token| token.span);
                let value = Spanned::new(value.clone(), at);
                parsed.values.push((*property, value));
            }
        }
        let record = self.add_record(parsed, container, level, span);
        let lines = vocabulary.kind(kind_ix).lines.clone();
        self.open_headings
            .push(OpenHeading::new(level, record, lines));
    }

    /// Returns the tokens of a heading with its first word as the vocabulary spells it, if that differs by
    /// one letter and makes a heading. Reports the slip.
    fn spell_heading(&mut self, tokens: &[ScenarioToken]) -> Option<Vec<ScenarioToken>> {
        const SHORTEST: usize = 5;
        let mut meant = tokens.to_vec();
        let first = meant.iter_mut().find(|token| token.is_word())?;
        let (word, at) = (first.word()?, first.span);
        let known = self.heading_words();
        let near = nearest(word, known.iter().map(String::as_str))?;
        if word.len().min(near.len()) < SHORTEST || distance(word, near) != 1 {
            return None;
        }
        first.kind = ScenarioTokenKind::Word(near.to_owned());
        self.find_heading(&meant, false)?;
        let message = format!("`{}` is read as `{near}`", at.of(self.text));
        let found = self.report("scenario-heading", at, message);
        found.severity = Severity::Warning;
        let fixed = found.clone().replace_with(format!("write `{near}`"), near);
        *found = fixed.safe();
        Some(meant)
    }

    /// Returns the heading that a line is, by its words: at the front, behind an ordinal number
    /// (`1st Command`), or at the end (`Numidian Allies`). Of a plain line the rest has to be that
    /// of a heading, too.
    pub(super) fn find_heading(
        &self,
        tokens: &[ScenarioToken],
        is_plain: bool,
    ) -> Option<ScenarioHeadingMatch<'t>> {
        let vocabulary = self.vocabulary;
        let ordinal = ordinal_length(tokens);
        let starts: Vec<usize> = std::iter::once(0)
            .chain((ordinal > 0).then_some(ordinal))
            .chain(ordinal.max(1)..tokens.len().min(MAX_NAME_WORDS + 1))
            .collect();
        let mut best: Option<(_, ScenarioHeadingMatch<'t>)> = None;
        for found in vocabulary.headings_at(tokens, &starts) {
            let (start, end) = (found.start, found.start + found.length);
            let words = &found.heading.words;
            let is_front = start <= ordinal;
            // `ARMY "Nabataean"   YEAR 30 BC`
            let is_quoted = || {
                let next = tokens.get(end).map(|next| &next.kind);
                let mut behind = end..tokens.len();
                matches!(next, Some(ScenarioTokenKind::Quoted(_)))
                    && found.kind.is_some_and(|kind| {
                        let own = vocabulary.kind(kind);
                        own.implied
                            && !self.is_open(kind)
                            && behind.all(|at| own.amount_unit_length(&tokens[at..]).is_none())
                    })
            };
            let fits = if is_front {
                (is_heading_rest(self.text, words, tokens, end, is_plain) || is_quoted())
                    && !(is_plain && self.is_amount_behind_colon(&tokens[end..]))
            } else {
                found.kind.is_some_and(|kind| {
                    !vocabulary.kind(kind).within.is_empty() || !self.is_open(kind)
                }) && is_name(self.text, &tokens[..start])
                    && is_heading_end(self.text, tokens, end)
            };
            // `Army book 4/5` says which list it is
            let is_key = found.kind.is_some_and(|kind| {
                let key = vocabulary.kind(kind).key_length(&tokens[start..], |_| true);
                is_plain && key.is_some_and(|key| key > found.length)
            });
            if !fits || is_key {
                continue;
            }
            // the longest match; of equal ones, one that is allowed here
            let is_allowed = self.find_parent(found.kind).is_some();
            let rank = (is_front, found.length, is_allowed);
            if best.as_ref().is_none_or(|(known, _)| *known <= rank) {
                best = Some((rank, found));
            }
        }
        best.map(|(_, found)| found)
    }

    /// Returns whether tokens are a colon and a number with a unit, as behind `Army: 396 AP, 65 elements`.
    fn is_amount_behind_colon(&self, tokens: &[ScenarioToken]) -> bool {
        matches!(tokens, [colon, number, unit @ ..]
            if colon.is_sign(":") && number.is_number() && self.vocabulary.begins_with_unit(unit))
    }

    fn report_misplaced_heading(&mut self, kind: KindIx, span: Span) {
        let kind = self.vocabulary.kind(kind);
        let around = kind.within.iter();
        let around: Vec<&str> = around
            .map(|kind| &*self.vocabulary.kind(*kind).name)
            .collect();
        let around = around.join(" or ");
        let message = format!("this {} is outside of any {around}", kind.name);
        self.report("scenario-heading", span, message);
    }

    /// Returns the innermost open record that a record of a kind may be in.
    fn find_parent(&self, kind: Option<KindIx>) -> Option<RecordIx> {
        match kind {
            Some(kind) if self.vocabulary.kind(kind).within.is_empty() => Some(RecordIx(0)),
            Some(kind) => self.open_within(kind),
            None => Some(self.open_record()),
        }
    }

    /// Returns the innermost open record among those of the kinds that records of a kind are in.
    pub(super) fn open_within(&self, kind: KindIx) -> Option<RecordIx> {
        let within = &self.vocabulary.kind(kind).within;
        let mut records = self.scenario.ancestors(self.open_record());
        records.find(|&at| within.contains(&self.scenario.record(at).kind))
    }

    /// Returns the words of all headings of the vocabulary.
    fn heading_words(&self) -> Vec<String> {
        let headings = self.vocabulary.headings().flatten();
        headings.map(|heading| heading.words.join(" ")).collect()
    }

    /// Returns what headings begin with, for a message: the usual word of each kind.
    pub(super) fn headings_help(&self) -> String {
        let usual = self.vocabulary.headings().filter_map(|own| own.first());
        let usual: Vec<String> = usual.map(|heading| heading.words.join(" ")).collect();
        format!("headings begin with {}", usual.join(", "))
    }

    /// Opens a heading that is not in the vocabulary: the lines below it are ignored.
    fn parse_unknown_heading(&mut self, level: u8, span: Span, tokens: &[ScenarioToken]) {
        let record = self.open_record();
        let known = self.heading_words();
        let mut words = tokens
            .iter()
            .filter_map(|token| Some((token.word()?, token.span)));
        let near = words.next().and_then(|(word, at)| {
            let near = nearest(word, known.iter().map(String::as_str))?;
            Some((near, Location::new(self.scenario.source, at)))
        });
        let mut warning = Diagnostic::new(
            "scenario-heading",
            Severity::Warning,
            Location::new(self.scenario.source, span),
            "heading not understood: everything below it is ignored",
        );
        warning.help = Some(match near {
            Some((near, at)) => {
                let fix = Fix::new(format!("write `{near}`"), at, near);
                warning.fixes.push(fix);
                format!("did you mean `{near}`?")
            }
            None => self.headings_help(),
        });
        self.open_headings.push(OpenHeading {
            is_known: false,
            unknown: Some(Box::new(warning)),
            ..OpenHeading::new(level, record, Vec::new())
        });
    }

    /// Opens the record around a heading that is outside of any. Reports the heading if no such record can
    /// be implied.
    fn open_container(&mut self, kind: KindIx, level: u8, span: Span) -> RecordIx {
        let around = self.vocabulary.kind(kind).within.first().copied();
        match around.filter(|&around| self.vocabulary.kind(around).implied) {
            Some(around) => {
                let record = self.open_implied(around, span);
                if let Some(open) = self.open_headings.last_mut() {
                    open.level = level.saturating_sub(1);
                }
                record
            }
            None => {
                self.report_misplaced_heading(kind, span);
                self.open_record()
            }
        }
    }

    /// Opens a record of a kind that has no heading of its own, at the line that shows it.
    pub(super) fn open_implied(&mut self, kind: KindIx, at: Span) -> RecordIx {
        let own = self.vocabulary.kind(kind);
        let parent = match (self.open_within(kind), own.within.first()) {
            (Some(parent), _) => parent,
            (None, Some(&around)) => self.open_implied(around, at),
            (None, None) => RecordIx(0),
        };
        let level = match parent.0 {
            0 => 0,
            _ => self.level_of(parent).saturating_add(1),
        };
        self.close_headings(level.max(1));
        let span = Span::new(at.start(), at.start());
        let before = self.scenario.children(parent);
        let place = 1 + before
            .filter(|&at| self.scenario.record(at).kind == kind)
            .count();
        let name = Spanned::new(Arc::from(own.name_if_unnamed(place)), span);
        let ix = self.scenario.push(Record {
            kind,
            parent,
            end: self.scenario.records.len() as u32 + 1,
            level: level.max(1),
            misread: false,
            span,
            insert_at: next_line(self.text, span),
            name: Some(name),
            values: Vec::new(),
        });
        self.open_headings.push(OpenHeading {
            is_implied: true,
            ..OpenHeading::new(level, ix, own.lines.clone())
        });
        ix
    }

    /// Returns whether a record of a kind is open.
    pub(super) fn is_open(&self, kind: KindIx) -> bool {
        self.open_of_kind(kind).is_some()
    }

    /// Returns the innermost open record of a kind.
    fn open_of_kind(&self, kind: KindIx) -> Option<RecordIx> {
        let mut records = self.scenario.ancestors(self.open_record());
        records.find(|&record| record.0 > 0 && self.scenario.record(record).kind == kind)
    }

    /// Opens the record that a line begins, if no heading did: the command of a general. Sets the values
    /// that such a line gives the record around it.
    pub(super) fn begin_around(
        &mut self,
        line: &[(PropertyIx, Spanned<ScenarioValue>)],
        kind: KindIx,
        span: Span,
    ) {
        let vocabulary = self.vocabulary;
        for (part, own) in vocabulary.part_kinds() {
            let begins = own
                .begins_with
                .as_ref()
                .filter(|_| own.lines.contains(&kind));
            let Some(begins) = begins else { continue };
            let rank = line
                .iter()
                .find(|(property, _)| *property == begins.property);
            let rank = rank.and_then(|(_, rank)| begins.rank_of(&rank.value));
            let Some((_, sets)) = rank.map(|rank| &begins.words[rank]) else {
                continue;
            };
            let is_implied = self
                .open_headings
                .last()
                .is_some_and(|open| open.is_implied);
            let has_leader = || {
                let lines = self.scenario.children(self.open_record());
                lines
                    .into_iter()
                    .any(|at| self.scenario.record(at).value(begins.property).is_some())
            };
            let may_be = self.open_within(part).is_some();
            if may_be && (!self.is_open(part) || is_implied && has_leader()) {
                self.open_implied(part, span);
            }
            if let Some(record) = self.open_of_kind(part) {
                for (property, value) in sets {
                    let own = self.scenario.record_mut(record);
                    if own.value(*property).is_none() {
                        own.values
                            .push((*property, Spanned::new(value.clone(), own.span)));
                    }
                }
            }
        }
    }
}
