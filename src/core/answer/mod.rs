//! Answers requests of the command line, the server for assistants and the web server from loaded
//! rules and settings. Each answer is one value; as JSON it is the same everywhere.

mod blame;
mod check;
mod diff;
mod engine;
mod error;
mod json;
mod log;
mod operation;
mod parts;
mod query;
mod reference;
mod respond;
mod review;
mod rulings;
mod search;
mod show;
mod sum;
pub mod symbol_doc;
mod target;
mod troop;
mod view;

pub use blame::{Blame, BlameView};
pub use check::{
    CheckReport, List, ListVerdict, ReportEdit, ReportEntry, ReportFix, ReportPlace,
    ReportPosition, ReportRange, ReportRelated, SourceLines, UncheckedExamples,
    VerdictEditionSource, lint_levels, list_source, rules_notice,
};
pub use diff::{Changes, Diff, DiffReply};
pub use engine::{Answer, AnswerResult, IndexSource, QueryEngine};
pub use error::{AnswerError, ErrorKind};
pub use json::json;
pub use log::Log;
pub use operation::{LIST, OPERATIONS, Operation, Parameter};
pub use query::{Body, COMMANDS, CommandGroup, Query, QueryCommand};
pub use reference::Reference;
pub use respond::{PAGE_PROGRAM, respond};
pub use review::{Review, ReviewedScenario, RulesReview};
pub use rulings::{CitedRulings, ClauseQuery, Register, RulingsOfClause, RulingsView};
pub use search::{DEFAULT_LIMIT, FoundInstead, Search};
pub use show::{Show, ShowReply, clauses, page};
pub use sum::{EditionProblem, EditionSums, ListSums, Sum, SumReply};
pub use target::{ResolvedTarget, TargetKind};
pub use troop::{TroopDetail, TroopQuery, TroopReply, troop};
pub use view::{AnswerContext, Drawing, QueryArgs, Reply, ViewQuery};
