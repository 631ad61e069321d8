//! `Allowance`: a comment that allows problems, `<!-- allow stale-value: the sheet says 3.5 -->`;
//! parses such comments, and reports those without effect.

use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity},
    text::{SourceId, Span, Spanned, near::nearest},
};

/// The word after `<!--` that marks such a comment.
const WORD: &str = "allow";

/// A comment that suppresses diagnostics: `<!-- allow stale-value: the sheet says 3.5 -->`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The comment.
    pub span: Span,
    /// The codes of the diagnostics, as written.
    pub codes: Vec<Spanned<String>>,
    /// Whether a colon follows the codes. Without one it may be an ordinary comment.
    pub has_colon: bool,
    /// The reason; `None` if none is given.
    pub reason: Option<Spanned<String>>,
}

/// The codes that comments of a file may name, and the words of the diagnostics on these comments.
pub struct AllowableCodes<'a> {
    /// The code of the diagnostics on comments.
    pub code: &'static str,
    /// All codes.
    pub known: Vec<&'a str>,
    /// Returns the remedy if a known code cannot be allowed.
    pub refusal: &'a dyn Fn(&str) -> Option<&'static str>,
    /// What to do about a code that is neither known nor similar to a known one.
    pub unknown_help: String,
}

impl Allowance {
    /// Parses the comments in a part of a text; there may be other text between them.
    pub fn all(text: &str, part: Span) -> Vec<Self> {
        let mut out = Vec::new();
        let mut at = part.start();
        while let Some(start) = text[at..part.end()].find("<!--").map(|start| at + start)
            && let Some(length) = text[start..part.end()].find("-->")
        {
            at = start + length + "-->".len();
            out.extend(Self::parse(text, Span::new(start, at)));
        }
        out
    }

    /// Parses a comment, if it allows something.
    fn parse(text: &str, span: Span) -> Option<Self> {
        let locate = |part: &str| {
            let part = part.trim();
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            Spanned::new(part.to_owned(), Span::new(start, start + part.len()))
        };
        let inside = span.of(text).strip_prefix("<!--")?.strip_suffix("-->")?;
        let rest = inside.trim().strip_prefix(WORD)?;
        if !rest.is_empty() && !rest.starts_with([' ', '\t', '\r', '\n', ':']) {
            return None;
        }
        let parts = rest.split_once(':');
        let reason = parts.map(|(_, reason)| locate(reason));
        let codes = parts.map_or(rest, |(codes, _)| codes).split(',');
        let codes = codes.filter(|code| !code.trim().is_empty()).map(|code| {
            // without a colon, only the first word is the code: the rest may be the reason
            let word = code.split_whitespace().next().unwrap_or_default();
            locate(if parts.is_some() { code } else { word })
        });
        // a row of dots is still to be replaced by a reason
        let is_reason = |text: &str| !text.chars().all(|c| matches!(c, '…' | '.'));
        Some(Self {
            span,
            codes: codes.collect(),
            has_colon: parts.is_some(),
            reason: reason.filter(|reason| is_reason(&reason.value)),
        })
    }

    /// Returns the index of the code that allows a problem.
    pub fn matching_code(&self, is_its_code: impl Fn(&str) -> bool) -> Option<usize> {
        self.reason.as_ref()?;
        self.codes.iter().position(|code| is_its_code(&code.value))
    }

    /// Reports a missing code or reason, codes that are unknown or cannot be allowed, and codes that
    /// allow nothing. `place` is where they have no effect, `here`; without it that is not reported.
    pub fn problems(
        &self,
        source: SourceId,
        text: &str,
        codes: &AllowableCodes<'_>,
        is_used: impl Fn(usize) -> bool,
        place: Option<&str>,
    ) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        if self.is_prose(codes) {
            return out;
        }
        let warning = |span, message: String| {
            Diagnostic::new(
                codes.code,
                Severity::Warning,
                Location::new(source, span),
                message,
            )
        };
        let removal = || {
            let at = Location::new(source, with_line(text, self.span));
            Fix::new("remove the comment", at, "")
        };
        let names: Vec<&str> = self.codes.iter().map(|code| &*code.value).collect();
        if names.is_empty() || self.reason.is_none() {
            let (message, names) = match names.as_slice() {
                [] => ("this comment names no problem", "code".to_owned()),
                names => (
                    "this comment allows nothing without a reason",
                    names.join(", "),
                ),
            };
            let mut fault = warning(self.span, message.to_owned())
                .help(format!("write it as `<!-- allow {names}: why -->`"));
            fault.fixes.push(removal());
            out.push(fault);
        }
        for (number, code) in self.codes.iter().enumerate() {
            let name = code.value.as_str();
            let is_known = codes.known.contains(&name);
            let fault = match (is_known, nearest(name, codes.known.iter().copied())) {
                (true, _) => {
                    if let Some(help) = (codes.refusal)(name) {
                        let message = format!("`{name}` cannot be allowed");
                        out.push(warning(code.span, message).help(help));
                        continue;
                    }
                    let Some(place) = place.filter(|_| self.reason.is_some() && !is_used(number))
                    else {
                        continue;
                    };
                    warning(code.span, format!("there is no problem `{name}` {place}"))
                }
                (false, near) => {
                    let fault = warning(code.span, format!("unknown problem `{name}`"));
                    let words: Vec<&str> = name.split_whitespace().collect();
                    if words.len() > 1 && words.iter().all(|word| codes.known.contains(word)) {
                        let fault = fault.help("separate codes by commas");
                        out.push(fault.write(words.join(", ")));
                        continue;
                    }
                    if let Some(near) = near {
                        out.push(fault.did_you_mean(near));
                        continue;
                    }
                    fault.help(codes.unknown_help.clone())
                }
            };
            let fix = self.without(source, number).unwrap_or_else(removal);
            out.push(Diagnostic {
                fixes: vec![fix],
                ..fault
            });
        }
        out
    }

    /// Returns whether the comment is prose that happens to begin with "allow".
    fn is_prose(&self, codes: &AllowableCodes<'_>) -> bool {
        let is_meant = |code: &Spanned<String>| {
            let mut words = code.value.split_whitespace();
            words.any(|word| codes.known.contains(&word))
                || nearest(&code.value, codes.known.iter().copied()).is_some()
        };
        let has_blank = |code: &Spanned<String>| code.value.contains(char::is_whitespace);
        (!self.has_colon || self.codes.iter().any(has_blank)) && !self.codes.iter().any(is_meant)
    }

    /// Returns the fix that removes one of several codes.
    fn without(&self, source: SourceId, number: usize) -> Option<Fix> {
        let code = self.codes.get(number)?;
        let next = self.codes.get(number + 1);
        let before = number.checked_sub(1).and_then(|at| self.codes.get(at));
        let span = match (next, before) {
            (Some(next), _) => code.span.with_end(next.span.start()),
            (None, Some(before)) => code.span.with_start(before.span.end()),
            (None, None) => return None,
        };
        let title = format!("remove `{}`", code.value);
        Some(Fix::new(title, Location::new(source, span), ""))
    }
}

/// Returns a comment with its line, if there is nothing else on it.
fn with_line(text: &str, comment: Span) -> Span {
    let start = text[..comment.start()].rfind('\n').map_or(0, |at| at + 1);
    let end = text[comment.end()..].find('\n');
    let end = end.map_or(text.len(), |at| comment.end() + at + 1);
    let around = [&text[start..comment.start()], &text[comment.end()..end]];
    match around.iter().all(|part| part.trim().is_empty()) {
        true => Span::new(start, end),
        false => comment,
    }
}
