//! Finds the text of the instruction above, and classifies the lines that no instruction announces: values,
//! questions, notes, new text without a verb, or not understood.

use super::classifier::{LineClassifier, Pending};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        clause::{ClauseAction, InsertionPoint, PayloadPlace, VerbClause},
        date,
        explain::truncate,
        grammar::LEXICON,
        instruction_draft::DraftKind,
        known_rulesets::matches_opening,
        line_shape::{ends_sentence, is_caps, trim_heading},
        plain_text::{normalise, quote_depth, word_runs},
        sheet::{Confidence, SheetPieceKind},
    },
    syntax::UnitNoun,
    text::Span,
};

/// How far to search for the end of a quote, in lines.
const SEARCH_LIMIT: usize = 400;

const OPENING: [char; 3] = ['"', '“', '„'];

impl LineClassifier<'_> {
    /// Adds a line of quoted text.
    pub(super) fn add_quoted_line(&mut self, at: usize, until: usize) {
        self.add_to_text(at);
        if at < until {
            return;
        }
        self.pending = Pending::Nothing;
        let Some(next) = self.next_line(at) else {
            return;
        };
        if self.lacks_units()
            && self.text(next).starts_with(OPENING)
            && let Some(until) = self.closing_line(next, 0)
        {
            // each of the announced paragraphs has its own quotation marks
            self.pending = Pending::Quoted(until);
        } else if self.lines[at].bullet.is_some()
            && self.lines[next].bullet.is_some()
            && next == at + 1
            && !self.announces(next)
        {
            self.pending = Pending::Text { wide: false };
            let why = "the closing mark is before the end of the list";
            self.doubt_last(self.lines[at].span, why);
        }
    }

    /// Adds a doubt about the last draft.
    fn doubt_last(&mut self, span: Span, why: &str) {
        if let Some(draft) = self.out.drafts.last_mut() {
            draft.add_doubt(span, Confidence::Unsure, why);
        }
    }

    /// Whether the last instruction announced more units than its text has parts.
    fn lacks_units(&self) -> bool {
        let last = self.out.drafts.last().and_then(|draft| match &draft.kind {
            DraftKind::Clause(clause) => clause.action.insertion()?.count,
            _ => None,
        });
        last.is_some_and(|count| self.last_parts().len() < count as usize)
    }

    /// Adds the line to the text of the last instruction.
    pub(super) fn add_to_text(&mut self, at: usize) {
        let last = self.last_draft();
        let to = self.text(at).trim().trim_end_matches(':');
        if let Some(draft) = self.out.drafts.last_mut()
            && draft.old.is_none()
            && matches!(&draft.kind, DraftKind::Clause(clause) if matches!(clause.action, ClauseAction::Pairs))
            && to.eq_ignore_ascii_case("to")
        {
            draft.old = Some(draft.parts.len());
            self.mark_line(at, SheetPieceKind::Instruction, last);
            return;
        }
        self.mark_line(at, SheetPieceKind::Payload, last);
        self.push_part(at, 0, self.text(at).len());
    }

    /// Begins the text of a clause.
    pub(super) fn open_text(&mut self, at: usize, clause: &VerbClause) {
        let last = self.out.drafts.last();
        let wide = last.is_some_and(|draft| allows_headings(clause, &draft.address));
        let (line, start) = match clause.payload {
            PayloadPlace::None => return self.pending = Pending::Nothing,
            PayloadPlace::Inline(start, end, closed) => {
                let kind = SheetPieceKind::Payload;
                self.start_piece(self.byte(at, start), kind, self.last_draft());
                let whole = self.text(at).len();
                self.push_part(at, start, if closed { end } else { whole });
                if closed {
                    return self.pending = Pending::Nothing;
                }
                (at, start)
            }
            PayloadPlace::Follows => match self.next_line(at) {
                Some(next) if self.text(next).starts_with(OPENING) => (next, 0),
                Some(_) => return self.pending = Pending::Text { wide },
                None => return self.pending = Pending::Nothing,
            },
        };
        self.pending = self
            .closing_line(line, start)
            .map_or(Pending::Text { wide }, Pending::Quoted);
        if self.pending == (Pending::Text { wide }) {
            let words = self.out.drafts.last().map(|draft| draft.words);
            let why = "the closing mark is missing: the text ends before the next instruction";
            self.doubt_last(words.unwrap_or_default(), why);
        }
    }

    /// Returns the line in which the quote that opens at byte `start` of line `at` is closed.
    fn closing_line(&self, at: usize, start: usize) -> Option<usize> {
        let mut depth = quote_depth(&self.text(at)[start..], 0);
        for line in at + 1..self.range.end.min(at + SEARCH_LIMIT) {
            if depth <= 0 {
                return Some(line - 1);
            }
            let parsed = &self.parsed[line];
            let interrupts = || parsed.is_address() || self.interrupts_text(line);
            if !parsed.is_page() && interrupts() && self.announces(line) {
                return None;
            }
            depth = quote_depth(self.text(line), depth);
        }
        (depth <= 0).then_some(self.range.end.min(at + SEARCH_LIMIT) - 1)
    }

    /// Classifies a line that is neither heading nor instruction nor announced text.
    pub(super) fn classify_unannounced(&mut self, at: usize) {
        let (text, line) = (self.text(at), &self.lines[at]);
        let label = self.label_end(at);
        let update = dated_update(text);
        let changes = self.changes(at);
        if self.is_cover(at, label.is_some() || update.is_some()) {
            if let Some((date, ..)) = date::find_last_date(text) {
                self.out.dates.push(date);
            }
            return self.mark_line(at, SheetPieceKind::Comment, None);
        }
        let here = self.draft_here().map(|draft| draft.kind.clone());
        let after = here
            .as_ref()
            .is_some_and(|kind| !matches!(kind, DraftKind::Note));
        let listed =
            line.bullet.is_some() && here.is_none() || matches!(here, Some(DraftKind::Entry));
        let entry = text.split_once(':').is_some_and(|(label, _)| {
            let mut words = label.split_whitespace();
            let first = words.clone().next().unwrap_or_default().to_lowercase();
            words.nth(6).is_none() && !LEXICON.has("rules", &first)
        });
        let unnamed = self.place.path.is_empty();
        if !unnamed && listed && entry && !self.parsed[at].asks_change {
            self.begin_draft(at, DraftKind::Entry);
        } else if let Some((date, start, end)) = update.filter(|_| !unnamed) {
            let draft = self.begin_draft(at, DraftKind::Update);
            let span = line.plain.span(start, end);
            self.out.drafts[draft].dated = Some((date, span));
        } else if unnamed || changes {
            self.report(at);
        } else if let Some(end) = label {
            self.add_labelled(at, end);
        } else if matches!(here, Some(DraftKind::Statement | DraftKind::Update)) {
            self.add_to_text(at);
        } else if after {
            // text after a complete instruction is a remark about it
            self.add_note(at);
            let why = "the kind of this paragraph is not stated: it is taken as commentary";
            self.doubt_last(line.span, why);
            self.doubt_place(at);
        } else {
            self.begin_draft(at, DraftKind::Statement);
        }
    }

    /// Whether a line of which no reading was found may change something, so that it must be reported
    /// and not taken as a remark or as new text.
    fn changes(&self, at: usize) -> bool {
        // a short line that counts units is hardly a remark below an instruction
        const LONGEST: usize = 120;
        let (parsed, text) = (&self.parsed[at], self.text(at));
        let short = text.len() < LONGEST;
        let kind = self.draft_here().map(|draft| &draft.kind);
        let below = match kind {
            Some(DraftKind::Clause(_)) => short && parsed.counts,
            // `Blades(F) – 5` below other values
            Some(DraftKind::Value(_)) => {
                short && (parsed.counts || text.bytes().any(|b| b.is_ascii_digit()))
            }
            _ => false,
        };
        parsed.clauses.is_empty() && (parsed.verb || parsed.asks_change || below)
            || !parsed.failed.is_empty()
            || parsed.page_first && !parsed.unread.is_empty()
            || !parsed.lead.steps.is_empty() && parsed.figure().is_none()
    }

    /// Whether the line says something about the sheet: it is above all places of the rules.
    fn is_cover(&self, at: usize, labelled: bool) -> bool {
        let (parsed, text, line) = (&self.parsed[at], self.text(at), &self.lines[at]);
        let tried = parsed.has_instruction() || !parsed.lead.is_empty();
        let about = !ends_sentence(text) || date::find_last_date(text).is_some();
        let above = self.ruleset.is_some()
            && self.place.id.is_none()
            && self.place.page.is_none()
            && self.out.drafts.is_empty();
        let unnamed = self.place.path.is_empty() && !self.inline && !line.table;
        let quotes = labelled && text.contains(OPENING);
        !tried && (above && about && !labelled || unnamed && !quotes)
    }

    /// Returns where the labels end in front of the text: `Knights: Kn(S): …`.
    pub(super) fn label_end(&self, at: usize) -> Option<usize> {
        let parsed = &self.parsed[at];
        let (_, first, _) = parsed.names.first()?;
        let (.., end) = parsed.names.last()?;
        let after = self.text(at)[*end..].trim_start();
        let colon = after.starts_with([':', '…']) || after.starts_with("..");
        let mut names = parsed.names.iter();
        let short = names.all(|name| name.0.split_whitespace().count() <= 4);
        let labelled = *first == 0 && colon && short && !parsed.unread.is_empty();
        (labelled && !self.place.path.is_empty()).then_some(*end)
    }

    /// Returns the label of the group to which a lone label in brackets belongs, that of the draft before:
    /// `Gu(B)` below `Guilds: …`.
    pub(super) fn group_of(&self, labels: &[String]) -> Option<String> {
        let [label] = labels else { return None };
        let path = &self.out.drafts.last()?.place.path;
        let inner = path.strip_prefix(&self.place.path[..])?;
        inner.first().filter(|_| label.contains('(')).cloned()
    }

    /// Adds text for a labelled unit, perhaps with instructions after it.
    fn add_labelled(&mut self, at: usize, label_end: usize) {
        let parsed = &self.parsed[at];
        let mut place = self.place.clone();
        let labels: Vec<String> = parsed.names.iter().map(|name| name.0.clone()).collect();
        place.path.extend(self.group_of(&labels));
        place.path.extend(labels);
        let known = self.known.find_place(self.ruleset, &place.path.join(" "));
        place.id = known.map(|(_, id)| id.to_owned());
        let whole = self.text(at).len();
        let end = parsed
            .clauses
            .first()
            .map_or(whole, |(clause, _)| clause.start);
        let text = &self.text(at)[label_end..end];
        let start = end - text.trim_start_matches([':', ' ']).len();
        self.mark_line(at, SheetPieceKind::Heading, None);
        let kind = DraftKind::LabelledStatement;
        let draft = self.add_draft(kind, place.clone(), self.line_start(at));
        self.start_piece(self.byte(at, start), SheetPieceKind::Payload, Some(draft));
        self.push_part(at, start, end);
        if !parsed.clauses.is_empty() {
            let outer = std::mem::replace(&mut self.place, place);
            self.add_clauses(at);
            self.place = outer;
        }
    }

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
        for draft in &mut self.out.drafts {
            draft.dated.get_or_insert((date, Span::default()));
        }
        self.out.dates.push(date);
        self.pending = Pending::Nothing;
        self.mark_line(at, SheetPieceKind::Comment, None);
        true
    }

    /// Adds a question and the answer below it as a clarification, unsure as the answer may change the
    /// rules; only as a remark if it states the change. Returns the next line if it is a question.
    pub(super) fn read_question(&mut self, at: usize) -> Option<usize> {
        if !self.is_question(at) {
            return None;
        }
        let answers = |&line: &usize| {
            let parsed = &self.parsed[line];
            let changes = parsed.leads_with_instruction() || parsed.is_certain() || parsed.verb;
            !self.lines[line].headed && !self.is_question(line) && !changes
        };
        if let Some(last) = (at + 1..self.range.end).take_while(answers).last() {
            self.begin_draft(at, DraftKind::Clarification);
            self.pending = Pending::Quoted(last);
        } else {
            // what an answer changes may be anywhere
            self.enter_place(Vec::new(), None);
            self.doubtful_place = Some(truncate(self.text(at), 40));
            self.add_note(at);
            self.pending = Pending::Nothing;
        }
        self.doubt_last(self.lines[at].span, "this answer may change the rules");
        Some(at + 1)
    }

    /// Whether a line asks something: `Q: …`, or a line in bold that ends with a question mark.
    fn is_question(&self, at: usize) -> bool {
        let (line, text) = (&self.lines[at], self.text(at));
        let mut marks = ["Question", "QUESTION", "Q*", "Q"].iter();
        let mark = marks.find_map(|mark| text.strip_prefix(mark));
        let marked = mark.is_some_and(|rest| rest.starts_with([':', '.', ')']) && rest.len() > 1);
        let bold = line.stressed && text.ends_with('?') && line.bullet.is_none();
        !line.headed && (marked || bold)
    }

    /// Adds a paragraph that begins with `Note` or `Comment`. Returns whether it is one.
    pub(super) fn read_remark(&mut self, at: usize) -> bool {
        let text = self.text(at).trim_start_matches(['(', '[', ' ']);
        let length = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '\'' | '’')));
        let (first, rest) = text.split_at(length.unwrap_or(text.len()));
        let rest = if first.ends_with('.') { "." } else { rest };
        let first = first.trim_end_matches('.').to_lowercase().replace('’', "'");
        let opens = LEXICON.has("remark_openers", &first) && rest.starts_with([':', '.', ',', ' ']);
        let colon = rest.starts_with([':', '.']);
        let announced = matches!(self.pending, Pending::Text { .. });
        if !opens || self.out.drafts.is_empty() || announced && !colon {
            return false;
        }
        self.add_note(at);
        self.pending = Pending::Remark;
        true
    }

    /// Adds a paragraph of commentary.
    pub(super) fn add_note(&mut self, at: usize) {
        let broken = at > 0
            && !ends_sentence(self.text(at - 1))
            && self.text(at).starts_with(char::is_lowercase);
        let last = self.out.drafts.last();
        let note = last.is_some_and(|draft| matches!(draft.kind, DraftKind::Note));
        if !(broken && note) {
            self.add_draft(DraftKind::Note, self.place.clone(), self.line_start(at));
        }
        self.mark_line(at, SheetPieceKind::Comment, self.last_draft());
        self.push_part(at, 0, self.text(at).len());
    }

    /// Adds a line below a heading of notes; `false` if it is no note.
    pub(super) fn read_note_line(&mut self, at: usize) -> bool {
        if self.ends_notes(at) {
            self.notes = None;
            return false;
        }
        let caps = self.parsed[at].is_name() && is_caps(self.text(at));
        if let Some(name) = self
            .heading_name(at)
            .filter(|_| self.lines[at].headed || caps)
        {
            self.mark_line(at, SheetPieceKind::Heading, None);
            self.enter_place(vec![trim_heading(&name)], None);
            self.notes = Some(true);
            return true;
        }
        if self.read_signature(at) {
            return true;
        }
        let begins = self.notes == Some(true);
        let last = self.out.drafts.last();
        let note = last.is_some_and(|draft| matches!(draft.kind, DraftKind::Note));
        if !begins && !note {
            self.mark_line(at, SheetPieceKind::Comment, None);
            return true;
        }
        let line = normalise(self.text(at));
        let mut openers = self.known.words.note_openers.iter();
        let parsed = &self.parsed[at];
        // a sentence about values explains the one before it
        let sets = |(clause, _): &(VerbClause, PrintedAddress)| {
            matches!(clause.action, ClauseAction::Values(_))
        };
        let says = parsed.verb || !parsed.clauses.iter().all(sets);
        let instructs = parsed.leads_with_instruction() && says;
        let opens = openers.any(|own| matches_opening(&line, own))
            || word_runs(&line)
                .next()
                .is_some_and(|run| self.text_runs.contains(&run));
        if begins || instructs || opens {
            self.add_draft(DraftKind::Note, self.place.clone(), self.line_start(at));
            self.notes = Some(false);
        }
        self.mark_line(at, SheetPieceKind::Comment, self.last_draft());
        self.push_part(at, 0, self.text(at).len());
        true
    }

    /// Whether a line below a heading of notes is the heading of a place of the rules, with an instruction
    /// below it that is hardly prose, or is such an instruction with its place.
    fn ends_notes(&self, at: usize) -> bool {
        let instructs = |at: usize| {
            let parsed = &self.parsed[at];
            parsed.leads_with_instruction() && parsed.unread.is_empty() && parsed.is_certain()
        };
        let parsed = &self.parsed[at];
        let placed = parsed.paged || parsed.lead.heading.is_some();
        let known = parsed
            .names
            .last()
            .is_some_and(|(name, ..)| self.is_known(name));
        placed && instructs(at)
            || parsed.is_name() && known && self.next_line(at).is_some_and(instructs)
    }
}

/// Whether the text is whole sections, so that it may contain headings.
fn allows_headings(clause: &VerbClause, address: &PrintedAddress) -> bool {
    let steps = &address.steps;
    match &clause.action {
        ClauseAction::Replace => {
            steps.is_empty() || steps.iter().all(PrintedStep::is_all) || address.range.is_some()
        }
        ClauseAction::Insert(insertion, _, InsertionPoint::Section(_))
            if insertion.unit.is_none() =>
        {
            true
        }
        ClauseAction::Insert(insertion, ..) | ClauseAction::Add(insertion, _) => matches!(
            insertion.unit,
            Some(UnitNoun::Section | UnitNoun::Page | UnitNoun::Figure)
        ),
        _ => false,
    }
}

/// Returns the date of a dated update, with its bytes: `Update 25.10.19: …`.
fn dated_update(text: &str) -> Option<(crate::model::PartialDate, usize, usize)> {
    let (head, _) = text.split_once(':')?;
    let update = head.len() < 40 && head.to_lowercase().starts_with("update");
    date::find_last_date(head).filter(|_| update)
}
