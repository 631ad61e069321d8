//! Finds the unit that a sheet describes in its own words (`the bullet on hordes`), and rewrites
//! the address in the command to name it.

use super::fit::{InstructionFitter, only};
use crate::{
    model::{UnitId, UnitKind},
    op::{label_key, select_steps},
    syntax::{AddressStep, AddressStepKind, Target, UnitNoun},
    text::{Span, Spanned, similarity::normalized_words},
};

/// Words that say nothing about a unit.
const EMPTY_WORDS: &[&str] = &[
    "a",
    "an",
    "and",
    "are",
    "as",
    "at",
    "be",
    "by",
    "for",
    "from",
    "if",
    "in",
    "is",
    "it",
    "its",
    "of",
    "on",
    "or",
    "row",
    "column",
    "line",
    "table",
    "that",
    "the",
    "their",
    "they",
    "this",
    "to",
    "under",
    "when",
    "where",
    "which",
    "who",
    "with",
    "cost",
    "value",
    "entry",
    "number",
    "count",
    "now",
    "each",
    "modifier",
    "factor",
    "bullet",
    "point",
    "sentence",
    "paragraph",
    "item",
    "not",
    "there",
    "should",
    "must",
];

/// The most words that name a unit by its beginning.
const OPENING: usize = 8;

/// The unit that fits a sheet's description best, and whether the match leaves no doubt.
#[derive(Clone, Copy)]
pub(super) struct DescribedUnit {
    pub(super) unit: UnitId,
    /// Whether it alone has all words of the description, and the old words of the instruction.
    pub(super) certain: bool,
}

