//! The types of a review: differences between the rules of two states of the files.

use crate::analysis::Fate;
use serde::Serialize;
use std::collections::BTreeMap;

/// What of the rules a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// An edition: what it amends and when it was published.
    Edition,
    /// A document: its kind, edition and dates.
    Document,
    /// A profile: its scopes and the rulings that it shows.
    Profile,
    /// Whether it is known that the rules have a section.
    State,
    /// The printed page of a section.
    Page,
    /// The id by which links and people name a clause.
    Id,
    /// The value of a cell.
    Value,
    /// The words of a heading, sentence or bullet.
    Words,
    /// The label of a bullet, or of the row or column of a cell.
    Label,
    /// The place of a text in its section, or the section that contains it.
    Place,
    /// A fact: a value marked in the text, which checks of army lists read.
    Fact,
    /// Whether a ruling still agrees with the text.
    RulingState,
    /// The words of a ruling.
    Ruling,
    /// The documents and instructions that wrote a text that reads the same.
    Source,
    /// The verdict on a list.
    Verdict,
    /// The totals of a list.
    Totals,
    /// A problem of a list.
    Problem,
}

/// A difference between the rules of two states of the files, without the editions at which it is
/// found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Difference {
    /// What it is about.
    pub aspect: Aspect,
    /// The clause, ruling, fact, edition, document or profile; by its later id if it has two.
    pub id: String,
    /// The label of a bullet; row and column of a cell; the words of a text whose label differs, and of a ruling
    /// whose state does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How it is in the earlier state; `None` if it is not there.
    pub before: Option<String>,
    /// How it is in the later state; `None` if it is not there.
    pub after: Option<String>,
    /// The instructions and documents that wrote the words that only the later state has, or cut those that
    /// only the earlier one has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
}

/// A difference with the editions and profiles at which it is found, and what depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedDifference {
    /// The difference.
    #[serde(flatten)]
    pub difference: Difference,
    /// The editions, in the order of the ruleset; with a day if it is only found on an earlier one.
    pub editions: Vec<String>,
    /// The profiles, if it is not found at the default one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<String>,
    /// The troop types that its words name, by their letters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub troops: Vec<String>,
    /// The rules of play that read it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub read_by: Vec<String>,
}

/// A section with differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedSection {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// Its page.
    pub page: Option<String>,
    /// Whether the whole section is new or gone.
    pub fate: Fate,
    /// The differences, in the order of the text.
    pub differences: Vec<ReviewedDifference>,
}

/// A ruleset whose files differ between two states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedRuleset {
    /// Its key.
    pub ruleset: String,
    /// Its title.
    pub title: String,
    /// Whether the whole ruleset is new or gone. Its sections are not listed then.
    pub fate: Fate,
    /// The compared editions. One that is only in one of the states is compared with the edition
    /// that it amends: `3.4 → 3.5`.
    pub editions: Vec<String>,
    /// The differences of `ruleset.toml`.
    pub differences: Vec<ReviewedDifference>,
    /// The sections with differences, in printed order.
    pub sections: Vec<ReviewedSection>,
    /// Abbreviations and what they stand for.
    #[serde(skip)]
    pub abbreviations: BTreeMap<String, String>,
}

impl ReviewedRuleset {
    /// Iterates over all differences.
    pub fn all_differences(&self) -> impl Iterator<Item = &ReviewedDifference> {
        let sections = self.sections.iter().flat_map(|own| &own.differences);
        self.differences.iter().chain(sections)
    }

    /// Returns whether any rules differ.
    pub fn has_effect(&self) -> bool {
        self.fate != Fate::Changed || self.all_differences().next().is_some()
    }
}

impl Difference {
    /// Returns a difference if two values are not the same.
    pub(super) fn between(
        aspect: Aspect,
        id: &str,
        before: Option<String>,
        after: Option<String>,
    ) -> Option<Self> {
        (before != after).then(|| Self {
            aspect,
            id: id.to_owned(),
            label: None,
            before,
            after,
            by: Vec::new(),
        })
    }
}

/// Compares two keyed lists. Returns the differences in the order of the later list; what is only in
/// the earlier one comes last.
pub fn compare_keyed(
    aspect: Aspect,
    before: &[(String, String)],
    after: &[(String, String)],
) -> Vec<Difference> {
    let value = |list: &[(String, String)], key: &str| {
        let own = list.iter().find(|(own, _)| own == key);
        own.map(|(_, value)| value.clone())
    };
    let gone = before.iter();
    let gone = gone.filter(|(key, _)| !after.iter().any(|(own, _)| own == key));
    let keys = after.iter().chain(gone).map(|(key, _)| key);
    keys.filter_map(|key| Difference::between(aspect, key, value(before, key), value(after, key)))
        .collect()
}
