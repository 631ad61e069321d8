//! Joins, splits or nests printed paragraphs where the rules divide the same text differently.

use super::{
    text_matching::TextMatcher,
    text_unit::{TextKind, TextUnit},
    word_share::share_of,
};
use crate::{
    model::{UnitId, UnitKind},
    syntax::WordingLayer,
};

/// The least number of words of a sentence by which a paragraph is recognised.
const LEAST_WORDS: usize = 6;
/// The sum of the shares of their words that two sentences share if they are the same.
const SAME_SENTENCE: f64 = 1.5;

impl TextMatcher<'_> {
    /// Makes one paragraph of several if the section has exactly one in the rules.
    pub(super) fn join_paragraphs(&self, texts: Vec<TextUnit>) -> Vec<TextUnit> {
        let children: Vec<UnitId> = self.tree.children(self.tree.root).collect();
        let paragraphs = children
            .iter()
            .filter(|&&unit| self.tree.kind(unit) == UnitKind::Paragraph && !self.is_floating(unit))
            .count();
        // a text may be the unit of unknown place
        let open = children.iter().any(|&unit| {
            self.tree.kind(unit) == UnitKind::MoreParagraphs
                || self.tree.kind(unit) == UnitKind::Paragraph && self.is_floating(unit)
        });
        let count = texts
            .iter()
            .filter(|text| text.kind == TextKind::Paragraph)
            .count();
        // a list cannot be continued without a paragraph before it
        let first = texts.iter().find(|text| text.kind == TextKind::Paragraph);
        let is_list = first.is_some_and(|first| first.words_before_list().is_empty());
        if open || paragraphs != 1 || count < 2 || is_list {
            return texts;
        }
        let mut out: Vec<TextUnit> = Vec::new();
        for text in texts {
            match out
                .iter_mut()
                .find(|own| own.kind == TextKind::Paragraph)
                .filter(|_| text.kind == TextKind::Paragraph)
            {
                // sentences before any list belong together
                Some(first) if first.children.is_empty() && text.label.is_none() => {
                    first.sentences.extend(text.sentences);
                    first.lines.0.extend(text.lines.0);
                    first.children.extend(text.children);
                }
                Some(first) => first.children.push(text),
                None => out.push(text),
            }
        }
        out
    }

    /// Divides a printed paragraph where it has the first sentence of a paragraph of the rules: in
    /// print without indents the end of a paragraph may not be seen.
    pub(super) fn split_paragraphs(&self, texts: Vec<TextUnit>) -> Vec<TextUnit> {
        let first_words = |paragraph: UnitId| {
            let first = self.tree.children(paragraph).next()?;
            let is_text = self.tree.kind(paragraph) == UnitKind::Paragraph
                && self.tree.kind(first) == UnitKind::Sentence;
            self.known_words(first).filter(|_| is_text)
        };
        let known: Vec<String> = self
            .tree
            .children(self.tree.root)
            .filter_map(first_words)
            .filter(|words| words.split_whitespace().count() >= LEAST_WORDS)
            .collect();
        let begins = |sentence: &String| {
            let is_known = |known: &String| {
                share_of(known, sentence) + share_of(sentence, known) > SAME_SENTENCE
            };
            known.iter().any(is_known)
        };
        let mut out = Vec::new();
        for mut text in texts {
            if text.kind == TextKind::Paragraph {
                let mut from = 1;
                while let Some(at) =
                    (from..text.sentences.len()).find(|&at| begins(&text.sentences[at]))
                {
                    out.push(text.split_off_before(at));
                    from = 1;
                }
            }
            out.push(text);
        }
        out
    }

    /// Puts paragraphs into the paragraph before them if the rules have their words as bullets of
    /// a paragraph, or as sentences after its bullets.
    pub(super) fn nest_paragraphs(&self, texts: Vec<TextUnit>) -> Vec<TextUnit> {
        let (mut bullets, mut tails) = (Vec::new(), Vec::new());
        for paragraph in self.tree.children(self.tree.root) {
            let mut in_list = false;
            for unit in self.tree.children(paragraph) {
                match self.tree.kind(unit) {
                    UnitKind::Bullet => {
                        in_list = true;
                        bullets.extend(self.known_words(unit));
                    }
                    UnitKind::Sentence if in_list => tails.extend(self.known_words(unit)),
                    _ => {}
                }
            }
        }
        let mut out: Vec<TextUnit> = Vec::new();
        for mut text in texts {
            let is_own = |known: &[String]| {
                let first = text.sentences.first();
                first.is_some_and(|own| known.iter().any(|known| is_similar(known, own)))
            };
            let before = out.last_mut().filter(|before| {
                before.kind == TextKind::Paragraph
                    && text.kind == TextKind::Paragraph
                    && text.label.is_none()
                    // what introduces a list of its own is a paragraph
                    && text.children.is_empty()
            });
            match before {
                Some(before) if is_own(&bullets) => {
                    text.kind = TextKind::Bullet;
                    before.children.push(text);
                }
                Some(before) if is_own(&tails) => before.children.push(text),
                Some(_) | None => out.push(text),
            }
        }
        out
    }

    /// Returns the words of a unit that the rules have without a hole.
    fn known_words(&self, unit: UnitId) -> Option<String> {
        let text = self
            .tree
            .plain_text_unlabelled(unit, WordingLayer::Restated);
        (!text.contains('…') && !text.is_empty()).then_some(text)
    }
}

/// Whether a printed sentence says the same as a known text, most probably.
fn is_similar(known: &str, printed: &str) -> bool {
    share_of(known, printed) + share_of(printed, known) > 1.1
}
