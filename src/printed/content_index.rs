//! Finds the section whose text has the words or rows that an instruction names, if its heading is
//! unknown.

use crate::{
    op::label_key,
    resolve::{RulesetDb, View},
    syntax::{
        AddressStepKind, BlockKind, Command, DeleteOperand, InsertAnchor, Layer, UnitNoun,
        payload::PayloadUnit,
    },
    text::similarity::normalized_words,
};
use std::collections::BTreeSet;

/// The words and labels of all sections in one view, with their pages.
pub(super) struct ContentIndex {
    rows: Vec<ContentRow>,
}

struct ContentRow {
    id: String,
    page: Option<String>,
    /// All words of the section, with blanks between and around them.
    words: String,
    labels: BTreeSet<String>,
}

impl ContentIndex {
    pub(super) fn new(db: &RulesetDb, base: &View) -> Self {
        let row = |id: &str| {
            let tree = db.section(id)?.version(base);
            let live = tree.live_units(tree.root);
            let nodes = || live.iter().filter_map(|&unit| tree.get(unit));
            let texts = nodes().filter_map(|node| node.text(Layer::Restated));
            let words: Vec<String> = texts
                .flat_map(|words| normalized_words(&words.text))
                .collect();
            Some(ContentRow {
                id: id.to_owned(),
                page: db.page(id).map(str::to_owned),
                words: framed(&words),
                labels: nodes()
                    .filter_map(|node| node.label.as_deref().map(label_key))
                    .collect(),
            })
        };
        Self {
            rows: db.outline().iter().filter_map(|id| row(id)).collect(),
        }
    }

    /// Returns the only section on `page`, or anywhere without one, that has the quoted words and the
    /// rows of an instruction.
    pub(super) fn find(
        &self,
        command: &Command,
        payload: &[PayloadUnit],
        page: Option<&str>,
    ) -> Option<&str> {
        let quote = quoted_words(command).map(normalized_words);
        let labels = match command {
            Command::SetValues => row_names(payload),
            _ if quote.is_none() => labels(command),
            _ => Vec::new(),
        };
        if quote.as_ref().is_none_or(Vec::is_empty) && labels.is_empty() {
            return None;
        }
        let quote = quote.map(|words| framed(&words)).unwrap_or_default();
        let fits = |row: &&ContentRow| {
            page.is_none_or(|page| row.page.as_deref() == Some(page))
                && row.words.contains(&quote)
                && labels.iter().all(|label| row.names(label))
        };
        let mut found = self.rows.iter().filter(fits);
        let first = found.next()?;
        found.next().is_none().then_some(first.id.as_str())
    }

    /// Returns the only section on a page.
    pub(super) fn only_on_page(&self, page: &str) -> Option<&str> {
        let mut found = self
            .rows
            .iter()
            .filter(|row| row.page.as_deref() == Some(page));
        let first = found.next()?;
        found.next().is_none().then_some(first.id.as_str())
    }

    /// Returns the only section that has a unit with this label.
    pub(super) fn only_with_label(&self, label: &str) -> Option<&str> {
        let label = label_key(label);
        let mut found = self.rows.iter().filter(|row| row.labels.contains(&label));
        let first = found.next()?;
        found.next().is_none().then_some(first.id.as_str())
    }

    /// Whether a section has a unit with this label.
    pub(super) fn has_label(&self, id: &str, label: &str) -> bool {
        let mut rows = self.rows.iter().filter(|row| row.id == id);
        rows.any(|row| row.labels.contains(&label_key(label)))
    }
}

impl ContentRow {
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
fn row_names(payload: &[PayloadUnit]) -> Vec<String> {
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
