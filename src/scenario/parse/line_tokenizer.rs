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
        token::{ScenarioToken, ScenarioTokenKind, tokenize},
        vocabulary::{KindIx, PhraseMeaning, RecordKind},
    },
    text::Span,
};

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
        for &kind in &self.marked_kinds {
            self.read_scanned(kind, &mut tokens);
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
        let is_word = |token: &ScenarioToken| {
            matches!(&token.kind, ScenarioTokenKind::Word(word)
                if word.len() > 1 && word.chars().all(char::is_alphabetic))
        };
        let is_label = |own: &[ScenarioToken]| {
            is_word(&own[0])
                && own[1].kind == ScenarioTokenKind::Sign('=')
                && own[2].is_number()
                && own[0].span.end() == own[1].span.start()
                && own[1].span.end() == own[2].span.start()
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
            let words = span.of(self.text);
            let sign = words.chars().next().map_or(0, char::len_utf8);
            let last = words.chars().next_back().map_or(0, char::len_utf8);
            let inner = Span::new(span.start() + sign, span.end() - last);
            let inner = tokenize(self.text, inner);
            // more words are a saying
            if inner.len() <= MOST_QUOTED && self.is_marked(&self.marked_kinds, &inner) {
                tokens.splice(at..=at, inner);
            }
        }
    }

    /// Makes words of the numbers of editions, as they count nothing: `Gauls (DBM 3.4): 4 Irr Cv(O)`.
    fn read_editions(&self, tokens: &mut [ScenarioToken]) {
        let ruleset = self.vocabulary.ruleset.as_str();
        for at in 1..tokens.len() {
            let is_fraction = matches!(tokens[at].kind, ScenarioTokenKind::Number(number) if number.fract() != 0.0);
            let is_named = tokens[at - 1].is_one_of(&shared_words().edition.rules)
                || matches!(&tokens[at - 1].kind, ScenarioTokenKind::Word(word) if !ruleset.is_empty() && word == ruleset);
            if is_fraction && is_named {
                let written = tokens[at].span.of(self.text).to_owned();
                tokens[at].kind = ScenarioTokenKind::Word(written);
            }
        }
    }

    /// Makes a number of the words for one at the front of a line.
    fn number_in_front(&self, tokens: &mut Vec<ScenarioToken>) {
        // `A: 1 Reg Kn(F)` is a command
        let is_letter = matches!(tokens.first().map(|first| &first.kind), Some(ScenarioTokenKind::Word(word)) if word.len() == 1);
        let Some((number, length)) = self.number_words(tokens).filter(|_| !is_letter) else {
            return;
        };
        let span = tokens[0].span.join(tokens[length - 1].span);
        let kind = ScenarioTokenKind::Number(number);
        let words: Vec<ScenarioToken> = tokens
            .splice(..length, [ScenarioToken { kind, span }])
            .collect();
        if !self.is_marked(&self.marked_kinds, tokens) {
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
                let span = tokens[at].span.join(tokens[at + length - 1].span);
                let kind = ScenarioTokenKind::Number(number);
                tokens.splice(at..at + length, [ScenarioToken { kind, span }]);
            }
            at += 1;
        }
    }

    /// Returns whether tokens have troops without any number, and end with a sign in front of one: `Irr
    /// Cv(O), boyars: nine`.
    fn lacks_number(&self, tokens: &[ScenarioToken]) -> bool {
        let is_sign = |token: &ScenarioToken| {
            matches!(
                token.kind,
                ScenarioTokenKind::Colon | ScenarioTokenKind::Comma | ScenarioTokenKind::Sign('-')
            )
        };
        tokens.last().is_some_and(is_sign)
            && !tokens.iter().any(ScenarioToken::is_number)
            && self.is_marked(&self.marked_kinds, tokens)
    }

    /// Returns the number that tokens begin with in words, and its number of tokens: `twenty-four`.
    fn number_words(&self, tokens: &[ScenarioToken]) -> Option<(f64, usize)> {
        let number = |at: usize| match &tokens.get(at)?.kind {
            ScenarioTokenKind::Word(word) => self.vocabulary.numbers.get(word).copied(),
            _ => None,
        };
        // `thirty. Six elements …`, `a. Irr Bge(O)`
        let has_stop = tokens.len() > 1 && self.gap_before(tokens, 1).contains('.');
        let first = number(0).filter(|_| !has_stop || tokens[0].span.len() > 1)?;
        let is_hyphen =
            matches!(tokens.get(1), Some(token) if token.kind == ScenarioTokenKind::Sign('-'));
        // `treinta y dos`
        let is_joined = tokens
            .get(1)
            .is_some_and(|token| token.is_one_of(&shared_words().number_joiners));
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
        self.marked_kinds.iter().any(|&kind| {
            let kind = self.vocabulary.kind(kind);
            let near = &tokens[..tokens.len().min(MAX_BEFORE_MARK + 4)];
            let expanded = expand_joined_words(kind, self.text, near);
            let near = expanded.as_deref().unwrap_or(near);
            let marks = find_marks(kind, near);
            let first = marks.first().map_or(usize::MAX, |mark| mark.start);
            first <= MAX_BEFORE_MARK && near[..first].iter().all(|token| is_front(kind, token))
                || self.begins_lone_mark(kind, near)
        })
    }

    /// Returns whether tokens begin with a word that is a mark by itself: `baggage elements`.
    pub(super) fn begins_lone_mark(&self, kind: &RecordKind, tokens: &[ScenarioToken]) -> bool {
        lone_mark_length(kind, tokens).is_some()
    }

    /// Returns whether tokens begin with a word that is a mark by itself for records of any kind.
    pub(super) fn names_lone_troops(&self, tokens: &[ScenarioToken]) -> bool {
        let mut kinds = self.marked_kinds.iter();
        kinds.any(|&kind| self.begins_lone_mark(self.vocabulary.kind(kind), tokens))
    }

    /// Returns whether tokens end with a word that is a mark by itself: `Baggage, six elements`.
    fn ends_lone_mark(&self, tokens: &[ScenarioToken]) -> bool {
        let is_separator = |token: &&ScenarioToken| {
            matches!(
                token.kind,
                ScenarioTokenKind::Comma | ScenarioTokenKind::Colon
            )
        };
        let Some(last) = tokens.iter().rposition(|token| !is_separator(&token)) else {
            return false;
        };
        self.names_lone_troops(&tokens[last..=last])
    }

    /// Multiplies the number of groups with the size of one: `2x3 Reg Kn(F)` are six.
    fn multiply_groups(&self, tokens: &mut Vec<ScenarioToken>) {
        let group = |tokens: &[ScenarioToken]| match tokens {
            [groups, times, size, rest @ ..] => {
                let (ScenarioTokenKind::Number(groups), ScenarioTokenKind::Number(size)) =
                    (&groups.kind, &size.kind)
                else {
                    return None;
                };
                let is_times = matches!(&times.kind, ScenarioTokenKind::Word(word) if word == "x");
                let is_size =
                    |number: f64| number.fract() == 0.0 && (1.0..=MAX_GROUP).contains(&number);
                let is_group = is_times && is_size(*groups) && is_size(*size);
                (is_group && self.begins_mark(rest)).then_some(groups * size)
            }
            _ => None,
        };
        let found = (0..tokens.len()).find_map(|at| Some((at, group(&tokens[at..])?)));
        if let Some((at, number)) = found {
            let span = tokens[at].span.join(tokens[at + 2].span);
            let kind = ScenarioTokenKind::Number(number);
            tokens.splice(at..at + 3, [ScenarioToken { kind, span }]);
        }
    }

    /// Reads the letters and digits that scanners confuse where a word of the vocabulary is next to
    /// them: `l  Reg Cv (0)`.
    fn read_scanned(&self, kind: KindIx, tokens: &mut [ScenarioToken]) {
        let kind = self.vocabulary.kind(kind);
        if let [first, next, ..] = tokens
            && first
                .span
                .of(self.text)
                .chars()
                .all(|c| matches!(c, 'l' | 'I' | 'O'))
            && is_front(kind, next)
            && let Some(number) = scanned_number(first.span.of(self.text))
        {
            first.kind = ScenarioTokenKind::Number(number);
        }
        let Some(&first) = kind.mark.first() else {
            return;
        };
        for at in 1..tokens.len() {
            let is_type = |meaning: &&PhraseMeaning| {
                meaning.is_value_of(first) && !meaning.is_word_of(&kind.lone_marks)
            };
            let types = kind.phrases.longest_match(&tokens[at - 1..at]);
            let follows_type = types.is_some_and(|(_, meanings)| meanings.iter().any(is_type));
            let span = tokens[at].span;
            let is_zero = tokens[at].kind == ScenarioTokenKind::Number(0.0)
                && self.text[..span.start()].trim_end().ends_with('(')
                && self.text[span.end()..].trim_start().starts_with(')');
            if follows_type && is_zero {
                tokens[at].kind = ScenarioTokenKind::Word("(o)".to_owned());
            }
        }
    }
}

/// The most words in front of a mark that are looked at.
const MAX_BEFORE_MARK: usize = 3;

/// Returns the number of tokens of the mark by itself that tokens begin with.
pub(super) fn lone_mark_length(kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<usize> {
    let (length, meanings) = kind.phrases.longest_match(tokens)?;
    let mut meanings = meanings.iter();
    let is_lone = meanings.any(|meaning| meaning.is_word_of(&kind.lone_marks));
    is_lone.then_some(length)
}

/// Returns whether a token is a word that may stand in front of a mark, or a sign.
fn is_front(kind: &RecordKind, token: &ScenarioToken) -> bool {
    matches!(token.kind, ScenarioTokenKind::Sign('/' | '-')) || is_front_word(kind, token)
}
