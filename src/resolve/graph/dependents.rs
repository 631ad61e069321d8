//! Finds the files that an edit affects through names, notes' links and numbers of passages, by
//! comparing the graphs before and after; files that share an edited section are not included.

use super::node::{GraphNode, Relation};
use crate::{resolve::RulesetDb, text::SourceId};
use std::collections::BTreeSet;

/// The files that an edit affects through names, notes and numbers of passages: all of the ruleset,
/// or those listed; files that share an edited section are not included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dependents {
    /// All files of the ruleset: a name, a heading, a page or a document was declared or removed,
    /// and any file may refer to it or suggest it.
    Ruleset,
    /// These files.
    Files(BTreeSet<SourceId>),
}

impl RulesetDb {
    /// Returns the files that depend on what an edit of `source` changed since `before`. `edited`
    /// are the sections to which the file contributes something else.
    pub fn dependents(
        &self,
        before: &Self,
        source: SourceId,
        edited: &BTreeSet<String>,
    ) -> Dependents {
        let partial = |db: &Self| db.file(source).map(|file| file.front.partial);
        if partial(self) != partial(before)
            || self.only_targeted_by(source) != before.only_targeted_by(source)
            || edited
                .iter()
                .any(|id| self.heading(id) != before.heading(id))
        {
            return Dependents::Ruleset;
        }
        let mut files = BTreeSet::new();
        for (_, relation, to) in self.changed_relations(before, source) {
            match relation {
                Relation::DeclaredIn { .. } | Relation::Refers => return Dependents::Ruleset,
                Relation::Mentions { .. } | Relation::Comments { .. } => {
                    if let GraphNode::Symbol(symbol) = &to {
                        files.extend(self.files_naming(symbol));
                    }
                }
                // what an instruction does is part of its sections
                _ => {}
            }
        }
        let (now, old) = (
            self.document_passages(source),
            before.document_passages(source),
        );
        if now != old {
            let documents = now.iter().chain(old).map(|(document, _)| document);
            files.extend(
                documents
                    .flat_map(|document| self.files_of_document(document))
                    .map(|file| file.source),
            );
        }
        for section in edited {
            files.extend(self.files_citing(section));
        }
        Dependents::Files(files)
    }

    /// Returns the sections that a file instructs and no file defines: its headings may count for
    /// another section.
    fn only_targeted_by(&self, source: SourceId) -> BTreeSet<&str> {
        let mut sections = self.sections_of_source(source);
        sections.retain(|section| self.is_only_targeted(section));
        sections
    }

    /// Returns the files with a note of the project that links to a name which a section declares.
    fn files_citing(&self, section: &str) -> BTreeSet<SourceId> {
        self.graph
            .names_in(section)
            .flat_map(|name| {
                self.graph.files_related(name, |relation| {
                    matches!(relation, Relation::Comments { .. })
                })
            })
            .collect()
    }
}
