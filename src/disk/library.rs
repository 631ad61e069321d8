//! The user's library of printed wording, one folder for each ruleset.

use super::{
    ReadError, WriteError,
    folder::{Walk, read_folder},
    write::{StagedFile, describe},
};
use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};
use std::{fs, io};

/// Reads the library at `path`: `<ruleset>/*.amend.md` and other rules files. A missing library is
/// empty. A `ruleset.toml` does not belong in a library and is added to `errors`.
pub(super) fn read_library(
    path: &Utf8Path,
    from: &Utf8Path,
    errors: &mut Vec<ReadError>,
) -> Vec<Source> {
    if !path.is_dir() {
        return Vec::new();
    }
    let (rules, rulesets): (Vec<Source>, Vec<Source>) =
        read_folder(path, from, SourceOrigin::Library, Walk::Everything, errors)
            .into_iter()
            .partition(|source| source.kind != SourceKind::Ruleset);
    let misplaced = rulesets.iter().map(|source| {
        ReadError::new(
            &source.path,
            "a library contains wording only; put rulesets into a `rules` folder",
        )
    });
    errors.extend(misplaced);
    rules
}

/// Writes files into the library, with exclusive access to it.
#[derive(Debug)]
pub struct LibraryWriter<'l> {
    library: &'l Utf8Path,
    /// Held until the writer is dropped, so that no other import runs at the same time.
    _lock: Option<fs::File>,
}

impl<'l> LibraryWriter<'l> {
    /// Creates the library if needed and locks it against other writers. No file in it is changed
    /// yet.
    pub fn open(library: &'l Utf8Path) -> Result<Self, WriteError> {
        let failure = |message: String| WriteError {
            path: library.to_owned(),
            message,
        };
        if library.exists() && !library.is_dir() {
            return Err(failure(
                "a file of that name is in the place of the library".into(),
            ));
        }
        fs::create_dir_all(library).map_err(|error| failure(describe(&error)))?;
        if is_read_only(library) {
            return Err(failure("the library is marked read-only".into()));
        }
        Ok(Self {
            library,
            _lock: lock_library(library).map_err(failure)?,
        })
    }

    /// Writes files into the library: all of them or, if one cannot be written, none. Each file is
    /// given as ruleset, name and text. Returns for each whether it was changed: a file that
    /// already has the text is not written.
    pub fn write_files(&self, files: &[(&str, &str, &str)]) -> Result<Vec<bool>, WriteError> {
        let result = self.try_write_files(files);
        if result.is_err() {
            // remove a folder that was created for a file that was not written
            files
                .iter()
                .filter(|(ruleset, ..)| is_plain_name(ruleset))
                .for_each(|(ruleset, ..)| drop(fs::remove_dir(self.library.join(ruleset))));
        }
        result
    }

    fn try_write_files(&self, files: &[(&str, &str, &str)]) -> Result<Vec<bool>, WriteError> {
        let mut staged = Vec::new();
        let mut changed = Vec::new();
        for (ruleset, name, text) in files {
            for part in [ruleset, name] {
                if !is_plain_name(part) {
                    return Err(WriteError {
                        path: self.library.to_owned(),
                        message: format!("`{part}` is not a valid name for a file of the library"),
                    });
                }
            }
            let path = self.library.join(ruleset).join(name);
            let before = match fs::read(&path) {
                Ok(before) => Some(before),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => {
                    return Err(WriteError {
                        path,
                        message: describe(&error),
                    });
                }
            };
            let same = before.as_deref() == Some(text.as_bytes());
            changed.push(!same);
            if !same {
                if is_read_only(&self.library.join(ruleset)) {
                    return Err(WriteError {
                        path,
                        message: "its folder is marked read-only".into(),
                    });
                }
                staged.push((StagedFile::new(&path, text.as_bytes())?, before));
            }
        }
        let mut written: Vec<(Utf8PathBuf, Option<Vec<u8>>)> = Vec::new();
        for (fresh, before) in staged {
            let path = fresh.path.clone();
            if let Err(error) = fresh.persist() {
                written
                    .into_iter()
                    .for_each(|(path, before)| restore(&path, before));
                return Err(error);
            }
            written.push((path, before));
        }
        Ok(changed)
    }
}

fn is_read_only(folder: &Utf8Path) -> bool {
    fs::metadata(folder).is_ok_and(|metadata| metadata.permissions().readonly())
}

/// Restores the previous content of a file. If that fails as well, the disk has failed.
fn restore(path: &Utf8Path, before: Option<Vec<u8>>) {
    let _restored = match before {
        Some(text) => fs::write(path, text),
        None => fs::remove_file(path),
    };
}

/// Returns whether a name is a single path component and not hidden.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || "-_.".contains(c))
}

