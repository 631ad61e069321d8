//! `ParsedLine`: the places, clauses and remarks found in a line, and the words not understood.

use super::{
    address::{PrintedAddress, PrintedStep},
    clause::{ClauseAction, PayloadPlace, VerbClause},
    line_shape::trim_heading,
};

/// One line parsed without context: address, names, clauses, remarks, and what is not understood.
///
/// Ranges are bytes of the line's words.
#[derive(Clone, Debug, Default)]
pub(super) struct ParsedLine {
    /// The address in front of the first clause.
    pub(super) lead: PrintedAddress,
    /// Where the first step of that address begins.
    pub(super) lead_start: usize,
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
    /// Whether it has a verb of change and quoted words, anywhere, or words that become others.
    pub(super) asks_change: bool,
    /// Whether it begins with a sentence that instructs but was not understood.
    pub(super) failed_instruction: bool,
    /// Whether it may take back what is above it: `No, ignore the last point.`
    pub(super) takes_back: bool,
    /// Whether it begins with a page.
    pub(super) page_first: bool,
    /// Those of the sentences that were not understood that have the words of an instruction.
    pub(super) failed: Vec<(usize, usize)>,
    /// Whether it only announces the rows of values below it: `Change points values:`.
    pub(super) announces_values: bool,
    /// Whether a sentence that was not understood counts units.
    pub(super) counts: bool,
    /// How the words were interpreted.
    pub(super) found: Vec<(usize, usize, String)>,
}

impl ParsedLine {
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

    /// Whether quoted words or an announced payload prove that there is an instruction in the
    /// prose.
    pub(super) fn is_certain(&self) -> bool {
        self.clauses.iter().any(|(clause, _)| match &clause.action {
            ClauseAction::Replace | ClauseAction::Add(..) => {
                clause.payload == PayloadPlace::Follows
            }
            action => action.quotes() || action.moves(),
        })
    }

    /// Whether it is only the name of a place: an address, or words after `Under`.
    pub(super) fn is_address(&self) -> bool {
        let says = !self.lead.steps.is_empty()
            || self.lead.heading.is_some()
            || self.lead.printed_line.is_some();
        says && !self.verb
            && self.clauses.is_empty()
            && self.unread.is_empty()
            && self.names.is_empty()
            && self.figure().is_none()
    }

    /// Whether it has no words besides places and names.
    pub(super) fn is_only_place(&self) -> bool {
        !self.has_instruction() && self.unread.is_empty() && self.figure().is_none()
    }

    /// Whether it is only a location, a page with names and perhaps an address: `Page 24 – Rally,
    /// third paragraph`.
    pub(super) fn is_location(&self) -> bool {
        let more =
            self.names.len() > 1 || !self.lead.steps.is_empty() || self.lead.printed_line.is_some();
        self.paged && more && !self.names.is_empty() && self.is_only_place()
    }

    /// Returns the names of the place, outermost first.
    pub(super) fn path(&self, text: &str) -> Vec<String> {
        // `Page 5. KNIGHTS: Superior (S)` above an instruction
        let headed = self.clauses.is_empty();
        let joined = |pair: &[(String, usize, usize)]| matches!(pair, [one, two] if text[one.2..two.1].contains([',', '–', '-', '—', '/']) || headed && text[one.2..two.1].contains(':'));
        let count = 1 + self
            .names
            .windows(2)
            .take_while(|pair| joined(pair))
            .count();
        self.names
            .iter()
            .take(if self.paged { count } else { 1 })
            .map(|name| trim_heading(&name.0))
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
    pub(super) fn figure(&self) -> Option<&PrintedStep> {
        let [step] = self.lead.steps.as_slice() else {
            return None;
        };
        let figure =
            step.unit() == Some(crate::syntax::UnitNoun::Figure) && self.clauses.is_empty();
        figure.then_some(step)
    }
}
