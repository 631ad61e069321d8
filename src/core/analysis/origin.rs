//! Returns the source of words: the patch or base text that wrote them, with document, number, date
//! and page.

use super::Analysis;
use crate::{
    model::{Document, DocumentKind, PatchIx, Ruleset, UnitId},
    op::{LoweredPatch, TreeEdit},
    resolve::{Section, View},
    syntax::{Command, Verb},
    text::{join, prefixed, quote},
};
use serde::Serialize;

/// The source of words: the patch (such as an instruction of a sheet) or base text that wrote them,
/// with its document, number, date, page and verb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// Document and number: `dbm-3.1:48`; the document alone for base texts and books.
    pub patch: String,
    /// The document.
    pub document: String,
    /// Its title.
    pub title: String,
    /// A short form of the title: `3.1 sheet`.
    pub short: String,
    /// The number or numbers of the instruction in its document.
    pub n: Option<String>,
    /// The edition in which it takes effect.
    pub edition: String,
    /// When it was published.
    pub date: Option<String>,
    /// The date in a form for people.
    pub date_text: Option<String>,
    /// The printed page that it names.
    pub page: Option<String>,
    /// Whether no source states that page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub page_inferred: bool,
    /// The heading of the instruction in the rules file.
    pub address: Option<String>,
    /// What it did, in one word: `replaced`.
    pub verb: String,
    /// The short titles of the documents that quote the words of a base text whose own wording is
    /// missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub quoted_by: Vec<String>,
}

impl Analysis {
    /// Returns the origin of what a patch of a section wrote.
    pub fn origin(&self, section: &Section, patch: PatchIx) -> Origin {
        let ruleset = section.ruleset();
        let Some(patch) = section.patch(patch) else {
            return Origin::unknown();
        };
        let document = ruleset.documents.get(&*patch.document);
        let dated = document
            .map(|_| patch.known)
            .filter(|date| !date.is_undated());
        let numbers = patch.numbers();
        let n = (!numbers.is_empty()).then(|| numbers.join(","));
        let own = numbers.first().cloned();
        let name = match &own {
            Some(n) if n.contains(':') => n.clone(),
            Some(n) => format!("{}:{n}", patch.document),
            None => patch.document.to_string(),
        };
        let address = patch.entry().and_then(|entry| {
            Some(
                entry
                    .heading_span
                    .of(&self.source(patch.file.source)?.text)
                    .trim()
                    .to_owned(),
            )
        });
        let quoted = patch
            .attrs()
            .filter(|_| !patch.is_instruction())
            .and_then(|attrs| attrs.get("quoted"));
        Origin {
            patch: name,
            document: patch.document.to_string(),
            title: document.map_or_else(|| patch.document.to_string(), |d| d.title.clone()),
            short: short_title(ruleset, &patch.document),
            n,
            edition: ruleset.edition_id(patch.edition).to_owned(),
            date: dated.map(|date| date.iso()),
            date_text: dated.map(|date| date.to_string()),
            page: patch.page().map(str::to_owned),
            page_inferred: patch.is_page_inferred(),
            address,
            verb: verb_of(patch.command()).to_owned(),
            quoted_by: quoted
                .into_iter()
                .flat_map(|keys| keys.value.split(','))
                .filter(|key| !key.is_empty())
                .map(|key| short_title(ruleset, key))
                .collect(),
        }
    }
}

impl Analysis {
    /// Returns the origin of words of `unit` that a patch wrote. If several documents quote the
    /// base text, only those count that quote words of this unit, otherwise those whose
    /// instructions quote nothing of the section.
    pub(super) fn origin_at(&self, section: &Section, patch: PatchIx, unit: UnitId) -> Origin {
        let origin = self.origin(section, patch);
        if origin.quoted_by.is_empty() || !section.base().kind(unit).is_atom() {
            return origin;
        }
        let keys = section
            .patch(patch)
            .and_then(|patch| patch.attrs()?.get("quoted"))
            .map_or("", |keys| keys.value.as_str());
        let keys: Vec<&str> = keys.split(',').filter(|key| !key.is_empty()).collect();
        let here = |key: &&&str| quotes_unit(section, key, Some(unit));
        let nowhere = |key: &&&str| !quotes_unit(section, key, None);
        let mut quoting: Vec<&&str> = keys.iter().filter(here).collect();
        if quoting.is_empty() {
            quoting = keys.iter().filter(nowhere).collect();
        }
        Origin {
            quoted_by: quoting
                .into_iter()
                .map(|key| short_title(section.ruleset(), key))
                .collect(),
            ..origin
        }
    }
}

/// Returns the short title of a document.
fn short_title(ruleset: &Ruleset, key: &str) -> String {
    ruleset
        .documents
        .get(key)
        .map_or_else(|| key.to_owned(), |document| document.short.clone())
}

/// Returns whether an instruction of a document quotes base words of `unit`, or of any unit if that
/// is `None`.
fn quotes_unit(section: &Section, document: &str, unit: Option<UnitId>) -> bool {
    let base = section.base();
    let is_requested = |atom: UnitId| unit.is_none_or(|unit| unit == atom);
    let contains_quote = |atom: UnitId, quote: &str| {
        let text = base.restated(atom);
        text.is_some_and(|wording| !quote::find(&wording.text, quote).is_empty())
    };
    let quotes = |edit: &TreeEdit| match edit {
        TreeEdit::Cell(cell) => cell
            .old
            .as_ref()
            .is_some_and(|old| is_requested(cell.cell) && contains_quote(cell.cell, old)),
        TreeEdit::Phrase {
            scope,
            find: Some(find),
            ..
        } => scope
            .iter()
            .flat_map(|&unit| base.atoms(unit))
            .any(|atom| is_requested(atom) && contains_quote(atom, &find.quote)),
        _ => false,
    };
    let own = |lowered: &&LoweredPatch| {
        section
            .patch(lowered.patch)
            .is_some_and(|patch| *patch.document == *document)
    };
    section
        .lowered
        .iter()
        .flatten()
        .filter(own)
        .flat_map(|lowered| &lowered.edits)
        .any(quotes)
}

