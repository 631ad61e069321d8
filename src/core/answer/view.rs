//! `ViewQuery` and `Reply`: what each view consists of: a query with its parameters, and its answer.

use super::{
    AnswerError, AnswerResult, QueryEngine, Reference, ResolvedTarget, TargetKind, reference,
};
use crate::{
    analysis::{Analysis, ClauseView, Question, Settings, WordingChoice, optional},
    doc::Block,
    model::Ruleset,
    resolve::{RulesetDb, View},
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

impl<'a> AnswerContext<'a> {
    /// Returns the rules.
    pub(super) fn analysis(&self) -> &'a Analysis {
        self.engine.analysis()
    }

    /// Returns the wording to show.
    pub(super) fn wording(&self) -> WordingChoice {
        let settings = self.engine.layered_settings(self.settings.clone());
        settings.wording().unwrap_or_default()
    }

    /// Returns the view that the settings name, of a ruleset or of the one that they name.
    pub(super) fn view(&self, key: Option<&str>) -> Result<(&'a RulesetDb, View), AnswerError> {
        self.engine.requested_view(self.settings, key)
    }

    /// Returns the earlier view of a comparison with a later one.
    pub(super) fn earlier_view(&self, db: &RulesetDb, later: &View) -> Result<View, AnswerError> {
        let later = (&*db.ruleset, later);
        self.engine
            .earlier_view(self.settings, later, self.question)
    }

    /// Finds the clause, page or ruleset with a name.
    pub(super) fn find(&self, typed: &str) -> Result<ResolvedTarget<'a>, AnswerError> {
        self.engine.resolve_target(self.settings, typed)
    }

    /// Finds what the question names.
    pub(super) fn target(&self) -> Result<ResolvedTarget<'a>, AnswerError> {
        self.find(self.question.target())
    }

    /// Returns the clause that was found; fails with an error that names `command` if a page or
    /// ruleset was.
    pub(super) fn clause(
        &self,
        found: &ResolvedTarget<'_>,
        command: &str,
    ) -> Result<ClauseView, AnswerError> {
        let TargetKind::Clause(section, unit) = &found.target else {
            return Err(AnswerError::not_a_clause(command));
        };
        let (db, view) = (found.db, &found.view);
        let analysis = self.analysis();
        Ok(analysis.clause_view(db, section, *unit, view, self.wording()))
    }

    /// Returns the reference of the clause that was found.
    pub(super) fn references(&self, found: &ResolvedTarget<'_>) -> Vec<Reference> {
        let clause = self.clause(found, "show");
        clause
            .map(|own| reference::of_clauses(&own))
            .unwrap_or_default()
    }
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
