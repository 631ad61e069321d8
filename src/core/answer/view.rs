//! `ViewQuery` and `Reply`: what each view consists of: a query with its parameters, and its answer.

use super::{AnswerResult, QueryEngine, Reference};
use crate::{
    analysis::{Question, Settings, optional},
    doc::Block,
    model::Ruleset,
};
use serde::{Deserializer, Serialize};

/// A query with its parameters.
pub trait ViewQuery {
    /// The answer.
    type Reply: Reply + Serialize + std::fmt::Debug;

    /// Returns the words that the question reader reads, and the settings that the query names.
    fn words(&self) -> (String, Settings);

    /// Returns whether people see all of the answer: its notes, or what is unchanged.
    fn shows_all(&self) -> bool {
        false
    }

    /// Reads the words as a question.
    fn question(&self, engine: &QueryEngine, settings: &Settings, words: &str) -> Question {
        engine.question(settings, words)
    }

    /// Finds the answer.
    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<Self::Reply>;
}

/// What a query is answered from: the engine, the question, and the settings that it and the query name.
#[derive(Clone, Copy)]
pub struct AnswerContext<'a> {
    /// The engine.
    pub engine: &'a QueryEngine,
    /// The settings.
    pub settings: &'a Settings,
    /// The question.
    pub question: &'a Question,
}

/// What an answer consists of.
pub trait Reply {
    /// Returns it as a document for people.
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block>;

    /// Returns the references of what it states itself. What only names a clause has none.
    fn references(&self) -> Vec<Reference> {
        Vec::new()
    }

    /// Returns the clause that it is about, if it is about a single one that has no references.
    fn clause(&self) -> Option<&str> {
        None
    }

    /// Returns whether it rests on all sections of its ruleset.
    fn is_of_all_sections(&self) -> bool {
        false
    }

    /// Returns whether the query found something.
    fn is_found(&self) -> bool {
        true
    }
}

/// What a document depends on besides the answer.
pub struct Drawing<'a> {
    /// The ruleset of the answer; an empty one if the answer is about no single ruleset.
    pub ruleset: &'a Ruleset,
    /// Whether all of the answer is shown.
    pub all: bool,
    /// What to say of a restatement.
    pub of_restatement: &'a str,
}

/// The arguments of a command that asks a query. Its doc comment is the help text.
pub trait QueryArgs: clap::Args {
    /// The name on the command line.
    const NAME: &'static str;

    /// The examples at the end of the help text.
    const EXAMPLES: &'static str;

    /// Returns the end of the help text.
    fn after_help() -> String {
        Self::EXAMPLES.to_owned()
    }
}

/// Deserializes words from a text.
pub(super) fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(optional(deserializer)?.into_iter().collect())
}
