//! Finds marks (words such as a troop type with its grade, which make a line a record), and where
//! records begin in a line; splits joined words such as `IrrAx`.

use crate::{
    scenario::{
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind},
        vocabulary::{PropertyIx, RecordKind, match_phrase},
    },
    text::Span,
};
use std::{cell::LazyCell, ops::Range};

/// Returns where the tokens name all properties that mark a line of this kind, one directly after
/// the other: `Kn(F)`, `Knights, Fast`, `Superior Knights`. None for kinds without marks.
pub(in crate::scenario::parse) fn find_marks(
    kind: &RecordKind,
    tokens: &[ScenarioToken],
) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    while let Some(mark) = next_mark(kind, tokens, out.last().map_or(0, |last| last.end)) {
        out.push(mark);
    }
    out
}

/// Returns the first mark at a token or behind it.
pub(super) fn next_mark(
    kind: &RecordKind,
    tokens: &[ScenarioToken],
    from: usize,
) -> Option<Range<usize>> {
    let has_mark = !kind.mark.is_empty();
    let may_begin = |at: &usize| has_mark && kind.phrases.may_say(&tokens[*at], &kind.mark);
    let mut places = (from..tokens.len()).filter(may_begin);
    places.find_map(|at| {
        let length =
            mark_length(kind, &tokens[at..]).or_else(|| lone_mark_length(kind, tokens, at))?;
        Some(at..at + length)
    })
}

/// Returns the tokens without the signs within marks: the `/` of `Cv/S` separates no ranks. `None`
/// if there are none.
pub(super) fn without_joiners(
    kind: &RecordKind,
    tokens: &[ScenarioToken],
) -> Option<Vec<ScenarioToken>> {
    let marks = find_marks(kind, tokens);
    let is_joiner =
        |at: usize| tokens[at].is_sign("/-") && marks.iter().any(|mark| mark.contains(&at));
    let joined = (0..tokens.len()).any(is_joiner);
    joined.then(|| {
        let kept = (0..tokens.len()).filter(|at| !is_joiner(*at));
        kept.map(|at| tokens[at].clone()).collect()
    })
}

