//! Commands: which entries a general leads, their ranks and drills, and what was not read.

use super::{
    entries::{Entry, Habit, PriceList},
    items::{Declared, Heading, Item, Placed, Sum},
    lexicon::Lexicon,
    rows::NEAR,
};
use crate::{
    scenario::{
        value::ScenarioValue,
        vocabulary::{KindIx, OpeningLinePattern, PropertyIx, WordIx},
    },
    text::{Span, Spanned},
};

/// An entry with its row.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) row: usize,
    /// Whether a blank line is above it.
    is_apart: bool,
    pub(super) entry: Entry,
}

/// A part of the army that was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) heading: Option<Heading>,
    pub(super) lines: Vec<Line>,
    pub(super) sums: Vec<Declared>,
    /// Whether its lines are of the army itself, and of no command.
    pub(super) is_of_army: bool,
    /// The first byte of the total below its lines.
    total_at: Option<usize>,
}

/// A list as it was read.
#[derive(Clone, Debug, Default)]
pub(super) struct ListReading {
    pub(super) title: Option<Span>,
    pub(super) parts: Vec<Part>,
    pub(super) sums: Vec<Declared>,
    pub(super) limit: Option<(f64, Span)>,
    /// What counts troops and was not read, and why.
    pub(super) unread: Vec<(Span, &'static str)>,
    /// What makes it unclear whose troops are which.
    pub(super) unclear: Vec<(Span, &'static str)>,
}

impl Line {
    pub(super) fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl ListReading {
    /// Returns the lines of all parts.
    pub(super) fn lines(&self) -> impl Iterator<Item = &Line> + Clone {
        self.parts.iter().flat_map(|part| &part.lines)
    }

    fn lines_mut(&mut self) -> impl Iterator<Item = &mut Line> {
        self.parts.iter_mut().flat_map(|part| &mut part.lines)
    }
}

/// The assembler of the items of a list into an army.
pub(super) struct Assembler<'a> {
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) prices: &'a PriceList<'a>,
}

/// The sections of a list so far.
#[derive(Default)]
struct Sections {
    done: Vec<Part>,
    open: Part,
    /// Whether the next entry begins another section.
    is_closed: bool,
}

impl Sections {
    fn close(&mut self) {
        if !self.open.lines.is_empty() {
            self.done.push(std::mem::take(&mut self.open));
        }
        self.is_closed = false;
    }

    /// Returns whether an entry is below a heading such as `held back`, and seems to be of the lines above that.
    fn repeats(&self, entry: &Entry) -> bool {
        let heading = self.open.heading.as_ref();
        let mut above = self.done.iter().flat_map(|part| &part.lines);
        heading.is_some_and(|own| own.is_of_lines)
            && above.any(|own| {
                let [own, other] = [&own.entry, entry].map(|own| &own.values[0].1.value);
                own == other
            })
    }
}

/// Why lines are not counted that seem to be counted above.
const OF_THE_ABOVE: &str = "this line is not counted: these troops seem to be some of those above";

impl Assembler<'_> {
    fn begins(&self) -> Option<&OpeningLinePattern> {
        self.lexicon.begins()
    }

    fn rank_of(&self, entry: &Entry) -> Option<ScenarioValue> {
        let ranks = &self.lexicon.vocabulary.kind(entry.kind).ranks;
        let mut values = entry.all_values();
        values
            .find(|(own, _)| ranks.contains(own))
            .map(|(_, value)| value)
    }

    /// Returns whether a general of the army itself leads an entry, and no ally.
    pub(super) fn leads(&self, entry: &Entry) -> bool {
        let place = self.place_of(entry).zip(self.begins());
        place.is_some_and(|(place, begins)| begins.words[place].1.is_empty())
    }

    /// Returns the place of the rank of an entry among those of generals.
    fn place_of(&self, entry: &Entry) -> Option<usize> {
        self.begins()?.rank_of(&self.rank_of(entry)?)
    }

    fn leaders(&self, lines: &[Line]) -> usize {
        lines
            .iter()
            .filter(|own| self.rank_of(&own.entry).is_some())
            .count()
    }

