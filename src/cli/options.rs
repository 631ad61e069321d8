//! Options that commands share: rules folders, colour, width and pager; view, wording and format.

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

/// The values of an option: each with its name and what it is, for the help text.
pub(super) type NamedValues<T> = &'static [(&'static str, &'static str, T)];

/// Returns the parser of an option whose values have names.
pub(super) fn named<T: Copy + Send + Sync>(
    values: NamedValues<T>,
) -> impl TypedValueParser<Value = T> {
    let possible = values.iter();
    let possible = possible.map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(possible).try_map(|name| {
        let found = values.iter().find(|(own, ..)| *own == name);
        found.map(|(.., value)| *value).ok_or("unknown value")
    })
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
