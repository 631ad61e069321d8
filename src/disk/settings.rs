//! Parses settings from TOML (query defaults, lint levels) or environment variables (query
//! defaults); writes TOML.

use super::read_text;
use crate::{
    analysis::{Request, WordingChoice},
    diagnostic::Severity,
    model::PartialDate,
    text::{LineIndex, Span, near::nearest},
};
use camino::Utf8Path;
use std::{collections::BTreeMap, fmt};

/// Values of one settings layer: what a request names (ruleset, edition, profile, date, wording) or
/// defaults for what it omits, and lint levels. They are set by the options or parameters of a
/// request, the environment, `rulebook.toml` or the user's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The ruleset, edition, profile and date. If a ruleset is set, edition and profile are only for
    /// that ruleset.
    pub at: Request,
    /// Which wording is shown where both are known.
    pub wording: Option<WordingChoice>,
    /// The severities of lints, by code: `off`, `note`, `warning` or `error`.
    pub lints: BTreeMap<String, String>,
}

/// An error in a settings file: its range in bytes and a message.
/// The other settings still count, unless the file is no TOML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    /// The range in bytes of the file; empty at its start if the position is unknown.
    pub span: Span,
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The keys at the top level, in the order in which they are written.
const KEYS: &[&str] = &["ruleset", "edition", "profile", "as-of", "wording"];

impl Settings {
    /// Reads a settings file, if it exists. Also returns the problems in it.
    pub fn read(path: &Utf8Path) -> (Self, Vec<String>) {
        if !path.is_file() {
            return (Self::default(), Vec::new());
        }
        let text = match read_text(path) {
            Ok(text) => text,
            Err(error) => return (Self::default(), vec![error.to_string()]),
        };
        let (settings, errors) = Self::parse(&text);
        let index = LineIndex::new(&text);
        let problem = |error: &SettingsError| {
            let line = index.line(error.span.start()) + 1;
            format!("{path}:{line}: {error}")
        };
        (settings, errors.iter().map(problem).collect())
    }

    /// Parses the text of a settings file; returns the valid settings and the errors.
    pub fn parse(text: &str) -> (Self, Vec<SettingsError>) {
        let mut settings = Self::default();
        let mut errors = Vec::new();
        let table = match toml::de::DeTable::parse(text) {
            Ok(table) => table.into_inner(),
            Err(cause) => {
                let span = cause.span().unwrap_or_default();
                errors.push(SettingsError {
                    span: Span::new(span.start, span.end),
                    message: cause.message().trim().to_owned(),
                });
                return (settings, errors);
            }
        };
        for (key, value) in &table {
            let span = |range: std::ops::Range<usize>| Span::new(range.start, range.end);
            let mut error = |range, message: String| {
                errors.push(SettingsError {
                    span: span(range),
                    message,
                })
            };
            let name = key.get_ref().as_ref();
            if name == "lints" {
                match value.get_ref().as_table() {
                    Some(lints) => settings.read_lints(lints, &mut error),
                    None => error(
                        value.span(),
                        "`lints` has to be a table: write `[lints]` and below it `code = \"off\"`"
                            .into(),
                    ),
                }
                continue;
            }
            let Some(known) = KEYS.iter().find(|known| **known == name) else {
                let known = KEYS.iter().copied().chain(["lints"]);
                error(
                    key.span(),
                    format!("unknown setting `{name}`; {}", suggestion(name, known)),
                );
                continue;
            };
            let text = match value.get_ref() {
                toml::de::DeValue::String(text) => text.to_string(),
                toml::de::DeValue::Datetime(date) => date.to_string(),
                toml::de::DeValue::Integer(_)
                | toml::de::DeValue::Float(_)
                | toml::de::DeValue::Boolean(_)
                | toml::de::DeValue::Array(_)
                | toml::de::DeValue::Table(_) => {
                    error(
                        value.span(),
                        format!("`{known}` has to be a text in quotation marks"),
                    );
                    continue;
                }
            };
            if let Err(message) = settings.set(known, &text) {
                error(value.span(), message);
            }
        }
        (settings, errors)
    }

