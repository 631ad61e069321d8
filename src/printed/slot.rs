use crate::{
    resolve::RulesetDb,
    syntax::{Entry, File, Layer, Place, Role},
    text::SourceId,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// A passage of a document: the document's key, and the number as printed or counted.
pub type SlotKey = (String, String);

/// A shipped patch, or a place of base text, for which printed words may be held.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its file.
    pub file: Arc<File>,
    /// Index of its place.
    pub place: usize,
    /// Index of its instruction below that; none for base text.
    pub entry: Option<usize>,
    /// The passages that it encodes, in the order of `n=`.
    pub keys: Vec<SlotKey>,
}

impl Slot {
    /// Its place.
    pub fn place(&self) -> Option<&Place> {
        self.file.places.get(self.place)
    }

    /// Its instruction.
    pub fn entry(&self) -> Option<&Entry> {
        self.place()?.entries.get(self.entry?)
    }

    /// The document that its file encodes.
    pub fn document(&self) -> &str {
        document(&self.file)
    }

    /// As people name it: `dbm-3.1:48`.
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

    /// Where it stands: source, place, entry.
    pub fn at(&self) -> (SourceId, usize, Option<usize>) {
        (self.file.source, self.place, self.entry)
    }
}

fn document(file: &File) -> &str {
    file.front
        .document
        .as_ref()
        .map_or("", |document| document.value.as_str())
}

/// All slots of a ruleset, in the order of its files, and which of them encode each passage, in that order: mostly one, but a comment may bear
/// on several places, and what stands in the heading of one amendment may take another one back.
pub fn slots(db: &RulesetDb) -> (Vec<Slot>, HashMap<SlotKey, Vec<usize>>) {
    let mut out = Vec::new();
    for file in db
        .files()
        .filter(|file| file.front.layer == Layer::Restated)
    {
        let own = document(file);
        for (place_at, place) in file.places.iter().enumerate() {
            match file.role {
                Role::Base => {
                    let keys: Vec<SlotKey> = place.attrs.passages_in(own).collect();
                    if !keys.is_empty() {
                        out.push(Slot {
                            file: Arc::clone(file),
                            place: place_at,
                            entry: None,
                            keys,
                        });
                    }
                }
                Role::Amend | Role::Clarify => {
                    for (entry_at, entry) in place.entries.iter().enumerate() {
                        let keys: Vec<SlotKey> = entry.attrs.passages_in(own).collect();
                        if !keys.is_empty() {
                            out.push(Slot {
                                file: Arc::clone(file),
                                place: place_at,
                                entry: Some(entry_at),
                                keys,
                            });
                        }
                    }
                }
                Role::Book | Role::Index => {}
            }
        }
    }
    let mut by_key: HashMap<SlotKey, Vec<usize>> = HashMap::new();
    for (at, slot) in out.iter().enumerate() {
        for key in &slot.keys {
            by_key.entry(key.clone()).or_default().push(at);
        }
    }
    (out, by_key)
}

/// The other slots that restate a part of a passage of `slot`, in their order.
pub(super) fn sharers<'s>(
    slots: &'s [Slot],
    by_key: &HashMap<SlotKey, Vec<usize>>,
    slot: &'s Slot,
) -> impl Iterator<Item = &'s Slot> + use<'s> {
    let all: BTreeSet<usize> = slot
        .keys
        .iter()
        .filter_map(|key| by_key.get(key))
        .flatten()
        .copied()
        .collect();
    all.into_iter()
        .map(|at| &slots[at])
        .filter(move |other| other.at() != slot.at())
}
