//! What makes a line a record wherever it stands in it, such as a troop type with its grade, and
//! which of the other words only describe it.

use super::candidate::LineCandidate;
use crate::{
    scenario::{
        token::{ScenarioToken, ScenarioTokenKind},
        vocabulary::{PhraseMeaning, PropertyIx, RecordKind, ValueType},
    },
    text::Span,
};
use std::ops::Range;

/// Returns where the tokens name all properties that mark a line of this kind, one directly after
/// the other: `Kn(F)`, `Knights, Fast`, `Superior Knights`. None for kinds without marks.
pub(in crate::scenario::parse) fn find_marks(
    kind: &RecordKind,
    tokens: &[ScenarioToken],
) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < tokens.len() && !kind.mark.is_empty() {
        match mark_length(kind, &tokens[at..]).or_else(|| lone_mark_length(kind, tokens, at)) {
            Some(length) => {
                out.push(at..at + length);
                at += length;
            }
            None => at += 1,
        }
    }
    out
}

/// Returns the tokens without the signs within marks: the `/` of `Cv/S` separates no ranks. `None`
/// if there are none.
pub(super) fn without_joiners(
    kind: &RecordKind,
    tokens: &[ScenarioToken],
) -> Option<Vec<ScenarioToken>> {
    let marks = find_marks(kind, tokens);
    let is_joiner = |at: usize| {
        let is_sign = matches!(
            tokens[at].kind,
            ScenarioTokenKind::Sign('/') | ScenarioTokenKind::Sign('-')
        );
        is_sign && marks.iter().any(|mark| mark.contains(&at))
    };
    let joined = (0..tokens.len()).any(is_joiner);
    joined.then(|| {
        let kept = (0..tokens.len()).filter(|at| !is_joiner(*at));
        kept.map(|at| tokens[at].clone()).collect()
    })
}

/// Returns the tokens at which the records of a line begin: the counts of its marks, where something
/// separates them from the record before. `12 Irr Wb(S), 4 Irr Cv(O)` has two.
pub(in crate::scenario::parse) fn entry_starts(
    kind: &RecordKind,
    text: &str,
    tokens: &[ScenarioToken],
) -> Vec<usize> {
    let is_number = |at: usize| matches!(tokens[at].kind, ScenarioTokenKind::Number(_));
    let mut starts = Vec::new();
    let mut from = 0;
    for mark in find_marks(kind, tokens) {
        // the count with nothing but words of the vocabulary between it and the mark
        let start = (from..mark.start)
            .rev()
            .find(|&at| is_number(at))
            .filter(|&at| {
                tokens[at + 1..mark.start]
                    .iter()
                    .all(|token| match &token.kind {
                        ScenarioTokenKind::Word(word) => word == "x" || kind.phrases.is_word(word),
                        ScenarioTokenKind::Sign(_) => true,
                        _ => false,
                    })
            });
        let Some(start) = start else {
            from = mark.end;
            continue;
        };
        let is_separate = start == 0
            || matches!(
                tokens[start - 1].kind,
                ScenarioTokenKind::Comma
                    | ScenarioTokenKind::Colon
                    | ScenarioTokenKind::Sign('+' | '&' | '/')
            )
            || matches!(&tokens[start - 1].kind, ScenarioTokenKind::Word(word) if word == "and")
            || text[tokens[start - 1].span.end()..tokens[start].span.start()]
                .contains([';', '•', '|', '–', '—']);
        if is_separate {
            starts.push(start);
        }
        from = mark.end;
    }
    starts
}

/// Returns the number of tokens of a word at `at` that is a mark by itself next to a number: `6
/// baggage`, `Bg x 6`.
fn lone_mark_length(kind: &RecordKind, tokens: &[ScenarioToken], at: usize) -> Option<usize> {
    let (length, meanings) = kind.phrases.longest_match(&tokens[at..])?;
    let is_lone = meanings
        .iter()
        .any(|meaning| meaning.is_word_of(&kind.lone_marks));
    // `6 elements of baggage`
    let is_near = |tokens: &mut dyn Iterator<Item = &ScenarioToken>| {
        tokens
            .take(3)
            .any(|token| matches!(token.kind, ScenarioTokenKind::Number(_)))
    };
    let counted =
        is_near(&mut tokens[..at].iter().rev()) || is_near(&mut tokens[at + length..].iter());
    (is_lone && counted).then_some(length)
}

