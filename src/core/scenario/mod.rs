//! Parses, checks, adds up, formats and migrates scenario files: army lists and battle plans.
//!
//! Nothing here knows a particular game. The `scenario.toml` of a ruleset defines the meaning of
//! the lines of a file; the rules of play in its `*.check.md` define the checks and sums.

mod bound_scenario;
mod checker;
mod cost_changes;
mod cursor;
mod display_value;
mod document;
mod edition_in_words;
mod evaluator;
mod fix_check;
mod fix_edits;
mod format;
mod limits;
mod markup;
mod migrate;
mod parse;
mod reader;
mod record;
mod record_writer;
mod request;
mod rule;
mod rule_checks;
mod rule_page;
mod rule_values;
mod shared_words;
mod strict;
mod sum_results;
mod sums;
mod suppression;
mod token;
mod totals;
mod value;
mod vocabulary;
mod word_roles;

pub use bound_scenario::{BoundScenario, format_citation};
pub use checker::{ScenarioChecker, bound_diagnostics, facts_used};
pub use document::{ScenarioDocument, editor_check_options};
pub use evaluator::RuleValueSet;
pub use format::format;
pub use limits::MAX_FILE_BYTES;
pub use migrate::Migration;
pub use parse::parse;
pub use record::{Record, RecordIx, Scenario, ScenarioFront};
pub use request::{CheckOptions, EditionSource};
pub use rule::{
    CHECK_KEYS, Example, LINE_WORDS, PlayRule, PlayRules, ReferenceKind, SumDefinition, call_words,
    find_references,
};
pub use rule_values::{RuleValue, RuleValueKind, RuleValues};
pub use strict::{NextLineContext, SCENARIO_FRONT_KEYS, context_at_end, lines_of, parse_front};
pub use sum_results::{LinePreview, SumResult};
pub use sums::{CitedValue, ScenarioSums, SumLine, SumRow, SumSection, SumTable, SumValue};
pub use totals::{TotalCell, TotalColumn, TotalRow, TotalsTable, split_note};
pub use value::{Area, ScenarioValue, format_number};
pub use vocabulary::{
    KindIx, NAME, Property, PropertyIx, ROOT, RecordKind, SCENARIO_KEYS, ValueType, Vocabulary,
    WordIx,
};
pub use word_roles::{ClassifiedWord, WordRole, classify_words};
