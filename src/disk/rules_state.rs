//! Loads two states of the files of rules for a review: revisions of git, folders, archives, the working
//! files, or the rules inside the program.

use super::{
    LoadedSources, ReadError, SourceLocations,
    folder::{
        FileOfRules, Walk, all_scenario_files, folder_name, has_rulesets, kind_of, read_folder,
    },
    git::Repository,
    read::read_text,
    real_path, shipped_sources,
    temp_folder::TempFolder,
};
use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};
use std::{collections::BTreeSet, fs, process::Command, sync::Arc};

/// The rules and scenarios of one state of the files. Printed wording of the user's library is no part
/// of it.
#[derive(Clone, Debug, Default)]
pub struct RulesState {
    /// What it is called: `main`, `the working files`.
    pub name: String,
    /// The files. Their paths are relative to the folder of the state: a workspace, a repository.
    pub sources: Vec<Source>,
    /// The files that could not be read.
    pub errors: Vec<ReadError>,
}

/// Where the states of a review are looked for, and which are compared.
#[derive(Clone, Copy, Debug)]
pub struct StateRequest<'a> {
    /// The folders of the user's rules.
    pub locations: &'a SourceLocations,
    /// The earlier state, or both: `main`, `v1..v2`, a folder, `shipped`. `None` is the last commit that
    /// the default branch has in common with the working files, or `shipped` without a repository.
    pub base: Option<&'a str>,
    /// The later state; `None` is the working files.
    pub head: Option<&'a str>,
    /// Whether both states are the working files.
    pub is_same: bool,
    /// The files and folders whose changes count; all if there are none.
    pub paths: &'a [Utf8PathBuf],
}

/// The name of the rules inside the program as a state.
const SHIPPED: &str = "shipped";

/// A state, not read yet.
#[derive(Debug)]
enum Place {
    Shipped,
    Working,
    Folder(Utf8PathBuf),
    Archive(Utf8PathBuf),
    /// The name of a revision, and its commit.
    Revision(String, String),
}

/// Loads the earlier and the later state of a review. The error says which state cannot be found, and
/// what to do.
pub fn load_states(request: StateRequest<'_>) -> Result<[RulesState; 2], String> {
    let loader = StateLoader::new(request.locations)?;
    let [base_place, head_place] = match request.is_same {
        true => [Place::Working, Place::Working],
        false => loader.places(request.base, request.head)?,
    };
    let (mut base, mut head) = (loader.load(&base_place)?, loader.load(&head_place)?);
    // a ruleset of these files is not completed by a shipped one of the same name
    let own: BTreeSet<String> = [&base, &head]
        .into_iter()
        .flat_map(|state| &state.sources)
        .filter(|own| own.kind == SourceKind::Ruleset)
        .map(|own| own.ruleset.clone())
        .collect();
    for (state, place) in [(&mut base, &base_place), (&mut head, &head_place)] {
        let is_shipped = matches!(place, Place::Shipped);
        let mut all = LoadedSources::default();
        let shipped = shipped_sources().into_iter();
        all.sources = shipped
            .filter(|source| is_shipped || !own.contains(&source.ruleset))
            .collect();
        all.replace_or_add(std::mem::take(&mut state.sources));
        state.sources = all.sources;
    }
    if !request.paths.is_empty() {
        let paths = request.paths.iter().map(|path| loader.relative(path));
        let paths: Vec<Utf8PathBuf> = paths.collect();
        let is_meant = |own: &Source| paths.iter().any(|path| own.path.starts_with(path));
        let kept = head.sources.iter().filter(|own| !is_meant(own)).cloned();
        if !base.sources.iter().chain(&head.sources).any(is_meant) {
            let paths: Vec<&str> = paths.iter().map(|path| path.as_str()).collect();
            let paths = paths.join("`, `");
            return Err(format!("neither state has a file of rules at `{paths}`"));
        }
        let changed = base.sources.into_iter().filter(is_meant);
        base.sources = kept.chain(changed).collect();
    }
    Ok([base, head])
}

struct StateLoader<'a> {
    locations: &'a SourceLocations,
    /// The folder of the workspace, or the current one.
    root: Utf8PathBuf,
    /// The repository around it, or why git does not read it.
    repository: Result<Option<Repository>, String>,
}

impl<'a> StateLoader<'a> {
    fn new(locations: &'a SourceLocations) -> Result<Self, String> {
        let workspace = locations.workspaces.last();
        let root = workspace.map_or(&locations.current, |own| &own.root);
        let root = real_path(root);
        Ok(Self {
            locations,
            repository: Repository::around(&root),
            root,
        })
    }

    /// Returns a path as sources have it.
    fn relative(&self, path: &Utf8Path) -> Utf8PathBuf {
        let path = real_path(&self.locations.current.join(path));
        path.strip_prefix(&self.root).unwrap_or(&path).to_owned()
    }

