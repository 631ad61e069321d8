//! Patterns over the tokens of a line, from `lexicon.toml`: the forms in which sheets name
//! units, verbs, and the roles of the words beside them.

use super::{
    grammar::{LEXICON, Meaning, NumberMeaning, PatternRow, PrintedVerb, UnitWords, VerbKind},
    token::{
        SheetToken,
        SheetTokenKind::{
            self, Bracket, Dotted, Item, Mark, Nth, Number, Paren, Quote, Signed, Word,
        },
    },
};
use crate::{model::toml_file::SheetVocabulary, syntax::UnitNoun, text::slug::capitalize};
use serde::Deserialize;
use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
    sync::LazyLock,
};

/// A class of tokens, of which a pattern captures what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Class {
    /// Ordinals joined by `and`, commas, `to` and dashes.
    Nths,
    Nth,
    /// `1st`, `opening`.
    First,
    /// Numbers joined like ordinals.
    Numbers,
    N,
    /// `penultimate`.
    FromEnd,
    /// `twice`.
    Times,
    Unit,
    /// A unit that numbers count.
    Counted,
    /// A unit that ordinals count.
    Ranked,
    /// A unit that is named by its label.
    Labelled,
    /// A unit inside of a section.
    Inner,
    Label,
    Labels,
    Quoted,
    Signed,
    /// One letter or number in brackets.
    Letter,
    /// Letters or numbers in brackets that are labels: `(2)(a)`.
    Items,
    Page,
    Rule,
    /// Rule numbers joined by commas and `and`.
    Rules,
    Roman,
    Sign,
    Figure,
    /// The noun of a value: `AP`, or a word in front of a mark.
    Points,
    /// A quotation or a figure.
    Value,
    Old,
    New,
    Imperative,
    Participle,
    /// Capitalised words.
    Name,
    /// The words of a row of a table.
    Row,
    /// The words of a column of a table.
    Column,
    /// What a unit is about.
    Topic,
    /// An end of a range: quoted words or a unit.
    Edge,
    Any,
    /// The rest of the sentence.
    Rest,
    /// The end of the line, without a token.
    End,
}

/// What an element of a pattern matches.
#[derive(Clone, Debug)]
enum Matcher {
    Words(Vec<&'static str>),
    Marks(Vec<char>),
    Class(Class),
}

#[derive(Clone, Debug)]
struct Element {
    matcher: Matcher,
    optional: bool,
    repeated: bool,
    /// Whether it only looks ahead.
    ahead: bool,
}

/// A pattern: the meaning of its words, and why an instruction with it is unsure.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) means: Meaning,
    pub(super) why: &'static str,
    elements: Vec<Element>,
    #[cfg(test)]
    source: &'static str,
}

/// The patterns, with those that may begin with a word, a mark or a class.
#[derive(Default)]
pub(super) struct Patterns {
    rows: Vec<Pattern>,
    by_word: HashMap<&'static str, Vec<usize>>,
    by_mark: HashMap<char, Vec<usize>>,
    by_class: Vec<(Class, Vec<usize>)>,
}

/// The patterns of sheets.
pub(super) static PATTERNS: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::parse(&LEXICON.patterns).unwrap_or_default());

impl Patterns {
    fn parse(table: &'static [PatternRow]) -> Result<Self, String> {
        let mut rows = Vec::new();
        for row in table {
            for words in &row.words {
                let elements = words.split(' ').map(parse_element);
                rows.push(Pattern {
                    means: row.means,
                    why: row.why,
                    elements: elements.collect::<Result<_, _>>()?,
                    #[cfg(test)]
                    source: words,
                });
            }
        }
        let mut patterns = Self::default();
        for (at, row) in rows.iter().enumerate() {
            // what is optional may be left out
            let needed = row.elements.iter().position(|element| !element.optional);
            for first in &row.elements[..=needed.unwrap_or(0)] {
                patterns.index(&first.matcher, at);
            }
        }
        Ok(Self { rows, ..patterns })
    }

