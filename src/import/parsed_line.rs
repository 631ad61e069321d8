//! Parses a line: its place, its instructions, and the words that were not understood.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::{Checkpoint, TokenCursor},
    grammar::{DEMANDS, Naming, REMARK_OPENERS, UNITS},
    joined_line::JoinedLine,
    known_rulesets::KnownRulesets,
    token::{Lexeme, tokenize},
    verb_clause::{ClauseAction, FreeOrderContext, PayloadPlace, ValueChange, VerbClause},
};

/// A parsed line. Ranges are bytes of the line's words.
#[derive(Clone, Debug, Default)]
pub(super) struct ParsedLine {
    /// The address in front of the first clause.
    pub(super) lead: PrintedAddress,
    /// Names of places or labelled units in front of the first clause, with their ranges.
    pub(super) names: Vec<(String, usize, usize)>,
    /// The clauses, each with the address in front of it.
    pub(super) clauses: Vec<(VerbClause, PrintedAddress)>,
    /// Sentences that were not understood.
    pub(super) unread: Vec<(usize, usize)>,
    /// Remarks: in brackets, or introduced by a word such as `Note`.
    pub(super) remarks: Vec<(usize, usize)>,
    /// A page named after all clauses, with its start; it is the page of the following lines.
    pub(super) trailing_page: Option<(String, usize)>,
    /// A number at the start of the line, `5.1`, and the start of the words after it.
    pub(super) number: Option<(String, usize)>,
    /// Whether a page precedes the first name: then the names are places, outermost first.
    pub(super) paged: bool,
    /// Whether there is a verb where a clause may begin, even if no clause was parsed.
    pub(super) verb: bool,
    /// Whether it begins with a sentence that instructs but was not understood.
    pub(super) failed_instruction: bool,
    /// How the words were interpreted.
    pub(super) found: Vec<(usize, usize, String)>,
}

impl ParsedLine {
    /// Makes `Spears, Pikes and Blades: …` the addresses of several labelled units.
    fn join_listed_labels(&mut self, text: &str) {
        let [first, .., last] = self.names.as_slice() else {
            return;
        };
        let between = &text[first.1..last.1];
        let Some((last_but_one, end)) = last.0.split_once(" and ") else {
            return;
        };
        let is_list = !self.paged
            && !self.clauses.is_empty()
            && self.lead.steps.is_empty()
            && between.matches(',').count() == self.names.len() - 1
            && text[last.2..].trim_start().starts_with(':');
        if !is_list {
            return;
        }
        let mut steps = self.names[..self.names.len() - 1]
            .iter()
            .map(|name| name.0.as_str())
            .chain([last_but_one, end])
            .map(|label| vec![PrintedStep::labelled(label, true)]);
        let first = steps.next().unwrap_or_default();
        let more: Vec<_> = steps.collect();
        for (_, lead) in &mut self.clauses {
            lead.steps.clone_from(&first);
            lead.more.clone_from(&more);
        }
        self.names.clear();
    }

    /// Whether it has an instruction that is hardly prose.
    pub(super) fn is_strong(&self) -> bool {
        let deletes = |clause: &VerbClause, lead: &PrintedAddress| {
            matches!(clause.action, ClauseAction::Delete) && !lead.is_empty()
        };
        let numbered = self.lead.heading.is_some();
        self.clauses.iter().any(|(clause, lead)| {
            clause.is_strong()
                || deletes(clause, lead)
                || numbered && clause.payload != PayloadPlace::None
        })
    }

    /// Whether it begins with an instruction, without prose in front.
    pub(super) fn leads_with_instruction(&self) -> bool {
        let first = self.clauses.first().map(|(clause, _)| clause.start);
        first.is_some_and(|first| self.unread.iter().all(|(start, _)| *start > first))
    }

    /// Whether it has an instruction or at least its verb.
    pub(super) fn has_instruction(&self) -> bool {
        self.verb || !self.clauses.is_empty()
    }

