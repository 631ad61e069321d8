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
mod rulings;
mod troop;

use super::{Answer, Body, Query};
use crate::{
    analysis::{NOT_OFFICIAL, ViewDescription},
    doc::{self, Block, markdown, name, quiet, strong},
    model::Ruleset,
    text::{SourceId, join},
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
            // `check` and `sum` read files, and show their lines
            Self::Report(_) | Self::Sums(_) | Self::EditionSums(_) => Vec::new(),
        }
    }
}

/// Returns which text an answer is from: `DBM 3.4 · official+iwf · as of 20 Nov 2026`.
fn view(ruleset: &Ruleset, query: &ViewDescription, page: Option<String>) -> Block {
    let text = format!("{} {}", query.ruleset.to_uppercase(), query.edition);
    view_of(ruleset, text, query, page)
}

/// Returns which two texts are compared: `DBM 3.3 → 3.4 · …`.
fn view_of_two(
    ruleset: &Ruleset,
    (from, to): (&ViewDescription, &ViewDescription),
    page: Option<String>,
) -> Block {
    let days = match from.as_of == to.as_of {
        true => String::new(),
        false => format!(" as of {}", from.day()),
    };
    let (key, earlier, later) = (to.ruleset.to_uppercase(), &from.edition, &to.edition);
    view_of(
        ruleset,
        format!("{key} {earlier}{days} → {later}"),
        to,
        page,
    )
}

fn view_of(
    ruleset: &Ruleset,
    text: String,
    query: &ViewDescription,
    page: Option<String>,
) -> Block {
    let profile = match ruleset.profiles.len() {
        // there is no other
        0 | 1 => String::new(),
        _ => format!(" · {}", profile_label(ruleset, &query.profile)),
    };
    let at = format!("{profile} · as of {}", query.day());
    Block::View(doc::View { text, at, page })
}

/// Returns the name of a profile after the name of the profile that adds nothing to the sheets:
/// `official+iwf`.
fn profile_label(ruleset: &Ruleset, name: &str) -> String {
    let mut profiles = ruleset.profiles.iter();
    let bare = profiles.find(|profile| profile.layers.is_empty() && profile.scopes.is_empty());
    match bare {
        Some(bare) if bare.name != name => format!("{}+{name}", bare.name),
        Some(_) | None => name.to_owned(),
    }
}

/// Returns the headings of a clause, with its id.
fn title(path: &[impl AsRef<str>], id: &str) -> Block {
    Block::Title {
        text: strong(join(path, " › ")).into(),
        id: id.to_owned(),
    }
}

/// Returns the notices of an answer.
fn notices(notices: &[String]) -> impl Iterator<Item = Block> {
    notices.iter().cloned().map(Block::Notice)
}

/// Returns remarks as lines of an indented list.
fn indented(remarks: impl IntoIterator<Item = Block>) -> impl Iterator<Item = Block> {
    remarks.into_iter().map(|block| match block {
        Block::Labelled(remark) => Block::indented(remark.label, remark.text),
        other => other,
    })
}

/// Returns ids, with commas between them.
fn names(ids: &[String]) -> doc::Text {
    let ids = ids.iter().enumerate().flat_map(|(at, id)| {
        let comma = (at > 0).then(|| doc::Text::from(", "));
        comma.into_iter().chain([name(id).into()])
    });
    ids.collect()
}
