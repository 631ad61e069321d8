//! Lines that are read to the letter.

use super::*;

impl Sorter<'_> {
    /// An instruction, with what it brings in the block quote below; gives the next line.
    pub(super) fn letter(&mut self, at: usize, said: &Said) -> usize {
        let mut place = said.place();
        if place.id.is_none() {
            place.id = place
                .path
                .last()
                .and_then(|name| self.known.place(self.ruleset, name))
                .map(|(_, id)| id.to_owned());
        }
        self.open = Open::No;
        self.ctx = Addr::default();
        self.place = place.clone();
        self.headings += 1;
        let end = (at + 1..self.range.end)
            .find(|&next| !self.lines[next].block_quote)
            .unwrap_or(self.range.end);
        let brought =
            (end > at + 1).then(|| Span::new(self.start(at + 1), self.lines[end - 1].span.end()));
        let draft = self.draft(
            Kind::Said(Box::new(said.clone()), brought),
            place,
            self.start(at),
        );
        self.out.drafts[draft].words = said.words;
        self.whole(at, PieceKind::Instruction, Some(draft));
        if end > at + 1 {
            self.whole(at + 1, PieceKind::Payload, Some(draft));
        }
        end
    }

    /// Whether a line stands in front of the first instruction of a sheet that is read to the letter, and tells nothing to do.
    pub(super) fn is_head(&self, at: usize) -> bool {
        let told = &self.told[at];
        let silent = !told.verb && told.clauses.is_empty() && told.lead.is_empty();
        silent
            && self.out.drafts.is_empty()
            && self.range.clone().any(|own| self.said[own].is_some())
    }

    /// Who wrote the sheet, and when; gives the next line.
    pub(super) fn head(&mut self, at: usize) -> usize {
        if let Some((date, ..)) = date::last(self.text(at)) {
            self.out.dates.push(date);
        }
        self.whole(at, PieceKind::Comment, None);
        at + 1
    }
}
