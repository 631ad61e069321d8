//! Compares a booklet of the library with what sheets, rules and other booklets say at its edition,
//! for `rulebook verify`, and in part (words, values, quotes) for the import of a booklet.

use super::{
    super::compare::{binding_words, find_numbers},
    sections::known_headings,
};
use crate::{
    analysis::public_id,
    model::{BASE, EditionIx, PatchIx, SectionTree, UnitId, UnitKind, Wording},
    resolve::{RulesetDb, Section, View},
    syntax::WordingLayer,
    text::similarity::{letters, multiset_difference, normalized_words},
};
use serde::Serialize;
use std::{collections::HashSet, sync::Arc};

/// What a difference between a booklet and the rules is about: words, a table value, a quote, a
/// number, a binding word (`not`, `may`), or a missing unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BookletDifferenceKind {
    /// The words differ from those of a printed sheet or another booklet.
    Words,
    /// A value of a table differs.
    Value,
    /// Words that a sheet quotes or puts there are not in the printed text.
    Quote,
    /// Only one side has a number.
    Number,
    /// Only one side has a binding word: not, only, unless, except, must, may, cannot.
    Binding,
    /// The booklet does not have the unit.
    Missing,
}

impl BookletDifferenceKind {
    /// All kinds, in the order in which they are shown.
    pub const ALL: [Self; 6] = [
        Self::Words,
        Self::Value,
        Self::Quote,
        Self::Number,
        Self::Binding,
        Self::Missing,
    ];

    /// Returns the heading of the differences of this kind.
    pub fn title(self) -> &'static str {
        match self {
            Self::Words => "Other words than in print",
            Self::Value => "Other values",
            Self::Quote => "Without the words that a sheet has there",
            Self::Number => "Other numbers than in the restatement",
            Self::Binding => "Other binding words than in the restatement",
            Self::Missing => "Not in the booklet",
        }
    }
}

/// A difference between a booklet and the rules at its edition: both wordings, and the documents
/// from which the rules have theirs (sheets, other booklets, or a restatement).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookletDifference {
    /// What it is about.
    pub kind: BookletDifferenceKind,
    /// The section.
    pub section: String,
    /// The id or path of the unit.
    pub at: String,
    /// What the booklet prints; `None` if it does not have the unit.
    pub booklet: Option<String>,
    /// What the rules have.
    pub rules: String,
    /// The documents that the wording of the rules is from, with the number of the instruction.
    pub by: String,
    /// Whether the wording of the rules is printed, not restated.
    pub printed: bool,
    #[serde(skip)]
    is_value: bool,
}

/// The result of `compare_booklet`: differences from sheets and rules at its edition, sections that
/// it lacks, and how many sentences and values agree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BookletComparison {
    /// The number of sentences and values that read the same in print.
    pub same: usize,
    /// The number of sentences of which only a restatement is known, with the same numbers and
    /// binding words.
    pub restated: usize,
    /// The number of texts that only the booklet has.
    pub booklet_only: usize,
    /// The differences, by kind and in the order of the rules.
    pub differences: Vec<BookletDifference>,
    /// Sections with text of a sheet that the booklet does not have.
    pub sections_missing: Vec<String>,
}

/// Compares the booklet that is the document `document` with what sheets and other booklets of the
/// library, and the restatements, say at its edition.
///
/// `None` if the library has no such booklet.
pub fn compare_booklet(
    db: &RulesetDb,
    document: &str,
    edition: EditionIx,
) -> Option<BookletComparison> {
    let view = View::all_published(edition, Arc::default());
    // other books that the rules cite have sections of their own
    let printed = known_headings(db, &view).into_iter().map(|known| known.id);
    let printed: HashSet<String> = printed.collect();
    let mut out = BookletComparison::default();
    let mut found = false;
    for id in db.outline() {
        let Some(section) = db.section(id) else {
            continue;
        };
        // a section that the booklet added
        if is_book(&section, BASE, Some(document)) {
            found = true;
            continue;
        }
        let tree = section.version(&view);
        let book = (0..section.patches.len())
            .map(|at| PatchIx(at as u32))
            .find(|&ix| is_book(&section, ix, Some(document)));
        match book {
            Some(book) => {
                found = true;
                let comparison = BookletSectionComparison {
                    section: &section,
                    tree: &tree,
                    book,
                };
                comparison.compare(&mut out);
            }
            None if tree.exists && printed.contains(id) && is_set_by_sheet(&section, &tree) => {
                out.sections_missing.push(id.clone());
            }
            None => {}
        }
    }
    out.differences.sort_by_key(|own| own.kind);
    found.then_some(out)
}

