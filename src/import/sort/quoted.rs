//! Text that is brought: where it ends.

use super::*;

impl Sorter<'_> {
    /// A line of quoted text.
    pub(super) fn quoted(&mut self, at: usize, until: usize) -> usize {
        let draft = self.last();
        self.whole(at, PieceKind::Payload, draft);
        let text = self.text(at);
        let mut end = text.len();
        if at == until {
            // a heading that was set behind the closing mark
            if let Some(behind) = behind_closing(text) {
                let rest = text[behind..].trim();
                if let Some((name, page)) = glued(rest) {
                    end = behind;
                    self.push(at, 0, end);
                    let from = behind + text[behind..].find(rest).unwrap_or(0);
                    self.cut(
                        self.lines[at].plain.span(from, from).start(),
                        PieceKind::Heading,
                        None,
                    );
                    self.enter(vec![name], page);
                    self.open = Open::No;
                    return at + 1;
                }
            }
        }
        self.push(at, 0, end);
        if at == until {
            self.open = Open::No;
            // the mark closes early where the list goes on
            let next = at + 1;
            let list = self.lines[at].bullet.is_some()
                && next < self.range.end
                && self.lines[next].bullet.is_some();
            if list && !self.announces(next) && !self.is_furniture(next) {
                self.open = Open::Loose { wide: false };
                if let Some(draft) = draft {
                    let span = self.lines[at].span;
                    self.out.drafts[draft].doubt(
                        span,
                        Sureness::Likely,
                        "the closing mark stands before the end of the list",
                    );
                }
            }
        }
        at + 1
    }

    /// The line belongs to what the last instruction brings.
    pub(super) fn take(&mut self, at: usize) {
        let draft = self.last();
        if let Some(draft) = self.out.drafts.last_mut() {
            let pairs =
                matches!(&draft.kind, Kind::Clause(clause) if matches!(clause.what, What::Pairs));
            let to = self.lines[at].text().trim().trim_end_matches(':');
            if pairs && draft.old.is_none() && to.eq_ignore_ascii_case("to") {
                draft.old = Some(draft.parts.len());
                self.whole(at, PieceKind::Instruction, self.last());
                return;
            }
        }
        self.whole(at, PieceKind::Payload, draft);
        self.push(at, 0, self.text(at).len());
    }

    /// Opens what a clause brings.
    pub(super) fn bring(&mut self, at: usize, clause: &Clause) {
        let line = &self.lines[at];
        let draft = self.last();
        let wide = is_wide(clause);
        self.open = match clause.payload {
            Payload::None => Open::No,
            Payload::Inline(start, end, closed) => {
                self.cut(
                    line.plain.span(start, end).start(),
                    PieceKind::Payload,
                    draft,
                );
                self.push(at, start, if closed { end } else { line.text().len() });
                if closed {
                    Open::No
                } else {
                    match self.close(at, start) {
                        Some(until) => Open::Quoted(until),
                        None => {
                            self.unclosed();
                            Open::Loose { wide }
                        }
                    }
                }
            }
            Payload::Follows => match self.next(at) {
                Some(next) if self.single(next).is_some() => {
                    Open::Quoted(self.single(next).unwrap_or(next))
                }
                Some(next) if self.text(next).starts_with(['"', '“', '„']) => {
                    match self.close(next, 0) {
                        Some(until) => Open::Quoted(until),
                        None => {
                            self.unclosed();
                            Open::Loose { wide }
                        }
                    }
                }
                Some(_) => Open::Loose { wide },
                None => Open::No,
            },
        };
    }

    /// The line that closes the single marks with which a line opens.
    fn single(&self, at: usize) -> Option<usize> {
        if !self.text(at).starts_with(['‘', '\'']) {
            return None;
        }
        let lines = at..self.range.end.min(at + FAR);
        lines
            .take_while(|&line| line == at || !self.announces(line))
            .find(|&line| self.text(line).trim_end().ends_with(['’', '\'']))
    }

    pub(super) fn unclosed(&mut self) {
        if let Some(draft) = self.out.drafts.last_mut() {
            let span = draft.words;
            draft.doubt(
                span,
                Sureness::Likely,
                "the closing mark is missing: the text ends before the next instruction",
            );
        }
    }

    /// The line in which the quote that opens at byte `start` of a line's words is closed.
    pub(super) fn close(&self, at: usize, start: usize) -> Option<usize> {
        let mut depth = 0;
        for line in at..self.range.end.min(at + FAR) {
            if line > at
                && (self.announces(line) && !self.told[line].is_page() && self.bursts_any(line)
                    || self.lines[line].headed && self.leads_on(line, 0) && depth == 0)
            {
                return None;
            }
            depth = depth_of(
                &self.text(line)[if line == at { start } else { 0 }..],
                depth,
            );
            if depth <= 0 {
                return Some(line);
            }
        }
        None
    }

    pub(super) fn bursts_any(&self, at: usize) -> bool {
        let told = &self.told[at];
        told.is_address()
            || told.locates()
            || told
                .clauses
                .iter()
                .any(|(clause, lead)| self.bursts(clause, lead, told))
    }
}

/// Whether whole sections are brought, so that headings may stand in it.
pub(super) fn is_wide(clause: &Clause) -> bool {
    let steps = &clause.place.steps;
    let unit = steps.last().and_then(Step::unit);
    match &clause.what {
        What::Replace => {
            steps.is_empty() || steps.iter().all(Step::is_all) || clause.place.range.is_some()
        }
        What::Insert(brought, ..) | What::Add(brought, _) => matches!(
            brought.unit,
            Some(Unit::Section | Unit::Page | Unit::Figure)
        ),
        What::Clarify => true,
        What::ReplaceWords(..)
        | What::ReplaceByText(_)
        | What::Pairs
        | What::Delete
        | What::DeleteWords(_)
        | What::Described(_)
        | What::Values(_)
        | What::Told(_)
        | What::Rows => unit == Some(Unit::Section),
    }
}

/// How many quotes are open behind `text`.
pub(super) fn depth_of(text: &str, mut depth: i32) -> i32 {
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '“' | '„' => depth += 1,
            '”' => depth -= 1,
            '"' => {
                let opens = before.is_whitespace() || matches!(before, '(' | '[' | '–');
                let next = chars.peek().copied();
                if opens && next.is_some_and(|c| !c.is_whitespace()) {
                    depth += 1;
                } else if !before.is_ascii_digit() || next.is_none() || depth > 1 {
                    depth -= 1;
                }
            }
            _ => {}
        }
        before = c;
    }
    depth
}

/// Behind the last closing mark of a text.
pub(super) fn behind_closing(text: &str) -> Option<usize> {
    let at = text.rfind(['"', '”'])?;
    Some(at + text[at..].chars().next().map_or(1, char::len_utf8))
}

/// A heading and its page that stand behind a closing mark: `ARMY SIZE Page 11`.
pub(super) fn glued(rest: &str) -> Option<(String, Option<String>)> {
    let at = rest.to_lowercase().rfind("page ");
    let (name, page) = match at {
        Some(at)
            if rest[at + 5..]
                .trim()
                .bytes()
                .all(|b| b.is_ascii_alphanumeric())
                && !rest[at + 5..].trim().is_empty() =>
        {
            (rest[..at].trim(), Some(rest[at + 5..].trim().to_owned()))
        }
        _ => (rest, None),
    };
    is_caps(name).then(|| (trimmed(name), page))
}
