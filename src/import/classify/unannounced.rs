//! Classifies lines that no instruction above announces: as a statement, a glossary entry, a note,
//! or not understood.

use super::{
    change_signs::{demands_change, says_deleted, states_change, states_value},
    classifier::{LineClassifier, PendingPayload},
    heading::trim_heading,
};
use crate::import::{
    date,
    grammar::LEXICON,
    instruction_draft::{DraftKind, PieceStart},
    line_shape::ends_sentence,
    sheet::{Confidence, PrintedPlace, RecognisedWords, SheetPieceKind},
};

impl LineClassifier<'_> {
    /// Classifies a line that is neither heading nor instruction nor announced payload; returns the
    /// next line.
    pub(super) fn classify_unannounced(&mut self, at: usize) -> usize {
        let parsed = &self.parsed[at];
        if parsed.announces_entries {
            self.mark_line(at, SheetPieceKind::Heading, None);
            return at + 1;
        }
        if self.is_before_rules(at) {
            self.add_cover_line(at);
            return at + 1;
        }
        if self.place.path.is_empty() {
            let text = self.text(at);
            let quoted = text.contains(": \"") || text.contains(": “");
            if !parsed.lead.steps.is_empty() && parsed.figure().is_none()
                || parsed.verb && self.text(at).len() < 200
                // a table that no reading explains
                || self.lines[at].table
                // below `### Page 22` it is text of a place that was not found
                || self.page_headed
                // `HB §4 bis (new): "…"`
                || self.find_labels(at).is_some() && quoted
            {
                self.mark_not_understood(at);
            } else {
                self.add_cover_line(at);
            }
            return at + 1;
        }
        if self.is_entry(at) {
            self.begin_draft(at, DraftKind::Entry);
            return at + 1;
        }
        // a short line that counts units, of which no reading was found, is hardly a remark
        const LONGEST_CHANGE: usize = 120;
        let counts = self.text(at).len() < LONGEST_CHANGE && parsed.counts;
        // `Blades(F) – 5` below other values
        let value = self.text(at).len() < LONGEST_CHANGE / 2
            && self.text(at).bytes().any(|b| b.is_ascii_digit())
            && self.out.drafts.last().is_some_and(|draft| {
                draft.place == self.place && matches!(draft.kind, DraftKind::Value(_))
            });
        let elsewhere = value
            || parsed.page_first && !parsed.unread.is_empty()
            || counts && self.follows_instruction();
        if (parsed.verb || elsewhere) && parsed.clauses.is_empty()
            || !parsed.lead.steps.is_empty() && parsed.figure().is_none()
        {
            self.mark_not_understood(at);
            return at + 1;
        }
        if let (Some((number, _)), true) = (&parsed.number, self.inline)
            && number.contains('.')
        {
            // `8.4 "Fog" and "mist" are the same.`
            self.enter_place(vec![number.clone()], None);
            self.inline = true;
        }
        let labelled = self.find_labels(at).filter(|_| !self.is_dated_update(at));
        let after = self.out.drafts.last().is_some_and(|draft| {
            draft.place == self.place && !matches!(draft.kind, DraftKind::Note)
        });
        let changes = states_change(self.text(at), parsed);
        if labelled.is_some() {
            self.add_labelled(at, labelled.unwrap_or_default());
        } else if self.is_dated_update(at) {
            self.begin_draft(at, DraftKind::Update);
        } else if after
            && !(changes && demands_change(self.text(at), parsed))
            && self
                .out
                .drafts
                .last()
                .is_some_and(|draft| matches!(draft.kind, DraftKind::Statement | DraftKind::Update))
        {
            self.add_to_payload(at);
        } else if (after || self.inline || self.paged) && changes {
            self.mark_not_understood(at);
        } else if after || self.inline || self.paged {
            // text after a complete payload is a remark about it
            self.add_note(at);
            let span = self.lines[at].span;
            if let Some(draft) = self.out.drafts.last_mut() {
                draft.add_doubt(
                    span,
                    Confidence::Unsure,
                    "the kind of this paragraph is not stated: it is taken as commentary",
                );
            }
            self.doubt_place(at);
        } else if speaks_of_authors(self.text(at)) {
            self.add_note(at);
        } else if changes && !self.lines[at].headed {
            self.mark_not_understood(at);
        } else {
            self.begin_draft(at, DraftKind::Statement);
        }
        at + 1
    }

    /// Whether the line is below the title of the sheet, before any place that the rules have: it
    /// says who wrote the sheet, and when.
    fn is_before_rules(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        let tried = parsed.verb || !parsed.clauses.is_empty() || !parsed.lead.is_empty();
        let labelled = self.find_labels(at).is_some() || self.is_dated_update(at);
        let text = self.text(at);
        let authors = text
            .split(|c: char| !c.is_alphabetic())
            .any(|word| ["We", "we", "our", "I", "Our"].contains(&word));
        let about = authors
            || !ends_sentence(text)
            || self.lines[at].stressed
            || date::find_last_date(text).is_some();
        self.ruleset.is_some()
            && self.place.id.is_none()
            && !self.was_placed
            && self.out.drafts.is_empty()
            && self.place.page.is_none()
            && about
            && !tried
            && !labelled
    }

    /// Adds a line that says something about the sheet itself.
    fn add_cover_line(&mut self, at: usize) {
        if let Some((date, ..)) = date::find_last_date(self.text(at)) {
            self.out.dates.push(date);
        }
        self.mark_line(at, SheetPieceKind::Comment, None);
    }

    /// Reports the lines that became comments without an instruction although they demand a change:
    /// `In the last sentence, the reference should read 3 (not 2).`
    pub(super) fn report_lost_changes(&mut self) {
        for at in self.range.clone() {
            let start = self.line_start(at);
            let found = self
                .out
                .piece_starts
                .partition_point(|piece| piece.at <= start);
            let Some(piece) = found.checked_sub(1) else {
                continue;
            };
            let own = &self.out.piece_starts[piece];
            let text = self.text(at);
            let end = self.lines[at].span.end();
            let next = self.out.piece_starts.get(piece + 1).map(|next| next.at);
            let changes = match own.kind {
                SheetPieceKind::Comment => {
                    demands_change(text, &self.parsed[at]) || states_value(text)
                }
                SheetPieceKind::Heading => {
                    // words behind a label are a piece of their own
                    let whole = next.is_none_or(|next| next >= end);
                    let states = says_deleted(text) || whole && states_value(text);
                    !self.lines[at].headed && states
                }
                _ => false,
            };
            let is_lost = own.draft.is_none();
            if !is_lost || self.is_furniture(at) || !changes {
                continue;
            }
            let comment = own.clone();
            let begins = own.at == start;
            let reported = PieceStart {
                at: start,
                kind: SheetPieceKind::NotUnderstood,
                draft: None,
                found: Vec::new(),
            };
            if begins {
                self.out.piece_starts[piece] = reported;
            } else {
                self.out.piece_starts.insert(piece + 1, reported);
            }
            let after = piece + 1 + usize::from(!begins);
            // the next piece may begin inside of the line
            let goes_on = next.is_none_or(|next| next > end);
            if end < self.lines[self.range.end - 1].span.end() && goes_on {
                let rest = PieceStart { at: end, ..comment };
                self.out.piece_starts.insert(after, rest);
            }
        }
    }

    /// Whether the line follows an instruction in the same place.
    fn follows_instruction(&self) -> bool {
        self.out.drafts.last().is_some_and(|draft| {
            draft.place == self.place
                && matches!(draft.kind, DraftKind::Clause(_) | DraftKind::Value(_))
        })
    }

    pub(super) fn begin_draft(&mut self, at: usize, kind: DraftKind) {
        let place = self.place.clone();
        let update = matches!(kind, DraftKind::Update);
        let draft = self.add_draft(kind, place, self.line_start(at));
        if update
            && let Some((date, start, end)) =
                date::find_last_date(self.text(at).get(..40).unwrap_or(self.text(at)))
        {
            let span = self.lines[at].plain.span(start, end);
            self.out.drafts[draft].dated = Some((date, span));
        }
        self.mark_line(at, SheetPieceKind::Payload, Some(draft));
        self.push_part(at, 0, self.text(at).len());
    }

    /// Whether the line is a glossary entry, `- **Table:** …`, in a place with only entries so far:
    /// `GLOSSARY`.
    pub(super) fn is_entry(&self, at: usize) -> bool {
        let label = self.text(at).split_once(':').is_some_and(|(label, _)| {
            let first = label.split_whitespace().next().unwrap_or_default();
            let rule = LEXICON.has("rules", first.to_lowercase().as_str());
            label.split_whitespace().count() <= 6 && !rule
        });
        let listed = self.out.drafts.last().is_some_and(|draft| {
            draft.place == self.place && matches!(draft.kind, DraftKind::Entry)
        });
        (self.lines[at].bullet.is_some() || listed)
            && label
            && self.out.drafts.last().is_none_or(|draft| {
                draft.place != self.place || matches!(draft.kind, DraftKind::Entry)
            })
    }

    /// Whether the line begins with a dated update: `Update 25.10.19: …`.
    pub(super) fn is_dated_update(&self, at: usize) -> bool {
        let text = self.text(at);
        let head = text.split(':').next().unwrap_or_default();
        head.len() < 40
            && head.to_lowercase().starts_with("update")
            && date::find_last_date(head).is_some()
            && text.contains(':')
    }

    /// Returns the labels in front of the text: `Knights: Kn(S): …`.
    pub(super) fn find_labels(&self, at: usize) -> Option<Vec<String>> {
        let parsed = &self.parsed[at];
        let text = self.text(at);
        let last = parsed.names.last()?;
        let after = text[last.2..].trim_start();
        let colon = after.starts_with([':', '.', '…'])
            && (after.starts_with(':') || after.starts_with("..") || after.starts_with('…'));
        let short = parsed
            .names
            .iter()
            .all(|name| name.0.split_whitespace().count() <= 4);
        (parsed.names[0].1 == 0 && colon && short && !parsed.unread.is_empty())
            .then(|| parsed.names.iter().map(|name| name.0.clone()).collect())
    }

    /// Adds text for a labelled unit, perhaps with instructions after it.
    pub(super) fn add_labelled(&mut self, at: usize, names: Vec<String>) {
        let parsed = &self.parsed[at];
        let mut path = self.place.path.clone();
        match names.as_slice() {
            [first, .., last] => {
                self.group = Some(first.clone());
                path.extend([first.clone(), last.clone()]);
            }
            [only] => {
                if only.contains('(') {
                    path.extend(self.group.clone());
                } else {
                    self.group = Some(only.clone());
                }
                path.push(only.clone());
            }
            [] => {}
        }
        let from = parsed.names.last().map_or(0, |name| name.2);
        let end = parsed
            .clauses
            .first()
            .map_or(self.text(at).len(), |(clause, _)| clause.start);
        let text = &self.text(at)[from..end];
        let start = from + text.len() - text.trim_start_matches([':', ' ']).len();
        let mut place = PrintedPlace {
            path,
            id: None,
            ..self.place.clone()
        };
        place.id = self
            .known
            .find_place(self.ruleset, &place.path.join(" "))
            .map(|(_, id)| id.to_owned());
        self.mark_line(at, SheetPieceKind::Heading, None);
        let draft = self.add_draft(
            DraftKind::LabelledStatement,
            place.clone(),
            self.line_start(at),
        );
        self.start_piece(
            self.lines[at].plain.span(start, start).start(),
            SheetPieceKind::Payload,
            Some(draft),
        );
        self.push_part(at, start, end.max(start));
        if !parsed.clauses.is_empty() {
            let outer = std::mem::replace(&mut self.place, place);
            self.add_clauses(at);
            self.place = outer;
        }
    }

    /// Adds a line that looks like an instruction but was not understood.
    pub(super) fn mark_not_understood(&mut self, at: usize) {
        self.doubt_place(at);
        let line = &self.lines[at];
        let found = self.parsed[at]
            .found
            .iter()
            .map(|(start, end, what)| RecognisedWords {
                span: line.plain.span(*start, *end),
                what: what.clone(),
            });
        let piece = PieceStart {
            at: line.span.start(),
            kind: SheetPieceKind::NotUnderstood,
            draft: None,
            found: found.collect(),
        };
        self.out.piece_starts.push(piece);
        self.pending = PendingPayload::NotUnderstood;
        let parsed = &self.parsed[at];
        if let (true, Some((name, ..))) = (parsed.paged, parsed.names.first())
            && self.known.find_place(self.ruleset, name).is_some()
        {
            // the lines below it are in its place
            let (name, page) = (trim_heading(name), parsed.lead.page.clone());
            self.enter_place(vec![name], page);
            self.pending = PendingPayload::NotUnderstood;
        }
    }
}

/// Whether a sentence is about the authors of the sheet, and so no rule: `We left the rest as it is.`
fn speaks_of_authors(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let first = words
        .clone()
        .find(|word| !word.is_empty())
        .unwrap_or_default();
    ["I", "My", "Thanks"].contains(&first)
        || words.any(|word| ["We", "we", "Our", "our"].contains(&word))
}
