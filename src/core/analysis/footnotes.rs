//! `Footnotes`: letters for the origins of words, in order of first use, and their citations.

use super::{ClauseBlock, Origin};
use crate::doc::{Block, NoteMark};

/// The origins cited so far, lettered `a`, `b`, … by first use.
#[derive(Debug, Default)]
pub struct Footnotes(Vec<Footnote>);

/// A footnote: the origin that it cites, and numbers of further instructions that share its letter.
#[derive(Debug)]
struct Footnote {
    origin: Origin,
    /// The numbers of further instructions with the same letter.
    more: Vec<String>,
}

impl Footnotes {
    /// Returns the letter of `origin`. If `shared`, all values of a table set by one document have
    /// the same letter.
    fn letter(&mut self, origin: &Origin, shared: bool) -> String {
        let same_place = |known: &Origin| {
            known.document == origin.document
                && known.address == origin.address
                && known.page == origin.page
        };
        let same = |note: &Footnote| {
            let known = &note.origin;
            known.quoted_by == origin.quoted_by
                && (known.patch == origin.patch && known.address == origin.address
                    || shared && same_place(known))
        };
        let at = self.0.iter().position(same).unwrap_or_else(|| {
            self.0.push(Footnote {
                origin: origin.clone(),
                more: Vec::new(),
            });
            self.0.len() - 1
        });
        let note = &mut self.0[at];
        if let Some(n) = origin
            .n
            .as_ref()
            .filter(|&n| note.origin.n.as_ref() != Some(n) && !note.more.contains(n))
        {
            note.more.push(n.clone());
        }
        letter(at)
    }

    /// Returns the letters of several origins, in order. `shared` is for the values of a table, which
    /// have one letter for each document.
    pub fn marks<'o>(
        &mut self,
        origins: impl Iterator<Item = &'o Origin>,
        shared: bool,
    ) -> Vec<NoteMark> {
        let mark = |origin: &'o Origin| NoteMark {
            letter: self.letter(origin, shared),
            name: origin.instruction().to_owned(),
        };
        let mut marks: Vec<NoteMark> = origins.map(mark).collect();
        marks.sort_by_key(|mark| (mark.letter.len(), mark.letter.clone()));
        marks.dedup_by(|a, b| a.letter == b.letter);
        marks
    }

    /// Returns the letters of a block. Words that are not known get no letter for the booklet.
    pub fn marks_of_block(&mut self, block: &ClauseBlock) -> Vec<NoteMark> {
        self.marks(authors(block), block.kind == "cell")
    }

    /// Returns all footnotes.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        self.0.iter().enumerate().map(|(at, note)| {
            let mut numbers: Vec<&str> = note
                .origin
                .n
                .iter()
                .chain(&note.more)
                .map(|n| &**n)
                .collect();
            numbers.sort_by_key(|n| (n.parse::<u32>().unwrap_or(u32::MAX), *n));
            let joined = Origin {
                n: (!numbers.is_empty()).then(|| numbers.join(", ")),
                ..note.origin.clone()
            };
            Block::Footnote {
                letter: letter(at),
                brief: joined.brief_citation(),
                text: joined.citation_with_address(),
            }
        })
    }
}

/// Returns the origins of the words of a block, of its label, and of changes that wait or removed
/// words.
pub(super) fn authors(block: &ClauseBlock) -> impl Iterator<Item = &Origin> {
    // a dash or a gap of the booklet needs no author
    let held = block.text.chars().any(char::is_alphanumeric);
    let written = block.provenance.iter().map(|run| &run.origin);
    let written = written.filter(move |origin| held || origin.address.is_some());
    let others = block.pending.iter().chain(&block.cut);
    written.chain(others).chain(&block.label_by)
}

/// Returns `a` … `z`, `aa`, `ab` …
fn letter(at: usize) -> String {
    let last = char::from(b'a' + u8::try_from(at % 26).unwrap_or_default());
    if at < 26 {
        last.to_string()
    } else {
        letter(at / 26 - 1) + &last.to_string()
    }
}
