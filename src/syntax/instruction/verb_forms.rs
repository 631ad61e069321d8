//! Parses a whole instruction to a `Command` and diagnostics, with a function for each verb.

use super::{
    diagnostics::{self, Expectation},
    keyword::Keyword,
    lexer::InstructionTokenKind,
    parser::InstructionParser,
    verb::Verb,
};
use crate::{
    diagnostic::{Diagnostic, Fix, Location},
    syntax::{BeforeOrAfter, Command, DeleteOperand, InsertAnchor, InsertOperand, StartOrEnd},
    text::{SourceId, Span, Spanned},
};

/// Parses the instruction at `span` of `text`; all spans of the result are bytes of `text`.
///
/// Never fails. If words follow a complete instruction, the instruction is returned and the rest
/// reported. If it is incomplete or wrong, none is returned, and a diagnostic at the word names
/// what is expected there.
pub fn parse(source: SourceId, text: &str, span: Span) -> (Option<Command>, Vec<Diagnostic>) {
    let mut parser = InstructionParser::new(source, text, span);
    let command = parse_instruction(&mut parser);
    let command = parser.finish(command);
    if (command.is_none() || !parser.diagnostics.is_empty())
        && let Some(unclosed) = find_unclosed_quote(source, text, span)
    {
        return (None, vec![unclosed]);
    }
    if command.is_none()
        && parser.tried.contains(&Expectation::Quote)
        && let Some(diagnostic) = parser.diagnostics.last_mut()
        && diagnostic.fixes.is_empty()
        && let Some(words) = find_unquoted_words(source, text, span, diagnostic.at.span.start())
    {
        let quoted = format!("\"{}\"", words.of(text));
        diagnostic.at.span = words;
        diagnostic
            .fixes
            .push(diagnostics::write_fix(diagnostic.at, quoted));
    }
    if command.is_none()
        && let Some(diagnostic) = parser.diagnostics.last_mut()
        && diagnostic.fixes.is_empty()
        && let start = diagnostic.at.span.start()
        && let Some(word) = find_missing_word(source, text, span, start, &parser.tried)
    {
        let before = Location::new(source, Span::new(start, start));
        let fix = Fix::new(format!("add `{word}`"), before, format!("{word} "));
        diagnostic.fixes.push(fix);
    }
    if command.is_none()
        && let Some(diagnostic) = parser.diagnostics.last_mut()
        && diagnostic.fixes.is_empty()
        && let Some(usual) = as_replacement(source, span.of(text).trim())
    {
        let at = span.with_len(span.of(text).trim_end().len());
        let fix = diagnostics::write_fix(Location::new(source, at), usual);
        diagnostic.fixes.push(fix);
    }
    (command, parser.diagnostics)
}

/// How sheets say `Replace`: the first word, and the one between the old and the new words.
const REPLACEMENTS: &[(&str, &str)] = &[
    ("change ", " to "),
    ("amend ", " to "),
    ("alter ", " to "),
    ("for ", " read "),
];

/// Returns the instruction that `Change "a" to "b"` or `For a read b` means.
fn as_replacement(source: SourceId, text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let is_meant = |(first, _): &&(&str, &str)| lower.starts_with(first);
    let (first, between) = REPLACEMENTS.iter().find(is_meant)?;
    let (old, rest) = split_words(&text[first.len()..], &[between])?;
    let rest = rest.strip_prefix(between)?;
    let (new, place) = split_words(rest, &[" in ", ", "]).unwrap_or((rest, ""));
    let quoted = |words: &str| format!("\"{}\"", words.trim().trim_matches('"'));
    let start = format!("Replace {} with {}", quoted(old), quoted(new));
    let place = place.trim_start_matches(',').trim();
    let forms = [
        format!("{start} {place}").trim_end().to_owned(),
        format!("{start} in {place}"),
        format!("{start} in text"),
    ];
    forms.into_iter().find(|form| is_complete(source, form))
}

