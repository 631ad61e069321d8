//! Composes what bears on a clause below its text: conflicts, rulings, remarks, earlier wordings.

use super::{Clause, ClauseAnnotation, ClauseRuling, ConflictSide, FormerText, WithdrawnChange};
use crate::{
    doc::{Block, Labelled, state, text},
    resolve::RulingState,
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
                items: sides.map(side).collect(),
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

    /// Returns rulings, remarks and earlier wordings, one paragraph each.
    fn notes_in_full(&self) -> Vec<Block> {
        let mut out: Vec<Block> = self.clarifications.iter().map(ruling).collect();
        out.extend(annotations("Contradiction", &self.contradictions));
        out.extend(self.remarks.iter().map(|remark| {
            let text = format!("{} ({})", remark.text, remark.origin.remark_citation());
            Block::labelled("Remark", text)
        }));
        out.extend(earlier_texts(self).map(|earlier| {
            let editions = earlier_editions(earlier);
            Block::labelled("Earlier", format!("{editions}: {}", earlier.text))
        }));
        out.extend(annotations("Note", &self.notes));
        out.extend(annotations("Deviation", &self.deviations));
        out
    }

    /// Returns one line for rulings, one for contradictions, one for what else is remarked, and one for earlier
    /// wordings: who says them. The last one says how to see all.
    fn summary(&self) -> Vec<Block> {
        let mut rulings: Vec<&ClauseRuling> = self.clarifications.iter().collect();
        rulings.sort_by_key(|ruling| {
            RulingState::BY_CARE
                .iter()
                .position(|own| *own == ruling.state)
        });
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
        let remarks = self.remarks.iter().chain(&self.notes);
        let earlier = earlier_texts(self).map(earlier_editions);
        let kinds = [
            ("Rulings", rulings.collect()),
            ("Contradictions", citations(&self.contradictions)),
            ("Remarks", citations(remarks.chain(&self.deviations))),
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

/// Returns a ruling, with its restatement if the printed wording is shown.
pub fn ruling(ruling: &ClauseRuling) -> Block {
    let n = ruling.n.as_deref().unwrap_or_default();
    let reason = match ruling.reason.as_str() {
        "" => String::new(),
        reason => format!(": {reason}"),
    };
    let document = &ruling.document;
    let state = state(ruling.state.label(), ruling.state.needs_care());
    let words = ruling.printed.as_ref().unwrap_or(&ruling.text);
    Block::Labelled(Labelled {
        label: "Ruling",
        text: text![
            format!("{document} {n} ("),
            state,
            format!("{reason})  {words}")
        ],
        items: Vec::new(),
        restated: ruling.printed.as_ref().map(|_| ruling.text.clone()),
    })
}

/// Returns annotations with their sources.
pub fn annotations(
    label: &'static str,
    annotations: &[ClauseAnnotation],
) -> impl Iterator<Item = Block> {
    annotations
        .iter()
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
