//! Expressions, with their names looked up.

use super::super::{
    value::Value,
    vocabulary::{KindIx, PropertyIx},
};

/// Index of a number, table, clause or instruction that rules ask for.
pub(in crate::scenario) type Wanted = u16;

/// An expression.
#[derive(Clone, Debug)]
pub(in crate::scenario) enum Node {
    Const(Value),
    /// A text with expressions in it.
    Text(Vec<Part>),
    /// A name that the rule gives to an expression.
    Let(u16),
    /// A property of a record.
    Property(Record, PropertyIx),
    /// The place of a record among those of its kind, from 1.
    Index(Record),
    Fact(Wanted),
    Cell(Wanted, Box<[Node; 2]>),
    /// Whether a table has a value there.
    Offered(Wanted, Box<[Node; 2]>),
    Holds(Wanted),
    /// Missing, because of a clause that is not held.
    Needs(Wanted),
    /// Whether something of a record's own line was not understood.
    Misread(Record),
    Stands(Wanted),
    Not(Box<Node>),
    Minus(Box<Node>),
    Has(Box<Node>),
    Two(Operator, Box<[Node; 2]>),
    If(Box<[Node; 3]>),
    In(Box<Node>, Vec<Node>),
    /// How many words a property has.
    Size(Box<Node>),
    /// Something of many records.
    Many(Aggregate, Many, Option<Box<Node>>),
    Call(Function, Vec<Node>),
}

#[derive(Clone, Debug)]
pub(in crate::scenario) enum Part {
    Text(String),
    Node(Node),
}

/// A record that an expression speaks of.
#[derive(Clone, Debug)]
pub(in crate::scenario) enum Record {
    /// That of a frame: 0 is the record of the rule, each `where` opens a further one.
    Frame(u8),
    /// The nearest around it, itself included, that may have the property.
    Having(Box<Record>, PropertyIx),
    /// The nearest of a kind around it, itself included.
    Around(Box<Record>, KindIx),
    /// The first of many.
    First(Box<Many>),
}

/// Many records.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct Many {
    pub(in crate::scenario) of: Of,
    pub(in crate::scenario) filter: Option<Box<Node>>,
}

#[derive(Clone, Debug)]
pub(in crate::scenario) enum Of {
    /// All of a kind inside a record.
    Inside(Box<Record>, KindIx),
    /// The others of its kind in the same place.
    Others(Box<Record>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenario) enum Operator {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenario) enum Aggregate {
    Count,
    Sum,
    Any,
    All,
    Max,
    Min,
}

/// What is done with many records, by name.
pub(super) const AGGREGATES: &[(&str, Aggregate)] = &[
    ("count", Aggregate::Count),
    ("sum", Aggregate::Sum),
    ("any", Aggregate::Any),
    ("all", Aggregate::All),
    ("max", Aggregate::Max),
    ("min", Aggregate::Min),
];

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

/// Functions by name, with how many arguments they take.
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

/// Functions that ask the rules.
pub(super) const QUESTIONS: &[&str] = &["fact", "cell", "offered", "holds", "stands", "needs"];

/// The words in front of a bracket in a rule: what is done with records, with values, and asked of the rules.
pub fn call_words() -> impl Iterator<Item = &'static str> {
    let aggregates = AGGREGATES.iter().map(|row| row.0);
    aggregates
        .chain(FUNCTIONS.iter().map(|row| row.0))
        .chain(QUESTIONS.iter().copied())
}
