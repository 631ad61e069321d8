//! `Block`: the parts of an answer: rows of rules text, tables, footnotes and labelled remarks.

use super::Text;

/// A part of an answer, below its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A line about the whole answer, such as whose words it has.
    Paragraph(Text),
    /// A sentence, a bullet or a gap of the text.
    Row(Row),
    /// Cells of the text.
    Table(Table),
    /// The citation to which the letter of a footnote refers.
    Footnote {
        /// Its letter: `a`.
        letter: String,
        /// The citation.
        text: String,
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
    /// The number of the sentence, if it is shown.
    pub ordinal: Option<String>,
    /// Its depth in bullets: 0 in a paragraph.
    pub depth: usize,
    /// Whether it starts a paragraph or bullet.
    pub starts: bool,
    /// Whether it is separated from the row above.
    pub gap: bool,
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

/// A remark about the text, after a label that says what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// What it is: `Ruling`; empty for a notice, which speaks for itself.
    pub label: &'static str,
    /// The remark.
    pub text: String,
    /// What it lists.
    pub items: Vec<String>,
    /// The restatement of a printed remark.
    pub restated: Option<String>,
}

impl Block {
    /// Creates a remark.
    pub fn labelled(label: &'static str, text: impl Into<String>) -> Self {
        Self::Labelled(Labelled {
            label,
            text: text.into(),
            items: Vec::new(),
            restated: None,
        })
    }
}
