//! Lays out text tables without borders for the terminal; makes control characters in cells visible.

use super::{Styler, display_width};
use crate::text::control::make_visible;

/// The columns in front of and behind each cell.
const PADDING: usize = 1;

/// A cell of a table: its text, and whether it is at the right of its column.
#[derive(Clone, Debug)]
pub(crate) struct TableCell {
    text: String,
    is_right: bool,
}

/// The rows of a table, and the width that it may have.
#[derive(Clone, Debug)]
pub(crate) struct TextTable {
    styler: Styler,
    width: Option<usize>,
    rows: Vec<Vec<TableCell>>,
}

/// Creates a cell, in which control characters are visible.
pub(crate) fn cell(text: impl AsRef<str>) -> TableCell {
    TableCell {
        text: make_visible(text.as_ref()).into_owned(),
        is_right: false,
    }
}

/// Creates a row from its name and its other cells, which are at the right.
pub(crate) fn row<T: AsRef<str>>(
    name: impl AsRef<str>,
    cells: impl IntoIterator<Item = T>,
) -> Vec<TableCell> {
    let right = |text: T| TableCell {
        is_right: true,
        ..cell(text)
    };
    let cells = cells.into_iter().map(right);
    std::iter::once(cell(name)).chain(cells).collect()
}

impl TextTable {
    /// Creates an empty table, at most `width` columns wide if that is given.
    pub(crate) fn new(styler: Styler, width: Option<usize>) -> Self {
        Self {
            styler,
            width,
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, row: impl IntoIterator<Item = TableCell>) {
        self.rows.push(row.into_iter().collect());
    }

    /// Returns the text of the table without trailing white space.
    pub(crate) fn text(&self) -> String {
        let widths = self.widths();
        let mut out = String::new();
        for row in &self.rows {
            let cells: Vec<Vec<String>> = row
                .iter()
                .zip(&widths)
                .map(|(cell, &width)| self.lines(cell, width))
                .collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or_default();
            for at in 0..height {
                let mut line = String::new();
                for ((cell, lines), &width) in row.iter().zip(&cells).zip(&widths) {
                    let text = lines.get(at).map_or("", String::as_str);
                    let gap = width.saturating_sub(display_width(text));
                    let (before, behind) = if cell.is_right { (gap, 0) } else { (0, gap) };
                    line += &" ".repeat(PADDING + before);
                    line += text;
                    line += &" ".repeat(behind + PADDING);
                }
                out += line.trim_end();
                out.push('\n');
            }
        }
        out
    }

    /// Returns the lines of a cell in a column of some width.
    fn lines(&self, cell: &TableCell, width: usize) -> Vec<String> {
        let own = cell.text.lines();
        match self.width {
            None => own.map(str::to_owned).collect(),
            Some(_) => {
                let wrapped = own.map(|line| self.styler.wrap_to(width, "", "", line));
                let wrapped: Vec<String> = wrapped.collect();
                wrapped
                    .iter()
                    .flat_map(|line| line.lines())
                    .map(str::to_owned)
                    .collect()
            }
        }
    }

    /// Returns the width of each column: of the longest cell, or less where the table would be too wide.
    /// Columns that need no more than an equal share keep their width, and the others share the rest; what
    /// wrapped lines do not need is left for the next column.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = Vec::new();
        for row in &self.rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, cell) in widths.iter_mut().zip(row) {
                let longest = cell.text.lines().map(display_width).max();
                *width = (*width).max(longest.unwrap_or_default());
            }
        }
        let Some(mut room) = self.width else {
            return widths;
        };
        room = room.saturating_sub(2 * PADDING * widths.len());
        let mut order: Vec<usize> = (0..widths.len()).collect();
        order.sort_by_key(|&at| widths[at]);
        for (done, &at) in order.iter().enumerate() {
            let share = (room / (order.len() - done)).max(1);
            if widths[at] > share {
                let cells = self.rows.iter().filter_map(|row| row.get(at));
                let lines = cells.flat_map(|cell| self.lines(cell, share));
                widths[at] = lines.map(|line| display_width(&line)).max().unwrap_or(1);
            }
            room = room.saturating_sub(widths[at]);
        }
        widths
    }
}
