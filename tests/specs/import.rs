//! The folder `import`: how each sheet is parsed with the project's own rulesets; then the pieces
//! of the sheet, if a test asks for `pieces`.

use super::spec::Files;
use rulebook::{analysis::Analysis, disk, import};
use std::{fmt::Write, sync::OnceLock};

/// The project's rulesets, loaded once.
fn known() -> &'static import::KnownRulesets {
    static KNOWN: OnceLock<import::KnownRulesets> = OnceLock::new();
    KNOWN.get_or_init(|| {
        import::KnownRulesets::from_analysis(&Analysis::new(disk::shipped_sources()))
    })
}

/// Explains how every instruction was understood.
pub(crate) fn answer(files: &Files) -> String {
    let mut out = String::new();
    for (name, text) in files {
        let reading = import::parse_sheets(text, known());
        if !out.is_empty() {
            out.push('\n');
        }
        out += &reading.explain(text);
        if name.starts_with("pieces") {
            out.push('\n');
            for piece in &reading.pieces {
                let words: String = piece
                    .span
                    .of(text)
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ");
                let _ = writeln!(
                    out,
                    "{:14} {}",
                    piece.kind.name(),
                    import::truncate(&words, 70)
                );
            }
        }
    }
    out
}
