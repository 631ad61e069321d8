//! What follows each verb.

use super::{fault::Expected, keyword::Keyword, lexer::TokenKind, parser::Parser};
use crate::{
    diagnostic::{Diagnostic, Severity},
    syntax::{Command, Deleted, End, Inserted, Point, Side},
    text::Spanned,
};

/// A whole instruction.
pub(super) fn instruction(p: &mut Parser<'_>) -> Option<Command> {
    let verb = p.verb()?;
    (verb.read)(p)
}

pub(super) fn replace(p: &mut Parser<'_>) -> Option<Command> {
    if p.at_phrase() {
        let phrase = p.phrase()?;
        p.need(Keyword::With)?;
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
            except = Some(p.name(Expected::Word)?);
        } else {
            return Some(Command::Replace {
                targets,
                with,
                except,
            });
        }
    }
}

pub(super) fn delete(p: &mut Parser<'_>) -> Option<Command> {
    let what = if let Some(TokenKind::Description(words)) = p.peek(0).cloned() {
        let span = p.bump();
        Deleted::Described(Spanned::new(words, span))
    } else if p.at_phrase() {
        let phrase = p.phrase()?;
        Deleted::Phrase(phrase, p.in_targets()?)
    } else {
        p.try_for(Expected::Description);
        Deleted::Units(p.targets()?)
    };
    p.eat_comma();
    let moved_to = if p.eat(Keyword::MovedTo) {
        Some(p.id()?)
    } else {
        None
    };
    Some(Command::Delete { what, moved_to })
}

/// `Insert` and `Add`: which of them it is shows in `before`, `after` or `at the`, so that either verb is understood.
pub(super) fn bring(p: &mut Parser<'_>) -> Option<Command> {
    p.try_for(Expected::Quote);
    let what = match p.peek(0) {
        Some(TokenKind::Quoted { .. }) => Inserted::Words(p.quoted()?),
        _ => Inserted::Units(p.count()?),
    };
    p.eat_comma();
    if let Some(side) = side(p) {
        let point = if p.at_phrase() {
            let phrase = p.phrase()?;
            Point::Phrase(phrase, p.in_targets()?)
        } else {
            Point::Unit(p.target()?)
        };
        return Some(Command::Insert { what, side, point });
    }
    let here = p.here();
    p.need(Keyword::At)?;
    let end = if p.eat(Keyword::Start) {
        End::Start
    } else {
        p.need(Keyword::End)?;
        End::End
    };
    let what = match what {
        Inserted::Units(count) => count,
        Inserted::Words(words) => {
            let at = p.location(words.span.join(p.since(here)));
            let fault = Diagnostic::new("instruction-syntax", Severity::Error, at, "words given in the heading need words to stand beside")
                .label("beside which words?")
                .help("write `Insert … after \"…\" in …`, or `Add words at the end of …` with the words quoted below");
            return p.fail(fault);
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

fn side(p: &mut Parser<'_>) -> Option<Side> {
    if p.eat(Keyword::Before) {
        Some(Side::Before)
    } else if p.eat(Keyword::After) {
        Some(Side::After)
    } else {
        None
    }
}

pub(super) fn set(p: &mut Parser<'_>) -> Option<Command> {
    if p.eat(Keyword::Values) {
        return Some(Command::SetValues);
    }
    p.need(Keyword::Entries)?;
    Some(Command::SetEntries)
}

pub(super) fn substitute(p: &mut Parser<'_>) -> Option<Command> {
    Some(Command::Substitute {
        targets: p.in_targets()?,
    })
}

pub(super) fn withdraw(p: &mut Parser<'_>) -> Option<Command> {
    let document = p.name(Expected::Document)?;
    p.need(Keyword::On)?;
    Some(Command::Withdraw {
        document,
        clause: p.id()?,
    })
}

pub(super) fn note(p: &mut Parser<'_>) -> Option<Command> {
    p.need(Keyword::On)?;
    let targets = if p.eat(Keyword::Ruleset) {
        Vec::new()
    } else {
        p.targets()?
    };
    Some(Command::Note { targets })
}

pub(super) fn clarify(p: &mut Parser<'_>) -> Option<Command> {
    Some(Command::Clarify {
        targets: p.targets()?,
    })
}
