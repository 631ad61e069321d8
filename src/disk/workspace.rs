//! Finds the nearest workspace around a folder, up to the git root; refuses one of another user.

use super::{ReadError, folder::has_rulesets};
use camino::{Utf8Path, Utf8PathBuf};

/// A folder of a user's project, with a `rulebook.toml`, a folder `rules` of rulesets, or both, and
/// their paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// The folder.
    pub root: Utf8PathBuf,
    /// Its `rulebook.toml`, if it has one.
    pub settings: Option<Utf8PathBuf>,
    /// Its folder of rulesets, if it has one.
    pub rules: Option<Utf8PathBuf>,
}

impl Workspace {
    /// Returns the nearest workspace that contains `start`, an absolute path. The search ends at
    /// the root of a git repository.
    ///
    /// Fails if the workspace belongs to someone other than the user and root, as git does: any user
    /// can put files into a shared folder such as `/tmp`, which is around the folders of others.
    pub fn containing(start: &Utf8Path) -> Result<Option<Self>, ReadError> {
        for folder in start.ancestors() {
            let settings = Some(folder.join("rulebook.toml")).filter(|path| path.is_file());
            let rules = Some(folder.join("rules")).filter(|path| has_rulesets(path));
            if settings.is_some() || rules.is_some() {
                let parts = [Some(folder), settings.as_deref(), rules.as_deref()];
                if let Some(foreign) = parts.into_iter().flatten().find(|path| !is_own(path)) {
                    let message = "belongs to another user, so the rules and settings there are not used; name the folder of the rules with --rules to use them";
                    return Err(ReadError::new(foreign, message));
                }
                return Ok(Some(Self {
                    root: folder.to_owned(),
                    settings,
                    rules,
                }));
            }
            if folder.join(".git").exists() {
                break;
            }
        }
        Ok(None)
    }
}

/// Returns whether a file or folder belongs to the user or to root, and if it is a link, what it
/// leads to as well.
#[cfg(unix)]
fn is_own(path: &Utf8Path) -> bool {
    use std::{fs, os::unix::fs::MetadataExt};
    let owners = [fs::metadata(path), fs::symlink_metadata(path)];
    let user = uzers::get_effective_uid();
    owners
        .into_iter()
        .flatten()
        .all(|metadata| [user, 0].contains(&metadata.uid()))
}

#[cfg(not(unix))]
fn is_own(_: &Utf8Path) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::disk::write::tests::folder;
    use std::{fs, os::unix::fs::lchown};

    #[test]
    fn a_workspace_of_another_user_is_named_and_not_read() {
        let (_keep, folder) = folder();
        let (settings, inner) = (folder.join("rulebook.toml"), folder.join("a/b"));
        fs::write(&settings, "").expect("written");
        fs::create_dir_all(&inner).expect("made");
        let found = Workspace::containing(&inner).expect("an own workspace");
        assert_eq!(found.map(|workspace| workspace.root), Some(folder.clone()));
        // only root can give files away
        if lchown(&settings, Some(12345), None).is_err() {
            return;
        }
        let error = Workspace::containing(&inner).expect_err("refused");
        assert_eq!(error.path, settings);
        // a link of another user, even to a file of one's own
        fs::remove_file(&settings).expect("removed");
        fs::write(folder.join("own.toml"), "").expect("written");
        std::os::unix::fs::symlink("own.toml", &settings).expect("linked");
        assert!(Workspace::containing(&inner).is_ok());
        lchown(&settings, Some(12345), None).expect("given away");
        assert!(Workspace::containing(&inner).is_err());
    }
}
