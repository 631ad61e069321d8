//! Reads the rulesets in a folder as sources, without scenarios; for `fmt` and `check` lists the
//! rules files and scenarios below a folder. Hidden files are skipped.

use super::{
    ReadError,
    read::{MAX_BYTES, read_text},
    real_path,
    write::entries,
};
use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// What a walk of a folder skips: hidden files and `target`, or also what `.gitignore` excludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// Skips only hidden files and `target`: for folders that the user named.
    Everything,
    /// Skips what `.gitignore` excludes, too: for folders that were discovered.
    RespectGitignore,
}

/// Reads the rules in `folder`, which is either one ruleset (it has a `ruleset.toml`) or a folder
/// of rulesets. Scenarios are left out. Paths below `from` are shown relative to it. Files that
/// cannot be read are added to `errors`; the others are returned.
pub(super) fn read_folder(
    folder: &Utf8Path,
    from: &Utf8Path,
    origin: SourceOrigin,
    walk: Walk,
    errors: &mut Vec<ReadError>,
) -> Vec<Source> {
    let is_single = folder.join("ruleset.toml").is_file();
    let single = is_single.then(|| folder_name(folder));
    let paths = walk_files(folder, walk, errors);
    let read_source = |path: &Utf8PathBuf| {
        let own = FileOfRules::new(path.strip_prefix(folder).ok()?, single.as_deref())?;
        let shown = path.strip_prefix(from).unwrap_or(path);
        Some(read_text(path).map(|text| own.source(shown, origin, text)))
    };
    let mut sources = Vec::new();
    let paths = paths.par_iter().with_min_len(16);
    for result in paths.filter_map(read_source).collect::<Vec<_>>() {
        match result {
            Ok(source) => sources.push(source),
            Err(error) => errors.push(error),
        }
    }
    sources
}

/// The name of a file of a ruleset, its kind, and the ruleset; no scenario.
#[derive(Debug)]
pub(super) struct FileOfRules {
    pub(super) name: String,
    pub(super) kind: SourceKind,
    pub(super) ruleset: String,
}

impl FileOfRules {
    /// Returns what a file at a path is, which is relative to a folder of rulesets, or to the ruleset
    /// `single`; `None` if it is no file of a ruleset.
    pub(super) fn new(path: &Utf8Path, single: Option<&str>) -> Option<Self> {
        let name = path.file_name()?.to_owned();
        let kind = kind_of(path).filter(|kind| *kind != SourceKind::Scenario)?;
        let first = path.components().next()?.as_str().to_owned();
        let shared = matches!(kind, SourceKind::Thesaurus | SourceKind::Import).then(String::new);
        let ruleset = match single {
            Some(single) => single.to_owned(),
            None if first == name => shared?,
            None => first,
        };
        Some(Self {
            name,
            kind,
            ruleset,
        })
    }

    /// Returns the source with a text and the path that is shown.
    pub(super) fn source(self, path: &Utf8Path, origin: SourceOrigin, text: String) -> Source {
        Source {
            path: path.to_owned(),
            name: self.name,
            ruleset: self.ruleset,
            kind: self.kind,
            origin,
            text: Arc::from(text),
        }
    }
}

/// Returns whether a folder directly in `folder` contains a file of a ruleset, or a scenario.
pub(super) fn has_rulesets(folder: &Utf8Path) -> bool {
    let holds_rules = |path: &Utf8Path| {
        entries(path).any(|entry| SourceKind::from_file_name(entry.file_name()).is_some())
    };
    entries(folder).any(|entry| entry.path().is_dir() && holds_rules(entry.path()))
}

/// Returns the rules files below `folder`, sorted by path.
pub fn rules_files(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut paths = walk_files(folder, Walk::RespectGitignore, &mut Vec::new());
    paths.retain(|path| kind_of(path) == Some(SourceKind::Rules));
    paths
}

/// Returns the kind of a file by its name.
pub fn kind_of(path: &Utf8Path) -> Option<SourceKind> {
    SourceKind::from_file_name(path.file_name()?)
}

/// Returns the scenario files at or below `path`, sorted by path. Scenarios in a ruleset's folder
/// are its examples and are skipped, unless `path` is that folder or inside it.
pub fn scenario_files(path: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut paths = match path.is_file() {
        true => vec![path.to_owned()],
        false => walk_files(path, Walk::RespectGitignore, &mut Vec::new()),
    };
    paths.retain(|path| kind_of(path) == Some(SourceKind::Scenario));
    paths.retain(|found| {
        let mut folders = found
            .ancestors()
            .skip(1)
            .take_while(|folder| folder.starts_with(path) && *folder != path);
        !folders.any(|folder| folder.join("ruleset.toml").is_file())
    });
    paths
}

