//! The fixed phrases that mean a verb or a preposition: `strike out`, `in place of`.

use super::part::SentencePart::{
    self, Becomes, Filler, Neighbour, NewNext, NotNext, OldNext, Side, Unsupported, Verb,
};
use crate::{
    import::grammar::VerbKind::{Delete, Insert, Move, Rename, Swap},
    syntax::BeforeOrAfter::{After, Before},
};

/// The phrases and what they mean; none is the beginning of another.
pub(super) const PHRASES: &[(&[&str], SentencePart)] = &[
    (
        &[
            "receives the following new version",
            "receives the following wording",
            "receives the following version",
            "gets the following wording",
            "gives way to",
            "give way to",
            "misprint for",
            "misprinted for",
            "make that",
            "make it",
            "make this",
        ],
        Becomes,
    ),
    (
        &[
            "comes in addition",
            "write in",
            "is missing",
            "comes new",
            "now has",
            "now have",
            "put",
            "gains",
            "gain",
        ],
        Verb(Insert),
    ),
    (
        &[
            "should stand",
            "must stand",
            "belongs",
            "place the",
            "should be placed",
            "is to be placed",
            "should come",
            "moves",
        ],
        Verb(Move),
    ),
    (&["is followed by", "are followed by"], Neighbour(After)),
    (&["is preceded by", "are preceded by"], Neighbour(Before)),
    (
        &[
            "takes the place of",
            "replaces",
            "supersedes",
            "where it says",
            "in place of",
        ],
        OldNext,
    ),
    (
        &[
            "takes its place",
            "takes their place",
            "in its place",
            "in their place",
        ],
        NewNext,
    ),
    (&["instead of", "rather than"], NotNext),
    (
        &["in front of", "ahead of", "to precede", "before"],
        Side(Before),
    ),
    (
        &["to follow", "after", "behind", "follows the"],
        Side(After),
    ),
    (
        &[
            "change places",
            "change order",
            "trade places",
            "are reversed",
            "swap places",
        ],
        Verb(Swap),
    ),
    (
        &[
            "taken out",
            "left out",
            "score a line through",
            "draw a line through",
            "strike out",
            "cross out",
            "struck out",
            "leave out",
            "take out",
            "all go",
            "falls away",
            "fall away",
            "drops out",
            "no longer applies",
            "no longer apply",
            "no longer used",
            "no longer valid",
            "is obsolete",
            "are obsolete",
            "is void",
            "to be left out",
            "ceases to have effect",
            "cease to have effect",
            "loses",
        ],
        Verb(Delete),
    ),
    (
        &[
            "receives the new title",
            "receives the title",
            "gets the new title",
            "gets the title",
            "is given the title",
            "is given the new title",
        ],
        Verb(Rename),
    ),
    (
        &[
            "in alphabetical order",
            "in alphabetical position",
            "alphabetically",
        ],
        Unsupported("it is added at the end, not in its order"),
    ),
    (
        &["that section", "that rule", "that chapter"],
        Unsupported("it refers to a section that was named before"),
    ),
    (
        &[
            "and renumber",
            "without replacement",
            "without substitution",
            "without substitute",
        ],
        Filler,
    ),
];
