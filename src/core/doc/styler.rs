//! `Styler`: colours text for a terminal, wraps it to the width, or puts two texts at the two ends
//! of a line.

use super::colour_marks::mark_colours;
use crate::text::control::make_visible;
use anstyle::{AnsiColor, Style};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// The maximum width of prose in columns.
const MAX_PROSE_WIDTH: usize = 100;

/// Whether to use colour, and the width in columns; colours text accordingly, wraps it, or puts two
/// texts at the two ends of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Styler {
    /// Whether to use colour.
    pub colour: bool,
    /// The width in columns.
    pub width: usize,
}

impl Styler {
    /// Returns the width for prose in columns.
    pub fn prose_width(self) -> usize {
        self.width.min(MAX_PROSE_WIDTH)
    }

    /// Returns a styler for `by` columns fewer.
    #[must_use]
    pub fn narrower(self, by: usize) -> Self {
        Self {
            width: self.prose_width().saturating_sub(by),
            ..self
        }
    }

    fn paint(self, style: Style, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!(
                "{}{text}{}",
                mark_colours(&style.to_string()),
                mark_colours(&format!("{style:#}"))
            )
        } else {
            text.to_owned()
        }
    }

    /// Styles a heading or name.
    pub fn strong(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// Styles a less important text.
    pub fn dim(self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    /// Styles a reference: an id or a footnote letter.
    pub fn reference(self, text: &str) -> String {
        self.paint(AnsiColor::Cyan.on_default(), text)
    }

    /// Styles added words.
    pub fn added(self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }

    /// Styles removed words.
    pub fn removed(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().strikethrough(), text)
    }

    /// Styles a removed line.
    pub fn removed_line(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default(), text)
    }

    /// Styles a warning.
    pub fn warning(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }

    /// Styles an error.
    pub fn error(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// Wraps `text` at the width for prose, as whole lines; the first line starts with `first`, the
    /// others with `rest`.
    pub fn wrap(self, first: &str, rest: &str, text: &str) -> String {
        self.wrap_to(self.prose_width(), first, rest, text) + "\n"
    }

    /// Wraps a paragraph without indentation.
    pub fn paragraph(self, text: &str) -> String {
        self.wrap("", "", text)
    }

    /// Wraps an item of an indented list.
    pub fn item(self, text: &str) -> String {
        self.wrap("  ", "    ", text)
    }

    /// Renders a paragraph that starts with a label.
    pub fn labelled(self, indent: &str, label: &str, text: &str) -> String {
        self.wrap(&format!("{indent}{}  ", self.strong(label)), "    ", text)
    }

    /// Renders the restatement that goes below printed words.
    pub fn restated(self, indent: &str, text: &str) -> String {
        let first = format!("{indent}{} ", self.dim("restated:"));
        self.wrap(&first, indent, text)
    }

    /// Renders a notice that the reader has to know.
    pub fn notice(self, text: &str) -> String {
        self.wrap(&self.warning("! "), "  ", text)
    }

    /// Renders the remedy for a problem.
    pub fn help(self, text: &str) -> String {
        let first = format!("  {} ", self.strong("help:"));
        self.wrap(&first, "        ", text)
    }

    /// Wraps `text` at `width` columns; the last line does not end.
    pub fn wrap_to(self, width: usize, first: &str, rest: &str, text: &str) -> String {
        let (first, rest) = (make_visible(first), make_visible(rest));
        let options = Options::new(width)
            .initial_indent(&first)
            .subsequent_indent(&rest)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit)
            .break_words(false);
        textwrap::fill(&make_visible(text), options)
    }

    /// Puts `left` and `right` at the two ends of a line, or one below the other if they do not fit.
    pub fn justify(self, left: &str, right: &str) -> String {
        if right.is_empty() {
            return format!("{left}\n");
        }
        let taken = display_width(left) + display_width(right);
        match self.prose_width().checked_sub(taken) {
            Some(gap) if gap >= 2 => format!("{left}{}{right}\n", " ".repeat(gap)),
            Some(_) | None => {
                let text = left.trim_start();
                let indent = left.get(..left.len() - text.len()).unwrap_or_default();
                format!("{}    {right}\n", self.wrap(indent, "    ", text))
            }
        }
    }
}

/// Returns the width of `text` in columns: that of control characters in their visible form, and
/// without colours.
pub fn display_width(text: &str) -> usize {
    textwrap::core::display_width(&make_visible(text))
}

/// Shortens a text to a width, with an ellipsis.
pub fn shorten(text: &str, width: usize) -> String {
    if display_width(text) <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    for letter in text.chars() {
        out.push(letter);
        if display_width(&out) >= width {
            out.pop();
            break;
        }
    }
    out.trim_end().to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_with_an_ellipsis() {
        assert_eq!(shorten("Gauls", 5), "Gauls");
        assert_eq!(shorten("Gauls of old", 6), "Gauls…");
    }
}
