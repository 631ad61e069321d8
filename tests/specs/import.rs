//! The folder `import`: how the sheets are read, each by itself, with what is known of the project's own rulesets; behind them, what the
//! parts of a sheet are where a test asks for `pieces`.

use super::spec::Files;
use rulebook::{analysis::Analysis, disk, import};
use std::{fmt::Write, sync::OnceLock};

/// What the rules of the project say of sheets, read once.
fn known() -> &'static import::KnownRulesets {
    static KNOWN: OnceLock<import::KnownRulesets> = OnceLock::new();
    KNOWN.get_or_init(|| import::KnownRulesets::from_analysis(&Analysis::new(disk::shipped())))
}

/// How every instruction was read.
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
