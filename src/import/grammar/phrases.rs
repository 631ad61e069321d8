//! The table of phrases read as verbs or prepositions: `is followed by`, `in place of`.

use super::verbs::VerbKind;
use crate::syntax::BeforeOrAfter::{self, After, Before};

/// The role of a phrase: a verb, or a mark of old words, new words, or a side to insert at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum PhraseRole {
    /// It stands for a verb.
    Verb(VerbKind),
    /// What follows is new, what precedes is old.
    Becomes,
    /// What follows is inserted on this side of what precedes.
    Neighbour(BeforeOrAfter),
    /// It introduces the point on this side of which something is inserted.
    Side(BeforeOrAfter),
    /// It introduces the old words.
    OldNext,
    /// It introduces the old words, which may have been named already.
    NotNext,
    /// It introduces the new words.
    NewNext,
    /// It says nothing.
    Nothing,
}

/// The phrases that stand for verbs and prepositions; a longer one precedes its beginning.
pub(in crate::import) const PHRASES: &[(&[&str], PhraseRole)] = &[
    (
        &["receives", "the", "following", "new", "version"],
        PhraseRole::Becomes,
    ),
    (
        &["receives", "the", "following", "wording"],
        PhraseRole::Becomes,
    ),
    (
        &["receives", "the", "following", "version"],
        PhraseRole::Becomes,
    ),
    (
        &["gets", "the", "following", "wording"],
        PhraseRole::Becomes,
    ),
    (
        &["comes", "in", "addition"],
        PhraseRole::Verb(VerbKind::Insert),
    ),
    (&["should", "stand"], PhraseRole::Verb(VerbKind::Move)),
    (&["must", "stand"], PhraseRole::Verb(VerbKind::Move)),
    (&["belongs"], PhraseRole::Verb(VerbKind::Move)),
    (&["is", "followed", "by"], PhraseRole::Neighbour(After)),
    (&["are", "followed", "by"], PhraseRole::Neighbour(After)),
    (&["is", "preceded", "by"], PhraseRole::Neighbour(Before)),
    (&["are", "preceded", "by"], PhraseRole::Neighbour(Before)),
    (&["gives", "way", "to"], PhraseRole::Becomes),
    (&["give", "way", "to"], PhraseRole::Becomes),
    (&["takes", "the", "place", "of"], PhraseRole::OldNext),
    (&["misprint", "for"], PhraseRole::Becomes),
    (&["misprinted", "for"], PhraseRole::Becomes),
    (&["replaces"], PhraseRole::OldNext),
    (&["supersedes"], PhraseRole::OldNext),
    (&["place", "the"], PhraseRole::Verb(VerbKind::Move)),
    (&["where", "it", "says"], PhraseRole::OldNext),
    (&["make", "that"], PhraseRole::Becomes),
    (&["make", "it"], PhraseRole::Becomes),
    (&["write", "in"], PhraseRole::Verb(VerbKind::Insert)),
    (&["is", "missing"], PhraseRole::Verb(VerbKind::Insert)),
    (&["in", "place", "of"], PhraseRole::OldNext),
    (&["takes", "its", "place"], PhraseRole::NewNext),
    (&["takes", "their", "place"], PhraseRole::NewNext),
    (&["in", "its", "place"], PhraseRole::NewNext),
    (&["in", "their", "place"], PhraseRole::NewNext),
    (&["instead", "of"], PhraseRole::NotNext),
    (&["rather", "than"], PhraseRole::NotNext),
    (&["in", "front", "of"], PhraseRole::Side(Before)),
    (&["ahead", "of"], PhraseRole::Side(Before)),
    (&["to", "precede"], PhraseRole::Side(Before)),
    (&["to", "follow"], PhraseRole::Side(After)),
    (&["after"], PhraseRole::Side(After)),
    (&["behind"], PhraseRole::Side(After)),
    (&["before"], PhraseRole::Side(Before)),
    (&["change", "places"], PhraseRole::Verb(VerbKind::Swap)),
    (&["change", "order"], PhraseRole::Verb(VerbKind::Swap)),
    (&["trade", "places"], PhraseRole::Verb(VerbKind::Swap)),
    (&["are", "reversed"], PhraseRole::Verb(VerbKind::Swap)),
    (&["taken", "out"], PhraseRole::Verb(VerbKind::Delete)),
    (&["left", "out"], PhraseRole::Verb(VerbKind::Delete)),
    (&["make", "this"], PhraseRole::Becomes),
    (&["follows", "the"], PhraseRole::Side(After)),
    (&["comes", "new"], PhraseRole::Verb(VerbKind::Insert)),
    (
        &["should", "be", "placed"],
        PhraseRole::Verb(VerbKind::Move),
    ),
    (
        &["is", "to", "be", "placed"],
        PhraseRole::Verb(VerbKind::Move),
    ),
    (
        &["receives", "the", "new", "title"],
        PhraseRole::Verb(VerbKind::Rename),
    ),
    (
        &["receives", "the", "title"],
        PhraseRole::Verb(VerbKind::Rename),
    ),
    (
        &["gets", "the", "new", "title"],
        PhraseRole::Verb(VerbKind::Rename),
    ),
    (
        &["gets", "the", "title"],
        PhraseRole::Verb(VerbKind::Rename),
    ),
    (
        &["is", "given", "the", "title"],
        PhraseRole::Verb(VerbKind::Rename),
    ),
    (
        &["is", "given", "the", "new", "title"],
        PhraseRole::Verb(VerbKind::Rename),
    ),
    (&["swap", "places"], PhraseRole::Verb(VerbKind::Swap)),
    (&["strike", "out"], PhraseRole::Verb(VerbKind::Delete)),
    (&["cross", "out"], PhraseRole::Verb(VerbKind::Delete)),
    (&["struck", "out"], PhraseRole::Verb(VerbKind::Delete)),
    (&["leave", "out"], PhraseRole::Verb(VerbKind::Delete)),
    (&["take", "out"], PhraseRole::Verb(VerbKind::Delete)),
    (&["all", "go"], PhraseRole::Verb(VerbKind::Delete)),
    (&["falls", "away"], PhraseRole::Verb(VerbKind::Delete)),
    (&["fall", "away"], PhraseRole::Verb(VerbKind::Delete)),
    (&["drops", "out"], PhraseRole::Verb(VerbKind::Delete)),
    (
        &["no", "longer", "applies"],
        PhraseRole::Verb(VerbKind::Delete),
    ),
    (
        &["no", "longer", "apply"],
        PhraseRole::Verb(VerbKind::Delete),
    ),
    (
        &["no", "longer", "used"],
        PhraseRole::Verb(VerbKind::Delete),
    ),
    (
        &["no", "longer", "valid"],
        PhraseRole::Verb(VerbKind::Delete),
    ),
    (&["is", "obsolete"], PhraseRole::Verb(VerbKind::Delete)),
    (&["are", "obsolete"], PhraseRole::Verb(VerbKind::Delete)),
    (&["is", "void"], PhraseRole::Verb(VerbKind::Delete)),
    (
        &["to", "be", "left", "out"],
        PhraseRole::Verb(VerbKind::Delete),
    ),
    (&["without", "replacement"], PhraseRole::Nothing),
    (&["without", "substitution"], PhraseRole::Nothing),
    (&["without", "substitute"], PhraseRole::Nothing),
    (
        &["ceases", "to", "have", "effect"],
        PhraseRole::Verb(VerbKind::Delete),
    ),
    (
        &["cease", "to", "have", "effect"],
        PhraseRole::Verb(VerbKind::Delete),
    ),
    (&["now", "has"], PhraseRole::Verb(VerbKind::Insert)),
    (&["now", "have"], PhraseRole::Verb(VerbKind::Insert)),
    (&["loses"], PhraseRole::Verb(VerbKind::Delete)),
    (&["should", "come"], PhraseRole::Verb(VerbKind::Move)),
    (&["put"], PhraseRole::Verb(VerbKind::Insert)),
    (&["gains"], PhraseRole::Verb(VerbKind::Insert)),
    (&["gain"], PhraseRole::Verb(VerbKind::Insert)),
    (&["moves"], PhraseRole::Verb(VerbKind::Move)),
];