/// Returns whether there is a file of a ruleset in a folder or below it; scenarios do not count.
pub fn has_rules(folder: &Utf8Path) -> bool {
    walk_files(folder, Walk::RespectGitignore, &mut Vec::new())
        .iter()
        .any(|path| kind_of(path).is_some_and(|kind| kind != SourceKind::Scenario))
}

/// Returns the files below `folder` whose names are those of scenarios, examples of rulesets too.
pub(super) fn all_scenario_files(
    folder: &Utf8Path,
    walk: Walk,
    errors: &mut Vec<ReadError>,
) -> Vec<Utf8PathBuf> {
    let mut paths = walk_files(folder, walk, errors);
    paths.retain(|path| kind_of(path) == Some(SourceKind::Scenario));
    paths
}

pub(super) fn folder_name(folder: &Utf8Path) -> String {
    real_path(folder).file_name().unwrap_or("rules").to_owned()
}

/// Returns the files below `folder`, sorted by path, without hidden files and build output
/// (`target`).
///
/// The walk reads ignore files without limit, so none is respected around a `folder` with one that
/// is not a regular file of limited size, and a folder below with such a one is skipped.
fn walk_files(folder: &Utf8Path, walk: Walk, errors: &mut Vec<ReadError>) -> Vec<Utf8PathBuf> {
    let mut respect = walk == Walk::RespectGitignore;
    if respect
        && let Ok(whole) = folder.canonicalize()
        && let Some(bad) = whole.ancestors().find_map(unreadable_ignore_file)
    {
        let message = "not a regular file, so it has no effect";
        errors.push(ReadError::new(&bad, message));
        respect = false;
    }
    let mut builder = ignore::WalkBuilder::new(folder);
    builder
        .git_ignore(respect)
        .git_exclude(false)
        .git_global(false)
        .ignore(respect)
        .parents(respect)
        .hidden(true);
    let (sender, skipped) = std::sync::mpsc::channel();
    builder.filter_entry(move |entry| {
        if entry.depth() == 0 {
            return true;
        }
        if let Some(bad) = unreadable_ignore_file(entry.path()).filter(|_| respect) {
            // the receiver lives as long as the walk
            let _sent = sender.send(bad);
            return false;
        }
        entry.file_name() != "target"
    });
    let mut paths = Vec::new();
    for entry in builder.build() {
        match entry {
            Ok(entry) if is_folder(&entry) => {}
            Ok(entry) => match Utf8PathBuf::from_path_buf(entry.into_path()) {
                Ok(path) => paths.push(path),
                Err(path) => {
                    let (path, message) =
                        (path.to_string_lossy(), "its name is not UTF-8; rename it");
                    errors.push(ReadError::new(Utf8Path::new(&*path), message));
                }
            },
            Err(error) => errors.push(ReadError::new(folder, error.to_string())),
        }
    }
    let message = "not a regular file, so its folder is skipped";
    let skipped = skipped.try_iter();
    errors.extend(skipped.map(|bad| ReadError::new(&bad, message)));
    paths.sort();
    paths
}

/// Returns the ignore file in a folder that is not a regular file, or is too long.
fn unreadable_ignore_file(folder: &Path) -> Option<Utf8PathBuf> {
    let is_bad = |path: &PathBuf| {
        let metadata = std::fs::metadata(path);
        metadata.is_ok_and(|own| !own.is_file() || own.len() > MAX_BYTES)
    };
    let files = [".gitignore", ".ignore"].map(|name| folder.join(name));
    let bad = files.into_iter().find(is_bad)?;
    Some(Utf8PathBuf::from(bad.to_string_lossy().into_owned()))
}

/// Returns whether an entry is a folder, or a link to one.
fn is_folder(entry: &ignore::DirEntry) -> bool {
    match entry.file_type() {
        Some(kind) if !kind.is_symlink() => kind.is_dir(),
        _ => entry.path().is_dir(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::disk::{read::tests::make_pipe, write::tests::folder};
    use std::fs;

    #[test]
    fn ignore_files_are_regular_files() {
        let (_keep, folder) = folder();
        for inner in ["a", "b", "b/c"] {
            fs::create_dir_all(folder.join(inner)).expect("made");
            fs::write(folder.join(inner).join("x.rules.md"), "").expect("written");
        }
        make_pipe(&folder.join("b/c/.gitignore"));
        let walk =
            |errors: &mut Vec<ReadError>| walk_files(&folder, Walk::RespectGitignore, errors).len();
        let mut errors = Vec::new();
        assert_eq!(walk(&mut errors), 2);
        assert_eq!(errors.len(), 1);
        assert!(errors[0].path.ends_with("b/c/.gitignore"), "{errors:?}");
        std::os::unix::fs::symlink("/dev/zero", folder.join(".ignore")).expect("linked");
        assert_eq!(walk(&mut errors), 3);
        assert_eq!(errors.len(), 2);
    }
}
