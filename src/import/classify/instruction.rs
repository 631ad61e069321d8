//! Drafts the instructions of a parsed line: one for each clause or value, with its complete address,
//! doubts and remarks.

use super::classifier::LineClassifier;
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        clause::{
            ClauseAction::{
                self, Add, Delete, DeleteDescribed, DeleteWords, Replace, ReplaceByText,
                ReplaceWords, Values,
            },
            ValueChange, VerbClause,
        },
        grammar::UnitWords,
        instruction_draft::{DraftKind, InstructionDraft, is_glossary},
        line_shape::trim_heading,
        sheet::{Confidence, RecognisedWords, SheetPieceKind},
    },
    syntax::UnitNoun,
};

impl LineClassifier<'_> {
    /// Adds the instructions of a line and the words in front of them.
    pub(super) fn add_instructions(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        let first = parsed.clauses.first().map_or(0, |(clause, _)| clause.start);
        let draft = Some(self.out.drafts.len());
        if parsed.unread.iter().any(|(start, _)| *start < first) {
            // prose in front of it may name the place
            self.mark_line(at, SheetPieceKind::Comment, draft);
            self.start_piece(self.byte(at, first), SheetPieceKind::Instruction, draft);
        } else {
            self.mark_line(at, SheetPieceKind::Instruction, draft);
        }
        self.enter_names(at);
        self.add_clauses(at);
    }

    /// Adds the drafts of a line's clauses, with the remarks after them.
    pub(super) fn add_clauses(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        let labels = self.labels_before_clause(at);
        let before = self.last_draft();
        let labelled_page = self.labelled_page;
        if !(labels.is_empty() && parsed.lead.is_empty() && self.merge_into_deletion(at)) {
            for (nth, (clause, lead)) in parsed.clauses.iter().enumerate() {
                if let Some(before) = nth.checked_sub(1) {
                    self.enter_next_place(&parsed.clauses[before].1, lead);
                }
                self.add_clause(at, nth, &labels, before);
                self.enter_clause_place(clause, labelled_page);
                self.open_text(at, clause);
            }
            self.add_comments_after_clauses(at);
        }
        if let Some((page, start)) = &parsed.trailing_page {
            self.start_piece(self.byte(at, *start), SheetPieceKind::PageLabel, None);
            self.set_page(Some(page.clone()));
        }
        let start = self.line_start(at);
        let pieces = &mut self.out.piece_starts;
        let from = pieces.iter().rposition(|piece| piece.at < start);
        pieces[from.map_or(0, |last| last + 1)..].sort_by_key(|piece| piece.at);
    }

    /// Returns the labels in front of a clause: the names that are no places.
    fn labels_before_clause(&self, at: usize) -> Vec<String> {
        let parsed = &self.parsed[at];
        let names = parsed.names.iter().map(|name| trim_heading(&name.0));
        names
            .filter(|name| !self.place.path.contains(name))
            .collect()
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
        let from = if nth == 0 {
            self.first_word(at)
        } else {
            clause.start.min(clause.end)
        };
        let words = line.plain.span(from, clause.end.max(clause.start));
        let printed = line.text().get(from..clause.end).unwrap_or_default().trim();
        // the words since the previous clause
        let since = nth
            .checked_sub(1)
            .map_or(0, |before| parsed.clauses[before].0.end);
        let own = |start: &usize| parsed.clauses.len() == 1 || (since..clause.end).contains(start);
        let found = parsed.found.iter().filter(|(start, ..)| own(start));
        let found: Vec<RecognisedWords> = found
            .map(|(start, end, what)| RecognisedWords {
                span: line.plain.span(*start, *end),
                what: what.clone(),
            })
            .collect();
        let group = self.group_of(labels);
        let values: Vec<Option<ValueChange>> = match &clause.action {
            Values(values) => values.iter().cloned().map(Some).collect(),
            _ => vec![None],
        };
        for (of, value) in values.into_iter().enumerate() {
            let start = match &value {
                _ if nth == 0 && of == 0 => self.line_start(at),
                Some(value) => self.byte(at, value.start),
                None => words.start(),
            };
            let (mut clause, mut stop) = (clause.clone(), false);
            let kind = match value {
                Some(value) => DraftKind::Value(with_row_label(value, labels, lead)),
                None => {
                    stop = take_printers_stop(&mut clause.action);
                    DraftKind::Clause(Box::new(clause.clone()))
                }
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
            let lead = lead_of_clause(&parsed.clauses, nth);
            let (address, inherited) = self.full_address(&lead, &clause, labels, before, at);
            let own = &mut self.out.drafts[draft];
            if matches!(clause.action, DeleteDescribed(_)) {
                own.place.path.extend(group.clone());
                own.place.path.extend(labels.iter().cloned());
            }
            own.words = words;
            own.printed = printed.to_owned();
            own.address = address;
            own.found.clone_from(&found);
            let said = line.text().get(since..clause.end).unwrap_or_default();
            let mut doubts = own.doubts_of_address(&clause, said);
            if stop {
                let why = "the full stop inside the quotation marks is taken as that of the sheet";
                doubts.push(why.to_owned());
            }
            if nth == 0
                && let Some(words) = self.unread_before(at)
            {
                doubts.push(format!("the words in front of it were not read: “{words}”"));
            }
            if inherited {
                doubts.push("the paragraph is that of the previous instruction".to_owned());
            }
            for why in doubts {
                self.out.drafts[draft].add_doubt(words, Confidence::Unsure, why);
            }
        }
    }

    /// Returns the words in front of the instruction of a line that were not read.
    fn unread_before(&self, at: usize) -> Option<String> {
        let first = self.parsed[at]
            .clauses
            .first()
            .map_or(0, |(clause, _)| clause.start);
        let unread = self.parsed[at]
            .unread
            .iter()
            .filter(|(_, end)| *end <= first);
        let words: Vec<&str> = unread
            .filter_map(|&(start, end)| self.text(at).get(start..end))
            .collect();
        let long = words
            .iter()
            .any(|words| words.split_whitespace().count() > 2);
        long.then(|| words.join(" "))
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
            let mut failed = parsed.failed.iter();
            if is_unread && failed.any(|own| (start..end).contains(&own.0)) {
                self.start_piece(span.start(), SheetPieceKind::NotUnderstood, None);
            } else {
                self.start_piece(span.start(), SheetPieceKind::Comment, Some(last));
            }
            let words = line.text().get(start..end).unwrap_or_default().to_owned();
            let own = &mut self.out.drafts[last];
            if is_unread {
                let why = format!("the words after it are taken as a remark: “{words}”");
                own.add_doubt(span, Confidence::Unsure, why);
            }
            own.comments.push((span, words));
        }
    }

    /// Returns the first byte of the line's words that belongs to the instruction.
    fn first_word(&self, at: usize) -> usize {
        let (parsed, text) = (&self.parsed[at], self.text(at));
        let first = parsed.clauses.first().map_or(0, |(clause, _)| clause.start);
        let unread = parsed.unread.iter().filter(|(start, _)| *start < first);
        let end = unread.map(|(_, end)| *end).max();
        end.map_or(0, |end| {
            text.len() - text[end..].trim_start_matches(['.', '…', ' ']).len()
        })
    }

    /// Merges `Replace with: "…"` into the instruction `Delete "…".` above it.
    fn merge_into_deletion(&mut self, at: usize) -> bool {
        let line = &self.lines[at];
        let [(clause, _)] = &self.parsed[at].clauses[..] else {
            return false;
        };
        let bare = matches!(clause.action, Replace) && clause.place.is_empty();
        let here = self
            .draft_here()
            .is_some_and(|draft| draft.parts.is_empty());
        let Some(draft) = self.out.drafts.last_mut().filter(|_| here && bare) else {
            return false;
        };
        let DraftKind::Clause(before) = &mut draft.kind else {
            return false;
        };
        let DeleteWords(words) = &before.action else {
            return false;
        };
        before.action = ReplaceByText(words.clone());
        draft.words = draft.words.join(line.plain.span(clause.start, clause.end));
        let printed = line
            .text()
            .get(clause.start..clause.end)
            .unwrap_or_default();
        draft.printed = format!("{} {printed}", draft.printed);
        let last = self.last_draft();
        if let Some(piece) = self.out.piece_starts.last_mut() {
            piece.draft = last;
        }
        self.open_text(at, clause);
        true
    }

    /// Returns the complete address of a clause, from its line, the lines above and the instruction
    /// before; and whether its paragraph is that of the instruction before.
    fn full_address(
        &self,
        lead: &PrintedAddress,
        clause: &VerbClause,
        labels: &[String],
        before: Option<usize>,
        at: usize,
    ) -> (PrintedAddress, bool) {
        let mut address = self.context.units_only();
        let mut own = lead.units_only();
        // the figure has become the place; `Title: "a" becomes "b". At the end add …`
        let adds = matches!(clause.action, Add(..));
        let is_place =
            |step: &PrintedStep| step.unit() == Some(UnitNoun::Figure) && !step.is_bare();
        own.steps
            .retain(|step| !(is_place(step) || adds && step.is_heading()));
        let inner = clause.place.units_only();
        let has = |address: &PrintedAddress| {
            let mut units = address.steps.iter().map(PrintedStep::unit);
            units.any(|unit| unit == Some(UnitNoun::Paragraph))
        };
        if has(&own) || has(&inner) {
            address.steps.clear();
            address.more.clear();
        }
        if let Some(label) = lead
            .heading
            .as_ref()
            .filter(|name| self.is_only_label_here(name))
        {
            own.steps.insert(0, PrintedStep::labelled(label, true));
        }
        address.join(own, true);
        // `Blades. Delete … Hordes. Delete …`: the label of the first clause is not that of the second
        let label = lead
            .steps
            .first()
            .filter(|step| step.unit() == Some(UnitNoun::Paragraph));
        let label = label.and_then(PrintedStep::name);
        let first = self.parsed[at].clauses[0].1.steps.first();
        let relabelled = first != lead.steps.first()
            && label.is_some_and(|label| label.starts_with(char::is_uppercase));
        if !matches!(clause.action, Values(_)) && !relabelled {
            self.insert_labels(&mut address, &inner, lead, labels, at);
        }
        address.join(inner, true);
        let near = before
            .and_then(|before| self.out.drafts.get(before))
            .filter(|draft| draft.place == self.place && clause.place.heading.is_none());
        if address == PrintedAddress::default()
            && let Some(steps) = near.and_then(|near| container_of_added(near, clause))
        {
            address.steps = steps;
            return (address, true);
        }
        let first = address.steps.first().and_then(PrintedStep::unit);
        let deep = matches!(first, Some(UnitNoun::Sentence | UnitNoun::Bullet))
            && address.more.is_empty()
            && !begins_with_words(&address);
        let parsed = &self.parsed[at];
        let later = parsed.clauses[0].0.start != clause.start;
        let inherits = deep && (parsed.names.is_empty() || later) && !has(&address);
        match near
            .and_then(InstructionDraft::paragraph_steps)
            .filter(|_| inherits)
        {
            Some(steps) => {
                address.steps.splice(0..0, steps);
                (address, true)
            }
            None => (address, false),
        }
    }

    /// Inserts the labels of a line into an address, before or after the units that it names.
    fn insert_labels(
        &self,
        address: &mut PrintedAddress,
        inner: &PrintedAddress,
        lead: &PrintedAddress,
        labels: &[String],
        at: usize,
    ) {
        // `Para 2. Camelry. Replace with:` or `Camelry. Para 2. Replace with:`
        let parsed = &self.parsed[at];
        let name = parsed.names.first();
        let after = name.is_some_and(|(_, start, _)| *start > parsed.lead_start)
            && !lead.steps.is_empty()
            && parsed.clauses[0].1 == *lead;
        let inside = !inner.steps.is_empty() || !after && !address.steps.is_empty();
        let steps = labels.iter().enumerate().map(|(nth, label)| {
            if is_glossary(&self.place) {
                PrintedStep::entry(label)
            } else {
                PrintedStep::labelled(label, inside || nth + 1 < labels.len())
            }
        });
        let at = if after { address.steps.len() } else { 0 };
        address.steps.splice(at..at, steps.collect::<Vec<_>>());
    }
}

