//! The command line. It asks an [`Analysis`](crate::analysis::Analysis) and draws what it answers; it decides nothing about rules.
//!
//! One command is one file, and one row of the table of commands. Nothing here touches the process but [`main`]: all else runs against a [`Host`].

mod blame;
mod card;
mod changes;
mod check;
mod clause;
mod command;
mod completions;
mod context;
mod diff;
mod explain;
mod export;
mod failure;
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
mod output;
mod overview;
mod pager;
mod pen;
mod search;
mod shelve;
mod show;
mod slip;
mod sum;
mod r#use;
mod verify;
mod words;

pub use host::{Host, Terminal, main};

use clap::FromArgMatches;
use command::Row;
use context::Context;
use failure::{Answer, Failure};
use options::Global;

/// The commands, in the order in which help lists them.
const COMMANDS: &[Row] = &[
    Row::of::<show::Show>(),
    Row::of::<search::Search>(),
    Row::of::<log::Log>(),
    Row::of::<blame::Blame>(),
    Row::of::<diff::Diff>(),
    Row::of::<changes::Changes>(),
    Row::of::<check::Check>(),
    Row::of::<sum::Sum>(),
    Row::of::<migrate::Migrate>(),
    Row::of::<import::Import>(),
    Row::of::<library::Library>(),
    Row::of::<verify::Verify>(),
    Row::of::<explain::Explain>(),
    Row::of::<export::Export>(),
    Row::of::<fmt::Fmt>(),
    Row::of::<lsp::Lsp>(),
    Row::of::<r#use::Use>(),
    Row::of::<completions::Completions>(),
    Row::of::<graph::Graph>(),
    Row::of::<generate::Generate>(),
];

/// Exit codes.
mod exit {
    /// Something was shown, or nothing is wrong.
    pub(super) const SHOWN: u8 = 0;
    /// Nothing matched, or there are findings.
    pub(super) const NOTHING: u8 = 1;
    /// The question could not be understood, or a file could not be read or written.
    pub(super) const MISUSE: u8 = 2;
}

/// Does what the arguments of `host` say; gives the exit code: 0 shown or clean, 1 nothing matched or findings, 2 misuse.
pub fn run(host: &mut Host<'_>) -> u8 {
    let command = command();
    let (mut options, outcome) = match command.try_get_matches_from(&host.args) {
        Ok(matches) => match Global::from_arg_matches(&matches) {
            Ok(options) => {
                let mut context = Context::new(host, &options);
                let outcome =
                    dispatch(&matches, &mut context).map(|answer| context.noticed(answer));
                context.tell_remarks();
                (options, outcome)
            }
            Err(error) => (Global::default(), Err(Failure::Usage(error))),
        },
        Err(error) => (Global::default(), Err(Failure::Usage(error))),
    };
    match outcome {
        Ok(answer) => output::put(host, &options, answer),
        Err(failure) => {
            options.no_pager = true;
            output::fail(host, &options, failure)
        }
    }
}

fn dispatch(matches: &clap::ArgMatches, context: &mut Context<'_>) -> Result<Answer, Failure> {
    let row = |(name, own)| Some((COMMANDS.iter().find(|row| row.name == name)?, own));
    match matches.subcommand().and_then(row) {
        Some((row, own)) => (row.run)(own, context),
        None => Err(Failure::misuse("no command was given")),
    }
}

/// The whole command line as clap knows it.
fn command() -> clap::Command {
    let root = <Global as clap::Args>::augment_args(clap::Command::new("rulebook"))
        .about("What wargame rules say now, what they said then, and who changed them")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true);
    COMMANDS
        .iter()
        .fold(root, |root, row| root.subcommand((row.build)()))
}
