//! Parses lines that are not headings: to records, or to values of the record around them.

use super::{line::LineCandidate, parser::ScenarioParser};
use crate::{
    diagnostic::{Fix, Location, Severity},
    scenario::{
        record::{RecordIx, next_line},
        token::{ScenarioToken, ScenarioTokenKind},
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ROOT},
    },
    syntax::{MarkdownLine, MarkdownLineKind},
    text::{
        Span, Spanned,
        near::{distance, nearest},
    },
};

/// The most tokens of a line of text that is meant as a record: it begins with a number, or names troops.
const MAX_SHORT: usize = 9;

impl<'t> ScenarioParser<'t> {
    /// Parses a line that is no heading to a record, or to values of the record that it is in.
    pub(super) fn parse_body(&mut self, line: MarkdownLine, tokens: &[ScenarioToken]) {
        if let Some(record) = self.described_record(tokens, true) {
            return self.parse_record_line(record, line.span, tokens);
        }
        let vocabulary = self.vocabulary;
        let (record, lines, is_known) = match self.open_headings.last() {
            Some(open) => (open.record, open.lines.clone(), open.is_known),
            None => (RecordIx(0), vocabulary.kind(ROOT).lines.clone(), true),
        };
        if !is_known {
            return;
        }
        if let Some(described) = self.described_record(tokens, false) {
            return self.parse_record_line(described, line.span, tokens);
        }
        let mut best: Option<LineCandidate<'_>> = None;
        for &kind in &lines {
            let parsed = self.candidate(kind, line.span, tokens);
            if best.as_ref().is_none_or(|best| parsed.is_better_than(best)) {
                best = Some(parsed);
            }
        }
        if best.is_none() && record == RecordIx(0) {
            return self.warn_stray_line(line.span, tokens);
        }
        // each item is meant as a record, and so is a line that begins with a number or a word of one
        let is_meant = |best: &LineCandidate<'_>| {
            let is_number = matches!(
                tokens[0].kind,
                ScenarioTokenKind::Number(_)
                    | ScenarioTokenKind::NonAsciiDigits(_)
                    | ScenarioTokenKind::Sign('-')
            );
            line.kind == MarkdownLineKind::Item
                || is_number && (best.is_meant() || tokens.len() <= MAX_SHORT && best.has_words())
                // `Irr Kn(O) 6`, `Sub-general Irr Kn(O)`: what names troops is never left out in silence
                || best.is_marked && (best.is_whole() || tokens.len() <= MAX_SHORT)
        };
        match best.filter(is_meant) {
            Some(best) => {
                self.begin_around(&best.values, best.kind, line.span);
                self.add_line(best, line.span);
            }
            None => self.report_misspelt_key(tokens),
        }
    }

    /// Adds the record of a line to the innermost open record.
    fn add_line(&mut self, mut best: LineCandidate<'_>, span: Span) {
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
        self.add_record(best, record, 0, span);
    }

    /// Warns of a line above all headings that would have a meaning below one.
    fn warn_stray_line(&mut self, span: Span, tokens: &[ScenarioToken]) {
        let around = self.vocabulary.kinds.iter().find(|around| {
            around.lines.iter().any(|&kind| {
                let own = self.candidate(kind, span, tokens);
                own.is_whole()
            })
        });
        if let Some(around) = around {
            let message = format!("line ignored: no {} heading above it", around.name);
            let headings = around.headings.iter().take(3);
            let headings: Vec<String> = headings.map(|own| own.words.join(" ")).collect();
            let headings = headings.join("`, `# ");
            let help = format!("add a heading such as `# {headings}`");
            self.warn(span, message).help = Some(help);
        }
    }

    /// Reports a line that is a value of the open record except for a letter of its key: `pilot: 1` for
    /// `pilots: 1`.
    fn report_misspelt_key(&mut self, tokens: &[ScenarioToken]) {
        const SHORTEST: usize = 4;
        let [first, second, ..] = tokens else {
            return;
        };
        let word = first.word().unwrap_or_default();
        if !second.is_sign(":") || word.len() < SHORTEST {
            return;
        }
        let kind = self.kind_of(self.open_record());
        let keys = kind.phrases.iter().filter(|(_, meaning)| meaning.is_key());
        let mut keys: Vec<String> = keys.map(|(words, _)| words.join(" ")).collect();
        keys.sort_unstable();
        let near = nearest(word, keys.iter().map(String::as_str));
        let Some(near) = near.filter(|near| distance(word, near) == 1) else {
            return;
        };
        let message = format!("this line is not used: a {} has no `{word}`", kind.name);
        let at = first.span;
        let found = self.report("scenario-word", at, message);
        found.severity = Severity::Warning;
        found.help = Some(format!("did you mean `{near}`?"));
        let fix = Fix::new(format!("write `{near}`"), found.at, near);
        found.fixes.push(fix);
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
        let Some(length) = self.kind_of(record).key_length(tokens, |_| true) else {
            return false;
        };
        let colon = tokens.get(length).is_some_and(|token| token.is_sign(":"));
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

    /// Returns the open record that a line describes.
    fn described_record(&self, tokens: &[ScenarioToken], with_colon: bool) -> Option<RecordIx> {
        let open = self.open_headings.last();
        if open.is_some_and(|open| !open.is_known) {
            return None;
        }
        let (record, lines) = match open {
            Some(open) => (open.record, open.lines.clone()),
            None => (RecordIx(0), Vec::new()),
        };
        Some(record).filter(|&at| self.describes(at, &lines, tokens, with_colon))
    }

    /// Parses a line that describes the record it is in, such as `list: 1/1`.
    fn parse_record_line(&mut self, record: RecordIx, span: Span, tokens: &[ScenarioToken]) {
        let kind = self.scenario.record(record).kind;
        let mut parsed = self.candidate(kind, span, tokens);
        for (property, value) in std::mem::take(&mut parsed.values) {
            self.set_of_record(record, property, &value);
        }
        self.suggest_words(&mut parsed);
        self.scenario.diagnostics.append(&mut parsed.diagnostics);
        let end = next_line(self.text, span);
        let own = self.scenario.record_mut(record);
        own.insert_at = own.insert_at.max(end);
    }

    /// Sets a property of an open record. A second value that differs is an error.
    fn set_of_record(
        &mut self,
        record: RecordIx,
        property: PropertyIx,
        value: &Spanned<ScenarioValue>,
    ) {
        let own = self.scenario.record(record);
        let heading = own.span;
        match own.value(property).cloned() {
            Some(first) if first.value != value.value && first.span != heading => {
                let name = self.vocabulary.property_name(property).to_owned();
                let at = Location::new(self.scenario.source, first.span);
                let message = format!("`{name}` has two different values");
                let diagnostic = self.report("scenario-line", value.span, message);
                *diagnostic = diagnostic.clone().related(at, "first here");
            }
            Some(_) => {}
            None => self
                .scenario
                .record_mut(record)
                .values
                .push((property, value.clone())),
        }
    }

    /// Returns whether the tokens mark a line of one of the kinds.
    fn is_marked(&self, kinds: &[KindIx], tokens: &[ScenarioToken]) -> bool {
        let mut kinds = kinds.iter().map(|&kind| self.vocabulary.kind(kind));
        kinds.any(|kind| super::line::next_mark(kind, tokens).is_some())
    }
}
