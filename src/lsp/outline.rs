//! What a file holds, as a tree: sections, instructions and clauses; the armies of a scenario; of `ruleset.toml` editions, documents and profiles.

use super::{
    client_capabilities::ClientCapabilities, play, position::Lines, request_error::Answer,
    snapshot::Snapshot,
};
use crate::{
    analysis::SourceKind,
    model::Ruleset,
    syntax::{Block, BlockKind, FileSection, InstructionEntry, RulesFile},
    text::Span,
};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    DocumentSymbolParams, DocumentSymbolProvider, ServerCapabilities, SymbolKind, Uri,
};

/// Something that a file holds.
pub(super) struct Symbol {
    /// Its name; never empty.
    pub(super) name: String,
    /// What else is to be said of it.
    pub(super) detail: String,
    /// Its kind, one of those that every client knows.
    pub(super) kind: SymbolKind,
    /// All of it.
    pub(super) span: Span,
    /// What is shown of it when it is chosen; lies in `span`.
    pub(super) head: Span,
    /// What it holds.
    pub(super) children: Vec<Symbol>,
}

pub(super) fn announce(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.document_symbol_provider = Some(DocumentSymbolProvider::Bool(true));
}

/// What a document holds: as a tree, or as a list for clients that show no trees.
pub(super) fn outline(snapshot: &Snapshot<'_>, params: DocumentSymbolParams) -> Answer<Value> {
    let uri = params.text_document.uri;
    let Some((symbols, lines)) = symbols(snapshot, &uri) else {
        return Ok(None);
    };
    let as_tree = snapshot
        .session
        .capabilities
        .has("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport");
    Ok(Some(if as_tree {
        symbols.iter().map(|symbol| tree(&lines, symbol)).collect()
    } else {
        let mut out = Vec::new();
        symbols
            .iter()
            .for_each(|symbol| list(&lines, &uri, symbol, None, &mut out));
        Value::Array(out)
    }))
}

/// What the file at an address holds; none where it holds no rules.
pub(super) fn symbols(snapshot: &Snapshot<'_>, uri: &Uri) -> Option<(Vec<Symbol>, Lines)> {
    let source = snapshot.state.source(uri)?;
    let entry = snapshot.analysis().source(source)?;
    let lines = snapshot.lines(source);
    let symbols = match entry.kind {
        SourceKind::Rules => of_file(snapshot.analysis().file(source)?, &lines),
        SourceKind::Ruleset => of_ruleset(
            &snapshot.analysis().ruleset_db(&entry.ruleset)?.ruleset,
            &lines,
        ),
        SourceKind::Scenario => play::symbols(&*snapshot.play(uri)?, &lines),
        SourceKind::Thesaurus | SourceKind::Vocabulary | SourceKind::Check | SourceKind::Import => {
            return None;
        }
    };
    Some((symbols, lines))
}

fn tree(lines: &Lines, symbol: &Symbol) -> Value {
    json!({
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": symbol.kind,
        "range": lines.range(symbol.span),
        "selectionRange": lines.range(symbol.head),
        "children": symbol.children.iter().map(|child| tree(lines, child)).collect::<Vec<_>>(),
    })
}

fn list(lines: &Lines, uri: &Uri, symbol: &Symbol, container: Option<&str>, out: &mut Vec<Value>) {
    let mut own = json!({
        "name": symbol.name,
        "kind": symbol.kind,
        "location": {"uri": uri, "range": lines.range(symbol.span)},
    });
    if let Some(container) = container {
        own["containerName"] = container.into();
    }
    out.push(own);
    symbol
        .children
        .iter()
        .for_each(|child| list(lines, uri, child, Some(&symbol.name), out));
}

fn of_file(file: &RulesFile, lines: &Lines) -> Vec<Symbol> {
    file.places
        .iter()
        .flat_map(|place| section(place, lines))
        .collect()
}

fn section(place: &FileSection, lines: &Lines) -> Vec<Symbol> {
    let id = place.attrs.id.as_ref().map(|id| format!("#{}", id.value));
    let page = place
        .attrs
        .get("page")
        .map(|page| format!("page {}", page.value));
    let children = clauses(&place.blocks, lines)
        .into_iter()
        .chain(place.entries.iter().map(|entry| instruction(entry, lines)));
    if place.heading_span.is_empty() {
        // what stands above the first heading belongs to none
        return children.collect();
    }
    let words = place.heading.text.to_string();
    vec![Symbol {
        name: if words.is_empty() {
            id.clone().unwrap_or_else(|| "section".into())
        } else {
            words
        },
        detail: id.into_iter().chain(page).collect::<Vec<_>>().join(" · "),
        kind: SymbolKind::Class,
        span: lines.trimmed(place.span),
        head: lines.trimmed(place.heading_span),
        children: children.collect(),
    }]
}

fn instruction(entry: &InstructionEntry, lines: &Lines) -> Symbol {
    let n = entry.attrs.get("n").map(|n| format!("{}: ", n.value));
    let mut made: Vec<String> = entry
        .attrs
        .names()
        .map(|(name, _)| format!("#{name}"))
        .collect();
    for block in crate::lint::flatten_blocks(&entry.payload) {
        let names = block
            .attrs
            .names()
            .map(|(name, _)| format!("#{name}"))
            .filter(|name| !made.contains(name));
        made.extend(names.collect::<Vec<_>>());
    }
    let words = entry.heading_span.of(lines.text()).trim();
    Symbol {
        name: format!(
            "{}{}",
            n.unwrap_or_default(),
            if words.is_empty() {
                "instruction"
            } else {
                words
            }
        ),
        detail: made.join(", "),
        kind: SymbolKind::Method,
        span: lines.trimmed(entry.span),
        head: entry.heading_span,
        children: clauses(&entry.payload, lines),
    }
}

