//! Tokenizes a line as its author means it: reads numbers in words (`eight`), groups (`2x6`),
//! scanned letters (`l2`), ditto marks and tick boxes.

use super::{
    boxes::remove_unticked,
    line::{expand_joined_words, find_marks, is_front_word},
    parser::ScenarioParser,
    scanned::{join_scanned, scanned_number},
};
use crate::{
    scenario::{
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind, span_of, tokenize},
        vocabulary::RecordKind,
    },
    text::Span,
};
use std::ops::Range;

/// The most groups, and the most elements of one, in `2x6`.
const MAX_GROUP: f64 = 40.0;

/// The most words and signs in quotation marks that can be troops.
const MOST_QUOTED: usize = 6;

impl ScenarioParser<'_> {
    /// Returns the tokens of a line as people mean them: without what is not ticked, and with numbers
    /// for words, groups and scanned letters.
    pub(super) fn tokens(&self, span: Span) -> Vec<ScenarioToken> {
        let mut tokens = tokenize(self.text, span);
        self.read_editions(&mut tokens);
        self.repeat_above(&mut tokens);
        remove_unticked(self.text, span, &mut tokens);
        self.number_in_front(&mut tokens);
        if self.is_strict() {
            return tokens;
        }
        self.open_quotes(&mut tokens);
        self.replace_label_signs(&mut tokens);
        let mut tokens = join_scanned(self.text, &tokens);
        for kind in self.troop_kinds() {
            read_scanned(self.text, kind, &mut tokens);
        }
        self.remove_units(&mut tokens);
        self.read_number_words(&mut tokens);
        self.multiply_groups(&mut tokens);
        self.read_rank_letters(&mut tokens);
        tokens
    }

    /// Makes a colon of the sign between a label and its number, where a line has several: `QTY=08 IRR
    /// SP(O) AP=032.0`. A single one may be what the line comes to.
    fn replace_label_signs(&self, tokens: &mut [ScenarioToken]) {
        // `4 Cv=32 4 Ps=8` are costs of troops
        let says = |token: &ScenarioToken| {
            let mut kinds = self.vocabulary.kinds.iter();
            kinds.any(|kind| kind.begins_with_value(std::slice::from_ref(token)))
        };
        let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
        let is_label = |own: &[ScenarioToken]| {
            own[0].word().is_some_and(is_word)
                && own[1].is_sign("=")
                && own[2].is_number()
                && own[0].touches(&own[1])
                && own[1].touches(&own[2])
                && !says(&own[0])
        };
        let windows = tokens.windows(3).enumerate();
        let signs = windows.filter_map(|(at, own)| is_label(own).then_some(at + 1));
        let signs: Vec<usize> = signs.collect();
        if signs.len() > 1 && signs.iter().any(|&at| self.names_amount(&tokens[at - 1])) {
            for at in signs {
                tokens[at].kind = ScenarioTokenKind::Colon;
            }
        }
    }

    /// Replaces texts in quotation marks that name troops by their words: `{n: 10, type: "Irr Cv(O)"}`.
    fn open_quotes(&self, tokens: &mut Vec<ScenarioToken>) {
        for at in (0..tokens.len()).rev() {
            let span = tokens[at].span;
            if !matches!(tokens[at].kind, ScenarioTokenKind::Quoted(_)) || span.len() < 3 {
                continue;
            }
            let mut words = span.of(self.text).chars();
            let sign = words.next().map_or(0, char::len_utf8);
            words.next_back();
            let start = span.start() + sign;
            let inner = Span::new(start, start + words.as_str().len());
            let inner = tokenize(self.text, inner);
            // more words are a saying
            if inner.len() <= MOST_QUOTED && self.names_troops(&inner) {
                tokens.splice(at..=at, inner);
            }
        }
    }

    /// Makes words of the numbers of editions, as they count nothing: `Gauls (DBM 3.4): 4 Irr Cv(O)`.
    fn read_editions(&self, tokens: &mut [ScenarioToken]) {
        let ruleset = self.vocabulary.ruleset.as_str();
        for at in 1..tokens.len() {
            let before = &tokens[at - 1];
            let is_fraction = tokens[at]
                .number()
                .is_some_and(|number| number.fract() != 0.0);
            let is_named = before.is_one_of(&shared_words().edition.rules)
                || !ruleset.is_empty() && before.word() == Some(ruleset);
            if is_fraction && is_named {
                let written = tokens[at].span.of(self.text).to_owned();
                tokens[at].kind = ScenarioTokenKind::Word(written);
            }
        }
    }

    /// Makes a number of the words for one at the front of a line.
    fn number_in_front(&self, tokens: &mut Vec<ScenarioToken>) {
        // `A: 1 Reg Kn(F)` is a command
        let first = tokens.first().and_then(ScenarioToken::word);
        let is_letter = first.is_some_and(|word| word.len() == 1);
        let Some((number, length)) = self.number_words(tokens).filter(|_| !is_letter) else {
            return;
        };
        let words = replace_by_number(tokens, 0..length, number);
        if !self.names_troops(tokens) {
            tokens.splice(..1, words);
        }
    }

    /// Makes numbers of the words for them in front of troops: `twenty Irregular Sp(O)`.
    fn read_number_words(&self, tokens: &mut Vec<ScenarioToken>) {
        let mut at = 0;
        while at < tokens.len() {
            if let Some((number, length)) = self.number_words(&tokens[at..])
                && (self.begins_counted(&tokens[at + length..])
                    || self.ends_lone_mark(&tokens[..at])
                    || at + length == tokens.len() && self.lacks_number(&tokens[..at]))
            {
                replace_by_number(tokens, at..at + length, number);
            }
            at += 1;
        }
    }

    /// Returns whether tokens have troops without any number, and end with a sign in front of one: `Irr
    /// Cv(O), boyars: nine`.
    fn lacks_number(&self, tokens: &[ScenarioToken]) -> bool {
        tokens.last().is_some_and(|last| last.is_sign(":,-"))
            && !tokens.iter().any(ScenarioToken::is_number)
            && self.names_troops(tokens)
    }

    /// Returns the number that tokens begin with in words, and its number of tokens: `twenty-four`.
    fn number_words(&self, tokens: &[ScenarioToken]) -> Option<(f64, usize)> {
        let number = |at: usize| {
            self.vocabulary
                .numbers
                .get(tokens.get(at)?.word()?)
                .copied()
        };
        // `thirty. Six elements …`, `a. Irr Bge(O)`
        let has_stop = tokens.len() > 1 && self.gap_before(tokens, 1).contains('.');
        let first = number(0).filter(|_| !has_stop || tokens[0].span.len() > 1)?;
        let next = tokens.get(1);
        let is_hyphen = next.is_some_and(|next| next.is_sign("-"));
        // `treinta y dos`
        let joiners = &shared_words().number_joiners;
        let is_joined = next.is_some_and(|next| next.is_one_of(joiners));
        let second = 1 + usize::from(is_hyphen || is_joined);
        // `dix-huit`
        let is_tens = !has_stop && (first >= 20.0 || is_hyphen && first == 10.0);
        match number(second).filter(|more| is_tens && first % 10.0 == 0.0 && *more < 10.0) {
            Some(more) => Some((first + more, second + 1)),
            None => Some((first, 1)),
        }
    }

    /// Returns whether tokens begin with troops behind words that only count: `more Irr Kn(F)`, `elements
    /// of baggage`.
    fn begins_counted(&self, tokens: &[ScenarioToken]) -> bool {
        let counts = |token: &&ScenarioToken| {
            token.is_one_of(&shared_words().counting)
                || self.counts_elements(std::slice::from_ref(*token))
        };
        let length = tokens.iter().take_while(counts).count();
        self.begins_mark(&tokens[length..])
    }

    /// Returns whether tokens begin with what marks a line, perhaps behind words such as `Irr`.
    fn begins_mark(&self, tokens: &[ScenarioToken]) -> bool {
        self.troop_kinds().any(|kind| {
            let near = &tokens[..tokens.len().min(MAX_BEFORE_MARK + 4)];
            let expanded = expand_joined_words(kind, self.text, near);
            let near = expanded.as_deref().unwrap_or(near);
            let marks = find_marks(kind, near);
            let first = marks.first().map_or(usize::MAX, |mark| mark.start);
            first <= MAX_BEFORE_MARK && near[..first].iter().all(|token| is_front(kind, token))
                || kind.begins_lone_mark(near)
        })
    }

    /// Returns whether tokens begin with a word that is a mark by itself for records of any kind.
    pub(super) fn names_lone_troops(&self, tokens: &[ScenarioToken]) -> bool {
        self.troop_kinds().any(|kind| kind.begins_lone_mark(tokens))
    }

    /// Returns whether tokens end with a word that is a mark by itself: `Baggage, six elements`.
    fn ends_lone_mark(&self, tokens: &[ScenarioToken]) -> bool {
        let last = tokens.iter().rfind(|token| !token.is_sign(",:"));
        last.is_some_and(|last| self.names_lone_troops(std::slice::from_ref(last)))
    }

    /// Multiplies the number of groups with the size of one: `2x3 Reg Kn(F)` are six.
    fn multiply_groups(&self, tokens: &mut Vec<ScenarioToken>) {
        let group = |tokens: &[ScenarioToken]| match tokens {
            [groups, times, size, rest @ ..] => {
                let (groups, size) = (groups.number()?, size.number()?);
                let is_size =
                    |number: f64| number.fract() == 0.0 && (1.0..=MAX_GROUP).contains(&number);
                let is_group = times.is_times() && is_size(groups) && is_size(size);
                (is_group && self.begins_mark(rest)).then_some(groups * size)
            }
            _ => None,
        };
        let found = (0..tokens.len()).find_map(|at| Some((at, group(&tokens[at..])?)));
        if let Some((at, number)) = found {
            replace_by_number(tokens, at..at + 3, number);
        }
    }
}

