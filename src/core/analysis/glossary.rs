//! `Glossary`: marks the headwords of a glossary in the text of a document, so that a reader can open
//! their entries.

use super::{
    Analysis,
    lookup::{RULES_GLOSSARY, query_words, to_singular},
};
use crate::{
    doc::{Block, Role, Row, Run, Text, link},
    model::UnitId,
    resolve::{RulesetDb, Section, View},
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The length in letters up to which a headword is an abbreviation, of which the case counts.
const MAX_ABBREVIATION: usize = 3;

/// An entry of a glossary that exists at a view.
pub(super) struct GlossaryEntry<'d> {
    /// The section that contains it.
    pub(super) section: Arc<Section>,
    /// Its unit.
    pub(super) unit: UnitId,
    /// Its name: `term:skirmishers`.
    pub(super) name: &'d str,
    /// The words for it: its term, its label, and the word before the colon with which it begins.
    pub(super) forms: Vec<String>,
}

/// The headwords of a ruleset's glossaries at a view.
pub struct Glossary<'d> {
    ruleset: &'d str,
    /// By the first word in the singular and in lower case: all words, the word as it is written if it
    /// is an abbreviation, and the name of the entry.
    headwords: FxHashMap<String, Vec<Headword<'d>>>,
}

struct Headword<'d> {
    words: Vec<String>,
    abbreviation: Option<String>,
    name: &'d str,
}

impl Analysis {
    /// Iterates over the entries of the glossaries of a ruleset that exist at a view.
    pub(super) fn glossary_entries_at<'d>(
        &self,
        db: &'d RulesetDb,
        view: &View,
    ) -> impl Iterator<Item = GlossaryEntry<'d>> {
        db.names().filter_map(|(name, section)| {
            let of_rules = name.strip_prefix(RULES_GLOSSARY);
            let term = of_rules.or_else(|| name.strip_prefix("term:"))?;
            let section = db.section(section)?;
            let tree = section.version(view);
            let unit = section
                .arena
                .unit_by_name(name)
                .filter(|&unit| tree.exists && tree.is_live(unit))?;
            let label = tree.label(unit).unwrap_or_default();
            // the entry `WW Waterway: …` has both the abbreviation and the word as headword
            let text = tree
                .atoms(unit)
                .first()
                .map(|&atom| tree.restated_text(atom))
                .unwrap_or_default();
            let head = text
                .split_once(':')
                .map(|(head, _)| head)
                .filter(|head| !head.contains(['.', ',', ';']));
            let forms = [Some(term), Some(label), head].into_iter().flatten();
            let forms = forms.map(str::to_owned).collect();
            Some(GlossaryEntry {
                section,
                unit,
                name,
                forms,
            })
        })
    }

    /// Returns the glossary of a ruleset at a view.
    pub fn glossary<'d>(&self, db: &'d RulesetDb, view: &View) -> Glossary<'d> {
        let mut headwords: FxHashMap<String, Vec<Headword<'d>>> = FxHashMap::default();
        for entry in self.glossary_entries_at(db, view) {
            for form in entry.forms {
                let words = to_singular(query_words(&form));
                let length = form.trim_end_matches(':').chars().count();
                if length < 2 || words.is_empty() {
                    continue;
                }
                let is_short = length <= MAX_ABBREVIATION;
                let own = headwords.entry(words[0].clone()).or_default();
                own.push(Headword {
                    words,
                    abbreviation: is_short.then(|| form.trim_end_matches(':').to_owned()),
                    name: entry.name,
                });
            }
        }
        for own in headwords.values_mut() {
            own.sort_by_key(|headword| std::cmp::Reverse(headword.words.len()));
        }
        Glossary {
            ruleset: &db.ruleset.key,
            headwords,
        }
    }
}

impl Glossary<'_> {
    /// Marks each headword where it is first used in the rows of a document.
    pub fn mark(&self, blocks: &mut [Block]) {
        self.mark_new(blocks, &mut Vec::new());
    }

    fn mark_new(&self, blocks: &mut [Block], known: &mut Vec<String>) {
        for block in blocks {
            match block {
                Block::Row(row) => self.mark_row(row, known),
                Block::Indented(_, inner) | Block::Fit { long: inner, .. } => {
                    self.mark_new(inner, known);
                }
                _ => {}
            }
        }
    }

    fn mark_row(&self, row: &mut Row, known: &mut Vec<String>) {
        let runs = std::mem::take(&mut row.text).into_runs();
        let runs = runs.into_iter().flat_map(|run| match run.role {
            Role::Plain => self.marked(&run.words, known),
            _ => vec![run],
        });
        row.text = runs.map(Text::from).collect();
    }

    /// Splits words at the headwords that are not known yet.
    fn marked(&self, text: &str, known: &mut Vec<String>) -> Vec<Run> {
        let words: Vec<(usize, &str)> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
            .collect();
        let singular = to_singular(words.iter().map(|(_, word)| word.to_lowercase()).collect());
        let (mut out, mut done, mut at) = (Vec::new(), 0, 0);
        while at < words.len() {
            let (start, word) = words[at];
            let fits = |own: &&Headword<'_>| {
                let is_written = own.abbreviation.as_ref().is_none_or(|short| short == word);
                is_written && singular[at..].starts_with(&own.words)
            };
            let own = self.headwords.get(&singular[at]);
            let Some(own) = own.and_then(|all| all.iter().find(fits)) else {
                at += 1;
                continue;
            };
            let (last, last_word) = words[at + own.words.len() - 1];
            let end = last + last_word.len();
            at += own.words.len();
            if known.iter().any(|name| name == own.name) {
                continue;
            }
            known.push(own.name.to_owned());
            out.push(Run::plain(&text[done..start]));
            let id = format!("{}/{}", self.ruleset, own.name);
            out.push(link(&text[start..end], id));
            done = end;
        }
        out.push(Run::plain(&text[done..]));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_headword_is_marked_once_in_any_number_and_an_abbreviation_as_it_is_written() {
        let headword = |words: &[&str], abbreviation: Option<&str>, name| Headword {
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            abbreviation: abbreviation.map(str::to_owned),
            name,
        };
        let base = vec![headword(&["base", "width"], None, "term:base-width")];
        let foot = vec![headword(&["ft"], Some("Ft"), "term:foot")];
        let glossary = Glossary {
            ruleset: "dbm",
            headwords: [("base".to_owned(), base), ("ft".to_owned(), foot)]
                .into_iter()
                .collect(),
        };
        let text = "FT within 2 base widths, Ft a base width, base depth";
        let marked: Vec<String> = glossary
            .marked(text, &mut Vec::new())
            .into_iter()
            .filter_map(|run| match run.role {
                Role::Link(id) => Some(format!("{}={id}", run.words)),
                _ => None,
            })
            .collect();
        assert_eq!(
            marked,
            ["base widths=dbm/term:base-width", "Ft=dbm/term:foot"]
        );
    }
}
