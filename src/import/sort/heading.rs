//! Headings, and the places to which they lead.

use super::*;

impl Sorter<'_> {
    /// Whether the line begins an instruction, names an address, or a page.
    pub(super) fn announces(&self, at: usize) -> bool {
        let told = &self.told[at];
        (told.is_strong() && told.leads())
            || told.locates()
            || told.is_address() && told.figure().is_none()
            || told.is_page()
    }

    /// Whether an instruction comes right behind line `at`, perhaps behind further headings.
    pub(super) fn leads_on(&self, at: usize, depth: usize) -> bool {
        let Some(next) = self.next(at) else {
            return false;
        };
        let told = &self.told[next];
        if told.is_page() {
            return depth < 4 && self.leads_on(next, depth + 1) || depth == 0;
        }
        if self.announces(next) || self.lines[next].headed && !told.clauses.is_empty() {
            return true;
        }
        let text = self.text(next);
        let name = told.is_name()
            && text.len() < 60
            && (!ends(text) || is_caps(text) || text.split_whitespace().count() <= 4);
        let heading = self.lines[next].headed || name || told.figure().is_some();
        heading && depth < 3 && self.leads_on(next, depth + 1)
    }

    /// The words of the heading that the line is, if it can be one.
    pub(super) fn heading(&self, at: usize) -> Option<String> {
        let (line, told) = (&self.lines[at], &self.told[at]);
        let text = self.text(at);
        if line.table || text.starts_with(['"', '“']) || !told.clauses.is_empty() && !line.headed
        {
            return None;
        }
        if let Some(figure) = told.figure() {
            let own = line.headed || self.leads_on(at, 0) && told.unread.is_empty();
            return own.then(|| {
                if told.unread.is_empty() && told.names.is_empty() {
                    shown_figure(figure)
                } else {
                    text.to_owned()
                }
            });
        }
        let named = told.is_name();
        let name = if named {
            told.names[0].0.clone()
        } else {
            text.to_owned()
        };
        if line.headed {
            return Some(name);
        }
        if !named || line.bullet.is_some() || name.len() > 90 {
            return None;
        }
        let known = self.known.place(self.ruleset, &name).is_some();
        let sure =
            is_caps(&name) || known || told.lead.page.is_some() || (line.stressed && !ends(text));
        let short = name.split_whitespace().count() <= 8;
        let large = name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        // a whole sentence is none, though an instruction follows
        let sentence = ends(text) && text.split_whitespace().count() > 4 && !is_caps(&name);
        (sure || (short && large && !sentence && self.leads_on(at, 0))).then_some(name)
    }

    /// A heading: what follows stands there.
    pub(super) fn place(&mut self, at: usize, name: String) {
        let told = &self.told[at];
        let name = trimmed(&name);
        let bare = !self.lines[at].headed && !is_caps(&name);
        let nested = self.last_heading.is_some_and(|last| last + 1 == at)
            && bare
            && told.lead.page.is_none();
        self.whole(at, PieceKind::Heading, None);
        if let Some(page) = told.lead.page.clone() {
            let name_end = told.names.first().map_or(0, |name| name.2);
            let words = self.text(at);
            let from = words[name_end..]
                .find(|c: char| c.is_alphanumeric())
                .map_or(words.len(), |from| name_end + from);
            if from < words.len() && name_end > 0 {
                self.cut(
                    self.lines[at].plain.span(from, from).start(),
                    PieceKind::PageLabel,
                    None,
                );
            }
            self.place.page = Some(page);
        }
        let is_notes = self
            .known
            .words
            .notes
            .iter()
            .any(|notes| begins(&normal(&name), notes));
        if is_notes {
            self.notes = true;
            self.fresh = false;
        }
        if !is_notes && self.known.is_cover(&name) {
            // it names the sheet, or a part of it, and no place of the rules
            let page = told.lead.page.clone();
            self.enter(Vec::new(), page);
            self.last_heading = Some(at);
            return;
        }
        let mut path = if nested {
            std::mem::take(&mut self.place.path)
        } else {
            Vec::new()
        };
        path.push(name);
        let own = told.lead.page.is_some();
        let page = self.place.page.take();
        let labelled = self.labelled_page;
        self.enter(path, page);
        self.place.page_carried = !own && !labelled && self.place.page.is_some();
        self.labelled_page = false;
        self.last_heading = Some(at);
        self.paged = false;
    }

    /// A line that says where: what follows stands there.
    pub(super) fn locate(&mut self, at: usize) {
        let told = &self.told[at];
        self.whole(at, PieceKind::Heading, None);
        let path = told
            .path(self.text(at))
            .iter()
            .map(|name| trimmed(name))
            .collect();
        self.enter(path, told.lead.page.clone());
        self.ctx = Addr {
            page: None,
            heading: None,
            ..told.lead.clone()
        };
        self.last_heading = Some(at);
    }

    pub(super) fn resolve(&mut self) {
        let last = self
            .place
            .path
            .last()
            .map(String::as_str)
            .unwrap_or_default();
        let whole = self.place.path.join(" ");
        let found = self
            .known
            .place(self.ruleset, &whole)
            .or_else(|| self.known.place(self.ruleset, last));
        self.place.id = found.map(|(_, id)| id.to_owned());
    }
}

/// A heading's words without numbers in front, pages behind and stops.
pub(in crate::import) fn trimmed(name: &str) -> String {
    let name = name.trim().trim_end_matches(['.', ':', ' ']);
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

/// `figure "11a"` as it is printed.
pub(super) fn shown_figure(step: &str) -> String {
    format!(
        "Figure {}",
        step.trim_start_matches("figure ").trim_matches('"')
    )
}
