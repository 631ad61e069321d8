//! Classifies, in methods of `LineClassifier`, the lines of documents without instructions:
//! numbered clarifications or guidelines, and texts of rules.

use super::{
    classify::LineClassifier,
    date,
    instruction_draft::{ClassifiedLines, DraftKind},
    line_reader::address_of,
    line_shape::{ends_sentence, is_caps, trim_heading},
    sheet::{
        Confidence,
        SheetPieceKind::{Comment, Heading, Payload},
    },
    token::{SheetTokenKind, tokenize},
};

impl LineClassifier<'_> {
    /// Classifies a sheet of numbered clarifications: `5. Ferries (p. 12)`, and below it `5.1 …`.
    pub(super) fn classify_clarifications(mut self) -> ClassifiedLines {
        let mut chapter = 0;
        for at in self.range.clone() {
            if self.is_furniture(at) {
                self.mark_line(at, Comment, None);
                continue;
            }
            let parsed = &self.parsed[at];
            if let Some((number, words)) = parsed
                .number
                .clone()
                .filter(|(number, _)| number.contains('.'))
            {
                self.add_passage(at, number, words);
                continue;
            }
            if let Some((number, name, page)) = self.parse_chapter_heading(at, chapter) {
                chapter = number;
                self.mark_line(at, Heading, None);
                self.enter_place(vec![name], page.clone());
                self.place.page = page;
                continue;
            }
            if self.out.drafts.is_empty() || self.lines[at].headed {
                if let Some((date, ..)) = date::find_last_date(self.text(at)) {
                    self.out.dates.push(date);
                }
                let kind = if self.lines[at].headed {
                    Heading
                } else {
                    Comment
                };
                self.mark_line(at, kind, None);
                continue;
            }
            if self.lines[at].bullet.is_some() && self.add_lost_beginning(at) {
                continue;
            }
            self.mark_line(at, Payload, self.last_draft());
            self.push_part(at, 0, self.text(at).len());
        }
        self.out
    }

    fn add_passage(&mut self, at: usize, number: String, words: usize) {
        let place = self.place.clone();
        let draft = self.add_draft(DraftKind::Clarification, place, self.line_start(at));
        self.out.drafts[draft].number = Some(number);
        self.mark_line(at, Payload, Some(draft));
        self.push_part(at, words, self.text(at).len());
    }

    /// Parses a heading with the expected number; returns its number, name and page.
    fn parse_chapter_heading(
        &self,
        at: usize,
        before: u32,
    ) -> Option<(u32, String, Option<String>)> {
        let text = self.text(at);
        if text.len() > 120 || ends_sentence(text.trim_end_matches(')')) {
            return None;
        }
        let tokens = tokenize(text);
        let SheetTokenKind::Number(number, None) = tokens.first()?.kind else {
            return None;
        };
        if !matches!(tokens.get(1)?.kind, SheetTokenKind::Mark('.' | ')' | ':')) {
            return None;
        }
        let due = number == before + 1 || number == 1;
        let below = self
            .next_line(at)
            .and_then(|next| self.parsed[next].number.as_ref());
        let leads = below
            .is_some_and(|(below, _)| below.split('.').next() == Some(number.to_string().as_str()));
        if !(leads || due && is_caps(text)) {
            return None;
        }
        let page = tokens.iter().find_map(|token| match &token.kind {
            SheetTokenKind::Paren(words) => address_of(words, &self.known.words)?.page,
            _ => None,
        });
        let name = text[tokens.get(2)?.start..]
            .split('(')
            .next()
            .unwrap_or_default();
        Some((number, trim_heading(name), page))
    }

    /// Adds a clarification whose beginning is lost: a list after a complete sentence, where the
    /// next number is missing. Returns whether it is one.
    fn add_lost_beginning(&mut self, at: usize) -> bool {
        let Some(last) = self.out.drafts.last() else {
            return false;
        };
        let Some(part) = last.parts.last() else {
            return false;
        };
        if self.lines[part.line].bullet.is_some() || !self.text(part.line).trim_end().ends_with('.')
        {
            return false;
        }
        let parts = |number: &str| {
            number
                .rsplit_once('.')
                .and_then(|(chapter, n)| Some((chapter.to_owned(), n.parse::<u32>().ok()?)))
        };
        let Some((chapter, n)) = last.number.as_deref().and_then(parts) else {
            return false;
        };
        let next = (at + 1..self.range.end).take(40).find_map(|next| {
            self.parsed[next]
                .number
                .as_ref()
                .and_then(|(number, _)| parts(number))
        });
        if next != Some((chapter.clone(), n + 2)) {
            return false;
        }
        let draft = self.begin_draft(at, DraftKind::Clarification);
        let own = &mut self.out.drafts[draft];
        own.number = Some(format!("{chapter}.{}", n + 1));
        own.add_doubt(
            self.lines[at].span,
            Confidence::Unsure,
            format!(
                "the beginning of {chapter}.{} is missing: the list is taken as the rest of it",
                n + 1
            ),
        );
        true
    }

    /// Classifies a text of rules: headings, and passages below them.
    pub(super) fn classify_rules_text(mut self) -> ClassifiedLines {
        let mut stem: Option<usize> = None;
        for at in self.range.clone() {
            if self.is_furniture(at) {
                self.mark_line(at, Comment, None);
                continue;
            }
            let (line, text) = (&self.lines[at], self.text(at));
            let caps = is_caps(text) && text.len() < 90;
            if line.headed || caps {
                self.mark_line(at, Heading, None);
                self.enter_place(vec![trim_heading(text)], None);
                stem = None;
                continue;
            }
            let label = item_label(text);
            // the first numbered item continues the sentence that introduces it
            let joins =
                stem.is_some() && label == Some("1") || line.table && self.last_draft().is_some();
            if joins {
                self.mark_line(at, Payload, self.last_draft());
                self.push_part(at, 0, text.len());
            } else {
                let draft = self.begin_draft(at, DraftKind::Text);
                let letter =
                    label.filter(|own| own.len() == 1 && own.as_bytes()[0].is_ascii_lowercase());
                self.out.drafts[draft].number = letter.map(str::to_owned);
            }
            stem = text.trim_end().ends_with(':').then_some(at);
        }
        self.out
    }
}

/// Returns the label of a list item: `1)`, `b)`.
fn item_label(text: &str) -> Option<&str> {
    let label = text.split_whitespace().next()?.strip_suffix(')')?;
    Some(label.trim_start_matches('('))
}
