//! `Row` and `Cell`: the lines of a list, divided into cells.

use super::lexicon::{Meaning, Role};
use crate::text::Span;

/// How many rows below the last troops a row may still be one of the list.
pub(super) const NEAR: usize = 3;

/// A part of a row between two separators.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) span: Span,
    /// The role that the head of its column gives it.
    pub(super) role: Option<Role>,
    /// The ranks that its mark means, as the head of its column says: `General`.
    pub(super) flag: Vec<Meaning>,
}

impl Cell {
    pub(super) fn new(span: Span) -> Self {
        Self {
            span,
            role: None,
            flag: Vec::new(),
        }
    }
}

/// A line of a list.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) span: Span,
    pub(super) cells: Vec<Cell>,
    /// Whether markup or its place makes it a heading.
    pub(super) is_heading: bool,
    /// Whether a blank line is above it.
    pub(super) is_apart: bool,
    /// Whether separators divide it into cells.
    pub(super) is_table: bool,
    /// Whether it is the head of a table.
    pub(super) is_head: bool,
}
