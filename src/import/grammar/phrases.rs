//! The table of phrases read as verbs or prepositions: `is followed by`, `in place of`.

use super::verbs::VerbKind;
use crate::syntax::BeforeOrAfter::{self, After, Before};

/// The role of a phrase: a verb, or a mark of old words, new words, or a side to insert at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum PhraseMeaning {
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
pub(in crate::import) const PHRASES: &[(&[&str], PhraseMeaning)] = &[
    (
        &["receives", "the", "following", "new", "version"],
        PhraseMeaning::Becomes,
    ),
    (
        &["receives", "the", "following", "wording"],
        PhraseMeaning::Becomes,
    ),
    (
        &["receives", "the", "following", "version"],
        PhraseMeaning::Becomes,
    ),
    (
        &["gets", "the", "following", "wording"],
        PhraseMeaning::Becomes,
    ),
    (
        &["comes", "in", "addition"],
        PhraseMeaning::Verb(VerbKind::Insert),
    ),
    (&["should", "stand"], PhraseMeaning::Verb(VerbKind::Move)),
    (&["must", "stand"], PhraseMeaning::Verb(VerbKind::Move)),
    (&["belongs"], PhraseMeaning::Verb(VerbKind::Move)),
    (&["is", "followed", "by"], PhraseMeaning::Neighbour(After)),
    (&["are", "followed", "by"], PhraseMeaning::Neighbour(After)),
    (&["is", "preceded", "by"], PhraseMeaning::Neighbour(Before)),
    (&["are", "preceded", "by"], PhraseMeaning::Neighbour(Before)),
    (&["gives", "way", "to"], PhraseMeaning::Becomes),
    (&["give", "way", "to"], PhraseMeaning::Becomes),
    (&["takes", "the", "place", "of"], PhraseMeaning::OldNext),
    (&["misprint", "for"], PhraseMeaning::Becomes),
    (&["misprinted", "for"], PhraseMeaning::Becomes),
    (&["replaces"], PhraseMeaning::OldNext),
    (&["supersedes"], PhraseMeaning::OldNext),
    (&["place", "the"], PhraseMeaning::Verb(VerbKind::Move)),
    (&["where", "it", "says"], PhraseMeaning::OldNext),
    (&["make", "that"], PhraseMeaning::Becomes),
    (&["make", "it"], PhraseMeaning::Becomes),
    (&["write", "in"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["is", "missing"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["in", "place", "of"], PhraseMeaning::OldNext),
    (&["takes", "its", "place"], PhraseMeaning::NewNext),
    (&["takes", "their", "place"], PhraseMeaning::NewNext),
    (&["in", "its", "place"], PhraseMeaning::NewNext),
    (&["in", "their", "place"], PhraseMeaning::NewNext),
    (&["instead", "of"], PhraseMeaning::NotNext),
    (&["rather", "than"], PhraseMeaning::NotNext),
    (&["in", "front", "of"], PhraseMeaning::Side(Before)),
    (&["ahead", "of"], PhraseMeaning::Side(Before)),
    (&["to", "precede"], PhraseMeaning::Side(Before)),
    (&["to", "follow"], PhraseMeaning::Side(After)),
    (&["after"], PhraseMeaning::Side(After)),
    (&["behind"], PhraseMeaning::Side(After)),
    (&["before"], PhraseMeaning::Side(Before)),
    (&["change", "places"], PhraseMeaning::Verb(VerbKind::Swap)),
    (&["change", "order"], PhraseMeaning::Verb(VerbKind::Swap)),
    (&["trade", "places"], PhraseMeaning::Verb(VerbKind::Swap)),
    (&["are", "reversed"], PhraseMeaning::Verb(VerbKind::Swap)),
    (&["taken", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["left", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["make", "this"], PhraseMeaning::Becomes),
    (&["follows", "the"], PhraseMeaning::Side(After)),
    (&["comes", "new"], PhraseMeaning::Verb(VerbKind::Insert)),
    (
        &["should", "be", "placed"],
        PhraseMeaning::Verb(VerbKind::Move),
    ),
    (
        &["is", "to", "be", "placed"],
        PhraseMeaning::Verb(VerbKind::Move),
    ),
    (
        &["receives", "the", "new", "title"],
        PhraseMeaning::Verb(VerbKind::Rename),
    ),
    (
        &["receives", "the", "title"],
        PhraseMeaning::Verb(VerbKind::Rename),
    ),
    (
        &["gets", "the", "new", "title"],
        PhraseMeaning::Verb(VerbKind::Rename),
    ),
    (
        &["gets", "the", "title"],
        PhraseMeaning::Verb(VerbKind::Rename),
    ),
    (
        &["is", "given", "the", "title"],
        PhraseMeaning::Verb(VerbKind::Rename),
    ),
    (
        &["is", "given", "the", "new", "title"],
        PhraseMeaning::Verb(VerbKind::Rename),
    ),
    (&["swap", "places"], PhraseMeaning::Verb(VerbKind::Swap)),
    (&["strike", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["cross", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["struck", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["leave", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["take", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["all", "go"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["falls", "away"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["fall", "away"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["drops", "out"], PhraseMeaning::Verb(VerbKind::Delete)),
    (
        &["no", "longer", "applies"],
        PhraseMeaning::Verb(VerbKind::Delete),
    ),
    (
        &["no", "longer", "apply"],
        PhraseMeaning::Verb(VerbKind::Delete),
    ),
    (
        &["no", "longer", "used"],
        PhraseMeaning::Verb(VerbKind::Delete),
    ),
    (
        &["no", "longer", "valid"],
        PhraseMeaning::Verb(VerbKind::Delete),
    ),
    (&["is", "obsolete"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["are", "obsolete"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["is", "void"], PhraseMeaning::Verb(VerbKind::Delete)),
    (
        &["to", "be", "left", "out"],
        PhraseMeaning::Verb(VerbKind::Delete),
    ),
    (&["without", "replacement"], PhraseMeaning::Nothing),
    (&["without", "substitution"], PhraseMeaning::Nothing),
    (&["without", "substitute"], PhraseMeaning::Nothing),
    (
        &["ceases", "to", "have", "effect"],
        PhraseMeaning::Verb(VerbKind::Delete),
    ),
    (
        &["cease", "to", "have", "effect"],
        PhraseMeaning::Verb(VerbKind::Delete),
    ),
    (&["now", "has"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["now", "have"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["loses"], PhraseMeaning::Verb(VerbKind::Delete)),
    (&["should", "come"], PhraseMeaning::Verb(VerbKind::Move)),
    (&["put"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["gains"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["gain"], PhraseMeaning::Verb(VerbKind::Insert)),
    (&["moves"], PhraseMeaning::Verb(VerbKind::Move)),
];
