//! Generates arbitrary commands for property tests of the instruction language.

use crate::{
    syntax::{
        AddressStep, AddressStepKind, BeforeOrAfter, Command, NewUnitCount, OccurrenceSelector,
        Phrase, RangeEnd, StartOrEnd, Target, UNIT_NOUNS, UnitNoun, Verb,
        instruction::{Slot, VERBS},
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

/// Generates commands of all forms of all verbs.
pub(super) fn command() -> impl Strategy<Value = Command> {
    let forms = VERBS
        .iter()
        .flat_map(|row| row.forms.iter().map(|form| (row.verb, *form)));
    let is_right = |(_, form): &(Verb, &[Slot])| !matches!(form.last(), Some(Slot::Wrong(_)));
    let forms: Vec<(Verb, &[Slot])> = forms.filter(is_right).collect();
    proptest::sample::select(forms).prop_flat_map(|(verb, form)| {
        let empty = Just(Command::new(verb, Vec::new())).boxed();
        form.iter()
            .fold(empty, |command, slot| with_slot(command, *slot))
    })
}

/// Fills a slot of commands.
fn with_slot(command: BoxedStrategy<Command>, slot: Slot) -> BoxedStrategy<Command> {
    fn set<T: std::fmt::Debug + 'static>(
        command: BoxedStrategy<Command>,
        operand: impl Strategy<Value = T> + 'static,
        set: fn(&mut Command, T),
    ) -> BoxedStrategy<Command> {
        let both = (command, operand);
        both.prop_map(move |(mut command, operand)| {
            set(&mut command, operand);
            command
        })
        .boxed()
    }
    match slot {
        Slot::Targets | Slot::InTargets => {
            let targets = vec(target(), 1..3).prop_map(apart);
            set(command, targets, |own, targets| own.targets = targets)
        }
        Slot::Target => set(command, target(), |own, target| own.targets = vec![target]),
        Slot::Anchor => set(command, target(), |own, target| own.anchor = Some(target)),
        Slot::Phrase => set(command, phrase(), |own, phrase| own.phrase = Some(phrase)),
        Slot::Words => set(command, quote(), |own, words| own.words = Some(words)),
        Slot::Count | Slot::NewUnits => set(command, count(), |own, count| own.count = Some(count)),
        Slot::Side => {
            let sides = vec![BeforeOrAfter::Before, BeforeOrAfter::After];
            set(command, proptest::sample::select(sides), |own, side| {
                own.side = Some(side)
            })
        }
        Slot::End => {
            let ends = vec![StartOrEnd::Start, StartOrEnd::End];
            set(command, proptest::sample::select(ends), |own, end| {
                own.end = Some(end)
            })
        }
        Slot::Label => {
            let label = "[a-z]{2,8}".prop_map(spanned);
            set(command, label, |own, label| own.except = Some(label))
        }
        Slot::Clause => set(command, name(), |own, clause| own.clause = Some(clause)),
        Slot::Document => set(command, name(), |own, document| {
            own.document = Some(document)
        }),
        Slot::Description => {
            let words = "[a-z][a-z ,\"]{0,9}(\\[[a-z]\\])?";
            let words = words.prop_map(|words| spanned(words.trim().to_owned()));
            set(command, words, |own, words| own.description = Some(words))
        }
        Slot::Optional(slots) => {
            let filled = slots
                .iter()
                .fold(command.clone(), |command, slot| with_slot(command, *slot));
            prop_oneof![command, filled].boxed()
        }
        Slot::Keyword(_) | Slot::Comma | Slot::Sloppy(_) | Slot::Wrong(_) => command,
    }
}
