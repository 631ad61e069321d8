//! Returns the id of a section in a file, and the targets that a command names.

use crate::{
    syntax::{Command, FileSection, Target},
    text::letters::slug,
};

/// Returns the id of a place, or one made from its heading.
pub fn place_id(place: &FileSection) -> String {
    place
        .attrs
        .id
        .as_ref()
        .map_or_else(|| slug(&place.heading.text), |id| id.value.clone())
}

/// Returns the targets that a command names; empty without a command.
pub fn targets(command: Option<&Command>) -> Vec<&Target> {
    command.map(Command::targets).unwrap_or_default()
}
