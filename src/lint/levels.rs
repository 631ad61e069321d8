use crate::{
    diagnostic::{Diagnostic, Severity},
    text::near::nearest,
};
use std::collections::BTreeMap;

/// The severities that somebody gives to lints in the place of their usual ones; none for those that are off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels(BTreeMap<String, Option<Severity>>);

/// What a lint may be set to.
const NAMES: &[(&str, Option<Severity>)] = &[
    ("off", None),
    ("note", Some(Severity::Note)),
    ("warning", Some(Severity::Warning)),
    ("error", Some(Severity::Error)),
];

impl Levels {
    /// Sets a lint to `off`, `note`, `warning` or `error`; the last one counts. Where there is no lint of that code, and no rule of play
    /// (`dbm/baggage`), of which `is_rule` tells, that is told.
    pub fn set(
        &mut self,
        code: &str,
        level: &str,
        is_rule: impl Fn(&str) -> bool,
    ) -> Result<(), String> {
        let known = super::explain(code).is_some() || is_rule(code);
        if let Some((_, severity)) = NAMES.iter().find(|(name, _)| *name == level) {
            self.0.insert(code.to_owned(), *severity);
        }
        if known {
            return Ok(());
        }
        let near = nearest(code, super::LINTS.iter().map(|lint| lint.code));
        Err(format!(
            "there is no lint {code}{}",
            near.map(|near| format!("; did you mean {near}?"))
                .unwrap_or_default()
        ))
    }

    /// Gives findings these severities, and drops those that are off.
    pub fn apply(&self, found: &mut Vec<Diagnostic>) {
        found.retain_mut(|finding| match self.0.get(&*finding.code) {
            Some(level) => level.map(|severity| finding.severity = severity).is_some(),
            None => true,
        });
    }
}