    /// Whether words right in front of an instruction name a place that was not understood, so that
    /// the place is unknown.
    pub(super) fn has_unread_place(&self, text: &str) -> bool {
        let Some((first, _)) = self.clauses.first() else {
            return false;
        };
        self.unread.iter().any(|&(start, end)| {
            let near = end <= first.start
                && text[end..first.start].trim().is_empty()
                && !text[..end].trim_end().ends_with(['.', '!', '?']);
            near && text[start..end]
                .to_lowercase()
                .split(|c: char| !c.is_alphanumeric())
                .any(is_counted_unit)
        })
    }

    /// Whether quoted words or an announced payload prove that there is an instruction in the
    /// prose.
    pub(super) fn is_certain(&self) -> bool {
        self.clauses.iter().any(|(clause, _)| match &clause.action {
            ClauseAction::ReplaceWords(..)
            | ClauseAction::ReplaceByText(_)
            | ClauseAction::DeleteWords(_)
            | ClauseAction::Insert(..) => true,
            ClauseAction::Replace | ClauseAction::Add(..) => {
                clause.payload == PayloadPlace::Follows
            }
            ClauseAction::Pairs
            | ClauseAction::Delete
            | ClauseAction::DeleteDescribed(_)
            | ClauseAction::Values(_)
            | ClauseAction::Paraphrase(_)
            | ClauseAction::Rows
            | ClauseAction::Clarify => false,
            ClauseAction::Move(..) | ClauseAction::Swap(_) | ClauseAction::Rename(_) => true,
        })
    }

    /// Whether it is only the name of a place: an address, or words after `Under`.
    pub(super) fn is_address(&self) -> bool {
        let says = !self.lead.steps.is_empty()
            || self.lead.heading.is_some()
            || self.lead.printed_line.is_some();
        says && self.clauses.is_empty() && self.unread.is_empty() && self.names.is_empty()
    }

    /// Whether it is only a location, a page with names and perhaps an address: `Page 24 – Rally,
    /// third paragraph`.
    pub(super) fn is_location(&self) -> bool {
        let more =
            self.names.len() > 1 || !self.lead.steps.is_empty() || self.lead.printed_line.is_some();
        self.paged
            && more
            && !self.names.is_empty()
            && self.clauses.is_empty()
            && self.unread.is_empty()
            && self.figure().is_none()
    }

    /// Returns the names of the place, outermost first.
    pub(super) fn path(&self, text: &str) -> Vec<String> {
        let joined = |pair: &[(String, usize, usize)]| matches!(pair, [one, two] if text[one.2..two.1].contains([',', '–', '-', '—', '/']));
        let count = 1 + self
            .names
            .windows(2)
            .take_while(|pair| joined(pair))
            .count();
        self.names
            .iter()
            .take(if self.paged { count } else { 1 })
            .map(|name| name.0.clone())
            .collect()
    }

    /// Whether it is only a page label.
    pub(super) fn is_page(&self) -> bool {
        let rest = PrintedAddress {
            page: None,
            ..self.lead.clone()
        };
        self.lead.page.is_some()
            && rest.is_empty()
            && self.names.is_empty()
            && self.clauses.is_empty()
            && self.unread.is_empty()
    }

    /// Whether it is a single name, perhaps with a page, as a heading is.
    pub(super) fn is_name(&self) -> bool {
        self.names.len() == 1
            && self.clauses.is_empty()
            && self.unread.is_empty()
            && self.lead.steps.is_empty()
    }

    /// Returns the figure that it names, if it has no clause.
    pub(super) fn figure(&self) -> Option<&str> {
        let [step] = self.lead.steps.as_slice() else {
            return None;
        };
        let figure =
            step.unit() == Some(crate::syntax::UnitNoun::Figure) && self.clauses.is_empty();
        figure.then_some(step.text.as_str())
    }
}

