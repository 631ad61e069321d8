//! Aligns printed texts, in order, with the known units of a section and its gaps, which may have
//! any number of unknown units.

use crate::printed::sequence::{Sequence, Takings, best_sequence};

/// An element of a section's sequence to align printed texts with: a known unit, or a gap with at
/// least this number of unknown ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SequenceSlot {
    /// A unit.
    Unit,
    /// An open run of at least so many units.
    Run(usize),
}

/// The cost of a unit that is not printed.
const MISSING: f64 = 2.0;
/// The cost of a printed text without a place.
const EXTRA: f64 = 2.5;
/// The cost of each unit that an open run should have and does not.
const SHORT: f64 = 1.0;

/// Returns the slot of each of `texts` texts, and whether another alignment is as good.
///
/// The sum of `score(slot, text)` less the costs is the greatest possible.
pub(super) fn align_in_order(
    slots: &[SequenceSlot],
    texts: usize,
    score: &dyn Fn(usize, usize) -> f64,
) -> Sequence {
    let mut takings = |slot: usize, text: usize, out: &mut Takings| match slots[slot] {
        SequenceSlot::Unit => {
            if text < texts {
                out.push((1, score(slot, text)));
            }
            out.push((0, -MISSING));
        }
        SequenceSlot::Run(least) => {
            let short = |count: usize| least.saturating_sub(count) as f64;
            out.extend((0..=texts - text).map(|count| (count, -SHORT * short(count))));
        }
    };
    let nothing = Sequence {
        units: vec![None; texts],
        tied: false,
    };
    best_sequence(slots.len(), texts, Some(EXTRA), &mut takings).unwrap_or(nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_takes_what_is_between_the_units() {
        let slots = [SequenceSlot::Unit, SequenceSlot::Run(0), SequenceSlot::Unit];
        let found = align_in_order(&slots, 4, &|_, _| 1.0);
        assert_eq!(found.units, [Some(0), Some(1), Some(1), Some(2)]);
        assert!(!found.tied);
    }

    #[test]
    fn words_decide_between_two_runs() {
        let slots = [
            SequenceSlot::Run(0),
            SequenceSlot::Unit,
            SequenceSlot::Run(0),
        ];
        let found = align_in_order(&slots, 3, &|_, text| if text == 1 { 4.0 } else { 1.0 });
        assert_eq!(found.units, [Some(0), Some(1), Some(2)]);
        assert!(!found.tied);
        assert!(align_in_order(&slots, 3, &|_, _| 1.0).tied);
    }

    #[test]
    fn a_text_too_many_has_no_place() {
        let found = align_in_order(
            &[SequenceSlot::Unit, SequenceSlot::Unit],
            3,
            &|slot, text| {
                if slot == 1 && text == 2 { 3.0 } else { 1.0 }
            },
        );
        assert_eq!(found.units.iter().filter(|slot| slot.is_none()).count(), 1);
    }
}
