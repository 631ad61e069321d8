//! Renders the page for phones: rules, history and search, as one HTML file or as a web site.
//!
//! ```text
//!   Analysis ──views──▶ all views ──section_answers──▶ every answer at each, once ──┐
//!     └──search_documents──▶ documents and numbered words ──────────────────────────┴─▶ JSON
//!
//!   JSON ──*.js──▶ cards
//! ```
//!
//! The script decides nothing about rules: cards (clauses as shown), histories, comparisons and
//! page errata are the program's own answers. Only search runs in the script, with the program's text analysis and
//! ranking, whose tables and statistics are part of the page
//! ([`SearchTables`](crate::search::SearchTables)).

mod answer_interner;
mod interner;
mod page;
mod page_tables;
mod ruleset;
mod search_documents;
mod section_answers;
mod section_writer;
mod site;
mod static_text;
mod troops;
mod views;

pub use page::PhonePage;
pub use site::SiteFile;
