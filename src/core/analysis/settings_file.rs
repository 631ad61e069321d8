//! The file of [`Settings`]: parses query defaults and lint levels from TOML, or query defaults from
//! environment variables; writes TOML.

use super::{Settings, WordingChoice};
use crate::{
    diagnostic::{Diagnostic, Severity},
    model::{PartialDate, toml_file::read_toml},
    syntax::{Key, ValueKind},
    text::SourceId,
};
use std::collections::BTreeMap;

/// The keys of a settings file.
const KEYS: &[Key] = &[
    Key::new("ruleset", ValueKind::Text, "the ruleset"),
    Key::new(
        "edition",
        ValueKind::Text,
        "the edition; if a ruleset is set too, only for that ruleset",
    ),
    Key::new(
        "profile",
        ValueKind::Text,
        "the profile; if a ruleset is set too, only for that ruleset",
    ),
    Key::new(
        "as-of",
        ValueKind::Date,
        "the date up to which documents count",
    ),
    Key::new(
        "wording",
        ValueKind::OneOf(WordingChoice::ROWS),
        "which wording is shown where both are known",
    ),
    Key::new(
        "lints",
        ValueKind::Map(&ValueKind::OneOf(Severity::LEVELS)),
        "the severities of lints, by code",
    ),
];

impl Settings {
    /// Parses the text of a settings file; returns the valid settings and the problems, whose source
    /// is the default one.
    pub fn parse(text: &str) -> (Self, Vec<Diagnostic>) {
        let keys = &ValueKind::Table(KEYS);
        let (settings, found) = read_toml(SourceId::default(), text, "settings-file", keys);
        (settings.unwrap_or_default(), found)
    }

    /// Reads the environment variables `RULEBOOK_RULESET` and so on, one for each setting. Each
    /// error starts with the name of the variable.
    pub fn from_environment(env: &BTreeMap<String, String>) -> (Self, Vec<String>) {
        let name = |key: &str| format!("RULEBOOK_{}", key.to_uppercase().replace('-', "_"));
        let (settings, errors) = Self::from_texts(|key| env.get(&name(key)).map(String::as_str));
        let named = |(key, error)| format!("{}: {error}", name(key));
        (settings, errors.into_iter().map(named).collect())
    }

    /// Reads settings from the text of each key, except the severities of lints; an empty text counts
    /// as left out. Also returns the errors with their keys.
    pub fn from_texts<'t>(
        value: impl Fn(&str) -> Option<&'t str>,
    ) -> (Self, Vec<(&'static str, String)>) {
        let (mut lines, mut errors) = (String::new(), Vec::new());
        for key in Key::names(KEYS).filter(|key| *key != "lints") {
            if let Some(value) = value(key).filter(|value| !value.is_empty()) {
                let line = format!("{key} = {}\n", quoted(value));
                let found = Self::parse(&line).1;
                errors.extend(found.iter().map(|found| (key, message(found))));
                lines += &line;
            }
        }
        (Self::parse(&lines).0, errors)
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
        // the values are in the order of the keys
        let lines = Key::names(KEYS)
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

/// Returns a problem in the text of a settings file with the key of its value, and its remedy, as one sentence.
pub fn settings_problem(text: &str, found: &Diagnostic) -> String {
    let start = found.at.span.start();
    let line = &text[text[..start].rfind('\n').map_or(0, |at| at + 1)..start];
    match line.split_once('=') {
        // in text that is not TOML, no value is wrong
        Some((key, _)) if text.parse::<toml::Table>().is_ok() => {
            format!("`{}`: {}", key.trim(), message(found))
        }
        Some(_) | None => message(found),
    }
}

/// Returns a problem and its remedy as one sentence.
fn message(found: &Diagnostic) -> String {
    let fix = found.fixes.first().map(|fix| &fix.title);
    match found.help.as_ref().or(fix) {
        Some(help) => format!("{}; {help}", found.message),
        None => found.message.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Request;

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
        let text = "editoin = \"3.1\"\nedition = 3.1\nwording = \"prnted\"\nprofile = \"uk\"\n[lints]\nx = \"loud\"\n";
        let (settings, errors) = Settings::parse(text);
        assert_eq!(settings.at.profile.as_deref(), Some("uk"));
        let mut messages: Vec<_> = errors
            .iter()
            .map(|found| settings_problem(text, found))
            .collect();
        messages.sort_unstable();
        insta::assert_snapshot!(messages.join("\n"), @r#"
        `edition`: expected text in quotation marks; write `"3.1"`
        `wording`: unknown value `prnted`; did you mean `printed`?
        `x`: unknown value `loud`; expected one of off, note, warning, error
        unknown key `editoin`; did you mean `edition`?
        "#);
    }
}
