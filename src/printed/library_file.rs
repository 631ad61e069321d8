//! `LibraryFile`: the name and text of a file to write to the user's library.

/// A file with printed words of a document, to write to the user's library: ruleset, document, file
/// name, text, numbers of passages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryFile {
    /// The ruleset, which is also the name of the folder.
    pub ruleset: String,
    /// The document whose words it contains.
    pub document: String,
    /// The file name in that folder.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// The number of passages with printed words, and the number of restated passages.
    pub passages: (usize, usize),
}
