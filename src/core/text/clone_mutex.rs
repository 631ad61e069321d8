//! `CloneMutex`: a mutex that can be cloned; the clone has a copy of the value and its own lock.

use parking_lot::{Mutex, MutexGuard};

/// A mutex that can be cloned, for caches in types that are cloned; it computes nothing itself.
///
/// A clone has a copy of the value and its own lock. A panic while the lock is held does not
/// poison it.
#[derive(Debug, Default)]
pub struct CloneMutex<T>(Mutex<T>);

impl<T> CloneMutex<T> {
    /// Wraps a value.
    pub fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Locks the value.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock()
    }

    /// Returns the value; no lock is needed.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut()
    }
}

impl<T: Clone> Clone for CloneMutex<T> {
    fn clone(&self) -> Self {
        Self::new(self.lock().clone())
    }
}
