//! Options that commands share: rules folders, colour, width and pager; view, wording and format.

use crate::{analysis::WordingChoice, answer::ViewRequest, model::PartialDate};
use camino::Utf8PathBuf;
use clap::ValueEnum;

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
    #[arg(long, value_enum, value_name = "WORDING")]
    pub(super) wording: Option<WordingOption>,
    /// The ruleset, if the clause does not name it
    #[arg(long, value_name = "RULESET")]
    pub(super) ruleset: Option<String>,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(super) format: Format,
}

impl ViewOptions {
    /// Returns what the options request.
    pub(super) fn request(&self) -> ViewRequest {
        ViewRequest {
            at: self.at.clone(),
            as_of: self.as_of,
            profile: self.profile.clone(),
            wording: self.wording.map(WordingChoice::from),
            ruleset: self.ruleset.clone(),
        }
    }
}

/// The values of `--wording`: printed where the library has it, restated, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum WordingOption {
    /// The printed wording where your library has it, else the restatement.
    Printed,
    /// This project's restatement.
    Restated,
    /// The printed wording with the restatement below it.
    #[default]
    Both,
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

impl WordingOption {
    /// Returns the name on the command line and in settings.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Restated => "restated",
            Self::Both => "both",
        }
    }
}

impl From<WordingOption> for WordingChoice {
    fn from(wording: WordingOption) -> Self {
        match wording {
            WordingOption::Printed => Self::Printed,
            WordingOption::Restated => Self::Restated,
            WordingOption::Both => Self::Both,
        }
    }
}
