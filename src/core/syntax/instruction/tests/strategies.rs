//! Generates arbitrary commands for property tests of the instruction language.

use crate::{
    syntax::{
        AddressStep, AddressStepKind, BeforeOrAfter, Command, DeleteOperand, InsertAnchor,
        InsertOperand, NewUnitCount, OccurrenceSelector, Phrase, RangeEnd, StartOrEnd, Target,
        UNIT_NOUNS, UnitNoun,
    },
    text::{Span, Spanned},
};
use proptest::{collection::vec, option, prelude::*};

fn spanned<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::default())
}

fn name() -> impl Strategy<Value = Spanned<String>> {
    "[a-z][a-z0-9-]{0,5}(\\.[a-z0-9]{1,4}){0,2}".prop_map(spanned)
}

fn quote() -> impl Strategy<Value = Spanned<String>> {
    prop_oneof![
        "[a-zA-Z0-9 ,.…'–(){}#-]{0,12}[a-z]",
        "[a-z \"]{0,6}z",
        "[a-z \"`]{0,6}z"
    ]
    .prop_map(spanned)
}

fn unit() -> impl Strategy<Value = UnitNoun> {
    (0..UNIT_NOUNS.len()).prop_map(|at| UNIT_NOUNS[at].unit)
}

fn ordinals() -> impl Strategy<Value = Vec<(u32, u32)>> {
    vec(
        (1..40u32, prop_oneof![Just(0), 0..9u32]).prop_map(|(from, more)| (from, from + more)),
        1..4,
    )
}

fn step() -> impl Strategy<Value = AddressStep> {
    let labelled = || (unit(), vec(quote(), 1..3));
    prop_oneof![
        Just(AddressStepKind::Heading),
        Just(AddressStepKind::Text),
        vec(name(), 0..3).prop_map(AddressStepKind::Section),
        (option::of(1..9u32), unit())
            .prop_map(|(count, unit)| AddressStepKind::All { count, unit }),
        (1..9u32, unit()).prop_map(|(count, unit)| AddressStepKind::Last { count, unit }),
        (unit(), ordinals())
            .prop_map(|(unit, ordinals)| AddressStepKind::Ordinals { unit, ordinals }),
        // from the first of the end on they are printed as the last ones
        (unit(), ordinals())
            .prop_filter("the last ones", |(_, list)| !matches!(list[..], [(1, _)]))
            .prop_map(|(unit, ordinals)| AddressStepKind::FromEnd { unit, ordinals }),
        (labelled(), prop_oneof![Just(Vec::new()), ordinals()]).prop_map(
            |((unit, labels), ordinals)| AddressStepKind::Labelled {
                last: false,
                unit,
                labels,
                ordinals
            }
        ),
        labelled().prop_map(|(unit, labels)| AddressStepKind::Labelled {
            last: true,
            unit,
            labels,
            ordinals: Vec::new()
        }),
    ]
    .prop_map(|kind| AddressStep::new(kind, Span::default()))
}

fn phrase() -> impl Strategy<Value = Phrase> {
    let which = prop_oneof![
        Just(OccurrenceSelector::Exactly(1)),
        (2..30u32).prop_map(OccurrenceSelector::Exactly),
        (1..130u32).prop_map(OccurrenceSelector::Nth),
        Just(OccurrenceSelector::Last),
        Just(OccurrenceSelector::Every)
    ];
    (which, quote()).prop_map(|(which, quote)| Phrase { which, quote })
}

fn target() -> impl Strategy<Value = Target> {
    let from = prop_oneof![
        phrase().prop_map(RangeEnd::Phrase),
        vec(step(), 1..3).prop_map(RangeEnd::Steps)
    ];
    let to = prop_oneof![
        phrase().prop_map(RangeEnd::Phrase),
        vec(step(), 1..3).prop_map(RangeEnd::Steps),
        vec(step(), 0..3).prop_map(RangeEnd::EndOf)
    ];
    let edition = prop_oneof![
        Just("3.0"),
        Just("3"),
        Just("2nd"),
        Just("1.2-beta"),
        Just("3-a")
    ]
    .prop_map(|e| spanned(e.to_owned()));
    let range = option::weighted(0.2, (from, to).prop_map(Box::new));
    let parts = (
        option::of(name()),
        vec(step(), 0..3),
        range,
        option::weighted(0.2, edition),
        option::weighted(0.2, (1..60u32).prop_map(spanned)),
    );
    parts.prop_map(|(id, mut steps, range, frame, printed_line)| {
        if id.is_none() && steps.is_empty() && range.is_none() {
            steps.push(AddressStep::new(AddressStepKind::Text, Span::default()));
        }
        Target {
            id,
            steps,
            range,
            frame,
            printed_line,
            span: Span::default(),
        }
    })
}

