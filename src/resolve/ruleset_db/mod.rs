//! All sections of one ruleset, updated file by file.

mod contributions;
mod database;
mod outline;
mod printed_twins;

pub use database::RulesetDb;
pub use outline::SectionInfo;
