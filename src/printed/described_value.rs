//! Finds the cell, words or label that a sheet changes in words of its own
//! (`Silk sells for 9, not 8`); makes the command for words and labels.

use super::{
    described::labelled_step,
    fit::{InstructionFitter, UNNAMED_COLUMN, alike, only, struck_value},
    unit::EditableUnit,
};
use crate::{
    model::{UnitId, UnitKind},
    op::{label_key, select_steps},
    syntax::instruction::NUMBER_WORDS,
    syntax::{AddressStep, AddressStepKind, Command, OccurrenceSelector, Phrase, Target},
    text::{Span, Spanned, similarity::normalized_words},
};

/// The words that a value replaces, and those that it puts there.
struct ChangedWords {
    old: String,
    new: String,
}

impl InstructionFitter<'_> {
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
            self.text(*unit)
                .is_some_and(|text| text.contains(&*phrase.quote.value))
        };
        let mut units = std::iter::once(scope)
            .chain(live.iter().copied())
            .filter(|&unit| self.has_label(unit, &old));
        let unit = units.next()?;
        if units.next().is_some_and(|other| other != unit) || live.iter().any(has_words) {
            return None;
        }
        let mut target = target.clone();
        if unit != scope {
            target
                .steps
                .retain(|step| step.kind != AddressStepKind::Text);
            let noun = self.noun(unit)?;
            target
                .steps
                .push(labelled_step(noun, &phrase.quote.value, &[]));
        }
        Some(Command::Rename {
            target,
            label: with.clone(),
        })
    }

    /// Returns the change of words that a single value means in a section without such a cell: `the
    /// number of element equivalents for war wagons from 3 to 2`.
    pub(super) fn value_in_text(&self, payload: &[EditableUnit]) -> Option<Command> {
        let [table] = payload else { return None };
        let [head, row] = table.children.as_slice() else {
            return None;
        };
        let ([_, column], [name, value]) = (head.children.as_slice(), row.children.as_slice())
        else {
            return None;
        };
        if self.row(&name.plain).is_some() {
            return None;
        }
        let description = match column.plain.as_str() {
            UNNAMED_COLUMN => name.plain.clone(),
            column => format!("{} {column}", name.plain),
        };
        let (old, new) = match struck_value(&value.source) {
            Some((old, new)) => (Some(old), new.trim()),
            None => (None, value.source.trim()),
        };
        if new.starts_with("by ") {
            return None;
        }
        if let Some(old) = old
            && let Some(step) = self.step_with_label(old, &description)
        {
            // `The modifier for smoke is -3 instead of -2`
            return Some(Command::Rename {
                target: target_of(vec![step]),
                label: unspanned(new),
            });
        }
        let (unit, words) = self.sentence_with_value(&description, old, new)?;
        let steps = self.steps_to_sentence(unit)?;
        Some(Command::ReplacePhrase {
            phrase: Phrase {
                which: OccurrenceSelector::Exactly(1),
                quote: unspanned(&words.old),
            },
            with: unspanned(&words.new),
            targets: vec![target_of(steps)],
        })
    }

    /// Returns the sentence that a description fits best and that has the old value once, or its only
    /// figure; and the words that change in it.
    fn sentence_with_value(
        &self,
        description: &str,
        old: Option<&str>,
        new: &str,
    ) -> Option<(UnitId, ChangedWords)> {
        let wanted = self.content_words(description);
        let heading = self.heading_words();
        let whole = wanted.iter().all(|word| heading.contains(word));
        let live = self.tree.live_units(self.tree.root).into_iter();
        let sentences = live.filter(|&unit| self.tree.kind(unit) == UnitKind::Sentence);
        let mut fits: Vec<(usize, UnitId, ChangedWords)> = Vec::new();
        let mut with_value = 0;
        for unit in sentences {
            let text = self.text(unit).unwrap_or_default();
            let Some(words) = changed_words(text, description, old, new) else {
                continue;
            };
            with_value += 1;
            let parent = self.tree.get(unit).and_then(|node| node.parent);
            let label = parent.and_then(|parent| self.label(parent));
            let own = format!("{} {text}", label.unwrap_or_default());
            let own = self.content_words(&own);
            let hits = wanted.iter().filter(|word| own.contains(word)).count();
            let enough = match old {
                Some(_) => hits * 3 >= wanted.len(),
                None => hits == wanted.len(),
            };
            if whole && old.is_some() || hits > 0 && enough {
                fits.push((hits, unit, words));
            }
        }
        let most = fits.iter().map(|(hits, ..)| *hits).max()?;
        fits.retain(|(hits, ..)| *hits == most);
        let (_, unit, words) = fits.pop()?;
        // one word in common proves little if other sentences have the value too
        let proved = most > 1 || with_value == 1 || !whole && wanted.len() == 1;
        (fits.is_empty() && proved).then_some((unit, words))
    }

    /// Returns the words of the section's heading.
    fn heading_words(&self) -> Vec<String> {
        let text = self.tree.heading().and_then(|unit| self.text(unit));
        self.content_words(text.unwrap_or_default())
    }

    /// Returns steps to a sentence: by its first words, or to the bullet that contains it.
    fn steps_to_sentence(&self, unit: UnitId) -> Option<Vec<AddressStep>> {
        let parent = self.tree.get(unit)?.parent;
        let units = std::iter::once(unit).chain(parent);
        let steps = units.filter_map(|unit| Some((self.noun(unit)?, self.names_of(unit))));
        let mut named = steps.flat_map(|(noun, names)| {
            let step = move |name: String| vec![labelled_step(noun, &name, &[])];
            names.into_iter().map(step)
        });
        named.find(|steps| self.names_one(steps))
    }

    /// Returns the only row whose name ends with the words of `name`, and whose cell in the column has
    /// the old value, or any without one: `Camelry(S) from 10 to 9`.
    pub(super) fn row_with_value(
        &self,
        name: &str,
        column: &str,
        old: Option<&str>,
    ) -> Option<String> {
        let words = self.spell_out(name);
        let is_value = |text: &str| match old {
            Some(old) => text == old,
            None => text.starts_with(|c: char| c.is_ascii_digit()),
        };
        only(self.rows().into_iter().filter_map(|row| {
            let label = self.label(row)?;
            // `EI` for `El`
            let last = label.rsplit(' ').next().unwrap_or(label);
            let fits = !words.is_empty() && self.spell_out(label).ends_with(&words)
                || old.is_some() && alike(last) == alike(name);
            let mut cells = self.columns(row).into_iter();
            let has = |(own, text): (String, String)| {
                label_key(&own) == label_key(column) && is_value(&text)
            };
            (fits && cells.any(has)).then(|| label.to_owned())
        }))
    }

    /// Returns the row with this name, or the only one with a cell of these words.
    pub(super) fn row_called(&self, name: &str) -> Option<UnitId> {
        let is_name = name.contains(char::is_alphabetic);
        self.row(name).or_else(|| {
            only(self.rows().into_iter().filter(|&row| {
                let mut cells = self.columns(row).into_iter();
                is_name && cells.any(|(_, text)| label_key(&text) == label_key(name))
            }))
        })
    }

    /// Returns the row and the column that a description of a cell names: `the market price of Wine`; or
    /// the column that alone has the old value in that row.
    pub(super) fn cell_described(
        &self,
        description: &str,
        old: Option<&str>,
    ) -> Option<(String, String)> {
        let words = self.content_words(description);
        let has = |label: &str| {
            let label = self.content_words(label);
            let is_name = label.iter().any(|word| word.contains(char::is_alphabetic));
            is_name && words.windows(label.len()).any(|run| run == label)
        };
        let mut found: Vec<(usize, UnitId, String)> = Vec::new();
        for row in self.rows() {
            let Some(label) = self.label(row) else {
                continue;
            };
            let cells = self.columns(row).into_iter().map(|(_, text)| text);
            let names = std::iter::once(label.to_string()).chain(cells);
            let named = names.filter(|name| has(name)).map(|name| name.len()).max();
            found.extend(named.map(|length| (length, row, label.to_string())));
        }
        found.sort_by_key(|(length, ..)| std::cmp::Reverse(*length));
        let (length, row, name) = found.first()?;
        if found.iter().skip(1).any(|(other, ..)| other == length) {
            return None;
        }
        let columns = self.columns(*row);
        let named = columns
            .iter()
            .filter(|(column, text)| !has(text) && column != name && has(column));
        let same = columns
            .iter()
            .filter(|(_, text)| Some(text.as_str()) == old);
        let (column, _) = only(named).or_else(|| only(same))?;
        Some((name.clone(), column.clone()))
    }

    /// Returns the rows of the section's tables, without their headers.
    fn rows(&self) -> Vec<UnitId> {
        let mut rows = self.tree.live_units(self.tree.root);
        rows.retain(|&unit| self.tree.kind(unit) == UnitKind::Row && !self.tree.is_header(unit));
        rows
    }
}