/// Returns the tokens at which the records of a line begin: the counts of its marks, where something
/// separates them from the record before. `12 Irr Wb(S), 4 Irr Cv(O)` has two. `begins` are the
/// properties of which one begins a record around the line, such as the rank of a general: he needs
/// no count.
pub(in crate::scenario::parse) fn entry_starts(
    kind: &RecordKind,
    text: &str,
    tokens: &[ScenarioToken],
) -> Vec<usize> {
    let is_number = |at: usize| tokens[at].is_number();
    let mut starts = Vec::new();
    let mut from = 0;
    let marks = find_marks(kind, tokens);
    let is_apart = |at: usize| {
        let gap = text.get(tokens[at - 1].span.end()..tokens[at].span.start());
        // `16 Irr Wb(S). Baggage, six elements, …`
        let is_sentence = |gap: &str| {
            let next = tokens[at].span.of(text);
            gap.contains(". ") && next.starts_with(char::is_uppercase)
        };
        gap.is_some_and(|gap| gap.contains([';', '•', '|']) || is_sentence(gap))
    };
    for mark in marks {
        let is_first = from == 0;
        // the count with nothing but words of the vocabulary between it and the mark
        let counted = (from..mark.start)
            .rev()
            .find(|&at| is_number(at))
            // `CvS gen 19; CvO x11 77`
            .filter(|&at| !(at + 1..=mark.start).any(is_apart))
            .filter(|&at| {
                tokens[at + 1..mark.start]
                    .iter()
                    .all(|token| match &token.kind {
                        ScenarioTokenKind::Word(word) => {
                            shared_words().counting.contains(word) || kind.phrases.is_word(word)
                        }
                        ScenarioTokenKind::Sign(_) => true,
                        _ => false,
                    })
            });
        let start = counted.or_else(|| {
            // `Hannibal CinC Reg Cv(O), 10 x Reg Sp(O)`
            let is_end =
                |at: &usize| is_number(*at) || separates(text, &tokens[at - 1], &tokens[*at]);
            let end = (mark.end.max(1)..tokens.len()).find(is_end);
            let mut places = from..end.unwrap_or(tokens.len());
            let begun = places.find(|&at| kind.begins_with_rank(&tokens[at..]))?;
            (from..=begun.min(mark.start))
                .rev()
                .find(|&at| at == 0 || separates(text, &tokens[at - 1], &tokens[at]))
        });
        // `CvO x11 77; LHS x8 56`
        let start = start.or_else(|| (from.max(1)..=mark.start).rev().find(|&at| is_apart(at)));
        // `8 Irr Ps(S) at 3, and the baggage, all 6 elements of it`
        let start = start.or_else(|| {
            lone_mark_length(kind, tokens, mark.start)?;
            let behind = count_of_lone_mark(kind, tokens, mark.clone())?;
            let first = mark.start - leading_fillers(&tokens[..mark.start]);
            let is_begun = first > 0 && separates(text, &tokens[first - 1], &tokens[first]);
            (behind >= mark.end && (is_begun || first < mark.start)).then_some(mark.start)
        });
        let start = start.or_else(|| start_of_typed(kind, text, tokens, &mark));
        let Some(start) = start else {
            from = mark.end;
            continue;
        };
        // `…, and the 6 baggage`
        let first = start - leading_fillers(&tokens[..start]);
        let is_separate = |at: usize| at == 0 || separates(text, &tokens[at - 1], &tokens[at]);
        // `6 Cv(O) 42AP 20 Wb(O)`: the number between is what the record before costs
        let is_next = counted.is_some() && !starts.is_empty() && (from..start).any(is_number);
        // `himself, and under him stand 8 Irr Bd(S)`
        let is_pair = (from..start).any(|at| {
            let mut pairs = kind.pairs.iter().flat_map(|pair| &pair.separators);
            pairs.any(|own| own[0].len() > 1 && match_phrase(&tokens[at..], own).is_some())
        });
        let is_behind_words = counted.is_some() && !is_pair && !starts.is_empty();
        if is_next
            || is_first
            || is_behind_words
            || is_apart(start.max(1))
            || (first..=start).any(is_separate)
        {
            starts.push(start);
        }
        from = mark.end;
    }
    // `Reg Cv(O) | 12 Irr Sp(O)`
    let first = find_marks(kind, tokens).first().map(|mark| mark.end);
    if let (Some(&begin), Some(end)) = (starts.first(), first)
        && end < begin
        && separates(text, &tokens[begin - 1], &tokens[begin])
    {
        starts.insert(0, 0);
    }
    starts
}

/// Returns the token at which a record with its number behind its mark begins: `Irr Wb(S) 12`, where
/// something separates it from the record before.
fn start_of_typed(
    kind: &RecordKind,
    text: &str,
    tokens: &[ScenarioToken],
    mark: &Range<usize>,
) -> Option<usize> {
    let before = tokens[..mark.start].iter().rev();
    let fronts = before.take_while(|token| is_front_word(kind, token));
    let start = mark.start - fronts.count();
    let is_number = |at: usize| tokens.get(at).is_some_and(ScenarioToken::is_number);
    let has_times = tokens.get(mark.end).is_some_and(ScenarioToken::is_times);
    let is_begun = start > 1
        && separates(text, &tokens[start - 1], &tokens[start])
        // `4 Bd(O) & Ps(S) 2` are pairs
        && (!matches!(tokens[start - 1].kind, ScenarioTokenKind::Sign(_)) || is_number(start - 2));
    (is_begun && is_number(mark.end + usize::from(has_times))).then_some(start)
}

/// Returns the number of small words at the end of tokens: those in front of what follows.
fn leading_fillers(tokens: &[ScenarioToken]) -> usize {
    let fillers = tokens.iter().rev().take_while(|token| token.is_filler());
    fillers.count()
}

