//! Finds where headings or sentences end within a line with records: `C1: 1 Reg Cv(O) C-in-C`.

use super::{
    agreed_points::{has_size, names_size},
    heading_words::without_verb,
    line::{expand_joined_words, find_marks},
    parser::ScenarioParser,
    sentences::is_pronoun,
    sum_of_parts::is_sum,
};
use crate::scenario::{
    shared_words::shared_words,
    token::{ScenarioToken, ScenarioTokenKind, span_of},
    vocabulary::{RecordKind, match_phrases},
};

/// The maximum number of tokens examined to decide whether a line begins with a heading.
const MAX_NEAR: usize = 40;

/// No army has more parts.
pub(super) const MOST_PARTS: f64 = 10.0;

/// The most tokens of a heading without a colon.
const MAX_HEADING: usize = 6;

impl ScenarioParser<'_> {
    /// Returns the number of tokens of the heading that a line with marks begins with; `None` if it
    /// begins with none.
    pub(super) fn inline_heading_length(&self, tokens: &[ScenarioToken]) -> Option<usize> {
        let colon = tokens.iter().position(|token| token.is_sign(":"));
        if let Some(colon) = colon.filter(|&colon| !self.names_troops(&tokens[..colon])) {
            let is_heading = self.find_heading(&tokens[..colon], true).is_some()
                && self.names_troops(&tokens[colon + 1..]);
            return is_heading.then_some(colon);
        }
        let kind = self.troop_kind(tokens).filter(|_| !self.is_strict())?;
        let says = |at: usize| {
            kind.begins_with_value(&tokens[at..])
                // `RegCvS`
                || expand_joined_words(kind, self.text, &tokens[at.saturating_sub(1)..=at]).is_some()
        };
        // the heading ends where the first word of the record is
        let end = (0..tokens.len().min(MAX_HEADING)).find(|&at| says(at))?;
        let is_number = |at: usize| tokens[at].is_number();
        // `Left wing 12 Reg Sp(O)`: the number is that of the record
        let is_glued = |at: usize| tokens[at - 1].touches(&tokens[at]);
        let is_begun = |at: usize| kind.begins_with_rank(&tokens[at..]);
        let end = match end.checked_sub(1) {
            Some(last) if last > 0 && is_number(last) && !is_glued(last) && !is_begun(end) => last,
            _ => end,
        };
        // `Cmd 2 Mago, sub-general, Reg Cv(O)`
        let heading = tokens.get(..end)?;
        let heading = match heading.split_last() {
            Some((last, before)) if last.is_sign(",") => before,
            _ => heading,
        };
        let heading = without_verb(heading);
        let found = self.find_heading(Some(&*heading).filter(|own| !own.is_empty())?, true)?;
        let begins = found
            .kind
            .is_some_and(|kind| self.vocabulary.kind(kind).begins_with.is_some());
        begins.then_some(end)
    }

    /// Returns whether the first record of a line has a word that begins a record around it: it is the
    /// line of a general.
    pub(super) fn begins_with_general(&self, tokens: &[ScenarioToken]) -> bool {
        let Some(kind) = self.troop_kind(tokens) else {
            return false;
        };
        let is_end = |at: &usize| tokens[*at].is_number() || tokens[*at].is_sign(",");
        let end = (1..tokens.len()).find(is_end).unwrap_or(tokens.len());
        (0..end).any(|at| kind.begins_with_rank(&tokens[at..]))
    }

    /// Returns whether tokens are troops with a rank in front of their first number, perhaps behind commas:
    /// `Kegen, sub-general, LH(S) 17`.
    pub(super) fn names_general(&self, tokens: &[ScenarioToken]) -> bool {
        let number = (1..tokens.len()).find(|&at| tokens[at].is_number());
        let ranked = number.zip(self.troop_kind(tokens));
        ranked.is_some_and(|(end, kind)| (0..end).any(|at| kind.begins_with_rank(&tokens[at..])))
    }

    /// Returns whether a line without troops has a word that begins a record: `BAIDAR (CinC)`.
    pub(super) fn begins_with_rank_word(&self, tokens: &[ScenarioToken]) -> bool {
        (0..tokens.len()).any(|at| self.begins_with_any_rank(&tokens[at..]))
    }

    /// Returns whether tokens begin with a rank of lines of any kind.
    pub(super) fn begins_with_any_rank(&self, tokens: &[ScenarioToken]) -> bool {
        self.troop_kinds().any(|kind| kind.begins_with_rank(tokens))
    }

    /// Returns whether a number or letter of a part is at a token of a line in columns, and the rank of who
    /// leads it behind that: `COMMAND 1   Murad II ..... C-in-C, on table`.
    pub(super) fn is_part_with_rank(&self, tokens: &[ScenarioToken], at: usize) -> bool {
        let is_number = tokens.get(at).is_some_and(|token| match &token.kind {
            ScenarioTokenKind::Number(number) => {
                number.fract() == 0.0 && (1.0..MOST_PARTS).contains(number)
            }
            ScenarioTokenKind::Word(word) => word.chars().count() == 1,
            _ => false,
        });
        // `C0MMAND` was recognised wrongly
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let word = before.and_then(ScenarioToken::word);
        let is_word = word.is_some_and(|word| word.len() > 1);
        let rest = tokens.get(at + 1..).unwrap_or_default();
        if rest.is_empty() {
            return false;
        }
        let words = span_of(tokens).unwrap_or_default().of(self.text);
        let is_apart = ["   ", "\t", "..", " \""]
            .iter()
            .any(|gap| words.contains(gap));
        // `COMMAND 4    General: _______`
        let is_empty = words.contains("__");
        is_number
            && is_word
            && !is_empty
            && is_apart
            // `General: Bob` is a label
            && (0..rest.len()).any(|at| {
                let next = rest.get(at + 1);
                next.is_none_or(|next| !next.is_sign(":"))
                    && self.begins_with_any_rank(&rest[at..])
            })
            && !self.names_troops(tokens)
    }

    /// Returns the token at which a sentence without troops begins behind those of a line: `4 Irr Bd(O)
    /// (20). That ward comes to 140.`
    pub(super) fn final_sentence(&self, tokens: &[ScenarioToken]) -> Option<usize> {
        let kind = self.troop_kind(tokens).filter(|_| !self.is_strict())?;
        let marks = find_marks(kind, tokens);
        let last = marks.last()?.end;
        // `It came to 180 points; he is the only regular general` makes these troops no general
        let has_general = |rest: &[ScenarioToken]| {
            let rank = (0..rest.len()).find(|&at| kind.begins_with_rank(&rest[at..]));
            rank.is_some_and(|rank| {
                let pronoun = rest[..rank].iter().position(is_pronoun);
                pronoun.is_none_or(|pronoun| !rest[..pronoun].iter().any(ScenarioToken::is_number))
            })
        };
        (last..tokens.len()).find(|&at| {
            let (before, next) = (&tokens[at - 1], &tokens[at]);
            // `6 hd o 6, 12 ax o 36. tot 138`; `12 Cv(S). cost 108` is no total of a part
            let is_total = || marks.len() > 1 && self.begins_with_part_total(&tokens[at..]);
            (self.ends_sentence(before, next)
                || self.has_full_stop(before, next)
                    && (is_apart_from_troops(kind, &tokens[at..]) || is_total()))
                && !has_general(&tokens[at..])
        })
    }

    /// Returns whether tokens begin with a key for what a part of an army costs: `tot 138`, `thats 120`.
    fn begins_with_part_total(&self, tokens: &[ScenarioToken]) -> bool {
        let words = match_phrases(tokens, &shared_words().sums);
        if words.is_some_and(|length| tokens.get(length).is_some_and(ScenarioToken::is_number)) {
            return true;
        }
        let mut parts = self.vocabulary.part_kinds();
        parts.any(|(_, kind)| kind.total_key_length(tokens).is_some())
    }

    /// Returns the token at which the first sentence with troops begins behind others without: `The
    /// army costs 399 points. 6 elements of Irr Bg(I) go with the king.`
    pub(super) fn first_sentence(&self, tokens: &[ScenarioToken]) -> Option<usize> {
        let kind = self.troop_kind(tokens).filter(|_| !self.is_strict())?;
        let marks = find_marks(kind, tokens);
        let first = marks.first()?.start;
        // `Total général : 399 !` has no general
        let lead = match_phrases(tokens, &shared_words().totals).unwrap_or(0);
        (1..=first).rev().find(|&at| {
            let (before, next) = (&tokens[at - 1], &tokens[at]);
            // `400 pts. all in`
            let is_short = before.word().is_some_and(|word| word.chars().count() < 5);
            (self.has_end(before, next, &['!', '?'])
                || self.has_end(before, next, &['.']) && !is_short)
                && (0..at).any(|at| !tokens[at].is_number())
                && !(lead..at).any(|at| kind.begins_with_rank(&tokens[at..]))
                && (next
                    .span
                    .of(self.text)
                    .starts_with(|c: char| c.is_uppercase() || c.is_numeric())
                    // `whisht. subgen kn(f) 19`
                    || kind.begins_with_rank(&tokens[at..]))
        })
    }

    /// Returns where the headings within a line begin: `… =128; C2 RegCvS sub, …`.
    pub(super) fn later_headings(&self, tokens: &[ScenarioToken]) -> Vec<usize> {
        if self.is_strict() {
            return Vec::new();
        }
        let ends = |at: &usize| self.gap_before(tokens, *at).contains([';', '.']);
        let is_slash = |at: usize| tokens[at].is_sign("/");
        let is_apart = |at: usize| at > 1 && !is_slash(at) && is_slash(at - 1) && is_slash(at - 2);
        let near = |at: usize| &tokens[at..tokens.len().min(at + MAX_NEAR)];
        let has_parts =
            (0..tokens.len()).any(|at| is_apart(at) && self.begins_with_general(near(at)));
        let begins = |at: &usize| {
            let near = near(*at);
            let is_next = || self.inline_heading_length(near).is_some() || is_sum(&tokens[*at..]);
            ends(at) && is_next()
                || has_parts && is_apart(*at)
                || is_behind_sum(&tokens[..*at]) && self.begins_with_general(near)
        };
        (1..tokens.len()).filter(begins).collect()
    }

    /// Returns the token behind the title that a line with a whole army begins with: `Fatimid Egyptian,
    /// 350ap, all irregulars: C-in-C Cv(O) 17 + …`.
    pub(super) fn title_length(&self, tokens: &[ScenarioToken]) -> Option<usize> {
        let colon = tokens
            .iter()
            .take(MAX_NEAR)
            .position(|token| token.is_sign(":"));
        // `Toltec 250 (Ann, 3.4) - C-in-C Ce Acatl: Irr Bd(O) 15 + …`
        let near = colon.unwrap_or(tokens.len().min(MAX_NEAR));
        let dash = (1..near)
            .find(|&at| tokens[at].is_sign("-") && self.begins_with_any_rank(&tokens[at + 1..]));
        let end = dash.or(colon)?;
        let title = &tokens[..end];
        let is_sized = self.army_kind().is_some_and(|army| {
            let total = army.total();
            total.is_some_and(|total| names_size(army, total, title))
                || dash.is_some() && has_size(title)
        });
        let is_title = self.has_no_records()
            && !self.is_strict()
            && is_sized
            && !self.names_troops(title)
            && self.begins_with_general(&tokens[end + 1..]);
        is_title.then_some(end + 1)
    }
}

/// Returns whether tokens begin with a number that has the unit of an amount, `179 AP.`, or belongs to a
/// sentence: `12 days, 48 bases with the spares.`
fn is_apart_from_troops(kind: &RecordKind, tokens: &[ScenarioToken]) -> bool {
    const MIN_WORDS: usize = 5;
    let words = tokens.iter().filter(|token| token.is_word()).count();
    tokens[0].is_number() && (words >= MIN_WORDS || kind.begins_with_unit(&tokens[1..]))
}

/// Returns whether tokens end with what a part costs, and what follows is the next one: `8 Cv(O) 56 + 10
/// Bw(O) 40 = 96, Sub-general Cv(S) …`.
fn is_behind_sum(tokens: &[ScenarioToken]) -> bool {
    matches!(tokens, [.., sign, number, comma]
        if sign.is_sign("=") && number.is_number() && comma.is_sign(","))
}
