//! Parses settings from TOML (query defaults, lint levels) or environment variables (query
//! defaults); writes TOML.

use super::read_text;
use crate::{
    analysis::{Request, WordingChoice},
    diagnostic::Diagnostic,
    model::{
        PartialDate,
        toml_file::{read_toml, toml_table},
    },
    syntax::{Key, ValueKind, WordRow},
    text::{LineIndex, SourceId},
};
use camino::Utf8Path;
use std::collections::BTreeMap;

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

/// The wordings that `wording` may name, each with what it means.
const WORDINGS: &[WordRow] = &[
    ("printed", "the printed wording"),
    ("restated", "the wording in this project's own words"),
    ("both", "the printed wording with the restated one"),
];

/// The severities of lints, each with what it means.
const LEVELS: &[WordRow] = &[
    ("off", "not reported"),
    ("note", "reported as a note"),
    ("warning", "reported as a warning"),
    ("error", "reported as an error"),
];

toml_table! {
    /// What a settings file sets.
    #[derive(Default)]
    struct SettingsFile {
        /// the ruleset
        ruleset: Option<String> = Text,
        /// the edition; if a ruleset is set too, only for that ruleset
        edition: Option<String> = Text,
        /// the profile; if a ruleset is set too, only for that ruleset
        profile: Option<String> = Text,
        /// the date up to which documents count
        as_of as "as-of": Option<PartialDate> = Date,
        /// which wording is shown where both are known
        wording: Option<WordingChoice> = OneOf(WORDINGS),
        /// the severities of lints, by code
        lints: BTreeMap<String, String> = Map(&OneOf(LEVELS)),
    }
}

impl From<SettingsFile> for Settings {
    fn from(file: SettingsFile) -> Self {
        Self {
            at: Request {
                edition: file.edition,
                as_of: file.as_of,
                profile: file.profile,
                ruleset: file.ruleset,
                is_named: false,
            },
            wording: file.wording,
            lints: file.lints,
        }
    }
}

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
        let (settings, found) = Self::parse(&text);
        let index = LineIndex::new(&text);
        let problem = |found: &Diagnostic| {
            let line = index.line(found.at.span.start()) + 1;
            format!("{path}:{line}: {}", sentence(found))
        };
        (settings, found.iter().map(problem).collect())
    }

    /// Parses the text of a settings file; returns the valid settings and the problems, whose source
    /// is the default one.
    pub fn parse(text: &str) -> (Self, Vec<Diagnostic>) {
        let keys = &ValueKind::Table(SettingsFile::KEYS);
        let (file, found) =
            read_toml::<SettingsFile>(SourceId::default(), text, "settings-file", keys);
        (file.unwrap_or_default().into(), found)
    }

    /// Reads the environment variables `RULEBOOK_RULESET` and so on, one for each setting. Each
    /// error starts with the name of the variable.
    pub fn from_environment(env: &BTreeMap<String, String>) -> (Self, Vec<String>) {
        let mut lines = String::new();
        let mut errors = Vec::new();
        for key in Key::names(SettingsFile::KEYS).filter(|key| *key != "lints") {
            let name = format!("RULEBOOK_{}", key.to_uppercase().replace('-', "_"));
            if let Some(value) = env.get(&name).filter(|value| !value.is_empty()) {
                let line = format!("{key} = {}\n", quoted(value));
                let found = Self::parse(&line).1;
                errors.extend(
                    found
                        .iter()
                        .map(|found| format!("{name}: {}", sentence(found))),
                );
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
        let lines = Key::names(SettingsFile::KEYS)
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

/// Returns a problem and its remedy as one sentence.
fn sentence(found: &Diagnostic) -> String {
    let fix = found.fixes.first().map(|fix| &fix.title);
    match found.help.as_ref().or(fix) {
        Some(help) => format!("{}; {help}", found.message),
        None => found.message.clone(),
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
        let mut messages: Vec<_> = errors.iter().map(sentence).collect();
        messages.sort_unstable();
        insta::assert_snapshot!(messages.join("\n"), @r#"
        expected text in quotation marks; write `"3.1"`
        unknown key `editoin`; did you mean `edition`?
        unknown value `loud`; expected one of off, note, warning, error
        unknown value `prnted`; did you mean `printed`?
        "#);
    }
}
