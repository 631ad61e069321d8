//! All sections of one ruleset, updated file by file.

mod contributions;
mod database;
mod outline;
mod printed_twins;
mod section_groups;

pub use database::RulesetDb;
pub use outline::SectionInfo;
