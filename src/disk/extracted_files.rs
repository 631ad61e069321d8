//! Writes shipped rules and pages on lints to read-only files in the cache folder, for editors that
//! cannot open `rulebook:` documents.

use super::{Cache, CacheKey, read_text, shipped_sources, write_text};
use camino::{Utf8Path, Utf8PathBuf};
use std::{fs, time::Duration};

/// The cache folder for read-only copies of shipped rules and pages on lints, each written when an
/// editor needs it as a file. The originals are part of the program.
///
/// The name of the folder contains the hash of the program, so each version has a folder of its
/// own. Folders of versions that have not been used for a long time are removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtractedFiles {
    folder: Utf8PathBuf,
}

/// The prefix of the folders of all versions.
const PREFIX: &str = "texts-";
/// A version that has written nothing for this long is no longer used.
const UNUSED_AFTER: Duration = Duration::from_secs(60 * 60 * 24 * 60);

impl ExtractedFiles {
    /// Returns the folder of this version of the program.
    pub fn new(cache: &Cache) -> Self {
        Self {
            folder: cache.folder.join(format!(
                "{PREFIX}{}",
                CacheKey::new(&shipped_sources(), &"texts")
            )),
        }
    }

    /// Removes the folders of other versions whose last write is at least `unused` ago.
    fn remove_unused(&self, unused: Duration) {
        let others = self
            .folder
            .parent()
            .and_then(|cache| fs::read_dir(cache).ok())
            .into_iter()
            .flatten()
            .flatten();
        for other in others {
            let ours = other.file_name().to_str().is_none_or(|name| {
                !name.starts_with(PREFIX) || self.folder.file_name() == Some(name)
            });
            let age = other
                .metadata()
                .and_then(|metadata| metadata.modified())
                .ok()
                .and_then(|then| then.elapsed().ok());
            if !ours && age.is_some_and(|age| age >= unused) {
                // a folder that cannot be removed does no harm
                let _ignored = fs::remove_dir_all(other.path());
            }
        }
    }

    /// Returns the path of the text `name`, whether or not it has been written.
    pub fn path(&self, name: &str) -> Utf8PathBuf {
        self.folder.join(name)
    }

    /// Writes a text unless the file has it already. Returns its path, or `None` if it cannot be
    /// written.
    pub fn store(&self, name: &str, text: &str) -> Option<Utf8PathBuf> {
        let path = self.path(name);
        if read_text(&path).is_ok_and(|known| known == text) {
            return Some(path);
        }
        if !self.folder.exists() {
            self.remove_unused(UNUSED_AFTER);
        }
        // a changed file is replaced, although it was marked read-only
        let _changed = fs::remove_file(&path);
        write_text(&path, text).ok()?;
        set_read_only(&path);
        Some(path)
    }
}

/// Marks a file read-only. If that fails, the file stays writable and is corrected by the next
/// `store`.
fn set_read_only(path: &Utf8Path) {
    if let Ok(metadata) = fs::metadata(path) {
        let mut permissions = metadata.permissions();
        permissions.set_readonly(true);
        let _ignored = fs::set_permissions(path, permissions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_other_versions_are_removed() {
        let keep = tempfile::tempdir().expect("a folder");
        let folder = Utf8PathBuf::from_path_buf(keep.path().to_owned()).expect("a path in UTF-8");
        let files = ExtractedFiles::new(&Cache {
            folder: folder.clone(),
        });
        let old = ExtractedFiles {
            folder: folder.join("texts-old"),
        };
        for files in [
            &files,
            &old,
            &ExtractedFiles {
                folder: folder.join("index"),
            },
        ] {
            files.store("a/b.md", "one").expect("put");
        }
        files.remove_unused(Duration::from_secs(3600));
        assert!(old.folder.exists(), "it was used a moment ago");
        files.remove_unused(Duration::ZERO);
        assert!(!old.folder.exists());
        assert!(files.path("a/b.md").exists() && folder.join("index").exists());
    }

    #[test]
    fn stored_texts_are_read_only() {
        let keep = tempfile::tempdir().expect("a folder");
        let folder = Utf8PathBuf::from_path_buf(keep.path().to_owned()).expect("a path in UTF-8");
        let files = ExtractedFiles::new(&Cache { folder });
        let path = files.store("a/b.md", "one").expect("put");
        assert_eq!(path, files.path("a/b.md"));
        assert!(fs::metadata(&path).expect("there").permissions().readonly());
        assert_eq!(files.store("a/b.md", "one"), Some(path.clone()));
        assert_eq!(files.store("a/b.md", "two"), Some(path.clone()));
        assert_eq!(fs::read_to_string(&path).expect("readable"), "two");
    }
}
