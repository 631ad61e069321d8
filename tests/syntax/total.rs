//! Any text gives a tree whose places lie in it.

use super::shipped;
use camino::Utf8PathBuf;
use proptest::{prelude::*, sample::Index, test_runner::TestCaseResult};
use rulebook::{
    syntax::{self, Attributes, Block, Inline, RulesFile},
    text::{SourceId, Span},
};
use std::sync::LazyLock;

/// Pieces of notation that together make good and bad rules files.
const PIECES: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\n> ",
    "\n> ",
    "\n> - ",
    "\n>   ",
    "\n>\n> ",
    "\n# ",
    "\n## ",
    "\n> ### ",
    "> ",
    "- ",
    "1. ",
    "\n> 2. ",
    "\n>    - ",
    " ",
    "  ",
    "\t",
    "\r",
    "\r\n",
    "…",
    "½",
    "é",
    "a",
    "Word",
    "words here.",
    "Two. Sentences",
    ":",
    ";",
    "(I)",
    "**+1**",
    "**",
    "*",
    "_",
    "~~",
    "~",
    "~~old~~ new",
    "`",
    "``",
    "{#a.b}",
    "{.cont}",
    " {#x n=1,2 page=3}",
    "{",
    "}",
    "{a b}",
    "[6](fact:a.b)",
    "[x](#y)",
    "[",
    "]",
    "](",
    "(",
    ")",
    "<b>",
    "<!-- ",
    "-->",
    "&amp;",
    "&",
    "\\",
    "\\*",
    "\\{",
    "\n> | a | b |\n> |---|---|\n> | 1 | 2 |",
    "|",
    "\n> ---",
    "\n---\n",
    "---\n",
    "\nruleset: dbm\n",
    "\u{feff}",
    "\u{0}",
    "\n[a]: b\n",
    "```",
    "\n    ",
    "![p](q)",
    "+1 if",
    "- 1 if",
    "http://x.y",
    "<http://x.y>",
    "===",
    "\u{a0}",
    "&nbsp;",
    "&#10;",
    "  \n> ",
    "\\\n> ",
];

pub(crate) fn notation() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

/// A shipped file, cut at both ends, with pieces put in or characters taken out.
pub(crate) fn mutated() -> impl Strategy<Value = String> {
    let changes = prop::collection::vec(
        (any::<Index>(), prop::sample::select(PIECES), 0usize..4),
        0..6,
    );
    (any::<Index>(), any::<Index>(), any::<Index>(), changes).prop_map(
        |(file, start, end, changes)| {
            static FILES: LazyLock<Vec<(Utf8PathBuf, String)>> = LazyLock::new(shipped::files);
            let mut text: Vec<char> = if FILES.is_empty() {
                Vec::new()
            } else {
                file.get(&FILES).1.chars().collect()
            };
            let (start, end) = (start.index(text.len() + 1), end.index(text.len() + 1));
            text = text[start.min(end)..start.max(end)]
                .iter()
                .copied()
                .take(4000)
                .collect();
            for (at, piece, taken) in changes {
                let at = at.index(text.len() + 1);
                let end = (at + taken).min(text.len());
                text.splice(at..end, piece.chars());
            }
            text.into_iter().collect()
        },
    )
}

pub(crate) fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(
        &[
            "base.rules.md",
            "3.1.amend.md",
            "iwf.clarify.md",
            "own.book.md",
            "own.index.md",
            "other.md",
        ][..],
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(name in name(), text in any::<String>()) {
        check(name, &text)?;
    }

    #[test]
    fn any_notation(name in name(), text in notation()) {
        check(name, &text)?;
    }

    #[test]
    fn any_change_of_a_shipped_file(name in name(), text in mutated()) {
        check(name, &text)?;
    }
}

#[test]
fn found_before() {
    // a line of nothing but a backslash, after attributes
    for text in ["> {#a.b}\r\n\\\n> …", "- {#a.b}\n  \\\n  a\n"] {
        check("base.rules.md", text).expect(text);
    }
}

fn check(name: &str, text: &str) -> TestCaseResult {
    let file = syntax::parse(SourceId(7), name, text);
    // Code, entities and line ends of other systems are read as pieces, whose characters have no places of their own.
    Checker {
        text,
        letter_by_letter: !text.contains(['`', '&', '\r']),
    }
    .file(&file)
}

