//! Converts a draft to a `Command` of the instruction language, or returns why there is none.

mod insertion;
mod parts;
mod replacement;

pub(super) use parts::{CommandContext, MadeCommand};

use super::{
    address::{PrintedAddress, PrintedStep, address_steps, target_of, unspanned},
    clause::{ClauseAction, ValueChange},
    instruction_draft::{DraftKind, InstructionDraft},
};
use crate::syntax::{
    AddressStepKind, BeforeOrAfter, Command, DeleteOperand, StartOrEnd, Target, UnitNoun,
    instruction::print_target,
};
use insertion::{make_add, make_insert, section_id};
use parts::{add, is_figure, only, or_text, phrase, replace_all, units, whole_text};
use replacement::{make_replace, make_replace_by_text};

/// Makes the command of a draft; `None` for a passage of rules.
///
/// # Errors
///
/// Says why the instruction language has no command for it.
pub(super) fn make_command(
    context: CommandContext<'_>,
) -> Result<Option<MadeCommand>, &'static str> {
    let CommandContext {
        draft,
        counts,
        text,
        ..
    } = context;
    Ok(Some(match &draft.kind {
        DraftKind::Clause(clause) => {
            let made = make_clause_command(context, &clause.action)?;
            // as a hint next to quoted words it does no harm
            let is_hint = made
                .command
                .targets()
                .iter()
                .any(|target| target.printed_line.is_some());
            match draft.address.printed_line {
                Some(_) if !is_hint => {
                    made.doubt("it counts printed lines, which depend on the layout")
                }
                _ => made,
            }
        }
        DraftKind::Value(value) => make_value_command(value),
        DraftKind::Statement if is_figure(draft) => MadeCommand::from(replace_all(&[
            AddressStepKind::Heading,
            AddressStepKind::Text,
        ]))
        .doubt("no operation is stated: a figure that is printed again is taken as a replacement"),
        DraftKind::Statement => {
            let number = counts.paragraphs.max(u32::from(counts.bullets > 0));
            add(units(UnitNoun::Paragraph, number), StartOrEnd::End)
                .doubt("no operation is stated: the text is taken as new")
        }
        DraftKind::LabelledStatement => {
            let dots = ["…", "..."];
            let open_end = dots.iter().any(|dots| text.trim_end().ends_with(dots));
            let open_start = dots.iter().any(|dots| text.starts_with(dots));
            let end = if open_end && !open_start {
                StartOrEnd::Start
            } else {
                StartOrEnd::End
            };
            add(units(UnitNoun::Sentence, counts.sentences), end)
                .doubt("no operation is stated: the text is taken as new")
        }
        DraftKind::Update => MadeCommand::from(replace_all(&[AddressStepKind::Text]))
            .doubt("an update is taken as a replacement of what it updates"),
        DraftKind::Entry => Command::SetEntries.into(),
        DraftKind::Note => Command::Note {
            targets: Vec::new(),
        }
        .into(),
        DraftKind::Clarification => Command::Clarify {
            targets: vec![whole_text()],
        }
        .into(),
        DraftKind::Text => return Ok(None),
    }))
}