/// Splits a text behind its quotation, or in front of the first of some words.
fn split_words<'t>(text: &'t str, ends: &[&str]) -> Option<(&'t str, &'t str)> {
    if let Some(inner) = text.strip_prefix('"') {
        return text.split_at_checked(inner.find('"')? + 2);
    }
    let end = ends.iter().filter_map(|end| text.find(end)).min()?;
    text.split_at_checked(end)
}

/// Returns the only one of the expected words that makes the instruction complete if it is written
/// at `start`.
fn find_missing_word(
    source: SourceId,
    text: &str,
    span: Span,
    start: usize,
    tried: &[Expectation],
) -> Option<&'static str> {
    let rest = text.get(start..span.end())?;
    let before = &text[span.start()..start];
    if before.is_empty() || span.of(text).len() > LONGEST_MENDED {
        return None;
    }
    let words = tried.iter().flat_map(|expected| expected.words());
    let mut complete = words.filter(|word| is_complete(source, &format!("{before}{word} {rest}")));
    complete.next().filter(|_| complete.next().is_none())
}

/// The longest instruction in bytes for which places of missing quotation marks are tried: each takes
/// parsing it once.
const LONGEST_MENDED: usize = 500;

/// Words before which a quotation may end.
const BEHIND_QUOTES: &[&str] = &[
    " before ", " after ", " in ", " with ", " to ", " at the ", " of ", ", ",
];

/// Returns the words from `start` on that make the instruction complete once they are quoted.
fn find_unquoted_words(source: SourceId, text: &str, span: Span, start: usize) -> Option<Span> {
    let end = span.start() + span.of(text).trim_end().len();
    let rest = text.get(start..end)?;
    if span.of(text).len() > LONGEST_MENDED {
        return None;
    }
    let ends = BEHIND_QUOTES.iter();
    let mut ends: Vec<usize> = ends
        .flat_map(|end| rest.match_indices(end).map(|(at, _)| at))
        .chain([rest.len()])
        .filter(|&at| at > 0)
        .collect();
    ends.sort_unstable();
    let before = &text[span.start()..start];
    let end = ends.into_iter().find(|&end| {
        let (words, behind) = rest.split_at(end);
        is_complete(source, &format!("{before}\"{words}\"{behind}"))
    })?;
    Some(Span::new(start, start + end))
}

/// Returns whether a text is an instruction without a mistake.
fn is_complete(source: SourceId, text: &str) -> bool {
    let mut parser = InstructionParser::new(source, text, Span::new(0, text.len()));
    let command = parse_instruction(&mut parser);
    parser.finish(command).is_some() && parser.diagnostics.is_empty()
}

/// Marks that may be typed at the end of a quotation that `"` begins.
const OTHER_QUOTATION_MARKS: [char; 6] = ['\'', '’', '‘', '”', '“', '`'];

/// How many further places are offered at which a quotation may end.
const MAX_OTHER_ENDS: usize = 2;

