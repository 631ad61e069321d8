//! Instructions as sheets of amendments say them: `2nd paragraph. Last 3 sentences. Replace with:`.
//!
//! The table pairs the forms of the instruction language with what a sheet says, and is read both ways: [`say`] writes what [`hear`] reads
//! back as the same command. What no row has is said as the instruction language has it, which is a sentence too.

use super::{
    lexer::{TokenKind, all_tokens},
    parse, print, print_target,
};
use crate::{
    syntax::{Command, Deleted, Inserted, Point, StepKind, Target, Unit},
    text::{
        SourceId, Span,
        letters::{capital, slug},
    },
};
use std::cell::RefCell;

/// A row of [`SAID`]. `@` is an address, `{+}` what is new, `{document}` a document and
/// `{amendment}` its instruction on a clause; `{}` are words that are the same in both.
#[derive(Clone, Copy, Debug)]
pub struct SaidRow {
    /// In the instruction language.
    pub ours: &'static str,
    /// In a sheet, the address in front of it and the stop or colon behind it left out.
    pub said: &'static str,
}

const fn row(ours: &'static str, said: &'static str) -> SaidRow {
    SaidRow { ours, said }
}

/// What a sheet says of an instruction in front of its place: the key of the attribute, and the words that lead to its value. In this order,
/// each closed by a stop: `No. 22. Only for uk. Page 5.`
pub const FIELDS: &[(&str, &str)] = &[
    ("n", "No. "),
    ("relation", "Relation: "),
    ("ruled", "Ruled: "),
    ("kind", "Kind: "),
    ("scope", "Only for "),
    ("effective", "From edition "),
    ("until", "Until edition "),
    ("known", "Known since "),
    ("page", "Page "),
];

/// What a sheet puts in front of a paragraph that goes on with the one before its list: `{.cont}` of our notation.
pub const GOES_ON: &str = "(cont.) ";

/// What goes without saying, and is not needed to hear an instruction.
const UNSAID: &str = " in text";

/// How sheets say instructions. The first row that fits counts.
pub const SAID: &[SaidRow] = &[
    row("Replace {} with {} in text", "Replace {} with {}"),
    row("Replace {} with {} in @", "Replace {} with {}"),
    row("Replace @ with {} except {}", "Replace except {2} with {1}"),
    row("Replace @ with {}", "Replace with {}"),
    row("Replace @ except {}", "Replace except {} with"),
    row("Replace @", "Replace with"),
    row("Delete {} in text", "Delete {}"),
    row("Delete {} in @, moved to {}", "Delete {}, moved to {}"),
    row("Delete {} in @", "Delete {}"),
    row("Delete @, moved to {}", "Delete, moved to {}"),
    row("Delete @", "Delete"),
    row("Insert {+} before {} in text", "Insert {+} before {}"),
    row("Insert {+} after {} in text", "Insert {+} after {}"),
    row("Insert {+} before {} in @", "Insert {+} before {}"),
    row("Insert {+} after {} in @", "Insert {+} after {}"),
    row("Insert {+} before @", "Insert {+} before it"),
    row("Insert {+} after @", "Insert {+} after it"),
    row("Insert {+} before {}", "Insert {+} before {}"),
    row("Insert {+} after {}", "Insert {+} after {}"),
    row("Add {+} at the start of @", "Add {+} at the start"),
    row("Add {+} at the end of @", "Add {+} at the end"),
    row("Add {+} at the start", "Add {+} at the start"),
    row("Add {+} at the end", "Add {+} at the end"),
    row("Substitute in text", "Substitute"),
    row("Substitute in @", "Substitute"),
    row("Set values", "Change values"),
    row("Set entries", "Replace or add entries"),
    row("Withdraw {document} on #{amendment}", "Withdraw amendment {amendment} of {document}"),
    row("Withdraw {document} on {}", "Withdraw what {document} did to {}"),
    row("Note on ruleset", "Note on the rules"),
    row("Note on {}", "Note on {}"),
    row("Clarify text", "Clarification"),
    row("Clarify {}", "Clarification of {}"),
    row("{}", "{}"),
];

/// What sections and documents are called; none where nothing calls one alone.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// From the id of a section to its heading, or back.
    pub section: &'a dyn Fn(&str) -> Option<String>,
    /// From the key of a document to its title, or back.
    pub document: &'a dyn Fn(&str) -> Option<String>,
    /// Of a document, by its key: from the id of a clause to the number of the one instruction that bears it, or back.
    pub amendment: &'a dyn Fn(&str, &str) -> Option<String>,
}

