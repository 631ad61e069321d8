/// A pseudo-random number generator (SplitMix64).
///
/// The same seed gives the same numbers in every version of the program.
#[derive(Clone, Debug)]
pub(super) struct SeededRng(u64);

impl SeededRng {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `sides` - 1, or 0 if `sides` is 0.
    pub(super) fn below(&mut self, sides: usize) -> usize {
        ((u128::from(self.next()) * sides as u128) >> 64) as usize
    }

    /// Returns one of `items`.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Returns `count` different numbers below `sides` in ascending order, or all of them if there
    /// are fewer.
    pub(super) fn choose(&mut self, count: usize, sides: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..sides).collect();
        for at in 0..count.min(sides) {
            let other = at + self.below(sides - at);
            all.swap(at, other);
        }
        all.truncate(count);
        all.sort_unstable();
        all
    }
}
