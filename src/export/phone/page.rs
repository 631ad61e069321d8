//! `PhonePage`: renders the page for phones (markup, style, script, data) as one file or a site.

use super::{
    interner::to_json,
    page_tables::PageTables,
    ruleset::RulesetJsonBuilder,
    search_documents,
    site::{Site, SiteFile},
    static_text,
    views::ViewGrid,
};
use crate::{
    analysis::{
        Analysis, IndexKey, QuestionTables, WordingChoice, author_names, document_names,
        ruleset_names,
    },
    export::html::HtmlPage,
    resolve::{RulesetDb, View},
    search::{TextEncoder, is_english},
    text::control::is_control_or_direction_mark,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};
use jiff::civil::Date;
use maud::{Markup, html};
use serde_json::json;
use std::{collections::BTreeSet, io::Write, panic::resume_unwind, sync::mpsc, thread};

/// The input of the page for phones: rulesets with the view shown first, whether to include printed
/// wording, and the last date.
#[derive(Debug)]
pub struct PhonePage<'w> {
    /// The rulesets, each with the view that is shown first.
    pub rulesets: Vec<(&'w RulesetDb, View)>,
    /// Whether the page contains printed wording, as its owner requested.
    pub printed: bool,
    /// The date up to which documents count.
    pub until: Date,
    /// The address at which the page will be, if it is known.
    pub address: Option<String>,
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

impl PhonePage<'_> {
    /// Renders the page. `analysis` must be the one that contains the rulesets.
    pub fn render(&self, analysis: &Analysis) -> String {
        self.render_with_progress(analysis, &mut |_, _| ())
    }

    /// Renders the page, and reports how many sections are written, of how many.
    pub fn render_with_progress(
        &self,
        analysis: &Analysis,
        progress: &mut dyn FnMut(usize, usize),
    ) -> String {
        let (texts, data) = thread::scope(|scope| {
            let texts = scope.spawn(|| self.static_texts(analysis));
            let data = compressed(|send| self.write_data(analysis, progress, send));
            (texts.join(), data)
        });
        let texts = texts.unwrap_or_else(|panic| resume_unwind(panic));
        let data = html! { script #data type="application/gzip" { (data) } };
        HtmlPage {
            title: &self.title(),
            style: &style(),
            script: Some(&script()),
            body: self.body(&texts, &data),
        }
        .render()
    }

    /// Renders the page as files that a browser keeps: for a web server. Reports how many sections are
    /// written, of how many.
    pub fn site(
        &self,
        analysis: &Analysis,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Vec<SiteFile> {
        let title = self.title();
        let mut data = String::new();
        self.write_data(analysis, progress, &mut |part| data += &part);
        let site = Site {
            title: &title,
            style: &style(),
            script: &script(),
            data: &data,
        };
        let texts = self.static_texts(analysis);
        site.files(|data| self.body(&texts, data))
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

    /// Passes the data of the script as JSON, part by part: the answers at all views, and search
    /// documents.
    fn write_data(
        &self,
        analysis: &Analysis,
        progress: &mut dyn FnMut(usize, usize),
        write: &mut dyn FnMut(String),
    ) {
        let outlines = self.rulesets.iter().map(|(db, _)| db.outline().len());
        let (mut done, all) = (0, outlines.sum());
        let mut progress = |sections: usize| {
            done += sections;
            progress(done, all);
        };
        let mut tables = PageTables::default();
        let mut searched_texts = BTreeSet::new();
        let made = json!({
            "by": concat!("rulebook ", env!("CARGO_PKG_VERSION")),
            "until": self.until.to_string(),
            "printed": self.printed,
            "address": self.address,
        });
        let made = escaped(&to_json(&made));
        write(format!("{{\"made\":{made},\"rulesets\":["));
        let mut before = "";
        for (db, view) in &self.rulesets {
            let grid = ViewGrid::new(db, self.until);
            let mut writer = RulesetJsonBuilder {
                analysis,
                db,
                grid: &grid,
                choice: self.choice(),
                values: &mut tables.values,
                progress: &mut progress,
            };
            let mut ruleset = writer.ruleset_data(view);
            if let Some(ruleset) = ruleset.as_object_mut() {
                let default = analysis
                    .default_ruleset_db()
                    .is_some_and(|default| default.ruleset.key == db.ruleset.key);
                ruleset.insert("default".into(), json!(default));
                let names = document_names(&db.ruleset);
                ruleset.insert("cited".into(), json!(names));
                let counted = db.ruleset.documents.values().filter(|own| own.counted);
                let counted: Vec<&str> = counted.map(|own| own.key.as_str()).collect();
                ruleset.insert("counted".into(), json!(counted));
                ruleset.insert("authors".into(), json!(author_names(&db.ruleset)));
                let games = db.ruleset.other_games.iter();
                let games: Vec<_> = games
                    .map(|game| {
                        let is_word =
                            is_english(game.trim_end_matches('!').to_lowercase().as_str());
                        (game, db.ruleset.title_words_after(game), is_word)
                    })
                    .collect();
                ruleset.insert("other_games".into(), json!(games));
                ruleset.insert("first_year".into(), json!(db.ruleset.first_year()));
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
            write(format!("{before}{}", escaped(&to_json(&ruleset))));
            before = ",";
        }
        write("]".to_owned());
        let mut member = |name: &str, json: String| {
            write(format!(",\"{name}\":{}", escaped(&json)));
        };
        // the longest first: it is compressed while the rest is made
        member("values", tables.values.values_json());
        member("texts", tables.values.texts_json());
        member("docs", tables.docs.json());
        member("standings", tables.standings.json());
        member("shapes", tables.values.shapes_json());
        member("differences", tables.values.differences_json());
        let metadata = analysis.index_metadata(&IndexKey {
            as_of: self.until,
            scopes: Vec::new(),
        });
        let mut encoder = TextEncoder::new(&metadata);
        let words = search_documents::numbered_words(&mut encoder, &tables, &searched_texts);
        member("tokens", to_json(&words));
        member("search", to_json(&encoder.finish()));
        member("named", to_json(&ruleset_names(analysis)));
        member("questions", to_json(&QuestionTables::ALL));
        write("}".to_owned());
    }

    /// Returns the effective text of each ruleset.
    fn static_texts(&self, analysis: &Analysis) -> Vec<Markup> {
        let rulesets = self.rulesets.iter();
        rulesets
            .map(|(db, view)| static_text::ruleset(analysis, db, view, self.choice()))
            .collect()
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

    /// Returns the body with the effective texts of the rulesets. `data` is the element that contains
    /// the data of the script, or says where they are.
    fn body(&self, texts: &[Markup], data: &Markup) -> Markup {
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
                        p.notice { "This is the effective text in one edition. Search, history and other editions need JavaScript." }
                    }
                    @if self.printed { p.notice { (OWNER_NOTICE) } }
                    @for text in texts { (text) }
                }
                footer {
                    p #age {
                        "Made by rulebook " (env!("CARGO_PKG_VERSION")) " from what was published up to " (self.until.to_string())
                        ". Works offline; sends no data."
                    }
                    @if self.printed { p { (OWNER_NOTICE) } } @else if let Some(notice) = self.restated_notice() { p { (notice) } }
                }
                nav #tabs aria-label="Views" {}
                aside #panel role="dialog" aria-labelledby="panel-title" popover="auto" hidden {}
                p #heard role="status" {}
                (data)
            }
        }
    }
}

/// Returns the script: one function.
fn script() -> String {
    format!(
        "(async () => {{\n\"use strict\";\n{}}})();\n",
        SCRIPT.join("\n")
    )
}

/// Returns a text as gzip in Base64, which is a fifth as long. `write` passes its parts, which are
/// compressed while the next ones are made.
fn compressed(write: impl FnOnce(&mut dyn FnMut(String))) -> String {
    let (sender, parts) = mpsc::channel::<String>();
    let bytes = thread::scope(|scope| {
        let compressing = scope.spawn(move || {
            // the best level takes more than twice as long and saves a hundredth
            let mut encoder = GzEncoder::new(Vec::new(), Compression::new(7));
            for part in parts {
                encoder.write_all(part.as_bytes())?;
            }
            encoder.finish()
        });
        // the receiver lives until there are no more parts
        write(&mut |part| drop(sender.send(part)));
        drop(sender);
        compressing.join()
    });
    // writing to memory cannot fail
    STANDARD.encode(bytes.map(Result::unwrap_or_default).unwrap_or_default())
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
