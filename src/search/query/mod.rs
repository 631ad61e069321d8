//! The query language: from text to tokens to a tree of nodes.
//!
//! Parsing never fails. Parts that make no sense are ignored and reported, with their place and a
//! suggestion.

mod parse;
mod token;

pub use parse::parse;

use crate::text::Span;

/// A problem in a query. The rest of the query is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its byte range in the query.
    pub span: Span,
    /// What is wrong, without a full stop.
    pub message: String,
    /// The remedy.
    pub help: Option<String>,
}

/// The property that a condition filters by.
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
    /// `document:` the document that contains the wording.
    Document,
    /// `changed:` the editions in which the text differs from the one before.
    Changed,
    /// `by:` the document of an instruction.
    By,
    /// `cites:` the clause that is cited.
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

/// A field with its names and help text.
pub struct FieldRow {
    /// The field.
    pub field: Field,
    /// Its names: help and messages use the first.
    pub names: &'static [&'static str],
    /// The help text: an example and what it finds.
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
    /// Returns its name.
    pub fn name(self) -> &'static str {
        FIELDS
            .iter()
            .find(|row| row.field == self)
            .map_or("", |row| row.names[0])
    }
}

/// The value of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryValue {
    /// One value.
    One(String),
    /// An inclusive range; an omitted end is open.
    Range(Option<String>, Option<String>),
}

/// A parsed query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryNode {
    /// Free text: the more of it a document contains, the better its score.
    Words(String, Span),
    /// Words that follow each other in this order.
    Phrase(String, Span),
    /// All words that begin with this text.
    Prefix(String, Span),
    /// A condition.
    Condition(Field, QueryValue, Span),
    /// A sequence: conditions must be met, free text may be found.
    All(Vec<QueryNode>),
    /// Nodes joined by `AND`: all must match.
    And(Vec<QueryNode>),
    /// Nodes joined by `OR`: one must match.
    Or(Vec<QueryNode>),
    /// A node that must not match.
    Not(Box<QueryNode>),
}

impl QueryNode {
    /// Returns whether the query is empty.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::All(nodes) if nodes.is_empty())
    }

    /// Visits the node and all nodes in it.
    pub fn walk<'n>(&'n self, visit: &mut dyn FnMut(&'n QueryNode)) {
        visit(self);
        match self {
            Self::All(nodes) | Self::And(nodes) | Self::Or(nodes) => {
                nodes.iter().for_each(|node| node.walk(visit))
            }
            Self::Not(node) => node.walk(visit),
            Self::Words(..) | Self::Phrase(..) | Self::Prefix(..) | Self::Condition(..) => {}
        }
    }

    /// Returns the conditions on a field, except those in `NOT`.
    pub fn conditions(&self, field: Field) -> Vec<(&QueryValue, Span)> {
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
