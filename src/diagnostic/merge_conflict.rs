//! Finds unresolved merge conflicts: the lines that git writes around two versions of a passage.

use super::{Diagnostic, Location};
use crate::text::Span;
use std::borrow::Cow;

/// Where a line is: outside of conflicts, in the own version, or in the other or common one.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Outside,
    Own,
    Other,
}

/// Returns the text with blanks of the same length in place of the marks of conflicts and of all
/// versions but the first, and the first line of each conflict.
pub fn without_conflicts(text: Cow<'_, str>) -> (Cow<'_, str>, Vec<Span>) {
    let begins_line = |mark: &str| text.starts_with(mark) || text.contains(&format!("\n{mark}"));
    if !begins_line("<<<<<<< ") {
        return (text, Vec::new());
    }
    let (mut out, mut found, mut side) =
        (String::with_capacity(text.len()), Vec::new(), Side::Outside);
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let (is_mark, next) = match side {
            Side::Outside if line.starts_with("<<<<<<< ") => {
                found.push(Span::new(out.len(), out.len() + content.len()));
                (true, Side::Own)
            }
            Side::Own if line.starts_with("||||||| ") || content == "=======" => {
                (true, Side::Other)
            }
            Side::Own | Side::Other if line.starts_with(">>>>>>> ") => (true, Side::Outside),
            _ => (false, side),
        };
        if is_mark || side == Side::Other {
            out.extend(content.bytes().map(|_| ' '));
            out += &line[content.len()..];
        } else {
            out += line;
        }
        side = next;
    }
    (Cow::Owned(out), found)
}

/// Returns the error for a conflict, at the first line of it.
pub fn merge_conflict(at: Location) -> Diagnostic {
    Diagnostic::error("merge-conflict", at, "unresolved merge conflict")
        .label("only the first version is read")
        .help("keep what is right of both versions, and delete the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`")
}
