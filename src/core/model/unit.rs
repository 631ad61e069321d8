//! `UnitId`, the kinds of units of rules text, and the keys and names of the units of a section.

use crate::{diagnostic::Location, syntax::BlockKind};
use indexmap::IndexMap;
use std::{collections::HashMap, sync::Arc};

/// A unit of a section: an index into the section's registry of units, which renumbering and moves
/// do not change; units of two sections may have the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u32);

/// The kind of a unit in a section's tree: section, heading, paragraph, sentence, bullet, table,
/// row, cell; or a gap (open run) of perhaps more units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitKind {
    /// The root of a section's tree.
    Section,
    /// The heading of a section. Contains text.
    Heading,
    /// A paragraph. Contains sentences, bullets and open runs.
    Paragraph,
    /// A sentence. Contains text.
    Sentence,
    /// A list item. Contains sentences, bullets and open runs.
    Bullet,
    /// A table. Contains rows.
    Table,
    /// A table row. Contains cells.
    Row,
    /// A table cell. Contains text.
    Cell,
    /// An open run: perhaps more paragraphs, of which nothing is known.
    MoreParagraphs,
    /// An open run of sentences.
    MoreSentences,
    /// An open run of bullets.
    MoreBullets,
}

impl UnitKind {
    /// Returns the kind of unit that a block of a file becomes.
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

    /// Whether units of this kind contain text themselves.
    pub fn is_atom(self) -> bool {
        matches!(self, Self::Heading | Self::Sentence | Self::Cell)
    }

    /// Whether this is an open run.
    pub fn is_gap(self) -> bool {
        matches!(
            self,
            Self::MoreParagraphs | Self::MoreSentences | Self::MoreBullets
        )
    }

    /// Returns the kind of open run that may contain units of this kind.
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

    /// Returns the name for people.
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

    /// Returns the letter used in keys: `p1/s2`.
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

/// All units that a section ever had, without their text: the key from which each id is made, the
/// names (`#id`), and the location where a unit was first read.
///
/// What the units contain is in the [`SectionTree`](super::SectionTree) of each version.
#[derive(Clone, Debug, Default)]
pub struct UnitRegistry {
    origins: IndexMap<Box<str>, UnitOrigin>,
    names: HashMap<Arc<str>, UnitId>,
}

/// The name of a unit (`#id`), if it has one, and the location where it was first read.
#[derive(Clone, Debug)]
struct UnitOrigin {
    name: Option<Arc<str>>,
    at: Location,
}

impl UnitRegistry {
    /// Returns the unit with this key, creating it if necessary.
    ///
    /// The key says where the unit was first read. It is unique and the same in every run; `at` is
    /// its location.
    pub fn intern(&mut self, key: String, at: Location) -> UnitId {
        let entry = self.origins.entry(key.into_boxed_str());
        let unit = UnitId(u32::try_from(entry.index()).unwrap_or(u32::MAX));
        entry.or_insert(UnitOrigin { name: None, at });
        unit
    }

    fn origin(&self, unit: UnitId) -> Option<(&str, &UnitOrigin)> {
        self.origins
            .get_index(unit.0 as usize)
            .map(|(key, origin)| (&**key, origin))
    }

    fn origin_mut(&mut self, unit: UnitId) -> Option<&mut UnitOrigin> {
        self.origins
            .get_index_mut(unit.0 as usize)
            .map(|(_, origin)| origin)
    }

    /// Adds a name to `unit`. The first name of a unit is the one shown, further ones are aliases.
    /// Returns the unit that already has the name, if another one has it.
    pub fn add_name(&mut self, unit: UnitId, name: &str) -> Result<(), UnitId> {
        match self.names.get(name) {
            Some(&other) if other != unit => Err(other),
            Some(_) => Ok(()),
            None => {
                self.assign_name(unit, name);
                Ok(())
            }
        }
    }

    /// Assigns a name. The first id of a unit is the one shown; a term that the unit defines is
    /// not.
    fn assign_name(&mut self, unit: UnitId, name: &str) -> Option<UnitId> {
        let name: Arc<str> = Arc::from(name);
        if let Some(origin) = self.origin_mut(unit).filter(|_| !name.starts_with("term:")) {
            origin.name.get_or_insert_with(|| Arc::clone(&name));
        }
        self.names.insert(name, unit)
    }

    /// Moves the name `name` to `unit` from the unit that had it.
    pub fn transfer_name(&mut self, unit: UnitId, name: &str) {
        if let Some(old) = self.assign_name(unit, name).filter(|&old| old != unit)
            && let Some(origin) = self.origin_mut(old)
            && origin.name.as_deref() == Some(name)
        {
            origin.name = None;
        }
    }

    /// Returns the unit with this name.
    pub fn unit_by_name(&self, name: &str) -> Option<UnitId> {
        self.names.get(name).copied()
    }

    /// Returns the name of a unit, if it has one.
    pub fn name_of(&self, unit: UnitId) -> Option<&str> {
        self.origin(unit)
            .and_then(|(_, origin)| origin.name.as_deref())
    }

    /// Returns the unit with this key.
    pub fn unit_by_key(&self, key: &str) -> Option<UnitId> {
        self.origins
            .get_index_of(key)
            .and_then(|at| u32::try_from(at).ok())
            .map(UnitId)
    }

    /// Returns the key of a unit, which says where it was first read.
    pub fn key(&self, unit: UnitId) -> &str {
        self.origin(unit).map_or("", |(key, _)| key)
    }

    /// Returns the location where the unit was first read.
    pub fn location(&self, unit: UnitId) -> Location {
        self.origin(unit)
            .map(|(_, origin)| origin.at)
            .unwrap_or(Location::new(Default::default(), Default::default()))
    }

    /// Iterates over all names and their units, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = (&str, UnitId)> {
        self.names.iter().map(|(name, &unit)| (&**name, unit))
    }

    /// Returns the number of units.
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    /// Releases spare capacity.
    pub fn shrink(&mut self) {
        self.origins.shrink_to_fit();
        self.names.shrink_to_fit();
    }
}