/// Parses a line. Every line gives a result.
pub(super) fn parse_line(
    line: &JoinedLine,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> ParsedLine {
    let text = line.text();
    let tokens = tokenize(text);
    let mut reader = TokenCursor::new(&known.words, text, &tokens);
    let mut parsed = ParsedLine::default();
    if let Some(Lexeme::Dotted(number)) = reader.peek(0) {
        let words = reader.tokens.get(1).map_or(text.len(), |token| token.start);
        parsed.number = number
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b'.')
            .then(|| (number.clone(), words));
    }
    if matches!(reader.peek(0), Some(Lexeme::Number(..))) && reader.is_mark(1, &[')']) {
        // `4) p. 19: …`
        reader.at = 2;
    }
    if let Some((end, _)) = known
        .rules
        .iter()
        .filter(|rules| ruleset.is_none_or(|key| rules.key == key))
        .find_map(|rules| rules.find_leading_place(text))
    {
        parsed.names.push((text[..end].to_owned(), 0, end));
        while reader.offset() < end && !reader.at_end() {
            reader.at += 1;
        }
    }
    parse_tokens(&mut reader, &mut parsed);
    parsed.join_listed_labels(text);
    let failed = parsed.clauses.is_empty() && reader.tried.len() > reader.found.len();
    parsed.found = if failed { reader.tried } else { reader.found };
    parsed
}

/// Parses a row of values where rows are expected: `Camelry(S) from 11 to 10 AP`.
pub(super) fn parse_value_row(line: &JoinedLine, known: &KnownRulesets) -> Option<ValueChange> {
    let tokens = tokenize(line.text());
    let mut reader = TokenCursor::new(&known.words, line.text(), &tokens);
    let value = reader.parse_value()?;
    reader.eat_mark(&['.', ',', ';']);
    reader.at_end().then_some(value)
}

fn parse_tokens(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    let mut follows = false;
    while !reader.at_end() {
        if reader.eat_mark(&['.', ',', ':', ';', '–', '!', '…']) {
            continue;
        }
        let from = reader.offset();
        if let Some(Lexeme::Paren(words)) = reader.peek(0) {
            let is_remark = reader.is_action_remark(words);
            if !is_remark {
                reader.at += 1;
                parsed.remarks.push((from, reader.previous_end()));
                continue;
            }
        }
        if follows
            || reader.is_word(0, REMARK_OPENERS) && (!parsed.clauses.is_empty() || reader.at == 0)
        {
            // words after an instruction whose payload follows below are a remark about it; a note
            // may itself change something: `Note that the 2 in bullet 3 is now 3.`
            let back = reader.checkpoint();
            if !follows && parse_free_order(reader, back, parsed) {
                continue;
            }
            reader.skip_sentence();
            parsed.remarks.push((from, reader.previous_end()));
            continue;
        }
        let back = reader.checkpoint();
        if reader.is_sentence_start(reader.at)
            || !parsed.clauses.is_empty()
            || !parsed.names.is_empty()
            || !parsed.lead.is_empty()
        {
            let at = reader.at;
            parsed.verb |= reader.verb_at(0).is_some();
            let placed = !parsed.lead.is_empty() || !parsed.names.is_empty();
            let clause = reader.parse_clause().filter(|clause| {
                placed || !matches!(clause.action, ClauseAction::Delete) || !clause.place.is_empty()
            });
            if let Some(clause) = clause {
                if stops_early(reader, &clause) && parse_free_order(reader, back, parsed) {
                    continue;
                }
                let lead = parsed.lead.clone();
                follows = clause.payload == PayloadPlace::Follows;
                let open = matches!(clause.payload, PayloadPlace::Inline(_, _, false));
                parsed.clauses.push((clause, lead));
                if open {
                    reader.at = reader.tokens.len();
                }
                // a clause without tokens would never end the loop
                if reader.at == at {
                    reader.at += 1;
                }
                continue;
            }
            reader.rewind(back);
        }
        if skip_announced_entries(reader) {
            parsed.remarks.push((from, reader.previous_end()));
            continue;
        }
        let placed = !parsed.lead.is_empty() || !parsed.names.is_empty();
        if reader.is_word(0, &["new"]) && placed && parse_free_order(reader, back, parsed) {
            // `Para 2: new bullet`
            continue;
        }
        if parse_leading_place(reader, parsed) {
            continue;
        }
        reader.rewind(back);
        if parse_free_order(reader, back, parsed) {
            continue;
        }
        let sentence = reader.at;
        reader.skip_sentence();
        parsed.verb |= reader.has_instruction_words(sentence..reader.at);
        parsed.failed_instruction |= sentence == 0 && reader.instructs_about_unit(reader.at);
        match parsed
            .unread
            .last_mut()
            .filter(|(_, end)| reader.text[*end..from].trim().is_empty())
        {
            Some(last) => last.1 = reader.previous_end(),
            None => parsed.unread.push((from, reader.previous_end())),
        }
    }
}

