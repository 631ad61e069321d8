//! Decides whether a line continues in the next one because a mail program has broken it in two.

use super::{
    line::{entry_starts, is_front_word},
    parser::ScenarioParser,
    statement_line::{MIN_HEAD, lone_number},
};
use crate::{
    scenario::{
        token::{ScenarioToken, ScenarioTokenKind},
        vocabulary::RecordKind,
    },
    syntax::{MarkdownLine, MarkdownLineKind},
    text::Span,
};

/// The shortest line of records that a mail program may have broken, in bytes.
const MIN_WRAPPED: usize = 45;

impl ScenarioParser<'_> {
    /// Returns whether a line with several records goes on in the next one, as mails break them: it is
    /// long, no sentence or sum ends it, and no heading begins the next line.
    fn wraps_entries(&self, words: &str, own: &[ScenarioToken], next: &[ScenarioToken]) -> bool {
        let Some(kind) = self.troop_kind(own).filter(|_| words.len() >= MIN_WRAPPED) else {
            return false;
        };
        let starts = entry_starts(kind, self.text, own);
        let last = starts.last().copied().unwrap_or(0);
        let is_summed = own[last..].iter().any(|token| token.is_sign("="));
        let next_starts = entry_starts(kind, self.text, next);
        // `349AP 77.5EE` is about all of them
        let is_amount = matches!(next, [number, units @ ..]
            if number.is_number() && kind.begins_with_unit(units));
        let ends_whole = !words.ends_with([',', ';', '•', '+', '/'])
            && !own.last().is_some_and(ScenarioToken::is_filler);
        if is_amount && ends_whole {
            return false;
        }
        let goes_on = starts.len() == 1
            && words.ends_with(',')
            && (!next_starts.is_empty() || !self.names_troops(next));
        let begins_with_plus = next.first().is_some_and(|first| {
            let before = self.text[..first.span.start()].trim_end();
            before.ends_with('+')
        });
        (starts.len() > 1 || goes_on)
            && !words.ends_with(['.', '!', '?', ':'])
            && !is_summed
            && self.sum_of_entries(kind, own, &starts) == own.len()
            && (self.names_troops(next) || is_rest(kind, next))
            // behind a whole record only a separator says that the line goes on
            && (words.ends_with([',', ';', '•', '+', '/'])
                || begins_with_plus
                || next_starts.first() != Some(&0))
            && self.find_heading(next, true).is_none()
            && self.inline_heading_length(next).is_none()
            // `14/05, 20:31 - Ann: …` is another message
            && !next.iter().take(MIN_HEAD).any(|token| token.is_sign(":"))
            // a line that begins with a general begins a command
            && !self.begins_with_general(next)
    }

    /// Returns whether a line with records ends within one: `Nobles, 8 Irr`, `11 Irr Bw(O) for`.
    fn is_cut_short(&self, own: &[ScenarioToken], next: &[ScenarioToken]) -> bool {
        let Some((kind, (last, before))) = self.troop_kind(own).zip(own.split_last()) else {
            return false;
        };
        let is_front =
            is_front_word(kind, last) && before.last().is_some_and(ScenarioToken::is_number);
        let begins_with_number = next.first().is_some_and(ScenarioToken::is_number);
        let is_each = last.word() == Some("each");
        // `8 Reg Bd(O) (such as they are)` is whole
        let is_closed = self.text[last.span.end()..].starts_with([')', ']']);
        let is_small = last.is_filler() && !is_each && !is_closed;
        is_front && !begins_with_number || is_small && begins_with_number
    }

    /// Returns whether a line of text is directly below `above`, with nothing left out between them.
    pub(super) fn is_next_line(&self, above: Span, next: &MarkdownLine) -> bool {
        // in text with columns, the next line may be above
        let gap = self.text.get(above.end()..next.span.start());
        let Some(gap) = gap else { return false };
        // Markdown reads the plus of `4 Cv(O) + 6 Wb(S)` as the sign of an item, where a line begins with it
        let is_sum = gap.trim() == "+" && above.of(self.text).contains(" + ");
        (next.kind == MarkdownLineKind::Text || is_sum)
            && gap.matches('\n').count() == 1
            && !gap.contains(char::is_alphanumeric)
    }

    /// Returns whether a line of a mail continues in the next one: it ends where something has to
    /// follow, or only both together are a record.
    pub(super) fn continues(&self, span: Span, next: &MarkdownLine) -> bool {
        if !self.is_next_line(span, next) || self.table.is_some() {
            return false;
        }
        let tokens = self.tokens(next.span);
        let words = span.of(self.text);
        let own = self.tokens(span);
        // `Baggage    6    -` has no cost
        let is_empty_cell = words.ends_with("  -") || words.ends_with("\t-");
        if words.ends_with(['-', '=', '@']) && words.len() > 3 && !is_empty_cell {
            return self.names_troops(&own)
                && tokens.first().is_some_and(ScenarioToken::is_number)
                && !self.names_troops(&tokens);
        }
        if self.wraps_entries(words, &own, &tokens) || self.is_cut_short(&own, &tokens) {
            return true;
        }
        // lines of mails are broken where they are long
        let is_long =
            words.chars().count() >= 35 && !words.contains("   ") && !words.contains('\t');
        is_long
            && own.first().is_some_and(ScenarioToken::is_number)
            && !self.names_troops(&own)
            && self.names_troops(&tokens)
            && !tokens.first().is_some_and(ScenarioToken::is_number)
            && lone_number(&own).is_none()
            && self.find_heading(&own, true).is_none()
            && !self.is_statement(self.open_record(), span, &own)
    }
}

/// Returns whether a line without troops may be the rest of a record: `that makes 122`, `---> 142` and `6
/// Irr Ax(P)`, whose grade is wrong, are lines of their own.
fn is_rest(kind: &RecordKind, next: &[ScenarioToken]) -> bool {
    let says = |at: usize| kind.begins_with_value(&next[at..]);
    match next.first().map(|first| &first.kind) {
        None | Some(ScenarioTokenKind::Word(_) | ScenarioTokenKind::Sign('-' | '>')) => false,
        Some(ScenarioTokenKind::Number(_)) => !(1..next.len().min(MIN_HEAD)).any(says),
        Some(_) => true,
    }
}
