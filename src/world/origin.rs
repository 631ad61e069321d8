//! Who made what.

use super::World;
use crate::{
    model::PatchIx,
    resolve::Section,
    syntax::{Command, Deleted, Inserted},
};
use serde::Serialize;

/// Who made what: a patch, or the base text.
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
    /// The same for people.
    pub date_text: Option<String>,
    /// The printed page that it names.
    pub page: Option<String>,
    /// The instruction, as the rules file gives it.
    pub address: Option<String>,
    /// What it did, in one word: `replaced`.
    pub verb: String,
}

impl World {
    /// Who a patch of a section is.
    pub fn origin(&self, section: &Section, patch: PatchIx) -> Origin {
        let ruleset = section.ruleset();
        let Some(patch) = section.patch(patch) else { return Origin::nobody() };
        let document = ruleset.documents.get(&*patch.document);
        let dated = document.map(|_| patch.known).filter(|date| !date.is_undated());
        let numbers = patch.numbers();
        let n = (!numbers.is_empty()).then(|| numbers.join(","));
        let own = numbers.first().cloned();
        let name = match &own {
            Some(n) if n.contains(':') => n.clone(),
            Some(n) => format!("{}:{n}", patch.document),
            None => patch.document.to_string(),
        };
        let address = patch.entry().and_then(|entry| Some(entry.heading_span.of(&self.source(patch.file.source)?.text).trim().to_owned()));
        Origin {
            patch: name,
            document: patch.document.to_string(),
            title: document.map_or_else(|| patch.document.to_string(), |d| d.title.clone()),
            short: document.map_or_else(|| patch.document.to_string(), |d| d.short.clone()),
            n,
            edition: ruleset.edition_id(patch.edition).to_owned(),
            date: dated.map(|date| date.iso()),
            date_text: dated.map(|date| date.to_string()),
            page: patch.page().map(str::to_owned),
            address,
            verb: verb(patch.entry().and_then(|entry| entry.command.as_ref())).to_owned(),
        }
    }
}

impl Origin {
    /// Document, date, number and page: `3.1 sheet, 2 Jun 2005, no. 20, p. 12`.
    pub fn citation(&self) -> String {
        let mut parts = vec![self.short.clone()];
        parts.extend(self.date_text.clone());
        parts.extend(self.n.as_ref().map(|n| format!("no. {n}")));
        parts.extend(self.page.as_ref().filter(|_| self.address.is_some()).map(|page| format!("p. {page}")));
        parts.join(", ")
    }

    /// The origin of what no patch wrote.
    pub fn nobody() -> Self {
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
            address: None,
            verb: none(),
        }
    }
}

/// The verb of an instruction that is described without words or place.
pub(super) const OPEN: &str = "described";

fn verb(command: Option<&Command>) -> &'static str {
    match command {
        None => "printed",
        Some(Command::Replace { .. } | Command::ReplacePhrase { .. }) => "replaced",
        Some(Command::Delete { what: Deleted::Described(_), .. }) => OPEN,
        Some(Command::Delete { .. }) => "deleted",
        Some(Command::Insert { what: Inserted::Words(_), .. }) => "words inserted",
        Some(Command::Insert { .. }) => "inserted",
        Some(Command::Add { .. }) => "added",
        Some(Command::SetValues | Command::SetEntries) => "set",
        Some(Command::Substitute { .. }) => "words substituted",
        Some(Command::Withdraw { .. }) => "withdrawn",
        Some(Command::Note { .. }) => "noted",
        Some(Command::Clarify { .. }) => "clarified",
    }
}
