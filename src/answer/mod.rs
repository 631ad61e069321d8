//! Answers requests of the command line, the server for assistants and the web server from loaded
//! rules and settings. Each answer is one value; as JSON it is the same everywhere.

mod body;
mod check;
mod diff;
mod doc;
mod engine;
mod error;
mod json;
mod log;
mod query;
mod reference;
mod review;
mod rulings;
mod search;
mod show;
mod sum;
mod umpire;

pub use body::{Body, CitedRulings, FoundInstead};
pub use check::{
    CheckReport, ListVerdict, ReportEdit, ReportEntry, ReportFix, ReportPlace, ReportPosition,
    ReportRange, ReportRelated, SourceLines, UncheckedExamples, VerdictEditionSource, lint_levels,
    list_source,
};
pub use doc::{TroopDetail, clauses, page, troop};
pub use engine::{Answer, IndexSource, QueryEngine};
pub use error::{AnswerError, ErrorKind};
pub use json::json;
pub use query::{
    Blame, Changes, ClauseQuery, Diff, LIST, List, Log, OPERATIONS, Operation, Parameter, Query,
    Register, Review, Search, Show, Sum, TroopQuery,
};
pub use reference::Reference;
pub use review::{ReviewedScenario, RulesReview};
pub use rulings::{RulingsOfClause, RulingsView};
pub use search::DEFAULT_LIMIT;
pub use sum::{EditionProblem, EditionSums};
