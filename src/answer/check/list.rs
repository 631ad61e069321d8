//! Checks an army list given as text and adds it up, for other programs; builds the report of problems and
//! verdicts for them and for `rulebook check`. Also returns the severities that the settings give
//! to lints.

use super::{CheckReport, ListVerdict, ReportEntry, SourceLines};
use crate::{
    analysis::{Analysis, Settings, Source, SourceKind, SourceOrigin},
    answer::{
        Answer, AnswerError, Body, QueryEngine, Sum,
        sum::{EditionSums, NO_SOURCE},
    },
    diagnostic::Diagnostic,
    disk::LayeredSettings,
    lint::LintLevels,
    scenario::{CheckOptions, ScenarioChecker},
    text::SourceId,
};
use camino::Utf8Path;
use std::sync::Arc;

/// Returns the text of an army list as a source of kind scenario.
pub fn list_source(path: &Utf8Path, text: impl Into<Arc<str>>) -> Source {
    Source {
        path: path.to_owned(),
        name: path.file_name().unwrap_or(path.as_str()).to_owned(),
        ruleset: String::new(),
        kind: SourceKind::Scenario,
        origin: SourceOrigin::Folder,
        text: text.into(),
    }
}

impl CheckReport {
    /// Creates the report on the problems `found`, in their order, with the verdicts on `lists`.
    pub fn new<'a>(
        analysis: &Analysis,
        (checker, options): (&ScenarioChecker, &CheckOptions),
        files: usize,
        found: &[Diagnostic],
        lists: impl Iterator<Item = (SourceId, &'a Arc<str>)>,
    ) -> Self {
        let sources = SourceLines::new(analysis);
        let findings = found.iter().map(|own| ReportEntry::new(&sources, own));
        let lists = lists.filter_map(|(source, text)| {
            let bound = checker.bind(analysis, source, text, options).ok()?;
            ListVerdict::new(analysis, &sources, source, &bound, found)
        });
        Self {
            version: 1,
            files,
            findings: findings.collect(),
            lists: lists.collect(),
            unchecked_examples: Vec::new(),
        }
    }

    /// Returns how many lists have no verdict because a total is unknown.
    pub fn undecided(&self) -> usize {
        let is_undecided = |own: &&ListVerdict| own.legal.is_none() && own.totals.has_unknown();
        self.lists.iter().filter(is_undecided).count()
    }
}

/// Returns the severities that the settings give to lints, and errors in these settings.
pub fn lint_levels(
    settings: &LayeredSettings,
    checker: &ScenarioChecker,
) -> (LintLevels, Vec<String>) {
    let (mut levels, mut errors) = (LintLevels::default(), Vec::new());
    for (origin, settings) in settings.layers.iter().rev() {
        for (code, level) in &settings.lints {
            if let Err(error) = levels.set(code, level, |code| checker.is_rule(code)) {
                errors.push(format!("{error} ({origin})"));
            }
        }
    }
    (levels, errors)
}

impl QueryEngine {
    /// Returns the options with which a request checks lists.
    pub(crate) fn check_options(&self, request: &Settings) -> CheckOptions {
        CheckOptions {
            request: request.at.clone(),
            today: self.today(),
        }
    }

    /// Checks an army list given as text, and returns the report that `check -` prints.
    /// The request takes precedence over the edition, date and profile that the list names.
    pub(crate) fn check_list(&self, request: &Settings, text: &str) -> Answer {
        let options = self.check_options(request);
        // a clone, so that the values cached for the date of this request are dropped with it
        let checker = self.checker().clone();
        let mut analysis = self.analysis.clone();
        let text: Arc<str> = Arc::from(text);
        let source = analysis.add_source(list_source("-".into(), Arc::clone(&text)));
        let mut found = checker.check(&analysis, source, &text, &options);
        let settings = self.layered_settings(Settings::default());
        lint_levels(&settings, &checker).0.apply(&mut found);
        let lists = std::iter::once((source, &text));
        let report = CheckReport::new(&analysis, (&checker, &options), 1, &found, lists);
        Answer::general(Body::Report(Box::new(report)))
    }

    /// Returns the sums of a pasted list. The request takes precedence over the edition, date and
    /// profile that the list names.
    pub(crate) fn sum_list(&self, request: &Settings, query: &Sum) -> Result<Answer, AnswerError> {
        let (options, checker) = (self.check_options(request), self.checker().clone());
        let text = &query.list.text;
        if query.all_editions {
            let editions = EditionSums::of_list(&self.analysis, &checker, &options, text);
            return editions
                .map(|sums| Answer::general(Body::EditionSums(sums)))
                .map_err(|faults| AnswerError::from_faults(&faults));
        }
        let bound = checker
            .bind(&self.analysis, NO_SOURCE, text, &options)
            .map_err(|faults| AnswerError::from_faults(&faults))?;
        let sums = bound.sums();
        Ok(Answer::general(Body::Sums(Box::new(sums))))
    }
}
