//! Aligns printed pieces, in order, with known units: a dynamic programme for all that is laid upon
//! the rules.
//!
//! It divides the words of a sheet among the units of its restatement, finds the sections that the
//! headings of a booklet name, and the unit that each of its texts is.

/// How many pieces a unit may take at some place, and what each number is worth; of equal ones the
/// first is preferred.
pub(super) type Takings = Vec<(usize, f64)>;

/// The best alignment of pieces with units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    /// The unit that takes each piece, by its index; `None` for a piece without a place.
    pub(super) units: Vec<Option<usize>>,
    /// Whether another alignment is as good.
    pub(super) tied: bool,
}

/// The best way to a place between two units and two pieces.
#[derive(Clone, Copy)]
struct Way {
    worth: f64,
    /// The number of pieces before it that its last unit does not take.
    from: usize,
    /// Whether its last piece has no place.
    skips: bool,
    /// How much others of the same worth are preferred.
    rank: usize,
    tied: bool,
}

/// Sums that differ by less are equal.
const SAME: f64 = 1e-9;

impl Way {
    const NONE: Self = Self {
        worth: f64::NEG_INFINITY,
        from: 0,
        skips: false,
        rank: 0,
        tied: false,
    };

    /// Takes another way instead if it is better.
    fn improve(&mut self, other: Self) {
        if other.worth > self.worth + SAME {
            *self = other;
        } else if other.worth >= self.worth - SAME {
            let preferred = if other.rank < self.rank { other } else { *self };
            *self = Self {
                tied: true,
                ..preferred
            };
        }
    }
}

/// Returns the alignment of which the sum of what the takings are worth is the greatest; `None` if
/// there is none.
///
/// `takings` adds what a unit may take at a piece. A piece without a place costs `skipped`; without it
/// each piece must have one.
pub(super) fn best_sequence(
    units: usize,
    pieces: usize,
    skipped: Option<f64>,
    takings: &mut dyn FnMut(usize, usize, &mut Takings),
) -> Option<Sequence> {
    let width = pieces + 1;
    let mut ways = vec![Way::NONE; (units + 1) * width];
    ways[0].worth = 0.0;
    let mut possible = Takings::new();
    for unit in 0..=units {
        for piece in 0..width {
            let here = unit * width + piece;
            if let Some(cost) = skipped.filter(|_| piece > 0)
                && ways[here - 1].worth > f64::NEG_INFINITY
            {
                let skip = Way {
                    worth: ways[here - 1].worth - cost,
                    from: piece - 1,
                    skips: true,
                    rank: 1,
                    tied: false,
                };
                ways[here].improve(skip);
            }
            let before = ways[here].worth;
            if unit == units || before == f64::NEG_INFINITY {
                continue;
            }
            possible.clear();
            takings(unit, piece, &mut possible);
            for (nth, &(count, worth)) in possible.iter().enumerate() {
                if piece + count > pieces {
                    continue;
                }
                let way = Way {
                    worth: before + worth,
                    from: piece,
                    skips: false,
                    rank: nth * 2,
                    tied: false,
                };
                ways[here + width + count].improve(way);
            }
        }
    }
    trace(&ways, units, pieces)
}

/// Follows the best way back from the last unit and piece.
fn trace(ways: &[Way], units: usize, pieces: usize) -> Option<Sequence> {
    let mut sequence = Sequence {
        units: vec![None; pieces],
        tied: false,
    };
    let (mut unit, mut piece) = (units, pieces);
    while unit > 0 || piece > 0 {
        let way = ways[unit * (pieces + 1) + piece];
        if way.worth == f64::NEG_INFINITY {
            return None;
        }
        sequence.tied |= way.tied;
        if !way.skips {
            unit -= 1;
            sequence.units[way.from..piece].fill(Some(unit));
        }
        piece = way.from;
    }
    Some(sequence)
}
