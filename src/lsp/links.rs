//! Links: to clauses, pages and web addresses.

use super::{
    client_capabilities::ClientCapabilities,
    mention::{self, Thing, Use},
    request_error::Answer,
    snapshot::{Open, Snapshot},
    targets,
};
use crate::{
    analysis::SourceOrigin,
    diagnostic::Location,
    lint,
    resolve::{RulesetDb, View},
    syntax::MarkKind,
    text::Span,
};
use std::collections::HashMap;
use tower_lsp::gen_lsp_types::{
    DocumentLink, DocumentLinkOptions, DocumentLinkParams, ServerCapabilities, Uri,
};

pub(super) fn announce(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.document_link_provider = Some(DocumentLinkOptions {
        resolve_provider: Some(false),
        ..DocumentLinkOptions::default()
    });
}

/// The links of a document. Those to clauses lead to the words in force, those to pages to the first section there; what is not found,
/// or can't be opened by the client, is no link.
pub(super) fn links(
    snapshot: &Snapshot<'_>,
    params: DocumentLinkParams,
) -> Answer<Vec<DocumentLink>> {
    let Some(open) = snapshot.open(&params.text_document.uri) else {
        return Ok(None);
    };
    let Some(view) = snapshot.view(open.db) else {
        return Ok(None);
    };
    let tooltips = snapshot
        .session
        .capabilities
        .has("/textDocument/documentLink/tooltipSupport");
    let mut linker = Linker {
        snapshot,
        db: open.db,
        view: &view,
        known: HashMap::new(),
    };
    let mut out: Vec<(Span, Uri, String)> = web(&open);
    for mention in mention::mentions(open.file, open.lines.text()) {
        snapshot.check_cancelled()?;
        let leads = match mention.thing {
            Thing::Clause(_) | Thing::Page(_) => mention.usage == Use::Refers,
            Thing::Fact(_)
            | Thing::Term(_)
            | Thing::Document(_)
            | Thing::Edition(_)
            | Thing::Ruleset(_) => false,
        };
        if !leads {
            continue;
        }
        let here = |at: Location| at.source == open.source && at.span.touches(mention.span.start());
        if let Some((at, tooltip)) = linker.target(&mention.thing).filter(|(at, _)| !here(*at))
            && let Some(target) = linker.address(at)
        {
            out.push((mention.span, target, tooltip));
        }
    }
    out.sort_by_key(|(span, _, _)| (span.start(), span.end()));
    let told = out.into_iter().map(|(span, target, tooltip)| DocumentLink {
        range: open.range(span),
        target: Some(target),
        tooltip: Some(tooltip).filter(|_| tooltips),
        data: None,
    });
    Ok(Some(told.collect()))
}

struct Linker<'s, 'a> {
    snapshot: &'s Snapshot<'a>,
    db: &'a RulesetDb,
    view: &'s View,
    known: HashMap<Thing, Option<(Location, String)>>,
}

impl Linker<'_, '_> {
    /// Where a link leads, with what it is to be called.
    fn target(&mut self, thing: &Thing) -> Option<(Location, String)> {
        if let Some(known) = self.known.get(thing) {
            return known.clone();
        }
        let at = targets::places(self.snapshot, self.db, thing, self.view)
            .first()
            .copied();
        let found = at.map(|at| (at, self.title(thing)));
        self.known.insert(thing.clone(), found.clone());
        found
    }

    fn title(&self, thing: &Thing) -> String {
        let page = |page: &str| format!("page {page}");
        if let Thing::Page(own) = thing {
            return page(own);
        }
        let id = thing.name();
        let section = self.db.section_of(id).unwrap_or(id);
        let heading = self.db.heading(section).unwrap_or(id);
        match self.db.page(section) {
            Some(own) => format!("{heading}, {}", page(own)),
            None => heading.to_owned(),
        }
    }

    /// A place as an address: editors read `#L12` as the twelfth line.
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

/// The links to addresses on the web.
fn web(open: &Open<'_>) -> Vec<(Span, Uri, String)> {
    let text = open.lines.text();
    let mut out = Vec::new();
    for inline in lint::file_inlines(open.file) {
        for mark in &inline.marks {
            let MarkKind::Url(address) = &mark.kind else {
                continue;
            };
            let web = Uri::parse(address)
                .ok()
                .filter(|uri| matches!(uri.scheme(), "http" | "https" | "mailto"));
            let Some(target) = web else { continue };
            let words = inline.source_span(mark.span);
            // behind the words stands `](https://…)`, or nothing where the address stands for itself
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
