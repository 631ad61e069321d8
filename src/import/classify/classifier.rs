//! `LineClassifier`: decides line by line what a sheet contains, and drafts its instructions.

use crate::import::{
    address::PrintedAddress,
    clause::ClauseAction,
    instruction_draft::{ClassifiedLines, DraftKind, InstructionDraft, PieceStart},
    joined_line::JoinedLine,
    known_rulesets::{KnownRulesets, matches_opening},
    line_shape::{ends_sentence, is_caps},
    parsed_line::ParsedLine,
    payload::PayloadPart,
    plain_text::normalise,
    sheet::{Confidence, PrintedPlace, SheetPieceKind},
};
use crate::text::Span;
use std::{collections::HashSet, ops::Range};

/// How far to search for the end of a quote, in lines.
pub(super) const SEARCH_LIMIT: usize = 400;

/// A state of `LineClassifier`: which text it expects below the last instruction (quoted, unquoted,
/// rows of values, a remark, none).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PendingPayload {
    Nothing,
    /// Quoted text up to this line.
    Quoted(usize),
    /// Text without quotation marks. If `wide`, it is whole sections with their headings.
    Loose {
        wide: bool,
    },
    /// Rows of values.
    Rows,
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
    /// The label of the group to which a label in brackets belongs.
    pub(super) group: Option<String>,
    /// The address from the line before, if that was only an address.
    pub(super) context: PrintedAddress,
    pub(super) pending: PendingPayload,
    /// Whether the lines are below a heading of notes.
    pub(super) in_notes: bool,
    /// Whether the next line of notes begins a note.
    pub(super) starts_note: bool,
    /// Hashes of five consecutive words of the payloads so far, to detect notes that repeat them.
    pub(super) payload_runs: HashSet<u64>,
    /// The line of the last heading.
    pub(super) last_heading: Option<usize>,
    /// Whether the place is a rule number in front of an instruction, so that a name in front of
    /// the next one is a place too.
    pub(super) inline: bool,
    /// Whether the last heading was only a page, so that names in front of instructions are places.
    pub(super) page_headed: bool,
    /// Whether the place followed a page in front of an instruction.
    pub(super) paged: bool,
    /// For each line of `range`, whether it is furniture: a running head, a page number, or a line
    /// that a web page or converter added.
    pub(super) furniture: Vec<bool>,
    /// Whether a page label came after the last heading or instruction; it may belong to the next
    /// heading.
    pub(super) labelled_page: bool,
    /// Whether a place of the rules was entered.
    pub(super) was_placed: bool,
    /// A line below the last heading that was not understood and may name the place.
    pub(super) doubtful_place: Option<String>,
    /// The place of the last heading.
    pub(super) headed_place: PrintedPlace,
}

impl<'a> LineClassifier<'a> {
    pub(crate) fn new(
        known: &'a KnownRulesets,
        ruleset: Option<&'a str>,
        lines: &'a [JoinedLine],
        parsed: &'a [ParsedLine],
        range: Range<usize>,
    ) -> Self {
        let furniture = range
            .clone()
            .map(|at| is_furniture(known, &lines[at]))
            .collect();
        Self {
            known,
            ruleset,
            lines,
            parsed,
            furniture,
            range,
            out: ClassifiedLines::default(),
            place: PrintedPlace::default(),
            headings: 0,
            group: None,
            context: PrintedAddress::default(),
            pending: PendingPayload::Nothing,
            in_notes: false,
            starts_note: false,
            payload_runs: HashSet::new(),
            last_heading: None,
            inline: false,
            paged: false,
            page_headed: false,
            labelled_page: false,
            was_placed: false,
            doubtful_place: None,
            headed_place: PrintedPlace::default(),
        }
    }

    /// Skips the lines before `at`.
    pub(crate) fn skip_to(&mut self, at: usize) {
        self.furniture.drain(
            ..at.saturating_sub(self.range.start)
                .min(self.furniture.len()),
        );
        self.range.start = at;
    }

