//! `Block`: the parts of an answer: its headings, rows of rules text, tables, comparisons, hits,
//! footnotes and labelled remarks.

use super::{Text, quiet, strong};

/// A part of an answer. The parts follow each other; a renderer chooses their layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Which text the answer is from; its title may follow.
    View(View),
    /// A title, with the name of the clause, ruling or troop type that can be typed.
    Title {
        /// The title; in a list, it begins with an indentation.
        text: Text,
        /// The name.
        id: String,
    },
    /// A text in one line, which is cut where there is no room, with a name that can be typed.
    Brief {
        /// The text; it begins with an indentation.
        text: String,
        /// The name.
        id: String,
    },
    /// The heading of a group of parts.
    Heading(Text),
    /// A notice that the reader has to know.
    Notice(String),
    /// How to see more.
    Help(String),
    /// A line about the whole answer, such as whose words it has.
    Paragraph(Text),
    /// A line of a list, or another line with a margin.
    Item(Item),
    /// A line that separates parts, with a few words.
    Rule(String),
    /// Space between parts.
    Gap,
    /// Parts with an indentation of some columns.
    Indented(usize, Vec<Block>),
    /// A sentence, a bullet or a gap of the text.
    Row(Row),
    /// Rows, each with the sources of its words.
    Sources(Vec<(Vec<String>, Row)>),
    /// Cells of the text.
    Table(Table),
    /// Texts in a table: the headings of the columns, and the rows.
    List(Vec<String>, Vec<Vec<Text>>),
    /// Cells in a table, mostly numbers: the headings of their columns, and the rows, each with its name.
    Grid(Vec<Text>, Vec<(Text, Vec<Text>)>),
    /// Units before and after.
    Changes(Changes),
    /// Hits, of which the texts may be left out.
    Entries(Entries),
    /// A text with the position of a mistake.
    Mistake {
        /// The text.
        text: String,
        /// The text before the mistake.
        before: String,
        /// The mistake.
        words: String,
    },
    /// The citation to which the letter of a footnote refers.
    Footnote {
        /// Its letter: `a`.
        letter: String,
        /// The citation.
        text: String,
        /// The same in a few words.
        brief: String,
    },
    /// A remark about the text.
    Labelled(Labelled),
    /// What can be left out where an answer has to fit a screen.
    Notes {
        /// Everything.
        whole: Vec<Block>,
        /// The same in a few lines.
        short: Vec<Block>,
    },
    /// The rest of an answer in two versions.
    Fit {
        /// The number of lines up to which the answer has the long version.
        lines: usize,
        /// The long version.
        long: Vec<Block>,
        /// The short version.
        short: Vec<Block>,
    },
}

/// Which text an answer is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The key of the ruleset.
    pub ruleset: String,
    /// The ruleset and its edition, or two editions: `DBM 3.3 → 3.4`.
    pub text: String,
    /// The profile and the day, each after a dot: ` · as of 20 Nov 2026`.
    pub at: String,
    /// Whose words it has: `restated, not official`.
    pub wording: Option<String>,
    /// The page.
    pub page: Option<String>,
}

/// A line with a margin. If it is too long for a line, the others have a margin, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// The margin of the first line: blanks, a bullet or a label.
    pub first: Text,
    /// The margin of the other lines.
    pub rest: Text,
    /// The words.
    pub text: Text,
}

/// The author of words: an instruction, or a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteMark {
    /// The letter of its footnote.
    pub letter: String,
    /// The short name of an instruction, `dbm-3.1:48`; empty for a base text.
    pub name: String,
}

/// A sentence, a bullet or a gap of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The number of the sentence, after that of its paragraph if there are several: `2.1`.
    pub ordinal: Option<String>,
    /// Its depth in bullets: 0 in a paragraph.
    pub depth: usize,
    /// Whether it starts a paragraph or bullet.
    pub starts: bool,
    /// Whether it goes on with the paragraph of the row above.
    pub follows: bool,
    /// Whether it stands alone below a line that says where it belongs.
    pub is_piece: bool,
    /// The label of the unit.
    pub label: Option<String>,
    /// The words.
    pub text: Text,
    /// Their authors.
    pub notes: Vec<NoteMark>,
    /// The restatement of printed words.
    pub restated: Option<String>,
}

/// Cells of the text by rows and columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What the labels of the rows are.
    pub corner: String,
    /// The labels of the columns.
    pub columns: Vec<String>,
    /// The rows: each a label, and a cell for each column.
    pub rows: Vec<(String, Vec<Cell>)>,
    /// What is not included.
    pub missing: Option<String>,
    /// Who wrote the cells without authors.
    pub common: Option<String>,
}

/// A value of a table and its authors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The value.
    pub text: Text,
    /// Its authors.
    pub notes: Vec<NoteMark>,
}

/// Units at two editions; where there is room, in two columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// The headings of two columns; `None` if the units are never in columns.
    pub columns: Option<(String, String)>,
    /// The units.
    pub rows: Vec<ChangedRow>,
}

/// A unit before and after.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedRow {
    /// Its depth in bullets.
    pub depth: usize,
    /// What happened to it, as one sign: `~`.
    pub sign: &'static str,
    /// Its label.
    pub label: Option<String>,
    /// The words before and after as one text.
    pub text: Text,
    /// The words before and after apart.
    pub sides: (Text, Text),
    /// Where it was moved, and by which instruction.
    pub by: Text,
    /// The restatement of printed words before and after as one text.
    pub restated: Option<Text>,
}

/// Entries of a list of hits. The first is shown whole; of the others, the texts are left out where the
/// list would be too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    /// The title and the text of each entry.
    pub all: Vec<(Vec<Block>, Vec<Block>)>,
    /// What is below the entries.
    pub summary: Vec<Block>,
    /// The number of lines that the answer may have; `None` shows all texts.
    pub lines: Option<usize>,
}

/// A remark about the text, after a label that says what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// What it is: `Ruling`; empty for a notice, which speaks for itself.
    pub label: &'static str,
    /// The remark.
    pub text: Text,
    /// What it lists.
    pub items: Vec<Text>,
    /// The restatement of a printed remark.
    pub restated: Option<String>,
}

impl Block {
    /// Creates a remark.
    pub fn labelled(label: &'static str, text: impl Into<Text>) -> Self {
        Self::Labelled(Labelled {
            label,
            text: text.into(),
            items: Vec::new(),
            restated: None,
        })
    }

    /// Creates a line about the whole answer.
    pub fn paragraph(text: impl Into<Text>) -> Self {
        Self::Paragraph(text.into())
    }

    /// Creates a line with margins.
    pub fn item(first: impl Into<Text>, rest: impl Into<Text>, text: impl Into<Text>) -> Self {
        Self::Item(Item {
            first: first.into(),
            rest: rest.into(),
            text: text.into(),
        })
    }

    /// Creates a line of an indented list.
    pub fn listed(text: impl Into<Text>) -> Self {
        Self::item("  ", "    ", text)
    }

    /// Creates a line with an indentation, after a label if it is not empty.
    pub fn indented(label: &str, text: impl Into<Text>) -> Self {
        match label {
            "" => Self::item("  ", "  ", text),
            label => {
                let first = [Text::from("  "), strong(label).into(), "  ".into()];
                Self::item(first.into_iter().collect::<Text>(), "    ", text)
            }
        }
    }

    /// Creates the restatement that goes below printed words.
    pub fn restated(margin: &str, text: impl Into<Text>) -> Self {
        let first = [margin.into(), quiet("restated:").into(), " ".into()];
        Self::item(first.into_iter().collect::<Text>(), margin, text)
    }
}
