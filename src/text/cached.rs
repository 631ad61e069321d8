//! A value behind a lock that can be cloned: the clone has a copy and a lock of its own.

use parking_lot::{Mutex, MutexGuard};

/// A cached value behind a lock, which threads change through a shared reference.
///
/// A clone has a copy of the value and a lock of its own. A thread that panicked while it held the
/// lock is ignored.
#[derive(Debug, Default)]
pub struct Cached<T>(Mutex<T>);

impl<T> Cached<T> {
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

impl<T: Clone> Clone for Cached<T> {
    fn clone(&self) -> Self {
        Self::new(self.lock().clone())
    }
}
