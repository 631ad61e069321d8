//! `Booklet`: a printed booklet as read from a file, before import: pages, blocks of text, running
//! heads and page numbers.

use super::StyledText;

/// A page of a booklet: only the number printed on it, if any; the text is in the blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookletPage {
    /// The number that is printed on the page; `None` if it has none.
    pub label: Option<String>,
}

/// The kind of a block: heading, paragraph, bullet, table, caption or footnote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookletBlockKind {
    /// A heading; 1 is the highest level.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// An item of a list; 1 is the outermost level.
    Bullet(u8),
    /// A table, with text in `rows`.
    Table,
    /// The caption of a figure or table.
    Caption,
    /// A note at the foot of a page.
    Footnote,
}

/// A heading, paragraph, bullet, table, caption or footnote: the index of its first page, and its
/// text, or cells for a table.
#[derive(Clone, Debug, PartialEq)]
pub struct BookletBlock {
    /// Its kind.
    pub kind: BookletBlockKind,
    /// The index of the page on which it begins.
    pub page: usize,
    /// Its text; empty for a table.
    pub text: StyledText,
    /// The cells of a table.
    pub rows: Vec<Vec<String>>,
    /// Whether it may continue the block before it: a column or page begins with it.
    pub may_continue: bool,
}

impl BookletBlock {
    /// Returns all characters of the block.
    pub fn plain(&self) -> String {
        if self.rows.is_empty() {
            return self.text.text.clone();
        }
        let rows: Vec<String> = self.rows.iter().map(|row| row.join(" ")).collect();
        rows.join("\n")
    }
}

/// A running head or page number, which is not part of a block, with the index of its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The index of its page.
    pub page: usize,
    /// The text.
    pub text: String,
}

/// A printed booklet, or a sheet in PDF, as read from a file: pages, blocks in reading order,
/// running heads and page numbers; `import` makes a book file or a sheet of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Booklet {
    /// The pages.
    pub pages: Vec<BookletPage>,
    /// The blocks, in reading order.
    pub blocks: Vec<BookletBlock>,
    /// Running heads and page numbers.
    pub set_aside: Vec<SetAside>,
    /// The number of characters that are lost because the file does not map them to text.
    pub unreadable: usize,
}

impl Booklet {
    /// Returns the number printed on a page, or its position counted from 1.
    pub fn page_label(&self, page: usize) -> String {
        let label = self.pages.get(page).and_then(|page| page.label.clone());
        label.unwrap_or_else(|| (page + 1).to_string())
    }
}
