//! Inputs: real texts that are damaged, pieces in any order, and any characters.

use proptest::{prelude::*, sample::Index};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The number of bytes of a real text that are used at a time.
const WINDOW: usize = 3000;

/// Characters that are hard to count, to show or to compare.
const HARD: &[&str] = &[
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

/// Something that is done to a text.
#[derive(Clone, Debug)]
enum Change {
    /// A piece is inserted, one or several times.
    Put(Index, &'static str, usize),
    /// Bytes are removed.
    Cut(Index, usize),
    /// A run of lines is removed.
    CutLines(Index, usize),
    /// Bytes are doubled.
    Double(Index, usize),
    /// Bytes are copied from a real text.
    Copy(Index, Index, Index, usize),
}

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

/// Texts like `real` ones, and texts of `pieces`.
pub(super) fn texts(real: Vec<String>, pieces: &'static [&'static str]) -> BoxedStrategy<String> {
    let piece = || prop_oneof![3 => prop::sample::select(pieces), 1 => prop::sample::select(HARD)];
    let at = any::<Index>;
    let change = prop_oneof![
        4 => (at(), piece(), prop_oneof![8 => Just(1usize), 1 => 2usize..40])
            .prop_map(|(at, piece, times)| Change::Put(at, piece, times)),
        2 => (at(), 1usize..40).prop_map(|(at, count)| Change::Cut(at, count)),
        1 => (at(), 1usize..6).prop_map(|(at, count)| Change::CutLines(at, count)),
        1 => (at(), 1usize..200).prop_map(|(at, count)| Change::Double(at, count)),
        2 => (at(), at(), at(), 1usize..80)
            .prop_map(|(at, text, from, count)| Change::Copy(at, text, from, count)),
    ];
    let real = Arc::new(real);
    let window = prop::option::of((at(), 1usize..WINDOW));
    let damaged = (at(), window, prop::collection::vec(change, 0..6)).prop_map(
        move |(which, window, changes)| {
            let whole = which.get(&real).as_str();
            let (from, count) = window.map_or((0, WINDOW), |(from, count)| {
                (from.index(whole.len() + 1), count)
            });
            let mut text = part(whole, from, count).to_owned();
            for change in changes {
                change.apply(&mut text, &real);
            }
            text
        },
    );
    let assembled = prop::collection::vec(piece(), 0..60).prop_map(|pieces| pieces.concat());
    prop_oneof![6 => damaged, 3 => assembled, 1 => any::<String>()].boxed()
}

/// At most `count` bytes from about byte `from` on.
fn part(text: &str, from: usize, count: usize) -> &str {
    let from = text.floor_char_boundary(from);
    &text[from..text.floor_char_boundary(from + count)]
}

impl Change {
    fn apply(&self, text: &mut String, real: &[String]) {
        let byte = |at: &Index| text.floor_char_boundary(at.index(text.len() + 1));
        match self {
            Self::Put(at, piece, times) => text.insert_str(byte(at), &piece.repeat(*times)),
            Self::Cut(at, count) => {
                let from = byte(at);
                text.replace_range(from..text.floor_char_boundary(from + count), "");
            }
            Self::CutLines(at, count) => {
                let from = text[..byte(at)].rfind('\n').map_or(0, |end| end + 1);
                let lines = text[from..].split_inclusive('\n').take(*count);
                let end = from + lines.map(str::len).sum::<usize>();
                text.replace_range(from..end, "");
            }
            Self::Double(at, count) => {
                let from = byte(at);
                let copy = part(text, from, *count).to_owned();
                text.insert_str(from, &copy);
            }
            Self::Copy(at, other, from, count) => {
                let other = other.get(real);
                let copy = part(other, from.index(other.len() + 1), *count);
                text.insert_str(byte(at), copy);
            }
        }
    }
}
