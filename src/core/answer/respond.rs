//! Answers the requests of the page for phones, which holds the program or asks a server: JSON in,
//! and JSON out that has the answer both as data and drawn as HTML.

use super::{AnswerError, COMMANDS, Operation, Query, QueryEngine};
use crate::{
    analysis::{Overview, RulesetSummary, Settings, TroopTypes},
    doc::html,
    text::control::escape_controls_in_json,
};
use clap::Command;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Which program is in a page: its name and version, which stand in its file.
pub const PAGE_PROGRAM: &str = concat!("rulebook page program ", env!("CARGO_PKG_VERSION"));

/// A request of the page.
#[derive(Deserialize)]
#[serde(untagged)]
enum PageRequest {
    /// The words of a command that asks a query: `["show", "recoiling", "--at", "3.4"]`.
    Command {
        /// The command and its arguments.
        command: Vec<String>,
    },
    /// What surrounds all answers, at a view: `{"contents": {"ruleset": "dbm", "edition": "3.4"}}`.
    Contents {
        /// The view.
        contents: Settings,
    },
    /// An operation with its parameters, such as `check` with the text of a list.
    Operation {
        /// The name of the operation.
        operation: String,
        /// Its parameters.
        #[serde(flatten)]
        parameters: Map<String, Value>,
    },
}

/// What surrounds all answers of the page: what its reader can choose, and the contents of a ruleset.
#[derive(Serialize)]
struct Contents {
    /// The version of the program.
    version: &'static str,
    /// The current day.
    today: String,
    /// All rulesets, each at the view that is shown first.
    rulesets: Vec<RulesetSummary>,
    /// The ruleset at the view.
    overview: Overview,
    /// Its troop types.
    troops: TroopTypes,
    /// Whether any of its words restate print.
    restated: bool,
}

/// Answers a request of the page: an object with `data` (the JSON that the command line prints) and
/// `html` (the answer drawn), or with `error` (the JSON of an error and its kind).
///
/// A request is an object with either
///
/// - `command`: the words of a command of [`COMMANDS`], as on the command line,
/// - `operation` and the parameters of an [`Operation`], such as `check` with the `text` of a list, or
/// - `contents`: a view; the answer has only `data`.
pub fn respond(engine: &QueryEngine, request: &str) -> String {
    let reply = read_request(request).and_then(|request| reply(engine, request));
    let reply = reply.unwrap_or_else(|error| {
        let kind = format!("{:?}", error.kind).to_lowercase();
        json!({"error": error.as_json(), "kind": kind}).to_string()
    });
    escape_controls_in_json(&reply).into_owned()
}

fn read_request(request: &str) -> Result<PageRequest, AnswerError> {
    serde_json::from_str(request).map_err(|_| {
        AnswerError::invalid("the request has no `command`, `operation` or `contents`")
    })
}

fn reply(engine: &QueryEngine, request: PageRequest) -> Result<String, AnswerError> {
    let query = match request {
        PageRequest::Command { command } => query_of_command(&command)?,
        PageRequest::Operation {
            operation,
            parameters,
        } => Operation::find(&operation)?.query(parameters)?,
        PageRequest::Contents { contents } => {
            let contents = contents_at(engine, &contents)?;
            return Ok(json!({"data": contents}).to_string());
        }
    };
    let answer = engine.ask(&query)?;
    let mut doc = answer.doc(&query);
    if let Some(ruleset) = &answer.ruleset
        && let Ok((db, view)) = engine.requested_view(&answer.settings, Some(&ruleset.key))
    {
        engine.analysis().glossary(db, &view).mark(&mut doc);
    }
    let html = serde_json::to_string(&html::render(&doc).into_string())?;
    Ok(format!(
        "{{\"data\":{},\"html\":{html}}}",
        answer.json()?.trim_end()
    ))
}

/// Reads a query from the words of a command.
fn query_of_command(words: &[String]) -> Result<Query, AnswerError> {
    let name = words.first().map_or("", String::as_str);
    let command = COMMANDS.iter().find(|own| own.name == name);
    let command =
        command.ok_or_else(|| AnswerError::invalid(format!("unknown command `{name}`")))?;
    let described: Command = (command.build)()
        .no_binary_name(true)
        .disable_help_flag(true);
    let matches = described.try_get_matches_from(&words[1..]);
    matches
        .and_then(|matches| (command.read)(&matches))
        .map_err(|error| {
            let text = error.to_string();
            let message = text.lines().next().unwrap_or_default();
            AnswerError::invalid(message.strip_prefix("error: ").unwrap_or(message))
        })
}

fn contents_at(engine: &QueryEngine, settings: &Settings) -> Result<Contents, AnswerError> {
    let analysis = engine.analysis();
    let (db, view) = engine.requested_view(settings, None)?;
    let first_view = |(key, _)| engine.requested_view(&Settings::default(), Some(key)).ok();
    let views = analysis.default_ruleset_dbs().filter_map(first_view);
    Ok(Contents {
        version: env!("CARGO_PKG_VERSION"),
        today: engine.today().to_string(),
        rulesets: views
            .map(|(db, view)| analysis.ruleset_summary(db, &view))
            .collect(),
        overview: analysis.overview(db, &view),
        troops: analysis.troop_types(db, &view),
        restated: db.ruleset.has_restatements(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_request_is_answered_with_an_error() {
        let engine = QueryEngine::default();
        for (request, message) in [
            ("", "the request has no"),
            ("{\"command\": []}", "unknown command"),
            ("{\"command\": [\"show\", \"--of\"]}", "unexpected argument"),
            ("{\"operation\": \"draw\"}", "unknown operation"),
            ("{\"contents\": {}}", ""),
        ] {
            let reply: Value = serde_json::from_str(&respond(&engine, request)).expect("JSON");
            let error = reply["error"]["error"].as_str().expect("an error");
            assert!(error.contains(message), "{request}: {error}");
        }
    }
}
