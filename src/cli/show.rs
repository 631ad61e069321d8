//! `rulebook show`: prints a clause, printed page, troop type or ruleset; if no clause matches the
//! words, prints search results instead.
//! With editions (`recoiling 3.1..3.4`) it prints a comparison.

use super::{CommandResult, Context, Styler, Subcommand, ask::Ask, header, search, terminal};
use crate::{
    analysis::{Analysis, CAN_IMPORT, ClauseView, Source},
    answer::{Answer, Body, FoundInstead, Query, Show},
    model::Ruleset,
    text::near::distance,
};

impl Subcommand for Ask<Show> {
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
        let (format, query) = (self.format, Query::Show(self.query.clone()));
        let answer = context.engine(&analysis).ask(&query);
        let is_found = |answer: &Answer| !matches!(answer.body, Body::Instead(_));
        let command = match &answer {
            Ok(answer) if is_found(answer) => None,
            Ok(_) | Err(_) => misspelled_command(context, &analysis, &self.query.clause),
        };
        let help = command.map(|typed| format!("did you mean `{typed}`?"));
        let output = context.respond_with(format, answer, query.is_in_full());
        match help {
            Some(help) if format.is_json() => output.map_err(|error| error.with_help(help)),
            Some(help) => output
                .map(|output| output.above(&context.styler.help(&help)))
                .map_err(|error| error.with_help(help)),
            None => output,
        }
    }
}

/// Renders the clauses of an answer; with `all`, with all notes in full.
pub(super) fn render_clauses(
    styler: Styler,
    ruleset: &Ruleset,
    view: &ClauseView,
    all: bool,
) -> String {
    let mut out = String::new();
    for clause in &view.clauses {
        out += &header::query_line(styler, ruleset, &view.query, clause.page_text().as_deref());
        out += &header::clause_line(styler, &clause.path, &clause.id);
        out += &header::notice_lines(styler, &view.notices);
        out += &terminal::render(styler, &clause.doc(ruleset, CAN_IMPORT), all);
    }
    out
}

/// Renders hits for a name that no clause has.
pub(super) fn render_hits(styler: Styler, ruleset: &Ruleset, found: &FoundInstead) -> String {
    let hits = search::render(styler, Some(ruleset), &found.results);
    if found.results.elsewhere {
        return hits;
    }
    let name = &found.name;
    let hint = |key: &String| {
        styler.paragraph(&format!("{key} has a match: `rulebook show {key}/{name}`"))
    };
    let hints = found.elsewhere.iter().map(hint);
    hits + &hints.collect::<String>()
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
