use crate::{diagnostic::Location, syntax::BlockKind};
use indexmap::IndexMap;
use std::{collections::HashMap, sync::Arc};

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
        matches!(
            self,
            Self::MoreParagraphs | Self::MoreSentences | Self::MoreBullets
        )
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
    births: IndexMap<Box<str>, Birth>,
    names: HashMap<Arc<str>, UnitId>,
}

#[derive(Clone, Debug)]
struct Birth {
    name: Option<Arc<str>>,
    at: Location,
}

impl Arena {
    /// Gives an identity to a unit whose birth place is told by `key` (unique and the same in every run), read at `at`.
    /// The same key gives the same unit.
    pub fn bear(&mut self, key: String, at: Location) -> UnitId {
        let entry = self.births.entry(key.into_boxed_str());
        let unit = UnitId(u32::try_from(entry.index()).unwrap_or(u32::MAX));
        entry.or_insert(Birth { name: None, at });
        unit
    }

    fn birth(&self, unit: UnitId) -> Option<(&str, &Birth)> {
        self.births
            .get_index(unit.0 as usize)
            .map(|(key, birth)| (&**key, birth))
    }

    fn birth_mut(&mut self, unit: UnitId) -> Option<&mut Birth> {
        self.births
            .get_index_mut(unit.0 as usize)
            .map(|(_, birth)| birth)
    }

    /// Gives `unit` the name `name`; the first name of a unit is the one shown, further ones are aliases. Returns the unit that
    /// already bears it, if another does.
    pub fn name(&mut self, unit: UnitId, name: &str) -> Result<(), UnitId> {
        match self.names.get(name) {
            Some(&other) if other != unit => Err(other),
            Some(_) => Ok(()),
            None => {
                self.bestow(unit, name);
                Ok(())
            }
        }
    }

    /// The first id of a unit is what it is shown by; a term that it defines is not.
    fn bestow(&mut self, unit: UnitId, name: &str) -> Option<UnitId> {
        let name: Arc<str> = Arc::from(name);
        if let Some(birth) = self.birth_mut(unit).filter(|_| !name.starts_with("term:")) {
            birth.name.get_or_insert_with(|| Arc::clone(&name));
        }
        self.names.insert(name, unit)
    }

    /// Lets `unit` take over the name `name` from whoever bore it.
    pub fn rename(&mut self, unit: UnitId, name: &str) {
        if let Some(old) = self.bestow(unit, name).filter(|&old| old != unit)
            && let Some(birth) = self.birth_mut(old)
            && birth.name.as_deref() == Some(name)
        {
            birth.name = None;
        }
    }

    /// The unit of that name.
    pub fn named(&self, name: &str) -> Option<UnitId> {
        self.names.get(name).copied()
    }

    /// The unit's name, if it has one.
    pub fn name_of(&self, unit: UnitId) -> Option<&str> {
        self.birth(unit)
            .and_then(|(_, birth)| birth.name.as_deref())
    }

    /// The unit of that key.
    pub fn of_key(&self, key: &str) -> Option<UnitId> {
        self.births
            .get_index_of(key)
            .and_then(|at| u32::try_from(at).ok())
            .map(UnitId)
    }

    /// The unit's key: where it was born.
    pub fn key(&self, unit: UnitId) -> &str {
        self.birth(unit).map_or("", |(key, _)| key)
    }

    /// Where the unit was first read.
    pub fn at(&self, unit: UnitId) -> Location {
        self.birth(unit)
            .map(|(_, birth)| birth.at)
            .unwrap_or(Location::new(Default::default(), Default::default()))
    }

    /// All names with their units, in no order.
    pub fn names(&self) -> impl Iterator<Item = (&str, UnitId)> {
        self.names.iter().map(|(name, &unit)| (&**name, unit))
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.births.len()
    }

    /// Whether there is no unit.
    pub fn is_empty(&self) -> bool {
        self.births.is_empty()
    }

    /// Gives back the memory that was taken for units to come.
    pub fn shrink(&mut self) {
        self.births.shrink_to_fit();
        self.names.shrink_to_fit();
    }
}
