use super::{Cache, CacheKey, read, shipped, write};
use camino::{Utf8Path, Utf8PathBuf};
use std::{fs, time::Duration};

/// Texts of the program as files that may only be read, in the user's folder for such things: for whoever can open nothing else. The
/// folder bears the hash of the program, so that the texts of another version lie elsewhere; those of versions that have put nothing
/// there for long are taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    folder: Utf8PathBuf,
}

/// How the folders of all versions begin.
const PREFIX: &str = "texts-";
/// Another version that has put nothing there for so long is no longer used.
const UNUSED: Duration = Duration::from_secs(60 * 60 * 24 * 60);

impl Shelf {
    /// The shelf of this very program.
    pub fn new(cache: &Cache) -> Self {
        Self {
            folder: cache
                .folder
                .join(format!("{PREFIX}{}", CacheKey::new(&shipped(), &"texts"))),
        }
    }

    /// Takes away the shelves of other versions that have had nothing put there for as long as `unused`.
    fn tidy(&self, unused: Duration) {
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
                .and_then(|about| about.modified())
                .ok()
                .and_then(|then| then.elapsed().ok());
            if !ours && age.is_some_and(|age| age >= unused) {
                // what cannot be taken away does no harm
                let _left = fs::remove_dir_all(other.path());
            }
        }
    }

    /// Where a text of that name lies, once it is put there.
    pub fn path(&self, name: &str) -> Utf8PathBuf {
        self.folder.join(name)
    }

    /// Puts a text there, unless it lies there. Gives its file; none where it cannot be written.
    pub fn put(&self, name: &str, text: &str) -> Option<Utf8PathBuf> {
        let path = self.path(name);
        if read(&path).is_ok_and(|known| known == text) {
            return Some(path);
        }
        if !self.folder.exists() {
            self.tidy(UNUSED);
        }
        // somebody has changed it, though it said that it may only be read
        let _changed = fs::remove_file(&path);
        write(&path, text).ok()?;
        read_only(&path);
        Some(path)
    }
}

/// Without the right to do so it stays writable, and is put right the next time.
fn read_only(path: &Utf8Path) {
    if let Ok(about) = fs::metadata(path) {
        let mut permissions = about.permissions();
        permissions.set_readonly(true);
        let _kept = fs::set_permissions(path, permissions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_versions_are_taken_away_and_nothing_else() {
        let keep = tempfile::tempdir().expect("a folder");
        let folder = Utf8PathBuf::from_path_buf(keep.path().to_owned()).expect("a path in UTF-8");
        let shelf = Shelf::new(&Cache {
            folder: folder.clone(),
        });
        let old = Shelf {
            folder: folder.join("texts-old"),
        };
        for shelf in [
            &shelf,
            &old,
            &Shelf {
                folder: folder.join("index"),
            },
        ] {
            shelf.put("a/b.md", "one").expect("put");
        }
        shelf.tidy(Duration::from_secs(3600));
        assert!(old.folder.exists(), "it was used a moment ago");
        shelf.tidy(Duration::ZERO);
        assert!(!old.folder.exists());
        assert!(shelf.path("a/b.md").exists() && folder.join("index").exists());
    }

    #[test]
    fn a_text_lies_there_as_it_is_and_may_only_be_read() {
        let keep = tempfile::tempdir().expect("a folder");
        let folder = Utf8PathBuf::from_path_buf(keep.path().to_owned()).expect("a path in UTF-8");
        let shelf = Shelf::new(&Cache { folder });
        let path = shelf.put("a/b.md", "one").expect("put");
        assert_eq!(path, shelf.path("a/b.md"));
        assert!(fs::metadata(&path).expect("there").permissions().readonly());
        assert_eq!(shelf.put("a/b.md", "one"), Some(path.clone()));
        assert_eq!(shelf.put("a/b.md", "two"), Some(path.clone()));
        assert_eq!(fs::read_to_string(&path).expect("readable"), "two");
    }
}
