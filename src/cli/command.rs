use super::{Answer, Context, Failure};
use clap::{ArgMatches, Command};

/// A command: its arguments are its fields, its help is their documentation.
pub(super) trait Verb: clap::Args {
    /// Its name on the command line.
    const NAME: &'static str;

    /// Whether help leaves it out.
    const HIDDEN: bool = false;

    /// Words for the end of its help: examples.
    const EXAMPLES: &'static str = "";

    /// Does it.
    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure>;
}

/// A row of the table of commands.
pub(super) struct Row {
    /// The command's name.
    pub(super) name: &'static str,
    /// Its description for clap.
    pub(super) build: fn() -> Command,
    /// Reads its arguments and does it.
    pub(super) run: fn(&ArgMatches, &mut Context<'_>) -> Result<Answer, Failure>,
}

impl Row {
    /// The row of `V`.
    pub(super) const fn of<V: Verb>() -> Self {
        Self {
            name: V::NAME,
            build: build::<V>,
            run: run::<V>,
        }
    }
}

fn build<V: Verb>() -> Command {
    let command = V::augment_args(Command::new(V::NAME)).hide(V::HIDDEN);
    if V::EXAMPLES.is_empty() {
        command
    } else {
        command.after_help(V::EXAMPLES)
    }
}

fn run<V: Verb>(matches: &ArgMatches, context: &mut Context<'_>) -> Result<Answer, Failure> {
    V::from_arg_matches(matches)
        .map_err(Failure::Usage)?
        .run(context)
}
