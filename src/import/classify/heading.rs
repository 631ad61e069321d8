//! Decides which lines are headings; makes the section they name the place of the lines below.

use super::classifier::{LineClassifier, PendingPayload};
use crate::import::{
    address::{PrintedAddress, PrintedStep},
    date,
    grammar::LEXICON,
    known_rulesets::matches_opening,
    line_reader::parse_value_rows,
    line_shape::{ends_sentence, is_caps},
    plain_text::normalise,
    sheet::{PrintedPlace, SheetPieceKind},
};

impl LineClassifier<'_> {
    /// Whether the line begins an instruction, or names an address, location or page.
    pub(super) fn announces(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        (parsed.is_strong() && parsed.leads_with_instruction())
            || parsed.failed_instruction
            || parsed.announces_entries
            || self.is_location(at)
            || parsed.is_address() && parsed.figure().is_none()
            || parsed.is_page()
    }

    /// Whether the line is only a location, of which the rules may have the name: `Page 24 – Rally`,
    /// `Rally, third paragraph`.
    pub(super) fn is_location(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        let known = || match &parsed.names[..] {
            [(name, start, _)] => {
                *start == 0
                    && parsed.lead.steps.iter().any(|step| !step.is_bare())
                    && self.known.find_place(self.ruleset, name).is_some()
            }
            _ => false,
        };
        let only = parsed.clauses.is_empty() && parsed.unread.is_empty() && !parsed.verb;
        parsed.is_location() || only && parsed.figure().is_none() && known()
    }

    /// Whether an instruction follows line `at` directly or after other headings.
    pub(super) fn leads_to_instruction(&self, at: usize, depth: usize) -> bool {
        let Some(next) = self.next_line(at) else {
            return false;
        };
        let parsed = &self.parsed[next];
        if parsed.is_page() {
            return depth < 4 && self.leads_to_instruction(next, depth + 1) || depth == 0;
        }
        if self.announces(next) || self.lines[next].headed && !parsed.clauses.is_empty() {
            return true;
        }
        let text = self.text(next);
        let name = parsed.is_name()
            && text.len() < 60
            && (!ends_sentence(text) || is_caps(text) || text.split_whitespace().count() <= 4);
        let heading = self.lines[next].headed || name || parsed.figure().is_some();
        heading && depth < 3 && self.leads_to_instruction(next, depth + 1)
    }

    /// Returns the words of the heading if the line can be one.
    pub(super) fn heading_name(&self, at: usize) -> Option<String> {
        let (line, parsed) = (&self.lines[at], &self.parsed[at]);
        let text = self.text(at);
        if line.table || !parsed.clauses.is_empty() && !line.headed {
            return None;
        }
        if text.starts_with(['"', '“']) {
            return None;
        }
        if self.has_values(at) {
            return None;
        }
        // a line that is only a date names no place
        if date::find_last_date(text).is_some_and(|(_, start, end)| {
            let around = [&text[..start], &text[end..]];
            around.concat().chars().all(|c| !c.is_alphanumeric())
        }) {
            return None;
        }
        if let Some(figure) = parsed.figure() {
            let own = line.headed || self.leads_to_instruction(at, 0) && parsed.unread.is_empty();
            return own.then(|| {
                if parsed.unread.is_empty() && parsed.names.is_empty() {
                    figure_heading(figure)
                } else {
                    text.to_owned()
                }
            });
        }
        if is_caps(text)
            && !parsed.is_name()
            && parsed.lead.steps.is_empty()
            && parsed.lead.page.is_none()
            && line.bullet.is_none()
            && text.len() <= 90
        {
            // `LESS, BUT MORE THAN HALF`
            return Some(text.to_owned());
        }
        let named = parsed.is_name();
        let name = if named {
            parsed.names[0].0.clone()
        } else {
            text.to_owned()
        };
        if line.headed {
            return Some(name);
        }
        if let Some(known) = self.known_name_in(text) {
            return Some(known);
        }
        if !named || line.bullet.is_some() || name.len() > 90 {
            return None;
        }
        let known = self.known.find_place(self.ruleset, &name).is_some();
        let sure = is_caps(&name)
            || known
            || parsed.lead.page.is_some()
            || (line.stressed && !ends_sentence(text));
        let short = name.split_whitespace().count() <= 8;
        let large = name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        // a whole sentence is no heading, even if an instruction follows
        let sentence =
            ends_sentence(text) && text.split_whitespace().count() > 4 && !is_caps(&name);
        (sure || (short && large && !sentence && self.leads_to_instruction(at, 0))).then_some(name)
    }

    /// Whether the line states values, and so names no place: `Rafts(I) from 15 to 14`.
    fn has_values(&self, at: usize) -> bool {
        !self.lines[at].headed && parse_value_rows(&self.lines[at], self.known).is_some()
    }

    /// Returns the known place that a short line names among other words: `Section: Tolls, p. 9`,
    /// `3. Tolls`, `Tolls [p 9]:`, `The rules on tolls`.
    fn known_name_in(&self, text: &str) -> Option<String> {
        const LONGEST: usize = 120;
        let is_page = |word: &str| {
            let word = word
                .trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase();
            let digits = word.trim_start_matches("pages").trim_start_matches("page");
            let digits = digits.trim_start_matches("pg").trim_start_matches('p');
            digits
                .trim_start_matches('.')
                .bytes()
                .all(|b| b.is_ascii_digit())
        };
        if text.len() > LONGEST {
            return None;
        }
        let parts = [" - ", " – ", " — ", ": "];
        let inner = parts.iter().find_map(|mark| {
            // `COMBAT OUTCOME – More than half`
            let (outer, inner) = text.split_once(mark)?;
            let known = self.known.find_place(self.ruleset, inner)?;
            (is_caps(outer) || !inner.contains(['"', '“']) && !known.1.is_empty())
                .then(|| inner.to_owned())
        });
        if inner.is_some() {
            return inner;
        }
        let mut words: Vec<&str> = text.split_whitespace().collect();
        while words.len() > 1 && words.last().is_some_and(|last| is_page(last)) {
            words.pop();
        }
        let page = words
            .windows(2)
            .position(|pair| is_page_label(pair[0]) && is_page(pair[1]));
        if let Some(at) = page.filter(|at| at + 2 < words.len()) {
            // `DBM 3.4 p. 12 TERRAIN CHOOSING`
            words.drain(..at + 2);
        }
        let trim = |name: &str| {
            name.trim_matches(|c: char| !c.is_alphanumeric() && c != ')')
                .to_owned()
        };
        loop {
            let name = trim(&words.join(" "));
            if self.known.find_place(self.ruleset, &name).is_some() {
                return Some(name);
            }
            let first = normalise(words.first()?);
            let opens = LEXICON.has("heading_openers", &first)
                || first.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            if !opens || words.len() < 2 {
                return None;
            }
            words.remove(0);
        }
    }

    /// Remembers a short line that was not understood and may name the place of the lines below.
    pub(super) fn doubt_place(&mut self, at: usize) {
        const LONGEST: usize = 10;
        let text = self.text(at).trim();
        let short = text.split_whitespace().count() <= LONGEST;
        if short && !text.ends_with(['.', '!', '?', '"', '”']) && self.lines[at].bullet.is_none()
        {
            self.doubtful_place = Some(text.to_owned());
        }
    }

    /// Adds a heading: the following lines belong to its place.
    pub(super) fn enter_heading(&mut self, at: usize, name: String) {
        let parsed = &self.parsed[at];
        let name = trim_heading(&name);
        let bare = !self.lines[at].headed && !is_caps(&name);
        let nested = self.last_heading.is_some_and(|last| last + 1 == at)
            && bare
            && parsed.lead.page.is_none();
        self.mark_line(at, SheetPieceKind::Heading, None);
        if let Some(page) = parsed.lead.page.clone() {
            let name_end = parsed.names.first().map_or(0, |name| name.2);
            let words = self.text(at);
            let from = words[name_end..]
                .find(|c: char| c.is_alphanumeric())
                .map_or(words.len(), |from| name_end + from);
            if from < words.len() && name_end > 0 {
                self.start_piece(
                    self.lines[at].plain.span(from, from).start(),
                    SheetPieceKind::PageLabel,
                    None,
                );
            }
            self.place.page = Some(page);
        }
        let is_notes = self.is_notes_heading(&name);
        if is_notes {
            self.in_notes = true;
            self.starts_note = false;
        }
        if !is_notes && self.known.is_cover(&name) {
            // it names the sheet or a part of it, not a place of the rules
            let page = parsed.lead.page.clone();
            self.enter_place(Vec::new(), page);
            self.headed_place = PrintedPlace::default();
            self.last_heading = Some(at);
            return;
        }
        let mut path = if nested {
            std::mem::take(&mut self.place.path)
        } else {
            Vec::new()
        };
        path.push(name);
        let own = parsed.lead.page.is_some();
        let page = self.place.page.take();
        let labelled = self.labelled_page;
        self.enter_place(path, page);
        self.place.page_carried = !own && !labelled && self.place.page.is_some();
        self.headed_place = self.place.clone();
        (self.inline, self.page_headed) = (false, false);
        self.labelled_page = false;
        self.last_heading = Some(at);
        self.paged = false;
    }

    /// Whether authors explain below a heading, which is no place of the rules.
    fn is_notes_heading(&self, name: &str) -> bool {
        let words = normalise(name);
        let mut notes = self.known.words.notes.iter();
        notes.any(|notes| matches_opening(&words, notes))
            && self.known.find_place(self.ruleset, name).is_none()
    }

    /// Adds a line that only names a location: the following lines belong to it.
    pub(super) fn enter_location(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        self.mark_line(at, SheetPieceKind::Heading, None);
        let names = parsed.path(self.text(at)).into_iter();
        let (path, labels) = self.split_labels(names.map(|name| trim_heading(&name)).collect());
        self.enter_place(path, parsed.lead.page.clone());
        let mut context = PrintedAddress {
            page: None,
            heading: None,
            ..parsed.lead.clone()
        };
        let labels = labels
            .iter()
            .map(|label| PrintedStep::labelled(label, true));
        context.steps.splice(0..0, labels);
        self.context = context;
        self.last_heading = Some(at);
    }

    pub(super) fn resolve_place_id(&mut self) {
        let last = self
            .place
            .path
            .last()
            .map(String::as_str)
            .unwrap_or_default();
        let whole = self.place.path.join(" ");
        let found = self
            .known
            .find_place(self.ruleset, &whole)
            .or_else(|| self.known.find_place(self.ruleset, last));
        self.place.id = found.map(|(_, id)| id.to_owned());
        self.was_placed |= self.place.id.is_some();
    }
}

