//! `rulebook show`: prints a clause, printed page, troop type or ruleset; if no clause matches the
//! words, prints search results instead.
//! With editions (`recoiling 3.1..3.4`) it prints a comparison.

use super::{
    CommandError, CommandOutput, CommandResult, Context, Styler, Subcommand, ViewOptions,
    clause_view, diff, full_text, overview, page_errata, search, troop,
};
use crate::{
    analysis::{Analysis, Source, parse_page_line},
    answer::{AnswerError, ErrorKind, QueryEngine, ShowBody, ViewRequest},
    model::Ruleset,
    text::near::distance,
};

/// Show a clause, page, troop type or ruleset, and which instructions wrote it
#[derive(clap::Args)]
pub(super) struct ShowCommand {
    /// An id (rear-support, dbm/rear-support/3), words of a heading, a page (p.22), a troop type
    /// (Kn(F)), or a ruleset (dbm)
    ///
    /// Without an argument: all rulesets
    #[arg(value_name = "CLAUSE")]
    what: Vec<String>,
    /// Read a whole ruleset through, in the order of the booklet
    #[arg(long)]
    full: bool,
    /// Mark what changed since this edition
    #[arg(long, value_name = "EDITION", requires = "full")]
    since: Option<String>,
    #[command(flatten)]
    options: ViewOptions,
}

/// The number of hits shown if no clause matches.
const SUGGESTED_HITS: usize = 5;

impl Subcommand for ShowCommand {
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

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let analysis = context.load_analysis()?;
        let question = analysis.question(&self.what.join(" "));
        let (format, request) = (self.options.format, self.options.request());
        let engine = context.engine(&analysis);
        if self.full {
            let request = request.with_question(&question);
            let answer = engine.full_text(&request, question.target(), self.since.as_deref());
            return context.respond_with(format, answer, full_text::render);
        }
        if question.is_comparison() {
            let answer = engine.diff(&request, &question);
            return diff::respond(context, format, answer, false);
        }
        match engine.show(&request, (!self.what.is_empty()).then_some(&question)) {
            Ok(answer) => context.respond_with(format, Ok(answer), render),
            Err(error) => {
                let request = request.with_question(&question);
                self.search_instead(context, &engine, &request, question.target(), error)
            }
        }
    }
}

fn render(styler: Styler, ruleset: &Ruleset, answer: &ShowBody) -> String {
    match answer {
        ShowBody::Clause(view) => clause_view::render(styler, ruleset, view),
        ShowBody::Page(page) => page_errata::render(styler, ruleset, page),
        ShowBody::Pages(pages) => {
            let pages = pages
                .iter()
                .map(|page| page_errata::render(styler, ruleset, page));
            pages.collect::<Vec<_>>().join("\n")
        }
        ShowBody::Troop(view) => troop::render(styler, ruleset, view),
        ShowBody::Ruleset(view) => overview::render(styler, ruleset, view),
        ShowBody::Rulesets(views) => overview::render_list(styler, views),
    }
}

impl ShowCommand {
    /// Searches for a name that no clause has: several words, words that occur in clauses, or a
    /// word without similar names.
    fn search_instead(
        &self,
        context: &Context<'_>,
        engine: &QueryEngine,
        request: &ViewRequest,
        typed: &str,
        error: AnswerError,
    ) -> CommandResult {
        let is_not_found = error.kind == ErrorKind::NotFound;
        let is_searched = is_not_found
            && parse_page_line(typed).is_none()
            && (typed.split_whitespace().count() > 1
                || error.found_by_words
                || error.candidates.as_ref().is_none_or(Vec::is_empty));
        let wordy = typed
            .split(|c: char| !c.is_alphabetic())
            .any(|word| word.chars().count() > 2);
        let others = error.elsewhere.clone();
        let command = misspelled_command(context, engine.analysis(), &self.what);
        let failure = CommandError::from_answer(error, self.options.format);
        let failure = match &command {
            Some(typed) => failure.with_help(format!("did you mean `{typed}`?")),
            None => failure,
        };
        if self.options.format.is_json() || !wordy || !is_searched {
            return Err(failure);
        }
        let Ok(answer) = engine.search(request, typed, Some(SUGGESTED_HITS), false) else {
            return Err(failure);
        };
        let results = &answer.body;
        let Some(ruleset) = answer
            .ruleset
            .as_deref()
            .filter(|_| !results.hits.is_empty())
        else {
            return Err(failure);
        };
        let styler = context.styler;
        let hits = search::render(styler, Some(ruleset), results);
        if results.elsewhere {
            return Ok(CommandOutput::paged(hits));
        }
        let command = command.map_or_else(String::new, |typed| format!(" Did you mean `{typed}`?"));
        let heading = format!("No clause matches \"{typed}\"; showing search results.{command}");
        let heading = styler.paragraph(&heading);
        let hint = |key: &String| {
            styler.paragraph(&format!("{key} has a match: `rulebook show {key}/{typed}`"))
        };
        Ok(CommandOutput::paged(
            heading + &hits + &others.iter().map(hint).collect::<String>(),
        ))
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
