//! `QueryEngine`: loaded rules and settings; finds the view, clause and search index to answer.

use super::{AnswerError, Body, Query, Reference, RulesReview, json, reference};
use crate::{
    analysis::{
        Analysis, IndexKey, Question, Reading, Request, ResolvedTarget, Settings, TargetError,
        WordingChoice, with_notice,
    },
    disk::{self, Cache, LayeredSettings},
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
use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

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
    /// The folder in which search indexes are stored between runs; `None` stores none.
    cache: Option<Cache>,
    /// The current day; `None` for the day of the system's clock.
    today: Option<Date>,
    /// Returns search indexes in place of the engine's own.
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
pub struct Answer<T = Body> {
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
}

impl QueryEngine {
    /// Creates an engine. `settings` are those below the request, each with its origin as shown to
    /// people.
    pub fn new(
        analysis: Analysis,
        settings: Vec<(String, Settings)>,
        cache: Option<Cache>,
        today: Option<Date>,
    ) -> Self {
        Self {
            analysis,
            settings,
            cache,
            today,
            ..Self::default()
        }
    }

    /// Uses search indexes that another part of the program keeps.
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

    /// Answers a query, with a notice if the rules that the answer is from have errors.
    pub fn ask(&self, query: &Query) -> Result<Answer, AnswerError> {
        let mut answer = self.find_answer(query)?;
        if let Some(db) = answer
            .ruleset
            .as_ref()
            .and_then(|own| self.analysis.ruleset_db(&own.key))
        {
            let references = answer.references.iter().map(|own| own.id.as_str());
            let ids = references.chain(answer.body.clause());
            let section = |id: &str| {
                let (_, name) = self.analysis.split_ruleset(id);
                db.section_of(name.split('/').next()?)
            };
            let mut sections: BTreeSet<&str> = ids.filter_map(section).collect();
            if matches!(answer.body, Body::Changes(_) | Body::Ruleset(_)) {
                sections.extend(db.section_ids());
            }
            let errors = self.analysis.errors_notice(db, &sections);
            answer.notice = join_notices([answer.notice.take(), errors]);
        }
        Ok(answer)
    }

    fn find_answer(&self, query: &Query) -> Result<Answer, AnswerError> {
        let (words, request) = query.words();
        let mut question = match query {
            Query::Search(_) => {
                let ruleset = self.ruleset(&request);
                self.analysis.search_question(&words, ruleset.as_deref())
            }
            _ => self.question(&request, &words),
        };
        if let Query::Diff(own) = query {
            question.since = question.since.or_else(|| own.from.clone());
            question.at.edition = question.at.edition.or_else(|| own.to.clone());
        }
        let request = request.with_question(&question)?;
        let (request, question) = (&request, &question);
        let answer = match query {
            Query::Search(own) => self.search(request, question, own)?,
            Query::Show(own) if own.full => self.full_text(request, question, own)?,
            Query::Show(own) if own.clause.is_empty() => self.rulesets(request)?,
            Query::Show(_) => self.show(request, question)?,
            Query::Log(_) => self.log(request, question)?,
            Query::Blame(_) => {
                let answer = self.clause(request, question, "blame")?;
                answer.map(|view| Body::Blame(Box::new(view)))
            }
            Query::Rulings(_) => {
                let answer = self.clause(request, question, "rulings")?;
                Answer {
                    references: reference::of_clauses(&answer.body),
                    ..answer.map(|view| Body::Rulings(view.into()))
                }
            }
            Query::Diff(_) => self.diff(request, question)?,
            Query::Changes(own) => self.changes(request, question, &own.kind)?,
            Query::Register(own) => return self.register(request, question, own),
            Query::Troop(_) => self.troops(request, question)?,
            Query::Review(own) => {
                let review = RulesReview::new(&self.analysis, own)?;
                Answer::general(Body::Review(Box::new(review)))
            }
            Query::Check(own) => self.check_list(request, &own.text),
            Query::Sum(own) => self.sum_list(request, own)?,
        };
        let mut answer = answer.read(question, self);
        answer.references.extend(answer.body.references());
        Ok(answer)
    }

    /// Reads a question, in the editions of the ruleset that it, the request or the settings name.
    pub fn question(&self, request: &Settings, typed: &str) -> Question {
        self.analysis
            .question(typed, self.ruleset(request).as_deref())
    }

    /// Returns the ruleset that a request or the settings name.
    fn ruleset(&self, request: &Settings) -> Option<String> {
        self.layered_settings(request.clone()).request(None).ruleset
    }

    /// Returns the wording to show, from the request or the settings.
    pub(super) fn wording(&self, request: &Settings) -> WordingChoice {
        let settings = self.layered_settings(request.clone());
        settings.wording().unwrap_or_default()
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

    /// Resolves the clause, page or ruleset that `typed` names.
    pub fn resolve_target(
        &self,
        request: &Settings,
        typed: &str,
    ) -> Result<ResolvedTarget<'_>, AnswerError> {
        let settings = self.layered_settings(request.clone());
        let view = |ruleset: Option<&str>| settings.request(ruleset);
        let index = |key: &IndexKey| self.search_index(key);
        self.analysis
            .resolve_target(typed, &view, self.today(), &index)
            .map_err(|error| match error {
                TargetError::Request(error, _) => AnswerError::from_request(&error, &settings),
                error => AnswerError::from_target(error),
            })
            .map_err(|error| {
                let (_, number) = self.analysis.split_ruleset(typed);
                let mut all = self.analysis.ruleset_dbs();
                let lost = all.find_map(|(_, db)| self.analysis.lost_ruling(db, number));
                match lost {
                    Some(message) => AnswerError::not_found(message),
                    None => error,
                }
            })
    }

    /// Returns the search index for an index key; opens or builds it the first time.
    pub fn search_index(&self, key: &IndexKey) -> Result<Arc<Index>, IndexError> {
        if let Some(source) = &self.index_source {
            return source(key);
        }
        // the lock is held while an index is built, so that it is built once
        let mut indexes = self.indexes.lock();
        if let Some(index) = indexes.get(key) {
            return Ok(Arc::clone(index));
        }
        let sources = self.analysis.sources();
        let index = disk::open_or_build_index(self.cache.as_ref(), sources, key, || {
            Analysis::new(sources.clone())
        })?;
        let index = Arc::new(index);
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

/// Joins notices to one.
fn join_notices(notices: [Option<String>; 2]) -> Option<String> {
    notices
        .into_iter()
        .flatten()
        .reduce(|first, second| format!("{first}. {second}"))
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
        }
    }

    /// Creates the answer about a target.
    pub(super) fn about(found: &ResolvedTarget<'_>, body: T) -> Self {
        Self {
            notice: found.notice.clone(),
            ..Self::of(found.db, body)
        }
    }

    /// Creates the answer about a ruleset.
    pub(super) fn of(db: &RulesetDb, body: T) -> Self {
        Self {
            body,
            ruleset: Some(Arc::clone(&db.ruleset)),
            notice: None,
            reading: Reading::default(),
            references: Vec::new(),
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
