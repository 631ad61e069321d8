//! Indices of the record kinds, properties, words and headings of a vocabulary.

/// The index of a property among all names of properties: those of the vocabulary, then those that
/// only sums of rules of play give.
///
/// Properties of the same name have the same index in all record kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropertyIx(pub u16);

/// The index of a word that is a value (a troop type, a grade) in the vocabulary; all spellings of
/// the word share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordIx(pub u16);

/// The index of a record kind (a side, a command, a line of troops) in the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindIx(pub u16);

/// The kind of the file as a whole.
pub const ROOT: KindIx = KindIx(0);
/// The property for the name of a record.
pub const NAME: PropertyIx = PropertyIx(0);
