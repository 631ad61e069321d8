//! Reads and writes the library: the user's files of printed wording, which import makes, in a
//! folder for each ruleset.

use super::{
    ReadError, WriteError,
    folder::{Walk, read_folder},
    folder_lock::FolderLock,
    write::{
        UNFINISHED_PREFIX, check_replaceable, describe_write_error, entries, move_file, remove,
        sync_folder, unfinished, write_text,
    },
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
    // while it is locked, no import changes the library; it is read even if it cannot be locked
    let _lock = FolderLock::shared(path);
    let read = |folder: &Utf8Path, errors: &mut Vec<ReadError>| {
        let origin = SourceOrigin::Library;
        read_folder(folder, from, origin, Walk::Everything, errors)
    };
    let mut sources = read(path, errors);
    // files of an import that was killed before all of them were in place
    let pending = path.join(PENDING_IMPORT);
    if pending.is_dir() {
        for mut source in read(&pending, errors) {
            let known = |own: &Source| (&own.ruleset, &own.name) == (&source.ruleset, &source.name);
            sources.retain(|own| !known(own));
            let place = path.join(&source.ruleset).join(&source.name);
            source.path = place.strip_prefix(from).unwrap_or(&place).to_owned();
            sources.push(source);
        }
        sources.sort_by(|one, other| one.path.cmp(&other.path));
    }
    let (rules, rulesets): (Vec<Source>, Vec<Source>) = sources
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

/// Writes or replaces files of the user's library, in each call all or none, and locks the library
/// until it is dropped.
#[derive(Debug)]
pub struct LibraryWriter<'l> {
    library: &'l Utf8Path,
    /// Held until the writer is dropped, so that no other import runs at the same time.
    _lock: FolderLock,
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
        fs::create_dir_all(library).map_err(|error| failure(describe_write_error(&error)))?;
        if is_read_only(library) {
            return Err(failure("the library is marked read-only".into()));
        }
        let lock = FolderLock::exclusive(library);
        if matches!(lock, FolderLock::Busy) {
            let other = "another import is writing into the library; try again when it is done";
            return Err(failure(other.into()));
        }
        complete_pending_import(library)?;
        remove_unfinished(library);
        Ok(Self {
            library,
            _lock: lock,
        })
    }

    /// Writes files into the library: all of them or, if one cannot be written or the program is
    /// killed, none. Each file is given as ruleset, name and text. Returns for each whether it was
    /// changed: a file that already has the text is not written.
    pub fn write_files(&self, files: &[(&str, &str, &str)]) -> Result<Vec<bool>, WriteError> {
        let mut changes = Vec::new();
        let mut changed = Vec::new();
        for (ruleset, name, text) in files {
            let place = self.place(ruleset, name)?;
            check_replaceable(&place)?;
            let before = match fs::read(&place) {
                Ok(before) => Some(before),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => return Err(WriteError::new(&place, &error)),
            };
            let is_new = before.as_deref() != Some(text.as_bytes());
            changed.push(is_new);
            if is_new {
                let folder = self.library.join(ruleset);
                if is_read_only(&folder) {
                    return Err(WriteError {
                        path: place,
                        message: "its folder is marked read-only".into(),
                    });
                }
                changes.push((*ruleset, *name, *text));
            }
        }
        if !changes.is_empty() {
            self.stage(&changes)?;
            // the files count from now on: readers read those that are not in place from the
            // pending import, and the next import moves them
            let _moved = complete_pending_import(self.library);
        }
        Ok(changed)
    }

    /// Returns the place of a file; fails if the names are not plain.
    fn place(&self, ruleset: &str, name: &str) -> Result<Utf8PathBuf, WriteError> {
        match [ruleset, name]
            .into_iter()
            .find(|part| !is_plain_name(part))
        {
            None => Ok(self.library.join(ruleset).join(name)),
            Some(part) => Err(WriteError {
                path: self.library.to_owned(),
                message: format!("`{part}` is not a valid name for a file of the library"),
            }),
        }
    }

    /// Writes all files to a new folder and renames it to [`PENDING_IMPORT`], so that they count.
    fn stage(&self, files: &[(&str, &str, &str)]) -> Result<(), WriteError> {
        let failure = |error: io::Error| WriteError::new(self.library, &error);
        let fresh = tempfile::Builder::new()
            .prefix(UNFINISHED_PREFIX)
            .tempdir_in(self.library)
            .map_err(failure)?;
        let root = Utf8Path::from_path(fresh.path())
            .ok_or_else(|| failure(io::Error::other("its name is not UTF-8")))?;
        for (ruleset, name, text) in files {
            write_text(&root.join(ruleset).join(name), text).map_err(|error| WriteError {
                path: self.library.join(ruleset).join(name),
                ..error
            })?;
        }
        sync_folder(root);
        fs::rename(root, self.library.join(PENDING_IMPORT)).map_err(failure)?;
        sync_folder(self.library);
        Ok(())
    }
}

/// The folder with the files of an import that are all written, but not yet all in place.
const PENDING_IMPORT: &str = ".rulebook.import";

/// Moves the files of a pending import to their places.
fn complete_pending_import(library: &Utf8Path) -> Result<(), WriteError> {
    let pending = library.join(PENDING_IMPORT);
    if !pending.is_dir() {
        return Ok(());
    }
    let failure = |error: io::Error| WriteError::new(library, &error);
    for ruleset in pending.read_dir_utf8().map_err(failure)? {
        let ruleset = ruleset.map_err(failure)?;
        for file in ruleset.path().read_dir_utf8().map_err(failure)? {
            let file = file.map_err(failure)?;
            let place = library.join(ruleset.file_name()).join(file.file_name());
            move_file(file.path(), &place)?;
        }
    }
    fs::remove_dir_all(&pending).map_err(failure)
}

/// Removes what killed writers left. The library must be locked.
fn remove_unfinished(library: &Utf8Path) {
    let inner = entries(library).flat_map(|entry| unfinished(entry.path()));
    unfinished(library)
        .chain(inner)
        .for_each(|path| remove(&path));
}

fn is_read_only(folder: &Utf8Path) -> bool {
    fs::metadata(folder).is_ok_and(|metadata| metadata.permissions().readonly())
}

/// Returns whether a name is a single path component and not hidden.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || "-_.".contains(c))
}

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
    fs::remove_file(path).map_err(|error| failure(&describe_write_error(&error)))?;
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
