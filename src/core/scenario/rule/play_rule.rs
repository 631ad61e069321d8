//! `PlayRule`: a check or a sum, as parsed from one check file.

use super::expr::{Expr, RecordSet, ReferenceIx};
use crate::{
    diagnostic::Severity,
    scenario::{
        record::Scenario,
        vocabulary::{KindIx, PropertyIx},
    },
    text::{SourceId, Span},
};
use std::sync::{Arc, OnceLock};

/// A rule of play, a check or a sum: its records, conditions, message, fixes and examples.
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
    pub(in crate::scenario) clauses: Vec<ReferenceIx>,
    pub(in crate::scenario) lets: Vec<(String, Expr)>,
    pub(in crate::scenario) when: Vec<Expr>,
    pub(in crate::scenario) require: Vec<Expr>,
    pub(in crate::scenario) target: DiagnosticTarget,
    pub(in crate::scenario) say: Option<Expr>,
    pub(in crate::scenario) notes: Vec<Expr>,
    pub(in crate::scenario) fixes: Vec<FixTemplate>,
    pub(in crate::scenario) sum: Option<SumDefinition>,
}

/// An example in a check file: a scenario, and what the rule has to report for it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The text of the scenario.
    pub text: String,
    /// The bytes of the scenario in the check file.
    pub scenario: Span,
    /// The expected diagnostics or values, one per line.
    pub expected: String,
    /// The bytes of the expected lines in the check file.
    pub span: Span,
    /// The scenario, once the example was run: it does not depend on the rules of the game.
    pub(in crate::scenario) parsed: OnceLock<Scenario>,
}

impl PlayRule {
    /// Returns the definition of the sum, if the rule is one.
    pub fn sum(&self) -> Option<&SumDefinition> {
        self.sum.as_ref()
    }
}

/// The place that a rule's diagnostics point at: the record itself, a property, or other records.
#[derive(Clone, Debug)]
pub(in crate::scenario) enum DiagnosticTarget {
    /// At the record.
    Here,
    /// At the value of a property, of each of these records if there are any.
    Property(PropertyIx, Option<RecordSet>),
    /// At these records, in the order of the file.
    Records(RecordSet),
    /// At these records, the last one first.
    LastRecords(RecordSet),
}

/// A fix that a rule offers: its title, what it does, and whether a migration applies it.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct FixTemplate {
    pub(in crate::scenario) title: Expr,
    pub(in crate::scenario) action: FixAction,
    /// Whether a migration to another edition applies this fix.
    pub(in crate::scenario) migrates: bool,
}

/// The effect of a fix: a property is set to a value, or a line is added.
#[derive(Clone, Debug)]
pub(in crate::scenario) enum FixAction {
    /// Sets a property to a value.
    Set(PropertyIx, Expr),
    /// Adds a line to the record.
    Add(Expr),
}

impl PlayRule {
    /// Returns the property of the record itself that the diagnostics point at, if they do.
    pub(in crate::scenario) fn target_property(&self) -> Option<PropertyIx> {
        match &self.target {
            DiagnosticTarget::Property(property, None) => Some(*property),
            DiagnosticTarget::Property(_, Some(_))
            | DiagnosticTarget::Here
            | DiagnosticTarget::Records(_)
            | DiagnosticTarget::LastRecords(_) => None,
        }
    }

    /// Returns whether the rule is a sum.
    pub fn is_sum(&self) -> bool {
        self.sum.is_some()
    }
}

/// The definition of a sum, a computed property such as a cost: its unit, column or row to show it
/// in, limit, total and value.
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
    /// The number that its value may reach, shown next to it: `row "Army points" of points`.
    pub(in crate::scenario) limit: Option<Expr>,
    /// What a record adds to the totals of records around it, with the heading of that column.
    pub(in crate::scenario) total: Option<(String, Expr)>,
    pub(in crate::scenario) value: Expr,
}

impl SumDefinition {
    /// Returns whether the sum is shown next to a list; others are only read by rules.
    pub fn is_shown(&self) -> bool {
        self.column.is_some() || self.row.is_some() || self.total.is_some()
    }
}
