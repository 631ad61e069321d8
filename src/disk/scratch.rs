use super::{WriteFault, write};
use camino::{Utf8Path, Utf8PathBuf};

/// A folder for files that another program reads or writes. It goes, with all in it, when this value does.
#[derive(Debug)]
pub struct Scratch {
    _keep: tempfile::TempDir,
    path: Utf8PathBuf,
}

impl Scratch {
    /// A new, empty folder among the system's temporary ones.
    pub fn new() -> Result<Self, WriteFault> {
        let fault = |message: String| WriteFault {
            path: "a temporary folder".into(),
            message,
        };
        let keep = tempfile::Builder::new()
            .prefix("rulebook-")
            .tempdir()
            .map_err(|error| fault(error.to_string()))?;
        let path = Utf8PathBuf::from_path_buf(keep.path().to_owned())
            .map_err(|_| fault("its name is not UTF-8".into()))?;
        Ok(Self { _keep: keep, path })
    }

    /// The folder.
    pub fn path(&self) -> &Utf8Path {
        &self.path
    }

    /// Puts a file into it; gives its path.
    pub fn put(&self, name: &str, text: &str) -> Result<Utf8PathBuf, WriteFault> {
        let path = self.path.join(name);
        write(&path, text)?;
        Ok(path)
    }

    /// The bytes of a file in it; none where there is no such file.
    pub fn take(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.path.join(name)).ok()
    }
}