/// Returns the number of tokens of the mark that `tokens` begin with.
fn mark_length(kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<usize> {
    let mut missing: Vec<PropertyIx> = kind.mark.clone();
    let mut at = 0;
    while !missing.is_empty() {
        let rest = tokens.get(at..)?;
        // `Knights, Fast`, `Kn-F`, `Kn: F`; a single letter behind a comma is something else
        let joined = at > 0
            && matches!(
                rest.first()?.kind,
                ScenarioTokenKind::Comma
                    | ScenarioTokenKind::Colon
                    | ScenarioTokenKind::Sign('-' | '/')
            );
        let rest = &rest[usize::from(joined)..];
        let (length, meanings) = kind.phrases.longest_match(rest)?;
        let letter =
            matches!(&rest.first()?.kind, ScenarioTokenKind::Word(word) if word.len() == 1);
        let is_tight = tokens[at].span.start() == tokens[at.saturating_sub(1)].span.end();
        if joined
            && letter
            && !(is_tight && matches!(tokens[at].kind, ScenarioTokenKind::Sign('-' | '/')))
        {
            return None;
        }
        // `O` is a grade, and no sentence begins a mark with it
        if at == 0 && letter {
            return None;
        }
        // `Cv Reg S`, `Superior Irregular Psiloi`
        let is_front = matches!(&rest.first()?.kind, ScenarioTokenKind::Word(word)
            if kind.joined_fronts.iter().any(|(front, full)| front.len() > 1 && (front == word || full == word)))
            || meanings.iter().any(|meaning| matches!(meaning, PhraseMeaning::Says { property, .. } if kind.front_properties.contains(property)));
        if is_front && at > 0 && !joined {
            at += length;
            continue;
        }
        let named = missing.iter().position(|property| {
            meanings.iter().any(|meaning| {
                matches!(meaning, PhraseMeaning::Says { property: own, keyed: false, .. } if own == property)
            })
        })?;
        missing.remove(named);
        at += usize::from(joined) + length;
    }
    Some(at)
}

/// Returns the number that a word at the front of a line is.
fn number_word(word: &str) -> Option<f64> {
    const WORDS: &[&[&str]] = &[
        &["one", "un", "une", "ein", "eine"],
        &["two", "deux", "zwei"],
        &["three", "trois", "drei"],
        &["four", "quatre", "vier"],
        &["five", "cinq", "fünf"],
        &["six", "sechs"],
        &["seven", "sept", "sieben"],
        &["eight", "huit", "acht"],
        &["nine", "neuf", "neun"],
        &["ten", "dix", "zehn"],
        &["eleven", "onze", "elf"],
        &["twelve", "douze", "zwölf"],
    ];
    let at = WORDS.iter().position(|words| words.contains(&word))?;
    Some(at as f64 + 1.0)
}

/// Splits words such as `RKnS` and `IrrAx` into the words that they join: each piece is a word of
/// another property, the first one at least by its initial.
pub(in crate::scenario::parse) fn expand_joined_words(
    kind: &RecordKind,
    text: &str,
    tokens: &[ScenarioToken],
) -> Option<Vec<ScenarioToken>> {
    let mut out: Option<Vec<ScenarioToken>> = None;
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens
            .get(at + 1)
            .filter(|next| next.span.start() == token.span.end());
        let pieces = match &token.kind {
            ScenarioTokenKind::Word(word) if !kind.mark.is_empty() => {
                joined_words(kind, word, token.span.of(text), next.is_some())
            }
            _ => None,
        };
        let number = match &token.kind {
            ScenarioTokenKind::Word(word) if at == 0 && !kind.mark.is_empty() => number_word(word),
            _ => None,
        };
        if let Some(number) = number {
            out.get_or_insert_default().push(ScenarioToken {
                kind: ScenarioTokenKind::Number(number),
                span: token.span,
            });
            continue;
        }
        match pieces {
            Some(pieces) => {
                let out = out.get_or_insert_with(|| tokens[..at].to_vec());
                let mut start = token.span.start();
                for (piece, length) in pieces {
                    let span = Span::new(start, start + length);
                    start = span.end();
                    out.push(ScenarioToken {
                        kind: ScenarioTokenKind::Word(piece),
                        span,
                    });
                }
            }
            None => {
                if let Some(out) = &mut out {
                    out.push(token.clone());
                }
            }
        }
    }
    out
}

