//! `rulebook search`: prints the hits of a query, those of the selected edition first.

use super::{Styler, display_width, header, plural, terminal};
use crate::{
    analysis::{SearchHit, SearchResults},
    doc::Text,
    model::Ruleset,
    resolve::RulingState,
    search::query,
    text::prefixed,
};

/// Renders the results for people. The first hit is whole; of the others, those whose text goes beyond
/// `max_lines` are a title.
pub(super) fn render(
    styler: Styler,
    ruleset: Option<&Ruleset>,
    results: &SearchResults,
    max_lines: usize,
) -> String {
    // the notice that other rulesets answer comes first
    let (first, notices) = results
        .notices
        .split_at(usize::from(results.elsewhere).min(results.notices.len()));
    let mut out = header::notice_lines(styler, first);
    out += &ruleset
        .map(|ruleset| header::query_line(styler, ruleset, &results.query.query, None))
        .unwrap_or_default();
    out += &header::notice_lines(styler, notices);
    for fault in &results.faults {
        out += &render_query_fault(styler, &results.query.text, fault);
    }
    if let Some(language) = results.language {
        let message = format!("{language} is not understood, except for names");
        out += &styler.notice(&message);
    }
    for correction in &results.corrections {
        out += &styler.notice(&format!(
            "no matches for \"{}\"; showing results for \"{}\"",
            correction.typed,
            correction.meant.join("\", \"")
        ));
    }
    if results.hits.is_empty() {
        out += "No matches.\n";
        if results.faults.is_empty() {
            let names = query::FILTERS
                .iter()
                .map(|row| format!("{}:", row.names[0]))
                .collect::<Vec<_>>()
                .join(" ");
            out += &styler.paragraph(&styler.dim(&format!(
                "Try other words, or --all-editions. Conditions: {names}"
            )));
        }
        return out;
    }
    let width = results.hits.len().to_string().len().max(2);
    let summary = String::from("\n") + &styler.paragraph(&summary(results));
    let line_count = |text: &str| text.lines().count();
    let titles = results.hits.iter().zip(1..);
    let titles = titles.map(|(hit, number)| render_title(styler, number, width, hit));
    let titles: Vec<String> = titles.collect();
    // the lines of the titles that follow, and of the summary
    let mut lines_below = titles.iter().map(|title| line_count(title)).sum::<usize>();
    lines_below += line_count(&summary);
    let mut past = false;
    for (at, hit) in results.hits.iter().enumerate() {
        if !hit.holds && !past {
            past = true;
            let edition = &results.query.query.edition;
            let other = results.hits.iter().any(|hit| {
                !hit.id
                    .starts_with(&format!("{}/", results.query.query.ruleset))
            });
            let edition = if other {
                "the selected edition"
            } else {
                edition
            };
            out += &format!(
                "\n{}\n",
                styler.warning(&format!("Not in the included text of {edition}:"))
            );
        }
        let title = &titles[at];
        lines_below -= line_count(title);
        let text = render_text(styler, width, hit);
        out += title;
        if at == 0 || line_count(&out) + line_count(&text) + lines_below <= max_lines {
            out += &text;
        }
        if at == 0 && hit.missing_text().is_some() {
            out += &styler.help("`rulebook import FILE` adds the text of your booklet");
        }
    }
    out + &summary
}

/// Returns how many matches there are, and how to see more of them.
fn summary(results: &SearchResults) -> String {
    let (shown, all) = (results.hits.len(), results.matches);
    let count = if results.has_more { "more than " } else { "" };
    let count = format!("{count}{}", plural(all, "match|matches"));
    if shown >= all {
        return format!("{count}.");
    }
    let more = (shown * MORE_HITS).min(all).min(MAX_LIMIT);
    let words = shell_words(&results.query.text);
    format!("{shown} of {count}, best first; more: rulebook search -n {more} {words}")
}

/// Returns a query as it is typed in a shell.
fn shell_words(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | ',' | '-' | '/' | ':');
    if text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// How many times the number of hits the next request shows.
const MORE_HITS: usize = 5;

/// The greatest number of hits.
const MAX_LIMIT: usize = 1000;

/// Renders an error of the query with the position marked below it.
fn render_query_fault(styler: Styler, text: &str, fault: &query::QueryFault) -> String {
    let mut out = styler.notice(&fault.message);
    let short = text.len() <= styler.prose_width().saturating_sub(4) && !text.contains('\n');
    if let Some(before) = text.get(..fault.span.start()).filter(|_| short) {
        let marked = fault.span.of(text);
        let (gap, marks) = (display_width(before), display_width(marked).max(1));
        out += &format!(
            "    {}\n    {}{}\n",
            text,
            " ".repeat(gap),
            styler.warning(&"^".repeat(marks))
        );
    }
    if let Some(help) = &fault.help {
        out += &styler.help(help);
    }
    out
}

