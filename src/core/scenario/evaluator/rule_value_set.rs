//! `RuleValueSet`: the facts, cells, clauses and instructions that a diagnostic or sum depends on,
//! and cites.

/// The facts, cells, clauses and instructions that a result depends on, for citations: a set of
/// indices into `RuleValues::all`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleValueSet(Vec<u64>);

impl RuleValueSet {
    pub(super) fn insert(&mut self, at: u16) {
        let word = usize::from(at) / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (at % 64);
    }

    /// Adds all indices of another set.
    pub fn extend(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(own, other)| *own |= other);
    }

    /// Returns the indices, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().enumerate().flat_map(|(word, bits)| {
            (0..64)
                .filter(move |bit| bits >> bit & 1 == 1)
                .map(move |bit| (word * 64 + bit) as u16)
        })
    }
}
