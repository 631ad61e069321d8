//! What each line of a sheet is.

mod bare;
mod heading;
mod instruction;
mod letter;
mod note;
mod quoted;

pub(super) use heading::trimmed;

use super::{
    address::{Addr, Step},
    clause::{Clause, Payload, Value, What},
    date,
    draft::{Cut, Draft, Kind, Sorted},
    grammar::ASIDES,
    known::{Known, begins},
    line::{Line, ends, is_caps},
    payload::Part,
    plain::normal,
    said::Said,
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
    /// The lines that are read to the letter.
    pub(super) said: &'a [Option<Said>],
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
    /// Whether the place is a number of the rules in front of an instruction: a name in front of the next one is a place too.
    inline: bool,
    /// Whether the place stands behind a page in front of an instruction.
    paged: bool,
    furniture: Vec<bool>,
    /// Whether a page was labelled since the last heading or instruction: it may be meant for the heading that follows.
    labelled_page: bool,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(
        known: &'a Known,
        ruleset: Option<&'a str>,
        lines: &'a [Line],
        told: &'a [Told],
        said: &'a [Option<Said>],
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
            told,
            said,
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
            inline: false,
            paged: false,
            labelled_page: false,
        }
    }

    /// Leaves the lines before `at` out.
    pub(super) fn skip_to(&mut self, at: usize) {
        self.furniture.drain(
            ..at.saturating_sub(self.range.start)
                .min(self.furniture.len()),
        );
        self.range.start = at;
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        self.lines.get(at).map_or("", |line| line.text())
    }

    /// Whether a page or converter has added the line.
    pub(super) fn is_furniture(&self, at: usize) -> bool {
        at.checked_sub(self.range.start)
            .and_then(|at| self.furniture.get(at))
            .copied()
            .unwrap_or_default()
    }

    /// The next line that says anything.
    pub(super) fn next(&self, at: usize) -> Option<usize> {
        (at + 1..self.range.end).find(|&next| !self.is_furniture(next))
    }

    pub(super) fn cut(&mut self, at: usize, kind: PieceKind, draft: Option<usize>) {
        let same = self
            .out
            .cuts
            .last()
            .is_some_and(|last| last.kind == kind && last.draft == draft);
        if !same {
            self.out.cuts.push(Cut {
                at,
                kind,
                draft,
                found: Vec::new(),
            });
        }
    }

    pub(super) fn start(&self, at: usize) -> usize {
        self.lines[at].span.start()
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
            self.whole(
                at,
                PieceKind::Comment,
                if inside { self.last() } else { None },
            );
            return at + 1;
        }
        if let Open::Quoted(until) = self.open {
            if at <= until {
                return self.quoted(at, until);
            }
            self.open = Open::No;
        }
        if let Some(Some(said)) = self.said.get(at) {
            return self.letter(at, said);
        }
        if self.is_head(at) {
            return self.head(at);
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
        let bursts = told.leads()
            && told
                .clauses
                .iter()
                .any(|(clause, lead)| self.bursts(clause, lead, told));
        if bursts
            || (!loose && told.leads() && (told.is_strong() || self.is_weak_instruction(told)))
        {
            return self.instructions(at);
        }
        if !line.headed && self.signed(at) {
            return at + 1;
        }
        if told.locates() {
            self.locate(at);
            return at + 1;
        }
        if let Some(name) = self.heading(at) {
            let empty = self
                .last()
                .is_some_and(|last| self.out.drafts[last].parts.is_empty());
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
                (self.inline, self.paged) = (false, false);
                self.place = Place {
                    path: vec![heading],
                    ..Place::default()
                };
                self.resolve();
            }
            self.place.page = self.ctx.page.take().or(self.place.page.take());
            self.open = Open::No;
            self.whole(at, PieceKind::Instruction, None);
            return at + 1;
        }
        let labelled =
            !loose && !self.place.path.is_empty() && (self.update(at) || self.label(at).is_some());
        if told.is_certain() && !labelled {
            return self.instructions(at);
        }
        if told.paged && told.is_told() {
            // it says where, and what to do there, and was not read: no text that is brought begins so
            self.failed(at);
            return at + 1;
        }
        if self.question(at) || self.aside(at) {
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

    pub(super) fn push(&mut self, line: usize, start: usize, end: usize) {
        let words = normal(self.text(line).get(start..end).unwrap_or_default());
        self.brought.extend(note::runs(&words));
        if let Some(draft) = self.out.drafts.last_mut() {
            draft.parts.push(Part { line, start, end });
        }
    }

    /// Goes to a place.
    pub(super) fn enter(&mut self, path: Vec<String>, page: Option<String>) {
        let carried = page.is_none();
        let page = page.or(self.place.page.take());
        self.place = Place {
            path,
            id: None,
            page_carried: carried && page.is_some(),
            page,
        };
        self.resolve();
        self.headings += 1;
        self.group = None;
        self.ctx = Addr::default();
        self.open = Open::No;
    }

    pub(super) fn draft(&mut self, kind: Kind, place: Place, start: usize) -> usize {
        self.labelled_page = false;
        self.out.drafts.push(Draft::new(kind, place, start));
        self.out.headings.push(self.headings);
        self.out.drafts.len() - 1
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
    let page = words
        .strip_prefix("page ")
        .and_then(|rest| rest.split_once(" of "));
    page.is_some_and(|(page, of)| digits(page) && digits(of))
        || known.words.furniture.iter().any(|own| begins(&words, own))
}
