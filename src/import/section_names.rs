//! `SectionNames`: finds the section that a printed name is: by its whole heading or number, or by
//! common words and page.

use super::{grammar::LEXICON, plain_text::normalise};
use crate::{
    resolve::{RulesetDb, file_section_id},
    syntax::{BlockKind, FileRole, WordingLayer},
    text::similarity::normalized_words,
};
use std::collections::BTreeMap;

/// The id of the section that matches a printed heading, with a confidence from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionMatch {
    /// The id of the section.
    pub id: String,
    /// The confidence of the match, from 0 to 1.
    pub confidence: f64,
    /// Whether the heading fits another section as well, so that only the page decides.
    pub shared: bool,
}

/// The names of a ruleset's sections: their headings, with pages, and the numbers of the headings.
#[derive(Clone, Debug, Default)]
pub struct SectionNames {
    rows: Vec<HeadingRow>,
    /// The headings after [`normalise`], with the ids of their sections.
    headings: BTreeMap<String, String>,
    /// The numbers of headings, and the headings without them; `None` if several sections have the same.
    parts: BTreeMap<String, Option<String>>,
}

/// A heading of a section: the id and page of the section, and the words.
#[derive(Clone, Debug)]
struct HeadingRow {
    id: String,
    page: Option<String>,
    words: Vec<String>,
}

/// The confidence below which a heading matches no section.
const MIN_CONFIDENCE: f64 = 0.55;

impl SectionNames {
    /// Collects the sections of a ruleset by every heading that a file gives them, including the
    /// printed headings of the user's library.
    pub fn new(db: &RulesetDb) -> Self {
        let mut rows: BTreeMap<(String, Vec<String>), Option<String>> = BTreeMap::new();
        let mut add = |id: &str, heading: &str, page: Option<&str>| {
            let words = normalized_words(heading);
            if !words.is_empty() && db.section(id).is_some() {
                let row = rows.entry((id.to_owned(), words)).or_default();
                if row.is_none() {
                    *row = page.map(str::to_owned);
                }
            }
        };
        for id in db.outline() {
            add(id, db.heading(id).unwrap_or(id), db.page(id));
            // a page that counts its paragraphs from 1 again has the heading of the whole section
            if let Some(whole) = db.section_info(id).and_then(|info| info.within) {
                add(id, db.heading(&whole).unwrap_or(&whole), db.page(id));
            }
        }
        let mut headings: BTreeMap<String, String> = BTreeMap::new();
        let mut name = |heading: &str, id: &str| {
            let named = headings.entry(normalise(heading));
            named.or_insert_with(|| id.to_owned());
        };
        let mut new_headings = Vec::new();
        for file in db.files() {
            for place in &file.places {
                let id = file_section_id(place);
                let page = place.attrs.get("page");
                let page = page.map(|page| page.value.as_str());
                add(&id, &place.heading.text, page.or_else(|| db.page(&id)));
                if file.role == FileRole::Base && place.attrs.id.is_some() {
                    name(&place.heading.text, &id);
                }
                let entries = place.entries.iter();
                let entries = entries.filter(|_| file.front.layer == WordingLayer::Restated);
                let blocks = entries.flat_map(|entry| &entry.payload);
                new_headings.extend(blocks.filter(|block| block.kind == BlockKind::Heading));
            }
        }
        for block in new_headings {
            if let (Some(id), Some(text)) = (&block.attrs.id, block.text()) {
                add(&id.value, &text.text, db.page(&id.value));
                name(&text.text, &id.value);
            }
        }
        let row = |((id, words), page)| HeadingRow { id, page, words };
        Self {
            rows: rows.into_iter().map(row).collect(),
            parts: parts_of_headings(&headings),
            headings,
        }
    }

    /// Returns the section that the normalised `words` name: by its whole heading, the number of
    /// its heading, or its heading without the number.
    pub(super) fn find_exact(&self, words: &str) -> Option<&str> {
        let heading = self.headings.get(words).map(String::as_str);
        heading.or_else(|| {
            let (number, rest) = split_number(words);
            // a lone number may be anything
            let named = number.contains(' ') || number != words;
            let part = if rest.is_empty() && named {
                &number
            } else {
                words
            };
            self.parts.get(part)?.as_deref().filter(|_| named)
        })
    }

