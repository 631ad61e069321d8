//! Resolves the clause and view that a `rulebook/…` request names, and whether it wants printed or
//! restated words; converts answers to JSON.

use crate::{
    analysis::{
        Analysis, IndexKey, Question, Request, ResolvedTarget, TargetError, WordingChoice,
        with_notice,
    },
    disk::{LayeredSettings, ViewSettings},
    lsp::{HandlerResult, ResponseError, Snapshot, ViewParams, response_error::did_you_mean},
    resolve::{RulesetDb, View},
    text::near::nearest,
};
use serde::Serialize;
use serde_json::Value;

/// Returns the wording that the settings choose.
pub(crate) fn wording_choice(settings: &LayeredSettings) -> Result<WordingChoice, ResponseError> {
    let Some(setting) = settings.first(|settings| settings.wording.clone()) else {
        return Ok(WordingChoice::default());
    };
    WordingChoice::from_name(&setting.value).ok_or_else(|| {
        let names = WordingChoice::NAMES.iter().map(|(name, _)| *name);
        let meant = did_you_mean(nearest(&setting.value, names));
        ResponseError::Invalid(format!(
            "unknown wording `{}`: expected printed, restated or both{meant}",
            setting.value
        ))
    })
}

/// The question in the parameters of a request, and the view that both name.
pub(super) struct ReadRequest {
    pub(super) question: Question,
    pub(super) view_params: ViewParams,
    pub(super) settings: LayeredSettings,
}

impl ReadRequest {
    /// Reads a question as the command line does.
    pub(super) fn new(
        snapshot: &Snapshot<'_>,
        typed: &str,
        view_params: ViewParams,
        read: fn(&Analysis, &str, Option<&str>) -> Question,
    ) -> Result<Self, ResponseError> {
        let below = &snapshot.state.settings;
        let ruleset = view_params
            .layered_settings(below)?
            .view_settings(None)
            .ruleset;
        let key = ruleset.as_ref().map(|setting| setting.value.as_str());
        let question = read(snapshot.analysis(), typed, key);
        let view_params = view_params.with_question(&question)?;
        Ok(Self {
            settings: view_params.layered_settings(below)?,
            question,
            view_params,
        })
    }
}

/// Resolves a clause that the parameters name.
pub(crate) fn resolve_clause<'a>(
    snapshot: &Snapshot<'a>,
    clause: &str,
    settings: &LayeredSettings,
) -> Result<ResolvedTarget<'a>, ResponseError> {
    let request = |ruleset: Option<&str>| -> Request { settings.view_settings(ruleset).request() };
    let today = snapshot.today();
    let index = |key: &IndexKey| snapshot.index(key);
    let found = snapshot
        .analysis()
        .resolve_target(clause, &request, today, &index);
    found.map_err(|error| match error {
        TargetError::Index(fault) => ResponseError::Failed(fault.to_string()),
        error => invalid(error),
    })
}

/// Resolves the view that settings name.
pub(crate) fn resolve_view<'a>(
    snapshot: &Snapshot<'a>,
    settings: &ViewSettings,
) -> Result<(&'a RulesetDb, View), ResponseError> {
    snapshot
        .analysis()
        .resolve_request(&settings.request(), snapshot.today())
        .map_err(invalid)
}

/// An error about invalid parameters.
pub(crate) fn invalid(fault: impl std::fmt::Display) -> ResponseError {
    ResponseError::Invalid(fault.to_string())
}

/// Converts an answer about a target to JSON, with a notice if it is from another ruleset than the
/// default one, and how the question was read.
pub(super) fn target_json(
    (snapshot, question): (&Snapshot<'_>, &Question),
    found: &ResolvedTarget<'_>,
    value: &impl Serialize,
) -> HandlerResult<Value> {
    let reading = question.reading(Some(&found.db.ruleset), snapshot.today());
    let answer = json(value)?.map(|answer| reading.with_members(answer));
    Ok(match &found.notice {
        Some(notice) => answer.map(|answer| with_notice(answer, notice)),
        None => answer,
    })
}

/// Converts an answer to JSON.
pub(crate) fn json(value: &impl Serialize) -> HandlerResult<Value> {
    serde_json::to_value(value)
        .map(Some)
        .map_err(|error| ResponseError::Failed(format!("cannot write the answer as JSON: {error}")))
}
