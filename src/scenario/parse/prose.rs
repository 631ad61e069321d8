//! Counts the lines that belong to a paragraph of prose with troops, to be parsed as one line.

use super::parser::ScenarioParser;
use crate::{
    scenario::token::ScenarioTokenKind,
    syntax::{MarkdownLine, MarkdownLineKind},
};

/// The least length of the lines of a paragraph but the last one, in characters.
const MIN_LENGTH: usize = 45;

/// The number of tokens within which a colon ends a label at the front of a line.
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
        for next in behind {
            if !is_long(&last) || !self.is_next_line(last.span, next) || next.indented {
                break;
            }
            last = *next;
            length += 1;
        }
        let all: Vec<&MarkdownLine> = std::iter::once(line).chain(&behind[..length]).collect();
        // a sentence goes on in the next line
        // `cmd2 maharbal: 6 LH(O)` is another command
        let is_labelled = |line: &MarkdownLine| {
            let tokens = self.tokens(line.span);
            let mut head = tokens.iter().take(MAX_LABEL);
            head.any(|token| token.kind == ScenarioTokenKind::Colon)
        };
        let goes_on = |pair: &[&MarkdownLine]| {
            let ends = words(pair[0]).ends_with(['.', '!', '?', ':']);
            !ends && words(pair[1]).starts_with(char::is_lowercase) && !is_labelled(pair[1])
        };
        let flowing = all.windows(2).filter(|pair| goes_on(pair)).count();
        // `8 Irr Wb(S)` behind a whole sentence is a line of its own
        let begins_line = |pair: &[&MarkdownLine]| {
            let tokens = self.tokens(pair[1].span);
            let begins = matches!(tokens.first(), Some(first) if matches!(first.kind, ScenarioTokenKind::Number(_)));
            let is_whole = words(pair[0]).ends_with(['.', '!', '?', ':', ')']);
            begins && is_whole && self.is_marked(&self.marked_kinds, &tokens)
        };
        let has_marks = || {
            let span = line.span.join(last.span);
            self.is_marked(&self.marked_kinds, &self.tokens(span))
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
