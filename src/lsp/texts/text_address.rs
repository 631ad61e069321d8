//! Parses and writes `rulebook:` URIs of shipped sources, lint pages, clauses and rulesets.

use crate::{
    analysis::Settings,
    lint,
    lsp::{ResponseError, response_error::did_you_mean, uri::SCHEME},
    model::{PartialDate, Ruleset},
    resolve::View,
    text::near::nearest,
};
use std::fmt;
use tower_lsp::gen_lsp_types::Uri;

/// The text that a `rulebook:` URI names: a shipped source, a lint's page, a clause or a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextAddress {
    /// `rulebook:/shipped/dbm/base.rules.md`: a source inside the program.
    Shipped(String),
    /// `rulebook:/lint/stale-value.md`: the page of a diagnostic.
    Lint(String),
    /// `rulebook:/text/dbm@3.4/rear-support.md`: the text of a clause, or of a ruleset: `dbm@3.4.md`.
    Clause(Box<ClauseTextAddress>),
}

/// The address of a text: a clause or ruleset, its view, and whether lines cite instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClauseTextAddress {
    /// The clause; none for the whole ruleset.
    pub(crate) clause: Option<String>,
    /// The view.
    pub(crate) settings: Settings,
    /// Whether each line ends with the instructions that wrote it.
    pub(crate) provenance: bool,
}

/// The valid forms, for error messages.
const SHAPES: &str = "addresses are rulebook:/text/dbm@3.4/rear-support.md (a clause), rulebook:/text/dbm@3.4.md (a ruleset), \
                      rulebook:/shipped/dbm/base.rules.md (a shipped file), rulebook:/lint/stale-value.md (a lint)";

/// The keys of the query part.
const KEYS: &[&str] = &["as-of", "profile", "wording", "with", "provenance"];

impl TextAddress {
    /// Returns the URI of a clause or a whole ruleset at a view; other parameters are kept.
    pub(crate) fn of(
        ruleset: &Ruleset,
        clause: Option<&str>,
        view: &View,
        settings: &Settings,
    ) -> Self {
        let mut settings = settings.clone();
        settings.at.ruleset = Some(ruleset.key.clone());
        settings.at.edition = Some(ruleset.edition_id(view.edition).to_owned());
        Self::Clause(Box::new(ClauseTextAddress {
            clause: clause.map(str::to_owned),
            settings,
            provenance: false,
        }))
    }

    /// Parses a URI. Editors differ in which characters they escape.
    pub(crate) fn parse(uri: &Uri) -> Result<Self, ResponseError> {
        let wrong =
            |why: String| ResponseError::Invalid(format!("{uri} is not a text of rulebook: {why}"));
        if uri.scheme() != SCHEME {
            return Err(wrong(format!("its scheme is not `{SCHEME}`; {SHAPES}")));
        }
        let path = plain(uri.path());
        let (kind, rest) = path
            .trim_start_matches('/')
            .split_once('/')
            .unwrap_or_default();
        let page = || {
            rest.strip_suffix(".md")
                .filter(|name| !name.is_empty())
                .ok_or_else(|| wrong(format!("it does not end in `.md`; {SHAPES}")))
        };
        match kind {
            "shipped" if !rest.is_empty() => Ok(Self::Shipped(rest.to_owned())),
            "lint" => {
                let code = page()?;
                if lint::find_lint(code).is_some() {
                    return Ok(Self::Lint(code.to_owned()));
                }
                let near = lint::nearest_code(code);
                let meant = did_you_mean(near.map(|near| format!("rulebook:/lint/{near}.md")));
                Err(wrong(format!("unknown lint `{code}`{meant}")))
            }
            "text" => {
                // an edition may contain dots
                let page = page()?;
                let (whole, clause) = page
                    .split_once('/')
                    .map_or((page, None), |(whole, clause)| (whole, Some(clause)));
                let (ruleset, edition) = whole
                    .split_once('@')
                    .map_or((whole, None), |(ruleset, edition)| (ruleset, Some(edition)));
                let mut text = ClauseTextAddress {
                    clause: clause.map(str::to_owned),
                    ..ClauseTextAddress::default()
                };
                let settings = &mut text.settings;
                settings.at.ruleset =
                    Some(ruleset.to_owned()).filter(|ruleset| !ruleset.is_empty());
                settings.at.edition = edition.map(str::to_owned);
                for pair in uri
                    .query()
                    .map(plain)
                    .unwrap_or_default()
                    .split('&')
                    .filter(|pair| !pair.is_empty())
                {
                    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                    let own = Some(value.to_owned()).filter(|value| !value.is_empty());
                    match key {
                        "as-of" => {
                            settings.at.as_of =
                                own.map(|day| day.parse()).transpose().map_err(wrong)?;
                        }
                        "profile" => settings.at.profile = own,
                        "with" => settings.at.with = own,
                        "wording" => {
                            settings.wording =
                                own.map(|name| name.parse()).transpose().map_err(wrong)?;
                        }
                        "provenance" => text.provenance = !matches!(value, "" | "0" | "false"),
                        _ => {
                            let meant = did_you_mean(nearest(key, KEYS.iter().copied()));
                            return Err(wrong(format!(
                                "unknown parameter `{key}`; parameters: {}{meant}",
                                KEYS.join(", ")
                            )));
                        }
                    }
                }
                Ok(Self::Clause(Box::new(text)))
            }
            _ => Err(wrong(SHAPES.to_owned())),
        }
    }

