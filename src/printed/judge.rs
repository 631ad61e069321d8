use super::{
    slot::Slot,
    unit::{self, Unit, plain},
};
use crate::{
    analysis::{Analysis, EntryAt},
    model::UnitId,
    resolve::{RulesetDb, targets},
    syntax::{
        BlockKind, Command, Commentary, CommentaryKind, Deleted, End, Inserted, Step, StepKind,
        Target, instruction,
    },
    text::bare::bare,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// In what print and restatement disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Matter {
    /// A number stands on one side only.
    Number,
    /// A binding word does: not, only, unless, except, must, may, cannot.
    Binding,
    /// They act on different units.
    Units,
    /// They do different things.
    Operation,
    /// What they bring has other paragraphs, bullets or rows.
    Shape,
    /// It is printed, and nothing restates it.
    NoRestatement,
    /// It is restated, and the file read does not have it.
    NotPrinted,
}

impl Matter {
    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "numbers",
            Self::Binding => "binding words",
            Self::Units => "units addressed",
            Self::Operation => "operation",
            Self::Shape => "shape",
            Self::NoRestatement => "no restatement",
            Self::NotPrinted => "not printed",
        }
    }
}

/// One disagreement between print and restatement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The patch: `dbm-3.3:8`.
    pub patch: String,
    /// The heading of its place.
    pub heading: String,
    /// In what.
    pub matter: Matter,
    /// What stands in print only.
    pub printed: Vec<String>,
    /// What stands in the restatement only.
    pub restated: Vec<String>,
    /// The deviation or contradiction beside the patch that speaks of it.
    pub answer: Option<String>,
}

/// The words that bind.
const BINDING: &[&str] = &["not", "only", "unless", "except", "must", "may", "cannot"];

/// Numbers in words, as digits.
const NUMBERS: &[(&str, &str)] = &[
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("eight", "8"),
    ("ten", "10"),
    ("half", "½"),
    ("quarter", "¼"),
    ("second", "2nd"),
    ("third", "3rd"),
    ("fourth", "4th"),
    ("fifth", "5th"),
    ("twice", "2×"),
    ("zero", "0"),
];

/// The numbers among words, each as digits. `1st` is none, for "first" also means before all others; nor is a date.
pub(super) fn numbers(words: &[String]) -> Vec<String> {
    let is_part = |word: Option<&String>| {
        word.is_some_and(|word| ["half", "quarter", "third"].contains(&word.as_str()))
    };
    let number = |(at, word): (usize, &String)| -> Option<String> {
        if let Some((name, digits)) = NUMBERS.iter().find(|(name, _)| name == word) {
            // one quarter is one number
            return (*name != "one" || !is_part(words.get(at + 1))).then(|| (*digits).to_owned());
        }
        if !word
            .chars()
            .any(|c| c.is_ascii_digit() || matches!(c, '½' | '¼' | '¾' | '⅓' | '⅔'))
        {
            return None;
        }
        // `P18`, `v3.1`: the letters in front are no part of it
        let digits = word.trim_start_matches(|c: char| c == '+' || c.is_alphabetic());
        (digits != "1st" && digits.matches('.').count() < 2).then(|| digits.to_owned())
    };
    words.iter().enumerate().filter_map(number).collect()
}

fn binding(words: &[String]) -> Vec<String> {
    words
        .iter()
        .filter(|word| BINDING.contains(&word.as_str()))
        .cloned()
        .collect()
}

/// What is in `one` and not, or not as often, in `other`, and the reverse.
pub(super) fn difference(one: Vec<String>, other: Vec<String>) -> (Vec<String>, Vec<String>) {
    let mut counts: BTreeMap<String, i32> = BTreeMap::new();
    one.into_iter()
        .for_each(|word| *counts.entry(word).or_default() += 1);
    other
        .into_iter()
        .for_each(|word| *counts.entry(word).or_default() -= 1);
    let side = |sign: i32| -> Vec<String> {
        counts
            .iter()
            .flat_map(|(word, &count)| {
                std::iter::repeat_n(word.clone(), (count * sign).max(0) as usize)
            })
            .collect()
    };
    (side(1), side(-1))
}

/// The words that a command itself gives: what goes and what comes, not where.
pub(super) fn spoken(command: Option<&Command>) -> String {
    let whole = |words: &str| {
        if words.contains('…') {
            String::new()
        } else {
            words.to_owned()
        }
    };
    match command {
        Some(Command::ReplacePhrase { phrase, with, .. }) => {
            format!("{} {}", whole(&phrase.quote.value), with.value)
        }
        Some(Command::Delete {
            what: Deleted::Phrase(phrase, _),
            ..
        }) => whole(&phrase.quote.value),
        Some(Command::Insert {
            what: Inserted::Words(words),
            ..
        }) => words.value.clone(),
        Some(
            Command::Replace { .. }
            | Command::Delete { .. }
            | Command::Insert { .. }
            | Command::Add { .. }
            | Command::SetValues
            | Command::SetEntries
            | Command::Substitute { .. }
            | Command::Withdraw { .. }
            | Command::Note { .. }
            | Command::Clarify { .. },
        )
        | None => String::new(),
    }
}

