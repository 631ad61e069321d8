//! The commands that ask the query engine, such as `show`: prints answers as JSON or for people.

use super::{CommandError, CommandOutput, CommandResult, Context, Format, exit, terminal};
use crate::{
    analysis::{Analysis, Source},
    answer::{Answer, Body, Query, QueryCommand},
    text::near::distance,
};
use clap::{ArgMatches, Args, Command, FromArgMatches};

// a doc comment would replace the help of the commands
#[derive(Args)]
struct FormatOption {
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

/// Returns the description of a command for clap.
pub(super) fn build(command: &QueryCommand) -> Command {
    FormatOption::augment_args((command.build)())
}

/// Asks the query of a command.
pub(super) fn run(
    command: &QueryCommand,
    matches: &ArgMatches,
    context: &mut Context<'_>,
) -> CommandResult {
    let query = (command.read)(matches).map_err(CommandError::Usage)?;
    let format = FormatOption::from_arg_matches(matches).map_err(CommandError::Usage)?;
    let format = format.format;
    let analysis = context.load_analysis()?;
    let answer = context.engine(&analysis).ask(&query);
    let is_found = matches!(&answer, Ok(own) if own.body.found_instead().is_none());
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

/// Returns the answer to a query as JSON, or as rendered for people.
fn print(
    context: &Context<'_>,
    format: Format,
    answer: &Answer<Body>,
    query: &Query,
) -> CommandResult {
    let code = exit::code(answer.body.is_found());
    if format.is_json() {
        return Ok(CommandOutput::plain(answer.json()?).with_code(code));
    }
    let text = terminal::render(context.styler, &answer.doc(query), query.shows_all());
    Ok(CommandOutput::paged(text).with_code(code))
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
