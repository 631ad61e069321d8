use camino::{Utf8Path, Utf8PathBuf};
use std::{
    fmt, fs,
    io::{self, Write},
};

/// Why a file was not written. It is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteFault {
    /// Which file.
    pub path: Utf8PathBuf,
    /// What stands in the way, in one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for WriteFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not written: {}", self.path, self.message)
    }
}

/// Puts `text` in the place of the file's content, all or nothing: whoever reads meanwhile sees the old text or the new one. Folders
/// that are missing are made. Permissions stay, a link goes on pointing to its file, and a file that may not be written is left alone.
pub fn write(path: &Utf8Path, text: &str) -> Result<(), WriteFault> {
    write_bytes(path, text.as_bytes())
}

/// The same for what is no text.
pub fn write_bytes(path: &Utf8Path, bytes: &[u8]) -> Result<(), WriteFault> {
    Staged::new(path, bytes)?.put()
}

/// What lies on the disk beside the file whose content it is to be. Dropped, it leaves nothing.
#[derive(Debug)]
pub(super) struct Staged {
    /// The file.
    pub(super) path: Utf8PathBuf,
    target: Utf8PathBuf,
    fresh: tempfile::NamedTempFile,
}

impl Staged {
    /// Writes the bytes beside the file.
    pub(super) fn new(path: &Utf8Path, bytes: &[u8]) -> Result<Self, WriteFault> {
        let staged = stage(path, bytes);
        staged.map_err(|error| WriteFault {
            path: path.to_owned(),
            message: plainly(&error),
        })
    }

    /// Puts it in the place of the file.
    pub(super) fn put(self) -> Result<(), WriteFault> {
        let Self {
            path,
            target,
            fresh,
        } = self;
        fresh
            .persist(&target)
            .map(drop)
            .map_err(|error| WriteFault {
                path,
                message: plainly(&error.error),
            })
    }
}

fn stage(path: &Utf8Path, bytes: &[u8]) -> io::Result<Staged> {
    let target = path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_str().is_empty() => folder,
        Some(_) | None => Utf8Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let permissions = match fs::metadata(&target) {
        Ok(about) if about.is_dir() => {
            return Err(io::Error::other("a folder of that name is in the way"));
        }
        Ok(about) if about.permissions().readonly() => {
            return Err(io::Error::other("it is marked read-only"));
        }
        Ok(about) => Some(about.permissions()),
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
    Ok(Staged {
        path: path.to_owned(),
        target,
        fresh,
    })
}

/// A fault of the disk in plain words.
pub(super) fn plainly(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => {
            "you may not write in this folder (permission denied)".into()
        }
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

    /// A folder for a test, with its path; it is gone when the first is dropped.
    pub(in crate::disk) fn folder() -> (tempfile::TempDir, Utf8PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = Utf8PathBuf::from_path_buf(folder.path().to_owned()).expect("a path in UTF-8");
        (folder, path)
    }

    #[test]
    fn missing_folders_are_made_and_nothing_else_is_left() {
        let (_keep, folder) = folder();
        let file = folder.join("a/b.md");
        write(&file, "one").expect("written");
        write(&file, "two").expect("written again");
        assert_eq!(fs::read_to_string(&file).expect("readable"), "two");
        assert_eq!(fs::read_dir(folder.join("a")).expect("a folder").count(), 1);
    }

    #[test]
    fn what_is_read_only_stays() {
        let (_keep, folder) = folder();
        let file = folder.join("b.md");
        fs::write(&file, "old").expect("written");
        let mut permissions = fs::metadata(&file).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).expect("set");
        let fault = write(&file, "new").expect_err("refused");
        assert!(
            fault
                .to_string()
                .ends_with("b.md: not written: it is marked read-only"),
            "{fault}"
        );
        assert_eq!(fs::read_to_string(&file).expect("readable"), "old");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::PermissionsExt;
        let (_keep, folder) = folder();
        let (file, link) = (folder.join("c.md"), folder.join("link.md"));
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink("c.md", &link).expect("linked");
        write(&link, "new").expect("written");
        assert_eq!(fs::read_to_string(&file).expect("readable"), "new");
        assert_eq!(
            fs::metadata(&file).expect("there").permissions().mode() & 0o777,
            0o640
        );
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    }
}
