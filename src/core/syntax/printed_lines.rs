//! `PrintedLines`, the value of `lines=` in a book: the printed lines of a text and their words.

use std::fmt;

/// A printed line that a text occupies: its page, its number on the page, and how many words of the
/// text begin on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedLine {
    /// The page, as it is printed.
    pub page: String,
    /// The number of the line on the page, from 1.
    pub number: u32,
    /// How many words of the text begin on it.
    pub words: usize,
}

/// The printed lines that a text of a book occupies, in order, each with the number of its words:
/// the value of `lines=`.
///
/// `12.3-5:9/11/4,13.1-1:7` are lines 3 to 5 of page 12, on which 9, 11 and 4 words begin, and line
/// 1 of page 13.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedLines(pub Vec<PrintedLine>);

impl PrintedLines {
    /// Parses the value of `lines=`. A run of lines that is not understood, or has no words, is
    /// left out.
    pub fn parse(value: &str) -> Self {
        let run = |run: &str| -> Option<Vec<PrintedLine>> {
            let (place, words) = run.split_once(':')?;
            let (page, numbers) = place.rsplit_once('.')?;
            let first: u32 = numbers.split_once('-')?.0.parse().ok()?;
            let words: Result<Vec<usize>, _> = words.split('/').map(str::parse).collect();
            let lines = (first..).zip(words.ok()?);
            Some(
                lines
                    .map(|(number, words)| PrintedLine {
                        page: page.to_owned(),
                        number,
                        words,
                    })
                    .collect(),
            )
        };
        Self(value.split(',').filter_map(run).flatten().collect())
    }

    /// Whether no lines are known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the lines on both sides of the word with this index; the line of that word may be on
    /// both.
    #[must_use]
    pub fn split_at(&self, word: usize) -> (Self, Self) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut seen = 0;
        for line in &self.0 {
            let first = line.words.min(word.saturating_sub(seen));
            let part = |words| PrintedLine {
                words,
                ..line.clone()
            };
            if first > 0 {
                before.push(part(first));
            }
            if line.words > first {
                after.push(part(line.words - first));
            }
            seen += line.words;
        }
        (Self(before), Self(after))
    }
}

impl fmt::Display for PrintedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let follows = |a: &PrintedLine, b: &PrintedLine| {
            a.page == b.page && a.number.checked_add(1) == Some(b.number)
        };
        for (at, run) in self.0.chunk_by(follows).enumerate() {
            let (first, last) = (&run[0], &run[run.len() - 1]);
            let words: Vec<String> = run.iter().map(|line| line.words.to_string()).collect();
            let comma = if at == 0 { "" } else { "," };
            write!(
                f,
                "{comma}{}.{}-{}:{}",
                first.page,
                first.number,
                last.number,
                words.join("/")
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let value = "12.3-5:9/11/4,39a.1-1:7";
        let lines = PrintedLines::parse(value);
        assert_eq!(lines.0.len(), 4);
        assert_eq!(lines.0[3].page, "39a");
        assert_eq!(lines.to_string(), value);
        assert!(PrintedLines::parse("12.3-5").is_empty());
        assert!(PrintedLines::parse("x:1,12.99999999999-1:2").is_empty());
    }

    #[test]
    fn a_line_may_be_divided() {
        let (before, after) = PrintedLines::parse("12.3-4:9/11").split_at(12);
        assert_eq!(before.to_string(), "12.3-4:9/3");
        assert_eq!(after.to_string(), "12.4-4:8");
    }
}
