//! `ExportCommand`: finds the format named on the command line in a table, and runs its command.

use super::{
    html::HtmlCommand, index::IndexCommand, json::JsonCommand, markdown::MarkdownCommand,
    print::PrintCommand, roster::RosterCommand, search::SearchExportCommand, sheet::SheetCommand,
    site::SiteCommand,
};
use crate::cli::{CommandError, CommandResult, Context, Subcommand, subcommand::CommandEntry};
use clap::{ArgMatches, Command};

/// The formats, in the order of the help text.
const FORMS: &[CommandEntry] = &[
    CommandEntry::of::<HtmlCommand>(),
    CommandEntry::of::<SiteCommand>(),
    CommandEntry::of::<PrintCommand>(),
    CommandEntry::of::<IndexCommand>(),
    CommandEntry::of::<JsonCommand>(),
    CommandEntry::of::<MarkdownCommand>(),
    CommandEntry::of::<SheetCommand>(),
    CommandEntry::of::<SearchExportCommand>(),
    CommandEntry::of::<RosterCommand>(),
];

/// `rulebook export`: the entry of `FORMS` for the format that the user named, and its arguments.
pub(crate) struct ExportCommand {
    format: Option<(&'static CommandEntry, ArgMatches)>,
}

impl Subcommand for ExportCommand {
    const NAME: &str = "export";

    const EXAMPLES: &str = "Examples:
  rulebook export html --out rules.html
  rulebook export site public
  rulebook export print --at 3.4 --out amendments.html
  rulebook export print --slips --paper a5 --pdf slips.pdf
  rulebook export index --out index.html
  rulebook export json --at 3.3 > dbm-3.3.json
  rulebook export markdown --ruleset dba --out dba.md
  rulebook export sheet dbm-3.4
  rulebook export search --for quickwit --out index
  rulebook export roster gauls.txt --format pdf -o gauls.pdf";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        match self.format {
            Some((entry, arguments)) => entry.run(&arguments, context),
            None => Err(CommandError::misuse("no export format given")
                .with_help("`rulebook export --help` lists the formats")),
        }
    }
}

impl clap::FromArgMatches for ExportCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let entry = |(name, arguments): (&str, &ArgMatches)| {
            Some((
                FORMS.iter().find(|entry| entry.name() == name)?,
                arguments.clone(),
            ))
        };
        Ok(Self {
            format: matches.subcommand().and_then(entry),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for ExportCommand {
    fn augment_args(command: Command) -> Command {
        let command = command.about(
            "Export the rules as a page for phones, as pages to print, or for other programs; or an army list as a roster",
        );
        let command = command
            .subcommand_required(true)
            .arg_required_else_help(true)
            .disable_help_subcommand(true);
        FORMS
            .iter()
            .fold(command, |command, entry| command.subcommand(entry.build()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
