//! Reports documents of a `ruleset.toml` dated before the edition that they amend or a document
//! that they follow, and corrects these dates in memory; reports `revised` before `published`, and
//! sheets without a date.

use super::{
    definition::{Document, DocumentKind, EditionIx},
    read::{CODE, RulesetReader},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    model::{PartialDate, toml_file},
    text::Span,
};

impl RulesetReader<'_> {
    /// Reports amendments that are dated before the edition that they amend. They count from the day
    /// of that edition, so that they are not applied to a text that is not there yet.
    pub(super) fn check_dates(&mut self, dates: &[(String, Span)]) {
        for (key, span) in dates {
            let Some(document) = self.ruleset.documents.get(key) else {
                continue;
            };
            let amended = self
                .ruleset
                .editions
                .get(usize::from(document.edition.0))
                .and_then(|edition| edition.amends)
                .filter(|_| document.kind == DocumentKind::Amendment);
            let Some((amended, earliest)) =
                amended.and_then(|amended| Some((amended, self.ruleset.in_force_from(amended)?)))
            else {
                continue;
            };
            if document.published.is_undated()
                || earliest.is_undated()
                || document.published.counts_from() >= earliest.counts_from()
            {
                continue;
            }
            let id = self.ruleset.edition_id(amended).to_owned();
            let message = format!(
                "`{key}` is dated before edition {id}, which it amends: {}",
                earliest.iso()
            );
            let found = self.error(*span, message);
            self.diagnostics
                .push(found.help("correct the date, or the date or order of the editions"));
            let latest = self.known_from(amended).unwrap_or(earliest);
            if let Some(document) = self.ruleset.documents.get_mut(key) {
                document.published = latest;
            }
        }
    }

    /// Reports sheets without a date that amend an edition with one: they count on every day, even
    /// before the text that they amend.
    pub(super) fn check_undated(&mut self) {
        let is_late = |own: &&Document| {
            let amended = self.ruleset.amended_edition(own.edition);
            let from = amended.and_then(|amended| self.ruleset.in_force_from(amended));
            own.kind == DocumentKind::Amendment && own.published.is_undated() && from.is_some()
        };
        let report = |own: &Document| {
            let message = format!("`{}` has no date, so that it counts on every day", own.key);
            let at = Location::new(self.ruleset.source, own.span);
            let help = "write `published`, or `status = \"proposed\"` until it is published";
            Diagnostic::new(CODE, Severity::Note, at, message).help(help)
        };
        let documents = self.ruleset.documents.values();
        let found: Vec<Diagnostic> = documents.filter(is_late).map(report).collect();
        self.diagnostics.extend(found);
    }

    /// Reports documents that are dated before one that they come after. They count from the day of
    /// that one.
    pub(super) fn check_order(&mut self, dates: &[(String, Span)]) {
        for (key, span) in dates {
            let documents = &self.ruleset.documents;
            let Some(document) = documents.get(key).filter(|own| !own.published.is_undated())
            else {
                continue;
            };
            let earlier = document
                .after
                .iter()
                .filter_map(|after| documents.get(after));
            let Some(earlier) = earlier
                .filter(|other| !other.published.is_undated())
                .max_by_key(|other| other.published.counts_from())
                .filter(|other| other.published.counts_from() > document.published.counts_from())
            else {
                continue;
            };
            let day = earlier.published;
            let message = format!(
                "`{key}` comes after `{}`, but is dated before it: {}",
                earlier.key,
                day.iso()
            );
            let found = self.error(*span, message);
            self.diagnostics
                .push(found.help("correct the date, or what it comes after"));
            if let Some(document) = self.ruleset.documents.get_mut(key) {
                document.published = day;
            }
        }
    }

    /// Returns the day after which the whole text of an edition is known.
    fn known_from(&self, edition: EditionIx) -> Option<PartialDate> {
        let documents = self.ruleset.documents.values();
        let own = documents.filter(|document| {
            document.edition == edition
                && matches!(document.kind, DocumentKind::Base | DocumentKind::Amendment)
        });
        let last = own
            .map(|document| document.revised.unwrap_or(document.published))
            .filter(|date| !date.is_undated())
            .max_by_key(|date| date.counts_from())?;
        last.counts_from().tomorrow().ok().map(PartialDate::day)
    }

    /// Reports a date of revision before the date of publication; corrects nothing.
    pub(super) fn check_revised(
        &mut self,
        published: PartialDate,
        revised: PartialDate,
        span: Span,
    ) {
        if published.is_undated() || revised.counts_from() >= published.counts_from() {
            return;
        }
        let message = format!("revised before it was published: {}", published.iso());
        let found = self.error(span, message);
        let fits = |date: &String| {
            date.parse::<PartialDate>()
                .is_ok_and(|date| date.counts_from() >= published.counts_from())
        };
        let written = span.of(self.text);
        let swapped = toml_file::swap_day_and_month(written).filter(fits);
        self.diagnostics.push(match swapped {
            Some(date) => found.replace_with(format!("write {date}"), date),
            None => found,
        });
    }
}