/// Returns whether one record of a line may end and another one begin between two tokens.
fn separates(text: &str, before: &ScenarioToken, after: &ScenarioToken) -> bool {
    before.is_sign(",:+&/")
        || before.is_one_of(&shared_words().conjunctions)
        || text
            .get(before.span.end()..after.span.start())
            .is_some_and(|gap| gap.contains([';', '•', '|', '–', '—']))
}

/// Returns the number of tokens of a word at `at` that is a mark by itself next to a number: `6
/// baggage`, `Bg x 6`.
fn lone_mark_length(kind: &RecordKind, tokens: &[ScenarioToken], at: usize) -> Option<usize> {
    let length = kind.lone_mark_length(&tokens[at..])?;
    let count = count_of_lone_mark(kind, tokens, at..at + length)?;
    // `20 Hd(S) brothers of Tabor 40`
    let words = shared_words();
    let is_of_name = at > 2
        && count >= at
        && tokens[at - 1].is_filler()
        && tokens[at - 1].is_one_of(&words.particles)
        && !tokens[at - 1].is_one_of(&words.articles)
        && !tokens[at - 1].is_one_of(&words.conjunctions);
    (!is_of_name).then_some(length)
}

/// Returns the token of the number next to a mark: `6 elements of baggage`, `Bg x 6`. The number of
/// `31 elements without the baggage` is not its own.
pub(in crate::scenario::parse) fn count_of_lone_mark(
    kind: &RecordKind,
    tokens: &[ScenarioToken],
    mark: Range<usize>,
) -> Option<usize> {
    // `400 AP. No baggage`; `6 no. baggage` has a number
    // `no bge, 2 commands`; `No. Bg 6` has a number, too
    if let [before @ .., none] = &tokens[..mark.start]
        && none.is_one_of(&shared_words().none)
        && match before.last() {
            Some(before) => !before.is_number(),
            None => tokens.get(mark.end).is_some_and(|token| token.is_sign(",")),
        }
    {
        return None;
    }
    // `8 Bg, train 0` cost nothing
    let is_number = |at: &usize| tokens[*at].number().is_some_and(|number| number > 0.0);
    let mut before = (mark.start.saturating_sub(4)..mark.start).rev();
    let before = before.find(is_number).filter(|&at| {
        // `six carts of the baggage`
        let between = tokens[at + 1..mark.start].iter();
        at + 3 >= mark.start || between.filter(|token| !token.is_filler()).count() < 2
    });
    let from = before.unwrap_or(mark.start.saturating_sub(3));
    let after = (mark.end..tokens.len().min(mark.end + 3)).find(is_number);
    if tokens[from..mark.start]
        .iter()
        .any(|token| kind.is_besides(token))
    {
        return after.filter(|&at| at == mark.end);
    }
    // `6 Irr Kn(X) @11, Exp 7`
    let is_apart = |at: usize| {
        let mut between = tokens[at..mark.start].iter();
        between.any(|token| token.is_sign(","))
    };
    let follows = after.is_some_and(|at| tokens[mark.end..at].iter().all(ScenarioToken::is_times));
    let own = before.filter(|&at| !follows || !is_apart(at));
    own.or(after).or(before)
}

