//! Answers of the world in forms for other places: Markdown for editors.

pub mod markdown;
pub mod page;
