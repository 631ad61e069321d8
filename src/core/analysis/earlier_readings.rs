//! Lists former texts of a unit smaller than a section: of earlier editions, and withdrawn ones.
//! A withdrawn text is one that held until a later document withdrew the change that made it.

use super::{clause::FormerText, section_reader::SectionReader};
use crate::model::{SectionTree, UnitId};
use std::sync::Arc;

impl SectionReader<'_> {
    /// Returns the withdrawn texts of a unit, then its texts in earlier editions, newest first; empty
    /// for a whole section, whose history is its change log.
    pub(super) fn earlier_readings(&self, unit: UnitId) -> Vec<FormerText> {
        if unit == self.tree.root || !self.tree.is_live(unit) {
            return Vec::new();
        }
        let ruleset = &self.db.ruleset;
        let now = self.tree.restated_text(unit);
        let mut out: Vec<FormerText> = Vec::new();
        for (by, hit) in &self.section.withdrawals {
            let Some(date) = self
                .section
                .patch(*by)
                .filter(|p| self.view.includes(p))
                .map(|p| p.known)
            else {
                continue;
            };
            let before = self
                .view
                .with_day(crate::resolve::day_before(date.counts_from()));
            let text = self.section.version(&before).restated_text(unit);
            let edition = hit
                .first()
                .and_then(|p| self.section.patch(*p))
                .map_or(self.view.edition, |p| p.edition);
            if text != now && self.view.edition >= edition {
                out.push(FormerText {
                    editions: ruleset.edition_id(edition).to_owned(),
                    until: Some(date.to_string()),
                    text,
                });
            }
        }
        let mut last: Option<(String, String, String)> = None;
        let mut later: Option<&Arc<SectionTree>> = None;
        for (edition, tree) in self.versions().iter().rev() {
            let same = later
                .replace(tree)
                .is_some_and(|later| Arc::ptr_eq(later, tree));
            if let (true, Some((_, from, _))) = (same, &mut last) {
                ruleset.edition_id(*edition).clone_into(from);
                continue;
            }
            let text = if tree.is_live(unit) {
                tree.restated_text(unit)
            } else {
                String::new()
            };
            let id = ruleset.edition_id(*edition).to_owned();
            match &mut last {
                Some((_, from, known)) if *known == text => *from = id,
                Some(_) | None => {
                    let done = last.replace((id.clone(), id, text));
                    out.extend(
                        done.filter(|(_, _, text)| *text != now && has_known_words(text))
                            .map(to_reading),
                    );
                }
            }
        }
        out.extend(
            last.filter(|(_, _, text)| *text != now && has_known_words(text))
                .map(to_reading),
        );
        out
    }
}

fn to_reading((to, from, text): (String, String, String)) -> FormerText {
    FormerText {
        editions: if from == to {
            to
        } else {
            format!("{from}–{to}")
        },
        until: None,
        text,
    }
}

/// Returns whether a text has known words: more than a label and gaps.
fn has_known_words(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}
