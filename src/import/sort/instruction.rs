//! Lines that tell to do something.

use super::{heading::shown_figure, *};

impl Sorter<'_> {
    /// Whether a clause ends text that has no closing mark.
    pub(super) fn bursts(&self, clause: &Clause, lead: &Addr, told: &Told) -> bool {
        let placed = !clause.place.is_empty() || !lead.is_empty();
        let certain = match &clause.what {
            What::ReplaceWords(..)
            | What::ReplaceByText(_)
            | What::DeleteWords(_)
            | What::Insert(..)
            | What::Pairs
            | What::Rows => true,
            What::Replace | What::Add(..) | What::Clarify => clause.payload != Payload::None,
            // a row in front, or an old value, makes sure that values are set
            What::Values(values) => {
                !told.names.is_empty() || values.iter().any(|value| value.old.is_some())
            }
            What::Delete | What::Described(_) | What::Told(_) => false,
        };
        let deletes = matches!(clause.what, What::Delete) && placed;
        (clause.is_strong() || deletes) && (placed || certain)
    }

    /// Whether words that tell to do something, without quotes or places, may be taken for an instruction.
    pub(super) fn is_weak_instruction(&self, told: &Told) -> bool {
        (!self.place.path.is_empty() || told.paged) && told.leads() && told.unread.is_empty()
    }

    /// Instructions of a line, with what stands before them.
    pub(super) fn instructions(&mut self, at: usize) -> usize {
        let told = &self.told[at];
        let text = self.text(at);
        let first = told.clauses.first().map_or(0, |(clause, _)| clause.start);
        if told.leads_blind(text) {
            self.failed(at);
            return at + 1;
        }
        if let Some((start, end)) = told
            .unread
            .iter()
            .copied()
            .filter(|(start, _)| *start < first)
            .reduce(|a, b| (a.0, b.1))
        {
            // prose in front of it may say where
            self.whole(at, PieceKind::Instruction, Some(self.out.drafts.len()));
            if let Some(cut) = self.out.cuts.last_mut() {
                cut.kind = PieceKind::Comment;
            }
            let (heading, page) = under(&text[start..end]);
            if let Some(heading) = heading {
                self.enter(vec![heading], page);
            } else if page.is_some() {
                self.place.page = page;
            }
            let span = self.lines[at].plain.span(first, first).start();
            self.cut(span, PieceKind::Instruction, Some(self.out.drafts.len()));
        } else {
            self.whole(at, PieceKind::Instruction, Some(self.out.drafts.len()));
        }
        self.names(at);
        self.clauses(at);
        at + 1
    }

    /// Names and places in front of the first clause of a line.
    pub(super) fn names(&mut self, at: usize) {
        let told = &self.told[at];
        let page = told.lead.page.clone();
        if told.paged && !told.names.is_empty() && told.leads() {
            let path = told
                .path(self.text(at))
                .iter()
                .map(|name| trimmed(name))
                .collect();
            self.enter(path, page.clone());
        } else if told.paged && self.paged && told.names.is_empty() && page != self.place.page {
            // a page without a name, where names stand behind pages: it is no longer the place before
            self.enter(Vec::new(), page.clone());
        }
        self.paged = told.paged || self.paged && told.names.is_empty();
        let inline = std::mem::take(&mut self.inline) && told.lead.heading.is_none();
        let numbered = told
            .lead
            .heading
            .as_ref()
            .is_some_and(|heading| heading.starts_with(|c: char| c.is_ascii_digit()));
        self.inline = numbered || inline && told.names.is_empty();
        for (nth, (name, ..)) in told
            .names
            .iter()
            .enumerate()
            .filter(|_| told.leads() && !told.paged)
        {
            let known = self.known.place(self.ruleset, name).is_some();
            let first = nth == 0
                && (known
                    || inline
                    || self.place.path.is_empty()
                    || page.is_some() && told.lead.steps.is_empty());
            if first || known {
                self.enter(vec![trimmed(name)], page.clone());
            }
        }
        if let Some(heading) = &told.lead.heading {
            self.enter(vec![trimmed(heading)], page.clone());
        }
        if let Some(step) = told
            .lead
            .steps
            .first()
            .filter(|step| step.unit() == Some(Unit::Figure) && told.names.is_empty())
        {
            self.enter(vec![shown_figure(&step.text)], page.clone());
        }
        self.place.page = page.or(self.place.page.take());
    }

    /// The labels in front of a clause: names that are no places.
    pub(super) fn labels(&self, at: usize) -> Vec<String> {
        let last = self.place.path.last();
        if !self.told[at].leads() && self.label(at).is_none() {
            // names in prose that stands before the instruction
            return Vec::new();
        }
        self.told[at]
            .names
            .iter()
            .map(|name| trimmed(&name.0))
            .filter(|name| last != Some(name) && !self.place.path.contains(name))
            .collect()
    }

    pub(super) fn clauses(&mut self, at: usize) {
        let (line, told) = (&self.lines[at], &self.told[at]);
        let labels = self.labels(at);
        let before = self.last();
        let labelled = self.labelled_page;
        let merges = told.clauses.len() == 1
            && told.lead.is_empty()
            && labels.is_empty()
            && self.replaces_deleted(at);
        if merges {
            return;
        }
        let count = told.clauses.len();
        for (nth, (clause, lead)) in told.clauses.iter().enumerate() {
            let from = if nth == 0 {
                told.names.first().map_or(0, |_| 0)
            } else {
                clause.start
            };
            let words = line.plain.span(
                if nth == 0 { self.first_word(at) } else { from },
                clause.end.max(clause.start),
            );
            let values: Vec<Option<Value>> = match &clause.what {
                What::Values(values) => values.iter().cloned().map(Some).collect(),
                _ => vec![None],
            };
            for (of, value) in values.into_iter().enumerate() {
                let kind = match &value {
                    Some(value) => Kind::Value(self.row_of(value.clone(), &labels)),
                    None => Kind::Clause(Box::new(clause.clone())),
                };
                let start = if nth == 0 && of == 0 {
                    self.start(at)
                } else {
                    value.as_ref().map_or(words.start(), |value| {
                        line.plain.span(value.start, value.end).start()
                    })
                };
                if matches!(clause.what, What::Rows) {
                    self.open = Open::Rows;
                    continue;
                }
                let draft = self.draft(kind, self.place.clone(), start);
                if nth > 0 || of > 0 {
                    self.cut(start, PieceKind::Instruction, Some(draft));
                }
                let addr = self.address(lead, clause, &labels, before, at);
                // what was read since the clause before
                let since = nth
                    .checked_sub(1)
                    .map_or(0, |before| told.clauses[before].0.end);
                let found = told
                    .found
                    .iter()
                    .filter(|found| count == 1 || (since..clause.end).contains(&found.0));
                let found: Vec<Recognised> = found
                    .map(|(start, end, what)| Recognised {
                        span: line.plain.span(*start, *end),
                        what: what.clone(),
                    })
                    .collect();
                if matches!(clause.what, What::Described(_)) {
                    let group = self
                        .group
                        .clone()
                        .filter(|_| labels.len() == 1 && labels[0].contains('('));
                    let path = &mut self.out.drafts[draft].place.path;
                    path.extend(group.into_iter().chain(labels.iter().cloned()));
                }
                let first = self.first_word(at);
                let own = &mut self.out.drafts[draft];
                own.words = words;
                own.printed = line
                    .text()
                    .get(clause.start.min(clause.end)..clause.end)
                    .unwrap_or_default()
                    .to_owned();
                if nth == 0 {
                    own.printed = line
                        .text()
                        .get(first..clause.end)
                        .unwrap_or_default()
                        .trim()
                        .to_owned();
                }
                let (addr, inherited) = addr;
                own.addr = addr;
                own.found = found;
                for unsaid in std::mem::take(&mut own.addr.unsaid) {
                    own.doubt(words, Sureness::Guess, unsaid);
                }
                if inherited {
                    own.doubt(
                        words,
                        Sureness::Likely,
                        "the paragraph is that of the instruction before",
                    );
                }
            }
            if matches!(clause.what, What::Rows) {
                continue;
            }
            if let Some(heading) = clause.place.heading.clone() {
                let page = clause.place.page.clone().or(self.place.page.clone());
                let place = Place {
                    path: vec![trimmed(&heading)],
                    id: None,
                    page_carried: clause.place.page.is_none() && page.is_some() && !labelled,
                    page,
                };
                let outer = std::mem::replace(&mut self.place, place);
                self.resolve();
                let place = std::mem::replace(&mut self.place, outer);
                if let Some(draft) = self.out.drafts.last_mut() {
                    draft.place = place.clone();
                }
                if matches!(clause.what, What::Replace) && clause.payload == Payload::Follows {
                    self.place = place;
                }
            } else if let Some(page) = &clause.place.page
                && let Some(draft) = self.out.drafts.last_mut()
            {
                if self.paged && told.names.is_empty() && self.place.page.as_ref() != Some(page) {
                    // a page without a name, where names stand behind pages
                    (draft.place.path, draft.place.id) = (Vec::new(), None);
                }
                draft.place.page = Some(page.clone());
            }
            self.bring(at, clause);
        }
        for &(start, end) in &told.asides {
            let last = self.last();
            let span = line.plain.span(start, end);
            if let Some(last) = last {
                self.cut(span.start(), PieceKind::Comment, Some(last));
                let words = line.text().get(start..end).unwrap_or_default().to_owned();
                self.out.drafts[last].comments.push((span, words));
            }
        }
        let first = told.clauses.first().map_or(0, |(clause, _)| clause.start);
        for &(start, end) in told.unread.iter().filter(|(start, _)| *start > first) {
            let last = self.last();
            let span = line.plain.span(start, end);
            if let Some(last) = last {
                self.cut(span.start(), PieceKind::Comment, Some(last));
                let words = line.text().get(start..end).unwrap_or_default().to_owned();
                self.out.drafts[last].doubt(
                    span,
                    Sureness::Likely,
                    "the words behind it are taken for a remark",
                );
                self.out.drafts[last].comments.push((span, words));
            }
        }
        if let Some((last, lead)) = told.clauses.last()
            && told.lead != *lead
            && matches!(last.payload, Payload::None | Payload::Inline(_, _, true))
        {
            // a place at the end of the line is that of the next one
            self.ctx = Addr {
                page: None,
                heading: None,
                ..told.lead.clone()
            };
        }
        if let Some((page, start)) = &told.trailing {
            self.cut(
                line.plain.span(*start, *start).start(),
                PieceKind::PageLabel,
                None,
            );
            self.place.page = Some(page.clone());
        }
        let start = self.start(at);
        let from = self
            .out
            .cuts
            .iter()
            .rposition(|cut| cut.at < start)
            .map_or(0, |last| last + 1);
        self.out.cuts[from..].sort_by_key(|cut| cut.at);
    }

    /// The first byte of a line's words that belongs to the instruction.
    pub(super) fn first_word(&self, at: usize) -> usize {
        let told = &self.told[at];
        let first = told.clauses.first().map_or(0, |(clause, _)| clause.start);
        told.unread
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

    /// `Delete "…".` and below it `Replace with: "…"`: one instruction.
    pub(super) fn replaces_deleted(&mut self, at: usize) -> bool {
        let line = &self.lines[at];
        let Some((clause, _)) = self.told[at].clauses.first() else {
            return false;
        };
        let bare = matches!(clause.what, What::Replace) && clause.place.is_empty();
        let Some(draft) = self
            .out
            .drafts
            .last_mut()
            .filter(|draft| draft.parts.is_empty() && draft.place == self.place)
        else {
            return false;
        };
        let Kind::Clause(before) = &mut draft.kind else {
            return false;
        };
        let (What::DeleteWords(words), true) = (&before.what, bare) else {
            return false;
        };
        before.what = What::ReplaceByText(words.clone());
        draft.words = draft.words.join(line.plain.span(clause.start, clause.end));
        draft.printed = format!(
            "{} {}",
            draft.printed,
            line.text()
                .get(clause.start..clause.end)
                .unwrap_or_default()
        );
        let last = self.last();
        if let Some(cut) = self.out.cuts.last_mut() {
            cut.draft = last;
        }
        let clause = clause.clone();
        self.bring(at, &clause);
        true
    }

    /// The row of a value: the label in front where the value names its column alone.
    pub(super) fn row_of(&self, mut value: Value, labels: &[String]) -> Value {
        if let Some(label) = labels.last().filter(|_| !value.row.contains('(')) {
            value.row = format!("{label}({})", value.row.trim_matches(['(', ')']));
        }
        value
    }

    /// The whole address of a clause; whether its paragraph is that of the instruction before.
    pub(super) fn address(
        &self,
        lead: &Addr,
        clause: &Clause,
        labels: &[String],
        before: Option<usize>,
        at: usize,
    ) -> (Addr, bool) {
        let mut addr = Addr {
            heading: None,
            page: None,
            ..self.ctx.clone()
        };
        let mut own = Addr {
            heading: None,
            page: None,
            ..lead.clone()
        };
        // the figure has become the place
        own.steps
            .retain(|step| step.unit() != Some(Unit::Figure) || step.is_bare());
        let mut inner = clause.place.clone();
        inner.heading = None;
        inner.page = None;
        let has = |addr: &Addr, unit: Unit| addr.steps.iter().any(|step| step.unit() == Some(unit));
        if has(&own, Unit::Paragraph) || has(&inner, Unit::Paragraph) {
            addr.steps.clear();
            addr.more.clear();
        }
        addr.enter(own);
        for label in labels {
            if !matches!(clause.what, What::Values(_)) {
                addr.steps.insert(
                    0,
                    Step::labelled(label, !addr.steps.is_empty() || !inner.steps.is_empty()),
                );
            }
        }
        addr.enter(inner);
        let first = addr.steps.first().and_then(Step::unit);
        let deep = matches!(first, Some(Unit::Sentence | Unit::Bullet)) && addr.more.is_empty();
        let near = before
            .and_then(|before| self.out.drafts.get(before))
            .filter(|draft| draft.place == self.place);
        let paragraph = near
            .and_then(Draft::paragraph)
            .filter(|_| deep && self.told[at].names.is_empty());
        match paragraph {
            Some(steps) => {
                addr.steps.splice(0..0, steps);
                (addr, true)
            }
            None => (addr, false),
        }
    }

    pub(super) fn value(&mut self, at: usize, value: Value) {
        let line = &self.lines[at];
        let place = self.place.clone();
        let span = line.plain.span(0, line.text().len());
        let draft = self.draft(Kind::Value(value), place, self.start(at));
        let own = &mut self.out.drafts[draft];
        own.words = span;
        own.printed = line.text().to_owned();
        own.found.push(Recognised {
            span,
            what: "a row of values".into(),
        });
        self.whole(at, PieceKind::Instruction, Some(draft));
    }
}

/// `under "X" on page 9`, inside of prose.
pub(super) fn under(text: &str) -> (Option<String>, Option<String>) {
    let tokens = token::tokens(text);
    let mut heading = None;
    let mut page = None;
    for at in 0..tokens.len() {
        let token::Tok::Word(word) = &tokens[at].tok else {
            continue;
        };
        match (word.as_str(), tokens.get(at + 1).map(|token| &token.tok)) {
            ("under" | "in", Some(token::Tok::Quote(words, _))) => {
                heading = heading.or_else(|| Some(words.clone()))
            }
            ("page" | "p", Some(token::Tok::Number(number, None))) => {
                page = Some(number.to_string())
            }
            _ => {}
        }
    }
    (heading, page)
}
