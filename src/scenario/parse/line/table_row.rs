//! `TableRow`: the cells of a row of a table, to be parsed as a line.

use crate::{
    scenario::{
        token::ScenarioToken,
        vocabulary::{KindIx, PropertyIx},
    },
    text::Span,
};

/// The cells of a row of a list in table form: words, values by property, the record around.
#[derive(Clone)]
pub(in crate::scenario::parse) struct TableRow {
    pub(in crate::scenario::parse) kind: KindIx,
    /// The tokens of the cells with words.
    pub(in crate::scenario::parse) words: Vec<ScenarioToken>,
    /// The cells that hold the value of a property.
    pub(in crate::scenario::parse) cells: Vec<(PropertyIx, Span)>,
    /// The kind and name of the record that the row is in.
    pub(in crate::scenario::parse) around: Option<(KindIx, Span)>,
    /// Whether the row may belong to the army instead of one of its commands.
    pub(in crate::scenario::parse) is_of_whole: bool,
}