/// The most words in front of a mark that are looked at.
const MAX_BEFORE_MARK: usize = 3;

/// Replaces tokens by the number that they mean. Returns the tokens.
fn replace_by_number(
    tokens: &mut Vec<ScenarioToken>,
    places: Range<usize>,
    number: f64,
) -> Vec<ScenarioToken> {
    let span = span_of(&tokens[places.clone()]).unwrap_or_default();
    let kind = ScenarioTokenKind::Number(number);
    tokens
        .splice(places, [ScenarioToken { kind, span }])
        .collect()
}

/// Returns whether a token is a word that may stand in front of a mark, or a sign.
fn is_front(kind: &RecordKind, token: &ScenarioToken) -> bool {
    token.is_sign("/-") || is_front_word(kind, token)
}

/// Reads the letters and digits that scanners confuse where a word of the vocabulary is next to
/// them: `l  Reg Cv (0)`.
fn read_scanned(text: &str, kind: &RecordKind, tokens: &mut [ScenarioToken]) {
    if let [first, next, ..] = tokens
        && first
            .span
            .of(text)
            .chars()
            .all(|c| matches!(c, 'l' | 'I' | 'O'))
        && is_front(kind, next)
        && let Some(number) = scanned_number(first.span.of(text))
    {
        first.kind = ScenarioTokenKind::Number(number);
    }
    for at in 1..tokens.len() {
        let follows_type = kind.graded_type_length(&tokens[at - 1..at]).is_some();
        let span = tokens[at].span;
        let is_zero = tokens[at].number() == Some(0.0)
            && text[..span.start()].trim_end().ends_with('(')
            && text[span.end()..].trim_start().starts_with(')');
        if follows_type && is_zero {
            tokens[at].kind = ScenarioTokenKind::Word("(o)".to_owned());
        }
    }
}
