//! `Ask`: the command of a query, with its format; renders the answer to any query.

use super::{
    Format, Styler, blame, changes, diff, full_text, log, overview, page_errata, rulings, search,
    show, troop,
};
use crate::{answer::Body, model::Ruleset};

/// A query and the format of its answer. The help of the command is that of the query.
#[derive(clap::Args)]
pub(super) struct Ask<Q: clap::Args> {
    #[command(flatten)]
    pub(super) query: Q,
    /// Output format
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value_t,
        help_heading = "What to show"
    )]
    pub(super) format: Format,
}

/// Renders an answer for people; with `all`, all of it.
pub(super) fn render(styler: Styler, ruleset: &Ruleset, body: &Body, all: bool) -> String {
    match body {
        Body::Clause(view) => show::render_clauses(styler, ruleset, view, all),
        Body::Blame(view) => blame::render(styler, ruleset, view),
        Body::Cited(cited) => rulings::render_cited(styler, ruleset, cited),
        Body::Page(page) => page_errata::render(styler, ruleset, page),
        Body::Pages(pages) => {
            let pages = pages.iter();
            let pages = pages.map(|page| page_errata::render(styler, ruleset, page));
            pages.collect::<Vec<_>>().join("\n")
        }
        Body::Troop(view) => troop::render(styler, ruleset, view, all),
        Body::TroopTypes(types) => troop::render_types(styler, ruleset, types),
        Body::Ruleset(view) => overview::render(styler, ruleset, view),
        Body::Rulesets(views) => overview::render_list(styler, views),
        Body::FullText(text) => full_text::render(styler, ruleset, text),
        Body::Hits(results) => search::render(styler, Some(ruleset), results),
        Body::Instead(found) => show::render_hits(styler, ruleset, found),
        Body::Log(log) => log::render(styler, ruleset, log),
        Body::Comparison(comparison) => diff::render(styler, ruleset, comparison, all),
        Body::Changes(changes) => changes::render(styler, ruleset, changes),
        Body::Register(register) => rulings::render(styler, ruleset, register, all),
        // `rulings` shows the register instead, and `check` and `sum` read files
        Body::Rulings(_) | Body::Report(_) | Body::Sums(_) | Body::EditionSums(_) => String::new(),
    }
}
