//! `TempFolder`: a temporary folder to exchange files with the browser that prints a PDF.

use super::{WriteError, write_text};
use camino::{Utf8Path, Utf8PathBuf};

/// A temporary folder for the HTML page that a browser reads and the PDF that it writes; removed
/// when dropped.
#[derive(Debug)]
pub struct TempFolder {
    _keep: tempfile::TempDir,
    path: Utf8PathBuf,
}

impl TempFolder {
    /// Creates an empty folder in the system's temporary folder.
    pub fn new() -> Result<Self, WriteError> {
        let error = |message: String| WriteError {
            path: "a temporary folder".into(),
            message,
        };
        let keep = tempfile::Builder::new()
            .prefix("rulebook-")
            .tempdir()
            .map_err(|cause| error(cause.to_string()))?;
        let path = Utf8PathBuf::from_path_buf(keep.path().to_owned())
            .map_err(|_| error("its name is not UTF-8".into()))?;
        Ok(Self { _keep: keep, path })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Utf8Path {
        &self.path
    }

    /// Writes a file into the folder and returns its path.
    pub fn write_file(&self, name: &str, text: &str) -> Result<Utf8PathBuf, WriteError> {
        let path = self.path.join(name);
        write_text(&path, text)?;
        Ok(path)
    }

    /// Returns the content of a file in the folder, or `None` if it does not exist.
    pub fn read_file(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.path.join(name)).ok()
    }
}