/// Consumes `New or amended entries.`, which only announces the entries below.
fn skip_announced_entries(reader: &mut TokenCursor<'_>) -> bool {
    let (back, from) = (reader.checkpoint(), reader.at);
    while reader.is_word(
        0,
        &["new", "or", "and", "amended", "changed", "revised", "added"],
    ) {
        reader.at += 1;
    }
    let entries = reader.at > from && reader.eat_word(&["entries", "definitions", "terms"]);
    if entries && (reader.at_end() || reader.eat_mark(&['.', ':'])) && reader.at_end() {
        return true;
    }
    reader.rewind(back);
    false
}

/// Whether a clause describes what it changes, or ends in the middle of a sentence.
fn stops_early(reader: &TokenCursor<'_>, clause: &VerbClause) -> bool {
    let described = matches!(
        clause.action,
        ClauseAction::DeleteDescribed(_) | ClauseAction::Paraphrase(_)
    );
    described
        || clause.payload != PayloadPlace::Follows
            && matches!(reader.peek(0), Some(Lexeme::Word(_)))
            && !reader.is_word(0, &["and", "then", "but", "so", "to", "because"])
}

/// Parses the sentence at `start` in free order, or the line from its beginning if the place in
/// front of it is needed too. On failure the cursor stays where it is.
fn parse_free_order(
    reader: &mut TokenCursor<'_>,
    start: Checkpoint,
    parsed: &mut ParsedLine,
) -> bool {
    let here = reader.checkpoint();
    reader.rewind(start);
    let before = parsed.clauses.last().map(|(clause, _)| clause);
    let before = before.filter(|before| {
        let between = reader.text.get(before.end..reader.offset());
        !between.is_some_and(|between| between.contains(['.', ';']))
    });
    let context = FreeOrderContext {
        before,
        labelled: !parsed.names.is_empty() && parsed.lead.steps.is_empty(),
        placed: !parsed.lead.is_empty(),
    };
    let mut clauses = reader.parse_free_order(context);
    let whole = parsed.clauses.is_empty() && parsed.names.is_empty() && parsed.unread.is_empty();
    if clauses.is_empty() && whole && !parsed.lead.steps.is_empty() {
        let found = std::mem::take(&mut reader.found);
        reader.at = 0;
        clauses = reader.parse_free_order(FreeOrderContext::default());
        if !clauses.is_empty() {
            parsed.lead = PrintedAddress {
                page: parsed.lead.page.take(),
                heading: parsed.lead.heading.take(),
                ..PrintedAddress::default()
            };
        } else {
            reader.found = found;
        }
    }
    if clauses.is_empty() {
        reader.at = here.token();
        return false;
    }
    let lead = parsed.lead.clone();
    parsed
        .clauses
        .extend(clauses.into_iter().map(|clause| (clause, lead.clone())));
    true
}