/// Returns the diagnostic of a quotation that is not closed, if the instruction has an odd number of
/// quotation marks and is complete once that quotation ends before a keyword.
fn find_unclosed_quote(source: SourceId, text: &str, span: Span) -> Option<Diagnostic> {
    let words = span.of(text);
    let count = words.matches('"').count();
    if count.is_multiple_of(2) || words.len() > LONGEST_MENDED {
        return None;
    }
    let ends = BEHIND_QUOTES;
    let whole = words.trim_end().len();
    let mut places: Vec<usize> = ends
        .iter()
        .flat_map(|end| words.match_indices(end).map(|(at, _)| at))
        .chain([whole])
        .collect();
    places.sort_unstable();
    let is_complete_with = |at: usize| {
        let (before, after) = words.split_at(at);
        is_complete(source, &format!("{before}\"{after}"))
    };
    places.retain(|&at| words[..at].contains('"') && is_complete_with(at));
    let first = words.find('"')?;
    let mut starts = words[..first].match_indices(' ').map(|(at, _)| at + 1);
    if places.is_empty()
        && let Some(start) = starts.find(|&at| is_complete_with(at))
    {
        let at = Span::new(start, first + 1).shifted(span.start());
        return Some(diagnostics::quote_begins_at(Location::new(source, at)));
    }
    // of one mark at the end of the instruction is reported that the other is missing
    let end = *places.first().filter(|&&end| count > 1 || end < whole)?;
    let start = words[..end].rfind('"')?;
    let at = Span::new(start, end).shifted(span.start());
    let others = places.iter().skip(1).take(MAX_OTHER_ENDS);
    let others: Vec<Span> = others
        .map(|&other| Span::new(start, other).shifted(span.start()))
        .collect();
    let mut found = diagnostics::quote_ends_before(Location::new(source, at));
    let mark = words[..end].chars().next_back();
    if let Some(mark) = mark.filter(|mark| OTHER_QUOTATION_MARKS.contains(mark)) {
        let title = format!("write `\"` instead of `{mark}`");
        let mark = at.with_start(at.end() - mark.len_utf8());
        let fix = diagnostics::close_quote(title, Location::new(source, mark));
        found.fixes.insert(0, fix);
    }
    for other in others {
        let end = Location::new(source, other.at_end());
        found.fixes.push(diagnostics::close_quote(
            format!("close it after `{}`", last_word(other.of(text))),
            end,
        ));
    }
    Some(found)
}

/// Returns the last word of a text.
fn last_word(text: &str) -> &str {
    text.split_whitespace().next_back().unwrap_or_default()
}

/// Parses a whole instruction.
pub(super) fn parse_instruction(p: &mut InstructionParser<'_>) -> Option<Command> {
    match p.verb()?.verb {
        Verb::Replace => parse_replace(p),
        Verb::Delete => parse_delete(p),
        Verb::Insert | Verb::Add => parse_insert_or_add(p),
        Verb::Set => parse_set(p),
        Verb::Substitute => parse_substitute(p),
        Verb::Move => parse_move(p),
        Verb::Swap => parse_swap(p),
        Verb::Rename => parse_rename(p),
        Verb::Withdraw => parse_withdraw(p),
        Verb::Note => parse_note(p),
        Verb::Clarify => parse_clarify(p),
    }
}

fn parse_replace(p: &mut InstructionParser<'_>) -> Option<Command> {
    if p.at_phrase() {
        let phrase = p.phrase()?;
        p.require(Keyword::With)?;
        let with = p.quoted()?;
        return Some(Command::ReplacePhrase {
            phrase,
            with,
            targets: p.in_targets()?,
        });
    }
    let targets = p.targets()?;
    let (mut with, mut except) = (None, None);
    loop {
        p.eat_comma();
        if with.is_none() && p.eat(Keyword::With) {
            with = Some(p.count()?);
        } else if except.is_none() && p.eat(Keyword::Except) {
            except = Some(p.name(Expectation::Word)?);
        } else {
            return Some(Command::Replace {
                targets,
                with,
                except,
            });
        }
    }
}

fn parse_delete(p: &mut InstructionParser<'_>) -> Option<Command> {
    let description = match p.peek(0) {
        Some(InstructionTokenKind::Description { words, closed }) => Some((words.clone(), *closed)),
        _ => None,
    };
    let what = if let Some((words, closed)) = description {
        let span = p.advance();
        if !closed {
            return p.fail(diagnostics::unclosed_description(p.location(span)));
        }
        DeleteOperand::Described(Spanned::new(words, span))
    } else if p.at_phrase() {
        let phrase = p.phrase()?;
        DeleteOperand::Phrase(phrase, p.in_targets()?)
    } else {
        p.expect(Expectation::Description);
        DeleteOperand::Units(p.targets()?)
    };
    p.eat_comma();
    let moved_to = if p.eat(Keyword::MovedTo) {
        Some(p.id()?)
    } else {
        None
    };
    Some(Command::Delete { what, moved_to })
}

