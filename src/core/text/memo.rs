//! `Memo`: a cache by key; a value is computed on first request and kept until it is removed.

use super::CloneMutex;
use imbl::HashMap;
use std::{borrow::Borrow, hash::Hash};

/// A cache of values by key, of unlimited size; two threads may compute the same value.
/// A clone is cheap: it starts with the same values, and then changes independently.
#[derive(Clone, Debug)]
pub struct Memo<K: Clone, V: Clone>(CloneMutex<HashMap<K, V>>);

impl<K: Clone, V: Clone> Default for Memo<K, V> {
    fn default() -> Self {
        Self(CloneMutex::new(HashMap::new()))
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
        self.get_or_replace(key, |_| true, compute)
    }

    /// Returns the cached value of `key` if `is_current` accepts it; else computes, stores and returns
    /// a new one.
    pub fn get_or_replace<Q: Eq + Hash + ToOwned<Owned = K> + ?Sized>(
        &self,
        key: &Q,
        is_current: impl Fn(&V) -> bool,
        compute: impl FnOnce() -> V,
    ) -> V
    where
        K: Borrow<Q>,
    {
        let known = self.0.lock().get(key).cloned().filter(is_current);
        known.unwrap_or_else(|| {
            let value = compute();
            self.0.lock().insert(key.to_owned(), value.clone());
            value
        })
    }

    /// Removes one value.
    pub fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        self.0.lock().remove(key);
    }

    /// Removes the values for whose key `keep` returns false.
    pub fn retain(&mut self, keep: impl Fn(&K) -> bool) {
        self.0.lock().retain(|key, _| keep(key));
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        self.0.lock().clear();
    }
}
