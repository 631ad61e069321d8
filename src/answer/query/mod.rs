//! `Query`: the queries that the engine answers, each with its parameters. The command line,
//! the server for assistants, the web server and the language server all build one, and
//! [`OPERATIONS`] describes those that other programs can ask.

mod operation;

pub use operation::{LIST, OPERATIONS, Operation, Parameter};

use super::AnswerError;
use crate::{
    analysis::{Analysis, ChangeKind, Question, Request, Settings, optional},
    resolve::RulingState,
};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

/// A question to the engine with its parameters.
///
/// The comments of the variants and of their parameters are the descriptions that other programs
/// get; of those that the command line shares, also its help.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "operation", rename_all = "lowercase")]
pub enum Query {
    /// # Search the rules
    ///
    /// Finds clauses and rulings in a player's own words, in the wording in force at an edition. Use it first if the id of a clause is not known. The answer lists hits with their ids.
    Search(Search),
    /// # Read a clause, a page or a ruleset
    ///
    /// Returns the text of a clause in force at an edition, with the sheet that wrote each sentence, rulings, contradictions and earlier readings. Quote this text instead of remembering the rules. Text with the wording `restated` is not official; text that is not included is not known.
    Show(Show),
    /// # History of a clause
    ///
    /// Returns who changed a clause, when and how, newest first.
    Log(Log),
    /// # Compare two editions
    ///
    /// Compares a clause, a page or a whole ruleset in two editions, with the instruction that made each change.
    Diff(Diff),
    /// # Rulings on a clause
    ///
    /// Returns the clarifications of a clause, each with its text and its state at the edition: current, changed since (`touched`), undecided, confirmed, narrowed, contradicted or absorbed, with the reason.
    Rulings(ClauseQuery),
    /// # Check an army list or battle plan
    ///
    /// Reports every problem of a list with the clause that it breaks, and a verdict at the edition, with what is not checked. A list that is only partly understood is undecided.
    Check(List),
    /// # Add up an army list
    ///
    /// Returns points, elements, equivalents and break points of a list with the source of each number.
    Sum(Sum),
    /// A clause and the sources of its words. Other programs get the same from `show`.
    #[serde(skip)]
    Blame(Blame),
    /// All changes of a ruleset. Other programs get the same from `diff`.
    #[serde(skip)]
    Changes(Changes),
    /// The register of rulings.
    #[serde(skip)]
    Register(Register),
    /// A troop type, or all. Other programs get the same from `show`.
    #[serde(skip)]
    Troop(TroopQuery),
    /// What a change of the files does to the rules.
    #[serde(skip)]
    Review(Box<Review>),
}

/// A comparison of the rules with those of an earlier state of the files.
#[derive(Clone, Debug)]
pub struct Review {
    /// The earlier state.
    pub base: Analysis,
    /// What it is called: `main`.
    pub base_name: String,
    /// What the later state is called: `the working files`.
    pub head_name: String,
    /// What could not be read in either state.
    pub notices: Vec<String>,
    /// The ruleset, edition, profile and day to which the comparison is restricted.
    pub at: Request,
}

/// Search the rules in the players' own words
#[derive(Clone, Debug, Args, Deserialize, JsonSchema)]
pub struct Search {
    /// Words, "phrases in quotes", conditions such as section:pip or page:22, AND OR NOT ( )
    #[arg(required = true, value_name = "QUERY")]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub query: Vec<String>,
    /// Show at most this many hits [default: 10; all hits if the query has only conditions]
    #[arg(long, short = 'n', value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1000))]
    #[schemars(range(min = 1, max = 1000))]
    pub limit: Option<u16>,
    /// Show the wordings of all editions side by side
    #[arg(long)]
    #[serde(default)]
    pub all_editions: bool,
    /// The view.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: Settings,
}

/// Show a clause, page, troop type or ruleset, and which instructions wrote it
#[derive(Clone, Debug, Default, Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Show {
    /// An id (rear-support, dbm/rear-support/3), words of a heading, a page (p.22), a troop type
    /// (Kn(F)), or a ruleset (dbm)
    ///
    /// Without it: all rulesets
    #[arg(value_name = "CLAUSE")]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub clause: Vec<String>,
    /// Read a whole ruleset through, in the order of the booklet
    #[arg(long)]
    #[serde(skip)]
    pub full: bool,
    /// Mark what changed since this edition
    #[arg(long, value_name = "EDITION", requires = "full")]
    #[serde(skip)]
    pub since: Option<String>,
    /// Show all rulings, remarks and earlier texts in full
    #[arg(long)]
    #[serde(skip)]
    pub notes: bool,
    /// The view.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: Settings,
}

/// A clause and the view in which to read it.
#[derive(Clone, Debug, Args, Deserialize, JsonSchema)]
pub struct ClauseQuery {
    /// An id such as dbm/recoiling, or words of a heading
    #[arg(required = true, value_name = "CLAUSE")]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub clause: Vec<String>,
    /// The view.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: Settings,
}

/// Show the history of a clause, newest first: which sheet changed what, where and when
#[derive(Clone, Debug, Args, Deserialize, JsonSchema)]
pub struct Log {
    /// The clause.
    #[command(flatten)]
    #[serde(flatten)]
    pub of: ClauseQuery,
}

/// Show which instruction wrote each sentence: edition, date, number
#[derive(Clone, Debug, Args)]
pub struct Blame {
    /// The clause.
    #[command(flatten)]
    pub of: ClauseQuery,
}

