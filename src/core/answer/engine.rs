//! `QueryEngine`: loaded rules and settings; finds the view, clause and search index to answer.

use super::{AnswerError, Reference, json};
use crate::{
    analysis::{Analysis, IndexKey, LayeredSettings, Question, Reading, Request, Settings},
    model::Ruleset,
    resolve::{RulesetDb, View},
    scenario::ScenarioChecker,
    search::{Index, IndexError},
};
use jiff::civil::Date;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::Value;
use std::sync::{Arc, OnceLock};

/// Answers requests from rules that were loaded once, and settings for what a request leaves out.
/// It only reads, and an answer depends on nothing but the request, the rules, the settings and the
/// day.
#[derive(Default)]
pub struct QueryEngine {
    /// The rules.
    pub(super) analysis: Analysis,
    /// The settings below the request, each with its origin, the one with the highest precedence
    /// first.
    settings: Vec<(String, Settings)>,
    /// The current day; `None` for the day of the system's clock.
    today: Option<Date>,
    /// Returns search indexes that are stored between runs, or that another part of the program keeps;
    /// `None` builds them.
    index_source: Option<IndexSource>,
    indexes: Mutex<FxHashMap<IndexKey, Arc<Index>>>,
    checker: OnceLock<ScenarioChecker>,
}

/// Returns the search index for a key.
pub type IndexSource = Box<dyn Fn(&IndexKey) -> Result<Arc<Index>, IndexError> + Send + Sync>;

/// The search indexes that are kept open. Each day and set of scopes has its own.
const MAX_OPEN_INDEXES: usize = 16;

/// An answer (the body) with the ruleset that it is from, and a notice if that is not the default
/// ruleset.
#[derive(Debug)]
pub struct Answer<T> {
    /// The answer.
    pub body: T,
    /// The ruleset, if the answer is about a single one.
    pub ruleset: Option<Arc<Ruleset>>,
    /// A notice that the answer is not from the default ruleset, or not from the game named.
    pub notice: Option<String>,
    /// How the question was read, and which of its words were not used.
    pub reading: Reading,
    /// The clauses, pages or rulesets that the answer is based on.
    pub references: Vec<Reference>,
    /// The question that was answered, if it is not the words of the query.
    pub(super) question: Option<Question>,
    /// The settings that it is answered at: those of the query, with what the words of its question name.
    pub(super) settings: Settings,
}

/// An answer, or the error that says why there is none.
pub type AnswerResult<T> = Result<Answer<T>, AnswerError>;

impl QueryEngine {
    /// Creates an engine. `settings` are those below the request, each with its origin as shown to
    /// people.
    pub fn new(analysis: Analysis, settings: Vec<(String, Settings)>, today: Option<Date>) -> Self {
        Self {
            analysis,
            settings,
            today,
            ..Self::default()
        }
    }

    /// Uses search indexes that are stored between runs, or that another part of the program keeps.
    #[must_use]
    pub fn with_indexes(mut self, source: IndexSource) -> Self {
        self.index_source = Some(source);
        self
    }

    /// Returns the rules.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// Returns the current day.
    pub fn today(&self) -> Date {
        self.today.unwrap_or_else(|| jiff::Zoned::now().date())
    }

    /// Returns the settings with those of a request before all others.
    pub fn layered_settings(&self, own: Settings) -> LayeredSettings {
        let own = std::iter::once((String::new(), own));
        LayeredSettings {
            layers: own.chain(self.settings.iter().cloned()).collect(),
        }
    }

    /// Returns an engine for the rules with the proposals that settings name; `None` if they name
    /// none.
    pub fn with_proposals(&self, own: &Settings) -> Result<Option<Self>, AnswerError> {
        if own.at.with.is_none() {
            return Ok(None);
        }
        let analysis = self.analysis.clone();
        let analysis = analysis
            .with_proposals(&own.at, self.today())
            .map_err(|error| {
                AnswerError::from_request(&error, &self.layered_settings(own.clone()))
            })?;
        // stored indexes are those of the rules without proposals
        let settings = self.settings.clone();
        Ok(Some(Self::new(analysis, settings, self.today)))
    }

    /// Reads a question, in the editions of the ruleset that it, the request or the settings name.
    pub fn question(&self, request: &Settings, typed: &str) -> Question {
        self.analysis
            .question(typed, self.ruleset(request).as_deref())
    }

