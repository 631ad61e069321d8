//! Compares the contents of two parsed rules files, positions aside: where formatting would change
//! the contents, the formatter keeps the old text.

use crate::syntax::{
    Allowance, Attributes, Block, CitedClause, Command, Commentary, Extent, FileSection,
    FrontMatter, Inline, InstructionEntry, Label, RulesFile, instruction,
};

/// Whether two files have the same contents.
pub(super) fn same_file(a: &RulesFile, b: &RulesFile) -> bool {
    same_front(&a.front, &b.front)
        && same_pairwise(&a.places, &b.places, same_place)
        && same_pairwise(&a.allowances, &b.allowances, same_allowance)
}

fn same_allowance((within, a): &(Extent, Allowance), (other, b): &(Extent, Allowance)) -> bool {
    let codes = |own: &Allowance| {
        own.codes
            .iter()
            .map(|code| code.value.clone())
            .collect::<Vec<_>>()
    };
    let reason = |own: &Allowance| own.reason.as_ref().map(|reason| reason.value.clone());
    within == other && codes(a) == codes(b) && reason(a) == reason(b)
}

fn same_front(a: &FrontMatter, b: &FrontMatter) -> bool {
    let words = |front| {
        let FrontMatter {
            ruleset,
            document,
            edition,
            frame,
            ..
        }: &FrontMatter = front;
        [ruleset, document, edition, frame].map(|word| word.as_ref().map(|word| word.value.clone()))
    };
    // A thematic break at the top of a file must not become front matter.
    a.span.is_empty() == b.span.is_empty()
        && words(a) == words(b)
        && a.layer == b.layer
        && a.partial == b.partial
}

fn same_place(a: &FileSection, b: &FileSection) -> bool {
    same_inline(&a.heading, &b.heading)
        && same_attributes(&a.attrs, &b.attrs)
        && same_blocks(&a.blocks, &b.blocks)
        && same_pairwise(&a.commentary, &b.commentary, same_commentary)
        && same_pairwise(&a.entries, &b.entries, same_entry)
}

fn same_entry(a: &InstructionEntry, b: &InstructionEntry) -> bool {
    let printed = |command: &Option<Command>| command.as_ref().map(instruction::print);
    printed(&a.command) == printed(&b.command)
        && same_attributes(&a.attrs, &b.attrs)
        && same_blocks(&a.payload, &b.payload)
        && same_pairwise(&a.commentary, &b.commentary, same_commentary)
}

fn same_commentary(a: &Commentary, b: &Commentary) -> bool {
    let cited = |a: &CitedClause, b: &CitedClause| a.clause == b.clause && a.words == b.words;
    a.kind == b.kind
        && same_inline(&a.text, &b.text)
        && same_pairwise(&a.cited, &b.cited, cited)
        && same_pairwise(&a.items, &b.items, same_inline)
}

/// Whether two lists of units have the same contents.
pub(super) fn same_blocks(a: &[Block], b: &[Block]) -> bool {
    same_pairwise(a, b, |a, b| {
        a.kind == b.kind
            && label_text(&a.label) == label_text(&b.label)
            && same_attributes(&a.attrs, &b.attrs)
            && match (a.text(), b.text()) {
                (Some(a), Some(b)) => same_inline(a, b),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            }
            && same_blocks(a.children(), b.children())
    })
}

fn same_inline(a: &Inline, b: &Inline) -> bool {
    a.text == b.text && a.marks == b.marks
}

/// Compares attributes; their order does not matter.
fn same_attributes(a: &Attributes, b: &Attributes) -> bool {
    fn parts(attrs: &Attributes) -> (Option<&str>, Vec<&str>, Vec<(&str, &str)>) {
        let mut classes: Vec<&str> = attrs.classes.iter().map(|class| &*class.value).collect();
        let mut pairs: Vec<(&str, &str)> = attrs
            .pairs
            .iter()
            .map(|(key, value)| (&*key.value, &*value.value))
            .collect();
        classes.sort();
        pairs.sort();
        (attrs.id.as_ref().map(|id| &*id.value), classes, pairs)
    }
    parts(a) == parts(b)
}

fn label_text(label: &Option<Label>) -> Option<&str> {
    label.as_ref().map(|label| &*label.value)
}

fn same_pairwise<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}
