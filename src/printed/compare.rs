//! Lists where a printed instruction and the patch that restates it disagree: numbers, binding
//! words (`not`, `may`), units, operation, ….

use super::{
    restatement::RestatementRef,
    unit::{self, EditableUnit, plain_words},
};
use crate::{
    analysis::{Analysis, InstructionPosition},
    model::UnitId,
    resolve::{RulesetDb, targets},
    syntax::{
        AddressStep, AddressStepKind, BlockKind, Command, Commentary, CommentaryKind, StartOrEnd,
        Target, Verb, instruction,
    },
    text::similarity::{multiset_difference, normalized_words},
};
use serde::Serialize;

/// The kind of a `Disagreement`: only one side has a number, a binding word (`not`, `may`) or the
/// whole instruction, or units, operation or shape of the payload differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisagreementKind {
    /// Only one side has a number.
    Number,
    /// Only one side has a binding word: not, only, unless, except, must, may, cannot.
    Binding,
    /// The commands act on different units.
    Units,
    /// The commands do different things.
    Operation,
    /// The payloads differ in their paragraphs, bullets or rows.
    Shape,
    /// Nothing restates the printed instruction.
    NoRestatement,
    /// The imported file does not contain the restated instruction.
    NotPrinted,
}

impl DisagreementKind {
    /// Returns the name shown to people.
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

/// A disagreement between a printed instruction and the patch that restates it: its kind, what only
/// one side has, and any declared explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The patch: `dbm-3.3:8`.
    pub patch: String,
    /// The heading of the place.
    pub heading: String,
    /// The kind of the disagreement.
    pub matter: DisagreementKind,
    /// What only print has.
    pub printed: Vec<String>,
    /// What only the restatement has.
    pub restated: Vec<String>,
    /// The text of a deviation or contradiction at the patch that explains it.
    pub answer: Option<String>,
}

/// The binding words.
const BINDING: &[&str] = &["not", "only", "unless", "except", "must", "may", "cannot"];

/// Number words with their digits.
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

/// Returns the numbers among `words` as digits.
///
/// `1st` is not one of them, because "first" also means before all others; neither are dates.
pub(super) fn find_numbers(words: &[String]) -> Vec<String> {
    let is_part = |word: Option<&String>| {
        word.is_some_and(|word| ["half", "quarter", "third"].contains(&word.as_str()))
    };
    let number = |(at, word): (usize, &String)| -> Option<String> {
        if let Some((name, digits)) = NUMBERS.iter().find(|(name, _)| name == word) {
            // "one quarter" is one number
            return (*name != "one" || !is_part(words.get(at + 1))).then(|| (*digits).to_owned());
        }
        if !word
            .chars()
            .any(|c| c.is_ascii_digit() || matches!(c, '½' | '¼' | '¾' | '⅓' | '⅔'))
        {
            return None;
        }
        // the letters in front of `P18` and `v3.1` are not part of the number
        let digits = word.trim_start_matches(|c: char| c == '+' || c.is_alphabetic());
        (digits != "1st" && digits.matches('.').count() < 2).then(|| digits.to_owned())
    };
    words.iter().enumerate().filter_map(number).collect()
}

pub(super) fn binding_words(words: &[String]) -> Vec<String> {
    words
        .iter()
        .filter(|word| BINDING.contains(&word.as_str()))
        .cloned()
        .collect()
}

/// Returns the words quoted in a command: what it removes and adds, not where.
pub(super) fn own_words(command: Option<&Command>) -> String {
    let Some(command) = command else {
        return String::new();
    };
    let removed = command
        .phrase
        .as_ref()
        .filter(|_| command.verb != Verb::Insert)
        .map(|phrase| phrase.quote.value.as_str())
        .filter(|words| !words.contains('…'));
    let added = command.words.as_ref().map(|words| words.value.as_str());
    let words: Vec<&str> = removed.into_iter().chain(added).collect();
    words.join(" ")
}

