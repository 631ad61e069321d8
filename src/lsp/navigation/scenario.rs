//! Finds where the rules define a scenario's word: glossary entry, edition, values in its sums.

use super::locations;
use crate::{
    diagnostic::Location,
    lsp::Snapshot,
    resolve::Symbol,
    scenario::{ScenarioDocument, WordRole},
    text::Span,
};

/// Returns the locations, and the span from which they are reached.
pub(crate) fn rules_locations(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    byte: usize,
) -> Option<(Vec<Location>, Span)> {
    let db = document.ruleset_db(snapshot.analysis())?;
    let word = document.word(byte)?;
    let case = document.bound.as_ref().ok();
    let view = case
        .map(|case| case.rule_values.view.clone())
        .or_else(|| snapshot.view(db))?;
    let mut out: Vec<Location> = Vec::new();
    let symbol = match word.role {
        WordRole::Setting => {
            let front = document.front()?;
            let is = |own: &Option<crate::text::Spanned<String>>| {
                own.as_ref()
                    .filter(|own| own.span == word.span)
                    .map(|own| own.value.clone())
            };
            is(&front.edition)
                .map(|id| Symbol::Edition(id.into()))
                .or_else(|| {
                    is(&front.ruleset).map(|_| Symbol::Ruleset(db.ruleset.key.as_str().into()))
                })
        }
        WordRole::Value(..) => document.term(db, word).map(|id| Symbol::Term(id.into())),
        WordRole::Heading | WordRole::Key | WordRole::Name(_) => None,
    };
    if let Some(symbol) = symbol {
        out.extend(locations::locations(snapshot, db, &symbol, &view));
    }
    // a name or number of a line also leads to the numbers that its sums depend on
    if let (Some(case), Some(record)) = (case, document.record(byte))
        && case.scenario.descendants(record).len() == 0
    {
        for figure in document.sum_results_of(record) {
            out.extend(
                case.cited_values(&figure.dependencies)
                    .into_iter()
                    .filter_map(|number| number.citation.at),
            );
        }
    }
    let mut seen = Vec::new();
    out.retain(|at| {
        let fresh = !seen.contains(at);
        seen.push(*at);
        fresh
    });
    Some((out, word.span))
}
