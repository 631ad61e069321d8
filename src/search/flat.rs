//! Something of each document of a segment, one behind the other: read where it lies, without looking for it.

use super::shelf::Shelf;
use tantivy::directory::OwnedBytes;

/// So many bytes come from memory at once.
const LINE: usize = 64;

/// Asks for texts that lie far apart, before they are read one by one: so they are waited for at the same time.
pub(super) fn touch<'t>(texts: impl Iterator<Item = &'t [u8]>) {
    let lines = texts.flat_map(|text| text.iter().step_by(LINE));
    std::hint::black_box(lines.fold(0, |all, byte| all ^ byte));
}

/// A run of bytes for each document.
#[derive(Debug)]
pub(super) struct Flat {
    bytes: OwnedBytes,
    /// Where each ends, in eight bytes.
    ends: OwnedBytes,
}

/// Runs of bytes that are being written.
#[derive(Debug, Default)]
pub(super) struct Growing {
    bytes: Vec<u8>,
    ends: Vec<u8>,
}

impl Growing {
    /// Adds those of the next document.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        self.ends.extend((self.bytes.len() as u64).to_le_bytes());
    }

    /// Puts them on a shelf under a name.
    pub(super) fn finish(self, shelf: &Shelf, name: &str) {
        shelf.put(name, self.bytes);
        shelf.put(&ends(name), self.ends);
    }
}

fn ends(name: &str) -> String {
    format!("{name}.ends")
}

impl Flat {
    /// What lies on a shelf under a name; none where nothing does.
    pub(super) fn open(shelf: &Shelf, name: &str) -> Option<Self> {
        Some(Self { bytes: shelf.get(name)?, ends: shelf.get(&ends(name))? })
    }

    fn end(&self, doc: usize) -> Option<usize> {
        let end = self.ends.as_slice().get(doc * 8..doc * 8 + 8)?;
        usize::try_from(u64::from_le_bytes(end.try_into().ok()?)).ok()
    }

    /// The bytes of a document; nothing where there is no such document.
    pub(super) fn of(&self, doc: u32) -> &[u8] {
        let doc = doc as usize;
        let start = if doc == 0 { Some(0) } else { self.end(doc - 1) };
        let span = start.zip(self.end(doc)).and_then(|(start, end)| self.bytes.as_slice().get(start..end));
        span.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_document_has_its_own() {
        let (shelf, mut growing) = (Shelf::default(), Growing::default());
        ["raft", "", "boats"].into_iter().for_each(|text| growing.add(text.as_bytes()));
        growing.finish(&shelf, "x");
        let flat = Flat::open(&shelf, "x").expect("it lies there");
        assert_eq!((0..4).map(|doc| flat.of(doc)).collect::<Vec<_>>(), [&b"raft"[..], b"", b"boats", b""]);
        assert!(Flat::open(&shelf, "y").is_none());
    }
}
