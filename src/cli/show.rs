//! `rulebook show`: shows a clause, a printed page or rulesets. Words that match none are searched.

use super::{
    clause_view,
    context::Context,
    diff,
    options::ViewOptions,
    outcome::{CommandOutput, CommandResult},
    overview, page_errata, search,
    subcommand::Subcommand,
    target::{find_target, resolve_target, target_error},
};
use crate::{
    analysis::{Analysis, SearchOptions, TargetError, TargetKind},
    disk::Defaults,
};
use std::ops::RangeInclusive;

/// Show a clause or a page, and which instructions wrote it
#[derive(clap::Args)]
pub(super) struct ShowCommand {
    /// An id (rear-support, dbm/rear-support/3), words of a heading, a page (p.22), or a ruleset
    /// (dbm)
    ///
    /// Without an argument: all rulesets
    #[arg(value_name = "CLAUSE")]
    what: Vec<String>,
    #[command(flatten)]
    options: ViewOptions,
}

/// The number of hits shown if no clause matches.
const SUGGESTED_HITS: usize = 5;

impl Subcommand for ShowCommand {
    const NAME: &'static str = "show";

    const EXAMPLES: &'static str = "Examples:
  rulebook show recoiling --at 3.4
  rulebook show rear-support/3          the third bullet of the edition shown
  rulebook show \"rear support\" --at 3.2 --as-of 2015-01-01
  rulebook recoiling@3.3                the same as `rulebook show recoiling --at 3.3`
  rulebook recoiling 3.1..3.4           compare two editions
  rulebook show p.22                    the printed page with its errata slips
  rulebook show dbm                     editions, documents and sections of a ruleset
  rulebook show                         all rulesets";

    fn run(mut self, context: &mut Context<'_>) -> CommandResult {
        let analysis = context.load_analysis()?;
        let question = analysis.question(&self.what.join(" "));
        if question.is_comparison() {
            return diff::compare(context, &analysis, &self.options, &question, false);
        }
        self.options = self.options.with_question(&question);
        let defaults = context.defaults(self.options.settings());
        if self.what.is_empty() {
            return self.rulesets(context, &analysis, &defaults);
        }
        if let Some(pages) = question.pages() {
            return self.pages(context, &analysis, &defaults, pages);
        }
        let typed = question.target().to_owned();
        let found = match resolve_target(context, &analysis, &defaults, &typed) {
            Ok(found) => found,
            Err(error) => return self.search_instead(context, &analysis, &defaults, &typed, error),
        };
        let choice = context.wording(&self.options, &defaults).into();
        let ruleset = &found.db.ruleset;
        match &found.target {
            TargetKind::Page(page) => {
                let answer = analysis.page_errata(found.db, page, &found.view, choice);
                context.respond(self.options.format, &answer, |styler| {
                    page_errata::render(styler, ruleset, &answer)
                })
            }
            TargetKind::Ruleset => {
                let answer = analysis.overview(found.db, &found.view);
                context.respond(self.options.format, &answer, |styler| {
                    overview::render(styler, ruleset, &answer)
                })
            }
            TargetKind::Clause(section, unit) => {
                let answer = analysis.clause_view(found.db, section, *unit, &found.view, choice);
                context.respond(self.options.format, &answer, |styler| {
                    clause_view::render(styler, ruleset, &answer)
                })
            }
        }
    }
}

impl ShowCommand {
    /// Shows several pages of the booklet, one after the other.
    fn pages(
        &self,
        context: &mut Context<'_>,
        analysis: &Analysis,
        defaults: &Defaults,
        pages: RangeInclusive<u32>,
    ) -> CommandResult {
        let choice = context.wording(&self.options, defaults).into();
        let mut shown = Vec::new();
        for page in pages {
            let typed = format!("p.{page}");
            let found = find_target(context, analysis, defaults, &self.options, &typed)?;
            let answer = analysis.page_errata(found.db, &page.to_string(), &found.view, choice);
            shown.push((&found.db.ruleset, answer));
        }
        let answers: Vec<_> = shown.iter().map(|(_, answer)| answer).collect();
        context.respond(self.options.format, &answers, |styler| {
            let pages = shown
                .iter()
                .map(|(ruleset, answer)| page_errata::render(styler, ruleset, answer));
            pages.collect::<Vec<_>>().join("\n")
        })
    }

    /// Shows all rulesets, each at its default edition.
    fn rulesets(
        &self,
        context: &Context<'_>,
        analysis: &Analysis,
        defaults: &Defaults,
    ) -> CommandResult {
        let mut overviews = Vec::new();
        for (key, _) in analysis.ruleset_dbs() {
            let (db, view) = context.resolve_view(analysis, &defaults.view_settings(Some(key)))?;
            overviews.push(analysis.overview(db, &view));
        }
        context.respond(self.options.format, &overviews, |styler| {
            overview::render_list(styler, &overviews)
        })
    }

    /// Searches for a name that no clause has: several words, words that occur in clauses, or a
    /// word without similar names.
    fn search_instead(
        &self,
        context: &mut Context<'_>,
        analysis: &Analysis,
        defaults: &Defaults,
        typed: &str,
        error: TargetError,
    ) -> CommandResult {
        let has_hits = matches!(error, TargetError::Words(..));
        let others = if let TargetError::Words(_, _, _, others) = &error {
            others.clone()
        } else {
            Vec::new()
        };
        let failure = target_error(context, defaults, &self.options, error);
        let words = (typed.split_whitespace().count() > 1 || has_hits) && failure.is_not_found();
        let wordy = typed
            .split(|c: char| !c.is_alphabetic())
            .any(|word| word.chars().count() > 2);
        if self.options.format.is_json() || !wordy || !words && !failure.has_no_candidates() {
            return Err(failure);
        }
        let options = SearchOptions {
            limit: SUGGESTED_HITS,
            all_editions: false,
        };
        let Ok(results) = search::run_search(context, analysis, &self.options, typed, options)
        else {
            return Err(failure);
        };
        let Some(ruleset) = analysis
            .ruleset_db(&results.query.query.ruleset)
            .filter(|_| !results.hits.is_empty())
        else {
            return Err(failure);
        };
        let styler = context.styler;
        let hits = search::render(styler, Some(&ruleset.ruleset), &results);
        if results.elsewhere {
            return Ok(CommandOutput::paged(hits));
        }
        let heading = styler.wrap(
            "",
            "",
            &format!("No clause matches \"{typed}\"; showing search results."),
        ) + "\n";
        let hint = |key: &String| {
            styler.wrap(
                "",
                "",
                &format!("{key} has a match: `rulebook show {key}/{typed}`"),
            ) + "\n"
        };
        Ok(CommandOutput::paged(
            heading + &hits + &others.iter().map(hint).collect::<String>(),
        ))
    }
}
