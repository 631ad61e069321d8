//! Adds records for lines that seem to count troops but are not understood, so that totals become
//! unknown instead of wrong.

use super::parser::ScenarioParser;
use crate::{
    diagnostic::Severity,
    scenario::{
        record::RecordIx,
        token::ScenarioToken,
        vocabulary::{KindIx, RecordKind},
    },
    text::Span,
};

/// The most elements that a line of troops counts.
const MAX_ELEMENTS: f64 = 99.0;

/// The most words of a line below troops that only counts something: `6 wagons`.
const MAX_WORDS: usize = 3;

/// The most tokens of a line next to troops that names more of them.
const MAX_SHORT: usize = 9;

/// The most tokens of a line that names troops and what they cost.
const MAX_COSTED: usize = 20;

/// The help for a line that names troops and is not used.
pub(super) const HELP_NUMBER: &str =
    "if they are part of the army, begin the line with their number";

/// The least letters of a word for a type in a sentence: `el` is an article, too.
const MIN_TYPE: usize = 4;

/// Returns the tokens that are words for a type of troops, or abbreviations with a capital such as `Bg`
/// that no sentence begins with.
fn type_words(kind: &RecordKind, text: &str, tokens: &[ScenarioToken]) -> Vec<usize> {
    let is_type = |at: &usize| {
        let word = tokens[*at].word().unwrap_or_default();
        let is_short = *at > 0 && tokens[*at].span.of(text).starts_with(char::is_uppercase);
        (word.chars().count() >= MIN_TYPE || is_short) && kind.begins_with_type(&tokens[*at..])
    };
    (0..tokens.len()).filter(is_type).collect()
}