/// Returns the number of tokens of the mark that `tokens` begin with.
fn mark_length(kind: &RecordKind, tokens: &[ScenarioToken]) -> Option<usize> {
    // `33 elements exc baggage` are no exceptions
    if tokens.first().is_some_and(|first| kind.is_besides(first)) {
        return None;
    }
    let mut missing: Vec<PropertyIx> = kind.mark.clone();
    let mut at = 0;
    while !missing.is_empty() {
        let rest = tokens.get(at..)?;
        // `Knights, Fast`, `Kn-F`, `Kn: F`; a single letter behind a comma is something else
        let joined = at > 0 && rest.first()?.is_sign(",:-/");
        let rest = &rest[usize::from(joined)..];
        let (length, meanings) = kind.phrases.longest_match(rest)?;
        let word = rest.first()?.word();
        let letter = word.is_some_and(|word| word.len() == 1);
        let is_tight = tokens[at.saturating_sub(1)].touches(&tokens[at]);
        if joined && letter && !(is_tight && tokens[at].is_sign("-/")) {
            return None;
        }
        // `O` is a grade, and no sentence begins a mark with it
        if at == 0 && letter {
            return None;
        }
        // `Cv Reg S`, `Superior Irregular Psiloi`
        let is_joined_front = |word: &str| {
            let mut fronts = kind.joined_fronts.iter();
            fronts.any(|(front, full)| front.len() > 1 && (front == word || full == word))
        };
        let mut said = meanings
            .iter()
            .filter_map(|meaning| meaning.property_said());
        let is_front = word.is_some_and(is_joined_front)
            || said.any(|property| kind.front_properties.contains(&property));
        // `light horse, irregular, ordinary`
        let is_between = !letter && rest.get(length).is_some_and(|own| own.is_sign(","));
        if is_front && at > 0 && (!joined || is_between) {
            at += usize::from(joined) + length;
            continue;
        }
        let is_named =
            |&property: &PropertyIx| meanings.iter().any(|own| own.is_value_of(property));
        let named = missing.iter().position(is_named)?;
        missing.remove(named);
        at += usize::from(joined) + length;
    }
    Some(at)
}

/// Splits words such as `RKnS` and `IrrAx` into the words that they join: each piece is a word of
/// another property, the first one at least by its initial.
pub(in crate::scenario::parse) fn expand_joined_words(
    kind: &RecordKind,
    text: &str,
    tokens: &[ScenarioToken],
) -> Option<Vec<ScenarioToken>> {
    if kind.mark.is_empty() {
        return None;
    }
    let mut out: Option<Vec<ScenarioToken>> = None;
    let mut drill: Option<&str> = None;
    let joins_grade = LazyCell::new(|| joins_grade(kind, text, tokens));
    for (at, token) in tokens.iter().enumerate() {
        let mut pieces = None;
        if let Some(full) = drill
            .take()
            .or_else(|| front_of_letter(kind, text, tokens, at))
        {
            pieces = Some(vec![(full.to_owned(), token.span.len())]);
        } else if let Some(word) = token.word() {
            let next = tokens.get(at + 1).filter(|next| token.touches(next));
            drill = next.and_then(|next| bracketed_front(kind, text, next));
            let full = at
                .checked_sub(1)
                .and_then(|before| front_behind_bracket(kind, &tokens[before], token));
            if let Some(full) = full.filter(|_| next.filter(|token| token.is_word()).is_none()) {
                pieces = Some(vec![(full.to_owned(), token.span.len())]);
            }
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            // `cinc knx 21, 6 knx 66`; `aliado galo` is no galley
            let has_number = tokens.get(at + 1).is_some_and(|next| next.is_number());
            let is_ranked =
                has_number && before.is_some_and(|before| says_other(kind, before)) && *joins_grade;
            let is_led = before
                .is_some_and(|before| before.is_number() || is_front_word(kind, before))
                || is_ranked;
            let context = JoinContext {
                is_before_bracket: next.is_some(),
                is_before_front: drill.is_some(),
                is_led,
                is_among_joined: is_led && next.is_none() && word.ends_with('s') && *joins_grade,
            };
            let written = token.span.of(text);
            pieces = pieces
                .or_else(|| joined_words(kind, word, written, &context))
                .or_else(|| joined_times(kind, before?, word, written, &context));
            drill = drill.filter(|_| pieces.is_some());
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

/// Returns whether a word says something of a record besides its mark: `cinc` in `cinc knx`.
fn says_other(kind: &RecordKind, token: &ScenarioToken) -> bool {
    token.word().is_some_and(|word| {
        let mut properties = kind.phrases.word_properties(word);
        word.len() > 1 && properties.any(|property| !kind.mark.contains(&property))
    })
}

/// Returns the word for a capital by itself: that of the drill in `4 x R Bd O` and `6 LH(O) I`.
fn front_of_letter<'k>(
    kind: &'k RecordKind,
    text: &str,
    tokens: &[ScenarioToken],
    at: usize,
) -> Option<&'k str> {
    let letter = tokens[at].word()?;
    let is_capital = tokens[at].span.of(text).starts_with(char::is_uppercase);
    let full = front_of_initial(kind, letter).filter(|_| letter.len() == 1 && is_capital)?;
    let is_counted = match &tokens[..at] {
        [.., number, times] if times.is_times() => number.is_number(),
        [.., last] => last.is_number(),
        [] => false,
    };
    let is_type = |word: &str| {
        let mut properties = kind.phrases.word_properties(word);
        properties.any(|property| kind.mark.first() == Some(&property))
    };
    let next = tokens.get(at + 1);
    let is_troop = next.is_some_and(|next| {
        let word = next.word().unwrap_or_default();
        let context = JoinContext {
            is_before_bracket: tokens
                .get(at + 2)
                .is_some_and(|behind| next.touches(behind)),
            is_led: true,
            ..JoinContext::default()
        };
        is_type(word) || joined_words(kind, word, next.span.of(text), &context).is_some()
    });
    // `8 Wb(S) I have painted` is a sentence
    let is_end = next.is_none_or(|next| !next.is_word());
    let follows_troop = || {
        let from = (0..at).rev().find(|&from| tokens[from].is_number());
        let own = &tokens[from.map_or(0, |from| from + 1)..at];
        let mut starts = (0..own.len()).filter(|&start| !is_front_word(kind, &own[start]));
        let is_first = |start: usize| own[..start].iter().all(ScenarioToken::is_times);
        starts.any(|start| {
            is_first(start) && mark_length(kind, &own[start..]) == Some(own.len() - start)
        })
    };
    (is_counted && is_troop || is_end && follows_troop()).then_some(full)
}

/// Returns the word for a small initial in brackets: that of the drill in `32axo(i)`.
fn bracketed_front<'k>(kind: &'k RecordKind, text: &str, token: &ScenarioToken) -> Option<&'k str> {
    let word = token.word()?;
    let letter = word.strip_prefix('(')?.strip_suffix(')')?;
    let is_small = token.span.of(text).contains(letter);
    front_of_initial(kind, letter).filter(|_| is_small)
}

