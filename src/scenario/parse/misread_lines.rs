//! Adds records for lines that seem to count troops but are not understood, so that totals become
//! unknown instead of wrong.

use super::{line::LineCandidate, parser::ScenarioParser};
use crate::{
    diagnostic::Severity,
    scenario::{
        record::RecordIx,
        token::{ScenarioToken, ScenarioTokenKind},
        vocabulary::{KindIx, PhraseMeaning, PropertyIx, RecordKind},
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

/// The least letters of a word for a type in a sentence: `el` is an article, too.
const MIN_TYPE: usize = 4;

/// Returns the tokens that are words for a type of troops, or abbreviations with a capital such as `Bg`
/// that no sentence begins with.
fn type_words(kind: &RecordKind, text: &str, tokens: &[ScenarioToken]) -> Vec<usize> {
    let is_type = |at: &usize| {
        let is_long = matches!(&tokens[*at].kind, ScenarioTokenKind::Word(word) if word.chars().count() >= MIN_TYPE);
        let found = kind.phrases.longest_match(&tokens[*at..]);
        let type_of = kind.mark.first();
        let is_short = *at > 0 && tokens[*at].span.of(text).starts_with(char::is_uppercase);
        (is_long || is_short)
            && found.is_some_and(|(_, meanings)| {
                type_of.is_some_and(|&own| meanings.iter().any(|meaning| meaning.is_value_of(own)))
            })
    };
    (0..tokens.len()).filter(is_type).collect()
}

impl ScenarioParser<'_> {
    /// Adds a line that seems to count troops as one that is not understood: its amounts are unknown,
    /// and so are the totals. Returns whether it is such a line.
    pub(super) fn add_unread(&mut self, span: Span, tokens: &[ScenarioToken]) -> bool {
        let is_within = self.implied_kind().is_some_and(|kind| self.is_open(kind));
        let Some(&kind) = self.marked_kinds.first() else {
            return false;
        };
        if self.is_strict() || !is_within {
            return false;
        }
        if self.seems_counted(kind, span, tokens)
            || self.names_more_troops(kind, span, tokens)
            || self.names_costed_troops(kind, span, tokens)
        {
            self.add_not_understood(kind, span, tokens);
            return true;
        }
        false
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
    fn names_more_troops(&self, kind: KindIx, span: Span, tokens: &[ScenarioToken]) -> bool {
        let types = type_words(self.vocabulary.kind(kind), self.text, tokens);
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
    fn names_costed_troops(&self, ix: KindIx, span: Span, tokens: &[ScenarioToken]) -> bool {
        let kind = self.vocabulary.kind(ix);
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
        let is_within = self.implied_kind().is_some_and(|kind| self.is_open(kind));
        let Some(&kind) = self.marked_kinds.first().filter(|_| is_within) else {
            return;
        };
        let types = type_words(self.vocabulary.kind(kind), self.text, tokens);
        let found = types.into_iter().find_map(|at| {
            let number = at
                .checked_sub(1)
                .filter(|&before| self.is_count(&tokens[before]))?;
            Some(tokens[number].span.join(tokens[at].span))
        });
        let Some(found) = found.filter(|_| !self.is_strict()) else {
            return;
        };
        let words = found.of(self.text).split_whitespace();
        let words = words.collect::<Vec<_>>().join(" ");
        let message = format!("this line is not used, and {words} are not counted");
        let diagnostic = self.report("scenario-line", span, message);
        diagnostic.severity = Severity::Note;
        diagnostic.help =
            Some("if they are part of the army, begin the line with their number".to_owned());
    }

    /// Returns whether a token is a number of elements, in digits or words.
    fn is_count(&self, token: &ScenarioToken) -> bool {
        match &token.kind {
            ScenarioTokenKind::Number(number) => {
                number.fract() == 0.0 && (1.0..=MAX_ELEMENTS).contains(number)
            }
            // `a` is one, and an article
            ScenarioTokenKind::Word(word) => self
                .vocabulary
                .numbers
                .get(word)
                .is_some_and(|number| *number > 1.0),
            _ => false,
        }
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
        let source = self.scenario.source;
        let mut line = LineCandidate::new(source, self.text, self.vocabulary, kind, span, tokens);
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
    fn seems_counted(&self, ix: KindIx, span: Span, tokens: &[ScenarioToken]) -> bool {
        let Some((first, rest)) = tokens.split_first() else {
            return false;
        };
        let is_number = first.is_number();
        // `16 hordes?`
        let line = self.rest_of_line(span);
        if !is_number || !self.is_count(first) || rest.is_empty() || line.contains('?') {
            return false;
        }
        let kind = self.vocabulary.kind(ix);
        let names_troops = |at: usize| {
            let found = kind.phrases.longest_match(&rest[at..]);
            found.is_some_and(|(_, meanings)| {
                meanings.iter().any(|meaning| matches!(meaning, PhraseMeaning::Says { property, keyed: false, .. }
                    if kind.mark.first() == Some(property) || kind.front_properties.contains(property)))
            })
        };
        let is_word = |token: &ScenarioToken| matches!(token.kind, ScenarioTokenKind::Word(_));
        // `96 points` is no troops
        let has_unit = || {
            let mut kinds = self.vocabulary.kinds.iter();
            kinds.any(|kind| kind.begins_with_unit(rest))
        };
        let is_plain = |line: &str| {
            let is_plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || c == '.';
            line.chars().all(is_plain)
        };
        // `8 Lanzknechte (O)`
        let is_graded = |at: usize| {
            let found = kind.phrases.longest_match(&rest[at..]);
            let is_bracketed = rest[at].span.of(self.text).starts_with('(')
                || self.text[..rest[at].span.start()].ends_with('(');
            is_bracketed
                && found.is_some_and(|(_, meanings)| {
                    let mut marks = kind.mark.iter();
                    marks.any(|&mark| meanings.iter().any(|own| own.is_value_of(mark)))
                })
        };
        // `1 sub-general 28`
        let begins: Vec<PropertyIx> = self.vocabulary.begins_records(ix).collect();
        let is_rank = || {
            let found = kind.phrases.longest_match(rest);
            found.is_some_and(|(length, meanings)| {
                let is_own =
                    |own: &PropertyIx| meanings.iter().any(|meaning| meaning.is_value_of(*own));
                let is_number = |token: &ScenarioToken| token.is_number();
                begins.iter().any(is_own) && rest[length..].iter().any(is_number)
            })
        };
        names_troops(0)
            || is_rank()
            || (1..rest.len().min(MAX_WORDS + 1))
                .any(|at| rest[..at].iter().all(is_word) && is_graded(at))
            || rest.len() <= MAX_WORDS
                && rest.iter().all(is_word)
                && is_plain(line)
                && !has_unit()
                && self.is_below_line(span)
                && !self.is_above_rank(span)
    }

    /// Returns whether the line directly below is that of a general: then the line is his name.
    fn is_above_rank(&self, span: Span) -> bool {
        let below = self.next_line(span);
        let length = self.text[below..].find('\n');
        let end = length.map_or(self.text.len(), |length| below + length);
        self.begins_with_rank_word(&self.tokens(Span::new(below, end)))
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
        let (source, vocabulary) = (self.scenario.source, self.vocabulary);
        let around = vocabulary.kinds.iter().find(|around| {
            around.lines.iter().any(|&kind| {
                let own = LineCandidate::new(source, self.text, vocabulary, kind, span, tokens);
                // `Telephone: 910 000 358`
                own.is_whole() && (self.is_strict() || own.has_words())
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
}
