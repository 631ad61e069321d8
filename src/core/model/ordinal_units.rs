//! `OrdinalUnits`: the units of one kind inside another unit, in the order in which ordinals ("3rd
//! bullet") count them, with gaps of unknown text; finds a unit's place, and units by label.

use super::UnitId;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The first and the last place of something among units; none if it is not there.
type FirstAndLastPlace = Option<(usize, usize)>;

/// A unit that ordinals count, or a gap of unknown length; flags say whether it is an excerpt
/// between unknown words, and whether an amendment added it.
#[derive(Clone, Copy, Debug)]
pub struct OrdinalUnit {
    /// The unit.
    pub unit: UnitId,
    /// Whether it is a gap (an open run): perhaps more units, of which nothing is known.
    pub is_gap: bool,
    /// Whether it is an excerpt between unknown words.
    pub is_excerpt: bool,
    /// Whether an amendment added it.
    pub is_added: bool,
}

/// The units and gaps of one kind inside another unit, in counting order: finds a unit's place,
/// from which its address (`bullet 3`) is written, and the units with a label.
#[derive(Clone, Debug, Default)]
pub struct OrdinalUnits {
    /// The units and open runs.
    pub units: Vec<OrdinalUnit>,
    /// The places of the units, if they are more than a few.
    places: FxHashMap<UnitId, usize>,
    gaps: FirstAndLastPlace,
    excerpts: FirstAndLastPlace,
    added: FirstAndLastPlace,
    by_label: OnceLock<FxHashMap<String, OrdinalUnits>>,
}

impl OrdinalUnits {
    /// Up to this many units are searched one by one.
    pub(super) const FEW: usize = 32;

    /// Creates the list of `units`, which are in order.
    pub fn new(units: Vec<OrdinalUnit>) -> Self {
        let places = |is: fn(&OrdinalUnit) -> bool| {
            let first = units.iter().position(is);
            first.zip(units.iter().rposition(is))
        };
        let many = units.iter().filter(|_| units.len() > Self::FEW);
        Self {
            places: many.map(|own| own.unit).zip(0..).collect(),
            gaps: places(|own| own.is_gap),
            excerpts: places(|own| own.is_excerpt),
            added: places(|own| own.is_added),
            units,
            by_label: OnceLock::new(),
        }
    }

    /// Returns the place of a unit, counted from 0.
    pub fn place(&self, unit: UnitId) -> Option<usize> {
        match self.places.is_empty() {
            true => self.units.iter().position(|own| own.unit == unit),
            false => self.places.get(&unit).copied(),
        }
    }

    /// Returns whether an excerpt is among the units.
    pub fn has_excerpt(&self) -> bool {
        self.excerpts.is_some()
    }

    /// Returns whether an unknown number of units may be at the place or before it.
    pub fn is_open_up_to(&self, place: usize) -> bool {
        let is = |places: FirstAndLastPlace| places.is_some_and(|(first, _)| first <= place);
        is(self.gaps) || is(self.excerpts) && is(self.added)
    }

    /// Returns whether an unknown number of units may be at the place or after it.
    pub fn is_open_from(&self, place: usize) -> bool {
        let is = |places: FirstAndLastPlace| places.is_some_and(|(_, last)| last >= place);
        is(self.gaps) || is(self.excerpts) && is(self.added)
    }

    /// Returns the units with a label, with an open run wherever some are between them.
    ///
    /// `key` returns the normalized label of a unit. The groups are made by the first call, so
    /// `key` must be the same in every call.
    pub fn labelled(&self, label: &str, key: impl Fn(UnitId) -> Option<String>) -> Option<&Self> {
        let groups = self.by_label.get_or_init(|| self.group_by_label(key));
        groups.get(label)
    }

    fn group_by_label(&self, key: impl Fn(UnitId) -> Option<String>) -> FxHashMap<String, Self> {
        // each group with the number of open runs before its end
        let mut groups: FxHashMap<String, (Vec<OrdinalUnit>, usize)> = FxHashMap::default();
        let mut gaps: Vec<OrdinalUnit> = Vec::new();
        let add_gap = |(group, passed): &mut (Vec<OrdinalUnit>, usize), gaps: &[OrdinalUnit]| {
            group.extend(gaps.last().filter(|_| *passed < gaps.len()));
            *passed = gaps.len();
        };
        for own in &self.units {
            if own.is_gap {
                gaps.push(*own);
            } else if let Some(label) = key(own.unit) {
                let group = groups.entry(label).or_default();
                add_gap(group, &gaps);
                group.0.push(*own);
            }
        }
        let described = |(label, mut group): (String, (Vec<OrdinalUnit>, usize))| {
            add_gap(&mut group, &gaps);
            (label, Self::new(group.0))
        };
        groups.into_iter().map(described).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_with_one_label_keep_the_open_runs_between_them() {
        let counted = |unit: u32, is_gap: bool| OrdinalUnit {
            unit: UnitId(unit),
            is_gap,
            is_excerpt: false,
            is_added: false,
        };
        // a, run, run, b, a, run
        let gaps = [false, true, true, false, false, true];
        let units = (0..).zip(gaps).map(|(unit, is_gap)| counted(unit, is_gap));
        let all = OrdinalUnits::new(units.collect());
        let key = |unit: UnitId| Some(if unit.0 == 3 { "b" } else { "a" }.to_owned());
        let group = |label: &str| -> Vec<u32> {
            let found = all.labelled(label, key).expect("a group");
            found.units.iter().map(|own| own.unit.0).collect()
        };
        assert_eq!(group("a"), [0, 2, 4, 5]);
        assert_eq!(group("b"), [2, 3, 5]);
        assert!(all.labelled("c", key).is_none());
        assert!(!all.is_open_up_to(0) && all.is_open_up_to(1) && all.is_open_from(5));
    }
}
