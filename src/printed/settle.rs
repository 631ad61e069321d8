//! Settles an address of print in the text of its section: which unit is named by what it is about, and
//! where quoted words are if the address does not lead to them.

use crate::{
    model::{SectionTree, UnitId},
    op::{QuotedPhrase, countable_units, select_occurrences, select_steps, unit_address},
    resolve::{RulesetDb, View},
    syntax::{
        AddressStep, AddressStepKind, Command, DeleteOperand, InsertAnchor, Phrase, Target,
        UnitNoun, WordingLayer, instruction,
    },
    text::{SourceId, Span, similarity::normalized_words},
};
use std::collections::BTreeSet;

/// Rewrites the addresses of a command that name nothing in the section `id`, where its text shows what is
/// meant. Returns whether it did.
pub(super) fn settle_addresses(
    db: &RulesetDb,
    view: &View,
    id: &str,
    command: &mut Command,
) -> bool {
    let Some(section) = db.section_of(id).and_then(|id| db.section(id)) else {
        return false;
    };
    let tree = &section.version(view);
    let settler = AddressSettler { tree };
    let phrase = phrase_of(command).cloned();
    let mut settled = false;
    for target in command.targets_mut() {
        if target.id.is_none() && target.range.is_none() && target.frame.is_none() {
            settled |= settler.settle(target, phrase.as_ref());
        }
    }
    settled
}

/// Returns the quoted words that a command changes, or next to which it inserts.
fn phrase_of(command: &Command) -> Option<&Phrase> {
    match command {
        Command::ReplacePhrase { phrase, .. }
        | Command::Delete {
            what: DeleteOperand::Phrase(phrase, _),
            ..
        }
        | Command::Insert {
            point: InsertAnchor::Phrase(phrase, _),
            ..
        } => Some(phrase),
        _ => None,
    }
}

struct AddressSettler<'a> {
    tree: &'a SectionTree,
}

impl AddressSettler<'_> {
    /// Rewrites an address that leads nowhere, or not to the quoted words.
    fn settle(&self, target: &mut Target, phrase: Option<&Phrase>) -> bool {
        if self.leads(&target.steps, phrase) {
            return false;
        }
        let described = self.described_units(&target.steps);
        let fitting = described.filter(|steps| self.leads(steps, phrase));
        let fitting = fitting.or_else(|| self.fewer_steps(&target.steps, phrase?));
        let Some(steps) = fitting else {
            return false;
        };
        target.steps = steps;
        true
    }

    /// Whether an address names units, and the quoted words are in them as often as meant.
    fn leads(&self, steps: &[AddressStep], phrase: Option<&Phrase>) -> bool {
        let Ok(scope) = select_steps(self.tree, self.tree.root, steps) else {
            return false;
        };
        let Some(phrase) = phrase else {
            return !scope.is_empty();
        };
        let quote = QuotedPhrase {
            quote: phrase.quote.value.clone(),
            printed: None,
            which: phrase.which,
            span: Span::default(),
        };
        let found = select_occurrences(self.tree, &scope, WordingLayer::Restated, &quote);
        !scope.is_empty() && found.is_ok()
    }

    /// Returns the address with the units whose texts have the words of its unknown labels.
    fn described_units(&self, steps: &[AddressStep]) -> Option<Vec<AddressStep>> {
        let mut out: Vec<AddressStep> = Vec::new();
        for step in steps {
            let mut longer = out.clone();
            longer.push(step.clone());
            let found = select_steps(self.tree, self.tree.root, &longer);
            if found.is_ok_and(|units| !units.is_empty()) {
                out = longer;
                continue;
            }
            let AddressStepKind::Labelled { unit, labels, .. } = &step.kind else {
                return None;
            };
            let [label] = &labels[..] else { return None };
            let scope = select_steps(self.tree, self.tree.root, &out).ok()?;
            let [scope] = scope[..] else { return None };
            let unit = self.unit_about(scope, *unit, &label.value)?;
            out = self.address(unit)?;
        }
        Some(out)
    }

    /// Returns the only unit in `scope` with all words of a description; one of its kind, if there is one.
    fn unit_about(&self, scope: UnitId, noun: UnitNoun, label: &str) -> Option<UnitId> {
        let words = content_words(label);
        let has = |unit: &UnitId| {
            let own = content_words(&self.tree.restated_text(*unit));
            !words.is_empty() && words.is_subset(&own)
        };
        let kinds = [
            noun,
            UnitNoun::Line,
            UnitNoun::Bullet,
            UnitNoun::Paragraph,
            UnitNoun::Sentence,
        ];
        kinds.into_iter().find_map(|kind| {
            let units = countable_units(self.tree, scope, kind);
            let mut found = units.into_iter().filter(has);
            let first = found.next()?;
            found.next().is_none().then_some(first)
        })
    }

    /// Returns the steps to a unit.
    fn address(&self, unit: UnitId) -> Option<Vec<AddressStep>> {
        let text = format!("Delete {}", unit_address(self.tree, unit)?);
        let (command, _) = instruction::parse(SourceId::default(), &text, Span::new(0, text.len()));
        let mut steps = command?.targets().first()?.steps.clone();
        for step in &mut steps {
            step.span = Span::default();
        }
        Some(steps)
    }

    /// Returns the longest part of an address that leads to the quoted words; the whole text, if nothing
    /// else does.
    fn fewer_steps(&self, steps: &[AddressStep], phrase: &Phrase) -> Option<Vec<AddressStep>> {
        const MOST: usize = 6;
        let steps = &steps[..steps.len().min(MOST)];
        let mut parts: Vec<Vec<AddressStep>> = (1..(1_usize << steps.len()))
            .map(|kept| {
                let own = steps.iter().enumerate();
                own.filter(|(at, _)| kept & (1 << at) != 0)
                    .map(|(_, step)| step.clone())
                    .collect()
            })
            .collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        parts.push(vec![AddressStep {
            kind: AddressStepKind::Text,
            span: Span::default(),
        }]);
        parts
            .into_iter()
            .find(|part| self.leads(part, Some(phrase)))
    }
}

/// Returns the words of a text that mean something, without plural endings.
fn content_words(text: &str) -> BTreeSet<String> {
    const SMALL: &[&str] = &[
        "the", "a", "an", "of", "on", "in", "to", "for", "and", "or", "that", "which", "with",
        "is", "are",
    ];
    let words = normalized_words(text).into_iter();
    words
        .filter(|word| !SMALL.contains(&word.as_str()))
        .map(|word| match word.strip_suffix('s') {
            Some(stem) if stem.len() > 2 => stem.to_owned(),
            _ => word,
        })
        .collect()
}
