use crate::{
    resolve::{RulesetDb, place_id},
    syntax::{BlockKind, Layer},
    text::bare::bare,
};
use std::collections::BTreeMap;

/// The section that a printed heading means.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its id.
    pub id: String,
    /// How sure that is, from 0 to 1.
    pub sure: f64,
}

/// From printed headings to sections.
#[derive(Clone, Debug, Default)]
pub struct Places {
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    id: String,
    page: Option<String>,
    words: Vec<String>,
}

/// Below this a heading means none of the sections.
const LEAST: f64 = 0.55;

impl Places {
    /// The sections of a ruleset, with every heading that some file gives them: printed ones are those of the user's library.
    pub fn new(db: &RulesetDb) -> Self {
        let mut rows: BTreeMap<(String, Vec<String>), Option<String>> = BTreeMap::new();
        let mut add = |id: &str, heading: &str, page: Option<&str>| {
            let words = bare(heading);
            if !words.is_empty() && db.section(id).is_some() {
                let row = rows.entry((id.to_owned(), words)).or_default();
                if row.is_none() {
                    *row = page.map(str::to_owned);
                }
            }
        };
        for id in db.outline() {
            add(id, db.heading(id).unwrap_or(id), db.page(id));
            // a page on which paragraphs are counted afresh bears the heading of the whole
            if let Some(whole) = db.info(id).and_then(|info| info.within) {
                add(id, db.heading(&whole).unwrap_or(&whole), db.page(id));
            }
        }
        for file in db.files() {
            for place in &file.places {
                let id = place_id(place);
                let page = place
                    .attrs
                    .get("page")
                    .map(|page| page.value.as_str())
                    .or_else(|| db.page(&id));
                add(&id, &place.heading.text, page);
                if file.front.layer == Layer::Restated {
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
                .map(|((id, words), page)| Row { id, page, words })
                .collect(),
        }
    }

    /// The section that the headings above an instruction mean, the innermost first of all, on the page that is said; none where nothing
    /// comes near.
    pub fn find(&self, path: &[String], page: Option<&str>) -> Option<Placed> {
        let last = path.last().map(|heading| bare(heading)).unwrap_or_default();
        let whole: Vec<String> = path.iter().flat_map(|heading| bare(heading)).collect();
        let mut best: Option<Placed> = None;
        for row in &self.rows {
            let words = overlap(&last, &row.words).max(if path.len() > 1 {
                overlap(&whole, &row.words) * 0.95
            } else {
                0.0
            });
            if words < 0.34 {
                continue;
            }
            let near = match (page, row.page.as_deref()) {
                (Some(page), Some(own)) if page == own => 0.12,
                (Some(page), Some(own)) if distance(page, own).is_some_and(|pages| pages <= 1) => {
                    0.04
                }
                (Some(_), Some(_)) => -0.08,
                (None, _) | (_, None) => 0.0,
            };
            let sure = (words * 0.88 + near).clamp(0.0, 1.0);
            if best.as_ref().is_none_or(|best| sure > best.sure) {
                best = Some(Placed {
                    id: row.id.clone(),
                    sure,
                });
            }
        }
        best.filter(|best| best.sure >= LEAST)
    }
}

/// How far two page labels lie apart; none where one is no number.
fn distance(one: &str, other: &str) -> Option<u32> {
    let number = |page: &str| {
        page.trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .parse::<u32>()
            .ok()
    };
    Some(number(one)?.abs_diff(number(other)?))
}

/// What two headings have in common: between the words of both by the words of the longer and of the shorter one.
fn overlap(one: &[String], other: &[String]) -> f64 {
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

/// A word without case and the ending of its plural.
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

    fn places() -> Places {
        let row = |id: &str, page: &str, heading: &str| Row {
            id: id.into(),
            page: Some(page.into()),
            words: bare(heading),
        };
        let rows = vec![
            row("knights.x", "5", "Knights, Exception (X)"),
            row("knights.s", "5", "Knights, Superior (S)"),
            row("rear-support", "22", "Rear Support Factors"),
            row("tactical", "22", "Tactical factors"),
            row("recoiling", "24", "Recoiling elements"),
            row("fleeing", "24", "Fleeing elements"),
        ];
        Places { rows }
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
