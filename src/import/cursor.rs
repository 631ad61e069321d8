//! `TokenCursor`: a rewindable cursor over the tokens of a line, with the meanings recorded so far;
//! parsers of places and clauses advance it.

use super::{
    grammar::{
        ADVERBS, DEMANDS, ERROR_WORDS, MODALS, NOISE, NumberMeaning, PrintedVerb, UNIT_WORDS,
        VERBS, VerbKind,
    },
    known_rulesets::SheetVocabulary,
    token::{SheetToken, SheetTokenKind},
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

    pub(super) fn peek(&self, ahead: usize) -> Option<&'a SheetTokenKind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Returns where the next token begins, in bytes of the text; the end of the text after the
    /// last token.
    pub(super) fn offset(&self) -> usize {
        self.tokens
            .get(self.at)
            .map_or(self.text.len(), |token| token.start)
    }

    /// Returns where the token at `ahead` ends, in bytes of the text.
    pub(super) fn offset_after(&self, ahead: usize) -> usize {
        self.tokens
            .get(self.at + ahead)
            .map_or(self.text.len(), |token| token.end)
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

    pub(super) fn word(&self, ahead: usize) -> Option<&'a str> {
        match self.peek(ahead) {
            Some(SheetTokenKind::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub(super) fn is_word(&self, ahead: usize, any: &[&str]) -> bool {
        self.word(ahead).is_some_and(|word| any.contains(&word))
    }

    pub(super) fn is_mark(&self, ahead: usize, any: &[char]) -> bool {
        matches!(self.peek(ahead), Some(SheetTokenKind::Mark(mark)) if any.contains(mark))
    }

    pub(super) fn eat_word(&mut self, any: &[&str]) -> bool {
        let eaten = self.is_word(0, any);
        self.at += usize::from(eaten);
        eaten
    }

    /// Whether the cursor is at the word `one`, which is a number too.
    pub(super) fn is_one(&self) -> bool {
        matches!(self.peek(0), Some(SheetTokenKind::Number(1, None)))
            && self.text[self.offset()..].starts_with(['o', 'O'])
    }

    pub(super) fn eat_mark(&mut self, any: &[char]) -> bool {
        let eaten = self.is_mark(0, any);
        self.at += usize::from(eaten);
        eaten
    }

    /// Whether the cursor is at a separating mark or at the end.
    pub(super) fn is_at_separator(&self) -> bool {
        self.at_end() || self.is_mark(0, &['.', ',', ':', ';', '–'])
    }

    /// Consumes `and`, `&` or `or`.
    pub(super) fn eat_and(&mut self) -> bool {
        self.eat_word(&["and", "or"]) || self.eat_mark(&['&'])
    }

    pub(super) fn skip_noise(&mut self) {
        while self.is_word(0, NOISE) {
            self.at += 1;
        }
    }

    pub(super) fn skip_adverbs(&mut self) {
        let from = self.at;
        while self.is_word(0, ADVERBS) || (self.at > from && self.is_mark(0, &[','])) {
            self.at += 1;
        }
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

    /// Whether the cursor is at the number of a sentence: `s.3`.
    fn is_short_sentence(&self) -> bool {
        self.is_word(0, &["s", "sent"])
            && self.is_mark(1, &['.'])
            && matches!(self.peek(2), Some(SheetTokenKind::Number(..)))
    }

    /// Consumes a unit. `bullet point` is one unit, and the stop after an abbreviation belongs to
    /// it.
    pub(super) fn eat_unit(&mut self) -> Option<(UnitNoun, NumberMeaning)> {
        if self.is_short_sentence() {
            self.at += 2;
            return Some((UnitNoun::Sentence, NumberMeaning::Counted));
        }
        let found = self.unit_at(0)?;
        let short = self.is_word(0, &["para", "paras", "par", "fig", "figs"]);
        self.at += 1;
        if found.0 == UnitNoun::Bullet {
            self.eat_word(&["point", "points", "list"]);
        }
        if short
            && self.is_mark(0, &['.'])
            && matches!(
                self.peek(1),
                Some(SheetTokenKind::Number(..) | SheetTokenKind::Dotted(_))
            )
        {
            self.at += 1;
        }
        Some(found)
    }

    /// Returns the verb at `ahead` if it is an imperative.
    pub(super) fn verb_at(&self, ahead: usize) -> Option<VerbKind> {
        let word = self.word(ahead)?;
        let word = self.words.verbs.get(word).map_or(word, String::as_str);
        PrintedVerb::find(word).map(|row| row.kind)
    }

    /// Returns the verb at `ahead` if it is a gerund: `inserting`, `omitting`.
    pub(super) fn gerund_at(&self, ahead: usize) -> Option<VerbKind> {
        let stem = self.word(ahead)?.strip_suffix("ing")?;
        let find = |word: &str| PrintedVerb::find(word).map(|row| row.kind);
        let mut doubled = stem.chars().rev();
        let is_doubled = doubled
            .next()
            .is_some_and(|last| doubled.next() == Some(last));
        find(stem)
            .or_else(|| find(&format!("{stem}e")))
            .or_else(|| is_doubled.then(|| find(&stem[..stem.len() - 1])).flatten())
    }

    /// Returns the verb at `ahead` if it is a participle.
    pub(super) fn participle_at(&self, ahead: usize) -> Option<VerbKind> {
        let word = self.word(ahead)?;
        VERBS
            .iter()
            .find(|row| row.participles.contains(&word))
            .map(|row| row.kind)
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
        let stop = matches!(
            self.tokens[at - 1].kind,
            SheetTokenKind::Mark('.' | '!' | '?' | ':' | ';')
        );
        // `on p. 20`
        let short = |token: &SheetToken| matches!(&token.kind, SheetTokenKind::Word(word) if ["p", "pp", "pg", "fig"].contains(&word.as_str()));
        let abbreviated = at > 1
            && short(&self.tokens[at - 2])
            && matches!(token.kind, SheetTokenKind::Number(..));
        stop && !abbreviated && !self.text[token.start..].starts_with(|c: char| c.is_lowercase())
    }

    /// Whether the words at the cursor demand something: `should`, `now reads`.
    pub(super) fn is_demand(&self) -> bool {
        self.is_word(0, MODALS)
            && (1..6)
                .take_while(|&ahead| self.is_word(ahead - 1, MODALS))
                .any(|ahead| self.is_demanded_result(ahead))
            || self.is_word(0, &["reads", "becomes"])
    }

    fn is_demanded_result(&self, ahead: usize) -> bool {
        self.is_word(ahead, &["read", "reads", "say", "become"])
            || self.participle_at(ahead).is_some()
            || matches!(self.peek(ahead), Some(SheetTokenKind::Quote(..)))
    }

    /// Whether the tokens contain both a verb of the language and a unit or quoted words.
    ///
    /// Such a sentence is an instruction, even if it could not be parsed.
    pub(super) fn has_instruction_words(&self, tokens: std::ops::Range<usize>) -> bool {
        let all = || tokens.clone();
        let word = |at: usize| match &self.tokens.get(at)?.kind {
            SheetTokenKind::Word(word) => Some(word.as_str()),
            _ => None,
        };
        let verb = |at: usize| {
            let denied = at > 0 && word(at - 1) == Some("not");
            !denied
                && word(at).is_some_and(|word| {
                    let own = self.words.verbs.get(word).map_or(word, String::as_str);
                    let participle = VERBS.iter().find(|row| row.participles.contains(&own));
                    PrintedVerb::find(own)
                        .or(participle)
                        .is_some_and(|row| !matches!(row.kind, VerbKind::Ignore | VerbKind::Value))
                        || ["read", "be", "have", "cost", "say"].contains(&word)
                            && at > 0
                            && self.tokens[at - 1].kind == SheetTokenKind::Word("should".into())
                })
        };
        let unit = |at: usize| {
            word(at).is_some_and(|word| {
                UNIT_WORDS
                    .iter()
                    .any(|row| row.naming == NumberMeaning::Counted && row.words.contains(&word))
            })
        };
        let quoted = |at: usize| {
            matches!(
                self.tokens.get(at).map(|token| &token.kind),
                Some(SheetTokenKind::Quote(..) | SheetTokenKind::Number(..))
            )
        };
        let errs = |at: usize| {
            word(at).is_some_and(|word| word == "missing" || ERROR_WORDS.contains(&word))
        };
        let page = |at: usize| {
            word(at) == Some("page")
                && matches!(
                    self.tokens.get(at + 1).map(|token| &token.kind),
                    Some(SheetTokenKind::Number(..))
                )
        };
        let renames = || {
            let first = word(tokens.start);
            all().any(|at| word(at) == Some("becomes"))
                && first.is_some_and(|first| ["rule", "section", "item", "case"].contains(&first))
        };
        let demands = |at: usize| word(at).is_some_and(|word| ["should", "shall"].contains(&word));
        all().any(verb) && all().any(|at| unit(at) || quoted(at))
            || all().any(demands) && all().any(unit)
            || renames()
            || all().any(errs) && all().any(|at| unit(at) || page(at))
    }

    /// Whether an imperative of the language follows a mark: `Page 11, costs: change …`.
    pub(super) fn commands_after_mark(&self) -> bool {
        let mark =
            |token: &SheetToken| matches!(token.kind, SheetTokenKind::Mark(':' | ',' | '.' | '–'));
        let verb = |token: &SheetToken| match &token.kind {
            SheetTokenKind::Word(word) => PrintedVerb::find(word).is_some_and(|row| {
                !matches!(
                    row.kind,
                    VerbKind::Ignore | VerbKind::Move | VerbKind::Value
                )
            }),
            _ => false,
        };
        self.tokens
            .windows(2)
            .any(|pair| mark(&pair[0]) && verb(&pair[1]))
    }

    /// Whether the tokens contain the participle of a verb of the language: `moved to 6.1`.
    pub(super) fn has_participle(&self, tokens: std::ops::Range<usize>) -> bool {
        let is_participle = |token: &SheetToken| match &token.kind {
            SheetTokenKind::Word(word) => VERBS
                .iter()
                .any(|row| row.participles.contains(&word.as_str())),
            _ => false,
        };
        let denied = |token: &SheetToken| token.kind == SheetTokenKind::Word("not".into());
        let tokens = self.tokens.get(tokens).unwrap_or_default();
        tokens
            .iter()
            .enumerate()
            .any(|(at, token)| is_participle(token) && !(at > 0 && denied(&tokens[at - 1])))
    }

    /// Whether the line demands something: `the arrow should point left`.
    pub(super) fn demands_anything(&self) -> bool {
        self.tokens.iter().any(|token| matches!(&token.kind, SheetTokenKind::Word(word) if ["should", "shall"].contains(&word.as_str())))
    }

    /// Whether something becomes something else.
    pub(super) fn says_becomes(&self) -> bool {
        self.tokens.iter().any(|token| matches!(&token.kind, SheetTokenKind::Word(word) if ["becomes", "become"].contains(&word.as_str())))
    }

    /// Whether the line demands something of quoted words or a factor: `"a" is now "b"`.
    pub(super) fn demands_quoted_words(&self) -> bool {
        let quoted = |token: &SheetToken| {
            matches!(
                token.kind,
                SheetTokenKind::Quote(..) | SheetTokenKind::Signed(_)
            )
        };
        let demands = |token: &SheetToken| matches!(&token.kind, SheetTokenKind::Word(word) if DEMANDS.contains(&word.as_str()));
        self.tokens.iter().any(quoted) && self.tokens.iter().any(demands)
    }

    /// Whether the line opposes two figures or quotes: `6 instead of 7`, `"b", not "a"`, `6 → 7`.
    pub(super) fn states_old_value(&self) -> bool {
        let figure = |kind: Option<&SheetTokenKind>| {
            matches!(
                kind,
                Some(
                    SheetTokenKind::Number(..)
                        | SheetTokenKind::Signed(_)
                        | SheetTokenKind::Dotted(_)
                )
            )
        };
        let stated = |kind: Option<&SheetTokenKind>| {
            figure(kind) || matches!(kind, Some(SheetTokenKind::Quote(..)))
        };
        let kind = |at: usize| self.tokens.get(at).map(|token| &token.kind);
        let is = |at: usize, name: &str| matches!(kind(at), Some(SheetTokenKind::Word(word)) if word == name);
        (1..self.tokens.len()).any(|at| {
            let opposes =
                is(at, "instead") && is(at + 1, "of") || is(at, "rather") && is(at + 1, "than");
            let comma = usize::from(at > 1 && kind(at - 1) == Some(&SheetTokenKind::Mark(',')));
            let denies = is(at, "not") && stated(kind(at - 1 - comma)) && stated(kind(at + 1));
            let was = is(at - 1, "was") && figure(kind(at));
            let arrow = matches!(kind(at), Some(SheetTokenKind::Mark('→' | '⇒')));
            was || arrow || denies || opposes && figure(kind(at - 1)) && figure(kind(at + 2))
        })
    }

    /// Whether the tokens before `end` name a counted unit and a verb of the language.
    pub(super) fn instructs_about_unit(&self, end: usize) -> bool {
        let is_unit = |token: &SheetToken| match &token.kind {
            SheetTokenKind::Word(word) => UNIT_WORDS.iter().any(|row| {
                row.naming == NumberMeaning::Counted && row.words.contains(&word.as_str())
            }),
            _ => false,
        };
        self.tokens[..end].iter().any(is_unit) && self.has_instruction_words(0..end)
    }

    /// Advances to the beginning of the next sentence.
    pub(super) fn skip_sentence(&mut self) {
        self.at += 1;
        while !self.at_end() && !self.is_sentence_start(self.at) {
            self.at += 1;
        }
    }
}