    /// Returns whether numbers agree with the cost of some lines.
    fn agrees<'e>(
        &self,
        numbers: &[Declared],
        lines: impl Iterator<Item = &'e Entry> + Clone,
    ) -> bool {
        let sums = self.sums_of(lines.clone(), None);
        lines.count() > 1 && numbers.iter().any(|own| sums.is_cost(own.number))
    }

    /// Divides the items into armies, and each of these into its parts.
    pub(super) fn armies(&self, items: &[Placed]) -> Vec<ListReading> {
        let starts = self.army_starts(items);
        let ends = starts.iter().skip(1).copied().chain([items.len()]);
        let ranges = starts.iter().zip(ends);
        let army = |(from, to): (&usize, usize)| {
            let items = &items[*from..to];
            let mut out = self.assemble(items);
            // of several armies each is named by the last heading above its lines that is none of a part
            if starts.len() > 1 {
                let above = items.iter().take_while(|own| own.entry().is_none());
                let headings = above.filter_map(|own| match &own.item {
                    Item::Heading(own) => Some(own),
                    _ => None,
                });
                let of_army = |own: &&Heading| {
                    !own.is_section && (own.kind.is_none() || own.kind != self.lexicon.part)
                };
                let heading = headings.filter(of_army).last();
                out.title = heading.map(|own| own.span).or(out.title);
            }
            out
        };
        ranges.map(army).collect()
    }

    /// Returns the items at which an army begins: the first one, and each with a heading of an army of its own, or
    /// with a leader where the army before has one and is complete.
    fn army_starts(&self, items: &[Placed]) -> Vec<usize> {
        let mut out = vec![0];
        let mut lines: Vec<&Entry> = Vec::new();
        let mut has_total = false;
        let opens = |at: usize| match &items[at].item {
            Item::Heading(own) => {
                let is_side = own.kind == Some(self.lexicon.side);
                own.is_title || is_side && own.sums.is_empty() && !own.is_bare_side
            }
            _ => false,
        };
        // an army has a leader, or where nothing says who leads it several lines
        let is_army = |from: usize| {
            let to = (from + 1..items.len()).find(|at| opens(*at));
            let own = items[from..to.unwrap_or(items.len())].iter();
            let entries = own.filter_map(Placed::entry);
            match self.begins() {
                Some(_) => entries.clone().any(|own| self.leads_army(own)),
                None => entries.count() > 1,
            }
        };
        for (at, placed) in items.iter().enumerate() {
            let mut start = None;
            match &placed.item {
                Item::Heading(_) if !lines.is_empty() && opens(at) && is_army(at) => {
                    let is_led = || lines.iter().any(|own| self.leads_army(own));
                    start = Some(at).filter(|_| self.begins().is_none() || is_led());
                }
                Item::Entry(entry) if self.leads_army(entry) => {
                    let above = items[..at].iter().rev();
                    let headings = above.take_while(|own| own.entry().is_none() && !own.is_sum());
                    let first = at - headings.count();
                    let is_headed = items[first..at].iter().any(|own| match &own.item {
                        Item::Heading(own) => {
                            (own.kind.is_none() || own.kind != self.lexicon.part) && !own.is_section
                        }
                        _ => false,
                    });
                    let is_led = lines.iter().any(|own| self.leads_army(own));
                    let is_next = match self.begins() {
                        Some(_) => has_total,
                        None => is_led && is_headed,
                    };
                    start = Some(first).filter(|_| is_next);
                }
                Item::Sum(sum) => {
                    let is_general = |own: &&&Entry| self.place_of(own).is_some();
                    has_total |= lines.iter().filter(is_general).count() > 1
                        && (sum.is_of_army || self.agrees(&sum.numbers, lines.iter().copied()));
                }
                _ => {}
            }
            if start.is_some() {
                out.extend(start);
                lines.clear();
                has_total = false;
            }
            lines.extend(placed.entry());
        }
        out
    }

    /// Returns whether an entry leads a whole army, which has one such line.
    pub(super) fn leads_army(&self, entry: &Entry) -> bool {
        let leader = self.lexicon.vocabulary.kind(entry.kind).leader.as_ref();
        let is_leader = leader.is_some_and(|leader| entry.all_values().any(|own| own == *leader));
        is_leader || self.place_of(entry) == Some(0)
    }

    /// Divides the items of an army into its parts.
    fn assemble(&self, items: &[Placed]) -> ListReading {
        let mut out = ListReading::default();
        let is_entry = |own: &Placed| own.entry().is_some();
        let first = items.iter().position(is_entry).unwrap_or(items.len());
        let last = items.iter().rposition(is_entry).unwrap_or(0);
        // what looks like troops directly above the first ones belongs to the list
        let is_unread = |own: &Placed| matches!(own.item, Item::Unread(..));
        let above = items[..first].iter().rev();
        let below = items.get(..=first).unwrap_or_default().iter().rev();
        let above = above.zip(below);
        let above = above.take_while(|(own, below)| is_unread(own) && !below.is_apart);
        let begin = first - above.count();
        let mut sections = Sections::default();
        let mut defaults: Option<(PropertyIx, Spanned<ScenarioValue>)> = None;
        let mut end = last;
        // the different troops that are not in sums
        let entries = items.iter().filter_map(Placed::entry);
        let troops: Vec<&ScenarioValue> = entries
            .filter(|own| !own.is_in_sum)
            .map(|own| &own.values[0].1.value)
            .collect();
        let has_lone = |lone: &Entry| troops.contains(&&lone.values[0].1.value);
        for (at, placed) in items.iter().enumerate() {
            match &placed.item {
                Item::Limit(number, span, is_said) => {
                    let is_outside = at < first || at > last && *is_said;
                    if out.limit.is_none() && is_outside && *number <= 5000.0 {
                        out.limit = Some((*number, *span));
                    }
                }
                Item::Unclear(span, why) => out.unclear.push((*span, why)),
                Item::ForAll(property, value) => {
                    if at < first || defaults.is_none() {
                        defaults = Some((*property, value.clone()));
                    }
                }
                Item::Heading(heading) if at <= last => {
                    self.open_section(heading, &mut sections, &mut out);
                }
                // what a total says again
                Item::Entry(entry) if entry.is_in_sum && has_lone(entry) => {}
                Item::Entry(entry) => {
                    if sections.is_closed {
                        sections.close();
                    }
                    if sections.repeats(entry) {
                        out.unread.push((entry.span, OF_THE_ABOVE));
                        continue;
                    }
                    sections.open.lines.push(Line {
                        row: placed.row,
                        is_apart: placed.is_apart,
                        entry: entry.clone(),
                    });
                }
                Item::Sum(sum) if at > first => {
                    self.close_section(sum, at > last, &mut sections);
                }
                Item::Unread(span, why) => {
                    if at >= begin && at < end + NEAR || first == items.len() {
                        end = end.max(at);
                        out.unread.push((*span, why));
                    }
                }
                Item::Heading(_) | Item::Sum(_) => {}
            }
        }
        sections.close();
        out.parts = self.commands(sections.done);
        let parts = out.parts.iter().filter(|own| !own.is_of_army).count();
        for line in out.lines_mut().filter(|own| own.entry.is_per_part) {
            line.entry.count *= parts.max(1) as f64;
        }
        self.fill_drills(&mut out, defaults);
        self.settle_ranks(&mut out);
        self.place_sums(&mut out, items);
        out
    }

    /// Opens a section at a heading, the best of several in a row.
    fn open_section(&self, heading: &Heading, sections: &mut Sections, out: &mut ListReading) {
        // a sum with the words of a heading: `Command 1: 107 AP`
        let above = match sections.open.lines.is_empty() {
            true => sections.done.last(),
            false => Some(&sections.open),
        };
        let above = above.map(|own| &own.lines[..]).unwrap_or_default();
        if !heading.sums.is_empty() && self.agrees(&heading.sums, above.iter().map(Line::entry)) {
            sections.is_closed = true;
            return;
        }
        let is_first = sections.done.is_empty() && sections.open.lines.is_empty();
        let is_side = heading.kind == Some(self.lexicon.side);
        if is_side && heading.is_bare_side {
            // what is below it is of the whole army
            return sections.close();
        }
        let is_army = is_side || heading.is_name && out.title.is_none();
        if is_army && is_first {
            out.title = out.title.or(heading.name).or(Some(heading.span));
            return;
        }
        sections.close();
        let known = sections.open.heading.take();
        let rank = known.as_ref().and_then(|own| own.rank.clone());
        let rank = heading.rank.clone().or(rank);
        let best = known.filter(|own| own.score > heading.score);
        sections.open.heading = Some(Heading {
            rank,
            ..best.unwrap_or_else(|| heading.clone())
        });
    }

    /// Closes the section above a sum.
    fn close_section(&self, sum: &Sum, is_last: bool, sections: &mut Sections) {
        let open = sections.open.lines.iter();
        let all = sections
            .done
            .iter()
            .flat_map(|part| &part.lines)
            .chain(open.clone());
        let all = all.map(Line::entry);
        let is_all = self.agrees(&sum.numbers, all.clone()) && !sections.done.is_empty();
        let is_own = self.agrees(&sum.numbers, open.map(Line::entry));
        let is_untold = sections.open.total_at.is_none() && !sum.is_of_army && !is_last;
        if !is_all && (is_own || is_untold) && !sections.open.lines.is_empty() {
            sections.open.total_at = sum.numbers.first().map(|own| own.span.start());
            sections.is_closed = true;
            return;
        }
        let leaders = all.filter(|own| self.rank_of(own).is_some()).count();
        let is_of_army = is_all || sum.is_of_army && leaders > 1;
        sections.is_closed |= is_of_army && !sections.open.lines.is_empty();
    }

    /// Makes commands of sections: each has one general, or a heading of its own.
    fn commands(&self, sections: Vec<Part>) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        let mut of_army = Part {
            is_of_army: true,
            ..Part::default()
        };
        let most = sections.len();
        let is_part = |own: &Part| {
            own.heading
                .as_ref()
                .is_some_and(|own| own.kind == self.lexicon.part)
        };
        for (place, mut section) in sections.into_iter().enumerate() {
            let from = self.own_lines(&section, place + 1 == most);
            if self.begins().is_none() && self.lexicon.part.is_some() && !is_part(&section) {
                of_army.lines.append(&mut section.lines);
                of_army.heading = of_army.heading.or(section.heading);
                continue;
            }
            if self.begins().is_some() && (from > 0 || !is_part(&section)) {
                of_army.lines.extend(section.lines.drain(from..));
                if section.lines.is_empty() {
                    continue;
                }
            }
            if self.leaders(&section.lines) == 0 {
                self.find_leader(&mut section);
            }
            let generals = self.leaders(&section.lines);
            // without generals that begin parts, sections are parts
            let opens = is_part(&section) && self.lexicon.part.is_some() || self.begins().is_none();
            let is_second = out.len() == 1;
            let only_lone = section.lines.iter().all(|own| own.entry.is_lone);
            match out.last_mut() {
                Some(last) if generals == 0 && (!opens || only_lone) => {
                    last.lines.append(&mut section.lines);
                    continue;
                }
                // the first section is only the head of another: its lines go to that
                Some(first)
                    if is_second
                        && generals > 0
                        && first.lines.len() <= 2
                        && self.leaders(&first.lines) == 0
                        && !is_part(first) =>
                {
                    section.lines.splice(0..0, std::mem::take(&mut first.lines));
                    out.clear();
                }
                _ => {}
            }
            out.extend(self.split(section));
        }
        if !of_army.lines.is_empty() {
            out.push(of_army);
        }
        out
    }

    /// Returns how many of the first lines of a section are its own: those that stand apart behind the troops and
    /// have no leaders, such as fortifications, are of the army.
    fn own_lines(&self, section: &Part, is_last: bool) -> usize {
        let main = self.lexicon.lines.first();
        let is_troop = |own: &Line| Some(&own.entry.kind) == main && !own.entry.is_lone;
        let troops = section
            .lines
            .iter()
            .rposition(is_troop)
            .map_or(0, |at| at + 1);
        // below an ally, at the end of the list, they are of the army, too
        let is_below_ally = is_last && self.is_allied(section);
        let is_of_army = |at: &usize| {
            let own = &section.lines[*at];
            let is_below = section
                .total_at
                .is_none_or(|total| total < own.entry.span.start());
            *at == 0 || is_below && (own.is_apart || is_below_ally)
        };
        let mut behind = troops..section.lines.len();
        behind.find(is_of_army).unwrap_or(section.lines.len())
    }

    /// Returns whether a section is that of an ally, by its heading or its last general.
    fn is_allied(&self, section: &Part) -> bool {
        let mut lines = section.lines.iter().rev();
        let last = lines.find_map(|own| self.place_of(&own.entry));
        let of_rank = last
            .zip(self.begins())
            .map(|(place, own)| !own.words[place].1.is_empty());
        of_rank.unwrap_or_else(|| {
            let heading = section.heading.as_ref();
            heading.is_some_and(|own| !own.is_section && !own.sets.is_empty())
        })
    }

    /// Splits a section with several generals in front of each of them.
    fn split(&self, section: Part) -> Vec<Part> {
        let lines = section.lines;
        let mut open = Part {
            lines: Vec::new(),
            ..section
        };
        let mut out: Vec<Part> = Vec::new();
        for line in lines {
            if self.rank_of(&line.entry).is_some() && self.leaders(&open.lines) > 0 {
                // lines behind a blank line go with the general below them
                let leads = |own: &Line| self.rank_of(&own.entry).is_some();
                let leader = open.lines.iter().rposition(leads).unwrap_or(0);
                let place = open.lines.iter().rposition(|own| own.is_apart);
                let place = place.filter(|own| *own > leader && !line.is_apart);
                let from = place.unwrap_or(open.lines.len());
                let next = Part {
                    lines: open.lines.split_off(from),
                    ..Part::default()
                };
                out.push(std::mem::replace(&mut open, next));
            }
            open.lines.push(line);
        }
        out.push(open);
        out
    }

    /// Gives the rank of a heading to the first entry that is one.
    fn find_leader(&self, section: &mut Part) {
        let heading = section.heading.as_ref();
        let Some((rank, value)) = heading.and_then(|own| own.rank.clone()) else {
            return;
        };
        let has_rank = |kind: KindIx| {
            self.lexicon
                .vocabulary
                .kind(kind)
                .properties
                .contains_key(&rank)
        };
        let mut entries = section.lines.iter_mut().map(|own| &mut own.entry);
        let one = entries.find(|own| own.count == 1.0 && !own.is_lone);
        if let Some(entry) = one.filter(|own| has_rank(own.kind)) {
            entry.values.push((rank, value));
        }
    }

    /// Gives generals whose rank is not said the one of their heading, makes those of allies ally-generals, and the
    /// first of an army without one the commander-in-chief.
    fn settle_ranks(&self, reading: &mut ListReading) {
        let Some(begins) = self.begins() else { return };
        let property = begins.property;
        let is_ally = |rank: &ScenarioValue| {
            let place = begins.rank_of(rank);
            place.is_some_and(|place| !begins.words[place].1.is_empty())
        };
        let is_plain = |rank: &ScenarioValue| self.lexicon.is_plain_rank(property, rank);
        let word = |place: usize| ScenarioValue::Word(begins.words[place].0);
        let allied = begins.words.iter().position(|(_, sets)| !sets.is_empty());
        let mut has_first = reading
            .lines()
            .any(|own| self.place_of(&own.entry) == Some(0));
        for part in &mut reading.parts {
            let heading = part.heading.as_ref();
            let of_heading = heading.and_then(|own| own.rank.as_ref());
            let of_heading = of_heading
                .filter(|own| own.0 == property)
                .map(|own| &own.1.value);
            let is_allied = of_heading.is_some_and(is_ally)
                || heading.is_some_and(|own| !own.is_section && !own.sets.is_empty());
            let values = part.lines.iter_mut().flat_map(|own| &mut own.entry.values);
            for (own, value) in values {
                if *own != property || !is_plain(&value.value) {
                    continue;
                }
                value.value = match (of_heading.filter(|own| !is_plain(own)), allied) {
                    (Some(rank), _) => rank.clone(),
                    (None, Some(place)) if is_allied => word(place),
                    _ => {
                        let place = usize::from(has_first);
                        has_first = true;
                        word(place)
                    }
                };
            }
        }
        let mut implied = reading.lines_mut().flat_map(|own| &mut own.entry.implied);
        let first = implied.find(|(own, value)| *own == property && !is_ally(value));
        if let (false, Some((_, value))) = (has_first, first) {
            *value = word(0);
        }
    }

    /// Gives entries without a drill that of their section, of the text, the only one that has a cost, or the
    /// one of all others.
    fn fill_drills(
        &self,
        reading: &mut ListReading,
        defaults: Option<(PropertyIx, Spanned<ScenarioValue>)>,
    ) {
        let vocabulary = self.lexicon.vocabulary;
        let drill_of = |entry: &Entry, front: PropertyIx| {
            let mut own = entry.all_values();
            own.find(|(own, _)| *own == front).map(|(_, value)| value)
        };
        let mut known: Vec<ScenarioValue> = Vec::new();
        for line in reading.lines().filter(|own| !own.entry.is_lone) {
            for &front in &vocabulary.kind(line.entry.kind).front_properties {
                let own = drill_of(&line.entry, front);
                known.extend(own.filter(|own| !known.contains(own)));
            }
        }
        for part in &mut reading.parts {
            let of_heading = part.heading.as_ref().and_then(|own| own.drill.clone());
            for entry in part.lines.iter_mut().map(|own| &mut own.entry) {
                let kind = vocabulary.kind(entry.kind);
                let Some(&front) = kind.front_properties.first() else {
                    continue;
                };
                if drill_of(entry, front).is_some() {
                    continue;
                }
                let given = of_heading.clone().or_else(|| defaults.clone());
                if let Some(value) = given.filter(|(own, _)| *own == front) {
                    entry.values.push(value);
                    continue;
                }
                let has_cost = |drill: &ScenarioValue| {
                    let mut with = entry.clone();
                    with.implied.push((front, drill.clone()));
                    self.has_cost(&with)
                };
                let words = kind.words_of(front).iter();
                let words = words.map(|own| ScenarioValue::Word(*own));
                let costed: Vec<ScenarioValue> = words.filter(has_cost).collect();
                if let ([one], _) | (_, [one]) = (&costed[..], &known[..]) {
                    entry.implied.push((front, one.clone()));
                }
            }
        }
    }
}

