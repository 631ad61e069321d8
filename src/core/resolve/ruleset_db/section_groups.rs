//! `SectionGroups`: the sections of a ruleset by parent section and by printed page.

use std::collections::HashMap;

/// The ids of sections by parent section and by page, in the order of the outline.
#[derive(Debug, Default)]
pub(super) struct SectionGroups {
    /// By the parent section.
    pub(super) parts: HashMap<String, Vec<String>>,
    /// By the printed page.
    pub(super) pages: HashMap<String, Vec<String>>,
}
