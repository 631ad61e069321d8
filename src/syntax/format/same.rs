//! Whether two trees say the same, wherever in their files they stand.

use crate::syntax::{
    Allowance, Attributes, Block, Cited, Command, Commentary, Entry, File, Front, Inline, Label,
    Place, instruction,
};

/// Whether two files say the same.
pub(super) fn same_file(a: &File, b: &File) -> bool {
    same_front(&a.front, &b.front)
        && pairwise(&a.places, &b.places, same_place)
        && pairwise(&a.allowances, &b.allowances, same_allowance)
}

fn same_allowance(a: &Allowance, b: &Allowance) -> bool {
    let codes = |own: &Allowance| {
        own.codes
            .iter()
            .map(|code| code.value.clone())
            .collect::<Vec<_>>()
    };
    let reason = |own: &Allowance| own.reason.as_ref().map(|reason| reason.value.clone());
    a.within == b.within && codes(a) == codes(b) && reason(a) == reason(b)
}

fn same_front(a: &Front, b: &Front) -> bool {
    let words = |front| {
        let Front {
            ruleset,
            document,
            edition,
            frame,
            ..
        }: &Front = front;
        [ruleset, document, edition, frame].map(|word| word.as_ref().map(|word| word.value.clone()))
    };
    // A line across at the top of a file must not become front matter.
    a.span.is_empty() == b.span.is_empty()
        && words(a) == words(b)
        && a.layer == b.layer
        && a.partial == b.partial
}

fn same_place(a: &Place, b: &Place) -> bool {
    same_inline(&a.heading, &b.heading)
        && same_attributes(&a.attrs, &b.attrs)
        && same_blocks(&a.blocks, &b.blocks)
        && pairwise(&a.commentary, &b.commentary, same_commentary)
        && pairwise(&a.entries, &b.entries, same_entry)
}

fn same_entry(a: &Entry, b: &Entry) -> bool {
    let printed = |command: &Option<Command>| command.as_ref().map(instruction::print);
    printed(&a.command) == printed(&b.command)
        && same_attributes(&a.attrs, &b.attrs)
        && same_blocks(&a.payload, &b.payload)
        && pairwise(&a.commentary, &b.commentary, same_commentary)
}

fn same_commentary(a: &Commentary, b: &Commentary) -> bool {
    let cited = |a: &Cited, b: &Cited| a.clause == b.clause && a.words == b.words;
    a.kind == b.kind
        && same_inline(&a.text, &b.text)
        && pairwise(&a.cited, &b.cited, cited)
        && pairwise(&a.items, &b.items, same_inline)
}

/// Whether two runs of units say the same.
pub(super) fn same_blocks(a: &[Block], b: &[Block]) -> bool {
    pairwise(a, b, |a, b| {
        a.kind == b.kind
            && value(&a.label) == value(&b.label)
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

/// Order does not matter in attributes.
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

fn value(label: &Option<Label>) -> Option<&str> {
    label.as_ref().map(|label| &*label.value)
}

fn pairwise<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}
