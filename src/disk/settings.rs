use crate::{
    model::PartialDate,
    text::{Span, near::nearest},
};
use std::{collections::BTreeMap, fmt};

/// What `rulebook.toml`, the user's own settings or the environment say of questions that leave something out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The ruleset.
    pub ruleset: Option<String>,
    /// The edition; where a ruleset is given too, of that one alone.
    pub edition: Option<String>,
    /// The profile; where a ruleset is given too, of that one alone.
    pub profile: Option<String>,
    /// The day up to which documents count.
    pub as_of: Option<PartialDate>,
    /// Which wording is shown: `printed`, `restated` or `both`.
    pub wording: Option<String>,
    /// The severities of lints, by code: `off`, `note`, `warning` or `error`.
    pub lints: BTreeMap<String, String>,
}

/// What is wrong with settings. All else in them counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsFault {
    /// Where, in bytes of the file; empty at its start where no place is known.
    pub span: Span,
    /// What, in one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for SettingsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The keys that stand for themselves, in the order in which they are written.
const KEYS: &[&str] = &["ruleset", "edition", "profile", "as-of", "wording"];

/// The ways to show wording.
const WORDINGS: &[&str] = &["printed", "restated", "both"];

/// What a lint may be set to.
const LEVELS: &[&str] = &["off", "note", "warning", "error"];

impl Settings {
    /// Reads a file of settings.
    pub fn parse(text: &str) -> (Self, Vec<SettingsFault>) {
        let mut settings = Self::default();
        let mut faults = Vec::new();
        let table = match toml::de::DeTable::parse(text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                let span = error.span().unwrap_or_default();
                faults.push(SettingsFault {
                    span: Span::new(span.start, span.end),
                    message: error.message().trim().to_owned(),
                });
                return (settings, faults);
            }
        };
        for (key, value) in &table {
            let span = |range: std::ops::Range<usize>| Span::new(range.start, range.end);
            let mut fault = |range, message: String| {
                faults.push(SettingsFault {
                    span: span(range),
                    message,
                })
            };
            let name = key.get_ref().as_ref();
            if name == "lints" {
                match value.get_ref().as_table() {
                    Some(lints) => settings.read_lints(lints, &mut fault),
                    None => fault(
                        value.span(),
                        "`lints` is a table: write `[lints]` and below it `code = \"off\"`".into(),
                    ),
                }
                continue;
            }
            let Some(known) = KEYS.iter().find(|known| **known == name) else {
                let known = KEYS.iter().copied().chain(["lints"]);
                fault(
                    key.span(),
                    format!("there is no setting `{name}`; {}", meant(name, known)),
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
                    fault(
                        value.span(),
                        format!("`{known}` wants words in quotation marks"),
                    );
                    continue;
                }
            };
            if let Err(message) = settings.set(known, &text) {
                fault(value.span(), message);
            }
        }
        (settings, faults)
    }

    fn read_lints(
        &mut self,
        lints: &toml::de::DeTable<'_>,
        fault: &mut impl FnMut(std::ops::Range<usize>, String),
    ) {
        for (code, level) in lints {
            match level.get_ref().as_str() {
                Some(text) if LEVELS.contains(&text) => {
                    self.lints
                        .insert(code.get_ref().to_string(), text.to_owned());
                }
                Some(_) | None => fault(
                    level.span(),
                    format!("a lint is set to one of {}", list(LEVELS)),
                ),
            }
        }
    }

    /// Reads the environment: `RULEBOOK_RULESET` and so on, one for each setting. Gives faults by the name of the variable.
    pub fn from_environment(env: &BTreeMap<String, String>) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        let mut faults = Vec::new();
        for key in KEYS {
            let name = format!("RULEBOOK_{}", key.to_uppercase().replace('-', "_"));
            if let Some(value) = env.get(&name).filter(|value| !value.is_empty())
                && let Err(message) = settings.set(key, value)
            {
                faults.push(format!("{name}: {message}"));
            }
        }
        (settings, faults)
    }

    /// Sets what is not a lint.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let text = Some(value.to_owned());
        match key {
            "ruleset" => self.ruleset = text,
            "edition" => self.edition = text,
            "profile" => self.profile = text,
            "as-of" => self.as_of = Some(value.parse()?),
            "wording" if WORDINGS.contains(&value) => self.wording = text,
            "wording" => {
                return Err(format!(
                    "`{value}` is no wording; {}",
                    meant(value, WORDINGS.iter().copied())
                ));
            }
            other => return Err(format!("there is no setting `{other}`")),
        }
        Ok(())
    }

    /// The settings as a file. `parse` reads it back.
    pub fn print(&self) -> String {
        let mut table = toml::Table::new();
        let as_of = self.as_of.map(PartialDate::iso);
        let values = [
            &self.ruleset,
            &self.edition,
            &self.profile,
            &as_of,
            &self.wording,
        ];
        for (key, value) in KEYS.iter().zip(values) {
            if let Some(value) = value {
                table.insert((*key).to_owned(), value.clone().into());
            }
        }
        let lines = KEYS
            .iter()
            .filter_map(|key| table.get(*key).map(|value| format!("{key} = {value}\n")));
        let lints = self.lints.iter().map(|(code, level)| {
            format!(
                "{} = {}\n",
                toml_key(code),
                toml::Value::from(level.clone())
            )
        });
        let lints: String = lints.collect();
        let head = if lints.is_empty() {
            String::new()
        } else {
            "\n[lints]\n".to_owned()
        };
        format!("{}{head}{lints}", lines.collect::<String>())
    }
}

fn toml_key(code: &str) -> String {
    let bare = code
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        && !code.is_empty();
    if bare {
        code.to_owned()
    } else {
        toml::Value::from(code).to_string()
    }
}

fn list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// "did you mean", or all there is.
fn meant<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", list(&known.collect::<Vec<_>>())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        let mut settings = Settings {
            ruleset: Some("dbm".into()),
            edition: Some("3.10".into()),
            ..Settings::default()
        };
        settings.as_of = "2023-03".parse().ok();
        settings.lints.insert("two-sentences".into(), "off".into());
        assert_eq!(Settings::parse(&settings.print()), (settings, Vec::new()));
    }

    #[test]
    fn dates_need_no_quotation_marks() {
        let (settings, faults) = Settings::parse("as-of = 2023-03-15");
        assert_eq!(
            (settings.as_of.map(PartialDate::iso), faults),
            (Some("2023-03-15".into()), Vec::new())
        );
    }

    #[test]
    fn a_fault_leaves_the_rest() {
        let (settings, faults) = Settings::parse(
            "editoin = \"3.1\"\nedition = 3.1\nwording = \"prnted\"\nprofile = \"uk\"\n[lints]\nx = \"loud\"\n",
        );
        assert_eq!(settings.profile.as_deref(), Some("uk"));
        let mut told: Vec<_> = faults.iter().map(|fault| fault.message.as_str()).collect();
        told.sort_unstable();
        insta::assert_snapshot!(told.join("\n"), @"
        `edition` wants words in quotation marks
        `prnted` is no wording; did you mean `printed`?
        a lint is set to one of `off`, `note`, `warning`, `error`
        there is no setting `editoin`; did you mean `edition`?
        ");
    }
}