    pub(crate) fn text(&self, at: usize) -> &'a str {
        self.lines.get(at).map_or("", |line| line.text())
    }

    /// Whether the line is page furniture.
    pub(crate) fn is_furniture(&self, at: usize) -> bool {
        at.checked_sub(self.range.start)
            .and_then(|at| self.furniture.get(at))
            .copied()
            .unwrap_or_default()
    }

    /// Returns the next line that is not furniture.
    pub(crate) fn next_line(&self, at: usize) -> Option<usize> {
        (at + 1..self.range.end).find(|&next| !self.is_furniture(next))
    }

    pub(crate) fn start_piece(&mut self, at: usize, kind: SheetPieceKind, draft: Option<usize>) {
        let same = self
            .out
            .piece_starts
            .last()
            .is_some_and(|last| last.kind == kind && last.draft == draft);
        if !same {
            self.out.piece_starts.push(PieceStart {
                at,
                kind,
                draft,
                found: Vec::new(),
            });
        }
    }

    pub(crate) fn line_start(&self, at: usize) -> usize {
        self.lines[at].span.start()
    }

    /// Makes the whole line a piece of kind `kind`.
    pub(crate) fn mark_line(&mut self, at: usize, kind: SheetPieceKind, draft: Option<usize>) {
        self.start_piece(self.line_start(at), kind, draft);
    }

    pub(crate) fn last_draft(&self) -> Option<usize> {
        self.out.drafts.len().checked_sub(1)
    }

    /// Classifies a sheet of amendments.
    pub(crate) fn classify_amendments(mut self) -> ClassifiedLines {
        let mut at = self.range.start;
        while at < self.range.end {
            let before = at;
            at = self.classify_line(at);
            debug_assert!(at > before);
        }
        self.report_lost_changes();
        self.out
    }

    /// Classifies a line; returns the next one.
    pub(super) fn classify_line(&mut self, at: usize) -> usize {
        if self.is_furniture(at) {
            let inside = matches!(self.pending, PendingPayload::Quoted(until) if at <= until);
            let draft = self.last_draft().filter(|_| inside);
            self.mark_line(at, SheetPieceKind::Comment, draft);
            return at + 1;
        }
        if let PendingPayload::Quoted(until) = self.pending {
            if at <= until {
                return self.add_quoted_line(at, until);
            }
            self.pending = PendingPayload::Nothing;
        }
        let (line, parsed) = (&self.lines[at], &self.parsed[at]);
        if self.ends_block_quote(at) || self.ends_table(at) {
            self.pending = PendingPayload::Nothing;
        }
        let loose = matches!(self.pending, PendingPayload::Loose { .. });
        if parsed.is_page() && (!loose || self.leads_to_instruction(at, 0) || line.headed) {
            self.enter_page(at);
            return at + 1;
        }
        if self.read_value_rows(at) {
            return at + 1;
        }
        if self.in_notes {
            return self.classify_note_line(at);
        }
        if let Some(next) = self.read_question(at) {
            return next;
        }
        // the line right below an announcement is the new text, even if words in it look like verbs
        let begins_payload = loose
            && self
                .out
                .drafts
                .last()
                .is_some_and(|draft| draft.parts.is_empty())
            && parsed
                .clauses
                .iter()
                .all(|(clause, _)| clause.passed_over.is_some() || clause.guessed);
        let interrupts = !begins_payload
            && parsed.leads_with_instruction()
            && parsed
                .clauses
                .iter()
                .any(|(clause, lead)| self.interrupts_payload(clause, lead, parsed));
        if interrupts
            || (!loose
                && parsed.leads_with_instruction()
                && (parsed.is_strong() || self.is_weak_instruction(parsed)))
        {
            return self.add_instructions(at);
        }
        if !line.headed && self.read_signature(at) {
            return at + 1;
        }
        if self.is_location(at) {
            self.enter_location(at);
            return at + 1;
        }
        if let Some(name) = self.heading_name(at)
            && !self.is_heading_of_payload(at, &name)
        {
            self.enter_heading(at, name);
            return at + 1;
        }
        if parsed.is_address()
            && parsed.figure().is_none()
            && (!loose || self.leads_to_instruction(at, 0))
        {
            self.enter_address(at);
            return at + 1;
        }
        let labelled = !loose
            && !self.place.path.is_empty()
            && (self.is_dated_update(at) || self.find_labels(at).is_some());
        if parsed.is_certain() && !labelled && !begins_payload {
            return self.add_instructions(at);
        }
        if self.names_place(at) && parsed.has_instruction() && !begins_payload {
            // it names a place and a verb but was not understood; no payload begins like that
            self.mark_not_understood(at);
            return at + 1;
        }
        if self.read_remark(at) {
            return at + 1;
        }
        self.classify_pending(at)
    }

    /// Whether the line names a place: a page, a section, or a unit and quoted words in it.
    fn names_place(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        let in_unit =
            parsed.clauses.is_empty() && parsed.lead.steps.iter().any(|step| !step.is_bare());
        parsed.paged || parsed.lead.heading.is_some() || in_unit
    }

    /// Classifies a line without instruction by what is pending; returns the next line.
    fn classify_pending(&mut self, at: usize) -> usize {
        let parsed = &self.parsed[at];
        match self.pending {
            PendingPayload::Loose { .. }
                if parsed.page_first || parsed.resumes && self.ends_sentence_of_payload() =>
            {
                self.mark_not_understood(at);
                at + 1
            }
            PendingPayload::Loose { .. } => {
                self.add_to_payload(at);
                at + 1
            }
            PendingPayload::Remark if parsed.verb && parsed.clauses.is_empty() => {
                self.mark_not_understood(at);
                at + 1
            }
            PendingPayload::Remark => {
                self.add_note(at);
                at + 1
            }
            PendingPayload::NotUnderstood if parsed.has_instruction() => {
                self.mark_not_understood(at);
                at + 1
            }
            PendingPayload::NotUnderstood => {
                self.mark_line(at, SheetPieceKind::NotUnderstood, None);
                at + 1
            }
            PendingPayload::Nothing | PendingPayload::Rows | PendingPayload::Quoted(_) => {
                self.classify_unannounced(at)
            }
        }
    }

    /// Whether the pending text ends with a sentence.
    fn ends_sentence_of_payload(&self) -> bool {
        let last = self.out.drafts.last().and_then(|draft| draft.parts.last());
        last.is_some_and(|part| ends_sentence(self.text(part.line)))
    }

    /// Whether the pending text is a table of values to set, and this line is below it.
    fn ends_table(&self, at: usize) -> bool {
        let Some(draft) = self.out.drafts.last() else {
            return false;
        };
        let sets = matches!(&draft.kind, DraftKind::Clause(clause) if matches!(clause.action, ClauseAction::Replace));
        let table =
            !draft.parts.is_empty() && draft.parts.iter().all(|part| self.lines[part.line].table);
        // a short line below it is a value that slipped out of its row
        let slipped = self.text(at).len() <= 3;
        sets && table && draft.address.is_empty() && !self.lines[at].table && !slipped
    }

    /// Whether the pending text is a block quote, and this line is outside it.
    fn ends_block_quote(&self, at: usize) -> bool {
        let first = self.out.drafts.last().and_then(|draft| draft.parts.first());
        matches!(self.pending, PendingPayload::Loose { .. })
            && !self.lines[at].block_quote
            && first.is_some_and(|part| self.lines[part.line].block_quote)
    }

    /// Adds a page label: the following lines are on its page.
    pub(super) fn enter_page(&mut self, at: usize) {
        if self.lines[at].headed {
            // `### Page 22`: the place before it was on another page
            self.enter_place(Vec::new(), None);
            self.page_headed = true;
        }
        self.place.page.clone_from(&self.parsed[at].lead.page);
        self.place.page_carried = false;
        self.labelled_page = true;
        self.mark_line(at, SheetPieceKind::PageLabel, None);
        if !matches!(self.pending, PendingPayload::Loose { .. }) || self.leads_to_instruction(at, 0)
        {
            self.pending = PendingPayload::Nothing;
        }
    }

    /// Whether the heading `name` belongs to the pending payload.
    pub(super) fn is_heading_of_payload(&self, at: usize, name: &str) -> bool {
        let PendingPayload::Loose { wide } = self.pending else {
            return false;
        };
        let empty = self
            .last_draft()
            .is_some_and(|last| self.out.drafts[last].parts.is_empty());
        let marked = self.lines[at].headed || is_caps(name) || self.parsed[at].lead.page.is_some();
        // the first words below an instruction are its payload unless they are marked as a heading
        (empty && !marked) || (wide && !self.leads_to_instruction(at, 0))
    }

    /// Adds a line that is only an address: the following instructions are inside it.
    pub(super) fn enter_address(&mut self, at: usize) {
        self.context = self.parsed[at].lead.clone();
        if let Some(heading) = self.context.heading.take() {
            (self.inline, self.paged) = (false, false);
            self.place = PrintedPlace {
                path: vec![heading],
                ..PrintedPlace::default()
            };
            self.resolve_place_id();
        }
        self.place.page = self.context.page.take().or(self.place.page.take());
        self.pending = PendingPayload::Nothing;
        self.mark_line(at, SheetPieceKind::Instruction, None);
    }

    pub(crate) fn push_part(&mut self, line: usize, start: usize, end: usize) {
        let words = normalise(self.text(line).get(start..end).unwrap_or_default());
        self.payload_runs.extend(word_runs(&words));
        if let Some(draft) = self.out.drafts.last_mut() {
            draft.parts.push(PayloadPart { line, start, end });
        }
    }

    /// Makes `path` the current place.
    pub(crate) fn enter_place(&mut self, path: Vec<String>, page: Option<String>) {
        let carried = page.is_none();
        let page = page.or(self.place.page.take());
        self.place = PrintedPlace {
            path,
            id: None,
            page_carried: carried && page.is_some(),
            page,
        };
        self.resolve_place_id();
        self.headings += 1;
        self.doubtful_place = None;
        self.group = None;
        self.context = PrintedAddress::default();
        self.pending = PendingPayload::Nothing;
    }

    pub(crate) fn add_draft(
        &mut self,
        kind: DraftKind,
        place: PrintedPlace,
        start: usize,
    ) -> usize {
        self.labelled_page = false;
        let is_note = matches!(kind, DraftKind::Note);
        let mut draft = InstructionDraft::new(kind, place, start);
        if let Some(line) = self.doubtful_place.as_ref().filter(|_| !is_note) {
            let why = format!("the line “{line}” above it was not read, and may name its place");
            draft.add_doubt(Span::new(start, start), Confidence::Unsure, why);
        }
        self.out.drafts.push(draft);
        self.out.headings.push(self.headings);
        self.out.drafts.len() - 1
    }
}