/// Returns the keys and editions of the booklets in the library.
pub fn held_booklets(db: &RulesetDb) -> Vec<(String, EditionIx)> {
    let mut out: Vec<(String, EditionIx)> = Vec::new();
    for id in db.outline() {
        let Some(section) = db.section(id) else {
            continue;
        };
        for at in 0..section.patches.len() {
            let patch = &section.patches[at];
            if is_book(&section, PatchIx(at as u32), None)
                && out.iter().all(|own| *own.0 != *patch.document)
            {
                out.push((patch.document.to_string(), patch.edition));
            }
        }
    }
    out.sort_by_key(|own| own.1);
    out
}

/// Whether a patch is a printed book, of this document if one is given.
fn is_book(section: &Section, ix: PatchIx, document: Option<&str>) -> bool {
    section.patch(ix).is_some_and(|patch| {
        patch.file.is_printed_book() && document.is_none_or(|document| *patch.document == *document)
    })
}

/// Whether an instruction of a sheet made any text of the section.
fn is_set_by_sheet(section: &Section, tree: &SectionTree) -> bool {
    tree.atoms(tree.root).into_iter().any(|unit| {
        let is_sheet = |ix| section.patch(ix).is_some_and(|patch| patch.entry.is_some());
        tree.get(unit).is_some_and(|node| is_sheet(node.by))
    })
}

/// A section whose booklet text is compared with other print and with the restatement.
struct BookletSectionComparison<'a> {
    section: &'a Section,
    tree: &'a SectionTree,
    book: PatchIx,
}