impl ScenarioParser<'_> {
    /// Adds a line that seems to count troops as one that is not understood: its amounts are unknown,
    /// and so are the totals. Returns whether it is such a line.
    pub(super) fn add_unread(&mut self, span: Span, tokens: &[ScenarioToken]) -> bool {
        let kind = self.marked_kinds.first().copied();
        let is_unread = |kind: &KindIx| {
            let own = self.vocabulary.kind(*kind);
            self.is_army_open()
                && !self.is_strict()
                && (self.seems_counted(own, span, tokens)
                    || self.names_more_troops(own, span, tokens)
                    || self.names_costed_troops(own, span, tokens))
        };
        let Some(kind) = kind.filter(is_unread) else {
            return false;
        };
        self.add_not_understood(kind, span, tokens);
        true
    }

    /// Remembers a line that is not used, or the only cell of one: it may be the name of what follows.
    pub(super) fn remember_unused(&mut self, line: Span) {
        // `Ordo` below `1. Yelü Dashi (C-in-C)` is a heading within his command
        let is_within = |name: Span| self.names_rank(name) && !self.names_rank(line);
        if self.name_above(line).is_some_and(is_within) {
            return;
        }
        self.last_unused = self.only_cell_of_row(line).or(Some(line));
    }

    /// Returns whether a short line next to lines of troops names a type and a number: `plus two
    /// elephants`, `some archers, 4`.
    fn names_more_troops(&self, kind: &RecordKind, span: Span, tokens: &[ScenarioToken]) -> bool {
        let types = type_words(kind, self.text, tokens);
        let numbers = tokens.iter().filter(|token| self.is_count(token));
        let is_question = self.rest_of_line(span).contains('?');
        !types.is_empty()
            && numbers.count() > 0
            && tokens.len() <= MAX_SHORT
            && !is_question
            && self.is_below_line(span)
    }

    /// Returns whether a line begins with a number, names a type of troops and ends with what they cost:
    /// `Six of our light horse: 30 points`.
    fn names_costed_troops(&self, kind: &RecordKind, span: Span, tokens: &[ScenarioToken]) -> bool {
        let is_cost = |at: usize| {
            let behind = &tokens[at + 1..];
            tokens[at].is_number() && kind.amount_unit_length(behind) == Some(behind.len())
        };
        tokens.first().is_some_and(|first| self.is_count(first))
            && tokens.len() <= MAX_COSTED
            && (1..tokens.len()).any(is_cost)
            && !type_words(kind, self.text, tokens).is_empty()
            && !self.rest_of_line(span).contains('?')
    }

    /// Notes the numbers of troops in a line that is not used: `The French had 18 knights`.
    pub(super) fn note_numbered_types(&mut self, span: Span, tokens: &[ScenarioToken]) {
        let kind = self.troop_kinds().next();
        let Some(kind) = kind.filter(|_| self.is_army_open() && !self.is_strict()) else {
            return;
        };
        let types = type_words(kind, self.text, tokens);
        let found = types.into_iter().find_map(|at| {
            let number = &tokens[at.checked_sub(1)?];
            self.is_count(number)
                .then(|| number.span.join(tokens[at].span))
        });
        let Some(found) = found else { return };
        let words = found.of(self.text).split_whitespace();
        let words = words.collect::<Vec<_>>().join(" ");
        let message = format!("this line is not used, and {words} are not counted");
        self.note(span, message).help = Some(HELP_NUMBER.to_owned());
    }

    /// Returns whether a token is a number of elements, in digits or words.
    fn is_count(&self, token: &ScenarioToken) -> bool {
        let is_whole =
            |number: f64| number.fract() == 0.0 && (1.0..=MAX_ELEMENTS).contains(&number);
        let word = token
            .word()
            .and_then(|word| self.vocabulary.numbers.get(word));
        // `a` is one, and an article
        token.number().is_some_and(is_whole) || word.is_some_and(|number| *number > 1.0)
    }

    /// Returns the text of the line that begins with a span.
    fn rest_of_line(&self, span: Span) -> &str {
        self.text[span.start()..].lines().next().unwrap_or_default()
    }

    /// Adds a line as a record of a kind, and reports it if it is not understood.
    pub(super) fn add_not_understood(
        &mut self,
        kind: KindIx,
        span: Span,
        tokens: &[ScenarioToken],
    ) {
        let mut line = self.candidate(kind, span, tokens);
        if !line.is_whole() {
            line.diagnostics.clear();
            let message = "this line is not understood, and the totals are unknown without it";
            let found = line.report("scenario-line", span, message.to_owned());
            found.severity = Severity::Warning;
            found.help =
                Some("say which troops these are, or begin the line with a word".to_owned());
        }
        self.add_line(line, span);
    }

    /// Returns whether a line begins with a number of elements: of a type or drill, or of a few words
    /// directly below a line of troops.
    fn seems_counted(&self, kind: &RecordKind, span: Span, tokens: &[ScenarioToken]) -> bool {
        let Some((first, rest)) = tokens.split_first() else {
            return false;
        };
        // `16 hordes?`
        let line = self.rest_of_line(span);
        let is_counted = first.is_number() && self.is_count(first);
        if !is_counted || rest.is_empty() || line.contains('?') {
            return false;
        }
        let names_troops =
            kind.begins_with_type(rest) || kind.begins_with_value_of(&kind.front_properties, rest);
        // `96 points` is no troops
        let has_unit = || self.vocabulary.begins_with_unit(rest);
        let is_plain = |line: &str| {
            let is_plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || c == '.';
            line.chars().all(is_plain)
        };
        // `8 Lanzknechte (O)`
        let is_graded = |at: usize| {
            let is_bracketed = rest[at].span.of(self.text).starts_with('(')
                || self.text[..rest[at].span.start()].ends_with('(');
            is_bracketed && kind.begins_with_value_of(&kind.mark, &rest[at..])
        };
        // `1 sub-general 28`
        let is_rank = || {
            kind.begins_with_rank(rest) && {
                let found = kind.phrases.longest_match(rest);
                found.is_some_and(|(length, _)| rest[length..].iter().any(ScenarioToken::is_number))
            }
        };
        names_troops
            || is_rank()
            || (1..rest.len().min(MAX_WORDS + 1))
                .any(|at| rest[..at].iter().all(ScenarioToken::is_word) && is_graded(at))
            || rest.len() <= MAX_WORDS
                && rest.iter().all(ScenarioToken::is_word)
                && is_plain(line)
                && !has_unit()
                && self.is_below_line(span)
                && !self.is_above_rank(span)
    }

    /// Returns whether the line directly below is that of a general: then the line is his name.
    fn is_above_rank(&self, span: Span) -> bool {
        let next = self.trimmed_lines_below(span).next();
        next.is_some_and(|next| self.begins_with_rank_word(&self.tokens(next)))
    }

    /// Returns whether the line directly above is one of the records with marks.
    fn is_below_line(&self, span: Span) -> bool {
        let Some(last) = self.scenario.records.last() else {
            return false;
        };
        let gap = self.text.get(last.span.end()..span.start());
        let is_next = gap.is_some_and(|gap| gap.matches('\n').count() == 1);
        is_next
            && last.level == 0
            && last.parent != RecordIx(0)
            && self.marked_kinds.contains(&last.kind)
    }

    /// Warns of a line above all headings that would have a meaning below one.
    pub(super) fn warn_stray_line(&mut self, span: Span, tokens: &[ScenarioToken]) {
        let around = self.vocabulary.kinds.iter().find(|around| {
            around.lines.iter().any(|&kind| {
                let own = self.candidate(kind, span, tokens);
                // `Telephone: 910 000 358`
                own.is_whole() && (self.is_strict() || own.has_words())
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
}