/// Merges targets that the parser would merge: `section #a and #b` is one address with two names.
fn apart(mut targets: Vec<Target>) -> Vec<Target> {
    for at in 1..targets.len() {
        let named = |step: &AddressStep| matches!(&step.kind, AddressStepKind::Section(names) if !names.is_empty());
        let before = &targets[at - 1];
        let ends = match &before.range {
            Some(range) => {
                matches!(&range.1, RangeEnd::Steps(steps) | RangeEnd::EndOf(steps) if steps.last().is_some_and(named))
            }
            None => before.steps.last().is_some_and(named),
        };
        if ends && before.frame.is_none() && before.printed_line.is_none() {
            targets[at].id = None;
            if targets[at].steps.is_empty() {
                targets[at]
                    .steps
                    .push(AddressStep::new(AddressStepKind::Text, Span::default()));
            }
        }
    }
    targets
}

fn count() -> impl Strategy<Value = NewUnitCount> {
    let label = prop_oneof![
        Just(None),
        quote().prop_map(Some),
        "[1-9][0-9]{0,2}[a-z]?".prop_map(|label| Some(spanned(label))),
        Just(Some(spanned("+1".to_owned())))
    ];
    (prop_oneof![Just(1), 2..20u32], unit(), label).prop_map(|(number, unit, label)| {
        let label = if unit == UnitNoun::Words { None } else { label };
        NewUnitCount {
            number,
            unit,
            label,
            span: Span::default(),
        }
    })
}

pub(super) fn command() -> impl Strategy<Value = Command> {
    let side = prop_oneof![Just(BeforeOrAfter::Before), Just(BeforeOrAfter::After)];
    let move_side = side.clone();
    let end = prop_oneof![Just(StartOrEnd::Start), Just(StartOrEnd::End)];
    let targets = || vec(target(), 1..3).prop_map(apart);
    let deleted = prop_oneof![
        targets().prop_map(DeleteOperand::Units),
        (phrase(), targets()).prop_map(|(phrase, targets)| DeleteOperand::Phrase(phrase, targets)),
        "[a-z][a-z ,\"]{0,9}(\\[[a-z]\\])?"
            .prop_map(|words| DeleteOperand::Described(spanned(words.trim().to_owned()))),
    ];
    let inserted = prop_oneof![
        quote().prop_map(InsertOperand::Words),
        count().prop_map(InsertOperand::Units)
    ];
    let point = prop_oneof![
        (phrase(), targets()).prop_map(|(phrase, targets)| InsertAnchor::Phrase(phrase, targets)),
        target().prop_map(InsertAnchor::Unit)
    ];
    prop_oneof![
        (
            targets(),
            option::of(count()),
            option::of("[a-z]{2,8}".prop_map(spanned))
        )
            .prop_map(|(targets, with, except)| Command::Replace {
                targets,
                with,
                except
            }),
        (phrase(), quote(), targets()).prop_map(|(phrase, with, targets)| Command::ReplacePhrase {
            phrase,
            with,
            targets
        }),
        (deleted, option::of(name()))
            .prop_map(|(what, moved_to)| Command::Delete { what, moved_to }),
        (inserted, side, point).prop_map(|(what, side, point)| Command::Insert {
            what,
            side,
            point
        }),
        (count(), end, option::of(target())).prop_map(|(what, end, of)| Command::Add {
            what,
            end,
            of
        }),
        Just(Command::SetValues),
        Just(Command::SetEntries),
        targets().prop_map(|targets| Command::Substitute { targets }),
        (targets(), move_side, target()).prop_map(|(targets, side, anchor)| Command::Move {
            targets,
            side,
            anchor
        }),
        targets().prop_map(|targets| Command::Swap { targets }),
        (target(), quote()).prop_map(|(target, label)| Command::Rename { target, label }),
        (name(), name()).prop_map(|(document, clause)| Command::Withdraw { document, clause }),
        vec(target(), 0..3).prop_map(|targets| Command::Note {
            targets: apart(targets)
        }),
        targets().prop_map(|targets| Command::Clarify { targets }),
    ]
}
