//! Reads the clauses of a sentence: takes its parts one after the other.

use super::{
    builder::{ClauseBuilder, SentenceContext},
    clause::{ClauseAction, PayloadPlace, VerbClause},
    part::SentencePart,
};
use crate::import::{
    cursor::TokenCursor,
    grammar::{LEXICON, PrintedVerb, VerbKind},
    token::{SheetToken, SheetTokenKind},
};

/// The most words that may be passed over for each part that is understood.
const PASSED_OVER: usize = 4;

impl TokenCursor<'_> {
    /// Parses the clauses of the sentence at the cursor; empty if there is none.
    pub(crate) fn parse_sentence(&mut self, context: SentenceContext<'_>) -> Vec<VerbClause> {
        if self.names_words_by_neighbour() || self.names_words_by_context() {
            return Vec::new();
        }
        let first = ClauseBuilder::new(self.offset(), &context);
        self.attempt(|cursor| cursor.parse_clauses(first))
            .unwrap_or_default()
    }

    fn parse_clauses(&mut self, mut clause: ClauseBuilder) -> Option<Vec<VerbClause>> {
        let mut clauses = Vec::new();
        let mut passed_over: Vec<(usize, usize)> = Vec::new();
        // how many of them are part of a complete clause
        let mut reported = 0;
        let mut understood = 0;
        while !self.at_end() {
            let stops = self.is_mark(0, &['.', '!', '?', ';'])
                && self.is_sentence_start(self.at + 1)
                && !self.continues_in_next_sentence(&clause);
            let ends = self.is_mark(0, &[';']) || self.is_paren(0);
            if stops || ends && (clause.deletes_units() || clause.acts() && clause.is_complete()) {
                break;
            }
            if clause.deletes_units() && self.eat_topic() {
                break;
            }
            if clause.acts() && clause.is_complete() && self.eat_purpose() {
                continue;
            }
            let offset = self.offset();
            if self.take_text_after_mark(&mut clause) {
                break;
            }
            let from = self.at;
            let part = self.parse_part_of_clause(&clause);
            let end = self.previous_end();
            match part {
                Some(SentencePart::Filler) => {}
                Some(part) => {
                    understood += 1;
                    if clause.begins_anew(&part)
                        || clause.is_complete()
                            && self.follows_joint(from)
                            && clause.goes_elsewhere(&part)
                        || self.follows_and(from) && clause.goes_inside(&part)
                    {
                        let next = clause.next(offset, &part);
                        let mut done = std::mem::replace(&mut clause, next).build()?;
                        done.passed_over = self.words_passed_over(&passed_over[reported..]);
                        reported = passed_over.len();
                        clauses.push(done);
                    }
                    let quotes = matches!(part, SentencePart::Quote { .. });
                    let before = from.checked_sub(1).map(|at| &self.tokens[at].kind);
                    if quotes && before == Some(&SheetTokenKind::Mark(':')) {
                        clause.expect_text_of_unit();
                        clause.colon = true;
                    }
                    if matches!(part, SentencePart::Verb(_)) {
                        clause.inserts = self.tokens[from].is_word(&["insert", "inserted", "put"]);
                    }
                    let adds = matches!(part, SentencePart::Units(_) | SentencePart::UnitsAt(..));
                    clause.take(part, end)?;
                    if clause.has_new_units() && self.leads_to_further_quote() {
                        // `New entries: "a …" and "b …"`
                        break;
                    }
                    let large = self.text[self.offset()..].starts_with(char::is_uppercase);
                    if adds && large && self.word(0).is_some() {
                        // `after the bullets: new para All cavalry …`
                        clause.text = Some(self.eat_rest_as_payload());
                        break;
                    }
                }
                None => passed_over.push((offset, end)),
            }
        }
        let mut done = self.build_last_clause(clause, &passed_over)?;
        if passed_over.len() > understood * PASSED_OVER {
            return None;
        }
        let described = matches!(
            done.action,
            ClauseAction::DeleteDescribed(_) | ClauseAction::Paraphrase(_)
        );
        if !described {
            done.passed_over = self.words_passed_over(&passed_over[reported..]);
        }
        clauses.push(done);
        Some(clauses)
    }

    /// Builds the last clause of the sentence; `passed_over` are the words that nothing explains.
    fn build_last_clause(
        &mut self,
        mut clause: ClauseBuilder,
        passed_over: &[(usize, usize)],
    ) -> Option<VerbClause> {
        self.find_text_after(&mut clause);
        let unannounced = clause.text == Some(PayloadPlace::Follows)
            && !clause.announced
            && !matches!(self.tokens.last(), Some(token) if token.kind == SheetTokenKind::Mark(':'));
        if unannounced && !passed_over.is_empty() {
            // the sentence was not understood, and must not take the lines below it
            return None;
        }
        if let Some(action) = self
            .describe_change(&clause)
            .filter(|_| passed_over.len() > 2)
        {
            let place = std::mem::take(&mut clause.place);
            return Some(VerbClause::new(
                action,
                place,
                clause.start,
                self.previous_end(),
            ));
        }
        let done = clause.build()?;
        let whole = matches!(done.action, ClauseAction::Delete);
        if whole
            && passed_over
                .last()
                .is_some_and(|(start, _)| done.place.is_empty() || *start >= done.end)
        {
            // `Disregard the reference to elephants.` is no deletion of everything, nor is
            // `Para 3: delete Baggage arrives last.`
            return None;
        }
        if let ClauseAction::Values(values) = &done.action
            && values.iter().any(|value| value.row.is_empty())
            && passed_over.iter().any(|&(start, _)| start < done.end)
        {
            // the words that were passed over may name the row
            return None;
        }
        Some(done)
    }

    /// Returns the change that an imperative sentence describes without quotes and units: `Remove the
    /// restriction on spears`, `Reduce the cost by 1`.
    fn describe_change(&self, clause: &ClauseBuilder) -> Option<ClauseAction> {
        let first = self
            .tokens
            .iter()
            .position(|token| token.start >= clause.start)?;
        let verb = self.tokens[first].word().and_then(PrintedVerb::find)?.kind;
        let words = &self.text[self.tokens.get(first + 1)?.start..self.previous_end()];
        let bare = !clause.has_subject() && clause.place.is_empty() && !clause.has_new_words();
        match verb {
            VerbKind::Delete if bare && !clause.placed && clause.text.is_none() => {
                Some(ClauseAction::DeleteDescribed(words.to_owned()))
            }
            VerbKind::Value if clause.old.is_none() && clause.values.is_empty() => {
                let whole = &self.text[self.tokens[first].start..self.previous_end()];
                Some(ClauseAction::Paraphrase(whole.to_owned()))
            }
            _ => None,
        }
    }

    /// Whether another quote follows, joined by `and` or a comma.
    fn leads_to_further_quote(&self) -> bool {
        let joint =
            |ahead: usize| self.is_mark(ahead, &[',', ';']) || self.is_word(ahead, &["and"]);
        joint(0) && (self.is_quote(1) || joint(1) && self.is_quote(2))
    }

    /// Whether `and` or a comma precedes token `at`, perhaps with a preposition between them.
    fn follows_joint(&self, at: usize) -> bool {
        let joint = |at: usize| {
            let token = &self.tokens[at];
            token.is_word(&["and"]) || token.kind == SheetTokenKind::Mark(',')
        };
        at > 0 && joint(at - 1)
    }

    /// Consumes the reason for a change: `, to make it clear that …`, `so that …`.
    fn eat_purpose(&mut self) -> bool {
        const PURPOSES: &[&str] = &[
            "make", "clarify", "show", "avoid", "allow", "reflect", "ensure",
        ];
        let comma = usize::from(self.is_mark(0, &[',']));
        let to = self.is_word(comma, &["to"]) && self.is_word(comma + 1, PURPOSES);
        let so = comma > 0 && self.is_word(comma, &["so", "since", "because"]);
        let from = self.at;
        if to || so {
            self.eat_rest_of_sentence();
            self.record(from, "why");
        }
        to || so
    }

    /// Consumes what a deleted unit is about: `concerning warbands`, `, which belongs to another game`.
    fn eat_topic(&mut self) -> bool {
        const OPENERS: &[&str] = &["concerning", "about", "regarding", "which", "dealing", "on"];
        let comma = usize::from(self.is_mark(0, &[',']));
        if !self.is_word(comma, OPENERS) {
            return false;
        }
        let from = self.at;
        self.eat_rest_of_sentence();
        self.record(from, "what it is about");
        true
    }

    /// Whether `and` precedes token `at`.
    fn follows_and(&self, at: usize) -> bool {
        self.tokens[..at]
            .last()
            .is_some_and(|token| token.is_word(&["and"]))
    }

    /// Takes the rest of the line behind a colon as the text that the clause lacks, or the lines below.
    fn take_text_after_mark(&mut self, clause: &mut ClauseBuilder) -> bool {
        if !self.is_mark(0, &[':', '–']) || !clause.awaits_text() || self.is_quote(1) {
            return false;
        }
        self.at += 1;
        clause.end = self.previous_end();
        clause.text = Some(self.eat_rest_as_payload());
        clause.colon = true;
        true
    }

    /// Returns the words from the first of these ranges to the last; `None` without ranges.
    fn words_passed_over(&self, ranges: &[(usize, usize)]) -> Option<String> {
        let (first, last) = (ranges.first()?, ranges.last()?);
        Some(self.text[first.0..last.1].to_owned())
    }

    /// Whether the line speaks of everything after or before quoted words, which no address can
    /// name.
    fn names_words_by_neighbour(&self) -> bool {
        let token = |at: usize| self.tokens.get(at);
        let is = |at, words: &[&str]| token(at).is_some_and(|token| token.is_word(words));
        let quotes = |at| token(at).is_some_and(SheetToken::is_quote);
        let counts = |at: usize| matches!(self.tokens[at].kind, SheetTokenKind::Nth(_));
        (self.at..self.tokens.len()).any(|at| {
            // `the words in brackets`
            is(at, &["in"]) && is(at + 1, &["brackets", "parentheses"])
                || is(at, &["bracketed"])
                // `for first word read “a raft”`
                || is(at + 1, &["word", "words"])
                        && counts(at)
    && !quotes(at + 2)
                // `apart from its first sentence`
                || is(at, &["apart"]) && is(at + 1, &["from"])
                // `the first word of paragraph 2`
                || is(at + 1, &["word", "words", "half", "part"])
                    && is(at + 2, &["of"])
                    && (counts(at) || is(at, &LEXICON.last))
                || is(at, &["all", "everything", "anything"])
                && is(at + 1, &["after", "before", "following"])
                   && quotes(at + 2)
        })
    }

    /// Whether the line begins with words that it names by the words around them:
    /// `the "or" in "light or heavy"`.
    pub(crate) fn names_words_by_context(&self) -> bool {
        self.tokens.windows(3).any(|three| {
            let [first, second, third] = three else {
                return false;
            };
            let (SheetTokenKind::Quote(words, true), SheetTokenKind::Quote(around, true)) =
                (&first.kind, &third.kind)
            else {
                return false;
            };
            second.is_word(&["in"]) && around.contains(words.as_str())
        })
    }

    /// Whether the sentence after this stop speaks of what this one names: `It is repealed.`,
    /// `Drop it.`
    fn continues_in_next_sentence(&self, clause: &ClauseBuilder) -> bool {
        const BACK: &[&str] = &["it", "its", "they", "their", "them", "these", "this"];
        // `Delete “a”. Substitute “b”.`
        let substitutes = clause.deletes_words() && self.verb_at(1) == Some(VerbKind::Substitute);
        substitutes
            || !clause.acts() && clause.is_place()
            || !clause.acts()
                && clause.has_subject()
                && (1..4).any(|ahead| self.is_word(ahead, BACK))
            || clause.acts()
                && (1..6).any(|ahead| {
                    self.is_word(ahead, &["place"]) && self.is_word(ahead - 1, &["its", "their"])
                        || clause.deletes_units() && self.is_word(ahead, &["instead"])
                })
    }

    /// Finds the new text of a clause that needs it: quoted after the sentence, or below.
    fn find_text_after(&mut self, clause: &mut ClauseBuilder) {
        if !clause.awaits_text() {
            return;
        }
        let colon =
            matches!(self.tokens.last(), Some(token) if token.kind == SheetTokenKind::Mark(':'));
        let end = self.previous_end();
        let ahead = usize::from(self.is_mark(0, &['.', ':', ';']));
        if self.is_quote(ahead) {
            self.at += ahead;
            clause.text = self.eat_quote_as_payload();
        } else if !colon && clause.verb == Some(VerbKind::Rearrange) {
            // `Combine the bullets.` announces nothing
        } else if clause.announced || self.peek(ahead).is_none() && clause.end == end {
            clause.text = Some(PayloadPlace::Follows);
        }
    }
}
