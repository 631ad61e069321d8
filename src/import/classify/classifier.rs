//! `LineClassifier`: decides line by line what a sheet contains, and drafts its instructions.

use crate::{
    import::{
        address::PrintedAddress,
        clause::{ClauseAction, PayloadPlace, VerbClause},
        instruction_draft::{ClassifiedLines, DraftKind, InstructionDraft, PieceStart},
        known_rulesets::{KnownRulesets, matches_opening},
        line_shape::trim_heading,
        lines::JoinedLine,
        parsed_line::ParsedLine,
        payload::PayloadPart,
        plain_text::{normalise, word_runs},
        sheet::{Confidence, PrintedPlace, RecognisedWords, SheetPieceKind},
    },
    text::Span,
};
use std::{collections::HashSet, ops::Range};

/// The text that is expected below the last instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    Nothing,
    /// Quoted text up to this line.
    Quoted(usize),
    /// Text without quotation marks. If `wide`, it is whole sections with their headings.
    Text {
        wide: bool,
    },
    /// Commentary.
    Remark,
    /// Text of an instruction that was not understood.
    NotUnderstood,
}

/// Classifier of the lines of one sheet: collects drafts, starts of pieces, and dates.
pub(crate) struct LineClassifier<'a> {
    pub(crate) known: &'a KnownRulesets,
    pub(crate) ruleset: Option<&'a str>,
    pub(crate) lines: &'a [JoinedLine],
    pub(crate) parsed: &'a [ParsedLine],
    pub(crate) range: Range<usize>,
    pub(crate) out: ClassifiedLines,
    pub(crate) place: PrintedPlace,
    /// The number of headings so far.
    pub(super) headings: usize,
    /// The address from the line before, if that was only an address.
    pub(super) context: PrintedAddress,
    pub(super) pending: Pending,
    /// Below a heading of notes: whether the next line begins a note.
    pub(super) notes: Option<bool>,
    /// The runs of words in the texts so far.
    pub(super) text_runs: HashSet<u64>,
    /// Whether the place was named in front of an instruction, or by a page alone, so that a name or page
    /// in front of the next instruction replaces it.
    pub(super) inline: bool,
    /// Whether a page label came after the last heading or instruction; it may belong to the next
    /// heading.
    pub(super) labelled_page: bool,
    /// A line below the last heading that was not understood and may name the place.
    pub(super) doubtful_place: Option<String>,
    /// The piece of the last address, until an instruction follows it.
    pub(super) unused_address: Option<usize>,
}

impl<'a> LineClassifier<'a> {
    pub(crate) fn new(
        known: &'a KnownRulesets,
        ruleset: Option<&'a str>,
        lines: &'a [JoinedLine],
        parsed: &'a [ParsedLine],
        range: Range<usize>,
    ) -> Self {
        Self {
            known,
            ruleset,
            lines,
            parsed,
            range,
            out: ClassifiedLines::default(),
            place: PrintedPlace::default(),
            headings: 0,
            context: PrintedAddress::default(),
            pending: Pending::Nothing,
            notes: None,
            text_runs: HashSet::new(),
            inline: false,
            labelled_page: false,
            doubtful_place: None,
            unused_address: None,
        }
    }

    /// Makes the first line the title of the sheet.
    pub(crate) fn take_title(&mut self) {
        self.mark_line(self.range.start, SheetPieceKind::Heading, None);
        self.range.start += 1;
    }

