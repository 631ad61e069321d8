use crate::{
    syntax::{self, Layer, Role, role},
    text::SourceId,
};
use camino::Utf8PathBuf;
use std::sync::Arc;

/// Where a source came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceOrigin {
    /// The program's own rules.
    Shipped,
    /// A folder of rules named by the user, or that of a workspace.
    Folder,
    /// The user's own library of printed wording.
    Library,
}

/// What a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// `ruleset.toml`.
    Ruleset,
    /// A rules file in Markdown.
    Rules,
    /// `thesaurus.toml`: what players say for the words of the rules.
    Thesaurus,
    /// `scenario.toml`: how scenario files are written.
    Vocabulary,
    /// `*.check.md`: a rule of play.
    Check,
    /// `import.toml`: how printed sheets of the ruleset look.
    Import,
    /// `*.scenario.md`: an army list or battle plan.
    Scenario,
}

/// One text that was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path, as it is shown; for shipped ones the path inside `rules/`.
    pub path: Utf8PathBuf,
    /// Its file name, whose ending tells what it is for.
    pub name: String,
    /// The ruleset whose folder it lies in; empty for a thesaurus for all of them.
    pub ruleset: String,
    /// What it is.
    pub kind: SourceKind,
    /// Where it came from.
    pub origin: SourceOrigin,
    /// What it says.
    pub text: Arc<str>,
}

impl SourceKind {
    /// What a file of that name is; none for files that are no rules.
    pub fn of(name: &str) -> Option<Self> {
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
        } else if role(name).is_some() {
            Some(Self::Rules)
        } else {
            None
        }
    }
}

impl Source {
    /// Whether it holds printed wording: a rules file of the user's library, or one that says so. An index or a thesaurus holds none.
    pub fn is_printed(&self) -> bool {
        if self.kind != SourceKind::Rules || role(&self.name) == Some(Role::Index) {
            return false;
        }
        let says = || {
            self.text.contains("wording")
                && syntax::parse(SourceId::default(), &self.name, &self.text)
                    .front
                    .layer
                    == Layer::Printed
        };
        self.origin == SourceOrigin::Library || says()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(name: &str, origin: SourceOrigin, text: &str) -> bool {
        let kind = SourceKind::of(name).expect("a file of rules");
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
