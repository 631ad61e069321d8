//! The command line. It queries an [`Analysis`](crate::analysis::Analysis) and renders the answers;
//! it decides nothing about rules.
//!
//! Each command is one file and one entry of `COMMANDS`. Only [`main`] uses the process; everything
//! else runs against a [`Host`].

mod blame;
mod changes;
mod check;
mod clause_view;
mod completions;
mod context;
mod diff;
mod explain;
mod export;
mod fmt;
mod generate;
mod graph;
mod header;
mod host;
mod import;
mod library;
mod log;
mod lsp;
mod migrate;
mod options;
mod outcome;
mod output;
mod overview;
mod page_errata;
mod pager;
mod plural;
mod search;
mod show;
mod styler;
mod subcommand;
mod sum;
mod table;
mod target;
mod r#use;
mod verify;
mod word_diff;

pub use host::{Host, Terminal, main};

use clap::FromArgMatches;
use context::Context;
use options::GlobalOptions;
use outcome::{CommandError, CommandOutput, CommandResult};
use subcommand::CommandEntry;

/// The commands, in the order of the help text.
const COMMANDS: &[CommandEntry] = &[
    CommandEntry::of::<show::ShowCommand>(),
    CommandEntry::of::<search::SearchCommand>(),
    CommandEntry::of::<log::LogCommand>(),
    CommandEntry::of::<blame::BlameCommand>(),
    CommandEntry::of::<diff::DiffCommand>(),
    CommandEntry::of::<changes::ChangesCommand>(),
    CommandEntry::of::<check::CheckCommand>(),
    CommandEntry::of::<sum::SumCommand>(),
    CommandEntry::of::<migrate::MigrateCommand>(),
    CommandEntry::of::<import::ImportCommand>(),
    CommandEntry::of::<library::LibraryCommand>(),
    CommandEntry::of::<verify::VerifyCommand>(),
    CommandEntry::of::<explain::ExplainCommand>(),
    CommandEntry::of::<export::ExportCommand>(),
    CommandEntry::of::<fmt::FmtCommand>(),
    CommandEntry::of::<lsp::LspCommand>(),
    CommandEntry::of::<r#use::UseCommand>(),
    CommandEntry::of::<completions::CompletionsCommand>(),
    CommandEntry::of::<graph::GraphCommand>(),
    CommandEntry::of::<generate::GenerateCommand>(),
];

/// Exit codes.
mod exit {
    /// The command found what was requested, or found no problems.
    pub(super) const SUCCESS: u8 = 0;
    /// Nothing matched, or problems were found.
    pub(super) const FAILURE: u8 = 1;
    /// The arguments are invalid, or a file could not be read or written.
    pub(super) const MISUSE: u8 = 2;

    /// Returns the code for success or failure.
    pub(super) const fn code(success: bool) -> u8 {
        if success { SUCCESS } else { FAILURE }
    }
}

/// Runs the command line of `host` and returns the exit code: 0 for success, 1 for no match or
/// problems found, 2 for misuse.
pub fn run(host: &mut Host<'_>) -> u8 {
    let command = root_command();
    let (mut options, outcome) = match command.try_get_matches_from(&host.args) {
        Ok(matches) => match GlobalOptions::from_arg_matches(&matches) {
            Ok(options) => {
                let mut context = Context::new(host, &options);
                let outcome =
                    dispatch(&matches, &mut context).map(|output| context.prepend_notice(output));
                context.print_warnings();
                (options, outcome)
            }
            Err(error) => (GlobalOptions::default(), Err(CommandError::Usage(error))),
        },
        Err(error) => (GlobalOptions::default(), Err(CommandError::Usage(error))),
    };
    match outcome {
        Ok(output) => output::write(host, &options, output),
        Err(failure) => {
            options.no_pager = true;
            output::write_error(host, &options, failure)
        }
    }
}

fn dispatch(matches: &clap::ArgMatches, context: &mut Context<'_>) -> CommandResult {
    let entry =
        |(name, arguments)| Some((COMMANDS.iter().find(|entry| entry.name == name)?, arguments));
    match matches.subcommand().and_then(entry) {
        Some((entry, arguments)) => (entry.run)(arguments, context),
        None => Err(CommandError::misuse("no command was given")),
    }
}

/// Returns the complete command line for clap.
fn root_command() -> clap::Command {
    let root = <GlobalOptions as clap::Args>::augment_args(clap::Command::new("rulebook"))
        .about("What wargame rules say now, what they said then, and who changed them")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true);
    COMMANDS
        .iter()
        .fold(root, |root, entry| root.subcommand((entry.build)()))
}