    pub(crate) fn text(&self, at: usize) -> &'a str {
        self.lines.get(at).map_or("", |line| line.text())
    }

    /// Whether the line is page furniture: a running head, a line without letters and digits, or a line
    /// that `import.toml` lists.
    pub(crate) fn is_furniture(&self, at: usize) -> bool {
        let line = &self.lines[at];
        let text = line.text().trim();
        let words = normalise(text.get(..200).unwrap_or(text));
        let mut listed = self.known.words.furniture.iter();
        line.running_head
            || !line.table && text.chars().all(|c| !c.is_alphanumeric())
            || is_page_foot(text)
            || listed.any(|own| matches_opening(&words, own))
    }

    /// Returns the next line that is not furniture.
    pub(crate) fn next_line(&self, at: usize) -> Option<usize> {
        (at + 1..self.range.end).find(|&next| !self.is_furniture(next))
    }

    pub(crate) fn start_piece(&mut self, at: usize, kind: SheetPieceKind, draft: Option<usize>) {
        let last = self.out.piece_starts.last();
        if last.is_none_or(|last| last.kind != kind || last.draft != draft) {
            let found = Vec::new();
            self.out.piece_starts.push(PieceStart {
                at,
                kind,
                draft,
                found,
            });
        }
    }

    pub(crate) fn line_start(&self, at: usize) -> usize {
        self.lines[at].span.start()
    }

    /// Returns the byte in the file of a byte of the line's words.
    pub(super) fn byte(&self, at: usize, start: usize) -> usize {
        self.lines[at].plain.span(start, start).start()
    }

    /// Makes the whole line a piece of kind `kind`.
    pub(crate) fn mark_line(&mut self, at: usize, kind: SheetPieceKind, draft: Option<usize>) {
        self.start_piece(self.line_start(at), kind, draft);
    }

    pub(crate) fn last_draft(&self) -> Option<usize> {
        self.out.drafts.len().checked_sub(1)
    }

    /// Returns the last draft, if it is in the current place.
    pub(super) fn draft_here(&self) -> Option<&InstructionDraft> {
        let last = self.out.drafts.last();
        last.filter(|draft| draft.place == self.place)
    }

    /// Whether the words name a place of the rules.
    pub(super) fn is_known(&self, words: &str) -> bool {
        self.known.find_place(self.ruleset, words).is_some()
    }

    /// Classifies a sheet of amendments.
    pub(crate) fn classify_amendments(mut self) -> ClassifiedLines {
        let mut at = self.range.start;
        while at < self.range.end {
            at = self.classify_line(at);
        }
        self.report_unused_address();
        self.out
    }

    /// Classifies a line; returns the next one.
    fn classify_line(&mut self, at: usize) -> usize {
        if self.is_furniture(at) {
            let inside = matches!(self.pending, Pending::Quoted(until) if at <= until);
            let draft = self.last_draft().filter(|_| inside);
            self.mark_line(at, SheetPieceKind::Comment, draft);
            return at + 1;
        }
        if let Pending::Quoted(until) = self.pending {
            if at <= until {
                self.add_quoted_line(at, until);
                return at + 1;
            }
            self.pending = Pending::Nothing;
        }
        let (line, parsed) = (&self.lines[at], &self.parsed[at]);
        let announced = matches!(self.pending, Pending::Text { .. });
        if parsed.is_page() && (!announced || line.headed || self.leads_to_instruction(at, 0)) {
            self.enter_page(at);
            return at + 1;
        }
        if parsed.announces_values || self.announces_rows(at) {
            self.mark_line(at, SheetPieceKind::Heading, None);
            return at + 1;
        }
        if self.notes.is_some() && self.read_note_line(at) {
            return at + 1;
        }
        if let Some(next) = self.read_question(at) {
            return next;
        }
        // the line right below an announcement is the new text, even if words in it look like verbs
        let begins_text = announced
            && self.last_parts().is_empty()
            && parsed
                .clauses
                .iter()
                .all(|(clause, _)| clause.passed_over.is_some() || clause.guessed);
        if !begins_text && self.begins_instruction(at, announced) {
            self.add_instructions(at);
        } else if !line.headed && self.read_signature(at) || self.enter_place_line(at, announced) {
        } else if parsed.is_certain() && !begins_text && (announced || self.label_end(at).is_none())
        {
            // prose in front of it
            self.add_instructions(at);
        } else if self.names_place(at) && parsed.has_instruction() && !begins_text {
            // it names a place and a verb but was not understood; no new text begins like that
            self.report(at);
        } else if !self.read_remark(at) {
            self.classify_text(at);
        }
        at + 1
    }

    /// Whether the line begins with an instruction; inside of announced text, with one that is hardly a
    /// part of it.
    fn begins_instruction(&self, at: usize, announced: bool) -> bool {
        let parsed = &self.parsed[at];
        if !parsed.leads_with_instruction() {
            return false;
        }
        if announced {
            return self.interrupts_text(at);
        }
        let placed = !self.place.path.is_empty() || parsed.paged;
        parsed.is_strong() || placed && parsed.unread.is_empty()
    }

    /// Whether the line has a clause that ends a text without a closing mark.
    pub(super) fn interrupts_text(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        let interrupts = |clause: &VerbClause, lead: &PrintedAddress| {
            let placed = !clause.place.is_empty() || !lead.is_empty();
            match &clause.action {
                ClauseAction::Delete => placed,
                _ => clause.is_strong() && (placed || clause.is_certain()),
            }
        };
        let mut clauses = parsed.clauses.iter();
        clauses.any(|(clause, lead)| interrupts(clause, lead))
    }

    /// Whether the line names a place: a page, a section, or a unit in it.
    fn names_place(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        let in_unit = parsed.clauses.is_empty() && parsed.lead.has_units();
        parsed.paged || parsed.lead.heading.is_some() || in_unit
    }

    /// Whether the line only announces the rows of values below it: `Amend as follows:`.
    fn announces_rows(&self, at: usize) -> bool {
        let bare = matches!(&self.parsed[at].clauses[..], [(clause, lead)]
            if matches!(clause.action, ClauseAction::Replace)
                && clause.payload == PayloadPlace::Follows
                && clause.place.is_empty()
                && !lead.has_units());
        let sets = |next: usize| {
            let first = self.parsed[next].clauses.first();
            first.is_some_and(|(clause, _)| matches!(clause.action, ClauseAction::Values(_)))
        };
        bare && self.next_line(at).is_some_and(sets)
    }

    /// Classifies a line without instruction by what is pending.
    fn classify_text(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        let resumes = parsed.page_first || self.lines[at].mark > 0 && parsed.has_instruction();
        match self.pending {
            Pending::Text { .. } if !resumes => self.add_to_text(at),
            Pending::Remark if !parsed.verb || !parsed.clauses.is_empty() => self.add_note(at),
            Pending::NotUnderstood if !parsed.has_instruction() => {
                self.mark_line(at, SheetPieceKind::NotUnderstood, None);
            }
            Pending::Text { .. } | Pending::Remark | Pending::NotUnderstood => self.report(at),
            Pending::Nothing | Pending::Quoted(_) => self.classify_unannounced(at),
        }
    }

    /// Returns the parts of lines that are the text of the last draft.
    pub(super) fn last_parts(&self) -> &[PayloadPart] {
        let last = self.out.drafts.last();
        last.map_or(&[], |draft| &draft.parts)
    }

    pub(crate) fn push_part(&mut self, line: usize, start: usize, end: usize) {
        if let Some(draft) = self.out.drafts.last_mut() {
            draft.parts.push(PayloadPart { line, start, end });
            let words = normalise(self.lines[line].text().get(start..end).unwrap_or_default());
            self.text_runs.extend(word_runs(&words));
        }
    }

    pub(crate) fn add_draft(
        &mut self,
        kind: DraftKind,
        place: PrintedPlace,
        start: usize,
    ) -> usize {
        self.labelled_page = false;
        let is_note = matches!(kind, DraftKind::Note);
        self.unused_address = None;
        let mut draft = InstructionDraft::new(kind, place, start);
        if let Some(line) = self.doubtful_place.as_ref().filter(|_| !is_note) {
            let why = format!("the line “{line}” above it was not read, and may name its place");
            draft.add_doubt(Span::new(start, start), Confidence::Unsure, why);
        }
        self.out.drafts.push(draft);
        self.out.headings.push(self.headings);
        self.out.drafts.len() - 1
    }

    /// Adds the line as text of a new draft.
    pub(crate) fn begin_draft(&mut self, at: usize, kind: DraftKind) -> usize {
        let draft = self.add_draft(kind, self.place.clone(), self.line_start(at));
        self.mark_line(at, SheetPieceKind::Payload, Some(draft));
        self.push_part(at, 0, self.text(at).len());
        draft
    }

    /// Reports a line that looks like an instruction but was not understood.
    pub(super) fn report(&mut self, at: usize) {
        self.unused_address = None;
        self.doubt_place(at);
        let line = &self.lines[at];
        let parsed = &self.parsed[at];
        let found = parsed
            .found
            .iter()
            .map(|(start, end, what)| RecognisedWords {
                span: line.plain.span(*start, *end),
                what: what.clone(),
            });
        self.out.piece_starts.push(PieceStart {
            at: line.span.start(),
            kind: SheetPieceKind::NotUnderstood,
            draft: None,
            found: found.collect(),
        });
        let heads = parsed.paged || self.text(at).ends_with(':');
        if let (true, Some((name, ..))) = (heads, parsed.names.first())
            && self.is_known(name)
        {
            // the lines below it are in its place
            self.enter_place(vec![trim_heading(name)], parsed.lead.page.clone());
        }
        if parsed.takes_back
            && let Some(own) = self.out.drafts.last_mut()
        {
            let why = "the words below it may take it back";
            own.add_doubt(line.span, Confidence::Unsure, why);
        }
        self.pending = Pending::NotUnderstood;
    }

    /// Remembers a short line that was not understood and may name the place of the lines below.
    pub(super) fn doubt_place(&mut self, at: usize) {
        const LONGEST: usize = 10;
        let text = self.text(at).trim();
        let parsed = &self.parsed[at];
        let short = text.split_whitespace().count() <= LONGEST
            && !text.ends_with(['.', '!', '?', '"', '”'])
            && self.lines[at].bullet.is_none();
        // a line with a verb is an instruction of its own
        let placed = parsed.counts && parsed.lead.has_units() && !parsed.verb;
        if short || placed && parsed.clauses.is_empty() && parsed.failed.is_empty() {
            self.doubtful_place = Some(text.to_owned());
        }
    }
}

/// Whether a line is the foot of a printed page: the address of a web page, perhaps with `2/3`, or a title
/// with `sheet 1 of 2`.
fn is_page_foot(text: &str) -> bool {
    const LONGEST: usize = 10;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [address] | [address, _] if address.starts_with("http") || address.starts_with("www.") => {
            true
        }
        [.., label, page, "of", of] if words.len() <= LONGEST => {
            ["page", "sheet"].contains(&label.to_lowercase().as_str()) && digits(page) && digits(of)
        }
        _ => false,
    }
}