/// Returns the word for what is written in front of marks: that of a drill for its initial.
pub(in crate::scenario::parse) fn front_of_initial<'k>(
    kind: &'k RecordKind,
    initial: &str,
) -> Option<&'k str> {
    let mut fronts = kind.joined_fronts.iter();
    let (_, full) = fronts.find(|(front, _)| front == initial)?;
    Some(full)
}

/// Returns the word for an initial that directly follows a bracket: that of the drill in `Ax(O)I`.
fn front_behind_bracket<'k>(
    kind: &'k RecordKind,
    bracket: &ScenarioToken,
    token: &ScenarioToken,
) -> Option<&'k str> {
    let letter = token.word().filter(|word| word.len() == 1)?;
    let is_tight = bracket.word()?.starts_with('(') && bracket.touches(token);
    front_of_initial(kind, letter).filter(|_| is_tight)
}

/// Returns whether a token is a word of a property that may stand in front of a mark: `Irr`.
pub(in crate::scenario::parse) fn is_front_word(kind: &RecordKind, token: &ScenarioToken) -> bool {
    kind.begins_with_value_of(&kind.front_properties, std::slice::from_ref(token))
}

/// What is next to a word such as `IrrAxS` and decides if it is split: a bracket, a number.
#[derive(Default)]
struct JoinContext {
    /// Whether a bracket directly follows, which is the last of the marks: `IrrAx(S)`.
    is_before_bracket: bool,
    /// Whether a small initial of a word in front of marks directly follows in brackets: `axs(i)`.
    is_before_front: bool,
    /// Whether a number, or a word in front of marks, is before it: `32 axo`.
    is_led: bool,
    /// Whether another word of the line joins a small grade that is no plural: `14 lhf, 2 lhs`.
    is_among_joined: bool,
}

