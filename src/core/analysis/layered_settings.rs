//! `LayeredSettings`: picks ruleset, edition, profile and date from options, environment and
//! settings files; says where a value comes from.

use super::{Request, Settings, WordingChoice};

/// Settings from the request, environment and files, each layer with its origin; the first layer
/// that sets a value wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayeredSettings {
    /// Each layer with its origin as shown to people; the origin is empty for the command line or
    /// request itself.
    pub layers: Vec<(String, Settings)>,
}

impl LayeredSettings {
    /// Returns what the settings request of `ruleset`, or of the ruleset that they name. The edition
    /// and profile of a layer that names another ruleset are ignored.
    pub fn request(&self, ruleset: Option<&str>) -> Request {
        let named = self.layers.iter();
        let mut named = named.filter_map(|(origin, own)| Some((origin, own.at.ruleset.as_ref()?)));
        let named = named.next();
        let mut out = Request {
            is_named: ruleset.is_some() || named.is_some_and(|(origin, _)| origin.is_empty()),
            ruleset: ruleset
                .or(named.map(|(_, key)| key.as_str()))
                .map(str::to_owned),
            ..Request::default()
        };
        for (_, settings) in &self.layers {
            let mut own = settings.at.clone();
            let applies =
                |(own, requested): (&String, &String)| own.eq_ignore_ascii_case(requested);
            if !own
                .ruleset
                .as_ref()
                .zip(out.ruleset.as_ref())
                .is_none_or(applies)
            {
                (own.edition, own.profile) = (None, None);
            }
            out = out.or(&own);
        }
        out
    }

    /// Returns where a value was set, in words for people: `from rulebook.toml`; empty for the request
    /// itself, and if no layer has the value.
    pub fn origin(&self, has: impl Fn(&Settings) -> bool) -> &str {
        let mut layers = self.layers.iter().filter(|(_, settings)| has(settings));
        layers.next().map_or("", |(origin, _)| origin)
    }

    /// Returns the wording that the first layer with one sets.
    pub fn wording(&self) -> Option<WordingChoice> {
        self.layers.iter().find_map(|(_, own)| own.wording)
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
            let edition = settings.request(ruleset).edition?;
            let origin = settings.origin(|own| own.at.edition.as_ref() == Some(&edition));
            Some((edition.clone(), origin.to_owned()))
        };
        assert_eq!(edition(None), Some(("2".into(), "near".into())));
        assert_eq!(edition(Some("a")), Some(("1".into(), "far".into())));
        assert_eq!(edition(Some("c")), None);
    }
}