    /// Returns the states that the arguments mean.
    fn places(&self, base: Option<&str>, head: Option<&str>) -> Result<[Place; 2], String> {
        // `../published` is a folder, whether it exists or not
        let is_path = |name: &str| {
            name.starts_with("..") && name.contains('/')
                || name.contains("/..")
                || self.locations.current.join(name).exists()
        };
        let range = base.filter(|base| head.is_none() && !is_path(base));
        if let Some((from, to)) = range.and_then(|range| range.split_once("...")) {
            let [from, to] = [from, to].map(or_head);
            let repository = self.repository()?;
            let known = |name: &str| {
                let commit = repository.commit(name);
                commit.ok_or_else(|| self.unknown(name))
            };
            let (old, new) = (known(from)?, known(to)?);
            let base = repository.merge_base(&old, &new)?;
            let name = format!("the merge base of {from} and {to}");
            return Ok([Place::Revision(name, base), Place::Revision(to.into(), new)]);
        }
        if let Some((from, to)) = range.and_then(|range| range.split_once("..")) {
            return Ok([self.place(or_head(from))?, self.place(or_head(to))?]);
        }
        let base = match (base, self.known_repository()) {
            (Some(base), _) => self.place(base)?,
            (None, None) => match &self.repository {
                Ok(_) => Place::Shipped,
                Err(error) => return Err(error.clone()),
            },
            (None, Some(repository)) if repository.commit("HEAD").is_none() => Place::Shipped,
            (None, Some(repository)) => {
                let branch = repository.default_branch();
                let commit = repository.merge_base(&branch, "HEAD")?;
                let short = branch.trim_start_matches("refs/heads/");
                let short = short.trim_start_matches("refs/remotes/");
                Place::Revision(short.to_owned(), commit)
            }
        };
        let head = head.map_or(Ok(Place::Working), |head| self.place(head))?;
        Ok([base, head])
    }

    fn repository(&self) -> Result<&Repository, String> {
        let missing = "no git repository here, or no program `git`: name two folders to compare";
        let repository = self.repository.as_ref().map_err(Clone::clone)?;
        repository.as_ref().ok_or_else(|| missing.to_owned())
    }

    fn known_repository(&self) -> Option<&Repository> {
        self.repository.as_ref().ok()?.as_ref()
    }

    fn unknown(&self, name: &str) -> String {
        match &self.repository {
            Ok(Some(_)) => format!("`{name}` is neither a revision nor a folder"),
            Ok(None) => {
                format!("there is no folder `{name}`, and no git repository with revisions")
            }
            Err(error) => format!("there is no folder `{name}`, and git says: {error}"),
        }
    }

    /// Returns the state that a name means: a revision, a folder, or an archive.
    fn place(&self, name: &str) -> Result<Place, String> {
        if name.is_empty() {
            return Err("the name of a state is empty".to_owned());
        }
        if name == SHIPPED {
            return Ok(Place::Shipped);
        }
        let path = self.locations.current.join(name);
        let commit = self.known_repository().and_then(|own| own.commit(name));
        match commit {
            Some(_) if path.is_dir() => Err(format!(
                "`{name}` is a revision and a folder: write `./{name}` for the folder, or `refs/heads/{name}` for the branch"
            )),
            Some(commit) => Ok(Place::Revision(name.to_owned(), commit)),
            None if path.is_dir() => Ok(Place::Folder(path)),
            None if path.is_file() => Ok(Place::Archive(path)),
            None => Err(self.unknown(name)),
        }
    }

    /// Reads the files of a state, without those inside the program.
    fn load(&self, place: &Place) -> Result<RulesState, String> {
        let mut state = RulesState::default();
        match place {
            Place::Shipped => state.name = SHIPPED.to_owned(),
            Place::Working => {
                state.name = "the working files".to_owned();
                for folder in self.rules_folders() {
                    state.add_folder(&folder, &self.root, Walk::RespectGitignore);
                }
                state.add_scenarios(&self.root, Walk::RespectGitignore);
            }
            Place::Folder(folder) => {
                let folder = real_path(folder);
                state.name = match self.relative(&folder).as_str() {
                    "" => folder.file_name().unwrap_or("this folder").to_owned(),
                    name => name.to_owned(),
                };
                let inner = Some(folder.join("rules")).filter(|path| has_rulesets(path));
                let rules = inner.as_ref().unwrap_or(&folder);
                state.add_folder(rules, &folder, Walk::Everything);
                state.add_scenarios(&folder, Walk::Everything);
            }
            Place::Archive(archive) => {
                let folder = unpack(archive)?;
                state = self.load(&Place::Folder(only_folder_in(folder.path())))?;
                state.name = self.relative(archive).into_string();
            }
            Place::Revision(name, commit) => {
                state.name.clone_from(name);
                let repository = self.repository()?;
                for folder in self.rules_folders() {
                    self.add_revision(repository, commit, &folder, &mut state)?;
                }
                let root = repository.path_of(&self.root).unwrap_or_default();
                let is_scenario = |path: &Utf8Path| kind_of(path) == Some(SourceKind::Scenario);
                let errors = &mut state.errors;
                let found = repository.read_files(commit, &root, is_scenario, errors)?;
                for (path, text) in found {
                    state.add_scenario(path, text);
                }
            }
        }
        Ok(state)
    }