/// Whether a word is `page` or an abbreviation of it.
fn is_page_label(word: &str) -> bool {
    let word = word.trim_end_matches('.').to_lowercase();
    ["page", "p", "pg", "pp"].contains(&word.as_str())
}

/// Removes the number in front of a heading and the stops after it.
pub(crate) fn trim_heading(name: &str) -> String {
    let name = name.trim().trim_end_matches(['.', ':', ' ']);
    let continued = ["(continued)", "(cont.)", "(cont'd)", "(contd)", "(cont)"];
    let lower = name.to_ascii_lowercase();
    let end = continued
        .iter()
        .find_map(|end| Some(lower.strip_suffix(end)?.len()));
    let name = name[..end.unwrap_or(name.len())].trim_end_matches([',', '.', ' ']);
    let digits = name.len() - name.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = name[digits..].trim_start_matches(['.', ')']);
    let numbered = digits > 0
        && rest.starts_with(' ')
        && rest.trim_start().starts_with(|c: char| c.is_alphabetic());
    if numbered {
        rest.trim_start().to_owned()
    } else {
        name.to_owned()
    }
}

/// Returns the printed form of the step `figure "11a"`.
pub(super) fn figure_heading(step: &PrintedStep) -> String {
    format!("Figure {}", step.name().unwrap_or_default())
}
