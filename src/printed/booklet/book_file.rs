//! Renders the matched texts of a section as a block quote in rules text, for the book file.

use super::{
    facts::{FactDifference, with_facts},
    text_matching::{MatchedText, Sentence, TextMatcher},
    text_unit::{TextKind, TextUnit},
};
use crate::{
    model::{SectionTree, UnitId},
    printed::write::quote_lines,
    resolve::Section,
    syntax::{
        WordingLayer,
        payload::{escape_line_start, escape_markup},
    },
};

/// Renderer of matched texts of a section as rules text; collects facts that print contradicts.
pub(super) struct SectionTextRenderer<'a> {
    /// The section and its version, where the ruleset has it.
    pub(super) known: Option<(&'a Section, &'a SectionTree)>,
    pub(super) differences: Vec<(UnitId, FactDifference)>,
    out: String,
}

impl<'a> SectionTextRenderer<'a> {
    pub(super) fn new(known: Option<(&'a Section, &'a SectionTree)>) -> Self {
        Self {
            known,
            differences: Vec::new(),
            out: String::new(),
        }
    }

    /// Returns matched texts as a block quote, and the facts whose printed value differs.
    pub(super) fn write(
        mut self,
        matched: &[MatchedText],
    ) -> (String, Vec<(UnitId, FactDifference)>) {
        for text in matched {
            if !self.out.is_empty() {
                self.out.push('\n');
            }
            self.block(text, "", false);
        }
        (quote_lines(&self.out), self.differences)
    }

    fn block(&mut self, matched: &MatchedText, indent: &str, continues: bool) {
        match matched.text.kind {
            TextKind::Table => self.table(matched, indent),
            TextKind::Paragraph => self.paragraph(matched, indent, continues),
            TextKind::Bullet => self.bullet(matched, indent),
        }
    }

    fn paragraph(&mut self, matched: &MatchedText, indent: &str, continues: bool) {
        let label = label(&matched.text);
        let mut attributes = self.attributes(matched, continues);
        let mut groups: Vec<Vec<&Sentence>> = Vec::new();
        for sentence in &matched.sentences {
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
        self.children(matched, indent);
    }

    fn bullet(&mut self, matched: &MatchedText, indent: &str) {
        let deeper = format!("{indent}  ");
        let attributes = self.attributes(matched, false);
        let lead = format!("- {}", label(&matched.text));
        let sentences: Vec<&Sentence> = matched.sentences.iter().collect();
        if sentences.is_empty() {
            self.out += &format!("{indent}{lead}…{attributes}\n");
        } else {
            self.sentences(&sentences, &lead, indent, &deeper, &attributes);
        }
        for child in &matched.children {
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
            .and_then(|node| node.text(WordingLayer::Restated))
            .filter(|text| !text.has_hole());
        // three dots are dots, not words that are missing
        let (text, differences) = with_facts(&text.replace('…', "..."), stored);
        if let Some(unit) = sentence.unit {
            self.differences
                .extend(differences.into_iter().map(|own| (unit, own)));
        }
        text
    }

    fn children(&mut self, matched: &MatchedText, indent: &str) {
        let mut before = None;
        for child in &matched.children {
            let is_list = child.text.kind == TextKind::Bullet;
            if before != Some(TextKind::Bullet)
                && (!matched.sentences.is_empty() || before.is_some())
                || !is_list
            {
                self.out.push('\n');
            }
            self.block(child, indent, !is_list);
            before = Some(child.text.kind);
        }
    }

    fn table(&mut self, matched: &MatchedText, indent: &str) {
        let attributes = self.attributes(matched, false);
        if !attributes.is_empty() {
            self.out += &format!("{indent}{}\n\n", attributes.trim_start());
        }
        let width = matched
            .text
            .rows
            .iter()
            .map(Vec::len)
            .max()
            .unwrap_or_default();
        for (at, row) in matched.text.rows.iter().enumerate() {
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

    fn attributes(&self, matched: &MatchedText, continues: bool) -> String {
        let mut words = Vec::new();
        if continues {
            words.push(".cont".to_owned());
        }
        if let (Some(unit), Some((section, _)), false) = (matched.unit, self.known, continues) {
            let (address, is_id) = TextMatcher::address(section, unit);
            words.push(if is_id {
                format!("#{address}")
            } else {
                format!("at={address}")
            });
        }
        if let Some(opens) = &matched.opens {
            let counts: Vec<String> = opens.iter().map(ToString::to_string).collect();
            words.push(format!("opens={}", counts.join(",")));
        }
        if matched.text.kind != TextKind::Table && !continues {
            words.extend(lines(matched));
        }
        if words.is_empty() {
            String::new()
        } else {
            format!(" {{{}}}", words.join(" "))
        }
    }
}

/// Returns the printed lines of a text and of the paragraphs that continue it.
fn lines(matched: &MatchedText) -> Option<String> {
    let mut lines = matched.text.lines.clone();
    let tails = matched
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
pub(super) fn as_new(text: TextUnit) -> MatchedText {
    let sentences = text
        .sentences
        .iter()
        .map(|own| Sentence {
            text: Some(own.clone()),
            unit: None,
        })
        .collect();
    let children = text.children.iter().cloned().map(as_new).collect();
    MatchedText {
        text,
        unit: None,
        sentences,
        opens: None,
        children,
    }
}
