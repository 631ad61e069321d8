//! Renders rules as Markdown, JSON, amendment sheets, a page for phones, a page of changes, or HTML to print.

pub mod html;
pub mod json;
pub mod markdown_page;
pub mod paper;
pub mod phone;
pub mod review_page;
pub mod sheet;
