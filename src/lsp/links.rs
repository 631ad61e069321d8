//! Answers `textDocument/documentLink`: links to clauses, pages and web addresses.

use super::{ClientCapabilities, HandlerResult, Snapshot, navigation};
use crate::{
    analysis::SourceOrigin,
    diagnostic::Location,
    lint,
    resolve::{OccurrenceRole, RulesetDb, Symbol, View},
    syntax::{MarkKind, RulesFile},
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
    let source = snapshot.state.source(&params.text_document.uri);
    let Some((source, (db, names))) =
        source.and_then(|source| Some((source, snapshot.names(source)?)))
    else {
        return Ok(None);
    };
    let Some(view) = &snapshot.view(db) else {
        return Ok(None);
    };
    let lines = snapshot.lines(source);
    let tooltips = snapshot.client_has("/textDocument/documentLink/tooltipSupport");
    let link = |(span, target, tooltip): (Span, Uri, String)| DocumentLink {
        range: lines.range(span),
        target: Some(target),
        tooltip: Some(tooltip).filter(|_| tooltips),
        data: None,
    };
    let mut linker = LinkResolver {
        snapshot,
        db,
        view,
        known: HashMap::new(),
    };
    let file = snapshot.analysis().file(source);
    let mut out = file.map_or_else(Vec::new, |file| web(file, lines.text()));
    for occurrence in names {
        snapshot.check_cancelled()?;
        let leads = matches!(occurrence.symbol, Symbol::Clause(_) | Symbol::Page(_))
            && occurrence.role == OccurrenceRole::Reference;
        if !leads {
            continue;
        }
        let here = |at: Location| at.source == source && at.span.touches(occurrence.span.start());
        let target = linker.target(&occurrence.symbol);
        if let Some((at, tooltip)) = target.filter(|(at, _)| !here(*at))
            && let Some(target) = address(snapshot, at)
        {
            out.push((occurrence.span, target, tooltip));
        }
    }
    out.sort_by_key(|(span, ..)| *span);
    Ok(Some(out.into_iter().map(link).collect()))
}

/// Converts a location to a URI: editors read `#L12` as line 12.
fn address(snapshot: &Snapshot<'_>, at: Location) -> Option<Uri> {
    let own = snapshot.analysis().source(at.source)?;
    if own.origin == SourceOrigin::Shipped && !snapshot.session.settings.virtual_documents {
        return None;
    }
    let uri = snapshot.openable_uri(at.source)?;
    let line = snapshot.lines(at.source).line(at.span.start()) + 1;
    Uri::parse(&format!("{}#L{line}", uri.as_str())).ok()
}

/// Finds the location and tooltip of the symbol that a link names, at one view, and remembers those
/// already found.
struct LinkResolver<'s, 'a> {
    snapshot: &'s Snapshot<'a>,
    db: &'a RulesetDb,
    view: &'s View,
    known: HashMap<Symbol, Option<(Location, String)>>,
}

impl LinkResolver<'_, '_> {
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
        let id = symbol.name().split('/').next().unwrap_or_default();
        let section = self.db.section_of(id).unwrap_or(id);
        let heading = self.db.heading(section).unwrap_or(id);
        match self.db.page(section) {
            Some(own) => format!("{heading}, {}", page(own)),
            None => heading.to_owned(),
        }
    }
}

/// Returns the links to web addresses.
fn web(file: &RulesFile, text: &str) -> Vec<(Span, Uri, String)> {
    let mut out = Vec::new();
    for inline in lint::file_inlines(file) {
        for mark in &inline.marks {
            let MarkKind::Url(address) = &mark.kind else {
                continue;
            };
            let words = inline.source_span(mark.span);
            // after the words comes `](https://…)`, or nothing if the address is its own text
            let rest = text.get(words.end()..).unwrap_or_default();
            let target = rest.starts_with("](").then(|| rest.find(')')).flatten();
            let span = match target {
                Some(end) => Span::new(words.start().saturating_sub(1), words.end() + end + 1),
                None => words,
            };
            let uri = Uri::parse(address).ok();
            let uri = uri.filter(|uri| matches!(uri.scheme(), "http" | "https" | "mailto"));
            out.extend(uri.map(|uri| (span, uri, address.to_string())));
        }
    }
    out
}
