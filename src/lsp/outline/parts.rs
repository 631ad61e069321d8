//! Names the pieces of a file that the outline lists: sections, instructions, tables, units with a
//! name or label, the records of a scenario.

use crate::{
    lsp::{
        PositionMap,
        pieces::{NamedPart, Piece, PieceKind},
    },
    model::UnitKind,
    scenario::{ROOT, RecordIx, ScenarioDocument},
    syntax::{Attributes, Block, BlockKind, FileSection, InstructionEntry, flatten_blocks},
    text::{Span, join},
};
use tower_lsp::gen_lsp_types::SymbolKind;

/// Returns the name of a piece; `None` if the outline does not list it.
pub(super) fn of_piece(
    piece: Piece<'_>,
    lines: &PositionMap,
    scenario: Option<&ScenarioDocument>,
) -> Option<NamedPart> {
    match piece.kind {
        PieceKind::Section(place) => section(place, lines),
        PieceKind::Entry(entry) => Some(instruction(entry, lines)),
        PieceKind::Block(block) => unit(block, piece.span, lines),
        PieceKind::Part(named) => named,
        PieceKind::Record(at) => record(scenario?, at),
        PieceKind::Text
        | PieceKind::Token(_)
        | PieceKind::Strike
        | PieceKind::Name(_)
        | PieceKind::Front
        | PieceKind::Payload
        | PieceKind::Comment => None,
    }
}

fn section(place: &FileSection, lines: &PositionMap) -> Option<NamedPart> {
    if place.heading_span.is_empty() {
        // text above the first heading belongs to no section
        return None;
    }
    let id = place.attrs.id.as_ref().map(|id| format!("#{}", id.value));
    let page = place.attrs.get("page");
    let page = page.map(|page| format!("page {}", page.value));
    Some(NamedPart {
        name: match &*place.heading.text {
            "" => id.clone().unwrap_or_else(|| "section".into()),
            words => words.to_owned(),
        },
        detail: join(id.into_iter().chain(page), " · "),
        kind: SymbolKind::Class,
        head: lines.trimmed(place.heading_span),
    })
}

/// Returns the names that attributes give, as they are written.
fn ids(attrs: &Attributes) -> impl Iterator<Item = String> {
    attrs.names().map(|(name, _)| format!("#{name}"))
}

fn instruction(entry: &InstructionEntry, lines: &PositionMap) -> NamedPart {
    let n = entry.attrs.get("n").map(|n| format!("{}: ", n.value));
    let mut made: Vec<String> = ids(&entry.attrs).collect();
    for block in flatten_blocks(&entry.payload) {
        let names = ids(&block.attrs).filter(|name| !made.contains(name));
        made.extend(names.collect::<Vec<_>>());
    }
    let words = match entry.heading_span.of(lines.text()).trim() {
        "" => "instruction",
        words => words,
    };
    NamedPart {
        name: format!("{}{words}", n.unwrap_or_default()),
        detail: made.join(", "),
        kind: SymbolKind::Method,
        head: entry.heading_span,
    }
}

/// Names a unit that has a label or an id, and headings and tables.
fn unit(block: &Block, span: Span, lines: &PositionMap) -> Option<NamedPart> {
    let ids: Vec<String> = ids(&block.attrs).collect();
    let label = block.label.as_ref().map(|label| label.value.trim());
    let label = label.filter(|label| !label.is_empty());
    let kind = match block.kind {
        BlockKind::Heading => SymbolKind::Class,
        BlockKind::Table => SymbolKind::Array,
        // a row describes its cells well enough
        BlockKind::Cell => return None,
        BlockKind::Paragraph | BlockKind::Bullet | BlockKind::Row | BlockKind::Sentence => {
            if ids.is_empty() && label.is_none() {
                return None;
            }
            match block.attrs.get("term") {
                Some(_) if block.kind != BlockKind::Sentence => SymbolKind::Constant,
                _ => SymbolKind::Field,
            }
        }
    };
    let first = first_text(block);
    let name = match (block.kind, label) {
        (BlockKind::Table, None) => "table".to_owned(),
        (_, Some(label)) => label.to_owned(),
        (_, None) if first.is_empty() => {
            let kind = || UnitKind::of(block.kind).name().to_owned();
            ids.first().cloned().unwrap_or_else(kind)
        }
        (_, None) => shortened(first),
    };
    let line = lines.span(lines.line(span.start()));
    Some(NamedPart {
        name,
        detail: ids.join(", "),
        kind,
        head: span.with_end(span.end().min(line.end().max(span.start()))),
    })
}

/// Returns the first text in a unit.
fn first_text(block: &Block) -> &str {
    let own = block.text().map(|text| &*text.text);
    own.or_else(|| block.children().first().map(first_text))
        .unwrap_or_default()
}

fn record(document: &ScenarioDocument, at: RecordIx) -> Option<NamedPart> {
    let (scenario, vocabulary) = document.parsed()?;
    let record = scenario.record(at);
    let before = &document.text[..record.span.start()];
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_heading = record.kind != ROOT
        && line.trim_start().starts_with('#')
        && !vocabulary.kind(record.kind).name.is_empty();
    let words = join(record.span.of(&document.text).split_whitespace(), " ");
    Some(NamedPart {
        name: match words.as_str() {
            "" => "record".to_owned(),
            words => shortened(words),
        },
        detail: document.summary(at).join(" · "),
        kind: match (is_heading, record.parent) {
            (true, RecordIx(0)) => SymbolKind::Class,
            (true, _) => SymbolKind::Module,
            (false, _) => SymbolKind::Field,
        },
        head: record.span,
    })
}

/// Shortens a long text after a word.
pub(crate) fn shortened(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    if text.chars().count() <= MAX_LENGTH {
        return text.to_owned();
    }
    let cut: String = text.chars().take(MAX_LENGTH).collect();
    let whole = cut.rsplit_once(' ').map_or(&*cut, |(before, _)| before);
    format!("{whole} …")
}
