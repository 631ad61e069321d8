//! What each line of a sheet is.

use super::{
    address::Addr,
    clause::{Clause, Payload, Value, What},
    date,
    draft::{Cut, Draft, Kind, Sorted},
    grammar::ASIDES,
    known::{Known, begins},
    line::{Line, ends, is_caps},
    payload::Part,
    plain::normal,
    sheet::{PieceKind, Place, Recognised, Sureness},
    token,
    told::{self, Told},
};
use crate::{syntax::Unit, text::Span};
use std::{collections::HashSet, ops::Range};

/// How far the end of a quote is looked for, in lines.
const FAR: usize = 400;

/// What is still to come of the instruction before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// Nothing.
    No,
    /// Quoted text up to this line.
    Quoted(usize),
    /// Text without marks around it; whether whole sections are brought, with their headings.
    Loose { wide: bool },
    /// Rows of values.
    Rows,
    /// Commentary.
    Aside,
    /// Text of an instruction that was not understood.
    Failed,
}

/// Sorts the lines of one sheet.
pub(super) struct Sorter<'a> {
    pub(super) known: &'a Known,
    pub(super) ruleset: Option<&'a str>,
    pub(super) lines: &'a [Line],
    pub(super) told: &'a [Told],
    pub(super) range: Range<usize>,
    pub(super) out: Sorted,
    pub(super) place: Place,
    /// Of the page: whether it stood with the heading or was carried over.
    headings: usize,
    group: Option<String>,
    ctx: Addr,
    open: Open,
    notes: bool,
    fresh: bool,
    /// Words of what was brought so far, five in a row, for notes that repeat it.
    brought: HashSet<u64>,
    last_heading: Option<usize>,
    furniture: Vec<bool>,
    /// Whether a page was labelled since the last heading or instruction: it may be meant for the heading that follows.
    labelled_page: bool,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(known: &'a Known, ruleset: Option<&'a str>, lines: &'a [Line], told: &'a [Told], range: Range<usize>) -> Self {
        let furniture = range.clone().map(|at| is_furniture(known, &lines[at])).collect();
        Self {
            known,
            ruleset,
            lines,
            told,
            furniture,
            range,
            out: Sorted::default(),
            place: Place::default(),
            headings: 0,
            group: None,
            ctx: Addr::default(),
            open: Open::No,
            notes: false,
            fresh: false,
            brought: HashSet::new(),
            last_heading: None,
            labelled_page: false,
        }
    }

    /// Leaves the lines before `at` out.
    pub(super) fn skip_to(&mut self, at: usize) {
        self.furniture.drain(..at.saturating_sub(self.range.start).min(self.furniture.len()));
        self.range.start = at;
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        self.lines.get(at).map_or("", |line| line.text())
    }

    /// Whether a page or converter has added the line.
    pub(super) fn is_furniture(&self, at: usize) -> bool {
        at.checked_sub(self.range.start).and_then(|at| self.furniture.get(at)).copied().unwrap_or_default()
    }

    /// The next line that says anything.
    pub(super) fn next(&self, at: usize) -> Option<usize> {
        (at + 1..self.range.end).find(|&next| !self.is_furniture(next))
    }

    /// Whether the line begins an instruction, names an address, or a page.
    fn announces(&self, at: usize) -> bool {
        let told = &self.told[at];
        (told.is_strong() && told.leads()) || told.is_address() && told.figure().is_none() || told.is_page()
    }

    /// Whether an instruction comes right behind line `at`, perhaps behind further headings.
    fn leads_on(&self, at: usize, depth: usize) -> bool {
        let Some(next) = self.next(at) else { return false };
        let told = &self.told[next];
        if told.is_page() {
            return depth < 4 && self.leads_on(next, depth + 1) || depth == 0;
        }
        if self.announces(next) || self.lines[next].headed && !told.clauses.is_empty() {
            return true;
        }
        let text = self.text(next);
        let name = told.is_name() && text.len() < 60 && (!ends(text) || is_caps(text) || text.split_whitespace().count() <= 4);
        let heading = self.lines[next].headed || name || told.figure().is_some();
        heading && depth < 3 && self.leads_on(next, depth + 1)
    }

    /// The words of the heading that the line is, if it can be one.
    fn heading(&self, at: usize) -> Option<String> {
        let (line, told) = (&self.lines[at], &self.told[at]);
        let text = self.text(at);
        if line.table || text.starts_with(['"', '“']) || !told.clauses.is_empty() && !line.headed {
            return None;
        }
        if let Some(figure) = told.figure() {
            let own = line.headed || self.leads_on(at, 0) && told.unread.is_empty();
            return own.then(|| if told.unread.is_empty() && told.names.is_empty() { shown_figure(figure) } else { text.to_owned() });
        }
        let named = told.is_name();
        let name = if named { told.names[0].0.clone() } else { text.to_owned() };
        if line.headed {
            return Some(name);
        }
        if !named || line.bullet.is_some() || name.len() > 90 {
            return None;
        }
        let known = self.known.place(self.ruleset, &name).is_some();
        let sure = is_caps(&name) || known || told.lead.page.is_some() || (line.stressed && !ends(text));
        let short = name.split_whitespace().count() <= 8;
        let large = name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        (sure || (short && large && self.leads_on(at, 0))).then_some(name)
    }

    pub(super) fn cut(&mut self, at: usize, kind: PieceKind, draft: Option<usize>) {
        let same = self.out.cuts.last().is_some_and(|last| last.kind == kind && last.draft == draft);
        if !same {
            self.out.cuts.push(Cut { at, kind, draft, found: Vec::new() });
        }
    }

    pub(super) fn start(&self, at: usize) -> usize {
        self.lines[at].span.start
    }

    /// The whole line is `kind`.
    pub(super) fn whole(&mut self, at: usize, kind: PieceKind, draft: Option<usize>) {
        self.cut(self.start(at), kind, draft);
    }

    pub(super) fn last(&self) -> Option<usize> {
        self.out.drafts.len().checked_sub(1)
    }

    /// Sorts a sheet of amendments.
    pub(super) fn amendments(mut self) -> Sorted {
        let mut at = self.range.start;
        while at < self.range.end {
            let before = at;
            at = self.line(at);
            debug_assert!(at > before);
        }
        self.out
    }

    /// Sorts one line; gives the next one.
    fn line(&mut self, at: usize) -> usize {
        if self.is_furniture(at) {
            let inside = matches!(self.open, Open::Quoted(until) if at <= until);
            self.whole(at, PieceKind::Comment, if inside { self.last() } else { None });
            return at + 1;
        }
        if let Open::Quoted(until) = self.open {
            if at <= until {
                return self.quoted(at, until);
            }
            self.open = Open::No;
        }
        let (line, told) = (&self.lines[at], &self.told[at]);
        let loose = matches!(self.open, Open::Loose { .. });
        if told.is_page() && (!loose || self.leads_on(at, 0) || line.headed) {
            self.place.page.clone_from(&told.lead.page);
            self.place.page_carried = false;
            self.labelled_page = true;
            self.whole(at, PieceKind::PageLabel, None);
            if !matches!(self.open, Open::Loose { .. }) || self.leads_on(at, 0) {
                self.open = Open::No;
            }
            return at + 1;
        }
        if self.open == Open::Rows {
            if let Some(value) = told::row(line, self.known) {
                self.value(at, value);
                return at + 1;
            }
            self.open = Open::No;
        }
        if self.notes {
            return self.note_line(at);
        }
        let bursts = told.leads() && told.clauses.iter().any(|(clause, lead)| self.bursts(clause, lead, told));
        if bursts || (!loose && told.leads() && (told.is_strong() || self.is_weak_instruction(told))) {
            return self.instructions(at);
        }
        if !line.headed && self.signed(at) {
            return at + 1;
        }
        if let Some(name) = self.heading(at) {
            let empty = self.last().is_some_and(|last| self.out.drafts[last].parts.is_empty());
            let follows = self.leads_on(at, 0);
            let marked = self.lines[at].headed || is_caps(&name) || told.lead.page.is_some();
            let inside = match self.open {
                // the first words below an instruction are its text, if they are not marked as a heading
                Open::Loose { wide } => (empty && !marked) || (wide && !follows),
                Open::No | Open::Quoted(_) | Open::Rows | Open::Aside | Open::Failed => false,
            };
            if !inside {
                self.place(at, name);
                return at + 1;
            }
        }
        if told.is_address() && told.figure().is_none() && (!loose || self.leads_on(at, 0)) {
            self.ctx = told.lead.clone();
            if let Some(heading) = self.ctx.heading.take() {
                self.place = Place { path: vec![heading], ..Place::default() };
                self.resolve();
            }
            self.place.page = self.ctx.page.take().or(self.place.page.take());
            self.open = Open::No;
            self.whole(at, PieceKind::Instruction, None);
            return at + 1;
        }
        let labelled = !loose && !self.place.path.is_empty() && (self.update(at) || self.label(at).is_some());
        if told.is_certain() && !labelled {
            return self.instructions(at);
        }
        if self.aside(at) {
            return at + 1;
        }
        match self.open {
            Open::Loose { .. } => {
                self.take(at);
                at + 1
            }
            Open::Aside => {
                self.note(at);
                at + 1
            }
            Open::Failed => {
                self.whole(at, PieceKind::NotUnderstood, None);
                at + 1
            }
            Open::No | Open::Rows | Open::Quoted(_) => self.bare(at),
        }
    }

    /// Whether a clause ends text that has no closing mark.
    fn bursts(&self, clause: &Clause, lead: &Addr, told: &Told) -> bool {
        let placed = !clause.place.is_empty() || !lead.is_empty();
        let certain = match &clause.what {
            What::ReplaceWords(..) | What::ReplaceByText(_) | What::DeleteWords(_) | What::Insert(..) | What::Pairs | What::Rows => true,
            What::Replace | What::Add(..) | What::Clarify => clause.payload != Payload::None,
            // a row in front, or an old value, makes sure that values are set
            What::Values(values) => !told.names.is_empty() || values.iter().any(|value| value.old.is_some()),
            What::Delete | What::Described(_) | What::Told(_) => false,
        };
        let deletes = matches!(clause.what, What::Delete) && placed;
        (clause.is_strong() || deletes) && (placed || certain)
    }

    /// Whether words that tell to do something, without quotes or places, may be taken for an instruction.
    fn is_weak_instruction(&self, told: &Told) -> bool {
        !self.place.path.is_empty() && told.leads() && told.unread.is_empty()
    }

    /// A line of quoted text.
    fn quoted(&mut self, at: usize, until: usize) -> usize {
        let draft = self.last();
        self.whole(at, PieceKind::Payload, draft);
        let text = self.text(at);
        let mut end = text.len();
        if at == until {
            // a heading that was set behind the closing mark
            if let Some(behind) = behind_closing(text) {
                let rest = text[behind..].trim();
                if let Some((name, page)) = glued(rest) {
                    end = behind;
                    self.push(at, 0, end);
                    let from = behind + text[behind..].find(rest).unwrap_or(0);
                    self.cut(self.lines[at].plain.span(from, from).start, PieceKind::Heading, None);
                    self.enter(vec![name], page);
                    self.open = Open::No;
                    return at + 1;
                }
            }
        }
        self.push(at, 0, end);
        if at == until {
            self.open = Open::No;
            // the mark closes early where the list goes on
            let next = at + 1;
            let list = self.lines[at].bullet.is_some() && next < self.range.end && self.lines[next].bullet.is_some();
            if list && !self.announces(next) && !self.is_furniture(next) {
                self.open = Open::Loose { wide: false };
                if let Some(draft) = draft {
                    let span = self.lines[at].span;
                    self.out.drafts[draft].doubt(span, Sureness::Likely, "the closing mark stands before the end of the list");
                }
            }
        }
        at + 1
    }

    pub(super) fn push(&mut self, line: usize, start: usize, end: usize) {
        let words = normal(self.text(line).get(start..end).unwrap_or_default());
        self.brought.extend(runs(&words));
        if let Some(draft) = self.out.drafts.last_mut() {
            draft.parts.push(Part { line, start, end });
        }
    }

    /// The line belongs to what the last instruction brings.
    fn take(&mut self, at: usize) {
        let draft = self.last();
        if let Some(draft) = self.out.drafts.last_mut() {
            let pairs = matches!(&draft.kind, Kind::Clause(clause) if matches!(clause.what, What::Pairs));
            let to = self.lines[at].text().trim().trim_end_matches(':');
            if pairs && draft.old.is_none() && to.eq_ignore_ascii_case("to") {
                draft.old = Some(draft.parts.len());
                self.whole(at, PieceKind::Instruction, self.last());
                return;
            }
        }
        self.whole(at, PieceKind::Payload, draft);
        self.push(at, 0, self.text(at).len());
    }

    /// A heading: what follows stands there.
    fn place(&mut self, at: usize, name: String) {
        let told = &self.told[at];
        let name = trimmed(&name);
        let bare = !self.lines[at].headed && !is_caps(&name);
        let nested = self.last_heading.is_some_and(|last| last + 1 == at) && bare && told.lead.page.is_none();
        self.whole(at, PieceKind::Heading, None);
        if let Some(page) = told.lead.page.clone() {
            let name_end = told.names.first().map_or(0, |name| name.2);
            let words = self.text(at);
            let from = words[name_end..].find(|c: char| c.is_alphanumeric()).map_or(words.len(), |from| name_end + from);
            if from < words.len() && name_end > 0 {
                self.cut(self.lines[at].plain.span(from, from).start, PieceKind::PageLabel, None);
            }
            self.place.page = Some(page);
        }
        let is_notes = self.known.words.notes.iter().any(|notes| begins(&normal(&name), notes));
        if is_notes {
            self.notes = true;
            self.fresh = false;
        }
        let mut path = if nested { std::mem::take(&mut self.place.path) } else { Vec::new() };
        path.push(name);
        let own = told.lead.page.is_some();
        let page = self.place.page.take();
        let labelled = self.labelled_page;
        self.enter(path, page);
        self.place.page_carried = !own && !labelled && self.place.page.is_some();
        self.labelled_page = false;
        self.last_heading = Some(at);
    }

    /// Goes to a place.
    pub(super) fn enter(&mut self, path: Vec<String>, page: Option<String>) {
        let carried = page.is_none();
        let page = page.or(self.place.page.take());
        self.place = Place { path, id: None, page_carried: carried && page.is_some(), page };
        self.resolve();
        self.headings += 1;
        self.group = None;
        self.ctx = Addr::default();
        self.open = Open::No;
    }

    fn resolve(&mut self) {
        let last = self.place.path.last().map(String::as_str).unwrap_or_default();
        let whole = self.place.path.join(" ");
        let found = self.known.place(self.ruleset, &whole).or_else(|| self.known.place(self.ruleset, last));
        self.place.id = found.map(|(_, id)| id.to_owned());
    }

    /// A short line that ends in a date: who signed what stands above.
    fn signed(&mut self, at: usize) -> bool {
        let text = self.text(at).trim();
        let Some((date, start, end)) = date::last(text).filter(|_| text.len() <= 60) else { return false };
        let alone = text[end..].trim().trim_matches([')', '.', ']']).is_empty() && text[..start].split_whitespace().count() <= 5;
        if !alone || self.told[at].number.is_some() {
            return false;
        }
        let span = self.lines[at].plain.span(start, end);
        // a date behind another one dates what stands between
        let undated = self.out.drafts.iter().rposition(|draft| draft.dated.is_some()).map_or(0, |last| last + 1);
        if !self.out.dates.is_empty() && !self.out.drafts.is_empty() && undated < self.out.drafts.len() && self.signed_before() {
            for draft in &mut self.out.drafts[undated..] {
                draft.dated.get_or_insert((date, span));
            }
        } else if !self.out.drafts.is_empty() {
            for draft in &mut self.out.drafts {
                draft.dated.get_or_insert((date, Span::default()));
            }
        }
        self.out.dates.push(date);
        self.open = Open::No;
        self.whole(at, PieceKind::Comment, None);
        true
    }

    fn signed_before(&self) -> bool {
        self.out.drafts.iter().any(|draft| draft.dated.is_some_and(|(_, span)| span.is_empty()))
    }

    /// A paragraph that opens with `Note` or `Comment`.
    fn aside(&mut self, at: usize) -> bool {
        let text = self.text(at).trim_start_matches(['(', '[', ' ']);
        let first: String = text.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’')).collect();
        let first = first.trim_end_matches('.').to_lowercase().replace('’', "'");
        let marked = ASIDES.contains(&first.as_str()) && (text[first.len().min(text.len())..].starts_with([':', '.', ',', ' ']));
        let colon = text.get(first.len()..).is_some_and(|rest| rest.starts_with([':', '.']));
        let payload = matches!(self.open, Open::Loose { .. });
        if !marked || self.out.drafts.is_empty() || (payload && !colon) {
            return false;
        }
        self.note(at);
        self.open = Open::Aside;
        true
    }

    /// A paragraph of commentary.
    fn note(&mut self, at: usize) {
        let broken = at > 0 && !ends(self.text(at - 1)) && self.text(at).starts_with(|c: char| c.is_lowercase());
        let goes_on = broken && self.out.drafts.last().is_some_and(|draft| matches!(draft.kind, Kind::Note));
        if !goes_on {
            let place = self.place.clone();
            self.draft(Kind::Note, place, self.start(at));
        }
        self.whole(at, PieceKind::Comment, self.last());
        self.push_note(at);
    }

    fn push_note(&mut self, at: usize) {
        let end = self.text(at).len();
        if let Some(draft) = self.out.drafts.last_mut() {
            draft.parts.push(Part { line: at, start: 0, end });
        }
    }

    pub(super) fn draft(&mut self, kind: Kind, place: Place, start: usize) -> usize {
        self.labelled_page = false;
        self.out.drafts.push(Draft::new(kind, place, start));
        self.out.headings.push(self.headings);
        self.out.drafts.len() - 1
    }

    /// A line below a heading of notes.
    fn note_line(&mut self, at: usize) -> usize {
        if let Some(name) = self.heading(at).filter(|_| self.lines[at].headed || self.told[at].is_name() && is_caps(self.text(at))) {
            self.whole(at, PieceKind::Heading, None);
            self.enter(vec![trimmed(&name)], None);
            self.fresh = true;
            return at + 1;
        }
        if self.signed(at) {
            return at + 1;
        }
        if self.headings == 0 || !self.fresh && !self.out.drafts.last().is_some_and(|draft| matches!(draft.kind, Kind::Note)) {
            self.whole(at, PieceKind::Comment, None);
            return at + 1;
        }
        let line = normal(self.text(at));
        let opener = self.known.words.note_openers.iter().any(|own| begins(&line, own));
        let told = &self.told[at];
        let verb = told.leads() && !told.clauses.is_empty();
        if self.fresh || opener || verb || self.repeats(&line) {
            let place = self.place.clone();
            self.draft(Kind::Note, place, self.start(at));
            self.fresh = false;
        }
        self.whole(at, PieceKind::Comment, self.last());
        self.push_note(at);
        at + 1
    }

    /// Whether a line says again, for the most part, what the sheet has brought.
    fn repeats(&self, line: &str) -> bool {
        let runs = runs(line);
        let known = runs.iter().filter(|run| self.brought.contains(run)).count();
        runs.len() >= 8 && known * 2 >= runs.len()
    }

    /// A line that is neither heading, instruction nor announced.
    fn bare(&mut self, at: usize) -> usize {
        let told = &self.told[at];
        if self.place.path.is_empty() {
            if !told.lead.steps.is_empty() && told.figure().is_none() || told.verb && self.text(at).len() < 200 {
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
        if told.verb && told.clauses.is_empty() || !told.lead.steps.is_empty() && told.figure().is_none() {
            self.failed(at);
            return at + 1;
        }
        let labelled = self.label(at).filter(|_| !self.update(at));
        let behind = self.out.drafts.last().is_some_and(|draft| draft.place == self.place && !matches!(draft.kind, Kind::Note));
        if labelled.is_some() {
            self.labelled(at, labelled.unwrap_or_default());
        } else if self.update(at) {
            self.begin(at, Kind::Update);
        } else if behind && self.out.drafts.last().is_some_and(|draft| matches!(draft.kind, Kind::Statement | Kind::Update)) {
            self.take(at);
        } else if behind {
            // what stands behind text that was closed speaks about it
            self.note(at);
            let span = self.lines[at].span;
            if let Some(draft) = self.out.drafts.last_mut() {
                draft.doubt(span, Sureness::Guess, "nothing says what this paragraph is: it is taken for commentary");
            }
        } else {
            self.begin(at, Kind::Statement);
        }
        at + 1
    }

    fn begin(&mut self, at: usize, kind: Kind) {
        let place = self.place.clone();
        let update = matches!(kind, Kind::Update);
        let draft = self.draft(kind, place, self.start(at));
        if update && let Some((date, start, end)) = date::last(self.text(at).get(..40).unwrap_or(self.text(at))) {
            let span = self.lines[at].plain.span(start, end);
            self.out.drafts[draft].dated = Some((date, span));
        }
        self.whole(at, PieceKind::Payload, Some(draft));
        self.push(at, 0, self.text(at).len());
    }

    /// Whether the line is an entry, `- **Table:** …`, in a place that holds nothing so far but entries: `GLOSSARY`.
    fn is_entry(&self, at: usize) -> bool {
        let label = self.text(at).split_once(':').is_some_and(|(label, _)| label.split_whitespace().count() <= 6);
        self.lines[at].bullet.is_some()
            && label
            && self.out.drafts.last().is_none_or(|draft| draft.place != self.place || matches!(draft.kind, Kind::Entry))
    }

    /// `Update 25.10.19: …`
    fn update(&self, at: usize) -> bool {
        let text = self.text(at);
        let head = text.split(':').next().unwrap_or_default();
        head.len() < 40 && head.to_lowercase().starts_with("update") && date::last(head).is_some() && text.contains(':')
    }

    /// The names in front of text: `Knights: Kn(S): …`.
    fn label(&self, at: usize) -> Option<Vec<String>> {
        let told = &self.told[at];
        let text = self.text(at);
        let last = told.names.last()?;
        let behind = text[last.2..].trim_start();
        let colon = behind.starts_with([':', '.', '…']) && (behind.starts_with(':') || behind.starts_with("..") || behind.starts_with('…'));
        let short = told.names.iter().all(|name| name.0.split_whitespace().count() <= 4);
        (told.names[0].1 == 0 && colon && short && !told.unread.is_empty()).then(|| told.names.iter().map(|name| name.0.clone()).collect())
    }

    /// Text for a labelled unit, perhaps with an instruction behind it.
    fn labelled(&mut self, at: usize, names: Vec<String>) {
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
        let end = told.clauses.first().map_or(self.text(at).len(), |(clause, _)| clause.start);
        let text = &self.text(at)[from..end];
        let start = from + text.len() - text.trim_start_matches([':', ' ']).len();
        let mut place = Place { path, id: None, ..self.place.clone() };
        place.id = self.known.place(self.ruleset, &place.path.join(" ")).map(|(_, id)| id.to_owned());
        self.whole(at, PieceKind::Heading, None);
        let draft = self.draft(Kind::LabelledStatement, place.clone(), self.start(at));
        self.cut(self.lines[at].plain.span(start, start).start, PieceKind::Payload, Some(draft));
        self.push(at, start, end.max(start));
        if !told.clauses.is_empty() {
            let outer = std::mem::replace(&mut self.place, place);
            self.clauses(at);
            self.place = outer;
        }
    }

    /// What looks like an instruction and was not read.
    fn failed(&mut self, at: usize) {
        let line = &self.lines[at];
        let found =
            self.told[at].found.iter().map(|(start, end, what)| Recognised { span: line.plain.span(*start, *end), what: what.clone() });
        let cut = Cut { at: line.span.start, kind: PieceKind::NotUnderstood, draft: None, found: found.collect() };
        self.out.cuts.push(cut);
        self.open = Open::Failed;
    }

    /// Instructions of a line, with what stands before them.
    fn instructions(&mut self, at: usize) -> usize {
        let told = &self.told[at];
        let text = self.text(at);
        self.whole(at, PieceKind::Instruction, Some(self.out.drafts.len()));
        let first = told.clauses.first().map_or(0, |(clause, _)| clause.start);
        if let Some((start, end)) = told.unread.iter().copied().filter(|(start, _)| *start < first).reduce(|a, b| (a.0, b.1)) {
            // prose in front of it may say where
            if let Some(cut) = self.out.cuts.last_mut() {
                cut.kind = PieceKind::Comment;
            }
            let (heading, page) = under(&text[start..end]);
            if let Some(heading) = heading {
                self.enter(vec![heading], page);
            } else if page.is_some() {
                self.place.page = page;
            }
            let span = self.lines[at].plain.span(first, first).start;
            self.cut(span, PieceKind::Instruction, Some(self.out.drafts.len()));
        }
        self.names(at);
        self.clauses(at);
        at + 1
    }

    /// Names and places in front of the first clause of a line.
    fn names(&mut self, at: usize) {
        let told = &self.told[at];
        let page = told.lead.page.clone();
        for (nth, (name, ..)) in told.names.iter().enumerate().filter(|_| told.leads()) {
            let known = self.known.place(self.ruleset, name).is_some();
            let first = nth == 0 && (known || self.place.path.is_empty() || page.is_some() && told.lead.steps.is_empty());
            if first || known {
                self.enter(vec![trimmed(name)], page.clone());
            }
        }
        if let Some(heading) = &told.lead.heading {
            self.enter(vec![trimmed(heading)], page.clone());
        }
        if let Some(step) = told.lead.steps.first().filter(|step| step.unit() == Some(Unit::Figure) && told.names.is_empty()) {
            self.enter(vec![shown_figure(&step.text)], page.clone());
        }
        self.place.page = page.or(self.place.page.take());
    }

    /// The labels in front of a clause: names that are no places.
    fn labels(&self, at: usize) -> Vec<String> {
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

    fn clauses(&mut self, at: usize) {
        let (line, told) = (&self.lines[at], &self.told[at]);
        let labels = self.labels(at);
        let before = self.last();
        let labelled = self.labelled_page;
        let merges = told.clauses.len() == 1 && told.lead.is_empty() && labels.is_empty() && self.replaces_deleted(at);
        if merges {
            return;
        }
        let count = told.clauses.len();
        for (nth, (clause, lead)) in told.clauses.iter().enumerate() {
            let from = if nth == 0 { told.names.first().map_or(0, |_| 0) } else { clause.start };
            let words = line.plain.span(if nth == 0 { self.first_word(at) } else { from }, clause.end.max(clause.start));
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
                    value.as_ref().map_or(words.start, |value| line.plain.span(value.start, value.end).start)
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
                let found = told.found.iter().filter(|found| found.0 < clause.end || count == 1);
                let found: Vec<Recognised> =
                    found.map(|(start, end, what)| Recognised { span: line.plain.span(*start, *end), what: what.clone() }).collect();
                if matches!(clause.what, What::Described(_)) {
                    let group = self.group.clone().filter(|_| labels.len() == 1 && labels[0].contains('('));
                    let path = &mut self.out.drafts[draft].place.path;
                    path.extend(group.into_iter().chain(labels.iter().cloned()));
                }
                let first = self.first_word(at);
                let own = &mut self.out.drafts[draft];
                own.words = words;
                own.printed = line.text().get(clause.start.min(clause.end)..clause.end).unwrap_or_default().to_owned();
                if nth == 0 {
                    own.printed = line.text().get(first..clause.end).unwrap_or_default().trim().to_owned();
                }
                let (addr, inherited) = addr;
                own.addr = addr;
                own.found = found;
                if inherited {
                    own.doubt(words, Sureness::Likely, "the paragraph is that of the instruction before");
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
                draft.place.page = Some(page.clone());
            }
            self.bring(at, clause);
        }
        for &(start, end) in &told.asides {
            let last = self.last();
            let span = line.plain.span(start, end);
            if let Some(last) = last {
                self.cut(span.start, PieceKind::Comment, Some(last));
                let words = line.text().get(start..end).unwrap_or_default().to_owned();
                self.out.drafts[last].comments.push((span, words));
            }
        }
        let first = told.clauses.first().map_or(0, |(clause, _)| clause.start);
        for &(start, end) in told.unread.iter().filter(|(start, _)| *start > first) {
            let last = self.last();
            let span = line.plain.span(start, end);
            if let Some(last) = last {
                self.cut(span.start, PieceKind::Comment, Some(last));
                let words = line.text().get(start..end).unwrap_or_default().to_owned();
                self.out.drafts[last].doubt(span, Sureness::Likely, "the words behind it are taken for a remark");
                self.out.drafts[last].comments.push((span, words));
            }
        }
        if let Some((page, start)) = &told.trailing {
            self.cut(line.plain.span(*start, *start).start, PieceKind::PageLabel, None);
            self.place.page = Some(page.clone());
        }
        let start = self.start(at);
        let from = self.out.cuts.iter().rposition(|cut| cut.at < start).map_or(0, |last| last + 1);
        self.out.cuts[from..].sort_by_key(|cut| cut.at);
    }

    /// The first byte of a line's words that belongs to the instruction.
    fn first_word(&self, at: usize) -> usize {
        let told = &self.told[at];
        let first = told.clauses.first().map_or(0, |(clause, _)| clause.start);
        told.unread
            .iter()
            .filter(|(start, _)| *start < first)
            .map(|(_, end)| *end)
            .max()
            .map_or(0, |end| end + self.text(at)[end..].len() - self.text(at)[end..].trim_start_matches(['.', '…', ' ']).len())
    }

    /// `Delete "…".` and below it `Replace with: "…"`: one instruction.
    fn replaces_deleted(&mut self, at: usize) -> bool {
        let line = &self.lines[at];
        let Some((clause, _)) = self.told[at].clauses.first() else { return false };
        let bare = matches!(clause.what, What::Replace) && clause.place.is_empty();
        let Some(draft) = self.out.drafts.last_mut().filter(|draft| draft.parts.is_empty() && draft.place == self.place) else {
            return false;
        };
        let Kind::Clause(before) = &mut draft.kind else { return false };
        let (What::DeleteWords(words), true) = (&before.what, bare) else { return false };
        before.what = What::ReplaceByText(words.clone());
        draft.words = draft.words.join(line.plain.span(clause.start, clause.end));
        draft.printed = format!("{} {}", draft.printed, line.text().get(clause.start..clause.end).unwrap_or_default());
        let last = self.last();
        if let Some(cut) = self.out.cuts.last_mut() {
            cut.draft = last;
        }
        let clause = clause.clone();
        self.bring(at, &clause);
        true
    }

    /// The row of a value: the label in front where the value names its column alone.
    fn row_of(&self, mut value: Value, labels: &[String]) -> Value {
        if let Some(label) = labels.last() {
            value.row = format!("{label}({})", value.row.trim_matches(['(', ')']));
        }
        value
    }

    /// The whole address of a clause; whether its paragraph is that of the instruction before.
    fn address(&self, lead: &Addr, clause: &Clause, labels: &[String], before: Option<usize>, at: usize) -> (Addr, bool) {
        let mut addr = Addr { heading: None, page: None, ..self.ctx.clone() };
        let mut own = Addr { heading: None, page: None, ..lead.clone() };
        // the figure has become the place
        own.steps.retain(|step| step.unit() != Some(Unit::Figure) || step.is_bare());
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
                addr.steps.insert(0, super::address::Step::labelled(label, !addr.steps.is_empty() || !inner.steps.is_empty()));
            }
        }
        addr.enter(inner);
        let first = addr.steps.first().and_then(super::address::Step::unit);
        let deep = matches!(first, Some(Unit::Sentence | Unit::Bullet)) && addr.more.is_empty();
        let near = before.and_then(|before| self.out.drafts.get(before)).filter(|draft| draft.place == self.place);
        let paragraph = near.and_then(Draft::paragraph).filter(|_| deep && self.told[at].names.is_empty());
        match paragraph {
            Some(steps) => {
                addr.steps.splice(0..0, steps);
                (addr, true)
            }
            None => (addr, false),
        }
    }

    /// Opens what a clause brings.
    fn bring(&mut self, at: usize, clause: &Clause) {
        let line = &self.lines[at];
        let draft = self.last();
        let wide = is_wide(clause);
        self.open = match clause.payload {
            Payload::None => Open::No,
            Payload::Inline(start, end, closed) => {
                self.cut(line.plain.span(start, end).start, PieceKind::Payload, draft);
                self.push(at, start, if closed { end } else { line.text().len() });
                if closed {
                    Open::No
                } else {
                    match self.close(at, start) {
                        Some(until) => Open::Quoted(until),
                        None => {
                            self.unclosed();
                            Open::Loose { wide }
                        }
                    }
                }
            }
            Payload::Follows => match self.next(at) {
                Some(next) if self.text(next).starts_with(['"', '“', '„']) => match self.close(next, 0) {
                    Some(until) => Open::Quoted(until),
                    None => {
                        self.unclosed();
                        Open::Loose { wide }
                    }
                },
                Some(_) => Open::Loose { wide },
                None => Open::No,
            },
        };
    }

    fn unclosed(&mut self) {
        if let Some(draft) = self.out.drafts.last_mut() {
            let span = draft.words;
            draft.doubt(span, Sureness::Likely, "the closing mark is missing: the text ends before the next instruction");
        }
    }

    /// The line in which the quote that opens at byte `start` of a line's words is closed.
    fn close(&self, at: usize, start: usize) -> Option<usize> {
        let mut depth = 0;
        for line in at..self.range.end.min(at + FAR) {
            if line > at
                && (self.announces(line) && !self.told[line].is_page() && self.bursts_any(line)
                    || self.lines[line].headed && self.leads_on(line, 0) && depth == 0)
            {
                return None;
            }
            depth = depth_of(&self.text(line)[if line == at { start } else { 0 }..], depth);
            if depth <= 0 {
                return Some(line);
            }
        }
        None
    }

    fn bursts_any(&self, at: usize) -> bool {
        let told = &self.told[at];
        told.is_address() || told.clauses.iter().any(|(clause, lead)| self.bursts(clause, lead, told))
    }

    fn value(&mut self, at: usize, value: Value) {
        let line = &self.lines[at];
        let place = self.place.clone();
        let span = line.plain.span(0, line.text().len());
        let draft = self.draft(Kind::Value(value), place, self.start(at));
        let own = &mut self.out.drafts[draft];
        own.words = span;
        own.printed = line.text().to_owned();
        own.found.push(Recognised { span, what: "a row of values".into() });
        self.whole(at, PieceKind::Instruction, Some(draft));
    }
}

