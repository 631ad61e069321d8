//! Where the rules speak of what stands in a scenario: the entry of the glossary, and the numbers that the sums of the line rest on.

use crate::scenario::ScenarioDocument;
use crate::{
    diagnostic::Location,
    lsp::{mention::Thing, snapshot::Snapshot, targets},
    scenario::WordRole,
    text::Span,
};

/// The places, and the bytes from which they are reached.
pub(in crate::lsp) fn places(
    snapshot: &Snapshot<'_>,
    play: &ScenarioDocument,
    byte: usize,
) -> Option<(Vec<Location>, Span)> {
    let db = play.ruleset_db(snapshot.analysis())?;
    let word = play.word(byte)?;
    let case = play.case.as_ref().ok();
    let view = case
        .map(|case| case.rule_values.view.clone())
        .or_else(|| snapshot.view(db))?;
    let mut out: Vec<Location> = Vec::new();
    let thing = match word.role {
        WordRole::Setting => {
            let front = play.front()?;
            let is = |own: &Option<crate::text::Spanned<String>>| {
                own.as_ref()
                    .filter(|own| own.span == word.span)
                    .map(|own| own.value.clone())
            };
            is(&front.edition)
                .map(Thing::Edition)
                .or_else(|| is(&front.ruleset).map(|_| Thing::Ruleset(db.ruleset.key.clone())))
        }
        WordRole::Value(..) => play.term(db, word).map(Thing::Term),
        WordRole::Heading | WordRole::Key | WordRole::Name(_) => None,
    };
    if let Some(thing) = thing {
        out.extend(targets::places(snapshot, db, &thing, &view));
    }
    // a name or number of a line, too, stands for what its sums rest on
    if let (Some(case), Some(record)) = (case, play.record(byte))
        && case.scenario.descendants(record).is_empty()
    {
        for figure in play.figures_of(record) {
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
