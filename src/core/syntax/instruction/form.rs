//! Parses and prints whole instructions along the forms of the verbs.

use super::{
    diagnostics::Expectation,
    keyword::Keyword,
    lexer::InstructionTokenKind,
    parser::InstructionParser,
    print::{
        print_count, print_id, print_numbered_count, print_phrase, print_quoted, print_target,
        print_targets,
    },
    verb::{Slot, VERBS, Verb},
};
use crate::{
    diagnostic::{Diagnostic, Notation, Severity},
    syntax::{BeforeOrAfter, Command, StartOrEnd, UnitNoun},
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

/// Prints a command in its canonical form, on one line: the form of its verb of which it fills most.
///
/// Parsing the result returns the same command, spans aside, for every command that the parser can
/// return.
pub fn print(command: &Command) -> String {
    let row = command.verb.row();
    let forms = row.forms.iter();
    let filled = forms.filter_map(|form| print_slots(form, command));
    let best = filled.max_by_key(|(operands, _)| *operands);
    row.name.to_owned() + &best.unwrap_or_default().1
}

/// Prints slots, each after a blank, and counts the operands among them; returns `None` if a required
/// one is empty.
fn print_slots(slots: &[Slot], command: &Command) -> Option<(usize, String)> {
    let (mut operands, mut out) = (0, String::new());
    for slot in slots {
        match slot {
            Slot::Comma => out.push(','),
            Slot::Keyword(keyword) => out += &format!(" {}", keyword.row().name),
            Slot::Optional(inner) => {
                let (more, text) = print_slots(inner, command).unwrap_or_default();
                operands += more;
                out += &text;
            }
            Slot::Sloppy(_) => {}
            operand => {
                operands += 1;
                out += &format!(" {}", print_operand(*operand, command)?);
            }
        }
    }
    Some((operands, out))
}

/// Prints the operand of a slot, if the command has it.
fn print_operand(slot: Slot, command: &Command) -> Option<String> {
    let targets = || (!command.targets.is_empty()).then(|| print_targets(&command.targets));
    Some(match slot {
        Slot::Targets | Slot::Target => targets()?,
        Slot::InTargets => format!("in {}", targets()?),
        Slot::Anchor => print_target(command.anchor.as_ref()?),
        Slot::Phrase => print_phrase(command.phrase.as_ref()?),
        Slot::Words => print_quoted(command.words.as_ref()?),
        Slot::Count => print_numbered_count(command.count.as_ref()?),
        Slot::NewUnits => print_count(command.count.as_ref()?),
        Slot::Side => print_choice(&SIDES, command.side)?,
        Slot::End => print_choice(&ENDS, command.end)?,
        Slot::Label => command.except.as_ref()?.value.clone(),
        Slot::Clause => print_id(command.clause.as_ref()?),
        Slot::Document => command.document.as_ref()?.value.clone(),
        Slot::Description => format!("[{}]", command.description.as_ref()?.value),
        Slot::Keyword(_) | Slot::Comma | Slot::Optional(_) | Slot::Sloppy(_) | Slot::Wrong(_) => {
            return None;
        }
    })
}

const SIDES: [(Keyword, BeforeOrAfter); 2] = [
    (Keyword::Before, BeforeOrAfter::Before),
    (Keyword::After, BeforeOrAfter::After),
];

const ENDS: [(Keyword, StartOrEnd); 2] = [
    (Keyword::Start, StartOrEnd::Start),
    (Keyword::End, StartOrEnd::End),
];

/// Prints the keyword of the row with a value.
fn print_choice<T: PartialEq>(rows: &[(Keyword, T)], value: Option<T>) -> Option<String> {
    let row = rows.iter().find(|(_, own)| value.as_ref() == Some(own))?;
    Some(row.0.row().name.to_owned())
}

/// Parses a whole instruction: follows the forms of its verb, all at once, as long as the next word
/// fits them.
pub(super) fn parse_instruction(p: &mut InstructionParser<'_>) -> Option<Command> {
    let row = p.verb()?;
    let mut command = Command::new(row.verb, Vec::new());
    let rows = VERBS.iter().filter(|own| own.name == row.name);
    let rows = rows.chain(row.or.iter().map(|verb| verb.row()));
    let mut forms: Vec<(Verb, &[Slot])> = rows
        .flat_map(|row| row.forms.iter().map(|form| (row.verb, *form)))
        .collect();
    loop {
        let &(verb, form) = forms.first()?;
        command.verb = verb;
        if forms.len() == 1 {
            return p.slots(form, &mut command).map(|()| command);
        }
        let slot = p.next_slot(&forms)?;
        p.slots(&[slot], &mut command)?;
        forms.retain_mut(|(_, form)| match form.split_first() {
            Some((first, rest)) if *first == slot => {
                *form = rest;
                true
            }
            _ => false,
        });
    }
}

impl InstructionParser<'_> {
    /// Returns the first slot of the forms that begins here. An operand that may begin with anything is
    /// the last that is considered.
    fn next_slot(&mut self, forms: &[(Verb, &[Slot])]) -> Option<Slot> {
        let mut slots: Vec<Slot> = Vec::new();
        for slot in forms.iter().filter_map(|(_, form)| form.first()) {
            if !slots.contains(slot) {
                slots.push(*slot);
            }
        }
        if let [only] = slots[..] {
            return Some(only);
        }
        let mut open = None;
        for slot in slots {
            match self.begins(slot) {
                Some(true) => return Some(slot),
                Some(false) => {}
                None => open = Some(slot),
            }
        }
        open
    }

    /// Whether a slot begins here; if not, remembers what may come. Returns `None` for a slot that may
    /// begin with various words.
    fn begins(&mut self, slot: Slot) -> Option<bool> {
        match slot {
            Slot::Keyword(keyword) => {
                self.eat_comma();
                self.expect(Expectation::Keyword(keyword));
                Some(self.keyword_at(0, keyword).is_some())
            }
            Slot::Side => {
                let begins = SIDES.map(|(keyword, _)| self.begins(Slot::Keyword(keyword)));
                begins.into_iter().max().flatten()
            }
            Slot::Phrase => Some(self.at_phrase()),
            Slot::Words => {
                self.expect(Expectation::Quote);
                Some(matches!(
                    self.peek(0),
                    Some(InstructionTokenKind::Quoted { .. })
                ))
            }
            Slot::Description => {
                self.expect(Expectation::Description);
                Some(matches!(
                    self.peek(0),
                    Some(InstructionTokenKind::Description { .. })
                ))
            }
            _ => None,
        }
    }

    /// Parses slots into the operands of a command. Optional slots next to each other may come in any
    /// order.
    fn slots(&mut self, slots: &[Slot], command: &mut Command) -> Option<()> {
        let mut rest = slots;
        while let Some((slot, behind)) = rest.split_first() {
            let optional = rest
                .iter()
                .take_while(|slot| matches!(slot, Slot::Optional(_) | Slot::Sloppy(_)));
            let optional = optional.count();
            if optional == 0 {
                self.slot(*slot, command)?;
                rest = behind;
                continue;
            }
            let mut left = rest[..optional].to_vec();
            loop {
                self.eat_comma();
                let Some(at) = left.iter().position(|slot| self.begins_optional(*slot)) else {
                    break;
                };
                let (Slot::Optional(inner) | Slot::Sloppy(inner)) = left.remove(at) else {
                    break;
                };
                self.slots(inner, command)?;
            }
            rest = &rest[optional..];
        }
        Some(())
    }

    fn begins_optional(&mut self, slot: Slot) -> bool {
        let first = |slots: &'static [Slot]| slots.iter().find(|slot| **slot != Slot::Comma);
        match slot {
            Slot::Optional(slots) => {
                first(slots).and_then(|first| self.begins(*first)) == Some(true)
            }
            Slot::Sloppy([Slot::Keyword(keyword), ..]) => self.keyword_at(0, *keyword).is_some(),
            _ => false,
        }
    }

    /// Parses one slot that is not optional.
    fn slot(&mut self, slot: Slot, command: &mut Command) -> Option<()> {
        match slot {
            Slot::Keyword(keyword) => {
                self.eat_comma();
                self.require(keyword)?;
            }
            Slot::Comma => {
                self.eat_comma();
            }
            Slot::Targets => command.targets = self.targets()?,
            Slot::Target => {
                let target = self.target()?;
                command.targets.push(target);
            }
            Slot::InTargets => command.targets = self.in_targets()?,
            Slot::Anchor => command.anchor = Some(self.target()?),
            Slot::Phrase => command.phrase = Some(self.phrase()?),
            Slot::Words => command.words = Some(self.quoted()?),
            Slot::Count | Slot::NewUnits => command.count = Some(self.count()?),
            Slot::Side => {
                self.eat_comma();
                let row = SIDES.into_iter().find(|(keyword, _)| self.eat(*keyword));
                command.side = Some(row?.1);
            }
            Slot::End => {
                let row = ENDS.into_iter().find(|(keyword, _)| self.eat(*keyword));
                command.end = Some(row?.1);
            }
            Slot::Label => command.except = Some(self.name(Expectation::Word)?),
            Slot::Clause => command.clause = Some(self.id()?),
            Slot::Document => command.document = Some(self.name(Expectation::Document)?),
            Slot::Description => command.description = Some(self.description()?),
            Slot::Wrong(form) => {
                let start = command
                    .words
                    .as_ref()
                    .map_or(self.here(), |words| words.span);
                let found = self.error("instruction-syntax", self.span_since(start), form.message);
                return self.fail(found.label(form.label).help(form.help));
            }
            Slot::Optional(_) | Slot::Sloppy(_) => {}
        }
        Some(())
    }

    fn description(&mut self) -> Option<Spanned<String>> {
        let Some(InstructionTokenKind::Description { words, closed }) = self.peek(0).cloned()
        else {
            self.expect(Expectation::Description);
            return None;
        };
        let span = self.advance();
        match closed {
            true => Some(Spanned::new(words, span)),
            false => {
                self.fail(self.error("instruction-syntax", span, "the description is not closed"))
            }
        }
    }
}
