//! From the text of a scenario file to its records. Total: what is not understood is told.

mod front;
mod line;

use super::{
    record::{Record, RecordIx, Scenario},
    token::{Token, TokenKind, tokens},
    value::Value,
    vocabulary::{Heading, KindIx, PropertyIx, ROOT, Shape, Vocabulary, phrase_matched},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{LineKind, Plain, PlainLine, plain},
    text::{SourceId, Span, Spanned, near::nearest},
};
pub use front::front;
use line::Line;
use std::sync::Arc;

/// No scenario file is larger, in bytes.
pub const LARGEST: usize = 4 << 20;

/// More faults of one file are not told.
const MOST_FAULTS: usize = 200;

/// What may be written where a text ends: of which kind the record around it is, and of which kinds a line there may be.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The kind of the record in which it would stand.
    pub around: KindIx,
    /// The level of the heading above it; 0 where there is none.
    pub level: u8,
    /// The kinds of its lines.
    pub lines: Vec<KindIx>,
}

/// What may be written behind `text`, which ends where a line ends.
pub fn opening(text: &str, vocabulary: &Vocabulary) -> Opening {
    let text = text.get(..text.len().min(LARGEST)).unwrap_or_default();
    let source = SourceId::default();
    let mut reader = Reader {
        text,
        vocabulary,
        open: Vec::new(),
        out: empty(source, Vec::new()),
    };
    for line in plain(source, text).lines {
        // other lines open nothing
        let tokens = tokens(text, line.span);
        if let Some(level) = reader.opens(line, &tokens) {
            reader.heading(level, line.span, &tokens);
        }
    }
    match reader.open.last() {
        Some(open) => Opening {
            around: reader.out.record(open.record).kind,
            level: open.level,
            lines: open.lines.clone(),
        },
        None => Opening {
            around: ROOT,
            level: 0,
            lines: vocabulary.kind(ROOT).lines.clone(),
        },
    }
}

/// Reads a scenario file by a vocabulary.
pub fn read(source: SourceId, text: &str, vocabulary: &Vocabulary) -> Scenario {
    if text.len() > LARGEST {
        let message = format!(
            "this file has {} MB, and a scenario file has {} at most",
            text.len() >> 20,
            LARGEST >> 20
        );
        let fault = Diagnostic::new(
            "scenario-line",
            Severity::Error,
            Location::new(source, Span::default()),
            message,
        );
        return empty(source, vec![fault]);
    }
    let file = plain(source, text);
    let mut reader = Reader {
        text,
        vocabulary,
        open: Vec::new(),
        out: empty(source, file.diagnostics.clone()),
    };
    reader.front(&file);
    let mut lines = file.lines.iter().peekable();
    while let Some(line) = lines.next() {
        let mut span = line.span;
        // an item goes on in lines that are indented and begin with no number
        while matches!(line.kind, LineKind::Item)
            && lines.peek().is_some_and(|next| {
                next.kind == LineKind::Text && next.indented && !begins_with_number(text, next.span)
            })
        {
            span = span.join(lines.next().map_or(span, |next| next.span));
        }
        reader.line(PlainLine { span, ..*line });
    }
    reader.close(0);
    reader.tell_unread(&file);
    let mut scenario = reader.out;
    if scenario.faults.len() > MOST_FAULTS {
        let rest = scenario.faults.len() - MOST_FAULTS;
        scenario.faults.truncate(MOST_FAULTS);
        let at = Location::new(source, file.front);
        let message = format!("{rest} further faults of this file are not shown");
        scenario.faults.push(Diagnostic::new(
            "scenario-line",
            Severity::Error,
            at,
            message,
        ));
    }
    scenario
}

fn empty(source: SourceId, faults: Vec<Diagnostic>) -> Scenario {
    let root = Record {
        kind: ROOT,
        parent: RecordIx(0),
        level: 0,
        misread: false,
        end: 1,
        span: Span::default(),
        foot: 0,
        name: None,
        values: Vec::new(),
    };
    Scenario {
        source,
        front: super::record::Front::default(),
        records: vec![root],
        faults,
    }
}

