use crate::{diagnostic::Location, syntax::BlockKind};
use std::collections::HashMap;

/// The identity of a unit within its section. It is given once, at birth, and survives renumbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u32);

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The root of a section's tree.
    Section,
    /// Its heading. Holds text.
    Heading,
    /// Holds sentences, bullets, gaps.
    Paragraph,
    /// Holds text.
    Sentence,
    /// Holds sentences, bullets, gaps.
    Bullet,
    /// Holds rows.
    Table,
    /// Holds cells.
    Row,
    /// Holds text.
    Cell,
    /// An open run: there may be more paragraphs, of which nothing is held.
    MoreParagraphs,
    /// An open run of sentences.
    MoreSentences,
    /// An open run of bullets.
    MoreBullets,
}

impl Kind {
    /// The kind that a block of a file has.
    pub fn of(block: BlockKind) -> Self {
        match block {
            BlockKind::Heading => Self::Heading,
            BlockKind::Paragraph => Self::Paragraph,
            BlockKind::Sentence => Self::Sentence,
            BlockKind::Bullet => Self::Bullet,
            BlockKind::Table => Self::Table,
            BlockKind::Row => Self::Row,
            BlockKind::Cell => Self::Cell,
        }
    }

    /// Whether it holds text itself.
    pub fn is_atom(self) -> bool {
        matches!(self, Self::Heading | Self::Sentence | Self::Cell)
    }

    /// Whether it is an open run.
    pub fn is_gap(self) -> bool {
        matches!(self, Self::MoreParagraphs | Self::MoreSentences | Self::MoreBullets)
    }

    /// The open run in which units of this kind may lie unseen.
    pub fn gap(self) -> Option<Self> {
        match self {
            Self::Paragraph => Some(Self::MoreParagraphs),
            Self::Sentence => Some(Self::MoreSentences),
            Self::Bullet => Some(Self::MoreBullets),
            Self::Section
            | Self::Heading
            | Self::Table
            | Self::Row
            | Self::Cell
            | Self::MoreParagraphs
            | Self::MoreSentences
            | Self::MoreBullets => None,
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Section => "section",
            Self::Heading => "heading",
            Self::Paragraph => "paragraph",
            Self::Sentence => "sentence",
            Self::Bullet => "bullet",
            Self::Table => "table",
            Self::Row => "row",
            Self::Cell => "cell",
            Self::MoreParagraphs => "further paragraphs",
            Self::MoreSentences => "further sentences",
            Self::MoreBullets => "further bullets",
        }
    }

    /// The letter that stands for it in keys: `p1/s2`.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Section => "",
            Self::Heading => "h",
            Self::Paragraph | Self::MoreParagraphs => "p",
            Self::Sentence | Self::MoreSentences => "s",
            Self::Bullet | Self::MoreBullets => "b",
            Self::Table => "t",
            Self::Row => "r",
            Self::Cell => "c",
        }
    }
}

/// All units that ever lived in a section, in order of birth.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    keys: Vec<Birth>,
    names: HashMap<String, UnitId>,
    by_key: HashMap<String, UnitId>,
}

#[derive(Clone, Debug)]
struct Birth {
    key: String,
    name: Option<String>,
    at: Location,
}

impl Arena {
    /// Gives an identity to a unit whose birth place is told by `key` (unique and the same in every run), read at `at`.
    /// The same key gives the same unit.
    pub fn bear(&mut self, key: String, at: Location) -> UnitId {
        if let Some(&unit) = self.by_key.get(&key) {
            return unit;
        }
        let unit = UnitId(u32::try_from(self.keys.len()).unwrap_or(u32::MAX));
        self.by_key.insert(key.clone(), unit);
        self.keys.push(Birth { key, name: None, at });
        unit
    }

    /// Gives `unit` the name `name`; the first name of a unit is the one shown, further ones are aliases. Returns the unit that
    /// already bears it, if another does.
    pub fn name(&mut self, unit: UnitId, name: &str) -> Result<(), UnitId> {
        match self.names.get(name) {
            Some(&other) if other != unit => Err(other),
            Some(_) => Ok(()),
            None => {
                self.names.insert(name.to_owned(), unit);
                self.show(unit, name);
                Ok(())
            }
        }
    }

    /// Lets `unit` take over the name `name` from whoever bore it.
    pub fn rename(&mut self, unit: UnitId, name: &str) {
        if let Some(old) = self.names.insert(name.to_owned(), unit)
            && self.keys[old.0 as usize].name.as_deref() == Some(name)
        {
            self.keys[old.0 as usize].name = None;
        }
        self.show(unit, name);
    }

    /// The first id of a unit is what it is shown by; a term that it defines is not.
    fn show(&mut self, unit: UnitId, name: &str) {
        if !name.starts_with("term:") {
            self.keys[unit.0 as usize].name.get_or_insert_with(|| name.to_owned());
        }
    }

    /// The unit of that name.
    pub fn named(&self, name: &str) -> Option<UnitId> {
        self.names.get(name).copied()
    }

    /// The unit's name, if it has one.
    pub fn name_of(&self, unit: UnitId) -> Option<&str> {
        self.keys.get(unit.0 as usize).and_then(|birth| birth.name.as_deref())
    }

    /// The unit's key: where it was born.
    pub fn key(&self, unit: UnitId) -> &str {
        self.keys.get(unit.0 as usize).map_or("", |birth| birth.key.as_str())
    }

    /// Where the unit was first read.
    pub fn at(&self, unit: UnitId) -> Location {
        self.keys.get(unit.0 as usize).map(|birth| birth.at).unwrap_or(Location::new(Default::default(), Default::default()))
    }

    /// All names with their units, in no order.
    pub fn names(&self) -> impl Iterator<Item = (&str, UnitId)> {
        self.names.iter().map(|(name, &unit)| (name.as_str(), unit))
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no unit.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}
