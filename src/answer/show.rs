//! Answers `show`: a clause, printed pages, a troop type, a ruleset, or all rulesets.

use super::{Answer, AnswerError, Body, CitedRulings, ErrorKind, FoundInstead, QueryEngine};
use crate::analysis::{
    ClauseView, Fate, Overview, Question, RulingFilter, SearchOptions, Settings, TargetKind,
    parse_page_line,
};
use std::ops::RangeInclusive;

/// The number of hits if no clause matches.
const SUGGESTED_HITS: usize = 5;

impl QueryEngine {
    /// Returns what a question names: a clause, pages, a troop type, a ruleset or a comparison.
    pub(super) fn show(
        &self,
        request: &Settings,
        question: &Question,
    ) -> Result<Answer, AnswerError> {
        if question.is_comparison() {
            return self.compared(request, question);
        }
        let answer = self.answer(request, question);
        answer.or_else(|error| self.search_instead(request, question, &question.text, error))
    }

    /// Answers a comparison: a troop type with its values in all editions, or a clause in two. If no
    /// clause has the words as its name, or none of its text is included, searches what changed.
    fn compared(&self, request: &Settings, question: &Question) -> Result<Answer, AnswerError> {
        if let Some(troop) = self.named_troop(request, question)? {
            // *what changed for war wagons* asks for the changes, not for their values
            let own = &troop.body.troop;
            if question.asks_changes && own.grade.is_none() {
                let message = format!("no included section is about {} alone", own.letters);
                let error = AnswerError::not_found(message);
                return self.search_changes(request, question, error);
            }
            return Ok(troop.map(|body| Body::Troop(Box::new(body))));
        }
        let error = match self.diff(request, question) {
            Ok(answer) => match &answer.body {
                Body::Comparison(own) if !own.has_text() => {
                    let message = format!("the text of {} is not included", own.id);
                    AnswerError::not_found(message)
                }
                _ => return Ok(answer),
            },
            Err(error) => error,
        };
        // `… since 3.3` without a word for changes asks for the rule, whatever changed it
        if question.at.edition.is_none() && !question.asks_changes {
            return self.search_instead(request, question, &question.text, error);
        }
        self.search_changes(request, question, error)
    }

    /// Searches for the words of a comparison in what the editions between which it compares
    /// changed. If nothing is found, returns all their changes, or `error`, which says why no clause
    /// was compared, if it names clauses that may be meant.
    fn search_changes(
        &self,
        request: &Settings,
        question: &Question,
        error: AnswerError,
    ) -> Result<Answer, AnswerError> {
        if error.kind != ErrorKind::NotFound || question.cited.is_some() {
            return Err(error);
        }
        let (db, view) = self.requested_view(request, request.at.ruleset.as_deref())?;
        let from = self.earlier_view(request, (&db.ruleset, &view), question)?;
        let chain = db.ruleset.amendment_chain(view.edition).into_iter();
        let mut changed = chain.skip_while(|&edition| edition != from.edition);
        let Some(first) = changed.nth(1) else {
            return Err(error);
        };
        let (first, last) = (
            db.ruleset.edition_id(first),
            db.ruleset.edition_id(view.edition),
        );
        let query = format!("changed:{first}..{last} {}", question.text);
        let is_named = error.candidates.is_none();
        let message = error.message.clone();
        let found = self.search_instead(request, question, &query, error);
        let found = match found {
            Err(error) => self.best_match_changes(request, question).ok_or(error),
            Ok(answer) => Ok(answer),
        };
        let mut answer = match found {
            Err(error) if error.candidates.as_ref().is_some_and(|own| !own.is_empty()) => {
                return Err(error);
            }
            Err(_) => {
                let mut changes = self.analysis.changes(db, &from, &view);
                let notice = format!("{message}; showing all changes");
                changes.notices.insert(0, notice);
                let changes = Body::Changes(Box::new(changes));
                Answer::of(db, changes)
            }
            Ok(answer) => answer,
        };
        if let Body::SearchedInstead(found) = &mut answer.body
            && is_named
        {
            let notice = format!("{message}; showing changes that name it");
            found.results.notices.insert(0, notice);
        }
        if let Body::SearchedInstead(found) = &mut answer.body {
            let own = (&from, &view);
            let open = self.analysis.open_instructions_on(db, own, &question.text);
            found.results.notices.extend(open);
        }
        Ok(answer)
    }

    /// Compares the section of the best match for the words of a question, if its text differs.
    fn best_match_changes(&self, request: &Settings, question: &Question) -> Option<Answer> {
        let options = SearchOptions {
            limit: 1,
            all_editions: false,
        };
        let found = self.search_words(request, &question.text, (options, false));
        let best = found.ok()?.body.hits.into_iter().next()?;
        let (db, view) = self
            .requested_view(request, request.at.ruleset.as_deref())
            .ok()?;
        let (section, _) = self.analysis.section_of_hit(db, &view, &best.id)?;
        let own = question.with_text(section.id.clone());
        let mut answer = self.diff(request, &own).ok()?;
        let is_changed = match &answer.body {
            Body::Comparison(own) => own.pairs.iter().any(|pair| pair.fate != Fate::Same),
            _ => false,
        };
        let notice = format!(
            "no clause is named \"{}\"; showing the changes of {}",
            question.text, best.heading
        );
        answer.notice = answer.notice.or(Some(notice));
        is_changed.then_some(answer)
    }

