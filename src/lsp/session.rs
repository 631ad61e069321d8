//! `Session`: a client's capabilities, settings and folders; loads rules into a `LoadedState`.

use super::{ClientCapabilities, loaded_state::LoadedState, uri};
use crate::{
    analysis::{LayeredSettings, Settings, Source},
    answer::lint_levels,
    disk::{self, SourceLocations, UserPaths, Workspace},
};
use camino::Utf8PathBuf;
use jiff::civil::Date;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;
use std::collections::BTreeMap;
use tower_lsp::gen_lsp_types::{InitializeParams, WorkspaceFolder};

/// What the server takes from its process: environment variables, current folder, and the current
/// day (none: the clock decides).
#[derive(Clone, Debug, Default)]
pub struct ServerEnvironment {
    /// The environment variables.
    pub env: BTreeMap<String, String>,
    /// The current folder.
    pub current: Utf8PathBuf,
    /// The current day; the clock decides if it is none.
    pub today: Option<Date>,
}

impl ServerEnvironment {
    /// Returns the current day.
    pub(super) fn today(&self) -> Date {
        self.today.unwrap_or_else(|| jiff::Zoned::now().date())
    }
}

/// The settings that the client sends: default view, folders of rules, library, severities of
/// lints, and commands that it can run. They are below `rulebook` in `initializationOptions`, and
/// later in `workspace/didChangeConfiguration`. Unknown keys are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ClientSettings {
    /// The ruleset, edition, profile and day, and the severities of lints, which are read apart.
    #[serde(skip)]
    pub(super) settings: Settings,
    /// The errors in these.
    #[serde(skip)]
    errors: Vec<String>,
    /// Folders of rules, in addition to those of the workspace.
    pub(super) rules: Vec<Utf8PathBuf>,
    /// The library of printed wording.
    pub(super) library: Option<Utf8PathBuf>,
    /// Our commands that the client can run.
    pub(super) commands: Vec<String>,
    /// Whether the client serves documents of the scheme `rulebook` itself, by `rulebook/text`.
    pub(super) virtual_documents: bool,
}

/// The capabilities, settings and folders of the client, and the environment of the server; loads
/// all rules that these determine.
#[derive(Clone, Debug, Default)]
pub(super) struct Session {
    /// The client's capabilities.
    pub(super) capabilities: ClientCapabilities,
    /// The client's settings.
    pub(super) settings: ClientSettings,
    /// The client's folders.
    pub(super) roots: Vec<Utf8PathBuf>,
    /// The environment of the server.
    pub(super) environment: ServerEnvironment,
}

impl Session {
    /// Creates the session of a client. Also returns a message about options that are not
    /// understood.
    pub(super) fn new(
        params: &InitializeParams,
        environment: ServerEnvironment,
    ) -> (Self, Option<String>) {
        let mut session = Self {
            capabilities: ClientCapabilities::new(&params.capabilities),
            environment,
            ..Self::default()
        };
        let mut fault = None;
        if let Some(options) = &params.initialization_options {
            let options = serde_json::to_value(options).unwrap_or_default();
            fault = session.take(&options).err();
        }
        let declared = serde_json::to_value(params).unwrap_or_default();
        let of_folders = |folders: Vec<WorkspaceFolder>| {
            let paths = folders.iter().map(|folder| uri::path(&folder.uri));
            paths.flatten().collect()
        };
        let root = || {
            let uri = parsed(&declared, "rootUri").and_then(|uri| uri::path(&uri));
            uri.or_else(|| parsed(&declared, "rootPath"))
        };
        session.roots = match parsed(&declared, "workspaceFolders") {
            Some(folders) => of_folders(folders),
            None => root().into_iter().collect(),
        };
        (session, fault)
    }

