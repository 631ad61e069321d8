//! Composes what bears on a clause below its text: conflicts, rulings, remarks, earlier wordings.

use super::{Clause, ClauseAnnotation, ClauseRuling, ConflictSide, FormerText, WithdrawnChange};
use crate::{
    doc::{Block, Labelled, state, strong, text},
    text::join,
};
use indexmap::{IndexMap, IndexSet};

impl Clause {
    /// Returns what is in doubt, then rulings, remarks and earlier texts, which may be left out.
    pub fn remark_blocks(&self) -> Vec<Block> {
        let notices = self.notices.iter();
        let mut out: Vec<Block> = notices.map(|notice| Block::labelled("", notice)).collect();
        for conflict in &self.conflicts {
            let text = format!(
                "two instructions disagree on {}; neither is applied",
                conflict.id
            );
            let sides = conflict.sides.iter();
            let side = |side: &ConflictSide| {
                format!("{}: {}", side.origin.citation_with_address(), side.text)
            };
            out.push(Block::Labelled(Labelled {
                label: "Conflict",
                text: text.into(),
                items: sides.map(|own| side(own).into()).collect(),
                restated: None,
            }));
        }
        out.extend(open_instructions(&self.open));
        out.extend(withdrawn_changes(&self.withdrawn));
        let whole = self.notes_in_full();
        if !whole.is_empty() {
            out.push(Block::Notes {
                whole,
                short: self.summary(),
            });
        }
        if !self.children.is_empty() {
            out.push(Block::labelled("Parts", self.children.join(", ")));
        }
        out
    }

    /// Returns rulings, other contradictions and other remarks, one paragraph each.
    pub fn ruling_blocks(&self) -> Vec<Block> {
        let on_rulings = [&self.contradictions, &self.remarks, &self.deviations];
        let mut out = rulings(&self.clarifications, on_rulings.map(Vec::as_slice));
        out.extend(annotations(
            "Contradiction",
            self.others(&self.contradictions),
        ));
        out.extend(self.others(&self.remarks).map(|remark| {
            let text = format!("{} ({})", remark.text, remark.origin.remark_citation());
            Block::labelled("Remark", text)
        }));
        out
    }

    /// Returns rulings, remarks and earlier wordings, one paragraph each.
    fn notes_in_full(&self) -> Vec<Block> {
        let mut out = self.ruling_blocks();
        out.extend(earlier_texts(self).map(|earlier| {
            let editions = earlier_editions(earlier);
            Block::labelled("Earlier", format!("{editions}: {}", earlier.text))
        }));
        out.extend(annotations("Note", &self.notes));
        out.extend(annotations("Deviation", self.others(&self.deviations)));
        out
    }

    /// Returns the annotations that are on no ruling.
    fn others<'c>(
        &'c self,
        annotations: &'c [ClauseAnnotation],
    ) -> impl Iterator<Item = &'c ClauseAnnotation> {
        let is_other = |own: &&ClauseAnnotation| ruling_of(&self.clarifications, own).is_none();
        annotations.iter().filter(is_other)
    }

    /// Returns one line for rulings, one for contradictions, one for what else is remarked, and one for earlier
    /// wordings: who says them. The last one says how to see all.
    fn summary(&self) -> Vec<Block> {
        let rulings = by_care(&self.clarifications);
        let rulings = rulings.into_iter().map(|ruling| {
            let (document, state) = (&ruling.document, ruling.state.label());
            match &ruling.n {
                // letters say whose number it is: `C22.2`
                Some(number) if !number.starts_with(|c: char| c.is_ascii_digit()) => {
                    format!("{number} {state}")
                }
                Some(number) => format!("{document} {number} {state}"),
                None => format!("{document} {state}"),
            }
        });
        let remarks = self.others(&self.remarks).chain(&self.notes);
        let remarks = remarks.chain(self.others(&self.deviations));
        let earlier = earlier_texts(self).map(earlier_editions);
        let kinds = [
            ("Rulings", rulings.collect()),
            (
                "Contradictions",
                citations(self.others(&self.contradictions)),
            ),
            ("Remarks", citations(remarks)),
            ("Earlier", earlier.collect()),
        ];
        let mut shown: Vec<(&str, String)> = Vec::new();
        for (label, mut all) in kinds {
            all.dedup();
            if !all.is_empty() {
                shown.push((label, all.join("; ")));
            }
        }
        if let Some((_, last)) = shown.last_mut() {
            *last += "  (`--notes` shows them)";
        }
        let lines = shown.into_iter();
        lines
            .map(|(label, all)| Block::labelled(label, all))
            .collect()
    }
}

