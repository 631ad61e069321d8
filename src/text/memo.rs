//! Values that are computed once.

use imbl::HashMap;
use std::{
    borrow::Borrow,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Values by key, each computed when it is first requested. Threads share it; a clone is cheap, begins with what is known, and goes on by
/// itself.
#[derive(Debug)]
pub struct Memo<K, V>(Mutex<HashMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(Mutex::new(HashMap::new()))
    }
}

impl<K: Clone, V: Clone> Clone for Memo<K, V> {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.lock().clone()))
    }
}

impl<K, V> Memo<K, V> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Memo<K, V> {
    /// Returns the value of `key`. Nothing is locked while `compute` runs: two threads may compute the same value.
    pub fn get_or_insert_with<Q: Eq + Hash + ToOwned<Owned = K> + ?Sized>(
        &self,
        key: &Q,
        compute: impl FnOnce() -> V,
    ) -> V
    where
        K: Borrow<Q>,
    {
        let known = self.lock().get(key).cloned();
        known.unwrap_or_else(|| {
            let value = compute();
            self.lock().insert(key.to_owned(), value.clone());
            value
        })
    }

    /// Forgets one value.
    pub fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        self.lock().remove(key);
    }

    /// Forgets the values whose key `keep` does not keep.
    pub fn retain(&mut self, keep: impl Fn(&K) -> bool) {
        self.lock().retain(|key, _| keep(key));
    }

    /// Forgets all values.
    pub fn clear(&mut self) {
        self.lock().clear();
    }
}
