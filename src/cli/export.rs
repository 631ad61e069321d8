//! `rulebook export`: what the rules say, in forms for other places. One form is one file, and one row of the table of forms.

mod html;
mod index;
mod json;
mod markdown;
mod pdf;
mod print;
mod sheet;

use super::{
    Answer, Context, Failure,
    command::{Row, Verb},
};
use crate::{
    analysis::Analysis, disk, disk::Settings, model::PartialDate, resolve::RulesetDb, resolve::View,
};
use camino::{Utf8Path, Utf8PathBuf};
use clap::{ArgMatches, Command};

/// The forms, in the order in which help lists them.
const FORMS: &[Row] = &[
    Row::of::<html::Html>(),
    Row::of::<print::Print>(),
    Row::of::<index::Index>(),
    Row::of::<json::Json>(),
    Row::of::<markdown::Markdown>(),
    Row::of::<sheet::Sheet>(),
];

/// Write the rules as a page for a phone, as pages to print, or for other programs
pub(super) struct Export {
    form: Option<(&'static Row, ArgMatches)>,
}

impl Verb for Export {
    const NAME: &'static str = "export";

    const EXAMPLES: &'static str = "Examples:
  rulebook export html --out rules.html
  rulebook export print --at 3.4 --out amendments.html
  rulebook export print --slips --paper a5 --pdf slips.pdf
  rulebook export index --out index.html
  rulebook export json --at 3.3 > dbm-3.3.json
  rulebook export markdown --ruleset dba --out dba.md
  rulebook export sheet dbm-3.4";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        match self.form {
            Some((row, own)) => (row.run)(&own, context),
            None => {
                Err(Failure::misuse("no form was given")
                    .help("`rulebook export --help` lists them"))
            }
        }
    }
}

impl clap::FromArgMatches for Export {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let row = |(name, own): (&str, &ArgMatches)| {
            Some((FORMS.iter().find(|row| row.name == name)?, own.clone()))
        };
        Ok(Self {
            form: matches.subcommand().and_then(row),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Export {
    fn augment_args(command: Command) -> Command {
        let command = command.about(
            "Write the rules as a page for a phone, as pages to print, or for other programs",
        );
        let command = command
            .subcommand_required(true)
            .arg_required_else_help(true)
            .disable_help_subcommand(true);
        FORMS
            .iter()
            .fold(command, |command, row| command.subcommand((row.build)()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Options of the forms that write a ruleset at one edition.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Which {
    /// The edition [default: the newest in force]
    #[arg(long, value_name = "EDITION", help_heading = "What is written")]
    pub(super) at: Option<String>,
    /// Use only what was published up to this day [default: today]
    #[arg(
        long,
        value_name = "DATE",
        visible_alias = "known",
        help_heading = "What is written"
    )]
    pub(super) as_of: Option<PartialDate>,
    /// Whose rulings count
    #[arg(long, value_name = "PROFILE", help_heading = "What is written")]
    pub(super) profile: Option<String>,
    /// The ruleset
    #[arg(long, value_name = "RULESET", help_heading = "What is written")]
    pub(super) ruleset: Option<String>,
    /// Put in the printed words of your library: such a copy is for its owner
    #[arg(long, help_heading = "What is written")]
    pub(super) printed: bool,
}

impl Which {
    /// The rules that go into the export.
    pub(super) fn analysis(&self, context: &mut Context<'_>) -> Result<Analysis, Failure> {
        analysis(context, self.printed)
    }

    /// The ruleset and the view that the options, or the settings, mean.
    pub(super) fn ask<'w>(
        &self,
        context: &mut Context<'_>,
        analysis: &'w Analysis,
    ) -> Result<(&'w RulesetDb, View), Failure> {
        let settings = Settings {
            ruleset: self.ruleset.clone(),
            edition: self.at.clone(),
            profile: self.profile.clone(),
            as_of: self.as_of,
            ..Settings::default()
        };
        let defaults = context.defaults(settings);
        context.ask(analysis, &defaults.question(None))
    }
}

/// All rules that may go into an export. Without `printed` no printed wording is among them, so that none can come out by any way.
pub(super) fn analysis(context: &mut Context<'_>, printed: bool) -> Result<Analysis, Failure> {
    let mut sources = context.sources()?;
    sources.retain(|source| printed || !source.is_printed());
    Ok(context.world_of(sources))
}

/// Where an export is written.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Out {
    /// The file; `-` for standard output [default: -]
    #[arg(long, value_name = "FILE", help_heading = "Where it is written")]
    pub(super) out: Option<Utf8PathBuf>,
}

impl Out {
    /// The file that is named, if it is not standard output.
    pub(super) fn file(&self) -> Option<&Utf8Path> {
        self.out.as_deref().filter(|path| *path != "-")
    }

    /// Writes the text, all or nothing, and says so; or answers it.
    pub(super) fn put(&self, context: &Context<'_>, text: String) -> Result<Answer, Failure> {
        match self.file() {
            Some(path) => {
                disk::write(&context.current.join(path), &text)
                    .map_err(|fault| unwritten(path, fault))?;
                Ok(Answer::plain(said(path)))
            }
            None => Ok(Answer::plain(text)),
        }
    }
}

/// A file that could not be written, under the name that the user gave it.
fn unwritten(path: &Utf8Path, fault: disk::WriteFault) -> Failure {
    Failure::from(disk::WriteFault {
        path: path.to_owned(),
        ..fault
    })
    .help("name another place with --out, or none to write to standard output")
}

/// What is told of a file that was written.
fn said(path: &Utf8Path) -> String {
    format!("{path} is written\n")
}