/// Whether a page or converter has added the line: it holds no letter, is the file's own page number, or is told of in `import.toml`.
fn is_furniture(known: &Known, line: &Line) -> bool {
    let text = line.text().trim();
    if text.chars().all(|c| !c.is_alphanumeric()) {
        return !line.table;
    }
    let words = normal(text.get(..200).unwrap_or(text));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let page = words.strip_prefix("page ").and_then(|rest| rest.split_once(" of "));
    page.is_some_and(|(page, of)| digits(page) && digits(of)) || known.words.furniture.iter().any(|own| begins(&words, own))
}

/// Whether whole sections are brought, so that headings may stand in it.
fn is_wide(clause: &Clause) -> bool {
    let steps = &clause.place.steps;
    let unit = steps.last().and_then(super::address::Step::unit);
    match &clause.what {
        What::Replace => steps.is_empty() || steps.iter().all(super::address::Step::is_all) || clause.place.range.is_some(),
        What::Insert(brought, ..) | What::Add(brought, _) => matches!(brought.unit, Some(Unit::Section | Unit::Page | Unit::Figure)),
        What::Clarify => true,
        What::ReplaceWords(..)
        | What::ReplaceByText(_)
        | What::Pairs
        | What::Delete
        | What::DeleteWords(_)
        | What::Described(_)
        | What::Values(_)
        | What::Told(_)
        | What::Rows => unit == Some(Unit::Section),
    }
}

