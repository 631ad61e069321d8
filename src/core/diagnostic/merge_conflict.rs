//! Finds unresolved merge conflicts: the lines that git writes around two versions of a passage.

use super::{Diagnostic, Location};
use crate::text::{SourceId, Span};
use std::borrow::Cow;

const HELP: &str = "keep what is right of both versions, and delete the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`";

/// Where a line is: outside of conflicts, in the own version, or in the other or common one.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Outside,
    Own,
    Other,
}

/// Returns the text of a source with blanks of the same length in place of the marks of conflicts and of
/// all versions but the first, and an error for each conflict, at its first line.
pub fn without_conflicts(source: SourceId, text: Cow<'_, str>) -> (Cow<'_, str>, Vec<Diagnostic>) {
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
                let at = Span::new(out.len(), out.len() + content.len());
                let error = Diagnostic::error(
                    "merge-conflict",
                    Location::new(source, at),
                    "unresolved merge conflict",
                );
                found.push(error.label("only the first version is read").help(HELP));
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
