//! Determines the section and page that a clause changes, from names before it or a heading in it:
//! as the place of its draft alone, or of the lines below too.

use super::{
    classifier::LineClassifier,
    heading::{figure_heading, trim_heading},
};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        clause::{ClauseAction, PayloadPlace, VerbClause},
        line_shape::is_caps,
        sheet::{Confidence, PrintedPlace},
    },
    syntax::UnitNoun,
    text::Span,
};

impl LineClassifier<'_> {
    /// Enters the names and places in front of the first clause of a line.
    pub(super) fn enter_names(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        let page = parsed.lead.page.clone();
        if parsed.paged && !parsed.names.is_empty() && parsed.leads_with_instruction() {
            let names = parsed.path(self.text(at)).into_iter();
            let (path, _) = self.split_labels(names.map(|name| trim_heading(&name)).collect());
            self.enter_place(path, page.clone());
        } else if parsed.paged && self.paged && parsed.names.is_empty() && page != self.place.page {
            // where names follow pages, a page without a name leaves the place before
            self.enter_place(Vec::new(), page.clone());
        } else if (self.paged || self.inline)
            && parsed.names.is_empty()
            && page.is_some()
            && page != self.place.page
        {
            // `In the entry for Hordes on page 23` after another place in a sentence
            self.enter_place(Vec::new(), page.clone());
        }
        self.paged = parsed.paged || self.paged && parsed.names.is_empty();
        let inline = std::mem::take(&mut self.inline) && parsed.lead.heading.is_none();
        self.inline = parsed.lead.heading.is_some() || inline && parsed.names.is_empty();
        for (nth, (name, ..)) in parsed
            .names
            .iter()
            .enumerate()
            .filter(|_| parsed.leads_with_instruction() && !parsed.paged)
        {
            let known = self.known.find_place(self.ruleset, name).is_some();
            let here = page.is_none() || page == self.place.page;
            if here && self.is_label_here(name) {
                continue;
            }
            let first = nth == 0
                && (known
                    || name.starts_with(|c: char| c.is_ascii_digit())
                    || inline
                    || self.page_headed
                    || self.place.path.is_empty()
                    || page.is_some() && (parsed.lead.steps.is_empty() || is_caps(name)));
            if first || known {
                self.enter_place(vec![trim_heading(name)], page.clone());
            }
        }
        if let Some(heading) = &parsed.lead.heading
            && !self.is_only_label_here(heading)
        {
            self.enter_place(vec![trim_heading(heading)], page.clone());
        }
        if let Some(step) = parsed
            .lead
            .steps
            .first()
            .filter(|step| step.unit() == Some(UnitNoun::Figure) && parsed.names.is_empty())
            .filter(|step| step.name().is_some())
        {
            self.enter_place(vec![figure_heading(step)], page.clone());
        }
        self.place.page = page.or(self.place.page.take());
    }

    /// Whether the current section has a unit with the label `name`.
    pub(super) fn is_label_here(&self, name: &str) -> bool {
        let id = self.place.id.as_deref();
        id.is_some_and(|id| self.known.has_label(self.ruleset, id, name))
    }

    /// Whether the current section has a unit with the label `name`, and no section has that heading.
    pub(super) fn is_only_label_here(&self, name: &str) -> bool {
        self.is_label_here(name) && self.known.find_place(self.ruleset, name).is_none()
    }

    /// Splits the labels of units off the end of the names of a place: `Trading, Salt`.
    pub(super) fn split_labels(&self, mut path: Vec<String>) -> (Vec<String>, Vec<String>) {
        let find = |words: &str| self.known.find_place(self.ruleset, words).map(|(_, id)| id);
        let labels = (1..path.len()).find(|&at| {
            let is_label = |id| self.known.has_label(self.ruleset, id, &path[at]);
            find(&path[..=at].join(" ")).is_none() && find(&path[at - 1]).is_some_and(is_label)
        });
        let labels = labels.map_or_else(Vec::new, |at| path.split_off(at));
        (path, labels)
    }

    /// Enters the labelled part of the current place, and returns the place.
    pub(super) fn enter_label(&mut self, label: String) -> PrintedPlace {
        let mut inner = self.place.clone();
        inner.path.push(label);
        let known = self.known.find_place(self.ruleset, &inner.path.join(" "));
        inner.id = known.map(|(_, id)| id.to_owned());
        std::mem::replace(&mut self.place, inner)
    }

    /// Adds the draft of a clause again for each further section that its line names.
    pub(super) fn repeat_in_further_sections(
        &mut self,
        at: usize,
        nth: usize,
        labels: &[String],
        before: Option<usize>,
    ) {
        let (clause, lead) = &self.parsed[at].clauses[nth];
        if clause.payload != PayloadPlace::None && !lead.further.is_empty() {
            let words = Span::new(self.line_start(at), self.line_start(at));
            let why = format!(
                "it names further rules ({}); only the first is used",
                lead.further.join(", ")
            );
            if let Some(own) = self.out.drafts.last_mut() {
                own.add_doubt(words, Confidence::Unsure, why);
            }
            return;
        }
        for heading in &lead.further {
            let place = PrintedPlace {
                path: vec![trim_heading(heading)],
                id: None,
                ..self.place.clone()
            };
            let outer = std::mem::replace(&mut self.place, place);
            self.resolve_place_id();
            self.add_clause(at, nth, labels, before);
            self.place = outer;
        }
    }

    /// Sets the place of the last draft from the heading or page that its clause names.
    pub(super) fn enter_clause_place(
        &mut self,
        at: usize,
        clause: &VerbClause,
        labelled_page: bool,
    ) {
        if let Some(draft) = self.out.drafts.last_mut()
            && let Some(step) = draft.address.steps.first()
            && step.unit() == Some(UnitNoun::Figure)
            && step.name().is_some()
            && matches!(clause.action, ClauseAction::Delete)
        {
            // `Page 41a. Delete Figure 18b.`
            draft.place.path = vec![figure_heading(step)];
            draft.place.id = None;
            draft.place.page = clause.place.page.clone().or(self.place.page.clone());
            draft.address.steps.remove(0);
            return;
        }
        let named =
            matches!(clause.action, ClauseAction::Add(..)) && !self.parsed[at].names.is_empty();
        // a place whose name the rules do not have is a labelled part of the section
        let known = self.place.id.is_some() && self.parsed[at].lead.heading.is_none();
        let inside = (named || known) && clause.place.page.is_none();
        if let Some(heading) = clause.place.heading.as_ref()
            && inside
            && self.known.find_place(self.ruleset, heading).is_none()
            && let Some(draft) = self.out.drafts.last_mut()
            && draft.address.steps == clause.place.steps
        {
            // `Kraken: Add to Arms – Black Ink`
            draft
                .address
                .steps
                .insert(0, PrintedStep::labelled(heading, true));
            return;
        }
        if let Some(heading) = clause.place.heading.clone() {
            let page = clause.place.page.clone().or(self.place.page.clone());
            let place = PrintedPlace {
                path: vec![trim_heading(&heading)],
                id: None,
                page_carried: clause.place.page.is_none() && page.is_some() && !labelled_page,
                page,
            };
            let outer = std::mem::replace(&mut self.place, place);
            self.resolve_place_id();
            let place = std::mem::replace(&mut self.place, outer);
            if let Some(draft) = self.out.drafts.last_mut() {
                draft.place = place.clone();
            }
            if matches!(clause.action, ClauseAction::Replace)
                && clause.payload == PayloadPlace::Follows
            {
                self.place = place;
            }
        } else if let Some(page) = &clause.place.page
            && let Some(draft) = self.out.drafts.last_mut()
        {
            let unnamed = self.parsed[at].names.is_empty();
            if self.paged && unnamed && self.place.page.as_ref() != Some(page) {
                // where names follow pages, a page without a name leaves the place before
                (draft.place.path, draft.place.id) = (Vec::new(), None);
            }
            draft.place.page = Some(page.clone());
        }
    }
}

/// Whether a label is that of a grade of the troops with this name: `Kn(S)` of `Knights`.
pub(super) fn is_grade_of(name: Option<&String>, label: &str) -> bool {
    let (Some(name), Some((short, grade))) = (name, label.split_once('(')) else {
        return false;
    };
    let grade = grade.strip_suffix(')').unwrap_or_default();
    let (name, short) = (name.to_lowercase(), short.trim().to_lowercase());
    let mut letters = name.chars();
    let begins = name.chars().next() == short.chars().next();
    let graded = grade.len() == 1 && grade.bytes().all(|b| b.is_ascii_uppercase());
    graded && begins && !short.is_empty() && short.chars().all(|c| letters.any(|own| own == c))
}