/// Parses a part of the place in front of a verb: a page, an address, a rule number, a name.
fn parse_leading_place(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back) = (reader.at, reader.checkpoint());
    if parse_leading_page(reader, parsed) {
        return true;
    }
    if reader.is_word(0, &["in", "under", "on", "at", "to", "from"]) && parsed.clauses.is_empty() {
        let place = reader.parse_containing_place();
        let is_fronted = reader.is_word(0, &["after", "before"]);
        if !place.is_empty()
            && (is_fronted
                || is_at_separator(reader)
                || reader.is_demand()
                || reader.verb_at(0).is_some())
        {
            parsed.lead.narrow(place);
            reader.record(from, "the place");
            return true;
        }
        reader.rewind(back);
    }
    if parse_rule_number(reader, parsed) {
        return true;
    }
    if let (Some(Lexeme::Quote(label, true)), false, true) = (
        reader.peek(0),
        parsed.names.is_empty(),
        parsed.clauses.is_empty(),
    ) && parsed.paged
        && reader.is_mark(1, &[':', ',', '–', '.'])
    {
        // `Page 44, Glossary, "Lee shore": …`
        reader.at += 1;
        reader.record(from, format!("entry {label}"));
        parsed.lead.narrow(PrintedAddress {
            steps: vec![PrintedStep::entry(label)],
            ..PrintedAddress::default()
        });
        return true;
    }
    if let (Some(Lexeme::Quote(name, true)), true, true) = (
        reader.peek(0),
        parsed.names.is_empty() && parsed.clauses.is_empty(),
        parsed.paged && reader.is_mark(1, &[':', ',', '–', '.']),
    ) {
        // `Page 4, "Preparation", point 3: …`
        let start = reader.offset();
        reader.at += 1;
        reader.record(from, format!("place {name}"));
        parsed
            .names
            .push((name.clone(), start, reader.previous_end()));
        return true;
    }
    let rule = reader.is_word(
        0,
        &[
            "rule", "rules", "section", "sections", "article", "chapter", "case", "cases",
        ],
    );
    let number = match reader.peek(1) {
        Some(Lexeme::Dotted(number) | Lexeme::Bracket(number)) => Some(number.clone()),
        Some(Lexeme::Number(number, None)) => Some(number.to_string()),
        _ => None,
    };
    if let (true, Some(number)) = (
        rule && parsed.names.is_empty() && parsed.clauses.is_empty(),
        number,
    ) {
        reader.at += 2;
        parsed.lead.unsupported.extend(parse_further_rules(reader));
        if is_at_separator(reader)
            || reader.verb_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_)))
            || continues_place(reader)
        {
            reader.record(from, format!("rule {number}"));
            parsed.lead.heading = Some(number);
            return true;
        }
        reader.rewind(back);
    }
    if let Some(place) = reader.parse_address() {
        let is_fronted = reader.is_word(0, &["after", "before"]) && parsed.clauses.is_empty();
        if is_at_separator(reader)
            || is_fronted
            || reader.is_demand()
            || reader.verb_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_)))
        {
            if parsed.clauses.is_empty() {
                parsed.lead.narrow(place);
            } else {
                // a new place after an instruction
                parsed.lead = PrintedAddress {
                    page: parsed.lead.page.clone(),
                    heading: parsed.lead.heading.clone(),
                    ..place
                };
            }
            return true;
        }
        reader.rewind(back);
    }
    parse_name(reader, parsed)
}

/// Parses a page in front of a clause, or after the last one.
fn parse_leading_page(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back, start) = (reader.at, reader.checkpoint(), reader.offset());
    let Some(page) = reader.parse_page() else {
        return false;
    };
    if !is_at_separator(reader) && !reader.is_sentence_start(from) {
        reader.rewind(back);
        return false;
    }
    parsed.paged |= parsed.names.is_empty();
    reader.record(from, format!("page {page}"));
    if parsed.clauses.is_empty() {
        parsed.lead.page = Some(page);
        parsed.lead.unsupported.extend(reader.parse_further_pages());
    } else {
        parsed.trailing_page = Some((page, start));
    }
    true
}

