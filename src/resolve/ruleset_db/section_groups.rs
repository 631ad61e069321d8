//! The sections of a ruleset by what contains them.

use std::collections::HashMap;

/// The sections by parent section and by page, in the order of the outline.
#[derive(Debug, Default)]
pub(super) struct SectionGroups {
    /// By the parent section.
    pub(super) parts: HashMap<String, Vec<String>>,
    /// By the printed page.
    pub(super) pages: HashMap<String, Vec<String>>,
}