    /// Applies settings, which may be below `rulebook`. Returns whether they differ from the old
    /// ones, or why they are invalid; then the old ones stay.
    pub(super) fn take(&mut self, settings: &serde_json::Value) -> Result<bool, String> {
        let own = settings.get("rulebook").unwrap_or(settings);
        if own.is_null() {
            return Ok(false);
        }
        let own = without_nulls(own);
        let is_set = |key: &str| own.get(key).is_some();
        let (opens, runs) = (is_set("virtualDocuments"), is_set("commands"));
        let unreadable = |error| format!("cannot read the settings of rulebook: {error}");
        let text = |key: &str| own.get(if key == "as-of" { "asOf" } else { key })?.as_str();
        let (settings, errors) = Settings::from_texts(text);
        let lints = own.get("lints").cloned().unwrap_or_else(|| json!({}));
        let lints = serde_json::from_value(lints).map_err(unreadable)?;
        let mut fresh: ClientSettings = serde_json::from_value(own).map_err(unreadable)?;
        fresh.settings = Settings { lints, ..settings };
        let named = |(key, error): (&str, String)| match key {
            "as-of" => format!("asOf: {error}"),
            key => format!("{key}: {error}"),
        };
        fresh.errors = errors.into_iter().map(named).collect();
        // what the client can do is not a setting of the user: it stays until the client changes it
        if !opens {
            fresh.virtual_documents = self.settings.virtual_documents;
        }
        if !runs {
            fresh.commands = self.settings.commands.clone();
        }
        Ok(std::mem::replace(&mut self.settings, fresh) != self.settings)
    }

    /// Loads all rules: those in the program, of the folders, of the client's settings, of the
    /// library, and the documents `open`.
    pub(super) fn load(&self, open: Vec<Source>) -> (LoadedState, Vec<String>) {
        let mut remarks = Vec::new();
        let user = UserPaths::new(&self.environment.env);
        let mut workspaces: Vec<Workspace> = Vec::new();
        for root in &self.roots {
            match Workspace::containing(root) {
                Ok(workspace) => workspaces.extend(workspace),
                Err(foreign) => remarks.push(foreign.to_string()),
            }
        }
        let root = self.roots.first().unwrap_or(&self.environment.current);
        let absolute = |path: &Utf8PathBuf| root.join(path);
        let library = self.settings.library.as_ref().map(absolute);
        let locations = SourceLocations {
            // no path is below it, so that all stay absolute
            current: Utf8PathBuf::new(),
            workspaces: workspaces.clone(),
            rules_folders: self.settings.rules.iter().map(absolute).collect(),
            library: library.or_else(|| user.library.clone()),
        };
        let mut loaded = disk::load_sources(&locations);
        loaded.replace_or_add(open);
        let settings = self.layered_settings(&workspaces, &user, &mut remarks);
        let mut state = LoadedState::new(loaded.sources, settings);
        let (levels, faults) = lint_levels(&state.settings, &state.checker);
        state.levels = levels;
        remarks.extend(faults);
        remarks.extend(loaded.errors.iter().map(ToString::to_string));
        let cache = user.cache.as_ref();
        let cache = cache.filter(|_| !self.settings.virtual_documents);
        let extracted = cache.map(disk::ExtractedFiles::new);
        (state.with_files(extracted), remarks)
    }

    /// Returns the settings for requests, strongest first: the client's, the environment's, those
    /// of the workspaces, the user's own.
    fn layered_settings(
        &self,
        workspaces: &[Workspace],
        user: &UserPaths,
        remarks: &mut Vec<String>,
    ) -> LayeredSettings {
        let own = &self.settings;
        remarks.extend(own.errors.iter().cloned());
        let mut layers = vec![("set in the editor".to_owned(), own.settings.clone())];
        let (others, problems) =
            disk::setting_layers(&self.environment.env, workspaces.iter().rev(), user);
        remarks.extend(problems);
        layers.extend(others);
        LayeredSettings { layers }
    }
}

/// Returns a member of an object; none if it is missing or of another type.
fn parsed<T: DeserializeOwned>(object: &serde_json::Value, key: &str) -> Option<T> {
    serde_json::from_value(object.get(key)?.clone()).ok()
}

/// Removes settings that are `null`, which many editors send for those that are not set.
fn without_nulls(settings: &serde_json::Value) -> serde_json::Value {
    match settings.as_object() {
        Some(fields) => fields
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
        None => settings.clone(),
    }
}
