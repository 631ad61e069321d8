//! Returns the rules compiled into the program from the folder `rules`, as sources, without scenarios;
//! and finds the files that a package installs next to the program.

use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::Utf8PathBuf;
use std::sync::Arc;

/// The path below `rules` and the text of each file, as `build.rs` lists them.
static RULES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// Returns the files of all shipped rulesets as sources; scenarios are left out.
pub fn shipped_sources() -> Vec<Source> {
    let sources = RULES.iter().filter_map(|(path, text)| {
        let name = path.rsplit('/').next()?;
        let kind = SourceKind::from_file_name(name)?;
        let ruleset = path.split_once('/').map_or("", |(ruleset, _)| ruleset);
        (kind != SourceKind::Scenario).then(|| Source {
            path: (*path).into(),
            name: name.to_owned(),
            ruleset: ruleset.to_owned(),
            kind,
            origin: SourceOrigin::Shipped,
            text: Arc::from(*text),
        })
    });
    sources.collect()
}

/// Returns the path of a file that a package installs with the program: in the folder `page` next to it,
/// as in archives, or in `share/rulebook` next to its folder.
pub fn packaged_file(name: &str) -> Option<Utf8PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folder = Utf8PathBuf::from_path_buf(program).ok()?;
    let folder = folder.parent()?;
    let mut places = ["page", "../share/rulebook"]
        .iter()
        .map(|own| folder.join(own).join(name));
    places.find(|path| path.is_file())
}
