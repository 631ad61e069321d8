//! Finds the unit or the cell that a sheet describes in words of its own: `the bullet on hordes`.

use super::{fit::InstructionFit, unit::PayloadUnit};
use crate::{
    model::{UnitId, UnitKind},
    op::{label_key, select_steps},
    syntax::{
        AddressStep, AddressStepKind, Command, Layer, OccurrenceSelector, Phrase, Target, UnitNoun,
    },
    text::{Span, Spanned},
};

/// Words that say nothing about a unit.
const EMPTY_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "its", "of",
    "on", "or", "row", "column", "line", "table", "that", "the", "their", "they", "this", "to",
    "under", "when", "which", "with", "cost", "value", "entry", "number", "count", "now", "each",
    "modifier", "factor",
];

/// The most words that name a unit by its beginning.
const OPENING: usize = 8;

impl InstructionFit<'_> {
    /// Names the units that a sheet describes by their opening words: `bullet "Hordes (I) …"`. Returns
    /// whether the words are only somewhere in the unit.
    pub(super) fn find_described(&self, target: &mut Target) -> bool {
        let mut described = false;
        for at in 0..target.steps.len() {
            let AddressStepKind::Labelled {
                last: false,
                unit,
                labels,
                ordinals,
            } = &target.steps[at].kind
            else {
                continue;
            };
            let [label] = labels.as_slice() else { continue };
            let (unit, label) = (*unit, label.value.clone());
            if !ordinals.is_empty() || label.contains('…') || self.names_one(&target.steps[..=at])
            {
                continue;
            }
            let opened = self.with_label(&target.steps[..=at], &format!("{label} …"));
            let found = if self.names_one(&opened) {
                opened.last().cloned()
            } else {
                let scope = &target.steps[..at];
                // `Warband in rough going (the -1 line)`
                let remark = label
                    .rsplit_once(" (")
                    .filter(|(_, words)| words.contains(' '));
                let words = remark.map_or(label.as_str(), |(words, _)| words);
                let found = self.unit_with_words(scope, unit, words);
                let names = found.map_or_else(Vec::new, |found| self.names_of(found));
                let mut named = names
                    .iter()
                    .map(|words| self.with_label(&target.steps[..=at], words));
                let named = named.find(|steps| self.names_one(steps));
                described |= named.is_some();
                named.and_then(|mut steps| steps.pop())
            };
            if let Some(step) = found {
                target.steps[at] = step;
            }
        }
        described
    }

    /// Returns the change of a label that is read as one of words: `"Pirates" is now called "Corsairs"`.
    pub(super) fn new_label(&self, command: &Command) -> Option<Command> {
        let (phrase, with, target) = command.phrase_replacement()?;
        let old = label_key(&phrase.quote.value);
        let whole = matches!(&target.steps[..], [step] if step.kind == AddressStepKind::Text);
        let scope = if whole { &[][..] } else { &target.steps[..] };
        let found = select_steps(self.tree, self.tree.root, scope).ok()?;
        let [scope] = found[..] else { return None };
        let live = self.tree.live_units(scope);
        let has_words = |unit: &UnitId| {
            let text = self
                .tree
                .get(*unit)
                .and_then(|node| node.text(Layer::Restated));
            text.is_some_and(|text| text.text.contains(&*phrase.quote.value))
        };
        let mut units = std::iter::once(scope)
            .chain(live.iter().copied())
            .filter(|unit| {
                let label = self.tree.get(*unit).and_then(|node| node.label.as_deref());
                self.noun(*unit).is_some() && label.is_some_and(|label| label_key(label) == old)
            });
        let unit = units.next()?;
        if units.next().is_some_and(|other| other != unit) || live.iter().any(has_words) {
            return None;
        }
        let mut target = target.clone();
        if unit != scope {
            target
                .steps
                .retain(|step| step.kind != AddressStepKind::Text);
            target.steps.push(AddressStep {
                kind: AddressStepKind::Labelled {
                    last: false,
                    unit: self.noun(unit)?,
                    labels: vec![phrase.quote.clone()],
                    ordinals: Vec::new(),
                },
                span: target.span,
            });
        }
        Some(Command::Rename {
            target,
            label: with.clone(),
        })
    }

    /// Returns the change of words that a single value means in a section without such a cell: `the
    /// number of element equivalents for war wagons from 3 to 2`.
    pub(super) fn value_in_text(&self, payload: &[PayloadUnit]) -> Option<Command> {
        let [table] = payload else { return None };
        let [_, row] = table.children.as_slice() else {
            return None;
        };
        let [name, value] = row.children.as_slice() else {
            return None;
        };
        let (old, new) = value.source.strip_prefix("~~")?.split_once("~~")?;
        let rows = self.tree.live_units(self.tree.root);
        let table = rows
            .iter()
            .any(|&unit| self.tree.kind(unit) == UnitKind::Row);
        if table || self.row(&name.plain).is_some() {
            return None;
        }
        let words = format!("{} {old}", name.plain);
        if let Some(renamed) = self.label_described(&name.plain, old, new.trim()) {
            return Some(renamed);
        }
        let (unit, noun) = [UnitNoun::Bullet, UnitNoun::Sentence]
            .into_iter()
            .find_map(|noun| Some((self.unit_with_words(&[], noun, &words)?, noun)))?;
        let step = |label: String| AddressStep {
            kind: AddressStepKind::Labelled {
                last: false,
                unit: noun,
                labels: vec![Spanned::new(label, Span::default())],
                ordinals: Vec::new(),
            },
            span: Span::default(),
        };
        let mut steps = self.names_of(unit).into_iter().map(|name| vec![step(name)]);
        let steps = steps.find(|steps| self.names_one(steps))?;
        Some(Command::ReplacePhrase {
            phrase: Phrase {
                which: OccurrenceSelector::Exactly(1),
                quote: Spanned::new(old.to_owned(), Span::default()),
            },
            with: Spanned::new(new.trim().to_owned(), Span::default()),
            targets: vec![Target {
                id: None,
                steps,
                range: None,
                frame: None,
                printed_line: None,
                span: Span::default(),
            }],
        })
    }

    /// Returns the new label of the only unit with the label `old` that has the words of `description`:
    /// `The modifier for smoke is -3 instead of -2`.
    fn label_described(&self, description: &str, old: &str, new: &str) -> Option<Command> {
        let wanted = self.content_words(description);
        let live = self.tree.live_units(self.tree.root).into_iter();
        let has_label = |unit: &UnitId| {
            let label = self.tree.get(*unit).and_then(|node| node.label.as_deref());
            self.noun(*unit).is_some()
                && label.is_some_and(|label| label_key(label) == label_key(old))
        };
        let labelled: Vec<UnitId> = live.filter(has_label).collect();
        let has_words = |unit: &UnitId| {
            let words = self.content_words(&self.own_words(*unit));
            !wanted.is_empty() && wanted.iter().all(|word| words.contains(word))
        };
        let mut found = (1..).zip(&labelled).filter(|(_, unit)| has_words(unit));
        let (number, unit) = found.next()?;
        if found.next().is_some() {
            return None;
        }
        let ordinals = match labelled.len() {
            1 => Vec::new(),
            _ => vec![(number, number)],
        };
        let target = Target {
            id: None,
            steps: vec![AddressStep {
                kind: AddressStepKind::Labelled {
                    last: false,
                    unit: self.noun(*unit)?,
                    labels: vec![Spanned::new(old.to_owned(), Span::default())],
                    ordinals,
                },
                span: Span::default(),
            }],
            range: None,
            frame: None,
            printed_line: None,
            span: Span::default(),
        };
        Some(Command::Rename {
            target,
            label: Spanned::new(new.to_owned(), Span::default()),
        })
    }

    /// Returns the word for a unit that can have a label.
    fn noun(&self, unit: UnitId) -> Option<UnitNoun> {
        match self.tree.kind(unit) {
            UnitKind::Paragraph => Some(UnitNoun::Paragraph),
            UnitKind::Bullet => Some(UnitNoun::Bullet),
            UnitKind::Row => Some(UnitNoun::Row),
            _ => None,
        }
    }

    /// Returns the only row whose name ends with the words of `name`, and whose cell in the column has
    /// the old value: `Camelry(S) from 10 to 9`.
    pub(super) fn row_with_value(&self, name: &str, column: &str, old: &str) -> Option<String> {
        let words = self.spell_out(name);
        let live = self.tree.live_units(self.tree.root).into_iter();
        let rows = live.filter(|&unit| self.noun(unit) == Some(UnitNoun::Row));
        let mut found = rows.filter_map(|row| {
            let label = self.tree.get(row)?.label.as_deref()?;
            let fits = !words.is_empty() && self.spell_out(label).ends_with(&words);
            let mut cells = self.columns(row).into_iter();
            let has =
                |(own, text): (String, String)| label_key(&own) == label_key(column) && text == old;
            (fits && cells.any(has)).then(|| label.to_owned())
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    fn names_one(&self, steps: &[AddressStep]) -> bool {
        select_steps(self.tree, self.tree.root, steps).is_ok_and(|units| units.len() == 1)
    }

    /// Returns the steps with another label in the last one.
    fn with_label(&self, steps: &[AddressStep], new: &str) -> Vec<AddressStep> {
        let mut steps = steps.to_vec();
        if let Some(AddressStep {
            kind: AddressStepKind::Labelled { labels, .. },
            ..
        }) = steps.last_mut()
        {
            for label in labels {
                new.clone_into(&mut label.value);
            }
        }
        steps
    }

    /// Returns the only unit of a kind inside of `scope` that has all words of `description`.
    fn unit_with_words(
        &self,
        scope: &[AddressStep],
        unit: UnitNoun,
        description: &str,
    ) -> Option<UnitId> {
        let kind = match unit {
            UnitNoun::Paragraph => UnitKind::Paragraph,
            UnitNoun::Sentence => UnitKind::Sentence,
            UnitNoun::Bullet
            | UnitNoun::Line
            | UnitNoun::Item
            | UnitNoun::Entry
            | UnitNoun::Row => UnitKind::Bullet,
            _ => return None,
        };
        let root = match scope {
            [] => self.tree.root,
            scope => match select_steps(self.tree, self.tree.root, scope).as_deref() {
                Ok([one]) => *one,
                _ => return None,
            },
        };
        let wanted = self.content_words(description);
        let units = self.tree.live_units(root).into_iter();
        let mut found = units.filter(|&unit| {
            let words = || self.content_words(&self.own_words(unit));
            self.tree.kind(unit) == kind && !wanted.is_empty() && {
                let words = words();
                wanted.iter().all(|word| words.contains(word))
            }
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Returns the label and the words of a unit, without those of units inside of it.
    fn own_words(&self, unit: UnitId) -> String {
        let atoms = self.tree.atoms(unit).into_iter();
        let nodes = std::iter::once(unit)
            .chain(atoms)
            .filter_map(|unit| self.tree.get(unit));
        let mut words = String::new();
        for node in nodes {
            words.push_str(node.label.as_deref().unwrap_or_default());
            words.push(' ');
            if let Some(text) = node.text(Layer::Restated) {
                words.push_str(&text.text);
                words.push(' ');
            }
        }
        words
    }

    /// Returns names of a unit: its label, and the first words of its text.
    fn names_of(&self, unit: UnitId) -> Vec<String> {
        let label = self.tree.get(unit).and_then(|node| node.label.clone());
        let atoms = self.tree.atoms(unit).into_iter();
        let text = atoms.filter_map(|atom| self.tree.get(atom)?.text(Layer::Restated));
        let text: Vec<String> = text.map(|words| words.text.to_string()).collect();
        let words: Vec<&str> = text
            .iter()
            .flat_map(|text| text.split_whitespace())
            .collect();
        let opening = words[..words.len().min(OPENING)].join(" ");
        let opening = (!opening.is_empty()).then(|| format!("{opening} …"));
        label
            .map(|label| label.to_string())
            .into_iter()
            .chain(opening)
            .collect()
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

    /// Returns the row and the column that a description of a cell names: `the market price of Wine`.
    pub(super) fn cell_described(&self, description: &str) -> Option<(String, String)> {
        let words = self.spell_out(description);
        let has = |label: &str| {
            let label = self.spell_out(label);
            !label.is_empty() && words.windows(label.len()).any(|run| run == label)
        };
        let live = self.tree.live_units(self.tree.root).into_iter();
        let rows = live
            .filter(|&unit| self.tree.kind(unit) == UnitKind::Row && !self.tree.is_header(unit));
        let mut found: Vec<(usize, UnitId, String)> = rows
            .filter_map(|row| {
                let label = self.tree.get(row)?.label.as_deref()?;
                has(label).then(|| (self.spell_out(label).len(), row, label.to_owned()))
            })
            .collect();
        found.sort_by_key(|(length, ..)| std::cmp::Reverse(*length));
        let (length, row, name) = found.first()?;
        if found.iter().skip(1).any(|(other, ..)| other == length) {
            return None;
        }
        let mut columns = self.columns(*row).into_iter().map(|(column, _)| column);
        let fits = |column: &String| column != name && has(column);
        let first = columns.find(fits)?;
        columns
            .all(|other| !fits(&other))
            .then(|| (name.clone(), first))
    }
}

/// Returns a word without the ending of a verb: `fight` of `fighting`.
fn stem(word: &str) -> &str {
    const SHORTEST: usize = 4;
    let stem = ["ing", "ed"].iter().find_map(|end| word.strip_suffix(end));
    stem.filter(|stem| stem.len() >= SHORTEST).unwrap_or(word)
}