    fn read_lints(
        &mut self,
        lints: &toml::de::DeTable<'_>,
        error: &mut impl FnMut(std::ops::Range<usize>, String),
    ) {
        for (code, level) in lints {
            let levels = Severity::LEVELS.map(|(name, _)| name);
            match level.get_ref().as_str() {
                Some(text) if levels.contains(&text) => {
                    self.lints
                        .insert(code.get_ref().to_string(), text.to_owned());
                }
                Some(_) | None => error(
                    level.span(),
                    format!("a lint's level is one of {}", quoted_list(&levels)),
                ),
            }
        }
    }

    /// Reads the environment variables `RULEBOOK_RULESET` and so on, one for each setting. Each
    /// error starts with the name of the variable.
    pub fn from_environment(env: &BTreeMap<String, String>) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        let mut errors = Vec::new();
        for key in KEYS {
            let name = format!("RULEBOOK_{}", key.to_uppercase().replace('-', "_"));
            if let Some(value) = env.get(&name).filter(|value| !value.is_empty())
                && let Err(message) = settings.set(key, value)
            {
                errors.push(format!("{name}: {message}"));
            }
        }
        (settings, errors)
    }

    /// Sets a setting other than a lint.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let text = Some(value.to_owned());
        match key {
            "ruleset" => self.at.ruleset = text,
            "edition" => self.at.edition = text,
            "profile" => self.at.profile = text,
            "as-of" => self.at.as_of = Some(value.parse()?),
            "wording" => self.wording = Some(value.parse()?),
            other => return Err(format!("unknown setting `{other}`")),
        }
        Ok(())
    }

    /// Returns the settings as a file that `parse` reads back.
    pub fn to_toml(&self) -> String {
        let as_of = self.at.as_of.map(PartialDate::iso);
        let wording = self.wording.map(|choice| choice.name().to_owned());
        let values = [
            &self.at.ruleset,
            &self.at.edition,
            &self.at.profile,
            &as_of,
            &wording,
        ];
        let lines = KEYS
            .iter()
            .zip(values)
            .filter_map(|(key, value)| Some(format!("{key} = {}\n", quoted(value.as_ref()?))));
        let lints = self
            .lints
            .iter()
            .map(|(code, level)| format!("{} = {}\n", toml_key(code), quoted(level)));
        let lints: String = lints.collect();
        let head = if lints.is_empty() {
            String::new()
        } else {
            "\n[lints]\n".to_owned()
        };
        format!("{}{head}{lints}", lines.collect::<String>())
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn toml_key(code: &str) -> String {
    let bare = code
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        && !code.is_empty();
    if bare { code.to_owned() } else { quoted(code) }
}

fn quoted_list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns "did you mean …?", or the list of valid names.
fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "expected one of {}",
            quoted_list(&known.collect::<Vec<_>>())
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_a_round_trip() {
        let mut settings = Settings {
            at: Request {
                ruleset: Some("dbm".into()),
                edition: Some("3.10".into()),
                ..Request::default()
            },
            ..Settings::default()
        };
        settings.at.as_of = "2023-03".parse().ok();
        settings.lints.insert("two-sentences".into(), "off".into());
        assert_eq!(Settings::parse(&settings.to_toml()), (settings, Vec::new()));
    }

    #[test]
    fn dates_need_no_quotation_marks() {
        let (settings, errors) = Settings::parse("as-of = 2023-03-15");
        assert_eq!(
            (settings.at.as_of.map(PartialDate::iso), errors),
            (Some("2023-03-15".into()), Vec::new())
        );
    }

    #[test]
    fn an_error_keeps_the_other_settings() {
        let (settings, errors) = Settings::parse(
            "editoin = \"3.1\"\nedition = 3.1\nwording = \"prnted\"\nprofile = \"uk\"\n[lints]\nx = \"loud\"\n",
        );
        assert_eq!(settings.at.profile.as_deref(), Some("uk"));
        let mut messages: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
        messages.sort_unstable();
        insta::assert_snapshot!(messages.join("\n"), @"
        `edition` has to be a text in quotation marks
        `prnted` is not a wording; did you mean `printed`?
        a lint's level is one of `off`, `note`, `warning`, `error`
        unknown setting `editoin`; did you mean `edition`?
        ");
    }
}
