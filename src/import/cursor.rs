//! `TokenCursor`: a rewindable cursor over the tokens of a line, with the meanings recorded so far;
//! parsers of places and clauses advance it.

use super::{
    grammar::{LEXICON, NumberMeaning, PrintedVerb, UNIT_WORDS, VerbKind, is_counted_unit},
    known_rulesets::SheetVocabulary,
    token::{
        SheetToken,
        SheetTokenKind::{self, Dotted, Item, Mark, Number, Paren, Quote, Signed},
        tokenize,
    },
};
use crate::syntax::UnitNoun;

/// A rewindable cursor over the tokens of a line; records which words were read as what.
pub(super) struct TokenCursor<'a> {
    pub(super) words: &'a SheetVocabulary,
    /// The words of the line.
    pub(super) text: &'a str,
    pub(super) tokens: &'a [SheetToken],
    pub(super) at: usize,
    /// The interpreted words: byte ranges of `text` with their meanings.
    pub(super) found: Vec<(usize, usize, String)>,
    /// The longest list of interpreted words before a rewind, shown for a line that could not be
    /// parsed.
    pub(super) tried: Vec<(usize, usize, String)>,
}

/// A state to rewind a `TokenCursor` to: the index of its next token, and the number of meanings
/// recorded so far.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint(usize, usize);

impl Checkpoint {
    /// Returns the index of its token.
    pub(super) fn token(self) -> usize {
        self.0
    }
}

