//! Answers `show`: a clause, printed pages, a troop type, a ruleset, or all rulesets.

use super::{Answer, AnswerError, QueryEngine, ViewRequest};
use crate::analysis::{ClauseView, Overview, PageErrata, Question, TargetKind, TroopView};
use serde::Serialize;
use std::ops::RangeInclusive;

/// The answer of `show`: a clause, printed pages, a troop type, a ruleset, or all rulesets.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ShowBody {
    /// A clause.
    Clause(Box<ClauseView>),
    /// A printed page.
    Page(Box<PageErrata>),
    /// Several printed pages, one after the other.
    Pages(Vec<PageErrata>),
    /// A troop type.
    Troop(Box<TroopView>),
    /// A ruleset.
    Ruleset(Box<Overview>),
    /// All rulesets, each at its default edition.
    Rulesets(Vec<Overview>),
}

impl QueryEngine {
    /// Returns what a question names: a clause, pages, a troop type or a ruleset.
    /// Without a question, returns all rulesets. [`diff`](Self::diff) answers comparisons.
    pub fn show(
        &self,
        request: &ViewRequest,
        question: Option<&Question>,
    ) -> Result<Answer<ShowBody>, AnswerError> {
        let Some(question) = question else {
            return self.rulesets(request);
        };
        let request = &request.with_question(question);
        if let Some(pages) = question.pages() {
            return self.pages(request, pages);
        }
        if let Some(troop) = self.named_troop(request, question.term())? {
            return Ok(troop.map(|body| ShowBody::Troop(Box::new(body))));
        }
        let found = self.resolve_target(request, question.target())?;
        let (analysis, choice) = (&self.analysis, self.wording(request));
        let body =
            match &found.target {
                TargetKind::Page(page) => ShowBody::Page(Box::new(analysis.page_errata(
                    found.db,
                    page,
                    &found.view,
                    choice,
                ))),
                TargetKind::Ruleset => {
                    ShowBody::Ruleset(Box::new(analysis.overview(found.db, &found.view)))
                }
                TargetKind::Clause(section, unit) => ShowBody::Clause(Box::new(
                    analysis.clause_view(found.db, section, *unit, &found.view, choice),
                )),
            };
        Ok(Answer::about(&found, body))
    }

    /// Returns a clause; fails with an error that names `command` for a page or ruleset.
    pub fn clause(
        &self,
        request: &ViewRequest,
        typed: &str,
        command: &str,
    ) -> Result<Answer<ClauseView>, AnswerError> {
        let found = self.resolve_target(request, typed)?;
        let TargetKind::Clause(section, unit) = &found.target else {
            return Err(AnswerError::not_a_clause(command));
        };
        let choice = self.wording(request);
        let view = self
            .analysis
            .clause_view(found.db, section, *unit, &found.view, choice);
        Ok(Answer::about(&found, view))
    }

    /// Returns several pages of the booklet.
    fn pages(
        &self,
        request: &ViewRequest,
        pages: RangeInclusive<u32>,
    ) -> Result<Answer<ShowBody>, AnswerError> {
        let choice = self.wording(request);
        let mut answer = Answer::general(Vec::new());
        for page in pages {
            let found = self.resolve_target(request, &format!("p.{page}"))?;
            let (page, mut shown) = (page.to_string(), answer.body);
            shown.push(
                self.analysis
                    .page_errata(found.db, &page, &found.view, choice),
            );
            answer = Answer::about(&found, shown);
        }
        Ok(answer.map(ShowBody::Pages))
    }

    /// Returns the ruleset that a request names, else the default one.
    pub fn overview(&self, request: &ViewRequest) -> Result<Overview, AnswerError> {
        let (db, view) = self.requested_view(request, request.ruleset.as_deref())?;
        Ok(self.analysis.overview(db, &view))
    }

    /// Returns all rulesets.
    fn rulesets(&self, request: &ViewRequest) -> Result<Answer<ShowBody>, AnswerError> {
        let mut overviews = Vec::new();
        for (key, _) in self.analysis.ruleset_dbs() {
            let (db, view) = self.requested_view(request, Some(key))?;
            overviews.push(self.analysis.overview(db, &view));
        }
        Ok(Answer::general(ShowBody::Rulesets(overviews)))
    }
}