/// What kinds of doing there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Doing {
    Change,
    Delete,
    Bring,
    Speak,
}

pub(super) fn doing(command: &Command) -> Doing {
    match command {
        Command::Replace { .. }
        | Command::ReplacePhrase { .. }
        | Command::SetValues
        | Command::SetEntries
        | Command::Substitute { .. } => Doing::Change,
        Command::Delete { .. } | Command::Withdraw { .. } => Doing::Delete,
        Command::Insert { .. } | Command::Add { .. } => Doing::Bring,
        Command::Note { .. } | Command::Clarify { .. } => Doing::Speak,
    }
}

/// One patch with its printed words.
pub(super) struct Case<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) db: &'a RulesetDb,
    pub(super) slot: &'a Slot,
    /// What the sheet tells to do; none where the patch is a part of what one instruction brings.
    pub(super) command: Option<&'a Command>,
    /// Whether what it brings stands in these words, so that they are not counted twice.
    pub(super) in_words: bool,
    /// What it brings in print.
    pub(super) print: &'a [Unit],
    /// What it brings here.
    pub(super) restated: &'a [Unit],
    /// What other patches restate of the same printed passage.
    pub(super) beside: &'a [Unit],
    /// Whether the words cannot be brought into the shape of the restatement, and so are not shown.
    pub(super) misshapen: bool,
}

impl Case<'_> {
    /// All disagreements, in order of their matter.
    pub(super) fn judge(&self) -> Vec<Disagreement> {
        let entry = self.slot.entry();
        let ours = entry.and_then(|entry| entry.command.as_ref());
        // of old words that are shortened here, none are compared
        let gaps = matches!(ours, Some(Command::Substitute { .. }))
            && self
                .restated
                .iter()
                .any(|unit| unit::struck(unit).contains('…'));
        let words = |units: &[Unit], command: Option<&Command>, headings: bool| {
            let units: Vec<Unit> = units
                .iter()
                .filter(|unit| headings || unit.kind != BlockKind::Heading)
                .cloned()
                .collect();
            let text = if gaps {
                unit::fresh(&units)
            } else {
                plain(&units)
            };
            bare(&format!("{text} {}", spoken(command)))
        };
        let all: Vec<Unit> = self.restated.iter().chain(self.beside).cloned().collect();
        let both = |headings: bool| {
            (
                words(
                    self.print,
                    self.command.filter(|_| !self.in_words),
                    headings,
                ),
                words(&all, ours, headings),
            )
        };
        // a heading may be repeated on one side only
        let (print, restated) = both(false);
        let weight = |(one, other): &(Vec<String>, Vec<String>)| one.len() + other.len();
        let headed = both(true);
        let numbered = [
            difference(numbers(&print), numbers(&restated)),
            difference(numbers(&headed.0), numbers(&headed.1)),
        ];
        let [without, with] = numbered;
        let (printed, mut ours_only) = if weight(&with) < weight(&without) {
            with
        } else {
            without
        };
        // "a raft" is one raft
        if print.iter().any(|word| word == "a" || word == "an") {
            ours_only.retain(|number| number != "1");
        }
        let mut out = Vec::new();
        let mut tell = |matter, (printed, restated): (Vec<String>, Vec<String>)| {
            if !printed.is_empty() || !restated.is_empty() {
                out.push(self.told(matter, printed, restated));
            }
        };
        tell(Matter::Number, (printed, ours_only));
        tell(
            Matter::Binding,
            difference(binding(&print), binding(&restated)),
        );
        if let (Some(theirs), Some(ours)) = (self.command, ours) {
            if doing(theirs) != doing(ours) {
                tell(
                    Matter::Operation,
                    (
                        vec![instruction::print(theirs)],
                        vec![instruction::print(ours)],
                    ),
                );
            } else if doing(ours) != Doing::Speak && !self.same_units(theirs, ours) {
                tell(
                    Matter::Units,
                    (
                        vec![instruction::print(theirs)],
                        vec![instruction::print(ours)],
                    ),
                );
            }
        }
        if self.misshapen {
            tell(
                Matter::Shape,
                (vec![outline(self.print)], vec![outline(self.restated)]),
            );
        }
        out
    }

    fn told(&self, matter: Matter, printed: Vec<String>, restated: Vec<String>) -> Disagreement {
        let commentary = match self.slot.entry() {
            Some(entry) => entry.commentary.as_slice(),
            None => self.slot.place().map_or(&[][..], |place| &place.commentary),
        };
        let answer = match matter {
            Matter::Number | Matter::Binding => named(commentary, printed.iter().chain(&restated)),
            Matter::Units | Matter::Operation | Matter::Shape => declared(commentary)
                .next()
                .map(|one| one.text.text.to_string()),
            Matter::NoRestatement | Matter::NotPrinted => None,
        };
        let heading = self
            .slot
            .place()
            .map(|place| place.heading.text.to_string())
            .unwrap_or_default();
        Disagreement {
            patch: self.slot.name(),
            heading,
            matter,
            printed,
            restated,
            answer,
        }
    }

    /// Whether two commands act on the same units of the version in which they count.
    fn same_units(&self, theirs: &Command, ours: &Command) -> bool {
        let (left, right) = (targets(Some(theirs)), targets(Some(ours)));
        if left.is_empty() && right.is_empty() {
            return true;
        }
        // words are looked for in the whole section where the sheet says no more
        let whole = |target: &&Target| {
            matches!(
                target.steps.as_slice(),
                [] | [Step {
                    kind: StepKind::Text,
                    ..
                }]
            ) && target.id.is_none()
        };
        if theirs.phrase().is_some() && left.iter().all(whole) {
            return true;
        }
        let Some(entry) = self.slot.entry else {
            return true;
        };
        let at = EntryAt {
            source: self.slot.file.source,
            place: self.slot.place,
            entry,
        };
        self.analysis
            .instructed(self.db, at)
            .iter()
            .any(|(section, ix)| {
                let tree = section.frame(*ix);
                let reach = |targets: &[&Target]| -> Option<Vec<UnitId>> {
                    let mut out = Vec::new();
                    if targets.is_empty() {
                        out.push(tree.root);
                    }
                    for target in targets {
                        let whole = matches!(
                            target.steps.as_slice(),
                            [] | [Step {
                                kind: StepKind::Text | StepKind::Section(_),
                                ..
                            }]
                        );
                        let found = match (&target.range, whole && target.id.is_none()) {
                            (Some(_), _) => return None,
                            (None, true) => vec![tree.root],
                            (None, false) => section.reach(&tree, target)?,
                        };
                        out.extend(found);
                    }
                    out.sort_unstable();
                    out.dedup();
                    Some(out)
                };
                // what is added at the end of a section is added at the end of its last paragraph
                let outer = |units: Vec<UnitId>| match (theirs, ours, units.as_slice()) {
                    (Command::Add { end, .. }, Command::Add { .. }, &[unit])
                        if tree
                            .get(unit)
                            .is_some_and(|node| node.parent == Some(tree.root)) =>
                    {
                        let mut siblings = tree
                            .children(tree.root)
                            .filter(|&other| tree.kind(other) == tree.kind(unit));
                        let edge = if *end == End::End {
                            siblings.next_back()
                        } else {
                            siblings.next()
                        };
                        if edge == Some(unit) {
                            vec![tree.root]
                        } else {
                            units
                        }
                    }
                    _ => units,
                };
                match (reach(&left), reach(&right)) {
                    (Some(left), Some(right)) => left == right || outer(left) == outer(right),
                    (None, _) | (_, None) => {
                        let text = |list: &[&Target]| {
                            list.iter()
                                .map(|target| instruction::print_target(target))
                                .collect::<Vec<_>>()
                        };
                        text(&left) == text(&right)
                    }
                }
            })
    }
}

