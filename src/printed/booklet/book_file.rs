//! Renders the placed units of a section as a block quote in rules text, for the book file.

use super::{
    facts::{FactDifference, with_facts},
    piece::{Part, PlacedUnit},
};
use crate::{
    model::{SectionTree, UnitId, UnitKind},
    printed::write::quote_lines,
    resolve::Section,
    syntax::{
        WordingLayer,
        payload::{escape_line_start, escape_markup},
    },
};

/// Renderer of the units of a section as rules text; collects facts that print contradicts.
pub(super) struct SectionTextRenderer<'a> {
    /// The section and its version, where the ruleset has it.
    known: Option<(&'a Section, &'a SectionTree)>,
    differences: Vec<(UnitId, FactDifference)>,
    out: String,
}

impl<'a> SectionTextRenderer<'a> {
    /// Returns units as a block quote, and the facts whose printed value differs.
    pub(super) fn write<'u>(
        known: Option<(&'a Section, &'a SectionTree)>,
        units: impl Iterator<Item = &'u PlacedUnit>,
    ) -> (String, Vec<(UnitId, FactDifference)>) {
        let mut renderer = Self {
            known,
            differences: Vec::new(),
            out: String::new(),
        };
        for unit in units {
            if !renderer.out.is_empty() {
                renderer.out.push('\n');
            }
            match unit.kind {
                UnitKind::Table => renderer.table(unit, ""),
                UnitKind::Bullet => renderer.bullet(unit, ""),
                _ => renderer.paragraph(unit),
            }
        }
        (quote_lines(&renderer.out), renderer.differences)
    }

    /// Writes a paragraph. Its sentences after a list, and next to one that is not shown, continue
    /// it.
    fn paragraph(&mut self, unit: &PlacedUnit) {
        let mut lead = label(unit);
        let mut attributes = self.attributes(unit);
        let is_new_group = |one: &Part, other: &Part| match (one, other) {
            (Part::Sentence(_, one), Part::Sentence(_, other)) => one.is_some() && other.is_some(),
            (Part::Unit(_), Part::Unit(_)) => true,
            (Part::Sentence(..), Part::Unit(_)) | (Part::Unit(_), Part::Sentence(..)) => false,
        };
        let begins_with_list = matches!(unit.parts.first(), Some(Part::Unit(_)) | None);
        if begins_with_list && !lead.is_empty() {
            self.out += &format!("{}{attributes}\n", lead.trim_end());
        }
        for (at, group) in unit.parts.chunk_by(is_new_group).enumerate() {
            if at > 0 || begins_with_list && !lead.is_empty() {
                self.out.push('\n');
            }
            let sentences = sentences(group);
            if sentences.is_empty() {
                self.bullets(group, "");
            } else {
                self.sentences(&sentences, &lead, "", "", &attributes);
            }
            lead.clear();
            attributes = " {.cont}".to_owned();
        }
    }

    fn bullet(&mut self, unit: &PlacedUnit, indent: &str) {
        let deeper = format!("{indent}  ");
        let attributes = self.attributes(unit);
        let lead = format!("- {}", label(unit));
        let sentences = sentences(&unit.parts);
        if sentences.is_empty() {
            self.out += &format!("{indent}{lead}…{attributes}\n");
        } else {
            self.sentences(&sentences, &lead, indent, &deeper, &attributes);
        }
        self.bullets(&unit.parts, &deeper);
    }

    fn bullets(&mut self, parts: &[Part], indent: &str) {
        for part in parts {
            if let Part::Unit(bullet) = part {
                self.bullet(bullet, indent);
            }
        }
    }

    /// Writes sentences, one on each line; the attributes end the last one.
    fn sentences(
        &mut self,
        sentences: &[(Option<UnitId>, Option<&str>)],
        lead: &str,
        first: &str,
        indent: &str,
        attributes: &str,
    ) {
        for (at, sentence) in sentences.iter().enumerate() {
            let text = self.sentence(*sentence);
            let text = if lead.is_empty() || at > 0 || lead == "- " {
                escape_line_start(&text)
            } else if text.starts_with(['+', '-']) {
                // a factor behind a label is no label
                format!("\\{text}")
            } else {
                text
            };
            let (indent, lead) = if at == 0 { (first, lead) } else { (indent, "") };
            let end = if at + 1 == sentences.len() {
                attributes
            } else {
                ""
            };
            self.out += &format!("{indent}{lead}{text}{end}\n");
        }
    }

    fn sentence(&mut self, (unit, text): (Option<UnitId>, Option<&str>)) -> String {
        let Some(text) = text else {
            return "…".to_owned();
        };
        let stored = unit.and_then(|unit| self.known?.1.get(unit));
        let stored = stored
            .and_then(|node| node.text(WordingLayer::Restated))
            .filter(|text| !text.has_hole());
        // three dots are dots, not words that are missing
        let (text, differences) = with_facts(&text.replace('…', "..."), stored);
        let differences = differences.into_iter();
        self.differences
            .extend(differences.filter_map(|own| Some((unit?, own))));
        text
    }

    fn table(&mut self, unit: &PlacedUnit, indent: &str) {
        let attributes = self.attributes(unit);
        if !attributes.is_empty() {
            self.out += &format!("{indent}{}\n\n", attributes.trim_start());
        }
        let width = unit.rows.iter().map(Vec::len).max().unwrap_or_default();
        for (at, row) in unit.rows.iter().enumerate() {
            let cell = |column: usize| {
                row.get(column)
                    .map(|cell| escape_markup(&cell.replace('…', "...")))
                    .unwrap_or_default()
            };
            let cells: Vec<String> = (0..width).map(cell).collect();
            self.out += &format!("{indent}| {} |\n", cells.join(" | "));
            if at == 0 {
                self.out += &format!("{indent}|{}\n", "---|".repeat(width));
            }
        }
    }

    fn attributes(&self, unit: &PlacedUnit) -> String {
        let mut words = Vec::new();
        if let (Some(unit), Some((section, _))) = (unit.unit, self.known) {
            words.push(match section.arena.name_of(unit) {
                Some(name) => format!("#{name}"),
                None => format!("at={}", section.arena.key(unit)),
            });
        }
        if let Some(opens) = &unit.opens {
            let counts: Vec<String> = opens.iter().map(ToString::to_string).collect();
            words.push(format!("opens={}", counts.join(",")));
        }
        if words.is_empty() {
            String::new()
        } else {
            format!(" {{{}}}", words.join(" "))
        }
    }
}

/// Returns the sentences among parts.
fn sentences(parts: &[Part]) -> Vec<(Option<UnitId>, Option<&str>)> {
    let sentences = parts.iter().filter_map(|part| match part {
        Part::Sentence(unit, text) => Some((*unit, text.as_deref())),
        Part::Unit(_) => None,
    });
    sentences.collect()
}

fn label(unit: &PlacedUnit) -> String {
    unit.label
        .as_deref()
        .map(|label| format!("**{}** ", escape_markup(label.trim())))
        .unwrap_or_default()
}