/// Whether a line is page furniture: a running head, a line without letters and digits, a page
/// number of the file, or a line that `import.toml` lists.
pub(super) fn is_furniture(known: &KnownRulesets, line: &JoinedLine) -> bool {
    let text = line.text().trim();
    if line.running_head {
        return true;
    }
    if text.chars().all(|c| !c.is_alphanumeric()) {
        return !line.table;
    }
    let words = normalise(text.get(..200).unwrap_or(text));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let page = words
        .strip_prefix("page ")
        .and_then(|rest| rest.split_once(" of "));
    page.is_some_and(|(page, of)| digits(page) && digits(of))
        || is_page_foot(text)
        || known
            .words
            .furniture
            .iter()
            .any(|own| matches_opening(&words, own))
}

/// Whether a line is the foot of a printed page: the address of a web page, perhaps with `2/3`, or a title
/// with `sheet 1 of 2`.
fn is_page_foot(text: &str) -> bool {
    const LONGEST: usize = 10;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [address] | [address, _] if address.starts_with("http") || address.starts_with("www.") => {
            let count = words.get(1).and_then(|count| count.split_once('/'));
            words.len() == 1 || count.is_some_and(|(page, of)| digits(page) && digits(of))
        }
        [.., label, page, "of", of] if words.len() <= LONGEST => {
            ["page", "sheet"].contains(&label.to_lowercase().as_str()) && digits(page) && digits(of)
        }
        _ => false,
    }
}

/// Returns the hashes of all runs of five words.
pub(super) fn word_runs(words: &str) -> Vec<u64> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
    words
        .windows(5)
        .map(|run| {
            let mut hasher = DefaultHasher::new();
            run.hash(&mut hasher);
            hasher.finish()
        })
        .collect()
}
