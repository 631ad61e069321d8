//! Reads regular files and streams of at most 16 MiB, as UTF-8 or bytes, with errors for people.
//! All files that users name or that are found in folders are read here.

use camino::{Utf8Path, Utf8PathBuf};
use std::{
    fmt, fs,
    io::{self, Read},
};

/// The size limit of a file in bytes; longer files are refused.
pub(super) const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The reason why a file was not read: its path, and what is wrong and how to fix it.
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

/// Reads a text file of at most 16 MiB. Fails if it is longer, not a regular file, or not UTF-8;
/// the error names the first invalid byte.
pub fn read_text(path: &Utf8Path) -> Result<String, ReadError> {
    let bytes = read_bytes(path)?;
    into_utf8(bytes).map_err(|message| ReadError::new(path, message))
}

/// Reads a regular file of at most 16 MiB.
pub fn read_bytes(path: &Utf8Path) -> Result<Vec<u8>, ReadError> {
    let error = |message: String| ReadError::new(path, message);
    // checked before opening: to open a pipe waits for a writer, and a device may act on it
    let metadata = fs::metadata(path).map_err(|cause| error(describe(&cause)))?;
    if metadata.is_dir() {
        return Err(error("this is a folder, not a file".into()));
    }
    if !metadata.is_file() {
        return Err(error("this is a pipe or a device, not a file".into()));
    }
    let mut file = fs::File::open(path).map_err(|cause| error(describe(&cause)))?;
    read_bytes_from(&mut file).map_err(error)
}

/// Reads a stream to its end, and fails as [`read_text`] does. At most 16 MiB are read, whatever the
/// stream says about its length.
pub fn read_text_from(stream: &mut dyn Read) -> Result<String, String> {
    into_utf8(read_bytes_from(stream)?)
}

fn read_bytes_from(stream: &mut dyn Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    stream
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|cause| describe(&cause))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err("longer than 16 MiB, the limit for a file".into());
    }
    Ok(bytes)
}

pub(super) fn into_utf8(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes)
        .map_err(|cause| not_utf8(cause.as_bytes(), cause.utf8_error().valid_up_to()))
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::disk::write::tests::folder;

    #[test]
    fn a_stream_is_read_up_to_the_limit() {
        let read = |length: u64| read_text_from(&mut io::repeat(b'x').take(length));
        assert_eq!(read(MAX_BYTES).map(|text| text.len() as u64), Ok(MAX_BYTES));
        assert!(read(MAX_BYTES + 1).is_err());
        // a stream without end
        assert!(read_text_from(&mut io::repeat(0)).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_read() {
        let (_keep, folder) = folder();
        let (pipe, device, link) = (
            folder.join("pipe.rules.md"),
            folder.join("device.rules.md"),
            folder.join("link.rules.md"),
        );
        make_pipe(&pipe);
        std::os::unix::fs::symlink("/dev/zero", &device).expect("linked");
        fs::write(folder.join("text"), "text").expect("written");
        std::os::unix::fs::symlink("text", &link).expect("linked");
        for path in [&pipe, &device] {
            let error = read_text(path).expect_err("refused");
            assert_eq!(error.message, "this is a pipe or a device, not a file");
        }
        assert_eq!(read_text(&link), Ok("text".to_owned()));
    }

    /// Creates a named pipe.
    #[cfg(unix)]
    pub(crate) fn make_pipe(path: &Utf8Path) {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo runs").success());
    }
}
