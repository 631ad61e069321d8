//! `Query` and `Body`: the queries that the engine answers, and their answers. Each view is a file of
//! its own with its parameters, its answer and how that is drawn; here is the list of all. The
//! command line, the server for assistants, the web server and the language server build a query;
//! [`OPERATIONS`](super::OPERATIONS) describes those that other programs can ask.

use super::{
    Answer, AnswerResult, Blame, Changes, ClauseQuery, Diff, FoundInstead, List, Log, QueryEngine,
    Register, Review, Search, Show, ShowReply, Sum, SumReply, TroopQuery,
    view::{AnswerContext, Drawing, QueryArgs, Reply, ViewQuery},
};
use crate::{
    analysis::Settings,
    doc::{Block, markdown, quiet},
    model::Ruleset,
    text::SourceId,
};
use clap::{ArgMatches, Command};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

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
    Review(Review),
}

/// Makes what follows from the list of queries: their answers, and who answers and draws them.
macro_rules! queries {
    ($($name:ident: $query:ty),+ $(,)?) => {
        /// The answer to a query.
        #[derive(Debug, Serialize)]
        #[serde(untagged)]
        pub enum Body {
            $(#[doc = concat!("The answer to [`Query::", stringify!($name), "`].")]
            $name(Box<<$query as ViewQuery>::Reply>),)+
        }

        $(impl From<$query> for Query {
            fn from(own: $query) -> Self {
                Self::$name(own)
            }
        })+

        impl Query {
            /// Returns the settings that it names.
            fn settings(&self) -> Settings {
                match self {
                    $(Self::$name(own) => own.words().1,)+
                }
            }

            /// Returns whether people see all of the answer: its notes, or what is unchanged.
            pub fn shows_all(&self) -> bool {
                match self {
                    $(Self::$name(own) => own.shows_all(),)+
                }
            }
        }

        impl Body {
            fn reply(&self) -> &dyn Reply {
                match self {
                    $(Self::$name(own) => own.as_ref(),)+
                }
            }
        }

        impl QueryEngine {
            fn find_answer(&self, query: &Query) -> AnswerResult<Body> {
                match query {
                    $(Query::$name(own) => {
                        let answer = self.answer_to(own)?;
                        Ok(answer.map(|reply| Body::$name(Box::new(reply))))
                    })+
                }
            }
        }
    };
}

queries! {
    Search: Search,
    Show: Show,
    Log: Log,
    Diff: Diff,
    Rulings: ClauseQuery,
    Check: List,
    Sum: Sum,
    Blame: Blame,
    Changes: Changes,
    Register: Register,
    Troop: TroopQuery,
    Review: Review,
}

/// The queries that are commands, in the order of the help text.
pub static COMMANDS: &[QueryCommand] = &[
    QueryCommand::of::<Show>(CommandGroup::Read),
    QueryCommand::of::<Search>(CommandGroup::Read),
    QueryCommand::of::<Register>(CommandGroup::Read),
    QueryCommand::of::<TroopQuery>(CommandGroup::Read),
    QueryCommand::of::<Log>(CommandGroup::Compare),
    QueryCommand::of::<Blame>(CommandGroup::Compare),
    QueryCommand::of::<Diff>(CommandGroup::Compare),
    QueryCommand::of::<Changes>(CommandGroup::Compare),
];

impl QueryEngine {
    /// Answers a query, with a notice if the rules that the answer is from have errors.
    pub fn ask(&self, query: &Query) -> AnswerResult<Body> {
        match self.with_proposals(&query.settings())? {
            Some(engine) => engine.ask_loaded(query),
            None => self.ask_loaded(query),
        }
    }

    /// Answers a query from the loaded rules, whatever proposal it names.
    fn ask_loaded(&self, query: &Query) -> AnswerResult<Body> {
        let mut answer = self.find_answer(query)?;
        let reply = answer.body.reply();
        answer.references.extend(reply.references());
        if let Some(db) = answer
            .ruleset
            .as_ref()
            .and_then(|own| self.analysis.ruleset_db(&own.key))
        {
            let references = answer.references.iter().map(|own| own.id.as_str());
            let ids = references.chain(reply.clause());
            let section = |id: &str| {
                let (_, name) = self.analysis.split_ruleset(id);
                db.section_of(name.split('/').next()?)
            };
            let mut sections: BTreeSet<&str> = ids.filter_map(section).collect();
            if reply.is_of_all_sections() {
                sections.extend(db.section_ids());
            }
            let errors = self.analysis.errors_notice(db, &sections);
            answer.notice = join_notices([answer.notice.take(), errors]);
        }
        Ok(answer)
    }

    /// Finds the answer to the question that a query asks.
    fn answer_to<Q: ViewQuery>(&self, query: &Q) -> AnswerResult<Q::Reply> {
        let (words, settings) = query.words();
        let question = query.question(self, &settings, &words);
        let settings = settings.with_question(&question)?;
        let mut answer = query.answer(AnswerContext {
            engine: self,
            settings: &settings,
            question: &question,
        })?;
        let question = answer.question.take().unwrap_or(question);
        answer.settings = settings;
        Ok(answer.read(&question, self))
    }
}

/// Joins notices to one.
fn join_notices(notices: [Option<String>; 2]) -> Option<String> {
    notices
        .into_iter()
        .flatten()
        .reduce(|first, second| format!("{first}. {second}"))
}

impl Body {
    /// Returns whether the query found something.
    pub fn is_found(&self) -> bool {
        self.reply().is_found()
    }

    /// Returns the sums of an army list.
    pub fn sums(&self) -> Option<&SumReply> {
        match self {
            Self::Sum(own) => Some(own),
            _ => None,
        }
    }

    /// Returns what a search found for words that no clause has as its name.
    pub fn found_instead(&self) -> Option<&FoundInstead> {
        match self {
            Self::Show(own) => match own.as_ref() {
                ShowReply::SearchedInstead(found) => Some(found),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Answer<Body> {
    /// Returns the answer to a query as a document, with its notice and how the question was read.
    pub fn doc(&self, query: &Query) -> Vec<Block> {
        let unnamed = || Ruleset::empty("", SourceId::default()).into();
        let ruleset = self.ruleset.clone().unwrap_or_else(unnamed);
        let drawing = Drawing {
            ruleset: &ruleset,
            all: query.shows_all(),
        };
        let notice = self.notice.clone().map(Block::Notice);
        let mut out: Vec<Block> = notice.into_iter().collect();
        out.extend(self.body.reply().doc(&drawing));
        out.extend(
            self.reading
                .line()
                .map(|line| Block::paragraph(quiet(line))),
        );
        out
    }

    /// Returns the same as Markdown.
    pub fn markdown(&self, query: &Query) -> String {
        markdown::render(&self.doc(query), true)
    }
}

/// What a command is for: the heading above it in the help text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandGroup {
    /// It reads the rules.
    Read,
    /// It compares editions.
    Compare,
}

/// A query as a command: its name, its arguments for clap, and how they are read.
pub struct QueryCommand {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub group: CommandGroup,
    /// Builds the description for clap.
    pub build: fn() -> Command,
    /// Reads the arguments.
    pub read: fn(&ArgMatches) -> Result<Query, clap::Error>,
}

impl QueryCommand {
    const fn of<Q: QueryArgs + Into<Query>>(group: CommandGroup) -> Self {
        Self {
            name: Q::NAME,
            group,
            build: || Q::augment_args(Command::new(Q::NAME)).after_help(Q::after_help()),
            read: |matches| Q::from_arg_matches(matches).map(Q::into),
        }
    }
}
