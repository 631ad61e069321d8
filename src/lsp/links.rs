//! Links: to clauses, pages and web addresses.

use super::{
    client_capabilities::ClientCapabilities,
    navigation, occurrence,
    response_error::HandlerResult,
    snapshot::{RulesDocument, Snapshot},
};
use crate::{
    analysis::SourceOrigin,
    diagnostic::Location,
    lint,
    resolve::{OccurrenceRole, RulesetDb, Symbol, View},
    syntax::MarkKind,
    text::Span,
};
use std::collections::HashMap;
use tower_lsp::gen_lsp_types::{
    DocumentLink, DocumentLinkOptions, DocumentLinkParams, ServerCapabilities, Uri,
};

pub(super) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.document_link_provider = Some(DocumentLinkOptions {
        resolve_provider: Some(false),
        ..DocumentLinkOptions::default()
    });
}

/// Returns the links of a document. Links to clauses lead to the wording in force, links to pages
/// to the first section on the page. A target that is not found, or that the client cannot open,
/// gives no link.
pub(super) fn links(
    snapshot: &Snapshot<'_>,
    params: DocumentLinkParams,
) -> HandlerResult<Vec<DocumentLink>> {
    let Some(document) = snapshot.rules_document(&params.text_document.uri) else {
        return Ok(None);
    };
    let Some(view) = snapshot.view(document.db) else {
        return Ok(None);
    };
    let tooltips = snapshot
        .session
        .capabilities
        .has("/textDocument/documentLink/tooltipSupport");
    let mut linker = Linker {
        snapshot,
        db: document.db,
        view: &view,
        known: HashMap::new(),
    };
    let mut out: Vec<(Span, Uri, String)> = web(&document);
    for occurrence in occurrence::occurrences(document.file, document.lines.text()) {
        snapshot.check_cancelled()?;
        let leads = match occurrence.symbol {
            Symbol::Clause(_) | Symbol::Page(_) => occurrence.role == OccurrenceRole::Reference,
            Symbol::Fact(_)
            | Symbol::Term(_)
            | Symbol::Document(_)
            | Symbol::Edition(_)
            | Symbol::Ruleset(_) => false,
        };
        if !leads {
            continue;
        }
        let here =
            |at: Location| at.source == document.source && at.span.touches(occurrence.span.start());
        if let Some((at, tooltip)) = linker
            .target(&occurrence.symbol)
            .filter(|(at, _)| !here(*at))
            && let Some(target) = linker.address(at)
        {
            out.push((occurrence.span, target, tooltip));
        }
    }
    out.sort_by_key(|(span, _, _)| (span.start(), span.end()));
    let links = out.into_iter().map(|(span, target, tooltip)| DocumentLink {
        range: document.range(span),
        target: Some(target),
        tooltip: Some(tooltip).filter(|_| tooltips),
        data: None,
    });
    Ok(Some(links.collect()))
}

struct Linker<'s, 'a> {
    snapshot: &'s Snapshot<'a>,
    db: &'a RulesetDb,
    view: &'s View,
    known: HashMap<Symbol, Option<(Location, String)>>,
}

impl Linker<'_, '_> {
    /// Returns the target of a link, with its title.
    fn target(&mut self, symbol: &Symbol) -> Option<(Location, String)> {
        if let Some(known) = self.known.get(symbol) {
            return known.clone();
        }
        let at = navigation::locations(self.snapshot, self.db, symbol, self.view)
            .first()
            .copied();
        let found = at.map(|at| (at, self.title(symbol)));
        self.known.insert(symbol.clone(), found.clone());
        found
    }

    fn title(&self, symbol: &Symbol) -> String {
        let page = |page: &str| format!("page {page}");
        if let Symbol::Page(own) = symbol {
            return page(own);
        }
        let id = symbol.name();
        let section = self.db.section_of(id).unwrap_or(id);
        let heading = self.db.heading(section).unwrap_or(id);
        match self.db.page(section) {
            Some(own) => format!("{heading}, {}", page(own)),
            None => heading.to_owned(),
        }
    }

    /// Converts a location to a URI: editors read `#L12` as line 12.
    fn address(&self, at: Location) -> Option<Uri> {
        let own = self.snapshot.analysis().source(at.source)?;
        let session = self.snapshot.session;
        if own.origin == SourceOrigin::Shipped
            && !session.capabilities.opens_virtual_texts()
            && !session.settings.virtual_documents
        {
            return None;
        }
        let uri = self.snapshot.uri(at.source)?;
        let line = self.snapshot.lines(at.source).line(at.span.start()) + 1;
        Uri::parse(&format!("{}#L{line}", uri.as_str())).ok()
    }
}

/// Returns the links to web addresses.
fn web(document: &RulesDocument<'_>) -> Vec<(Span, Uri, String)> {
    let text = document.lines.text();
    let mut out = Vec::new();
    for inline in lint::file_inlines(document.file) {
        for mark in &inline.marks {
            let MarkKind::Url(address) = &mark.kind else {
                continue;
            };
            let web = Uri::parse(address)
                .ok()
                .filter(|uri| matches!(uri.scheme(), "http" | "https" | "mailto"));
            let Some(target) = web else { continue };
            let words = inline.source_span(mark.span);
            // after the words comes `](https://…)`, or nothing if the address is its own text
            let rest = text.get(words.end()..).unwrap_or_default();
            let behind = rest.starts_with("](").then(|| rest.find(')')).flatten();
            let span = match behind {
                Some(end) => Span::new(words.start().saturating_sub(1), words.end() + end + 1),
                None => words,
            };
            out.push((span, target, address.to_string()));
        }
    }
    out
}
