//! `TargetRuleset`: finds the user's ruleset to which `rulebook new` adds a file, a `NewFile`.

use crate::{
    analysis::{Analysis, SourceKind, SourceOrigin},
    cli::{CommandError, Context},
    scenario::ScenarioChecker,
    text::near::nearest,
};
use camino::Utf8PathBuf;
use jiff::civil::Date;

/// A file to write: its path, its text, and whether it replaces an existing one.
pub(super) struct NewFile {
    /// Its absolute path.
    pub(super) path: Utf8PathBuf,
    pub(super) text: String,
    /// Whether the file exists and is replaced; otherwise it must not exist.
    pub(super) replaces: bool,
}

impl NewFile {
    pub(super) fn new(path: Utf8PathBuf, text: String) -> Self {
        Self {
            path,
            text,
            replaces: false,
        }
    }
}

/// The ruleset to which a file is added: folder, `ruleset.toml`, editions and kinds of record.
pub(super) struct TargetRuleset {
    /// All rules, as they are now.
    pub(super) analysis: Analysis,
    /// The name of its folder.
    pub(super) key: String,
    /// Its folder, as an absolute path.
    pub(super) folder: Utf8PathBuf,
    /// The text of its `ruleset.toml`.
    pub(super) toml: String,
    /// Its editions, the oldest first.
    pub(super) editions: Vec<String>,
    /// The last edition that is not only proposed.
    last: String,
    /// Its kinds of record, those with headings first.
    kinds: Vec<String>,
}

impl TargetRuleset {
    /// Finds the user's own ruleset with that name, or the only one if there is no name.
    pub(super) fn find(
        context: &mut Context<'_>,
        name: Option<&str>,
    ) -> Result<Self, CommandError> {
        let analysis = context.load_analysis()?;
        let own = analysis.sources().iter().filter(|source| {
            source.kind == SourceKind::Ruleset && source.origin == SourceOrigin::Folder
        });
        let own: Vec<_> = own.collect();
        let keys: Vec<&str> = own.iter().map(|source| source.ruleset.as_str()).collect();
        if keys.is_empty() {
            return Err(CommandError::misuse("this workspace has no ruleset")
                .with_help("create one with `rulebook new ruleset NAME`"));
        }
        let source = match name {
            Some(name) => own.iter().find(|source| source.ruleset == name),
            None => own.first().filter(|_| own.len() == 1),
        };
        let Some(source) = source else {
            let near = name.and_then(|name| nearest(name, keys.iter().copied()));
            let message = match (name, near) {
                (Some(name), Some(near)) => {
                    format!("no ruleset `{name}` here; did you mean `{near}`?")
                }
                (Some(name), None) => format!("no ruleset `{name}` here"),
                (None, _) => "this workspace has several rulesets".to_owned(),
            };
            return Err(CommandError::misuse(message)
                .with_help(format!("name one with --ruleset: {}", keys.join(", "))));
        };
        let db = analysis.ruleset_db(&source.ruleset);
        let editions = db.iter().flat_map(|db| &db.ruleset.editions);
        let editions: Vec<String> = editions.map(|edition| edition.id.clone()).collect();
        let last = db.filter(|_| !editions.is_empty()).and_then(|db| {
            // branches amend the main line, and end nothing
            let newest = db.ruleset.newest_edition_on(Date::MAX.yesterday().ok()?);
            Some(db.ruleset.edition_id(newest).to_owned())
        });
        let checker = ScenarioChecker::new(&analysis);
        let kinds = checker.rules(&source.ruleset).map(|rules| {
            let kinds = &rules.vocabulary.kinds;
            let (with, without): (Vec<_>, Vec<_>) =
                kinds.iter().skip(1).partition(|kind| kind.has_heading());
            let all = with.into_iter().chain(without);
            all.map(|kind| kind.name.to_string()).collect()
        });
        let path = context.current.join(&source.path);
        let folder = path.parent().map(ToOwned::to_owned).unwrap_or_default();
        Ok(Self {
            key: source.ruleset.clone(),
            folder,
            toml: source.text.to_string(),
            editions,
            last: last.unwrap_or_default(),
            kinds: kinds.unwrap_or_default(),
            analysis,
        })
    }

    /// Returns the edition of that name, or the last one that is not only proposed, if
    /// there is one.
    pub(super) fn edition(&self, name: Option<&str>) -> Result<String, CommandError> {
        let newest = self.editions.last().filter(|_| self.last.is_empty());
        let name = name.unwrap_or(newest.unwrap_or(&self.last));
        if self.editions.iter().any(|edition| edition == name) {
            return Ok(name.to_owned());
        }
        let message = format!("no edition `{name}` of {}", self.key);
        Err(CommandError::misuse(message)
            .with_help(format!("editions: {}", self.editions.join(", "))))
    }

    /// Returns the kind of record of that name, or the first one.
    pub(super) fn record_kind(&self, name: Option<&str>) -> Result<String, CommandError> {
        let Some(first) = self.kinds.first() else {
            let message = format!("{} has no kinds of record", self.key);
            return Err(CommandError::misuse(message)
                .with_help("define them in `scenario.toml` next to its `ruleset.toml`"));
        };
        let name = name.unwrap_or(first);
        if self.kinds.iter().any(|kind| kind == name) {
            return Ok(name.to_owned());
        }
        let message = format!("no kind of record `{name}`");
        Err(CommandError::misuse(message).with_help(format!("kinds: {}", self.kinds.join(", "))))
    }

    /// Returns its `ruleset.toml` with `text`, to replace the existing one.
    pub(super) fn replaced_toml(&self, text: String) -> NewFile {
        NewFile {
            path: self.folder.join("ruleset.toml"),
            text,
            replaces: true,
        }
    }
}
