//! `Subcommand`: the trait of all commands; `CommandEntry`: a command or query as an entry of a table.

use super::{CommandError, CommandResult, Context, ask};
use crate::answer::QueryCommand;
use clap::{ArgMatches, Command};

/// A command: clap parses its arguments, `run` executes it and returns its output or error.
///
/// Its fields are the arguments, its doc comments the help text, at the end of which is its `after_help`.
pub(super) trait Subcommand: clap::Args {
    /// Runs the command.
    fn run(self, context: &mut Context<'_>) -> CommandResult;
}

/// A command in a table.
pub(super) enum CommandEntry {
    /// A query.
    Query(&'static QueryCommand),
    /// Another command.
    Other {
        /// The name on the command line.
        name: &'static str,
        /// Builds the description for clap.
        build: fn(Command) -> Command,
        /// Parses the arguments and runs the command.
        run: fn(&ArgMatches, &mut Context<'_>) -> CommandResult,
    },
}

impl CommandEntry {
    /// Creates the entry of `V`.
    pub(super) const fn of<V: Subcommand>(name: &'static str) -> Self {
        Self::Other {
            name,
            build: V::augment_args,
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
            Self::Other { name, build, .. } => build(Command::new(*name)),
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