/// Returns the words that a word joins, each with its length in bytes as written. `bracketed` says
/// that a bracket directly follows, which is the last of the marks.
fn joined_words(
    kind: &RecordKind,
    word: &str,
    written: &str,
    bracketed: bool,
) -> Option<Vec<(String, usize)>> {
    if !word.is_ascii() || written.len() != word.len() || word.len() > 12 {
        return None;
    }
    let property_of = |piece: &str| {
        let properties = kind.phrases.word_properties(piece);
        properties
            .into_iter()
            .find(|property| kind.mark.contains(property))
    };
    if kind.phrases.is_word(word) {
        return None;
    }
    let (first, second) = (kind.mark.first()?, kind.mark.get(1));
    // what stands in front of the mark: a whole word of another property, or its initial
    let fronts = kind.joined_fronts.iter().cloned();
    let mut best: Option<Vec<(String, usize)>> = None;
    for (front, full) in std::iter::once((String::new(), String::new())).chain(fronts) {
        let Some(rest) = word.strip_prefix(front.as_str()) else {
            continue;
        };
        for length in (2..=rest.len()).rev() {
            let (own, tail) = rest.split_at(length);
            if property_of(own) != Some(*first) {
                continue;
            }
            let graded = second.is_some_and(|second| property_of(tail) == Some(*second));
            let bare = tail.is_empty() && bracketed && !front.is_empty();
            // `els` is a plural, and `ElS` a type with a grade
            let is_capital = written.ends_with(|c: char| c.is_uppercase());
            if !graded && !bare || graded && front.is_empty() && !is_capital {
                continue;
            }
            let mut pieces = Vec::new();
            if !front.is_empty() {
                pieces.push((full.clone(), front.len()));
            }
            pieces.push((own.to_owned(), own.len()));
            if graded {
                pieces.push((format!("({tail})"), tail.len()));
            }
            if best.as_ref().is_none_or(|best| best.len() < pieces.len()) {
                best = Some(pieces);
            }
        }
    }
    best
}