fn begins_with_number(text: &str, span: Span) -> bool {
    span.of(text)
        .trim_start_matches(['-', '*', '+', ' '])
        .starts_with(|c: char| c.is_numeric())
}

/// A heading whose lines are still being read.
struct Open {
    level: u8,
    record: RecordIx,
    /// Of which kinds its lines are; none where they are not read.
    lines: Vec<KindIx>,
    /// What is said of each line.
    sets: Vec<(PropertyIx, Value)>,
    /// Whether the heading was understood.
    known: bool,
}

struct Reader<'t> {
    text: &'t str,
    vocabulary: &'t Vocabulary,
    open: Vec<Open>,
    out: Scenario,
}

impl Reader<'_> {
    fn tell(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let at = Location::new(self.out.source, span);
        self.out
            .faults
            .push(Diagnostic::new(code, Severity::Error, at, message));
        let last = self.out.faults.len() - 1;
        &mut self.out.faults[last]
    }

    /// Ends all headings of a level and those below.
    fn close(&mut self, level: u8) {
        while self.open.last().is_some_and(|open| open.level >= level) {
            self.open.pop();
        }
        if level == 0 {
            self.out.records[0].end = self.out.records.len() as u32;
        }
    }

    fn add(&mut self, record: Record) -> RecordIx {
        let ix = RecordIx(self.out.records.len() as u32);
        let mut at = record.parent;
        if record.level == 0 {
            // a record's own lines end before its first heading
            self.out.records[at.0 as usize].foot = record.foot;
        }
        self.out.records.push(record);
        loop {
            let around = &mut self.out.records[at.0 as usize];
            around.end = ix.0 + 1;
            if at.0 == 0 {
                return ix;
            }
            at = around.parent;
        }
    }

    fn line(&mut self, line: PlainLine) {
        let tokens = tokens(self.text, line.span);
        match self.opens(line, &tokens) {
            Some(level) => self.heading(level, line.span, &tokens),
            None => self.body(line, &tokens),
        }
    }

    /// The level of the heading that a line is, if it is one: in Markdown, or in a text without marks, as e-mails are, by its words.
    fn opens(&self, line: PlainLine, tokens: &[Token]) -> Option<u8> {
        match line.kind {
            LineKind::Heading(level) => Some(level),
            LineKind::Item => None,
            LineKind::Text => self.opens_by_words(tokens),
        }
    }

    /// The same for a line without marks: words that open something, perhaps a number, and then nothing or a colon with a name. It stands
    /// where its kind belongs, as near as what is open allows.
    fn opens_by_words(&self, tokens: &[Token]) -> Option<u8> {
        let vocabulary = self.vocabulary;
        let ends = |words: &[String]| {
            let behind = &tokens[phrase_matched(tokens, words)?..];
            let behind = match behind.split_first() {
                Some((token, rest)) if matches!(token.kind, TokenKind::Number(_)) => rest,
                Some(_) | None => behind,
            };
            Some(()).filter(|()| {
                behind
                    .first()
                    .is_none_or(|token| token.kind == TokenKind::Colon)
            })
        };
        let is_headed = |headings: &[Heading]| {
            headings
                .iter()
                .any(|heading| ends(&heading.words).is_some())
        };
        let kind = vocabulary
            .kinds
            .iter()
            .find(|kind| is_headed(&kind.headings));
        if kind.is_none()
            && !vocabulary
                .sections
                .iter()
                .any(|section| is_headed(&section.headings))
        {
            return None;
        }
        if let Some(open) = self.open.last().filter(|open| open.known)
            && self.says_of_record(open.record, &open.lines, tokens)
        {
            return None;
        }
        let first = self.open.first().map_or(0, |open| open.level);
        Some(match kind {
            Some(kind) if kind.within.is_empty() => 1,
            Some(kind) => {
                // beside sections of the same record, not below them
                let home = self
                    .open
                    .iter()
                    .rev()
                    .find(|open| kind.within.contains(&self.out.record(open.record).kind));
                let own =
                    home.and_then(|home| self.open.iter().find(|open| open.record == home.record));
                own.map_or(first, |own| own.level).saturating_add(1)
            }
            None => first.saturating_add(1),
        })
    }

    /// Where the next line begins.
    fn behind(&self, span: Span) -> usize {
        self.text[span.end()..]
            .find('\n')
            .map_or(self.text.len(), |end| span.end() + end + 1)
    }

    fn heading(&mut self, level: u8, span: Span, tokens: &[Token]) {
        self.close(level);
        let vocabulary = self.vocabulary;
        let parent = self.open.last().map_or(RecordIx(0), |open| open.record);
        let kinds = vocabulary.kinds.iter().enumerate().flat_map(|(at, kind)| {
            kind.headings
                .iter()
                .map(move |heading| (Some(KindIx(at as u16)), heading, None))
        });
        let sections = vocabulary.sections.iter().flat_map(|section| {
            section
                .headings
                .iter()
                .map(move |heading| (None, heading, Some(section)))
        });
        let found = kinds
            .chain(sections)
            .filter_map(|(kind, heading, section)| {
                Some((
                    phrase_matched(tokens, &heading.words)?,
                    kind,
                    heading,
                    section,
                ))
            })
            .map(|(length, kind, heading, section)| {
                (length, self.home(kind, parent), kind, heading, section)
            })
            // the longest, and of these one that may stand here
            .max_by_key(|(length, home, ..)| (*length, home.is_some()));
        let Some((length, home, kind, heading, section)) = found else {
            return self.unknown_heading(level, span, tokens);
        };
        if let Some(section) = section {
            let lines = section.lines.clone();
            self.open.push(Open {
                level,
                record: parent,
                lines,
                sets: section.sets.clone(),
                known: true,
            });
            return;
        }
        let kind_ix = kind.unwrap_or(ROOT);
        let kind = vocabulary.kind(kind_ix);
        let home = home.unwrap_or_else(|| {
            let around: Vec<_> = kind
                .within
                .iter()
                .map(|kind| vocabulary.kind(*kind).name.to_string())
                .collect();
            self.tell(
                "scenario-heading",
                span,
                format!(
                    "a {} stands in a {}, and here is none",
                    kind.name,
                    around.join(" or ")
                ),
            );
            parent
        });
        let mut parsed = Line::heading(self.text, vocabulary, kind_ix, span, tokens, length);
        for (property, value) in &heading.sets {
            if !parsed.values.iter().any(|(own, _)| own == property) {
                parsed.values.push((
                    *property,
                    Spanned::new(
                        value.clone(),
                        tokens.first().map_or(span, |token| token.span),
                    ),
                ));
            }
        }
        let misread = !parsed.faults.is_empty();
        self.out.faults.extend(
            parsed
                .faults
                .drain(..)
                .map(|fault| fault.at(self.out.source)),
        );
        let record = Record {
            kind: kind_ix,
            parent: home,
            level,
            misread,
            end: 0,
            span,
            foot: self.behind(span),
            name: parsed.name,
            values: parsed.values,
        };
        self.same_name(&record);
        let ix = RecordIx(self.out.records.len() as u32);
        let ix = self.add(Record {
            end: ix.0 + 1,
            ..record
        });
        self.open.push(Open {
            level,
            record: ix,
            lines: kind.lines.clone(),
            sets: Vec::new(),
            known: true,
        });
    }

    /// In which of the open records a new one of a kind stands.
    fn home(&self, kind: Option<KindIx>, parent: RecordIx) -> Option<RecordIx> {
        let Some(kind) = kind else {
            return Some(parent);
        };
        let within = &self.vocabulary.kind(kind).within;
        if within.is_empty() {
            return Some(RecordIx(0));
        }
        self.out
            .around(parent)
            .find(|&at| within.contains(&self.out.record(at).kind))
    }

    /// The headings that open something, in words.
    fn headings(&self) -> Vec<String> {
        let vocabulary = self.vocabulary;
        let headings = vocabulary.kinds.iter().flat_map(|kind| &kind.headings);
        let headings = headings.chain(
            vocabulary
                .sections
                .iter()
                .flat_map(|section| &section.headings),
        );
        headings.map(|heading| heading.words.join(" ")).collect()
    }

    /// Tells where nothing at all was read, though something is written: a file without findings would seem to be in order.
    fn tell_unread(&mut self, file: &Plain) {
        let nothing = self.out.records.len() == 1
            && self.out.records[0].values.is_empty()
            && self.out.faults.is_empty();
        if let Some(first) = file.lines.first().filter(|_| nothing) {
            let known = self.headings().join(", ");
            let fault = self.tell(
                "scenario-heading",
                first.span,
                "nothing in this file is read: no line of it opens anything",
            );
            fault.severity = Severity::Warning;
            fault.help = Some(format!("headings begin with {known}"));
        }
    }

    fn unknown_heading(&mut self, level: u8, span: Span, tokens: &[Token]) {
        let record = self.open.last().map_or(RecordIx(0), |open| open.record);
        self.open.push(Open {
            level,
            record,
            lines: Vec::new(),
            sets: Vec::new(),
            known: false,
        });
        let known = self.headings();
        let first = tokens.iter().find_map(|token| match &token.kind {
            TokenKind::Word(word) => Some((word.clone(), token.span)),
            _ => None,
        });
        let near = first.as_ref().and_then(|(word, at)| {
            Some((
                nearest(word, known.iter().map(String::as_str))?.to_owned(),
                *at,
            ))
        });
        let fault = self.tell(
            "scenario-heading",
            span,
            "this heading is not understood, so that nothing below it is read",
        );
        fault.severity = Severity::Warning;
        match near {
            Some((near, at)) => {
                let at = Location::new(fault.at.source, at);
                fault.help = Some(format!("did you mean `{near}`?"));
                let edits = vec![crate::diagnostic::Edit {
                    at,
                    text: near.clone(),
                }];
                fault.fixes.push(crate::diagnostic::Fix {
                    title: format!("write `{near}`"),
                    edits,
                });
            }
            None => fault.help = Some(format!("headings begin with {}", known.join(", "))),
        }
    }

    /// Tells where a record of the same kind and name stands in the same place.
    fn same_name(&mut self, record: &Record) {
        let kind = self.vocabulary.kind(record.kind);
        let Some(name) = record.name.clone().filter(|_| kind.unique) else {
            return;
        };
        let lower = name.value.to_lowercase();
        let twin = self.out.records.iter().find(|other| {
            let same = |own: &Spanned<Arc<str>>| own.value.to_lowercase() == lower;
            other.kind == record.kind
                && other.parent == record.parent
                && other.name.as_ref().is_some_and(same)
        });
        if let Some(at) = twin.map(|twin| Location::new(self.out.source, twin.span)) {
            let message = format!("there are two of the name {}", name.value);
            let fault = self.tell("scenario-heading", name.span, message);
            *fault = fault
                .clone()
                .related(at, "the first is here")
                .help("give one of them another name");
        }
    }

    fn body(&mut self, line: PlainLine, tokens: &[Token]) {
        if tokens.is_empty() {
            return;
        }
        let vocabulary = self.vocabulary;
        let (record, lines, sets, known) = match self.open.last() {
            Some(open) => (
                open.record,
                open.lines.clone(),
                open.sets.clone(),
                open.known,
            ),
            None => (
                RecordIx(0),
                vocabulary.kind(ROOT).lines.clone(),
                Vec::new(),
                true,
            ),
        };
        if !known {
            return;
        }
        if self.says_of_record(record, &lines, tokens) {
            return self.of_record(record, line.span, tokens);
        }
        let item = line.kind == LineKind::Item;
        let mut best: Option<Line<'_>> = None;
        for &kind in &lines {
            let parsed = Line::new(self.text, vocabulary, kind, line.span, tokens);
            if best.as_ref().is_none_or(|best| parsed.is_better_than(best)) {
                best = Some(parsed);
            }
        }
        if best.is_none() && record == RecordIx(0) {
            return self.stray(line.span, tokens);
        }
        let Some(mut best) = best.filter(|best| item || best.is_meant()) else {
            return;
        };
        let kind = vocabulary.kind(best.kind);
        for (property, value) in sets {
            if !best.values.iter().any(|(own, _)| *own == property) {
                best.values.push((property, Spanned::new(value, line.span)));
            }
        }
        let missing = kind
            .needs
            .iter()
            .find(|(property, _)| !best.values.iter().any(|(own, _)| own == property));
        if let Some((_, words)) = missing.filter(|_| best.faults.is_empty()) {
            best.fault("scenario-line", line.span, words.clone());
        }
        let misread = !best.faults.is_empty();
        self.out
            .faults
            .extend(best.faults.drain(..).map(|fault| fault.at(self.out.source)));
        let ix = self.out.records.len() as u32;
        let foot = self.behind(line.span);
        let record = Record {
            kind: best.kind,
            parent: record,
            level: 0,
            misread,
            end: ix + 1,
            span: line.span,
            foot,
            name: best.name.take(),
            values: best.values,
        };
        self.same_name(&record);
        self.add(record);
    }

    /// Tells of a line above all headings that would be read below one.
    fn stray(&mut self, span: Span, tokens: &[Token]) {
        let vocabulary = self.vocabulary;
        let around = vocabulary.kinds.iter().find_map(|around| {
            let own = around
                .lines
                .iter()
                .find(|&&kind| Line::new(self.text, vocabulary, kind, span, tokens).is_whole())?;
            Some((vocabulary.kind(*own), around))
        });
        if let Some((kind, around)) = around {
            let fault = self.tell(
                "scenario-line",
                span,
                format!(
                    "this {} stands in no {}, and is not read",
                    kind.name, around.name
                ),
            );
            fault.severity = Severity::Warning;
            let headings: Vec<String> = around
                .headings
                .iter()
                .map(|heading| heading.words.join(" "))
                .take(3)
                .collect();
            fault.help = Some(format!(
                "a {} begins with a line such as `# {}`",
                around.name,
                headings.join("`, `# ")
            ));
        }
    }

    /// Whether a line says something of the record that it stands in: it begins with the key of one of its properties, and could not be a
    /// line of its own.
    fn says_of_record(&self, record: RecordIx, lines: &[KindIx], tokens: &[Token]) -> bool {
        let kind = self.vocabulary.kind(self.out.record(record).kind);
        let Some((length, meanings)) = kind.phrases.at(tokens) else {
            return false;
        };
        if !meanings.iter().any(|meaning| meaning.is_key()) {
            return false;
        }
        let colon = tokens
            .get(length)
            .is_some_and(|token| token.kind == TokenKind::Colon);
        let own = lines
            .iter()
            .any(|line| self.vocabulary.kind(*line).phrases.at(tokens).is_some());
        colon || !own
    }

    fn of_record(&mut self, record: RecordIx, span: Span, tokens: &[Token]) {
        let kind = self.out.record(record).kind;
        let mut parsed = Line::new(self.text, self.vocabulary, kind, span, tokens);
        let source = self.out.source;
        for (property, value) in std::mem::take(&mut parsed.values) {
            let own = &self.out.records[record.0 as usize];
            let first = own
                .value(property)
                .map(|first| (first.value.clone(), first.span));
            match first {
                Some((first, at)) if first != value.value && at != own.span => {
                    let name = self.vocabulary.property_name(property).to_owned();
                    let fault = self.tell(
                        "scenario-line",
                        value.span,
                        format!("`{name}` is said twice, and differently"),
                    );
                    *fault = fault
                        .clone()
                        .related(Location::new(source, at), "first here");
                }
                Some(_) => {}
                None => self.out.records[record.0 as usize]
                    .values
                    .push((property, value)),
            }
        }
        self.out
            .faults
            .extend(parsed.faults.into_iter().map(|fault| fault.at(source)));
        let foot = self.behind(span);
        let own = &mut self.out.records[record.0 as usize];
        own.foot = own.foot.max(foot);
    }
}

/// Whether a number lies in the bounds of its property, with what to say where it does not.
pub(super) fn out_of_bounds(shape: &Shape, number: f64) -> Option<String> {
    let Shape::Number { least, most, .. } = shape else {
        return None;
    };
    let bounds = match (*least > f64::MIN, *most < 1e9) {
        (true, true) => format!(
            "from {} to {}",
            super::value::plain(*least),
            super::value::plain(*most)
        ),
        (true, false) => format!("{} at least", super::value::plain(*least)),
        (false, _) => format!("{} at most", super::value::plain(*most)),
    };
    (number < *least || number > *most).then_some(bounds)
}
