//! The query language: from what was typed, over tokens, to a tree that says what is meant.
//!
//! Parsing never fails. What makes no sense is left out and told, with its place and what could be meant.

mod parse;
mod token;

pub use parse::parse;

use crate::text::Span;

/// Something in a query that was not understood. The rest counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the query.
    pub span: Span,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// What a condition asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// `at:` the edition.
    At,
    /// `as-of:` the day up to which documents count.
    AsOf,
    /// `ruleset:` the game.
    Ruleset,
    /// `section:` the section, or words of its heading.
    Section,
    /// `page:` the printed page.
    Page,
    /// `kind:` clause, clarification and so on.
    Kind,
    /// `document:` the document that brought the wording.
    Document,
    /// `changed:` the editions in which the text came to differ from the one before.
    Changed,
    /// `by:` the document of an instruction.
    By,
    /// `cites:` the clause that is referred to.
    Cites,
    /// `interprets:` the clause that a clarification is about.
    Interprets,
    /// `term:` a term that is used.
    Term,
    /// `fact:` a value that is stated.
    Fact,
    /// `is:` deleted, held, touched, undecided, contradicted.
    Is,
}

/// A field with its name, and what it is for: the rows of help.
pub struct FieldRow {
    /// The field.
    pub field: Field,
    /// Its names: the first is the one that is taught.
    pub names: &'static [&'static str],
    /// What it asks, with an example.
    pub help: &'static str,
}

/// All fields.
pub const FIELDS: &[FieldRow] = &[
    FieldRow {
        field: Field::At,
        names: &["at", "edition"],
        help: "at:3.1              the text of this edition",
    },
    FieldRow {
        field: Field::AsOf,
        names: &["as-of", "asof", "known"],
        help: "as-of:2022-12-31    only what was published by then",
    },
    FieldRow {
        field: Field::Ruleset,
        names: &["ruleset", "rules"],
        help: "ruleset:dbm         one game",
    },
    FieldRow {
        field: Field::Section,
        names: &["section", "in"],
        help: "section:recoiling   one section, by id or words of its heading",
    },
    FieldRow {
        field: Field::Page,
        names: &["page", "p"],
        help: "page:22..24         printed pages",
    },
    FieldRow {
        field: Field::Kind,
        names: &["kind", "type"],
        help: "kind:clarification  clause, table, figure, entry, note, guideline",
    },
    FieldRow {
        field: Field::Document,
        names: &["document", "doc"],
        help: "document:dbm-3.1    the document that the wording stands in",
    },
    FieldRow {
        field: Field::Changed,
        names: &["changed"],
        help: "changed:3.2..3.4    what reads otherwise than in the edition before",
    },
    FieldRow {
        field: Field::By,
        names: &["by"],
        help: "by:dbm-3.4          what the instructions of a document changed",
    },
    FieldRow {
        field: Field::Cites,
        names: &["cites"],
        help: "cites:pip           what refers to a clause",
    },
    FieldRow {
        field: Field::Interprets,
        names: &["interprets"],
        help: "interprets:recoiling  rulings on a clause",
    },
    FieldRow {
        field: Field::Term,
        names: &["term", "defines"],
        help: "term:kn             what uses or defines a term",
    },
    FieldRow {
        field: Field::Fact,
        names: &["fact"],
        help: "fact:baggage.small  what states a value",
    },
    FieldRow {
        field: Field::Is,
        names: &["is"],
        help: "is:deleted          also held, touched, undecided, contradicted",
    },
];

impl Field {
    /// Its name.
    pub fn name(self) -> &'static str {
        FIELDS
            .iter()
            .find(|row| row.field == self)
            .map_or("", |row| row.names[0])
    }
}

/// What a condition asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// One value.
    One(String),
    /// From one value to another, both among them; an end that is left out is open.
    Range(Option<String>, Option<String>),
}

/// A query, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Free text: the more of it is found, the better.
    Words(String, Span),
    /// Words that stand together in this order.
    Phrase(String, Span),
    /// A word that begins so.
    Prefix(String, Span),
    /// A condition.
    Condition(Field, Value, Span),
    /// One after the other: conditions must be met, free text may be found.
    All(Vec<Node>),
    /// Joined by `AND`: each must be found.
    And(Vec<Node>),
    /// Joined by `OR`.
    Or(Vec<Node>),
    /// What must not be found.
    Not(Box<Node>),
}

impl Node {
    /// A query that asks for nothing.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::All(nodes) if nodes.is_empty())
    }

    /// The node and those in it.
    pub fn walk<'n>(&'n self, visit: &mut dyn FnMut(&'n Node)) {
        visit(self);
        match self {
            Self::All(nodes) | Self::And(nodes) | Self::Or(nodes) => {
                nodes.iter().for_each(|node| node.walk(visit))
            }
            Self::Not(node) => node.walk(visit),
            Self::Words(..) | Self::Phrase(..) | Self::Prefix(..) | Self::Condition(..) => {}
        }
    }

    /// The conditions on a field, outside of `NOT`.
    pub fn conditions(&self, field: Field) -> Vec<(&Value, Span)> {
        match self {
            Self::All(nodes) | Self::And(nodes) | Self::Or(nodes) => nodes
                .iter()
                .flat_map(|node| node.conditions(field))
                .collect(),
            Self::Condition(own, value, span) if *own == field => vec![(value, *span)],
            Self::Not(_)
            | Self::Words(..)
            | Self::Phrase(..)
            | Self::Prefix(..)
            | Self::Condition(..) => Vec::new(),
        }
    }
}
