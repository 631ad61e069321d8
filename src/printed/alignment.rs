//! Aligns printed pieces, in order, with known units: a dynamic programme for all that is laid upon
//! the rules, and the weighted words that it compares.
//!
//! It divides the words of a sheet among the units of its restatement, finds the sections that the
//! headings of a booklet name, and the unit that each of its sentences is.

use crate::text::similarity::normalized_words;

/// How many pieces a unit may take at some place, and what each number is worth; of equal ones the
/// first is preferred.
pub(super) type Takings = Vec<(usize, f64)>;

/// What is known about units and pieces, for [`align`].
pub(super) trait Candidates {
    /// Adds how many pieces, from `piece` on, a unit may take, and what each number is worth.
    fn takings(&mut self, unit: usize, piece: usize, out: &mut Takings);

    /// Returns the cost of a piece without a place; `None` if each must have one.
    fn skipped(&self, _piece: usize) -> Option<f64> {
        None
    }

    /// Returns what it is worth that an open run takes `piece` after the ones that it has; `None`
    /// for a unit that is no open run.
    fn further(&self, _unit: usize, _piece: usize) -> Option<f64> {
        None
    }
}

/// The best alignment of pieces with units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alignment {
    /// The unit that takes each piece, by its index; `None` for a piece without a place.
    pub(super) units: Vec<Option<usize>>,
    /// Whether another alignment is as good.
    pub(super) tied: bool,
}

/// The best way to a place between two units and two pieces.
#[derive(Clone, Copy)]
struct Way {
    worth: f64,
    /// The number of pieces before it that its last step does not take.
    from: usize,
    step: Step,
    /// How much others of the same worth are preferred.
    rank: usize,
    tied: bool,
}

/// What the last step of a way does with the pieces since `from`.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    /// The next unit takes them.
    Take,
    /// The unit that took the piece before takes them, too.
    Stay,
    /// They have no place.
    Skip,
}

/// Sums that differ by less are equal.
const SAME: f64 = 1e-9;

impl Way {
    const NONE: Self = Self {
        worth: f64::NEG_INFINITY,
        from: 0,
        step: Step::Take,
        rank: 0,
        tied: false,
    };

    /// Returns the way with a further step; `None` if there is no such way.
    fn step(self, step: Step, worth: f64, from: usize, rank: usize) -> Option<Self> {
        (self.worth > f64::NEG_INFINITY).then_some(Self {
            worth: self.worth + worth,
            from,
            step,
            rank,
            tied: false,
        })
    }

    /// Takes another way instead if it is better.
    fn improve(&mut self, other: Self) {
        if other.worth > self.worth + SAME {
            *self = other;
        } else if other.worth > f64::NEG_INFINITY && other.worth >= self.worth - SAME {
            let preferred = if other.rank < self.rank { other } else { *self };
            *self = Self {
                tied: true,
                ..preferred
            };
        }
    }
}

/// Returns the alignment that is worth most; `None` if there is none.
///
/// The time is proportional to the number of takings.
pub(super) fn align(
    units: usize,
    pieces: usize,
    candidates: &mut dyn Candidates,
) -> Option<Alignment> {
    let width = pieces + 1;
    let mut ways = vec![Way::NONE; (units + 1) * width];
    // the ways whose last unit is an open run that has pieces
    let mut open = ways.clone();
    ways[0].worth = 0.0;
    let mut possible = Takings::new();
    for unit in 0..=units {
        for piece in 0..width {
            let here = unit * width + piece;
            if unit > 0 && piece > 0 {
                let last = piece - 1;
                let further = candidates.further(unit - 1, last);
                if let Some(way) =
                    further.and_then(|worth| open[here - 1].step(Step::Stay, worth, last, 0))
                {
                    open[here].improve(way);
                }
            }
            let skip = piece.checked_sub(1).and_then(|last| {
                let cost = candidates.skipped(last)?;
                ways[here - 1].step(Step::Skip, -cost, last, 1)
            });
            for way in [Some(open[here]), skip].into_iter().flatten() {
                ways[here].improve(way);
            }
            if unit == units || ways[here].worth == f64::NEG_INFINITY {
                continue;
            }
            possible.clear();
            candidates.takings(unit, piece, &mut possible);
            let is_run = piece < pieces && candidates.further(unit, piece).is_some();
            for (nth, &(count, worth)) in possible.iter().enumerate() {
                if piece + count > pieces {
                    continue;
                }
                let way = ways[here].step(Step::Take, worth, piece, nth * 2);
                let layer = if is_run && count > 0 {
                    &mut open
                } else {
                    &mut ways
                };
                way.into_iter()
                    .for_each(|way| layer[here + width + count].improve(way));
            }
        }
    }
    trace(&ways, &open, units, pieces)
}

/// Follows the best way back from the last unit and piece.
fn trace(ways: &[Way], open: &[Way], units: usize, pieces: usize) -> Option<Alignment> {
    let mut alignment = Alignment {
        units: vec![None; pieces],
        tied: false,
    };
    let (mut unit, mut piece, mut layer) = (units, pieces, ways);
    while unit > 0 || piece > 0 {
        let way = layer[unit * (pieces + 1) + piece];
        if way.worth == f64::NEG_INFINITY {
            return None;
        }
        alignment.tied |= way.tied;
        if way.step != Step::Skip {
            alignment.units[way.from..piece].fill(unit.checked_sub(1));
        }
        layer = if way.step == Step::Stay { open } else { ways };
        unit -= usize::from(way.step == Step::Take);
        piece = way.from;
    }
    Some(alignment)
}