/// Returns the words of `text` that a value changes, if it has the old value once: in digits or as a
/// word, with its noun if that changes its number. Without an old value, its only figure changes.
fn changed_words(
    text: &str,
    description: &str,
    old: Option<&str>,
    new: &str,
) -> Option<ChangedWords> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let plain = |word: &str| {
        let word = word.trim_matches(|c: char| ",;:.()\"“”".contains(c));
        word.to_owned()
    };
    let is_value = |word: &str| {
        let word = plain(word);
        let number = number_word(&word);
        match old {
            Some(old) => word == old || number.is_some_and(|number| number.to_string() == old),
            None => number.is_some() || word.starts_with(|c: char| c.is_ascii_digit()),
        }
    };
    let at = only((0..all.len()).filter(|&at| is_value(all[at])))?;
    let old = plain(all[at]);
    let spelled = number_word(&old).is_some();
    let word = NUMBER_WORDS
        .iter()
        .find(|word| number_word(word).is_some_and(|number| number.to_string() == new));
    let new = match word {
        Some(word) if spelled => (*word).to_owned(),
        _ => new.to_owned(),
    };
    // `costs 2 coins, not 1`
    let described = normalized_words(description);
    let noun = all.get(at + 1).map(|noun| plain(noun));
    let noun = noun.filter(|noun| !all[at].ends_with(',') && noun.len() > 2);
    let singular = noun.as_ref().and_then(|noun| noun.strip_suffix('s'));
    let other = match (&noun, singular) {
        (Some(_), Some(singular)) if new == "1" || new == "one" => Some(singular.to_owned()),
        (Some(noun), None) if old == "1" || old == "one" => Some(format!("{noun}s")),
        _ => None,
    };
    let other = other.filter(|noun| described.contains(&noun.to_lowercase()));
    Some(match (noun, other) {
        (Some(noun), Some(other)) => ChangedWords {
            old: format!("{old} {noun}"),
            new: format!("{new} {other}"),
        },
        _ => ChangedWords { old, new },
    })
}

/// Returns the number of a word, as digits.
fn number_word(word: &str) -> Option<usize> {
    let lower = word.to_lowercase();
    NUMBER_WORDS
        .iter()
        .position(|name| *name == lower)
        .map(|at| at + 1)
}

fn unspanned(words: &str) -> Spanned<String> {
    Spanned::new(words.to_owned(), Span::default())
}

/// Makes the target of steps in the section of the instruction.
fn target_of(steps: Vec<AddressStep>) -> Target {
    Target {
        id: None,
        steps,
        range: None,
        frame: None,
        printed_line: None,
        span: Span::default(),
    }
}
