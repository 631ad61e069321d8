//! Finds the links in a rules file, with their targets: clauses, pages and web addresses.

mod handler;

use super::{ResponseError, RulesDocument, Snapshot, navigation};
use crate::{
    diagnostic::Location,
    lint,
    resolve::{OccurrenceRole, RulesetDb, Symbol, View},
    syntax::MarkKind,
    text::Span,
};
use std::collections::HashMap;

pub(super) use handler::{links, set_capabilities};

/// A link in a rules file: its span, target and tooltip.
struct Link {
    span: Span,
    target: LinkTarget,
    /// The title of the target, or its address.
    tooltip: String,
}

/// The target of a link: a web address as written, or a location in the rules.
enum LinkTarget {
    /// An address that the text contains. It may be of any scheme, and invalid.
    Web(String),
    /// A place in the rules.
    Rules(Location),
}

/// Returns the links of a document. Links to clauses lead to the wording in force, links to pages
/// to the first section on the page. A target that is not found gives no link.
fn collect(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    view: &View,
) -> Result<Vec<Link>, ResponseError> {
    let mut linker = LinkResolver {
        snapshot,
        db: document.db,
        view,
        known: HashMap::new(),
    };
    let mut out = web(document);
    for occurrence in document.occurrences() {
        snapshot.check_cancelled()?;
        let leads = matches!(occurrence.symbol, Symbol::Clause(_) | Symbol::Page(_))
            && occurrence.role == OccurrenceRole::Reference;
        if !leads {
            continue;
        }
        let here =
            |at: Location| at.source == document.source && at.span.touches(occurrence.span.start());
        if let Some((at, tooltip)) = linker
            .target(&occurrence.symbol)
            .filter(|(at, _)| !here(*at))
        {
            out.push(Link {
                span: occurrence.span,
                target: LinkTarget::Rules(at),
                tooltip,
            });
        }
    }
    out.sort_by_key(|link| link.span);
    Ok(out)
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
        let id = symbol.name();
        let section = self.db.section_of(id).unwrap_or(id);
        let heading = self.db.heading(section).unwrap_or(id);
        match self.db.page(section) {
            Some(own) => format!("{heading}, {}", page(own)),
            None => heading.to_owned(),
        }
    }
}

/// Returns the links to web addresses.
fn web(document: &RulesDocument<'_>) -> Vec<Link> {
    let text = document.lines.text();
    let mut out = Vec::new();
    for inline in lint::file_inlines(document.file) {
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
            out.push(Link {
                span,
                target: LinkTarget::Web(address.to_string()),
                tooltip: address.to_string(),
            });
        }
    }
    out
}
