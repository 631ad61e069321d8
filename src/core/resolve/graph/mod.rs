//! The graph of a ruleset: which files and sections declare, address or mention which names.
//!
//! Each edge is stated by a file, so an edit replaces the edges of one file. What belongs
//! to, amends or follows what is there from the start; what is addressed and mentioned is added once
//! it is needed. The section that declares a name and the references to it are neighbours in this
//! graph. The instructions of one section have a graph of their own
//! ([`Section::later_links`]), because what they act on is only known when the section is
//! resolved. [`drawing`] puts both together.
//!
//! [`Section::later_links`]: super::Section::later_links

pub mod drawing;
mod node;
mod relations;
mod ruleset_graph;

pub(super) use node::FileOrder;
pub use node::{GraphEdge, GraphNode, Relation};
pub(super) use relations::{mentions_of, structure_of};
pub(super) use ruleset_graph::RulesetGraph;
