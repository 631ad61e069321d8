//! `HeadingIndex`: finds the section that a printed heading names, by common words and page.

use crate::{
    resolve::{RulesetDb, file_section_id},
    syntax::{BlockKind, WordingLayer},
    text::similarity::normalized_words,
};
use std::collections::BTreeMap;

/// The id of the section that matches a printed heading, with a confidence from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadingMatch {
    /// The id of the section.
    pub id: String,
    /// The confidence of the match, from 0 to 1.
    pub confidence: f64,
    /// Whether the heading fits another section as well, so that only the page decides.
    pub shared: bool,
}

/// The words and pages of all sections' headings, to find the section that a printed heading names.
#[derive(Clone, Debug, Default)]
pub struct HeadingIndex {
    rows: Vec<HeadingRow>,
}

/// A section in the index: its id, its page, and the words of its heading.
#[derive(Clone, Debug)]
struct HeadingRow {
    id: String,
    page: Option<String>,
    words: Vec<String>,
}

/// The confidence below which a heading matches no section.
const MIN_CONFIDENCE: f64 = 0.55;

impl HeadingIndex {
    /// Indexes the sections of a ruleset by every heading that a file gives them, including the
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
        for file in db.files() {
            for place in &file.places {
                let id = file_section_id(place);
                let page = place
                    .attrs
                    .get("page")
                    .map(|page| page.value.as_str())
                    .or_else(|| db.page(&id));
                add(&id, &place.heading.text, page);
                if file.front.layer == WordingLayer::Restated {
                    for block in place
                        .entries
                        .iter()
                        .flat_map(|entry| &entry.payload)
                        .filter(|block| block.kind == BlockKind::Heading)
                    {
                        if let (Some(id), Some(text)) = (&block.attrs.id, block.text()) {
                            add(&id.value, &text.text, db.page(&id.value));
                        }
                    }
                }
            }
        }
        Self {
            rows: rows
                .into_iter()
                .map(|((id, words), page)| HeadingRow { id, page, words })
                .collect(),
        }
    }

    /// Returns the section that best matches the headings above an instruction on a page.
    ///
    /// `path` is outermost first, and its last heading counts most. Returns `None` if no section
    /// is similar enough.
    pub fn find(&self, path: &[String], page: Option<&str>) -> Option<HeadingMatch> {
        let last = path
            .last()
            .map(|heading| normalized_words(heading))
            .unwrap_or_default();
        let whole: Vec<String> = path
            .iter()
            .flat_map(|heading| normalized_words(heading))
            .collect();
        let mut best: Option<HeadingMatch> = None;
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
                best = Some(HeadingMatch {
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

/// Returns the share of common words, from 0 to 1, weighted between the longer and the shorter
/// heading.
pub(super) fn overlap(one: &[String], other: &[String]) -> f64 {
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

    fn places() -> HeadingIndex {
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
        HeadingIndex { rows }
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
