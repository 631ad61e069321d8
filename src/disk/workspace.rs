//! Finds the workspace around a folder, by a `rulebook.toml` or a folder `rules` with rulesets.

use super::folder::has_rulesets;
use camino::{Utf8Path, Utf8PathBuf};

/// A folder with rules or scenarios to work on: it has a `rulebook.toml`, or a folder `rules` that
/// contains rulesets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// The folder.
    pub root: Utf8PathBuf,
    /// Its `rulebook.toml`, if it has one.
    pub settings: Option<Utf8PathBuf>,
    /// Its folder of rulesets, if it has one.
    pub rules: Option<Utf8PathBuf>,
}

impl Workspace {
    /// Returns the nearest workspace that contains `start`, an absolute path. The search ends at
    /// the root of a git repository.
    pub fn containing(start: &Utf8Path) -> Option<Self> {
        for folder in start.ancestors() {
            let settings = Some(folder.join("rulebook.toml")).filter(|path| path.is_file());
            let rules = Some(folder.join("rules")).filter(|path| has_rulesets(path));
            if settings.is_some() || rules.is_some() {
                return Some(Self {
                    root: folder.to_owned(),
                    settings,
                    rules,
                });
            }
            if folder.join(".git").exists() {
                return None;
            }
        }
        None
    }
}
