//! Replaces files atomically through temporary files, and keeps their permissions.

use camino::{Utf8Path, Utf8PathBuf};
use std::{
    fmt, fs,
    io::{self, Write},
};

/// The reason why a file was not written. The file is unchanged.
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

/// Replaces the content of a file atomically: a concurrent reader sees either the old text or the
/// new one.
///
/// Missing folders are created. Permissions are kept, a symbolic link is followed, and a read-only
/// file is not written.
pub fn write_text(path: &Utf8Path, text: &str) -> Result<(), WriteError> {
    write_bytes(path, text.as_bytes())
}

/// Does the same as [`write_text`] for bytes.
pub fn write_bytes(path: &Utf8Path, bytes: &[u8]) -> Result<(), WriteError> {
    StagedFile::new(path, bytes)?.persist()
}

/// New content of a file, written to a temporary file in the same folder. Removed when dropped.
#[derive(Debug)]
pub(super) struct StagedFile {
    /// The file to replace.
    pub(super) path: Utf8PathBuf,
    target: Utf8PathBuf,
    fresh: tempfile::NamedTempFile,
}

impl StagedFile {
    /// Writes the bytes to a temporary file next to the file.
    pub(super) fn new(path: &Utf8Path, bytes: &[u8]) -> Result<Self, WriteError> {
        let staged = stage(path, bytes);
        staged.map_err(|error| WriteError {
            path: path.to_owned(),
            message: describe(&error),
        })
    }

    /// Replaces the file.
    pub(super) fn persist(self) -> Result<(), WriteError> {
        let Self {
            path,
            target,
            fresh,
        } = self;
        fresh
            .persist(&target)
            .map(drop)
            .map_err(|error| WriteError {
                path,
                message: describe(&error.error),
            })
    }
}

fn stage(path: &Utf8Path, bytes: &[u8]) -> io::Result<StagedFile> {
    let target = path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_str().is_empty() => folder,
        Some(_) | None => Utf8Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let permissions = match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(io::Error::other("a folder of that name is in the way"));
        }
        Ok(metadata) if metadata.permissions().readonly() => {
            return Err(io::Error::other("it is marked read-only"));
        }
        Ok(metadata) => Some(metadata.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".rulebook-");
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
    Ok(StagedFile {
        path: path.to_owned(),
        target,
        fresh,
    })
}

/// Describes an I/O error of writing, for people.
pub(super) fn describe(error: &io::Error) -> String {
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
    pub(in crate::disk) fn folder() -> (tempfile::TempDir, Utf8PathBuf) {
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
