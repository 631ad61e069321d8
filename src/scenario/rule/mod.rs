//! Rules of play: checks that a scenario has to pass, and sums over it. Each rule is one
//! `*.check.md`.

mod check_file;
mod expr;
mod expr_parser;
mod references;
mod rule_parser;
mod symbols;

pub use expr::call_words;
pub(super) use expr::{
    Aggregate, BinaryOperator, Expr, Function, RecordRef, RecordSet, RecordSetBase, ReferenceIx,
    TextPart,
};
pub use references::{ReferenceKind, find_references};
pub use rule_parser::LINE_WORDS;
pub(super) use symbols::SymbolTable;

use super::vocabulary::{KindIx, PropertyIx, Vocabulary};
use crate::{
    diagnostic::{Diagnostic, Severity},
    text::{SourceId, Span},
};
use std::sync::Arc;

/// A rule of play: a check or a sum.
#[derive(Clone, Debug)]
pub struct PlayRule {
    /// The code of the rule: `dbm/baggage`.
    pub code: Arc<str>,
    /// The check file of the rule.
    pub source: SourceId,
    /// The severity of its diagnostics.
    pub severity: Severity,
    /// A short description.
    pub title: String,
    /// The rows of the list of checks that the rule covers.
    pub rows: Vec<String>,
    /// The explanation of the rule, in Markdown.
    pub page: String,
    /// The examples, which run as tests.
    pub examples: Vec<Example>,
    /// The kind of the records that the rule applies to.
    pub each: KindIx,
    /// The clauses that the rule implements: it only applies while all of them are in force.
    pub(super) clauses: Vec<ReferenceIx>,
    pub(super) lets: Vec<(String, Expr)>,
    pub(super) when: Vec<Expr>,
    pub(super) require: Vec<Expr>,
    pub(super) target: DiagnosticTarget,
    pub(super) say: Option<Expr>,
    pub(super) notes: Vec<Expr>,
    pub(super) fixes: Vec<FixTemplate>,
    pub(super) sum: Option<SumDefinition>,
}

/// An example in a check file: a scenario, and what the rule reports for it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The text of the scenario.
    pub text: String,
    /// The expected diagnostics or values, one per line.
    pub expected: String,
    /// The bytes of what is expected.
    pub span: Span,
}

impl PlayRule {
    /// Returns the definition of the sum, if the rule is one.
    pub fn sum(&self) -> Option<&SumDefinition> {
        self.sum.as_ref()
    }
}

/// Where the diagnostics of a rule point.
#[derive(Clone, Debug)]
pub(super) enum DiagnosticTarget {
    /// At the record.
    Here,
    /// At the value of a property, of each of these records if there are any.
    Property(PropertyIx, Option<RecordSet>),
    /// At these records.
    Records(RecordSet),
}

/// A fix that a rule offers.
#[derive(Clone, Debug)]
pub(super) struct FixTemplate {
    pub(super) title: Expr,
    pub(super) action: FixAction,
    /// Whether a migration to another edition applies this fix.
    pub(super) migrates: bool,
}

/// What a fix does.
#[derive(Clone, Debug)]
pub(super) enum FixAction {
    /// Sets a property to a value.
    Set(PropertyIx, Expr),
    /// Adds a line to the record.
    Add(Expr),
}

impl PlayRule {
    /// Returns the property of the record itself that the diagnostics point at, if they do.
    pub(super) fn target_property(&self) -> Option<PropertyIx> {
        match &self.target {
            DiagnosticTarget::Property(property, None) => Some(*property),
            DiagnosticTarget::Property(_, Some(_))
            | DiagnosticTarget::Here
            | DiagnosticTarget::Records(_) => None,
        }
    }

    /// Returns whether the rule is a sum.
    pub fn is_sum(&self) -> bool {
        self.sum.is_some()
    }
}

/// The definition of a sum.
#[derive(Clone, Debug)]
pub struct SumDefinition {
    /// The property that the sum gives.
    pub property: PropertyIx,
    /// The unit: `AP`; may be empty.
    pub unit: Arc<str>,
    /// The heading of its column, if it is shown for lines.
    pub column: Option<String>,
    /// Its label, if it is shown as a row of its own.
    pub row: Option<String>,
    /// What is added up for the records around, with the heading of that column.
    pub(super) total: Option<(String, Expr)>,
    pub(super) value: Expr,
}

/// All rules of play of a ruleset.
#[derive(Debug)]
pub struct PlayRules {
    /// The vocabulary of the ruleset's scenario files.
    pub vocabulary: Arc<Vocabulary>,
    /// The rules, in the order of their codes.
    pub rules: Vec<PlayRule>,
    /// The errors in their files.
    pub diagnostics: Vec<Diagnostic>,
    pub(super) symbols: SymbolTable,
}

impl PlayRules {
    /// Parses the rules of play of the ruleset `key`. `files` are the source, name and text of each
    /// check file.
    pub fn parse<'t>(
        key: &str,
        vocabulary: Vocabulary,
        files: impl IntoIterator<Item = (SourceId, &'t str, &'t str)>,
    ) -> Self {
        check_file::parse(key, vocabulary, files)
    }

    /// Returns the name of a property.
    pub fn property_name(&self, property: PropertyIx) -> &str {
        self.symbols.property_name(property)
    }

    /// Returns the property of a name.
    pub fn property(&self, name: &str) -> Option<PropertyIx> {
        self.symbols.property(name)
    }

    /// Returns the rule of a full code.
    pub fn rule(&self, code: &str) -> Option<&PlayRule> {
        self.rules.iter().find(|rule| *rule.code == *code)
    }
}
