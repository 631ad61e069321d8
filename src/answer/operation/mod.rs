//! The operations that other programs can call: their table, parameters, arguments and replies.
//! The server for assistants, the web server and its description use the same table.

mod arguments;
mod parameter;
mod run;
mod table;

pub use arguments::Arguments;
pub use parameter::{Parameter, ParameterKind};
pub use table::{OPERATIONS, QueryOperation};

use super::reference::Reference;

/// The answer of an operation: the lines that `--format json` prints, and references to what it is
/// based on, which only the server for assistants sends.
#[derive(Clone, Debug)]
pub struct JsonAnswer {
    /// The answer as lines of JSON: what `--format json` prints.
    pub json: String,
    /// The clauses, pages or rulesets that the answer is based on.
    pub references: Vec<Reference>,
}
