//! `BookletLine`: a line of a printed booklet, with its words and the units that they belong to.

use super::Section;
use crate::model::{EditionIx, PatchIx, SectionTree, UnitId, UnitKind};

/// A printed line of a booklet in the library: its page, its number on the page, and its words,
/// split by the sentence or label that they belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookletLine {
    /// The printed page.
    pub page: String,
    /// The number of the line on the page, from 1. Running heads are not counted.
    pub number: u32,
    /// Its words, in order, by the units that they belong to.
    pub parts: Vec<BookletLinePart>,
}

/// The words of a printed line that belong to one sentence or label, and the ids of that sentence
/// and its paragraph or bullet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookletLinePart {
    /// The paragraph or bullet.
    pub unit: UnitId,
    /// The sentence; `None` for a label.
    pub sentence: Option<UnitId>,
    /// The words, with single blanks.
    pub words: String,
    /// Whether the line is the whole text of the paragraph or bullet.
    pub is_whole: bool,
}

impl Section {
    /// Returns the printed booklet whose lines count at an edition: that of the edition, or else
    /// the newest of an edition on which it is based.
    pub fn booklet_at(&self, edition: EditionIx) -> Option<PatchIx> {
        let chain = self.ruleset().amendment_chain(edition);
        let books = (0..self.patches.len()).filter(|&at| {
            let patch = &self.patches[at];
            patch.file.is_printed_book() && chain.contains(&patch.edition)
        });
        let newest = books.max_by_key(|&at| self.patches[at].edition)?;
        Some(PatchIx(newest as u32))
    }

    /// Returns the lines that a booklet has of a unit and the units inside it, in order.
    pub fn booklet_lines(
        &self,
        tree: &SectionTree,
        book: PatchIx,
        scope: UnitId,
    ) -> Vec<BookletLine> {
        let mut out: Vec<BookletLine> = Vec::new();
        for unit in tree.live_units(scope) {
            out.extend(self.lines_of_unit(tree, book, unit));
        }
        let pages: Vec<String> = out.iter().map(|line| line.page.clone()).collect();
        let order = |line: &BookletLine| {
            let first = pages.iter().position(|page| *page == line.page);
            (line.page.parse::<u32>().ok(), first, line.number)
        };
        out.sort_by_key(order);
        out.dedup_by(|next, line| {
            let is_same = next.page == line.page && next.number == line.number;
            if is_same {
                line.parts.append(&mut next.parts);
            }
            is_same
        });
        out
    }

    /// Returns the lines of the label and the sentences of one unit.
    fn lines_of_unit(&self, tree: &SectionTree, book: PatchIx, unit: UnitId) -> Vec<BookletLine> {
        let Some(lines) = self.print.lines(book, unit) else {
            return Vec::new();
        };
        let label = tree.label(unit);
        let sentences = tree
            .children(unit)
            .filter(|&own| tree.kind(own) == UnitKind::Sentence)
            .filter_map(|own| Some((Some(own), self.print.text(book, own)?)));
        let texts = label
            .map(|label| (None, label))
            .into_iter()
            .chain(sentences);
        let mut words = texts
            .flat_map(|(sentence, text)| text.split_whitespace().map(move |word| (sentence, word)));
        let is_whole = lines.0.len() == 1;
        let line = |line: &crate::syntax::PrintedLine| {
            let mut parts: Vec<BookletLinePart> = Vec::new();
            for (sentence, word) in words.by_ref().take(line.words) {
                match parts.last_mut().filter(|part| part.sentence == sentence) {
                    Some(part) => {
                        part.words.push(' ');
                        part.words.push_str(word);
                    }
                    None => parts.push(BookletLinePart {
                        unit,
                        sentence,
                        words: word.to_owned(),
                        is_whole,
                    }),
                }
            }
            BookletLine {
                page: line.page.clone(),
                number: line.number,
                parts,
            }
        };
        lines.0.iter().map(line).collect()
    }
}
