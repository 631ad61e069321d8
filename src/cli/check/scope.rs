//! `CheckScope`: loads the sources for `check`, and selects those whose problems are reported.

use crate::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    answer::{UncheckedExamples, list_source},
    cli::{CommandError, Context},
    disk::{self, LoadedSources, ReadError},
    syntax,
    text::SourceId,
};
use camino::{Utf8Path, Utf8PathBuf};
use std::sync::Arc;

/// The files that `check` reports on: the named ones, else the user's, else the shipped rules.
pub(super) enum CheckScope {
    /// All files that are not shipped.
    Own,
    /// The shipped rules, because there are no others.
    Shipped,
    /// The files at or below these paths, which are relative to the current folder where possible.
    Paths(Vec<Utf8PathBuf>),
}

impl CheckScope {
    /// Loads all rules, and the rules, scenarios and lists at `paths`. Returns the scope as well.
    pub(super) fn load(
        context: &mut Context<'_>,
        paths: &[Utf8PathBuf],
    ) -> Result<(Self, LoadedSources), CommandError> {
        let mut locations = context.source_locations();
        let (mut loose_paths, mut scenario_paths) = (Vec::new(), Vec::new());
        let mut lists = Vec::new();
        for path in paths {
            let whole = context.current.join(path);
            if path == "-" || disk::is_file(&whole) && is_list(path) {
                lists.push(path);
                continue;
            }
            if !disk::exists(&whole) {
                let message = format!("{path}: no such file or folder");
                return Err(CommandError::misuse(message));
            }
            let real = disk::real_path(&whole);
            let is_known = |folder: &Utf8PathBuf| {
                let folder = disk::real_path(&context.current.join(folder));
                real.starts_with(&folder) || folder.starts_with(&real)
            };
            let mut known = locations
                .workspaces
                .iter()
                .filter_map(|workspace| workspace.rules.as_ref())
                .chain(&locations.rules_folders)
                .chain(&locations.library);
            let scenarios = disk::scenario_files(&whole);
            if !scenarios.is_empty() {
                scenario_paths.extend(scenarios);
                if disk::is_file(&whole) || !disk::has_rules(&whole) {
                    continue;
                }
            }
            // a folder around known rules is not read as rules of its own: each file is read once
            if known.any(is_known) {
                continue;
            }
            let is_ruleset = |folder: &Utf8Path| disk::is_file(&folder.join("ruleset.toml"));
            if disk::is_folder(&whole) {
                locations.rules_folders.push(path.clone());
            } else if whole.parent().is_some_and(is_ruleset) {
                let folder = path.parent().map(Utf8Path::to_owned);
                locations.rules_folders.extend(folder);
            } else {
                loose_paths.push(path);
            }
        }
        let mut loaded = disk::load_sources(&locations);
        let mut errors = loaded.errors.iter();
        if let Some(error) = errors.find(|error| context.is_rules_option(&error.path)) {
            return Err(CommandError::misuse(error.to_string()));
        }
        for path in &loose_paths {
            match read_loose_source(context, path)? {
                Ok(source) => loaded.replace_or_add(vec![source]),
                Err(error) => loaded.errors.push(error),
            }
        }
        for path in scenario_paths {
            match read_scenario(context, &path) {
                Ok(source) => loaded.sources.push(source),
                Err(error) => loaded.errors.push(error),
            }
        }
        for path in lists {
            let text = context.read_list(path)?;
            loaded.sources.push(list_source(path, text));
        }
        if !paths.is_empty() {
            let from = context.current;
            let shown = |path: &Utf8PathBuf| {
                if path == "-" || disk::is_file(&from.join(path)) && is_list(path) {
                    return path.clone();
                }
                let whole = disk::real_path(&from.join(path));
                whole.strip_prefix(from).unwrap_or(&whole).to_owned()
            };
            return Ok((Self::Paths(paths.iter().map(shown).collect()), loaded));
        }
        let mut sources = loaded.sources.iter();
        let has_own = sources.any(|source| source.origin != SourceOrigin::Shipped);
        Ok((if has_own { Self::Own } else { Self::Shipped }, loaded))
    }

    /// Returns whether problems in that source are reported.
    pub(super) fn contains(&self, analysis: &Analysis, source: SourceId) -> bool {
        let source = analysis.source(source);
        source.is_some_and(|source| self.contains_source(source))
    }

    fn contains_source(&self, source: &Source) -> bool {
        match self {
            Self::Own => source.origin != SourceOrigin::Shipped,
            Self::Shipped => true,
            Self::Paths(paths) => {
                source.origin != SourceOrigin::Shipped
                    && paths.iter().any(|path| source.path.starts_with(path))
            }
        }
    }

    /// Returns whether the scope contains a file of a ruleset.
    pub(super) fn contains_some_of(&self, analysis: &Analysis, ruleset: &str) -> bool {
        let mut sources = analysis.sources().iter();
        sources.any(|source| source.ruleset == ruleset && self.contains_source(source))
    }

