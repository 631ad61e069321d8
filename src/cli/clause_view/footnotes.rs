//! `Footnotes`: letters for the origins of words, in order of first use, and their citations.

use crate::{
    analysis::{ClauseBlock, Origin},
    cli::Styler,
};

/// The origins cited so far, lettered `a`, `b`, … by first use; renders their citations as lines.
#[derive(Debug, Default)]
pub(crate) struct Footnotes(Vec<Footnote>);

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

    /// Returns the letters of several origins in brackets: `[a][c]`. `shared` is for the values of
    /// a table, which have one letter for each document.
    pub(crate) fn letters<'o>(
        &mut self,
        origins: impl Iterator<Item = &'o Origin>,
        shared: bool,
    ) -> String {
        let mut letters: Vec<String> = origins.map(|origin| self.letter(origin, shared)).collect();
        letters.sort_by_key(|letter| (letter.len(), letter.clone()));
        letters.dedup();
        letters.iter().map(|letter| format!("[{letter}]")).collect()
    }

    /// Returns the letters of a block. Words that are not known get no letter for the booklet.
    pub(crate) fn letters_of_block(&mut self, block: &ClauseBlock) -> String {
        // a dash or a gap of the booklet needs no author
        let held = block.text.chars().any(char::is_alphanumeric);
        let written = block
            .provenance
            .iter()
            .map(|run| &run.origin)
            .filter(|origin| held || origin.address.is_some());
        self.letters(
            written
                .chain(&block.pending)
                .chain(&block.cut)
                .chain(&block.label_by),
            block.kind == "cell",
        )
    }

    /// Renders all footnotes, one on each line.
    pub(crate) fn render(&self, styler: Styler) -> String {
        let line = |(at, note): (usize, &Footnote)| {
            let mark = format!("[{}] ", letter(at));
            let mut numbers: Vec<&String> = note.origin.n.iter().chain(&note.more).collect();
            numbers.sort_by_key(|n| (n.parse::<u32>().unwrap_or(u32::MAX), *n));
            let n = (!numbers.is_empty()).then(|| {
                numbers
                    .into_iter()
                    .map(String::as_str)
                    .collect::<Vec<_>>()
                    .join(", ")
            });
            let joined = Origin {
                n,
                ..note.origin.clone()
            };
            styler.wrap(
                &styler.reference(&mark),
                &" ".repeat(mark.len()),
                &citation_with_address(&joined),
            )
        };
        self.0.iter().enumerate().map(line).collect()
    }
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

/// Returns the citation of an origin with its instruction.
pub(super) fn citation_with_address(origin: &Origin) -> String {
    match &origin.address {
        Some(address) => format!("{}: {address}", origin.citation()),
        None => origin.citation(),
    }
}
