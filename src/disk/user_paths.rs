//! Determines the paths of the user's settings, library and cache from environment variables.

use super::Cache;
use camino::Utf8PathBuf;
use std::collections::BTreeMap;

/// The environment variable that the folders for settings and data depend on.
pub const HOME_VARIABLE: &str = if cfg!(windows) { "APPDATA" } else { "HOME" };

/// The paths of the user's settings file, library and cache; nothing needs to exist there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserPaths {
    /// The settings file: `RULEBOOK_CONFIG`, else `config.toml` in the platform's folder for
    /// settings; `None` if the environment has no home folder.
    pub settings: Option<Utf8PathBuf>,
    /// The library of printed wording: `RULEBOOK_LIBRARY`, else `library` in the platform's folder
    /// for data.
    pub library: Option<Utf8PathBuf>,
    /// The cache: `RULEBOOK_CACHE`, else the platform's folder for caches.
    pub cache: Option<Cache>,
}

impl UserPaths {
    /// Determines the paths from environment variables and the conventions of the platform.
    pub fn new(env: &BTreeMap<String, String>) -> Self {
        let set = |name: &str| {
            env.get(name)
                .filter(|value| !value.is_empty())
                .map(Utf8PathBuf::from)
        };
        let home = || set("HOME").or_else(|| set("USERPROFILE"));
        let own = |xdg: &str, below_home: &str| {
            let folder = if cfg!(windows) {
                set("APPDATA")
            } else if cfg!(target_os = "macos") {
                home().map(|home| home.join("Library/Application Support"))
            } else {
                set(xdg)
                    .filter(|path| path.is_absolute())
                    .or_else(|| home().map(|home| home.join(below_home)))
            };
            folder.map(|folder| folder.join("rulebook"))
        };
        let settings = set("RULEBOOK_CONFIG")
            .or_else(|| Some(own("XDG_CONFIG_HOME", ".config")?.join("config.toml")));
        let library = set("RULEBOOK_LIBRARY")
            .or_else(|| Some(own("XDG_DATA_HOME", ".local/share")?.join("library")));
        let below = if cfg!(target_os = "macos") {
            "Library/Caches"
        } else {
            ".cache"
        };
        let caches = || match set("LOCALAPPDATA").filter(|_| cfg!(windows)) {
            Some(local) => Some(local.join("rulebook/cache")),
            None => set("XDG_CACHE_HOME")
                .filter(|path| path.is_absolute())
                .or_else(|| home().map(|home| home.join(below)))
                .map(|f| f.join("rulebook")),
        };
        let cache = set("RULEBOOK_CACHE")
            .or_else(caches)
            .map(|folder| Cache { folder });
        Self {
            settings,
            library,
            cache,
        }
    }
}
