//! `rulebook blame`: prints each block of a clause, with the sources of its words at the left.
//! Sources are the instructions that wrote or removed words, newest first, and the base text.

use super::{Styler, display_width, header, terminal};
use crate::{
    analysis::{ClauseBlock, ClauseView, Origin, WordingKind, not_held},
    doc::HOLE,
    model::{Document, DocumentKind, Ruleset},
    text::prefixed,
};

/// Renders clauses with the sources of their words.
pub(super) fn render(styler: Styler, ruleset: &Ruleset, view: &ClauseView) -> String {
    let mut out = String::new();
    for clause in &view.clauses {
        out += &header::query_line(styler, ruleset, &view.query, clause.page_text().as_deref());
        out += &header::clause_line(styler, &clause.path, &clause.id);
        out += &terminal::render(styler, clause.state_line().as_slice(), true);
        out.extend(clause.notices.iter().map(|notice| styler.paragraph(notice)));
        let blocks: Vec<&ClauseBlock> = clause
            .blocks
            .iter()
            .filter(|block| block.kind != "heading" || !is_base(block))
            .collect();
        let width = blocks
            .iter()
            .flat_map(|block| authors(ruleset, block))
            .map(|author| display_width(&author))
            .max()
            .unwrap_or_default();
        for block in blocks {
            out += &render_block(styler, ruleset, block, width);
        }
    }
    out
}

fn is_base(block: &ClauseBlock) -> bool {
    block
        .provenance
        .iter()
        .all(|provenance| provenance.origin.address.is_none())
}

/// Renders a block with its sources in the left column, one on each line.
fn render_block(styler: Styler, ruleset: &Ruleset, block: &ClauseBlock, width: usize) -> String {
    let authors = authors(ruleset, block);
    let label = [block.row.as_deref(), block.label.as_deref()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ");
    let label = if label.is_empty() {
        label
    } else {
        format!("{} ", styler.strong(&label))
    };
    let text = if block.text == HOLE {
        styler.dim(&not_held(block, 1))
    } else {
        block.text.clone()
    };
    let gap = " ".repeat(width + 2 + 2 * block.depth);
    let first = if block.first && block.depth > 0 {
        format!("{}• ", " ".repeat(width + 2 * block.depth))
    } else {
        gap.clone()
    };
    let wrapped = styler.wrap_to(
        styler.prose_width(),
        &first,
        &gap,
        &format!("{label}{text}"),
    );
    let mut out = String::new();
    let mut lines = wrapped.lines();
    let mut authors = authors.iter();
    loop {
        let (author, text) = (authors.next(), lines.next());
        if author.is_none() && text.is_none() {
            return out;
        }
        let author = author.map(String::as_str).unwrap_or_default();
        let rest = text.and_then(|text| text.get(width..)).unwrap_or_default();
        out += format!(
            "{}{}{rest}",
            styler.reference(author),
            " ".repeat(width - display_width(author))
        )
        .trim_end();
        out.push('\n');
    }
}

/// Returns the sources that wrote a block or its label or removed words from it, newest first.
fn authors(ruleset: &Ruleset, block: &ClauseBlock) -> Vec<String> {
    let written = block.provenance.iter().map(|provenance| &provenance.origin);
    let mut origins: Vec<&Origin> = written
        .chain(&block.pending)
        .chain(&block.cut)
        .chain(&block.label_by)
        .collect();
    origins.sort_by(|a, b| b.date.cmp(&a.date));
    let mut out: Vec<String> = Vec::new();
    for origin in origins {
        let author = match &origin.address {
            Some(_) => format!(
                "{}  {}  {}",
                origin.edition,
                origin.date_text.as_deref().unwrap_or_default(),
                origin.patch
            ),
            None => {
                let document = if is_from_elsewhere(ruleset, origin) {
                    origin.short.as_str()
                } else {
                    match block.wording {
                        WordingKind::Printed => "as printed",
                        WordingKind::Restated => "restated",
                        WordingKind::Original => "original",
                        WordingKind::None => "not included",
                    }
                };
                let quoted = prefixed(", ", origin.quotation());
                format!("{}  {document}{quoted}", origin.edition)
            }
        };
        if !out.contains(&author) {
            out.push(author);
        }
    }
    out
}

/// Returns whether base text comes from notes, a book or another document, not from the base
/// document of its edition.
fn is_from_elsewhere(ruleset: &Ruleset, origin: &Origin) -> bool {
    let Some(own) = ruleset.documents.get(&origin.document) else {
        return false;
    };
    let amends = ruleset.amended_edition(own.edition).is_some();
    let first = |document: &&Document| {
        document.kind == DocumentKind::Base && document.edition == own.edition
    };
    amends
        || ruleset
            .documents
            .values()
            .find(first)
            .is_none_or(|document| document.key != own.key)
}
