//! Inputs: real texts that are damaged, pieces in any order, and any characters.

use fastrand::Rng;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Makes inputs.
pub(super) type Inputs = Box<dyn Fn(&mut Rng) -> String>;

/// The number of bytes of a real text that are used at a time.
const WINDOW: usize = 3000;

/// Characters that are hard to count, to show or to compare.
pub(super) const HARD: &[&str] = &[
    "\0",
    "\t",
    "\r",
    "\r\n",
    "\n",
    "\n\n",
    "\u{b}",
    "\u{1b}[2J",
    "\u{85}",
    "\u{a0}",
    "\u{ad}",
    "\u{200d}",
    "\u{202e}",
    "\u{2028}",
    "\u{feff}",
    "é",
    "e\u{301}",
    "İ",
    "ß",
    "½",
    "…",
    "–",
    "“",
    "”",
    "‘",
    "’",
    "🎲",
    "８",
    "\\",
    "\"",
    "'",
    "[[",
    "]]",
    "(((",
    ")",
    "{",
    "}",
    "%",
    "-1",
    "0",
    "99999999999999999999",
    "1e999",
    " ",
    "    ",
];

/// The texts of all files below a folder of the project whose names end like this.
pub(super) fn files(folder: &str, endings: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders: Vec<PathBuf> = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if endings
                .iter()
                .any(|ending| path.to_string_lossy().ends_with(ending))
            {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path| fs::read_to_string(path).expect("a readable file");
    paths.iter().map(read).collect()
}

/// Texts like real ones, and texts of pieces of notation.
pub(super) struct Texts {
    real: Vec<String>,
    pieces: &'static [&'static str],
}

impl Texts {
    /// Texts like `real` ones, of which there is at least one, and texts of `pieces`.
    pub(super) fn new(real: Vec<String>, pieces: &'static [&'static str]) -> Self {
        Self { real, pieces }
    }

    pub(super) fn boxed(self) -> Inputs {
        Box::new(move |rng| self.make(rng))
    }

    pub(super) fn make(&self, rng: &mut Rng) -> String {
        match rng.u8(..20) {
            0..12 => self.damaged(rng),
            12..19 => (0..size(rng, 60)).map(|_| self.piece(rng)).collect(),
            _ => (0..size(rng, 60)).map(|_| rng.char(..)).collect(),
        }
    }

    fn piece(&self, rng: &mut Rng) -> &'static str {
        let from = if rng.u8(..4) == 0 { HARD } else { self.pieces };
        from[rng.usize(..from.len())]
    }

    /// A part of a real text, with a few changes.
    fn damaged(&self, rng: &mut Rng) -> String {
        let whole = choose(rng, &self.real).as_str();
        let mut text = if rng.u8(..4) == 0 {
            part(whole, 0, WINDOW)
        } else {
            let from = rng.usize(..=whole.len());
            part(whole, from, size(rng, WINDOW))
        }
        .to_owned();
        for _ in 0..rng.u8(..6) {
            self.change(rng, &mut text);
        }
        text
    }

    pub(super) fn change(&self, rng: &mut Rng, text: &mut String) {
        let at = text.floor_char_boundary(rng.usize(..=text.len()));
        match rng.u8(..10) {
            // a piece is inserted, sometimes several times
            0..4 => {
                let times = if rng.u8(..9) == 0 {
                    rng.usize(2..40)
                } else {
                    1
                };
                text.insert_str(at, &self.piece(rng).repeat(times));
            }
            // bytes are removed
            4..6 => {
                let end = text.floor_char_boundary(at + rng.usize(1..40));
                text.replace_range(at..end, "");
            }
            // lines are removed
            6 => {
                let from = text[..at].rfind('\n').map_or(0, |end| end + 1);
                let lines = text[from..].split_inclusive('\n').take(rng.usize(1..6));
                let end = from + lines.map(str::len).sum::<usize>();
                text.replace_range(from..end, "");
            }
            // bytes are doubled
            7 => {
                let copy = part(text, at, rng.usize(1..200)).to_owned();
                text.insert_str(at, &copy);
            }
            // bytes are copied from a real text
            _ => {
                let other = choose(rng, &self.real);
                let from = rng.usize(..=other.len());
                text.insert_str(at, part(other, from, rng.usize(1..80)));
            }
        }
    }
}

/// One of several.
pub(super) fn choose<'a, T>(rng: &mut Rng, from: &'a [T]) -> &'a T {
    &from[rng.usize(..from.len())]
}

/// A number below `limit`, most often a small one.
pub(super) fn size(rng: &mut Rng, limit: usize) -> usize {
    let below = rng.usize(1..=limit);
    rng.usize(..below)
}

/// At most `count` bytes from about byte `from` on.
fn part(text: &str, from: usize, count: usize) -> &str {
    let from = text.floor_char_boundary(from);
    &text[from..text.floor_char_boundary(from + count)]
}
