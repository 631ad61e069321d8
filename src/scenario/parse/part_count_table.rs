//! `PartCountTable`: the rows so far of an open table with a column for each part of an army.

use super::line::TableRow;
use crate::{
    scenario::{token::ScenarioToken, value::ScenarioValue, vocabulary::PropertyIx},
    text::{Span, Spanned},
};

/// A row of a table with a column for each part of an army: its cells of all parts, and the number
/// of elements in each part.
#[derive(Clone)]
pub(super) struct PartCountRow {
    pub(super) row: TableRow,
    pub(super) span: Span,
    /// The number of its elements by the column of the part.
    pub(super) counts: Vec<(usize, ScenarioToken)>,
}

/// The rows so far of a table with a column for each part of an army, kept until it ends, and the
/// totals below them.
#[derive(Clone, Default)]
pub(super) struct PartCountTable {
    pub(super) rows: Vec<PartCountRow>,
    /// The column, the property and its value.
    pub(super) totals: Vec<(usize, PropertyIx, Spanned<ScenarioValue>)>,
}
