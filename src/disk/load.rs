use super::{
    ReadFault, Workspace,
    folder::{Walk, folder},
    library::library,
    shipped,
};
use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};

/// Where rules are looked for, besides those in the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The folder in which the program runs; paths below it are shown relative to it.
    pub current: Utf8PathBuf,
    /// The workspaces that are worked in, later ones above earlier ones.
    pub workspaces: Vec<Workspace>,
    /// Folders that the user names, later ones above earlier ones.
    pub named: Vec<Utf8PathBuf>,
    /// The library of printed wording.
    pub library: Option<Utf8PathBuf>,
}

/// All sources that were found.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The sources, each file name once in its ruleset, library files apart.
    pub sources: Vec<Source>,
    /// What could not be read.
    pub faults: Vec<ReadFault>,
}

/// Reads all rules. A file takes the place of one with the same ruleset and name that comes earlier in this order: those in the program,
/// the workspace's, those in the folders named. Files of the library stand beside these.
pub fn load(places: &Places) -> Loaded {
    let mut loaded = Loaded {
        sources: shipped(),
        faults: Vec::new(),
    };
    let from = &places.current;
    for rules in places
        .workspaces
        .iter()
        .filter_map(|workspace| workspace.rules.as_ref())
    {
        let fresh = folder(
            rules,
            from,
            SourceOrigin::Folder,
            Walk::Found,
            &mut loaded.faults,
        );
        loaded.lay_over(fresh);
    }
    for named in &places.named {
        let path = from.join(named);
        if !path.is_dir() {
            loaded
                .faults
                .push(ReadFault::new(named, "there is no such folder"));
            continue;
        }
        let fresh = folder(
            &path,
            from,
            SourceOrigin::Folder,
            Walk::Named,
            &mut loaded.faults,
        );
        if fresh.is_empty() {
            let message = "no rules in it: a folder of rules holds a folder for each ruleset, or is one, with a `ruleset.toml`";
            loaded.faults.push(ReadFault::new(named, message));
        }
        loaded.lay_over(fresh);
    }
    if let Some(path) = &places.library {
        let fresh = library(&from.join(path), from, &mut loaded.faults);
        loaded.sources.extend(fresh);
    }
    for fault in &mut loaded.faults {
        if let Ok(inside) = fault.path.strip_prefix(from) {
            fault.path = Utf8Path::to_owned(inside);
        }
    }
    loaded
}

impl Loaded {
    /// Adds sources, in the place of those with the same ruleset and name.
    pub fn lay_over(&mut self, fresh: Vec<Source>) {
        for source in fresh {
            // scenarios belong to no ruleset: each file is its own
            let same = |old: &Source| match source.kind {
                SourceKind::Scenario => old.path == source.path,
                SourceKind::Ruleset
                | SourceKind::Rules
                | SourceKind::Thesaurus
                | SourceKind::Vocabulary
                | SourceKind::Check
                | SourceKind::Import => old.ruleset == source.ruleset && old.name == source.name,
            };
            match self.sources.iter_mut().find(|old| same(old)) {
                Some(old) => *old = source,
                None => self.sources.push(source),
            }
        }
    }
}
