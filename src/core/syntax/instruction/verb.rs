//! The table of verbs (`Replace`, `Insert`, …) with their synonyms, forms, meanings, examples and
//! wordings in sheets.

/// The first word of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// `Replace`.
    Replace,
    /// `Delete`.
    Delete,
    /// `Insert`.
    Insert,
    /// `Add`.
    Add,
    /// `Set`.
    Set,
    /// `Substitute`.
    Substitute,
    /// `Move`.
    Move,
    /// `Swap`.
    Swap,
    /// `Rename`.
    Rename,
    /// `Withdraw`.
    Withdraw,
    /// `Note`.
    Note,
    /// `Clarify`.
    Clarify,
}

/// A verb of [`VERBS`]: its word, synonyms that `fmt` rewrites, forms, meaning and examples.
#[derive(Clone, Copy, Debug)]
pub struct VerbRow {
    /// The verb.
    pub verb: Verb,
    /// Its word, as `fmt` prints it.
    pub name: &'static str,
    /// Words with the same meaning, in lower case, which `fmt` rewrites.
    pub also: &'static [&'static str],
    /// Its forms; capitals are placeholders, brackets enclose optional parts.
    pub forms: &'static [&'static str],
    /// What it does, in one line.
    pub about: &'static str,
    /// Examples in canonical form.
    pub examples: &'static [&'static str],
    /// Pairs of a form and what sheets write for it after the address, without the full stop or colon
    /// at its end: `Delete {} in @` and `Delete {}`.
    ///
    /// `@` is an address, `{target}` one inside the sentence, `{+}` the new words or units,
    /// `{document}` a document and `{amendment}` its instruction on a clause; `{}` are words that are
    /// the same in both.
    pub sheets: &'static [(&'static str, &'static str)],
}

