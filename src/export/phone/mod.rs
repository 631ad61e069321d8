//! Renders the page for phones, as one HTML file or as a web site.
//!
//! ```text
//!   sources ──▶ rules ──┐
//!   program (WebAssembly) ──┴─▶ page: request ──answer::respond──▶ data and HTML ──*.js──▶ what is shown
//! ```
//!
//! The page contains the program and the files of the rules; its script asks the program in a worker and
//! shows the answers, which are drawn from the same documents as everywhere. Without the program the page
//! is the plain text of the rules.

mod page;
mod plain_text;
mod program;
mod site;

pub use page::{Answers, PhonePage};
pub use program::{Program, ProgramError};
pub use site::SiteFile;
