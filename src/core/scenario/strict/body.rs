//! Parses lines that are not headings: to records, or to values of the record around them.

use super::{line::ParsedLine, parser::ScenarioParser};
use crate::{
    diagnostic::{Location, Severity},
    scenario::{
        record::{RecordIx, next_line},
        token::{ScenarioToken, ScenarioTokenKind},
        value::ScenarioValue,
        vocabulary::PropertyIx,
    },
    text::{
        Span, Spanned,
        near::{distance, nearest},
    },
};

impl<'t> ScenarioParser<'t> {
    /// Parses a line that is no heading: `key: value` of the record around it, or a record of its own. A line of
    /// text that is neither is prose.
    pub(super) fn parse_body(&mut self, is_item: bool, span: Span, tokens: &[ScenarioToken]) {
        let open = self.open();
        if !open.is_known {
            return;
        }
        let (record, lines) = (open.record, open.lines.clone());
        if self.key_length(record, tokens, !is_item).is_some() {
            return self.parse_record_line(record, span, tokens);
        }
        let parse = |kind| {
            let mut parsed = self.empty_line(kind);
            parsed.parse(span, tokens);
            parsed
        };
        let best = lines.into_iter().map(parse).min_by_key(ParsedLine::rank);
        let begins_with_number = matches!(
            tokens[0].kind,
            ScenarioTokenKind::Number(_)
                | ScenarioTokenKind::NonAsciiDigits(_)
                | ScenarioTokenKind::Sign('-')
        );
        match best {
            Some(best) if is_item || begins_with_number || best.is_marked() => {
                self.add_line(best, record, span);
            }
            Some(_) => self.report_unused(tokens),
            None if record == RecordIx(0) => self.warn_stray_line(span, tokens),
            None => self.report_unused(tokens),
        }
    }

    /// Adds the record of a line to the record of the innermost open heading.
    fn add_line(&mut self, mut line: ParsedLine<'_>, record: RecordIx, span: Span) {
        let kind = self.vocabulary.kind(line.kind);
        for (property, value) in &self.open().sets {
            if !line.has(*property) && kind.properties.contains_key(property) {
                line.values
                    .push((*property, Spanned::new(value.clone(), span)));
            }
        }
        let missing = kind.needs.iter().find(|(property, _)| !line.has(*property));
        if let Some((_, words)) = missing.filter(|_| line.diagnostics.is_empty()) {
            line.report("scenario-line", span, words.clone());
        }
        self.set_of_leader(&line, record);
        let own_end = self.scenario.record(record).insert_at;
        self.add_record(line, record, 0, span);
        if self.open().is_section {
            // a further line of the record itself comes above the section
            self.scenario.record_mut(record).insert_at = own_end;
        }
    }

    /// Sets the values that the rank of a leader gives the record around the line: an ally's command.
    fn set_of_leader(&mut self, line: &ParsedLine<'_>, record: RecordIx) {
        let Some(begins) = &self.kind_of(record).begins_with else {
            return;
        };
        let rank = line.value(begins.property);
        let rank = rank.and_then(|rank| begins.rank_of(&rank.value));
        let own = self.scenario.record_mut(record);
        for (property, value) in rank.map_or(&[][..], |rank| &begins.words[rank].1) {
            if own.value(*property).is_none() {
                let value = Spanned::new(value.clone(), own.span);
                own.values.push((*property, value));
            }
        }
    }

    /// Warns of a line above all headings that would have a meaning below one.
    fn warn_stray_line(&mut self, span: Span, tokens: &[ScenarioToken]) {
        let is_whole = |kind| {
            let mut parsed = self.empty_line(kind);
            parsed.parse(span, tokens);
            parsed.is_whole()
        };
        let mut kinds = self.vocabulary.kinds.iter();
        let around = kinds.find(|around| around.lines.iter().any(|&kind| is_whole(kind)));
        let Some(around) = around else {
            return self.report_unused(tokens);
        };
        let message = format!("line ignored: no {} heading above it", around.name);
        let headings = around.headings.iter().take(3);
        let headings: Vec<String> = headings.map(|own| own.words.join(" ")).collect();
        let help = format!("add a heading such as `# {}`", headings.join("`, `# "));
        let found = self.report("scenario-line", span, message);
        (found.severity, found.help) = (Severity::Warning, Some(help));
    }

