//! A clause as the generator knows it, and how it is written.

use super::{
    dice::Dice,
    words::{COLUMNS, ROWS, WORDS},
};

/// A word of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A word.
    Plain(&'static str),
    /// A number that is the clause's fact.
    Fact(u16),
    /// A link to the section of that number.
    Link(u32),
}

/// A sentence: its words, without capital and stop.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    /// The words.
    pub(super) words: Vec<Word>,
    stop: char,
}

/// The kinds of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClauseKind {
    /// Sentences.
    Prose,
    /// A sentence, and bullets.
    List,
    /// A table of values.
    Table,
}

/// What a clause says.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// Sentences.
    Prose(Vec<Sentence>),
    /// A sentence, and bullets of one sentence each.
    List(Sentence, Vec<Sentence>),
    /// Values, by rows and columns.
    Table([[u16; COLUMNS.len()]; ROWS.len()]),
}

/// A clause.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    /// Its id; a table has none of its own, and its section's stands here.
    pub(super) id: String,
    /// What it says.
    pub(super) body: Body,
}

impl Sentence {
    /// A sentence of `count` words.
    pub(super) fn new(dice: &mut Dice, count: usize, stop: char) -> Self {
        let words = (0..count.max(3))
            .filter_map(|_| dice.pick(WORDS))
            .map(Word::Plain)
            .collect();
        Self { words, stop }
    }

    /// Puts `word` somewhere inside.
    pub(super) fn with(mut self, dice: &mut Dice, word: Word) -> Self {
        let at = 1 + dice.below(self.words.len().saturating_sub(2));
        if let Some(place) = self.words.get_mut(at) {
            *place = word;
        }
        self
    }

    /// The same kind of sentence in other words: with a fact if it has one.
    pub(super) fn reworded(&self, dice: &mut Dice) -> Self {
        let new = Self::new(dice, self.words.len(), self.stop);
        let fact = self.words.iter().find(|word| matches!(word, Word::Fact(_)));
        let value = 1 + dice.below(12) as u16;
        if fact.is_some() {
            new.with(dice, Word::Fact(value))
        } else {
            new
        }
    }

    /// As readers see it.
    pub(super) fn plain(&self) -> String {
        self.written(|out, word| match word {
            Word::Plain(text) => out.push_str(text),
            Word::Fact(value) => out.push_str(&value.to_string()),
            Word::Link(section) => out.push_str(&format!("section {section}")),
        })
    }

    /// As files have it; the fact bears the clause's id.
    pub(super) fn markdown(&self, clause: &str) -> String {
        self.written(|out, word| match word {
            Word::Plain(text) => out.push_str(text),
            Word::Fact(value) => out.push_str(&format!("[{value}](fact:{clause}.n)")),
            Word::Link(section) => out.push_str(&format!("[section {section}](#s{section:05})")),
        })
    }

    fn written(&self, write: impl Fn(&mut String, Word)) -> String {
        let mut out = String::new();
        for (at, &word) in self.words.iter().enumerate() {
            match word {
                Word::Plain(text) if at == 0 => {
                    let (first, rest) = text.split_at(text.len().min(1));
                    out.push_str(&first.to_ascii_uppercase());
                    out.push_str(rest);
                }
                Word::Plain(_) | Word::Fact(_) | Word::Link(_) => write(&mut out, word),
            }
            out.push(if at + 1 == self.words.len() {
                self.stop
            } else {
                ' '
            });
        }
        out
    }
}

impl Clause {
    /// A clause of some 60 words. Its link leads to one of the first `sections` sections.
    pub(super) fn new(id: String, kind: ClauseKind, sections: usize, dice: &mut Dice) -> Self {
        let value = 1 + dice.below(12) as u16;
        let link = Word::Link(1 + dice.below(sections) as u32);
        let body = match kind {
            ClauseKind::Prose => {
                let first = Sentence::new(dice, 15, '.').with(dice, Word::Fact(value));
                let last = Sentence::new(dice, 15, '.').with(dice, link);
                Body::Prose(vec![
                    first,
                    Sentence::new(dice, 15, '.'),
                    Sentence::new(dice, 15, '.'),
                    last,
                ])
            }
            ClauseKind::List => {
                let lead = Sentence::new(dice, 12, ':');
                let first = Sentence::new(dice, 12, '.').with(dice, Word::Fact(value));
                Body::List(
                    lead,
                    std::iter::once(first)
                        .chain((0..3).map(|_| Sentence::new(dice, 12, '.')))
                        .collect(),
                )
            }
            ClauseKind::Table => Body::Table(std::array::from_fn(|_| {
                std::array::from_fn(|_| 1 + dice.below(30) as u16)
            })),
        };
        Self { id, body }
    }

    /// Its sentences: of a list the lead first, then the bullets.
    pub(super) fn sentences(&self) -> Vec<&Sentence> {
        match &self.body {
            Body::Prose(sentences) => sentences.iter().collect(),
            Body::List(lead, bullets) => std::iter::once(lead).chain(bullets).collect(),
            Body::Table(_) => Vec::new(),
        }
    }

    /// The sentence of that index in [`Self::sentences`].
    pub(super) fn sentence_mut(&mut self, at: usize) -> Option<&mut Sentence> {
        match &mut self.body {
            Body::Prose(sentences) => sentences.get_mut(at),
            Body::List(lead, _) if at == 0 => Some(lead),
            Body::List(_, bullets) => bullets.get_mut(at - 1),
            Body::Table(_) => None,
        }
    }

    /// The sentences that can be replaced, inserted and deleted: those of prose, or the bullets.
    pub(super) fn units_mut(&mut self) -> Option<&mut Vec<Sentence>> {
        match &mut self.body {
            Body::Prose(units) | Body::List(_, units) => Some(units),
            Body::Table(_) => None,
        }
    }

    /// The words of its sentences, or the values of its cells.
    pub(super) fn atoms(&self) -> Vec<String> {
        match &self.body {
            Body::Prose(_) | Body::List(..) => {
                self.sentences().into_iter().map(Sentence::plain).collect()
            }
            Body::Table(rows) => rows.iter().flatten().map(u16::to_string).collect(),
        }
    }

    /// Its lines, in a quote.
    pub(super) fn lines(&self) -> Vec<String> {
        match &self.body {
            Body::Prose(sentences) => {
                let mut lines: Vec<String> = sentences
                    .iter()
                    .map(|sentence| format!("> {}", sentence.markdown(&self.id)))
                    .collect();
                if let Some(last) = lines.last_mut() {
                    last.push_str(&format!(" {{#{}}}", self.id));
                }
                lines
            }
            Body::List(lead, bullets) => {
                let lead = format!("> {} {{#{}}}", lead.markdown(&self.id), self.id);
                std::iter::once(lead)
                    .chain(
                        bullets
                            .iter()
                            .map(|bullet| format!("> - {}", bullet.markdown(&self.id))),
                    )
                    .collect()
            }
            Body::Table(rows) => {
                let head = [
                    format!("> | troops | {} |", COLUMNS.join(" | ")),
                    format!("> |---|{}", "---|".repeat(COLUMNS.len())),
                ];
                let row = |(label, values): (&&str, &[u16; COLUMNS.len()])| {
                    format!(
                        "> | {label} | {} |",
                        values.map(|value| value.to_string()).join(" | ")
                    )
                };
                head.into_iter()
                    .chain(ROWS.iter().zip(rows).map(row))
                    .collect()
            }
        }
    }
}
