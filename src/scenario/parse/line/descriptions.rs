//! Finds the words of a line that only describe its record and set no property: `from Tarentum`.

use super::{candidate::LineCandidate, marks::find_marks};
use crate::scenario::{
    shared_words::shared_words,
    token::{ScenarioToken, ScenarioTokenKind},
    vocabulary::{PhraseMeaning, PropertyIx, ValueType, match_phrase},
};
use std::ops::Range;

/// The number of tokens behind a key within which its value begins.
const MAX_BEFORE_VALUE: usize = 4;

impl LineCandidate<'_> {
    /// Returns for each token whether it only describes the record. In a line with a mark these
    /// are words that are not in the vocabulary, words next to them, and words for what the mark
    /// names already: `12 Spearmen from Tarentum – Reg Sp(O)`.
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
        // whether a part begins at a token, behind a record with its count and its mark
        let is_counted_before = |at: usize| {
            let mark = marks.iter().find(|mark| mark.end <= at);
            mark.is_some_and(|mark| tokens[..mark.start].iter().any(|token| token.is_number()))
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
                        let mut before = own[..at].iter().rev().map(|(_, what)| *what);
                        let separator = before.find(|what| *what != PhraseUse::Word);
                        // `Ax(O) / 42 / spears from the valleys`
                        let is_half = separator == Some(PhraseUse::Separator)
                            && before.next() != Some(PhraseUse::Number);
                        !marked(range) && !is_half
                    }
                    PhraseUse::Word => {
                        beside(Box::new(at + 1..own.len()))
                            && !own[..at].iter().any(|(range, _)| marked(range))
                            || beside(Box::new((0..at).rev()))
                                && !own[at + 1..].iter().any(|(range, _)| marked(range))
                    }
                    // `Legio 10 Gemina`; `10 Irr Cv(O), 2 deep` has its count already, and `with him 3
                    // elements of Irr Cv(O)` is one
                    PhraseUse::Number => {
                        let next = tokens.get(range.end);
                        let is_count =
                            next.is_some_and(|next| next.is_one_of(&shared_words().counting));
                        unknown(Some(at + 1))
                            && (!is_count && unknown(at.checked_sub(1))
                                || at == 0 && is_counted_before(range.start))
                    }
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
        let gap = self.text.get(before.span.end()..after.span.start());
        let spaced = |token: &ScenarioToken| {
            token.is_sign("-")
                && self.text[..token.span.start()].ends_with(char::is_whitespace)
                && self.text[token.span.end()..].starts_with(char::is_whitespace)
        };
        before.is_sign(",:")
            || after.is_sign(",:")
            || spaced(before)
            || spaced(after)
            || gap.is_some_and(|gap| {
                gap.contains([
                    '–', '—', ';', '|', '│', '┃', '║', '(', ')', '[', ']', '\t', '.', '•',
                ]) || gap.contains("   ")
            })
    }

    /// Returns whether a phrase is only a key, and no value of it follows: `archers à pied`, `into the
    /// rough ground and out again`.
    fn is_idle_key(&self, meanings: &[&PhraseMeaning], rest: &[ScenarioToken]) -> bool {
        let has_number = || {
            let next = rest.iter().find(|token| {
                !matches!(
                    token.kind,
                    ScenarioTokenKind::Sign(_) | ScenarioTokenKind::Colon
                )
            });
            next.is_some_and(ScenarioToken::is_number)
        };
        let has_word = |property: PropertyIx| {
            let is_labelled = rest.first().is_some_and(|next| next.is_sign(":"));
            // `carrying 2 Irr Wb(S)`
            let mut near = 0..rest.len().min(MAX_BEFORE_VALUE);
            is_labelled
                || near.any(|at| {
                    let meanings = self.record_kind.meanings_of(&rest[at..]);
                    meanings
                        .iter()
                        .any(|own| own.property_said() == Some(property))
                })
        };
        let is_idle = |meaning: &&PhraseMeaning| {
            let Some(property) = meaning.key() else {
                return false;
            };
            match self.value_type(property) {
                Some(ValueType::Number { .. } | ValueType::Place) => !has_number(),
                Some(ValueType::Word(_) | ValueType::Words(_)) => !has_word(property),
                _ => false,
            }
        };
        meanings.iter().all(is_idle)
    }

    /// Returns whether a phrase is the plural of a word that begins records: `8-16 with generals`.
    fn is_plural_beginning(&self, meanings: &[&PhraseMeaning], tokens: &[ScenarioToken]) -> bool {
        let kind = self.record_kind;
        let is_plural =
            |word: &str| word.len() > 3 && word.ends_with('s') && !kind.phrases.is_word(word);
        let last = tokens.last().and_then(ScenarioToken::word);
        says_any(meanings, &kind.ranks) && last.is_some_and(is_plural)
    }

    /// Splits tokens into phrases, unknown words and numbers.
    fn phrases_in(&self, tokens: &[ScenarioToken]) -> Vec<(Range<usize>, PhraseUse)> {
        let kind = self.record_kind;
        let mut out = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            if is_times_number(tokens, at) {
                out.push((at..at + 1, PhraseUse::Kept));
                at += 1;
                continue;
            }
            let separator = kind
                .pairs
                .iter()
                .flat_map(|pair| &pair.separators)
                .filter_map(|words| match_phrase(&tokens[at..], words))
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
                    let mut keys = meanings.iter().filter_map(|meaning| meaning.key());
                    let is_kept = |meaning: &&PhraseMeaning| {
                        meaning.is_key() || meaning.unit().is_some() || meaning.is_flag()
                    };
                    let what = if keys.any(|key| !kind.is_number(key)) {
                        // `carrying Irr Wb(S)`
                        PhraseUse::Separator
                    } else if says_any(&meanings, &kind.mark) {
                        PhraseUse::Mark
                    } else if says_any(&meanings, &kind.ranks) || meanings.iter().any(is_kept) {
                        PhraseUse::Kept
                    } else {
                        PhraseUse::Word
                    };
                    (length.max(1), what)
                }
                (None, None) => {
                    let own = &tokens[at];
                    let what = match &own.kind {
                        // `4-horse chariots`
                        ScenarioTokenKind::Number(_) if is_compound(&tokens[at..]) => {
                            PhraseUse::Unknown
                        }
                        ScenarioTokenKind::Number(_) | ScenarioTokenKind::NonAsciiDigits(_) => {
                            PhraseUse::Number
                        }
                        ScenarioTokenKind::Word(_) if !own.is_times() && !own.is_filler() => {
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

/// Returns whether a phrase is a value of one of some properties, if only behind a key.
fn says_any(meanings: &[&PhraseMeaning], properties: &[PropertyIx]) -> bool {
    let mut said = meanings
        .iter()
        .filter_map(|meaning| meaning.property_said());
    said.any(|property| properties.contains(&property))
}

/// Returns whether a token is an `x` next to a number.
fn is_times_number(tokens: &[ScenarioToken], at: usize) -> bool {
    tokens[at].is_times()
        && (is_number(tokens, at.checked_sub(1)) || is_number(tokens, Some(at + 1)))
}

/// Returns whether a number is the first part of a word: `4-horse`.
fn is_compound(tokens: &[ScenarioToken]) -> bool {
    matches!(tokens, [number, dash, word, ..]
        if dash.is_sign("-")
            && word.word().is_some_and(|word| word.len() > 3)
            && number.touches(dash)
            && dash.touches(word))
}

fn is_number(tokens: &[ScenarioToken], at: Option<usize>) -> bool {
    at.and_then(|at| tokens.get(at)?.number()).is_some()
}

/// What a phrase of a line is (a mark, a value, a separator, a number, an unknown word, …), to
/// decide whether it only describes its record and is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PhraseUse {
    /// It names a property that marks the line.
    Mark,
    /// It names another value of the record.
    Word,
    /// It separates the two halves of a pair.
    Separator,
    /// It is used wherever it is: keys, units, signs, and what begins another record.
    Kept,
    Number,
    /// It is not in the vocabulary.
    Unknown,
}
