//! Renders what changes in the rules as one HTML file for players: before and after, by page and by
//! troop type.

use super::html::HtmlPage;
use crate::doc::{Text, html::line};
use maud::html;

/// A page of changes for players: its title, a sentence on how to read it, and the changes in groups.
#[derive(Clone, Debug, Default)]
pub struct ReviewPage {
    /// The title.
    pub title: String,
    /// What the reader has to know.
    pub intro: String,
    /// The groups of changes.
    pub groups: Vec<ReviewPageGroup>,
}

/// Changes by page or by troop type.
#[derive(Clone, Debug)]
pub struct ReviewPageGroup {
    /// The title of the group.
    pub title: String,
    /// The pages or troop types, each with its changes.
    pub lists: Vec<(String, Vec<ReviewPageEntry>)>,
}

/// A text before and after.
#[derive(Clone, Debug)]
pub struct ReviewPageEntry {
    /// The heading of its section.
    pub heading: String,
    /// The label of its bullet or cell, if it has one.
    pub label: Option<String>,
    /// The words before and after.
    pub sides: (Text, Text),
    /// The editions at which it changes: `at 3.4`.
    pub when: String,
}

/// The style sheet.
const STYLE: &str = "body{font:16px/1.45 Georgia,serif;max-width:60rem;margin:1rem auto;padding:0 1rem}\
h1{font-size:1.4rem}h2{font-size:1.2rem;border-bottom:1px solid #999}h3{font-size:1rem;margin:1.2rem 0 .3rem}\
table{border-collapse:collapse;width:100%}td,th{border:1px solid #bbb;padding:.35rem .5rem;text-align:left;vertical-align:top;width:50%}\
th{font-weight:normal;color:#555}caption{text-align:left;padding:.5rem 0 .2rem}del{color:#8a1f11}ins{color:#14532d}small{color:#555}\
@media print{h3,caption{break-after:avoid}tr{break-inside:avoid}}";

impl ReviewPage {
    /// Renders the page as one file.
    pub fn render(&self) -> String {
        let none = || html! { i { "–" } };
        let side = |text: &Text| match text.is_empty() {
            true => none(),
            false => line(text),
        };
        let body = html! {
            body {
                h1 { (self.title) }
                p { (self.intro) }
                @for group in &self.groups {
                    h2 { (group.title) }
                    @for (name, entries) in &group.lists {
                        h3 { (name) }
                        @for entry in entries {
                            table {
                                caption {
                                    b { (entry.heading) }
                                    @if let Some(label) = &entry.label { ", " (label) }
                                    @if !entry.when.is_empty() { " " small { (entry.when) } }
                                }
                                tr { th { "Before" } th { "After" } }
                                tr { td { (side(&entry.sides.0)) } td { (side(&entry.sides.1)) } }
                            }
                        }
                    }
                }
            }
        };
        HtmlPage {
            title: &self.title,
            style: STYLE,
            script: None,
            body,
        }
        .render()
    }
}
