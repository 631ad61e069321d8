//! Lists the patches and base texts that restate numbered passages, and finds them by passage.

use crate::{
    resolve::RulesetDb,
    syntax::{
        Attributes, Command, FileRole, FileSection, InstructionEntry, RulesFile, WordingLayer,
    },
    text::SourceId,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// The key of a passage: the key of its document, and its number as printed or counted.
pub type PassageKey = (String, String);

/// A patch or base text of the rules that restates numbered passages: its file, the indices of its
/// section and instruction there, and the keys of the passages.
#[derive(Clone, Debug)]
pub struct RestatementRef {
    /// The file of the patch.
    pub file: Arc<RulesFile>,
    /// The index of the place in the file.
    pub place: usize,
    /// The index of the instruction in the place; `None` for base text.
    pub entry: Option<usize>,
    /// The passages that it restates, in the order of `n=`.
    pub keys: Vec<PassageKey>,
}

impl RestatementRef {
    /// Returns the place.
    pub fn place(&self) -> Option<&FileSection> {
        self.file.places.get(self.place)
    }

    /// Returns the instruction, if it is one.
    pub fn entry(&self) -> Option<&InstructionEntry> {
        self.place()?.entries.get(self.entry?)
    }

    /// Returns the command of the instruction.
    pub fn command(&self) -> Option<&Command> {
        self.entry()?.command.as_ref()
    }

    /// Returns the heading of the place.
    pub fn heading(&self) -> String {
        let place = self.place();
        place.map_or_else(String::new, |place| place.heading.text.to_string())
    }

    /// Returns the key of the document that the file restates.
    pub fn document(&self) -> &str {
        self.file.document()
    }

    /// Returns the name shown to people: `dbm-3.1:48`.
    pub fn name(&self) -> String {
        let mut out = String::new();
        for (document, n) in &self.keys {
            let same = out.split(':').next().is_some_and(|first| first == document);
            out += &match (out.is_empty(), same) {
                (true, _) => format!("{document}:{n}"),
                (false, true) => format!(",{n}"),
                (false, false) => format!(" {document}:{n}"),
            };
        }
        out
    }

    /// Returns the position: source, index of the place, index of the entry.
    pub fn position(&self) -> (SourceId, usize, Option<usize>) {
        (self.file.source, self.place, self.entry)
    }
}

/// Returns all slots of a ruleset in file order, and the slots that restate each passage.
///
/// Mostly one slot restates a passage. But a comment may concern several places, and a note in
/// the heading of one amendment may withdraw another one.
pub fn restatements(db: &RulesetDb) -> (Vec<RestatementRef>, HashMap<PassageKey, Vec<usize>>) {
    let mut out = Vec::new();
    for file in db
        .files()
        .filter(|file| file.front.layer == WordingLayer::Restated)
    {
        let own = file.document();
        for (place_at, place) in file.places.iter().enumerate() {
            let mut add = |entry: Option<usize>, attrs: &Attributes| {
                let keys: Vec<PassageKey> = attrs.passages_in(own).collect();
                if !keys.is_empty() {
                    out.push(RestatementRef {
                        file: Arc::clone(file),
                        place: place_at,
                        entry,
                        keys,
                    });
                }
            };
            match file.role {
                FileRole::Base => add(None, &place.attrs),
                FileRole::Amend | FileRole::Clarify => {
                    for (at, entry) in place.entries.iter().enumerate() {
                        add(Some(at), &entry.attrs);
                    }
                }
                FileRole::Book | FileRole::Index => {}
            }
        }
    }
    let mut by_key: HashMap<PassageKey, Vec<usize>> = HashMap::new();
    for (at, slot) in out.iter().enumerate() {
        for key in &slot.keys {
            by_key.entry(key.clone()).or_default().push(at);
        }
    }
    (out, by_key)
}

/// Returns the other slots that restate a part of a passage of `slot`, in order.
pub(super) fn restatements_sharing_passages<'s>(
    slots: &'s [RestatementRef],
    by_key: &HashMap<PassageKey, Vec<usize>>,
    slot: &'s RestatementRef,
) -> impl Iterator<Item = &'s RestatementRef> + use<'s> {
    let all: BTreeSet<usize> = slot
        .keys
        .iter()
        .filter_map(|key| by_key.get(key))
        .flatten()
        .copied()
        .collect();
    all.into_iter()
        .map(|at| &slots[at])
        .filter(move |other| other.position() != slot.position())
}
