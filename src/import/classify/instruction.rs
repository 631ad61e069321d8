//! Drafts the instructions of a parsed line: one per clause or value, with doubts and remarks.

use super::{
    classifier::{LineClassifier, PendingPayload},
    clause_place::is_grade_of,
};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        clause::{
            ClauseAction::{
                self, Add, Clarify, Delete, DeleteDescribed, DeleteWords, Insert, Move, MoveAway,
                Pairs, Paraphrase, Rename, Replace, ReplaceByText, ReplaceWords, Rows, Swap,
                Values,
            },
            PayloadPlace, ValueChange, VerbClause,
        },
        instruction_draft::DraftKind,
        parsed_line::ParsedLine,
        sheet::{Confidence, RecognisedWords, SheetPieceKind},
        token,
    },
    text::Span,
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
            Pairs | Rows => true,
            Replace | Add(..) | Clarify => clause.payload != PayloadPlace::None,
            // a row in front of it, or an old value, proves that values are set
            Values(values) => {
                !parsed.names.is_empty()
                    || values
                        .iter()
                        .all(|value| value.old.is_some() || value.row.ends_with(')'))
            }
            action => action.quotes() || action.moves(),
        };
        let deletes = matches!(clause.action, Delete) && placed;
        let guessed = clause.guessed && matches!(clause.action, Values(_));
        !guessed && (clause.is_strong() || deletes) && (placed || certain)
    }

    /// Whether an instruction without quotes and places can be accepted here.
    pub(super) fn is_weak_instruction(&self, parsed: &ParsedLine) -> bool {
        let named = self.page_headed && !parsed.names.is_empty();
        (!self.place.path.is_empty() || parsed.paged || named)
            && parsed.leads_with_instruction()
            && parsed.unread.is_empty()
    }

    /// Adds the instructions of a line and the words in front of them; returns the next line.
    pub(super) fn add_instructions(&mut self, at: usize) -> usize {
        let parsed = &self.parsed[at];
        let text = self.text(at);
        let first = parsed.clauses.first().map_or(0, |(clause, _)| clause.start);
        let bare = matches!(&parsed.clauses[..], [(clause, lead)] if matches!(clause.action, Delete) && clause.place.is_empty() && lead.is_empty());
        let nowhere = bare && parsed.names.is_empty() && self.context.steps.is_empty();
        if nowhere {
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

    /// Adds the drafts of a line's clauses, with the remarks after them.
    pub(super) fn add_clauses(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        let mut labels = self.labels_before_clause(at);
        let outer = labels
            .pop_if(|label| is_grade_of(self.place.path.last(), label))
            .map(|label| self.enter_label(label));
        let before = self.last_draft();
        let labelled_page = self.labelled_page;
        let merges = parsed.clauses.len() == 1
            && parsed.lead.is_empty()
            && labels.is_empty()
            && self.merge_into_deletion(at);
        if merges {
            self.place = outer.unwrap_or_else(|| self.place.clone());
            return;
        }
        for (nth, (clause, _)) in parsed.clauses.iter().enumerate() {
            if matches!(clause.action, Rows) {
                self.pending = PendingPayload::Rows;
                continue;
            }
            self.add_clause(at, nth, &labels, before);
            self.repeat_in_further_sections(at, nth, &labels, before);
            self.enter_clause_place(at, clause, labelled_page);
            self.open_payload(at, clause);
        }
        self.add_comments_after_clauses(at);
        let after = |end: usize| {
            let mut others = parsed.unread.iter().chain(&parsed.remarks);
            others.any(|(start, _)| *start >= end)
        };
        if let Some((last, lead)) = parsed.clauses.last()
            && !after(last.end)
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
        self.place = outer.unwrap_or_else(|| self.place.clone());
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

    /// Whether the last instruction is only `Amend as follows:`.
    pub(super) fn is_announcement(&self) -> bool {
        self.out.drafts.last().is_some_and(|draft| {
            let replaces = matches!(&draft.kind, DraftKind::Clause(clause) if matches!(clause.action, Replace));
            replaces && draft.parts.is_empty() && draft.address.steps.is_empty() && draft.place == self.place
        })
    }

    /// Drops `Amend as follows:` if rows of values follow.
    pub(super) fn drop_announcement(&mut self) {
        let Some(last) = self.last_draft().filter(|_| self.is_announcement()) else {
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
    pub(super) fn add_clause(
        &mut self,
        at: usize,
        nth: usize,
        labels: &[String],
        before: Option<usize>,
    ) {
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
            Values(values) => values.iter().cloned().map(Some).collect(),
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
                Some(value) => DraftKind::Value(self.with_row_label(value, labels, lead)),
                None => DraftKind::Clause(Box::new(clause.clone())),
            };
            let draft = self.add_draft(kind, self.place.clone(), start);
            if nth > 0 || of > 0 {
                self.start_piece(start, SheetPieceKind::Instruction, Some(draft));
            }
            let before = if nth > 0 {
                draft.checked_sub(1)
            } else {
                before
            };
            let lead = &lead_of_clause(&parsed.clauses, nth);
            let (address, inherited) = self.full_address(lead, clause, labels, before, at);
            let own = &mut self.out.drafts[draft];
            if matches!(clause.action, DeleteDescribed(_)) {
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
            let stop = match &mut self.out.drafts[draft].kind {
                DraftKind::Clause(clause) => take_printers_stop(&mut clause.action),
                _ => false,
            };
            if stop {
                let why = "the full stop inside the quotation marks is taken as that of the sheet";
                self.out.drafts[draft].add_doubt(words, Confidence::Unsure, why);
            }
            self.doubt_clause(at, nth, since, words);
            if inherited {
                self.out.drafts[draft].add_doubt(
                    words,
                    Confidence::Unsure,
                    "the paragraph is that of the previous instruction",
                );
            }
        }
    }

    /// Adds the doubts about a clause to its draft: what its address cannot express, and words that
    /// no reading explains.
    fn doubt_clause(&mut self, at: usize, nth: usize, since: usize, words: Span) {
        let (line, parsed) = (&self.lines[at], &self.parsed[at]);
        let (clause, _) = &parsed.clauses[nth];
        let Some(own) = self.out.drafts.last_mut() else {
            return;
        };
        // `the whole line is replaced by …`, of a place that nothing names
        let whole = matches!(clause.action, Replace | Delete);
        let said = line.text().get(since..clause.end).unwrap_or_default();
        let mut said = said.split(|c: char| !c.is_alphabetic());
        if whole
            && own.address.steps.iter().all(PrintedStep::is_all)
            && !own.address.steps.iter().any(PrintedStep::is_all_units)
            && own.address.range.is_none()
            && said.any(|word| ["line", "bullet", "sentence", "row"].contains(&word))
        {
            let why = "it does not say which unit is meant";
            own.add_doubt(words, Confidence::Unsure, why);
        }
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
        let lead: Vec<&str> = parsed
            .unread
            .iter()
            .filter(|(_, end)| nth == 0 && *end <= clause.start)
            .filter_map(|&(start, end)| line.text().get(start..end))
            .collect();
        if lead
            .iter()
            .any(|words| words.split_whitespace().count() > 2)
        {
            own.add_doubt(
                words,
                Confidence::Unsure,
                format!(
                    "the words in front of it were not read: “{}”",
                    lead.join(" ")
                ),
            );
        }
        let conditions = std::mem::take(&mut own.address.conditions);
        if !conditions.is_empty() {
            own.add_doubt(
                words,
                Confidence::Unsure,
                if own.address.more.is_empty() || conditions.len() < 2 {
                    format!(
                        "words in brackets were passed over: “({})”",
                        conditions.join(") (")
                    )
                } else {
                    format!(
                        "each place has a condition, and all of them are changed: “({})”",
                        conditions.join(") or (")
                    )
                },
            );
        }
        if clause.guessed {
            own.add_doubt(
                words,
                Confidence::Unsure,
                "a part of the instruction is not quoted, or is that of the one before it",
            );
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
            let failed = is_unread
                && parsed
                    .failed
                    .iter()
                    .any(|own| (start..end).contains(&own.0));
            if failed {
                self.start_piece(span.start(), SheetPieceKind::NotUnderstood, None);
            } else {
                self.start_piece(span.start(), SheetPieceKind::Comment, Some(last));
            }
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
        let bare = matches!(clause.action, Replace) && clause.place.is_empty();
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
        let (DeleteWords(words), true) = (&before.action, bare) else {
            return false;
        };
        before.action = ReplaceByText(words.clone());
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
}

/// Returns the place in front of a clause, without the unit that a clause after the first has of its
/// own: `In the 1st sentence change “a” to “b”, and in the 2nd sentence “c” to “d”.`
fn lead_of_clause(clauses: &[(VerbClause, PrintedAddress)], nth: usize) -> PrintedAddress {
    let (clause, lead) = &clauses[nth];
    let mut lead = lead.clone();
    let own = clause.place.steps.first().filter(|step| !step.is_bare());
    let added = match &clause.action {
        Add(insertion, _) | Insert(insertion, ..) => insertion.unit,
        _ => None,
    };
    let last = lead.steps.last();
    if nth > 0
        && added.is_some()
        && last.is_some_and(|last| !last.is_bare() && last.unit() == added)
    {
        // `Second bullet: delete “a”. Then add a third bullet: …`
        lead.steps.pop();
    }
    // `Para 2, 2nd sentence: … at the end of the paragraph`
    let around = clause.place.steps.first().filter(|step| step.is_bare());
    let same = |step: &PrintedStep| step.unit() == around.and_then(PrintedStep::unit);
    if let Some(at) = lead.steps.iter().position(same)
        && around.is_some()
    {
        lead.steps.truncate(at + 1);
    }
    let shared = nth > 0 && clauses[0].1.steps == lead.steps;
    if let (true, Some(own)) = (shared, own) {
        if lead.steps.last().and_then(PrintedStep::unit) == own.unit() {
            lead.steps.pop();
        } else {
            let rank = own.rank();
            // `Para 6, third sentence: …; and delete the last paragraph`
            let wider = |step: &PrintedStep| step.rank() < rank;
            let kept = lead.steps.iter().take_while(|step| wider(step)).count();
            if kept < lead.steps.len() {
                lead.printed_line = None;
            }
            lead.steps.truncate(kept);
        }
    }
    lead
}

/// Removes the full stop that American print puts inside the quotation marks at the end of a
/// sentence, if the old words have none. Returns whether there was one.
fn take_printers_stop(action: &mut ClauseAction) -> bool {
    let ReplaceWords(old, new) = action else {
        return false;
    };
    let words = new.strip_suffix('.').filter(|words| !words.is_empty());
    let Some(words) =
        words.filter(|words| !old.text.ends_with(['.', '!', '?']) && !words.ends_with('.'))
    else {
        return false;
    };
    *new = words.to_owned();
    true
}
