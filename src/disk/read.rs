//! Reads text files in UTF-8 of at most 16 MiB, with errors for people.

use camino::{Utf8Path, Utf8PathBuf};
use std::{fmt, fs, io};

/// The size limit of a rules file in bytes; a longer file is not a rules file.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The reason why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The file or folder.
    pub path: Utf8PathBuf,
    /// What is wrong and how to fix it, as one sentence without a full stop.
    pub message: String,
}

impl ReadError {
    pub(super) fn new(path: &Utf8Path, message: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            message: message.into(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// Reads a text file. Fails if it is not UTF-8 (the error names the first invalid byte) or longer
/// than 16 MiB.
pub fn read_text(path: &Utf8Path) -> Result<String, ReadError> {
    let error = |message: String| ReadError::new(path, message);
    let metadata = fs::metadata(path).map_err(|cause| error(describe(&cause)))?;
    if metadata.is_dir() {
        return Err(error("this is a folder, not a file".into()));
    }
    if metadata.len() > MAX_BYTES {
        return Err(error(format!(
            "{} MiB long; rules files may have at most 16 MiB",
            metadata.len() / (1024 * 1024)
        )));
    }
    let bytes = fs::read(path).map_err(|cause| error(describe(&cause)))?;
    String::from_utf8(bytes)
        .map_err(|cause| error(not_utf8(cause.as_bytes(), cause.utf8_error().valid_up_to())))
}

fn not_utf8(bytes: &[u8], at: usize) -> String {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return "written in UTF-16; save it as UTF-8".into();
    }
    let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
    format!(
        "not UTF-8: byte {at} (on line {line}) is 0x{:02x}; save the file as UTF-8",
        bytes.get(at).copied().unwrap_or_default()
    )
}

/// Describes an I/O error of reading, for people.
pub(super) fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".into(),
        io::ErrorKind::PermissionDenied => "no permission to read it".into(),
        _ => error.to_string(),
    }
}
