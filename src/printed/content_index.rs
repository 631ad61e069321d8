//! Finds the section whose text has the words or rows that an instruction names, if its heading is
//! unknown.

use crate::{
    model::{Ruleset, UnitId, UnitKind},
    op::label_key,
    resolve::{RulesetDb, View},
    syntax::{
        AddressStepKind, BlockKind, Command, DeleteOperand, InsertAnchor, UnitNoun, WordingLayer,
        payload::EditableUnit,
    },
    text::similarity::normalized_words,
};
use std::collections::BTreeSet;

/// An index of all sections in one view (words, labels, rows, pages), with which `find_place` finds
/// the section of a drafted instruction where its heading is not enough.
pub(super) struct ContentIndex<'a> {
    ruleset: &'a Ruleset,
    rows: Vec<ContentRow>,
}

/// A section in the index: its id and page, all its words, its labels, and the labels of its rows.
struct ContentRow {
    id: String,
    page: Option<String>,
    /// All words of the section, with blanks between and around them.
    words: String,
    labels: BTreeSet<String>,
    /// The labels of its rows, with their abbreviations written in full.
    rows: Vec<Vec<String>>,
}

impl<'a> ContentIndex<'a> {
    pub(super) fn new(db: &'a RulesetDb, base: &View) -> Self {
        let row = |id: &str| {
            let tree = db.section(id)?.version(base);
            let live = tree.live_units(tree.root);
            let nodes = || live.iter().filter_map(|&unit| tree.get(unit));
            let texts = nodes().filter_map(|node| node.text(WordingLayer::Restated));
            let words: Vec<String> = texts
                .flat_map(|words| normalized_words(&words.text))
                .collect();
            let is_row = |unit: &&UnitId| tree.kind(**unit) == UnitKind::Row;
            let rows = live.iter().filter(is_row).filter_map(|&unit| {
                let label = tree.get(unit)?.label.as_deref()?;
                Some(db.ruleset.spell_out(label))
            });
            Some(ContentRow {
                rows: rows.collect(),
                id: id.to_owned(),
                page: db.page(id).map(str::to_owned),
                words: framed(&words),
                labels: nodes()
                    .filter_map(|node| node.label.as_deref().map(label_key))
                    .collect(),
            })
        };
        Self {
            ruleset: &db.ruleset,
            rows: db.outline().iter().filter_map(|id| row(id)).collect(),
        }
    }

    /// Returns the only section on `page`, or anywhere without one, that has the quoted words and the
    /// rows of an instruction.
    pub(super) fn find(
        &self,
        command: &Command,
        payload: &[EditableUnit],
        page: Option<&str>,
    ) -> Option<&str> {
        let named = NamedContent::of(command, payload, self.ruleset)?;
        let fits = |row: &&ContentRow| {
            page.is_none_or(|page| row.page.as_deref() == Some(page)) && row.has(&named)
        };
        self.only_section(fits)
    }

    /// Returns the section that alone fits.
    fn only_section(&self, fits: impl Fn(&&ContentRow) -> bool) -> Option<&str> {
        let mut found = self.rows.iter().filter(fits);
        let first = found.next()?;
        found.next().is_none().then_some(first.id.as_str())
    }

    /// Whether a section lacks the quoted words or the rows of an instruction.
    pub(super) fn lacks(&self, id: &str, command: &Command, payload: &[EditableUnit]) -> bool {
        let row = self.rows.iter().find(|row| row.id == id);
        let named = NamedContent::of(command, payload, self.ruleset);
        row.zip(named).is_some_and(|(row, named)| !row.has(&named))
    }

    /// Returns the only section on a page.
    pub(super) fn only_on_page(&self, page: &str) -> Option<&str> {
        self.only_section(|row| row.page.as_deref() == Some(page))
    }

