//! Totals: what the parts of a list come to, and which of them the sums that it gives confirm or contradict. A sum
//! changes nothing of what was read.

use super::{
    commands::{Assembler, Line, ListReading, Part},
    entries::{Draft, Entry, Price},
    items::{Declared, Item, MIN_SUM, Placed},
    lexicon::Role,
    rows::NEAR,
};
use crate::scenario::{
    value::ScenarioValue,
    vocabulary::{KindIx, PropertyIx},
};

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.01
}

/// What the lines of a part come to.
pub(super) struct Sums {
    /// Their cost: in the whole army, or in one with one, two or three leaders.
    costs: Vec<f64>,
    ee: Option<f64>,
    /// How many elements they are: with and without baggage, and with all other lines.
    elements: [f64; 3],
}

impl Sums {
    pub(super) fn is_cost(&self, number: f64) -> bool {
        self.costs.iter().any(|own| same(*own, number))
    }

    fn is_ee(&self, number: f64) -> bool {
        self.ee.is_some_and(|own| same(own, number))
    }

    fn is_elements(&self, number: f64) -> bool {
        self.elements.iter().any(|own| same(*own, number))
    }

    /// Returns what they come to, in one of the ways in which a number may be the sum of them.
    pub(super) fn value(&self, role: Role) -> Option<f64> {
        match role {
            Role::Total => self.costs.first().copied(),
            Role::Ee => self.ee,
            Role::Elements => Some(self.elements[1]),
            _ => None,
        }
    }

    /// Returns which sum a number is, if it is one.
    pub(super) fn role_of(&self, number: f64) -> Option<Role> {
        let roles = [
            (self.is_cost(number), Role::Total),
            (self.is_ee(number), Role::Ee),
            (self.is_elements(number), Role::Elements),
        ];
        roles.iter().find(|own| own.0).map(|own| own.1)
    }

    /// Returns how well the numbers of a row agree with these sums: 2 if the cost does, 1 if only what the lines
    /// count for does.
    fn agree(&self, numbers: &[Declared]) -> u8 {
        let is_cost = |own: &Declared| {
            let is_count = matches!(own.role, Some(Role::Ee | Role::Elements | Role::Count));
            !(own.is_labelled && is_count) && self.is_cost(own.number)
        };
        let is_count = |own: &Declared| match own.role {
            Some(Role::Ee) => self.is_ee(own.number),
            Some(Role::Elements | Role::Count) => self.is_elements(own.number),
            _ => false,
        };
        match numbers.iter().any(is_cost) {
            true => 2,
            false => u8::from(numbers.iter().any(is_count)),
        }
    }
}

/// A row of sums, which may be a heading, too.
struct SumRow<'a> {
    numbers: &'a [Declared],
    /// Its row, and its first byte.
    at: (usize, usize),
    is_of_army: bool,
    is_firm: bool,
    is_heading: bool,
    /// Whether it is a heading of a part by its words.
    is_of_part: bool,
    is_total: bool,
}

impl<'a> SumRow<'a> {
    fn new(placed: &'a Placed, assembler: &Assembler<'_>) -> Option<Self> {
        let lexicon = assembler.lexicon;
        let out = match &placed.item {
            Item::Sum(own) => Self {
                numbers: &own.numbers,
                at: (0, 0),
                is_of_army: own.is_of_army,
                is_firm: own.is_firm,
                is_heading: false,
                is_of_part: false,
                is_total: own.is_total,
            },
            Item::Heading(own) => Self {
                numbers: &own.sums,
                at: (0, 0),
                is_of_army: own.kind == Some(lexicon.side),
                is_firm: own.sums.iter().any(|own| own.is_labelled),
                is_heading: true,
                is_of_part: own.rank.is_some() || own.kind.is_some() && own.kind == lexicon.part,
                is_total: false,
            },
            _ => return None,
        };
        let at = (placed.row, out.numbers.first()?.span.start());
        Some(Self { at, ..out })
    }
}

/// How many generals of an army have each drill, by the kind of lines whose drills count.
pub(super) struct Generals(Vec<(KindIx, Drill, usize)>);

/// The drill of an entry, if its kind has one.
type Drill = Option<(PropertyIx, ScenarioValue)>;