/// The units that have a label or a name, each with those inside it; of units that have neither, those inside.
fn clauses(blocks: &[Block], lines: &Lines) -> Vec<Symbol> {
    blocks
        .iter()
        .flat_map(|block| clause(block, lines))
        .collect()
}

fn clause(block: &Block, lines: &Lines) -> Vec<Symbol> {
    let ids: Vec<String> = block
        .attrs
        .names()
        .map(|(name, _)| format!("#{name}"))
        .collect();
    let label = block
        .label
        .as_ref()
        .map(|label| label.value.trim())
        .filter(|label| !label.is_empty());
    let kind = match block.kind {
        BlockKind::Heading => SymbolKind::Class,
        BlockKind::Table => SymbolKind::Array,
        BlockKind::Paragraph | BlockKind::Bullet | BlockKind::Row
            if block.attrs.get("term").is_some() =>
        {
            SymbolKind::Constant
        }
        BlockKind::Paragraph | BlockKind::Bullet | BlockKind::Row | BlockKind::Sentence => {
            SymbolKind::Field
        }
        // a row tells enough of its cells
        BlockKind::Cell => return Vec::new(),
    };
    // the first row names the columns
    let inside = if block.kind == BlockKind::Table {
        block.children().get(1..).unwrap_or_default()
    } else {
        block.children()
    };
    let children = clauses(inside, lines);
    let named = !ids.is_empty() || label.is_some();
    if !named && !matches!(block.kind, BlockKind::Heading | BlockKind::Table) {
        return children;
    }
    let first = first_text(block);
    let name = match (block.kind, label) {
        (BlockKind::Table, None) => "table".to_owned(),
        (_, Some(label)) => label.to_owned(),
        (_, None) if first.is_empty() => ids
            .first()
            .cloned()
            .unwrap_or_else(|| crate::model::UnitKind::of(block.kind).name().to_owned()),
        (_, None) => shortened(first),
    };
    let span = lines.trimmed(block.span);
    let line = lines.span(lines.line(span.start()));
    let head = Span::new(span.start(), span.end().min(line.end().max(span.start())));
    vec![Symbol {
        name,
        detail: ids.join(", "),
        kind,
        span,
        head,
        children,
    }]
}

/// The first words of a unit.
fn first_text(block: &Block) -> &str {
    let own = block.text().map(|text| &*text.text);
    own.or_else(|| block.children().first().map(first_text))
        .unwrap_or_default()
}

/// The beginning of a long text.
pub(super) fn shortened(text: &str) -> String {
    const LONG: usize = 60;
    if text.chars().count() <= LONG {
        return text.to_owned();
    }
    let cut: String = text.chars().take(LONG).collect();
    format!(
        "{} …",
        cut.rsplit_once(' ')
            .map_or(cut.as_str(), |(before, _)| before)
    )
}

/// A table of a TOML file, of which the first line is known; whatever else stays as it is.
fn table(lines: &Lines, head: Span) -> Span {
    let text = lines.text();
    if !head.of(text).starts_with('[') {
        return head;
    }
    let own = (lines.line(head.end()) + 1..lines.count()).map(|line| lines.span(line));
    let own = own.take_while(|line| !line.of(text).starts_with('['));
    // what is said between two tables belongs to the next
    let says = |line: &Span| !line.of(text).trim().is_empty() && !line.of(text).starts_with('#');
    own.filter(says)
        .last()
        .map_or(head, |last| Span::new(head.start(), last.end()))
}

fn of_ruleset(ruleset: &Ruleset, lines: &Lines) -> Vec<Symbol> {
    let symbol = |name: &str, detail: String, kind, span: Span| {
        let head = lines.trimmed(span);
        let span = table(lines, head);
        (!span.is_empty() && !name.is_empty()).then(|| Symbol {
            name: name.to_owned(),
            detail,
            kind,
            span,
            head,
            children: Vec::new(),
        })
    };
    let edition = |edition: &crate::model::Edition| {
        let amends = edition
            .amends
            .map(|older| format!("amends {}", ruleset.edition_id(older)));
        symbol(
            &edition.id,
            amends.unwrap_or_default(),
            SymbolKind::Constant,
            edition.span,
        )
    };
    let document = |document: &crate::model::Document| {
        symbol(
            &document.key,
            document.title.clone(),
            SymbolKind::File,
            document.span,
        )
    };
    let profile = |profile: &crate::model::Profile| {
        symbol(
            &profile.name,
            profile.scopes.join(", "),
            SymbolKind::Property,
            profile.span,
        )
    };
    let editions = ruleset.editions.iter().filter_map(edition);
    let documents = ruleset.documents.values().filter_map(document);
    let mut out: Vec<Symbol> = editions
        .chain(documents)
        .chain(ruleset.profiles.iter().filter_map(profile))
        .collect();
    out.sort_by_key(|symbol| symbol.span.start());
    out
}
