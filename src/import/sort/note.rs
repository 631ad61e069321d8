//! Commentary, signatures and dates.

use super::*;

impl Sorter<'_> {
    /// A short line that ends in a date: who signed what stands above.
    pub(super) fn signed(&mut self, at: usize) -> bool {
        let text = self.text(at).trim();
        let Some((date, start, end)) = date::last(text).filter(|_| text.len() <= 60) else {
            return false;
        };
        let alone = text[end..].trim().trim_matches([')', '.', ']']).is_empty()
            && text[..start].split_whitespace().count() <= 5;
        if !alone || self.told[at].number.is_some() {
            return false;
        }
        let span = self.lines[at].plain.span(start, end);
        // a date behind another one dates what stands between
        let undated = self
            .out
            .drafts
            .iter()
            .rposition(|draft| draft.dated.is_some())
            .map_or(0, |last| last + 1);
        if !self.out.dates.is_empty()
            && !self.out.drafts.is_empty()
            && undated < self.out.drafts.len()
            && self.signed_before()
        {
            for draft in &mut self.out.drafts[undated..] {
                draft.dated.get_or_insert((date, span));
            }
        } else if !self.out.drafts.is_empty() {
            for draft in &mut self.out.drafts {
                draft.dated.get_or_insert((date, Span::default()));
            }
        }
        self.out.dates.push(date);
        self.open = Open::No;
        self.whole(at, PieceKind::Comment, None);
        true
    }

    pub(super) fn signed_before(&self) -> bool {
        self.out
            .drafts
            .iter()
            .any(|draft| draft.dated.is_some_and(|(_, span)| span.is_empty()))
    }

    /// `Q: …?` and below it `A: …`: a clarification.
    pub(super) fn question(&mut self, at: usize) -> bool {
        let opens = |line: usize, words: &[&str]| {
            let text = self.text(line).to_lowercase();
            words.iter().any(|word| {
                text.strip_prefix(word)
                    .is_some_and(|rest| rest.starts_with([':', '.', ')']) && rest.len() > 1)
            })
        };
        let answer = self
            .next(at)
            .filter(|&next| opens(at, &["q", "question"]) && opens(next, &["a", "answer"]));
        let Some(answer) = answer else { return false };
        let draft = self.draft(Kind::Clarification, self.place.clone(), self.start(at));
        self.whole(at, PieceKind::Payload, Some(draft));
        self.push(at, 0, self.text(at).len());
        self.open = Open::Quoted(answer);
        true
    }

    /// A paragraph that opens with `Note` or `Comment`.
    pub(super) fn aside(&mut self, at: usize) -> bool {
        let text = self.text(at).trim_start_matches(['(', '[', ' ']);
        let first: String = text
            .chars()
            .take_while(|c| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’'))
            .collect();
        let first = first.trim_end_matches('.').to_lowercase().replace('’', "'");
        let marked = ASIDES.contains(&first.as_str())
            && (text[first.len().min(text.len())..].starts_with([':', '.', ',', ' ']));
        let colon = text
            .get(first.len()..)
            .is_some_and(|rest| rest.starts_with([':', '.']));
        let payload = matches!(self.open, Open::Loose { .. });
        if !marked || self.out.drafts.is_empty() || (payload && !colon) {
            return false;
        }
        self.note(at);
        self.open = Open::Aside;
        true
    }

    /// A paragraph of commentary.
    pub(super) fn note(&mut self, at: usize) {
        let broken = at > 0
            && !ends(self.text(at - 1))
            && self.text(at).starts_with(|c: char| c.is_lowercase());
        let goes_on = broken
            && self
                .out
                .drafts
                .last()
                .is_some_and(|draft| matches!(draft.kind, Kind::Note));
        if !goes_on {
            let place = self.place.clone();
            self.draft(Kind::Note, place, self.start(at));
        }
        self.whole(at, PieceKind::Comment, self.last());
        self.push_note(at);
    }

    pub(super) fn push_note(&mut self, at: usize) {
        let end = self.text(at).len();
        if let Some(draft) = self.out.drafts.last_mut() {
            draft.parts.push(Part {
                line: at,
                start: 0,
                end,
            });
        }
    }

    /// A line below a heading of notes.
    pub(super) fn note_line(&mut self, at: usize) -> usize {
        if let Some(name) = self
            .heading(at)
            .filter(|_| self.lines[at].headed || self.told[at].is_name() && is_caps(self.text(at)))
        {
            self.whole(at, PieceKind::Heading, None);
            self.enter(vec![trimmed(&name)], None);
            self.fresh = true;
            return at + 1;
        }
        if self.signed(at) {
            return at + 1;
        }
        if self.headings == 0
            || !self.fresh
                && !self
                    .out
                    .drafts
                    .last()
                    .is_some_and(|draft| matches!(draft.kind, Kind::Note))
        {
            self.whole(at, PieceKind::Comment, None);
            return at + 1;
        }
        let line = normal(self.text(at));
        let opener = self
            .known
            .words
            .note_openers
            .iter()
            .any(|own| begins(&line, own));
        let told = &self.told[at];
        let verb = told.leads() && !told.clauses.is_empty();
        if self.fresh || opener || verb || self.repeats(&line) {
            let place = self.place.clone();
            self.draft(Kind::Note, place, self.start(at));
            self.fresh = false;
        }
        self.whole(at, PieceKind::Comment, self.last());
        self.push_note(at);
        at + 1
    }

    /// Whether a line says again, for the most part, what the sheet has brought.
    pub(super) fn repeats(&self, line: &str) -> bool {
        let runs = runs(line);
        let known = runs.iter().filter(|run| self.brought.contains(run)).count();
        runs.len() >= 8 && known * 2 >= runs.len()
    }
}

/// Hashes of five words in a row.
pub(super) fn runs(words: &str) -> Vec<u64> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
    words
        .windows(5)
        .map(|run| {
            let mut hasher = DefaultHasher::new();
            run.hash(&mut hasher);
            hasher.finish()
        })
        .collect()
}
