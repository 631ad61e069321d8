//! The report of `rulebook check`: problems of files and army lists, and verdicts on the lists.

mod list;
mod report;
mod source_lines;
mod verdict;

pub use list::{List, lint_levels, list_source};
pub use report::{
    CheckReport, ReportEdit, ReportEntry, ReportFix, ReportPlace, ReportPosition, ReportRange,
    ReportRelated, UncheckedExamples,
};
pub use source_lines::SourceLines;
pub use verdict::{ListVerdict, VerdictEditionSource, rules_notice};
