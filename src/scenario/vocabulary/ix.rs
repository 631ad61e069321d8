//! Indices of the record kinds, properties, words and headings of a vocabulary.

use rustc_hash::FxHashMap;

/// The index of a property of the vocabulary, or of one that only sums of rules of play give.
///
/// Properties of the same name have the same index in all record kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropertyIx(pub u16);

/// The index in the vocabulary of a word that is a value: a troop type, a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordIx(pub u16);

/// The index of a record kind (a side, a command, a line of troops) in the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindIx(pub u16);

/// The kind of the file as a whole.
pub const ROOT: KindIx = KindIx(0);
/// The property for the name of a record.
pub const NAME: PropertyIx = PropertyIx(0);

/// The places of all headings, by their first word.
#[derive(Debug, Default)]
pub(super) struct HeadingIndex(pub(super) FxHashMap<String, Vec<HeadingPlace>>);

/// Where a heading is in a vocabulary: kinds first, then sections, each in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HeadingPlace {
    OfKind(KindIx, usize),
    OfSection(usize, usize),
}
