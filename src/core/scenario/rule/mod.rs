//! Parses rules of play, the checks and sums for scenarios, each from one `*.check.md` file.

mod check_file;
mod diagnostics;
mod expr;
mod expr_parser;
mod play_rule;
mod play_rules;
mod references;
mod rule_parser;
mod symbols;

pub use check_file::LINE_WORDS;
pub use expr::call_words;
pub(super) use expr::{
    Aggregate, BinaryOperator, Expr, Function, RecordRef, RecordSet, RecordSetBase, ReferenceIx,
    TextPart,
};
pub(super) use play_rule::{DiagnosticTarget, FixAction};
pub use play_rule::{Example, PlayRule, SumDefinition};
pub use play_rules::PlayRules;
pub use references::{ReferenceKind, find_references};
pub use rule_parser::CHECK_KEYS;
pub(super) use symbols::{CellLabel, SymbolTable};
