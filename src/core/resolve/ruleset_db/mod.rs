//! The database of one ruleset: all its sections, updated file by file, resolved when requested.

mod broken_parts;
mod contributions;
mod database;
mod find_broken;
mod outline;
mod printed_twins;

pub use broken_parts::BrokenParts;
pub use database::RulesetDb;
pub use outline::SectionInfo;