    /// Reports a line that is not read although it is a heading except for the `#`, or a value of the open
    /// record except for a letter of its key: `pilot: 1` for `pilots: 1`. Other lines are prose.
    fn report_unused(&mut self, tokens: &[ScenarioToken]) {
        let first = tokens[0].span;
        if let Some(found) = self.find_heading(tokens)
            && is_heading_end(&tokens[found.length..])
        {
            let parent = found.kind.and_then(|kind| self.find_parent(kind));
            let record = parent.unwrap_or(self.open().record);
            let mut open = self.open_headings.iter();
            let around = open.find(|open| open.record == record);
            let level = around.map_or(0, |open| usize::from(open.level)) + 1;
            let marks = format!("{} ", "#".repeat(level));
            let span = first.join(tokens[tokens.len() - 1].span);
            let found = self.report("scenario-heading", span, "this line is no heading");
            found.help = Some(format!("a heading begins with `{}`", marks.trim()));
            let at = Location::new(found.at.source, first.with_len(0));
            found.add_fix(format!("write `{marks}` before it"), at, marks);
            return;
        }
        const SHORTEST: usize = 4;
        let word = tokens[0].word().unwrap_or_default();
        if !tokens.get(1).is_some_and(|next| next.is_sign(':')) || word.len() < SHORTEST {
            return;
        }
        let kind = self.kind_of(self.open().record);
        let keys = kind.phrases.iter().filter(|(_, own)| own.key().is_some());
        let mut keys: Vec<String> = keys.map(|(words, _)| words.join(" ")).collect();
        keys.sort_unstable();
        let near = nearest(word, keys.iter().map(String::as_str));
        if let Some(near) = near.filter(|near| distance(word, near) == 1) {
            let message = format!("this line is not used: a {} has no `{word}`", kind.name);
            let found = self.report("scenario-word", first, message);
            found.severity = Severity::Warning;
            *found = found.clone().did_you_mean(near);
        }
    }

    /// Parses a line that describes the record it is in, such as `list: 1/1`.
    fn parse_record_line(&mut self, record: RecordIx, span: Span, tokens: &[ScenarioToken]) {
        let mut parsed = self.empty_line(self.scenario.record(record).kind);
        parsed.parse(span, tokens);
        for (property, value) in std::mem::take(&mut parsed.values) {
            self.set_of_record(record, property, &value);
        }
        self.add_diagnostics(&mut parsed);
        let end = next_line(self.text, span);
        let own = self.scenario.record_mut(record);
        own.insert_at = own.insert_at.max(end);
    }

    /// Sets a property of an open record. A second value that differs is an error.
    fn set_of_record(
        &mut self,
        record: RecordIx,
        property: PropertyIx,
        value: &Spanned<ScenarioValue>,
    ) {
        let own = self.scenario.record(record);
        let heading = own.span;
        match own.value(property).cloned() {
            Some(first) if first.value != value.value && first.span != heading => {
                let name = self.vocabulary.property_name(property);
                let at = Location::new(self.scenario.source, first.span);
                let message = format!("`{name}` has two different values");
                let diagnostic = self.report("scenario-line", value.span, message);
                *diagnostic = diagnostic.clone().related(at, "first here");
            }
            Some(_) => {}
            None => {
                let own = self.scenario.record_mut(record);
                own.values.push((property, value.clone()));
            }
        }
    }
}

/// Returns whether what follows the words of a heading is the rest of one: nothing, or a number, and then nothing
/// or a name behind a colon.
fn is_heading_end(tokens: &[ScenarioToken]) -> bool {
    match tokens {
        [] => true,
        [first, rest @ ..] => {
            let is_end = rest.first().is_none_or(|next| next.is_sign(':'));
            first.is_sign(':') || first.is_number() && is_end
        }
    }
}
