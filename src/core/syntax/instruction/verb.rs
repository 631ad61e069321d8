//! The table of verbs (`Replace`, `Insert`, …): the forms of each, as rows of slots that parser,
//! printer, completion and help walk, its synonyms, meaning, examples and wordings in sheets.

use super::keyword::Keyword;
use std::fmt;

/// A part of a form: a fixed word, or an operand of [`Command`](crate::syntax::Command).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A fixed word.
    Keyword(Keyword),
    /// Units: `bullet 3 and bullet 5`.
    Targets,
    /// One address: `bullet 3`.
    Target,
    /// `in bullet 3`; everything below the heading if that is missing.
    InTargets,
    /// The address next to which units are moved.
    Anchor,
    /// Quoted words of the text: `2nd "a"`.
    Phrase,
    /// New words in quotation marks.
    Words,
    /// The number and kind of new units: `1 bullet`.
    Count,
    /// The same, in which the number one is left out: `bullet`.
    NewUnits,
    /// `before` or `after`.
    Side,
    /// `start` or `end`.
    End,
    /// The label of the targets that stay, in one word.
    Label,
    /// The id of a clause.
    Clause,
    /// The key of a document.
    Document,
    /// `[what the sheet describes]`.
    Description,
    /// A comma, which may be missing.
    Comma,
    /// Slots that may be left out together; the first is a keyword, perhaps after a comma.
    Optional(&'static [Slot]),
    /// Optional slots of a sloppy form: `print` leaves them out, and nothing proposes them.
    Sloppy(&'static [Slot]),
    /// The end of a form that is only read in order to explain what to write instead.
    Wrong(&'static WrongForm),
}

/// The message about a form that has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongForm {
    /// Why it has none.
    pub message: &'static str,
    /// What is missing.
    pub label: &'static str,
    /// What to write instead.
    pub help: &'static str,
}

impl fmt::Display for Slot {
    /// Writes it as in a description of the language: capitals are placeholders, brackets enclose
    /// optional parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Keyword(keyword) => keyword.row().name,
            Self::Targets => "TARGETS",
            Self::Target | Self::Anchor => "TARGET",
            Self::InTargets => "in TARGETS",
            Self::Phrase => "PHRASE",
            Self::Words => "QUOTED",
            Self::Count | Self::NewUnits => "COUNT",
            Self::Side => "before|after",
            Self::End => "start|end",
            Self::Label => "WORD",
            Self::Clause => "ID",
            Self::Document => "DOCUMENT",
            Self::Description => "[DESCRIPTION]",
            Self::Comma => ",",
            Self::Optional(slots) => return write!(f, "[{}]", join_slots(slots)),
            Self::Sloppy(_) | Self::Wrong(_) => "",
        })
    }
}

fn join_slots(slots: &[Slot]) -> String {
    let parts = slots.iter().map(ToString::to_string);
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// A verb of [`VERBS`]: its word, synonyms that `fmt` rewrites, forms, meaning and examples.
#[derive(Clone, Copy, Debug)]
pub struct VerbRow {
    /// The verb.
    pub verb: Verb,
    /// Its word, as `fmt` prints it. Two verbs with one word differ in the next word.
    pub name: &'static str,
    /// Words with the same meaning, in lower case, which `fmt` rewrites.
    pub also: &'static [&'static str],
    /// Verbs whose forms are read after this word too, and rewritten.
    pub or: &'static [Verb],
    /// Its forms.
    pub forms: &'static [&'static [Slot]],
    /// The kind of its effect.
    pub effect: CommandEffect,
    /// What the text was, in the passive: `replaced`.
    pub done: &'static str,
    /// Whether the new text is quoted below it, unless the instruction itself gives words.
    pub quotes: bool,
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

/// What a command does with text (replaces or moves, deletes, inserts, nothing): by it, printed and
/// stored instructions are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandEffect {
    /// It replaces, moves or renames text.
    Change,
    /// It takes text away.
    Delete,
    /// It adds text.
    Insert,
    /// It changes no text.
    Comment,
}

