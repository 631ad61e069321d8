//! Options that commands share: rules folders, colour, width and pager; view, wording and format.

use crate::{analysis::WordingChoice, disk::Settings, model::PartialDate};
use camino::Utf8PathBuf;
use clap::{
    ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

/// The options of every command: `--rules`, `--color`, `--width` and `--no-pager`.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "General options")]
pub(super) struct GlobalOptions {
    /// Load rules from this folder too: a folder of rulesets, or one ruleset (may be repeated; the
    /// last wins)
    #[arg(long, value_name = "DIR", global = true)]
    pub(super) rules: Vec<Utf8PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", global = true, default_value_t)]
    pub(super) color: Colour,
    /// Output width in columns, instead of the terminal's
    #[arg(long, value_name = "COLUMNS", global = true, value_parser = clap::value_parser!(u16).range(20..))]
    pub(super) width: Option<u16>,
    /// Never start a pager
    #[arg(long, global = true)]
    pub(super) no_pager: bool,
}

/// The values of `--color`: colour if the terminal supports it, always, or never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Colour {
    /// On a terminal with colour, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The options that select a view (edition, date, profile, wording, ruleset), and the format.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "What to show")]
pub(super) struct ViewOptions {
    /// The edition [default: the newest in force]
    #[arg(long, value_name = "EDITION", visible_alias = "edition")]
    pub(super) at: Option<String>,
    /// Use only what was published up to this day [default: today]
    #[arg(long, value_name = "DATE", visible_alias = "known")]
    pub(super) as_of: Option<PartialDate>,
    /// The profile whose rulings apply
    #[arg(long, value_name = "PROFILE")]
    pub(super) profile: Option<String>,
    /// Which wording to show
    #[arg(long, value_parser = wording_parser(), value_name = "WORDING")]
    pub(super) wording: Option<WordingChoice>,
    /// The ruleset, if the clause does not name it
    #[arg(long, value_name = "RULESET")]
    pub(super) ruleset: Option<String>,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(super) format: Format,
}

impl ViewOptions {
    /// Returns what the options request.
    pub(super) fn request(&self) -> Settings {
        Settings {
            edition: self.at.clone(),
            as_of: self.as_of,
            profile: self.profile.clone(),
            wording: self.wording,
            ruleset: self.ruleset.clone(),
            ..Settings::default()
        }
    }
}

/// Returns the parser of the values of `--wording`.
pub(super) fn wording_parser() -> impl TypedValueParser<Value = WordingChoice> {
    let values = [
        (
            "printed",
            "The printed wording where your library has it, else the restatement",
        ),
        ("restated", "This project's restatement"),
        ("both", "The printed wording with the restatement below it"),
    ];
    let values = values.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values)
        .map(|name| WordingChoice::from_name(&name).unwrap_or_default())
}

/// The output format of a command: text for people, or JSON for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: JSON in version 1 of the form that docs/src/programs.md describes.
    Json,
}

impl Format {
    /// Returns whether the output is JSON.
    pub(super) fn is_json(self) -> bool {
        self == Self::Json
    }
}
