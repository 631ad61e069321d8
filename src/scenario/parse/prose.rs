//! Counts the lines that belong to a paragraph of prose with troops, to be parsed as one line.

use super::parser::ScenarioParser;
use crate::{
    scenario::{shared_words::shared_words, token::ScenarioToken},
    syntax::{MarkdownLine, MarkdownLineKind},
};

/// The least length of the lines of a paragraph but the last one, in characters.
const MIN_LENGTH: usize = 45;

/// The most lines behind the first one that are looked at together: each line may begin a paragraph.
const MAX_LINES: usize = 20;

/// The number of words within which a colon ends a label at the front of a line.
const MAX_LABEL: usize = 4;

impl ScenarioParser<'_> {
    /// Returns how many of the lines behind a line belong to the same paragraph of prose with troops.
    pub(super) fn prose_lines(&self, line: &MarkdownLine, behind: &[MarkdownLine]) -> usize {
        let words = |line: &MarkdownLine| line.span.of(self.text);
        let is_prose = line.kind == MarkdownLineKind::Text
            && !line.indented
            && words(line).starts_with(char::is_alphabetic)
            && self.table.is_none();
        if !is_prose {
            return 0;
        }
        let is_long = |line: &MarkdownLine| {
            let words = words(line);
            words.chars().count() >= MIN_LENGTH
                && !words.contains(['\t', '|'])
                && !words.contains("...")
                && !words.contains("    ")
        };
        let mut last = *line;
        let mut length = 0;
        for next in behind.iter().take(MAX_LINES) {
            let is_below = self.is_next_line(last.span, next) && !next.indented;
            // `(fifty-five` above `points), four elements of …`
            let is_open = || {
                let words = words(&last);
                words.rfind('(') > words.rfind(')')
            };
            let is_total = || self.is_total_line(next.span) && !is_open();
            if !is_long(&last) || !is_below || is_total() {
                break;
            }
            last = *next;
            length += 1;
        }
        // a longer one is cut behind a sentence
        let ends = |line: &MarkdownLine| words(line).ends_with(['.', '!', '?']);
        if length == MAX_LINES && !ends(&last) {
            let shorter = behind[..length].iter().rposition(ends);
            length = shorter.map_or(1, |at| at + 1);
            last = behind[length - 1];
        }
        let all: Vec<&MarkdownLine> = std::iter::once(line).chain(&behind[..length]).collect();
        // a sentence goes on in the next line
        // `cmd2 maharbal: 6 LH(O)`, `cmd2 maharbal sg Irr LH(O)` are another command
        let is_labelled = |line: &MarkdownLine| {
            let mut head = words(line).split_whitespace().take(MAX_LABEL);
            head.any(|word| word.contains(':'))
                || self.numbered_part(&self.tokens(line.span)).is_some()
        };
        // in a message without capitals, no line shows by a small letter that it goes on
        let has_capital = words(line).starts_with(char::is_uppercase);
        let begins_small =
            |line: &MarkdownLine| has_capital && words(line).starts_with(char::is_lowercase);
        // `… the sub-general, as a single`, `six Irr Ax(O) and four`
        let ends_small = |line: &MarkdownLine| {
            let last = words(line).split_whitespace().next_back();
            last.map(str::to_lowercase).is_some_and(|last| {
                let shared = shared_words();
                let lists = [&shared.fillers, &shared.conjunctions];
                self.vocabulary.numbers.contains_key(&last)
                    || lists.iter().any(|own| own.contains(&last))
            })
        };
        // `6 Irr Kn(O)` above `counting himself (70 AP), …`
        let begins_including = |line: &MarkdownLine| {
            let first = self.tokens(line.span).into_iter().next();
            first.is_some_and(|first| first.is_one_of(&shared_words().including))
                && begins_small(line)
        };
        let goes_on = |pair: &[&MarkdownLine]| {
            let flows = usize::from(begins_small(pair[1]))
                + usize::from(ends_small(pair[0]))
                + usize::from(begins_including(pair[1]));
            // items of a list in words end with a semicolon
            let ends = words(pair[0]).ends_with(['.', '!', '?', ':', ';']);
            match flows == 0 || ends || is_labelled(pair[1]) {
                true => 0,
                false => flows,
            }
        };
        let flowing: usize = all.windows(2).map(goes_on).sum();
        // `8 Irr Wb(S)` behind a whole sentence is a line of its own
        let begins_line = |pair: &[&MarkdownLine]| {
            words(pair[0]).ends_with(['.', '!', '?', ':', ')']) && {
                let tokens = self.tokens(pair[1].span);
                let begins = tokens.first().is_some_and(ScenarioToken::is_number);
                begins && self.names_troops(&tokens)
            }
        };
        let has_marks = || {
            let span = line.span.join(last.span);
            self.is_troop_line(span)
        };
        let has_sentences = all.iter().any(|line| {
            let words = words(line);
            let mut ends = words.match_indices(". ");
            ends.any(|(at, _)| words[at + 2..].starts_with(char::is_uppercase))
        });
        let is_paragraph = flowing > usize::from(!has_sentences)
            && !all.windows(2).any(begins_line)
            && has_marks();
        if is_paragraph { length } else { 0 }
    }
}