/// Compare a clause, a page or the whole ruleset in two editions, word by word
#[derive(Clone, Debug, Default, Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Diff {
    /// An id, words of a heading or a page, then the editions: 3.3 3.4, or 3.3..3.4
    ///
    /// Without a clause, the whole ruleset is compared; one edition is compared with the one that
    /// it amends
    #[arg(required = true, value_name = "[CLAUSE] [FROM] [TO]")]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub clause: Vec<String>,
    /// The earlier edition [default: the one that the later edition amends]
    #[arg(skip)]
    #[serde(deserialize_with = "optional")]
    pub from: Option<String>,
    /// The later edition, in place of `at` [default: the newest in force]
    #[arg(skip)]
    #[serde(deserialize_with = "optional")]
    pub to: Option<String>,
    /// Show unchanged text too
    #[arg(long)]
    #[serde(skip)]
    pub all: bool,
    /// The view.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: Settings,
}

/// List everything that changed between two editions, by section and kind
#[derive(Clone, Debug, Args)]
pub struct Changes {
    /// A ruleset and editions: dbm 3.3..3.4; one edition is compared with the one that it amends
    #[arg(value_name = "[RULESET] [FROM..TO]")]
    pub editions: Vec<String>,
    /// List only changes of this kind
    #[arg(long, value_enum)]
    pub kind: Vec<ChangeKind>,
    /// The view.
    #[command(flatten)]
    pub settings: Settings,
}

/// List the rulings, what each interprets, and whether that text still reads the same
#[derive(Clone, Debug, Args)]
pub struct Register {
    /// A ruleset, or the number of a ruling: dbm, C22.2, "IWF 22.2"
    #[arg(value_name = "[RULESET] [NUMBER]")]
    pub number: Vec<String>,
    /// List only rulings in this state: contradicted, undecided, touched, narrowed, absorbed,
    /// confirmed, current (or valid)
    #[arg(long, value_name = "STATE", value_parser = parse_state, value_delimiter = ',')]
    pub state: Vec<RulingState>,
    /// List only rulings on this page of the booklet
    #[arg(long, value_name = "PAGE")]
    pub page: Option<String>,
    /// List only rulings that interpret this clause or a part of it
    #[arg(long, value_name = "CLAUSE")]
    pub clause: Option<String>,
    /// Show each ruling with its text and what it interprets
    #[arg(long)]
    pub notes: bool,
    /// The view.
    #[command(flatten)]
    pub settings: Settings,
}

/// Show everything about a troop type: costs, factors, outcomes, rulings and changes
#[derive(Clone, Debug, Args)]
pub struct TroopQuery {
    /// A troop type, with a grade or without: Kn(F), Pk, "light horse"
    ///
    /// Without an argument: all troop types
    #[arg(value_name = "TROOPS")]
    pub troops: Vec<String>,
    /// Show all clauses, rulings and changes in full
    #[arg(long)]
    pub notes: bool,
    /// The view.
    #[command(flatten)]
    pub settings: Settings,
}

/// An army list, and the view at which to read it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct List {
    /// The army list or battle plan as its author wrote it: a mail, a table, CSV, notes
    pub text: String,
    /// The view.
    #[serde(flatten)]
    pub at: Request,
}

/// An army list to add up.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Sum {
    /// The list.
    #[serde(flatten)]
    pub list: List,
    /// Whether to add it up at each edition
    #[serde(default)]
    pub all_editions: bool,
}

impl Query {
    /// Returns the words that the question reader reads, and the settings that the query names.
    pub(super) fn words(&self) -> (String, Settings) {
        let (words, settings) = match self {
            Self::Search(own) => (&own.query, &own.settings),
            Self::Show(own) => (&own.clause, &own.settings),
            Self::Diff(own) => (&own.clause, &own.settings),
            Self::Log(Log { of }) | Self::Blame(Blame { of }) | Self::Rulings(of) => {
                (&of.clause, &of.settings)
            }
            Self::Changes(own) => {
                let words = format!("changes {}", own.editions.join(" "));
                return (words, own.settings.clone());
            }
            Self::Register(own) => (&own.number, &own.settings),
            Self::Troop(own) => (&own.troops, &own.settings),
            Self::Review(own) => return (String::new(), Settings::from(own.at.clone())),
            Self::Check(list) | Self::Sum(Sum { list, .. }) => {
                return (String::new(), Settings::from(list.at.clone()));
            }
        };
        (words.join(" "), settings.clone())
    }

    /// Returns whether people see all rulings, remarks and sources of the answer in full.
    pub fn shows_notes(&self) -> bool {
        match self {
            Self::Show(own) => own.notes,
            Self::Register(own) => own.notes,
            Self::Troop(own) => own.notes,
            _ => false,
        }
    }
}

impl Settings {
    /// Returns the settings of a query with what its question says itself, which takes precedence;
    /// the error of a question that has no answer.
    pub fn with_question(&self, question: &Question) -> Result<Self, AnswerError> {
        if let Some(fault) = &question.fault {
            return Err(AnswerError::invalid(fault));
        }
        let at = question.at.clone().or(&self.at);
        Ok(Self { at, ..self.clone() })
    }
}

/// Deserializes words from a text.
fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(optional(deserializer)?.into_iter().collect())
}

/// Parses the name of a state.
fn parse_state(typed: &str) -> Result<RulingState, String> {
    RulingState::from_name(typed).ok_or_else(|| {
        let names = RulingState::BY_CARE.iter().map(|state| state.label());
        let names: Vec<_> = names.collect();
        format!("not a state of a ruling; states: {}", names.join(", "))
    })
}
