//! The parts that several documents have: which text an answer is from, a title, notices and remarks.

use crate::{
    analysis::{ClauseBlock, ViewDescription, wording},
    doc::{self, Block, name, strong},
    model::Ruleset,
    text::join,
};

/// Returns which text an answer is from: `DBM 3.4 · official+iwf · as of 20 Nov 2026`.
pub(super) fn view(ruleset: &Ruleset, query: &ViewDescription, page: Option<String>) -> Block {
    Block::View(view_of_edition(ruleset, query, page))
}

/// Returns which text an answer is from, and whose words it has.
pub(super) fn view_of_text<'b>(
    ruleset: &Ruleset,
    query: &ViewDescription,
    page: Option<String>,
    blocks: impl IntoIterator<Item = &'b ClauseBlock> + Clone,
) -> Block {
    Block::View(doc::View {
        wording: wording(ruleset, blocks),
        ..view_of_edition(ruleset, query, page)
    })
}

/// Returns which two texts are compared: `DBM 3.3 → 3.4 · …`.
pub(super) fn view_of_two(
    ruleset: &Ruleset,
    (from, to): (&ViewDescription, &ViewDescription),
    page: Option<String>,
) -> Block {
    let days = match from.as_of == to.as_of {
        true => String::new(),
        false => format!(" as of {}", from.day()),
    };
    let key = to.ruleset.to_uppercase();
    let earlier = ruleset.edition_label(&from.edition);
    let later = ruleset.edition_label(&to.edition);
    let text = format!("{key} {earlier}{days} → {later}");
    Block::View(view_of(ruleset, text, to, page))
}

fn view_of_edition(ruleset: &Ruleset, query: &ViewDescription, page: Option<String>) -> doc::View {
    let edition = ruleset.edition_label(&query.edition);
    let text = format!("{} {edition}", query.ruleset.to_uppercase());
    view_of(ruleset, text, query, page)
}

fn view_of(
    ruleset: &Ruleset,
    text: String,
    query: &ViewDescription,
    page: Option<String>,
) -> doc::View {
    let profile = match ruleset.profiles.len() {
        // there is no other
        0 | 1 => String::new(),
        _ => format!(" · {}", profile_label(ruleset, &query.profile)),
    };
    let at = format!("{profile} · as of {}", query.day());
    doc::View {
        ruleset: query.ruleset.clone(),
        text,
        at,
        wording: None,
        page,
    }
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
pub(super) fn title(path: &[impl AsRef<str>], id: &str) -> Block {
    Block::Title {
        text: strong(join(path, " › ")).into(),
        id: id.to_owned(),
    }
}

/// Returns the notices of an answer.
pub(super) fn notices(notices: &[String]) -> impl Iterator<Item = Block> {
    notices.iter().cloned().map(Block::Notice)
}

/// Returns remarks as lines of an indented list.
pub(super) fn indented(remarks: impl IntoIterator<Item = Block>) -> impl Iterator<Item = Block> {
    remarks.into_iter().map(|block| match block {
        Block::Labelled(remark) => Block::indented(remark.label, remark.text),
        other => other,
    })
}

/// Returns ids, with commas between them.
pub(super) fn names(ids: &[String]) -> doc::Text {
    let ids = ids.iter().enumerate().flat_map(|(at, id)| {
        let comma = (at > 0).then(|| doc::Text::from(", "));
        comma.into_iter().chain([name(id).into()])
    });
    ids.collect()
}