impl InstructionFitter<'_> {
    /// Names the units that a sheet describes by their words: `bullet "Hordes (I) …"`. `old` are the
    /// words that the instruction changes in them. Returns whether the words leave a doubt.
    pub(super) fn find_described(&self, target: &mut Target, old: Option<&str>) -> bool {
        let mut unsure = self.find_described_label(target);
        let mut at = 0;
        while at < target.steps.len() {
            if let Some((unit, label)) = described(&target.steps[at])
                && (!label.contains('…') || old.is_some())
                && !self.names_one(&target.steps[..=at])
            {
                let label = label.trim_matches(['…', ' ']);
                let beside = at > 0 && noun_of(&target.steps[at - 1]) == Some(unit);
                let scopes = [at, at - usize::from(beside)];
                let found = scopes.into_iter().find_map(|end| {
                    let scope = &target.steps[..end];
                    Some((end, self.step_described(scope, unit, label, old)?))
                });
                if let Some((end, (step, certain))) = found {
                    // `1st bullet: …. In the bullet on baggage, …` names a unit next to it
                    target.steps.splice(end..=at, [step]);
                    at = end;
                    unsure |= !certain;
                }
            }
            at += 1;
        }
        unsure
    }

    /// Returns the step to the unit inside of `scope` that `label` describes, and whether it is certain.
    fn step_described(
        &self,
        scope: &[AddressStep],
        unit: UnitNoun,
        label: &str,
        old: Option<&str>,
    ) -> Option<(AddressStep, bool)> {
        let step = |noun: UnitNoun, name: &str| labelled_step(noun, name, &[]);
        let names_one =
            |step: &AddressStep| self.names_one(&[scope, std::slice::from_ref(step)].concat());
        let opened = step(unit, &format!("{label} …"));
        if names_one(&opened) {
            return Some((opened, true));
        }
        // `Warband in rough going (the -1 line)`
        let words = label
            .rsplit_once(" (")
            .filter(|(_, remark)| remark.len() > 2);
        let words = words.map_or(label, |(words, _)| words);
        let root = match scope {
            [] => self.tree.root,
            scope => match select_steps(self.tree, self.tree.root, scope).as_deref() {
                Ok([one]) => *one,
                _ => return None,
            },
        };
        let kinds: &[UnitKind] = match unit {
            UnitNoun::Paragraph => &[UnitKind::Paragraph, UnitKind::Bullet],
            UnitNoun::Sentence => &[UnitKind::Sentence],
            UnitNoun::Bullet
            | UnitNoun::Item
            | UnitNoun::Entry
            | UnitNoun::Line
            | UnitNoun::Row => &[UnitKind::Bullet, UnitKind::Sentence, UnitKind::Paragraph],
            _ => return None,
        };
        let mut found = kinds
            .iter()
            .filter_map(|&kind| self.unit_described(root, kind, words, old));
        let found = found.next()?;
        let noun = self.noun(found.unit)?;
        let names = self.names_of(found.unit);
        let mut steps = names.iter().map(|name| step(noun, name));
        Some((steps.find(names_one)?, found.certain))
    }

    /// Joins the description of a unit and its label, if several have the label: `Warband: the -1
    /// becomes -2`. Returns whether it did.
    fn find_described_label(&self, target: &mut Target) -> bool {
        let [.., first, second] = target.steps.as_slice() else {
            return false;
        };
        let labels = described(first).zip(described(second));
        let Some(((_, words), (_, label))) = labels else {
            return false;
        };
        let at = target.steps.len() - 2;
        if self.names_one(&target.steps[..=at]) {
            return false;
        }
        let Some(step) = self.step_with_label(&label, &words) else {
            return false;
        };
        target.steps.truncate(at);
        target.steps.push(step);
        true
    }

    /// Returns the step to the only unit with this label that has the words of `description`.
    pub(super) fn step_with_label(&self, label: &str, description: &str) -> Option<AddressStep> {
        let wanted = self.content_words(description);
        let live = self.tree.live_units(self.tree.root).into_iter();
        let has_label = |unit: &UnitId| self.has_label(*unit, &label_key(label));
        let labelled: Vec<UnitId> = live.filter(has_label).collect();
        let has_words = |unit: &UnitId| {
            let words = self.content_words(&self.own_words(*unit));
            !wanted.is_empty() && wanted.iter().all(|word| words.contains(word))
        };
        let found = (1..).zip(&labelled).filter(|(_, unit)| has_words(unit));
        let (number, unit) = only(found)?;
        let ordinals: &[(u32, u32)] = match labelled.len() {
            1 => &[],
            _ => &[(number, number)],
        };
        Some(labelled_step(self.noun(*unit)?, label, ordinals))
    }

    /// Whether a unit that can be named has the label with this key.
    pub(super) fn has_label(&self, unit: UnitId, key: &str) -> bool {
        let own = self.label(unit);
        self.noun(unit).is_some() && own.is_some_and(|own| label_key(own) == key)
    }

    /// Returns the word for a unit that can be named.
    pub(super) fn noun(&self, unit: UnitId) -> Option<UnitNoun> {
        match self.tree.kind(unit) {
            UnitKind::Paragraph => Some(UnitNoun::Paragraph),
            UnitKind::Bullet => Some(UnitNoun::Bullet),
            UnitKind::Row => Some(UnitNoun::Row),
            UnitKind::Sentence => Some(UnitNoun::Sentence),
            _ => None,
        }
    }

    /// Whether steps name exactly one unit.
    pub(super) fn names_one(&self, steps: &[AddressStep]) -> bool {
        select_steps(self.tree, self.tree.root, steps).is_ok_and(|units| units.len() == 1)
    }

    /// Returns the unit of a kind inside of `scope` that a description fits: the only one with all its
    /// words, or the one with the old words and most of them.
    fn unit_described(
        &self,
        scope: UnitId,
        kind: UnitKind,
        description: &str,
        old: Option<&str>,
    ) -> Option<DescribedUnit> {
        let wanted = self.content_words(description);
        if wanted.is_empty() {
            return None;
        }
        let units = self.tree.live_units(scope).into_iter();
        let fits: Vec<(UnitId, usize, bool)> = units
            .filter(|&unit| self.tree.kind(unit) == kind)
            .map(|unit| {
                let own = self.own_words(unit);
                let words = self.content_words(&own);
                let hits = wanted.iter().filter(|word| words.contains(word)).count();
                (unit, hits, old.is_some_and(|old| has_words(&own, old)))
            })
            .collect();
        let full: Vec<_> = fits.iter().filter(|fit| fit.1 == wanted.len()).collect();
        if let [(unit, _, has_old)] = full[..] {
            let (unit, certain) = (*unit, *has_old);
            return Some(DescribedUnit { unit, certain });
        }
        let enough = |fit: &&(UnitId, usize, bool)| match old {
            Some(_) => fit.2 && fit.1 * 2 >= wanted.len(),
            None => fit.1 > 1 && fit.1 * 3 >= wanted.len() * 2,
        };
        let some: Vec<_> = fits.iter().filter(enough).collect();
        let most = some.iter().map(|fit| fit.1).max()?;
        let best = some.iter().filter(|fit| fit.1 == most);
        only(best).map(|fit| DescribedUnit {
            unit: fit.0,
            certain: false,
        })
    }

    /// Returns the label and the words of a unit, without those of units inside of it.
    pub(super) fn own_words(&self, unit: UnitId) -> String {
        let atoms = self.tree.atoms(unit).into_iter();
        let mut words = String::new();
        for unit in std::iter::once(unit).chain(atoms) {
            words.push_str(self.label(unit).unwrap_or_default());
            words.push(' ');
            words.push_str(self.text(unit).unwrap_or_default());
            words.push(' ');
        }
        words
    }

    /// Returns names of a unit: its label, and the first words of its text.
    pub(super) fn names_of(&self, unit: UnitId) -> Vec<String> {
        let atoms = self.tree.atoms(unit).into_iter();
        let words = atoms
            .filter_map(|atom| self.text(atom))
            .flat_map(str::split_whitespace);
        let opening = words.take(OPENING).collect::<Vec<_>>().join(" ");
        let opening = (!opening.is_empty()).then(|| format!("{opening} …"));
        let label = self.label(unit).map(str::to_owned);
        label.into_iter().chain(opening).collect()
    }

    /// Returns the words of a description that say what it is about, without plural endings.
    pub(super) fn content_words(&self, description: &str) -> Vec<String> {
        // `A` may also be an abbreviation
        let description = description.strip_prefix("A ").unwrap_or(description);
        let mut words = self.spell_out(description);
        words.retain(|word| !EMPTY_WORDS.contains(&word.as_str()));
        words
            .into_iter()
            .map(|word| stem(&word).to_owned())
            .collect()
    }
}

