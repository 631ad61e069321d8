//! Finds a part of an army named by its number alone (`- command: 1`), and sets its total from a
//! line such as `Command 2   160`.

use super::{heading_words::PART_NUMBER_LIMIT, line::find_marks, parser::ScenarioParser};
use crate::{
    scenario::{
        record::RecordIx,
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind},
        value::number_value,
        vocabulary::{KindIx, match_phrase, match_phrases},
    },
    text::Span,
};

/// The heading of a part with a number as its name, at the front of a line (`Command 2`): its kind,
/// number and tokens.
pub(super) struct NumberedPart {
    kind: KindIx,
    number: f64,
    /// The number of tokens of the words.
    words: usize,
    /// Whether the words say nothing else of the part: `ally` does.
    is_plain: bool,
    /// The number of tokens with the number.
    pub(super) end: usize,
}

impl ScenarioParser<'_> {
    /// Returns the part that tokens begin with, if it is named by its number.
    pub(super) fn numbered_part(&self, tokens: &[ScenarioToken]) -> Option<NumberedPart> {
        self.vocabulary.part_kinds().find_map(|(ix, kind)| {
            let headings = kind.headings.iter();
            let found = headings.filter_map(|own| Some((match_phrase(tokens, &own.words)?, own)));
            let (length, heading) = found.max_by_key(|(length, _)| *length)?;
            let has_sign = tokens.get(length).is_some_and(|token| token.is_sign(":#"));
            let place = length + usize::from(has_sign);
            let number = tokens.get(place)?.number()?;
            let is_place = number.fract() == 0.0 && (1.0..PART_NUMBER_LIMIT).contains(&number);
            is_place.then(|| NumberedPart {
                kind: ix,
                number,
                words: length,
                is_plain: heading.sets.is_empty(),
                end: place + 1,
            })
        })
    }

    /// Sets the values of the open part to what a line below its lines states behind its name: `Command 2
    /// 160`, `Command 1: 16 elements, 142 AP`. Returns whether the line is that.
    pub(super) fn set_total_of_numbered_part(
        &mut self,
        tokens: &[ScenarioToken],
        line: Span,
    ) -> bool {
        let Some(part) = self.numbered_part(tokens).filter(|_| !self.is_strict()) else {
            return false;
        };
        let behind = tokens[part.end..].iter();
        let signs = behind.take_while(|token| token.is_sign(":=-"));
        let stated = &tokens[part.end + signs.count()..];
        let total = self.vocabulary.kind(part.kind).total();
        let Some((open, all)) = self.open_part(&part).zip(total) else {
            return false;
        };
        if let [total] = stated
            && let Some((number, span)) = total.spanned_number()
        {
            self.set_of_record(open, all, &number_value(number, span));
            return true;
        }
        // `Ally 1: 54 AP` below a command is the next heading
        let is_implied = self.open_headings.last().is_some_and(|own| own.is_implied);
        let is_own =
            self.begins_with_words(open, &tokens[..part.words]) || is_implied && part.is_plain;
        if !is_own || stated.is_empty() || !self.is_statement(open, line, stated) {
            return false;
        }
        self.parse_record_line(open, line, stated);
        true
    }

    /// Returns whether the heading of a record begins with some words.
    fn begins_with_words(&self, record: RecordIx, words: &[ScenarioToken]) -> bool {
        let heading = self.tokens(self.scenario.record(record).span);
        let mut pairs = heading.iter().zip(words);
        heading.len() >= words.len() && pairs.all(|(own, other)| own.kind == other.kind)
    }

    /// Sets the values of the open part that a row of a table with its name and numbers alone has, below
    /// its lines: `Command 1 | 36 | | 233`. Returns whether the line is that.
    pub(super) fn parse_total_row_of_part(&mut self, tokens: &[ScenarioToken], line: Span) -> bool {
        // `| *Command 1* | 36 |`
        let is_sign = |token: &&ScenarioToken| matches!(token.kind, ScenarioTokenKind::Sign(_));
        let tokens = &tokens[tokens.iter().take_while(is_sign).count()..];
        // `Totale comando 1`
        let tokens = &tokens[match_phrases(tokens, &shared_words().totals).unwrap_or(0)..];
        let Some(part) = self.numbered_part(tokens).filter(|_| !self.is_strict()) else {
            return false;
        };
        let rest = &tokens[part.end..];
        if self.table.is_none() || rest.is_empty() || rest.iter().any(ScenarioToken::is_word) {
            return false;
        }
        let open = self.open_part(&part).or_else(|| self.reopen_part(&part));
        open.is_some_and(|open| self.parse_total_row(open, line))
    }

    /// Returns the last part if it has a number, and only lines of the whole such as baggage are between it
    /// and its total: they belong to it.
    fn reopen_part(&mut self, part: &NumberedPart) -> Option<RecordIx> {
        let around = self.open_headings.last()?.record;
        let last = self.last_of_kind(part.kind)?;
        let own = self.scenario.record(last);
        let (end, count) = (own.end, self.scenario.records.len() as u32);
        let mut behind = (end..count).map(RecordIx);
        let is_last = own.parent == around
            && self.place_of_part(last) as f64 == part.number
            && behind.all(|at| self.is_lone_line(at) && self.scenario.record(at).parent == around);
        if !is_last {
            return None;
        }
        for line in &mut self.scenario.records[end as usize..] {
            line.parent = last;
        }
        self.scenario.record_mut(last).end = count;
        Some(last)
    }

    /// Returns the record of a part if it is the innermost open one, and has lines.
    fn open_part(&self, part: &NumberedPart) -> Option<RecordIx> {
        let open = self.open_headings.last()?.record;
        let own = self.scenario.record(open);
        let has_lines = own.kind == part.kind && own.end - open.0 > 1;
        (has_lines && self.place_of_part(open) as f64 == part.number).then_some(open)
    }

    /// Returns which of the parts of an army one is.
    pub(super) fn place_of_part(&self, part: RecordIx) -> usize {
        let own = self.scenario.record(part);
        let before = self.scenario.records[..=part.0 as usize].iter();
        let parts = before.filter(|other| other.kind == own.kind && other.parent == own.parent);
        parts.count()
    }

    /// Returns whether a line with a general and others begins with the number of the next part, and a name
    /// with a colon: `2 Ibiranu 110: Kn(F) sub 18, 7 Kn(F) 56`.
    pub(super) fn is_next_part(&self, tokens: &[ScenarioToken]) -> bool {
        let Some(kind) = self.troop_kind(tokens) else {
            return false;
        };
        let marks = find_marks(kind, tokens);
        let [first, _, ..] = &marks[..] else {
            return false;
        };
        let name = &tokens[1..first.start.max(1)];
        let is_name = |token: &ScenarioToken| {
            let known = kind.phrases.longest_match(std::slice::from_ref(token));
            let is_capital = token.span.of(self.text).starts_with(char::is_uppercase);
            token.is_word() && is_capital && known.is_none()
        };
        let parts = self.scenario.records.iter();
        let parts = parts.filter(|own| self.vocabulary.kind(own.kind).begins_with.is_some());
        name.first().is_some_and(is_name)
            && name.iter().any(|token| token.is_sign(":"))
            && tokens[0].number() == Some((parts.count() + 1) as f64)
            && self.begins_with_rank_word(&tokens[first.start..])
    }
}