/// Parses a rule number in front of the place or the verb: `[16.3]`, `11.5`.
fn parse_rule_number(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back) = (reader.at, reader.checkpoint());
    reader.eat_mark(&['§']);
    let Some(Lexeme::Bracket(number) | Lexeme::Dotted(number)) = reader.peek(0) else {
        reader.rewind(back);
        return false;
    };
    let digits = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() < 12;
    if digits && parsed.names.is_empty() && parsed.clauses.is_empty() {
        reader.at += 1;
        let next = reader.at_end()
            || is_at_separator(reader)
            || reader.verb_at(0).is_some()
            || reader.participle_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_)));
        if next || continues_place(reader) {
            parsed.lead.heading = Some(number.clone());
            reader.record(from, format!("rule {number}"));
            return true;
        }
    }
    reader.rewind(back);
    false
}

/// Whether the words after a rule number continue the place or demand something: `11.5 In the
/// second paragraph, …`.
fn continues_place(reader: &mut TokenCursor<'_>) -> bool {
    let back = reader.checkpoint();
    let start = reader.is_demand() || reader.is_word(0, &["after", "before"]);
    reader.eat_word(&["in", "under", "on", "at", "to", "from"]);
    let place = start
        || reader
            .parse_address()
            .is_some_and(|place| !place.steps.is_empty());
    reader.rewind(back);
    place
}

/// Whether the cursor is at a separating mark or at the end.
fn is_at_separator(reader: &TokenCursor<'_>) -> bool {
    reader.at_end() || reader.is_mark(0, &['.', ',', ':', ';', '–'])
}

