//! Renders the placed texts of a section as a block quote in rules text, for the book file.

use super::{
    facts::{FactDifference, with_facts},
    placing::{Placed, Placer, Sentence},
    text_unit::{TextKind, TextUnit},
};
use crate::{
    model::{Tree, UnitId},
    resolve::Section,
    syntax::{
        Layer,
        payload::{escape_line_start, escape_markup},
    },
};

/// Renderer of placed texts of a section as rules text; collects facts that print contradicts.
pub(super) struct BookWriter<'a> {
    /// The section and its version, where the ruleset has it.
    pub(super) known: Option<(&'a Section, &'a Tree)>,
    pub(super) differences: Vec<(UnitId, FactDifference)>,
    out: String,
}

impl<'a> BookWriter<'a> {
    pub(super) fn new(known: Option<(&'a Section, &'a Tree)>) -> Self {
        Self {
            known,
            differences: Vec::new(),
            out: String::new(),
        }
    }

    /// Returns placed texts as a block quote, and the facts whose printed value differs.
    pub(super) fn write(mut self, placed: &[Placed]) -> (String, Vec<(UnitId, FactDifference)>) {
        for text in placed {
            if !self.out.is_empty() {
                self.out.push('\n');
            }
            self.block(text, "", false);
        }
        let quote = self.out.lines().map(|line| {
            if line.trim().is_empty() {
                ">\n".to_owned()
            } else {
                format!("> {line}\n")
            }
        });
        let quote: String = quote.collect();
        (
            if quote.is_empty() {
                quote
            } else {
                format!("\n{quote}")
            },
            self.differences,
        )
    }

    fn block(&mut self, placed: &Placed, indent: &str, continues: bool) {
        match placed.text.kind {
            TextKind::Table => self.table(placed, indent),
            TextKind::Paragraph => self.paragraph(placed, indent, continues),
            TextKind::Bullet => self.bullet(placed, indent),
        }
    }

    fn paragraph(&mut self, placed: &Placed, indent: &str, continues: bool) {
        let label = label(&placed.text);
        let mut attributes = self.attributes(placed, continues);
        let mut groups: Vec<Vec<&Sentence>> = Vec::new();
        for sentence in &placed.sentences {
            match groups.last_mut() {
                // a sentence that is not shown is written alone
                Some(group)
                    if sentence.text.is_some() && group.iter().all(|own| own.text.is_some()) =>
                {
                    group.push(sentence)
                }
                Some(_) | None => groups.push(vec![sentence]),
            }
        }
        if groups.is_empty() && !label.is_empty() {
            self.out += &format!("{indent}{}{attributes}\n", label.trim_end());
        }
        for (at, group) in groups.iter().enumerate() {
            if at > 0 {
                self.out.push('\n');
                attributes = " {.cont}".to_owned();
            }
            let lead = if at == 0 { label.as_str() } else { "" };
            self.sentences(group, lead, indent, indent, &attributes);
        }
        self.children(placed, indent);
    }

    fn bullet(&mut self, placed: &Placed, indent: &str) {
        let deeper = format!("{indent}  ");
        let attributes = self.attributes(placed, false);
        let lead = format!("- {}", label(&placed.text));
        let sentences: Vec<&Sentence> = placed.sentences.iter().collect();
        if sentences.is_empty() {
            self.out += &format!("{indent}{lead}…{attributes}\n");
        } else {
            self.sentences(&sentences, &lead, indent, &deeper, &attributes);
        }
        for child in &placed.children {
            self.block(child, &deeper, false);
        }
    }

    /// Writes sentences, one on each line; the attributes end the last one.
    fn sentences(
        &mut self,
        sentences: &[&Sentence],
        lead: &str,
        first: &str,
        indent: &str,
        attributes: &str,
    ) {
        for (at, sentence) in sentences.iter().enumerate() {
            let text = self.sentence(sentence);
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

    fn sentence(&mut self, sentence: &Sentence) -> String {
        let Some(text) = &sentence.text else {
            return "…".to_owned();
        };
        let stored = sentence
            .unit
            .and_then(|unit| self.known.and_then(|(_, tree)| tree.get(unit)));
        let stored = stored
            .and_then(|node| node.text(Layer::Restated))
            .filter(|text| !text.has_hole());
        // three dots are dots, not words that are missing
        let (text, differences) = with_facts(&text.replace('…', "..."), stored);
        if let Some(unit) = sentence.unit {
            self.differences
                .extend(differences.into_iter().map(|own| (unit, own)));
        }
        text
    }

    fn children(&mut self, placed: &Placed, indent: &str) {
        let mut before = None;
        for child in &placed.children {
            let is_list = child.text.kind == TextKind::Bullet;
            if before != Some(TextKind::Bullet)
                && (!placed.sentences.is_empty() || before.is_some())
                || !is_list
            {
                self.out.push('\n');
            }
            self.block(child, indent, !is_list);
            before = Some(child.text.kind);
        }
    }

    fn table(&mut self, placed: &Placed, indent: &str) {
        let attributes = self.attributes(placed, false);
        if !attributes.is_empty() {
            self.out += &format!("{indent}{}\n\n", attributes.trim_start());
        }
        let width = placed
            .text
            .rows
            .iter()
            .map(Vec::len)
            .max()
            .unwrap_or_default();
        for (at, row) in placed.text.rows.iter().enumerate() {
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

    fn attributes(&self, placed: &Placed, continues: bool) -> String {
        let mut words = Vec::new();
        if continues {
            words.push(".cont".to_owned());
        }
        if let (Some(unit), Some((section, _)), false) = (placed.unit, self.known, continues) {
            let (address, is_id) = Placer::address(section, unit);
            words.push(if is_id {
                format!("#{address}")
            } else {
                format!("at={address}")
            });
        }
        if let Some(opens) = &placed.opens {
            let counts: Vec<String> = opens.iter().map(ToString::to_string).collect();
            words.push(format!("opens={}", counts.join(",")));
        }
        if placed.text.kind != TextKind::Table && !continues {
            words.extend(lines(placed));
        }
        if words.is_empty() {
            String::new()
        } else {
            format!(" {{{}}}", words.join(" "))
        }
    }
}

/// Returns the printed lines of a text and of the paragraphs that continue it.
fn lines(placed: &Placed) -> Option<String> {
    let mut lines = placed.text.lines.clone();
    let tails = placed
        .children
        .iter()
        .filter(|child| child.text.kind == TextKind::Paragraph);
    tails.for_each(|tail| lines.0.extend(tail.text.lines.0.clone()));
    // a name of a page with other signs is no value
    lines
        .0
        .retain(|line| line.page.chars().all(char::is_alphanumeric));
    (!lines.is_empty()).then(|| format!("lines={lines}"))
}

fn label(text: &TextUnit) -> String {
    text.label
        .as_deref()
        .map(|label| format!("**{}** ", escape_markup(label.trim())))
        .unwrap_or_default()
}

/// Makes a new unit of a text that has no place in a known section.
pub(super) fn as_new(text: TextUnit) -> Placed {
    let sentences = text
        .sentences
        .iter()
        .map(|own| Sentence {
            text: Some(own.clone()),
            unit: None,
        })
        .collect();
    let children = text.children.iter().cloned().map(as_new).collect();
    Placed {
        text,
        unit: None,
        sentences,
        opens: None,
        children,
    }
}