    /// Converts it to a URI of the protocol.
    pub(crate) fn uri(&self) -> Option<Uri> {
        Uri::parse(&self.to_string()).ok()
    }
}

impl fmt::Display for TextAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shipped(path) => write!(f, "{SCHEME}:/shipped/{path}"),
            Self::Lint(code) => write!(f, "{SCHEME}:/lint/{code}.md"),
            Self::Clause(text) => {
                let Settings { at, wording, .. } = &text.settings;
                let ruleset = at.ruleset.as_deref().unwrap_or_default();
                write!(f, "{SCHEME}:/text/{ruleset}")?;
                at.edition
                    .iter()
                    .try_for_each(|edition| write!(f, "@{edition}"))?;
                text.clause
                    .iter()
                    .try_for_each(|clause| write!(f, "/{clause}"))?;
                write!(f, ".md")?;
                let values = [
                    at.as_of.map(PartialDate::iso),
                    at.profile.clone(),
                    wording.map(|choice| choice.name().to_owned()),
                    at.with.clone(),
                    text.provenance.then(|| "1".to_owned()),
                ];
                let pairs = KEYS.iter().zip(values);
                let pairs = pairs.filter_map(|(key, value)| Some(format!("{key}={}", value?)));
                let pairs: Vec<String> = pairs.collect();
                if pairs.is_empty() {
                    Ok(())
                } else {
                    write!(f, "?{}", pairs.join("&"))
                }
            }
        }
    }
}

/// Decodes percent escapes; invalid ones stay unchanged.
fn plain(text: &str) -> String {
    let bytes = percent_encoding::percent_decode_str(text);
    bytes.decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_and_printing_an_address_are_inverse() {
        let all = [
            "rulebook:/shipped/dbm/base.rules.md",
            "rulebook:/lint/stale-value.md",
            "rulebook:/text/dbm@3.4.md",
            "rulebook:/text/dbm/rear-support.md",
            "rulebook:/text/dbm@3.4/rear-support.md?as-of=2022-12&profile=uk&wording=restated&provenance=1",
        ];
        for one in all {
            let address =
                TextAddress::parse(&Uri::parse(one).expect("an address")).expect("understood");
            assert_eq!(address.to_string(), one);
        }
        let escaped = Uri::parse("rulebook:/text/dbm%403.4/rear-support.md?profile%3Duk")
            .expect("an address");
        assert_eq!(
            TextAddress::parse(&escaped)
                .expect("understood")
                .to_string(),
            "rulebook:/text/dbm@3.4/rear-support.md?profile=uk"
        );
    }

    #[test]
    fn a_wrong_address_is_explained() {
        let message_of = |one: &str| match TextAddress::parse(&Uri::parse(one).expect("an address"))
        {
            Err(ResponseError::Invalid(message)) => message,
            other => format!("{other:?}"),
        };
        assert!(
            message_of("rulebook:/lint/stale-valu.md")
                .ends_with("did you mean rulebook:/lint/stale-value.md?")
        );
        assert!(message_of("rulebook:/text/dbm.md?profil=uk").ends_with("did you mean profile?"));
        assert!(message_of("rulebook:/text/dbm@3.4").contains("it does not end in `.md`"));
        assert!(message_of("rulebook:/page/7").contains("addresses are"));
        assert!(message_of("file:///a.md").contains("its scheme is not `rulebook`"));
    }
}
