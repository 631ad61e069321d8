//! Classifies remarks as notes, questions with answers as clarifications, signatures as dates.

use super::{
    classifier::{LineClassifier, PendingPayload, word_runs},
    heading::trim_heading,
    instruction::find_place_in_prose,
    unannounced::states_change_of_value,
};
use crate::{
    import::{
        address::PrintedAddress,
        cursor::TokenCursor,
        date,
        grammar::REMARK_OPENERS,
        instruction_draft::DraftKind,
        known_rulesets::matches_opening,
        line_shape::{ends_sentence, is_caps},
        payload::PayloadPart,
        plain_text::normalise,
        sheet::{Confidence, SheetPieceKind},
        verb_clause::{ClauseAction, PayloadPlace, VerbClause},
    },
    text::Span,
};

impl LineClassifier<'_> {
    /// Adds a short line that ends in a date: the signature below a text. Returns whether it is
    /// one.
    pub(super) fn read_signature(&mut self, at: usize) -> bool {
        let text = self.text(at).trim();
        let Some((date, start, end)) = date::find_last_date(text).filter(|_| text.len() <= 60)
        else {
            return false;
        };
        let alone = text[end..].trim().trim_matches([')', '.', ']']).is_empty()
            && text[..start].split_whitespace().count() <= 5;
        if !alone || self.parsed[at].number.is_some() {
            return false;
        }
        let span = self.lines[at].plain.span(start, end);
        // a date after another one dates the text between them
        let undated = self
            .out
            .drafts
            .iter()
            .rposition(|draft| draft.dated.is_some())
            .map_or(0, |last| last + 1);
        if !self.out.dates.is_empty()
            && !self.out.drafts.is_empty()
            && undated < self.out.drafts.len()
            && self.has_signature_date()
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
        self.pending = PendingPayload::Nothing;
        self.mark_line(at, SheetPieceKind::Comment, None);
        true
    }

    pub(super) fn has_signature_date(&self) -> bool {
        self.out
            .drafts
            .iter()
            .any(|draft| draft.dated.is_some_and(|(_, span)| span.is_empty()))
    }

    /// Adds `Q: …?` and `A: …` below it as a clarification, or the question as a remark on an
    /// answer that instructs. Returns the next line if it is a question.
    pub(super) fn read_question(&mut self, at: usize) -> Option<usize> {
        let opens = |line: usize, words: &[&str]| {
            let text = self.text(line).to_lowercase();
            words.iter().any(|word| {
                text.strip_prefix(word)
                    .map(|rest| rest.strip_prefix('*').unwrap_or(rest))
                    .is_some_and(|rest| rest.starts_with([':', '.', ')']) && rest.len() > 1)
            })
        };
        let answer = self
            .next_line(at)
            .filter(|&next| opens(at, &["q", "question"]) && opens(next, &["a", "answer"]));
        let Some(answer) = answer else {
            return self.read_bold_question(at);
        };
        let parsed = &self.parsed[answer];
        let words = self.text(answer);
        let quotes = |clause: &VerbClause| {
            let text = match clause.payload {
                PayloadPlace::Inline(start, ..) => words.get(start..),
                _ => None,
            };
            text.is_some_and(|text| text.starts_with(['"', '“']))
        };
        let adds = |clause: &VerbClause| matches!(&clause.action, ClauseAction::Add(insertion, _) if insertion.words.is_some() || quotes(clause));
        let deletes = parsed.leads_with_instruction()
            && parsed
                .clauses
                .iter()
                .all(|(clause, _)| clause.is_strong() && !clause.guessed);
        let instructs =
            parsed.is_certain() || deletes || parsed.clauses.iter().any(|(clause, _)| adds(clause));
        let renames = states_change_of_value(words);
        if instructs
            || renames
            || parsed.verb && (words.contains(['"', '“']) || words.contains("page "))
        {
            // an erratum inside an answer
            self.add_note(at);
            if instructs {
                return Some(self.add_answer(at, answer));
            }
            self.mark_not_understood(answer);
            return Some(answer + 1);
        }
        let draft = self.add_draft(
            DraftKind::Clarification,
            self.place.clone(),
            self.line_start(at),
        );
        self.mark_line(at, SheetPieceKind::Payload, Some(draft));
        self.push_part(at, 0, self.text(at).len());
        self.pending = PendingPayload::Quoted(answer);
        Some(at + 1)
    }

    /// Enters the page in brackets behind the mark of a question: `Q (p. 31): Can it …?`
    fn enter_page_of_question(&mut self, at: usize) -> bool {
        let text = self.text(at);
        let rest = text
            .strip_prefix("Question")
            .or_else(|| text.strip_prefix('Q'));
        let brackets = rest.and_then(|rest| rest.trim_start().strip_prefix('('));
        let Some((words, _)) = brackets.and_then(|rest| rest.split_once(')')) else {
            return false;
        };
        let page = TokenCursor::new(&self.known.words, words, &[]).page_of(words);
        let found = page.is_some();
        if found {
            self.enter_place(Vec::new(), page);
        }
        found
    }

    /// Adds the instructions of an answer, whose place is its own, that of the question, or the known
    /// section above. Returns the next line.
    fn add_answer(&mut self, at: usize, answer: usize) -> usize {
        let above = self.headed_place.clone();
        self.enter_place(Vec::new(), None);
        self.place.page = None;
        let first = self.out.drafts.len();
        let mut why = None;
        if self.enter_place_of_question(at)
            || !self.has_own_place(answer) && self.enter_page_of_question(at)
        {
            why = Some("the place is that of the question");
        } else if above.id.is_some() && !self.has_own_place(answer) && !self.takes_whole(answer) {
            self.place = above.clone();
            why = Some("the place is that of the heading above the question");
        }
        let next = self.add_instructions(answer);
        for draft in &mut self.out.drafts[first..] {
            if let Some(why) = why {
                draft.add_doubt(draft.words, Confidence::Unsure, why);
            }
        }
        if above.id.is_some() {
            self.place = above;
        }
        next
    }

    /// Whether an instruction of a line would replace or delete a whole section that it does not name.
    fn takes_whole(&self, at: usize) -> bool {
        self.parsed[at].clauses.iter().any(|(clause, lead)| {
            let whole = matches!(clause.action, ClauseAction::Replace | ClauseAction::Delete);
            whole && clause.place.is_empty() && lead.is_empty()
        })
    }

    /// Whether the instructions of a line name their section or page.
    fn has_own_place(&self, at: usize) -> bool {
        let placed = |(clause, lead): &(VerbClause, PrintedAddress)| {
            [&clause.place, lead]
                .iter()
                .any(|place| place.heading.is_some() || place.page.is_some())
        };
        let parsed = &self.parsed[at];
        !parsed.names.is_empty() || parsed.clauses.iter().any(placed)
    }

    /// Enters the place that a question names, for an answer without one: `Q: Page 15, Morale: Is …?`
    fn enter_place_of_question(&mut self, at: usize) -> bool {
        let Some(answer) = self.next_line(at) else {
            return false;
        };
        if self.has_own_place(answer) {
            return false;
        }
        let question = &self.parsed[at];
        let (heading, page) = match question.names.first().filter(|_| question.paged) {
            Some((name, ..)) => (Some(name.clone()), question.lead.page.clone()),
            None => find_place_in_prose(self.text(at)),
        };
        let Some(heading) = heading.map(|name| trim_heading(&name)) else {
            return false;
        };
        let known = self.known.find_place(self.ruleset, &heading).is_some();
        if known {
            self.enter_place(vec![heading], page);
        }
        known
    }

    /// Adds a line in bold that asks something, and the answer below it, as a clarification.
    /// Returns the next line if it is one.
    fn read_bold_question(&mut self, at: usize) -> Option<usize> {
        let (line, text) = (&self.lines[at], self.text(at));
        let asks = text.ends_with('?')
            || self.asks && text.ends_with('.') && text.split_whitespace().count() > 5;
        if !line.stressed || line.headed || !asks || line.bullet.is_some() {
            return None;
        }
        self.asks = true;
        self.enter_page_of_question(at);
        let text = self.text(at);
        let answers = |line: &usize| {
            let parsed = &self.parsed[*line];
            !self.lines[*line].headed
                && !self.lines[*line].stressed
                && !parsed.has_instruction()
                && !states_change_of_value(self.text(*line))
        };
        let last = (at + 1..self.range.end).take_while(answers).last();
        let Some(last) = last else {
            self.add_note(at);
            self.pending = PendingPayload::Nothing;
            return Some(at + 1);
        };
        self.add_draft(
            DraftKind::Clarification,
            self.place.clone(),
            self.line_start(at),
        );
        self.mark_line(at, SheetPieceKind::Payload, self.last_draft());
        self.push_part(at, 0, text.len());
        self.pending = PendingPayload::Quoted(last);
        Some(at + 1)
    }

    /// Adds a paragraph that begins with `Note` or `Comment`. Returns whether it is one.
    pub(super) fn read_remark(&mut self, at: usize) -> bool {
        let text = self.text(at).trim_start_matches(['(', '[', ' ']);
        let first: String = text
            .chars()
            .take_while(|c| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’'))
            .collect();
        let first = first.trim_end_matches('.').to_lowercase().replace('’', "'");
        let marked = is_about_change(text)
            || REMARK_OPENERS.contains(&first.as_str())
                && (text[first.len().min(text.len())..].starts_with([':', '.', ',', ' ']));
        let colon = text
            .get(first.len()..)
            .is_some_and(|rest| rest.starts_with([':', '.']));
        let payload = matches!(self.pending, PendingPayload::Loose { .. });
        if !marked || self.out.drafts.is_empty() || (payload && !colon) {
            return false;
        }
        self.add_note(at);
        self.pending = PendingPayload::Remark;
        true
    }

    /// Adds a paragraph of commentary.
    pub(super) fn add_note(&mut self, at: usize) {
        let broken = at > 0
            && !ends_sentence(self.text(at - 1))
            && self.text(at).starts_with(|c: char| c.is_lowercase());
        let goes_on = broken
            && self
                .out
                .drafts
                .last()
                .is_some_and(|draft| matches!(draft.kind, DraftKind::Note));
        if !goes_on {
            let place = self.place.clone();
            self.add_draft(DraftKind::Note, place, self.line_start(at));
        }
        self.mark_line(at, SheetPieceKind::Comment, self.last_draft());
        self.push_note_part(at);
    }

    pub(super) fn push_note_part(&mut self, at: usize) {
        let end = self.text(at).len();
        if let Some(draft) = self.out.drafts.last_mut() {
            draft.parts.push(PayloadPart {
                line: at,
                start: 0,
                end,
            });
        }
    }

    /// Classifies a line below a heading of notes; returns the next line.
    pub(super) fn classify_note_line(&mut self, at: usize) -> usize {
        if self.ends_notes(at) {
            self.in_notes = false;
            return self.classify_line(at);
        }
        if let Some(name) = self.heading_name(at).filter(|_| {
            self.lines[at].headed || self.parsed[at].is_name() && is_caps(self.text(at))
        }) {
            self.mark_line(at, SheetPieceKind::Heading, None);
            self.enter_place(vec![trim_heading(&name)], None);
            self.starts_note = true;
            return at + 1;
        }
        if self.read_signature(at) {
            return at + 1;
        }
        if self.headings == 0
            || !self.starts_note
                && !self
                    .out
                    .drafts
                    .last()
                    .is_some_and(|draft| matches!(draft.kind, DraftKind::Note))
        {
            self.mark_line(at, SheetPieceKind::Comment, None);
            return at + 1;
        }
        let line = normalise(self.text(at));
        let opener = self
            .known
            .words
            .note_openers
            .iter()
            .any(|own| matches_opening(&line, own));
        let parsed = &self.parsed[at];
        // a sentence about values explains the one before it
        let sets = |(clause, _): &(VerbClause, _)| matches!(clause.action, ClauseAction::Values(_));
        let says = parsed.verb && !parsed.clauses.is_empty() || !parsed.clauses.iter().all(sets);
        let verb = parsed.leads_with_instruction() && says;
        if self.starts_note || opener || verb || self.repeats_payload(&line) {
            let place = self.place.clone();
            self.add_draft(DraftKind::Note, place, self.line_start(at));
            self.starts_note = false;
        }
        self.mark_line(at, SheetPieceKind::Comment, self.last_draft());
        self.push_note_part(at);
        at + 1
    }

    /// Whether a line below a heading of notes is the heading of a place of the rules, with an instruction
    /// below it that is hardly prose, or is such an instruction with its place.
    fn ends_notes(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        let placed = parsed.paged || parsed.lead.heading.is_some();
        if placed
            && parsed.leads_with_instruction()
            && (parsed.is_certain() || parsed.is_strong())
            && parsed.unread.is_empty()
        {
            return true;
        }
        let named = parsed.is_name() || parsed.is_location();
        let known = parsed
            .names
            .last()
            .is_some_and(|(name, ..)| self.known.find_place(self.ruleset, name).is_some());
        let next = self.next_line(at).filter(|_| named && known);
        next.is_some_and(|next| {
            let parsed = &self.parsed[next];
            parsed.leads_with_instruction() && parsed.is_certain() && parsed.unread.is_empty()
        })
    }

    /// Whether a line mostly repeats the payloads of the sheet.
    pub(super) fn repeats_payload(&self, line: &str) -> bool {
        let runs = word_runs(line);
        let known = runs
            .iter()
            .filter(|run| self.payload_runs.contains(run))
            .count();
        runs.len() >= 8 && known * 2 >= runs.len()
    }
}

/// Whether a sentence speaks of the change above it: `This change makes …`.
fn is_about_change(text: &str) -> bool {
    const CHANGES: &[&str] = &[
        "change",
        "changes",
        "amendment",
        "amendments",
        "correction",
        "corrections",
        "clarification",
        "alteration",
        "revision",
        "modification",
        "erratum",
        "rewording",
    ];
    let mut words = text.split_whitespace().map(str::to_lowercase);
    if words
        .clone()
        .next()
        .is_some_and(|word| word == "clarification:")
    {
        return true;
    }
    let points = words
        .next()
        .is_some_and(|word| ["this", "these"].contains(&word.as_str()));
    points
        && words
            .next()
            .is_some_and(|word| CHANGES.contains(&word.as_str()))
}