    fn index(&mut self, first: &Matcher, at: usize) {
        match first {
            Matcher::Words(words) => {
                for word in words {
                    self.by_word.entry(word).or_default().push(at);
                }
            }
            Matcher::Marks(marks) => {
                for mark in marks {
                    self.by_mark.entry(*mark).or_default().push(at);
                }
            }
            Matcher::Class(class) => match self.by_class.iter_mut().find(|(own, _)| own == class) {
                Some((_, rows)) => rows.push(at),
                None => self.by_class.push((*class, vec![at])),
            },
        }
    }

    /// Returns the patterns that may begin at token `at`, in their order.
    fn candidates(&self, line: &TokenLine<'_>, at: usize) -> BTreeSet<usize> {
        let mut out = BTreeSet::new();
        match line.kind(at) {
            Some(Word(word)) => out.extend(self.by_word.get(word.as_str()).into_iter().flatten()),
            Some(Mark(mark)) => out.extend(self.by_mark.get(mark).into_iter().flatten()),
            _ => {}
        }
        for (class, rows) in &self.by_class {
            let words = matches!(class, Class::Row | Class::Column | Class::Topic);
            if words
                || line
                    .match_class(*class, at, &mut Captures::default())
                    .is_some()
            {
                out.extend(rows);
            }
        }
        out
    }
}

fn parse_element(source: &'static str) -> Result<Element, String> {
    let (ahead, rest) = match source.strip_prefix('&') {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, source),
    };
    let sign = rest.chars().last().filter(|_| rest.len() > 1);
    let body = rest.trim_end_matches(['?', '*', '+']);
    let matcher = if let Some(class) = body
        .strip_prefix('<')
        .and_then(|body| body.strip_suffix('>'))
    {
        let class = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(class);
        Matcher::Class(Class::deserialize(class).map_err(|error| format!("{source}: {error}"))?)
    } else if let Some(name) = body
        .strip_prefix('[')
        .and_then(|body| body.strip_suffix(']'))
    {
        let words = LEXICON.list(name);
        if words.is_empty() {
            return Err(format!("no list {name}"));
        }
        Matcher::Words(words.to_vec())
    } else if body == "s/b" {
        Matcher::Words(vec![body])
    } else if body.chars().any(char::is_alphanumeric) {
        Matcher::Words(body.split('/').collect())
    } else {
        Matcher::Marks(body.chars().filter(|c| *c != '/').collect())
    };
    Ok(Element {
        matcher,
        optional: matches!(sign, Some('?' | '*')),
        repeated: matches!(sign, Some('*' | '+')),
        ahead,
    })
}

/// What the classes of a pattern captured.
#[derive(Clone, Debug, Default)]
pub(super) struct Captures {
    pub(super) unit: Option<UnitNoun>,
    /// Whether the unit is in the plural.
    pub(super) many: bool,
    pub(super) ordinals: Vec<(u32, u32)>,
    pub(super) number: Option<u32>,
    pub(super) nth: Option<u32>,
    /// Labels, quoted words, names.
    pub(super) words: Vec<String>,
    /// The token of the last quotation.
    pub(super) quote: Option<usize>,
    pub(super) verb: Option<VerbKind>,
    pub(super) row: Option<String>,
    pub(super) column: Option<String>,
    pub(super) old: Option<String>,
    pub(super) new: Option<String>,
    /// The ends of a range: words, or the tokens of a unit.
    pub(super) edges: Vec<Result<String, Range<usize>>>,
}

/// The tokens of a line, with its text and the further words of the project.
#[derive(Clone, Copy)]
pub(super) struct TokenLine<'a> {
    pub(super) words: &'a SheetVocabulary,
    pub(super) text: &'a str,
    pub(super) tokens: &'a [SheetToken],
}

