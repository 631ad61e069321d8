//! Two helpers: the id of a section of a rules file, and the targets in an instruction's command.

use crate::{
    syntax::{Command, FileSection, Target},
    text::slug::slug,
};

/// Returns the id of a section of a file: as written, or made from its heading.
pub fn file_section_id(place: &FileSection) -> String {
    place
        .attrs
        .id
        .as_ref()
        .map_or_else(|| slug(&place.heading.text), |id| id.value.clone())
}

/// Returns the targets that a command names; empty without a command.
pub fn targets(command: Option<&Command>) -> Vec<&Target> {
    command.into_iter().flat_map(Command::addresses).collect()
}
