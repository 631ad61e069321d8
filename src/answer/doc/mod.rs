//! Composes each answer as a document, which the command line, editors, assistants and the web render.
//! One file for each kind of answer.

mod blame;
mod changes;
mod clauses;
mod full_text;
mod hits;
mod log;
mod overview;
mod page;
mod parts;
mod review;
mod rulings;
mod troop;

use super::{Answer, Body, Query, RulesReview};
use crate::{
    analysis::NOT_OFFICIAL,
    doc::{Block, markdown, quiet},
    export::review_page,
    model::Ruleset,
    text::SourceId,
};

pub use clauses::clauses;
pub use page::page;
pub use troop::{TroopDetail, troop};

impl Answer {
    /// Returns the answer to a query as a document, with its notice and how the question was read.
    /// `of_restatement` is what to say of a restatement.
    pub fn doc(&self, query: &Query, of_restatement: &str) -> Vec<Block> {
        let unnamed = || Ruleset::empty("", SourceId::default()).into();
        let ruleset = self.ruleset.clone().unwrap_or_else(unnamed);
        let notice = self.notice.clone().map(Block::Notice);
        let mut out: Vec<Block> = notice.into_iter().collect();
        out.extend(self.body.doc(&ruleset, query, of_restatement));
        out.extend(
            self.reading
                .line()
                .map(|line| Block::paragraph(quiet(line))),
        );
        out
    }

    /// Returns the same as Markdown; `None` if the answer is data alone: that of `check` and `sum`.
    pub fn markdown(&self, query: &Query) -> Option<String> {
        let text = markdown::render(&self.doc(query, NOT_OFFICIAL), true);
        (!text.is_empty()).then_some(text)
    }
}

impl RulesReview {
    /// Returns the page for players: texts before and after, by page of the booklet and by troop type.
    pub fn page_for_players(&self) -> String {
        let title = format!("What changes from {} to {}", self.base, self.head);
        review_page::render(&title, &review::for_players(self))
    }
}

impl Body {
    fn doc(&self, ruleset: &Ruleset, query: &Query, of_restatement: &str) -> Vec<Block> {
        let all = query.shows_notes();
        match self {
            Self::Clause(view) => clauses(ruleset, view, of_restatement),
            Self::Blame(view) => blame::blame(ruleset, view),
            Self::RulingsAtClause(cited) => rulings::cited(ruleset, cited),
            Self::Page(own) => page(ruleset, own),
            Self::Pages(pages) => {
                let pages = pages.iter().map(|own| page(ruleset, own));
                pages.collect::<Vec<_>>().join(&Block::Gap)
            }
            Self::Troop(view) => match all {
                true => troop(ruleset, view, TroopDetail::Full, of_restatement),
                false => troop::on_screen(ruleset, view, of_restatement),
            },
            Self::TroopTypes(types) => troop::types(ruleset, types),
            Self::Ruleset(view) => overview::overview(ruleset, view),
            Self::Rulesets(views) => overview::list(views),
            Self::FullText(text) => full_text::full_text(ruleset, text, of_restatement),
            Self::Hits(results) => hits::hits(ruleset, results, None),
            Self::SearchedInstead(found) => hits::instead(ruleset, found),
            Self::Log(own) => log::log(ruleset, own),
            Self::Comparison(comparison) => {
                let unchanged = matches!(query, Query::Diff(own) if own.all);
                changes::comparison(ruleset, comparison, unchanged)
            }
            Self::Changes(own) => changes::changes(ruleset, own),
            Self::Rulings(own) => rulings::of_clauses(ruleset, own),
            Self::Register(register) => rulings::register(ruleset, register, all),
            Self::Review(own) => review::review(own),
            // `check` and `sum` read files, and show their lines
            Self::Report(_) | Self::Sums(_) | Self::EditionSums(_) => Vec::new(),
        }
    }
}
