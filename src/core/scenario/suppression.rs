//! Sorts a scenario's diagnostics, drops those that comments `<!-- allow baggage: why -->` allow,
//! and reports comments that are wrong or allow nothing.
//!
//! A comment applies to its own line or else to the next one; above the first heading, to the whole
//! file. A comment without a reason allows nothing.

use super::{rule::PlayRules, strict::body_lines};
use crate::{
    diagnostic::{CONTROL_CHARACTER, Diagnostic, control_characters},
    syntax::{
        AllowableCodes, Allowance, MarkdownLine, MarkdownLineKind, PlainMarkdown,
        parse_plain_markdown,
    },
    text::{SourceId, Span},
};

/// The codes of problems that are not reported by a rule of play.
const PARSER_CODES: &[&str] = &[
    "scenario-front",
    "scenario-heading",
    "scenario-line",
    "scenario-number",
    "scenario-word",
    CONTROL_CHARACTER,
];

/// The rules whose codes `<!-- allow … -->` comments may name, and the file's own edition, at which
/// a code that suppresses nothing is reported.
pub(super) struct AllowContext<'a> {
    /// The rules of play whose problems a comment may allow.
    pub(super) rules: &'a PlayRules,
    /// The edition that the file names, at which each comment has to have an effect; none if the
    /// file is checked at another one.
    pub(super) edition: Option<&'a str>,
}

/// Sorts the diagnostics of a file by place, without duplicates and without those that it
/// suppresses. Adds those of its control characters, which do not depend on what the text means,
/// and those of the comments that suppress.
pub(super) fn sort_and_filter(
    source: SourceId,
    text: &str,
    mut found: Vec<Diagnostic>,
    checks: Option<&AllowContext<'_>>,
) -> Vec<Diagnostic> {
    found.extend(control_characters(source, text));
    let mut faults = Vec::new();
    let checks = checks.map(|checks| (checks.edition, checks.codes()));
    for (allowance, line) in allowances(source, text) {
        let mut used = vec![false; allowance.codes.len()];
        found.retain(|finding| {
            let at = finding.at.span.start();
            let own = finding.code.split_once('/').map(|(_, own)| own);
            let allowed = allowance
                .matching_code(|code| *finding.code == *code || own == Some(code))
                .filter(|_| line.is_none_or(|line| line.touches(at)));
            allowed.is_none_or(|code| {
                used[code] = true;
                false
            })
        });
        if let Some((edition, codes)) = &checks {
            let here = line.map_or("in this file", |_| "here");
            let place = edition.map(|edition| format!("{here} at {edition}"));
            let is_used = |code: usize| used[code];
            faults.extend(allowance.problems(source, text, codes, is_used, place.as_deref()));
        }
    }
    found.extend(faults);
    found.sort_by(|a, b| (a.at.span, &a.code, &a.message).cmp(&(b.at.span, &b.code, &b.message)));
    found.dedup();
    found
}

/// Returns the comments of a file that allow problems, each with the line to which it applies; none
/// for the whole file.
fn allowances(source: SourceId, text: &str) -> Vec<(Allowance, Option<Span>)> {
    if !text.contains("<!--") || !text.contains("allow") {
        return Vec::new();
    }
    let PlainMarkdown {
        front, comments, ..
    } = parse_plain_markdown(source, text);
    let lines = body_lines(text, front.end());
    let first_heading = lines
        .iter()
        .find(|line| matches!(line.kind, MarkdownLineKind::Heading(_)))
        .map_or(text.len(), |line| line.span.start());
    let lines: Vec<&MarkdownLine> = lines
        .iter()
        .filter(|line| !is_comment(line.span.of(text)))
        .collect();
    let comments = comments.iter().flat_map(|&part| Allowance::all(text, part));
    let with_line = comments.map(|allowance| {
        let at = lines.partition_point(|line| line.span.end() < allowance.span.start());
        let line = lines.get(at).map(|line| line.span);
        let is_above = allowance.span.end() <= first_heading;
        (allowance, line.filter(|_| !is_above))
    });
    with_line.collect()
}

impl AllowContext<'_> {
    /// Returns the codes that a comment may name: those of rules with and without the ruleset.
    fn codes(&self) -> AllowableCodes<'_> {
        let rules = self.rules.rules.iter().map(|rule| &*rule.code);
        let own = rules
            .clone()
            .filter_map(|code| code.split_once('/').map(|(_, own)| own));
        AllowableCodes {
            code: "scenario-allow",
            known: own
                .chain(PARSER_CODES.iter().copied())
                .chain(rules)
                .collect(),
            refusal: &|_| None,
            unknown_help: "write the code of a problem that `rulebook check` reports here"
                .to_owned(),
        }
    }
}

/// Returns whether a line consists of comments.
fn is_comment(line: &str) -> bool {
    let mut rest = line.trim();
    while let Some(inner) = rest.strip_prefix("<!--") {
        // the rest of a comment of several lines is on other lines
        rest = inner.split_once("-->").map_or("", |(_, rest)| rest).trim();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Location, Severity};

    fn found(text: &str, place: &str) -> Vec<Diagnostic> {
        let start = text.find(place).expect("the place");
        let at = Location::new(SourceId(0), Span::new(start, start + place.len()));
        vec![Diagnostic::new("dbm/baggage", Severity::Error, at, "no")]
    }

    #[test]
    fn a_comment_allows_the_problems_of_the_line_below_it() {
        for text in [
            "# A\n\n<!-- allow baggage: why -->\n- 5 Bg\n- 6 Bg\n",
            "# A\n\n<!-- allow baggage: why -->\n<!-- another -->\n\n- 5 Bg\n",
            "# A\n\n- 5 Bg <!-- allow dbm/baggage: why -->\n",
            "# A\n\n<!-- allow cost: x --> <!-- allow baggage: why -->\n- 5 Bg\n",
            "# A\n\n<!-- allow baggage: why --> 5 Bg\n",
            "<!-- allow cost, baggage: why -->\n\n# A\n\n- 6 Bg\n- 5 Bg\n",
        ] {
            let left = sort_and_filter(SourceId(0), text, found(text, "5 Bg"), None);
            assert!(left.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_comment_does_not_allow_problems_elsewhere() {
        for text in [
            "# A\n\n<!-- allow baggage: why -->\n- 6 Bg\n- 5 Bg\n",
            "# A\n\n<!-- allow baggage: … -->\n- 5 Bg\n",
            "# A\n\n<!-- allow cost: why -->\n- 5 Bg\n",
            "# A\n\n- 6 Bg <!-- allow baggage: why -->\n- 5 Bg\n",
        ] {
            let left = sort_and_filter(SourceId(0), text, found(text, "5 Bg"), None);
            assert_eq!(left.len(), 1, "{text}");
        }
    }
}
