//! Answers requests of the command line, the server for assistants and the web server from loaded
//! rules and settings. Each answer is one value; as JSON it is the same everywhere.

mod check;
mod diff;
mod engine;
mod error;
mod json;
mod log;
mod operation;
mod reference;
mod request;
mod rulings;
mod search;
mod show;
mod sum;
mod umpire;

pub use crate::disk::Settings;
pub use check::{
    CheckReport, ListVerdict, ReportEdit, ReportEntry, ReportFix, ReportPlace, ReportPosition,
    ReportRange, ReportRelated, SourceLines, UncheckedExamples, VerdictEditionSource, lint_levels,
    list_source,
};
pub use diff::{DiffBody, earlier_view};
pub use engine::{Answer, IndexSource, QueryEngine};
pub use error::{AnswerError, ErrorKind};
pub use json::json;
pub use operation::{Arguments, JsonAnswer, OPERATIONS, Parameter, ParameterKind, QueryOperation};
pub use reference::Reference;
pub use rulings::{RulingsOfClause, RulingsView};
pub use search::DEFAULT_LIMIT;
pub use show::{CitedRulings, FoundInstead, ShowBody};
pub use sum::{EditionProblem, EditionSums, SumBody};
