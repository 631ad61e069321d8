//! Rules files: any text gives a tree whose places lie in it, and formatting changes no tree; an
//! instruction that is printed reads the same.

use super::input::{self, Inputs, Texts};
use crate::support::outline::outline;
use rulebook::{
    syntax::{self, Attributes, Block, Inline, RulesFile, instruction},
    text::{SourceId, Span},
};

/// Pieces of notation that together make good and bad rules files.
pub(super) const PIECES: &[&str] = &[
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

/// Names for each role of a file.
const NAMES: &[&str] = &[
    "base.rules.md",
    "3.1.amend.md",
    "iwf.clarify.md",
    "own.book.md",
    "own.index.md",
    "other.md",
];

/// The names under which a text is read: all for a short one, such as those in the corpus.
fn names(text: &str) -> &'static [&'static str] {
    let one = text.len() % NAMES.len();
    if text.len() < 200 {
        NAMES
    } else {
        &NAMES[one..=one]
    }
}

pub(super) fn inputs(mut real: Vec<String>) -> Inputs {
    let endings = [
        ".rules.md",
        ".amend.md",
        ".clarify.md",
        ".book.md",
        ".index.md",
    ];
    real.extend(input::files("rules", &endings));
    Texts::new(real, PIECES).boxed()
}

/// Checks that every place in the tree lies in the text.
pub(super) fn check(text: &str) {
    for name in names(text) {
        let file = syntax::parse(SourceId(7), name, text);
        // code, entities and line ends of other systems are read as pieces, whose characters have no
        // places of their own
        Checker {
            text,
            letter_by_letter: !text.contains(['`', '&', '\r']),
        }
        .file(&file);
    }
}

/// Checks that formatting changes no tree, and nothing when done twice.
pub(super) fn check_format(text: &str) {
    for name in names(text) {
        check_format_as(name, text);
    }
}

/// Checks that formatting changes no tree, and nothing when done twice.
pub(crate) fn check_format_as(name: &str, text: &str) {
    let tree = |text: &str| outline(&syntax::parse(SourceId(0), name, text));
    let once = syntax::format(text, name);
    same("the tree", &tree(text), &tree(&once));
    same("formatted again", &once, &syntax::format(&once, name));
}

fn same(what: &str, a: &str, b: &str) {
    let differs = a.split('\n').zip(b.split('\n')).find(|(a, b)| a != b);
    assert!(a == b, "{what}: {differs:?}");
}

/// Words of instructions, and marks between them.
pub(super) const WORDS: &[&str] = &[
    "Replace ",
    "Delete ",
    "Insert ",
    "Add ",
    "Set values",
    "Withdraw ",
    "Note",
    "Clarify",
    "bullet ",
    "bullets ",
    "paragraph ",
    "sentence ",
    "row ",
    "cell ",
    "section ",
    "figure ",
    "heading",
    "text",
    "words ",
    "line ",
    "page ",
    "last ",
    "every ",
    "all ",
    "first ",
    "from ",
    "to ",
    "of ",
    "in ",
    "with ",
    "and ",
    "after ",
    "before ",
    "at the end",
    "moved to ",
    "except ",
    "on ",
    "(1.1 numbering)",
    "(printed line 5)",
    "twice",
    "3 times ",
    "2nd ",
    "1",
    "2, 4 and 6–8",
    "#tolls",
    "#tolls.night",
    "\"red\"",
    "\"",
    "“red”",
    "`",
    "[",
    "]",
    "[what is said]",
    ", ",
    ".",
    ":",
    "…",
    "–",
    "(",
    ")",
];

pub(super) fn instructions(mut real: Vec<String>) -> Inputs {
    let files = input::files("rules", &[".amend.md", ".clarify.md"]);
    let headings = files.iter().flat_map(|text| text.lines());
    let headings = headings.filter_map(|line| line.strip_prefix("## "));
    real.extend(headings.map(|line| line.split(" {").next().unwrap_or(line).to_owned()));
    Texts::new(real, WORDS).boxed()
}

