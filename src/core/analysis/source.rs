//! `Source`: the text of one rules, TOML or scenario file, in memory, with its kind and origin.

use crate::{
    syntax::{self, FileRole, WordingLayer, file_role},
    text::SourceId,
};
use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a source text comes from: the program itself, a folder of rules, or the user's library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SourceOrigin {
    /// The program's own rules.
    Shipped,
    /// A folder of rules named by the user, or that of a workspace.
    Folder,
    /// The user's own library of printed wording.
    Library,
}

/// The kind of a source text, by its file name: ruleset, rules, thesaurus, check, scenario, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SourceKind {
    /// `ruleset.toml`.
    Ruleset,
    /// A rules file in Markdown.
    Rules,
    /// `thesaurus.toml`: players' synonyms for the words of the rules.
    Thesaurus,
    /// `scenario.toml`: the format of scenario files.
    Vocabulary,
    /// `*.check.md`: a rule of play.
    Check,
    /// `import.toml`: the format of the printed sheets of a ruleset.
    Import,
    /// `*.scenario.md`: an army list or battle plan.
    Scenario,
}

/// The text of a file with its path, file name, ruleset, kind, and origin; an `Analysis` keeps all
/// of them in memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    /// Its path as shown to people; for shipped rules the path inside `rules/`.
    pub path: Utf8PathBuf,
    /// Its file name, whose ending determines the kind.
    pub name: String,
    /// The ruleset in whose folder it is; empty for a thesaurus for all rulesets.
    pub ruleset: String,
    /// Its kind.
    pub kind: SourceKind,
    /// Where it comes from.
    pub origin: SourceOrigin,
    /// Its text.
    pub text: Arc<str>,
}

impl SourceKind {
    /// Returns the kind of a file of that name; `None` for other files.
    pub fn from_file_name(name: &str) -> Option<Self> {
        if name == "ruleset.toml" {
            Some(Self::Ruleset)
        } else if name == "thesaurus.toml" {
            Some(Self::Thesaurus)
        } else if name == "scenario.toml" {
            Some(Self::Vocabulary)
        } else if name == "import.toml" {
            Some(Self::Import)
        } else if name.ends_with(".check.md") {
            Some(Self::Check)
        } else if name.ends_with(".scenario.md") {
            Some(Self::Scenario)
        } else if file_role(name).is_some() {
            Some(Self::Rules)
        } else {
            None
        }
    }
}

impl Source {
    /// Returns whether it contains printed wording: a rules file of the user's library, or one
    /// whose front matter says so. Indexes and thesauri contain none.
    pub fn is_printed(&self) -> bool {
        if self.kind != SourceKind::Rules || file_role(&self.name) == Some(FileRole::Index) {
            return false;
        }
        let declares_printed = || {
            self.text.contains("wording")
                && syntax::parse(SourceId::default(), &self.name, &self.text)
                    .front
                    .layer
                    == WordingLayer::Printed
        };
        self.origin == SourceOrigin::Library || declares_printed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(name: &str, origin: SourceOrigin, text: &str) -> bool {
        let kind = SourceKind::from_file_name(name).expect("a file of rules");
        Source {
            path: name.into(),
            name: name.into(),
            ruleset: "rafts".into(),
            kind,
            origin,
            text: text.into(),
        }
        .is_printed()
    }

    #[test]
    fn printed_is_what_the_library_holds_or_what_says_so() {
        let says =
            "---\nruleset: rafts\nwording: printed\n---\n\n# Mooring {#mooring}\n\n> A raft.\n";
        let silent = "---\nruleset: rafts\n---\n\n# Wording {#wording}\n\n> A raft.\n";
        assert!(
            printed("1.book.md", SourceOrigin::Library, silent)
                && printed("1.book.md", SourceOrigin::Folder, says)
        );
        assert!(
            !printed("1.book.md", SourceOrigin::Folder, silent)
                && !printed("base.rules.md", SourceOrigin::Shipped, silent)
        );
        assert!(
            !printed("ways.index.md", SourceOrigin::Library, silent)
                && !printed("thesaurus.toml", SourceOrigin::Library, "[words]")
        );
    }
}
