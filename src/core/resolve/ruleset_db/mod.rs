//! The database of one ruleset: all its sections, updated file by file, resolved when requested.

mod contributions;
mod database;
mod doubts;
mod find_doubts;
mod outline;
mod printed_twins;

pub use database::RulesetDb;
pub use outline::SectionInfo;