impl BookletSectionComparison<'_> {
    fn compare(&self, out: &mut BookletComparison) {
        use BookletDifferenceKind::Missing;
        let mut missing = Vec::new();
        let atoms = self.tree.atoms(self.tree.root).into_iter();
        for unit in atoms.filter(|&unit| !self.is_name(unit)) {
            let Some(node) = self.tree.get(unit) else {
                continue;
            };
            let print = self.section.print.text(self.book, unit);
            let other = self.other_print(unit);
            let restated = node
                .text(WordingLayer::Restated)
                .filter(|own| !own.is_hole());
            match (print, other, restated) {
                (Some(print), Some((words, by)), _) => {
                    if letters(print) == letters(&words) {
                        out.same += 1;
                    } else {
                        let kind = self.kind_of_words(unit);
                        out.differences.push(self.difference(
                            kind,
                            unit,
                            Some(print),
                            &words,
                            by,
                            true,
                        ));
                    }
                }
                (Some(print), None, Some(own)) => {
                    let by = self.author(own);
                    match self.kind_of_difference(unit, print, &own.text, own.has_hole()) {
                        Some(kind) => out.differences.push(self.difference(
                            kind,
                            unit,
                            Some(print),
                            &own.text,
                            by,
                            false,
                        )),
                        None if self.tree.kind(unit) == UnitKind::Cell => out.same += 1,
                        None => out.restated += 1,
                    }
                }
                (Some(_), None, None) => out.booklet_only += 1,
                (None, Some((words, by)), _) => {
                    missing.push(self.difference(Missing, unit, None, &words, by, true));
                }
                (None, None, Some(own)) if !own.text.trim().is_empty() => {
                    let by = self.author(own);
                    missing.push(self.difference(Missing, unit, None, &own.text, by, false));
                }
                (None, None, _) => {}
            }
        }
        self.add_missing(missing, out);
    }

    /// Whether a unit is a heading, or the name of a row or column.
    fn is_name(&self, unit: UnitId) -> bool {
        match self.tree.kind(unit) {
            UnitKind::Heading => true,
            UnitKind::Cell => self
                .tree
                .position(unit)
                .is_some_and(|(row, at)| at == 0 || self.tree.is_header(row)),
            _ => false,
        }
    }

    /// Adds the differences about units that the booklet does not have; the values of a table are
    /// counted.
    fn add_missing(&self, missing: Vec<BookletDifference>, out: &mut BookletComparison) {
        let (values, texts): (Vec<_>, Vec<_>) = missing.into_iter().partition(|own| own.is_value);
        out.differences.extend(texts);
        if let Some(first) = values.first() {
            out.differences.push(BookletDifference {
                at: match values.len() {
                    1 => first.at.clone(),
                    count => format!("{} and {} more", first.at, count - 1),
                },
                ..first.clone()
            });
        }
    }

    /// Returns the words that a sheet or another booklet prints for a unit, if they are held.
    fn other_print(&self, unit: UnitId) -> Option<(String, PatchIx)> {
        let known = self.tree.get(unit)?.text(WordingLayer::Printed)?;
        let own = self.section.differences.iter();
        let differs = own
            .filter(|own| own.book == self.book && own.unit == unit)
            .map(|own| own.amended_text.clone())
            .next();
        let own = |by: &(usize, PatchIx)| is_book(self.section, by.1, self.document());
        let is_other = !known.has_hole() && !known.origins.iter().any(own);
        let by = self.author(known);
        match differs {
            Some(words) => Some((words, by)),
            None => is_other.then(|| (known.text.to_string(), by)),
        }
    }

    /// Returns the last patch that wrote a part of a wording.
    fn author(&self, wording: &Wording) -> PatchIx {
        let writers = wording.origins.iter().map(|own| own.1);
        writers.max().unwrap_or(BASE)
    }

    fn document(&self) -> Option<&str> {
        Some(&*self.section.patch(self.book)?.document)
    }

    fn kind_of_words(&self, unit: UnitId) -> BookletDifferenceKind {
        if self.tree.kind(unit) == UnitKind::Cell {
            BookletDifferenceKind::Value
        } else {
            BookletDifferenceKind::Words
        }
    }

    /// Returns what printed and restated text of a unit disagree about.
    fn kind_of_difference(
        &self,
        unit: UnitId,
        print: &str,
        restated: &str,
        is_part: bool,
    ) -> Option<BookletDifferenceKind> {
        if self.tree.kind(unit) == UnitKind::Cell {
            let is_same = is_part || same_value(print, restated);
            return (!is_same).then_some(BookletDifferenceKind::Value);
        }
        let words = normalized_words(print);
        if is_part {
            let mut fragments = restated.split('…').map(normalized_words);
            let found = |own: &Vec<String>| {
                own.is_empty() || words.windows(own.len()).any(|words| words == own)
            };
            return (!fragments.all(|own| found(&own))).then_some(BookletDifferenceKind::Quote);
        }
        let own = normalized_words(restated);
        let differ = |(one, other): (Vec<String>, Vec<String>)| {
            let trivial = |word: &String| word == "1";
            !one.iter().chain(&other).all(trivial)
        };
        if differ(multiset_difference(
            find_numbers(&words),
            find_numbers(&own),
        )) {
            return Some(BookletDifferenceKind::Number);
        }
        differ(multiset_difference(
            binding_words(&words),
            binding_words(&own),
        ))
        .then_some(BookletDifferenceKind::Binding)
    }

    fn difference(
        &self,
        kind: BookletDifferenceKind,
        unit: UnitId,
        print: Option<&str>,
        rules: &str,
        by: PatchIx,
        printed: bool,
    ) -> BookletDifference {
        let at = match (self.tree.kind(unit), self.tree.cell_labels(unit)) {
            (UnitKind::Cell, Some((row, column))) => format!("{row}, {column}"),
            _ => public_id(self.section, self.tree, unit),
        };
        let by = self.section.patch(by).map_or_else(String::new, |patch| {
            match patch.numbers().first().filter(|_| patch.entry.is_some()) {
                Some(number) => format!("{}:{number}", patch.document),
                None => patch.document.to_string(),
            }
        });
        BookletDifference {
            kind,
            section: self.section.id.clone(),
            at,
            booklet: print.map(str::to_owned),
            rules: rules.to_owned(),
            by,
            printed,
            is_value: self.tree.kind(unit) == UnitKind::Cell,
        }
    }
}

/// Whether two cells have the same value: `4½` and `4.5`, `–` and an empty cell.
pub(super) fn same_value(one: &str, other: &str) -> bool {
    let plain = |text: &str| {
        let text: String = text.split_whitespace().collect();
        let dash = |c: char| matches!(c, '-' | '–' | '—' | '−');
        if text.chars().all(dash) {
            return String::new();
        }
        let text = text.replace(['−', '–'], "-");
        let parts = [('½', ".5"), ('¼', ".25"), ('¾', ".75")];
        let text = parts
            .iter()
            .fold(text, |text, (sign, digits)| text.replace(*sign, digits));
        let text = text.strip_prefix('+').unwrap_or(&text);
        match text.strip_prefix('.') {
            Some(rest) => format!("0.{rest}").to_lowercase(),
            None => text.to_lowercase(),
        }
    };
    plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_by_what_they_mean() {
        for (one, other) in [
            ("4½", "4.5"),
            ("–", ""),
            (" 12", "12"),
            ("½", "0.5"),
            ("+2", "2"),
        ] {
            assert!(same_value(one, other), "{one} {other}");
        }
        assert!(!same_value("12", "13"));
        assert!(!same_value("-1", "1"));
    }
}
