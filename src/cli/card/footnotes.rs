use crate::{
    analysis::{ClauseBlock, Origin},
    cli::pen::Pen,
};

/// Who wrote what, by letters in the order in which they are needed.
#[derive(Debug, Default)]
pub(in crate::cli) struct Footnotes(Vec<Note>);

#[derive(Debug)]
struct Note {
    origin: Origin,
    /// The numbers of further instructions that share the letter.
    more: Vec<String>,
}

impl Footnotes {
    /// The letter of `origin`. Values of one table that one document sets share one.
    fn letter(&mut self, origin: &Origin, shared: bool) -> String {
        let alike = |known: &Origin| {
            known.document == origin.document
                && known.address == origin.address
                && known.page == origin.page
        };
        let same = |note: &Note| {
            let known = &note.origin;
            known.quoted_by == origin.quoted_by
                && (known.patch == origin.patch && known.address == origin.address
                    || shared && alike(known))
        };
        let at = self.0.iter().position(same).unwrap_or_else(|| {
            self.0.push(Note {
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

    /// The letters of several, in brackets: `[a][c]`. `shared` for values of a table, which share one for each document.
    pub(in crate::cli) fn letters<'o>(
        &mut self,
        origins: impl Iterator<Item = &'o Origin>,
        shared: bool,
    ) -> String {
        let mut letters: Vec<String> = origins.map(|origin| self.letter(origin, shared)).collect();
        letters.sort_by_key(|letter| (letter.len(), letter.clone()));
        letters.dedup();
        letters.iter().map(|letter| format!("[{letter}]")).collect()
    }

    /// The letters of a block. The booklet gets none for words that are not held.
    pub(in crate::cli) fn of(&mut self, block: &ClauseBlock) -> String {
        // a dash or a hole of the booklet says nothing that wants an author
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

    /// All of them, each on a line of its own.
    pub(in crate::cli) fn draw(&self, pen: Pen) -> String {
        let one = |(at, note): (usize, &Note)| {
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
            pen.wrap(&pen.refer(&mark), &" ".repeat(mark.len()), &full(&joined)) + "\n"
        };
        self.0.iter().enumerate().map(one).collect()
    }
}

/// `a` … `z`, `aa`, `ab` …
fn letter(at: usize) -> String {
    let last = char::from(b'a' + u8::try_from(at % 26).unwrap_or_default());
    if at < 26 {
        last.to_string()
    } else {
        letter(at / 26 - 1) + &last.to_string()
    }
}

/// Document, date, number and page: `3.1 sheet, 2 Jun 2005, no. 20, p. 12`.
pub(in crate::cli) fn who(origin: &Origin) -> String {
    origin.citation()
}

/// The same with the instruction.
pub(in crate::cli) fn full(origin: &Origin) -> String {
    match &origin.address {
        Some(address) => format!("{}: {address}", who(origin)),
        None => who(origin),
    }
}