/// Returns what is usual in a text.
pub(super) fn habit(
    items: &[Placed],
    fronts: &[PropertyIx],
    form: impl Fn(usize) -> String,
) -> Habit {
    let entries: Vec<&Entry> = items.iter().filter_map(Placed::entry).collect();
    let is_counted = |own: &&Placed| own.entry().is_some_and(|own| own.count_span.is_some());
    let counted = items.iter().filter(is_counted);
    // a row may have many entries
    let mut rows: Vec<usize> = counted.clone().map(|own| own.row).collect();
    rows.dedup();
    let number = |is: &dyn Fn(&Entry) -> bool| entries.iter().filter(|own| is(own)).count();
    let costed = number(&|own| own.evidence > 0);
    let on_side = |is_before: bool| {
        number(&|own| {
            own.count > 1.0
                && own.count_before == Some(is_before)
                && (own.evidence > 0 || costed == 0)
        })
    };
    let (before, behind) = (on_side(true), on_side(false));
    let mut drills: Vec<(WordIx, usize)> = Vec::new();
    let values = entries
        .iter()
        .filter(|own| !own.is_lone)
        .flat_map(|own| own.all_values());
    for (_, value) in values.filter(|(own, _)| fronts.contains(own)) {
        let ScenarioValue::Word(word) = value else {
            continue;
        };
        match drills.iter_mut().find(|(own, _)| *own == word) {
            Some((_, number)) => *number += 1,
            None => drills.push((word, 1)),
        }
    }
    let is_clear = before + behind > 1 && before.max(behind) > before.min(behind) * 2;
    Habit {
        count_before: is_clear.then_some(before > behind),
        is_strong: number(&|own| own.is_strong && !own.is_lone) > number(&|own| !own.is_strong),
        has_costs: costed * 2 > entries.len(),
        has_counts: counted.count() * 2 > entries.len(),
        is_prose: entries.is_empty(),
        forms: rows.into_iter().map(form).collect(),
        drill: drills.iter().max_by_key(|own| own.1).map(|own| own.0),
    }
}
