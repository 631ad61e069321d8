//! Answers of the analysis in forms for other places: Markdown for editors and files, pages to print, data for other programs.

pub mod data;
pub mod html;
pub mod markdown;
pub mod page;
pub mod paper;
pub mod phone;
pub mod sheet;
