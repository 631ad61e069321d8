//! Returns the rules compiled into the program from the folder `rules`, as sources; no scenarios.

use crate::analysis::{Source, SourceKind, SourceOrigin};
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
