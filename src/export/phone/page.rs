//! `PhonePage`: renders the page for phones (markup, style, script, program and rules) as one file or a site.

use super::{
    plain_text,
    program::{Program, compressed, start},
    site::{Site, SiteFile},
};
use crate::{
    analysis::{Analysis, Request, WordingChoice},
    export::html::HtmlPage,
    model::EditionIx,
    resolve::{RulesetDb, View},
    text::control::is_control_or_direction_mark,
};
use jiff::civil::Date;
use maud::{Markup, PreEscaped, html};
use serde_json::json;

/// The input of the page for phones: rulesets with the view shown first, and what the page contains.
#[derive(Debug)]
pub struct PhonePage<'w> {
    /// The rulesets, each with the view that is shown first.
    pub rulesets: Vec<(&'w RulesetDb, View)>,
    /// What is shown if the reader does not choose.
    pub settings: Request,
    /// Whether the page contains printed wording, as its owner requested.
    pub printed: bool,
    /// The day on which it is made.
    pub made: Date,
    /// The address at which the page will be, if it is known.
    pub address: Option<String>,
    /// Who answers.
    pub answers: Answers,
}

/// Who answers the requests of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The program that the page contains.
    Program(Program),
    /// The server that the page comes from, at this address.
    Server(String),
    /// Nobody: the page is the text of the rules.
    Nobody,
}

/// The parts of the script. They form a single function, so that each part can use the names of the
/// others.
const SCRIPT: &[&str] = &[
    include_str!("draw.js"),
    include_str!("program.js"),
    include_str!("memory.js"),
    include_str!("address.js"),
    include_str!("frame.js"),
    include_str!("view.js"),
    include_str!("clause.js"),
    include_str!("own.js"),
    include_str!("list.js"),
    include_str!("box.js"),
];

/// The parts of the style sheet.
const STYLE: &[&str] = &[
    include_str!("tokens.css"),
    include_str!("frame.css"),
    include_str!("text.css"),
    include_str!("views.css"),
    include_str!("icons.css"),
    include_str!("wide.css"),
];

/// The style sheet and the script of the page without the program.
const PLAIN_STYLE: &str = include_str!("plain.css");
const PLAIN_SCRIPT: &str = include_str!("plain.js");

/// What a page may do that contains the program: compile it, in a worker.
const PROGRAM_POLICY: &str = " 'wasm-unsafe-eval'; worker-src blob:";

