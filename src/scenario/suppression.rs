//! Sorts a scenario's diagnostics, drops those that comments `<!-- allow baggage: why -->` allow,
//! and reports comments that are wrong or allow nothing.
//!
//! A comment applies to its own line or else to the next one; above the first heading, to the whole
//! file. A comment without a reason allows nothing.

use super::{rule::PlayRules, strict::body_lines};
use crate::{
    diagnostic::{CONTROL_CHARACTER, Diagnostic, Fix, Location, Severity, control_characters},
    syntax::{MarkdownLine, MarkdownLineKind, parse_plain_markdown},
    text::{SourceId, Span, Spanned, near::nearest},
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
    let comments = AllowComment::all(source, text);
    let mut of_comments = Vec::new();
    for comment in &comments {
        let is_used = comment.suppress(&mut found);
        if let Some(checks) = checks {
            comment.check(source, text, checks, &is_used, &mut of_comments);
        }
    }
    found.extend(of_comments);
    found.sort_by(|a, b| (a.at.span, &a.code, &a.message).cmp(&(b.at.span, &b.code, &b.message)));
    found.dedup();
    found
}

/// A comment that allows problems.
struct AllowComment<'t> {
    span: Span,
    codes: Vec<Spanned<&'t str>>,
    has_colon: bool,
    has_reason: bool,
    /// The line to which it applies; none for the whole file.
    line: Option<Span>,
}

impl<'t> AllowComment<'t> {
    /// Returns the comments of a file, in the order of the file.
    fn all(source: SourceId, text: &'t str) -> Vec<Self> {
        if !text.contains("<!--") || !text.contains("allow") {
            return Vec::new();
        }
        let file = parse_plain_markdown(source, text);
        let lines = body_lines(text, file.front.end());
        let first_heading = lines
            .iter()
            .find(|line| matches!(line.kind, MarkdownLineKind::Heading(_)))
            .map_or(text.len(), |line| line.span.start());
        let lines: Vec<&MarkdownLine> = lines
            .iter()
            .filter(|line| !is_comment(line.span.of(text)))
            .collect();
        let comments = file.comments.iter();
        comments
            .flat_map(|&span| comments_in(text, span))
            .filter_map(|span| {
                let at = lines.partition_point(|line| line.span.end() < span.start());
                let line = lines.get(at).map(|line| line.span);
                let is_above = span.end() <= first_heading;
                Self::parse(text, span, line.filter(|_| !is_above))
            })
            .collect()
    }

    fn parse(text: &'t str, span: Span, line: Option<Span>) -> Option<Self> {
        let inner = span.of(text).strip_prefix("<!--")?.strip_suffix("-->")?;
        let inner = inner.trim();
        let rest = inner.strip_prefix("allow")?;
        if !rest.starts_with([' ', '\t', ':']) {
            return None;
        }
        let (codes, reason) = rest
            .split_once(':')
            .map_or((rest, None), |(codes, reason)| (codes, Some(reason.trim())));
        let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let codes = codes
            .split([',', ' ', '\t', '\n', '\r'])
            .filter(|code| !code.is_empty())
            .map(|code| {
                let start = offset(code);
                Spanned::new(code, Span::new(start, start + code.len()))
            });
        Some(Self {
            span,
            codes: codes.collect(),
            has_colon: reason.is_some(),
            has_reason: reason.is_some_and(|reason| !matches!(reason, "" | "…")),
            line,
        })
    }

    /// Removes the diagnostics that the comment allows. Returns which of its codes allow one.
    fn suppress(&self, found: &mut Vec<Diagnostic>) -> Vec<bool> {
        let mut used = vec![false; self.codes.len()];
        if !self.has_reason {
            return used;
        }
        found.retain(|finding| {
            let at = finding.at.span.start();
            let own = finding.code.split_once('/').map(|(_, own)| own);
            let named = self
                .codes
                .iter()
                .position(|code| *finding.code == *code.value || own == Some(code.value))
                .filter(|_| self.line.is_none_or(|line| line.touches(at)));
            named.is_none_or(|code| {
                used[code] = true;
                false
            })
        });
        used
    }

