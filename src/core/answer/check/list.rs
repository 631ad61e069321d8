//! Checks an army list given as text, for other programs; builds the report of problems and verdicts
//! for them and for `rulebook check`. Also returns the severities that the settings give to lints.

use super::{CheckReport, ListVerdict, ReportEntry, SourceLines};
use crate::{
    analysis::{Analysis, LayeredSettings, Request, Settings, Source, SourceKind, SourceOrigin},
    answer::{
        Answer, AnswerResult, QueryEngine,
        view::{AnswerContext, ViewQuery},
    },
    diagnostic::Diagnostic,
    lint::LintLevels,
    scenario::{CheckOptions, ScenarioChecker},
    text::SourceId,
};
use camino::Utf8Path;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// An army list, and the view at which to read it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct List {
    /// The army list or battle plan as its author wrote it: a mail, a table, CSV, notes
    pub text: String,
    /// The view.
    #[serde(flatten)]
    pub at: Request,
}

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
}

impl ViewQuery for List {
    type Reply = CheckReport;

    fn words(&self) -> (String, Settings) {
        (String::new(), Settings::from(self.at.clone()))
    }

    /// Returns the report that `check -` prints. The request takes precedence over the edition, date and
    /// profile that the list names.
    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<CheckReport> {
        let options = context.engine.check_options(context.settings);
        // a clone, so that the values cached for the date of this request are dropped with it
        let checker = context.engine.checker().clone();
        let mut analysis = context.engine.analysis.clone();
        let text: Arc<str> = Arc::from(self.text.as_str());
        let source = analysis.add_source(list_source("-".into(), Arc::clone(&text)));
        let mut found = checker.check(&analysis, source, &text, &options);
        let own = context.engine.layered_settings(Settings::default());
        lint_levels(&own, &checker).0.apply(&mut found);
        let lists = std::iter::once((source, &text));
        let report = CheckReport::new(&analysis, (&checker, &options), 1, &found, lists);
        Ok(Answer::general(report))
    }
}