/// Returns the remark that a table of values does not cover the edition of a view.
pub(super) fn inferred(document: &Document, ruleset: &Ruleset, view: &View) -> Option<String> {
    let chain = ruleset.amendment_chain(view.edition);
    let is_covered = document.kind != DocumentKind::Data || chain.contains(&document.edition);
    let edition = ruleset.edition_id(document.edition);
    (!is_covered).then(|| format!(" (from {edition} on; inferred for earlier editions)"))
}

impl Origin {
    /// Returns the origin as it is known at a view: without documents that quote the words later,
    /// and with a remark if a table of values does not cover the edition.
    pub(super) fn at_view(mut self, ruleset: &Ruleset, view: &View) -> Self {
        let documents = &ruleset.documents;
        self.quoted_by.retain(|short| {
            let mut quoting = documents.values().filter(|own| own.short == *short);
            quoting.all(|own| own.published.counts_from() <= view.as_of)
        });
        let remark = documents.get(&self.document);
        if let Some(remark) = remark.and_then(|own| inferred(own, ruleset, view)) {
            self.short += &remark;
        }
        self
    }

    /// Returns whether the words are from the same patch and known through the same documents.
    pub fn is_same(&self, other: &Self) -> bool {
        self.patch == other.patch && self.quoted_by == other.quoted_by
    }

    /// Returns document, date, number and page: `3.1 sheet, 2 Jun 2005, no. 20, p. 12`.
    pub fn citation(&self) -> String {
        let mut parts = vec![self.short.clone()];
        parts.extend(self.date_text.clone());
        parts.extend(self.n.as_ref().map(|n| format!("no. {n}")));
        parts.extend(self.page_text().filter(|_| self.address.is_some()));
        parts.extend(self.quotation());
        parts.join(", ")
    }

    /// Returns document and number: `3.1 sheet no. 20`.
    pub fn brief_citation(&self) -> String {
        let number = prefixed(" no. ", self.n.as_ref());
        let quotation = prefixed(", ", self.quotation());
        format!("{}{number}{quotation}", self.short)
    }

    /// Returns the citation with the instruction: `3.1 sheet, …: Delete bullet 2`.
    pub fn citation_with_address(&self) -> String {
        match &self.address {
            Some(address) => format!("{}: {address}", self.citation()),
            None => self.citation(),
        }
    }

    /// Returns the short name of the instruction, `dbm-3.1:48`; empty for a text without a number.
    pub fn instruction(&self) -> &str {
        if self.n.is_some() { &self.patch } else { "" }
    }

    /// Returns who says a remark of this project, and where: `this project, at 3.1 sheet, …`.
    pub fn remark_citation(&self) -> String {
        format!("this project, at {}", self.citation())
    }

    /// Returns the printed page: `p. 20`, `p. 25 (inferred)`.
    pub fn page_text(&self) -> Option<String> {
        let inferred = if self.page_inferred {
            " (inferred)"
        } else {
            ""
        };
        self.page
            .as_ref()
            .map(|page| format!("p. {page}{inferred}"))
    }

    /// Returns whether the instruction replaces text.
    pub fn is_replacement(&self) -> bool {
        self.verb == Verb::Replace.row().done
    }

    /// Returns whether the instruction adds text without changing the existing text.
    pub fn is_addition(&self) -> bool {
        [Verb::Add, Verb::Insert]
            .iter()
            .any(|verb| self.verb == verb.row().done)
    }

    /// Returns the documents through which the words are known if their own text is missing: `as
    /// quoted by IWF 1.2`.
    pub fn quotation(&self) -> Option<String> {
        let (last, others) = self.quoted_by.split_last()?;
        let others = others.join(", ");
        Some(if others.is_empty() {
            format!("as quoted by {last}")
        } else {
            format!("as quoted by {others} and {last}")
        })
    }

    /// Returns the document and its date: `the booklet, July 2000, as quoted by IWF 1.2`.
    pub fn source(&self) -> String {
        let parts = [
            Some(self.short.clone()),
            self.date_text.clone(),
            self.quotation(),
        ];
        join(parts.into_iter().flatten(), ", ")
    }

    /// Returns the origin of words that no patch wrote.
    pub fn unknown() -> Self {
        let none = String::new;
        Self {
            patch: none(),
            document: none(),
            title: none(),
            short: none(),
            n: None,
            edition: none(),
            date: None,
            date_text: None,
            page: None,
            page_inferred: false,
            address: None,
            verb: none(),
            quoted_by: Vec::new(),
        }
    }
}

/// The verb of an instruction that the sheet describes without giving words or place.
pub(super) const OPEN: &str = "described";

fn verb_of(command: Option<&Command>) -> &'static str {
    match command {
        None => "printed",
        Some(own) if own.description.is_some() => OPEN,
        Some(own) if own.verb == Verb::Insert && own.words.is_some() => "words inserted",
        Some(own) => own.verb.row().done,
    }
}
