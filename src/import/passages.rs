//! Sheets of numbered passages, and texts of rules.

use super::{
    date,
    draft::{Draft, Kind, Sorted},
    line::{ends, is_caps},
    sheet::{PieceKind, Sureness},
    sort::{Sorter, trimmed},
    token::{Tok, tokens},
};

impl Sorter<'_> {
    /// Sorts a sheet of numbered clarifications: `5. Ferries (p. 12)`, and below it `5.1 …`.
    pub(super) fn clarifications(mut self) -> Sorted {
        let mut chapter = 0;
        for at in self.range.clone() {
            if self.is_furniture(at) {
                self.whole(at, PieceKind::Comment, None);
                continue;
            }
            let told = &self.told[at];
            if let Some((number, words)) = told
                .number
                .clone()
                .filter(|(number, _)| number.contains('.'))
            {
                self.passage(at, number, words);
                continue;
            }
            if let Some((number, name, page)) = self.chapter(at, chapter) {
                chapter = number;
                self.whole(at, PieceKind::Heading, None);
                self.enter(vec![name], page.clone());
                self.place.page = page;
                continue;
            }
            if self.out.drafts.is_empty() || self.lines[at].headed {
                if let Some((date, ..)) = date::last(self.text(at)) {
                    self.out.dates.push(date);
                }
                let kind = if self.lines[at].headed {
                    PieceKind::Heading
                } else {
                    PieceKind::Comment
                };
                self.whole(at, kind, None);
                continue;
            }
            if self.lines[at].bullet.is_some() && self.lost(at) {
                continue;
            }
            self.whole(at, PieceKind::Payload, self.last());
            self.push(at, 0, self.text(at).len());
        }
        self.out
    }

    fn passage(&mut self, at: usize, number: String, words: usize) {
        let place = self.place.clone();
        let draft = self.draft(Kind::Clarification, place, self.start(at));
        self.out.drafts[draft].number = Some(number);
        self.whole(at, PieceKind::Payload, Some(draft));
        self.push(at, words, self.text(at).len());
    }

    /// A heading with the number that is due: its number, words and page.
    fn chapter(&self, at: usize, before: u32) -> Option<(u32, String, Option<String>)> {
        let text = self.text(at);
        if text.len() > 120 || ends(text.trim_end_matches(')')) {
            return None;
        }
        let tokens = tokens(text);
        let Tok::Number(number, None) = tokens.first()?.tok else {
            return None;
        };
        if !matches!(tokens.get(1)?.tok, Tok::Mark('.' | ')' | ':')) {
            return None;
        }
        let due = number == before + 1 || number == 1;
        let below = self
            .next(at)
            .and_then(|next| self.told[next].number.as_ref());
        let leads = below
            .is_some_and(|(below, _)| below.split('.').next() == Some(number.to_string().as_str()));
        if !(leads || due && is_caps(text)) {
            return None;
        }
        let page = tokens.iter().find_map(|token| match &token.tok {
            Tok::Paren(words) => page_in(words),
            _ => None,
        });
        let name = text[tokens.get(2)?.start..]
            .split('(')
            .next()
            .unwrap_or_default();
        Some((number, trimmed(name), page))
    }

    /// A list that hangs on a whole sentence, while the next number is missing: what led to it is lost.
    fn lost(&mut self, at: usize) -> bool {
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
            self.told[next]
                .number
                .as_ref()
                .and_then(|(number, _)| parts(number))
        });
        if next != Some((chapter.clone(), n + 2)) {
            return false;
        }
        let place = self.place.clone();
        let draft = self.draft(Kind::Clarification, place, self.start(at));
        let own: &mut Draft = &mut self.out.drafts[draft];
        own.number = Some(format!("{chapter}.{}", n + 1));
        own.doubt(
            self.lines[at].span,
            Sureness::Guess,
            format!(
                "the beginning of {chapter}.{} is lost: the list is taken for what is left of it",
                n + 1
            ),
        );
        self.whole(at, PieceKind::Payload, Some(draft));
        self.push(at, 0, self.text(at).len());
        true
    }

    /// Sorts a text of rules: headings, and passages below them.
    pub(super) fn text_of_rules(mut self) -> Sorted {
        let mut stem: Option<usize> = None;
        for at in self.range.clone() {
            if self.is_furniture(at) {
                self.whole(at, PieceKind::Comment, None);
                continue;
            }
            let (line, text) = (&self.lines[at], self.text(at));
            let caps = is_caps(text) && text.len() < 90;
            if line.headed || caps {
                self.whole(at, PieceKind::Heading, None);
                self.enter(vec![trimmed(text)], None);
                stem = None;
                continue;
            }
            let item = item(text);
            // the first numbered item goes on with the sentence that leads to it
            let joins =
                stem.is_some() && item == Some(Item::First) || line.table && self.last().is_some();
            if joins {
                self.whole(at, PieceKind::Payload, self.last());
                self.push(at, 0, text.len());
            } else {
                let place = self.place.clone();
                let draft = self.draft(Kind::Text, place, self.start(at));
                if let Some(Item::Lettered(letter)) = item {
                    self.out.drafts[draft].number = Some(letter.to_string());
                }
                self.whole(at, PieceKind::Payload, Some(draft));
                self.push(at, 0, text.len());
            }
            stem = text.trim_end().ends_with(':').then_some(at);
        }
        self.out
    }
}

/// What an item of a list begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// `1)`.
    First,
    /// `b)`.
    Lettered(char),
}

fn item(text: &str) -> Option<Item> {
    let label = text
        .split_whitespace()
        .next()?
        .strip_suffix(')')?
        .trim_start_matches('(');
    match label {
        "1" => Some(Item::First),
        _ => {
            let mut chars = label.chars();
            chars
                .next()
                .filter(|c| c.is_ascii_lowercase() && chars.next().is_none())
                .map(Item::Lettered)
        }
    }
}

/// The page of `p. 9 and p.21`, `p23`.
fn page_in(words: &str) -> Option<String> {
    let words = words.to_lowercase();
    let rest = words.trim_start().strip_prefix('p')?;
    let rest = rest.trim_start_matches(|c: char| c.is_alphabetic() || c == '.' || c == ' ');
    let end = rest
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(rest.len());
    (!rest[..end].is_empty()).then(|| rest[..end].to_owned())
}
