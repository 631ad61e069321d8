//! Reads a line to a `ParsedLine`: the place in front, clauses, remarks, and what is not understood.

use super::{
    address::{PrintedAddress, PrintedStep},
    chunk::{Chunk, ChunkKind, chunks, meanings, only_first},
    clause::{ClauseAction, PayloadPlace, VerbClause},
    frame::{Frame, FrameContext},
    grammar::{LEXICON, UnitWords, VerbKind, is_counted_unit},
    known_rulesets::KnownRulesets,
    lines::JoinedLine,
    parsed_line::ParsedLine,
    pattern::TokenLine,
    token::{
        SheetToken,
        SheetTokenKind::{Bracket, Dotted, Nth, Paren, Quote},
        tokenize,
    },
};
use crate::model::toml_file::SheetVocabulary;
use std::ops::Range;

/// Parses a line. Every line gives a result.
pub(super) fn parse_line(line: &JoinedLine, known: &KnownRulesets) -> ParsedLine {
    let mut tokens = tokenize(line.text());
    tokens.retain(|token| token.start >= line.mark);
    let remarks = line.remarks.unwrap_or(line.text().len());
    tokens.retain(|token| token.start < remarks);
    let line = TokenLine {
        words: &known.words,
        text: line.text(),
        tokens: &tokens,
    };
    let mut reader = LineReader {
        line,
        chunks: chunks(&line, known),
        known,
        parsed: ParsedLine::default(),
        answers: false,
        subject: None,
    };
    reader.read();
    let marked = (remarks < line.text.len()).then_some((remarks, line.text.len()));
    reader.parsed.remarks.extend(marked);
    reader.parsed
}

/// Returns the address that some words are, and nothing else.
pub(super) fn address_of(words: &str, vocabulary: &SheetVocabulary) -> Option<PrintedAddress> {
    let known = KnownRulesets {
        words: vocabulary.clone(),
        ..KnownRulesets::default()
    };
    place_of(words, &known).filter(|place| place.conditions.is_empty())
}

/// Returns the place that some words name; words that do not belong to it are conditions.
fn place_of(words: &str, known: &KnownRulesets) -> Option<PrintedAddress> {
    let tokens = tokenize(words);
    let line = TokenLine {
        words: &known.words,
        text: words,
        tokens: &tokens,
    };
    let mut place = PrintedAddress::default();
    let mut led = false;
    let mut further = Vec::new();
    for chunk in chunks(&line, known) {
        match chunk.kind {
            ChunkKind::Place(part) => place.join(*part, std::mem::take(&mut led)),
            ChunkKind::Name(name) if place.heading.is_none() => place.heading = Some(name),
            ChunkKind::In => led = true,
            ChunkKind::Mark(',' | ':') => {}
            _ => further.push(line.text(chunk.tokens)),
        }
    }
    let found = !place.is_empty();
    place
        .conditions
        .extend((!further.is_empty()).then(|| further.join(" ")));
    found.then_some(place)
}

/// Reads the chunks of a line in turn.
struct LineReader<'a> {
    line: TokenLine<'a>,
    chunks: Vec<Chunk>,
    known: &'a KnownRulesets,
    parsed: ParsedLine,
    /// Whether it is the answer to a question, in which sentences may be in front of the instruction.
    answers: bool,
    /// The place right in front of the verb: its first chunk, and the place in front of it.
    subject: Option<(usize, PrintedAddress)>,
}