/// Renders the number of a hit, its headings and page, and its id.
fn render_title(styler: Styler, number: usize, width: usize, hit: &SearchHit) -> String {
    let missing = hit.missing_text();
    let name = match &missing {
        Some(missing) => styler.strong(missing),
        None => {
            let page = header::page_suffix(hit.page.as_deref());
            let inferred = if hit.page_inferred { " (inferred)" } else { "" };
            format!("{}{page}{inferred}", styler.strong(&hit.path.join(" › ")))
        }
    };
    let title = format!("{number:>width$}  {name}");
    styler.justify(&title, &styler.reference(&hit.id))
}

/// Renders what is below the title of a hit: the text that matches, its editions and its source.
fn render_text(styler: Styler, width: usize, hit: &SearchHit) -> String {
    let indent = " ".repeat(width + 2);
    let unapplied = || {
        let open = hit.open.iter().map(|text| ("Open instruction", text));
        let elsewhere = hit.elsewhere.iter().map(|text| ("Other profiles", text));
        let open = open.chain(elsewhere);
        let all = open.chain(hit.withdrawn.iter().map(|text| ("Withdrawn change", text)));
        all.map(|(label, text)| styler.labelled(&indent, label, text))
            .collect::<String>()
    };
    if hit.missing_text().is_some() {
        return unapplied();
    }
    let mut out = String::new();
    if let Some(before) = hit.before.as_ref().filter(|_| hit.changed.is_some()) {
        let text = terminal::line(styler, &Text::change(Some(before), Some(&hit.text)));
        out += &styler.wrap(&indent, &indent, &text);
    } else if hit.text.is_empty() {
        out += &format!(
            "{indent}{}\n",
            styler.dim("Text not included; see your booklet")
        );
    } else {
        out += &styler.wrap(&indent, &indent, &mark_snippet(styler, hit));
    }
    out += &styler.wrap(&indent, &indent, &styler.dim(&describe_hit(hit)));
    out += &unapplied();
    if !hit.holds {
        let now = match (&hit.now, &hit.moved_to) {
            (Some(now), _) if !now.is_empty() => format!("Now: {now}"),
            (_, Some(to)) => format!("Moved to {to}."),
            (Some(_), None) => "Now: text not included; see your booklet.".to_owned(),
            (None, None) => return out,
        };
        out += &styler.wrap(&indent, &indent, &now);
    }
    out
}

/// Returns the snippet with the matches marked: in bold, or between asterisks.
fn mark_snippet(styler: Styler, hit: &SearchHit) -> String {
    let (text, mut out, mut at) = (&hit.snippet.text, String::new(), 0);
    for mark in &hit.snippet.marks {
        let (Some(before), Some(words)) = (
            text.get(at..mark.start()),
            text.get(mark.start()..mark.end()),
        ) else {
            continue;
        };
        out += before;
        out += &if styler.colour {
            styler.strong(words)
        } else {
            format!("*{words}*")
        };
        at = mark.end();
    }
    out + text.get(at..).unwrap_or_default()
}

/// Returns the editions in which the hit holds, its document, and its wording.
fn describe_hit(hit: &SearchHit) -> String {
    let editions = match (&hit.editions.from, &hit.editions.until) {
        (Some(from), Some(until)) if from == until => format!("{from} only"),
        (Some(from), Some(until)) => format!("{from}–{until}"),
        (Some(from), None) => format!("since {from}"),
        (None, _) => String::new(),
    };
    let editions = hit.changed.as_ref().map_or(editions, |edition| {
        match (&hit.before, hit.text.is_empty()) {
            (None, _) => format!("added in {edition}"),
            (Some(_), true) => format!("removed in {edition}"),
            (Some(_), false) => format!("changed in {edition}"),
        }
    });
    let editions = match hit.has_lead && hit.changed.is_none() && !editions.is_empty() {
        true => format!("item {editions}"),
        false => editions,
    };
    let kind = if matches!(hit.kind, "clause" | "change" | "table") {
        ""
    } else {
        hit.kind
    };
    let wording = match hit.wording {
        crate::search::DocWording::Printed => "printed",
        crate::search::DocWording::Restated => "restated",
        crate::search::DocWording::Original | crate::search::DocWording::None => "",
    };
    let state = RulingState::label_of(hit.state.as_deref().unwrap_or_default());
    let uncounted = prefixed("not part of profile ", hit.uncounted.as_ref());
    let source = if hit.n.is_empty() {
        hit.source.clone()
    } else {
        format!("{} ({})", hit.source, hit.n.join(", "))
    };
    let doubt = match hit.contradicted {
        true => "a contradiction is recorded",
        false => "",
    };
    [kind, state, &uncounted, &editions, &source, wording, doubt]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ")
}