impl Assembler<'_> {
    /// Returns the cost of an entry in an army with some leaders; `None` if it is not known.
    fn cost(&self, entry: &Entry, leaders: usize) -> Option<f64> {
        let kind = self.lexicon.vocabulary.kind(entry.kind);
        let is_free = |(_, own): &(PropertyIx, _)| matches!(own, ScenarioValue::Word(word) if kind.free.contains(word));
        if entry.all_values().any(|own| is_free(&own)) {
            return Some(0.0);
        }
        if kind.evidence.is_none() {
            // what the list says it costs
            let of = |role: Role| entry.numbers.iter().find(|(own, ..)| *own == role);
            let each = of(Role::Each).map(|(_, each, _)| each * entry.count);
            return of(Role::Total).map(|(_, total, _)| *total).or(each);
        }
        let (leader, base) = self.drafts(entry);
        let one = |price: Price| {
            let at = leaders.clamp(1, price.each.len().max(1)) - 1;
            price.each.get(at).copied()
        };
        let base = one(self.prices.price(&base))?;
        match leader {
            Some(leader) => Some(one(self.prices.price(&leader))? + (entry.count - 1.0) * base),
            None => Some(base * entry.count),
        }
    }

    /// Returns whether an entry has a known cost.
    pub(super) fn has_cost(&self, entry: &Entry) -> bool {
        self.cost(entry, 1).is_some()
    }

    /// Returns what an entry counts for.
    fn ee(&self, entry: &Entry) -> Option<f64> {
        let evidence = self.lexicon.vocabulary.kind(entry.kind).evidence.as_ref();
        if evidence.is_some_and(|own| own.share.is_none()) {
            return Some(0.0);
        }
        let (leader, base) = self.drafts(entry);
        Some(self.prices.price(&leader.unwrap_or(base)).ee? * entry.count)
    }

    /// Returns the drafts of an entry: of its leader if it has one, and of the others.
    fn drafts(&self, entry: &Entry) -> (Option<Draft>, Draft) {
        let ranks = &self.lexicon.vocabulary.kind(entry.kind).ranks;
        let mut values: Vec<(PropertyIx, ScenarioValue)> = entry.all_values().collect();
        values.sort_by_key(|(property, _)| *property);
        let mut base = values.clone();
        base.retain(|(property, _)| !ranks.contains(property));
        let draft = |values| Draft {
            kind: entry.kind,
            values,
        };
        let has_leader = base.len() < values.len();
        (has_leader.then(|| draft(values)), draft(base))
    }

    /// Returns the drill of an entry, of those that a kind of lines may have.
    fn drill(&self, entry: &Entry, kind: KindIx) -> Option<(PropertyIx, ScenarioValue)> {
        let fronts = &self.lexicon.vocabulary.kind(kind).front_properties;
        let mut values = entry.all_values();
        values.find(|(own, _)| fronts.contains(own))
    }

    /// Returns how many generals of an army have each drill.
    pub(super) fn generals(&self, army: &ListReading) -> Generals {
        let mut out = Generals(Vec::new());
        for line in army.lines().filter(|own| self.leads(&own.entry)) {
            for &kind in &self.lexicon.lines {
                let drill = self.drill(&line.entry, kind);
                let mut known = out.0.iter_mut();
                match known.find(|own| own.0 == kind && own.1 == drill) {
                    Some((_, _, number)) => *number += 1,
                    None => out.0.push((kind, drill, 1)),
                }
            }
        }
        out
    }

    /// Returns how many generals the army has to whom the same cost applies as to the leader of an entry.
    fn leaders_like(&self, entry: &Entry, army: &Generals) -> usize {
        let drill = self.drill(entry, entry.kind);
        let mut known = army.0.iter();
        let found = known.find(|own| own.0 == entry.kind && own.1 == drill);
        found.map_or(0, |(_, _, number)| *number)
    }

    /// Returns what some lines come to, in an army with the generals of `army` if it is known.
    pub(super) fn sums_of<'e>(
        &self,
        lines: impl Iterator<Item = &'e Entry> + Clone,
        army: Option<&Generals>,
    ) -> Sums {
        let cost = |leaders: &dyn Fn(&Entry) -> usize| {
            let own = lines.clone().map(|own| self.cost(own, leaders(own)));
            own.sum::<Option<f64>>()
        };
        let costs: Vec<f64> = match army {
            Some(army) => cost(&|own| self.leaders_like(own, army))
                .into_iter()
                .collect(),
            None => (1..=3).filter_map(|leaders| cost(&|_| leaders)).collect(),
        };
        let main = lines
            .clone()
            .filter(|own| own.kind == self.lexicon.lines[0]);
        let fighting = main.clone().filter(|own| !own.is_lone);
        Sums {
            costs,
            ee: lines.clone().map(|own| self.ee(own)).sum(),
            elements: [
                main.map(|own| own.count).sum(),
                fighting.map(|own| own.count).sum(),
                lines.map(|own| own.count).sum(),
            ],
        }
    }

    /// Gives each row of sums to the part or the army with which it agrees. One that agrees with nothing is of
    /// the part above it or below it, as is usual in the text, if that has no other, or else of the army.
    pub(super) fn place_sums(&self, reading: &mut ListReading, items: &[Placed]) {
        let generals = self.generals(reading);
        let parts: Vec<Sums> = reading
            .parts
            .iter()
            .map(|part| self.sums_of(part.lines.iter().map(Line::entry), Some(&generals)))
            .collect();
        let start = |part: &Part| {
            let first = part.lines.first();
            first.map_or((0, 0), |own| (own.row, own.entry.span.start()))
        };
        let starts: Vec<(usize, usize)> = reading.parts.iter().map(start).collect();
        let first = starts.iter().copied().min().unwrap_or_default();
        // a sum below the heading of the first part may be of that
        let opens = |part: &Part| {
            let heading = part.heading.as_ref()?;
            let is_of_part = heading.kind == self.lexicon.part || heading.rank.is_some();
            (is_of_part || heading.is_name).then_some(heading.span.start())
        };
        let heading = reading.parts.iter().filter_map(opens).min();
        let army = self.sums_of(reading.lines().map(Line::entry), Some(&generals));
        let has_parts = self.lexicon.part.is_some() || parts.len() > 1;
        let is_part = |at: &usize| !reading.parts[*at].is_of_army && has_parts;
        let of_part: Vec<usize> = (0..parts.len()).filter(is_part).collect();
        let rows: Vec<SumRow<'_>> = items
            .iter()
            .filter_map(|own| SumRow::new(own, self))
            .collect();
        // the parts next to a row, that above it first
        let near = |row: &SumRow<'_>| {
            let above = of_part.iter().rev().find(|own| starts[**own] < row.at);
            let below = of_part.iter().find(|own| starts[**own] > row.at);
            [above.copied(), below.copied()]
        };
        let usual = |side: usize| {
            let is_of = |row: &&SumRow<'_>| {
                let agrees =
                    near(row).map(|own| own.is_some_and(|at| parts[at].agree(row.numbers) == 2));
                agrees[side] && !agrees[1 - side]
            };
            rows.iter().filter(is_of).count()
        };
        let side = usize::from(usual(0) < usual(1));
        let mut of_parts: Vec<Vec<Declared>> = vec![Vec::new(); parts.len()];
        let mut of_army: Vec<Declared> = Vec::new();
        let mut open: Vec<&SumRow<'_>> = rows.iter().collect();
        for level in [2, 1] {
            open.retain(|row| {
                let mut around = near(row);
                around.rotate_left(side);
                let agrees = |at: &usize| parts[*at].agree(row.numbers) == level;
                let far = || of_part.iter().copied().find(|at| level == 2 && agrees(at));
                // what is said above the list is not said of a part of it
                let is_above = row.at < first
                    && !row.is_heading
                    && heading.is_none_or(|heading| row.at.1 < heading);
                let near = around.into_iter().flatten().filter(|_| !is_above);
                let found = near.into_iter().find(agrees);
                let is_all = army.agree(row.numbers) == level
                    && (of_part.len() != 1 || row.is_of_army || found.is_none());
                match (is_all, found.or_else(far).filter(|_| !is_above)) {
                    (true, _) => of_army.extend(row.numbers.iter().cloned()),
                    (false, Some(at)) => of_parts[at].extend(row.numbers.iter().cloned()),
                    (false, None) => return true,
                }
                false
            });
        }
        // a row that says another sum of the same part settles nothing
        let is_same = |one: &Declared, other: &Declared| {
            let role = |own: &Declared| own.role.map_or(Role::Total, Role::of_sum);
            role(one) == role(other)
        };
        let is_settled = |known: &[Declared], row: &SumRow<'_>| {
            let is_said = |own: &Declared| row.numbers.iter().any(|new| is_same(own, new));
            known
                .iter()
                .any(|own| own.number >= MIN_SUM && is_said(own))
        };
        let last_row = reading.lines().map(|own| own.row).max().unwrap_or_default();
        let last = starts.iter().copied().max().unwrap_or_default();
        for row in &open {
            // above the list are the points agreed, years and dates, and far below it telephone numbers
            let is_firm = row.is_firm
                && (row.at > first || row.is_of_part)
                && (row.is_total || row.at.0 <= last_row + NEAR);
            let place = near(row)[side];
            let place = place.filter(|at| !is_settled(&of_parts[*at], row) && !row.is_of_army);
            let is_last = row.at > last && !row.is_heading && place.is_none();
            let numbers = row.numbers.iter().filter(|own| own.number > 0.0);
            if let Some(at) = place.filter(|_| is_firm) {
                of_parts[at].extend(numbers.cloned());
            } else if is_firm && (is_last || row.is_of_army) && !is_settled(&of_army, row) {
                of_army.extend(numbers.cloned());
            }
        }
        // what the first part comes to is not what was agreed for the army
        let mut in_parts = of_parts.iter().flatten();
        let of_part = reading
            .limit
            .filter(|(_, at)| in_parts.any(|own| own.span == *at));
        reading.limit = reading.limit.filter(|_| of_part.is_none());
        for (part, sums) in reading.parts.iter_mut().zip(of_parts) {
            part.sums = sums;
        }
        reading.sums = of_army;
    }
}
