//! Marks: the troops that the words of a row name, with their grade, and with those of a second rank.

use super::{
    entries::{EntryReader, Mark},
    lexer::{Token, TokenKind},
    lexicon::{Class, Meaning, Role},
};
use crate::{
    scenario::{
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx},
    },
    text::Spanned,
};

impl EntryReader<'_> {
    /// Returns the marks of a row, those with a grade first of all: next to them others are remarks.
    pub(super) fn marks(&self, tokens: &[Token]) -> Vec<Mark> {
        let mut out: Vec<Mark> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let from = out.last().map_or(0, |own| own.tokens.end);
            let Some(mark) = self.mark_at(tokens, at, from) else {
                at += 1;
                continue;
            };
            at = mark.tokens.end.max(at + 1);
            // `(was: 12 Ax(O))`, `none of them elephants`
            let start = mark.tokens.start;
            if !self.is_earlier(tokens, start, 0) && !self.is_denied(tokens, start) {
                out.push(mark);
            }
        }
        let is_full = |mark: &Mark| mark.is_strong && !mark.is_lone;
        if out.iter().any(is_full) {
            let has_number = |mark: &Mark| {
                let mut before = tokens[..mark.tokens.start].iter().rev().take(3);
                let behind = tokens.get(mark.tokens.end);
                before.any(|own| own.number().is_some())
                    || behind.is_some_and(|own| own.number().is_some())
            };
            out.retain(|mark| is_full(mark) || mark.is_lone && has_number(mark));
        }
        // one row with one count is one line: `1 Artillery (bolt shooter)`, `4 | Infantry: phalanx | 3`
        let is_remark = |at: usize| {
            let own = &out[at];
            let first = &tokens[own.tokens.start];
            let mut near = tokens[out[at - 1].tokens.end..own.tokens.start].iter();
            self.lexicon.marks(own.kind).len() == 1
                && !near.any(|near| {
                    near.number().is_some() && near.cell == first.cell && near.depth == first.depth
                })
        };
        let remarks: Vec<bool> = (0..out.len()).map(|at| at > 0 && is_remark(at)).collect();
        let mut remarks = remarks.into_iter();
        out.retain(|_| remarks.next() != Some(true));
        self.join_pairs(tokens, out)
    }

    fn mark_at(&self, tokens: &[Token], at: usize, from: usize) -> Option<Mark> {
        let token = &tokens[at];
        self.lexicon.lines.iter().find_map(|&kind| {
            let own = self.lexicon.vocabulary.kind(kind);
            let marks = self.lexicon.marks(kind);
            let &first = marks.first()?;
            let value = token.value(kind, first)?;
            // what all of them are called is no type: `16 figures`
            if token.span.of(self.text).eq_ignore_ascii_case(&own.plural) {
                return None;
            }
            let is_lone =
                matches!(value, ScenarioValue::Word(word) if own.lone_marks.contains(word));
            let mut values = vec![(first, Spanned::new(value.clone(), token.span))];
            let mut range = at..at + 1;
            let grade = marks.get(1).copied();
            let behind = grade.and_then(|grade| self.grade_behind(tokens, at + 1, kind, grade));
            let is_behind = behind.is_some();
            let before = || self.grade_before(tokens, at, from, kind, grade?);
            let found = behind.or_else(before);
            let is_strong = grade.is_none() || is_lone || found.is_some();
            if let (Some((place, value)), Some(grade)) = (found, grade) {
                values.push((grade, value));
                match is_behind {
                    true => range.end = place,
                    false => range.start = place,
                }
            }
            // a unit behind a number, and no troops: `3 el`
            let kinds = self.lexicon.kinds();
            let is_unit = !is_strong && at > 0 && token.unit(&kinds).is_some();
            if is_unit && tokens[at - 1].is_labelled_itself {
                return None;
            }
            // the rear rank of the same type: `Kn(F)/(F)`
            if let [sign, bracket, rear, behind @ ..] = &tokens[range.end..]
                && sign.is_sign("/+")
                && bracket.is_sign("(")
                && is_strong
                && let Some(pair) = own.pairs.first()
                && let Some(value) = rear.value(kind, grade?)
            {
                for (front, second) in &pair.properties {
                    if *front == first {
                        values.push((*second, Spanned::new(values[0].1.value.clone(), rear.span)));
                    } else if Some(*front) == grade {
                        values.push((*second, Spanned::new(value.clone(), rear.span)));
                    }
                }
                range.end += 3 + usize::from(behind.first().is_some_and(|own| own.is_sign(")")));
            }
            Some(Mark {
                kind,
                tokens: range,
                values,
                is_strong,
                is_lone,
            })
        })
    }

    /// Returns whether a phrase is said in front of troops of a kind: their drill.
    fn is_front(&self, token: &Token, kind: KindIx) -> bool {
        let mut fronts = self.lexicon.vocabulary.kind(kind).front_properties.iter();
        fronts.any(|front| token.value(kind, *front).is_some())
    }

    /// Returns the grade behind a type, and the token behind it.
    fn grade_behind(
        &self,
        tokens: &[Token],
        from: usize,
        kind: KindIx,
        grade: PropertyIx,
    ) -> Option<(usize, Spanned<ScenarioValue>)> {
        let mut has_sign = false;
        let mut bracket = false;
        let mut has_drill = false;
        let mut at = from;
        while let Some(token) = tokens.get(at) {
            let (before, next) = (&tokens[at - 1], tokens.get(at + 1));
            let closes = |own: &Token| own.is_sign(")");
            if let Some(value) = token.value(kind, grade) {
                let own = token.span.of(self.text);
                let is_near = bracket
                    || token.is_glued
                    || has_drill
                    || before.cell != token.cell
                    || before.span.end() + 1 >= token.span.start() && !before.is_sign(",");
                let is_alone =
                    before.cell != token.cell && next.is_none_or(|next| next.cell != token.cell);
                // `4 Kn x 6`
                let is_times = !bracket
                    && !is_alone
                    && (own == "x" && !token.is_glued && before.cell == token.cell
                        || token.is_times(self.text)
                            && next.is_some_and(|next| {
                                next.is_digits() || next.is_class(Class::Counting)
                            }));
                if own.chars().count() == 1 && (!is_near || is_times) {
                    return None;
                }
                let end = at + 1 + usize::from(bracket && next.is_some_and(closes));
                return Some((end, Spanned::new(value.clone(), token.span)));
            }
            let is_head = |own: &Meaning| matches!(own, Meaning::Column(own, _) if *own == grade);
            match &token.kind {
                // a scan that took the letter for a digit: `Cv (0)`
                TokenKind::Number(number) if bracket && *number == 0.0 => {
                    let value = self.lexicon.value_of("o", kind, grade)?;
                    let end = at + 1 + usize::from(next.is_some_and(closes));
                    return Some((end, Spanned::new(value, token.span)));
                }
                TokenKind::Sign('(') if !bracket => bracket = true,
                TokenKind::Sign(')') if !has_sign && !bracket => has_sign = true,
                // `Cv, 4 ...` says nothing, `Cavalry, Ordinary` a grade in words
                TokenKind::Sign('-' | ',' | ':' | '/')
                    if !has_sign && next.is_some_and(Token::is_word) =>
                {
                    has_sign = true;
                }
                TokenKind::Phrase(_) if self.is_front(token, kind) => has_drill = true,
                // `type: Kn, grade: F`
                TokenKind::Phrase(meanings)
                    if meanings.iter().any(is_head)
                        && next.is_some_and(|next| next.is_sign(":=")) =>
                {
                    (has_sign, bracket, has_drill) = (false, false, true);
                    at += 1;
                }
                _ if token.cell != tokens[from - 1].cell
                    && token.label == Some(Role::Other(grade)) =>
                {
                    let letter = token.span.of(self.text).to_lowercase();
                    let value = self.lexicon.value_of(&letter, kind, grade)?;
                    return Some((at + 1, Spanned::new(value, token.span)));
                }
                _ => return None,
            }
            at += 1;
        }
        None
    }

    /// Returns the grade in front of a type, in words: `superior regular cavalry`.
    fn grade_before(
        &self,
        tokens: &[Token],
        at: usize,
        from: usize,
        kind: KindIx,
        grade: PropertyIx,
    ) -> Option<(usize, Spanned<ScenarioValue>)> {
        for before in (from..at).rev() {
            let token = &tokens[before];
            if let Some(value) = token.value(kind, grade) {
                let is_letter = token.span.of(self.text).chars().count() == 1;
                let is_own = token.label == Some(Role::Other(grade)) || !is_letter;
                // the grade of the troops before: `Irr Bw Superior, Cavalry`
                return is_own.then(|| (before, Spanned::new(value.clone(), token.span)));
            }
            let is_gap = token.is_sign("(-");
            if !self.is_front(token, kind) && !is_gap || at - before > 4 {
                return None;
            }
        }
        None
    }

    /// Joins two marks that are the ranks of one base, or troops and what they dismount as.
    fn join_pairs(&self, tokens: &[Token], marks: Vec<Mark>) -> Vec<Mark> {
        let mut out: Vec<Mark> = Vec::new();
        for mark in marks {
            let Some(last) = out.last_mut().filter(|last| last.kind == mark.kind) else {
                out.push(mark);
                continue;
            };
            let between = &tokens[last.tokens.end..mark.tokens.start.max(last.tokens.end)];
            // `Baggage: 6 Irr Bge(O)`
            if last.is_lone && last.values[0].1.value == mark.values[0].1.value {
                if between.iter().any(Token::is_digits) {
                    *last = mark;
                }
                continue;
            }
            // of `3Kn or 4Bd` and `3Kn//4Bd` the first is counted
            let is_option = match between {
                [or] => or.is_class(Class::Alternative),
                [first, next] => first.is_sign("/") && next.is_sign("/"),
                _ => false,
            };
            if is_option {
                last.tokens.end = mark.tokens.end;
                continue;
            }
            let words = |token: &Token| match token.kind {
                TokenKind::Sign(sign) => vec![sign.to_string()],
                _ => {
                    let own = token.span.of(self.text).to_lowercase();
                    own.split_whitespace().map(str::to_owned).collect()
                }
            };
            let is_separator = |own: &&Token| !own.is_sign(")(") && !self.is_front(own, mark.kind);
            let words: Vec<String> = between
                .iter()
                .filter(is_separator)
                .flat_map(words)
                .collect();
            let own = self.lexicon.vocabulary.kind(mark.kind);
            let Some(pair) = own
                .pairs
                .iter()
                .find(|pair| pair.separators.contains(&words))
            else {
                out.push(mark);
                continue;
            };
            for (first, second) in &pair.properties {
                if own.front_properties.contains(first) {
                    let drill = between
                        .iter()
                        .find_map(|token| Some((token.value(mark.kind, *first)?, token.span)));
                    let drill = drill.map(|(value, span)| Spanned::new(value.clone(), span));
                    last.values.extend(drill.map(|drill| (*second, drill)));
                }
                let value = mark.values.iter().find(|(own, _)| own == first);
                last.values
                    .extend(value.map(|(_, value)| (*second, value.clone())));
            }
            last.tokens.end = mark.tokens.end;
        }
        out
    }

    /// Returns whether the words in front of some troops say that there are none.
    pub(super) fn is_denied(&self, tokens: &[Token], at: usize) -> bool {
        let before = tokens[..at].iter().rev().take(3);
        let mut near = before.take_while(|own| !own.is_sign(".;,("));
        let mut is_counted = false;
        near.any(|own| {
            is_counted |= own.is_digits();
            // `no` in front of a number is short for it, and `instead of 3 Cv` is not
            own.is_class(Class::None) && (!is_counted || own.is_class(Class::Earlier))
        })
    }

    /// Returns whether a number or troops are what was in the list before: `(was 12)`.
    pub(super) fn is_earlier(&self, tokens: &[Token], at: usize, from: usize) -> bool {
        let mut inside = tokens[from..at]
            .iter()
            .rev()
            .take_while(|own| !own.is_sign("("));
        tokens[at].depth > 0 && inside.any(|own| own.is_class(Class::Earlier))
    }
}
