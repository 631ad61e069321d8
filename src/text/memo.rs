//! Keeps values by key that are each computed once, when they are first requested.

use super::Cached;
use imbl::HashMap;
use std::{borrow::Borrow, hash::Hash};

/// Values by key, each computed when it is first requested, and shared by threads.
/// A clone is cheap, begins with what is known, and goes on by itself.
#[derive(Clone, Debug)]
pub struct Memo<K: Clone, V: Clone>(Cached<HashMap<K, V>>);

impl<K: Clone, V: Clone> Default for Memo<K, V> {
    fn default() -> Self {
        Self(Cached::new(HashMap::new()))
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Memo<K, V> {
    /// Returns the value of `key`. Nothing is locked while `compute` runs: two threads may compute
    /// the same value.
    pub fn get_or_insert_with<Q: Eq + Hash + ToOwned<Owned = K> + ?Sized>(
        &self,
        key: &Q,
        compute: impl FnOnce() -> V,
    ) -> V
    where
        K: Borrow<Q>,
    {
        let known = self.0.lock().get(key).cloned();
        known.unwrap_or_else(|| {
            let value = compute();
            self.0.lock().insert(key.to_owned(), value.clone());
            value
        })
    }

    /// Forgets one value.
    pub fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        self.0.lock().remove(key);
    }

    /// Forgets the values whose key `keep` does not keep.
    pub fn retain(&mut self, keep: impl Fn(&K) -> bool) {
        self.0.lock().retain(|key, _| keep(key));
    }

    /// Forgets all values.
    pub fn clear(&mut self) {
        self.0.lock().clear();
    }
}
