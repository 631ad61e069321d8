//! Decides whether a line continues the paragraph of the line above it.

use super::{
    grammar::{LEXICON, PrintedVerb, UnitWords},
    line_shape::{ends_sentence, is_caps, is_factor, is_numbered, is_table},
    raw_line::RawLine,
};

/// How a file breaks its paragraphs into lines: the usual length of a broken line, and whether
/// blank lines separate paragraphs.
pub(super) struct LineWrapping {
    /// The usual length of a line that the next one continues; `None` if lines are whole paragraphs.
    width: Option<usize>,
    /// Whether blank lines separate the paragraphs.
    spaced: bool,
}

impl LineWrapping {
    pub(super) fn of(raws: &[RawLine<'_>]) -> Self {
        let broken = broken_lines(raws).map(|mut lengths| {
            lengths.sort_unstable();
            lengths
        });
        let blank = raws.iter().filter(|raw| raw.text.trim().is_empty());
        let width = broken
            .as_ref()
            .and_then(|lengths| lengths.get(lengths.len() / 2).copied());
        // a file whose lines are of any length breaks only a few of them
        let is_even = |width: &usize| {
            let long = raws
                .iter()
                .filter(|raw| raw.text.trim().chars().count() > width * 2);
            long.count() * 4 <= broken.as_ref().map_or(0, Vec::len)
        };
        Self {
            width: width.filter(is_even),
            spaced: blank.count() * 4 > raws.len(),
        }
    }

    /// Whether a line ends before the width although the first word of the next one has room in it,
    /// with `slack` characters to spare.
    fn ends_early(&self, above: &str, below: &str, slack: usize) -> bool {
        let length = |text: &str| {
            text.split_whitespace()
                .map(|word| word.chars().count() + 1)
                .sum::<usize>()
        };
        let first = below.split_whitespace().next().unwrap_or_default();
        self.width
            .is_some_and(|width| length(above) + length(first) + slack <= width + 1)
    }
}

/// Returns the lengths of the lines that the next line continues in lower case, if there are many of
/// them.
fn broken_lines(raws: &[RawLine<'_>]) -> Option<Vec<usize>> {
    let (mut pairs, mut broken) = (0, Vec::new());
    for pair in raws.windows(2) {
        let [one, two] = pair else { continue };
        if one.text.trim().is_empty()
            || two.text.trim().is_empty()
            || two.prefix.headed
            || two.prefix.bullet.is_some()
        {
            continue;
        }
        pairs += 1;
        let small = two
            .text
            .trim_start()
            .starts_with(|c: char| c.is_lowercase());
        if small && !ends_sentence(one.text) && one.text.len() >= 24 {
            broken.push(one.text.trim().chars().count());
        }
    }
    (pairs > 0 && broken.len() * 6 >= pairs).then_some(broken)
}

/// Whether `next` continues the paragraph of `before`, the line right above it, which may be all of that
/// paragraph, `alone`, and in which a quote may be `open`.
pub(super) fn continues_paragraph(
    (before, alone): (&RawLine<'_>, bool),
    next: &RawLine<'_>,
    wrap: &LineWrapping,
    indent: usize,
    open: impl Fn() -> bool,
) -> bool {
    let (above, below) = (
        before.text[before.prefix.len..].trim(),
        next.text[next.prefix.len..].trim(),
    );
    if next.prefix.block_quote != before.prefix.block_quote
        || next.prefix.headed
        || next.prefix.bullet.is_some()
        || before.prefix.headed
        || is_table(below)
        || is_table(above)
    {
        return false;
    }
    if above.is_empty() {
        // a bullet sign alone on its line
        return before.prefix.bullet.is_some();
    }
    if below.starts_with("www.") || below.starts_with("http") {
        return false;
    }
    if before.prefix.bullet.is_some() && next.prefix.indent > indent {
        return true;
    }
    if is_caps(above) || is_caps(below) || is_factor(below) {
        return false;
    }
    if !alone && before.prefix.indent > next.prefix.indent && next.prefix.indent <= indent {
        // the lines above hang below their first one
        return false;
    }
    if wrap.width.is_none() {
        let small = below.starts_with(char::is_lowercase);
        return breaks_line(above, below) || small && !ends_sentence(above) && open();
    }
    if is_numbered(below) {
        return !wrap.spaced && !ends_sentence(above);
    }
    if below.starts_with(char::is_lowercase) {
        return wrap.spaced || !above.ends_with(':');
    }
    let ends = if ends_sentence(above) {
        !wrap.spaced || wrap.ends_early(above, below, 0) && begins_instruction(below)
    } else {
        alone && is_short_name(above) && wrap.ends_early(above, below, SHORT_NAME)
    };
    !ends || open()
}

/// Whether the first words of a line may be those of an instruction or its place: a verb, a unit, a
/// page, an ordinal, a quote, or a value.
fn begins_instruction(text: &str) -> bool {
    const FIRST_WORDS: usize = 8;
    let is_part = |word: &str| {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        let page = ["page", "p", "pg", "heading", "title"].contains(&bare.as_str());
        let digits = bare.starts_with(|c: char| c.is_ascii_digit());
        page || digits
            || word.starts_with(['"', '“', '„', '‘'])
            || word.ends_with(':')
            || PrintedVerb::find(&bare).is_some()
            || UnitWords::find(&bare).is_some()
    };
    text.split_whitespace().take(FIRST_WORDS).any(is_part)
}

/// How much shorter than the other lines a line is that is only a name.
const SHORT_NAME: usize = 20;

/// Whether a line can be the name of a place, perhaps with its page: `Page 23 - Combat outcome`.
fn is_short_name(text: &str) -> bool {
    let is_large = text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let open = text.ends_with([',', '-', '–']) || text.contains(['"', '“', '‘']);
    let last = text.rsplit(' ').next().unwrap_or_default().to_lowercase();
    is_large
        && !open
        && !is_numbered(text)
        && !LEXICON.has("open_ends", &last)
        && text.split_whitespace().count() <= 8
}

/// Whether a line that stops inside a sentence goes on in the line `below`, in a file that hardly
/// breaks lines: `… is increased` / `to "100p".`
fn breaks_line(above: &str, below: &str) -> bool {
    const SHORTEST: usize = 24;
    const LONG: usize = 50;
    let several = below.split_whitespace().nth(1).is_some();
    let small = below.starts_with(|c: char| c.is_lowercase());
    let quoted = below.starts_with(['"', '“', '‘']) && above.len() >= LONG;
    let open = above.ends_with(|c: char| c.is_lowercase() || c == ',')
        || small && above.ends_with(|c: char| c.is_alphanumeric() || c == '"' || c == '”');
    !ends_sentence(above) && above.len() >= SHORTEST && several && open && (small || quoted)
}
