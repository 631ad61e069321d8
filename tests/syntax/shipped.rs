//! The shipped rules files.

use camino::{Utf8Path, Utf8PathBuf};
use rulebook::{
    diagnostic::{self, RenderSource, RenderStyle},
    syntax,
    text::{LineIndex, SourceId},
};
use std::fs;

/// Every rules file below `rules/`: path and text.
pub(crate) fn files() -> Vec<(Utf8PathBuf, String)> {
    let mut out = Vec::new();
    let mut folders = vec![Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("rules")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = folder.read_dir_utf8() else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.into_path();
            if path.is_dir() {
                folders.push(path);
            } else if syntax::file_role(path.as_str()).is_some() {
                let text = fs::read_to_string(&path).expect("a readable rules file");
                out.push((path, text));
            }
        }
    }
    out.sort();
    out
}

#[test]
fn parse_without_a_finding() {
    let mut found = String::new();
    for (path, text) in files() {
        let file = syntax::parse(SourceId(0), path.as_str(), &text);
        for finding in &file.diagnostics {
            let source = RenderSource {
                path: path.as_str(),
                text: &text,
                lines: &LineIndex::new(&text),
            };
            found += &diagnostic::render(finding, &|_| Some(source), RenderStyle::default());
            found.push('\n');
        }
    }
    assert!(found.is_empty(), "{found}");
}