struct Checker<'t> {
    text: &'t str,
    letter_by_letter: bool,
}

impl Checker<'_> {
    fn span(&self, span: Span) -> TestCaseResult {
        prop_assert!(
            span.start() <= span.end() && span.end() <= self.text.len(),
            "{span:?} of {}",
            self.text.len()
        );
        prop_assert!(
            self.text.is_char_boundary(span.start()) && self.text.is_char_boundary(span.end()),
            "{span:?} cuts a character"
        );
        Ok(())
    }

    fn file(&self, file: &RulesFile) -> TestCaseResult {
        self.span(file.front.span)?;
        for value in [
            &file.front.ruleset,
            &file.front.document,
            &file.front.edition,
            &file.front.frame,
        ]
        .into_iter()
        .flatten()
        {
            self.span(value.span)?;
        }
        for place in &file.places {
            [place.span, place.heading_span]
                .into_iter()
                .try_for_each(|span| self.span(span))?;
            self.inline(&place.heading)?;
            self.attributes(&place.attrs)?;
            self.blocks(&place.blocks, place.span)?;
            place
                .commentary
                .iter()
                .try_for_each(|one| self.span(one.span).and_then(|()| self.inline(&one.text)))?;
            for entry in &place.entries {
                [entry.span, entry.heading_span]
                    .into_iter()
                    .try_for_each(|span| self.span(span))?;
                self.attributes(&entry.attrs)?;
                self.blocks(&entry.payload, entry.span)?;
                entry.commentary.iter().try_for_each(|one| {
                    self.span(one.span).and_then(|()| self.inline(&one.text))
                })?;
            }
        }
        for finding in &file.diagnostics {
            self.span(finding.at.span)?;
            finding
                .related
                .iter()
                .try_for_each(|related| self.span(related.at.span))?;
            finding
                .fixes
                .iter()
                .flat_map(|fix| &fix.edits)
                .try_for_each(|edit| self.span(edit.at.span))?;
            prop_assert!(!finding.message.ends_with('.'));
        }
        Ok(())
    }

    fn attributes(&self, attrs: &Attributes) -> TestCaseResult {
        self.span(attrs.span)?;
        let pairs = attrs
            .pairs
            .iter()
            .flat_map(|(key, value)| [key.span, value.span]);
        let id = attrs.id.iter().map(|id| id.span);
        id.chain(attrs.classes.iter().map(|class| class.span))
            .chain(pairs)
            .try_for_each(|part| self.span(part))
    }

    fn blocks(&self, blocks: &[Block], outside: Span) -> TestCaseResult {
        for block in blocks {
            self.span(block.span)?;
            prop_assert!(
                outside.start() <= block.span.start() && block.span.end() <= outside.end(),
                "{:?} leaves {outside:?}: {block:?}",
                block.span
            );
            block
                .label
                .iter()
                .try_for_each(|label| self.span(label.span))?;
            self.attributes(&block.attrs)?;
            block.text().iter().try_for_each(|text| self.inline(text))?;
            self.blocks(block.children(), block.span)?;
        }
        Ok(())
    }

    fn inline(&self, inline: &Inline) -> TestCaseResult {
        let plain = &inline.text;
        prop_assert_eq!(plain.trim_matches(' '), &**plain);
        prop_assert!(inline.map.entries().is_sorted(), "{:?}", inline.map);
        for mark in &inline.marks {
            prop_assert!(
                plain.is_char_boundary(mark.span.start())
                    && plain.is_char_boundary(mark.span.end())
                    && !mark.span.is_empty()
            );
            self.span(inline.source_span(mark.span))?;
        }
        for (at, c) in plain.char_indices() {
            let span = inline.source_span(Span::new(at, at + c.len_utf8()));
            self.span(span)?;
            if !self.letter_by_letter {
                continue;
            }
            let read = span.of(self.text);
            prop_assert!(
                read.starts_with(c) && read.len() == c.len_utf8()
                    || c == ' ' && read.contains([' ', '\t', '\n']),
                "{c:?} from {read:?} in {inline:?}"
            );
        }
        Ok(())
    }
}
