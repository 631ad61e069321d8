//! How a unit read before.

use super::{clause_view::Earlier, reader::Reader};
use crate::{model::UnitId, resolve::View, syntax::Layer};

impl Reader<'_> {
    /// Readings of a clause in the editions before, and withdrawn ones, newest first. For small units only: a whole section has its
    /// history in the log.
    pub(super) fn earlier(&self, unit: UnitId) -> Vec<Earlier> {
        if unit == self.tree.root || !self.tree.lives(unit) {
            return Vec::new();
        }
        let ruleset = &self.db.ruleset;
        let now = self.tree.plain(unit, Layer::Restated);
        let mut out: Vec<Earlier> = Vec::new();
        for (by, hit) in &self.section.withdrawals {
            let Some(date) = self
                .section
                .patch(*by)
                .filter(|p| self.view.sees(p))
                .map(|p| p.known)
            else {
                continue;
            };
            let before = View {
                as_of: crate::resolve::day_before(date.counts_from()),
                ..self.view.clone()
            };
            let text = self.section.version(&before).plain(unit, Layer::Restated);
            let edition = hit
                .first()
                .and_then(|p| self.section.patch(*p))
                .map_or(self.view.edition, |p| p.edition);
            if text != now && self.view.edition >= edition {
                out.push(Earlier {
                    editions: ruleset.edition_id(edition).to_owned(),
                    until: Some(date.to_string()),
                    text,
                });
            }
        }
        let mut last: Option<(String, String, String)> = None;
        for edition in ruleset.line(self.view.edition).into_iter().rev() {
            let tree = self.section.version(&self.view.at(edition));
            let text = if tree.lives(unit) {
                tree.plain(unit, Layer::Restated)
            } else {
                String::new()
            };
            let id = ruleset.edition_id(edition).to_owned();
            match &mut last {
                Some((_, from, known)) if *known == text => *from = id,
                Some(_) | None => {
                    let done = last.replace((id.clone(), id, text));
                    out.extend(
                        done.filter(|(_, _, text)| *text != now && reads(text))
                            .map(reading),
                    );
                }
            }
        }
        out.extend(
            last.filter(|(_, _, text)| *text != now && reads(text))
                .map(reading),
        );
        out
    }
}

fn reading((to, from, text): (String, String, String)) -> Earlier {
    Earlier {
        editions: if from == to {
            to
        } else {
            format!("{from}–{to}")
        },
        until: None,
        text,
    }
}

/// Whether words are held of a reading: more than a label and holes.
fn reads(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}
