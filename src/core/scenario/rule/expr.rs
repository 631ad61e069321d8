//! The syntax tree of expressions in rules of play, with names resolved to indices.

use super::super::{
    value::ScenarioValue,
    vocabulary::{KindIx, PropertyIx},
};

/// The index of a fact, table, clause or instruction that rules refer to, in its list of the
/// [`SymbolTable`](super::SymbolTable).
pub(in crate::scenario) type ReferenceIx = u16;

/// An expression of a rule: literal, property, operator, aggregate, call, query of the rules.
#[derive(Clone, Debug)]
pub(in crate::scenario) enum Expr {
    Literal(ScenarioValue),
    /// A text with expressions in it.
    Text(Vec<TextPart>),
    /// A `let` of the rule, by its index.
    Let(u16),
    /// A property of a record.
    Property(RecordRef, PropertyIx),
    /// The position of a record among those of its kind in the same place, from 1.
    Index(RecordRef),
    /// The number of a fact.
    Fact(ReferenceIx),
    /// The number in a cell of a table: row and column.
    Cell(ReferenceIx, Box<[Expr; 2]>),
    /// Whether a table has a value in a cell: row and column.
    Offered(ReferenceIx, Box<[Expr; 2]>),
    /// Whether a clause is in force.
    Holds(ReferenceIx),
    /// Missing, because the text of a clause is not included.
    Needs(ReferenceIx),
    /// Whether a part of a record's own line was not understood.
    Misread(RecordRef),
    /// Whether an instruction is in force.
    Stands(ReferenceIx),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Has(Box<Expr>),
    Binary(BinaryOperator, Box<[Expr; 2]>),
    If(Box<[Expr; 3]>),
    In(Box<Expr>, Vec<Expr>),
    /// The number of words that a property has.
    Length(Box<Expr>),
    /// An aggregate over a set of records; some need a body that is evaluated for each of them.
    Aggregate(Aggregate, RecordSet, Option<Box<Expr>>),
    Call(Function, Vec<Expr>),
}

/// A part of a text in an expression: plain text, or an expression whose value is inserted.
#[derive(Clone, Debug)]
pub(in crate::scenario) enum TextPart {
    Text(String),
    Expr(Expr),
}

/// A reference to a record in an expression: one in scope, one around it, or the first of a set.
#[derive(Clone, Debug)]
pub(in crate::scenario) enum RecordRef {
    /// The record of a frame: 0 is that of the rule, each `where` opens another one.
    Frame(u8),
    /// The record itself or the nearest one around it that may have a property.
    Having(Box<RecordRef>, PropertyIx),
    /// The record itself or the nearest one around it that is of a kind.
    Around(Box<RecordRef>, KindIx),
    /// The first record of a set.
    First(Box<RecordSet>),
}

/// The records that an expression ranges over, perhaps only those that satisfy a condition.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct RecordSet {
    pub(in crate::scenario) of: RecordSetBase,
    pub(in crate::scenario) filter: Option<Box<Expr>>,
}

/// The records from which a set is filtered: all of a kind inside a record, or its siblings.
#[derive(Clone, Debug)]
pub(in crate::scenario) enum RecordSetBase {
    /// All records of a kind inside a record.
    Inside(Box<RecordRef>, KindIx),
    /// The other records of the same kind in the same place.
    Others(Box<RecordRef>),
}

/// An operator between two expressions: logical, comparison or arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenario) enum BinaryOperator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// A computation over a set of records: count, sum, any, all, max or min.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenario) enum Aggregate {
    Count,
    Sum,
    Any,
    All,
    Max,
    Min,
}

/// The aggregates by name.
pub(super) const AGGREGATES: &[(&str, Aggregate)] = &[
    ("count", Aggregate::Count),
    ("sum", Aggregate::Sum),
    ("any", Aggregate::Any),
    ("all", Aggregate::All),
    ("max", Aggregate::Max),
    ("min", Aggregate::Min),
];

/// A function that expressions call: on numbers, texts or areas, such as `round`, `distance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenario) enum Function {
    Floor,
    Ceil,
    Round,
    Abs,
    Least,
    Most,
    Contains,
    Overlap,
    Inside,
    Distance,
    Width,
    Depth,
    Left,
    Right,
    Front,
    Back,
}

/// The functions by name, each with its number of arguments.
pub(super) const FUNCTIONS: &[(&str, Function, usize)] = &[
    ("floor", Function::Floor, 1),
    ("ceil", Function::Ceil, 1),
    ("round", Function::Round, 1),
    ("abs", Function::Abs, 1),
    ("least", Function::Least, 2),
    ("most", Function::Most, 2),
    ("contains", Function::Contains, 2),
    ("overlap", Function::Overlap, 2),
    ("inside", Function::Inside, 2),
    ("distance", Function::Distance, 2),
    ("width", Function::Width, 1),
    ("depth", Function::Depth, 1),
    ("left", Function::Left, 1),
    ("right", Function::Right, 1),
    ("front", Function::Front, 1),
    ("back", Function::Back, 1),
];

/// The names of the functions that query the rules' text.
pub(super) const QUERIES: &[&str] = &["fact", "cell", "offered", "holds", "stands", "needs"];

/// Returns the names of everything that is called with brackets: aggregates, functions and queries
/// of the rules' text.
pub fn call_words() -> impl Iterator<Item = &'static str> {
    let aggregates = AGGREGATES.iter().map(|row| row.0);
    aggregates
        .chain(FUNCTIONS.iter().map(|row| row.0))
        .chain(QUERIES.iter().copied())
}
