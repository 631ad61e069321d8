//! `Subcommand`: the trait of all commands; `CommandEntry`: a command as an entry of a table.

use super::{CommandError, CommandResult, Context};
use clap::{ArgMatches, Command};

/// A command: clap parses its arguments, `run` executes it and returns its output or error.
///
/// Its fields are the arguments, its doc comments the help text.
pub(super) trait Subcommand: clap::Args {
    /// The name on the command line.
    const NAME: &'static str;

    /// The examples at the end of its help text.
    const EXAMPLES: &'static str = "";

    /// Returns the end of its help text.
    fn after_help() -> String {
        Self::EXAMPLES.to_owned()
    }

    /// Runs the command.
    fn run(self, context: &mut Context<'_>) -> CommandResult;
}

/// A command in a table: its name, a function that builds its `clap::Command`, one that runs it.
pub(super) struct CommandEntry {
    pub(super) name: &'static str,
    /// Builds its description for clap.
    pub(super) build: fn() -> Command,
    /// Parses its arguments and runs it.
    pub(super) run: fn(&ArgMatches, &mut Context<'_>) -> CommandResult,
}

impl CommandEntry {
    /// Creates the entry of `V`.
    pub(super) const fn of<V: Subcommand>() -> Self {
        Self {
            name: V::NAME,
            build: build::<V>,
            run: run::<V>,
        }
    }
}

fn build<V: Subcommand>() -> Command {
    let command = V::augment_args(Command::new(V::NAME));
    match V::after_help() {
        help if help.is_empty() => command,
        help => command.after_help(help),
    }
}

fn run<V: Subcommand>(matches: &ArgMatches, context: &mut Context<'_>) -> CommandResult {
    V::from_arg_matches(matches)
        .map_err(CommandError::Usage)?
        .run(context)
}
