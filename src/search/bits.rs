//! Sets of documents of one segment.

/// A set of document numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits {
    words: Vec<u64>,
    size: u32,
}

impl Bits {
    /// No document of `size`.
    pub(super) fn none(size: u32) -> Self {
        Self { words: vec![0; (size as usize).div_ceil(64)], size }
    }

    /// All documents of `size`.
    pub(super) fn all(size: u32) -> Self {
        let mut all = Self { words: vec![u64::MAX; (size as usize).div_ceil(64)], size };
        all.trim();
        all
    }

    fn trim(&mut self) {
        let rest = self.size % 64;
        if let Some(last) = self.words.last_mut().filter(|_| rest > 0) {
            *last &= (1 << rest) - 1;
        }
    }

    pub(super) fn put(&mut self, doc: u32) {
        if let Some(word) = self.words.get_mut(doc as usize / 64) {
            *word |= 1 << (doc % 64);
        }
    }

    #[inline]
    pub(super) fn has(&self, doc: u32) -> bool {
        self.words.get(doc as usize / 64).is_some_and(|word| word >> (doc % 64) & 1 == 1)
    }

    pub(super) fn keep(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(own, other)| *own &= other);
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(own, other)| *own |= other);
    }

    pub(super) fn drop(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(own, other)| *own &= !other);
    }

    pub(super) fn invert(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.trim();
    }

    /// The set itself, 64 documents to a word.
    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The same from there on.
    #[inline]
    pub(super) fn from(&self, start: usize) -> &[u64] {
        self.words.get(start..).unwrap_or_default()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The documents, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                (left != 0).then(|| {
                    left &= left - 1;
                    at as u32 * 64 + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let mut some = Bits::none(130);
        [0, 63, 64, 129].into_iter().for_each(|doc| some.put(doc));
        assert_eq!(some.iter().collect::<Vec<_>>(), [0, 63, 64, 129]);
        let mut others = some.clone();
        others.invert();
        assert_eq!(others.iter().count(), 126);
        others.add(&some);
        assert_eq!(others, Bits::all(130));
        others.drop(&some);
        others.keep(&some);
        assert!(others.is_empty() && some.has(129) && !some.has(130));
    }
}