impl<'a> TokenLine<'a> {
    pub(super) fn kind(&self, at: usize) -> Option<&'a SheetTokenKind> {
        self.tokens.get(at).map(|token| &token.kind)
    }

    fn word(&self, at: usize) -> Option<&'a str> {
        self.tokens.get(at)?.word()
    }

    fn is_word(&self, at: usize, any: &[&str]) -> bool {
        self.word(at).is_some_and(|word| any.contains(&word))
    }

    pub(super) fn is_mark(&self, at: usize, any: &[char]) -> bool {
        matches!(self.kind(at), Some(Mark(mark)) if any.contains(mark))
    }

    /// Returns the bytes of some tokens.
    pub(super) fn span(&self, tokens: Range<usize>) -> (usize, usize) {
        let start = self.tokens.get(tokens.start);
        let start = start.map_or(self.text.len(), |token| token.start);
        let last = tokens.end.checked_sub(1).and_then(|at| self.tokens.get(at));
        (start, last.map_or(start, |token| token.end).max(start))
    }

    /// Returns the words of some tokens.
    pub(super) fn text(&self, tokens: Range<usize>) -> &'a str {
        let (start, end) = self.span(tokens);
        &self.text[start..end]
    }

    /// Whether the token at `at` begins with a capital letter.
    pub(super) fn is_large(&self, at: usize) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| self.text[token.start..].starts_with(char::is_uppercase))
    }

    pub(super) fn is_small(&self, at: usize) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| self.text[token.start..].starts_with(char::is_lowercase))
    }

    /// Whether a sentence may begin at token `at`, behind a stop.
    pub(super) fn begins_sentence(&self, at: usize) -> bool {
        let abbreviated = at > 1
            && self.is_word(at - 2, &["p", "pp", "pg", "fig"])
            && matches!(self.kind(at), Some(Number(..)));
        !abbreviated && !self.is_small(at)
    }

    /// Returns the unit at `at`, how numbers name it, and its length in tokens.
    fn unit(&self, at: usize) -> Option<(UnitNoun, NumberMeaning, usize)> {
        if self.is_word(at, &["s", "sent"])
            && self.is_mark(at + 1, &['.'])
            && matches!(self.kind(at + 2), Some(Number(..)))
        {
            return Some((UnitNoun::Sentence, NumberMeaning::Counted, 2));
        }
        let word = self.word(at)?;
        let word = word.trim_end_matches("'s").trim_end_matches("’s");
        let word = self.words.units.get(word).map_or(word, String::as_str);
        let row = UnitWords::find(word)?;
        let short = ["para", "paras", "par", "fig", "figs"].contains(&word);
        let pointed =
            row.unit == UnitNoun::Bullet && self.is_word(at + 1, &["point", "points", "list"]);
        let numbered = matches!(self.kind(at + 2), Some(Number(..) | Dotted(_)));
        let stopped = short && numbered && self.is_mark(at + 1, &['.']);
        Some((row.unit, row.naming, 1 + usize::from(pointed || stopped)))
    }

    /// Whether a verb of the language is at `at`.
    pub(super) fn is_verb(&self, at: usize) -> bool {
        let participle = self.word(at).and_then(PrintedVerb::of_participle);
        self.imperative(at).is_some() || participle.is_some()
    }

    /// Returns the imperative at `at`.
    pub(super) fn imperative(&self, at: usize) -> Option<VerbKind> {
        let word = self.word(at)?;
        let word = self.words.verbs.get(word).map_or(word, String::as_str);
        PrintedVerb::find(word).map(|row| row.kind)
    }

    /// Returns the token behind the capitalised words at `at`; there may be small words between them.
    pub(super) fn name_end(&self, at: usize) -> Option<usize> {
        let is_name = |at: usize| matches!(self.kind(at), Some(Word(_))) && self.is_large(at);
        let small = ["of", "and", "the", "or", "a", "in", "to", "for"];
        let mut end = at;
        while is_name(end) || end > at && is_name(end + 1) && self.is_word(end, &small) {
            end += 1;
        }
        (end > at).then_some(end)
    }

    fn label(&self, at: usize) -> Option<String> {
        match self.kind(at)? {
            Dotted(words) | Item(words) | Signed(words) | Quote(words, _) => Some(words.clone()),
            Word(word) if word.len() == 1 && (word != "a" || self.is_mark(at + 1, &[')'])) => {
                Some(word.clone())
            }
            Number(number, Some(letter)) => Some(format!("{number}{letter}")),
            Number(number, None) => Some(number.to_string()),
            _ => None,
        }
    }

    fn figure(&self, at: usize) -> bool {
        let digit = |c: char| c.is_ascii_digit() || matches!(c, '½' | '¼' | '¾');
        match self.kind(at) {
            Some(Number(..) | Signed(_)) => true,
            Some(Dotted(figure)) => figure.matches('.').count() < 2,
            Some(Word(word)) => word.starts_with(digit),
            _ => false,
        }
    }

    /// Returns items joined by commas and `and`, and the token behind them; `item` returns one with the
    /// token behind it.
    fn joined<T>(
        &self,
        at: usize,
        item: impl Fn(usize) -> Option<(T, usize)>,
    ) -> Option<(Vec<T>, usize)> {
        let (first, mut end) = item(at)?;
        let mut items = vec![first];
        loop {
            let mut next = end + usize::from(self.is_mark(end, &[',', '&']));
            next += usize::from(self.is_word(next, &["and"]));
            next += usize::from(next > end && self.is_word(next, &["the"]));
            match item(next).filter(|_| next > end) {
                Some((found, to)) => {
                    items.push(found);
                    end = to;
                }
                None => return Some((items, end)),
            }
        }
    }

    /// Returns numbers joined by `and`, commas, `to` and dashes, and the token behind them.
    fn ranges(
        &self,
        at: usize,
        number: impl Fn(&SheetTokenKind) -> Option<u32>,
    ) -> Option<(Vec<(u32, u32)>, usize)> {
        const LARGEST: u32 = 9999;
        let at_number = |at: usize| {
            let found = self.kind(at).and_then(&number);
            found.filter(|number| (1..=LARGEST).contains(number))
        };
        self.joined(at, |at| {
            let from = at_number(at)?;
            let joined = self.is_word(at + 1, &["to", "through"]) || self.is_mark(at + 1, &['–']);
            let to = at_number(at + 2).filter(|to| joined && *to > from);
            let end = at + if to.is_some() { 3 } else { 1 };
            Some(((from, to.unwrap_or(from)), end))
        })
    }

    /// Returns what the longest pattern at `at` means, and the token behind it; `make` returns what a
    /// pattern means, if it means anything here.
    pub(super) fn longest<T>(
        &self,
        at: usize,
        make: impl Fn(&'static Pattern, Captures, Range<usize>) -> Option<T>,
    ) -> Option<(T, usize)> {
        let mut best: Option<(T, usize)> = None;
        let rows = PATTERNS.candidates(self, at).into_iter();
        for pattern in rows.map(|row| &PATTERNS.rows[row]) {
            let mut captures = Captures::default();
            let Some(end) = self.match_elements(&pattern.elements, at, &mut captures) else {
                continue;
            };
            if end > best.as_ref().map_or(at, |best| best.1)
                && let Some(made) = make(pattern, captures, at..end)
            {
                best = Some((made, end));
            }
        }
        best
    }

    fn match_elements(&self, elements: &[Element], at: usize, out: &mut Captures) -> Option<usize> {
        let Some((first, rest)) = elements.split_first() else {
            return Some(at);
        };
        if let Matcher::Class(class @ (Class::Row | Class::Column | Class::Topic)) = first.matcher {
            return self.match_words(class, rest, at, out);
        }
        let saved = matches!(first.matcher, Matcher::Class(_)).then(|| out.clone());
        if let Some(next) = self.match_one(&first.matcher, at, out) {
            let next = if first.ahead { at } else { next };
            let again = first.repeated && next > at;
            let mut ends = Vec::new();
            // a repeated element is a list of words, of which all are taken
            let mut next = next;
            while again && let Some(more) = self.match_one(&first.matcher, next, out) {
                ends.push(next);
                next = more;
            }
            let mut found = self.match_elements(rest, next, out);
            while found.is_none()
                && let Some(end) = ends.pop()
            {
                found = self.match_elements(rest, end, out);
            }
            if found.is_some() {
                return found;
            }
        }
        if let Some(saved) = saved {
            *out = saved;
        }
        first
            .optional
            .then(|| self.match_elements(rest, at, out))
            .flatten()
    }

    /// Matches as few words as possible in front of the rest of a pattern.
    fn match_words(
        &self,
        class: Class,
        rest: &[Element],
        at: usize,
        out: &mut Captures,
    ) -> Option<usize> {
        const LONGEST: usize = 16;
        let longest = match class {
            Class::Column => 3,
            Class::Row => 9,
            _ => LONGEST,
        };
        let saved = out.clone();
        let is_part = |ahead: usize| match self.kind(at + ahead) {
            Some(Word(word)) => match class {
                Class::Topic => ahead == 0 || !self.ends_topic(at + ahead),
                _ => {
                    let counted = self
                        .unit(at + ahead)
                        .is_some_and(|(_, naming, _)| naming == NumberMeaning::Counted);
                    let verb = ahead == 0 && self.imperative(at).is_some();
                    let leads = ahead == 0 && LEXICON.list("adverbs").contains(&word.as_str());
                    !counted && !verb && !leads && !self.figure(at + ahead)
                }
            },
            Some(Item(_) | Paren(_)) => true,
            Some(Number(_, None)) => class == Class::Topic,
            Some(Mark('/' | '&' | '–' | '\'')) => ahead > 0,
            _ => false,
        };
        for length in 1..=longest {
            if !is_part(length - 1) {
                break;
            }
            let words = self.text(at..at + length);
            let done = class != Class::Topic || self.ends_topic(at + length);
            if !done {
                continue;
            }
            if let Some(end) = self.match_elements(rest, at + length, out) {
                match class {
                    Class::Column => out.column = Some(words.to_owned()),
                    Class::Row => out.row = Some(words.to_owned()),
                    _ => out
                        .words
                        .push(capitalize(words.strip_prefix("the ").unwrap_or(words))),
                }
                return Some(end);
            }
            *out = saved.clone();
        }
        None
    }

    /// Whether the words that a unit is about end in front of token `at`.
    fn ends_topic(&self, at: usize) -> bool {
        let list = |name: &str| self.is_word(at, LEXICON.list(name));
        let leads = self.is_word(
            at,
            &["in", "of", "from", "under", "on", "to", "by", "with", "and"],
        );
        let the = at + 1 + usize::from(self.is_word(at + 1, &["the"]));
        let place = matches!(
            self.kind(the),
            None | Some(Nth(_) | Quote(..) | Number(..) | Mark(_))
        ) || self.unit(the).is_some()
            || self.is_word(the, LEXICON.list("last"))
            || self.is_word(the, LEXICON.list("pages"))
            || the > at + 1 && self.is_word(the, LEXICON.list("ends"));
        !matches!(self.kind(at), Some(Word(_) | Item(_) | Number(..)))
            || list("modals") && !self.is_word(at, &["to", "instead"])
            || list("pages")
            || self.imperative(at).is_some()
            || self.is_word(
                at,
                &[
                    "loses", "gains", "becomes", "reads", "read", "moves", "after", "before",
                ],
            )
            || leads && place
    }

    fn match_one(&self, matcher: &Matcher, at: usize, out: &mut Captures) -> Option<usize> {
        match matcher {
            Matcher::Words(words) => self.is_word(at, words).then_some(at + 1),
            Matcher::Marks(marks) => self.is_mark(at, marks).then_some(at + 1),
            Matcher::Class(class) => self.match_class(*class, at, out),
        }
    }

    fn match_class(&self, class: Class, at: usize, out: &mut Captures) -> Option<usize> {
        let kind = self.kind(at);
        if class == Class::End {
            return kind.is_none().then_some(at);
        }
        let kind = kind?;
        let next = Some(at + 1);
        let mut push = |words: &str| {
            out.words.push(words.to_owned());
            next
        };
        match (class, kind) {
            (Class::Nths, _) => {
                let (ranges, end) = self.ranges(at, |kind| match kind {
                    Nth(number) => Some(*number),
                    _ => None,
                })?;
                out.ordinals = ranges;
                Some(end)
            }
            (Class::Numbers, _) => {
                let (ranges, end) = self.ranges(at, |kind| match kind {
                    Number(number, None) => Some(*number),
                    _ => None,
                })?;
                out.ordinals = ranges;
                Some(end)
            }
            (Class::Nth, Nth(number)) => {
                out.nth = Some(*number);
                next
            }
            (Class::N, Number(number, None)) => {
                out.number = Some(*number);
                next
            }
            (Class::First, Nth(1)) => next,
            (Class::First, Word(word)) => ["opening", "initial", "first"]
                .contains(&word.as_str())
                .then_some(at + 1),
            (Class::FromEnd, Word(word)) => {
                let row = LEXICON.from_end.get(word.as_str());
                if row.is_none()
                    && word == "next"
                    && self.is_word(at + 1, &["to"])
                    && self.is_word(at + 2, LEXICON.list("last"))
                {
                    out.number = Some(2);
                    return Some(at + 3);
                }
                out.number = Some(*row?);
                next
            }
            (Class::Times, Word(word)) => {
                out.number = Some(*LEXICON.times.get(word.as_str())?);
                next
            }
            (Class::Unit | Class::Counted | Class::Ranked | Class::Labelled | Class::Inner, _) => {
                let (unit, naming, length) = self.unit(at)?;
                let fits = match class {
                    Class::Counted => naming == NumberMeaning::Counted,
                    Class::Ranked => {
                        naming != NumberMeaning::LinePosition && unit != UnitNoun::Section
                    }
                    Class::Labelled => {
                        naming != NumberMeaning::Counted && unit != UnitNoun::Section
                    }
                    Class::Inner => unit != UnitNoun::Section,
                    _ => true,
                };
                out.unit = Some(unit);
                out.many = self.word(at)?.ends_with('s');
                fits.then_some(at + length)
            }
            (Class::Label, _) => {
                let label = self.label(at)?;
                push(&label)
            }
            (Class::Labels, _) => {
                let (labels, end) = self.joined(at, |at| {
                    let quoted = matches!(self.kind(at), Some(Quote(..)));
                    Some((self.label(at).filter(|_| !quoted)?, at + 1))
                })?;
                out.words.extend(labels);
                Some(end)
            }
            (Class::Quoted, Quote(words, _)) => {
                out.quote = Some(at);
                out.words.push(words.clone());
                next
            }
            (Class::Signed, Signed(words)) | (Class::Letter, Item(words)) => push(words),
            (Class::Items, Item(_)) => {
                let mut end = at;
                while let Some(Item(label)) = self.kind(end) {
                    let small = |c: char| c.is_ascii_digit() || c.is_ascii_lowercase();
                    if !label.chars().all(small) {
                        break;
                    }
                    out.words.push(label.clone());
                    end += 1;
                    let joined =
                        end + usize::from(self.is_word(end, &["and"]) || self.is_mark(end, &['&']));
                    if matches!(self.kind(joined), Some(Item(_))) {
                        out.many |= joined > end;
                        end = joined;
                    }
                }
                (end > at).then_some(end)
            }
            (Class::Page, Number(..)) => {
                let label = self.label(at)?;
                let of_file =
                    self.is_word(at + 1, &["of"]) && matches!(self.kind(at + 2), Some(Number(..)));
                if of_file { None } else { push(&label) }
            }
            (Class::Rule, Dotted(rule) | Bracket(rule)) => push(rule),
            (Class::Rule, Number(..)) => {
                let label = self.label(at)?;
                push(&label)
            }
            (Class::Rules, _) => {
                let first = self.match_class(Class::Rule, at, out)?;
                // `rules 5.1, 5.3 and 8`
                let further = self.joined(at, |to| {
                    let to = to + usize::from(self.is_mark(to, &['§']));
                    let dotted = matches!(self.kind(to), Some(Dotted(_) | Bracket(_)));
                    let last = to > at + 2 && self.is_word(to - 1, &["and"]);
                    let mut rule = Captures::default();
                    let end = self.match_class(Class::Rule, to, &mut rule)?;
                    (dotted || last).then(|| (rule.words.remove(0), end))
                });
                let Some((rules, end)) = further else {
                    return Some(first);
                };
                out.words = rules;
                Some(end)
            }
            (Class::Roman, _) => {
                let word = self.text(at..at + 1);
                let letter = word.len() == 1 && word.bytes().all(|b| b.is_ascii_uppercase());
                let roman = letter || word.bytes().all(|b| b"IVXLC".contains(&b));
                if roman && word.len() < 6 {
                    push(word)
                } else {
                    None
                }
            }
            (Class::Sign, Word(word)) => {
                let sign = LEXICON.signs.get(word.as_str())?;
                push(sign)
            }
            (Class::Figure, _) => self
                .figure(at)
                .then_some(at + 1)
                .inspect(|_| out.words.push(self.text(at..at + 1).to_owned())),
            (Class::Value, Quote(..)) => next,
            (Class::Value, _) => self.figure(at).then_some(at + 1),
            (Class::Old | Class::New, _) if self.figure(at) => {
                let figure = match kind {
                    Signed(figure) => figure.clone(),
                    Number(number, None) => number.to_string(),
                    _ => self.text(at..at + 1).to_owned(),
                };
                let slot = if class == Class::Old {
                    &mut out.old
                } else {
                    &mut out.new
                };
                *slot = Some(figure);
                next
            }
            (Class::Points, Word(word)) => {
                let last = matches!(self.kind(at + 1), None | Some(Mark(_)));
                let listed = LEXICON.list("points").contains(&word.as_str());
                (listed || last && !PATTERNS.by_word.contains_key(word.as_str())).then_some(at + 1)
            }
            (Class::Imperative, _) => {
                out.verb = Some(self.imperative(at)?);
                next
            }
            (Class::Participle, Word(word)) => {
                out.verb = Some(PrintedVerb::of_participle(word)?.kind);
                next
            }
            (Class::Name, _) => {
                let end = self.name_end(at)?;
                out.words.push(self.text(at..end).to_owned());
                Some(end)
            }
            (Class::Edge, Quote(words, _)) => {
                out.edges.push(Ok(words.clone()));
                next
            }
            (Class::Edge, _) => {
                let is_step = |means| {
                    matches!(
                        means,
                        Meaning::Ordinals
                            | Meaning::Last
                            | Meaning::Labelled
                            | Meaning::First
                            | Meaning::FromEnd
                    )
                };
                let (_, end) = self.longest(at, |row, _, _| is_step(row.means).then_some(()))?;
                out.edges.push(Err(at..end));
                Some(end)
            }
            (Class::Any, Word(word)) => push(word),
            (Class::Rest, _) => {
                let ends = |at: usize| {
                    self.is_mark(at, &['.', '!', '?', ';']) && self.begins_sentence(at + 1)
                };
                let end = (at..self.tokens.len())
                    .find(|&at| ends(at))
                    .unwrap_or(self.tokens.len());
                // quoted words may be those of an instruction
                let quotes = self.tokens[at..end].iter().any(SheetToken::is_quote);
                (!quotes).then_some(end)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::token::tokenize;

    #[test]
    fn the_patterns_can_be_read() {
        let read = Patterns::parse(&LEXICON.patterns);
        assert!(read.is_ok(), "{:?}", read.err());
    }

    /// A pattern that another one hides never applies.
    #[test]
    fn each_pattern_of_words_has_its_meaning() {
        let vocabulary = SheetVocabulary::default();
        let plain = |source: &str| {
            !source.contains(['<', '[', '&', '?', '*', '+', '/', ',', '→', '⇒', '§'])
        };
        for row in PATTERNS.rows.iter().filter(|row| plain(row.source)) {
            let tokens = tokenize(row.source);
            let line = TokenLine {
                words: &vocabulary,
                text: row.source,
                tokens: &tokens,
            };
            let found = line.longest(0, |row, _, _| Some(row.means));
            assert_eq!(found, Some((row.means, tokens.len())), "{}", row.source);
        }
    }
}