    /// Returns the folders of rules of the workspace and those that the user named, with their full
    /// paths.
    fn rules_folders(&self) -> Vec<Utf8PathBuf> {
        let workspaces = self.locations.workspaces.iter();
        let mut out: Vec<Utf8PathBuf> = workspaces.filter_map(|own| own.rules.clone()).collect();
        if out.is_empty() {
            // another state may have it
            out.push(self.root.join("rules"));
        }
        let named = self.locations.rules_folders.iter();
        out.extend(named.map(|folder| self.locations.current.join(folder)));
        out.iter().map(|folder| real_path(folder)).collect()
    }

    /// Adds the files of rules below a folder as they are in a commit. A folder outside the repository
    /// has no other state.
    fn add_revision(
        &self,
        repository: &Repository,
        commit: &str,
        folder: &Utf8Path,
        state: &mut RulesState,
    ) -> Result<(), String> {
        let Some(inside) = repository.path_of(folder) else {
            state.add_folder(folder, &self.root, Walk::Everything);
            return Ok(());
        };
        let is_rules =
            |path: &Utf8Path| kind_of(path).is_some_and(|kind| kind != SourceKind::Scenario);
        let mut errors = Vec::new();
        let found = repository.read_files(commit, &inside, is_rules, &mut errors)?;
        let is_single = found.iter().any(|(path, _)| path == "ruleset.toml");
        let single = is_single.then(|| folder_name(folder));
        let shown = folder.strip_prefix(&self.root).unwrap_or(folder);
        for (path, text) in found {
            let Some(own) = FileOfRules::new(&path, single.as_deref()) else {
                continue;
            };
            match text {
                Ok(text) => state.sources.push(Source {
                    path: shown.join(path),
                    name: own.name,
                    ruleset: own.ruleset,
                    kind: own.kind,
                    origin: SourceOrigin::Folder,
                    text: Arc::from(text),
                }),
                Err(reason) => errors.push(ReadError::new(&path, reason)),
            }
        }
        for error in &mut errors {
            error.path = shown.join(&error.path);
        }
        state.errors.extend(errors);
        Ok(())
    }
}

impl RulesState {
    fn add_folder(&mut self, folder: &Utf8Path, root: &Utf8Path, walk: Walk) {
        if folder.is_dir() {
            let origin = SourceOrigin::Folder;
            let found = read_folder(folder, root, origin, walk, &mut self.errors);
            self.sources.extend(found);
        }
    }

    fn add_scenarios(&mut self, root: &Utf8Path, walk: Walk) {
        for path in all_scenario_files(root, walk) {
            let text = read_text(&path).map_err(|error| error.message);
            let shown = path.strip_prefix(root).unwrap_or(&path).to_owned();
            self.add_scenario(shown, text);
        }
    }

    fn add_scenario(&mut self, path: Utf8PathBuf, text: Result<String, String>) {
        match text {
            Ok(text) => self.sources.push(Source {
                name: path.file_name().unwrap_or_default().to_owned(),
                path,
                ruleset: String::new(),
                kind: SourceKind::Scenario,
                origin: SourceOrigin::Folder,
                text: Arc::from(text),
            }),
            Err(reason) => self.errors.push(ReadError::new(&path, reason)),
        }
    }
}

/// Returns the revision that a side of a range means: `HEAD` if it is empty.
fn or_head(name: &str) -> &str {
    if name.is_empty() { "HEAD" } else { name }
}

/// Unpacks an archive with the system's `tar`, which on some systems reads zip files, too. It gets the
/// content alone, so that no name of a file means anything to it.
fn unpack(archive: &Utf8Path) -> Result<TempFolder, String> {
    let folder = TempFolder::new().map_err(|error| error.message)?;
    let unpacked = fs::File::open(archive).and_then(|file| {
        let mut tar = Command::new("tar");
        tar.args(["-x", "-f", "-", "-C"]).arg(folder.path());
        // of a stream, not every `tar` finds out by itself
        tar.args(match archive.extension() {
            Some("gz" | "tgz") => Some("-z"),
            Some("bz2") => Some("-j"),
            Some("xz") => Some("-J"),
            _ => None,
        });
        tar.stdin(file).output()
    });
    match unpacked {
        Ok(output) if output.status.success() => Ok(folder),
        Ok(_) | Err(_) => Err(format!(
            "{archive} is a file that `tar` cannot unpack: unpack it, and name the folder"
        )),
    }
}

/// Returns the folder that is all that a folder has, as in archives of a forge; else the folder itself.
fn only_folder_in(folder: &Utf8Path) -> Utf8PathBuf {
    let mut entries = folder.read_dir_utf8().into_iter().flatten().flatten();
    match (entries.next(), entries.next()) {
        (Some(only), None) if only.path().is_dir() && only.file_name() != "rules" => {
            only.path().to_owned()
        }
        _ => folder.to_owned(),
    }
}
