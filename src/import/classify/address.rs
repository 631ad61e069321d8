//! Completes the address that a clause of a printed instruction gives (`2nd bullet: delete …`) by
//! its line, the lines above and the instruction before.

use super::{classifier::LineClassifier, heading::trim_heading};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        clause::{ClauseAction, VerbClause},
        instruction_draft::{InstructionDraft, is_glossary},
    },
    syntax::UnitNoun,
};

impl LineClassifier<'_> {
    /// Returns the labels in front of a clause: the names that are no places.
    pub(super) fn labels_before_clause(&self, at: usize) -> Vec<String> {
        let last = self.place.path.last();
        if !self.parsed[at].leads_with_instruction() && self.find_labels(at).is_none() {
            // the names are in prose in front of the instruction
            return Vec::new();
        }
        self.parsed[at]
            .names
            .iter()
            .map(|name| trim_heading(&name.0))
            .filter(|name| last != Some(name) && !self.place.path.contains(name))
            .collect()
    }

    /// Returns the complete address of a clause, and whether its paragraph is that of the
    /// instruction before.
    pub(super) fn full_address(
        &self,
        lead: &PrintedAddress,
        clause: &VerbClause,
        labels: &[String],
        before: Option<usize>,
        at: usize,
    ) -> (PrintedAddress, bool) {
        let mut address = PrintedAddress {
            heading: None,
            page: None,
            ..self.context.clone()
        };
        let mut own = PrintedAddress {
            heading: None,
            page: None,
            further: Vec::new(),
            ..lead.clone()
        };
        if matches!(clause.action, ClauseAction::Add(..)) {
            // `Title: "a" becomes "b". At the end add …`
            own.steps.retain(|step| !step.is_heading());
        }
        // the figure has become the place
        own.steps
            .retain(|step| step.unit() != Some(UnitNoun::Figure) || step.is_bare());
        let mut inner = clause.place.clone();
        inner.heading = None;
        inner.page = None;
        let has = |address: &PrintedAddress, unit: UnitNoun| {
            address.steps.iter().any(|step| step.unit() == Some(unit))
        };
        if has(&own, UnitNoun::Paragraph) || has(&inner, UnitNoun::Paragraph) {
            address.steps.clear();
            address.more.clear();
        }
        if let Some(label) = lead
            .heading
            .as_ref()
            .filter(|name| self.is_only_label_here(name))
        {
            own.steps.insert(0, PrintedStep::labelled(label, true));
        }
        address.join(own, true);
        // `Blades. Delete … Hordes. Delete …`: the label of the first clause is not that of the second
        let relabelled = self.parsed[at].clauses.first().is_some_and(|(_, first)| {
            let label = lead.steps.first().and_then(PrintedStep::name);
            first.steps.first() != lead.steps.first()
                && lead.steps.first().and_then(PrintedStep::unit) == Some(UnitNoun::Paragraph)
                && label.is_some_and(|label| label.starts_with(char::is_uppercase))
        });
        if !matches!(clause.action, ClauseAction::Values(_)) && !relabelled {
            self.insert_labels(&mut address, &inner, lead, labels, at);
        }
        address.join(inner, true);
        if is_glossary(&self.place) && self.is_label_here("table") {
            // `Table – add “…”` names the entry
            let table = |step: &&mut PrintedStep| step.bare == Some(UnitNoun::Table);
            let first = address.steps.first_mut().filter(table);
            first
                .into_iter()
                .for_each(|step| *step = PrintedStep::entry("Table"));
        }
        let first = address.steps.first().and_then(PrintedStep::unit);
        let deep = matches!(first, Some(UnitNoun::Sentence | UnitNoun::Bullet))
            && address.more.is_empty()
            && !begins_with_words(&address);
        let near = before
            .and_then(|before| self.out.drafts.get(before))
            .filter(|draft| draft.place == self.place && clause.place.heading.is_none());
        let parsed = &self.parsed[at];
        let first = parsed.clauses.first();
        let later = first.is_some_and(|(first, _)| first.start != clause.start);
        let paragraph = near
            .and_then(InstructionDraft::paragraph_steps)
            .filter(|_| deep && (parsed.names.is_empty() || later));
        match paragraph.filter(|_| !has(&address, UnitNoun::Paragraph)) {
            Some(steps) => {
                address.steps.splice(0..0, steps);
                (address, true)
            }
            None => (address, false),
        }
    }

    /// Inserts the labels of a line into an address, before or after the units that it names.
    fn insert_labels(
        &self,
        address: &mut PrintedAddress,
        inner: &PrintedAddress,
        lead: &PrintedAddress,
        labels: &[String],
        at: usize,
    ) {
        // `Para 2. Camelry. Replace with:` or `Camelry. Para 2. Replace with:`
        let parsed = &self.parsed[at];
        let after = parsed
            .names
            .first()
            .is_some_and(|(_, start, _)| *start > parsed.lead_start);
        let after = after && !lead.steps.is_empty() && parsed.clauses[0].1 == *lead;
        let inside = !inner.steps.is_empty() || !after && !address.steps.is_empty();
        let steps = labels.iter().enumerate().map(|(nth, label)| {
            let deeper = inside || nth + 1 < labels.len();
            if is_glossary(&self.place) {
                PrintedStep::entry(label)
            } else {
                PrintedStep::labelled(label, deeper)
            }
        });
        let at = if after { address.steps.len() } else { 0 };
        address.steps.splice(at..at, steps.collect::<Vec<_>>());
    }
}

/// Whether an address begins with a unit that is quoted, and so needs no paragraph.
fn begins_with_words(address: &PrintedAddress) -> bool {
    let first = address.steps.first();
    let sentence = first.and_then(PrintedStep::unit) == Some(UnitNoun::Sentence);
    let name = first.and_then(PrintedStep::name);
    name.is_some_and(|name| name.contains('…') || sentence && name.contains(char::is_alphabetic))
}
