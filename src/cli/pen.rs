use anstyle::{AnsiColor, Style};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// No line of prose is longer, in columns.
const LONGEST: usize = 100;

/// How text is drawn: with colour or without, and how wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pen {
    /// Whether colour is used.
    pub(super) colour: bool,
    /// Columns that there are.
    pub(super) width: usize,
}

impl Pen {
    /// Columns for prose.
    pub(super) fn prose(self) -> usize {
        self.width.min(LONGEST)
    }

    /// The same with fewer columns.
    #[must_use]
    pub(super) fn narrower(self, by: usize) -> Self {
        Self {
            width: self.prose().saturating_sub(by),
            ..self
        }
    }

    fn paint(self, style: Style, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// A heading or name.
    pub(super) fn strong(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// What may be passed over.
    pub(super) fn dim(self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    /// What refers: ids, letters of footnotes.
    pub(super) fn refer(self, text: &str) -> String {
        self.paint(AnsiColor::Cyan.on_default(), text)
    }

    /// What was added.
    pub(super) fn added(self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }

    /// What was taken away.
    pub(super) fn removed(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().strikethrough(), text)
    }

    /// A whole line that was taken away.
    pub(super) fn gone(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default(), text)
    }

    /// What wants attention.
    pub(super) fn alert(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }

    /// What is wrong.
    pub(super) fn error(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// `text` broken into lines of prose: the first begins with `first`, the others with `rest`.
    pub(super) fn wrap(self, first: &str, rest: &str, text: &str) -> String {
        self.wrap_to(self.prose(), first, rest, text)
    }

    /// The same in `width` columns.
    pub(super) fn wrap_to(self, width: usize, first: &str, rest: &str, text: &str) -> String {
        let options = Options::new(width)
            .initial_indent(first)
            .subsequent_indent(rest)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit)
            .break_words(false);
        textwrap::fill(text, options)
    }

    /// `left` and `right` on one line, as far apart as prose goes; on two where they do not fit.
    pub(super) fn apart(self, left: &str, right: &str) -> String {
        if right.is_empty() {
            return left.to_owned();
        }
        let taken = columns(left) + columns(right);
        match self.prose().checked_sub(taken) {
            Some(gap) if gap >= 2 => format!("{left}{}{right}", " ".repeat(gap)),
            Some(_) | None => format!("{left}\n  {right}"),
        }
    }
}

/// How many columns `text` takes; colours take none.
pub(super) fn columns(text: &str) -> usize {
    textwrap::core::display_width(text)
}