impl LineCandidate<'_> {
    /// Returns for each token whether it only describes the record. In a line with a mark these
    /// are words that are not in the vocabulary, with what stands next to them, and words for what
    /// the mark names already: `12 Spearmen from Tarentum – Reg Sp(O)`.
    pub(super) fn find_descriptions(&self, tokens: &[ScenarioToken]) -> Vec<bool> {
        let mut described = vec![false; tokens.len()];
        let marks = find_marks(self.record_kind, tokens);
        if marks.is_empty() {
            return described;
        }
        let phrases = self.phrases_in(tokens);
        let marked = |range: &Range<usize>| {
            marks
                .iter()
                .any(|mark| mark.start < range.end && range.start < mark.end)
        };
        let mut start = 0;
        while start < tokens.len() {
            let end = (start + 1..tokens.len())
                .find(|&at| self.is_break(&tokens[at - 1], &tokens[at]))
                .unwrap_or(tokens.len());
            let own: Vec<&(Range<usize>, PhraseUse)> = phrases
                .iter()
                .filter(|(range, _)| range.start >= start && range.start < end)
                .collect();
            for (at, (range, what)) in own.iter().enumerate() {
                let unknown = |at: Option<usize>| {
                    at.and_then(|at| own.get(at))
                        .is_some_and(|(_, what)| *what == PhraseUse::Unknown)
                };
                // up to the mark, or to the end of the part, only known words follow
                let beside = |mut places: Box<dyn Iterator<Item = usize>>| {
                    places
                        .find(|&at| marked(&own[at].0) || own[at].1 == PhraseUse::Unknown)
                        .is_some_and(|at| !marked(&own[at].0))
                };
                let is_described = match what {
                    PhraseUse::Unknown => true,
                    // `(X)/(O)`: the rear rank
                    PhraseUse::Mark => {
                        !marked(range)
                            && !own[..at]
                                .iter()
                                .rev()
                                .find(|(_, what)| *what != PhraseUse::Word)
                                .is_some_and(|(_, what)| *what == PhraseUse::Separator)
                    }
                    PhraseUse::Word => {
                        beside(Box::new(at + 1..own.len()))
                            && !own[..at].iter().any(|(range, _)| marked(range))
                            || beside(Box::new((0..at).rev()))
                                && !own[at + 1..].iter().any(|(range, _)| marked(range))
                    }
                    // `Legio 10 Gemina`
                    PhraseUse::Number => unknown(at.checked_sub(1)) && unknown(Some(at + 1)),
                    PhraseUse::Kept | PhraseUse::Separator => false,
                };
                if is_described {
                    described[range.clone()].fill(true);
                }
            }
            start = end;
        }
        described
    }

    /// Returns whether a new part of the line begins between two tokens.
    fn is_break(&self, before: &ScenarioToken, after: &ScenarioToken) -> bool {
        let is_separator = |token: &ScenarioToken| {
            matches!(
                token.kind,
                ScenarioTokenKind::Comma | ScenarioTokenKind::Colon
            )
        };
        let gap = self.text.get(before.span.end()..after.span.start());
        let spaced = |token: &ScenarioToken| {
            token.kind == ScenarioTokenKind::Sign('-')
                && self.text[..token.span.start()].ends_with(char::is_whitespace)
                && self.text[token.span.end()..].starts_with(char::is_whitespace)
        };
        is_separator(before)
            || is_separator(after)
            || spaced(before)
            || spaced(after)
            || gap.is_some_and(|gap| {
                gap.contains(['–', '—', ';', '|', '(', ')', '[', ']', '\t', '.', '•'])
                    || gap.contains("   ")
            })
    }

    /// Returns whether a phrase is only a key of numbers, and none follows: `archers à pied`.
    fn is_idle_key(&self, meanings: &[&PhraseMeaning], rest: &[ScenarioToken]) -> bool {
        let is_number_key = |meaning: &&PhraseMeaning| {
            let property = meaning.key();
            property.is_some_and(|property| {
                matches!(
                    self.value_type(property),
                    Some(ValueType::Number { .. } | ValueType::Place)
                )
            })
        };
        let next = rest.iter().find(|token| {
            !matches!(
                token.kind,
                ScenarioTokenKind::Sign(_) | ScenarioTokenKind::Colon
            )
        });
        meanings.iter().all(is_number_key)
            && !next.is_some_and(|next| matches!(next.kind, ScenarioTokenKind::Number(_)))
    }

    /// Returns whether a phrase is the plural of a word that begins records: `8-16 with generals`.
    fn is_plural_beginning(&self, meanings: &[&PhraseMeaning], tokens: &[ScenarioToken]) -> bool {
        let begins = meanings.iter().any(|meaning| {
            matches!(meaning, PhraseMeaning::Says { property, .. }
                if self.vocabulary.begins_records(self.kind).any(|own| own == *property))
        });
        let last = tokens.last().map(|token| &token.kind);
        begins
            && matches!(last, Some(ScenarioTokenKind::Word(word))
                if word.len() > 3 && word.ends_with('s') && !self.record_kind.phrases.is_word(word))
    }

    /// Splits tokens into phrases, unknown words and numbers.
    fn phrases_in(&self, tokens: &[ScenarioToken]) -> Vec<(Range<usize>, PhraseUse)> {
        let kind = self.record_kind;
        let mut out = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            if is_times(tokens, at) {
                out.push((at..at + 1, PhraseUse::Kept));
                at += 1;
                continue;
            }
            let separator = kind
                .pairs
                .iter()
                .flat_map(|pair| &pair.separators)
                .filter_map(|words| crate::scenario::vocabulary::match_phrase(&tokens[at..], words))
                .max();
            let found = kind.phrases.longest_match(&tokens[at..]);
            let (length, what) = match (separator, found) {
                (Some(length), _) => (length, PhraseUse::Separator),
                (None, Some((length, meanings)))
                    if self.is_idle_key(&meanings, &tokens[at + length..]) =>
                {
                    (length, PhraseUse::Unknown)
                }
                // `(no points)`, `Legion of the generals`
                (None, Some((length, meanings)))
                    if meanings.iter().all(|meaning| meaning.unit().is_some())
                        && !is_number(tokens, at.checked_sub(1))
                        || self.is_plural_beginning(&meanings, &tokens[at..at + length]) =>
                {
                    (length, PhraseUse::Unknown)
                }
                (None, Some((length, meanings))) => {
                    let says = |property: &PropertyIx| {
                        meanings.iter().any(|meaning| matches!(meaning, PhraseMeaning::Says { property: own, .. } if own == property))
                    };
                    let is_word_key = |meaning: &&PhraseMeaning| {
                        let property = meaning.key();
                        property.is_some_and(|property| {
                            !matches!(self.value_type(property), Some(ValueType::Number { .. }))
                        })
                    };
                    let what = if meanings.iter().any(is_word_key) {
                        // `carrying Irr Wb(S)`
                        PhraseUse::Separator
                    } else if kind.mark.iter().any(says) {
                        PhraseUse::Mark
                    } else if self
                        .vocabulary
                        .begins_records(self.kind)
                        .any(|property| says(&property))
                        || meanings.iter().any(|meaning| {
                            meaning.is_key() || meaning.unit().is_some() || meaning.is_flag()
                        })
                    {
                        PhraseUse::Kept
                    } else {
                        PhraseUse::Word
                    };
                    (length.max(1), what)
                }
                (None, None) => {
                    let what = match &tokens[at].kind {
                        ScenarioTokenKind::Word(word) if word == "x" => PhraseUse::Kept,
                        ScenarioTokenKind::Number(_) | ScenarioTokenKind::NonAsciiDigits(_) => {
                            PhraseUse::Number
                        }
                        ScenarioTokenKind::Word(word)
                            if word != "x" && !super::value::is_filler(&tokens[at]) =>
                        {
                            PhraseUse::Unknown
                        }
                        _ => PhraseUse::Kept,
                    };
                    (1, what)
                }
            };
            out.push((at..(at + length).min(tokens.len()), what));
            at += length;
        }
        out
    }
}

/// Returns whether a token is an `x` next to a number.
fn is_times(tokens: &[ScenarioToken], at: usize) -> bool {
    matches!(&tokens[at].kind, ScenarioTokenKind::Word(word) if word == "x")
        && (is_number(tokens, at.checked_sub(1)) || is_number(tokens, Some(at + 1)))
}

fn is_number(tokens: &[ScenarioToken], at: Option<usize>) -> bool {
    let token = at.and_then(|at| tokens.get(at));
    token.is_some_and(|token| matches!(token.kind, ScenarioTokenKind::Number(_)))
}

/// How a part of a line can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PhraseUse {
    /// It names a property that marks the line.
    Mark,
    /// It says something else of the record.
    Word,
    /// It separates the two halves of a pair.
    Separator,
    /// It is used wherever it stands: keys, units, signs, and what begins another record.
    Kept,
    Number,
    /// It is not in the vocabulary.
    Unknown,
}
