//! Answers `diff` and `changes`: compares a clause, a page or a whole ruleset in two editions.

use super::{Answer, AnswerError, QueryEngine, Settings};
use crate::{
    analysis::{ClauseComparison, Question, RulesetChanges, TargetKind},
    disk::{LayeredSettings, SettingValue},
    model::Ruleset,
    resolve::View,
};
use serde::Serialize;

/// The answer of `diff`: a clause in two editions, or all changes of a ruleset or a page.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum DiffBody {
    /// A clause in two editions.
    Clause(Box<ClauseComparison>),
    /// The changes of a ruleset, or of the sections on a page.
    Changes(Box<RulesetChanges>),
}

impl QueryEngine {
    /// Compares what a question names: a clause, a page, or without either the whole ruleset.
    pub fn diff(
        &self,
        request: &Settings,
        question: &Question,
    ) -> Result<Answer<DiffBody>, AnswerError> {
        let request = request.with_question(question)?;
        if question.changes || matches!(self.analysis.split_ruleset(&question.text), (_, "")) {
            let changes = self.changes(&request, question)?;
            return Ok(changes.map(|body| DiffBody::Changes(Box::new(body))));
        }
        let settings = self.layered_settings(request.clone());
        let found = self.resolve_target(&request, question.target())?;
        let from = earlier_view(self, &settings, (&found.db.ruleset, &found.view), question)?;
        let body = match &found.target {
            TargetKind::Clause(section, unit) => {
                let comparison =
                    self.analysis
                        .compare(found.db, section, *unit, &from, &found.view);
                DiffBody::Clause(Box::new(comparison))
            }
            TargetKind::Page(page) => {
                let mut changes = self.analysis.changes(found.db, &from, &found.view);
                // a section that begins elsewhere may go on here
                let here = found.db.sections_on_page(page);
                changes.sections.retain(|section| {
                    let id = section
                        .id
                        .rsplit_once('/')
                        .map_or(&*section.id, |(_, id)| id);
                    here.iter().any(|own| own == id)
                });
                DiffBody::Changes(Box::new(changes))
            }
            TargetKind::Ruleset => {
                let changes = self.analysis.changes(found.db, &from, &found.view);
                DiffBody::Changes(Box::new(changes))
            }
        };
        Ok(Answer::about(&found, body).read(question, self))
    }

    /// Returns all changes between the editions of a question.
    pub fn changes(
        &self,
        request: &Settings,
        question: &Question,
    ) -> Result<Answer<RulesetChanges>, AnswerError> {
        let request = request.with_question(question)?;
        let text = question.text.trim_end_matches('/');
        let (prefix, rest) = self.analysis.split_ruleset(text);
        let ruleset = match (prefix, rest) {
            (Some(key), "") => Some(key),
            (None, "") => None,
            (None, name)
                if !name.contains(' ') && !name.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                Some(name)
            }
            (_, found) => {
                let failure = AnswerError::invalid(format!("`{found}` is not an edition"));
                return Err(failure.with_help(
                    "write the editions with two dots between them: rulebook changes dbm 3.3..3.4",
                ));
            }
        };
        let settings = self.layered_settings(request.clone());
        let (db, later) = self.resolve_view(&settings.view_settings(ruleset))?;
        let earlier = earlier_view(self, &settings, (&db.ruleset, &later), question)?;
        let changes = self.analysis.changes(db, &earlier, &later);
        Ok(Answer::of(db, changes).read(question, self))
    }
}

/// Returns the earlier view: at the earlier edition or day of a question, or at the edition that the
/// later one amends.
pub fn earlier_view(
    engine: &QueryEngine,
    settings: &LayeredSettings,
    (ruleset, later): (&Ruleset, &View),
    question: &Question,
) -> Result<View, AnswerError> {
    let edition = question.since.as_ref();
    if edition.is_none() && question.since_day.is_none() {
        let amends = ruleset.amended_edition(later.edition);
        let failure = || {
            AnswerError::invalid(format!(
                "edition {} amends no other edition",
                ruleset.edition_id(later.edition)
            ))
        };
        return amends
            .map(|edition| later.with_edition(edition))
            .ok_or_else(|| failure().with_help("name two editions: rulebook diff CLAUSE 3.3 3.4"));
    }
    let mut settings = settings.view_settings(Some(&ruleset.key));
    let edition = edition.or(question.edition.as_ref());
    settings.edition = edition.cloned().map(SettingValue::requested);
    settings.as_of = match question.since_day {
        Some(day) => Some(SettingValue::requested(day)),
        None => settings.as_of,
    };
    Ok(engine.resolve_view(&settings)?.1)
}