impl InstructionDraft {
    /// Returns why its address is unsure: what an address cannot express, and words that no reading
    /// explains; `said` are the words of the clause.
    fn doubts_of_address(&mut self, clause: &VerbClause, said: &str) -> Vec<String> {
        use UnitNoun::{Bullet, Line, Paragraph, Row, Sentence};
        let mut doubts = std::mem::take(&mut self.address.unsupported);
        let mut said = said
            .split(|c: char| !c.is_alphabetic())
            .map(str::to_lowercase);
        let steps = &self.address.steps;
        let whole = matches!(clause.action, Replace | Delete)
            && steps
                .iter()
                .all(|step| step.is_all() && !step.is_all_units())
            && self.address.range.is_none();
        let is_unit = |word: &str| {
            let unit = UnitWords::find(word).map(|row| row.unit);
            word == "list" || matches!(unit, Some(Paragraph | Sentence | Bullet | Line | Row))
        };
        // `the paragraph`, `the list` of a place that nothing names; `the bullets` are all
        let mut words = said.clone().filter(|word| is_unit(word));
        let (named, plural) = (
            words.clone().next().is_some(),
            words.any(|word| word.ends_with('s')),
        );
        let bare = |step: &PrintedStep| match step.bare {
            Some(Paragraph | Sentence) => true,
            Some(Bullet | Line | Row) => !plural,
            _ => false,
        };
        if whole && named || steps.iter().any(bare) {
            doubts.push("it does not say which unit is meant".to_owned());
        }
        let bullets = steps
            .iter()
            .filter(|step| step.unit() == Some(UnitNoun::Bullet));
        if said.any(|word| word == "sub") && bullets.count() == 1 {
            // `the third sub-bullet`
            doubts.push("it does not say in which unit the inner one is".to_owned());
        }
        if let Some(words) = &clause.passed_over {
            doubts.push(format!("these words were passed over: “{words}”"));
        }
        let conditions = std::mem::take(&mut self.address.conditions);
        if !conditions.is_empty() {
            doubts.push(if self.address.more.is_empty() || conditions.len() < 2 {
                let words = conditions.join(") (");
                format!("words in brackets were passed over: “({words})”")
            } else {
                let words = conditions.join(") or (");
                format!("each place has a condition, and all of them are changed: “({words})”")
            });
        }
        if clause.guessed {
            let why = "a part of the instruction is not quoted, or is that of the one before it";
            doubts.push(why.to_owned());
        }
        doubts
    }
}