    /// Returns the ruleset that a request or the settings name.
    pub(super) fn ruleset(&self, request: &Settings) -> Option<String> {
        self.layered_settings(request.clone()).request(None).ruleset
    }

    /// Returns the ruleset and the view of a request; the error says which of the settings is wrong.
    pub(super) fn resolve_view(
        &self,
        settings: &LayeredSettings,
        request: &Request,
    ) -> Result<(&RulesetDb, View), AnswerError> {
        self.analysis
            .resolve_request(request, self.today())
            .map_err(|error| AnswerError::from_request(&error, settings))
    }

    /// Resolves the view of a request; `ruleset` is stronger than what the request names.
    pub fn requested_view(
        &self,
        request: &Settings,
        ruleset: Option<&str>,
    ) -> Result<(&RulesetDb, View), AnswerError> {
        let settings = self.layered_settings(request.clone());
        self.resolve_view(&settings, &settings.request(ruleset))
    }

    /// Returns the search index for an index key; gets or builds it the first time.
    pub fn search_index(&self, key: &IndexKey) -> Result<Arc<Index>, IndexError> {
        // the lock is held while an index is built, so that it is built once
        let mut indexes = self.indexes.lock();
        if let Some(index) = indexes.get(key) {
            return Ok(Arc::clone(index));
        }
        let index = match &self.index_source {
            Some(source) => source(key)?,
            None => Arc::new(self.analysis.build_index(key)?),
        };
        if indexes.len() >= MAX_OPEN_INDEXES {
            indexes.clear();
        }
        indexes.insert(key.clone(), Arc::clone(&index));
        Ok(index)
    }

    /// Returns the checker with the rules of play of all rulesets; creates it the first time.
    pub fn checker(&self) -> &ScenarioChecker {
        self.checker
            .get_or_init(|| ScenarioChecker::new(&self.analysis))
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

impl<T> Answer<T> {
    /// Creates an answer that is about no single ruleset.
    pub(super) fn general(body: T) -> Self {
        Self {
            body,
            ruleset: None,
            notice: None,
            reading: Reading::default(),
            references: Vec::new(),
            question: None,
            settings: Settings::default(),
        }
    }

    /// Adds how the question was read, and a notice if it names a game whose rules are not included.
    pub(super) fn read(mut self, question: &Question, engine: &QueryEngine) -> Self {
        if let (Some(own), Some(game)) = (&self.ruleset, &question.other_game) {
            let notice = format!(
                "{game} is another game, whose rules are not included; this is from {}",
                own.title
            );
            self.notice.get_or_insert(notice);
        }
        let own = question.reading(self.ruleset.as_deref(), engine.today());
        self.reading = own.and_not_used(&self.reading.not_used);
        self
    }

    /// Converts the body.
    pub(super) fn map<U>(self, convert: impl FnOnce(T) -> U) -> Answer<U> {
        Answer {
            body: convert(self.body),
            ruleset: self.ruleset,
            notice: self.notice,
            reading: self.reading,
            references: self.references,
            question: self.question,
            settings: self.settings,
        }
    }

    /// Creates the answer about a ruleset.
    pub(super) fn of(db: &RulesetDb, body: T) -> Self {
        Self {
            ruleset: Some(Arc::clone(&db.ruleset)),
            ..Self::general(body)
        }
    }
}

impl<T: Serialize> Answer<T> {
    /// Returns the answer as lines of JSON, with its notice and how the question was read as
    /// members.
    pub fn json(&self) -> Result<String, AnswerError> {
        if let Some(notice) = &self.notice {
            let answer = with_notice(serde_json::to_value(&self.body)?, notice);
            return json(&self.reading.with_members(answer));
        }
        if self.reading.is_empty() {
            return json(&self.body);
        }
        // several answers in a list have no members
        json(&self.reading.members_after(&self.body)).or_else(|_| json(&self.body))
    }

    /// Returns the same as a value, with the numbers as they are written.
    pub fn value(&self) -> Result<Value, AnswerError> {
        Ok(serde_json::from_str(&self.json()?)?)
    }
}

/// Returns an answer in JSON with `notice` before its other notices.
fn with_notice(mut answer: Value, notice: &str) -> Value {
    if let Some(object) = answer.as_object_mut()
        && let Some(notices) = object
            .entry("notices")
            .or_insert_with(|| Value::Array(Vec::new()))
            .as_array_mut()
    {
        notices.insert(0, notice.into());
    }
    answer
}
