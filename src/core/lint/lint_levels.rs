//! `LintLevels`: the severities that users set by code, for lints and rules of play; changes or
//! drops diagnostics accordingly.

use super::{find_lint, nearest_code};
use crate::diagnostic::{Diagnostic, Severity};
use std::collections::BTreeMap;

/// The severities that users set, by code of a lint or rule of play; they replace the usual ones,
/// and `None` drops the diagnostics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LintLevels(BTreeMap<String, Option<Severity>>);

impl LintLevels {
    /// Sets a lint to `off`, `note`, `warning` or `error`; the last setting counts.
    ///
    /// Fails if `code` is no lint and, according to `is_rule`, no rule of play such as
    /// `dbm/baggage`; the level is set all the same.
    pub fn set(
        &mut self,
        code: &str,
        level: &str,
        is_rule: impl Fn(&str) -> bool,
    ) -> Result<(), String> {
        let known = find_lint(code).is_some() || is_rule(code);
        if Severity::LEVELS.iter().any(|(name, _)| *name == level) {
            self.0.insert(code.to_owned(), Severity::of_level(level));
        }
        if known {
            return Ok(());
        }
        let near = nearest_code(code);
        Err(format!(
            "unknown lint {code}{}",
            near.map(|near| format!("; did you mean {near}?"))
                .unwrap_or_default()
        ))
    }

    /// Sets the severities of diagnostics, and drops those of lints that are off.
    pub fn apply(&self, found: &mut Vec<Diagnostic>) {
        found.retain_mut(|diagnostic| match self.0.get(&*diagnostic.code) {
            Some(level) => level
                .map(|severity| diagnostic.severity = severity)
                .is_some(),
            None => true,
        });
    }
}