/// Parses capitalised words up to a mark or a page: the name of a section or of a labelled unit.
fn parse_name(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (back, from) = (reader.checkpoint(), reader.at);
    let start = reader.offset();
    let large = reader.text[start..].starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    if parse_small_label(reader, parsed) {
        return true;
    }
    if !large || parsed.names.len() > 3 || !parsed.clauses.is_empty() || reader.verb_at(0).is_some()
    {
        return false;
    }
    if parsed.paged && !parsed.names.is_empty() && parse_long_name(reader, parsed) {
        return true;
    }
    if reader.is_word(0, &["under", "in"])
        && reader
            .tokens
            .get(from + 1)
            .is_some_and(|next| reader.text[next.start..].starts_with(char::is_uppercase))
    {
        // `Under Double based elements, …`
        reader.at += 1;
    }
    let (from, start) = (reader.at, reader.offset());
    let mut words = 0;
    let longest = if parsed.paged { 20 } else { 12 };
    while !reader.at_end() && !is_at_separator(reader) && words < longest {
        let page = reader.checkpoint();
        if reader.at > from
            && reader.parse_page().is_some()
            && (is_at_separator(reader) || reader.at_end())
        {
            reader.rewind(page);
            break;
        }
        reader.rewind(page);
        let part = matches!(
            reader.peek(0),
            Some(
                Lexeme::Word(_)
                    | Lexeme::Item(_)
                    | Lexeme::Paren(_)
                    | Lexeme::Number(..)
                    | Lexeme::Nth(_)
                    | Lexeme::Dotted(_)
            )
        ) || reader.is_mark(0, &['&', '/', '\'']);
        if !part {
            break;
        }
        words += 1;
        reader.at += 1;
    }
    let page = reader.at.checked_sub(1).and_then(|last| {
        // `Drowning (p. 74). …`
        let Lexeme::Paren(words) = &reader.tokens[last].kind else {
            return None;
        };
        let tokens = tokenize(words);
        let mut inner = TokenCursor::new(reader.words, words, &tokens);
        let page = inner.parse_page().filter(|_| inner.at_end())?;
        (last > from).then_some((last, page))
    });
    let end = match &page {
        Some((last, _)) => reader.tokens[last - 1].end,
        None => reader.previous_end(),
    };
    let ended = reader.at_end() || is_at_separator(reader) || reader.is_page();
    // a second name is short, and text follows it
    // or a whole heading, before a place: `If the total is less …. Para 2: …`
    let leads = parsed.paged && is_at_separator(reader) && {
        let here = reader.checkpoint();
        reader.at += 1;
        let place = reader
            .parse_address()
            .is_some_and(|place| place.steps.iter().any(|step| !step.is_bare()));
        reader.rewind(here);
        place
    };
    let inner = parsed.paged && (words <= 6 || leads) && is_at_separator(reader);
    let ended = ended
        && (parsed.names.is_empty()
            || inner
            || words <= 3
                && reader.is_mark(0, &[':', '.', '–'])
                && !reader.text[start..end].contains('.'));
    // `In the last paragraph but one` is a place that was not understood, not a name
    let placed = reader.tokens[from..reader.at]
        .iter()
        .any(|token| matches!(&token.kind, Lexeme::Word(word) if is_counted_unit(word)));
    let first = match &reader.tokens[from].kind {
        Lexeme::Word(word) => word.as_str(),
        _ => "",
    };
    let inside = ["in", "on", "at", "to", "from", "under", "after", "before"].contains(&first);
    // `Throughout this section`, `The closing words of the section`, `Paragraph 1 gains …`
    let large = reader.tokens[from + 1..reader.at]
        .iter()
        .any(|token| reader.text[token.start..].starts_with(char::is_uppercase));
    let beside = ["after", "before"].contains(&first) && reader.at > from + 1;
    let described = beside
        || (inside || ["the", "throughout", "all", "each", "every", "of", "for"].contains(&first))
            && !large
            && reader.at > from + 1;
    let numbered = is_counted_unit(first)
        && matches!(
            reader.tokens.get(from + 1).map(|token| &token.kind),
            Some(Lexeme::Number(..))
        );
    // a sentence that demands something is no name either
    let called = reader.tokens[from..reader.at]
        .iter()
        .any(|token| matches!(&token.kind, Lexeme::Word(word) if DEMANDS.contains(&word.as_str()) || ["is", "are", "becomes", "become", "reads"].contains(&word.as_str())));
    // nor `1st and last bullets`, nor a sentence with a verb of the language and a unit
    let counted = placed && matches!(reader.tokens[from].kind, Lexeme::Nth(_));
    let instructs = reader.has_instruction_words(from..reader.at);
    let is_no_name = placed && inside || called || counted || instructs || described || numbered;
    if reader.at == from || !ended || words >= longest || is_no_name && !leads {
        reader.rewind(back);
        return false;
    }
    reader.record(from, format!("place {}", &reader.text[start..end]));
    if let Some((_, page)) = page
        && parsed.names.is_empty()
    {
        parsed.paged = true;
        parsed.lead.page = Some(page);
    }
    parsed
        .names
        .push((reader.text[start..end].to_owned(), start, end));
    true
}

/// Parses a heading that is a sentence with commas, in front of an address: `Outcome, If the total is
/// less than that of its opponent, but more than half. Para 2: …`
fn parse_long_name(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    const LONGEST: usize = 30;
    let (back, from, start) = (reader.checkpoint(), reader.at, reader.offset());
    let mut commas = 0;
    while !reader.at_end() && reader.at < from + LONGEST && reader.verb_at(0).is_none() {
        if reader.is_mark(0, &['.', ':']) {
            let end = reader.previous_end();
            let after = reader.checkpoint();
            reader.at += 1;
            let placed = reader
                .parse_address()
                .is_some_and(|place| place.steps.iter().any(|step| !step.is_bare()));
            if !placed || commas == 0 {
                break;
            }
            reader.rewind(after);
            reader.record(from, format!("place {}", &reader.text[start..end]));
            parsed
                .names
                .push((reader.text[start..end].to_owned(), start, end));
            return true;
        }
        let named = matches!(
            reader.peek(0),
            Some(Lexeme::Word(_) | Lexeme::Item(_) | Lexeme::Paren(_))
        );
        commas += usize::from(reader.is_mark(0, &[',']));
        if !named && !reader.is_mark(0, &[',', '\'', '–']) || reader.unit_at(0).is_some() {
            break;
        }
        reader.at += 1;
    }
    reader.rewind(back);
    false
}

