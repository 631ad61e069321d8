//! Returns the help page of a rule of play that `rulebook explain` prints: the text of its check
//! file, and the clauses it cites, in Markdown.

use super::{
    bound_scenario::format_citation,
    checker::ScenarioChecker,
    rule::{PlayRule, find_references},
};
use crate::{
    analysis::{Analysis, Request},
    syntax::parse_plain_markdown,
};
use jiff::civil::Date;

impl ScenarioChecker {
    /// Returns the page of a rule in Markdown. Clauses are cited as they read in the newest edition
    /// on that day.
    pub fn page(&self, analysis: &Analysis, rule: &PlayRule, today: Date) -> String {
        let text = analysis
            .source(rule.source)
            .map(|source| source.text.to_string())
            .unwrap_or_default();
        let file = parse_plain_markdown(rule.source, &text);
        let body = text.get(file.front.end()..).unwrap_or_default().trim();
        let mut citations = String::new();
        if let Some(db) = rule
            .code
            .split_once('/')
            .and_then(|(ruleset, _)| analysis.ruleset_db(ruleset))
            && let Ok(view) = analysis.view(db, &Request::default(), today)
        {
            let references = find_references(&text);
            let mut seen: Vec<&str> = Vec::new();
            for id in references.iter().map(|(_, name)| &*name.value) {
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
                        .and_then(|(document, n)| {
                            analysis.cited_instruction(db, document, n, &view)
                        })
                        .map(|(cited, _)| cited)
                };
                let cited = fact
                    .or_else(|| analysis.cite(db, id, &view).map(|(cited, _)| cited))
                    .or_else(instruction);
                citations += &match cited {
                    Some(cited) => format!("- `{id}`: {}\n", format_citation(&cited)),
                    None => format!(
                        "- `{id}`: not in force in {}\n",
                        db.ruleset.edition_id(view.edition)
                    ),
                };
            }
        }
        let citations = if citations.is_empty() {
            String::new()
        } else {
            format!("\n\n## Based on\n\n{}", citations.trim_end())
        };
        format!("{body}{citations}\n")
    }
}
