//! Locks a folder for many readers or one writer; waits up to ten seconds for other processes.

use camino::Utf8Path;
use std::{
    fs::{File, TryLockError},
    thread,
    time::Duration,
};

/// The result of locking a folder: locked until dropped, locked too long by another process, or not
/// supported.
#[derive(Debug)]
pub(super) enum FolderLock {
    /// The folder is locked.
    Held { _folder: File },
    /// Another process kept the lock for ten seconds.
    Busy,
    /// Folders cannot be locked here: only Unix can open them, and not all file systems have locks.
    Unsupported,
}

impl FolderLock {
    /// Locks a folder against other writers and readers; waits for them for ten seconds.
    pub(super) fn exclusive(folder: &Utf8Path) -> Self {
        Self::wait(folder, File::try_lock)
    }

    /// Locks a folder against writers; waits for them for ten seconds.
    pub(super) fn shared(folder: &Utf8Path) -> Self {
        Self::wait(folder, File::try_lock_shared)
    }

    fn wait(folder: &Utf8Path, attempt: fn(&File) -> Result<(), TryLockError>) -> Self {
        let Some(folder) = File::open(folder).ok().filter(|_| cfg!(unix)) else {
            return Self::Unsupported;
        };
        for _ in 0..ATTEMPTS {
            match attempt(&folder) {
                Ok(()) => return Self::Held { _folder: folder },
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(50)),
                Err(TryLockError::Error(_)) => return Self::Unsupported,
            }
        }
        Self::Busy
    }
}

/// How often to try for the lock, 50 ms apart.
const ATTEMPTS: usize = 200;
