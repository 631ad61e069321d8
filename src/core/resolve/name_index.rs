//! Finds names of clauses, sections, terms and facts by a prefix of any of their parts, for completion.

use super::{
    RulesetDb, Symbol,
    graph::{GraphNode, Relation},
};
use std::{borrow::Cow, collections::HashSet};

/// The kind of a name: that of a clause, a section, a term or a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexedNameKind {
    /// Ids of clauses, sections included.
    Clause,
    /// Ids of sections, found also by the words of their headings.
    Section,
    /// Terms of the glossary.
    Term,
    /// Facts that rules text marks.
    Fact,
}

impl RulesetDb {
    /// Returns at most `most` names of a kind with a part that has the prefix `typed`
    /// (case-insensitive), and whether there are more. A part follows a `.`, a `-` or a space. Names
    /// with the prefix itself come first; both groups are sorted.
    pub fn names_matching(
        &self,
        kind: IndexedNameKind,
        typed: &str,
        most: usize,
    ) -> (Vec<&str>, bool) {
        let typed = typed.to_lowercase();
        let mut found: Vec<(bool, String, &str)> = Vec::new();
        let mut add = |words: &str, name| {
            let words = lowercase(words);
            let ends = words.match_indices(['.', '-', ' ']);
            let parts = std::iter::once(0).chain(ends.map(|(at, end)| at + end.len()));
            let mut parts = parts.map(|at| &words[at..]);
            if let Some(part) = parts.find(|part| part.starts_with(&*typed) && !part.is_empty()) {
                found.push((part.len() < words.len(), part.to_owned(), name));
            }
        };
        match kind {
            IndexedNameKind::Clause | IndexedNameKind::Term => {
                for (name, _) in self.names() {
                    match (name.strip_prefix("term:"), kind) {
                        (Some(term), IndexedNameKind::Term) => add(term, term),
                        (None, IndexedNameKind::Clause) => add(name, name),
                        _ => {}
                    }
                }
            }
            IndexedNameKind::Section => {
                for id in self.section_ids().filter(|id| !self.is_only_targeted(id)) {
                    add(id, id);
                    add(self.heading(id).unwrap_or_default(), id);
                }
            }
            IndexedNameKind::Fact => {
                for node in self.mentions().nodes() {
                    if let GraphNode::Symbol(Symbol::Fact(fact)) = node
                        && self
                            .mentions()
                            .incoming(node)
                            .any(|(_, own, _)| own == Relation::Mentions)
                    {
                        add(fact, fact);
                    }
                }
            }
        }
        found.sort_unstable();
        let mut seen = HashSet::new();
        let names = found.into_iter().map(|(_, _, name)| name);
        let mut names = names.filter(|name| seen.insert(*name));
        let first = names.by_ref().take(most).collect();
        (first, names.next().is_some())
    }
}

/// Returns a text in lower case; most names are.
fn lowercase(text: &str) -> Cow<'_, str> {
    if text.chars().any(char::is_uppercase) {
        text.to_lowercase().into()
    } else {
        text.into()
    }
}