/// Checks that an instruction is understood or reported, and reads the same once it is printed.
pub(super) fn check_instruction(text: &str) {
    let read = |text: &str| instruction::parse(SourceId::default(), text, Span::new(0, text.len()));
    let (command, diagnostics) = read(text);
    assert!(command.is_some() || !diagnostics.is_empty());
    for diagnostic in diagnostics {
        let span = diagnostic.at.span;
        assert!(text.get(span.start()..span.end()).is_some(), "{span:?}");
    }
    if let Some(command) = command {
        let printed = instruction::print(&command);
        let (again, _) = read(&printed);
        let again = again.unwrap_or_else(|| panic!("printed as {printed:?}, which is not read"));
        assert_eq!(instruction::print(&again), printed);
    }
}

/// Checks that the start of an instruction is read as far as it goes.
pub(super) fn check_instruction_prefix(text: &str) {
    instruction::parse_prefix(text);
    for (_, span) in instruction::pieces(text, Span::new(0, text.len())) {
        assert!(text.get(span.start()..span.end()).is_some(), "{span:?}");
    }
}

struct Checker<'t> {
    text: &'t str,
    letter_by_letter: bool,
}

impl Checker<'_> {
    fn span(&self, span: Span) {
        assert!(
            span.start() <= span.end() && span.end() <= self.text.len(),
            "{span:?} of {}",
            self.text.len()
        );
        assert!(
            self.text.is_char_boundary(span.start()) && self.text.is_char_boundary(span.end()),
            "{span:?} cuts a character"
        );
    }

    fn file(&self, file: &RulesFile) {
        self.span(file.front.span);
        for value in [
            &file.front.ruleset,
            &file.front.document,
            &file.front.edition,
            &file.front.frame,
        ]
        .into_iter()
        .flatten()
        {
            self.span(value.span);
        }
        for place in &file.places {
            [place.span, place.heading_span]
                .into_iter()
                .for_each(|span| self.span(span));
            self.inline(&place.heading);
            self.attributes(&place.attrs);
            self.blocks(&place.blocks, place.span);
            place.commentary.iter().for_each(|one| {
                self.span(one.span);
                self.inline(&one.text)
            });
            for entry in &place.entries {
                [entry.span, entry.heading_span]
                    .into_iter()
                    .for_each(|span| self.span(span));
                self.attributes(&entry.attrs);
                self.blocks(&entry.payload, entry.span);
                entry.commentary.iter().for_each(|one| {
                    self.span(one.span);
                    self.inline(&one.text)
                });
            }
        }
        for finding in &file.diagnostics {
            self.span(finding.at.span);
            finding
                .related
                .iter()
                .for_each(|related| self.span(related.at.span));
            finding
                .fixes
                .iter()
                .flat_map(|fix| &fix.edits)
                .for_each(|edit| self.span(edit.at.span));
            assert!(!finding.message.ends_with('.'));
        }
    }

    fn attributes(&self, attrs: &Attributes) {
        self.span(attrs.span);
        let pairs = attrs
            .pairs
            .iter()
            .flat_map(|(key, value)| [key.span, value.span]);
        let id = attrs.id.iter().map(|id| id.span);
        id.chain(attrs.classes.iter().map(|class| class.span))
            .chain(pairs)
            .for_each(|part| self.span(part))
    }

    fn blocks(&self, blocks: &[Block], outside: Span) {
        for block in blocks {
            self.span(block.span);
            assert!(
                outside.start() <= block.span.start() && block.span.end() <= outside.end(),
                "{:?} leaves {outside:?}: {block:?}",
                block.span
            );
            block.label.iter().for_each(|label| self.span(label.span));
            self.attributes(&block.attrs);
            block.text().iter().for_each(|text| self.inline(text));
            self.blocks(block.children(), block.span);
        }
    }

    fn inline(&self, inline: &Inline) {
        let plain = &inline.text;
        assert_eq!(plain.trim_matches(' '), &**plain);
        assert!(inline.map.entries().is_sorted(), "{:?}", inline.map);
        for mark in &inline.marks {
            assert!(
                plain.is_char_boundary(mark.span.start())
                    && plain.is_char_boundary(mark.span.end())
                    && !mark.span.is_empty()
            );
            self.span(inline.source_span(mark.span));
        }
        for (at, c) in plain.char_indices() {
            let span = inline.source_span(Span::new(at, at + c.len_utf8()));
            self.span(span);
            if !self.letter_by_letter {
                continue;
            }
            let read = span.of(self.text);
            assert!(
                read.starts_with(c) && read.len() == c.len_utf8()
                    || c == ' ' && read.contains([' ', '\t', '\n']),
                "{c:?} from {read:?} in {inline:?}"
            );
        }
    }
}
