//! Headings of a scenario file: which record or section a heading opens.

use super::{
    line::LineCandidate,
    parser::{OpenHeading, ScenarioParser},
};
use crate::{
    diagnostic::{Fix, Location, Severity, SourceEdit},
    scenario::{
        record::{Record, RecordIx},
        token::{ScenarioToken, ScenarioTokenKind},
        vocabulary::{HeadingPattern, KindIx, ROOT, match_phrase},
    },
    syntax::{MarkdownLine, MarkdownLineKind},
    text::{Span, Spanned, near::nearest},
};

impl ScenarioParser<'_> {
    /// Returns the level of a line that is a heading: a Markdown heading or, in plain text such as
    /// e-mails, a line with the words of one.
    pub(super) fn heading_level(&self, line: MarkdownLine, tokens: &[ScenarioToken]) -> Option<u8> {
        match line.kind {
            MarkdownLineKind::Heading(level) => Some(level),
            MarkdownLineKind::Item => None,
            MarkdownLineKind::Text => self.plain_heading_level(tokens),
        }
    }

    /// Returns the level of a line in plain text that is a heading by its words: the words of a
    /// heading, perhaps a number, and then nothing or a colon with a name. The level is one below
    /// the innermost open heading that the record may be in.
    fn plain_heading_level(&self, tokens: &[ScenarioToken]) -> Option<u8> {
        let vocabulary = self.vocabulary;
        let is_whole_line = |words: &[String]| {
            let rest = &tokens[match_phrase(tokens, words)?..];
            let rest = match rest.split_first() {
                Some((token, rest)) if matches!(token.kind, ScenarioTokenKind::Number(_)) => rest,
                Some(_) | None => rest,
            };
            Some(()).filter(|()| {
                rest.first()
                    .is_none_or(|token| token.kind == ScenarioTokenKind::Colon)
            })
        };
        let is_headed = |headings: &[HeadingPattern]| {
            headings
                .iter()
                .any(|heading| is_whole_line(&heading.words).is_some())
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
        if let Some(open) = self.open_headings.last().filter(|open| open.is_known)
            && self.describes_record(open.record, &open.lines, tokens)
        {
            return None;
        }
        let first = self.open_headings.first().map_or(0, |open| open.level);
        Some(match kind {
            Some(kind) if kind.within.is_empty() => 1,
            Some(kind) => {
                // a section of the same record may be open: the new record is not below it
                let container = self.open_headings.iter().rev().find(|open| {
                    kind.within
                        .contains(&self.scenario.record(open.record).kind)
                });
                let own = container.and_then(|container| {
                    self.open_headings
                        .iter()
                        .find(|open| open.record == container.record)
                });
                own.map_or(first, |own| own.level).saturating_add(1)
            }
            None => first.saturating_add(1),
        })
    }

    /// Parses a heading of a level, and opens the record or section that it begins.
    pub(super) fn parse_heading(&mut self, level: u8, span: Span, tokens: &[ScenarioToken]) {
        self.close_headings(level);
        let vocabulary = self.vocabulary;
        let parent = self
            .open_headings
            .last()
            .map_or(RecordIx(0), |open| open.record);
        let kinds = vocabulary.kinds.iter().enumerate().flat_map(|(at, kind)| {
            let kind_ix = Some(KindIx(at as u16));
            kind.headings
                .iter()
                .map(move |heading| (kind_ix, heading, None))
        });
        let sections = vocabulary.sections.iter().flat_map(|section| {
            let headings = section.headings.iter();
            headings.map(move |heading| (None, heading, Some(section)))
        });
        let found = kinds
            .chain(sections)
            .filter_map(|(kind, heading, section)| {
                let length = match_phrase(tokens, &heading.words)?;
                Some((
                    length,
                    self.find_parent(kind, parent),
                    kind,
                    heading,
                    section,
                ))
            })
            // the longest match; of equal ones, one that is allowed here
            .max_by_key(|(length, container, ..)| (*length, container.is_some()));
        let Some((length, container, kind, heading, section)) = found else {
            return self.parse_unknown_heading(level, span, tokens);
        };
        if let Some(section) = section {
            self.open_headings.push(OpenHeading {
                level,
                record: parent,
                lines: section.lines.clone(),
                sets: section.sets.clone(),
                is_known: true,
            });
            return;
        }
        let kind_ix = kind.unwrap_or(ROOT);
        let container = container.unwrap_or_else(|| {
            self.report_misplaced_heading(kind_ix, span);
            parent
        });
        let source = self.scenario.source;
        let mut parsed =
            LineCandidate::heading(source, self.text, vocabulary, kind_ix, span, tokens, length);
        for (property, value) in &heading.sets {
            if !parsed.values.iter().any(|(own, _)| own == property) {
                let at = tokens.first().map_or(span, |token| token.span);
                parsed
                    .values
                    .push((*property, Spanned::new(value.clone(), at)));
            }
        }
        let record = self.add_record(parsed, container, level, span);
        self.open_headings.push(OpenHeading {
            level,
            record,
            lines: vocabulary.kind(kind_ix).lines.clone(),
            sets: Vec::new(),
            is_known: true,
        });
    }

    fn report_misplaced_heading(&mut self, kind: KindIx, span: Span) {
        let vocabulary = self.vocabulary;
        let kind = vocabulary.kind(kind);
        let around: Vec<_> = kind
            .within
            .iter()
            .map(|kind| vocabulary.kind(*kind).name.to_string())
            .collect();
        self.report(
            "scenario-heading",
            span,
            format!(
                "this {} is outside of any {}",
                kind.name,
                around.join(" or ")
            ),
        );
    }

    /// Returns the innermost open record that a record of a kind may be in.
    fn find_parent(&self, kind: Option<KindIx>, parent: RecordIx) -> Option<RecordIx> {
        let Some(kind) = kind else {
            return Some(parent);
        };
        let within = &self.vocabulary.kind(kind).within;
        if within.is_empty() {
            return Some(RecordIx(0));
        }
        self.scenario
            .ancestors(parent)
            .find(|&at| within.contains(&self.scenario.record(at).kind))
    }

    /// Returns the words of all headings of the vocabulary.
    pub(super) fn heading_words(&self) -> Vec<String> {
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

    /// Opens a heading that is not in the vocabulary: the lines below it are ignored.
    fn parse_unknown_heading(&mut self, level: u8, span: Span, tokens: &[ScenarioToken]) {
        let record = self
            .open_headings
            .last()
            .map_or(RecordIx(0), |open| open.record);
        self.open_headings.push(OpenHeading {
            level,
            record,
            lines: Vec::new(),
            sets: Vec::new(),
            is_known: false,
        });
        let known = self.heading_words();
        let first = tokens.iter().find_map(|token| match &token.kind {
            ScenarioTokenKind::Word(word) => Some((word.clone(), token.span)),
            _ => None,
        });
        let near = first.as_ref().and_then(|(word, at)| {
            Some((
                nearest(word, known.iter().map(String::as_str))?.to_owned(),
                *at,
            ))
        });
        let diagnostic = self.report(
            "scenario-heading",
            span,
            "heading not understood: everything below it is ignored",
        );
        diagnostic.severity = Severity::Warning;
        match near {
            Some((near, at)) => {
                let at = Location::new(diagnostic.at.source, at);
                diagnostic.help = Some(format!("did you mean `{near}`?"));
                let edits = vec![SourceEdit {
                    at,
                    text: near.clone(),
                }];
                diagnostic.fixes.push(Fix {
                    title: format!("write `{near}`"),
                    edits,
                });
            }
            None => diagnostic.help = Some(format!("headings begin with {}", known.join(", "))),
        }
    }

    /// Reports a record if another one of the same kind has the same name in the same place.
    pub(super) fn check_unique_name(&mut self, record: &Record) {
        let kind = self.vocabulary.kind(record.kind);
        let Some(name) = record.name.clone().filter(|_| kind.unique) else {
            return;
        };
        let key = (record.kind, record.parent, name.value.to_lowercase());
        let first = *self.names.entry(key).or_insert(record.span);
        if first != record.span {
            let at = Location::new(self.scenario.source, first);
            let message = format!("the name {} is used twice", name.value);
            let diagnostic = self.report("scenario-heading", name.span, message);
            *diagnostic = diagnostic
                .clone()
                .related(at, "the first is here")
                .help("give one of them another name");
        }
    }
}
