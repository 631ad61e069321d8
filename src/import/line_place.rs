//! Reads the place in front of an instruction: a page, a rule number, a name, an address.

use super::{
    address::{PrintedAddress, PrintedStep},
    grammar::{LEXICON, NumberMeaning, VerbKind, is_counted_unit},
    line_reader::LineReader,
    token::{
        SheetToken,
        SheetTokenKind::{Bracket, Dotted, Item, Mark, Nth, Number, Paren, Quote, Signed, Word},
    },
};
use crate::syntax::UnitNoun;

/// Prepositions in front of a place.
const PREPOSITIONS: &[&str] = &["in", "under", "on", "at", "to", "from"];

/// Words in front of a place that are no name.
const SMALL_WORDS: &[&str] = &[
    "in", "on", "at", "to", "from", "under", "of", "the", "after", "before", "for",
];

/// Words for an end of a place: `At the end of …`.
const EDGES: &[&str] = &["end", "bottom", "foot", "start", "beginning", "top", "head"];

impl LineReader<'_> {
    /// Reads a part of the place in front of a verb.
    pub(super) fn read_place(&mut self) -> bool {
        let readers: [fn(&mut Self) -> bool; 9] = [
            Self::read_page,
            Self::read_fronted_place,
            Self::read_rule_number,
            Self::read_quoted_name,
            Self::read_bracketed_name,
            Self::read_numbered_section,
            Self::read_address,
            Self::read_small_label,
            Self::read_name,
        ];
        let back = self.cursor.checkpoint();
        readers.iter().any(|read| {
            let found = read(self);
            if !found {
                self.cursor.rewind(back);
            }
            found
        })
    }

    /// Whether nothing but places precedes the cursor, and no name.
    fn is_unnamed(&self) -> bool {
        self.parsed.names.is_empty() && self.parsed.clauses.is_empty()
    }

    /// Whether what follows a place may be a change of it: a mark, a demand or a verb.
    fn precedes_change(&self) -> bool {
        let cursor = &self.cursor;
        cursor.is_at_separator() || cursor.is_demand() || cursor.verb_at(0).is_some()
    }

    /// Reads a page in front of a clause, or after the last one: `Page 12.`, `(p. 41)`.
    fn read_page(&mut self) -> bool {
        let (from, start) = (self.cursor.at, self.cursor.offset());
        let bracketed = if from == 0 {
            self.cursor.eat_page_in_brackets()
        } else {
            None
        };
        let in_brackets = bracketed.is_some();
        let Some(page) = bracketed.or_else(|| self.cursor.parse_page()) else {
            return false;
        };
        if !in_brackets && !self.cursor.is_at_separator() && !self.cursor.is_sentence_start(from) {
            return false;
        }
        self.cursor.record(from, format!("page {page}"));
        let parsed = &mut self.parsed;
        parsed.page_first |= !in_brackets && parsed.names.is_empty() && parsed.unread.is_empty();
        parsed.paged |= parsed.names.is_empty();
        if parsed.clauses.is_empty() {
            parsed.lead.page = Some(page);
            let further = self.cursor.parse_further_pages();
            parsed.lead.unsupported.extend(further);
        } else {
            parsed.trailing_page = Some((page, start));
        }
        true
    }

    /// Reads a place behind a preposition: `In the last paragraph, …`.
    fn read_fronted_place(&mut self) -> bool {
        let from = self.cursor.at;
        if !self.cursor.is_word(0, PREPOSITIONS) || !self.parsed.clauses.is_empty() {
            return false;
        }
        let place = self.cursor.parse_containing_place();
        // `In the table, …` is the place itself
        let found = (!place.is_empty() || self.cursor.at > from + 1)
            && (self.cursor.is_word(0, &["after", "before"]) || self.precedes_change());
        if found {
            self.parsed.lead.narrow(place);
            self.cursor.record(from, "the place");
        }
        found
    }

    /// Reads a rule number in front of the place or the verb: `[16.3]`, `11.5`.
    fn read_rule_number(&mut self) -> bool {
        let from = self.cursor.at;
        self.cursor.eat_mark(&['§']);
        let Some(Bracket(number) | Dotted(number)) = self.cursor.peek(0) else {
            return false;
        };
        const LONGEST: usize = 12;
        let digits = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() < LONGEST;
        if !digits || !self.is_unnamed() {
            return false;
        }
        self.cursor.at += 1;
        let further = self.cursor.parse_further_rules();
        let next = matches!(self.cursor.peek(0), Some(Paren(_) | Quote(..)))
            || self.cursor.participle_at(0).is_some();
        if !next && !self.precedes_change() && !self.continues_place() {
            return false;
        }
        self.cursor.record(from, format!("rule {number}"));
        self.parsed.lead.further = further;
        self.parsed.lead.heading = Some(number.clone());
        true
    }

    /// Whether the words at the cursor continue the place: `11.5 In the second paragraph, …`.
    fn continues_place(&mut self) -> bool {
        let preposition = self.cursor.is_word(0, PREPOSITIONS);
        self.cursor.is_word(0, &["after", "before"])
            || self.leads_to_steps(usize::from(preposition))
    }

    /// Whether an address with steps is at `ahead`.
    fn leads_to_steps(&mut self, ahead: usize) -> bool {
        let place = self.cursor.look_ahead(|cursor| {
            cursor.at += ahead;
            cursor.parse_address()
        });
        place.is_some_and(|place| !place.steps.is_empty())
    }

    /// Reads the quoted name of a section (`Page 4, "Preparation", point 3: …`), of an entry (`Glossary,
    /// "Lee shore": …`) or of a paragraph (`"Costs:" Delete the last line.`).
    fn read_quoted_name(&mut self) -> bool {
        let cursor = &mut self.cursor;
        let from = cursor.at;
        cursor.eat_word(&["the"]);
        let called_section = cursor.eat_word(&LEXICON.rule_words);
        let start = cursor.offset();
        let Some(name) = cursor.eat_quote() else {
            return false;
        };
        let end = cursor.previous_end();
        let page = cursor.eat_page_in_brackets();
        let marked = cursor.is_mark(0, &[':', ',', '–', '.']);
        if !self.parsed.clauses.is_empty() {
            return false;
        }
        let glossary = matches!(&self.parsed.names[..], [(name, ..)] if LEXICON.glossaries.contains(&name.to_lowercase().as_str()));
        if marked && !self.parsed.names.is_empty() && (self.parsed.paged || glossary) {
            self.cursor.record(from, format!("entry {name}"));
            let entry = PrintedAddress::of(PrintedStep::entry(name));
            self.parsed.lead.narrow(entry);
            return true;
        }
        let lead = &mut self.parsed.lead;
        let paged = self.parsed.paged || page.is_some() || called_section || lead.page.is_some();
        if !self.parsed.names.is_empty() || !marked && paged {
            return false;
        }
        if paged {
            self.parsed.paged = true;
            lead.page = page.or(lead.page.take());
            self.cursor.record(from, format!("place {name}"));
            self.parsed.names.push((name.to_owned(), start, end));
            return true;
        }
        lead.steps.is_empty() && self.read_quoted_label(from, name)
    }

    /// Takes a quotation in front of an instruction as the label of a paragraph.
    fn read_quoted_label(&mut self, from: usize, label: &str) -> bool {
        let marked = self.cursor.eat_mark(&['.', ':', ',', '–']) || label.ends_with(':');
        let cursor = &self.cursor;
        let phrase = cursor.is_word(1, &["out"]) && cursor.is_word(0, &["take", "leave", "cross"]);
        let verb = cursor.verb_at(0).or(phrase.then_some(VerbKind::Delete));
        // `"Edge contact." 2nd sentence deleted.`
        let counted = matches!(cursor.peek(0), Some(Nth(_))) || cursor.is_word(0, &LEXICON.last);
        let fronted = marked && cursor.is_word(0, &["in", "for", "after", "before"]);
        let object = 1 + usize::from(phrase);
        let quotes = cursor.is_quote(object);
        let found = match verb {
            Some(VerbKind::Insert) => true,
            Some(_) => quotes || self.leads_to_steps(object),
            None => fronted || counted && label.ends_with(['.', ':']) && self.leads_to_steps(0),
        };
        if found {
            let label = label.trim_end_matches([':', '.', ' ']);
            self.cursor.record(from, format!("paragraph {label}"));
            let step = PrintedStep::quoted(UnitNoun::Paragraph, label);
            self.parsed.lead.narrow(PrintedAddress::of(step));
        }
        found
    }

    /// Reads a name in square brackets at the start of the line: `[Combat Results Table] …`.
    fn read_bracketed_name(&mut self) -> bool {
        let Some(Bracket(name)) = self.cursor.peek(0) else {
            return false;
        };
        let first = self.cursor.at == 0 && self.is_unnamed();
        if !first || !name.starts_with(char::is_alphabetic) {
            return false;
        }
        let start = self.cursor.offset();
        self.cursor.at += 1;
        self.cursor.record(0, format!("place {name}"));
        let end = self.cursor.previous_end();
        self.parsed.names.push((name.clone(), start, end));
        true
    }

    /// Reads the number of a section: `rule 4.2`.
    fn read_numbered_section(&mut self) -> bool {
        let from = self.cursor.at;
        if !self.is_unnamed() {
            return false;
        }
        let Some(numbered) = self.cursor.parse_numbered_section() else {
            return false;
        };
        let found = self.precedes_change()
            || self.cursor.participle_at(0).is_some()
            || self.cursor.is_paren(0)
            || self.continues_place();
        if found {
            let heading = numbered.heading.clone().unwrap_or_default();
            self.cursor.record(from, format!("section {heading}"));
            self.parsed.lead.narrow(numbered);
        }
        found
    }

    /// Reads an address: that of the first clause, or a new place after an instruction.
    fn read_address(&mut self) -> bool {
        let from = self.cursor.at;
        let Some(mut place) = self.cursor.parse_address() else {
            return false;
        };
        let first = self.parsed.clauses.is_empty();
        let fronted = first && self.cursor.is_word(0, &["after", "before"]);
        if !fronted && !self.precedes_change() && !self.cursor.is_paren(0) {
            return false;
        }
        let lead = &mut self.parsed.lead;
        if first {
            lead.narrow(place);
            return true;
        }
        let before = from.checked_sub(1).map(|at| &self.cursor.tokens[at].kind);
        let listed = matches!(before, Some(Mark(';' | ',')));
        let unit = place.steps.first().and_then(PrintedStep::unit);
        let same = lead.steps.iter().position(|step| step.unit() == unit);
        if let Some(same) = same.filter(|_| listed) {
            // `para 2, bullet 4: …; bullet 5: …`
            place.steps.splice(0..0, lead.steps[..same].to_vec());
        }
        *lead = PrintedAddress {
            page: lead.page.clone(),
            heading: lead.heading.clone(),
            ..place
        };
        true
    }

    /// Reads words in lower case between the name of a place and a verb: `crossbowmen, change minimum
    /// from 6 to 4`.
    fn read_small_label(&mut self) -> bool {
        const LONGEST: usize = 3;
        let cursor = &mut self.cursor;
        let (from, start) = (cursor.at, cursor.offset());
        let small = cursor.text[start..].starts_with(char::is_lowercase);
        if !small || self.parsed.names.is_empty() || !self.parsed.clauses.is_empty() {
            return false;
        }
        cursor.eat_while(LONGEST, |cursor| {
            cursor.word(0).is_some() && cursor.verb_at(0).is_none() && cursor.unit_at(0).is_none()
        });
        // `Spice, day: 5 → 6`
        let figure = matches!(cursor.peek(1), Some(Number(..) | Dotted(_) | Signed(_)))
            || cursor.is_word(1, &["was", "now", "from"]);
        let leads = cursor.verb_at(1).is_some() || figure && cursor.is_mark(0, &[':']);
        let found = cursor.at > from && cursor.is_mark(0, &[',', ':']) && leads;
        if found {
            let end = cursor.previous_end();
            self.parsed.push_name(cursor, from, "label", (start, end));
        }
        found
    }

    /// Reads the name of a section or of a labelled unit: words up to a mark that the rules know as a name,
    /// or capitalised words.
    fn read_name(&mut self) -> bool {
        const MOST_NAMES: usize = 4;
        let start = self.cursor.offset();
        let text = self.cursor.text;
        let large = text[start..].starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        if !large
            || self.parsed.names.len() >= MOST_NAMES
            || !self.parsed.clauses.is_empty()
            || self.cursor.verb_at(0).is_some()
        {
            return false;
        }
        self.skip_preposition();
        let (from, start) = (self.cursor.at, self.cursor.offset());
        let longest = if self.parsed.paged { 20 } else { 12 };
        let words = self.eat_words_of_name(from, longest);
        let page = self.page_in_brackets(from);
        let end = match &page {
            Some((last, _)) => self.cursor.tokens[last - 1].end,
            None => self.cursor.previous_end(),
        };
        let known = || self.known.find_place(None, &text[start..end]).is_some();
        if self.cursor.at == from
            || words >= longest
            || !self.ends_name(from, words, (start, end))
            || !self.leads_to_place() && !known() && self.is_no_name(from)
        {
            return false;
        }
        if page.is_none() && self.read_labelled_unit(from) {
            return true;
        }
        if let (Some((_, page)), true) = (page, self.parsed.names.is_empty()) {
            self.parsed.paged = true;
            self.parsed.lead.page = Some(page);
        }
        self.parsed
            .push_name(&mut self.cursor, from, "place", (start, end));
        true
    }

    /// Skips the preposition in front of a name: `Under Double based elements, …`, `In the Cargo list, …`.
    fn skip_preposition(&mut self) {
        let cursor = &mut self.cursor;
        let is_large = |ahead: usize| {
            let token = cursor.token(ahead);
            token.is_some_and(|token| cursor.text[token.start..].starts_with(char::is_uppercase))
        };
        let skipped = match cursor.word(0) {
            Some("under" | "in") if is_large(1) => 1,
            Some("under" | "in") if cursor.is_word(1, &["the"]) && is_large(2) => 2,
            _ => 0,
        };
        cursor.at += skipped;
    }

    /// Consumes the words up to a mark, a page or a unit; returns how many they are.
    fn eat_words_of_name(&mut self, from: usize, longest: usize) -> usize {
        let cursor = &mut self.cursor;
        while !cursor.at_end() && !cursor.is_at_separator() && cursor.at - from < longest {
            let paged = cursor
                .look_ahead(|cursor| cursor.parse_page().is_some() && cursor.is_at_separator());
            let counted = matches!(cursor.unit_at(0), Some((_, NumberMeaning::Counted)))
                && cursor.is_number(1);
            // `Late Ferrymen add: …`
            let small = cursor.text[cursor.offset()..].starts_with(char::is_lowercase);
            let commands = small && cursor.verb_at(0).is_some() && cursor.is_mark(1, &[':']);
            let part = matches!(
                cursor.peek(0),
                Some(Word(_) | Item(_) | Paren(_) | Number(..) | Nth(_) | Dotted(_))
            ) || cursor.is_mark(0, &['&', '/', '\'', '§']);
            if !part || cursor.at > from && (paged || counted || commands) {
                break;
            }
            cursor.at += 1;
        }
        cursor.at - from
    }

    /// Whether the words from token `from` end as a name does. A second name is short, or a whole heading
    /// before a place: `When no lamp is lit. Para 2: …`
    fn ends_name(&mut self, from: usize, words: usize, (start, end): (usize, usize)) -> bool {
        let cursor = &mut self.cursor;
        let preposition = words == 1 && cursor.tokens[from].is_word(SMALL_WORDS);
        let counted = cursor.unit_at(0).is_some() && words > 0 && !preposition;
        let commands = words > 0 && cursor.verb_at(0).is_some() && cursor.is_mark(1, &[':']);
        let separated = cursor.is_at_separator();
        let paged = cursor.look_ahead(|cursor| cursor.parse_page().is_some());
        let marked = cursor.is_mark(0, &[':', '.', '–']) && !cursor.text[start..end].contains('.');
        let short = self.parsed.paged && separated && words <= 6 || words <= 3 && marked;
        (separated || paged || counted || commands)
            && (self.parsed.names.is_empty() || short || self.leads_to_place())
    }

    /// Whether an address follows the mark at the cursor, behind a name on a page.
    fn leads_to_place(&mut self) -> bool {
        let named = self.cursor.look_ahead(|cursor| {
            cursor.at += 1;
            let place = cursor.parse_address();
            place.is_some_and(|place| place.steps.iter().any(|step| !step.is_bare()))
        });
        self.parsed.paged && self.cursor.is_at_separator() && named
    }

    /// Takes a name that ends with the word for a unit, in front of a verb, as the label of that unit:
    /// `Camelry or Rafts line. Replace with: …`.
    fn read_labelled_unit(&mut self, from: usize) -> bool {
        let cursor = &mut self.cursor;
        let last = cursor.at - 1;
        let unit = cursor.look_ahead(|cursor| {
            cursor.at = last;
            cursor.unit_at(0).map(|(unit, _)| unit)
        });
        let labelled = matches!(
            unit,
            Some(
                UnitNoun::Line
                    | UnitNoun::Row
                    | UnitNoun::Entry
                    | UnitNoun::Bullet
                    | UnitNoun::Paragraph
            )
        );
        // `TACTICAL FACTORS` is a heading
        let small = cursor.text[cursor.tokens[last].start..].starts_with(char::is_lowercase);
        let leads = cursor.is_at_separator() && cursor.verb_at(1).is_some();
        let (Some(unit), true) = (unit, last > from && small && labelled && leads) else {
            return false;
        };
        let label = &cursor.text[cursor.tokens[from].start..cursor.tokens[last - 1].end];
        let label = label.strip_prefix("The ").unwrap_or(label);
        cursor.record(from, format!("{} {label}", unit.name().one));
        let step = PrintedStep::quoted(unit, label);
        self.parsed.lead.narrow(PrintedAddress::of(step));
        true
    }

    /// Returns the page in brackets at the end of a name, `Drowning (p. 74)`, and the token of the
    /// brackets.
    fn page_in_brackets(&self, from: usize) -> Option<(usize, String)> {
        let last = self.cursor.at.checked_sub(1).filter(|last| *last > from)?;
        let Paren(words) = &self.cursor.tokens.get(last)?.kind else {
            return None;
        };
        Some((last, self.cursor.page_of(words)?))
    }

    /// Whether the tokens from `from` up to the cursor are a place that was not understood, or a sentence
    /// that demands something, and not a name.
    fn is_no_name(&self, from: usize) -> bool {
        const CLAIMS: &[&str] = &[
            "is", "are", "becomes", "become", "reads", "instead", "rather",
        ];
        const RELATIONS: &[&str] = &[
            "after", "before", "follows", "between", "new", "goes", "moves",
        ];
        const GENERAL: &[&str] = &["the", "throughout", "all", "each", "every", "of", "for"];
        let cursor = &self.cursor;
        let words = &cursor.tokens[from..cursor.at];
        let Some((first, rest)) = words.split_first() else {
            return true;
        };
        let is = |any: &[&str]| words.iter().any(|token| token.is_word(any));
        let lone = [
            &LEXICON.everywhere,
            &LEXICON.adverbs,
            SMALL_WORDS,
            &["yes", "no"],
        ];
        if first.is_word(&["throughout"])
            || rest.is_empty() && lone.iter().any(|any| first.is_word(any))
            || is(&LEXICON.demands)
            || is(CLAIMS)
            || cursor.has_instruction_words(from..cursor.at)
        {
            return true;
        }
        let is_unit = |token: &SheetToken| token.word().is_some_and(is_counted_unit);
        let placed = words.iter().any(is_unit);
        // `In the last paragraph but one`, `After the bullets`
        let beside = first.is_word(&["after", "before", "instead"]);
        let inside = beside || first.is_word(PREPOSITIONS);
        // `Page 5, The market: …`
        let behind_page =
            self.parsed.paged && self.parsed.names.is_empty() && cursor.is_mark(0, &[':']);
        let article = behind_page && first.is_word(&["the"]) && !placed;
        let general = (inside || first.is_word(GENERAL)) && !article;
        let large = |token: &SheetToken| cursor.text[token.start..].starts_with(char::is_uppercase);
        // `Paragraph 1 gains …`, `1st and last bullets`
        let numbered = is_unit(first) && rest.first().is_some_and(SheetToken::is_number);
        let counted = placed && matches!(first.kind, Nth(_));
        // `At the end of Article 15(1) add: …`
        let edge = inside
            && matches!(rest, [article, edge, ..] if article.is_word(&["the"]) && edge.is_word(EDGES));
        let several = !rest.is_empty();
        edge || numbered
            || counted
            // `Leave out the first bullet`
            || placed && (cursor.is_verb_phrase(from) || inside || several && is(RELATIONS))
            || several && (beside || general && !rest.iter().any(large))
    }
}
