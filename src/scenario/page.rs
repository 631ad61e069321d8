//! The page of a rule of play, for people: what it means, what it asks, the clauses it rests on, its examples.

use super::{
    case::cited_in_words,
    rule::{Rule, names},
    umpire::Umpire,
};
use crate::{
    analysis::{Analysis, Request},
    syntax::plain,
};
use jiff::civil::Date;

impl Umpire {
    /// The page, in Markdown. Clauses are cited as they read in the newest edition that counts on that day.
    pub fn page(&self, analysis: &Analysis, rule: &Rule, today: Date) -> String {
        let text = analysis
            .source(rule.source)
            .map(|source| source.text.to_string())
            .unwrap_or_default();
        let file = plain(rule.source, &text);
        let body = text.get(file.front.end()..).unwrap_or_default().trim();
        let mut rests = String::new();
        if let Some(db) = rule
            .code
            .split_once('/')
            .and_then(|(ruleset, _)| analysis.ruleset_db(ruleset))
            && let Ok(view) = analysis.view(db, &Request::default(), today)
        {
            let names = names(&text);
            let mut seen: Vec<&str> = Vec::new();
            for id in names.iter().map(|(_, name)| &*name.value) {
                if seen.contains(&id) {
                    continue;
                }
                seen.push(id);
                let fact = analysis
                    .cited_facts(db, id, &view)
                    .into_iter()
                    .next()
                    .map(|(_, cited)| cited);
                let instruction = || {
                    id.split_once(':')
                        .and_then(|(document, n)| analysis.instruction(db, document, n, &view))
                        .map(|(cited, _)| cited)
                };
                let cited = fact
                    .or_else(|| analysis.cite(db, id, &view).map(|(cited, _)| cited))
                    .or_else(instruction);
                rests += &match cited {
                    Some(cited) => format!("- `{id}`: {}\n", cited_in_words(&cited)),
                    None => format!(
                        "- `{id}`: not in force in {}\n",
                        db.ruleset.edition_id(view.edition)
                    ),
                };
            }
        }
        let rests = if rests.is_empty() {
            String::new()
        } else {
            format!("\n\n## Rests on\n\n{}", rests.trim_end())
        };
        format!("{body}{rests}\n")
    }
}
