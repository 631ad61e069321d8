//! Finds the sentences of a line, and removes those that are not about this army.

use super::{line::find_marks, parser::ScenarioParser, statement_line::MIN_HEAD};
use crate::{
    scenario::{
        record::{Record, RecordIx},
        shared_words::shared_words,
        token::ScenarioToken,
        vocabulary::{KindIx, PropertyIx, contains_phrase, match_phrase, match_phrases},
    },
    text::Span,
};

/// The most letters of an abbreviation such as `incl.`
const MAX_ABBREVIATION: usize = 4;

/// The least number of words in front of troops in a sentence without a number of them.
const MIN_SENTENCE: usize = 4;

/// The most lines with troops that are looked at to see whether a list has sentences.
const MAX_LINES: usize = 60;

/// The least number of lines with troops of a list in which sentences are about other troops.
const MIN_LINES: usize = 3;

/// Returns whether a word is a pronoun, perhaps with another one: `you`, `you'd`.
pub(super) fn is_pronoun(token: &ScenarioToken) -> bool {
    let stem = token.word().and_then(|word| word.split(['\'', '’']).next());
    stem.is_some_and(|stem| shared_words().pronouns.contains_in_any_case(stem))
}

/// Returns whether words end with the mark at the end of a sentence.
fn ends_as_sentence(words: &str) -> bool {
    let is_edge = |c: char| c.is_whitespace() || matches!(c, ')' | '"' | '”');
    words.trim_end_matches(is_edge).ends_with(['.', '!', '?'])
}

