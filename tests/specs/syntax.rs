//! The folder `syntax`: the outline of the tree that a file gives, then what is wrong with it.

use super::{outline::outline, render, spec::Files};
use rulebook::{syntax, text::SourceId};
use std::fmt::Write;

/// Outline and diagnostics of the files.
pub(crate) fn answer(files: &Files) -> String {
    let mut out = String::new();
    for (index, (name, text)) in files.iter().enumerate() {
        let file = syntax::parse(
            SourceId(u32::try_from(index).unwrap_or_default()),
            name,
            text,
        );
        if files.len() > 1 {
            let _ = writeln!(out, "{name}");
        }
        out += &outline(&file);
        for finding in &file.diagnostics {
            let _ = write!(out, "\n{}", render::diagnostic(text, finding));
        }
    }
    out
}
