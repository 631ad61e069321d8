//! The table of verbs that sheets use: imperatives and participles, and the change each makes.

use crate::syntax::instruction::{self, Verb, find_verb};

/// The change that a verb of a sheet makes: replace, delete, insert, move, rename, set, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerbKind {
    /// Replaces units or words; the old ones come first.
    Replace,
    /// Replaces units or words; the new ones come first or follow a deletion.
    Substitute,
    /// Changes units, words or values into others.
    Change,
    /// Lowers or raises values.
    Value,
    /// Deletes.
    Delete,
    /// Deletes, but only with a place or quoted words, because rules themselves instruct players to
    /// ignore things.
    Ignore,
    /// Inserts next to something or adds at an end.
    Insert,
    /// Moves units next to another.
    Move,
    /// Exchanges two units.
    Swap,
    /// Gives a unit or section another name.
    Rename,
    /// Changes the order or the numbers of units. It is recognised, so that it is not taken as new
    /// text, but reported as not understood.
    Rearrange,
}

/// A row of [`VERBS`]: imperatives and participles of one kind; sentence forms for the docs.
#[derive(Clone, Copy, Debug)]
pub struct PrintedVerb {
    /// What the verb does.
    pub kind: VerbKind,
    /// The verbs of the instruction language whose words it has too.
    pub verbs: &'static [Verb],
    /// Further imperatives: `rewrite`.
    pub words: &'static [&'static str],
    /// The participles: `is replaced`.
    pub participles: &'static [&'static str],
    /// The sentence forms, for the documentation.
    pub forms: &'static [&'static str],
}

/// The verbs of printed sheets.
pub const VERBS: &[PrintedVerb] = &[
    PrintedVerb {
        kind: VerbKind::Replace,
        verbs: &[Verb::Replace],
        words: &["rewrite", "overwrite"],
        participles: &["replaced", "rewritten", "overwritten"],
        forms: &[
            "Replace WHERE with: …",
            "WHERE. Replace with: …",
            "Replace “a” with “b” in WHERE",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Substitute,
        verbs: &[Verb::Substitute],
        words: &[],
        participles: &["substituted"],
        forms: &[
            "Substitute for WHERE: …",
            "Substitute “b” for “a” in WHERE",
            "Delete “a” … and substitute “b”",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Change,
        verbs: &[],
        words: &[
            "change", "amend", "alter", "modify", "correct", "revise", "reword",
        ],
        participles: &[
            "changed",
            "amended",
            "altered",
            "modified",
            "corrected",
            "revised",
            "reworded",
        ],
        forms: &[
            "Change WHERE to …",
            "Change “a” to “b”",
            "change cost for S to 8, O to 6",
            "In WHERE, change: … to …",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Value,
        verbs: &[Verb::Set],
        words: &["reduce", "increase", "raise", "lower", "decrease"],
        participles: &[
            "reduced",
            "increased",
            "raised",
            "lowered",
            "decreased",
            "set",
        ],
        forms: &["Reduce ROW from 7 to 6", "Increase ROW to 15"],
    },
    PrintedVerb {
        kind: VerbKind::Delete,
        verbs: &[Verb::Delete],
        words: &[
            "withdraw", "strike", "erase", "cancel", "cut", "drop", "scrap", "repeal", "expunge",
            "revoke",
        ],
        participles: &[
            "deleted",
            "removed",
            "omitted",
            "struck",
            "erased",
            "cancelled",
            "canceled",
            "cut",
            "withdrawn",
            "dropped",
            "scrapped",
            "repealed",
            "revoked",
            "expunged",
            "gone",
        ],
        forms: &[
            "Delete WHERE",
            "Delete “a” twice",
            "delete … and replace as follows",
            "Remove the restriction on …",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Ignore,
        verbs: &[],
        words: &["ignore", "disregard"],
        participles: &["ignored", "disregarded"],
        forms: &[
            "Ignore WHERE",
            "Disregard “a” in WHERE",
            "Ignore the reference to …",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Insert,
        verbs: &[Verb::Insert, Verb::Add],
        words: &["include", "supplement"],
        participles: &[
            "inserted",
            "added",
            "appended",
            "included",
            "extended",
            "supplemented",
        ],
        forms: &[
            "Insert after “a”: …",
            "Add new paragraph at the end: …",
            "Add to WHERE: …",
            "Insert asterisk after “a”",
            "The following should be added after WHERE: …",
            "After WHERE insert: …",
            "At the end of WHERE, add: …",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Move,
        verbs: &[Verb::Move],
        words: &["shift", "relocate"],
        participles: &["moved", "transferred", "shifted", "relocated"],
        forms: &["Move WHERE after WHERE", "WHERE moves to follow WHERE"],
    },
    PrintedVerb {
        kind: VerbKind::Swap,
        verbs: &[Verb::Swap],
        words: &["interchange", "reverse"],
        participles: &["swapped", "transposed", "interchanged", "exchanged"],
        forms: &[
            "Swap WHERE and WHERE",
            "the first two bullets change places",
        ],
    },
    PrintedVerb {
        kind: VerbKind::Rename,
        verbs: &[Verb::Rename],
        words: &["retitle", "reletter"],
        participles: &[
            "renamed",
            "relabelled",
            "retitled",
            "renumbered",
            "relettered",
        ],
        forms: &["Rename WHERE to “a”", "Rename the section “a”"],
    },
    PrintedVerb {
        kind: VerbKind::Rearrange,
        verbs: &[],
        words: &["reorder", "merge", "combine", "split"],
        participles: &["reordered", "merged", "combined"],
        forms: &["not understood: reported"],
    },
];

impl PrintedVerb {
    /// Returns the row of an imperative in lower case.
    pub fn find(word: &str) -> Option<&'static Self> {
        let own = VERBS.iter().find(|row| row.words.contains(&word));
        own.or_else(|| {
            let verb = find_verb(word)?.verb;
            VERBS.iter().find(|row| row.verbs.contains(&verb))
        })
    }

    /// Returns the row of a participle in lower case.
    pub(crate) fn of_participle(word: &str) -> Option<&'static Self> {
        VERBS.iter().find(|row| row.participles.contains(&word))
    }

    /// Returns its imperatives: those of the instruction language, and further ones.
    pub fn imperatives(&self) -> Vec<String> {
        let shared = instruction::VERBS
            .iter()
            .filter(|row| self.verbs.contains(&row.verb));
        let shared =
            shared.flat_map(|row| std::iter::once(row.name).chain(row.also.iter().copied()));
        let shared = shared
            .map(str::to_lowercase)
            .filter(|word| Self::find(word).is_some_and(|row| row.kind == self.kind));
        shared
            .chain(self.words.iter().map(|word| (*word).to_owned()))
            .collect()
    }
}