/// The deviations and contradictions.
fn declared(commentary: &[Commentary]) -> impl Iterator<Item = &Commentary> {
    commentary.iter().filter(|one| {
        matches!(
            one.kind,
            CommentaryKind::Deviation | CommentaryKind::Contradiction
        )
    })
}

/// The declared commentary that names every one of `words`.
fn named<'w>(commentary: &[Commentary], words: impl Iterator<Item = &'w String>) -> Option<String> {
    let mut reasons: Vec<String> = Vec::new();
    for word in words {
        let speaks = |one: &&Commentary| {
            let said = bare(&one.text.text);
            said.contains(word) || numbers(&said).contains(word)
        };
        let reason = declared(commentary).find(speaks)?.text.text.to_string();
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    Some(reasons.join(" "))
}

/// The kinds of what is brought: `paragraph (2 sentences, 3 bullets)`.
fn outline(units: &[Unit]) -> String {
    let mut runs: Vec<(String, usize)> = Vec::new();
    for unit in units {
        let inner = if unit.children.is_empty() {
            String::new()
        } else {
            format!(" ({})", outline(&unit.children))
        };
        let name = format!("{}{inner}", crate::model::Kind::of(unit.kind).name());
        match runs.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            Some(_) | None => runs.push((name, 1)),
        }
    }
    let one = |(name, count): &(String, usize)| {
        if *count == 1 {
            name.clone()
        } else {
            format!("{count} × {name}")
        }
    };
    runs.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words_are_numbers() {
        let words = bare(
            "One of 3 rafts, half a length (one quarter by P18), on the third night, first of all, costs 2.5 or +1 on 25.10.19",
        );
        assert_eq!(
            numbers(&words),
            ["1", "3", "½", "¼", "18", "3rd", "2.5", "1"]
        );
        assert_eq!(
            binding(&bare("may not, unless it cannot")),
            ["may", "not", "unless", "cannot"]
        );
    }

    #[test]
    fn what_stands_more_often_is_told_as_often() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            difference(words("a b b c"), words("c b d")),
            (words("a b"), words("d"))
        );
    }
}
