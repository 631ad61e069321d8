//! Rules of play as data: what a scenario must obey, and what is added up. One rule is one `*.check.md`.

mod asked;
mod names;
mod node;
mod parse;
mod read;

pub(super) use asked::{Asked, Wish};
pub use names::{Named, names};
pub use node::call_words;
pub(super) use node::{Aggregate, Function, Many, Node, Of, Operator, Part, Record, Wanted};
pub use read::LINE_WORDS;

use super::vocabulary::{KindIx, PropertyIx, Vocabulary};
use crate::{
    diagnostic::{Diagnostic, Severity},
    text::{SourceId, Span},
};
use std::sync::Arc;

/// A rule of play: a check or a sum.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name: `dbm/baggage`.
    pub code: Arc<str>,
    /// The file that it stands in.
    pub source: SourceId,
    /// How much a finding matters.
    pub severity: Severity,
    /// What it is about, in a few words.
    pub title: String,
    /// The rows of the list of checks that it answers.
    pub rows: Vec<String>,
    /// Its page, in Markdown.
    pub page: String,
    /// Files that it is tried on.
    pub examples: Vec<Example>,
    /// The records that it looks at.
    pub each: KindIx,
    /// The clauses that it cites, and without which it is not asked.
    pub(super) clauses: Vec<Wanted>,
    pub(super) lets: Vec<(String, Node)>,
    pub(super) when: Vec<Node>,
    pub(super) require: Vec<Node>,
    pub(super) at: Place,
    pub(super) say: Option<Node>,
    pub(super) notes: Vec<Node>,
    pub(super) fixes: Vec<FixForm>,
    pub(super) gives: Option<Gives>,
}

/// A scenario in a check file, and what the rule says of it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The scenario.
    pub text: String,
    /// The findings or values, each on a line.
    pub says: String,
    /// Where these stand.
    pub span: Span,
}

impl Rule {
    /// What it gives, if it is a sum.
    pub fn gives(&self) -> Option<&Gives> {
        self.gives.as_ref()
    }
}

/// Where a finding points.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// At the record.
    Here,
    /// At what is said of a property; of these records where some are named.
    Property(PropertyIx, Option<Many>),
    /// At these records.
    Records(Many),
}

/// A way to mend a finding.
#[derive(Clone, Debug)]
pub(super) struct FixForm {
    pub(super) title: Node,
    pub(super) change: Change,
    /// Whether moving to another edition makes this change.
    pub(super) migrates: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Says another value of a property.
    Set(PropertyIx, Node),
    /// Adds a line to the record.
    Add(Node),
}

impl Rule {
    /// The property of its own record at which it tells what it finds.
    pub(super) fn told_at(&self) -> Option<PropertyIx> {
        match &self.at {
            Place::Property(property, None) => Some(*property),
            Place::Property(_, Some(_)) | Place::Here | Place::Records(_) => None,
        }
    }

    /// Whether it gives a value, and finds nothing.
    pub fn is_sum(&self) -> bool {
        self.gives.is_some()
    }
}

/// What a sum gives.
#[derive(Clone, Debug)]
pub struct Gives {
    /// The property.
    pub property: PropertyIx,
    /// In what it counts: `AP`; may be empty.
    pub unit: Arc<str>,
    /// The heading of its column, where it is shown for lines.
    pub column: Option<String>,
    /// Its words, where it is shown as a row of its own.
    pub row: Option<String>,
    /// Whether it is added up for the records around: with the words of that column.
    pub(super) total: Option<(String, Node)>,
    pub(super) value: Node,
}

/// All rules of play of a ruleset.
#[derive(Debug)]
pub struct Rules {
    /// How its scenario files are written.
    pub vocabulary: Arc<Vocabulary>,
    /// The rules, in the order of their names.
    pub rules: Vec<Rule>,
    /// What is wrong with their files.
    pub faults: Vec<Diagnostic>,
    pub(super) asked: Asked,
}

impl Rules {
    /// Reads rules of play: the vocabulary's file, and of each check file its source, name and text.
    pub fn new<'t>(
        key: &str,
        vocabulary: Vocabulary,
        files: impl IntoIterator<Item = (SourceId, &'t str, &'t str)>,
    ) -> Self {
        read::read(key, vocabulary, files)
    }

    /// The name of a property.
    pub fn property_name(&self, property: PropertyIx) -> &str {
        self.asked.property_name(property)
    }

    /// The property of that name.
    pub fn property(&self, name: &str) -> Option<PropertyIx> {
        self.asked.property(name)
    }

    /// The rule of that name.
    pub fn rule(&self, code: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| *rule.code == *code)
    }
}