/// Returns whether a word behind a number joins a troop with a small grade: `14 lhf`.
fn joins_grade(kind: &RecordKind, text: &str, tokens: &[ScenarioToken]) -> bool {
    let context = JoinContext {
        is_led: true,
        ..JoinContext::default()
    };
    tokens.windows(2).any(|pair| {
        let word = pair[1].word().unwrap_or_default();
        let written = pair[1].span.of(text);
        pair[0].is_number()
            && written.ends_with(char::is_lowercase)
            && joined_words(kind, word, written, &context).is_some_and(|own| own.len() > 1)
    })
}

/// Returns the words of one that directly follows its number and begins with the sign for times:
/// `6xIrrCv(S)`, `6xIrr Cv(S)`.
fn joined_times(
    kind: &RecordKind,
    number: &ScenarioToken,
    word: &str,
    written: &str,
    context: &JoinContext,
) -> Option<Vec<(String, usize)>> {
    let rest = word.strip_prefix('x')?;
    let is_written = written.len() == word.len() && number.is_number();
    if !is_written || kind.phrases.is_word(word) {
        return None;
    }
    let is_word = kind.phrases.is_word(rest);
    let whole = is_word.then(|| vec![(rest.to_owned(), rest.len())]);
    let words = whole.or_else(|| joined_words(kind, rest, &written[1..], context))?;
    let times = ("x".to_owned(), 1);
    Some(std::iter::once(times).chain(words).collect())
}

/// Returns the words that a word joins, each with its length in bytes as written.
fn joined_words(
    kind: &RecordKind,
    word: &str,
    written: &str,
    context: &JoinContext,
) -> Option<Vec<(String, usize)>> {
    if !word.is_ascii() || written.len() != word.len() || word.len() > 12 {
        return None;
    }
    let property_of = |piece: &str| {
        let mut properties = kind.phrases.word_properties(piece);
        properties.find(|property| kind.mark.contains(property))
    };
    if kind.phrases.is_word(word) {
        return None;
    }
    let (first, second) = (kind.mark.first()?, kind.mark.get(1));
    // the part in front of the mark: a whole word of another property, or its initial
    let fronts = kind.joined_fronts.iter();
    let fronts = fronts.map(|(front, full)| (front.as_str(), full.as_str()));
    let mut best: Option<Vec<(String, usize)>> = None;
    for (front, full) in std::iter::once(("", "")).chain(fronts) {
        let Some(rest) = word.strip_prefix(front) else {
            continue;
        };
        // `regalo` joins nothing
        let is_cut = front.len() > 1 && front != full;
        if is_cut && !written[front.len()..].starts_with(char::is_uppercase) {
            continue;
        }
        for length in (2..=rest.len()).rev() {
            let (own, tail) = rest.split_at(length);
            if property_of(own) != Some(*first) {
                continue;
            }
            let graded = second.is_some_and(|second| property_of(tail) == Some(*second));
            // `6 IBge` needs no grade
            let words = [own];
            let mut meanings = kind.phrases.meanings(&words);
            let is_lone = meanings.any(|meaning| meaning.is_word_of(&kind.lone_marks));
            let bare = tail.is_empty()
                && (context.is_before_bracket && !context.is_before_front || is_lone)
                && !front.is_empty();
            // `els` is a plural, and `ElS` a type with a grade
            let is_grade = written.ends_with(|c: char| c.is_uppercase())
                || context.is_before_front
                || context.is_led && (tail != "s" || context.is_among_joined);
            if !graded && !bare || graded && front.is_empty() && !is_grade {
                continue;
            }
            let mut pieces = Vec::new();
            if !front.is_empty() {
                pieces.push((full.to_owned(), front.len()));
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