impl<'a> TokenCursor<'a> {
    pub(super) fn new(words: &'a SheetVocabulary, text: &'a str, tokens: &'a [SheetToken]) -> Self {
        Self {
            words,
            text,
            tokens,
            at: 0,
            found: Vec::new(),
            tried: Vec::new(),
        }
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.at, self.found.len())
    }

    pub(super) fn rewind(&mut self, back: Checkpoint) {
        self.at = back.0;
        if self.found.len() > back.1 && self.found.len() > self.tried.len() {
            self.tried.clone_from(&self.found);
        }
        self.found.truncate(back.1);
    }

    /// Parses with `parse`; rewinds if it finds nothing.
    pub(super) fn attempt<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let back = self.checkpoint();
        let found = parse(self);
        if found.is_none() {
            self.rewind(back);
        }
        found
    }

    /// Consumes with `eat`; rewinds if it returns `false`.
    pub(super) fn attempt_to_eat(&mut self, eat: impl FnOnce(&mut Self) -> bool) -> bool {
        self.attempt(|cursor| eat(cursor).then_some(())).is_some()
    }

    /// Looks ahead: parses with `look`, and rewinds.
    pub(super) fn look_ahead<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let back = self.checkpoint();
        let found = look(self);
        self.rewind(back);
        found
    }

    /// Parses other words, of which nothing may be left.
    pub(super) fn parse_whole<T>(
        &self,
        words: &str,
        parse: impl FnOnce(&mut TokenCursor<'_>) -> Option<T>,
    ) -> Option<T> {
        let tokens = tokenize(words);
        let mut inner = TokenCursor::new(self.words, words, &tokens);
        parse(&mut inner).filter(|_| inner.at_end())
    }

    /// Returns the token at `ahead`.
    pub(super) fn token(&self, ahead: usize) -> Option<&'a SheetToken> {
        self.tokens.get(self.at + ahead)
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<&'a SheetTokenKind> {
        self.token(ahead).map(|token| &token.kind)
    }

    /// Whether the token `back` in front of the next one is one of some words.
    pub(super) fn follows_word(&self, back: usize, any: &[&str]) -> bool {
        let before = self.at.checked_sub(back).and_then(|at| self.tokens.get(at));
        before.is_some_and(|token| token.is_word(any))
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Returns where the next token begins, in bytes of the text; the end of the text after the
    /// last token.
    pub(super) fn offset(&self) -> usize {
        self.token(0).map_or(self.text.len(), |token| token.start)
    }

    /// Returns where the previous token ends, in bytes of the text.
    pub(super) fn previous_end(&self) -> usize {
        self.at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .map_or(0, |token| token.end)
    }

    /// Records the meaning of the tokens from `from` up to the cursor.
    pub(super) fn record(&mut self, from: usize, what: impl Into<String>) {
        let start = self
            .tokens
            .get(from)
            .map_or(self.text.len(), |token| token.start);
        let end = self.previous_end().max(start);
        self.found.push((start, end, what.into()));
    }

    /// Returns the words from byte `start` up to the cursor.
    pub(super) fn text_from(&self, start: usize) -> &'a str {
        &self.text[start..self.previous_end().max(start)]
    }

    pub(super) fn word(&self, ahead: usize) -> Option<&'a str> {
        self.token(ahead)?.word()
    }

    /// Whether there is a quote at `ahead`.
    pub(super) fn is_quote(&self, ahead: usize) -> bool {
        self.token(ahead).is_some_and(SheetToken::is_quote)
    }

    /// Whether there is a number at `ahead`, perhaps with a letter.
    pub(super) fn is_number(&self, ahead: usize) -> bool {
        self.token(ahead).is_some_and(SheetToken::is_number)
    }

    /// Whether one letter or number in brackets is at `ahead`.
    pub(super) fn is_item(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), Some(Item(_)))
    }

    /// Whether words in brackets are at `ahead`.
    pub(super) fn is_paren(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), Some(Paren(_)))
    }

    pub(super) fn is_word(&self, ahead: usize, any: &[&str]) -> bool {
        self.token(ahead).is_some_and(|token| token.is_word(any))
    }

    /// Returns the number of words of a phrase at token `at`.
    pub(super) fn phrase_length(&self, at: usize, phrase: &str) -> Option<usize> {
        let is = |(at, word)| self.tokens.get(at).and_then(SheetToken::word) == Some(word);
        let words = phrase.split(' ');
        (at..).zip(words.clone()).all(is).then(|| words.count())
    }

    /// Whether the words of a phrase are at `ahead`, one after the other.
    pub(super) fn is_phrase(&self, ahead: usize, phrase: &str) -> bool {
        self.phrase_length(self.at + ahead, phrase).is_some()
    }

    pub(super) fn is_mark(&self, ahead: usize, any: &[char]) -> bool {
        matches!(self.peek(ahead), Some(Mark(mark)) if any.contains(mark))
    }

    pub(super) fn eat_word(&mut self, any: &[&str]) -> bool {
        let eaten = self.is_word(0, any);
        self.at += usize::from(eaten);
        eaten
    }

    /// Consumes the words of a phrase.
    pub(super) fn eat_phrase(&mut self, phrase: &str) -> bool {
        let length = self.phrase_length(self.at, phrase);
        self.at += length.unwrap_or_default();
        length.is_some()
    }

    /// Consumes quoted words whose closing mark is present.
    pub(super) fn eat_quote(&mut self) -> Option<&'a str> {
        let Some(Quote(words, true)) = self.peek(0) else {
            return None;
        };
        self.at += 1;
        Some(words)
    }

    /// Consumes one letter or number in brackets.
    pub(super) fn eat_item(&mut self) -> Option<&'a str> {
        let Some(Item(label)) = self.peek(0) else {
            return None;
        };
        self.at += 1;
        Some(label)
    }

    /// Consumes at most `longest` tokens while `goes_on` holds; returns their words.
    pub(super) fn eat_while(
        &mut self,
        longest: usize,
        goes_on: impl Fn(&Self) -> bool,
    ) -> Option<&'a str> {
        let (from, start) = (self.at, self.offset());
        while self.at - from < longest && goes_on(self) {
            self.at += 1;
        }
        (self.at > from).then(|| self.text_from(start))
    }

    /// Consumes a name of at most `longest` tokens.
    pub(super) fn eat_name(&mut self, longest: usize) -> Option<&'a str> {
        let from = self.at;
        self.eat_while(longest, |cursor| cursor.continues_name(from))
    }

    /// Advances over any number of some words.
    pub(super) fn skip_words(&mut self, any: &[&str]) {
        while self.eat_word(any) {}
    }

    /// Whether the cursor is at the word `one`, which is a number too.
    pub(super) fn is_one(&self) -> bool {
        matches!(self.peek(0), Some(Number(1, None)))
            && self.text[self.offset()..].starts_with(['o', 'O'])
    }

    pub(super) fn eat_mark(&mut self, any: &[char]) -> bool {
        let eaten = self.is_mark(0, any);
        self.at += usize::from(eaten);
        eaten
    }

    /// Whether the cursor is at a separating mark or at the end.
    pub(super) fn is_at_separator(&self) -> bool {
        self.ends_at(0, &['.', ',', ':', ';', '–'])
    }

    /// Whether one of some marks, or the end, is at `ahead`.
    pub(super) fn ends_at(&self, ahead: usize, marks: &[char]) -> bool {
        self.peek(ahead).is_none() || self.is_mark(ahead, marks)
    }

    /// Whether a colon precedes the cursor.
    pub(super) fn is_after_colon(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.is_some_and(|token| matches!(token.kind, Mark(':')))
    }

    /// Consumes `and`, `&` or `or`.
    pub(super) fn eat_and(&mut self) -> bool {
        self.eat_word(&["and", "or"]) || self.eat_mark(&['&'])
    }

    /// Consumes auxiliary words such as `should now be`; returns whether they demand something.
    pub(super) fn eat_modals(&mut self) -> bool {
        let from = self.at;
        self.skip_words(&LEXICON.modals);
        self.tokens[from..self.at]
            .iter()
            .any(|token| token.is_word(&LEXICON.demands))
    }

    pub(super) fn skip_noise(&mut self) {
        self.skip_words(&LEXICON.noise);
    }

    /// Returns the unit named by the word at `ahead`.
    pub(super) fn unit_at(&self, ahead: usize) -> Option<(UnitNoun, NumberMeaning)> {
        let word = self.word(ahead)?;
        // `the 3rd paragraph's first bullet`
        let owned = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
        let word = owned.unwrap_or(word);
        let word = self.words.units.get(word).map_or(word, String::as_str);
        UNIT_WORDS
            .iter()
            .find(|row| row.words.contains(&word))
            .map(|row| (row.unit, row.naming))
    }

    /// Returns the unit named by the word at `ahead`, if numbers count it.
    pub(super) fn counted_unit_at(&self, ahead: usize) -> Option<UnitNoun> {
        let (unit, naming) = self.unit_at(ahead)?;
        (naming == NumberMeaning::Counted).then_some(unit)
    }

    /// Consumes a unit. `bullet point` is one unit, and the stop after an abbreviation belongs to
    /// it.
    pub(super) fn eat_unit(&mut self) -> Option<(UnitNoun, NumberMeaning)> {
        // `s.3`
        if self.is_word(0, &["s", "sent"]) && self.is_mark(1, &['.']) && self.is_number(2) {
            self.at += 2;
            return Some((UnitNoun::Sentence, NumberMeaning::Counted));
        }
        let found = self.unit_at(0)?;
        let short = self.is_word(0, &["para", "paras", "par", "fig", "figs"]);
        self.at += 1;
        if found.0 == UnitNoun::Bullet {
            self.eat_word(&["point", "points", "list"]);
        }
        let numbered = self.is_number(1) || matches!(self.peek(1), Some(Dotted(_)));
        if short && numbered {
            self.eat_mark(&['.']);
        }
        Some(found)
    }

    /// Returns the verb at `ahead` if it is an imperative.
    pub(super) fn verb_at(&self, ahead: usize) -> Option<VerbKind> {
        let word = self.word(ahead)?;
        let word = self.words.verbs.get(word).map_or(word, String::as_str);
        PrintedVerb::find(word).map(|row| row.kind)
    }

    /// Returns the verb at `ahead` if it is a participle.
    pub(super) fn participle_at(&self, ahead: usize) -> Option<VerbKind> {
        PrintedVerb::of_participle(self.word(ahead)?).map(|row| row.kind)
    }

    /// Whether the token at `at` begins a sentence: it is the first one, or it follows a stop and
    /// is not in lower case.
    pub(super) fn is_sentence_start(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return true;
        };
        if at == 0 {
            return true;
        }
        let stop = matches!(self.tokens[at - 1].kind, Mark('.' | '!' | '?' | ':' | ';'));
        // `on p. 20`
        let abbreviated =
            at > 1 && self.tokens[at - 2].is_word(&["p", "pp", "pg", "fig"]) && token.is_number();
        stop && !abbreviated && !self.text[token.start..].starts_with(char::is_lowercase)
    }

    /// Whether the words at the cursor demand something: `should`, `now reads`.
    pub(super) fn is_demand(&self) -> bool {
        self.is_word(0, &LEXICON.modals)
            && (1..6)
                .take_while(|&ahead| self.is_word(ahead - 1, &LEXICON.modals))
                .any(|ahead| self.is_demanded_result(ahead))
            || self.is_word(0, &["reads", "becomes"])
    }

    fn is_demanded_result(&self, ahead: usize) -> bool {
        self.is_word(ahead, &["read", "reads", "say", "become"])
            || self.participle_at(ahead).is_some()
            || self.is_quote(ahead)
    }

    /// Whether the tokens contain both a verb of the language and a unit or quoted words.
    ///
    /// Such a sentence is an instruction, even if it could not be parsed.
    pub(super) fn has_instruction_words(&self, tokens: std::ops::Range<usize>) -> bool {
        let all = || tokens.clone();
        let word = |at: usize| self.tokens.get(at)?.word();
        let is = |at: usize, any: &[&str]| word(at).is_some_and(|word| any.contains(&word));
        let verb = |at: usize| {
            let before = at.wrapping_sub(1);
            !is(before, &["not"])
                && word(at).is_some_and(|word| {
                    let own = self.words.verbs.get(word).map_or(word, String::as_str);
                    PrintedVerb::find(own)
                        .or(PrintedVerb::of_participle(own))
                        .is_some_and(|row| !matches!(row.kind, VerbKind::Ignore | VerbKind::Value))
                        || ["read", "be", "have", "cost", "say"].contains(&word)
                            && is(before, &["should"])
                })
        };
        let unit = |at: usize| word(at).is_some_and(is_counted_unit);
        let number = |at: usize| self.tokens.get(at).is_some_and(SheetToken::is_number);
        let quoted = |at: usize| self.tokens.get(at).is_some_and(SheetToken::is_quote);
        let errs = |at: usize| is(at, &["missing"]) || is(at, &LEXICON.error_words);
        let page = |at: usize| is(at, &["page"]) && number(at + 1);
        let renames = || {
            all().any(|at| is(at, &["becomes"]))
                && is(tokens.start, &["rule", "section", "item", "case"])
        };
        let demands = |at: usize| is(at, &["should", "shall"]);
        all().any(verb) && all().any(|at| unit(at) || quoted(at) || number(at))
            || all().any(demands) && all().any(unit)
            || renames()
            || all().any(errs) && all().any(|at| unit(at) || page(at))
    }

    /// Whether an imperative of the language follows a mark: `Page 11, costs: change …`.
    pub(super) fn commands_after_mark(&self) -> bool {
        let mark = |token: &SheetToken| matches!(token.kind, Mark(':' | ',' | '.' | '–'));
        let verb = |token: &SheetToken| {
            token.word().and_then(PrintedVerb::find).is_some_and(|row| {
                !matches!(
                    row.kind,
                    VerbKind::Ignore | VerbKind::Move | VerbKind::Value
                )
            })
        };
        self.tokens
            .windows(2)
            .any(|pair| mark(&pair[0]) && verb(&pair[1]))
    }

    /// Whether the tokens contain the participle of a verb of the language: `moved to 6.1`.
    pub(super) fn has_participle(&self, tokens: std::ops::Range<usize>) -> bool {
        let tokens = self.tokens.get(tokens).unwrap_or_default();
        tokens.iter().enumerate().any(|(at, token)| {
            token.word().and_then(PrintedVerb::of_participle).is_some()
                && !(at > 0 && tokens[at - 1].is_word(&["not"]))
        })
    }

    /// Whether the line demands something, or says what becomes of something: `the arrow should point
    /// left`.
    pub(super) fn demands_change(&self) -> bool {
        const DEMANDS: &[&str] = &["should", "shall", "becomes", "become"];
        self.tokens.iter().any(|token| token.is_word(DEMANDS))
    }

    /// Whether the line opposes two figures or quotes: `6 instead of 7`, `"b", not "a"`, `6 → 7`.
    pub(super) fn states_old_value(&self) -> bool {
        let figure = |kind: Option<&SheetTokenKind>| {
            matches!(kind, Some(Number(..) | Signed(_) | Dotted(_)))
        };
        let stated =
            |kind: Option<&SheetTokenKind>| figure(kind) || matches!(kind, Some(Quote(..)));
        let kind = |at: usize| self.tokens.get(at).map(|token| &token.kind);
        let is = |at: usize, name: &str| {
            self.tokens
                .get(at)
                .is_some_and(|token| token.is_word(&[name]))
        };
        (1..self.tokens.len()).any(|at| {
            let opposes =
                is(at, "instead") && is(at + 1, "of") || is(at, "rather") && is(at + 1, "than");
            let comma = usize::from(at > 1 && kind(at - 1) == Some(&Mark(',')));
            let denies = is(at, "not") && stated(kind(at - 1 - comma)) && stated(kind(at + 1));
            let was = is(at - 1, "was") && figure(kind(at));
            let arrow = matches!(kind(at), Some(Mark('→' | '⇒')));
            was || arrow || denies || opposes && figure(kind(at - 1)) && figure(kind(at + 2))
        })
    }

    /// Whether the tokens before `end` name a counted unit and a verb of the language.
    pub(super) fn instructs_about_unit(&self, end: usize) -> bool {
        let is_unit = |token: &SheetToken| token.word().is_some_and(is_counted_unit);
        self.tokens[..end].iter().any(is_unit) && self.has_instruction_words(0..end)
    }

    /// Advances to the beginning of the next sentence.
    pub(super) fn skip_sentence(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len());
        while !self.at_end() && !self.is_sentence_start(self.at) {
            self.at += 1;
        }
    }
}
