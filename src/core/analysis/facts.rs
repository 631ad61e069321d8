//! Finds the values of a fact (words marked with its name, such as a limit that checks of lists
//! use), and the clauses and rulings that state them.

use super::{Analysis, Citation, Origin};
use crate::{
    diagnostic::Location,
    resolve::{RulesetDb, View},
    syntax::{Mark, MarkKind},
};
use serde::Serialize;

/// A value of a fact at a view: the clause or ruling that states it, its author, and its place in
/// the sources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactValue {
    /// Its value, as it reads.
    pub value: String,
    /// The clause or ruling that contains it.
    pub id: String,
    /// The author of the value.
    pub origin: Origin,
    /// The place of the value in the sources.
    #[serde(skip)]
    pub at: Option<Location>,
}

impl Analysis {
    /// Returns the values of a fact at a view, one for each place in a clause and each ruling.
    pub fn fact_values(&self, db: &RulesetDb, name: &str, view: &View) -> Vec<FactValue> {
        let cited = self.cited_facts(db, name, view).into_iter();
        cited
            .map(|(value, by)| FactValue {
                value,
                id: by.id,
                origin: by.origin,
                at: by.at,
            })
            .collect()
    }

    /// Returns the values of a fact at a view, each with a citation of the words that contain it.
    pub fn cited_facts(&self, db: &RulesetDb, name: &str, view: &View) -> Vec<(String, Citation)> {
        let mut out = Vec::new();
        for id in db.sections_with_fact(name) {
            let Some(section) = db.section(&id) else {
                continue;
            };
            let tree = section.version(view);
            for atom in tree.atoms(tree.root) {
                let Some(wording) = tree.restated(atom) else {
                    continue;
                };
                for mark in wording
                    .marks
                    .iter()
                    .filter(|mark| mark.fact() == Some(name))
                {
                    let by = wording.author(mark.span);
                    let value = mark.span.of(&wording.text);
                    let at = section
                        .patch(by)
                        .and_then(|patch| value_location(patch, name, value));
                    let mut cited = self.citation(db, &section, atom, by, view);
                    cited.at = at.or(cited.at);
                    out.push((value.to_owned(), cited));
                }
            }
            for ruling in section.rulings(view) {
                let Some(patch) = section.patch(ruling.patch) else {
                    continue;
                };
                let Some((value, at)) = fact_values_of(patch, name).into_iter().next() else {
                    continue;
                };
                let mut cited = self.cited_ruling(db, &section, &ruling, view);
                cited.at = Some(at);
                out.push((value, cited));
            }
        }
        out
    }
}

/// Returns the place where a patch gives a fact that value, otherwise the first place where it
/// gives the fact a value.
fn value_location(patch: &crate::model::Patch, name: &str, value: &str) -> Option<Location> {
    let values = fact_values_of(patch, name);
    let same = values.iter().find(|(own, _)| own == value);
    same.or(values.first()).map(|(_, at)| *at)
}

/// Returns the values that a patch gives a fact, in the order of its text. Struck-out values are
/// those before the patch.
fn fact_values_of(patch: &crate::model::Patch, name: &str) -> Vec<(String, Location)> {
    let mut out = Vec::new();
    let mut stack: Vec<&crate::syntax::Block> = patch.blocks().iter().rev().collect();
    while let Some(block) = stack.pop() {
        if let Some(text) = block.text() {
            let struck = |mark: &Mark| {
                let inside = |strike: &Mark| {
                    strike.span.start() <= mark.span.start() && mark.span.end() <= strike.span.end()
                };
                text.marks
                    .iter()
                    .filter(|other| other.kind == MarkKind::Strike)
                    .any(inside)
            };
            let own = |mark: &&Mark| mark.fact() == Some(name) && !struck(mark);
            let found = text.marks.iter().filter(own);
            out.extend(found.map(|mark| {
                let at = patch.file.locate(text.source_span(mark.span));
                (mark.span.of(&text.text).to_owned(), at)
            }));
        }
        stack.extend(block.children().iter().rev());
    }
    out
}