    /// Returns the only section that has a unit with this label.
    pub(super) fn only_with_label(&self, label: &str) -> Option<&str> {
        let label = label_key(label);
        self.only_section(|row| row.labels.contains(&label))
    }

    /// Whether a section has a unit with this label.
    pub(super) fn has_label(&self, id: &str, label: &str) -> bool {
        let mut rows = self.rows.iter().filter(|row| row.id == id);
        rows.any(|row| row.labels.contains(&label_key(label)))
    }
}

/// What an instruction names that its section must contain: quoted words, labels and names of rows.
struct NamedContent {
    quote: String,
    labels: Vec<String>,
    /// The names of rows, with their abbreviations written in full.
    rows: Vec<Vec<String>>,
}

impl NamedContent {
    /// Returns what an instruction names; `None` if it is nothing.
    fn of(command: &Command, payload: &[EditableUnit], ruleset: &Ruleset) -> Option<Self> {
        let quote = quoted_words(command).map(normalized_words);
        let mut rows = Vec::new();
        let labels = match command {
            Command::SetValues => {
                rows = row_names(payload);
                rows.clone()
            }
            _ if quote.is_none() => labels(command),
            _ => Vec::new(),
        };
        if quote.as_ref().is_none_or(Vec::is_empty) && labels.is_empty() {
            return None;
        }
        let quote = quote.map(|words| framed(&words)).unwrap_or_default();
        let rows = rows.iter().map(|row| ruleset.spell_out(row)).collect();
        Some(Self {
            quote,
            labels,
            rows,
        })
    }
}

impl ContentRow {
    fn has(&self, named: &NamedContent) -> bool {
        let has_row = |name: &Vec<String>| {
            !name.is_empty() && self.rows.iter().any(|row| row.ends_with(name))
        };
        let rows = !named.rows.is_empty() && named.rows.iter().all(has_row);
        self.words.contains(&named.quote)
            && (rows || named.labels.iter().all(|label| self.names(label)))
    }

    /// Whether the section has this label, or one that is part of it: `silk is sold at`.
    fn names(&self, label: &str) -> bool {
        const SHORTEST: usize = 4;
        let words = framed(&normalized_words(label));
        let is_part =
            |own: &String| own.len() >= SHORTEST && words.contains(&framed(&normalized_words(own)));
        self.labels.contains(label) || self.labels.iter().any(is_part)
    }
}

/// Returns words with blanks between and around them.
fn framed(words: &[String]) -> String {
    format!(" {} ", words.join(" "))
}

/// Returns the old words that an instruction quotes.
pub(super) fn quoted_words(command: &Command) -> Option<&str> {
    match command {
        Command::ReplacePhrase { phrase, .. }
        | Command::Delete {
            what: DeleteOperand::Phrase(phrase, _),
            ..
        }
        | Command::Insert {
            point: InsertAnchor::Phrase(phrase, _),
            ..
        } => Some(&phrase.quote.value),
        _ => None,
    }
}

/// Returns the names of the rows of new values.
fn row_names(payload: &[EditableUnit]) -> Vec<String> {
    let tables = payload.iter().filter(|unit| unit.kind == BlockKind::Table);
    let rows = tables.flat_map(|table| table.children.iter().skip(1));
    rows.filter_map(|row| Some(label_key(&row.children.first()?.plain)))
        .collect()
}

/// Returns the labels of the units that an instruction names, except numbers.
fn labels(command: &Command) -> Vec<String> {
    let steps = command
        .targets()
        .into_iter()
        .flat_map(|target| &target.steps);
    let labels = steps.filter_map(|step| match &step.kind {
        AddressStepKind::Labelled { labels, unit, .. } if *unit != UnitNoun::Sentence => {
            Some(labels.iter().map(|label| label_key(&label.value)))
        }
        _ => None,
    });
    let is_name = |label: &String| label.chars().filter(|c| c.is_alphabetic()).count() > 2;
    labels.flatten().filter(is_name).collect()
}
