//! Reads [`Settings`] from files and the environment.

use super::{UserPaths, Workspace, read_text};
use crate::{
    analysis::{Settings, settings_problem},
    diagnostic::Diagnostic,
    text::LineIndex,
};
use camino::Utf8Path;
use std::collections::BTreeMap;

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
        let (settings, found) = read_settings(path);
        problems.extend(found);
        layers.push((origin.to_owned(), settings));
    }
    (layers, problems)
}

/// Reads a settings file, if it exists. Also returns the problems in it.
pub fn read_settings(path: &Utf8Path) -> (Settings, Vec<String>) {
    if !path.is_file() {
        return (Settings::default(), Vec::new());
    }
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) => return (Settings::default(), vec![error.to_string()]),
    };
    let (settings, found) = Settings::parse(&text);
    let index = LineIndex::new(&text);
    let problem = |found: &Diagnostic| {
        let line = index.line(found.at.span.start()) + 1;
        format!("{path}:{line}: {}", settings_problem(&text, found))
    };
    (settings, found.iter().map(problem).collect())
}
