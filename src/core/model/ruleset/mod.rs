//! Reads `ruleset.toml`: the title, editions, documents, profiles and troop types of one ruleset.

mod dates;
mod definition;
mod read;
mod troops;

pub use definition::{Document, DocumentKind, Edition, EditionIx, OWN_RULINGS, Profile, Ruleset};
pub use read::RULESET_KEYS;
pub use troops::{TroopType, Troops};