/// Returns the documents of annotations, each with the numbers: `3.2 sheet no. 20, 21`.
fn citations<'c>(annotations: impl IntoIterator<Item = &'c ClauseAnnotation>) -> Vec<String> {
    let mut documents: IndexMap<&str, IndexSet<&str>> = IndexMap::new();
    for own in annotations {
        let numbers = documents.entry(&own.origin.short).or_default();
        numbers.extend(own.origin.n.as_deref());
    }
    let cited = documents.into_iter().map(|(short, numbers)| {
        let numbers: Vec<&str> = numbers.into_iter().collect();
        match numbers.is_empty() {
            true => short.to_owned(),
            false => format!("{short} no. {}", numbers.join(", ")),
        }
    });
    cited.collect()
}

fn earlier_texts(clause: &Clause) -> impl Iterator<Item = &FormerText> {
    let has_words = |earlier: &&FormerText| earlier.text.contains(char::is_alphanumeric);
    clause.earlier.iter().filter(has_words)
}

fn earlier_editions(earlier: &FormerText) -> String {
    match &earlier.until {
        Some(until) => format!("{} until {until}", earlier.editions),
        None => earlier.editions.clone(),
    }
}

/// Returns rulings in the order of how much care they need.
fn by_care(rulings: &[ClauseRuling]) -> Vec<&ClauseRuling> {
    let mut rulings: Vec<&ClauseRuling> = rulings.iter().collect();
    rulings.sort_by_key(|ruling| ruling.state.care_rank());
    rulings
}

/// Returns the ruling that an annotation is on; `None` if there is none or more than one.
pub fn ruling_of<'r>(
    rulings: &'r [ClauseRuling],
    annotation: &ClauseAnnotation,
) -> Option<&'r ClauseRuling> {
    let origin = &annotation.origin;
    let is_on = |own: &&ClauseRuling| own.document == origin.document && own.n == origin.n;
    let mut found = rulings.iter().filter(is_on);
    found.next().filter(|_| found.next().is_none())
}

/// Returns rulings with their restatements if the printed wording is shown, those that need care first.
/// Below each are the reason for its state and the contradictions, remarks and deviations on it.
pub fn rulings(all: &[ClauseRuling], on_rulings: [&[ClauseAnnotation]; 3]) -> Vec<Block> {
    let ruling = |ruling: &ClauseRuling| {
        let on = on_rulings.map(|annotations| {
            let is_own = |own: &&ClauseAnnotation| ruling_of(all, own) == Some(ruling);
            annotations.iter().filter(is_own).collect()
        });
        let notes = ruling_notes(ruling, on).into_iter();
        let n = ruling.n.as_deref().unwrap_or_default();
        let state = state(ruling.state.label(), ruling.state.needs_care());
        let words = ruling.printed.as_ref().unwrap_or(&ruling.text);
        Block::Labelled(Labelled {
            label: "Ruling",
            text: text![
                format!("{} {n} (", ruling.document),
                state,
                format!(")  {words}")
            ],
            items: notes
                .map(|(label, note)| text![strong(label), "  ", note])
                .collect(),
            restated: ruling.printed.as_ref().map(|_| ruling.text.clone()),
        })
    };
    by_care(all).into_iter().map(ruling).collect()
}

/// Returns why a ruling has its state, and the other contradictions, remarks and deviations on it, each
/// with its label. The first contradiction or remark is the reason, if the state needs one.
pub fn ruling_notes(
    ruling: &ClauseRuling,
    [contradictions, remarks, deviations]: [Vec<&ClauseAnnotation>; 3],
) -> Vec<(&'static str, String)> {
    let labelled = |label, own: Vec<&ClauseAnnotation>| {
        let own = own.into_iter().map(move |own| (label, own.text.clone()));
        own.collect::<Vec<_>>()
    };
    let mut out = labelled("Contradiction", contradictions);
    out.extend(labelled("Remark", remarks));
    if !ruling.reason.is_empty() {
        let first = (!out.is_empty()).then(|| out.remove(0).1);
        let why = [ruling.reason.clone()].into_iter().chain(first);
        out.insert(0, ("Why", join(why, ": ")));
    }
    out.extend(labelled("Deviation", deviations));
    out
}

/// Returns annotations with their sources.
pub fn annotations<'a>(
    label: &'static str,
    annotations: impl IntoIterator<Item = &'a ClauseAnnotation>,
) -> impl Iterator<Item = Block> {
    annotations
        .into_iter()
        .map(move |own| Block::labelled(label, format!("{} ({})", own.text, own.origin.citation())))
}

/// Returns instructions that are not applied because they are open to interpretation.
pub fn open_instructions(open: &[ClauseAnnotation]) -> impl Iterator<Item = Block> {
    open.iter().map(|own| {
        let citation = own.origin.citation_with_address();
        Block::labelled(
            "Open instruction",
            format!("{citation}; it changes no text"),
        )
    })
}

/// Returns changes that other documents withdrew.
pub fn withdrawn_changes(withdrawn: &[WithdrawnChange]) -> impl Iterator<Item = Block> {
    withdrawn.iter().map(|own| {
        let change = own.change.citation_with_address();
        let text = format!("{change}; by {}", own.by.citation());
        Block::labelled("Withdrawn change", text)
    })
}