/// A heading's words without numbers in front, pages behind and stops.
pub(super) fn trimmed(name: &str) -> String {
    let name = name.trim().trim_end_matches(['.', ':', ' ']);
    let digits = name.len() - name.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = name[digits..].trim_start_matches(['.', ')']);
    let numbered = digits > 0 && rest.starts_with(' ') && rest.trim_start().starts_with(|c: char| c.is_alphabetic());
    if numbered { rest.trim_start().to_owned() } else { name.to_owned() }
}

/// `figure "11a"` as it is printed.
fn shown_figure(step: &str) -> String {
    format!("Figure {}", step.trim_start_matches("figure ").trim_matches('"'))
}

/// Hashes of five words in a row.
fn runs(words: &str) -> Vec<u64> {
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

/// `under "X" on page 9`, inside of prose.
fn under(text: &str) -> (Option<String>, Option<String>) {
    let tokens = token::tokens(text);
    let mut heading = None;
    let mut page = None;
    for at in 0..tokens.len() {
        let token::Tok::Word(word) = &tokens[at].tok else { continue };
        match (word.as_str(), tokens.get(at + 1).map(|token| &token.tok)) {
            ("under" | "in", Some(token::Tok::Quote(words, _))) => heading = heading.or_else(|| Some(words.clone())),
            ("page" | "p", Some(token::Tok::Number(number, None))) => page = Some(number.to_string()),
            _ => {}
        }
    }
    (heading, page)
}

/// How many quotes are open behind `text`.
fn depth_of(text: &str, mut depth: i32) -> i32 {
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '“' | '„' => depth += 1,
            '”' => depth -= 1,
            '"' => {
                let opens = before.is_whitespace() || matches!(before, '(' | '[' | '–');
                let next = chars.peek().copied();
                if opens && next.is_some_and(|c| !c.is_whitespace()) {
                    depth += 1;
                } else if !before.is_ascii_digit() || next.is_none() || depth > 1 {
                    depth -= 1;
                }
            }
            _ => {}
        }
        before = c;
    }
    depth
}

/// Behind the last closing mark of a text.
fn behind_closing(text: &str) -> Option<usize> {
    let at = text.rfind(['"', '”'])?;
    Some(at + text[at..].chars().next().map_or(1, char::len_utf8))
}

/// A heading and its page that stand behind a closing mark: `ARMY SIZE Page 11`.
fn glued(rest: &str) -> Option<(String, Option<String>)> {
    let at = rest.to_lowercase().rfind("page ");
    let (name, page) = match at {
        Some(at) if rest[at + 5..].trim().bytes().all(|b| b.is_ascii_alphanumeric()) && !rest[at + 5..].trim().is_empty() => {
            (rest[..at].trim(), Some(rest[at + 5..].trim().to_owned()))
        }
        _ => (rest, None),
    };
    is_caps(name).then(|| (trimmed(name), page))
}
