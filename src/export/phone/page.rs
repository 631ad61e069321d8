//! The page: its markup, its script and the data of the script.

use super::{
    page_tables::PageTables, ruleset::RulesetWriter, search_documents, static_text, views::ViewGrid,
};
use crate::{
    analysis::{Analysis, IndexKey, WordingChoice},
    export::html::HtmlPage,
    resolve::{RulesetDb, View},
    search::TextEncoder,
    text::control::is_control_or_direction_mark,
};
use jiff::civil::Date;
use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The content of a page.
#[derive(Debug)]
pub struct PhonePage<'w> {
    /// The rulesets, each with the view that is shown first.
    pub rulesets: Vec<(&'w RulesetDb, View)>,
    /// Whether the page contains printed wording, as its owner requested.
    pub printed: bool,
    /// The date up to which documents count.
    pub until: Date,
}

/// The parts of the script. They form a single function, so that each part can use the names of the
/// others.
const SCRIPT: &[&str] = &[
    include_str!("data.js"),
    include_str!("answers.js"),
    include_str!("address.js"),
    include_str!("analysis.js"),
    include_str!("question.js"),
    include_str!("index.js"),
    include_str!("filter.js"),
    include_str!("rank.js"),
    include_str!("search.js"),
    include_str!("draw.js"),
    include_str!("card.js"),
    include_str!("remarks.js"),
    include_str!("compare.js"),
    include_str!("views.js"),
    include_str!("page.js"),
];

const STYLE: &str = include_str!("page.css");

impl PhonePage<'_> {
    /// Renders the page. `analysis` must be the one that contains the rulesets.
    pub fn render(&self, analysis: &Analysis) -> String {
        let data = escape_json(&self.data(analysis));
        let script = format!("(() => {{\n\"use strict\";\n{}}})();\n", SCRIPT.join("\n"));
        HtmlPage {
            title: &self.title(),
            style: STYLE,
            script: Some(&script),
            body: self.body(analysis, &data),
        }
        .render()
    }

    fn choice(&self) -> WordingChoice {
        if self.printed {
            WordingChoice::Both
        } else {
            WordingChoice::Restated
        }
    }

    fn title(&self) -> String {
        match self.rulesets.as_slice() {
            [(db, _)] => db.ruleset.title.clone(),
            [] | [_, ..] => "Rulebook".to_owned(),
        }
    }

    /// Returns the data of the script as JSON.
    fn data(&self, analysis: &Analysis) -> String {
        let mut tables = PageTables::default();
        let mut searched_texts = BTreeSet::new();
        let mut rulesets: Vec<Value> = Vec::new();
        for (db, view) in &self.rulesets {
            let grid = ViewGrid::new(db, self.until);
            let mut writer = RulesetWriter {
                analysis,
                db,
                grid: &grid,
                choice: self.choice(),
                values: &mut tables.values,
            };
            let mut ruleset = writer.ruleset_data(view);
            if let Some(ruleset) = ruleset.as_object_mut() {
                let default = analysis
                    .default_ruleset_db()
                    .is_some_and(|default| default.ruleset.key == db.ruleset.key);
                ruleset.insert("default".into(), json!(default));
                ruleset.insert(
                    "search".into(),
                    search_documents::documents(
                        analysis,
                        db,
                        &grid,
                        &mut tables,
                        &mut searched_texts,
                    ),
                );
            }
            rulesets.push(ruleset);
        }
        let preface = analysis.index_preface(&IndexKey {
            as_of: self.until,
            scopes: Vec::new(),
        });
        let mut encoder = TextEncoder::new(&preface);
        let words = search_documents::numbered_words(&mut encoder, &tables, &searched_texts);
        let mut out = Map::new();
        out.insert(
            "made".into(),
            json!({"by": concat!("rulebook ", env!("CARGO_PKG_VERSION")), "until": self.until.to_string(), "printed": self.printed}),
        );
        out.insert("rulesets".into(), json!(rulesets));
        out.insert("tokens".into(), json!(words));
        out.insert("search".into(), json!(encoder.finish()));
        let own = out
            .iter()
            .map(|(name, value)| format!("{}:{value}", json!(name)));
        let shared = tables.values.json().into_iter().chain([
            ("docs", tables.docs.json()),
            ("standings", tables.standings.json()),
        ]);
        let shared = shared.map(|(name, json)| format!("{}:{json}", json!(name)));
        let fields: Vec<String> = own.chain(shared).collect();
        format!("{{{}}}", fields.join(","))
    }

    fn body(&self, analysis: &Analysis, data: &str) -> Markup {
        let rulesets = self
            .rulesets
            .iter()
            .map(|(db, view)| static_text::ruleset(analysis, db, view, self.choice()));
        html! {
            body {
                a.skip href="#main" { "Skip to the text" }
                header {
                    form #ask role="search" {
                        label for="query" { "Search the rules" }
                        input #query type="search" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"
                            placeholder="recoil, Kn(X), 200p, page:22 …";
                    }
                    details #choices {
                        summary { span #where { (self.title()) } }
                        div.choices {}
                    }
                    nav aria-label="Views" {}
                    p #heard role="status" {}
                }
                main #main tabindex="-1" {
                    h1 { (self.title()) }
                    noscript {
                        p.notice { "This is the effective text in one edition. Search, history and other editions need JavaScript." }
                    }
                    @if self.printed { p.notice { (OWNER_NOTICE) } }
                    @for ruleset in rulesets { (ruleset) }
                }
                footer {
                    p {
                        "Made by rulebook " (env!("CARGO_PKG_VERSION")) " from what was published up to " (self.until.to_string())
                        ". Works offline; sends no data."
                    }
                    p { @if self.printed { (OWNER_NOTICE) } @else { (RESTATED_NOTICE) } }
                }
                script #data type="application/json" { (PreEscaped(data)) }
            }
        }
    }
}

/// The notice on pages with printed wording.
const OWNER_NOTICE: &str = "This copy contains printed words from its owner's library. It is for its owner alone: do not pass it on.";

/// The notice on other pages.
const RESTATED_NOTICE: &str =
    "All wording is restated by the project; only the printed rules and sheets are official.";

/// Escapes JSON for a `script` element: it cannot end the element or change the direction of
/// writing.
fn escape_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 64);
    for c in json.chars() {
        if is_control_or_direction_mark(c) || matches!(c, '<' | '>' | '&' | '\u{2028}' | '\u{2029}')
        {
            out += &format!("\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_leave_its_element() {
        let text = "</script><script>alert(1)</script> <!-- \u{202e}x &amp; \u{2028}";
        let safe = escape_json(&json!([text]).to_string());
        assert!(
            !safe.contains(['<', '>', '&', '\u{202e}', '\u{2028}']),
            "{safe}"
        );
        assert_eq!(
            serde_json::from_str::<Vec<String>>(&safe).expect("JSON still"),
            [text]
        );
    }
}
