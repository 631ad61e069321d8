//! Recognises the headings of a scenario, and opens the record or section that each begins.

use super::{
    heading_words::{MAX_NAME_WORDS, is_heading_end, is_heading_rest, is_name, ordinal_length},
    line::LineCandidate,
    parser::{OpenHeading, ScenarioParser},
};
use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity},
    scenario::{
        record::RecordIx,
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind, plain_name},
        vocabulary::{KindIx, ROOT, ScenarioHeadingMatch, match_phrases},
    },
    syntax::{MarkdownLine, MarkdownLineKind},
    text::{
        Span, Spanned,
        near::{distance, nearest},
    },
};

impl<'t> ScenarioParser<'t> {
    /// Returns the level of a line that is a heading: a Markdown heading or, in plain text such as
    /// e-mails, a line with the words of one.
    pub(super) fn heading_level(&self, line: MarkdownLine, tokens: &[ScenarioToken]) -> Option<u8> {
        match line.kind {
            MarkdownLineKind::Heading(level) => Some(level),
            // `- command: 1`, `+ COMMAND [2]   Bey of Rumelia ... sub-general`
            MarkdownLineKind::Item if !self.is_strict() => {
                let part = self.numbered_part(tokens);
                let part = part.filter(|own| own.end == tokens.len());
                let of_part = part.and_then(|_| self.plain_heading_level(&tokens[..1]));
                let is_heading = self.is_part_with_rank(tokens, 1)
                    || self.section_item(line.span, tokens) == Some(true);
                let level = || self.plain_heading_level(tokens).filter(|_| is_heading);
                of_part.or_else(level)
            }
            MarkdownLineKind::Item => None,
            MarkdownLineKind::Text => self.plain_heading_level(tokens),
        }
    }

    /// Returns whether all lines below an item that is the heading of a section alone, up to an empty one,
    /// are troops and indented more: `4. CAMP`. `None` if it is no such item, or the line below is another.
    pub(super) fn section_item(&self, line: Span, tokens: &[ScenarioToken]) -> Option<bool> {
        if self.is_strict() {
            return None;
        }
        let found = self.find_heading(tokens, true)?;
        let is_section = found.kind.is_none() && found.length == tokens.len();
        let indent = |line: Span| {
            let line = &self.text[self.line_start(line)..];
            line.len() - line.trim_start().len()
        };
        let is_troops = |below: Span| indent(below) > indent(line) && self.is_troop_line(below);
        let mut below = self.trimmed_lines_below(line);
        let first = below.next().filter(|_| is_section)?;
        let mut below = below.take_while(|below| !below.is_empty());
        is_troops(first).then(|| below.all(is_troops))
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
        self.remove_empty_army(kind_ix);
        self.open_next_implied(kind_ix, span, tokens);
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
        if !self.is_strict() {
            self.shorten_name(&mut parsed, span);
        }
        let record = self.add_record(parsed, container, level, span);
        self.remember_begun(container, tokens);
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

    /// Cuts the name in a heading where something else stands apart: `Byzantine     List no. 4/1`. That
    /// of an ordinal is the whole heading: `2nd Command`.
    fn shorten_name(&self, parsed: &mut LineCandidate<'_>, span: Span) {
        let Some(name) = &mut parsed.name else { return };
        let is_army = self.vocabulary.kind(parsed.kind).implied;
        if let Some(own) = self.army_in_cells(span).filter(|_| is_army) {
            *name = Spanned::new(own.of(self.text).into(), own);
            return;
        }
        let words = name.span.of(self.text);
        let is_ending = ["st ", "nd ", "rd ", "th ", "er ", "e ", "ème "]
            .iter()
            .any(|own| words.starts_with(own))
            && self.text[..name.span.start()].ends_with(|c: char| c.is_ascii_digit());
        let whole = if is_ending { span } else { name.span };
        let words = whole.of(self.text);
        // `General's name: Ramesses`
        let label = words.find(':').filter(|&colon| {
            let own = self.tokens(Span::new(whole.start(), whole.start() + colon));
            own.last()
                .is_some_and(|own| own.is_one_of(&shared_words().names))
        });
        let label = label.map(|colon| words.len() - words[colon + 1..].trim_start().len());
        let whole = Span::new(whole.start() + label.unwrap_or(0), whole.end());
        let words = whole.of(self.text);
        let end = ["   ", "\t", ";", "|"]
            .iter()
            .filter_map(|sign| words.find(sign))
            .min();
        let own = Span::new(whole.start(), whole.start() + end.unwrap_or(words.len()));
        let plain = plain_name(own.of(self.text));
        if (is_ending || end.is_some() || label.is_some()) && !plain.is_empty() {
            *name = Spanned::new(plain.into(), own);
        }
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
                (is_heading_rest(self.text, words, tokens, end, is_plain)
                    || is_quoted()
                    || self.is_part_with_rank(tokens, end))
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

    /// Opens the record around a heading that is outside of any. Reports the heading if no such
    /// record can be implied.
    fn open_container(&mut self, kind: KindIx, level: u8, span: Span) -> RecordIx {
        let around = self.vocabulary.kind(kind).within.first().copied();
        match around.filter(|&around| self.vocabulary.kind(around).implied) {
            Some(around) => {
                let remembered = self.title.take().map(|(title, _)| title);
                let title = self.title_above(span).or(remembered);
                let record = self.open_implied(around, title, title.unwrap_or(span));
                if let Some(remembered) = remembered.filter(|_| title != remembered) {
                    self.read_title(record, remembered);
                    self.used_titles.push(remembered);
                }
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

    /// Returns whether a line only names an arm, within a part: `Mounted`, `Foot:`. Above a general, it is
    /// the name of his command, unless that is the line above.
    pub(super) fn names_arm(&self, line: Span, tokens: &[ScenarioToken]) -> bool {
        let words = match tokens {
            [words @ .., last] if last.is_sign(":") => words,
            words => words,
        };
        let is_arm = match_phrases(words, &shared_words().arms) == Some(words.len());
        let is_above_general = || {
            let below = self.trimmed_lines_below(line);
            let mut below = below.map(|line| self.tokens(line));
            let next = below.find(|tokens| tokens.iter().any(ScenarioToken::is_word));
            next.is_some_and(|next| self.names_general(&next))
        };
        !self.is_strict() && is_arm && (self.name_above(line).is_some() || !is_above_general())
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
        if self.implied_kind().is_some() && !self.is_army_open() {
            self.remember_title(span, true);
        }
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
        self.last_unused = Some(span);
        self.open_headings.push(OpenHeading {
            is_known: false,
            unknown: Some((span, Box::new(warning))),
            ..OpenHeading::new(level, record, Vec::new())
        });
    }
}
