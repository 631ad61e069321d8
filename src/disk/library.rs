//! The user's own library: printed wording, by ruleset.

use super::{
    ReadFault,
    folder::{Walk, folder},
};
use crate::world::{Source, SourceKind, SourceOrigin};
use camino::Utf8Path;

/// The files of the library at `path`, `<ruleset>/*.amend.md` and the like; a library that is not there is empty. A
/// `ruleset.toml` has no business in it and is told.
pub(super) fn library(path: &Utf8Path, from: &Utf8Path, faults: &mut Vec<ReadFault>) -> Vec<Source> {
    if !path.is_dir() {
        return Vec::new();
    }
    let (rules, strange): (Vec<Source>, Vec<Source>) =
        folder(path, from, SourceOrigin::Library, Walk::Named, faults).into_iter().partition(|source| source.kind != SourceKind::Ruleset);
    let told =
        strange.iter().map(|source| ReadFault::new(&source.path, "a library holds wording only; put rulesets into a `rules` folder"));
    faults.extend(told);
    rules
}
