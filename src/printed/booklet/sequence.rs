//! Aligns printed texts, in order, with the known units of a section and its gaps, which may have
//! any number of unknown units.

/// An element of a section's sequence to align printed texts with: a known unit, or a gap with at
/// least this number of unknown ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SequenceSlot {
    /// A unit.
    Unit,
    /// An open run of at least so many units.
    Run(usize),
}

/// What a printed text was aligned with: a unit or a gap, by its index in the sequence of
/// `SequenceSlot`s, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlignedTo {
    /// A unit, by its index in the sequence.
    Unit(usize),
    /// A further unit of an open run, by the index of the run.
    Run(usize),
    /// Nothing: there is no open run at its place.
    Nothing,
}

/// The cost of a unit that is not printed.
const MISSING: f64 = 2.0;
/// The cost of a printed text without a place.
const EXTRA: f64 = 2.5;
/// The cost of each unit that an open run should have and does not.
const SHORT: f64 = 1.0;

/// Returns what each of `texts` texts is aligned with, and whether another alignment is as good.
///
/// The sum of `score(slot, text)` less the costs is the greatest possible.
pub(super) fn align_in_order(
    slots: &[SequenceSlot],
    texts: usize,
    score: &dyn Fn(usize, usize) -> f64,
) -> (Vec<AlignedTo>, bool) {
    let best = best_scores(slots, texts, score);
    let width = texts + 1;
    let mut out = vec![AlignedTo::Nothing; texts];
    let (mut i, mut j) = (slots.len(), texts);
    let mut tied = false;
    while i > 0 || j > 0 {
        let here = best[i * width + j];
        let same = |value: f64| (value - here).abs() < 1e-9;
        let mut steps: Vec<(usize, usize, Option<AlignedTo>)> = Vec::new();
        if j > 0 && same(best[i * width + j - 1] - EXTRA) {
            steps.push((i, j - 1, Some(AlignedTo::Nothing)));
        }
        if i > 0 {
            match slots[i - 1] {
                SequenceSlot::Unit => {
                    if j > 0 && same(best[(i - 1) * width + j - 1] + score(i - 1, j - 1)) {
                        steps.insert(0, (i - 1, j - 1, Some(AlignedTo::Unit(i - 1))));
                    }
                    if same(best[(i - 1) * width + j] - MISSING) {
                        steps.push((i - 1, j, None));
                    }
                }
                SequenceSlot::Run(least) => {
                    let fits = |&k: &usize| {
                        same(best[(i - 1) * width + j - k] - SHORT * least.saturating_sub(k) as f64)
                    };
                    steps.extend(
                        (0..=j)
                            .filter(fits)
                            .map(|k| (i - 1, j - k, Some(AlignedTo::Run(i - 1)))),
                    );
                }
            }
        }
        tied |= steps.len() > 1;
        let Some(&(to_i, to_j, aligned)) = steps.first() else {
            break;
        };
        if let Some(aligned) = aligned {
            out[to_j..j].fill(aligned);
        }
        (i, j) = (to_i, to_j);
    }
    (out, tied)
}

fn best_scores(
    slots: &[SequenceSlot],
    texts: usize,
    score: &dyn Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let width = texts + 1;
    let mut best = vec![f64::NEG_INFINITY; (slots.len() + 1) * width];
    best[0] = 0.0;
    for j in 1..width {
        best[j] = best[j - 1] - EXTRA;
    }
    for i in 1..=slots.len() {
        for j in 0..width {
            let mut value = if j > 0 {
                best[i * width + j - 1] - EXTRA
            } else {
                f64::NEG_INFINITY
            };
            match slots[i - 1] {
                SequenceSlot::Unit => {
                    value = value.max(best[(i - 1) * width + j] - MISSING);
                    if j > 0 {
                        value = value.max(best[(i - 1) * width + j - 1] + score(i - 1, j - 1));
                    }
                }
                SequenceSlot::Run(least) => {
                    for k in 0..=j {
                        value = value.max(
                            best[(i - 1) * width + j - k] - SHORT * least.saturating_sub(k) as f64,
                        );
                    }
                }
            }
            best[i * width + j] = value;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_takes_what_is_between_the_units() {
        let slots = [SequenceSlot::Unit, SequenceSlot::Run(0), SequenceSlot::Unit];
        let (aligned, tied) = align_in_order(&slots, 4, &|_, _| 1.0);
        assert_eq!(
            aligned,
            [
                AlignedTo::Unit(0),
                AlignedTo::Run(1),
                AlignedTo::Run(1),
                AlignedTo::Unit(2)
            ]
        );
        assert!(!tied);
    }

    #[test]
    fn words_decide_between_two_runs() {
        let slots = [
            SequenceSlot::Run(0),
            SequenceSlot::Unit,
            SequenceSlot::Run(0),
        ];
        let (aligned, tied) =
            align_in_order(&slots, 3, &|_, text| if text == 1 { 4.0 } else { 1.0 });
        assert_eq!(
            aligned,
            [AlignedTo::Run(0), AlignedTo::Unit(1), AlignedTo::Run(2)]
        );
        assert!(!tied);
        assert!(align_in_order(&slots, 3, &|_, _| 1.0).1);
    }

    #[test]
    fn a_text_too_many_has_no_place() {
        let (aligned, _) = align_in_order(
            &[SequenceSlot::Unit, SequenceSlot::Unit],
            3,
            &|slot, text| {
                if slot == 1 && text == 2 { 3.0 } else { 1.0 }
            },
        );
        assert_eq!(
            aligned
                .iter()
                .filter(|one| **one == AlignedTo::Nothing)
                .count(),
            1
        );
    }
}
