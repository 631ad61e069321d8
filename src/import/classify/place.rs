//! Decides which lines name a place of the rules, and keeps the place of the lines and clauses below.

use super::classifier::{LineClassifier, Pending};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        clause::{PayloadPlace, VerbClause},
        date,
        grammar::LEXICON,
        instruction_draft::PieceStart,
        known_rulesets::matches_opening,
        line_shape::{ends_sentence, is_caps, split_page, trim_heading},
        plain_text::normalise,
        sheet::{PageSource, PrintedPlace, SheetPieceKind},
    },
    syntax::UnitNoun,
};

impl LineClassifier<'_> {
    /// Whether the line begins an instruction, or names an address, location or page.
    pub(super) fn announces(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        (parsed.is_strong() && parsed.leads_with_instruction())
            || parsed.failed_instruction
            || parsed.announces_values
            || self.is_location(at)
            || parsed.is_address()
            || parsed.is_page()
    }

    /// Whether the line is only a location, of which the rules may have the name: `Page 24 – Rally`,
    /// `Rally, third paragraph`.
    fn is_location(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        let known = || matches!(&parsed.names[..], [(name, start, _)] if *start <= self.lines[at].mark && parsed.lead.has_units() && self.is_known(name));
        parsed.is_only_place() && (parsed.is_location() || known())
    }

    /// Whether an instruction follows line `at` directly or after other headings.
    pub(super) fn leads_to_instruction(&self, at: usize, depth: usize) -> bool {
        let Some(next) = self.next_line(at) else {
            return false;
        };
        let (line, parsed, text) = (&self.lines[next], &self.parsed[next], self.text(next));
        if parsed.is_page() {
            return depth == 0 || depth < 4 && self.leads_to_instruction(next, depth + 1);
        }
        if self.announces(next) || line.headed && !parsed.clauses.is_empty() {
            return true;
        }
        let name = parsed.is_name()
            && text.len() < 60
            && (!ends_sentence(text) || is_caps(text) || text.split_whitespace().count() <= 4);
        let heading = line.headed || name || parsed.figure().is_some();
        heading && depth < 3 && self.leads_to_instruction(next, depth + 1)
    }

    /// Enters the place that a line is, if it is only that. Returns whether it is.
    pub(super) fn enter_place_line(&mut self, at: usize, announced: bool) -> bool {
        let parsed = &self.parsed[at];
        if self.is_location(at) {
            self.enter_location(at);
        } else if let Some(name) = self.heading_name(at)
            && !self.is_heading_of_text(at, &name)
        {
            self.enter_heading(at, &name);
        } else if parsed.is_address() && (!announced || self.leads_to_instruction(at, 0)) {
            self.enter_address(at);
        } else {
            return false;
        }
        true
    }

    /// Whether the heading `name` belongs to the pending text.
    fn is_heading_of_text(&self, at: usize, name: &str) -> bool {
        let Pending::Text { wide } = self.pending else {
            return false;
        };
        let marked = self.lines[at].headed || is_caps(name) || self.parsed[at].lead.page.is_some();
        // the first words below an instruction are its text unless they are marked as a heading
        let first = self.last_parts().is_empty() && !marked;
        first || wide && !self.leads_to_instruction(at, 0)
    }

    /// Returns the words of the heading if the line can be one.
    pub(super) fn heading_name(&self, at: usize) -> Option<String> {
        const LONGEST: usize = 90;
        let (line, parsed, text) = (&self.lines[at], &self.parsed[at], self.text(at));
        let marked = line.headed;
        let read = !parsed.clauses.is_empty() || !parsed.failed.is_empty();
        let instructs = !marked && read;
        if line.table || instructs || text.starts_with(['"', '“']) || date::is_only_date(text) {
            return None;
        }
        let leads = || self.leads_to_instruction(at, 0);
        let name = parsed.names.first().filter(|_| parsed.is_name());
        // `LESS, BUT MORE THAN HALF`
        let caps = is_caps(text) && parsed.lead.is_empty() && line.bullet.is_none();
        let Some((name, ..)) = name else {
            let heads = marked || caps && text.len() <= LONGEST;
            return heads
                .then(|| text.to_owned())
                .or_else(|| self.known_name_in(text));
        };
        if marked {
            return Some(name.clone());
        }
        let known = self.known_name_in(text);
        if known.is_some() || line.bullet.is_some() || name.len() > LONGEST {
            return known;
        }
        let sure =
            is_caps(name) || parsed.lead.page.is_some() || line.stressed && !ends_sentence(text);
        // a whole sentence is no heading, even if an instruction follows
        let sentence = ends_sentence(text) && text.split_whitespace().count() > 4;
        let large = name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        let short = large && !sentence && name.split_whitespace().count() <= 8;
        (sure || short && leads()).then(|| name.clone())
    }

    /// Returns the known place that a short line names among other words: `Section: Tolls, p. 9`,
    /// `3. Tolls`, `COMBAT OUTCOME – More than half`.
    fn known_name_in(&self, text: &str) -> Option<String> {
        const LONGEST: usize = 120;
        if text.len() > LONGEST {
            return None;
        }
        let parts = [" - ", " – ", " — ", ": "];
        let inner = parts.iter().find_map(|mark| {
            let (outer, inner) = text.split_once(mark)?;
            let known = self.is_known(inner) && (is_caps(outer) || !inner.contains(['"', '“']));
            known.then(|| inner.to_owned())
        });
        if inner.is_some() {
            return inner;
        }
        let trim = |name: &str| {
            let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != ')');
            name.to_owned()
        };
        // `DBM 3.4 p. 12 TERRAIN CHOOSING`
        let mut words: Vec<&str> = split_page(text).0.split_whitespace().collect();
        let page = words
            .windows(2)
            .position(|pair| split_page(&pair.join(" ")).1);
        words.drain(
            ..page
                .map_or(0, |page| page + 2)
                .min(words.len().saturating_sub(1)),
        );
        loop {
            let name = trim(&words.join(" "));
            if self.is_known(&name) {
                return Some(name);
            }
            let first = normalise(words.first()?);
            let number = first.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            if words.len() < 2 || !(number || LEXICON.has("heading_openers", &first)) {
                return None;
            }
            words.remove(0);
        }
    }

    /// Makes `path` the current place.
    pub(crate) fn enter_place(&mut self, path: Vec<String>, page: Option<String>) {
        let source = match page {
            Some(_) => PageSource::Heading,
            None => PageSource::Above,
        };
        let page = page.or(self.place.page.take());
        self.place = self.place_of(path, page, source);
        self.headings += 1;
        self.doubtful_place = None;
        self.context = PrintedAddress::default();
        self.pending = Pending::Nothing;
    }

    /// Returns the place with the names `path`.
    fn place_of(
        &self,
        path: Vec<String>,
        page: Option<String>,
        page_source: PageSource,
    ) -> PrintedPlace {
        let find = |words: &str| self.known.find_place(self.ruleset, words);
        let whole = path.join(" ");
        let id = find(&whole).or_else(|| find(path.last().map_or("", String::as_str)));
        PrintedPlace {
            id: id.map(|(_, id)| id.to_owned()),
            path,
            page,
            page_source,
        }
    }

    /// Makes a page that is named below the heading that of the place.
    pub(super) fn set_page(&mut self, page: Option<String>) {
        let place = &mut self.place;
        if page.is_some() && (page != place.page || place.page_source == PageSource::Above) {
            place.page = page;
            place.page_source = match place.path.is_empty() {
                true => PageSource::Heading,
                false => PageSource::Below,
            };
        }
    }

    /// Adds a page label: the following lines are on its page.
    pub(super) fn enter_page(&mut self, at: usize) {
        self.set_page(self.parsed[at].lead.page.clone());
        self.labelled_page = true;
        self.mark_line(at, SheetPieceKind::PageLabel, None);
        if !matches!(self.pending, Pending::Text { .. }) || self.leads_to_instruction(at, 0) {
            self.pending = Pending::Nothing;
        }
    }

    /// Adds a line that is only an address: the following instructions are inside it.
    fn enter_address(&mut self, at: usize) {
        self.report_unused_address();
        let mut context = self.parsed[at].lead.clone();
        if let Some(heading) = context.heading.take() {
            self.inline = false;
            self.place = self.place_of(vec![heading], context.page.take(), PageSource::Heading);
        }
        self.set_page(context.page.take());
        self.context = context;
        self.pending = Pending::Nothing;
        self.mark_address(at, SheetPieceKind::Instruction);
    }

    /// Makes a line that says where the lines below change something a piece of its own.
    fn mark_address(&mut self, at: usize, kind: SheetPieceKind) {
        self.unused_address = Some(self.out.piece_starts.len());
        self.out.piece_starts.push(PieceStart {
            at: self.line_start(at),
            kind,
            draft: None,
            found: Vec::new(),
        });
    }

    /// Reports the last address if no instruction follows it.
    pub(super) fn report_unused_address(&mut self) {
        let unused = self.unused_address.take();
        if let Some(piece) = unused.and_then(|at| self.out.piece_starts.get_mut(at)) {
            piece.kind = SheetPieceKind::NotUnderstood;
        }
    }

    /// Adds a heading: the following lines belong to its place.
    fn enter_heading(&mut self, at: usize, name: &str) {
        self.report_unused_address();
        let name = trim_heading(name);
        if self.is_no_name(&name) {
            return self.mark_line(at, SheetPieceKind::NotUnderstood, None);
        }
        let own = self.parsed[at].lead.page.clone();
        self.mark_line(at, SheetPieceKind::Heading, None);
        let name_end = self.parsed[at].names.first().map(|name| name.2);
        let page = name_end.filter(|_| own.is_some()).and_then(|end| {
            let from = self.text(at)[end..].find(char::is_alphanumeric)?;
            Some(end + from)
        });
        if let Some(page) = page {
            self.start_piece(self.byte(at, page), SheetPieceKind::PageLabel, None);
        }
        if self.is_notes_heading(&name) {
            self.notes = Some(false);
        } else if self.known.is_cover(&name) {
            // it names the sheet or a part of it, not a place of the rules
            self.enter_place(Vec::new(), own);
            return;
        }
        let labelled = self.place.page.take_if(|_| self.labelled_page);
        self.enter_place(vec![name], own.or(labelled));
        self.inline = false;
        self.labelled_page = false;
    }

    /// Whether words are no name of a place, and the rest of a sentence: `and 3 are to be numbered`.
    fn is_no_name(&self, name: &str) -> bool {
        name.starts_with(char::is_lowercase) && name.contains(' ') && !self.is_known(name)
    }

    /// Whether authors explain below a heading, which is no place of the rules.
    fn is_notes_heading(&self, name: &str) -> bool {
        let words = normalise(name);
        let mut notes = self.known.words.notes.iter();
        notes.any(|notes| matches_opening(&words, notes)) && !self.is_known(name)
    }

    /// Adds a line that only names a location: the following lines belong to it.
    fn enter_location(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        self.report_unused_address();
        let (path, labels) = self.split_labels(parsed.path(self.text(at)));
        if path.iter().any(|name| self.is_no_name(name)) {
            return self.mark_line(at, SheetPieceKind::NotUnderstood, None);
        }
        if parsed.lead.has_units() {
            self.mark_address(at, SheetPieceKind::Heading);
        } else {
            self.mark_line(at, SheetPieceKind::Heading, None);
        }
        self.enter_place(path, parsed.lead.page.clone());
        let mut context = parsed.lead.units_only();
        let labels = labels
            .iter()
            .map(|label| PrintedStep::labelled(label, true));
        context.steps.splice(0..0, labels);
        self.context = context;
    }

    /// Enters the names and places in front of the first clause of a line.
    pub(super) fn enter_names(&mut self, at: usize) {
        let parsed = &self.parsed[at];
        let lead = parsed
            .clauses
            .first()
            .map_or(&parsed.lead, |(_, lead)| lead);
        let page = lead.page.clone();
        let inline = std::mem::take(&mut self.inline);
        let leads = parsed.leads_with_instruction();
        // `Figure 5, last sentence`, `the heading of Figure 5`
        let figure = lead.steps.iter().find(|step| {
            step.unit() == Some(UnitNoun::Figure)
                && step.name().is_some()
                && parsed.names.is_empty()
        });
        if parsed.paged && leads && !parsed.names.is_empty() {
            let (path, _) = self.split_labels(parsed.path(self.text(at)));
            self.enter_place(path, page.clone());
            self.inline = true;
        } else if inline && parsed.names.is_empty() && page.is_some() && page != self.place.page {
            // a page without a name leaves the place before
            self.enter_place(Vec::new(), page.clone());
            self.inline = true;
        }
        let names = parsed.names.iter().filter(|_| leads && !parsed.paged);
        for (nth, (name, ..)) in names.enumerate() {
            let known = self.is_known(name);
            if (page.is_none() || page == self.place.page) && self.is_label_here(name) {
                continue;
            }
            if known || nth == 0 && (inline || self.place.path.is_empty()) {
                self.enter_place(vec![trim_heading(name)], page.clone());
            }
        }
        if let Some(heading) = &lead.heading
            && !self.is_only_label_here(heading)
        {
            self.enter_place(vec![trim_heading(heading)], page.clone());
            self.inline = true;
        } else if let Some(step) = figure {
            self.enter_place(vec![figure_heading(step)], page.clone());
        }
        self.inline |= inline && parsed.names.is_empty();
        self.set_page(page);
    }

    /// Enters the heading or page in front of a clause if the clause before it has another one in front.
    pub(super) fn enter_next_place(&mut self, before: &PrintedAddress, lead: &PrintedAddress) {
        match &lead.heading {
            Some(heading) if before.heading != lead.heading => {
                self.enter_place(vec![trim_heading(heading)], lead.page.clone());
                self.inline = true;
            }
            _ if before.page != lead.page => self.set_page(lead.page.clone()),
            _ => {}
        }
    }

    /// Whether the current section has a unit with the label `name`.
    pub(super) fn is_label_here(&self, name: &str) -> bool {
        let id = self.place.id.as_deref();
        id.is_some_and(|id| self.known.has_label(self.ruleset, id, name))
    }

    /// Whether the current section has a unit with the label `name`, and no section has that heading.
    pub(super) fn is_only_label_here(&self, name: &str) -> bool {
        self.is_label_here(name) && !self.is_known(name)
    }

    /// Splits the labels of units off the end of the names of a place: `Trading, Salt`.
    fn split_labels(&self, mut path: Vec<String>) -> (Vec<String>, Vec<String>) {
        let find = |words: &str| self.known.find_place(self.ruleset, words).map(|(_, id)| id);
        let labels = (1..path.len()).find(|&at| {
            let is_label = |id| self.known.has_label(self.ruleset, id, &path[at]);
            find(&path[..=at].join(" ")).is_none() && find(&path[at - 1]).is_some_and(is_label)
        });
        let labels = labels.map_or_else(Vec::new, |at| path.split_off(at));
        (path, labels)
    }

    /// Sets the place of the last draft from the heading or page that its clause names.
    pub(super) fn enter_clause_place(&mut self, clause: &VerbClause, labelled_page: bool) {
        let (heading, page) = (clause.place.heading.as_ref(), clause.place.page.clone());
        let Some(mut own) = self.out.drafts.pop() else {
            return;
        };
        if let Some(heading) = heading {
            let source = match page.is_none() && !labelled_page {
                true => PageSource::Above,
                false => PageSource::Heading,
            };
            let page = page.or(self.place.page.clone());
            own.place = self.place_of(vec![trim_heading(heading)], page, source);
            if own.replaces() && clause.payload == PayloadPlace::Follows {
                self.place = own.place.clone();
            }
        } else if page.is_some() {
            own.place.page = page;
            own.place.page_source = match own.place.path.is_empty() {
                true => PageSource::Heading,
                false => PageSource::Below,
            };
        }
        self.out.drafts.push(own);
    }
}

/// Returns the printed form of the step `figure "11a"`.
fn figure_heading(step: &PrintedStep) -> String {
    format!("Figure {}", step.name().unwrap_or_default())
}
