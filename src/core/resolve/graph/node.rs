//! `GraphNode` and `Relation`: the nodes of the graph of a ruleset, and the kinds of its edges.

use crate::{resolve::Symbol, text::SourceId};
use std::{fmt, sync::Arc};

/// A node of the graph: a file, section or name; only in drawings also an instruction or ruling.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GraphNode {
    /// A file.
    File(SourceId),
    /// A section.
    Section(Arc<str>),
    /// A name: of a section, a unit or a ruling, of a fact, a term, a document or an edition. It
    /// may be mentioned and declared nowhere.
    Symbol(Symbol),
    /// An instruction of a section, by document and number; only in drawings.
    Patch(String),
    /// A ruling, by document and number; only in drawings.
    Ruling(String),
}

impl GraphNode {
    /// Returns the node of a name as files declare it: an id, or a term with the prefix `term:`.
    pub fn declared(name: &str) -> Self {
        Self::Symbol(Symbol::Clause(name.into()))
    }

    /// Returns the node of a document.
    pub fn document(key: &str) -> Self {
        Self::Symbol(Symbol::Document(key.into()))
    }

    /// Returns the node of a symbol; that of a term is its declared name.
    pub fn of(symbol: Symbol) -> Self {
        match symbol {
            Symbol::Term(term) => Self::declared(&["term:", &term].concat()),
            other => Self::Symbol(other),
        }
    }
}

/// The kind of an edge: how a file, section or name relates to another, such as `Mentions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// A file has a part in a section.
    Contributes,
    /// A name is declared in a section; `nth` counts the declarations of that name in the file.
    DeclaredIn {
        /// The number of earlier declarations of the same name in the file.
        nth: u32,
    },
    /// The sections of the instructions of a file depend on where a name is declared.
    LooksUp,
    /// A file names passages of a document by their numbers.
    Numbers,
    /// A section, or a file outside its sections, names something in its front matter or in
    /// attributes.
    Refers,
    /// An instruction addresses a clause.
    Addresses,
    /// Rules text mentions a name.
    Mentions,
    /// A note of the project links to a name.
    Comments,
    /// Text that an instruction deletes continues in a clause.
    MovedTo,
    /// A document builds on another one of the same edition.
    BuildsOn,
    /// An edition amends another one; in drawings also: an instruction amends a clause.
    Amends,
    /// A document makes an edition; in drawings also: a document states an instruction, a clause
    /// defines a fact.
    Defines,
    /// An instruction creates a clause.
    Creates,
    /// An instruction deletes a clause.
    Deletes,
    /// A ruling interprets a clause.
    Interprets,
    /// A clause cites another.
    Cites,
    /// An instruction withdraws another.
    Withdraws,
    /// A clause uses a term.
    Uses,
}

impl fmt::Display for GraphNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(source) => write!(f, "file {}", source.0),
            Self::Section(id) | Self::Symbol(Symbol::Clause(id)) => write!(f, "#{id}"),
            Self::Symbol(Symbol::Fact(id)) => write!(f, "fact:{id}"),
            Self::Symbol(Symbol::Term(id)) => write!(f, "term:{id}"),
            Self::Symbol(Symbol::Document(id)) => write!(f, "document {id}"),
            Self::Symbol(Symbol::Edition(id)) => write!(f, "edition {id}"),
            Self::Symbol(Symbol::Page(id)) => write!(f, "page {id}"),
            Self::Symbol(Symbol::Ruleset(id)) => write!(f, "ruleset {id}"),
            Self::Patch(id) | Self::Ruling(id) => write!(f, "{id}"),
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Contributes => "contributes to",
            Self::DeclaredIn { .. } => "is declared in",
            Self::LooksUp => "looks up",
            Self::Numbers => "numbers",
            Self::Refers => "refers to",
            Self::Addresses => "addresses",
            Self::Mentions => "mentions",
            Self::Comments => "comments on",
            Self::MovedTo => "moved to",
            Self::BuildsOn => "builds on",
            Self::Amends => "amends",
            Self::Defines => "defines",
            Self::Creates => "creates",
            Self::Deletes => "deletes",
            Self::Interprets => "interprets",
            Self::Cites => "cites",
            Self::Withdraws => "withdraws",
            Self::Uses => "uses",
        })
    }
}

/// An edge that a file adds to the graph: its start node, its kind, its end node.
pub type GraphEdge = (GraphNode, Relation, GraphNode);

/// The position of a file in its ruleset: by role, then by its document's publication.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::resolve) struct FileOrder {
    /// The position of its role: base texts first, then sheets.
    pub role: u8,
    /// The position of its document in the order of publication.
    pub document: u32,
    /// The file.
    pub source: SourceId,
}
