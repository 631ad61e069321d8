//! Parses and prints whole instructions: for each verb its forms as they are read and written.

use super::{
    diagnostics::Expectation,
    keyword::Keyword,
    lexer::InstructionTokenKind,
    parser::InstructionParser,
    print::{
        print_count, print_id, print_numbered_count, print_phrase, print_quoted, print_side,
        print_target, print_targets,
    },
    verb::Verb,
};
use crate::{
    diagnostic::{Diagnostic, Notation, Severity},
    syntax::{
        BeforeOrAfter, Command, DeleteOperand, InsertAnchor, InsertOperand, StartOrEnd, UnitNoun,
    },
    text::{SourceId, Span, Spanned},
};

/// Parses the instruction at `span` of `text`; all spans of the result are bytes of `text`.
///
/// Never fails. If words follow a complete instruction, the instruction is returned and the rest
/// reported. If it is incomplete or wrong, none is returned, and a diagnostic at the word names
/// what is expected there.
pub fn parse(source: SourceId, text: &str, span: Span) -> (Option<Command>, Vec<Diagnostic>) {
    let (command, parser) = parse_whole(source, text, span);
    (command, parser.diagnostics)
}

/// Parses the instruction at `span` as [`parse`] does, and searches the fix of an error. An instruction
/// with a quotation that is not closed is not returned: other words may be meant.
pub fn parse_with_fixes(
    source: SourceId,
    text: &str,
    span: Span,
) -> (Option<Command>, Vec<Diagnostic>) {
    let (mut command, mut parser) = parse_whole(source, text, span);
    let is_open = |found: &mut Diagnostic| {
        found.severity == Severity::Error && !matches!(&*found.code, "empty-quote" | "bad-ordinal")
    };
    let Some(found) = parser.diagnostics.pop_if(is_open) else {
        return (command, parser.diagnostics);
    };
    let words = parser.tried.iter().flat_map(|expected| expected.words());
    let words: Vec<&str> = words.collect();
    // the noun of a unit is no id that lacks its mark: `Replace bullet` lacks a number
    let makes_noun_an_id = |text: &str| {
        let ids = text.split('#').skip(1);
        let mut words = ids.filter_map(|id| id.split(|c: char| !c.is_alphabetic()).next());
        words.any(|word| UnitNoun::named(word).is_some())
    };
    let is_right = |text: &str| {
        let (command, parser) = parse_whole(source, text, Span::new(0, text.len()));
        command.is_some() && parser.diagnostics.is_empty() && !makes_noun_an_id(text)
    };
    let notation = Notation {
        marks: &[",", "\"", "#", "]", ")"],
        words: &words,
        quotes: command.is_none(),
        tries: 200,
        is_right: &is_right,
    };
    let mut found = found.repaired(text, span, &notation);
    if found.lacks_quotation_mark() {
        found.code = "unclosed-quote".into();
        found.label.clear();
        found.help = None;
        command = None;
    }
    parser.diagnostics.push(found);
    (command, parser.diagnostics)
}

fn parse_whole(
    source: SourceId,
    text: &str,
    span: Span,
) -> (Option<Command>, InstructionParser<'_>) {
    let mut parser = InstructionParser::new(source, text, span);
    let command = parse_instruction(&mut parser);
    (parser.finish(command), parser)
}

/// Prints a command in its canonical form, on one line.
///
/// Parsing the result returns the same command, spans aside, for every command that the parser can
/// return.
pub fn print(command: &Command) -> String {
    match command {
        Command::Replace {
            targets: list,
            with,
            except,
        } => {
            let with = with.as_ref().map_or_else(String::new, |count| {
                format!(" with {}", print_numbered_count(count))
            });
            let except = except
                .as_ref()
                .map_or_else(String::new, |word| format!(" except {}", word.value));
            format!("Replace {}{with}{except}", print_targets(list))
        }
        Command::ReplacePhrase {
            phrase: old,
            with,
            targets: list,
        } => {
            format!(
                "Replace {} with {} in {}",
                print_phrase(old),
                print_quoted(with),
                print_targets(list)
            )
        }
        Command::Delete { what, moved_to } => {
            let moved = moved_to
                .as_ref()
                .map_or_else(String::new, |to| format!(", moved to {}", print_id(to)));
            match what {
                DeleteOperand::Units(list) => format!("Delete {}{moved}", print_targets(list)),
                DeleteOperand::Phrase(old, list) => {
                    format!(
                        "Delete {} in {}{moved}",
                        print_phrase(old),
                        print_targets(list)
                    )
                }
                DeleteOperand::Described(words) => format!("Delete [{}]{moved}", words.value),
            }
        }
        Command::Insert { what, side, point } => {
            let what = match what {
                InsertOperand::Words(words) => print_quoted(words),
                InsertOperand::Units(units) => print_count(units),
            };
            let side = print_side(*side);
            match point {
                InsertAnchor::Phrase(anchor, list) => format!(
                    "Insert {what} {side} {} in {}",
                    print_phrase(anchor),
                    print_targets(list)
                ),
                InsertAnchor::Unit(anchor) => {
                    format!("Insert {what} {side} {}", print_target(anchor))
                }
            }
        }
        Command::Add { what, end, of } => {
            let end = match end {
                StartOrEnd::Start => "start",
                StartOrEnd::End => "end",
            };
            let of = of
                .as_ref()
                .map_or_else(String::new, |of| format!(" of {}", print_target(of)));
            format!("Add {} at the {end}{of}", print_count(what))
        }
        Command::SetValues => "Set values".to_owned(),
        Command::SetEntries => "Set entries".to_owned(),
        Command::Substitute { targets: list } => format!("Substitute in {}", print_targets(list)),
        Command::Move {
            targets: list,
            side,
            anchor,
        } => format!(
            "Move {} {} {}",
            print_targets(list),
            print_side(*side),
            print_target(anchor)
        ),
        Command::Swap { targets: list } => format!("Swap {}", print_targets(list)),
        Command::Rename { target, label } => {
            format!("Rename {} to {}", print_target(target), print_quoted(label))
        }
        Command::Withdraw { document, clause } => {
            format!("Withdraw {} on {}", document.value, print_id(clause))
        }
        Command::Note { targets: list } if list.is_empty() => "Note on ruleset".to_owned(),
        Command::Note { targets: list } => format!("Note on {}", print_targets(list)),
        Command::Clarify { targets: list } => format!("Clarify {}", print_targets(list)),
    }
}

/// Parses a whole instruction.
pub(super) fn parse_instruction(p: &mut InstructionParser<'_>) -> Option<Command> {
    match p.verb()? {
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
            return p.fail(p.error("instruction-syntax", span, "the description is not closed"));
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
