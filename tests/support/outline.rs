//! Syntax trees as indented lists.

use rulebook::{
    syntax::{Attributes, Block, Commentary, Inline, MarkKind, RulesFile},
    text::Spanned,
};
use std::fmt::Write;

/// Returns a syntax tree as an indented list.
pub(crate) fn outline(file: &RulesFile) -> String {
    let mut out = String::new();
    let front = &file.front;
    for (key, value) in [
        ("ruleset", &front.ruleset),
        ("document", &front.document),
        ("edition", &front.edition),
        ("frame", &front.frame),
    ] {
        if let Some(Spanned { value, .. }) = value {
            let _ = writeln!(out, "{key}: {value}");
        }
    }
    if front.layer != Default::default() || front.partial {
        let _ = writeln!(out, "{:?}, partial: {}", front.layer, front.partial);
    }
    for place in &file.places {
        let _ = writeln!(
            out,
            "place{} {}",
            attributes(&place.attrs),
            inline(&place.heading)
        );
        blocks(&mut out, &place.blocks, 1);
        commentary(&mut out, &place.commentary, 1);
        for entry in &place.entries {
            let _ = writeln!(out, "  entry{}", attributes(&entry.attrs));
            blocks(&mut out, &entry.payload, 2);
            commentary(&mut out, &entry.commentary, 2);
        }
    }
    out
}

fn blocks(out: &mut String, blocks: &[Block], depth: usize) {
    for block in blocks {
        let kind = format!("{:?}", block.kind).to_lowercase();
        let label = block
            .label
            .as_ref()
            .map(|label| format!(" [{}]", label.value))
            .unwrap_or_default();
        let text = block
            .text()
            .map(|text| format!(" {}", inline(text)))
            .unwrap_or_default();
        let _ = writeln!(
            out,
            "{}{kind}{label}{}{text}",
            "  ".repeat(depth),
            attributes(&block.attrs)
        );
        self::blocks(out, block.children(), depth + 1);
    }
}

fn commentary(out: &mut String, commentary: &[Commentary], depth: usize) {
    for one in commentary {
        let _ = writeln!(
            out,
            "{}{} {}",
            "  ".repeat(depth),
            format!("{:?}", one.kind).to_lowercase(),
            inline(&one.text)
        );
    }
}

fn attributes(attrs: &Attributes) -> String {
    let id = attrs.id.iter().map(|id| format!(" #{}", id.value));
    let mut classes: Vec<String> = attrs
        .classes
        .iter()
        .map(|class| format!(" .{}", class.value))
        .collect();
    let mut pairs: Vec<String> = attrs
        .pairs
        .iter()
        .map(|(key, value)| format!(" {}={}", key.value, value.value))
        .collect();
    classes.sort();
    pairs.sort();
    id.chain(classes).chain(pairs).collect()
}

/// Returns the text in quotation marks, followed by its marks.
fn inline(inline: &Inline) -> String {
    let marks = inline.marks.iter().map(|mark| {
        let kind = match &mark.kind {
            MarkKind::Fact(name) => format!("fact {name}"),
            MarkKind::Term(name) => format!("term {name}"),
            MarkKind::Link(id) => format!("link #{id}"),
            MarkKind::Url(url) => format!("url {url}"),
            MarkKind::Strike => "strike".to_owned(),
            MarkKind::Strong => "strong".to_owned(),
            MarkKind::Emphasis => "emphasis".to_owned(),
            MarkKind::Hole => return String::new(),
        };
        format!(" ‹{}: {kind}›", mark.span.of(&inline.text))
    });
    format!("{:?}{}", inline.text, marks.collect::<String>())
}