/// Adds the label in front of a value to its row if the value names only its column.
fn with_row_label(mut value: ValueChange, labels: &[String], lead: &PrintedAddress) -> ValueChange {
    // `In the row for Knights, change the value for S …`
    let row = lead
        .steps
        .last()
        .filter(|step| matches!(step.unit(), Some(UnitNoun::Row | UnitNoun::Entry)));
    let row = row.and_then(PrintedStep::name);
    let label = row.as_ref().or(labels.last());
    if let (Some(label), true) = (label, value.row.is_empty()) {
        // `Spice, day: 5 → 6`
        let column = row.is_none() && label.starts_with(char::is_lowercase);
        let outer = labels.iter().rev().nth(1).filter(|_| column);
        value.row = outer.map_or_else(|| label.clone(), |outer| format!("{outer}({label})"));
    } else if let Some(label) = label.filter(|_| !value.row.contains('(')) {
        value.row = format!("{label}({})", value.row);
    }
    value
}

/// Whether an address begins with a unit that is quoted, and so needs no paragraph.
fn begins_with_words(address: &PrintedAddress) -> bool {
    let first = address.steps.first();
    let sentence = first.and_then(PrintedStep::unit) == Some(UnitNoun::Sentence);
    let name = first.and_then(PrintedStep::name);
    name.is_some_and(|name| name.contains('…') || sentence && name.contains(char::is_alphabetic))
}

