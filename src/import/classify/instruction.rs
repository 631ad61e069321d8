//! Classifies lines with instructions.

use super::{
    classifier::{LineClassifier, PendingPayload},
    heading::{figure_heading, trim_heading},
};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        instruction_draft::{DraftKind, InstructionDraft},
        parsed_line::ParsedLine,
        sheet::{Confidence, PrintedPlace, RecognisedWords, SheetPieceKind},
        token,
        verb_clause::{ClauseAction, PayloadPlace, ValueChange, VerbClause},
    },
    syntax::UnitNoun,
};

impl LineClassifier<'_> {
    /// Whether a clause ends a payload that has no closing mark.
    pub(super) fn interrupts_payload(
        &self,
        clause: &VerbClause,
        lead: &PrintedAddress,
        parsed: &ParsedLine,
    ) -> bool {
        let placed = !clause.place.is_empty() || !lead.is_empty();
        let certain = match &clause.action {
            ClauseAction::ReplaceWords(..)
            | ClauseAction::ReplaceByText(_)
            | ClauseAction::DeleteWords(_)
            | ClauseAction::Insert(..)
            | ClauseAction::Pairs
            | ClauseAction::Rows
            | ClauseAction::Move(..)
            | ClauseAction::Swap(_)
            | ClauseAction::Rename(_) => true,
            ClauseAction::Replace | ClauseAction::Add(..) | ClauseAction::Clarify => {
                clause.payload != PayloadPlace::None
            }
            // a row in front of it, or an old value, proves that values are set
            ClauseAction::Values(values) => {
                !parsed.names.is_empty()
                    || values
                        .iter()
                        .all(|value| value.old.is_some() || value.row.ends_with(')'))
            }
            ClauseAction::Delete
            | ClauseAction::DeleteDescribed(_)
            | ClauseAction::Paraphrase(_) => false,
        };
        let deletes = matches!(clause.action, ClauseAction::Delete) && placed;
        (clause.is_strong() || deletes) && (placed || certain)
    }

    /// Whether an instruction without quotes and places can be accepted here.
    pub(super) fn is_weak_instruction(&self, parsed: &ParsedLine) -> bool {
        (!self.place.path.is_empty() || parsed.paged)
            && parsed.leads_with_instruction()
            && parsed.unread.is_empty()
    }

    /// Adds the instructions of a line and the words in front of them; returns the next line.
    pub(super) fn add_instructions(&mut self, at: usize) -> usize {
        let parsed = &self.parsed[at];
        let text = self.text(at);
        let first = parsed.clauses.first().map_or(0, |(clause, _)| clause.start);
        if parsed.has_unread_place(text) {
            self.mark_not_understood(at);
            return at + 1;
        }
        if let Some((start, end)) = parsed
            .unread
            .iter()
            .copied()
            .filter(|(start, _)| *start < first)
            .reduce(|a, b| (a.0, b.1))
        {
            // prose in front of it may name the place
            self.mark_line(at, SheetPieceKind::Instruction, Some(self.out.drafts.len()));
            if let Some(piece) = self.out.piece_starts.last_mut() {
                piece.kind = SheetPieceKind::Comment;
            }
            let (heading, page) = find_place_in_prose(&text[start..end]);
            if let Some(heading) = heading {
                self.enter_place(vec![heading], page);
            } else if page.is_some() {
                self.place.page = page;
            }
            let span = self.lines[at].plain.span(first, first).start();
            self.start_piece(
                span,
                SheetPieceKind::Instruction,
                Some(self.out.drafts.len()),
            );
        } else {
            self.mark_line(at, SheetPieceKind::Instruction, Some(self.out.drafts.len()));
        }
        self.enter_names(at);
        self.add_clauses(at);
        at + 1
    }

    /// Enters the names and places in front of the first clause of a line.
    pub(super) fn enter_names(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        let page = parsed.lead.page.clone();
        if parsed.paged && !parsed.names.is_empty() && parsed.leads_with_instruction() {
            let path = parsed
                .path(self.text(at))
                .iter()
                .map(|name| trim_heading(name))
                .collect();
            self.enter_place(path, page.clone());
        } else if parsed.paged && self.paged && parsed.names.is_empty() && page != self.place.page {
            // where names follow pages, a page without a name leaves the place before
            self.enter_place(Vec::new(), page.clone());
        }
        self.paged = parsed.paged || self.paged && parsed.names.is_empty();
        let inline = std::mem::take(&mut self.inline) && parsed.lead.heading.is_none();
        let numbered = parsed
            .lead
            .heading
            .as_ref()
            .is_some_and(|heading| heading.starts_with(|c: char| c.is_ascii_digit()));
        self.inline = numbered || inline && parsed.names.is_empty();
        for (nth, (name, ..)) in parsed
            .names
            .iter()
            .enumerate()
            .filter(|_| parsed.leads_with_instruction() && !parsed.paged)
        {
            let known = self.known.find_place(self.ruleset, name).is_some();
            let first = nth == 0
                && (known
                    || inline
                    || self.place.path.is_empty()
                    || page.is_some() && parsed.lead.steps.is_empty());
            if first || known {
                self.enter_place(vec![trim_heading(name)], page.clone());
            }
        }
        if let Some(heading) = &parsed.lead.heading {
            self.enter_place(vec![trim_heading(heading)], page.clone());
        }
        if let Some(step) = parsed
            .lead
            .steps
            .first()
            .filter(|step| step.unit() == Some(UnitNoun::Figure) && parsed.names.is_empty())
        {
            self.enter_place(vec![figure_heading(&step.text)], page.clone());
        }
        self.place.page = page.or(self.place.page.take());
    }

    /// Returns the labels in front of a clause: the names that are no places.
    pub(super) fn labels_before_clause(&self, at: usize) -> Vec<String> {
        let last = self.place.path.last();
        if !self.parsed[at].leads_with_instruction() && self.find_labels(at).is_none() {
            // the names are in prose in front of the instruction
            return Vec::new();
        }
        self.parsed[at]
            .names
            .iter()
            .map(|name| trim_heading(&name.0))
            .filter(|name| last != Some(name) && !self.place.path.contains(name))
            .collect()
    }

    /// Adds the drafts of a line's clauses, with the remarks after them.
    pub(super) fn add_clauses(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        let labels = self.labels_before_clause(at);
        let before = self.last_draft();
        let labelled_page = self.labelled_page;
        let merges = parsed.clauses.len() == 1
            && parsed.lead.is_empty()
            && labels.is_empty()
            && self.merge_into_deletion(at);
        if merges {
            return;
        }
        if matches!(&parsed.clauses[..], [(clause, _)] if matches!(clause.action, ClauseAction::Values(_)))
        {
            self.drop_announcement();
        }
        for (nth, (clause, _)) in parsed.clauses.iter().enumerate() {
            if matches!(clause.action, ClauseAction::Rows) {
                self.pending = PendingPayload::Rows;
                continue;
            }
            self.add_clause(at, nth, &labels, before);
            self.enter_clause_place(at, clause, labelled_page);
            self.open_payload(at, clause);
        }
        self.add_comments_after_clauses(at);
        if let Some((last, lead)) = parsed.clauses.last()
            && parsed.lead != *lead
            && matches!(
                last.payload,
                PayloadPlace::None | PayloadPlace::Inline(_, _, true)
            )
        {
            // an address at the end of the line is the context of the next line
            self.context = PrintedAddress {
                page: None,
                heading: None,
                ..parsed.lead.clone()
            };
        }
        if let Some((page, start)) = &parsed.trailing_page {
            self.start_piece(
                self.lines[at].plain.span(*start, *start).start(),
                SheetPieceKind::PageLabel,
                None,
            );
            self.place.page = Some(page.clone());
        }
        let start = self.line_start(at);
        let from = self
            .out
            .piece_starts
            .iter()
            .rposition(|piece| piece.at < start)
            .map_or(0, |last| last + 1);
        self.out.piece_starts[from..].sort_by_key(|piece| piece.at);
    }

    /// Drops `Amend as follows:` if rows of values follow.
    fn drop_announcement(&mut self) {
        let announces = self.out.drafts.last().is_some_and(|draft| {
            let replaces = matches!(&draft.kind, DraftKind::Clause(clause) if matches!(clause.action, ClauseAction::Replace));
            replaces && draft.parts.is_empty() && draft.address.steps.is_empty() && draft.place == self.place
        });
        let Some(last) = self.last_draft().filter(|_| announces) else {
            return;
        };
        self.out.drafts.pop();
        self.out.headings.pop();
        for piece in &mut self.out.piece_starts {
            if piece.draft == Some(last) {
                piece.draft = None;
                piece.kind = SheetPieceKind::Heading;
            }
        }
    }

    /// Adds the draft of a line's `nth` clause, or one draft for each of its values.
    fn add_clause(&mut self, at: usize, nth: usize, labels: &[String], before: Option<usize>) {
        let (line, parsed) = (&self.lines[at], &self.parsed[at]);
        let (clause, lead) = &parsed.clauses[nth];
        let first_word = self.first_word(at);
        let from = if nth == 0 { first_word } else { clause.start };
        let words = line.plain.span(from, clause.end.max(clause.start));
        // the words since the previous clause
        let since = nth
            .checked_sub(1)
            .map_or(0, |before| parsed.clauses[before].0.end);
        let found: Vec<RecognisedWords> = parsed
            .found
            .iter()
            .filter(|(start, ..)| parsed.clauses.len() == 1 || (since..clause.end).contains(start))
            .map(|(start, end, what)| RecognisedWords {
                span: line.plain.span(*start, *end),
                what: what.clone(),
            })
            .collect();
        let printed = if nth == 0 {
            line.text()
                .get(first_word..clause.end)
                .unwrap_or_default()
                .trim()
        } else {
            line.text()
                .get(clause.start.min(clause.end)..clause.end)
                .unwrap_or_default()
        };
        let values: Vec<Option<ValueChange>> = match &clause.action {
            ClauseAction::Values(values) => values.iter().cloned().map(Some).collect(),
            _ => vec![None],
        };
        for (of, value) in values.into_iter().enumerate() {
            let start = if nth == 0 && of == 0 {
                self.line_start(at)
            } else {
                value.as_ref().map_or(words.start(), |value| {
                    line.plain.span(value.start, value.end).start()
                })
            };
            let kind = match value {
                Some(value) => DraftKind::Value(self.with_row_label(value, labels)),
                None => DraftKind::Clause(Box::new(clause.clone())),
            };
            let draft = self.add_draft(kind, self.place.clone(), start);
            if nth > 0 || of > 0 {
                self.start_piece(start, SheetPieceKind::Instruction, Some(draft));
            }
            let (address, inherited) = self.full_address(lead, clause, labels, before, at);
            let own = &mut self.out.drafts[draft];
            if matches!(clause.action, ClauseAction::DeleteDescribed(_)) {
                let group = self
                    .group
                    .clone()
                    .filter(|_| labels.len() == 1 && labels[0].contains('('));
                own.place.path.extend(group);
                own.place.path.extend(labels.iter().cloned());
            }
            own.words = words;
            own.printed = printed.to_owned();
            own.address = address;
            own.found.clone_from(&found);
            for unsupported in std::mem::take(&mut own.address.unsupported) {
                own.add_doubt(words, Confidence::Unsure, unsupported);
            }
            if let Some(words_between) = &clause.passed_over {
                own.add_doubt(
                    words,
                    Confidence::Unsure,
                    format!("these words were passed over: “{words_between}”"),
                );
            }
            if clause.guessed {
                own.add_doubt(
                    words,
                    Confidence::Unsure,
                    "a part of the instruction is not quoted, or is that of the one before it",
                );
            }
            if inherited {
                own.add_doubt(
                    words,
                    Confidence::Unsure,
                    "the paragraph is that of the previous instruction",
                );
            }
        }
    }

    /// Sets the place of the last draft from the heading or page that its clause names.
    fn enter_clause_place(&mut self, at: usize, clause: &VerbClause, labelled_page: bool) {
        if let Some(heading) = clause.place.heading.clone() {
            let page = clause.place.page.clone().or(self.place.page.clone());
            let place = PrintedPlace {
                path: vec![trim_heading(&heading)],
                id: None,
                page_carried: clause.place.page.is_none() && page.is_some() && !labelled_page,
                page,
            };
            let outer = std::mem::replace(&mut self.place, place);
            self.resolve_place_id();
            let place = std::mem::replace(&mut self.place, outer);
            if let Some(draft) = self.out.drafts.last_mut() {
                draft.place = place.clone();
            }
            if matches!(clause.action, ClauseAction::Replace)
                && clause.payload == PayloadPlace::Follows
            {
                self.place = place;
            }
        } else if let Some(page) = &clause.place.page
            && let Some(draft) = self.out.drafts.last_mut()
        {
            let unnamed = self.parsed[at].names.is_empty();
            if self.paged && unnamed && self.place.page.as_ref() != Some(page) {
                // where names follow pages, a page without a name leaves the place before
                (draft.place.path, draft.place.id) = (Vec::new(), None);
            }
            draft.place.page = Some(page.clone());
        }
    }

    /// Adds the remarks of a line, and the words after its clauses, as comments on the last draft.
    fn add_comments_after_clauses(&mut self, at: usize) {
        let (line, parsed) = (&self.lines[at], &self.parsed[at]);
        let Some(last) = self.last_draft() else {
            return;
        };
        let first = parsed.clauses.first().map_or(0, |(clause, _)| clause.start);
        let unread = parsed.unread.iter().filter(|(start, _)| *start > first);
        let remarks = parsed.remarks.iter().map(|range| (range, false));
        for (&(start, end), is_unread) in remarks.chain(unread.map(|range| (range, true))) {
            let span = line.plain.span(start, end);
            self.start_piece(span.start(), SheetPieceKind::Comment, Some(last));
            let words = line.text().get(start..end).unwrap_or_default().to_owned();
            let own = &mut self.out.drafts[last];
            if is_unread {
                own.add_doubt(
                    span,
                    Confidence::Unsure,
                    "the words after it are taken as a remark",
                );
            }
            own.comments.push((span, words));
        }
    }

    /// Returns the first byte of the line's words that belongs to the instruction.
    pub(super) fn first_word(&self, at: usize) -> usize {
        let parsed = &self.parsed[at];
        let first = parsed.clauses.first().map_or(0, |(clause, _)| clause.start);
        parsed
            .unread
            .iter()
            .filter(|(start, _)| *start < first)
            .map(|(_, end)| *end)
            .max()
            .map_or(0, |end| {
                end + self.text(at)[end..].len()
                    - self.text(at)[end..]
                        .trim_start_matches(['.', '…', ' '])
                        .len()
            })
    }

    /// Merges `Replace with: "…"` into the instruction `Delete "…".` above it.
    pub(super) fn merge_into_deletion(&mut self, at: usize) -> bool {
        let line = &self.lines[at];
        let Some((clause, _)) = self.parsed[at].clauses.first() else {
            return false;
        };
        let bare = matches!(clause.action, ClauseAction::Replace) && clause.place.is_empty();
        let Some(draft) = self
            .out
            .drafts
            .last_mut()
            .filter(|draft| draft.parts.is_empty() && draft.place == self.place)
        else {
            return false;
        };
        let DraftKind::Clause(before) = &mut draft.kind else {
            return false;
        };
        let (ClauseAction::DeleteWords(words), true) = (&before.action, bare) else {
            return false;
        };
        before.action = ClauseAction::ReplaceByText(words.clone());
        draft.words = draft.words.join(line.plain.span(clause.start, clause.end));
        draft.printed = format!(
            "{} {}",
            draft.printed,
            line.text()
                .get(clause.start..clause.end)
                .unwrap_or_default()
        );
        let last = self.last_draft();
        if let Some(piece) = self.out.piece_starts.last_mut() {
            piece.draft = last;
        }
        let clause = clause.clone();
        self.open_payload(at, &clause);
        true
    }

    /// Adds the label in front of a value to its row if the value names only its column.
    pub(super) fn with_row_label(&self, mut value: ValueChange, labels: &[String]) -> ValueChange {
        if let (Some(label), true) = (labels.last(), value.row.is_empty()) {
            value.row.clone_from(label);
        } else if let Some(label) = labels.last().filter(|_| !value.row.contains('(')) {
            value.row = format!("{label}({})", value.row.trim_matches(['(', ')']));
        }
        value
    }

    /// Returns the complete address of a clause, and whether its paragraph is that of the
    /// instruction before.
    pub(super) fn full_address(
        &self,
        lead: &PrintedAddress,
        clause: &VerbClause,
        labels: &[String],
        before: Option<usize>,
        at: usize,
    ) -> (PrintedAddress, bool) {
        let mut address = PrintedAddress {
            heading: None,
            page: None,
            ..self.context.clone()
        };
        let mut own = PrintedAddress {
            heading: None,
            page: None,
            ..lead.clone()
        };
        // the figure has become the place
        own.steps
            .retain(|step| step.unit() != Some(UnitNoun::Figure) || step.is_bare());
        let mut inner = clause.place.clone();
        inner.heading = None;
        inner.page = None;
        let has = |address: &PrintedAddress, unit: UnitNoun| {
            address.steps.iter().any(|step| step.unit() == Some(unit))
        };
        if has(&own, UnitNoun::Paragraph) || has(&inner, UnitNoun::Paragraph) {
            address.steps.clear();
            address.more.clear();
        }
        address.narrow(own);
        for label in labels {
            if !matches!(clause.action, ClauseAction::Values(_)) {
                address.steps.insert(
                    0,
                    PrintedStep::labelled(
                        label,
                        !address.steps.is_empty() || !inner.steps.is_empty(),
                    ),
                );
            }
        }
        address.narrow(inner);
        let first = address.steps.first().and_then(PrintedStep::unit);
        let deep =
            matches!(first, Some(UnitNoun::Sentence | UnitNoun::Bullet)) && address.more.is_empty();
        let near = before
            .and_then(|before| self.out.drafts.get(before))
            .filter(|draft| draft.place == self.place);
        let paragraph = near
            .and_then(InstructionDraft::paragraph_steps)
            .filter(|_| deep && self.parsed[at].names.is_empty());
        match paragraph {
            Some(steps) => {
                address.steps.splice(0..0, steps);
                (address, true)
            }
            None => (address, false),
        }
    }

    pub(super) fn add_value_row(&mut self, at: usize, value: ValueChange) {
        let line = &self.lines[at];
        let place = self.place.clone();
        let span = line.plain.span(0, line.text().len());
        let draft = self.add_draft(DraftKind::Value(value), place, self.line_start(at));
        let own = &mut self.out.drafts[draft];
        own.words = span;
        own.printed = line.text().to_owned();
        own.found.push(RecognisedWords {
            span,
            what: "a row of values".into(),
        });
        self.mark_line(at, SheetPieceKind::Instruction, Some(draft));
    }
}

/// Finds the heading and the page in prose such as `under "X" on page 9`.
pub(super) fn find_place_in_prose(text: &str) -> (Option<String>, Option<String>) {
    let tokens = token::tokenize(text);
    let mut heading = None;
    let mut page = None;
    for at in 0..tokens.len() {
        let token::Lexeme::Word(word) = &tokens[at].kind else {
            continue;
        };
        match (word.as_str(), tokens.get(at + 1).map(|token| &token.kind)) {
            ("under" | "in", Some(token::Lexeme::Quote(words, _))) => {
                heading = heading.or_else(|| Some(words.clone()))
            }
            ("page" | "p", Some(token::Lexeme::Number(number, None))) => {
                page = Some(number.to_string())
            }
            _ => {}
        }
    }
    (heading, page)
}