/// Locks the library; waits up to ten seconds for another import.
fn lock_library(library: &Utf8Path) -> Result<Option<fs::File>, String> {
    // only Unix can open, and so lock, a folder
    let Some(file) = fs::File::open(library).ok().filter(|_| cfg!(unix)) else {
        return Ok(None);
    };
    for _ in 0..LOCK_ATTEMPTS {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => {
                std::thread::sleep(std::time::Duration::from_millis(50))
            }
            // the file system does not support locks
            Err(fs::TryLockError::Error(_)) => return Ok(None),
        }
    }
    Err("another import is writing into the library; try again when it is done".into())
}

/// How often to try for the lock, 50 ms apart.
const LOCK_ATTEMPTS: usize = 200;

/// Removes a file from the library, and the folder of its ruleset once that is empty.
pub fn remove_library_file(library: &Utf8Path, path: &Utf8Path) -> Result<(), WriteError> {
    let failure = |message: &str| WriteError {
        path: path.to_owned(),
        message: message.to_owned(),
    };
    if !path.starts_with(library) || path.components().any(|part| part.as_str() == "..") {
        return Err(failure("it is not in the library"));
    }
    if path.parent().is_some_and(is_read_only) {
        return Err(failure("its folder is marked read-only"));
    }
    fs::remove_file(path).map_err(|error| failure(&describe(&error)))?;
    if let Some(folder) = path.parent().filter(|folder| *folder != library) {
        // a folder that contains something else stays
        let _kept = fs::remove_dir(folder);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::write::tests::folder;

    #[test]
    fn all_files_or_none() {
        let (_keep, folder) = folder();
        let library = folder.join("library");
        {
            let writer = LibraryWriter::open(&library).expect("begun");
            assert_eq!(
                writer.write_files(&[
                    ("river", "a.amend.md", "one"),
                    ("river", "b.amend.md", "two")
                ]),
                Ok(vec![true, true])
            );
        }
        let writer = LibraryWriter::open(&library).expect("begun again");
        assert_eq!(
            writer.write_files(&[("river", "a.amend.md", "one"), ("river", "b.amend.md", "2")]),
            Ok(vec![false, true])
        );
        // a folder has the name of the second file
        fs::create_dir(library.join("river/c.amend.md")).expect("made");
        let error = writer
            .write_files(&[
                ("river", "a.amend.md", "other"),
                ("river", "c.amend.md", "x"),
            ])
            .expect_err("refused");
        assert!(error.to_string().contains("c.amend.md"), "{error}");
        assert_eq!(
            fs::read_to_string(library.join("river/a.amend.md")).expect("readable"),
            "one"
        );
        assert_eq!(
            fs::read_dir(library.join("river"))
                .expect("a folder")
                .count(),
            3
        );
    }

    #[test]
    fn names_cannot_leave_the_library() {
        let (_keep, folder) = folder();
        let writer = LibraryWriter::open(&folder).expect("begun");
        for (ruleset, name) in [
            ("../x", "a.md"),
            ("..", "a.md"),
            ("river", "../../x"),
            ("river", "a/b.md"),
            ("river", ".hidden"),
            ("", "a.md"),
        ] {
            assert!(
                writer.write_files(&[(ruleset, name, "x")]).is_err(),
                "{ruleset}/{name}"
            );
        }
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        assert!(remove_library_file(&folder, &folder.join("../x.md")).is_err());
    }

    #[test]
    fn a_read_only_library_is_not_written() {
        let (_keep, folder) = folder();
        let mut permissions = fs::metadata(&folder).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&folder, permissions.clone()).expect("set");
        let error = LibraryWriter::open(&folder).expect_err("refused");
        assert!(
            error
                .to_string()
                .ends_with("not written: the library is marked read-only"),
            "{error}"
        );
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        #[expect(
            clippy::permissions_set_readonly_false,
            reason = "the folder goes with the test"
        )]
        permissions.set_readonly(false);
        fs::set_permissions(&folder, permissions).expect("set");
    }

    #[test]
    fn concurrent_writers_wait() {
        let (_keep, folder) = folder();
        let text = |n: usize| format!("text {n}\n").repeat(2000);
        std::thread::scope(|scope| {
            for n in 0..4 {
                let (folder, text) = (&folder, text(n));
                scope.spawn(move || {
                    let writer = LibraryWriter::open(folder).expect("begun");
                    writer
                        .write_files(&[
                            ("river", "a.amend.md", &text),
                            ("river", "b.amend.md", &text),
                        ])
                        .expect("put");
                });
            }
        });
        let read =
            |name: &str| fs::read_to_string(folder.join("river").join(name)).expect("readable");
        assert_eq!(read("a.amend.md"), read("b.amend.md"));
        assert!((0..4).any(|n| read("a.amend.md") == text(n)));
    }
}