/// The words of a text: in order, and sorted to be compared with others.
///
/// A number weighs twice as much as a word, and a word of up to three letters, which occurs in any
/// sentence, half as much.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Words {
    pub(super) in_order: Vec<String>,
    sorted: Vec<String>,
    weight: f64,
}

impl Words {
    pub(super) fn new(text: &str) -> Self {
        Self::from_words(normalized_words(text))
    }

    pub(super) fn from_words(in_order: Vec<String>) -> Self {
        let mut sorted = in_order.clone();
        sorted.sort_unstable();
        Self {
            weight: in_order.iter().map(|word| weight(word)).sum(),
            in_order,
            sorted,
        }
    }

    /// Returns the weight of the words that both have.
    pub(super) fn common(&self, other: &Self) -> f64 {
        let (mut left, mut right) = (
            self.sorted.iter().peekable(),
            other.sorted.iter().peekable(),
        );
        let mut both = 0.0;
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => drop(left.next()),
                std::cmp::Ordering::Greater => drop(right.next()),
                std::cmp::Ordering::Equal => {
                    both += weight(a);
                    left.next();
                    right.next();
                }
            }
        }
        both
    }

    /// Returns how alike both are, from 0 (no word in common) to 1 (the same words).
    pub(super) fn similarity(&self, other: &Self) -> f64 {
        let all = self.weight + other.weight;
        if all > 0.0 {
            2.0 * self.common(other) / all
        } else {
            0.0
        }
    }

    /// Returns the share of the words that `other` has, too.
    pub(super) fn share_in(&self, other: &Self) -> f64 {
        if self.weight > 0.0 {
            self.common(other) / self.weight
        } else {
            0.0
        }
    }
}

fn weight(word: &str) -> f64 {
    if word.contains(|c: char| c.is_numeric()) {
        2.0
    } else if word.chars().count() <= 3 {
        0.5
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What units take, which of them are open runs, and the cost of a piece without a place.
    struct Units<'a>(
        &'a dyn Fn(usize, usize) -> Takings,
        &'a [usize],
        Option<f64>,
    );

    impl Candidates for Units<'_> {
        fn takings(&mut self, unit: usize, piece: usize, out: &mut Takings) {
            out.extend((self.0)(unit, piece));
        }

        fn skipped(&self, _: usize) -> Option<f64> {
            self.2
        }

        fn further(&self, unit: usize, _: usize) -> Option<f64> {
            self.1.contains(&unit).then_some(0.0)
        }
    }

    #[test]
    fn each_unit_takes_the_pieces_that_are_worth_most() {
        // the first unit takes two pieces at best
        let worth = |unit: usize, from: usize| -> Takings {
            let best = 2 - unit;
            (1..=3 - from)
                .map(|count| (count, -(count.abs_diff(best) as f64)))
                .collect()
        };
        let found = align(2, 3, &mut Units(&worth, &[], None));
        let units = vec![Some(0), Some(0), Some(1)];
        assert_eq!(found, Some(Alignment { units, tied: false }));
    }

    #[test]
    fn pieces_that_no_unit_takes_have_no_place_or_make_it_impossible() {
        let one = |_, _| vec![(1, 1.0)];
        assert_eq!(align(1, 2, &mut Units(&one, &[], None)), None);
        let found = align(1, 2, &mut Units(&one, &[], Some(1.0))).expect("an alignment");
        assert!(found.tied, "either piece may be skipped");
        assert_eq!(found.units.iter().flatten().count(), 1);
    }

    #[test]
    fn a_run_takes_what_is_between_the_units() {
        let takes = |unit, _| match unit {
            1 => vec![(0, 0.0), (1, 0.0)],
            _ => vec![(1, 1.0)],
        };
        let found = align(3, 4, &mut Units(&takes, &[1], Some(2.5))).expect("an alignment");
        assert_eq!(found.units, [Some(0), Some(1), Some(1), Some(2)]);
        assert!(!found.tied);
    }

    #[test]
    fn words_decide_between_two_runs() {
        let known = |best: f64| {
            move |unit, piece| match unit {
                1 => vec![(1, if piece == 1 { best } else { 1.0 })],
                _ => vec![(0, 0.0), (1, 0.0)],
            }
        };
        let found = align(3, 3, &mut Units(&known(4.0), &[0, 2], None)).expect("an alignment");
        assert_eq!(found.units, [Some(0), Some(1), Some(2)]);
        assert!(!found.tied);
        let found = align(3, 3, &mut Units(&known(1.0), &[0, 2], None)).expect("an alignment");
        assert!(found.tied);
    }

    #[test]
    fn numbers_weigh_more_than_words() {
        let likeness = |one: &str, other: &str| Words::new(one).similarity(&Words::new(other));
        let (words, number) = ("rafts carry 4 mules", "rafts carry 5 mules");
        assert!(likeness(words, number) < likeness(words, "rafts carry 4 loads"));
        assert!((Words::new("a raft").share_in(&Words::new("A raft, or two")) - 1.0).abs() < 1e-9);
    }
}
