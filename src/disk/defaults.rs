use super::Settings;
use crate::{analysis::Request, model::PartialDate};

/// Settings from several places, the strongest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defaults {
    /// Each with the name of its place as people are told it; empty for what stands in the question itself.
    pub layers: Vec<(String, Settings)>,
}

/// A value somebody set, and where: `by rulebook.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<T> {
    /// The value.
    pub value: T,
    /// Its place, as people are told it.
    pub by: String,
}

/// A question as far as it was put.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The ruleset.
    pub ruleset: Option<Said<String>>,
    /// The edition.
    pub edition: Option<Said<String>>,
    /// The profile.
    pub profile: Option<Said<String>>,
    /// The day up to which documents count.
    pub as_of: Option<Said<PartialDate>>,
}

impl Defaults {
    /// The question that results where the ruleset `ruleset` is asked for, or whichever the settings name. Edition and profile of
    /// settings that name another ruleset do not count.
    pub fn question(&self, ruleset: Option<&str>) -> Question {
        let ruleset = match ruleset {
            Some(key) => Some(Said {
                value: key.to_owned(),
                by: String::new(),
            }),
            None => self.first(|settings| settings.ruleset.clone()),
        };
        let of_it = |settings: &Settings| match (&settings.ruleset, &ruleset) {
            (Some(own), Some(asked)) => own.eq_ignore_ascii_case(&asked.value),
            (Some(_), None) | (None, _) => true,
        };
        let edition = self.first(|settings| settings.edition.clone().filter(|_| of_it(settings)));
        let profile = self.first(|settings| settings.profile.clone().filter(|_| of_it(settings)));
        Question {
            ruleset,
            edition,
            profile,
            as_of: self.first(|settings| settings.as_of),
        }
    }

    /// The strongest value, with its place.
    pub fn first<T>(&self, value: impl Fn(&Settings) -> Option<T>) -> Option<Said<T>> {
        self.layers.iter().find_map(|(by, settings)| {
            Some(Said {
                value: value(settings)?,
                by: by.clone(),
            })
        })
    }
}

impl Question {
    /// The question without the places.
    pub fn request(&self) -> Request {
        let value = |said: &Option<Said<String>>| said.as_ref().map(|said| said.value.clone());
        Request {
            ruleset: value(&self.ruleset),
            is_named: self.ruleset.as_ref().is_some_and(|said| said.by.is_empty()),
            edition: value(&self.edition),
            as_of: self.as_of.as_ref().map(|said| said.value),
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
            ruleset: Some(ruleset.into()),
            edition: Some(edition.into()),
            ..Settings::default()
        };
        let defaults = Defaults {
            layers: vec![("near".into(), of("b", "2")), ("far".into(), of("a", "1"))],
        };
        let edition = |ruleset| {
            defaults
                .question(ruleset)
                .edition
                .map(|said| (said.value, said.by))
        };
        assert_eq!(edition(None), Some(("2".into(), "near".into())));
        assert_eq!(edition(Some("a")), Some(("1".into(), "far".into())));
        assert_eq!(edition(Some("c")), None);
    }
}
