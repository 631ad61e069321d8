//! What is asked of, before what is asked for: the same for most questions, so that it is remembered.

use super::{
    Search, asks_changes,
    bits::Bits,
    doc::DocKind,
    facet,
    filter::{Filter, both, either},
    index::{Index, IndexFault},
    query::Field,
};
use std::sync::{Arc, PoisonError};

/// How many are remembered.
const KEPT: usize = 24;

/// The documents that a question is asked of.
#[derive(Debug)]
pub(super) struct Scope {
    key: Key,
    /// Those of the kinds and sources.
    pub(super) eligible: Vec<Bits>,
    /// Those that hold at the editions asked for.
    pub(super) holding: Vec<Bits>,
    /// Those that are both.
    pub(super) now: Vec<Bits>,
    /// Those of the kinds and sources that do not hold.
    pub(super) past: Vec<Bits>,
    /// Rulings that the text contradicts or now contains, at the editions asked for.
    pub(super) superseded: Vec<Bits>,
}

/// What it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    editions: Vec<(String, String)>,
    hidden: Vec<String>,
    /// Whether changes are asked of, and whether by their editions.
    changes: (bool, bool),
}

impl Index {
    /// The documents that a question is asked of.
    pub(super) fn scope(&self, search: &Search<'_>, filter: &Filter<'_>) -> Result<Arc<Scope>, IndexFault> {
        let changes = (asks_changes(search.query), !search.query.conditions(Field::Changed).is_empty());
        let fits = |key: &Key| key.changes == changes && key.hidden == search.hidden && key.editions == search.editions;
        if let Some(known) = self.scopes.lock().unwrap_or_else(PoisonError::into_inner).iter().find(|scope| fits(&scope.key)) {
            return Ok(Arc::clone(known));
        }
        let (mut eligible, holding) = (self.eligible(search)?, filter.holding()?);
        // what says the same words where they hold speaks for them
        let repeated = filter.at_editions(|index, edition| index.faceted(facet::REPEATED, edition))?;
        eligible.iter_mut().zip(&repeated).for_each(|(eligible, repeated)| eligible.drop(repeated));
        let [contradicted, absorbed] = ["contradicted", "absorbed"]
            .map(|state| filter.at_editions(|index, edition| index.faceted(facet::STATE, &format!("{state}@{edition}"))));
        let mut superseded = either(contradicted?, &absorbed?);
        let mut said = self.no_docs();
        for kind in [DocKind::Clarification, DocKind::Guideline] {
            said = either(said, &self.faceted(facet::KIND, kind.name())?);
        }
        superseded = both(superseded, &said);
        let mut past = eligible.clone();
        past.iter_mut().zip(&holding).for_each(|(past, holding)| past.drop(holding));
        let now = both(eligible.clone(), &holding);
        let key = Key { editions: search.editions.to_vec(), hidden: search.hidden.to_vec(), changes };
        let scope = Arc::new(Scope { key, eligible, holding, now, past, superseded });
        let mut known = self.scopes.lock().unwrap_or_else(PoisonError::into_inner);
        known.truncate(KEPT - 1);
        known.insert(0, Arc::clone(&scope));
        Ok(scope)
    }

    /// The documents of the kinds and sources that are asked of.
    fn eligible(&self, search: &Search<'_>) -> Result<Vec<Bits>, IndexFault> {
        let changes = self.faceted(facet::KIND, DocKind::Change.name())?;
        let mut out = if asks_changes(search.query) {
            let mut out = changes.to_vec();
            // clarifications and notes are the work of a document too
            if search.query.conditions(Field::Changed).is_empty() {
                for kind in [DocKind::Clarification, DocKind::Guideline, DocKind::Note] {
                    let own = self.faceted(facet::KIND, kind.name())?;
                    out.iter_mut().zip(own.iter()).for_each(|(out, own)| out.add(own));
                }
            }
            out
        } else {
            let mut out = self.all_docs();
            out.iter_mut().zip(changes.iter()).for_each(|(out, changes)| out.drop(changes));
            out
        };
        for hidden in search.hidden {
            let hidden = self.faceted(facet::DOCUMENT, hidden)?;
            out.iter_mut().zip(hidden.iter()).for_each(|(out, hidden)| out.drop(hidden));
        }
        if search.editions.len() < self.preface.rulesets.len() {
            let mut asked = self.no_docs();
            for (ruleset, _) in search.editions {
                let own = self.faceted(facet::RULESET, ruleset)?;
                asked.iter_mut().zip(own.iter()).for_each(|(asked, own)| asked.add(own));
            }
            out = both(out, &asked);
        }
        Ok(out)
    }
}