/// Returns the steps to the list or paragraph of the instruction before, for
/// `Add a further bullet:` below `Para 2. 3rd bullet. Replace with: …`.
fn container_of_added(before: &InstructionDraft, clause: &VerbClause) -> Option<Vec<PrintedStep>> {
    let unit = clause.action.added_unit()?;
    let (last, outer) = before.address.steps.split_last()?;
    let inside = matches!(unit, UnitNoun::Bullet | UnitNoun::Sentence | UnitNoun::Line);
    (inside && last.unit() == Some(unit) && !outer.is_empty()).then(|| outer.to_vec())
}

/// Returns the place in front of a clause, without the unit that a clause after the first has of its
/// own: `In the 1st sentence change “a” to “b”, and in the 2nd sentence “c” to “d”.`
fn lead_of_clause(clauses: &[(VerbClause, PrintedAddress)], nth: usize) -> PrintedAddress {
    let (clause, lead) = &clauses[nth];
    let mut lead = lead.clone();
    let first = clause.place.steps.first();
    let last = lead
        .steps
        .last()
        .filter(|last| !last.is_bare())
        .and_then(PrintedStep::unit);
    if nth > 0 && last.is_some() && last == clause.action.added_unit() {
        // `Second bullet: delete “a”. Then add a third bullet: …`
        lead.steps.pop();
    }
    if let Some(own) = first.filter(|step| !step.is_bare())
        && nth > 0
        && clauses[0].1.steps == lead.steps
    {
        // `Para 6, third sentence: …; and delete the last paragraph`
        lead.steps.retain(|step| step.rank() < own.rank());
    }
    lead
}

/// Removes the full stop that American print puts inside the quotation marks at the end of a
/// sentence, if the old words have none. Returns whether there was one.
fn take_printers_stop(action: &mut ClauseAction) -> bool {
    let ReplaceWords(old, new) = action else {
        return false;
    };
    let words = new
        .strip_suffix('.')
        .filter(|words| !words.is_empty() && !words.ends_with('.'));
    let Some(words) = words.filter(|_| !old.text.ends_with(['.', '!', '?'])) else {
        return false;
    };
    *new = words.to_owned();
    true
}
