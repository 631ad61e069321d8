//! `Subcommand`: the trait of all commands; `CommandEntry`: a command or query as an entry of a table.

use super::{CommandError, CommandResult, Context, ask};
use crate::answer::QueryCommand;
use clap::{ArgMatches, Command};

/// A command: clap parses its arguments, `run` executes it and returns its output or error.
///
/// Its fields are the arguments, its doc comments the help text.
pub(super) trait Subcommand: clap::Args {
    /// The name on the command line.
    const NAME: &'static str;

    /// The examples at the end of its help text.
    const EXAMPLES: &'static str = "";

    /// Runs the command.
    fn run(self, context: &mut Context<'_>) -> CommandResult;
}

/// A command in a table.
pub(super) enum CommandEntry {
    /// A query.
    Query(&'static QueryCommand),
    /// Another command.
    Other {
        /// The name.
        name: &'static str,
        /// Builds the description for clap.
        build: fn() -> Command,
        /// Parses the arguments and runs the command.
        run: fn(&ArgMatches, &mut Context<'_>) -> CommandResult,
    },
}

impl CommandEntry {
    /// Creates the entry of `V`.
    pub(super) const fn of<V: Subcommand>() -> Self {
        Self::Other {
            name: V::NAME,
            build: || {
                let command = V::augment_args(Command::new(V::NAME));
                match V::EXAMPLES {
                    "" => command,
                    examples => command.after_help(examples),
                }
            },
            run: |matches, context| {
                let command = V::from_arg_matches(matches).map_err(CommandError::Usage)?;
                command.run(context)
            },
        }
    }

    /// Returns the name.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Query(own) => own.name,
            Self::Other { name, .. } => name,
        }
    }

    /// Builds the description for clap.
    pub(super) fn build(&self) -> Command {
        match self {
            Self::Query(own) => ask::build(own),
            Self::Other { build, .. } => build(),
        }
    }

    /// Parses the arguments and runs the command.
    pub(super) fn run(&self, matches: &ArgMatches, context: &mut Context<'_>) -> CommandResult {
        match self {
            Self::Query(own) => ask::run(own, matches, context),
            Self::Other { run, .. } => run(matches, context),
        }
    }
}