impl ScenarioParser<'_> {
    /// Returns whether a sentence ends between two tokens.
    pub(super) fn ends_sentence(&self, before: &ScenarioToken, next: &ScenarioToken) -> bool {
        let has_capital = next.span.of(self.text).starts_with(char::is_uppercase);
        has_capital && self.has_full_stop(before, next) || self.has_end(before, next, &['!', '?'])
    }

    /// Returns whether a full stop is between two tokens, and not that of an abbreviation.
    pub(super) fn has_full_stop(&self, before: &ScenarioToken, next: &ScenarioToken) -> bool {
        self.has_end(before, next, &['.']) && !self.is_abbreviation(before, next)
    }

    /// Returns the text between a token and the one before it.
    pub(super) fn gap_before(&self, tokens: &[ScenarioToken], at: usize) -> &str {
        self.gap_between(&tokens[at - 1], &tokens[at])
    }

    /// Returns the text between two tokens; nothing where they are from different lines.
    fn gap_between(&self, before: &ScenarioToken, next: &ScenarioToken) -> &str {
        let gap = before.span.end()..next.span.start();
        self.text.get(gap).unwrap_or_default()
    }

    /// Returns whether one of the signs and then a blank are between two tokens.
    pub(super) fn has_end(
        &self,
        before: &ScenarioToken,
        next: &ScenarioToken,
        signs: &[char],
    ) -> bool {
        let gap = self.gap_between(before, next);
        let words = gap.trim_end();
        // `6 Irr Sp(O) at 4 . 24 pts` has a leader of one dot
        let is_leader = words.matches('.').count() > 1 || words.starts_with(" .");
        words.len() < gap.len() && words.ends_with(signs) && !is_leader
    }

    /// Returns whether a word in front of a full stop is abbreviated, as in `Reg. Cv(O)`, `incl. C-in-C`
    /// and `Dr. Who`: it is short, and in the vocabulary, a letter, or has a capital.
    fn is_abbreviation(&self, before: &ScenarioToken, next: &ScenarioToken) -> bool {
        let Some(word) = before.word() else {
            return false;
        };
        let letters = word.chars().count();
        let written = self.text.get(before.span.start()..next.span.start());
        let is_closed = written.is_some_and(|written| written.contains(')'));
        // `version 3.2 of DBM. All the cavalry …`
        let is_ruleset = *word == self.vocabulary.ruleset;
        if letters > MAX_ABBREVIATION || is_closed || is_ruleset || before.is_filler() {
            return false;
        }
        let is_known = |token: &ScenarioToken| {
            let token = std::slice::from_ref(token);
            self.troop_kinds()
                .any(|kind| kind.phrases.longest_match(token).is_some())
        };
        let own = std::slice::from_ref(before);
        let is_mark = || {
            let mut kinds = self.troop_kinds();
            kinds.any(|kind| kind.begins_with_value_of(&kind.mark, own))
        };
        // `Total 114 AP. Hanno marches on`
        let is_counted = self.text[..before.span.start()]
            .trim_end()
            .ends_with(|c: char| c.is_ascii_digit());
        let mut kinds = self.vocabulary.kinds.iter();
        if is_counted && kinds.any(|kind| kind.amount_unit_length(own).is_some()) {
            return false;
        }
        letters == 1
            || before.is_one_of(&shared_words().abbreviations)
            || match is_mark() {
                // `6 Bge. That made 132 AP`
                true => is_known(next),
                false => {
                    is_known(before) || before.span.of(self.text).starts_with(char::is_uppercase)
                }
            }
    }

    /// Removes the sentences with troops that are not about this army, and notes them. Returns whether
    /// nothing is left.
    pub(super) fn remove_asides(&mut self, tokens: &mut Vec<ScenarioToken>) -> bool {
        if self.is_strict() || !self.names_troops(tokens) {
            return false;
        }
        self.remove_earlier(tokens);
        let ends = (1..tokens.len()).filter(|&at| self.ends_sentence(&tokens[at - 1], &tokens[at]));
        let ends: Vec<usize> = ends.chain([tokens.len()]).collect();
        let mut kept = Vec::with_capacity(tokens.len());
        let mut from = 0;
        for to in ends {
            let own = &tokens[from..to];
            let span = self.item_of(own).span;
            let behind = match tokens.get(to) {
                Some(next) => next.span.start(),
                None => self.next_line(span),
            };
            if self.is_aside(own, Span::new(span.start(), behind.max(span.end()))) {
                let message = "this line is not used: it seems to be about another list";
                self.note_unused(span, message);
            } else if self.denies_troops(own) {
                // nothing is left out
            } else if self.only_prices(own) || self.is_legend(own) {
                let message = "this sentence is not used: it does not say how many";
                self.note_unused(span, message);
            } else if from > 0
                && self.describes_open_record(&tokens[..from])
                && self.names_listed(own)
            {
                self.note_listed(span);
            } else {
                kept.extend_from_slice(own);
            }
            from = to;
        }
        *tokens = kept;
        tokens.is_empty()
    }

    /// Removes what was in a list before, and remarks with a number, in brackets: `14 Ax(S) (was 12
    /// Ax(O))`, `Kn(O) C-in-C 22 (the only Regular general, hence 10 less)`.
    fn remove_earlier(&self, tokens: &mut Vec<ScenarioToken>) {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return;
        };
        let line = Span::new(first.span.start(), self.next_line(last.span));
        let words = line.of(self.text);
        for (open, _) in words.match_indices(['(', '[']) {
            let inner = &words[open + 1..];
            let close = inner.find([')', ']']).map_or(words.len(), |close| {
                // the brackets of a grade are within them
                let is_within = inner[..close].contains(['(', '[']);
                let rest = &inner[close + 1..];
                let next = rest.find([')', ']']).filter(|_| is_within);
                open + 1 + close + 1 + next.map_or(0, |next| next + 1)
            });
            let begin = line.start() + open;
            let is_in =
                |token: &ScenarioToken| (begin..line.start() + close).contains(&token.span.start());
            let own = tokens.iter().filter(|token| is_in(token));
            let own: Vec<ScenarioToken> = own.cloned().collect();
            let has_number = own.iter().any(ScenarioToken::is_number);
            let is_remark = || {
                let words = own.iter();
                let words = words.take_while(|own| own.is_word() || own.is_sign(","));
                let words = words.count();
                words >= MIN_SENTENCE
                    && words < own.len()
                    && !self.names_troops(&own)
                    && !contains_phrase(&own, &shared_words().totals)
            };
            if has_number && (match_phrases(&own, &shared_words().earlier).is_some() || is_remark())
            {
                tokens.retain(|token| !is_in(token));
            }
        }
    }

    /// Returns whether a sentence with troops is not about this army: `last time I used 4 Kn(O)`.
    fn is_aside(&self, tokens: &[ScenarioToken], whole: Span) -> bool {
        let begins_with_number = tokens.first().is_some_and(ScenarioToken::is_number);
        let Some(kind) = self.marked_kind(tokens).filter(|_| !begins_with_number) else {
            return false;
        };
        if self.is_talk(kind, tokens, whole) {
            return true;
        }
        // `Have you found the 5 Ax(S) in the book?`; with a general it is a command
        let words = whole.of(self.text);
        let is_question =
            words.contains('?') && (is_question(words) || !self.names_only_lone(kind, tokens));
        if is_question && !self.begins_with_rank_word(tokens) {
            return true;
        }
        let mut asides = self.vocabulary.kind(kind).asides.iter();
        asides.any(|words| (0..tokens.len()).any(|at| match_phrase(&tokens[at..], words).is_some()))
    }

    /// Returns whether all troops of a sentence are marks by themselves, such as baggage.
    fn names_only_lone(&self, ix: KindIx, tokens: &[ScenarioToken]) -> bool {
        let kind = self.vocabulary.kind(ix);
        let mut marks = find_marks(kind, tokens).into_iter();
        marks.all(|mark| kind.begins_lone_mark(&tokens[mark.start..]))
    }

    /// Returns whether a sentence talks of troops that are not in the list above it, which has no sentences
    /// itself: its total is above, or all its troops have a drill, and those of the sentence have none.
    fn is_talk(&self, ix: KindIx, tokens: &[ScenarioToken], whole: Span) -> bool {
        let kind = self.vocabulary.kind(ix);
        let says = |at: usize| kind.begins_with_value(&tokens[at..]);
        let is_word = |at: usize| tokens[at].is_word();
        let is_plain = |at: &usize| is_word(*at) && !says(*at);
        let is_person = |at: &usize| is_pronoun(&tokens[*at]) && is_word(*at + 1);
        let all = || 0..tokens.len().saturating_sub(1);
        let words = all().filter(is_plain).count();
        let ends = ends_as_sentence(whole.of(self.text)) || all().any(|at| is_person(&at));
        let mut head = tokens.iter().take(MIN_HEAD);
        let is_sentence = all().take(1).any(|at| is_plain(&at) || is_person(&at))
            && words >= if ends { 2 } else { 5 }
            && !self.names_only_lone(ix, tokens)
            && !head.any(|token| token.is_sign(":"));
        // the heading above it opens a part only with its first line
        let is_first = || {
            let name = self.name_above(whole);
            name.is_some_and(|name| self.names_rank(name))
        };
        // `some boyar of whom I know nothing, Irr Cv(O) = 17`
        let is_costed = || {
            matches!(tokens, [.., sign, cost]
                if sign.is_sign("=") && cost.is_number())
        };
        if !is_sentence || is_first() || is_costed() {
            return false;
        }
        let Some(army) = self.open_army() else {
            return false;
        };
        let lines = self.scenario.descendants(army);
        let lines = lines.filter(|&at| !self.is_lone_line(at));
        let lines = lines.map(|at| self.scenario.record(at));
        let lines: Vec<&Record> = lines.filter(|line| line.kind == ix).collect();
        let is_written = |line: &&Record| {
            let start = self.line_start(line.span);
            let words = self.text[start..].lines().next().unwrap_or_default();
            let tokens = self.tokens(Span::new(start, start + words.len()));
            let mut pairs = tokens.windows(2);
            words.starts_with(char::is_alphabetic)
                && (ends_as_sentence(words)
                    || pairs.any(|pair| self.ends_sentence(&pair[0], &pair[1])))
        };
        let mut near = lines.iter().rev().take(MAX_LINES);
        let Some(last) = lines.last().filter(|_| !near.any(is_written)) else {
            return false;
        };
        let is_total = |at: RecordIx| {
            let total = self.total_of(at);
            total.is_some_and(|total| total.span.start() >= last.span.end())
        };
        let is_drilled = |property: &PropertyIx| {
            let is_own = |at: usize| kind.begins_with_value_of(&[*property], &tokens[at..]);
            lines.iter().all(|line| line.value(*property).is_some())
                && !(0..tokens.len()).any(is_own)
        };
        let has_rank = self.begins_with_rank_word(tokens);
        let is_question = whole.of(self.text).contains('?');
        lines.len() >= MIN_LINES
            && ((is_total(self.open_record()) || is_total(army)) && (is_question || !has_rank)
                || !has_rank && kind.front_properties.iter().any(is_drilled))
    }

    /// Returns whether a sentence above the army with troops has no number but what these cost: `The Cv(O)
    /// in the rear are 2 AP cheaper.`
    fn only_prices(&self, tokens: &[ScenarioToken]) -> bool {
        let Some(kind) = self.troop_kind(tokens) else {
            return false;
        };
        let either = kind.amounts.map(|amounts| amounts.either);
        let is_price = |at: usize| {
            let is_either = |unit| Some(unit) == either;
            kind.unit_length(&tokens[at + 1..], is_either).is_some()
        };
        let mut numbers = (0..tokens.len())
            .filter(|&at| tokens[at].is_number())
            .peekable();
        let marks = find_marks(kind, tokens);
        let before = marks.first().map_or(&[][..], |mark| &tokens[..mark.start]);
        // `the Earl himself, Irregular Ordinary Knights, 20 points` has three
        let words = before.iter().filter_map(ScenarioToken::word);
        let words = words.filter(|word| !kind.phrases.is_word(word));
        !self.is_army_open()
            && words.count() >= MIN_SENTENCE
            && numbers.peek().is_some()
            && numbers.all(is_price)
            && !self.begins_with_rank_word(tokens)
    }

    /// Returns whether a sentence only says that there are none of what it names: `No TF.`
    pub(super) fn denies_troops(&self, tokens: &[ScenarioToken]) -> bool {
        let Some(kind) = self.troop_kind(tokens) else {
            return false;
        };
        let marks = find_marks(kind, tokens);
        let is_denied = |at: usize| at > 0 && tokens[at - 1].is_one_of(&shared_words().none);
        !marks.is_empty()
            && marks.iter().all(|mark| is_denied(mark.start))
            && !tokens.iter().any(ScenarioToken::is_number)
    }

    /// Returns whether a sentence only says in words what an abbreviation means: `IWbF = irregular warband
    /// fast`.
    fn is_legend(&self, tokens: &[ScenarioToken]) -> bool {
        let is_sign = |pair: &[ScenarioToken]| pair[0].is_sign("=") && pair[1].is_word();
        !tokens.iter().any(ScenarioToken::is_number)
            && tokens.windows(2).any(is_sign)
            && self.names_troops(tokens)
            && !self.begins_with_rank_word(tokens)
    }

    pub(super) fn note_unused(&mut self, span: Span, message: &str) {
        let help = "if its troops are part of the army, begin the line with their number";
        self.note(span, message).help = Some(help.to_owned());
    }
}

/// Returns whether a sentence is a question: `plus 6 Irr Bg(O), free (are they needed?)` only has one in
/// brackets.
fn is_question(words: &str) -> bool {
    let mut depth = 0_u32;
    words.chars().any(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == '?' && depth == 0
    })
}
