//! The table of operations for other programs (`search`, `show`, `log`, `diff`, `rulings`, `check`,
//! `sum`), with parameters and functions.

use super::{
    Arguments, JsonAnswer, Parameter,
    ParameterKind::{Count, Flag, LongText, Word},
    run,
};
use crate::answer::{AnswerError, QueryEngine};
use serde_json::{Map, Value, json};

/// An operation that other programs can call, such as `show`: its name, description, parameters,
/// and the function that answers.
pub struct QueryOperation {
    /// Its name: that of the command.
    pub name: &'static str,
    /// What it does, in a few words.
    pub title: &'static str,
    /// When to use it and what its answer contains.
    pub description: &'static str,
    /// Its own parameters.
    pub own: &'static [Parameter],
    /// Its parameters that select the view, such as `at`, `as_of` and `profile`.
    pub view: &'static [Parameter],
    /// Runs it.
    pub run: fn(&QueryEngine, &Arguments) -> Result<JsonAnswer, AnswerError>,
}

/// The most hits of one search.
const MAX_HITS: usize = 1000;

const VIEW: &[Parameter] = &[
    Parameter::text(
        "at",
        "The edition, such as 3.4; the newest in force if left out",
    ),
    Parameter::text(
        "as_of",
        "Use only what was published up to this day, such as 2022-01-01; today if left out",
    ),
    Parameter::text("profile", "The profile whose rulings apply, such as iwf"),
    Parameter::text(
        "ruleset",
        "The ruleset, such as dbm, if the clause does not name it",
    ),
    Parameter::new(
        "wording",
        Word(&["both", "printed", "restated"]),
        "Which wording to show where both are known",
    ),
];

/// The sums of a list have no wording.
const LIST_VIEW: &[Parameter] = &[VIEW[0], VIEW[1], VIEW[2], VIEW[3]];

const CLAUSE: Parameter = Parameter::text(
    "clause",
    "An id such as dbm/recoiling, or words of a heading",
)
.required();

const LIST: Parameter = Parameter::new(
    "text",
    LongText,
    "The army list or battle plan as its author wrote it: a mail, a table, CSV, notes",
)
.required();

/// The operations.
pub const OPERATIONS: &[QueryOperation] = &[
    QueryOperation {
        name: "search",
        title: "Search the rules",
        description: "Finds clauses and rulings in a player's own words, in the wording in force at an edition. Use it first if the id of a clause is not known. The answer lists hits with their ids.",
        own: &[
            Parameter::text("query", "Words, \"phrases in quotes\", conditions such as section:pip or page:22, AND OR NOT ( )").required(),
            Parameter::new("limit", Count(MAX_HITS), "The most hits; 10 if left out"),
            Parameter::new("all_editions", Flag, "Whether to search the wordings of all editions"),
        ],
        view: VIEW,
        run: run::search,
    },
    QueryOperation {
        name: "show",
        title: "Read a clause, a page or a ruleset",
        description: "Returns the text of a clause in force at an edition, with the sheet that wrote each sentence, rulings, contradictions and earlier readings. Quote this text instead of remembering the rules. Text with the wording `restated` is not official; text that is not included is not known.",
        own: &[Parameter::text("clause", "An id such as dbm/recoiling, words of a heading, a printed page such as p.22, or a ruleset such as dbm; all rulesets if left out")],
        view: VIEW,
        run: run::show,
    },
    QueryOperation {
        name: "log",
        title: "History of a clause",
        description: "Returns who changed a clause, when and how, newest first.",
        own: &[CLAUSE],
        view: VIEW,
        run: run::log,
    },
    QueryOperation {
        name: "diff",
        title: "Compare two editions",
        description: "Compares a clause, a page or a whole ruleset in two editions, with the instruction that made each change.",
        own: &[
            Parameter::text("clause", "An id, words of a heading, or a page; the whole ruleset if left out"),
            Parameter::text("from", "The earlier edition; the one that the later edition amends if left out"),
            Parameter::text("to", "The later edition; the newest in force if left out"),
        ],
        view: &[VIEW[1], VIEW[2], VIEW[3]],
        run: run::diff,
    },
    QueryOperation {
        name: "rulings",
        title: "Rulings on a clause",
        description: "Returns the clarifications of a clause, each with its text and its state at the edition: current, changed since (`touched`), undecided, confirmed, narrowed, contradicted or absorbed, with the reason.",
        own: &[CLAUSE],
        view: VIEW,
        run: run::rulings,
    },
    QueryOperation {
        name: "check",
        title: "Check an army list or battle plan",
        description: "Reports every problem of a list with the clause that it breaks, and a verdict at the edition, with what is not checked. A list that is only partly understood is undecided.",
        own: &[LIST],
        view: LIST_VIEW,
        run: run::check,
    },
    QueryOperation {
        name: "sum",
        title: "Add up an army list",
        description: "Returns points, elements, equivalents and break points of a list with the source of each number.",
        own: &[
            LIST,
            Parameter::new("all_editions", Flag, "Whether to add it up at each edition"),
        ],
        view: LIST_VIEW,
        run: run::sum,
    },
];

impl QueryOperation {
    /// Returns the operation of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        OPERATIONS.iter().find(|own| own.name == name)
    }

    /// Checks arguments that are text. An empty one counts as left out.
    pub fn arguments(
        &self,
        pairs: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Arguments, AnswerError> {
        Arguments::from_pairs(&Vec::from_iter(self.parameters()), pairs)
    }

    /// Checks arguments that are JSON.
    pub fn arguments_of(&self, object: Map<String, Value>) -> Result<Arguments, AnswerError> {
        Arguments::from_json(&Vec::from_iter(self.parameters()), object)
    }

    /// Returns all parameters.
    pub fn parameters(&self) -> impl Iterator<Item = &'static Parameter> + use<> {
        self.own.iter().chain(self.view)
    }

    /// Returns whether it requires the text of an army list.
    pub fn takes_list(&self) -> bool {
        self.own.iter().any(|own| own.kind == LongText)
    }

    /// Returns the JSON schema of an object with the parameters.
    pub fn schema(&self) -> Map<String, Value> {
        let properties = self
            .parameters()
            .map(|own| (own.name.to_owned(), own.schema()));
        let required = self.parameters().filter(|own| own.required);
        let required: Vec<&str> = required.map(|own| own.name).collect();
        [
            ("type", json!("object")),
            ("properties", Value::Object(properties.collect())),
            ("required", json!(required)),
            ("additionalProperties", json!(false)),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
    }
}