/// A patch with its printed and its restated command and payload; `compare` lists where the two
/// disagree.
pub(super) struct PatchComparison<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) db: &'a RulesetDb,
    pub(super) slot: &'a RestatementRef,
    /// The printed command; `None` if the patch is a part of the payload of one instruction.
    pub(super) command: Option<&'a Command>,
    /// Whether the printed payload is in the command's words, which then are not counted twice.
    pub(super) payload_in_command: bool,
    /// The printed payload.
    pub(super) print: &'a [EditableUnit],
    /// The restated payload.
    pub(super) restated: &'a [EditableUnit],
    /// The payloads of other patches that restate parts of the same printed passage.
    pub(super) shared: &'a [EditableUnit],
    /// Whether the words do not fit the shape of the restatement and so are not shown.
    pub(super) misfits: bool,
}

impl PatchComparison<'_> {
    /// Returns all disagreements, in the order of their kinds.
    pub(super) fn compare(&self) -> Vec<Disagreement> {
        let ours = self.slot.command();
        // old words that the restatement shortens are not compared
        let gaps = ours.is_some_and(|own| own.verb == Verb::Substitute)
            && self
                .restated
                .iter()
                .any(|unit| unit::struck_text(unit).contains('…'));
        let words = |units: &[EditableUnit], command: Option<&Command>, headings: bool| {
            let units: Vec<EditableUnit> = units
                .iter()
                .filter(|unit| headings || unit.kind != BlockKind::Heading)
                .cloned()
                .collect();
            let text = if gaps {
                unit::text_without_struck(&units)
            } else {
                plain_words(&units)
            };
            normalized_words(&format!("{text} {}", own_words(command)))
        };
        let all: Vec<EditableUnit> = self.restated.iter().chain(self.shared).cloned().collect();
        let both = |headings: bool| {
            (
                words(
                    self.print,
                    self.command.filter(|_| !self.payload_in_command),
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
            multiset_difference(find_numbers(&print), find_numbers(&restated)),
            multiset_difference(find_numbers(&headed.0), find_numbers(&headed.1)),
        ];
        let [without, with] = numbered;
        let (printed, mut restated_only) = if weight(&with) < weight(&without) {
            with
        } else {
            without
        };
        // "a raft" counts as one raft
        if print.iter().any(|word| word == "a" || word == "an") {
            restated_only.retain(|number| number != "1");
        }
        let mut out = Vec::new();
        let mut report = |matter, (printed, restated): (Vec<String>, Vec<String>)| {
            if !printed.is_empty() || !restated.is_empty() {
                out.push(self.disagreement(matter, printed, restated));
            }
        };
        report(DisagreementKind::Number, (printed, restated_only));
        report(
            DisagreementKind::Binding,
            multiset_difference(binding_words(&print), binding_words(&restated)),
        );
        if let (Some(theirs), Some(ours)) = (self.command, ours) {
            let both = (
                vec![instruction::print(theirs)],
                vec![instruction::print(ours)],
            );
            if theirs.effect() != ours.effect() {
                report(DisagreementKind::Operation, both);
            } else if !ours.is_comment() && !self.same_units(theirs, ours) {
                report(DisagreementKind::Units, both);
            }
        }
        if self.misfits {
            report(
                DisagreementKind::Shape,
                (vec![outline(self.print)], vec![outline(self.restated)]),
            );
        }
        out
    }

    fn disagreement(
        &self,
        matter: DisagreementKind,
        printed: Vec<String>,
        restated: Vec<String>,
    ) -> Disagreement {
        let commentary = match self.slot.entry() {
            Some(entry) => entry.commentary.as_slice(),
            None => self.slot.place().map_or(&[][..], |place| &place.commentary),
        };
        let answer = match matter {
            DisagreementKind::Number | DisagreementKind::Binding => {
                answer_naming_all(commentary, printed.iter().chain(&restated))
            }
            DisagreementKind::Units | DisagreementKind::Operation | DisagreementKind::Shape => {
                declared_disagreements(commentary)
                    .next()
                    .map(|one| one.text.text.to_string())
            }
            DisagreementKind::NoRestatement | DisagreementKind::NotPrinted => None,
        };
        Disagreement {
            patch: self.slot.name(),
            heading: self.slot.heading(),
            matter,
            printed,
            restated,
            answer,
        }
    }

    /// Whether two commands act on the same units of the version that they address.
    fn same_units(&self, theirs: &Command, ours: &Command) -> bool {
        let (left, right) = (targets(Some(theirs)), targets(Some(ours)));
        if left.is_empty() && right.is_empty() {
            return true;
        }
        // quoted words are searched in the whole section if the sheet names no smaller place
        let whole = |target: &&Target| {
            matches!(
                target.steps.as_slice(),
                [] | [AddressStep {
                    kind: AddressStepKind::Text,
                    ..
                }]
            ) && target.id.is_none()
        };
        if theirs.phrase.is_some() && left.iter().all(whole) {
            return true;
        }
        let Some(entry) = self.slot.entry else {
            return true;
        };
        let at = InstructionPosition {
            source: self.slot.file.source,
            place: self.slot.place,
            entry,
        };
        self.analysis
            .sections_of_entry(self.db, at)
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
                            [] | [AddressStep {
                                kind: AddressStepKind::Text | AddressStepKind::Section(_),
                                ..
                            }]
                        );
                        let found = match (&target.range, whole && target.id.is_none()) {
                            (Some(_), _) => return None,
                            (None, true) => vec![tree.root],
                            (None, false) => section.resolve_address(&tree, target)?,
                        };
                        out.extend(found);
                    }
                    out.sort_unstable();
                    out.dedup();
                    Some(out)
                };
                // adding at the end of a section is the same as adding after its last paragraph
                let outer = |units: Vec<UnitId>| match (theirs.end, ours.end, units.as_slice()) {
                    (Some(end), Some(_), &[unit])
                        if tree
                            .get(unit)
                            .is_some_and(|node| node.parent == Some(tree.root)) =>
                    {
                        let mut siblings = tree
                            .children(tree.root)
                            .filter(|&other| tree.kind(other) == tree.kind(unit));
                        let edge = if end == StartOrEnd::End {
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

/// Returns the deviations and contradictions.
fn declared_disagreements(commentary: &[Commentary]) -> impl Iterator<Item = &Commentary> {
    commentary.iter().filter(|one| {
        matches!(
            one.kind,
            CommentaryKind::Deviation | CommentaryKind::Contradiction
        )
    })
}

/// Returns the texts of the deviations and contradictions if they mention every one of `words`.
fn answer_naming_all<'w>(
    commentary: &[Commentary],
    words: impl Iterator<Item = &'w String>,
) -> Option<String> {
    let mut reasons: Vec<String> = Vec::new();
    for word in words {
        let explains = |one: &&Commentary| {
            let remark_words = normalized_words(&one.text.text);
            remark_words.contains(word) || find_numbers(&remark_words).contains(word)
        };
        let reason = declared_disagreements(commentary)
            .find(explains)?
            .text
            .text
            .to_string();
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    Some(reasons.join(" "))
}

/// Describes the kinds of units: `2 paragraph, 3 bullet`.
fn outline(units: &[EditableUnit]) -> String {
    let kinds = units.chunk_by(|one, other| one.kind == other.kind);
    let names = kinds.map(|run| {
        let name = crate::model::UnitKind::of(run[0].kind).name();
        format!("{} {name}", run.len())
    });
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words_are_numbers() {
        let words = normalized_words(
            "One of 3 rafts, half a length (one quarter by P18), on the third night, first of all, costs 2.5 or +1 on 25.10.19",
        );
        assert_eq!(
            find_numbers(&words),
            ["1", "3", "½", "¼", "18", "3rd", "2.5", "1"]
        );
        assert_eq!(
            binding_words(&normalized_words("may not, unless it cannot")),
            ["may", "not", "unless", "cannot"]
        );
    }
}