    /// Reports a missing reason, unknown codes, and codes that allow nothing.
    fn check(
        &self,
        source: SourceId,
        text: &str,
        checks: &AllowContext<'_>,
        is_used: &[bool],
        out: &mut Vec<Diagnostic>,
    ) {
        let known = |code: &str| {
            let mut codes = checks.codes();
            codes.any(|known| known == code)
        };
        let near = |code: &str| nearest(code, checks.codes());
        let is_meant = |code: &Spanned<&str>| known(code.value) || near(code.value).is_some();
        let is_prose = !self.has_colon || self.codes.len() > 1;
        if is_prose && !self.codes.iter().any(is_meant) {
            return;
        }
        let warning = |span, message: String| {
            let at = Location::new(source, span);
            Diagnostic::new("scenario-allow", Severity::Warning, at, message)
        };
        let removal = Fix::new(
            "remove the comment",
            Location::new(source, with_line(text, self.span)),
            "",
        );
        let names: Vec<&str> = self.codes.iter().map(|code| code.value).collect();
        if names.is_empty() || !self.has_reason {
            let (message, names) = if names.is_empty() {
                ("this comment names no problem", "code".to_owned())
            } else {
                (
                    "this comment allows nothing without a reason",
                    names.join(", "),
                )
            };
            let mut diagnostic = warning(self.span, message.to_owned())
                .help(format!("write it as `<!-- allow {names}: why -->`"));
            diagnostic.fixes.push(removal.clone());
            out.push(diagnostic);
        }
        for (number, code) in self.codes.iter().enumerate() {
            let name = code.value;
            if is_used[number] || known(name) && (!self.has_reason || checks.edition.is_none()) {
                continue;
            }
            if known(name) {
                let edition = checks.edition.unwrap_or_default();
                let place = self.line.map_or("in this file", |_| "here");
                let message = format!("there is no problem `{name}` {place} at {edition}");
                let mut diagnostic = warning(code.span, message);
                diagnostic
                    .fixes
                    .push(self.without(source, number).unwrap_or(removal.clone()));
                out.push(diagnostic);
                continue;
            }
            let mut diagnostic = warning(code.span, format!("unknown problem `{name}`"));
            match near(name) {
                Some(near) => diagnostic = diagnostic.did_you_mean(near),
                None => {
                    diagnostic = diagnostic
                        .help("write the code of a problem that `rulebook check` reports here");
                    diagnostic
                        .fixes
                        .push(self.without(source, number).unwrap_or(removal.clone()));
                }
            }
            out.push(diagnostic);
        }
    }

    /// Returns the fix that removes one of several codes.
    fn without(&self, source: SourceId, number: usize) -> Option<Fix> {
        let code = self.codes.get(number)?;
        let next = self.codes.get(number + 1);
        let before = number.checked_sub(1).and_then(|at| self.codes.get(at));
        let span = match (next, before) {
            (Some(next), _) => Span::new(code.span.start(), next.span.start()),
            (None, Some(before)) => Span::new(before.span.end(), code.span.end()),
            (None, None) => return None,
        };
        Some(Fix::new(
            format!("remove `{}`", code.value),
            Location::new(source, span),
            "",
        ))
    }
}

impl AllowContext<'_> {
    /// Returns all codes that a comment may name: those of rules with and without the ruleset.
    fn codes(&self) -> impl Iterator<Item = &str> {
        let rules = self.rules.rules.iter().map(|rule| &*rule.code);
        let own = rules
            .clone()
            .filter_map(|code| code.split_once('/').map(|(_, own)| own));
        own.chain(PARSER_CODES.iter().copied()).chain(rules)
    }
}

/// Returns the comments in a part of the text; there may be other text between them.
fn comments_in(text: &str, part: Span) -> Vec<Span> {
    let mut out = Vec::new();
    let mut at = part.start();
    while let Some(start) = text[at..part.end()].find("<!--").map(|start| at + start)
        && let Some(length) = text[start..part.end()].find("-->")
    {
        at = start + length + "-->".len();
        out.push(Span::new(start, at));
    }
    out
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

/// Returns a comment with its line, if there is nothing else on it.
fn with_line(text: &str, comment: Span) -> Span {
    let start = text[..comment.start()].rfind('\n').map_or(0, |at| at + 1);
    let end = text[comment.end()..]
        .find('\n')
        .map_or(text.len(), |at| comment.end() + at + 1);
    let is_alone = text[start..comment.start()].trim().is_empty()
        && text[comment.end()..end].trim().is_empty();
    if is_alone {
        Span::new(start, end)
    } else {
        comment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