/// Says a command, the plainest way that is heard as the same; `brings` tells whether text follows below.
pub fn say(command: &Command, brings: bool, names: Names<'_>) -> String {
    let canonical = print(command);
    let called = RefCell::new(Vec::new());
    let section = |id: &str| (names.section)(id).inspect(|heading| called.borrow_mut().push((heading.clone(), id.to_owned())));
    let document = |key: &str| (names.document)(key).inspect(|title| called.borrow_mut().push((title.clone(), key.to_owned())));
    let amendment =
        |key: &str, id: &str| (names.amendment)(key, id).inspect(|number| called.borrow_mut().push((number.clone(), id.to_owned())));
    let saying = Names { section: &section, document: &document, amendment: &amendment };
    let back = |name: &str| called.borrow().iter().find(|(own, _)| own == name).map(|(_, id)| id.clone());
    let hearing = Names { section: &back, document: &back, amendment: &|_, number| back(number) };
    let stop = if brings { ":" } else { "." };
    let target = address(command);
    SAID.iter()
        .filter_map(|row| Some(said(row, &canonical, target, saying)? + stop))
        .find(|text| hear(text, hearing).is_some_and(|heard| print(&heard) == canonical))
        .unwrap_or_else(|| canonical.clone() + stop)
}

/// Hears what a sheet says, and tells it as a command whose spans are those of its printed form; none where it is nothing that [`say`]
/// could have said. A section that `names` does not know has the id that its words make.
pub fn hear(text: &str, names: Names<'_>) -> Option<Command> {
    let text = text.trim();
    let text = text.strip_suffix([':', '.'])?;
    let masked = masked(text);
    let starts = std::iter::once(0).chain(masked.match_indices(". ").map(|(at, _)| at + 2));
    for start in starts {
        let lead = text[..start].trim_end_matches(['.', ' ']);
        for row in SAID.iter().filter(|row| row.ours.contains('@') == (start > 0) && !row.ours.ends_with(UNSAID)) {
            let Some(mut parts) = fit(row.said, None, &text[start..], &masked[start..]) else { continue };
            if start > 0 {
                parts.push((Hole::Address, steps_in_one(lead)));
            }
            if !known(&mut parts, names) {
                continue;
            }
            let ours = with_ids(&fill(row.ours, &parts), names);
            let (command, faults) = parse(SourceId::default(), &ours, Span::new(0, ours.len()));
            if let Some(command) = command.filter(|_| faults.iter().all(|fault| fault.code == "address-restarts")) {
                return canonical(&command);
            }
        }
    }
    None
}

/// Puts the keys and ids for titles and numbers; false where a number is nobody's.
fn known(parts: &mut [(Hole, String)], names: Names<'_>) -> bool {
    let mut key = String::new();
    for (_, words) in parts.iter_mut().filter(|(hole, _)| *hole == Hole::Document) {
        let title = words.trim_matches('"');
        if title.len() < words.len() {
            *words = (names.document)(title).unwrap_or_else(|| slug(title));
        }
        key.clone_from(words);
    }
    parts.iter_mut().filter(|(hole, _)| *hole == Hole::Amendment).all(|(_, number)| match (names.amendment)(&key, number) {
        Some(id) => {
            *number = id;
            true
        }
        None => false,
    })
}

/// The command with the spans of its canonical form.
fn canonical(command: &Command) -> Option<Command> {
    let text = print(command);
    parse(SourceId::default(), &text, Span::new(0, text.len())).0
}

/// What a row makes of a command; none where the row does not fit.
fn said(row: &SaidRow, canonical: &str, target: Option<&Target>, names: Names<'_>) -> Option<String> {
    let target = if row.ours.contains('@') { Some(target?) } else { None };
    let lead = target.map(|target| in_steps(target) + ". ").unwrap_or_default();
    let mut parts = fit(row.ours, target.map(print_target).as_deref(), canonical, &masked(canonical))?;
    let key = parts.iter().find(|(hole, _)| *hole == Hole::Document).map(|(_, key)| key.clone()).unwrap_or_default();
    for (hole, words) in &mut parts {
        match hole {
            Hole::Amendment => *words = (names.amendment)(&key, words)?,
            Hole::New => *words = as_new(words),
            Hole::Document => {
                *words = (names.document)(words)
                    .filter(|title| !title.contains('"'))
                    .map_or_else(|| words.clone(), |title| format!("\"{title}\""))
            }
            Hole::Words(_) | Hole::Address => {}
        }
    }
    Some(with_names(&(lead + &fill(row.said, &parts)), names))
}

