//! `Wording`: the text of one sentence, heading or cell, the patch of each byte, and its editing.

use super::PatchIx;
use crate::{
    syntax::{Inline, Mark, MarkKind},
    text::Span,
};
use std::sync::Arc;

/// The text of one sentence, heading or cell, its marks (facts, terms, links, holes for unknown
/// words), and the patch that wrote each byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// The plain characters. `…` marked as a hole is a placeholder for words that are not known.
    pub text: Arc<str>,
    /// Facts, terms, links, emphasis and holes; spans in bytes of `text`, in order of start.
    pub marks: Vec<Mark>,
    /// Runs of provenance that cover `text`: each ends at its byte offset and starts where the
    /// previous one ended.
    pub origins: Vec<(usize, PatchIx)>,
}

/// The id of a fact whose mark an edit of words removed, and how: it cut the value in two (`true`),
/// or put words without a number in its place (`false`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostFact(pub String, pub bool);

impl Wording {
    /// Creates the wording of `inline`, written by `patch`.
    pub fn new(inline: &Inline, patch: PatchIx) -> Self {
        let origins = if inline.text.is_empty() {
            Vec::new()
        } else {
            vec![(inline.text.len(), patch)]
        };
        Self {
            text: Arc::clone(&inline.text),
            marks: inline.marks.to_vec(),
            origins,
        }
    }

    /// Creates a wording of plain words, written by `patch`.
    pub fn plain(text: &str, patch: PatchIx) -> Self {
        Self::new(
            &Inline {
                text: Arc::from(text),
                ..Inline::default()
            },
            patch,
        )
    }

    /// Creates a wording that exists but is not known.
    pub fn hole(patch: PatchIx) -> Self {
        let mark = Mark::new(Span::new(0, '…'.len_utf8()), MarkKind::Hole);
        Self {
            text: Arc::from("…"),
            marks: vec![mark],
            origins: vec![('…'.len_utf8(), patch)],
        }
    }

    /// Whether none of its words are known.
    pub fn is_hole(&self) -> bool {
        self.has_hole() && &*self.text == "…"
    }

    /// Whether some of its words are not known.
    pub fn has_hole(&self) -> bool {
        self.marks.iter().any(|mark| mark.kind == MarkKind::Hole)
    }

