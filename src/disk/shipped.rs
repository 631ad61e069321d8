//! Returns the rules compiled into the program from the folder `rules`, as sources, without scenarios;
//! and finds the files that a package installs next to the program.

use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::Utf8PathBuf;
use include_dir::{Dir, include_dir};
use std::sync::Arc;

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");

/// Returns the files of all shipped rulesets as sources; scenarios are left out.
pub fn shipped_sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let rulesets = RULES.dirs().flat_map(|folder| {
        std::iter::once(folder)
            .chain(folder.dirs())
            .map(move |inner| (folder.path(), inner))
    });
    for (ruleset, folder) in std::iter::once((RULES.path(), &RULES)).chain(rulesets) {
        let ruleset = ruleset.to_string_lossy().into_owned();
        for file in folder.files() {
            let name = file
                .path()
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            if let (Some(kind), Some(text)) = (
                SourceKind::from_file_name(&name).filter(|kind| *kind != SourceKind::Scenario),
                file.contents_utf8(),
            ) {
                let path = file.path().to_string_lossy().replace('\\', "/").into();
                sources.push(Source {
                    path,
                    name,
                    ruleset: ruleset.clone(),
                    kind,
                    origin: SourceOrigin::Shipped,
                    text: Arc::from(text),
                });
            }
        }
    }
    sources
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
