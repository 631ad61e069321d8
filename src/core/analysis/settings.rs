//! The values of one settings layer.

use super::{
    WordingChoice,
    request::{Request, optional},
};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Values of one settings layer: what a request names (ruleset, edition, profile, date, wording) or
/// defaults for what it omits, and lint levels. They are set by the options or parameters of a
/// request, the environment, `rulebook.toml`, an editor or the user's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args, Deserialize, schemars::JsonSchema)]
#[command(next_help_heading = "What to show")]
#[serde(default)]
pub struct Settings {
    /// The ruleset, edition, profile and date. If a ruleset is set, edition and profile are only for
    /// that ruleset.
    #[command(flatten)]
    #[serde(flatten)]
    pub at: Request,
    /// Which wording to show where both are known
    #[arg(long, value_enum, value_name = "WORDING")]
    #[serde(deserialize_with = "optional")]
    pub wording: Option<WordingChoice>,
    /// The severities of lints, by code: `off`, `note`, `warning` or `error`.
    #[arg(skip)]
    #[schemars(skip)]
    pub lints: BTreeMap<String, String>,
}

impl From<Request> for Settings {
    fn from(at: Request) -> Self {
        Self {
            at,
            ..Self::default()
        }
    }
}
