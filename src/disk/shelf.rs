use super::{Cache, CacheKey, read, shipped, write};
use camino::{Utf8Path, Utf8PathBuf};
use std::fs;

/// Texts of the program as files that may only be read, in the user's folder for such things: for whoever can open nothing else. The
/// folder bears the hash of the program, so that the texts of another version lie elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    folder: Utf8PathBuf,
}

impl Shelf {
    /// The shelf of this very program.
    pub fn new(cache: &Cache) -> Self {
        Self { folder: cache.folder.join(format!("texts-{}", CacheKey::new(&shipped(), &"texts"))) }
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