impl LineReader<'_> {
    fn kind(&self, at: usize) -> Option<&ChunkKind> {
        self.chunks.get(at).map(|chunk| &chunk.kind)
    }

    fn is_mark(&self, at: usize, any: &[char]) -> bool {
        matches!(self.kind(at), Some(ChunkKind::Mark(mark)) if any.contains(mark))
    }

    /// Returns the bytes of some chunks.
    fn span(&self, chunks: Range<usize>) -> (usize, usize) {
        let token = |at: usize| {
            self.chunks
                .get(at)
                .map_or(self.line.tokens.len(), |chunk| chunk.tokens.start)
        };
        let last = chunks.end.checked_sub(1).and_then(|at| self.chunks.get(at));
        let start = token(chunks.start);
        self.line
            .span(start..last.map_or(start, |chunk| chunk.tokens.end))
    }

    /// Returns the first token of a chunk.
    fn token(&self, at: usize) -> Option<&SheetToken> {
        self.line.tokens.get(self.chunks.get(at)?.tokens.start)
    }

    fn is_word(&self, at: usize, list: &[&str]) -> bool {
        self.token(at).is_some_and(|token| token.is_word(list))
    }

    /// Whether a chunk is a unit with a number or a label.
    fn counts(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(ChunkKind::Place(place)) if place.steps.iter().any(|step| !step.is_bare()))
    }

    fn read(&mut self) {
        self.read_opening();
        let mut at = 0;
        let mut follows = false;
        while at < self.chunks.len() {
            if self.is_mark(at, &['.', ',', ':', ';', '–', '!', '…', '?']) {
                at += 1;
                continue;
            }
            at = self.read_change_opener(at);
            let end = self.sentence_end(at);
            let first = self.parsed.clauses.len();
            if follows {
                self.parsed.remarks.push(self.span(at..end));
                at = end;
                continue;
            }
            match self.read_sentence(at, end) {
                Some(next) => at = next,
                None => {
                    self.skip_sentence(at, end);
                    at = end;
                }
            }
            let mut read = self.parsed.clauses[first..].iter();
            follows = read.any(|(clause, _)| clause.payload == PayloadPlace::Follows);
        }
        self.finish();
    }

    /// Reads a number in front of the first sentence.
    fn read_opening(&mut self) {
        if let Some(Dotted(number)) = self.line.kind(0) {
            let is_number = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let words = self.line.span(1..2).0;
            self.parsed.number = is_number.then(|| (number.clone(), words));
        }
        let lower = self.line.text.trim_start().to_lowercase();
        self.answers = ["a:", "a. ", "answer:"]
            .iter()
            .any(|mark| lower.starts_with(mark));
    }

    /// Reads what a change is called in front of it, perhaps with its place: `CORRECTION (p. 5, Tolls): …`.
    fn read_change_opener(&mut self, at: usize) -> usize {
        if !self.is_word(at, LEXICON.list("openers")) {
            return at;
        }
        let place = match self.token(at + 1).map(|token| &token.kind) {
            Some(Paren(words)) => place_of(words, self.known),
            _ => None,
        };
        let end = at + 1 + usize::from(place.is_some());
        if !self.is_mark(end, &[':', '–', '.', ',']) || self.chunks.len() <= end + 1 {
            return at;
        }
        if let Some(place) = place {
            self.parsed.paged |= place.page.is_some();
            self.parsed.lead = place;
        }
        end + 1
    }

    /// Returns the chunk behind the sentence at `at`.
    fn sentence_end(&self, at: usize) -> usize {
        let verb = |kind: &Chunk| matches!(kind.kind, ChunkKind::Verb(_) | ChunkKind::Becomes);
        let from = |end: usize| self.chunks[at..end].iter().any(verb);
        let ends = |at: &usize| {
            let next = self.chunks.get(at + 1).map(|chunk| chunk.tokens.start);
            // `… insert "large" Line 1. Insert …`
            let large = next.is_some_and(|next| self.line.is_large(next));
            let glued = match self.kind(*at) {
                Some(ChunkKind::Quote(words, _)) if large => {
                    // `Delete “It floats.” The rest stays.`
                    let stops = words.text.ends_with(['.', '!', '?']) && from(*at);
                    stops || matches!(self.kind(at + 1), Some(ChunkKind::Place(_)))
                }
                _ => false,
            };
            glued
                || self.is_mark(*at, &[';'])
                || self.is_mark(*at, &['.', '!', '?'])
                    && next.is_none_or(|next| self.line.begins_sentence(next))
        };
        (at..self.chunks.len())
            .find(ends)
            .map_or(self.chunks.len(), |at| at + 1)
    }

    /// Reads the places and the clauses of a sentence; returns the chunk behind them, or `None` if it is not
    /// understood.
    fn read_sentence(&mut self, at: usize, end: usize) -> Option<usize> {
        self.subject = None;
        let from = self.read_places(at, end);
        if from >= end {
            return Some(end);
        }
        let verb = match self.kind(from) {
            Some(ChunkKind::Verb(verb)) => Some(*verb),
            _ => None,
        };
        self.parsed.verb |= verb.is_some();
        if let Some(next) = self.read_announced_change(from) {
            return Some(next);
        }
        if let (
            Some(VerbKind::Swap | VerbKind::Move | VerbKind::Rearrange | VerbKind::Rename),
            Some((subject, lead)),
        ) = (verb, self.subject.take())
        {
            self.parsed.lead = lead;
            return self.read_clauses(subject, end);
        }
        self.read_clauses(from, end)
    }

    /// Reads the places in front of the verb of a sentence; returns the chunk behind them.
    fn read_places(&mut self, mut at: usize, end: usize) -> usize {
        let mut led = false;
        let mut also = false;
        let mut fresh = !self.parsed.clauses.is_empty();
        while at < end {
            let before = at;
            if self.is_rule_number(at) {
                at = self.read_rule_number(at);
                continue;
            }
            match self.chunks[at].kind.clone() {
                ChunkKind::Mark('.' | ',' | ':' | ';' | '–' | '…' | '!') => {
                    at += 1;
                    self.subject = None;
                }
                ChunkKind::Joint
                    if self.leads_to_place(at + 1)
                        && !self.parsed.lead.steps.is_empty()
                        && !fresh =>
                {
                    also = true;
                    at += 1;
                    continue;
                }
                ChunkKind::Joint if !self.parsed.clauses.is_empty() => at += 1,
                ChunkKind::Place(place) if std::mem::take(&mut also) && !place.steps.is_empty() => {
                    self.parsed.lead.more.push(place.steps.clone());
                    self.parsed.lead.conditions.extend(place.conditions);
                    at += 1;
                }
                ChunkKind::Place(place) => {
                    let start = if led { at - 1 } else { at };
                    if self.subject.is_none() && !place.steps.is_empty() {
                        self.subject = Some((start, self.parsed.lead.clone()));
                    }
                    self.read_place(*place, at, led, fresh);
                    fresh &= self.parsed.lead.steps.is_empty();
                    at += 1;
                }
                ChunkKind::In if self.leads_to_place(at + 1) => {
                    led = true;
                    at += 1;
                    continue;
                }
                ChunkKind::Name(name) if led && self.is_unnamed() => {
                    self.parsed.lead.heading = Some(name);
                    at += 1;
                }
                ChunkKind::Name(_) if self.is_unnamed() || self.parsed.clauses.is_empty() => {
                    self.push_name(at..at + 1);
                    at += 1;
                }
                ChunkKind::Paren => at = self.read_brackets(at),
                ChunkKind::Quote(..) => at = self.read_quoted_name(at),
                ChunkKind::Remark => at += 1,
                ChunkKind::Unknown | ChunkKind::Figure(_) | ChunkKind::In => {
                    at = self.read_name(at, end)
                }
                _ => {}
            }
            if at == before {
                break;
            }
            led = false;
        }
        at
    }

    fn is_unnamed(&self) -> bool {
        self.parsed.names.is_empty() && self.parsed.clauses.is_empty()
    }

    /// Whether a place or the name of one is at `at`.
    fn leads_to_place(&self, at: usize) -> bool {
        matches!(
            self.kind(at),
            Some(ChunkKind::Place(_) | ChunkKind::Name(_))
        )
    }

    /// Whether a rule number in front of its change is at `at`: `[16.3]`, `11.5`; not that of a heading.
    fn is_rule_number(&self, at: usize) -> bool {
        const LONGEST: usize = 12;
        let number = match self.token(at).map(|token| &token.kind) {
            Some(Dotted(number) | Bracket(number)) => number,
            _ => return false,
        };
        let digits = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() < LONGEST;
        let named = match self.kind(at + 1) {
            Some(ChunkKind::Unknown | ChunkKind::Name(_)) => true,
            Some(ChunkKind::Mark(mark)) => !matches!(mark, ',' | ':' | '.' | '–' | '&'),
            _ => false,
        };
        digits
            && !named
            && self.is_unnamed()
            && self.parsed.lead.heading.is_none()
            && self.chunks.len() > at + 1
    }

    /// Reads a rule number, and further ones: `5.1, 5.3 and 8`.
    fn read_rule_number(&mut self, mut at: usize) -> usize {
        while let Some(Dotted(number) | Bracket(number)) =
            self.token(at).map(|token| token.kind.clone())
        {
            match &self.parsed.lead.heading {
                None => self.parsed.lead.heading = Some(number),
                Some(_) => self
                    .parsed
                    .lead
                    .unsupported
                    .push(only_first("rules", &number)),
            }
            at += 1;
            let mark = usize::from(
                self.is_mark(at, &[',', '&']) || matches!(self.kind(at), Some(ChunkKind::Joint)),
            );
            if mark == 1
                && matches!(
                    self.token(at + 1).map(|token| &token.kind),
                    Some(Dotted(_) | Bracket(_))
                )
            {
                at += 1;
            }
        }
        at
    }

    /// Adds a place in front of a verb. Behind a clause it begins anew, but inside of the units around the
    /// same kind.
    fn read_place(&mut self, place: PrintedAddress, at: usize, led: bool, fresh: bool) {
        let parsed = &mut self.parsed;
        if parsed.clauses.is_empty() {
            let first = parsed.names.is_empty() && parsed.unread.is_empty();
            if place.page.is_some() {
                parsed.page_first |= first;
                parsed.paged |= parsed.names.is_empty();
            }
        } else if let Some(page) = &place.page {
            parsed.trailing_page = Some((
                page.clone(),
                self.line.span(self.chunks[at].tokens.clone()).0,
            ));
        }
        let parsed = &mut self.parsed;
        if parsed.lead.steps.is_empty() && !place.steps.is_empty() {
            parsed.lead_start = self.line.span(self.chunks[at].tokens.clone()).0;
        }
        if fresh && !place.steps.is_empty() {
            let unit = place.steps[0].unit();
            let same = parsed
                .lead
                .steps
                .iter()
                .position(|step| step.unit() == unit);
            parsed.lead.steps.truncate(same.unwrap_or(0));
            parsed.lead.more.clear();
            parsed.lead.range = None;
            parsed.lead.printed_line = None;
        }
        parsed.lead.join(place, led);
    }

    /// Takes chunks as a name in front of the instruction.
    fn push_name(&mut self, chunks: Range<usize>) {
        let (start, end) = self.span(chunks);
        let name = self.line.text[start..end].trim_end_matches([',', ':', '.', ' ']);
        let name = name.trim_matches(['"', '“', '”', '\'', '‘', '’']);
        let start = start + self.line.text[start..end].find(name).unwrap_or(0);
        let end = start + name.len();
        self.parsed.names.push((name.to_owned(), start, end));
    }

    /// Reads the name of a place or of a labelled unit: words up to a mark, a page or a counted unit, of
    /// which no pattern explains any.
    fn read_name(&mut self, at: usize, end: usize) -> usize {
        const LONGEST: usize = 12;
        let mut to = at;
        while to < end {
            let part = match &self.chunks[to].kind {
                ChunkKind::Unknown
                | ChunkKind::Figure(_)
                | ChunkKind::Joint
                | ChunkKind::Name(_) => true,
                ChunkKind::Paren => !self.is_page_in_brackets(to),
                ChunkKind::Place(place) => place.bare_unit().is_some(),
                ChunkKind::In | ChunkKind::Old | ChunkKind::New | ChunkKind::Side(_) => {
                    to > at
                        && matches!(
                            self.kind(to + 1),
                            Some(ChunkKind::Unknown | ChunkKind::Name(_))
                        )
                }
                ChunkKind::Mark(mark) => matches!(mark, '/' | '&' | '\'' | '§'),
                _ => false,
            };
            if !part || to - at > LONGEST {
                break;
            }
            to += 1;
        }
        let tokens = self.chunks[at].tokens.start
            ..self
                .chunks
                .get(to)
                .map_or(self.line.tokens.len(), |chunk| chunk.tokens.start);
        let marked = to >= end || self.is_mark(to, &['.', ',', ':', '–', ';', '…']);
        let placed = self.counts(to)
            || matches!(self.kind(to), Some(ChunkKind::Place(place)) if place.page.is_some())
            || matches!(self.kind(to), Some(ChunkKind::Paren))
            || matches!(self.kind(to), Some(ChunkKind::Verb(_))) && self.is_mark(to + 1, &[':']);
        if to == at || !(marked || placed) {
            return at;
        }
        let large = self.line.is_large(tokens.start)
            || matches!(self.token(at), Some(token) if token.is_number() || matches!(token.kind, Dotted(_)));
        let words = tokens.len();
        let acts = |at: usize| self.kind(at).is_some_and(ChunkKind::acts);
        if !self.parsed.clauses.is_empty() {
            // `Bowmen, change …; Camelry, change …`
            let leads = marked && (acts(to + 1) || self.counts(to + 1));
            if large && words <= 4 && leads && !self.parsed.names.is_empty() {
                let label = self.line.text(tokens).to_owned();
                let lead = &mut self.parsed.lead;
                *lead = PrintedAddress {
                    page: lead.page.take(),
                    heading: lead.heading.take(),
                    ..PrintedAddress::of(PrintedStep::labelled(&label, true))
                };
                return to;
            }
            return at;
        }
        let stops = self.is_mark(to, &['.']) && self.answers
            || self.is_word(at, LEXICON.list("remark_openers"));
        let lone = stops
            || words == 1
                && self.is_word(
                    at,
                    &["yes", "no", "throughout", "everywhere", "also", "instead"],
                );
        let first = self.is_unnamed();
        // `crossbowmen, change minimum from 6 to 4`
        let small = !large && !first && words <= 3 && self.is_mark(to, &[',', ':']) && acts(to + 1);
        let paged = self.parsed.paged;
        let short = paged && words <= 6 || words <= 3 && self.is_mark(to, &[':', '.', '–', '…']);
        let next = first || short || self.counts(to + 1) || placed;
        if (large && !lone && next || small) && self.parsed.names.len() < 4 {
            self.push_name(at..to);
            return to;
        }
        at
    }

    fn is_page_in_brackets(&self, at: usize) -> bool {
        let Some(Paren(words)) = self.token(at).map(|token| &token.kind) else {
            return false;
        };
        address_of(words, self.line.words)
            .is_some_and(|place| place.page.is_some() && place.steps.is_empty())
    }

    /// Reads words in brackets in front of a verb: a page, a unit, the kind of a change, or a remark.
    fn read_brackets(&mut self, at: usize) -> usize {
        let Some(Paren(words)) = self.token(at).map(|token| token.kind.clone()) else {
            return at;
        };
        let first = words.split_whitespace().next().unwrap_or_default();
        if LEXICON.has("changes_named", &first.to_lowercase()) {
            // `[16.3] (addition) …`
            self.parsed.verb = true;
        }
        if !self.parsed.clauses.is_empty() {
            self.parsed.remarks.push(self.span(at..at + 1));
            return at + 1;
        }
        let lead = &mut self.parsed.lead;
        match (address_of(&words, self.line.words), parse_edition(&words)) {
            (_, Some(edition)) => lead.frame = Some(edition),
            (Some(place), None) => {
                let paged = place.page.is_some();
                if !place.steps.iter().all(|step| lead.steps.contains(step)) || paged {
                    lead.join(place, true);
                }
                self.parsed.paged |= paged;
            }
            (None, None) if !lead.steps.is_empty() => lead.conditions.push(words.clone()),
            (None, None) => self.parsed.remarks.push(self.span(at..at + 1)),
        }
        at + 1
    }

    /// Reads a quotation in front of an instruction: the name of a section.
    fn read_quoted_name(&mut self, at: usize) -> usize {
        let Some(ChunkKind::Quote(words, token)) = self.kind(at) else {
            return at;
        };
        let whole =
            matches!(self.line.kind(*token), Some(Quote(text, true)) if *text == words.text);
        let marked = self.is_mark(at + 1, &['.', ':', ',', '–']) || words.text.ends_with(':');
        let page = self.is_page_in_brackets(at + 1);
        let placed = marked && self.parsed.paged || page;
        if whole && self.is_unnamed() && placed {
            self.push_name(at..at + 1);
            return at + 1;
        }
        at
    }

    /// Reads a change that is only announced: `change:` in front of the old text, a line `to`, and the new
    /// text.
    fn read_announced_change(&mut self, at: usize) -> Option<usize> {
        const MOST: usize = 5;
        let start = self.span(at..at + 1).0;
        // `change:`, and below it the old text, `to`, and the new text
        let changes = matches!(self.kind(at), Some(ChunkKind::Verb(VerbKind::Change)));
        let colon = self.chunks.len() - 1;
        if !changes || colon <= at || !self.is_mark(colon, &[':']) {
            return None;
        }
        let values = |token: &SheetToken| {
            token.is_word(LEXICON.list("values")) || token.is_word(LEXICON.list("points"))
        };
        let words = self.chunks[at].tokens.end..self.chunks[colon].tokens.start;
        if words.len() <= MOST && self.line.tokens[words].iter().any(values) {
            self.parsed.announces_values = true;
            return Some(self.chunks.len());
        }
        if at + 1 != colon {
            return None;
        }
        let clause = VerbClause {
            payload: PayloadPlace::Follows,
            ..VerbClause::new(
                ClauseAction::Pairs,
                PrintedAddress::default(),
                start,
                self.span(colon..colon + 1).1,
            )
        };
        self.parsed.clauses.push((clause, self.parsed.lead.clone()));
        Some(self.chunks.len())
    }

    /// Makes the rest of the line the payload, or the lines below if nothing is left.
    fn rest_as_payload(&self, at: usize) -> PayloadPlace {
        if at >= self.chunks.len() {
            return PayloadPlace::Follows;
        }
        let start = self.span(at..at + 1).0;
        let quote = self
            .token(at)
            .filter(|_| at + 1 >= self.chunks.len() || self.is_mark(at + 1, &['.', ';']));
        match quote.map(|token| (&token.kind, token.end)) {
            Some((Quote(_, closed), end)) => PayloadPlace::Inline(start, end, *closed),
            _ => PayloadPlace::Inline(start, self.line.text.len(), true),
        }
    }

    /// Reads the clauses of a sentence from chunk `from`; returns the chunk behind them.
    fn read_clauses(&mut self, from: usize, end: usize) -> Option<usize> {
        let kept = self.parsed.remarks.len();
        let Some((clauses, next)) = self.clauses_of(from, end) else {
            self.parsed.remarks.truncate(kept);
            return None;
        };
        let lead = self.parsed.lead.clone();
        for clause in clauses {
            self.push_clause(clause, &lead);
        }
        Some(next)
    }

    /// Returns the clauses that the chunks of a sentence are, and the chunk behind them.
    fn clauses_of(&mut self, from: usize, end: usize) -> Option<(Vec<VerbClause>, usize)> {
        /// The most unknown words for each chunk that has a role.
        const UNKNOWN: usize = 4;
        let start = self.span(from..from + 1).0;
        let shares = from > 0
            && (self.is_mark(from - 1, &[';', ','])
                || matches!(self.kind(from - 1), Some(ChunkKind::Joint)));
        let before = self
            .parsed
            .clauses
            .last()
            .map(|(clause, _)| clause.clone())
            .filter(|_| shares);
        let context = FrameContext {
            before: before.as_ref(),
            labelled: !self.parsed.names.is_empty() && self.parsed.lead.steps.is_empty(),
            placed: !self.parsed.lead.is_empty(),
            unit: self.parsed.lead.unit(),
        };
        let placed = context.placed;
        let mut frame = Frame::new(start, &context);
        let mut clauses: Vec<VerbClause> = Vec::new();
        let mut unknown: Vec<(usize, usize)> = Vec::new();
        let (mut known, mut reported, mut next) = (0, 0, end);
        let mut joined = false;
        for at in from..end {
            let kind = self.chunks[at].kind.clone();
            let (chunk_start, chunk_end) = self.span(at..at + 1);
            match &kind {
                ChunkKind::Mark(':' | '–') if frame.awaits_text() => {
                    if matches!(self.kind(at + 1), Some(ChunkKind::Quote(..))) {
                        frame.take_colon();
                    } else {
                        frame.end = chunk_end;
                        frame.set_text(self.rest_as_payload(at + 1));
                        next = self.chunks.len();
                        break;
                    }
                }
                ChunkKind::Mark(_) | ChunkKind::Joint => {
                    joined = true;
                    continue;
                }
                ChunkKind::Paren => self.read_brackets_of_frame(at, &mut frame),
                ChunkKind::Unknown => unknown.push((chunk_start, chunk_end)),
                ChunkKind::Remark | ChunkKind::Pronoun => {}
                _ => {
                    known += usize::from(kind.tells());
                    if frame.ends_before(&kind, joined) {
                        let following = frame.next(chunk_start);
                        let mut done = std::mem::replace(&mut frame, following).build()?;
                        done.passed_over = self.words_of(&unknown[reported..]);
                        reported = unknown.len();
                        clauses.push(done);
                    }
                    let range = match &kind {
                        ChunkKind::Quote(_, token) => Some(match &self.line.tokens[*token] {
                            SheetToken {
                                kind: Quote(_, closed),
                                start,
                                end,
                            } => (*start, *end, *closed),
                            _ => (chunk_start, chunk_end, true),
                        }),
                        _ => None,
                    };
                    frame.take(&kind, chunk_end, range, joined)?;
                }
            }
            joined &= matches!(kind, ChunkKind::In | ChunkKind::Remark | ChunkKind::Pronoun);
        }
        self.find_text(&mut frame, next);
        let done = self.build_last(frame, from, &unknown, placed)?;
        let described = matches!(
            done.action,
            ClauseAction::DeleteDescribed(_) | ClauseAction::Paraphrase(_)
        );
        if unknown.len() > known * UNKNOWN && !described {
            return None;
        }
        let passed_over = self.words_of(&unknown[reported..]).filter(|_| !described);
        clauses.push(VerbClause {
            passed_over,
            ..done
        });
        Some((clauses, next))
    }

    /// Adds a clause, or completes the one before it: `Delete “a”. Substitute “b”.`, `Delete the last
    /// paragraph; it is moved to page 25, after LOSSES.`, which would otherwise delete twice.
    fn push_clause(&mut self, clause: VerbClause, lead: &PrintedAddress) {
        if let Some((before, own)) = self.parsed.clauses.last_mut() {
            let same = own == lead && clause.place.is_empty();
            match (&before.action, &clause.action, &clause.payload) {
                (ClauseAction::Delete, ClauseAction::MoveAway(_), _) => {
                    before.action = clause.action;
                    before.end = clause.end;
                    return;
                }
                (
                    ClauseAction::DeleteWords(words),
                    ClauseAction::Replace,
                    &PayloadPlace::Inline(start, end, true),
                ) if same => {
                    let new = self.line.text[start..end].trim_matches(['"', '“', '”']);
                    before.action =
                        ClauseAction::ReplaceWords(words.clone(), new.trim().to_owned());
                    before.end = end;
                    return;
                }
                (ClauseAction::Delete, ClauseAction::Replace, _)
                    if same && before.payload == PayloadPlace::None =>
                {
                    before.action = ClauseAction::Replace;
                    before.payload = clause.payload;
                    before.end = clause.end;
                    return;
                }
                _ => {}
            }
        }
        self.parsed.clauses.push((clause, lead.clone()));
    }

    /// Reads brackets inside of a clause: an edition, a page, a unit, or a condition.
    fn read_brackets_of_frame(&mut self, at: usize, frame: &mut Frame) {
        let Some(Paren(words)) = self.token(at).map(|token| &token.kind) else {
            return;
        };
        match (address_of(words, self.line.words), parse_edition(words)) {
            (_, Some(edition)) => frame.place.frame = Some(edition),
            (Some(place), None) => frame.place.join(place, true),
            (None, None) if frame.is_complete() => self.parsed.remarks.push(self.span(at..at + 1)),
            (None, None) => frame.place.conditions.push(words.clone()),
        }
    }

    /// Finds the new text of a frame that needs it in the lines below.
    fn find_text(&self, frame: &mut Frame, next: usize) {
        if frame.awaits_text() && (frame.is_announced() || next >= self.chunks.len()) {
            frame.set_text(PayloadPlace::Follows);
        }
    }

    /// Builds the last clause of a sentence; `unknown` are the words that no pattern explains.
    fn build_last(
        &self,
        frame: Frame,
        from: usize,
        unknown: &[(usize, usize)],
        placed: bool,
    ) -> Option<VerbClause> {
        let colon = self.is_mark(self.chunks.len() - 1, &[':']);
        let (start, end) = (frame.start, self.span(from..self.chunks.len()).1);
        let verb = frame.verb();
        if unknown.len() > 2 && matches!(self.kind(from), Some(ChunkKind::Verb(_))) {
            let sentence = self.sentence_end(from);
            let words = |from: usize| {
                let (start, end) = self.span(from..sentence);
                self.line.text[start..end].trim_end_matches('.').to_owned()
            };
            let action = match verb {
                Some(VerbKind::Delete) if frame.is_described() => {
                    Some(ClauseAction::DeleteDescribed(words(from + 1)))
                }
                Some(VerbKind::Value) if !frame.has_values() => {
                    Some(ClauseAction::Paraphrase(words(from)))
                }
                _ => None,
            };
            if let Some(action) = action {
                let end = self.span(from..sentence).1;
                return Some(VerbClause::new(action, frame.place.clone(), start, end));
            }
        }
        let (announced, placed) = (frame.is_announced(), placed || !frame.place.is_empty());
        let done = frame.build()?;
        let unannounced = done.payload == PayloadPlace::Follows && !announced && !colon;
        // the sentence was not understood, and must not take the lines below it, nor delete everything
        let whole = matches!(done.action, ClauseAction::Delete);
        let last = unknown
            .last()
            .is_some_and(|(start, _)| !placed || *start >= done.end.min(end));
        (!(unannounced && !unknown.is_empty() || whole && last)).then_some(done)
    }

    /// Returns the words from the first of these ranges to the last; `None` without ranges.
    fn words_of(&self, ranges: &[(usize, usize)]) -> Option<String> {
        let (first, last) = (ranges.first()?, ranges.last()?);
        Some(self.line.text[first.0..last.1].to_owned())
    }

    /// Whether chunks demand or state a change: they have a verb, a demand or a fault, and what it is
    /// about (a unit, quoted words or a number); they oppose two figures; or say that something is deleted.
    fn instructs(&self, chunks: Range<usize>) -> bool {
        const LONGEST: usize = 14;
        const OPPOSE: &[&str] = &["not", "now", "instead", "rather", "was"];
        let tokens = self.chunks[chunks.start].tokens.start..self.chunks[chunks.end - 1].tokens.end;
        let any =
            |test: &dyn Fn(&SheetToken) -> bool| self.line.tokens[tokens.clone()].iter().any(test);
        let word = |words: &[&str]| any(&|token: &SheetToken| token.is_word(words));
        let unit = any(&|token: &SheetToken| token.word().is_some_and(is_counted_unit));
        let quote = any(&SheetToken::is_quote);
        let figures = self.line.tokens[tokens.clone()]
            .iter()
            .filter(|token| token.is_figure())
            .count();
        let page = word(LEXICON.list("pages"));
        let mut verb = false;
        let mut deleted = false;
        for at in chunks {
            let mut own = self.chunks[at].tokens.clone();
            match &self.chunks[at].kind {
                ChunkKind::Becomes => verb = true,
                ChunkKind::Verb(kind) => {
                    let denied = own.start > 0 && self.line.tokens[own.start - 1].is_word(&["not"]);
                    let weak = matches!(kind, VerbKind::Ignore | VerbKind::Value);
                    let passive = self.line.tokens[own.start].is_word(&["is", "are", "be"]);
                    let ends = matches!(kind, VerbKind::Delete | VerbKind::Replace);
                    verb |= own.any(|at| self.line.is_verb(at)) && !denied && !weak;
                    deleted |= passive && ends && tokens.len() <= LONGEST;
                    deleted |= *kind == VerbKind::Value && figures > 1;
                }
                ChunkKind::Value(value) => deleted |= value.old.is_some(),
                _ => {}
            }
        }
        let demands = word(&["should", "shall", "becomes"]);
        let errs = word(LEXICON.list("errors")) || word(&["missing"]);
        verb && (unit || quote || figures > 0)
            || (demands || errs) && (unit || page)
            || deleted
            || quote
                && any(&|token: &SheetToken| {
                    token
                        .word()
                        .is_some_and(|word| UnitWords::find(word).is_some())
                })
            || figures > 1 && word(OPPOSE)
    }

    /// Records a sentence that is not understood.
    fn skip_sentence(&mut self, at: usize, end: usize) {
        let instructs = self.instructs(at..end);
        let (start, stop) = self.span(at..end);
        let mut tokens = (at..end).flat_map(|at| self.chunks[at].tokens.clone());
        let counts = tokens.any(|at| {
            let token = &self.line.tokens[at];
            matches!(token.kind, Nth(_)) || token.word().is_some_and(is_counted_unit)
        });
        let mut named = self.chunks[at..end]
            .iter()
            .filter_map(|chunk| match &chunk.kind {
                ChunkKind::Name(name) => Some(name),
                _ => None,
            });
        // `The Sequence of play was set in haste.`
        let unnamed = self.parsed.names.is_empty() && self.known.ruleset.is_some();
        let named = named.next_back().filter(|_| unnamed);
        let named = named.map(|name| PrintedAddress::under(name));
        let parsed = &mut self.parsed;
        parsed.lead = named.unwrap_or_else(|| std::mem::take(&mut parsed.lead));
        if self.answers && !instructs && parsed.clauses.is_empty() {
            parsed.remarks.push((start, stop));
            return;
        }
        parsed.counts |= counts;
        parsed.verb |= instructs;
        if instructs {
            parsed.failed.push((start, stop));
        }
        parsed.failed_instruction |= at == 0 && instructs && counts;
        match parsed.unread.last_mut() {
            Some(last) if self.line.text[last.1..start].trim().is_empty() => last.1 = stop,
            _ => parsed.unread.push((start, stop)),
        }
    }

    /// Completes the line when all its chunks were read.
    fn finish(&mut self) {
        let parsed = &mut self.parsed;
        parsed.found = meanings(&self.line, &self.chunks);
        let has =
            |test: &dyn Fn(&ChunkKind) -> bool| self.chunks.iter().any(|chunk| test(&chunk.kind));
        let verb = has(&|kind| matches!(kind, ChunkKind::Verb(_)));
        parsed.takes_back = has(&|kind| matches!(kind, ChunkKind::Verb(VerbKind::Ignore)));
        let words = |kind: &ChunkKind| matches!(kind, ChunkKind::Quote(..) | ChunkKind::Figure(_));
        let mut own = self.chunks.iter();
        let changes = own.position(|chunk| matches!(chunk.kind, ChunkKind::Becomes));
        // `20 cm is now 15 cm`
        let becomes = changes.is_some_and(|at| {
            let (before, after) = self.chunks.split_at(at);
            let has = |part: &[Chunk]| part.iter().any(|chunk| words(&chunk.kind));
            has(before) && has(after)
        });
        parsed.asks_change = becomes || verb && has(&|kind| matches!(kind, ChunkKind::Quote(..)));
        if parsed.clauses.is_empty() {
            let placed = parsed.lead.page.is_some()
                || !parsed.lead.steps.is_empty()
                || parsed.lead.heading.is_some();
            let demands = has(&|kind| matches!(kind, ChunkKind::Becomes | ChunkKind::Not));
            let values =
                has(&|kind| matches!(kind, ChunkKind::Value(value) if value.old.is_some()));
            parsed.verb |= (placed || parsed.number.is_some())
                && (demands || verb && parsed.lead.page.is_some())
                || values;
        }
    }
}

/// Returns the edition in `version 3.1 only` or `3.0 numbering`.
fn parse_edition(words: &str) -> Option<String> {
    let lower = words.to_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.next()?;
    let named = ["version", "edition", "v"].contains(&first);
    let edition = if named { words.next()? } else { first };
    let mut tail = words;
    let says = tail.clone().next().is_none() && named
        || tail.any(|word| word == "numbering" || word == "only");
    let number = edition.contains('.') && edition.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    (number && says).then(|| edition.to_owned())
}
