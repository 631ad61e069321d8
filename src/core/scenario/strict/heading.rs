//! Parses the headings of a scenario, and opens the record or section that each begins.

use super::parser::{OpenHeading, ScenarioParser};
use crate::{
    diagnostic::{Location, Severity},
    scenario::{
        record::RecordIx,
        token::ScenarioToken,
        vocabulary::{HeadingPattern, KindIx, ROOT, SectionPattern, match_phrase},
    },
    text::{Span, Spanned, near::nearest},
};

/// The words of a heading at the front of a line: what they open, and how many tokens they are.
pub(super) struct HeadingMatch<'t> {
    /// The kind of record that it opens; `None` for a section.
    pub(super) kind: Option<KindIx>,
    section: Option<&'t SectionPattern>,
    pattern: &'t HeadingPattern,
    pub(super) length: usize,
}

impl<'t> ScenarioParser<'t> {
    /// Parses a heading of a level, and opens the record or section that it begins.
    pub(super) fn parse_heading(&mut self, level: u8, span: Span, tokens: &[ScenarioToken]) {
        self.open_headings.retain(|open| open.level < level);
        let Some(found) = self.find_heading(tokens) else {
            return self.open_unknown(level, span, tokens);
        };
        let mut open = OpenHeading {
            level,
            record: self.open().record,
            lines: Vec::new(),
            is_section: found.section.is_some(),
            sets: Vec::new(),
            is_known: true,
        };
        if let Some(section) = found.section {
            (open.lines, open.sets) = (section.lines.clone(), section.sets.clone());
            return self.open_headings.push(open);
        }
        let kind = found.kind.unwrap_or(ROOT);
        let parent = self.find_parent(kind).unwrap_or_else(|| {
            self.report_misplaced(kind, span);
            open.record
        });
        let mut parsed = self.empty_line(kind);
        parsed.parse_heading(span, tokens, found.length);
        for (property, value) in &found.pattern.sets {
            if !parsed.has(*property) {
                let value = Spanned::new(value.clone(), tokens[0].span);
                parsed.values.push((*property, value));
            }
        }
        open.record = self.add_record(parsed, parent, level, span);
        open.lines.clone_from(&self.vocabulary.kind(kind).lines);
        self.open_headings.push(open);
    }

    /// Returns the longest heading whose words tokens begin with; of equal ones, one that is allowed here.
    pub(super) fn find_heading(&self, tokens: &[ScenarioToken]) -> Option<HeadingMatch<'t>> {
        let vocabulary = self.vocabulary;
        let kinds = vocabulary.indexed_kinds().flat_map(|(ix, kind)| {
            let headings = kind.headings.iter();
            headings.map(move |pattern| (Some(ix), None, pattern))
        });
        let sections = vocabulary.sections.iter().flat_map(|section| {
            let headings = section.headings.iter();
            headings.map(move |pattern| (None, Some(section), pattern))
        });
        let found = kinds
            .chain(sections)
            .filter_map(|(kind, section, pattern)| {
                Some(HeadingMatch {
                    kind,
                    section,
                    pattern,
                    length: match_phrase(tokens, &pattern.words)?,
                })
            });
        found.max_by_key(|found| {
            let is_allowed = found
                .kind
                .is_none_or(|kind| self.find_parent(kind).is_some());
            (found.length, is_allowed)
        })
    }

    /// Returns the innermost open record that a record of a kind may be in.
    pub(super) fn find_parent(&self, kind: KindIx) -> Option<RecordIx> {
        let within = &self.vocabulary.kind(kind).within;
        if within.is_empty() {
            return Some(RecordIx(0));
        }
        let mut records = self.scenario.ancestors(self.open().record);
        records.find(|&at| within.contains(&self.scenario.record(at).kind))
    }

    fn report_misplaced(&mut self, kind: KindIx, span: Span) {
        let vocabulary = self.vocabulary;
        let kind = vocabulary.kind(kind);
        let around = kind.within.iter().map(|own| &*vocabulary.kind(*own).name);
        let around = around.collect::<Vec<_>>().join(" or ");
        let message = format!("this {} is outside of any {around}", kind.name);
        self.report("scenario-heading", span, message);
    }

    /// Returns what headings begin with, for a message: the usual word of each kind.
    pub(super) fn headings_help(&self) -> String {
        let usual = self.vocabulary.headings().filter_map(|own| own.first());
        let usual: Vec<String> = usual.map(|heading| heading.words.join(" ")).collect();
        format!("headings begin with {}", usual.join(", "))
    }

    /// Opens a heading that is not in the vocabulary: the lines below it are ignored.
    fn open_unknown(&mut self, level: u8, span: Span, tokens: &[ScenarioToken]) {
        let known = self.vocabulary.headings().flatten();
        let known: Vec<String> = known.map(|heading| heading.words.join(" ")).collect();
        let mut words = tokens
            .iter()
            .filter_map(|token| Some((token.word()?, token.span)));
        let near = words
            .next()
            .and_then(|(word, at)| Some((nearest(word, known.iter().map(String::as_str))?, at)));
        let help = self.headings_help();
        let message = "heading not understood: everything below it is ignored";
        let warning = self.report("scenario-heading", span, message);
        warning.severity = Severity::Warning;
        warning.help = Some(match near {
            Some((near, at)) => {
                let at = Location::new(warning.at.source, at);
                warning.at = at;
                warning.add_fix(format!("write `{near}`"), at, near);
                format!("did you mean `{near}`?")
            }
            None => help,
        });
        let record = self.open().record;
        self.open_headings.push(OpenHeading {
            level,
            record,
            lines: Vec::new(),
            is_section: false,
            sets: Vec::new(),
            is_known: false,
        });
    }
}