    /// Searches for words that no clause has as its name; returns `error` if nothing is found.
    fn search_instead(
        &self,
        request: &Settings,
        question: &Question,
        query: &str,
        error: AnswerError,
    ) -> Result<Answer, AnswerError> {
        let text = &question.text;
        let mut words = text.split(|c: char| !c.is_alphabetic());
        let is_wordy = words.any(|word| word.chars().count() > 1);
        // the words of an id are no query
        let is_id = text.split(' ').count() == 1 && text.contains(['/', ':']);
        let is_id = is_id || question.cited.is_some();
        let is_searched = is_wordy && !is_id && parse_page_line(text).is_none();
        if error.kind != ErrorKind::NotFound || !is_searched {
            return Err(error);
        }
        let options = SearchOptions {
            limit: SUGGESTED_HITS,
            all_editions: false,
        };
        let query = without_signs(query);
        let Ok(answer) = self.search_words(request, &query, (options, false)) else {
            return Err(error);
        };
        if answer.body.hits.is_empty() {
            return Err(match answer.body.language {
                Some(language) => {
                    error.with_help(format!("{language} is not understood, except for names"))
                }
                None => error,
            });
        }
        Ok(answer.map(|results| {
            Body::SearchedInstead(Box::new(FoundInstead {
                results,
                clauses: [],
                candidates: error.candidates.unwrap_or_default(),
                name: text.clone(),
                elsewhere: error.elsewhere,
            }))
        }))
    }

    fn answer(&self, request: &Settings, question: &Question) -> Result<Answer, AnswerError> {
        if let Some(pages) = question.pages() {
            return self.pages(request, pages);
        }
        if let Some(troop) = self.named_troop(request, question)? {
            return Ok(troop.map(|body| Body::Troop(Box::new(body))));
        }
        let own = &question.at;
        let names_view = own.edition.is_some() || own.as_of.is_some() || own.profile.is_some();
        if question.target().is_empty() && names_view {
            let (db, view) = self.requested_view(request, request.at.ruleset.as_deref())?;
            let overview = self.analysis.overview(db, &view);
            return Ok(Answer::of(db, Body::Ruleset(Box::new(overview))));
        }
        let found = self.resolve_target(request, question.term())?;
        let (analysis, choice) = (&self.analysis, self.wording(request));
        let (_, number) = analysis.split_ruleset(question.target());
        if analysis.cites_ruling(found.db, number) {
            if request.at.profile.is_none()
                && let Some((other, full)) = analysis.profile_of_ruling(found.db, number)
                && other != found.view.profile.name
                && analysis.lost_ruling(found.db, number).is_none()
            {
                let mut other_request = request.clone();
                other_request.at.profile = Some(other.to_owned());
                let mut answer = self.answer(&other_request, question)?;
                let (full, own) = (full.to_uppercase(), &found.view.profile.name);
                let notice = format!("{full} counts for profile {other}, not for {own}");
                answer.notice = answer.notice.or(Some(notice));
                return Ok(answer);
            }
            let cited = number.to_owned();
            let filter = RulingFilter {
                number: Some(cited.clone()),
                ..RulingFilter::default()
            };
            let rulings = self.shown_rulings(&found, choice, filter)?;
            let view = match &found.target {
                TargetKind::Clause(section, unit) => {
                    analysis.clause_view(found.db, section, *unit, &found.view, choice)
                }
                TargetKind::Page(_) | TargetKind::Ruleset => {
                    return Err(AnswerError::not_a_clause("show"));
                }
            };
            let body = CitedRulings { view, rulings };
            let mut answer = Answer::about(&found, Body::RulingsAtClause(Box::new(body)));
            let lost = analysis.lost_ruling(found.db, &cited);
            answer.notice = answer.notice.or(lost);
            return Ok(answer);
        }
        let body = match &found.target {
            TargetKind::Page(page) => Body::Page(Box::new(analysis.page_errata(
                found.db,
                page,
                &found.view,
                choice,
            ))),
            TargetKind::Ruleset => {
                Body::Ruleset(Box::new(analysis.overview(found.db, &found.view)))
            }
            TargetKind::Clause(section, unit) => Body::Clause(Box::new(analysis.clause_view(
                found.db,
                section,
                *unit,
                &found.view,
                choice,
            ))),
        };
        Ok(Answer::about(&found, body))
    }

    /// Returns a clause; fails with an error that names `command` for a page or ruleset.
    pub(super) fn clause(
        &self,
        request: &Settings,
        question: &Question,
        command: &str,
    ) -> Result<Answer<ClauseView>, AnswerError> {
        let found = self.resolve_target(request, question.target())?;
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
    fn pages(&self, request: &Settings, pages: RangeInclusive<u32>) -> Result<Answer, AnswerError> {
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
        Ok(answer.map(Body::Pages))
    }

    /// Returns a ruleset.
    pub fn overview(&self, key: &str) -> Result<Overview, AnswerError> {
        let (db, view) = self.requested_view(&Settings::default(), Some(key))?;
        Ok(self.analysis.overview(db, &view))
    }

    /// Returns all rulesets.
    pub(super) fn rulesets(&self, request: &Settings) -> Result<Answer, AnswerError> {
        let mut overviews = Vec::new();
        for (key, _) in self.analysis.ruleset_dbs() {
            let (db, view) = self.requested_view(request, Some(key))?;
            overviews.push(self.analysis.overview(db, &view));
        }
        Ok(Answer::general(Body::Rulesets(overviews)))
    }
}

/// Returns a sentence without the colons behind its words, and with blanks for the strokes in them:
/// `spears: w/ support`.
fn without_signs(query: &str) -> String {
    let words = query.split(' ').map(|word| match word {
        "w/" => "with".to_owned(),
        // a condition of a query
        word if word.trim_end_matches(':').contains(':') => word.to_owned(),
        word => word.trim_end_matches(':').replace('/', " "),
    });
    words.collect::<Vec<_>>().join(" ")
}
