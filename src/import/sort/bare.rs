//! Lines that nothing announces: text under a heading, entries, labelled units, and what failed.

use super::*;

impl Sorter<'_> {
    /// A line that is neither heading, instruction nor announced.
    pub(super) fn bare(&mut self, at: usize) -> usize {
        let told = &self.told[at];
        if self.place.path.is_empty() {
            if !told.lead.steps.is_empty() && told.figure().is_none()
                || told.verb && self.text(at).len() < 200
            {
                self.failed(at);
            } else {
                if let Some((date, ..)) = date::last(self.text(at)) {
                    self.out.dates.push(date);
                }
                self.whole(at, PieceKind::Comment, None);
            }
            return at + 1;
        }
        if self.is_entry(at) {
            self.begin(at, Kind::Entry);
            return at + 1;
        }
        if told.verb && told.clauses.is_empty()
            || !told.lead.steps.is_empty() && told.figure().is_none()
        {
            self.failed(at);
            return at + 1;
        }
        let labelled = self.label(at).filter(|_| !self.update(at));
        let behind =
            self.out.drafts.last().is_some_and(|draft| {
                draft.place == self.place && !matches!(draft.kind, Kind::Note)
            });
        if labelled.is_some() {
            self.labelled(at, labelled.unwrap_or_default());
        } else if self.update(at) {
            self.begin(at, Kind::Update);
        } else if behind
            && self
                .out
                .drafts
                .last()
                .is_some_and(|draft| matches!(draft.kind, Kind::Statement | Kind::Update))
        {
            self.take(at);
        } else if behind {
            // what stands behind text that was closed speaks about it
            self.note(at);
            let span = self.lines[at].span;
            if let Some(draft) = self.out.drafts.last_mut() {
                draft.doubt(
                    span,
                    Sureness::Guess,
                    "nothing says what this paragraph is: it is taken for commentary",
                );
            }
        } else {
            self.begin(at, Kind::Statement);
        }
        at + 1
    }

    pub(super) fn begin(&mut self, at: usize, kind: Kind) {
        let place = self.place.clone();
        let update = matches!(kind, Kind::Update);
        let draft = self.draft(kind, place, self.start(at));
        if update
            && let Some((date, start, end)) =
                date::last(self.text(at).get(..40).unwrap_or(self.text(at)))
        {
            let span = self.lines[at].plain.span(start, end);
            self.out.drafts[draft].dated = Some((date, span));
        }
        self.whole(at, PieceKind::Payload, Some(draft));
        self.push(at, 0, self.text(at).len());
    }

    /// Whether the line is an entry, `- **Table:** …`, in a place that holds nothing so far but entries: `GLOSSARY`.
    pub(super) fn is_entry(&self, at: usize) -> bool {
        let label = self
            .text(at)
            .split_once(':')
            .is_some_and(|(label, _)| label.split_whitespace().count() <= 6);
        self.lines[at].bullet.is_some()
            && label
            && self
                .out
                .drafts
                .last()
                .is_none_or(|draft| draft.place != self.place || matches!(draft.kind, Kind::Entry))
    }

    /// `Update 25.10.19: …`
    pub(super) fn update(&self, at: usize) -> bool {
        let text = self.text(at);
        let head = text.split(':').next().unwrap_or_default();
        head.len() < 40
            && head.to_lowercase().starts_with("update")
            && date::last(head).is_some()
            && text.contains(':')
    }

    /// The names in front of text: `Knights: Kn(S): …`.
    pub(super) fn label(&self, at: usize) -> Option<Vec<String>> {
        let told = &self.told[at];
        let text = self.text(at);
        let last = told.names.last()?;
        let behind = text[last.2..].trim_start();
        let colon = behind.starts_with([':', '.', '…'])
            && (behind.starts_with(':') || behind.starts_with("..") || behind.starts_with('…'));
        let short = told
            .names
            .iter()
            .all(|name| name.0.split_whitespace().count() <= 4);
        (told.names[0].1 == 0 && colon && short && !told.unread.is_empty())
            .then(|| told.names.iter().map(|name| name.0.clone()).collect())
    }

    /// Text for a labelled unit, perhaps with an instruction behind it.
    pub(super) fn labelled(&mut self, at: usize, names: Vec<String>) {
        let told = &self.told[at];
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
        let from = told.names.last().map_or(0, |name| name.2);
        let end = told
            .clauses
            .first()
            .map_or(self.text(at).len(), |(clause, _)| clause.start);
        let text = &self.text(at)[from..end];
        let start = from + text.len() - text.trim_start_matches([':', ' ']).len();
        let mut place = Place {
            path,
            id: None,
            ..self.place.clone()
        };
        place.id = self
            .known
            .place(self.ruleset, &place.path.join(" "))
            .map(|(_, id)| id.to_owned());
        self.whole(at, PieceKind::Heading, None);
        let draft = self.draft(Kind::LabelledStatement, place.clone(), self.start(at));
        self.cut(
            self.lines[at].plain.span(start, start).start(),
            PieceKind::Payload,
            Some(draft),
        );
        self.push(at, start, end.max(start));
        if !told.clauses.is_empty() {
            let outer = std::mem::replace(&mut self.place, place);
            self.clauses(at);
            self.place = outer;
        }
    }

    /// What looks like an instruction and was not read.
    pub(super) fn failed(&mut self, at: usize) {
        let line = &self.lines[at];
        let found = self.told[at]
            .found
            .iter()
            .map(|(start, end, what)| Recognised {
                span: line.plain.span(*start, *end),
                what: what.clone(),
            });
        let cut = Cut {
            at: line.span.start(),
            kind: PieceKind::NotUnderstood,
            draft: None,
            found: found.collect(),
        };
        self.out.cuts.push(cut);
        self.open = Open::Failed;
    }
}
