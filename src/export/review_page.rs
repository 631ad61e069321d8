//! Renders what changes in the rules as one HTML file for players.

use super::html::HtmlPage;
use crate::doc::{Block, html};
use maud::html;

/// The style sheet.
const STYLE: &str = "body{font:16px/1.45 Georgia,serif;max-width:60rem;margin:1rem auto;padding:0 1rem}\
h1{font-size:1.4rem}h2{font-size:1.1rem}h3{margin:1.2rem 0 .3rem}table{border-collapse:collapse;width:100%;table-layout:fixed}\
td,th{border:1px solid #bbb;padding:.35rem .5rem;text-align:left;vertical-align:top}\
th{font-weight:normal;color:#555}del{color:#8a1f11}ins{color:#14532d}\
@media print{h3{break-after:avoid}tr{break-inside:avoid}}";

/// Renders a document as one file.
pub fn render(title: &str, blocks: &[Block]) -> String {
    HtmlPage {
        title,
        style: STYLE,
        script: None,
        policy: "",
        body: html! { body { h1 { (title) } (html::render(blocks)) } },
    }
    .render()
}
