//! The umpire's page: rules, history and search in one file that a phone opens without a network.
//!
//! ```text
//!   Analysis ──times──▶ the views there are ──sections──▶ every answer to each, once ──┐
//!     └────────seek──▶ documents and numbered words ────────────────────────────────┴─▶ data.json in the page ──*.js──▶ cards
//! ```
//!
//! The page decides nothing about rules: cards, histories, comparisons and errata slips are the program's own answers. It does search by
//! itself, by the program's analysis and ranking, whose tables and figures travel with it ([`Carried`](crate::search::Carried)).

mod gather;
mod pack;
mod pool;
mod sections;
mod seek;
mod still;
mod times;

use super::html::Page;
use crate::{
    analysis::{Analysis, IndexKey, WordingChoice},
    resolve::{RulesetDb, View},
    search::Carrier,
};
use jiff::civil::Date;
use maud::{Markup, PreEscaped, html};
use pack::Pack;
use pool::Pool;
use sections::Writer;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use times::Times;

/// What goes into a page.
#[derive(Debug)]
pub struct Phone<'w> {
    /// The rulesets, each with the view that is shown where nothing else is asked.
    pub books: Vec<(&'w RulesetDb, View)>,
    /// Whether printed words are among the texts, as their owner asked.
    pub printed: bool,
    /// The day up to which documents count.
    pub until: Date,
}

/// What is written once for all rulesets, and named by number.
#[derive(Debug, Default)]
struct Pools {
    /// The program's answers.
    pack: Pack,
    /// What is searched.
    docs: Pool,
    /// How that stands in the editions.
    standings: Pool,
}

/// The script, concept by concept. All of it is one function, so that the names of one part are known in the others.
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
    include_str!("beside.js"),
    include_str!("compare.js"),
    include_str!("views.js"),
    include_str!("page.js"),
];

const STYLE: &str = include_str!("page.css");

impl Phone<'_> {
    /// The page. The analysis is the one that the books are of.
    pub fn page(&self, analysis: &Analysis) -> String {
        let data = escaped(&self.data(analysis));
        let script = format!("(() => {{\n\"use strict\";\n{}}})();\n", SCRIPT.join("\n"));
        Page {
            title: &self.title(),
            style: STYLE,
            script: Some(&script),
            body: self.body(analysis, &data),
        }
        .draw()
    }

    fn choice(&self) -> WordingChoice {
        if self.printed {
            WordingChoice::Both
        } else {
            WordingChoice::Restated
        }
    }

    fn title(&self) -> String {
        match self.books.as_slice() {
            [(db, _)] => db.ruleset.title.clone(),
            [] | [_, ..] => "Rulebook".to_owned(),
        }
    }

    /// Everything that the script knows, as JSON.
    fn data(&self, analysis: &Analysis) -> String {
        let mut pools = Pools::default();
        let mut zones = BTreeSet::new();
        let mut rulesets: Vec<Value> = Vec::new();
        for (db, view) in &self.books {
            let times = Times::new(db, self.until);
            let mut writer = Writer {
                analysis,
                db,
                times: &times,
                choice: self.choice(),
                pack: &mut pools.pack,
            };
            let mut ruleset = writer.ruleset(view);
            if let Some(ruleset) = ruleset.as_object_mut() {
                let default = analysis
                    .default_ruleset_db()
                    .is_some_and(|default| default.ruleset.key == db.ruleset.key);
                ruleset.insert("default".into(), json!(default));
                ruleset.insert(
                    "search".into(),
                    seek::documents(analysis, db, &times, &mut pools, &mut zones),
                );
            }
            rulesets.push(ruleset);
        }
        let preface = analysis.preface(&IndexKey {
            as_of: self.until,
            scopes: Vec::new(),
        });
        let mut carrier = Carrier::new(&preface);
        let words = seek::words(&mut carrier, &pools, &zones);
        let mut out = Map::new();
        out.insert(
            "made".into(),
            json!({"by": concat!("rulebook ", env!("CARGO_PKG_VERSION")), "until": self.until.to_string(), "printed": self.printed}),
        );
        out.insert("rulesets".into(), json!(rulesets));
        out.insert("tokens".into(), json!(words));
        out.insert("search".into(), json!(carrier.finish()));
        let own = out
            .iter()
            .map(|(name, value)| format!("{}:{value}", json!(name)));
        let packed = pools.pack.json().into_iter().chain([
            ("docs", pools.docs.json()),
            ("standings", pools.standings.json()),
        ]);
        let packed = packed.map(|(name, json)| format!("{}:{json}", json!(name)));
        let fields: Vec<String> = own.chain(packed).collect();
        format!("{{{}}}", fields.join(","))
    }

    fn body(&self, analysis: &Analysis, data: &str) -> Markup {
        let books = self
            .books
            .iter()
            .map(|(db, view)| still::ruleset(analysis, db, view, self.choice()));
        html! {
            body {
                a.skip href="#main" { "To the text" }
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
                    @if self.printed { p.notice { (OWNER) } }
                    @for book in books { (book) }
                }
                footer {
                    p {
                        "Made by rulebook " (env!("CARGO_PKG_VERSION")) " out of what was published up to " (self.until.to_string())
                        ". Needs no network and tells nobody anything."
                    }
                    p { @if self.printed { (OWNER) } @else { (RESTATED) } }
                }
                script #data type="application/json" { (PreEscaped(data)) }
            }
        }
    }
}

/// Said of pages with printed words.
const OWNER: &str = "This copy holds printed words out of its owner's own library. It is for its owner alone: do not pass it on.";

/// Said of the others.
const RESTATED: &str =
    "All wording is restated by the project; the printed rules and sheets alone are official.";

/// JSON that can stand in a page: nothing in it ends the element, and nothing turns the direction of what follows.
fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 64);
    for c in json.chars() {
        match c {
            '<'
            | '>'
            | '&'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                out += &format!("\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
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
        let safe = escaped(&json!([text]).to_string());
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