/// Returns the unit and the label of a step that names one unit by a label.
fn described(step: &AddressStep) -> Option<(UnitNoun, String)> {
    match &step.kind {
        AddressStepKind::Labelled {
            last: false,
            unit,
            labels,
            ordinals,
        } if ordinals.is_empty() => match labels.as_slice() {
            [label] => Some((*unit, label.value.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the kind of unit that a step names.
fn noun_of(step: &AddressStep) -> Option<UnitNoun> {
    match &step.kind {
        AddressStepKind::Ordinals { unit, .. }
        | AddressStepKind::Last { unit, .. }
        | AddressStepKind::FromEnd { unit, .. }
        | AddressStepKind::Labelled { unit, .. } => Some(*unit),
        _ => None,
    }
}

/// Makes the step to the units with a label.
pub(super) fn labelled_step(unit: UnitNoun, label: &str, ordinals: &[(u32, u32)]) -> AddressStep {
    AddressStep {
        kind: AddressStepKind::Labelled {
            last: false,
            unit,
            labels: vec![Spanned::new(label.to_owned(), Span::default())],
            ordinals: ordinals.to_vec(),
        },
        span: Span::default(),
    }
}

/// Whether a text has the words `old`, in their order.
fn has_words(text: &str, old: &str) -> bool {
    let framed = |words: &str| format!(" {} ", normalized_words(words).join(" "));
    framed(text).contains(&framed(old))
}

/// Returns a word without the ending of a verb: `fight` of `fighting`, `stop` of `stopped`.
fn stem(word: &str) -> &str {
    const SHORTEST: usize = 3;
    let stem = ["ing", "ed"].iter().find_map(|end| word.strip_suffix(end));
    let stem = stem.filter(|stem| stem.len() >= SHORTEST).unwrap_or(word);
    let mut letters = stem.chars().rev();
    let last = letters.next();
    let doubled = stem.len() > SHORTEST && last.is_some_and(char::is_alphabetic);
    if doubled && (last == letters.next() || last == Some('e')) {
        return &stem[..stem.len() - 1];
    }
    stem
}
