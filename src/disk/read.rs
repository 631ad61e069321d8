use camino::{Utf8Path, Utf8PathBuf};
use std::{fmt, fs, io};

/// No rules file is longer, in bytes; what is longer was not meant to be read.
const LONGEST: u64 = 16 * 1024 * 1024;

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFault {
    /// Which file or folder.
    pub path: Utf8PathBuf,
    /// What is wrong with it, and what to do, in one sentence without a full stop.
    pub message: String,
}

impl ReadFault {
    pub(super) fn new(path: &Utf8Path, message: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            message: message.into(),
        }
    }
}

impl fmt::Display for ReadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// The text of a file. Refuses what is not UTF-8, telling the first byte that is wrong, and what is longer than 16 MiB.
pub fn read(path: &Utf8Path) -> Result<String, ReadFault> {
    let fault = |message: String| ReadFault::new(path, message);
    let about = fs::metadata(path).map_err(|error| fault(plainly(&error)))?;
    if about.is_dir() {
        return Err(fault("this is a folder, not a file".into()));
    }
    if about.len() > LONGEST {
        return Err(fault(format!(
            "{} MiB long; files of rules are read up to 16 MiB",
            about.len() / (1024 * 1024)
        )));
    }
    let bytes = fs::read(path).map_err(|error| fault(plainly(&error)))?;
    String::from_utf8(bytes)
        .map_err(|error| fault(not_utf8(error.as_bytes(), error.utf8_error().valid_up_to())))
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

/// What went wrong, as people say it.
pub(super) fn plainly(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".into(),
        io::ErrorKind::PermissionDenied => "you may not read it (permission denied)".into(),
        _ => error.to_string(),
    }
}