/// Parses `Insert` and `Add`: `before`, `after` or `at the` decides which of them it is, so that
/// either verb is accepted.
fn parse_insert_or_add(p: &mut InstructionParser<'_>) -> Option<Command> {
    p.expect(Expectation::Quote);
    let what = match p.peek(0) {
        Some(InstructionTokenKind::Quoted { .. }) => InsertOperand::Words(p.quoted()?),
        _ => InsertOperand::Units(p.count()?),
    };
    p.eat_comma();
    if let Some(side) = parse_side(p) {
        let point = if p.at_phrase() {
            let phrase = p.phrase()?;
            InsertAnchor::Phrase(phrase, p.in_targets()?)
        } else {
            InsertAnchor::Unit(p.target()?)
        };
        return Some(Command::Insert { what, side, point });
    }
    let here = p.here();
    p.require(Keyword::At)?;
    let end = if p.eat(Keyword::Start) {
        StartOrEnd::Start
    } else {
        p.require(Keyword::End)?;
        StartOrEnd::End
    };
    let what = match what {
        InsertOperand::Units(count) => count,
        InsertOperand::Words(words) => {
            let at = p.location(words.span.join(p.span_since(here)));
            let diagnostic = Diagnostic::error("instruction-syntax", at, "words in the heading need words next to which to insert them")
                .label("before or after which words?")
                .help("write `Insert … after \"…\" in …`, or `Add words at the end of …` with the words quoted below");
            return p.fail(diagnostic);
        }
    };
    let of = if p.eat(Keyword::Of) || (p.keyword_at(0, Keyword::In).is_some() && p.eat(Keyword::In))
    {
        Some(p.target()?)
    } else {
        None
    };
    Some(Command::Add { what, end, of })
}

fn parse_side(p: &mut InstructionParser<'_>) -> Option<BeforeOrAfter> {
    if p.eat(Keyword::Before) {
        Some(BeforeOrAfter::Before)
    } else if p.eat(Keyword::After) {
        Some(BeforeOrAfter::After)
    } else {
        None
    }
}

fn parse_set(p: &mut InstructionParser<'_>) -> Option<Command> {
    if p.eat(Keyword::Values) {
        return Some(Command::SetValues);
    }
    p.require(Keyword::Entries)?;
    Some(Command::SetEntries)
}

fn parse_substitute(p: &mut InstructionParser<'_>) -> Option<Command> {
    Some(Command::Substitute {
        targets: p.in_targets()?,
    })
}

/// Parses `Move`, also as `Move bullet 3 to after bullet 5`.
fn parse_move(p: &mut InstructionParser<'_>) -> Option<Command> {
    let targets = p.targets()?;
    p.eat_comma();
    p.eat_silently(Keyword::To);
    let side = parse_side(p)?;
    Some(Command::Move {
        targets,
        side,
        anchor: p.target()?,
    })
}

/// Parses `Swap`, also as `Swap bullet 1 with bullet 3`.
fn parse_swap(p: &mut InstructionParser<'_>) -> Option<Command> {
    let mut targets = p.targets()?;
    if p.eat_silently(Keyword::With) {
        targets.push(p.target()?);
    }
    Some(Command::Swap { targets })
}

fn parse_rename(p: &mut InstructionParser<'_>) -> Option<Command> {
    let target = p.target()?;
    p.require(Keyword::To)?;
    Some(Command::Rename {
        target,
        label: p.quoted()?,
    })
}

fn parse_withdraw(p: &mut InstructionParser<'_>) -> Option<Command> {
    let document = p.name(Expectation::Document)?;
    p.require(Keyword::On)?;
    Some(Command::Withdraw {
        document,
        clause: p.id()?,
    })
}

fn parse_note(p: &mut InstructionParser<'_>) -> Option<Command> {
    p.require(Keyword::On)?;
    let targets = if p.eat(Keyword::Ruleset) {
        Vec::new()
    } else {
        p.targets()?
    };
    Some(Command::Note { targets })
}

fn parse_clarify(p: &mut InstructionParser<'_>) -> Option<Command> {
    Some(Command::Clarify {
        targets: p.targets()?,
    })
}
