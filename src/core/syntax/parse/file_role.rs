//! Finds the role of a rules file by the ending of its name: `.rules.md`, `.amend.md`, ….

use crate::syntax::FileRole;

/// The endings of file names, each with the role of such a file.
pub const ROLES: &[(&str, FileRole)] = &[
    (".rules.md", FileRole::Base),
    (".amend.md", FileRole::Amend),
    (".clarify.md", FileRole::Clarify),
    (".book.md", FileRole::Book),
    (".index.md", FileRole::Index),
];

/// Formats the endings of [`ROLES`] for a message: `.rules.md, … or .index.md`.
pub fn role_endings(quote: &str) -> String {
    let mut names: Vec<String> = ROLES
        .iter()
        .map(|(ending, _)| format!("{quote}{ending}{quote}"))
        .collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}

/// Returns the role of a file by its name or path; `None` if its ending is not one of [`ROLES`].
pub fn file_role(name: &str) -> Option<FileRole> {
    ROLES
        .iter()
        .find(|(ending, _)| name.ends_with(ending))
        .map(|(_, role)| *role)
}
