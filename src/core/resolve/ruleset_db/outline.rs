//! Lists sections in printed order, by parent and by page, without resolving their text.

use super::database::{RulesetDb, SectionGroups};
use crate::{
    resolve::{Section, route::OutlinePosition},
    syntax::{Attributes, InstructionEntry},
    text::SourceId,
};
use std::{collections::BTreeSet, sync::Arc};

/// What is known of a section without resolving it: id, heading when it first appeared, printed
/// page, parent section, and whether it is a figure (a diagram).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SectionInfo {
    /// Its id.
    pub id: String,
    /// Its heading when it first appeared.
    pub heading: String,
    /// The printed page.
    pub page: Option<String>,
    /// Whether the page is inferred, not printed.
    pub page_inferred: bool,
    /// The section that contains it.
    pub within: Option<String>,
    /// Whether it is a figure.
    pub figure: bool,
}

impl RulesetDb {
    /// Returns the ids of all sections, in printed order.
    pub fn outline(&self) -> &[String] {
        self.outline
            .get_or_init(|| Arc::new(self.compute_outline()))
    }

    /// Iterates over all sections, in printed order; resolves them where necessary.
    pub fn sections(&self) -> impl Iterator<Item = Arc<Section>> {
        self.outline().iter().filter_map(|id| self.section(id))
    }

    fn compute_outline(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut files: Vec<SourceId> = self.contributions.keys().copied().collect();
        files.sort_by_key(|source| self.file_order(*source));
        for source in &files {
            for section in self.contributions[source].base_sections() {
                if seen.insert(section) {
                    out.push(section.to_string());
                }
            }
        }
        let mut new_sections: Vec<_> = self
            .contributions
            .values()
            .flat_map(|c| &c.new_sections)
            .collect();
        new_sections.sort_by_key(|(_, _, turn)| *turn);
        let page_of = |id: &str| self.section_info(id).and_then(|info| info.page);
        // page 39b comes after page 39a, which was inserted after page 39 too
        let follows = |page: &str, other: &str, own: &Option<String>| {
            let inserted = other.strip_prefix(page).is_some_and(|letter| {
                letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_alphabetic())
            });
            other == page || inserted && own.as_deref().is_some_and(|own| other < own)
        };
        for (section, anchor, _) in new_sections {
            if !seen.insert(section) {
                continue;
            }
            let position = |id: &str| out.iter().position(|s| s == id);
            let at = match anchor {
                OutlinePosition::Before(id) => position(id),
                OutlinePosition::After(id) => position(id).map(|at| at + 1),
                OutlinePosition::AfterPage(page) => {
                    let own = page_of(section);
                    out.iter()
                        .rposition(|other| {
                            page_of(other).is_some_and(|other| follows(page, &other, &own))
                        })
                        .map(|at| at + 1)
                }
                OutlinePosition::End => None,
            };
            out.insert(at.unwrap_or(out.len()), section.to_string());
        }
        out
    }

    /// Returns the sections that are part of another one, in the order of the outline.
    pub fn subsections_of(&self, id: &str) -> &[String] {
        self.groups().parts.get(id).map_or(&[], Vec::as_slice)
    }

    /// Returns the sections on a printed page, in the order of the outline.
    pub fn sections_on_page(&self, page: &str) -> &[String] {
        self.groups().pages.get(page).map_or(&[], Vec::as_slice)
    }

    /// Iterates over the printed pages that sections name, in no order.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        self.groups().pages.keys().map(String::as_str)
    }

    pub(super) fn groups(&self) -> &SectionGroups {
        self.groups.get_or_init(|| {
            let mut groups = SectionGroups::default();
            for (id, info) in self
                .outline()
                .iter()
                .filter_map(|id| Some((id, self.section_info(id)?)))
            {
                info.within
                    .into_iter()
                    .for_each(|whole| groups.parts.entry(whole).or_default().push(id.clone()));
                info.page
                    .into_iter()
                    .for_each(|page| groups.pages.entry(page).or_default().push(id.clone()));
            }
            Arc::new(groups)
        })
    }

    /// Returns the properties of a section that are known without resolving it.
    pub fn section_info(&self, id: &str) -> Option<SectionInfo> {
        let (attrs, heading, _) = self.first_appearance(id)?;
        Some(SectionInfo {
            id: id.to_owned(),
            heading: heading.to_owned(),
            page: self.page(id).map(str::to_owned),
            page_inferred: attrs
                .get("inferred")
                .is_some_and(|inferred| inferred.value == "page"),
            within: attrs.get("within").map(|within| within.value.clone()),
            figure: attrs.has_class("figure"),
        })
    }

    /// Returns the heading of a section when it first appeared.
    pub fn heading(&self, id: &str) -> Option<&str> {
        self.first_appearance(id).map(|(_, heading, _)| heading)
    }

    /// Returns the printed page of a section; `None` if its document is not the one whose pages are
    /// counted.
    pub fn page(&self, id: &str) -> Option<&str> {
        let (attrs, _, maker) = self.first_appearance(id)?;
        if attrs.get("document").is_some() {
            return None;
        }
        let page = attrs.get("page").or_else(|| maker?.attrs.get("page"));
        page.map(|page| page.value.as_str())
    }

    /// Returns the first appearance of a section: its attributes, its heading, and the instruction
    /// that creates it unless it is base text.
    pub(super) fn first_appearance(
        &self,
        id: &str,
    ) -> Option<(&Attributes, &str, Option<&InstructionEntry>)> {
        let slot = self.sections.get(id)?;
        if let Some(base) = slot.input.bases.first() {
            let place = base.place()?;
            return Some((&place.attrs, &place.heading.text, None));
        }
        let maker = slot.input.creations().next()?;
        let heading = maker.payload().first()?;
        Some((
            &heading.attrs,
            heading.text().map_or("", |text| &text.text),
            maker.entry(),
        ))
    }
}