    /// Returns whether the scope contains the `ruleset.toml` of each ruleset that is not shipped.
    pub(super) fn contains_rulesets(&self, analysis: &Analysis) -> bool {
        let mut sources = analysis.sources().iter();
        sources.all(|source| {
            source.kind != SourceKind::Ruleset
                || source.origin == SourceOrigin::Shipped
                || self.contains_source(source)
        })
    }

    /// Returns whether a source is a `ruleset.toml` that cannot be read, so that files of its ruleset
    /// that are in the scope cannot be checked.
    pub(super) fn rests_on_unreadable(&self, analysis: &Analysis, source: SourceId) -> bool {
        let own = analysis.source(source);
        let Some(own) = own.filter(|own| own.kind == SourceKind::Ruleset) else {
            return false;
        };
        let db = analysis.ruleset_db(&own.ruleset);
        let mut sources = analysis.sources().iter();
        db.is_some_and(|db| db.ruleset.unreadable)
            && sources.any(|other| other.ruleset == own.ruleset && self.contains_source(other))
    }

    /// Returns whether the scope contains only scenarios, and at least one.
    pub(super) fn is_scenarios_only(&self, analysis: &Analysis) -> bool {
        let sources = analysis.sources().iter();
        let own = sources.filter(|source| self.contains_source(source));
        let mut own = own.peekable();
        own.peek().is_some() && own.all(|source| source.kind == SourceKind::Scenario)
    }

    /// Returns the scenarios that were named, with their texts.
    pub(super) fn scenarios<'a>(
        &'a self,
        analysis: &'a Analysis,
    ) -> impl Iterator<Item = (SourceId, &'a Arc<str>)> {
        let sources = analysis.sources().iter().enumerate();
        let named = matches!(self, Self::Paths(_));
        sources
            .filter(move |(_, source)| {
                named && source.kind == SourceKind::Scenario && self.contains_source(source)
            })
            .map(|(at, source)| (SourceId(at as u32), &source.text))
    }

    /// Returns the rulesets in the scope whose example scenarios were not loaded: those of a workspace
    /// may show mistakes, and are checked with the folder of the ruleset.
    pub(super) fn unchecked_examples(
        &self,
        context: &Context<'_>,
        analysis: &Analysis,
    ) -> Vec<UncheckedExamples> {
        let sources = || analysis.sources().iter();
        let is_loaded = |path: &Utf8Path| {
            sources().any(|source| {
                source.kind == SourceKind::Scenario && context.current.join(&source.path) == path
            })
        };
        let rulesets = sources().filter(|source| {
            source.kind == SourceKind::Ruleset
                && source.origin == SourceOrigin::Folder
                && self.contains_source(source)
        });
        let unchecked = |ruleset: &Source| {
            let folder = ruleset.path.parent()?;
            let whole = context.current.join(folder);
            let scenarios = disk::scenario_files(&whole);
            let scenarios = scenarios.iter().filter(|path| !is_loaded(path)).count();
            (scenarios > 0).then(|| UncheckedExamples {
                folder: folder.to_string(),
                scenarios,
            })
        };
        rulesets.filter_map(unchecked).collect()
    }

    /// Returns the number of files in the scope.
    pub(super) fn file_count(&self, analysis: &Analysis) -> usize {
        let sources = analysis.sources().iter();
        sources
            .filter(|source| self.contains_source(source))
            .count()
    }
}

/// Returns whether a file can only be an army list: its name is not that of a file of rules.
pub(crate) fn is_list(path: &Utf8Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    disk::kind_of(path).is_none() && !name.ends_with(".toml")
}

/// Returns the error that a file has no name of a rules file.
pub(crate) fn no_rules_file(file: &Utf8Path) -> CommandError {
    let endings = syntax::role_endings("");
    CommandError::misuse(format!("{file} is not a rules file"))
        .with_help(format!("names of rules files end in {endings}"))
}

/// Reads a scenario; its path is relative to the current folder where possible.
fn read_scenario(context: &Context<'_>, path: &Utf8Path) -> Result<Source, ReadError> {
    let shown = path.strip_prefix(context.current).unwrap_or(path);
    Ok(list_source(shown, disk::read_text(path)?))
}

/// Reads a file outside any folder of rules; its front matter names the ruleset.
fn read_loose_source(
    context: &Context<'_>,
    path: &Utf8PathBuf,
) -> Result<Result<Source, ReadError>, CommandError> {
    let name = path.file_name().unwrap_or_default().to_owned();
    let Some(kind) = SourceKind::from_file_name(&name) else {
        return Err(no_rules_file(path));
    };
    let text = match disk::read_text(&context.current.join(path)) {
        Ok(text) => text,
        Err(error) => return Ok(Err(error)),
    };
    let front = syntax::parse(SourceId::default(), &name, &text).front;
    let Some(ruleset) = front.ruleset else {
        let message =
            format!("{path} does not name its ruleset, and is not in the folder of a ruleset");
        return Err(CommandError::misuse(message).with_help("add `ruleset: …` to its front matter"));
    };
    Ok(Ok(Source {
        path: path.clone(),
        name,
        ruleset: ruleset.value,
        kind,
        origin: SourceOrigin::Folder,
        text: Arc::from(text),
    }))
}