/// The verbs of the instruction language, in the order of the documentation.
pub const VERBS: &[VerbRow] = &[
    VerbRow {
        verb: Verb::Replace,
        name: "Replace",
        also: &["change"],
        forms: &[
            "Replace TARGETS [with COUNT] [except WORD]",
            "Replace PHRASE with QUOTED in TARGETS",
        ],
        about: "Replaces units with the quoted text, or words with words.",
        examples: &[
            "Replace bullet 3",
            "Replace paragraph 6 with 3 paragraphs",
            "Replace \"red\" with \"blue\" in bullet 3",
        ],
        sheets: &[
            ("Replace {} with {} in text", "Replace {} with {}"),
            ("Replace {} with {} in @", "Replace {} with {}"),
            ("Replace @ with {} except {}", "Replace except {2} with {1}"),
            ("Replace @ with {}", "Replace with {}"),
            ("Replace @ except {}", "Replace except {} with"),
            ("Replace @", "Replace with"),
        ],
    },
    VerbRow {
        verb: Verb::Delete,
        name: "Delete",
        also: &["remove", "omit"],
        forms: &[
            "Delete TARGETS [, moved to ID]",
            "Delete PHRASE in TARGETS",
            "Delete [DESCRIPTION]",
        ],
        about: "Deletes units or words; may name their new place.",
        examples: &[
            "Delete bullet 2, moved to #ferries",
            "Delete 1st \"(I)\" in bullet 1",
            "Delete [the limit on night marches]",
        ],
        sheets: &[
            ("Delete {} in text", "Delete {}"),
            ("Delete {} in @, moved to {}", "Delete {}, moved to {}"),
            ("Delete {} in @", "Delete {}"),
            ("Delete @, moved to {}", "Delete, moved to {}"),
            ("Delete @", "Delete"),
        ],
    },
    VerbRow {
        verb: Verb::Insert,
        name: "Insert",
        also: &[],
        forms: &[
            "Insert COUNT before|after TARGET",
            "Insert QUOTED before|after TARGET",
            "Insert COUNT|QUOTED before|after PHRASE in TARGETS",
        ],
        about: "Inserts new units before or after a unit, or new words before or after words.",
        examples: &[
            "Insert 2 bullets after bullet 4",
            "Insert \", barges\" after \"ferries\" in paragraph 1, sentence 2",
        ],
        sheets: &[
            ("Insert {+} before {} in text", "Insert {+} before {}"),
            ("Insert {+} after {} in text", "Insert {+} after {}"),
            ("Insert {+} before {} in @", "Insert {+} before {}"),
            ("Insert {+} after {} in @", "Insert {+} after {}"),
            ("Insert {+} before @", "Insert {+} before it"),
            ("Insert {+} after @", "Insert {+} after it"),
            ("Insert {+} before {}", "Insert {+} before {}"),
            ("Insert {+} after {}", "Insert {+} after {}"),
        ],
    },
    VerbRow {
        verb: Verb::Add,
        name: "Add",
        also: &["append"],
        forms: &["Add COUNT at the start|end [of TARGET]"],
        about: "Adds new units at the very start or the very end of something.",
        examples: &[
            "Add bullet 6 at the end of paragraph 2",
            "Add 4 paragraphs at the end",
        ],
        sheets: &[
            ("Add {+} at the start of @", "Add {+} at the start"),
            ("Add {+} at the end of @", "Add {+} at the end"),
            ("Add {+} at the start", "Add {+} at the start"),
            ("Add {+} at the end", "Add {+} at the end"),
        ],
    },
    VerbRow {
        verb: Verb::Set,
        name: "Set",
        also: &[],
        forms: &["Set values", "Set entries"],
        about: "Sets the cells of the quoted table, or the quoted entries by their labels: replaced where they exist, else added.",
        examples: &["Set values", "Set entries"],
        sheets: &[
            ("Set values", "Change values"),
            ("Set entries", "Replace or add entries"),
        ],
    },
    VerbRow {
        verb: Verb::Substitute,
        name: "Substitute",
        also: &[],
        forms: &["Substitute in TARGETS"],
        about: "Substitutes the quoted pairs, one a line: `~~old~~ new`.",
        examples: &["Substitute in row \"Rafts\""],
        sheets: &[
            ("Substitute in text", "Substitute"),
            ("Substitute in @", "Substitute"),
        ],
    },
    VerbRow {
        verb: Verb::Move,
        name: "Move",
        also: &["transfer"],
        forms: &["Move TARGETS before|after TARGET"],
        about: "Moves units of one kind within their section; ids, links and rulings stay with them.",
        examples: &["Move bullet 3 after bullet 5"],
        sheets: &[
            (
                "Move {target} before {target}",
                "Move {target} to before {target}",
            ),
            (
                "Move {target} after {target}",
                "Move {target} to after {target}",
            ),
        ],
    },
    VerbRow {
        verb: Verb::Swap,
        name: "Swap",
        also: &["transpose", "exchange"],
        forms: &["Swap TARGET and TARGET"],
        about: "Exchanges the places of two units of one kind.",
        examples: &["Swap bullet 1 and bullet 3", "Swap bullets 1 and 3"],
        sheets: &[
            ("Swap {target} and {target}", "Swap {target} and {target}"),
            ("Swap {target}", "Swap {target}"),
        ],
    },
    VerbRow {
        verb: Verb::Rename,
        name: "Rename",
        also: &["relabel", "renumber"],
        forms: &["Rename TARGET to QUOTED"],
        about: "Gives a labelled unit another label, or a section another heading; the id stays.",
        examples: &[
            "Rename item \"b\" to \"c\"",
            "Rename heading to \"Tolls at night\"",
        ],
        sheets: &[("Rename {target} to {}", "Rename {target} to {}")],
    },
    VerbRow {
        verb: Verb::Withdraw,
        name: "Withdraw",
        also: &["rescind"],
        forms: &["Withdraw DOCUMENT on ID"],
        about: "Withdraws a document's changes to a clause as if they were never made.",
        examples: &["Withdraw river-1.2 on #ferries.fare"],
        sheets: &[
            (
                "Withdraw {document} on #{amendment}",
                "Withdraw amendment {amendment} of {document}",
            ),
            (
                "Withdraw {document} on {}",
                "Withdraw what {document} did to {}",
            ),
        ],
    },
    VerbRow {
        verb: Verb::Note,
        name: "Note",
        also: &["notes"],
        forms: &["Note on TARGETS", "Note on ruleset"],
        about: "Contains the authors' commentary; it never changes text.",
        examples: &["Note on #ferries", "Note on ruleset"],
        sheets: &[
            ("Note on ruleset", "Note on the rules"),
            ("Note on {}", "Note on {}"),
        ],
    },
    VerbRow {
        verb: Verb::Clarify,
        name: "Clarify",
        also: &["interpret"],
        forms: &["Clarify TARGETS"],
        about: "Interprets the units named; it never changes text.",
        examples: &["Clarify #ferries.fare, sentence 1"],
        sheets: &[
            ("Clarify text", "Clarification"),
            ("Clarify {}", "Clarification of {}"),
        ],
    },
];

/// Returns the row of the verb that `word` names, in any case.
pub fn find_verb(word: &str) -> Option<&'static VerbRow> {
    VERBS.iter().find(|row| {
        row.name.eq_ignore_ascii_case(word)
            || row.also.iter().any(|also| also.eq_ignore_ascii_case(word))
    })
}