    /// Returns the section that best matches the headings above an instruction on a page.
    ///
    /// `path` is outermost first, and its last heading counts most. Returns `None` if no section
    /// is similar enough.
    pub fn find(&self, path: &[String], page: Option<&str>) -> Option<SectionMatch> {
        let last = path
            .last()
            .map(|heading| normalized_words(heading))
            .unwrap_or_default();
        let whole: Vec<String> = path
            .iter()
            .flat_map(|heading| normalized_words(heading))
            .collect();
        let mut best: Option<SectionMatch> = None;
        let mut fitting: Vec<(f64, &str)> = Vec::new();
        for row in &self.rows {
            let words = overlap(&last, &row.words).max(if path.len() > 1 {
                overlap(&whole, &row.words) * 0.95
            } else {
                0.0
            });
            if words < 0.34 {
                continue;
            }
            fitting.push((words, &row.id));
            let near = match (page, row.page.as_deref()) {
                (Some(page), Some(own)) if page == own => 0.12,
                (Some(_), Some(_)) => -0.08,
                (None, _) | (_, None) => 0.0,
            };
            let confidence = (words * 0.88 + near).clamp(0.0, 1.0);
            if best
                .as_ref()
                .is_none_or(|best| confidence > best.confidence)
            {
                best = Some(SectionMatch {
                    id: row.id.clone(),
                    confidence,
                    shared: false,
                });
            }
        }
        let mut best = best.filter(|best| best.confidence >= MIN_CONFIDENCE)?;
        let most = fitting.iter().map(|(words, _)| *words).fold(0.0, f64::max);
        let mut same = fitting.iter().filter(|(words, _)| *words >= most);
        best.shared = same.any(|(_, id)| *id != best.id);
        Some(best)
    }
}

/// Splits the numbers and the word for a section off the front of a normalised heading: `rule 5 3 tolls`.
fn split_number(heading: &str) -> (String, String) {
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.len() < 5;
    let words: Vec<&str> = heading.split(' ').collect();
    let front = words
        .iter()
        .take_while(|word| is_number(word) || LEXICON.has("rules", word));
    let (front, rest) = words.split_at(front.count());
    let numbers: Vec<&str> = front.iter().copied().filter(is_number).collect();
    (numbers.join(" "), rest.join(" "))
}

/// Returns the numbers of headings, and the headings without them, with the id of the only section that has
/// it.
fn parts_of_headings(headings: &BTreeMap<String, String>) -> BTreeMap<String, Option<String>> {
    let mut out: BTreeMap<String, Option<String>> = BTreeMap::new();
    for (heading, id) in headings {
        let (number, rest) = split_number(heading);
        let parts = [number, rest.clone()]
            .into_iter()
            .filter(|part| !part.is_empty());
        for part in parts.filter(|_| !rest.is_empty() && rest != *heading) {
            let own = out.entry(part).or_insert_with(|| Some(id.clone()));
            own.take_if(|own| own != id);
        }
    }
    out
}

/// Returns the share of common words, from 0 to 1, weighted between the longer and the shorter
/// heading.
pub fn overlap(one: &[String], other: &[String]) -> f64 {
    if one.is_empty() || other.is_empty() {
        return 0.0;
    }
    let one: Vec<String> = one.iter().map(|word| stem(word)).collect();
    let mut left: Vec<String> = other.iter().map(|word| stem(word)).collect();
    let all = (one.len(), left.len());
    let mut both = 0;
    for word in &one {
        if let Some(at) = left.iter().position(|other| other == word) {
            left.swap_remove(at);
            both += 1;
        }
    }
    let (longer, shorter) = (all.0.max(all.1) as f64, all.0.min(all.1) as f64);
    let both = f64::from(both);
    0.6 * both / longer + 0.4 * both / shorter
}

/// Returns a word in lower case without the plural ending.
fn stem(word: &str) -> String {
    let lower = word.to_lowercase();
    if lower.len() > 3 {
        lower.trim_end_matches('s').to_owned()
    } else {
        lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> SectionNames {
        let row = |id: &str, page: &str, heading: &str| HeadingRow {
            id: id.into(),
            page: Some(page.into()),
            words: normalized_words(heading),
        };
        let rows = vec![
            row("knights.x", "5", "Knights, Exception (X)"),
            row("knights.s", "5", "Knights, Superior (S)"),
            row("rear-support", "22", "Rear Support Factors"),
            row("tactical", "22", "Tactical factors"),
            row("recoiling", "24", "Recoiling elements"),
            row("fleeing", "24", "Fleeing elements"),
        ];
        SectionNames {
            rows,
            ..SectionNames::default()
        }
    }

    #[test]
    fn headings_need_not_be_the_same() {
        let found = |path: &[&str], page| {
            places()
                .find(
                    &path.iter().map(|&p| p.to_owned()).collect::<Vec<_>>(),
                    page,
                )
                .map(|p| p.id)
        };
        assert_eq!(
            found(&["KNIGHTS Exception (X)."], Some("5")).as_deref(),
            Some("knights.x")
        );
        assert_eq!(
            found(&["KNIGHTS", "Superior (S)."], None).as_deref(),
            Some("knights.s")
        );
        assert_eq!(
            found(&["REAR SUPPORT"], Some("22")).as_deref(),
            Some("rear-support")
        );
        assert_eq!(
            found(&["Recoiling element"], None).as_deref(),
            Some("recoiling")
        );
        assert_eq!(found(&["Siege towers"], Some("24")), None);
    }
}
