//! Answers `diff` and `changes`: compares a clause, a page or a whole ruleset in two editions.

use super::{Answer, AnswerError, Body, QueryEngine};
use crate::{
    analysis::{ChangeKind, Question, RulesetChanges, Settings, TargetKind},
    model::Ruleset,
    resolve::View,
};

impl QueryEngine {
    /// Compares what a question names: a clause, a page, or without either the whole ruleset.
    pub(super) fn diff(
        &self,
        request: &Settings,
        question: &Question,
    ) -> Result<Answer, AnswerError> {
        if question.changes || matches!(self.analysis.split_ruleset(&question.text), (_, "")) {
            return self.changes(request, question, &[]);
        }
        let found = self.resolve_target(request, question.target())?;
        let from = self.earlier_view(request, (&found.db.ruleset, &found.view), question)?;
        let body = match &found.target {
            TargetKind::Clause(section, unit) => {
                let comparison =
                    self.analysis
                        .compare(found.db, section, *unit, &from, &found.view);
                Body::Comparison(Box::new(comparison))
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
                Body::Changes(Box::new(changes))
            }
            TargetKind::Ruleset => {
                let changes = self.analysis.changes(found.db, &from, &found.view);
                Body::Changes(Box::new(changes))
            }
        };
        let mut answer = Answer::about(&found, body);
        answer.references = self.clause_references(&found, self.wording(request));
        Ok(answer)
    }

    /// Returns all changes between the editions of a question, of some kinds or of all.
    pub(super) fn changes(
        &self,
        request: &Settings,
        question: &Question,
        kinds: &[ChangeKind],
    ) -> Result<Answer, AnswerError> {
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
        let (db, later) = self.requested_view(request, ruleset)?;
        let earlier = self.earlier_view(request, (&db.ruleset, &later), question)?;
        let mut changes = self.analysis.changes(db, &earlier, &later);
        if !kinds.is_empty() {
            retain_kinds(&mut changes, kinds);
        }
        Ok(Answer::of(db, Body::Changes(Box::new(changes))))
    }

    /// Returns the earlier view: at the earlier edition or day of a question, or at the edition that the
    /// later one amends.
    pub fn earlier_view(
        &self,
        request: &Settings,
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
                .ok_or_else(|| {
                    failure().with_help("name two editions: rulebook diff CLAUSE 3.3 3.4")
                });
        }
        let settings = self.layered_settings(request.clone());
        let mut earlier = settings.request(Some(&ruleset.key));
        earlier.edition = edition.or(question.at.edition.as_ref()).cloned();
        earlier.as_of = question.since_day.or(earlier.as_of);
        Ok(self.resolve_view(&settings, &earlier)?.1)
    }
}

/// Removes all changes of other kinds.
fn retain_kinds(changes: &mut RulesetChanges, kinds: &[ChangeKind]) {
    let is_selected = |kind: Option<ChangeKind>| kind.is_some_and(|kind| kinds.contains(&kind));
    let sections = &mut changes.sections;
    sections
        .iter_mut()
        .for_each(|section| section.changes.retain(|pair| is_selected(pair.change)));
    sections.retain(|section| !section.changes.is_empty());
}
