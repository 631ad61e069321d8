//! The generator's model of a clause, and its Markdown.

use super::{
    rng::SeededRng,
    words::{COLUMNS, ROWS, WORDS},
};

/// A word of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentenceWord {
    /// A plain word.
    Plain(&'static str),
    /// A number that is marked as the clause's fact.
    Fact(u16),
    /// A link to the section with that number.
    Link(u32),
}

/// A sentence: its words, without the capital letter, and its closing mark.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    pub(super) words: Vec<SentenceWord>,
    stop: char,
}

/// The kind of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClauseKind {
    /// Sentences.
    Prose,
    /// A sentence followed by bullets.
    List,
    /// A table of values.
    Table,
}

/// The content of a clause.
#[derive(Clone, Debug)]
pub(super) enum ClauseBody {
    /// Sentences.
    Prose(Vec<Sentence>),
    /// A sentence followed by bullets of one sentence each.
    List(Sentence, Vec<Sentence>),
    /// Values by row and column.
    Table([[u16; COLUMNS.len()]; ROWS.len()]),
}

#[derive(Clone, Debug)]
pub(super) struct GeneratedClause {
    /// The id; a table has none of its own, so this is the id of its section.
    pub(super) id: String,
    pub(super) body: ClauseBody,
}

impl Sentence {
    /// Generates a sentence of `count` words.
    pub(super) fn new(rng: &mut SeededRng, count: usize, stop: char) -> Self {
        let words = (0..count.max(3))
            .filter_map(|_| rng.pick(WORDS))
            .map(SentenceWord::Plain)
            .collect();
        Self { words, stop }
    }

    /// Replaces a word inside the sentence with `word`.
    pub(super) fn with_word(mut self, rng: &mut SeededRng, word: SentenceWord) -> Self {
        let at = 1 + rng.below(self.words.len().saturating_sub(2));
        if let Some(place) = self.words.get_mut(at) {
            *place = word;
        }
        self
    }

    /// Generates a sentence of the same length in other words, with a fact if this one has a fact.
    pub(super) fn reworded(&self, rng: &mut SeededRng) -> Self {
        let new = Self::new(rng, self.words.len(), self.stop);
        let fact = self
            .words
            .iter()
            .find(|word| matches!(word, SentenceWord::Fact(_)));
        let value = 1 + rng.below(12) as u16;
        if fact.is_some() {
            new.with_word(rng, SentenceWord::Fact(value))
        } else {
            new
        }
    }

    /// Returns the text as a reader sees it.
    pub(super) fn plain(&self) -> String {
        self.render(|out, word| match word {
            SentenceWord::Plain(text) => out.push_str(text),
            SentenceWord::Fact(value) => out.push_str(&value.to_string()),
            SentenceWord::Link(section) => out.push_str(&format!("section {section}")),
        })
    }

    /// Returns the text in the notation of rules files; the fact is named after the clause.
    pub(super) fn markdown(&self, clause: &str) -> String {
        self.render(|out, word| match word {
            SentenceWord::Plain(text) => out.push_str(text),
            SentenceWord::Fact(value) => out.push_str(&format!("[{value}](fact:{clause}.n)")),
            SentenceWord::Link(section) => {
                out.push_str(&format!("[section {section}](#s{section:05})"))
            }
        })
    }

    fn render(&self, write: impl Fn(&mut String, SentenceWord)) -> String {
        let mut out = String::new();
        for (at, &word) in self.words.iter().enumerate() {
            match word {
                SentenceWord::Plain(text) if at == 0 => {
                    let (first, rest) = text.split_at(text.len().min(1));
                    out.push_str(&first.to_ascii_uppercase());
                    out.push_str(rest);
                }
                SentenceWord::Plain(_) | SentenceWord::Fact(_) | SentenceWord::Link(_) => {
                    write(&mut out, word)
                }
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

impl GeneratedClause {
    /// Generates a clause of some 60 words, with a link to one of the first `sections` sections.
    pub(super) fn new(id: String, kind: ClauseKind, sections: usize, rng: &mut SeededRng) -> Self {
        let value = 1 + rng.below(12) as u16;
        let link = SentenceWord::Link(1 + rng.below(sections) as u32);
        let body = match kind {
            ClauseKind::Prose => {
                let first = Sentence::new(rng, 15, '.').with_word(rng, SentenceWord::Fact(value));
                let last = Sentence::new(rng, 15, '.').with_word(rng, link);
                ClauseBody::Prose(vec![
                    first,
                    Sentence::new(rng, 15, '.'),
                    Sentence::new(rng, 15, '.'),
                    last,
                ])
            }
            ClauseKind::List => {
                let lead = Sentence::new(rng, 12, ':');
                let first = Sentence::new(rng, 12, '.').with_word(rng, SentenceWord::Fact(value));
                ClauseBody::List(
                    lead,
                    std::iter::once(first)
                        .chain((0..3).map(|_| Sentence::new(rng, 12, '.')))
                        .collect(),
                )
            }
            ClauseKind::Table => ClauseBody::Table(std::array::from_fn(|_| {
                std::array::from_fn(|_| 1 + rng.below(30) as u16)
            })),
        };
        Self { id, body }
    }

    /// Returns the sentences; for a list the lead, then the bullets.
    pub(super) fn sentences(&self) -> Vec<&Sentence> {
        match &self.body {
            ClauseBody::Prose(sentences) => sentences.iter().collect(),
            ClauseBody::List(lead, bullets) => std::iter::once(lead).chain(bullets).collect(),
            ClauseBody::Table(_) => Vec::new(),
        }
    }

    /// Returns the sentence at index `at` of [`Self::sentences`].
    pub(super) fn sentence_mut(&mut self, at: usize) -> Option<&mut Sentence> {
        match &mut self.body {
            ClauseBody::Prose(sentences) => sentences.get_mut(at),
            ClauseBody::List(lead, _) if at == 0 => Some(lead),
            ClauseBody::List(_, bullets) => bullets.get_mut(at - 1),
            ClauseBody::Table(_) => None,
        }
    }

    /// Returns the units that can be replaced, inserted and deleted: the sentences of prose, or the
    /// bullets.
    pub(super) fn units_mut(&mut self) -> Option<&mut Vec<Sentence>> {
        match &mut self.body {
            ClauseBody::Prose(units) | ClauseBody::List(_, units) => Some(units),
            ClauseBody::Table(_) => None,
        }
    }

    /// Returns the words of each sentence, or the value of each cell.
    pub(super) fn atoms(&self) -> Vec<String> {
        match &self.body {
            ClauseBody::Prose(_) | ClauseBody::List(..) => {
                self.sentences().into_iter().map(Sentence::plain).collect()
            }
            ClauseBody::Table(rows) => rows.iter().flatten().map(u16::to_string).collect(),
        }
    }

    /// Returns the lines of the clause as a block quote.
    pub(super) fn markdown_lines(&self) -> Vec<String> {
        match &self.body {
            ClauseBody::Prose(sentences) => {
                let mut lines: Vec<String> = sentences
                    .iter()
                    .map(|sentence| format!("> {}", sentence.markdown(&self.id)))
                    .collect();
                if let Some(last) = lines.last_mut() {
                    last.push_str(&format!(" {{#{}}}", self.id));
                }
                lines
            }
            ClauseBody::List(lead, bullets) => {
                let lead = format!("> {} {{#{}}}", lead.markdown(&self.id), self.id);
                std::iter::once(lead)
                    .chain(
                        bullets
                            .iter()
                            .map(|bullet| format!("> - {}", bullet.markdown(&self.id))),
                    )
                    .collect()
            }
            ClauseBody::Table(rows) => {
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