/// `2 new sentences`, `new bullet`; words stay as they are.
fn as_new(words: &str) -> String {
    let digits = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match words.split_at(digits) {
        ("", words) if words.starts_with(char::is_alphabetic) => format!("new {words}"),
        ("", words) => words.to_owned(),
        (number, unit) => format!("{number} new{unit}"),
    }
}

/// The one address of a command, if it is counted out under its place: such stands in front of what is done.
fn address(command: &Command) -> Option<&Target> {
    let targets = match command {
        Command::Replace { targets, .. }
        | Command::ReplacePhrase { targets, .. }
        | Command::Delete { what: Deleted::Units(targets) | Deleted::Phrase(_, targets), .. }
        | Command::Insert { point: Point::Phrase(_, targets), what: Inserted::Words(_) | Inserted::Units(_), .. }
        | Command::Substitute { targets } => targets.as_slice(),
        Command::Insert { point: Point::Unit(target), .. } => std::slice::from_ref(target),
        Command::Add { of, .. } => of.as_slice(),
        Command::Delete { what: Deleted::Described(_), .. }
        | Command::SetValues
        | Command::SetEntries
        | Command::Withdraw { .. }
        | Command::Note { .. }
        | Command::Clarify { .. } => &[],
    };
    let [target] = targets else { return None };
    let counted = target.steps.first().is_some_and(|step| !matches!(step.kind, StepKind::Text | StepKind::Section(_)));
    (counted && target.id.is_none() && target.range.is_none()).then_some(target)
}

/// `2nd paragraph. Last 3 sentences`.
fn in_steps(target: &Target) -> String {
    let mut parts: Vec<String> = target
        .steps
        .iter()
        .map(|step| match &step.kind {
            StepKind::Ordinals { unit, ordinals } if *unit != Unit::Page => ordinal(*unit, ordinals),
            StepKind::Ordinals { .. }
            | StepKind::Heading
            | StepKind::Text
            | StepKind::Section(_)
            | StepKind::All { .. }
            | StepKind::Last { .. }
            | StepKind::Labelled { .. } => {
                print_target(&Target { id: None, steps: vec![step.clone()], range: None, frame: None, printed_line: None, span: step.span })
            }
        })
        .map(|part| capital(&part))
        .collect();
    if let Some(last) = parts.last_mut() {
        let frame = target.frame.as_ref().map(|frame| format!(" ({} numbering)", frame.value)).unwrap_or_default();
        let line = target.printed_line.as_ref().map(|line| format!(" (printed line {})", line.value)).unwrap_or_default();
        *last += &(frame + &line);
    }
    parts.join(". ")
}

/// `4th and 5th sentences`.
fn ordinal(unit: Unit, ordinals: &[(u32, u32)]) -> String {
    let nth = |n: u32| {
        let suffix = match (n % 10, n % 100) {
            (_, 11..=13) => "th",
            (1, _) => "st",
            (2, _) => "nd",
            (3, _) => "rd",
            _ => "th",
        };
        format!("{n}{suffix}")
    };
    let each: Vec<String> =
        ordinals.iter().map(|&(from, to)| if from == to { nth(from) } else { format!("{} to {}", nth(from), nth(to)) }).collect();
    let list = match each.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => each.concat(),
    };
    let several = ordinals.len() > 1 || ordinals.iter().any(|(from, to)| from != to);
    format!("{list} {}", if several { unit.name().many } else { unit.name().one })
}

/// An address in sentences as one with commas.
fn steps_in_one(lead: &str) -> String {
    let masked = masked(lead);
    let mut out = String::with_capacity(lead.len());
    let mut at = 0;
    for (stop, _) in masked.match_indices(". ") {
        out += &lead[at..stop];
        out.push(',');
        at = stop + 1;
    }
    out + &lead[at..]
}

/// A place of a pattern where words stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hole {
    /// `{}`, by its number from 1; `{2}` names one out of order.
    Words(usize),
    New,
    Document,
    Amendment,
    Address,
}

/// A piece of a pattern: a literal, or a hole.
fn pieces(pattern: &str) -> Vec<Result<Hole, &str>> {
    let mut out = Vec::new();
    let (mut rest, mut count) = (pattern, 0);
    while let Some(at) = rest.find(['{', '@']) {
        if at > 0 {
            out.push(Err(&rest[..at]));
        }
        let behind = rest[at..].find('}').filter(|_| rest[at..].starts_with('{')).map_or(at + 1, |end| at + end + 1);
        out.push(Ok(match &rest[at..behind] {
            "@" => Hole::Address,
            "{+}" => Hole::New,
            "{document}" => Hole::Document,
            "{amendment}" => Hole::Amendment,
            other => {
                count += 1;
                Hole::Words(other[1..other.len() - 1].parse().unwrap_or(count))
            }
        }));
        rest = &rest[behind..];
    }
    if !rest.is_empty() {
        out.push(Err(rest));
    }
    out
}