impl PhonePage<'_> {
    /// Renders the page as one file. `analysis` must be the one that contains the rulesets.
    pub fn render(&self, analysis: &Analysis) -> String {
        let title = self.title();
        let parts = match &self.answers {
            Answers::Nobody => {
                return HtmlPage {
                    title: &title,
                    style: PLAIN_STYLE,
                    script: Some(PLAIN_SCRIPT),
                    policy: "",
                    body: self.plain_body(analysis),
                }
                .render();
            }
            Answers::Server(address) => html! { (self.data(&json!({"server": address}))) },
            Answers::Program(program) => html! {
                (self.data(&json!({})))
                script #program type="application/gzip" { (PreEscaped(compressed(program.bytes()))) }
                script #rules type="application/gzip" { (PreEscaped(compressed(&self.start(analysis)))) }
            },
        };
        HtmlPage {
            title: &title,
            style: &style(),
            script: Some(&script()),
            policy: PROGRAM_POLICY,
            body: self.body(analysis, &parts),
        }
        .render()
    }

    /// Renders the page as files that a browser keeps: for a web server.
    pub fn site(&self, analysis: &Analysis) -> Vec<SiteFile> {
        let Answers::Program(program) = &self.answers else {
            return vec![SiteFile {
                name: "index.html".to_owned(),
                bytes: self.render(analysis).into_bytes(),
            }];
        };
        let site = Site {
            title: &self.title(),
            style: &style(),
            script: &script(),
            program: program.bytes(),
            rules: &self.start(analysis),
        };
        site.files(|files| self.body(analysis, &self.data(files)))
    }

    fn start(&self, analysis: &Analysis) -> Vec<u8> {
        let rulesets = self.rulesets.iter();
        let keys: Vec<&str> = rulesets.map(|(db, _)| db.ruleset.key.as_str()).collect();
        start(analysis, &keys, &self.settings)
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

    /// Returns the notice on pages without printed wording, if any of the rulesets restates print.
    fn restated_notice(&self) -> Option<&'static str> {
        let restated = |(db, _): &(&RulesetDb, View)| db.ruleset.has_restatements();
        if self.rulesets.iter().all(restated) {
            Some(RESTATED_NOTICE)
        } else {
            self.rulesets
                .iter()
                .any(restated)
                .then_some(PARTLY_RESTATED_NOTICE)
        }
    }

    /// Returns the element with what the script is to know: what the page is, and who answers.
    fn data(&self, answers: &serde_json::Value) -> Markup {
        let data = json!({
            "by": concat!("rulebook ", env!("CARGO_PKG_VERSION")),
            "made": self.made.to_string(),
            "printed": self.printed,
            "address": self.address,
            "answers": answers,
        });
        html! { script #data type="application/json" { (maud::PreEscaped(escaped(&data.to_string()))) } }
    }

    /// Returns the texts that are shown before the program starts.
    fn first_texts(&self, analysis: &Analysis) -> Markup {
        html! {
            @for (db, view) in &self.rulesets {
                (plain_text::ruleset(analysis, db, view, true, self.choice()))
            }
        }
    }

    /// Returns what may be searched, for the empty search box: a heading and its page.
    fn search_example(&self) -> String {
        let rulesets = self.rulesets.iter();
        let mut sections = rulesets.flat_map(|(db, _)| {
            let ids = db.section_ids();
            ids.filter_map(|id| db.section_info(id))
        });
        let paged = sections.find_map(|own| own.page.map(|page| (own.heading, page)));
        paged.map_or_else(String::new, |(heading, page)| {
            format!("{heading}, p. {page}")
        })
    }

    /// Returns the body of the page. `parts` are the elements that contain what the script needs.
    fn body(&self, analysis: &Analysis, parts: &Markup) -> Markup {
        html! {
            body {
                a.skip href="#main" { "Skip to the text" }
                nav #side aria-label="Contents" {}
                header {
                    form #ask role="search" {
                        label for="query" { i.icon.find aria-hidden="true" {} span.said { "Search the rules" } }
                        input #query type="search" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"
                            placeholder=(self.search_example());
                        kbd aria-hidden="true" { "/" }
                    }
                    button #where type="button" aria-haspopup="dialog" {}
                }
                main #main tabindex="-1" {
                    h1 { (self.title()) }
                    noscript {
                        p.notice { "This is the text in force in one edition. Search, history and other editions need JavaScript." }
                    }
                    (self.first_texts(analysis))
                }
                footer { (self.footer()) }
                nav #tabs aria-label="Views" {}
                aside #panel role="dialog" aria-labelledby="panel-title" popover="auto" hidden {}
                p #heard role="status" {}
                (parts)
            }
        }
    }

    fn footer(&self) -> Markup {
        html! {
            p #age {
                "Made by rulebook " (env!("CARGO_PKG_VERSION")) " from what was published up to " (self.made.to_string())
                ". Works offline; sends no data."
            }
            @if self.printed { p { (OWNER_NOTICE) } } @else if let Some(notice) = self.restated_notice() { p { (notice) } }
        }
    }

    /// Returns the body of the page without the program: the whole text in all editions.
    fn plain_body(&self, analysis: &Analysis) -> Markup {
        html! {
            body {
                h1 { (self.title()) }
                p.notice {
                    "This page has the text in force in each edition. Questions in your own words, the history of a clause, other days, and "
                    "checks of army lists need the packaged program, which can write them into such a page."
                }
                nav aria-label="Editions" {
                    @for (db, first) in &self.rulesets {
                        p {
                            b { (db.ruleset.title) } ": "
                            @for view in editions(db, first) {
                                a href={ "#" (plain_text::edition_anchor(&db.ruleset, &view)) } { (db.ruleset.edition_id(view.edition)) } " "
                            }
                        }
                    }
                }
                form role="search" {
                    label for="filter" { "Show parts with these words" }
                    input #filter type="search" autocomplete="off";
                    p #heard role="status" {}
                }
                @for (db, first) in &self.rulesets {
                    @for view in editions(db, first) { (plain_text::ruleset(analysis, db, &view, view.edition == first.edition, self.choice())) }
                }
                footer { (self.footer()) }
            }
        }
    }
}

/// Returns a view of each edition that is in force by the day of a view: its own first, then the newest.
fn editions(db: &RulesetDb, first: &View) -> Vec<View> {
    let others = (0..db.ruleset.editions.len())
        .rev()
        .map(|own| EditionIx(own as u16));
    let others = others.filter(|edition| *edition != first.edition);
    let others = others.map(|edition| View {
        edition,
        ..first.clone()
    });
    std::iter::once(first.clone())
        .chain(others.filter(|view| db.ruleset.is_in_force(view.edition, view.as_of)))
        .collect()
}

/// Returns the script: one function.
fn script() -> String {
    format!(
        "(async () => {{\n\"use strict\";\n{}}})();\n",
        SCRIPT.join("\n")
    )
}

fn style() -> String {
    STYLE.concat()
}

/// The notice on pages with printed wording.
const OWNER_NOTICE: &str = "This copy contains printed words from its owner's library. It is for its owner alone: do not pass it on.";

/// The notice on other pages of rulesets that restate print.
const RESTATED_NOTICE: &str =
    "Rules are restated by the project; only the printed rules and sheets are official.";

/// The notice on other pages of which only some rulesets restate print.
const PARTLY_RESTATED_NOTICE: &str =
    "Restated wording is marked; where it is, only the printed rules and sheets are official.";

/// Returns JSON in which control characters, marks that change the direction of writing and the
/// characters of markup are escaped, so that the data are harmless wherever they are written.
fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let is_escaped = |c: char| {
        is_control_or_direction_mark(c) || matches!(c, '<' | '>' | '&' | '\u{2028}' | '\u{2029}')
    };
    let mut rest = json;
    while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_escaped(*c)) {
        out.push_str(&rest[..at]);
        out.push_str(&format!("\\u{:04x}", u32::from(c)));
        rest = &rest[at + c.len_utf8()..];
    }
    out.push_str(rest);
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
