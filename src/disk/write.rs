//! Creates or replaces files atomically through temporary files, and keeps their permissions.

use super::real_path;
use camino::{Utf8DirEntry, Utf8Path, Utf8PathBuf};
use std::{
    fmt, fs,
    io::{self, Write},
    time::Duration,
};

/// The reason why a file was not written: its path and a message. The file is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// The file.
    pub path: Utf8PathBuf,
    /// What prevents writing, as one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not written: {}", self.path, self.message)
    }
}

impl WriteError {
    pub(super) fn new(path: &Utf8Path, error: &io::Error) -> Self {
        Self {
            path: path.to_owned(),
            message: describe_write_error(error),
        }
    }
}

/// The prefix of the names of temporary files and folders.
pub(super) const UNFINISHED_PREFIX: &str = ".rulebook-";

/// Creates a file, or replaces its content atomically.
///
/// A concurrent reader sees either the old text or the new one, and so does a reader after a
/// power cut.
///
/// Missing folders are created. Permissions are kept, a symbolic link is followed, and a read-only
/// file is not written.
pub fn write_text(path: &Utf8Path, text: &str) -> Result<(), WriteError> {
    write_bytes(path, text.as_bytes())
}

/// Does the same as [`write_text`] for bytes.
pub fn write_bytes(path: &Utf8Path, bytes: &[u8]) -> Result<(), WriteError> {
    try_write(path, bytes).map_err(|error| WriteError::new(path, &error))
}

fn try_write(path: &Utf8Path, bytes: &[u8]) -> io::Result<()> {
    let target = real_path(path);
    let folder = parent_folder(&target);
    let permissions = replaced_permissions(&target)?;
    fs::create_dir_all(folder)?;
    remove_abandoned(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED_PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut fresh = builder.tempfile_in(folder)?;
    fresh.write_all(bytes)?;
    if let Some(permissions) = permissions {
        fs::set_permissions(fresh.path(), permissions)?;
    }
    fresh.as_file().sync_all()?;
    fresh.persist(&target).map_err(|error| error.error)?;
    sync_folder(folder);
    Ok(())
}

/// Replaces a file by one that is already on the disk.
pub(super) fn move_file(fresh: &Utf8Path, path: &Utf8Path) -> Result<(), WriteError> {
    let target = real_path(path);
    let moved = replaced_permissions(&target).and_then(|permissions| {
        fs::create_dir_all(parent_folder(&target))?;
        if let Some(permissions) = permissions {
            fs::set_permissions(fresh, permissions)?;
        }
        match fs::rename(fresh, &target) {
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                try_write(&target, &fs::read(fresh)?)
            }
            moved => moved.map(|()| sync_folder(parent_folder(&target))),
        }
    });
    moved.map_err(|error| WriteError::new(path, &error))
}

/// Fails if a file cannot be replaced: it is read-only, or a folder.
pub(super) fn check_replaceable(path: &Utf8Path) -> Result<(), WriteError> {
    let checked = replaced_permissions(&real_path(path));
    checked
        .map(drop)
        .map_err(|error| WriteError::new(path, &error))
}

/// Returns the permissions of the file to replace; `None` if there is none yet.
fn replaced_permissions(target: &Utf8Path) -> io::Result<Option<fs::Permissions>> {
    match fs::metadata(target) {
        Ok(metadata) if metadata.is_dir() => {
            Err(io::Error::other("a folder of that name is in the way"))
        }
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other(
            "a pipe or a device of that name is in the way",
        )),
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(io::Error::other("it is marked read-only"))
        }
        Ok(metadata) => Ok(Some(metadata.permissions())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The age after which a temporary file or folder is no longer being written: its writer was killed.
const ABANDONED_AFTER: Duration = Duration::from_secs(3600);

/// Removes temporary files and folders of killed writers from a folder.
pub(super) fn remove_abandoned(folder: &Utf8Path) {
    let is_old = |path: &Utf8Path| {
        let modified = fs::symlink_metadata(path).and_then(|metadata| metadata.modified());
        modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED_AFTER))
    };
    for path in unfinished(folder).filter(|path| is_old(path)) {
        remove(&path);
    }
}

/// Returns the temporary files and folders in a folder.
pub(super) fn unfinished(folder: &Utf8Path) -> impl Iterator<Item = Utf8PathBuf> + use<> {
    entries(folder)
        .filter(|entry| entry.file_name().starts_with(UNFINISHED_PREFIX))
        .map(|entry| entry.into_path())
}

/// Removes a file or folder that is no longer used. Errors are ignored: another process may have
/// removed it, and if it stays, it does no harm.
pub(super) fn remove(path: &Utf8Path) {
    let _removed = fs::remove_dir_all(path).or_else(|_| fs::remove_file(path));
}

/// Returns the readable entries of a folder.
pub(super) fn entries(folder: &Utf8Path) -> impl Iterator<Item = Utf8DirEntry> + use<> {
    folder.read_dir_utf8().into_iter().flatten().flatten()
}

fn parent_folder(path: &Utf8Path) -> &Utf8Path {
    match path.parent() {
        Some(folder) if !folder.as_str().is_empty() => folder,
        Some(_) | None => Utf8Path::new("."),
    }
}

/// Makes sure, where the system can, that renames in a folder survive a power cut. If it cannot,
/// the files have been renamed all the same.
pub(super) fn sync_folder(folder: &Utf8Path) {
    if cfg!(unix) {
        let _synced = fs::File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Describes an I/O error of writing, for people.
pub fn describe_write_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "no permission to write in this folder".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is mounted read-only".into(),
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            "a file is in the way where its folder would be".into()
        }
        io::ErrorKind::StorageFull => "the disk is full".into(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a folder for a test with its path; it is removed when the first value is dropped.
    pub(crate) fn folder() -> (tempfile::TempDir, Utf8PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = Utf8PathBuf::from_path_buf(folder.path().to_owned()).expect("a path in UTF-8");
        (folder, path)
    }

    #[test]
    fn missing_folders_are_created_without_leftovers() {
        let (_keep, folder) = folder();
        let file = folder.join("a/b.md");
        write_text(&file, "one").expect("written");
        write_text(&file, "two").expect("written again");
        assert_eq!(fs::read_to_string(&file).expect("readable"), "two");
        assert_eq!(fs::read_dir(folder.join("a")).expect("a folder").count(), 1);
    }

    #[test]
    fn read_only_files_are_not_written() {
        let (_keep, folder) = folder();
        let file = folder.join("b.md");
        fs::write(&file, "old").expect("written");
        let mut permissions = fs::metadata(&file).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).expect("set");
        let error = write_text(&file, "new").expect_err("refused");
        assert!(
            error
                .to_string()
                .ends_with("b.md: not written: it is marked read-only"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&file).expect("readable"), "old");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_are_kept() {
        use std::os::unix::fs::PermissionsExt;
        let (_keep, folder) = folder();
        let (file, link) = (folder.join("c.md"), folder.join("link.md"));
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink("c.md", &link).expect("linked");
        write_text(&link, "new").expect("written");
        assert_eq!(fs::read_to_string(&file).expect("readable"), "new");
        assert_eq!(
            fs::metadata(&file).expect("there").permissions().mode() & 0o777,
            0o640
        );
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    }
}