/// The words that stand in the holes of a pattern, if `text` fits it; where the address is given it stands for its hole. Nothing of the
/// pattern is looked for in quoted words: `masked` has none.
fn fit(pattern: &str, address: Option<&str>, text: &str, masked: &str) -> Option<Vec<(Hole, String)>> {
    let given = |piece| match (piece, address) {
        (Ok(Hole::Address), Some(address)) => Err(address),
        (piece, _) => piece,
    };
    let pieces: Vec<Result<Hole, &str>> = pieces(pattern).into_iter().map(given).collect();
    let mut out = Vec::new();
    let mut at = 0;
    let mut pieces = pieces.iter().peekable();
    while let Some(piece) = pieces.next() {
        match piece {
            Err(words) => {
                if !text[at..].starts_with(words) {
                    return None;
                }
                at += words.len();
            }
            Ok(hole) => {
                let end = match pieces.peek() {
                    None => text.len(),
                    Some(Err(words)) => at + masked[at..].find(words)?,
                    Some(Ok(_)) => return None,
                };
                if end == at {
                    return None;
                }
                out.push((*hole, text[at..end].to_owned()));
                at = end;
            }
        }
    }
    (at == text.len()).then_some(out)
}

/// A pattern with words in its holes.
fn fill(pattern: &str, parts: &[(Hole, String)]) -> String {
    let words = |hole: Hole| parts.iter().find(|(own, _)| *own == hole).map_or("", |(_, words)| words.as_str());
    pieces(pattern).into_iter().map(|piece| piece.map_or_else(|words| words, words)).collect()
}

/// The text with its quoted words and descriptions blotted out, byte for byte.
fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for token in all_tokens(text, Span::new(0, text.len())) {
        if matches!(token.kind, TokenKind::Quoted { .. } | TokenKind::Description(_)) {
            out += &text[out.len()..token.span.start()];
            out.extend(std::iter::repeat_n('\u{1}', token.span.len()));
        }
    }
    out.push_str(&text[out.len()..]);
    out
}

/// What stands in front of a section's heading.
const SECTION: &str = "the section ";
/// What stands in front of an id: of what nothing else names.
const CLAUSE: &str = "the clause ";

/// `#ferries` as `the section "Ferries"`.
fn with_names(text: &str, names: Names<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for token in all_tokens(text, Span::new(0, text.len())).iter().filter(|token| token.kind == TokenKind::Id) {
        let id = &text[token.span.start() + 1..token.span.end()];
        out += &text[at..token.span.start()];
        match (names.section)(id).filter(|heading| !heading.contains('"')) {
            Some(heading) => out += &format!("{SECTION}\"{heading}\""),
            None => out += &format!("{CLAUSE}{id}"),
        }
        at = token.span.end();
    }
    out + &text[at..]
}

/// `the section "Ferries"` as `#ferries`.
fn with_ids(text: &str, names: Names<'_>) -> String {
    let mut found: Vec<(Span, String)> = Vec::new();
    for token in all_tokens(text, Span::new(0, text.len())) {
        if let TokenKind::Quoted { words, closed: true } = &token.kind
            && ends_small(&text[..token.span.start()], SECTION)
        {
            let id = (names.section)(words).unwrap_or_else(|| slug(words));
            found.push((Span::new(token.span.start() - SECTION.len(), token.span.end()), id));
        }
    }
    let lower = masked(text).to_ascii_lowercase();
    for (at, _) in lower.match_indices(CLAUSE) {
        let start = at + CLAUSE.len();
        let rest = &text[start..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/'))).unwrap_or(rest.len());
        let id = rest[..end].trim_end_matches('.');
        if !id.is_empty() {
            found.push((Span::new(at, start + id.len()), id.to_owned()));
        }
    }
    found.sort_by_key(|(span, _)| span.start());
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, id) in found {
        out += &format!("{}#{id}", &text[at..span.start()]);
        at = span.end();
    }
    out + &text[at..]
}

/// Whether `text` ends with `words`, whatever letter of it is large.
fn ends_small(text: &str, words: &str) -> bool {
    text.len().checked_sub(words.len()).and_then(|at| text.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(words))
}
