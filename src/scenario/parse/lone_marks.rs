//! Removes words such as `baggage` from lines that only mention it (a sentence above the list, a
//! total), and removes records that list it again.

use super::{
    line::{count_of_lone_mark, expand_joined_words, find_marks, is_front_word},
    parser::ScenarioParser,
};
use crate::scenario::{
    record::RecordIx,
    shared_words::shared_words,
    token::ScenarioToken,
    vocabulary::{PropertyIx, RecordKind},
};

/// The least number of words in front of a mark in a sentence.
const MIN_SENTENCE: usize = 4;

impl ScenarioParser<'_> {
    /// Removes what only mentions baggage from a line: `400 points, so 6 baggage`, `60 elements and 6
    /// baggage, 56.5 EE`.
    pub(super) fn remove_mentions(&self, tokens: &mut Vec<ScenarioToken>) {
        if self.is_strict() {
            return;
        }
        if let Some(kind) = self.troop_kinds().next() {
            remove_doubled_mark(kind, tokens);
            self.remove_uncounted_mention(kind, tokens);
        }
        let Some(kind) = self.troop_kind(tokens) else {
            return;
        };
        let marks = find_marks(kind, tokens);
        let [mark] = &marks[..] else { return };
        // `RCv(O) C-in-C + 6 Bg` has other troops
        let expanded = expand_joined_words(kind, self.text, tokens);
        if expanded.is_some_and(|tokens| find_marks(kind, &tokens).len() > 1) {
            return;
        }
        let Some(mut count) = count_of_lone_mark(kind, tokens, mark.clone())
            .filter(|_| kind.begins_lone_mark(&tokens[mark.start..]))
        else {
            return;
        };
        // `Total 349! (Baggage is 6 ox carts)`
        let ends = |from: usize, to: usize| {
            let gap = tokens[from].span.end()..tokens[to].span.start();
            let gap = self.text.get(gap).unwrap_or_default();
            gap.contains(['!', '?', '(']) || gap.contains(". ")
        };
        if count < mark.start && ends(count, mark.start) {
            let own = count_of_lone_mark(kind, &tokens[mark.start..], 0..mark.len());
            let Some(own) = own else { return };
            count = mark.start + own;
        }
        let is_number = |at: usize| tokens[at].is_number() && at != count;
        let has_others = (0..tokens.len()).any(is_number);
        let first = mark.start.min(count);
        let rest = [&tokens[..first], &tokens[mark.end.max(count + 1)..]].concat();
        let is_known = self.has_lone_line();
        let is_total =
            mark.start > 0 && is_known && has_others && self.describes_open_record(&rest);
        let is_counted_apart = is_known
            && (0..tokens.len()).any(|at| is_number(at) && self.counts_elements(&tokens[at + 1..]));
        let words = tokens[..first].iter().filter(|token| token.is_word());
        // `Baggage of the army: 6 Irr Bg(O)` is no sentence
        let begins = first == 0 || kind.begins_lone_mark(tokens);
        let is_sentence = !begins && !self.is_army_open() && words.count() >= MIN_SENTENCE;
        // `The 6 baggage are camels`, of baggage that was listed
        let has_article = |at: usize| tokens[at].is_one_of(&shared_words().articles);
        // `the summary rows include the 8 baggage`
        let is_included = first
            .checked_sub(2)
            .is_some_and(|at| tokens[at].is_one_of(&shared_words().including));
        let is_same = (is_known || is_included) && first.checked_sub(1).is_some_and(has_article);
        if is_total || is_counted_apart || is_sentence || is_same {
            *tokens = rest;
        }
    }

    /// Removes a word for baggage that was listed, without a number of its own, behind the unit of a total:
    /// `62 elements plus the baggage`, `388 AP incl. baggage`.
    fn remove_uncounted_mention(&self, kind: &RecordKind, tokens: &mut Vec<ScenarioToken>) {
        let mut places = 1..tokens.len();
        let lone = places.find_map(|at| Some(at..at + kind.lone_mark_length(&tokens[at..])?));
        let Some(lone) = lone else { return };
        let articles = tokens[..lone.start].iter().rev();
        let articles = articles.take_while(|token| token.is_one_of(&shared_words().articles));
        let behind = lone.start - articles.count();
        let is_joiner = |token: &ScenarioToken| {
            token.is_sign("+&")
                || kind.is_besides(token)
                || token.is_one_of(&shared_words().conjunctions)
                || token.is_one_of(&shared_words().including)
        };
        let joiner = behind.checked_sub(1).filter(|&at| is_joiner(&tokens[at]));
        let is_number = |at: usize| tokens[at].is_number();
        let is_counted = lone.end < tokens.len() && is_number(lone.end);
        let Some(joiner) = joiner.filter(|_| !is_counted) else {
            return;
        };
        let is_total = (0..joiner).any(|at| is_number(at) && self.is_unit(&tokens[at + 1..joiner]));
        let rest = [&tokens[..joiner], &tokens[lone.end..]].concat();
        if is_total && self.has_lone_line() && !self.names_troops(&rest) {
            *tokens = rest;
        }
    }

    /// Returns whether tokens are the unit of a number of records around lines: `AP`, `elements`.
    fn is_unit(&self, tokens: &[ScenarioToken]) -> bool {
        self.vocabulary
            .kinds
            .iter()
            .any(|kind| kind.unit_length(tokens, |_| true) == Some(tokens.len()))
    }

    /// Returns whether tokens are the unit of the number of all elements.
    pub(super) fn counts_elements(&self, tokens: &[ScenarioToken]) -> bool {
        self.vocabulary.part_kinds().any(|(_, kind)| {
            let is_count = |unit| Some(unit) != kind.total();
            kind.unit_length(tokens, is_count).is_some()
        })
    }

    /// Removes the baggage of an army that its commands have, too: `Baggage: 6` above them repeats it.
    pub(super) fn remove_repeated_lone(&mut self) {
        let Some(implied) = self.implied_kind().filter(|_| !self.is_strict()) else {
            return;
        };
        for army in self.scenario.indices().rev() {
            if self.scenario.record(army).kind != implied {
                continue;
            }
            let lines = self.scenario.descendants(army);
            let (own, of_parts): (Vec<_>, Vec<_>) = lines
                .filter(|&at| self.is_lone_line(at))
                .partition(|&at| self.scenario.record(at).parent == army);
            let Some(first) = of_parts.first().copied() else {
                continue;
            };
            let keys = self.lone_keys(self.vocabulary.kind(implied));
            let values = &mut self.scenario.record_mut(army).values;
            values.retain(|(property, _)| !keys.contains(property));
            let counts = |lines: &[RecordIx]| {
                let counts = lines.iter().map(|&at| self.count_of(at).unwrap_or(1.0));
                counts.sum::<f64>()
            };
            let repeats = counts(&own) == counts(&of_parts);
            for line in own.into_iter().rev() {
                if line.0 < first.0 || repeats {
                    self.remove_record(line);
                }
            }
        }
    }

    /// Returns whether a line with a word that is a mark by itself was read, such as baggage.
    fn has_lone_line(&self) -> bool {
        self.scenario.indices().any(|at| self.is_lone_line(at))
    }

    /// Returns whether a record has a word that is a mark by itself.
    pub(super) fn is_lone_line(&self, at: RecordIx) -> bool {
        let own = self.scenario.record(at);
        let kind = self.vocabulary.kind(own.kind);
        let mut values = own.values.iter();
        own.level == 0 && values.any(|(_, value)| kind.is_lone_mark(&value.value))
    }

    /// Returns the number of elements that is written in a line.
    pub(super) fn count_of(&self, at: RecordIx) -> Option<f64> {
        self.scenario.record(at).number(self.kind_of(at).count?)
    }

    /// Returns the properties of a kind whose key is a mark by itself of its lines: `baggage: 6`.
    fn lone_keys(&self, around: &RecordKind) -> Vec<PropertyIx> {
        let is_lone = |words: &[String]| {
            self.troop_kinds().any(|kind| {
                let mut meanings = kind.phrases.meanings(words);
                meanings.any(|meaning| meaning.is_word_of(&kind.lone_marks))
            })
        };
        let keys = around.phrases.iter().filter(|(words, _)| is_lone(words));
        keys.filter_map(|(_, meaning)| meaning.key()).collect()
    }

    /// Removes a line, and counts the records behind it anew.
    pub(super) fn remove_record(&mut self, removed: RecordIx) {
        self.scenario.records.remove(removed.0 as usize);
        for record in &mut self.scenario.records {
            record.end -= u32::from(record.end > removed.0);
            record.parent.0 -= u32::from(record.parent.0 > removed.0);
        }
    }
}

/// Removes a word for baggage directly in front of elements of it: `baggage Irr Bge(O) 2`.
fn remove_doubled_mark(kind: &RecordKind, tokens: &mut Vec<ScenarioToken>) {
    let doubled = (0..tokens.len()).find_map(|at| {
        let length = kind.lone_mark_length(&tokens[at..])?;
        let behind = &tokens[at + length..];
        let fronts = behind.iter().take_while(|own| is_front_word(kind, own));
        let fronts = fronts.count();
        let is_doubled = fronts > 0 && kind.lone_mark_length(&behind[fronts..]).is_some();
        is_doubled.then_some(at..at + length)
    });
    if let Some(doubled) = doubled {
        tokens.drain(doubled);
    }
}
