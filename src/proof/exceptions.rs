use super::{Difference, Proof};
use crate::text::Span;
use serde::Deserialize;
use std::fmt::Write;
use toml::Spanned;

/// A difference that a person has judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The unit: `rear-support/b3`.
    pub at: String,
    /// On which side: `document only`, `ours only`, `differs`.
    pub is: String,
    /// [`Difference::words`] when it was judged.
    pub words: String,
    /// Why it is right that they differ.
    pub reason: String,
    /// Where it stands in its file.
    pub span: Span,
}

/// A file of exceptions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exceptions {
    /// Its exceptions, in order.
    pub listed: Vec<Exception>,
}

/// Differences and exceptions, laid against each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged<'a> {
    /// Differences with the reason that answers them.
    pub answered: Vec<(&'a Difference, &'a str)>,
    /// Differences that nothing answers.
    pub open: Vec<&'a Difference>,
    /// Exceptions to which nothing corresponds any more, each with what has become of it.
    pub stale: Vec<(&'a Exception, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default)]
    exception: Vec<Spanned<RawException>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawException {
    at: String,
    is: String,
    words: String,
    reason: String,
}

/// What may stand behind `is`.
const KINDS: &[&str] = &["document only", "ours only", "differs"];

impl Exceptions {
    /// Reads a file of exceptions. The error says what is wrong, and where.
    pub fn parse(text: &str) -> Result<Self, (Span, String)> {
        let raw: Raw = toml::from_str(text).map_err(|error| {
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
            if !KINDS.contains(&is.as_str()) {
                return Err((
                    span,
                    format!(
                        "`is = \"{is}\"`: there are `document only`, `ours only` and `differs`"
                    ),
                ));
            }
            listed.push(Exception {
                at,
                is,
                words,
                reason,
                span,
            });
        }
        Ok(Self { listed })
    }

    /// Which difference is answered by which exception.
    pub fn judge<'a>(&'a self, proof: &'a Proof) -> Judged<'a> {
        let mut judged = Judged::default();
        let mut used = vec![false; self.listed.len()];
        for difference in &proof.differences {
            let words = difference.words();
            let fits = |one: &Exception| {
                one.at == difference.at && one.is == difference.kind.name() && one.words == words
            };
            match self.listed.iter().position(fits) {
                Some(at) => {
                    used[at] = true;
                    judged.answered.push((difference, &self.listed[at].reason));
                }
                None => judged.open.push(difference),
            }
        }
        for one in self
            .listed
            .iter()
            .zip(used)
            .filter(|(_, used)| !used)
            .map(|(one, _)| one)
        {
            let what = match proof
                .differences
                .iter()
                .find(|difference| difference.at == one.at)
            {
                None => "nothing differs there any more".to_owned(),
                Some(other) if other.kind.name() != one.is => {
                    format!("it is now: {}", other.kind.name())
                }
                Some(other) => format!(
                    "the words have changed since; they are now `{}`",
                    other.words()
                ),
            };
            judged.stale.push((one, what));
        }
        judged
    }

    /// The text of a file that lists `differences`, each with a reason still to be given.
    pub fn draft<'a>(differences: impl Iterator<Item = &'a Difference>) -> String {
        let mut out = String::new();
        for one in differences {
            let quoted = |text: &str| toml::Value::from(text).to_string();
            let by: Vec<String> = [("document", &one.document.by), ("ours", &one.ours.by)]
                .into_iter()
                .filter(|(_, by)| !by.is_empty())
                .map(|(name, by)| format!("{name} {}", by.join(", ")))
                .collect();
            let gap = if out.is_empty() { "" } else { "\n" };
            // writing to a string does not fail
            let _ = write!(
                out,
                "{gap}[[exception]] # {}{}{}\nat = {}\nis = {}\nwords = {}\nreason = \"\"\n",
                one.heading,
                if by.is_empty() { "" } else { ": " },
                by.join("; "),
                quoted(&one.at),
                quoted(one.kind.name()),
                quoted(&one.words())
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{Kind, Side};

    fn difference(at: &str, text: &str) -> Difference {
        Difference {
            kind: Kind::Differs,
            at: at.into(),
            heading: "Ferries".into(),
            page: None,
            document: Side {
                text: Some(text.into()),
                by: vec!["4".into()],
                ..Side::default()
            },
            ours: Side {
                text: Some("A raft pays 4.".into()),
                by: vec!["river-1.1:2".into()],
                ..Side::default()
            },
            unplaced: None,
        }
    }

    #[test]
    fn an_exception_answers_until_the_words_change() {
        let proof = Proof {
            differences: vec![difference("ferries/b1", "A raft pays 3.")],
            ..Proof::default()
        };
        let draft = Exceptions::draft(proof.differences.iter());
        assert!(
            Exceptions::parse(&draft).is_err_and(|(_, why)| why.contains("no reason")),
            "{draft}"
        );
        let exceptions = Exceptions::parse(
            &draft.replace("reason = \"\"", "reason = \"a slip of the document\""),
        )
        .expect("a file");
        let judged = exceptions.judge(&proof);
        assert_eq!(
            (judged.answered.len(), judged.open.len(), judged.stale.len()),
            (1, 0, 0)
        );
        let later = Proof {
            differences: vec![difference("ferries/b1", "A raft pays 5.")],
            ..Proof::default()
        };
        let judged = exceptions.judge(&later);
        assert_eq!(
            (judged.answered.len(), judged.open.len(), judged.stale.len()),
            (0, 1, 1)
        );
        assert!(
            judged.stale[0].1.contains("words have changed"),
            "{:?}",
            judged.stale
        );
        let none = Proof::default();
        assert_eq!(
            exceptions.judge(&none).stale[0].1,
            "nothing differs there any more"
        );
    }

    #[test]
    fn typography_does_not_make_it_stale() {
        assert_eq!(
            difference("a", "“A raft – pays 3.”").words(),
            difference("a", "A raft - pays 3").words()
        );
    }
}
