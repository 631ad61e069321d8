//! The commands that ask the query engine, such as `show`: their names and examples; prints answers as
//! JSON or for people.

use super::{
    CommandError, CommandOutput, CommandResult, Context, Format, Subcommand, exit, terminal,
};
use crate::{
    analysis::{Analysis, CAN_IMPORT, Source},
    answer::{Answer, Blame, Body, Changes, Diff, Log, Query, Register, Search, Show, TroopQuery},
    search::query::filter_help,
    text::near::distance,
};

/// A query on the command line: its name and examples. Its fields are the arguments, its doc comments
/// the help text.
pub(super) trait QueryCommand: clap::Args {
    /// The name on the command line.
    const NAME: &'static str;

    /// The examples at the end of its help text.
    const EXAMPLES: &'static str;

    /// Returns the end of its help text.
    fn after_help() -> String {
        Self::EXAMPLES.to_owned()
    }

    /// Returns the query.
    fn query(self) -> Query;
}

// a query and the format of its answer; a doc comment would replace the help, which is that of the query
#[derive(clap::Args)]
pub(super) struct AskCommand<Q: clap::Args> {
    #[command(flatten)]
    query: Q,
    /// Output format
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value_t,
        help_heading = "What to show"
    )]
    format: Format,
}

impl<Q: QueryCommand> Subcommand for AskCommand<Q> {
    const NAME: &str = Q::NAME;

    fn after_help() -> String {
        Q::after_help()
    }

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let analysis = context.load_analysis()?;
        let (format, query) = (self.format, self.query.query());
        let answer = context.engine(&analysis).ask(&query);
        let is_found = matches!(&answer, Ok(own) if !matches!(own.body, Body::SearchedInstead(_)));
        let command = match &query {
            Query::Show(own) if !is_found && !own.full => {
                misspelled_command(context, &analysis, &own.clause)
            }
            _ => None,
        };
        let output = match answer {
            Ok(answer) => print(context, format, &answer, &query),
            Err(error) => Err(CommandError::Refused(error, format)),
        };
        let Some(command) = command else {
            return output;
        };
        let help = format!("did you mean `{command}`?");
        match output {
            Ok(output) if format.is_json() => Ok(output),
            Ok(output) => Ok(output.above(&context.styler.help(&help))),
            Err(error) => Err(error.with_help(help)),
        }
    }
}

/// Returns the answer to a query as JSON, or as rendered for people.
fn print(context: &Context<'_>, format: Format, answer: &Answer, query: &Query) -> CommandResult {
    let code = exit::code(answer.body.is_found());
    if format.is_json() {
        return Ok(CommandOutput::plain(answer.json()?).with_code(code));
    }
    let text = terminal::render(
        context.styler,
        &answer.doc(query, CAN_IMPORT),
        query.shows_notes(),
    );
    Ok(CommandOutput::paged(text).with_code(code))
}

impl QueryCommand for Show {
    const NAME: &str = "show";

    const EXAMPLES: &str = "Examples:
  rulebook show recoiling --at 3.4
  rulebook show rear-support/3          the third bullet of the edition shown
  rulebook show \"rear support\" --at 3.2 --as-of 2015-01-01
  rulebook recoiling@3.3                the same as `rulebook show recoiling --at 3.3`
  rulebook recoiling 3.1..3.4           compare two editions
  rulebook show p.22                    the printed page with its errata slips
  rulebook 'Kn(F)'                      everything about a troop type
  rulebook show dbm                     editions, documents and sections of a ruleset
  rulebook show dbm --full --since 3.2  all of it, with bars at what changed since 3.2
  rulebook show                         all rulesets";

    fn query(self) -> Query {
        Query::Show(self)
    }
}

impl QueryCommand for Search {
    const NAME: &str = "search";

    const EXAMPLES: &str = "Examples:
  rulebook search \"pikes against elephants rear support\" --at 3.3
  rulebook search \"how many baggage for 400 points\"
  rulebook search changed:3.4 section:recoiling
  rulebook search '\"line up\" (knights OR Cv) -naval'
  rulebook search is:changed-since interprets:movement-restrictions";

    fn after_help() -> String {
        format!("{}\n\nConditions:\n{}", Self::EXAMPLES, filter_help())
    }

    fn query(self) -> Query {
        Query::Search(self)
    }
}

impl QueryCommand for Log {
    const NAME: &str = "log";

    const EXAMPLES: &str = "Example:
  rulebook log rear-support";

    fn query(self) -> Query {
        Query::Log(self)
    }
}

impl QueryCommand for Blame {
    const NAME: &str = "blame";

    const EXAMPLES: &str = "Example:
  rulebook blame recoiling --at 3.4";

    fn query(self) -> Query {
        Query::Blame(self)
    }
}

impl QueryCommand for Diff {
    const NAME: &str = "diff";

    const EXAMPLES: &str =
        "Without editions, the selected edition is compared with the one that it amends.

Examples:
  rulebook diff dbm/element-cost 3.3 3.4
  rulebook diff rear-support 3.0..3.2
  rulebook diff p.22 3.1 3.4
  rulebook diff 3.3 3.4
  rulebook diff terrain.defender.ww --at 3.4";

    fn query(self) -> Query {
        Query::Diff(self)
    }
}

impl QueryCommand for Changes {
    const NAME: &str = "changes";

    const EXAMPLES: &str = "Examples:
  rulebook changes dbm 3.3..3.4
  rulebook changes 3.2                  what 3.2 changed
  rulebook changes 3.0..3.4 --kind value";

    fn query(self) -> Query {
        Query::Changes(self)
    }
}

impl QueryCommand for Register {
    const NAME: &str = "rulings";

    const EXAMPLES: &str = "Examples:
  rulebook rulings                      all, those that need care first
  rulebook rulings C22.2                one ruling
  rulebook rulings --state changed-since,undecided
  rulebook rulings --page 24
  rulebook rulings --clause recoiling --at 3.3";

    fn query(self) -> Query {
        Query::Register(self)
    }
}

impl QueryCommand for TroopQuery {
    const NAME: &str = "troop";

    const EXAMPLES: &str = "Examples:
  rulebook troop 'Kn(F)'                the same as `rulebook 'Kn(F)'`
  rulebook troop pikes --at 3.3
  rulebook troop                        all troop types";

    fn query(self) -> Query {
        Query::Troop(self)
    }
}

/// Returns the command line that was probably meant if the first of several words is nearly the name
/// of a command and no word of the rules.
fn misspelled_command(
    context: &Context<'_>,
    analysis: &Analysis,
    what: &[String],
) -> Option<String> {
    let (first, rest) = what.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let root = (context.root_command)();
    let mut names = root.get_subcommands().map(clap::Command::get_name);
    let name = names.find(|name| distance(name, &first.to_lowercase()) == 1)?;
    let is_word = |source: &Source| {
        let mut words = source.text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word.eq_ignore_ascii_case(first))
    };
    let is_known = analysis.sources().iter().any(is_word);
    (!is_known).then(|| format!("rulebook {name} {}", rest.join(" ")))
}