fn make_clause_command(
    context: CommandContext<'_>,
    action: &ClauseAction,
) -> Result<MadeCommand, &'static str> {
    let address = &context.draft.address;
    if address.except.is_some() && !matches!(action, ClauseAction::Replace) {
        return Err("it makes an exception, which is possible only where units are replaced");
    }
    let command = match action {
        ClauseAction::Replace => return Ok(make_replace(context)),
        ClauseAction::ReplaceWords(words, new) if words.text.is_empty() => {
            let command = Command::Replace {
                targets: or_text(address.units()),
                with: None,
                except: None,
            };
            return Ok(MadeCommand::from(command).with_payload(new));
        }
        ClauseAction::ReplaceWords(words, new) => Command::ReplacePhrase {
            phrase: phrase(words),
            with: unspanned(new.clone()),
            targets: or_text(address.places()),
        },
        ClauseAction::ReplaceByText(words) => return Ok(make_replace_by_text(context, words)),
        ClauseAction::Pairs => return Ok(make_substitute(context.draft)),
        ClauseAction::Delete => delete(DeleteOperand::Units(or_text(address.units()))),
        ClauseAction::DeleteWords(words) => delete(DeleteOperand::Phrase(
            phrase(words),
            or_text(address.places()),
        )),
        ClauseAction::DeleteDescribed(description) => {
            let mut words = description.replace(['[', ']'], "");
            let places: Vec<String> = address.units().iter().map(print_target).collect();
            if !places.is_empty() {
                words = format!("{words} in {}", places.join(" and "));
            }
            return Ok(
                MadeCommand::from(delete(DeleteOperand::Described(unspanned(words))))
                    .doubt("the text to delete is described, not quoted"),
            );
        }
        ClauseAction::Insert(insertion, side, point) => {
            return make_insert(context, insertion, *side, point);
        }
        ClauseAction::Add(insertion, end) => return make_add(context, insertion, *end),
        ClauseAction::Values(_) | ClauseAction::Rows => Command::SetValues,
        ClauseAction::Paraphrase(description) => {
            return Ok(add(units(UnitNoun::Paragraph, 1), StartOrEnd::End)
                .doubt("the change is described, not quoted")
                .with_payload(description));
        }
        ClauseAction::Clarify => Command::Clarify {
            targets: or_text(address.units()),
        },
        ClauseAction::Move(side, to) => {
            let edge = match (address.unit(), side) {
                _ if !to.steps.is_empty() => to.steps.clone(),
                (Some(unit), BeforeOrAfter::After) => vec![PrintedStep::last(unit)],
                (Some(unit), BeforeOrAfter::Before) => vec![PrintedStep::nth(unit, 1)],
                (None, _) => return Err("it does not say which unit is moved"),
            };
            Command::Move {
                targets: or_text(address.units()),
                side: *side,
                anchor: beside(address, &edge),
            }
        }
        ClauseAction::MoveAway(section) => {
            let known = context.known.find_place(context.ruleset, section);
            let id = known.map_or_else(|| section_id(section), |(_, id)| id.to_owned());
            let made = MadeCommand::from(Command::Delete {
                what: DeleteOperand::Units(or_text(address.units())),
                moved_to: Some(unspanned(id)),
            });
            return Ok(made.doubt("the text goes to another section: check where it comes there"));
        }
        ClauseAction::Swap(other) => Command::Swap {
            targets: [or_text(address.units()), vec![beside(address, other)]].concat(),
        },
        ClauseAction::Rename(new) => {
            let target = only(address.places())?;
            let whole = matches!(&target.steps[..], [step] if step.kind == AddressStepKind::Text);
            Command::Rename {
                target: if whole {
                    target_of(&[AddressStepKind::Heading.into()])
                } else {
                    target
                },
                label: unspanned(new.clone()),
            }
        }
    };
    Ok(command.into())
}

fn delete(what: DeleteOperand) -> Command {
    Command::Delete {
        what,
        moved_to: None,
    }
}

/// Returns the address of steps in the same unit as the last step of `address`.
fn beside(address: &PrintedAddress, steps: &[PrintedStep]) -> Target {
    let outer = address.steps.len().saturating_sub(steps.len());
    let mut target = target_of(&[&address.steps[..outer], steps].concat());
    if target.steps.is_empty() {
        target.steps = address_steps(&[AddressStepKind::Text.into()]);
    }
    target
}

/// Makes a substitution of old words by the new words below them.
fn make_substitute(draft: &InstructionDraft) -> MadeCommand {
    let made = MadeCommand::from(Command::Substitute {
        targets: or_text(draft.address.places()),
    });
    if draft.old.is_none() {
        made.doubt("no line `to` separates the old words from the new ones")
    } else {
        made
    }
}

/// Makes a table with one value: `| Camelry | ~~11~~ 10 |`.
fn make_value_command(value: &ValueChange) -> MadeCommand {
    let (row, column) = match value.row.rsplit_once('(') {
        Some((row, column)) if value.row.ends_with(')') && !row.trim().is_empty() => {
            (row.trim(), column.trim_end_matches(')').trim())
        }
        _ => (value.row.trim(), "value"),
    };
    let new = match &value.old {
        Some(old) => format!("~~{old}~~ {}", value.new),
        None => value.new.clone(),
    };
    let made = MadeCommand::from(Command::SetValues)
        .with_payload(format!("| row | {column} |\n|---|---|\n| {row} | {new} |"));
    if value.new.starts_with("by ") {
        return made.doubt("the new value is computed from the old one");
    }
    made
}