/// Declares [`Verb`] and [`VERBS`].
macro_rules! verbs {
    ($($verb:ident { $($row:tt)* })+) => {
        /// What an instruction does, said by its first word or its first two.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Verb {
            $(
                #[doc = concat!("`", stringify!($verb), "`.")]
                $verb,
            )+
        }

        /// The verbs of the instruction language, in the order of the documentation.
        pub const VERBS: &[VerbRow] = &{
            use super::keyword::Keyword::*;
            use Slot::*;
            [$(VerbRow { verb: Verb::$verb, $($row)* },)+]
        };
    };
}

/// `, moved to #id`.
const MOVED_TO: Slot =
    Slot::Optional(&[Slot::Comma, Slot::Keyword(Keyword::MovedTo), Slot::Clause]);

/// `Add "words" at the end`.
const WORDS_AT_AN_END: WrongForm = WrongForm {
    message: "words in the heading need words next to which to insert them",
    label: "before or after which words?",
    help: "write `Insert … after \"…\" in …`, or `Add words at the end of …` with the words quoted below",
};

verbs! {
    Replace {
        name: "Replace",
        also: &["change"],
        or: &[],
        forms: &[
            &[Targets, Optional(&[Keyword(With), Count]), Optional(&[Keyword(Except), Label])],
            &[Phrase, Keyword(With), Words, InTargets],
        ],
        effect: CommandEffect::Change,
        done: "replaced",
        quotes: true,
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
    }
    Delete {
        name: "Delete",
        also: &["remove", "omit"],
        or: &[],
        forms: &[&[Targets, MOVED_TO], &[Phrase, InTargets, MOVED_TO], &[Description, MOVED_TO]],
        effect: CommandEffect::Delete,
        done: "deleted",
        quotes: false,
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
    }
    Insert {
        name: "Insert",
        also: &[],
        or: &[Verb::Add],
        forms: &[
            &[NewUnits, Side, Target],
            &[Words, Side, Target],
            &[NewUnits, Side, Phrase, InTargets],
            &[Words, Side, Phrase, InTargets],
        ],
        effect: CommandEffect::Insert,
        done: "inserted",
        quotes: true,
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
    }
    Add {
        name: "Add",
        also: &["append"],
        or: &[Verb::Insert],
        forms: &[
            &[
                NewUnits,
                Keyword(At),
                Slot::End,
                Optional(&[Keyword(Of), Target]),
                Sloppy(&[Keyword(In), Target]),
            ],
            &[Words, Keyword(At), Slot::End, Wrong(&WORDS_AT_AN_END)],
        ],
        effect: CommandEffect::Insert,
        done: "added",
        quotes: true,
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
    }
    SetValues {
        name: "Set",
        also: &[],
        or: &[],
        forms: &[&[Keyword(Values)]],
        effect: CommandEffect::Change,
        done: "set",
        quotes: true,
        about: "Sets the cells of the quoted table.",
        examples: &["Set values"],
        sheets: &[("Set values", "Change values")],
    }
    SetEntries {
        name: "Set",
        also: &[],
        or: &[],
        forms: &[&[Keyword(Entries)]],
        effect: CommandEffect::Change,
        done: "set",
        quotes: true,
        about: "Sets the quoted entries by their labels: replaced where they exist, else added.",
        examples: &["Set entries"],
        sheets: &[("Set entries", "Replace or add entries")],
    }
    Substitute {
        name: "Substitute",
        also: &[],
        or: &[],
        forms: &[&[InTargets]],
        effect: CommandEffect::Change,
        done: "words substituted",
        quotes: true,
        about: "Substitutes the quoted pairs, one a line: `~~old~~ new`.",
        examples: &["Substitute in row \"Rafts\""],
        sheets: &[
            ("Substitute in text", "Substitute"),
            ("Substitute in @", "Substitute"),
        ],
    }
    Move {
        name: "Move",
        also: &["transfer"],
        or: &[],
        forms: &[&[Targets, Sloppy(&[Keyword(To)]), Side, Anchor]],
        effect: CommandEffect::Change,
        done: "moved",
        quotes: false,
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
    }
    Swap {
        name: "Swap",
        also: &["transpose", "exchange"],
        or: &[],
        forms: &[&[Targets, Sloppy(&[Keyword(With), Target])]],
        effect: CommandEffect::Change,
        done: "swapped",
        quotes: false,
        about: "Exchanges the places of two units of one kind.",
        examples: &["Swap bullet 1 and bullet 3", "Swap bullets 1 and 3"],
        sheets: &[
            ("Swap {target} and {target}", "Swap {target} and {target}"),
            ("Swap {target}", "Swap {target}"),
        ],
    }
    Rename {
        name: "Rename",
        also: &["relabel", "renumber"],
        or: &[],
        forms: &[&[Target, Keyword(To), Words]],
        effect: CommandEffect::Change,
        done: "renamed",
        quotes: false,
        about: "Gives a labelled unit another label, or a section another heading; the id stays.",
        examples: &[
            "Rename item \"b\" to \"c\"",
            "Rename heading to \"Tolls at night\"",
        ],
        sheets: &[("Rename {target} to {}", "Rename {target} to {}")],
    }
    Withdraw {
        name: "Withdraw",
        also: &["rescind"],
        or: &[],
        forms: &[&[Document, Keyword(On), Clause]],
        effect: CommandEffect::Delete,
        done: "withdrawn",
        quotes: false,
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
    }
    Note {
        name: "Note",
        also: &["notes"],
        or: &[],
        forms: &[&[Keyword(On), Targets], &[Keyword(On), Keyword(Ruleset)]],
        effect: CommandEffect::Comment,
        done: "noted",
        quotes: true,
        about: "Contains the authors' commentary; it never changes text.",
        examples: &["Note on #ferries", "Note on ruleset"],
        sheets: &[
            ("Note on ruleset", "Note on the rules"),
            ("Note on {}", "Note on {}"),
        ],
    }
    Clarify {
        name: "Clarify",
        also: &["interpret"],
        or: &[],
        forms: &[&[Targets]],
        effect: CommandEffect::Comment,
        done: "clarified",
        quotes: true,
        about: "Interprets the units named; it never changes text.",
        examples: &["Clarify #ferries.fare, sentence 1"],
        sheets: &[
            ("Clarify text", "Clarification"),
            ("Clarify {}", "Clarification of {}"),
        ],
    }
}

impl Verb {
    /// Returns its row of [`VERBS`].
    pub fn row(self) -> &'static VerbRow {
        &VERBS[self as usize]
    }
}

impl VerbRow {
    /// Returns its forms as text; capitals are placeholders, brackets enclose optional parts.
    pub fn printed_forms(&self) -> Vec<String> {
        let is_right = |form: &&&[Slot]| !matches!(form.last(), Some(Slot::Wrong(_)));
        let forms = self.forms.iter().filter(is_right);
        forms
            .map(|form| format!("{} {}", self.name, join_slots(form)))
            .collect()
    }
}

/// Returns the first row of each word with which an instruction may begin.
pub fn verb_rows() -> impl Iterator<Item = &'static VerbRow> {
    let is_first = |row: &&VerbRow| find_verb(row.name).is_some_and(|own| own.verb == row.verb);
    VERBS.iter().filter(is_first)
}

/// Returns the first row that `word` names, in any case.
pub fn find_verb(word: &str) -> Option<&'static VerbRow> {
    VERBS.iter().find(|row| {
        row.name.eq_ignore_ascii_case(word)
            || row.also.iter().any(|also| also.eq_ignore_ascii_case(word))
    })
}
