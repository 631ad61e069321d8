//! Exports of the analysis: Markdown for editors and files, pages to print, a page for phones, and
//! JSON.

pub mod html;
pub mod json;
pub mod markdown;
pub mod markdown_page;
pub mod paper;
pub mod phone;
pub mod sheet;
