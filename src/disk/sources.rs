//! Loads all rules: those in the program, in workspaces and named folders, and in the library.
//! Files of workspaces and named folders replace shipped files with the same ruleset and name;
//! files of the library are added.

use super::{
    ReadError, Workspace,
    folder::{Walk, read_folder},
    library::read_library,
    shipped_sources,
};
use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};

/// The paths from which `load_sources` loads rules in addition to the shipped ones: workspaces,
/// named folders, and the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLocations {
    /// The current folder; paths below it are shown relative to it.
    pub current: Utf8PathBuf,
    /// The open workspaces; a later one takes precedence.
    pub workspaces: Vec<Workspace>,
    /// Folders that the user named; a later one takes precedence.
    pub rules_folders: Vec<Utf8PathBuf>,
    /// The library of printed wording.
    pub library: Option<Utf8PathBuf>,
}

/// The sources that [`load_sources`] has read, and the errors of files that it could not read.
#[derive(Clone, Debug, Default)]
pub struct LoadedSources {
    /// The sources; within a ruleset each file name occurs once, not counting library files.
    pub sources: Vec<Source>,
    /// The files and folders that could not be read.
    pub errors: Vec<ReadError>,
}

/// Reads all rules. A file replaces an earlier one with the same ruleset and name, in this order:
/// the program's, the workspaces', the named folders'. Files of the library are added without
/// replacing any.
pub fn load_sources(locations: &SourceLocations) -> LoadedSources {
    let mut loaded = LoadedSources {
        sources: shipped_sources(),
        errors: Vec::new(),
    };
    let (from, origin) = (&locations.current, SourceOrigin::Folder);
    let workspaces = locations.workspaces.iter();
    for rules in workspaces.filter_map(|workspace| workspace.rules.as_ref()) {
        let walk = Walk::RespectGitignore;
        let fresh = read_folder(rules, from, origin, walk, &mut loaded.errors);
        loaded.replace_or_add(fresh);
    }
    for named in &locations.rules_folders {
        let path = from.join(named);
        if !path.is_dir() {
            loaded.errors.push(ReadError::new(named, "no such folder"));
            continue;
        }
        let walk = Walk::Everything;
        let fresh = read_folder(&path, from, origin, walk, &mut loaded.errors);
        if fresh.is_empty() {
            let message = "no rules in it: expected a folder with a `ruleset.toml`, or a folder of such folders";
            loaded.errors.push(ReadError::new(named, message));
        }
        loaded.replace_or_add(fresh);
    }
    if let Some(path) = &locations.library {
        let fresh = read_library(&from.join(path), from, &mut loaded.errors);
        loaded.sources.extend(fresh);
    }
    for error in &mut loaded.errors {
        if let Ok(inside) = error.path.strip_prefix(from) {
            error.path = Utf8Path::to_owned(inside);
        }
    }
    loaded
}

impl LoadedSources {
    /// Adds sources; each replaces an existing one with the same ruleset and name.
    pub fn replace_or_add(&mut self, fresh: Vec<Source>) {
        for source in fresh {
            // scenarios belong to no ruleset: they are identified by path
            let same = |old: &Source| match source.kind {
                SourceKind::Scenario => old.path == source.path,
                _ => old.ruleset == source.ruleset && old.name == source.name,
            };
            match self.sources.iter_mut().find(|old| same(old)) {
                Some(old) => *old = source,
                None => self.sources.push(source),
            }
        }
    }
}
