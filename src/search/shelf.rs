//! The files of an index in memory, and as one run of bytes.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tantivy::{
    Directory,
    directory::{
        AntiCallToken, FileHandle, OwnedBytes, TerminatingWrite, WatchCallback, WatchHandle, WritePtr,
        error::{DeleteError, OpenReadError, OpenWriteError},
    },
};

/// A folder of files that are written once.
#[derive(Clone, Default)]
pub(super) struct Shelf(Arc<Mutex<BTreeMap<PathBuf, OwnedBytes>>>);

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shelf")
    }
}

impl Shelf {
    fn files(&self) -> MutexGuard<'_, BTreeMap<PathBuf, OwnedBytes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a file there, whole.
    pub(super) fn put(&self, name: &str, bytes: Vec<u8>) {
        self.files().insert(PathBuf::from(name), OwnedBytes::new(bytes));
    }

    /// The bytes of a file; they are shared.
    pub(super) fn get(&self, name: &str) -> Option<OwnedBytes> {
        self.files().get(Path::new(name)).cloned()
    }

    /// Another shelf with the files alone whose names begin so. The bytes are shared.
    pub(super) fn only(&self, start: &str) -> Self {
        let files = self.files();
        let own = files.iter().filter(|(path, _)| path.to_string_lossy().starts_with(start));
        Self(Arc::new(Mutex::new(own.map(|(path, bytes)| (path.clone(), bytes.clone())).collect())))
    }

    /// Puts the files of another shelf there, without those of some names.
    pub(super) fn add(&self, other: &Self, without: &[&str]) {
        let others: Vec<_> = other.files().iter().map(|(path, bytes)| (path.clone(), bytes.clone())).collect();
        self.files().extend(others.into_iter().filter(|(path, _)| !without.iter().any(|name| path == Path::new(name))));
    }

    /// About how many bytes [`Self::pack`] writes; never fewer.
    pub(super) fn size(&self) -> usize {
        self.files().iter().map(|(path, bytes)| path.as_os_str().len() + bytes.len() + 12).sum()
    }

    /// Writes all files, one behind the other, each with its name and length in front.
    pub(super) fn pack(&self, out: &mut Vec<u8>) {
        let files = self.files();
        for (path, bytes) in files.iter().filter(|(path, _)| !path.to_string_lossy().ends_with(".lock")) {
            let name = path.to_string_lossy();
            out.extend((name.len() as u32).to_le_bytes());
            out.extend((bytes.len() as u64).to_le_bytes());
            out.extend(name.as_bytes());
            out.extend(bytes.as_slice());
        }
    }

    /// The files of a run of bytes that [`Self::pack`] made; none where it is no such run. The bytes are shared, not copied.
    pub(super) fn unpack(mut bytes: OwnedBytes) -> Option<Self> {
        let shelf = Self::default();
        let mut take = |length: usize| {
            (bytes.len() >= length).then(|| {
                let (head, tail) = bytes.clone().split(length);
                bytes = tail;
                head
            })
        };
        while let Some(length) = take(4) {
            let name = u32::from_le_bytes(length.as_slice().try_into().ok()?) as usize;
            let length = usize::try_from(u64::from_le_bytes(take(8)?.as_slice().try_into().ok()?)).ok()?;
            let name = String::from_utf8(take(name)?.as_slice().to_vec()).ok()?;
            let file = take(length)?;
            shelf.files().insert(PathBuf::from(name), file);
        }
        Some(shelf)
    }
}

struct Writer {
    shelf: Shelf,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Write for Writer {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(buffer);
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TerminatingWrite for Writer {
    fn terminate_ref(&mut self, _: AntiCallToken) -> io::Result<()> {
        let bytes = OwnedBytes::new(std::mem::take(&mut self.bytes));
        self.shelf.files().insert(std::mem::take(&mut self.path), bytes);
        Ok(())
    }
}

impl Directory for Shelf {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        match self.files().get(path) {
            Some(bytes) => Ok(Arc::new(bytes.clone())),
            None => Err(OpenReadError::FileDoesNotExist(path.to_owned())),
        }
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.files().remove(path).map(drop).ok_or_else(|| DeleteError::FileDoesNotExist(path.to_owned()))
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(self.files().contains_key(path))
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        if self.files().contains_key(path) {
            return Err(OpenWriteError::FileAlreadyExists(path.to_owned()));
        }
        Ok(io::BufWriter::new(Box::new(Writer { shelf: self.clone(), path: path.to_owned(), bytes: Vec::new() })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        match self.files().get(path) {
            Some(bytes) => Ok(bytes.as_slice().to_vec()),
            None => Err(OpenReadError::FileDoesNotExist(path.to_owned())),
        }
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.files().insert(path.to_owned(), OwnedBytes::new(data.to_vec()));
        Ok(())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    /// Nobody watches: an index in memory is never changed.
    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}
