//! Renders the rules as Markdown, a page for phones, pages to print, a printed sheet, or JSON.

pub mod html;
pub mod json;
pub mod markdown;
pub mod markdown_page;
pub mod paper;
pub mod phone;
pub mod sheet;
