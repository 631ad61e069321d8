//! `rulebook/ask` answers a query of those that all interfaces share, such as `show`, with the JSON
//! that the command line prints. `rulebook/show`, `rulebook/search`, `rulebook/history`,
//! `rulebook/diff` and `rulebook/changes` are other names for some of them.

use crate::{
    answer::{Operation, Query},
    lsp::{HandlerResult, ResponseError, Snapshot},
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The parameters of an operation as clients of the server write them: `asOf`, and `edition` for the
/// edition of the reading.
pub(crate) type AskedParams = Map<String, Value>;

/// The parameters of `rulebook/ask`: the name of an operation, the format of its answer, and its
/// parameters.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct AskParams {
    operation: String,
    #[serde(default)]
    format: AskFormat,
    #[serde(flatten)]
    own: AskedParams,
}

/// The format of an answer.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AskFormat {
    /// What the command line prints with `--format json`.
    #[default]
    Json,
    /// What it prints for people, as Markdown.
    Markdown,
}

/// Returns the answer of an operation.
pub(crate) fn ask(snapshot: &Snapshot<'_>, params: AskParams) -> HandlerResult<Value> {
    let query = query(&params.operation, params.own)?;
    let answer = snapshot.engine().ask(&query)?;
    match params.format {
        AskFormat::Json => Ok(Some(answer.value()?)),
        AskFormat::Markdown => Ok(Some(answer.markdown(&query).into())),
    }
}

/// Returns what the command of an operation prints with `--format json`.
pub(crate) fn named(
    operation: &str,
    snapshot: &Snapshot<'_>,
    params: AskedParams,
) -> HandlerResult<Value> {
    let answer = snapshot.engine().ask(&query(operation, params)?)?;
    Ok(Some(answer.value()?))
}

fn query(name: &str, params: AskedParams) -> Result<Query, ResponseError> {
    let operation = Operation::find(name)?;
    let own = params.into_iter().filter_map(|(name, value)| {
        let name = match name.as_str() {
            "asOf" => "as_of",
            "allEditions" => "all_editions",
            "edition" => "at",
            other => other,
        };
        // a client sends its whole reading, of which some operations need less
        let mut known = operation.parameters.iter();
        known
            .any(|own| own.name == name)
            .then(|| (name.to_owned(), value))
    });
    Ok(operation.query(own.collect())?)
}
