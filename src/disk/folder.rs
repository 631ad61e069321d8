//! Folders of rules.

use super::{ReadFault, read};
use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use std::sync::Arc;

/// Whether a walk heeds `.gitignore`: it does where it was not told to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// A folder that somebody named.
    Named,
    /// A folder that was found.
    Found,
}

/// The rules in `folder`: either a ruleset itself (it has a `ruleset.toml`), or a folder of rulesets. Paths are shown relative to
/// `from` where they lie below it. What can't be read is told, and the rest still comes.
pub(super) fn folder(
    folder: &Utf8Path,
    from: &Utf8Path,
    origin: SourceOrigin,
    walk: Walk,
    faults: &mut Vec<ReadFault>,
) -> Vec<Source> {
    let single = folder
        .join("ruleset.toml")
        .is_file()
        .then(|| name_of(folder));
    let paths = files(folder, walk, faults);
    let one = |path: &Utf8PathBuf| {
        let name = path.file_name()?.to_owned();
        let kind = SourceKind::of(&name).filter(|kind| *kind != SourceKind::Scenario)?;
        let first = path
            .strip_prefix(folder)
            .ok()?
            .components()
            .next()
            .map(|first| first.as_str().to_owned())
            .unwrap_or_default();
        let shared = matches!(kind, SourceKind::Thesaurus | SourceKind::Import).then(String::new);
        let ruleset = single
            .clone()
            .or_else(|| if first == name { shared } else { Some(first) })?;
        Some(read(path).map(|text| {
            let path = path.strip_prefix(from).unwrap_or(path).to_owned();
            Source {
                path,
                name,
                ruleset,
                kind,
                origin,
                text: Arc::from(text),
            }
        }))
    };
    let mut sources = Vec::new();
    let read: Vec<_> = paths.par_iter().with_min_len(16).filter_map(one).collect();
    for read in read {
        match read {
            Ok(source) => sources.push(source),
            Err(fault) => faults.push(fault),
        }
    }
    sources
}

/// Whether something in `folder` is a ruleset: a folder that holds rules files.
pub(super) fn has_rulesets(folder: &Utf8Path) -> bool {
    let holds_rules = |path: &Utf8Path| {
        let entries = path.read_dir_utf8().into_iter().flatten().flatten();
        entries
            .into_iter()
            .any(|entry| SourceKind::of(entry.file_name()).is_some())
    };
    let inner = folder.read_dir_utf8().into_iter().flatten().flatten();
    inner
        .into_iter()
        .any(|entry| entry.path().is_dir() && holds_rules(entry.path()))
}

/// The rules files below `folder`, in the order of their paths.
pub fn rules_files(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut paths = files(folder, Walk::Found, &mut Vec::new());
    paths.retain(|path| {
        SourceKind::of(path.file_name().unwrap_or_default()) == Some(SourceKind::Rules)
    });
    paths
}

/// The scenario files at or below `path`, in the order of their paths. Those in the folder of a ruleset are its examples, and come only where
/// that is asked for by name.
pub fn scenarios(path: &Utf8Path) -> Vec<Utf8PathBuf> {
    let is_scenario = |path: &Utf8PathBuf| {
        SourceKind::of(path.file_name().unwrap_or_default()) == Some(SourceKind::Scenario)
    };
    let start = path.to_owned();
    let mut paths = if path.is_file() {
        vec![start]
    } else {
        files(&start, Walk::Found, &mut Vec::new())
    };
    paths.retain(is_scenario);
    paths.retain(|found| {
        let mut folders = found
            .ancestors()
            .skip(1)
            .take_while(|folder| folder.starts_with(path));
        !folders.any(|folder| folder.join("ruleset.toml").is_file())
    });
    paths
}

/// Whether rules lie at or below a folder.
pub fn has_rules(folder: &Utf8Path) -> bool {
    files(folder, Walk::Found, &mut Vec::new())
        .iter()
        .any(|path| {
            let kind = SourceKind::of(path.file_name().unwrap_or_default());
            kind.is_some_and(|kind| kind != SourceKind::Scenario)
        })
}

fn name_of(folder: &Utf8Path) -> String {
    let whole = folder
        .canonicalize_utf8()
        .unwrap_or_else(|_| folder.to_owned());
    whole.file_name().unwrap_or("rules").to_owned()
}

/// The files below `folder`, in the order of their paths; never hidden ones, nor those of a build.
fn files(folder: &Utf8Path, walk: Walk, faults: &mut Vec<ReadFault>) -> Vec<Utf8PathBuf> {
    let found = walk == Walk::Found;
    let mut builder = ignore::WalkBuilder::new(folder);
    builder
        .git_ignore(found)
        .git_exclude(found)
        .git_global(false)
        .ignore(found)
        .parents(found)
        .hidden(true);
    builder.filter_entry(|entry| entry.depth() == 0 || entry.file_name() != "target");
    let mut paths = Vec::new();
    for entry in builder.build() {
        match entry {
            Ok(entry) if entry.path().is_dir() => {}
            Ok(entry) => match Utf8PathBuf::from_path_buf(entry.into_path()) {
                Ok(path) => paths.push(path),
                Err(path) => faults.push(ReadFault::new(
                    Utf8Path::new(&path.to_string_lossy()),
                    "its name is not UTF-8; rename it",
                )),
            },
            Err(error) => faults.push(ReadFault::new(folder, error.to_string())),
        }
    }
    paths.sort();
    paths
}