/// Parses `and 7.3` after a rule number; returns the message that these rules are left out.
fn parse_further_rules(reader: &mut TokenCursor<'_>) -> Option<String> {
    let from = reader.at;
    loop {
        let back = reader.checkpoint();
        if !(reader.eat_mark(&[',', '&']) | reader.eat_word(&["and"]))
            || !matches!(reader.peek(0), Some(Lexeme::Dotted(_) | Lexeme::Bracket(_)))
        {
            reader.rewind(back);
            break;
        }
        reader.at += 1;
    }
    let start = reader.tokens.get(from).map_or(0, |token| token.start);
    (reader.at > from).then(|| {
        format!(
            "it names further rules ({}); only the first is used",
            reader.text[start..reader.previous_end()].trim_matches([',', ' '])
        )
    })
}

/// Parses words in lower case between the name of a place and a verb: `crossbowmen, change minimum
/// from 6 to 4`.
fn parse_small_label(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (back, from, start) = (reader.checkpoint(), reader.at, reader.offset());
    if parsed.names.is_empty()
        || parsed.names.len() > 3
        || !parsed.clauses.is_empty()
        || !reader.text[start..].starts_with(|c: char| c.is_lowercase())
    {
        return false;
    }
    while reader.at < from + 3
        && reader.word(0).is_some()
        && reader.verb_at(0).is_none()
        && reader.unit_at(0).is_none()
    {
        reader.at += 1;
    }
    if reader.at == from || !reader.is_mark(0, &[',', ':']) || reader.verb_at(1).is_none() {
        reader.rewind(back);
        return false;
    }
    let end = reader.previous_end();
    reader.record(from, format!("label {}", &reader.text[start..end]));
    parsed
        .names
        .push((reader.text[start..end].to_owned(), start, end));
    true
}

/// Whether a word names a unit that is counted: `paragraph`.
fn is_counted_unit(word: &str) -> bool {
    UNITS
        .iter()
        .any(|row| row.naming == Naming::Counted && row.words.contains(&word))
}

impl TokenCursor<'_> {
    fn is_page(&mut self) -> bool {
        let back = self.checkpoint();
        let page = self.parse_page().is_some();
        self.rewind(back);
        page
    }

    /// Whether an instruction begins at `ahead`.
    fn starts_instruction(&self, ahead: usize) -> bool {
        self.verb_at(ahead).is_some()
            || self.is_word(ahead, &["at", "after", "before", "in", "the"])
    }

    /// Whether words in brackets after a rule number name a change.
    fn is_action_remark(&self, words: &str) -> bool {
        let first = words
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        self.at > 0
            && matches!(
                self.tokens[self.at - 1].kind,
                Lexeme::Bracket(_)
                    | Lexeme::Dotted(_)
                    | Lexeme::Number(..)
                    | Lexeme::Word(_)
                    | Lexeme::Item(_)
            )
            && super::grammar::REMARKS
                .iter()
                .any(|(name, _)| *name == first)
            && (self.is_mark(1, &[':', '–', '.'])
                || self.peek(1).is_none()
                || matches!(
                    self.tokens[self.at - 1].kind,
                    Lexeme::Bracket(_) | Lexeme::Dotted(_)
                )
                || self.starts_instruction(1))
    }
}
