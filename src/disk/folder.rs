//! Folders of rules.

use super::{ReadError, read_text};
use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use std::sync::Arc;

/// Which files a walk skips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// Skips only hidden files and `target`: for folders that the user named.
    Everything,
    /// Skips what `.gitignore` excludes, too: for folders that were discovered.
    RespectGitignore,
}

/// Reads the rules in `folder`, which is either one ruleset (it has a `ruleset.toml`) or a folder
/// of rulesets. Paths below `from` are shown relative to it. Files that cannot be read are added to
/// `errors`; the others are returned.
pub(super) fn read_folder(
    folder: &Utf8Path,
    from: &Utf8Path,
    origin: SourceOrigin,
    walk: Walk,
    errors: &mut Vec<ReadError>,
) -> Vec<Source> {
    let single = folder
        .join("ruleset.toml")
        .is_file()
        .then(|| folder_name(folder));
    let paths = walk_files(folder, walk, errors);
    let read_source = |path: &Utf8PathBuf| {
        let name = path.file_name()?.to_owned();
        let kind =
            SourceKind::from_file_name(&name).filter(|kind| *kind != SourceKind::Scenario)?;
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
        Some(read_text(path).map(|text| {
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
    let results: Vec<_> = paths
        .par_iter()
        .with_min_len(16)
        .filter_map(read_source)
        .collect();
    for result in results {
        match result {
            Ok(source) => sources.push(source),
            Err(error) => errors.push(error),
        }
    }
    sources
}

/// Returns whether a folder directly in `folder` contains rules files.
pub(super) fn has_rulesets(folder: &Utf8Path) -> bool {
    let holds_rules = |path: &Utf8Path| {
        let entries = path.read_dir_utf8().into_iter().flatten().flatten();
        entries
            .into_iter()
            .any(|entry| SourceKind::from_file_name(entry.file_name()).is_some())
    };
    let inner = folder.read_dir_utf8().into_iter().flatten().flatten();
    inner
        .into_iter()
        .any(|entry| entry.path().is_dir() && holds_rules(entry.path()))
}

/// Returns the rules files below `folder`, sorted by path.
pub fn rules_files(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut paths = walk_files(folder, Walk::RespectGitignore, &mut Vec::new());
    paths.retain(|path| {
        SourceKind::from_file_name(path.file_name().unwrap_or_default()) == Some(SourceKind::Rules)
    });
    paths
}

/// Returns the scenario files at or below `path`, sorted by path. Scenarios in a ruleset's folder
/// are its examples and are skipped, unless `path` is inside that folder.
pub fn scenario_files(path: &Utf8Path) -> Vec<Utf8PathBuf> {
    let is_scenario = |path: &Utf8PathBuf| {
        SourceKind::from_file_name(path.file_name().unwrap_or_default())
            == Some(SourceKind::Scenario)
    };
    let start = path.to_owned();
    let mut paths = if path.is_file() {
        vec![start]
    } else {
        walk_files(&start, Walk::RespectGitignore, &mut Vec::new())
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

/// Returns whether there are rules files at or below a folder.
pub fn has_rules(folder: &Utf8Path) -> bool {
    walk_files(folder, Walk::RespectGitignore, &mut Vec::new())
        .iter()
        .any(|path| {
            let kind = SourceKind::from_file_name(path.file_name().unwrap_or_default());
            kind.is_some_and(|kind| kind != SourceKind::Scenario)
        })
}

fn folder_name(folder: &Utf8Path) -> String {
    let whole = folder
        .canonicalize_utf8()
        .unwrap_or_else(|_| folder.to_owned());
    whole.file_name().unwrap_or("rules").to_owned()
}

/// Returns the files below `folder`, sorted by path, without hidden files and build output
/// (`target`).
fn walk_files(folder: &Utf8Path, walk: Walk, errors: &mut Vec<ReadError>) -> Vec<Utf8PathBuf> {
    let respect = walk == Walk::RespectGitignore;
    let mut builder = ignore::WalkBuilder::new(folder);
    builder
        .git_ignore(respect)
        .git_exclude(respect)
        .git_global(false)
        .ignore(respect)
        .parents(respect)
        .hidden(true);
    builder.filter_entry(|entry| entry.depth() == 0 || entry.file_name() != "target");
    let mut paths = Vec::new();
    for entry in builder.build() {
        match entry {
            Ok(entry) if is_folder(&entry) => {}
            Ok(entry) => match Utf8PathBuf::from_path_buf(entry.into_path()) {
                Ok(path) => paths.push(path),
                Err(path) => errors.push(ReadError::new(
                    Utf8Path::new(&path.to_string_lossy()),
                    "its name is not UTF-8; rename it",
                )),
            },
            Err(error) => errors.push(ReadError::new(folder, error.to_string())),
        }
    }
    paths.sort();
    paths
}

/// Returns whether an entry is a folder, or a link to one.
fn is_folder(entry: &ignore::DirEntry) -> bool {
    match entry.file_type() {
        Some(kind) if !kind.is_symlink() => kind.is_dir(),
        _ => entry.path().is_dir(),
    }
}
