//! The subject index of a ruleset, from `*.index.md`: phrases in which people ask for a clause.

use super::{EditionIx, Ruleset};
use crate::{
    diagnostic::Location,
    syntax::{FileRole, RulesFile},
};
use std::{collections::HashMap, sync::Arc};

/// A clause and phrases that lead to it, in some editions: a `*.index.md` heading and its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The id of the clause, without its ruleset; such a clause may not exist.
    pub clause: String,
    /// The label of the clause in the index.
    pub label: String,
    /// The phrases that lead to it, each with its location.
    pub phrases: Vec<(String, Location)>,
    /// The first edition in which they lead to it.
    pub from: Option<EditionIx>,
    /// The first edition in which they no longer do.
    pub until: Option<EditionIx>,
    /// The location of its heading.
    pub at: Location,
}

impl Subject {
    /// Whether it leads to the clause in an edition.
    pub fn applies_in(&self, edition: EditionIx) -> bool {
        self.from.is_none_or(|from| edition >= from)
            && self.until.is_none_or(|until| edition < until)
    }
}

/// All subjects of a ruleset, in the order of its files, found by the id of their clause.
/// None of their words is wording of a rule.
#[derive(Clone, Debug, Default)]
pub struct SubjectIndex {
    all: Vec<Subject>,
    of: HashMap<String, Vec<usize>>,
}

impl SubjectIndex {
    /// Collects the subjects listed by the index files among `files`.
    pub fn new<'f>(ruleset: &Ruleset, files: impl IntoIterator<Item = &'f Arc<RulesFile>>) -> Self {
        let mut out = Self::default();
        for file in files
            .into_iter()
            .filter(|file| file.role == FileRole::Index)
        {
            for place in &file.places {
                let Some(id) = &place.attrs.id else { continue };
                let edition = |key: &str| {
                    place
                        .attrs
                        .get(key)
                        .and_then(|edition| ruleset.edition(&edition.value))
                };
                let items = place
                    .commentary
                    .iter()
                    .flat_map(|commentary| &commentary.items);
                let here = |span| file.locate(span);
                out.of
                    .entry(id.value.clone())
                    .or_default()
                    .push(out.all.len());
                out.all.push(Subject {
                    clause: id.value.clone(),
                    label: place.heading.text.to_string(),
                    phrases: items
                        .map(|item| {
                            (
                                item.text.to_string(),
                                here(item.source_span(crate::text::Span::new(0, item.text.len()))),
                            )
                        })
                        .collect(),
                    from: edition("effective"),
                    until: edition("until"),
                    at: here(place.heading_span),
                });
            }
        }
        out
    }

    /// Iterates over the subjects that lead to the clause with this id.
    pub fn of(&self, clause: &str) -> impl Iterator<Item = &Subject> {
        self.of
            .get(clause)
            .into_iter()
            .flatten()
            .filter_map(|&at| self.all.get(at))
    }

    /// Iterates over all subjects, in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &Subject> {
        self.all.iter()
    }

    /// Whether there are no subjects.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