    /// Iterates over its facts, with their values.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        let text = |mark: &Mark| mark.span.of(&self.text);
        let marks = self.marks.iter();
        marks.filter_map(move |mark| Some((mark.fact()?, text(mark))))
    }

    /// Iterates over the runs of provenance as (bytes, patch).
    pub fn runs(&self) -> impl Iterator<Item = (Span, PatchIx)> {
        let mut start = 0;
        self.origins
            .iter()
            .map(move |&(end, patch)| (Span::new(std::mem::replace(&mut start, end), end), patch))
    }

    /// Returns the last of the patches that wrote words in `span`; the base text where there is
    /// none.
    pub fn author(&self, span: Span) -> PatchIx {
        let inside = |run: &Span| run.start() < span.end() && span.start() < run.end();
        self.runs()
            .filter(|(run, _)| inside(run))
            .map(|(_, patch)| patch)
            .max()
            .unwrap_or(super::BASE)
    }

    /// Replaces the bytes `at` by `new`; an empty `at` is an insertion.
    ///
    /// Marks inside `at` are removed. Facts that would be cut lose their mark and are returned.
    /// Blanks at the seams are normalized: one between words, none before a full stop.
    pub fn splice(&mut self, at: Span, new: &Self) -> Vec<LostFact> {
        let mut new = new.clone();
        let lost = self.carry_facts(at, &mut new);
        let at = self.normalize_seam(at, &mut new);
        let (before, mut cuts) = self.slice(Span::new(0, at.start()));
        let (after, more) = self.slice(Span::new(at.end(), self.text.len()));
        cuts.extend(more);
        cuts.extend(lost);
        *self = before;
        self.append(&new);
        self.append(&after);
        self.join_holes();
        cuts.sort_by(|a, b| a.0.cmp(&b.0));
        cuts.dedup();
        cuts
    }

    /// Marks a new number as the fact that the number in its place was. Returns the facts that the
    /// new words replace without a number for them; a deletion is meant to remove them.
    fn carry_facts(&self, at: Span, new: &mut Self) -> Vec<LostFact> {
        if new.text.trim().is_empty() || new.facts().next().is_some() {
            return Vec::new();
        }
        let inside = |mark: &&Mark| mark.span.start() >= at.start() && mark.span.end() <= at.end();
        let facts: Vec<&Mark> = self
            .marks
            .iter()
            .filter(|mark| matches!(mark.kind, MarkKind::Fact(_)))
            .filter(inside)
            .collect();
        let whole = |mark: &Mark| mark.span.of(&self.text).trim() == at.of(&self.text).trim();
        let text = new.text.trim();
        let is_number = text.contains(char::is_numeric) || !text.contains(' ');
        if let [fact] = facts.as_slice()
            && whole(fact)
            && is_number
        {
            let start = new.text.len() - new.text.trim_start().len();
            new.marks.push(Mark::new(
                Span::new(start, start + text.len()),
                fact.kind.clone(),
            ));
            return Vec::new();
        }
        let name = |mark: &Mark| match &mark.kind {
            MarkKind::Fact(id) => Some(LostFact(id.to_string(), false)),
            _ => None,
        };
        facts.into_iter().filter_map(name).collect()
    }

    /// Joins two holes with nothing between them.
    fn join_holes(&mut self) {
        let holes: Vec<Span> = self
            .marks
            .iter()
            .filter(|mark| mark.kind == MarkKind::Hole)
            .map(|mark| mark.span)
            .collect();
        for pair in holes.windows(2).rev() {
            let [first, second] = pair else { continue };
            if self.text[first.end()..second.start()].trim().is_empty() {
                let (mut before, _) = self.slice(first.with_start(0));
                let (after, _) = self.slice(Span::new(second.end(), self.text.len()));
                before.append(&after);
                *self = before;
            }
        }
    }

    /// Appends `other` as it is.
    pub fn append(&mut self, other: &Self) {
        let by = self.text.len();
        self.text = if by == 0 {
            Arc::clone(&other.text)
        } else {
            [&*self.text, &*other.text].concat().into()
        };
        self.marks.extend(
            other
                .marks
                .iter()
                .map(|mark| Mark::new(mark.span.shifted(by), mark.kind.clone())),
        );
        for &(end, patch) in &other.origins {
            match self.origins.last_mut() {
                Some(last) if last.1 == patch => last.0 = end + by,
                Some(_) | None => self.origins.push((end + by, patch)),
            }
        }
    }

    /// Returns the bytes `span` of the wording, and the facts of which only a part is inside.
    pub fn slice(&self, span: Span) -> (Self, Vec<LostFact>) {
        let mut cuts = Vec::new();
        let mut marks = Vec::new();
        for mark in &self.marks {
            let (start, end) = (
                mark.span.start().max(span.start()),
                mark.span.end().min(span.end()),
            );
            if start >= end {
                continue;
            }
            let whole = mark.span.start() >= span.start() && mark.span.end() <= span.end();
            if let (false, MarkKind::Fact(id)) = (whole, &mark.kind) {
                cuts.push(LostFact(id.to_string(), true));
                continue;
            }
            marks.push(Mark::new(
                Span::new(start - span.start(), end - span.start()),
                mark.kind.clone(),
            ));
        }
        let origins = self
            .runs()
            .filter(|(run, _)| run.start() < span.end() && run.end() > span.start())
            .map(|(run, patch)| (run.end().min(span.end()) - span.start(), patch))
            .collect();
        (
            Self {
                text: Arc::from(span.of(&self.text)),
                marks,
                origins,
            },
            cuts,
        )
    }

    /// Widens `at` over a superfluous blank, or adds missing blanks to `new`.
    fn normalize_seam(&self, mut at: Span, new: &mut Self) -> Span {
        let left = self.text[..at.start()].chars().next_back();
        let right = self.text[at.end()..].chars().next();
        if new.text.is_empty() {
            let closes = right.is_none_or(|c| c.is_whitespace() || ".,;:!?)]".contains(c));
            if left == Some(' ') && closes {
                at = at.with_start(at.start() - 1);
            } else if left.is_none() && right == Some(' ') {
                at = at.with_end(at.end() + 1);
            }
            return at;
        }
        let patch = new.origins.first().map_or(super::BASE, |&(_, patch)| patch);
        let opens = |c: char| c.is_alphanumeric() || "(½¼¾+-\"“‘[".contains(c);
        let shuts = |c: char| c.is_alphanumeric() || ")½¼¾%°,;:\"”’]!?.".contains(c);
        if left.is_some_and(shuts) && new.text.starts_with(opens) {
            let mut blank = Self::plain(" ", patch);
            blank.append(new);
            *new = blank;
        }
        if right.is_some_and(opens) && new.text.ends_with(shuts) {
            new.append(&Self::plain(" ", patch));
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str, cut: &str, new: &str) -> String {
        let mut wording = Wording::plain(text, PatchIx(0));
        let start = text.find(cut).expect("the words are there");
        wording.splice(
            Span::new(start, start + cut.len()),
            &Wording::plain(new, PatchIx(1)),
        );
        assert_eq!(
            wording.origins.last().map_or(0, |o| o.0),
            wording.text.len(),
            "runs cover the text"
        );
        wording.text.to_string()
    }

    #[test]
    fn deleting_words_leaves_single_blanks() {
        assert_eq!(
            after("cavalry or knights move", "or knights", ""),
            "cavalry move"
        );
        assert_eq!(after("cavalry or knights.", "or knights", ""), "cavalry.");
        assert_eq!(after("Only cavalry move", "Only", ""), "cavalry move");
    }

    #[test]
    fn a_split_fact_is_reported() {
        let mut wording = Wording::plain("take 100 now", PatchIx(0));
        wording
            .marks
            .push(Mark::new(Span::new(5, 8), MarkKind::Fact("far".into())));
        let cuts = wording.splice(Span::new(6, 7), &Wording::plain("x", PatchIx(1)));
        assert_eq!(cuts, [LostFact("far".into(), true)]);
    }

    #[test]
    fn provenance_follows_the_words() {
        let mut wording = Wording::plain("spears and pikes", PatchIx(0));
        wording.splice(Span::new(6, 6), &Wording::plain(", blades", PatchIx(2)));
        assert_eq!(&*wording.text, "spears, blades and pikes");
        let runs: Vec<_> = wording
            .runs()
            .map(|(span, patch)| (span.of(&wording.text), patch.0))
            .collect();
        assert_eq!(runs, [("spears", 0), (", blades", 2), (" and pikes", 0)]);
        let author = |words: &str| {
            let start = wording.text.find(words).expect("the words are there");
            wording.author(Span::new(start, start + words.len())).0
        };
        assert_eq!(
            (
                author("spears"),
                author(", blades"),
                author("pikes"),
                author("spears, b")
            ),
            (0, 2, 0, 2)
        );
    }
}
