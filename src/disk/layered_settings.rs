//! `LayeredSettings`: picks ruleset, edition, profile and date from options, environment and
//! settings files, each with its origin.

use super::{Settings, UserPaths, Workspace};
use crate::{analysis::Request, model::PartialDate};
use std::collections::BTreeMap;

/// Settings from the request, environment and files, each layer with its origin; the first layer
/// that sets a value wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayeredSettings {
    /// Each layer with its origin as shown to people; the origin is empty for the command line or
    /// request itself.
    pub layers: Vec<(String, Settings)>,
}

/// The value of a setting, and where it was set, in words for people: `from rulebook.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingValue<T> {
    /// The value.
    pub value: T,
    /// Where the value was set, as shown to people; empty for the request itself.
    pub origin: String,
}

/// The ruleset, edition, profile and date that settings name, each with its origin, before the
/// request is resolved and defaults are found. `None` where no layer sets it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewSettings {
    /// The ruleset.
    pub ruleset: Option<SettingValue<String>>,
    /// The edition.
    pub edition: Option<SettingValue<String>>,
    /// The profile.
    pub profile: Option<SettingValue<String>>,
    /// The date up to which documents count.
    pub as_of: Option<SettingValue<PartialDate>>,
}

impl<T> SettingValue<T> {
    /// Creates the value of a setting that the request itself has.
    pub fn requested(value: T) -> Self {
        Self {
            value,
            origin: String::new(),
        }
    }
}

/// Reads the settings below those of a request, strongest first: of the environment, of
/// `workspaces`, and the user's own. Also returns the problems in them.
pub fn setting_layers<'w>(
    env: &BTreeMap<String, String>,
    workspaces: impl Iterator<Item = &'w Workspace>,
    user: &UserPaths,
) -> (Vec<(String, Settings)>, Vec<String>) {
    let (environment, mut problems) = Settings::from_environment(env);
    let mut layers = vec![("from the environment".to_owned(), environment)];
    let files = workspaces.filter_map(|own| Some(("from rulebook.toml", own.settings.as_ref()?)));
    let own = user
        .settings
        .iter()
        .map(|path| ("set by `rulebook use`", path));
    for (origin, path) in files.chain(own) {
        let (settings, found) = Settings::read(path);
        problems.extend(found);
        layers.push((origin.to_owned(), settings));
    }
    (layers, problems)
}

impl LayeredSettings {
    /// Returns the settings for `ruleset`, or for the ruleset that the settings name. The edition
    /// and profile of a layer that names another ruleset are ignored.
    pub fn view_settings(&self, ruleset: Option<&str>) -> ViewSettings {
        let ruleset = match ruleset {
            Some(key) => Some(SettingValue::requested(key.to_owned())),
            None => self.first(|settings| settings.at.ruleset.clone()),
        };
        let applies = |settings: &Settings| match (&settings.at.ruleset, &ruleset) {
            (Some(own), Some(requested)) => own.eq_ignore_ascii_case(&requested.value),
            (Some(_), None) | (None, _) => true,
        };
        let edition =
            self.first(|settings| settings.at.edition.clone().filter(|_| applies(settings)));
        let profile =
            self.first(|settings| settings.at.profile.clone().filter(|_| applies(settings)));
        ViewSettings {
            ruleset,
            edition,
            profile,
            as_of: self.first(|settings| settings.at.as_of),
        }
    }

    /// Returns the value of the first layer that has one, with its origin.
    pub fn first<T>(&self, value: impl Fn(&Settings) -> Option<T>) -> Option<SettingValue<T>> {
        self.layers.iter().find_map(|(origin, settings)| {
            Some(SettingValue {
                value: value(settings)?,
                origin: origin.clone(),
            })
        })
    }
}

impl ViewSettings {
    /// Returns the request without the origins.
    pub fn request(&self) -> Request {
        let value = |setting: &Option<SettingValue<String>>| {
            setting.as_ref().map(|setting| setting.value.clone())
        };
        let mut named = self.ruleset.iter();
        Request {
            is_named: named.any(|setting| setting.origin.is_empty()),
            ruleset: value(&self.ruleset),
            edition: value(&self.edition),
            as_of: self.as_of.as_ref().map(|setting| setting.value),
            profile: value(&self.profile),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_belongs_to_its_ruleset() {
        let of = |ruleset: &str, edition: &str| Settings {
            at: Request {
                ruleset: Some(ruleset.into()),
                edition: Some(edition.into()),
                ..Request::default()
            },
            ..Settings::default()
        };
        let settings = LayeredSettings {
            layers: vec![("near".into(), of("b", "2")), ("far".into(), of("a", "1"))],
        };
        let edition = |ruleset| {
            settings
                .view_settings(ruleset)
                .edition
                .map(|setting| (setting.value, setting.origin))
        };
        assert_eq!(edition(None), Some(("2".into(), "near".into())));
        assert_eq!(edition(Some("a")), Some(("1".into(), "far".into())));
        assert_eq!(edition(Some("c")), None);
    }
}
