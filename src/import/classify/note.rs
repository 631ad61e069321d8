//! Classifies remarks as notes, questions with answers as clarifications, signatures as dates.

use super::{
    change_signs::{QUOTES, states_value},
    classifier::{LineClassifier, PendingPayload, word_runs},
    heading::trim_heading,
};
use crate::{
    import::{
        clause::{ClauseAction, PayloadPlace, VerbClause},
        date,
        explain::truncate,
        grammar::LEXICON,
        instruction_draft::DraftKind,
        known_rulesets::matches_opening,
        line_reader::address_of,
        line_shape::{ends_sentence, is_caps},
        payload::PayloadPart,
        plain_text::normalise,
        sheet::SheetPieceKind,
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

    /// Adds a question and the answer below it as a clarification; only as a remark if the answer
    /// changes something. Returns the next line if it is a question.
    pub(super) fn read_question(&mut self, at: usize) -> Option<usize> {
        if !self.is_question(at) {
            return None;
        }
        let changes = |line: usize| {
            let (text, parsed) = (self.text(line), &self.parsed[line]);
            let given = |(clause, _): &(VerbClause, _)| {
                clause.is_strong() || clause.payload != PayloadPlace::None
            };
            let quotes = text.contains(QUOTES) || text.contains("page ");
            parsed.leads_with_instruction() && parsed.clauses.iter().any(given)
                || parsed.is_certain()
                || parsed.verb && quotes
                || states_value(text)
        };
        let answers =
            |line: &usize| !self.lines[*line].headed && !self.is_question(*line) && !changes(*line);
        let last = (at + 1..self.range.end).take_while(answers).last();
        let Some(last) = last else {
            self.enter_place_of_question(at);
            self.add_note(at);
            self.pending = PendingPayload::Nothing;
            return Some(at + 1);
        };
        let draft = self.add_draft(
            DraftKind::Clarification,
            self.place.clone(),
            self.line_start(at),
        );
        self.mark_line(at, SheetPieceKind::Payload, Some(draft));
        self.push_part(at, 0, self.text(at).len());
        self.pending = PendingPayload::Quoted(last);
        Some(at + 1)
    }

    /// Whether a line asks something: `Q: …`, or a line in bold that ends with a question mark.
    fn is_question(&self, at: usize) -> bool {
        let (line, text) = (&self.lines[at], self.text(at));
        let lower = text.to_lowercase();
        let mark = ["question", "q"]
            .iter()
            .find_map(|mark| lower.strip_prefix(mark));
        let mark = mark.map(|rest| rest.strip_prefix('*').unwrap_or(rest));
        let marked = mark.is_some_and(|rest| rest.starts_with([':', '.', ')']) && rest.len() > 1);
        let bold = line.stressed && text.ends_with('?') && line.bullet.is_none();
        !line.headed && (marked || bold)
    }

    /// Enters the page that a question names, `Q (p. 31): Can it …?`, or the known section above it. What
    /// its answer changes may be elsewhere.
    fn enter_place_of_question(&mut self, at: usize) {
        let text = self.text(at);
        let brackets = text
            .split_once('(')
            .and_then(|(_, rest)| rest.split_once(')'));
        let words = brackets.map_or("", |(words, _)| words);
        let page = address_of(words, &self.known.words).and_then(|place| place.page);
        let above = self.headed_place.clone();
        if page.is_some() || above.id.is_none() {
            self.enter_place(Vec::new(), None);
            self.place.page = page;
        } else {
            self.place = above;
        }
        self.doubtful_place = Some(truncate(text, 40));
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
            || LEXICON.has("remark_openers", &first)
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
