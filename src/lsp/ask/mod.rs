//! Requests of our own: the answers of the command line, for editors. `editors/PROTOCOL.md` documents them.

mod changes;
mod compare;
mod editions;
mod impact;
mod outline;
mod search;
mod show;

pub(super) use changes::changes;
pub(super) use compare::{compare, diff};
pub(super) use editions::editions;
pub(super) use impact::impact;
pub(super) use outline::outline;
pub(super) use search::{find, search};
pub(super) use show::{history, show};

pub(super) use changes::Params as ChangesParams;
pub(super) use compare::Params as CompareParams;
pub(super) use outline::Params as OutlineParams;
pub(super) use search::Params as SearchParams;
pub(super) use show::{HistoryParams, Params as ShowParams};

use super::{
    request_error::{Answer, RequestError},
    snapshot::Snapshot,
};
use crate::{
    analysis::{IndexKey, Request, ResolvedTarget, TargetError, WordingChoice, with_notice},
    disk::{Defaults, Settings},
    model::PartialDate,
    text::near::nearest,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How the rules are to be read: what is left out is as the settings say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Reading {
    /// The ruleset.
    pub(super) ruleset: Option<String>,
    /// The edition.
    pub(super) edition: Option<String>,
    /// The day up to which documents count: `2023-02`.
    pub(super) as_of: Option<String>,
    /// The profile.
    pub(super) profile: Option<String>,
    /// Which wording: `printed`, `restated` or `both`.
    pub(super) wording: Option<String>,
}

impl Reading {
    /// The settings that result: these before all others.
    pub(super) fn defaults(&self, snapshot: &Snapshot<'_>) -> Result<Defaults, RequestError> {
        let date = |date: &String| {
            date.parse::<PartialDate>()
                .map_err(|fault| RequestError::Invalid(format!("asOf: {fault}")))
        };
        let given = |value: &Option<String>| value.clone().filter(|value| !value.is_empty());
        let own = Settings {
            ruleset: given(&self.ruleset),
            edition: given(&self.edition),
            profile: given(&self.profile),
            as_of: given(&self.as_of).as_ref().map(date).transpose()?,
            wording: given(&self.wording),
            ..Settings::default()
        };
        let mut defaults = snapshot.state.defaults.clone();
        defaults.layers.insert(0, (String::new(), own));
        Ok(defaults)
    }
}

/// Which wording is asked for.
pub(super) fn choice(defaults: &Defaults) -> Result<WordingChoice, RequestError> {
    let Some(said) = defaults.first(|settings| settings.wording.clone()) else {
        return Ok(WordingChoice::default());
    };
    WordingChoice::from_name(&said.value).ok_or_else(|| {
        let names = WordingChoice::NAMES.iter().map(|(name, _)| *name);
        let meant = nearest(&said.value, names)
            .map(|name| format!("; did you mean {name}?"))
            .unwrap_or_default();
        RequestError::Invalid(format!(
            "there is no wording `{}`; there are printed, restated, both{meant}",
            said.value
        ))
    })
}

/// What a clause that somebody names means.
pub(super) fn seek<'a>(
    snapshot: &Snapshot<'a>,
    clause: &str,
    defaults: &Defaults,
) -> Result<ResolvedTarget<'a>, RequestError> {
    let asking = |ruleset: Option<&str>| -> Request { defaults.view_settings(ruleset).request() };
    let today = snapshot.session.around.today();
    let index = |key: &IndexKey| snapshot.index(key);
    let found = snapshot
        .analysis()
        .resolve_target(clause, &asking, today, &index);
    found.map_err(|error| match error {
        TargetError::Index(fault) => RequestError::Failed(fault.to_string()),
        error => invalid(error),
    })
}

/// A question that makes no sense.
pub(super) fn invalid(fault: impl std::fmt::Display) -> RequestError {
    RequestError::Invalid(fault.to_string())
}

/// An answer about what was sought, as JSON; from another ruleset than the default one, it says so.
fn json_of(found: &ResolvedTarget<'_>, value: &impl Serialize) -> Answer<Value> {
    let answer = json(value)?;
    Ok(match &found.notice {
        Some(notice) => answer.map(|answer| with_notice(answer, notice)),
        None => answer,
    })
}

/// An answer as JSON.
pub(super) fn json(value: &impl Serialize) -> Answer<Value> {
    serde_json::to_value(value).map(Some).map_err(|error| {
        RequestError::Failed(format!("the answer cannot be written as JSON: {error}"))
    })
}
