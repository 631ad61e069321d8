//! Parses the TOML file of accepted differences, matches it with those found, and drafts it.

use super::{DocumentDifference, Verification};
use crate::text::Span;
use serde::Deserialize;
use std::fmt::Write;
use toml::Spanned;

/// A difference that a person has accepted: its unit, kind, hash of the words, and reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedDifference {
    /// The unit: `rear-support/b3`.
    pub at: String,
    /// The kind of difference: `document only`, `ours only`, `differs`.
    pub is: String,
    /// The [`DocumentDifference::fingerprint`] at the time of the review.
    pub words: String,
    /// Why the difference is right.
    pub reason: String,
    /// The position in the file of exceptions.
    pub span: Span,
}

/// The parsed TOML file of exceptions: differences between a document and the rules that a person
/// has reviewed and accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AcceptedDifferences {
    /// The exceptions, in file order.
    pub listed: Vec<AcceptedDifference>,
}

/// The differences found, each explained (by an exception or a declared deviation) or open, and
/// stale exceptions, which match none of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewedDifferences<'a> {
    /// Differences with the reason of the exception that matches, or of the declared deviation.
    pub explained: Vec<(&'a DocumentDifference, &'a str)>,
    /// Differences without an exception or declared deviation.
    pub open: Vec<&'a DocumentDifference>,
    /// Accepted differences without a difference, each with the reason why it no longer matches.
    pub stale: Vec<(&'a AcceptedDifference, String)>,
}

/// The TOML file of accepted differences as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExceptions {
    #[serde(default)]
    exception: Vec<Spanned<RawException>>,
}

/// A table `[[exception]]` as written: the unit, the kind of difference, the hash of the words, and
/// the reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawException {
    at: String,
    is: String,
    words: String,
    reason: String,
}

/// The valid values of `is`.
const KIND_NAMES: &[&str] = &["document only", "ours only", "differs"];

impl AcceptedDifferences {
    /// Parses a file of exceptions. The error is its position and message.
    pub fn parse(text: &str) -> Result<Self, (Span, String)> {
        let raw: RawExceptions = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            (
                Span::new(span.start.min(text.len()), span.end.min(text.len())),
                error.message().trim().to_owned(),
            )
        })?;
        let mut listed = Vec::new();
        for one in raw.exception {
            let span = Span::new(one.span().start, one.span().end);
            let RawException {
                at,
                is,
                words,
                reason,
            } = one.into_inner();
            if reason.trim().is_empty() {
                return Err((span, format!("the exception at `{at}` gives no reason")));
            }
            if !KIND_NAMES.contains(&is.as_str()) {
                return Err((
                    span,
                    format!("`is = \"{is}\"`: expected `document only`, `ours only` or `differs`"),
                ));
            }
            listed.push(AcceptedDifference {
                at,
                is,
                words,
                reason,
                span,
            });
        }
        Ok(Self { listed })
    }

    /// Matches the differences of `verification` with the exceptions.
    pub fn review<'a>(&'a self, verification: &'a Verification) -> ReviewedDifferences<'a> {
        let mut reviewed = ReviewedDifferences::default();
        let mut used = vec![false; self.listed.len()];
        for difference in &verification.differences {
            let words = difference.fingerprint();
            let fits = |one: &AcceptedDifference| {
                one.at == difference.at && one.is == difference.kind.name() && one.words == words
            };
            if let Some(reason) = &difference.deviation {
                reviewed.explained.push((difference, reason));
                continue;
            }
            match self.listed.iter().position(fits) {
                Some(at) => {
                    used[at] = true;
                    reviewed
                        .explained
                        .push((difference, &self.listed[at].reason));
                }
                None => reviewed.open.push(difference),
            }
        }
        for one in self
            .listed
            .iter()
            .zip(used)
            .filter(|(_, used)| !used)
            .map(|(one, _)| one)
        {
            let what = match verification
                .differences
                .iter()
                .find(|difference| difference.at == one.at)
            {
                None => "no difference there any more".to_owned(),
                Some(other) if other.kind.name() != one.is => {
                    format!("it is now: {}", other.kind.name())
                }
                Some(other) => format!(
                    "the words have changed since; they are now `{}`",
                    other.fingerprint()
                ),
            };
            reviewed.stale.push((one, what));
        }
        reviewed
    }

    /// Returns the text of a file that lists `differences`, each with an empty reason to fill in.
    pub fn draft<'a>(differences: impl Iterator<Item = &'a DocumentDifference>) -> String {
        let mut out = String::new();
        for one in differences {
            let quoted = |text: &str| toml::Value::from(text).to_string();
            let by: Vec<String> = [("document", &one.document.by), ("ours", &one.ours.by)]
                .into_iter()
                .filter(|(_, by)| !by.is_empty())
                .map(|(name, by)| format!("{name} {}", by.join(", ")))
                .collect();
            let gap = if out.is_empty() { "" } else { "\n" };
            // writing to a string cannot fail
            let _ = write!(
                out,
                "{gap}[[exception]] # {}{}{}\nat = {}\nis = {}\nwords = {}\nreason = \"\"\n",
                one.heading,
                if by.is_empty() { "" } else { ": " },
                by.join("; "),
                quoted(&one.at),
                quoted(one.kind.name()),
                quoted(&one.fingerprint())
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{DifferenceKind, DifferenceSide};

    fn difference(at: &str, text: &str) -> DocumentDifference {
        DocumentDifference {
            kind: DifferenceKind::Differs,
            at: at.into(),
            heading: "Ferries".into(),
            page: None,
            document: DifferenceSide {
                text: Some(text.into()),
                by: vec!["4".into()],
                ..DifferenceSide::default()
            },
            ours: DifferenceSide {
                text: Some("A raft pays 4.".into()),
                by: vec!["river-1.1:2".into()],
                ..DifferenceSide::default()
            },
            remark: None,
            deviation: None,
            declared: String::new(),
        }
    }

    #[test]
    fn an_exception_matches_until_the_words_change() {
        let verification = Verification {
            differences: vec![difference("ferries/b1", "A raft pays 3.")],
            ..Verification::default()
        };
        let draft = AcceptedDifferences::draft(verification.differences.iter());
        assert!(
            AcceptedDifferences::parse(&draft).is_err_and(|(_, why)| why.contains("no reason")),
            "{draft}"
        );
        let exceptions = AcceptedDifferences::parse(
            &draft.replace("reason = \"\"", "reason = \"a slip of the document\""),
        )
        .expect("a file");
        let reviewed = exceptions.review(&verification);
        assert_eq!(
            (
                reviewed.explained.len(),
                reviewed.open.len(),
                reviewed.stale.len()
            ),
            (1, 0, 0)
        );
        let later = Verification {
            differences: vec![difference("ferries/b1", "A raft pays 5.")],
            ..Verification::default()
        };
        let reviewed = exceptions.review(&later);
        assert_eq!(
            (
                reviewed.explained.len(),
                reviewed.open.len(),
                reviewed.stale.len()
            ),
            (0, 1, 1)
        );
        assert!(
            reviewed.stale[0].1.contains("words have changed"),
            "{:?}",
            reviewed.stale
        );
        let none = Verification::default();
        assert_eq!(
            exceptions.review(&none).stale[0].1,
            "no difference there any more"
        );
    }

    #[test]
    fn typography_does_not_make_it_stale() {
        assert_eq!(
            difference("a", "“A raft – pays 3.”").fingerprint(),
            difference("a", "A raft - pays 3").fingerprint()
        );
    }
}
