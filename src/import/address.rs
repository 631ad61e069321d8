//! Where something is, as sheets say it: `Para 6. 2nd sentence`, `the third sentence of the first paragraph`, `Last +1, first bullet`.

use super::{
    grammar::{NOISE, Naming},
    reader::Reader,
    token::Tok,
};
use crate::syntax::{Unit, instruction::quote};

/// A place in printed rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Addr {
    /// The steps, outermost first.
    pub(super) steps: Vec<Step>,
    /// Further addresses joined by `and`.
    pub(super) more: Vec<Vec<Step>>,
    /// The printed page.
    pub(super) page: Option<String>,
    /// A heading or number of the rules.
    pub(super) heading: Option<String>,
    /// A line of print.
    pub(super) printed_line: Option<u32>,
    /// The edition in whose numbering it counts.
    pub(super) frame: Option<String>,
    /// What stands in brackets behind it: `Warband`, `Bk 2`.
    pub(super) conditions: Vec<String>,
    /// `except for the diagram`.
    pub(super) except: Option<String>,
    /// `from 'casualties' to the bottom of the page`, canonical.
    pub(super) range: Option<String>,
}

/// A step of an address.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) kind: StepKind,
    /// The step in the instruction language.
    pub(super) text: String,
    /// How many units it names; none where that is not said.
    pub(super) count: Option<u32>,
}

/// What a step names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepKind {
    /// Units of a kind, told apart.
    Units(Unit),
    /// All units of a kind.
    All(Unit),
    /// A kind alone: `the paragraph`, `whole bullet`, `section`.
    Bare(Unit),
    Heading,
    Text,
}

impl Step {
    fn units(unit: Unit, text: String, count: Option<u32>) -> Self {
        Self { kind: StepKind::Units(unit), text, count }
    }

    /// The unit that bears a label: `row "Spears"`; a paragraph where something in it is meant.
    pub(super) fn labelled(label: &str, deeper: bool) -> Self {
        let unit = if deeper { Unit::Paragraph } else { Unit::Row };
        Self::units(unit, format!("{} {}", name(unit, false), quote(label)), Some(1))
    }

    /// Whether it names a kind of unit and does not tell which.
    pub(super) fn is_bare(&self) -> bool {
        matches!(self.kind, StepKind::Bare(_))
    }

    /// Whether all of a place is meant: all units of a kind, its text, the section.
    pub(super) fn is_all(&self) -> bool {
        match self.kind {
            StepKind::All(_) | StepKind::Text | StepKind::Heading => true,
            StepKind::Bare(unit) => unit == Unit::Section,
            StepKind::Units(unit) => unit == Unit::Figure,
        }
    }

    /// The kind of unit named, if one is.
    pub(super) fn unit(&self) -> Option<Unit> {
        match self.kind {
            StepKind::Units(unit) | StepKind::All(unit) | StepKind::Bare(unit) => Some(unit),
            StepKind::Heading | StepKind::Text => None,
        }
    }
}

impl Addr {
    /// Whether it says anything of the place.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Lays `inner` into this place.
    pub(super) fn enter(&mut self, inner: Self) {
        // `2nd bullet. Delete whole bullet.`
        let repeats = |step: &Step| matches!(step.kind, StepKind::Bare(_));
        if !self.steps.is_empty() && inner.steps.iter().all(repeats) {
            // the unit of the place is meant
        } else {
            let outer = self.steps.clone();
            let whole = inner.steps.first().is_some_and(|step| step.kind == StepKind::Heading);
            // `1st paragraph. Replace heading and 1st sentence`: the heading is no part of the paragraph
            self.steps = if whole { inner.steps } else { [outer.clone(), inner.steps].concat() };
            self.more.extend(inner.more.iter().map(|more| [outer.clone(), more.clone()].concat()));
        }
        self.page = inner.page.or(self.page.take());
        self.heading = inner.heading.or(self.heading.take());
        self.printed_line = inner.printed_line.or(self.printed_line);
        self.frame = inner.frame.or(self.frame.take());
        self.conditions.extend(inner.conditions);
        self.except = inner.except.or(self.except.take());
        self.range = inner.range.or(self.range.take());
    }

    /// The unit of its last step.
    pub(super) fn unit(&self) -> Option<Unit> {
        self.steps.last().and_then(Step::unit)
    }
}

fn name(unit: Unit, many: bool) -> &'static str {
    if many { unit.name().many } else { unit.name().one }
}

/// `sentences 4–5`, from ranges of numbers.
fn counted(unit: Unit, ranges: &[(u32, u32)]) -> Step {
    let count: u32 = ranges.iter().map(|(from, to)| to - from + 1).sum();
    let parts: Vec<String> = ranges.iter().map(|(from, to)| if from == to { from.to_string() } else { format!("{from}–{to}") }).collect();
    let (last, rest) = parts.split_last().map_or((String::new(), ""), |(last, _)| (last.clone(), " and "));
    let list = if parts.len() > 1 { format!("{}{rest}{last}", parts[..parts.len() - 1].join(", ")) } else { last };
    Step::units(unit, format!("{} {list}", name(unit, count > 1)), Some(count))
}

impl Reader<'_> {
    /// An address of at least one step, page or heading behind `on`, `under`.
    pub(super) fn address(&mut self) -> Option<Addr> {
        let start = self.here();
        let from = self.at;
        let mut addr = Addr::default();
        self.part(&mut addr)?;
        loop {
            let back = self.here();
            while let Some(Tok::Paren(words)) = self.peek(0) {
                self.at += 1;
                match frame(words) {
                    Some(edition) => addr.frame = Some(edition),
                    None => addr.conditions.push(words.clone()),
                }
            }
            if self.except(&mut addr) || self.range(&mut addr) {
                continue;
            }
            if self.eat_word(&["of", "in", "from", "within", "under", "on", "at"]) {
                let mut outer = Addr::default();
                if self.part(&mut outer).is_some() || self.named(&mut outer) {
                    let inner = std::mem::replace(&mut addr, outer);
                    let steps = inner.steps.clone();
                    addr.enter(Addr { steps: Vec::new(), ..inner });
                    addr.steps.extend(steps);
                    continue;
                }
                self.back(back);
                break;
            }
            if self.eat_and() {
                let mut other = Addr::default();
                if self.part(&mut other).is_some() {
                    addr.more.push(std::mem::take(&mut other.steps));
                    addr.enter(other);
                    continue;
                }
                self.back(back);
                break;
            }
            let mark = self.eat_mark(&['.', ',', ':', '–', ';']);
            let mut inner = Addr::default();
            if (mark || self.is_word(0, &["numbered"]) || matches!(self.peek(0), Some(Tok::Nth(_)))) && self.part(&mut inner).is_some() {
                addr.enter(inner);
                continue;
            }
            self.back(back);
            break;
        }
        if addr.is_empty() {
            self.back(start);
            return None;
        }
        let told = addr.told();
        self.note(from, told);
        Some(addr)
    }

    /// One step, or a page.
    fn part(&mut self, addr: &mut Addr) -> Option<()> {
        let back = self.here();
        self.skip_noise();
        if let Some(page) = self.page() {
            addr.page = Some(page);
            return Some(());
        }
        if let Some(line) = self.printed_line() {
            addr.printed_line = Some(line);
            return Some(());
        }
        match self.step() {
            Some(step) => {
                addr.steps.push(step);
                Some(())
            }
            None => {
                self.back(back);
                None
            }
        }
    }

    /// `Page 12`, `p. 22`, `pages 12 and 13`; not `page 1 of 18`, which is the file's own.
    pub(super) fn page(&mut self) -> Option<String> {
        if !self.is_word(0, &["page", "pages", "p", "pp", "pg"]) {
            return None;
        }
        let stop = usize::from(self.is_mark(1, &['.']));
        let Some(Tok::Number(number, letter)) = self.peek(1 + stop) else { return None };
        if self.is_word(2 + stop, &["of"]) && matches!(self.peek(3 + stop), Some(Tok::Number(..))) {
            return None;
        }
        self.at += 2 + stop;
        Some(format!("{number}{}", letter.map(String::from).unwrap_or_default()))
    }

    /// `Line 5`, `7th line`: a line of print. A line that is labelled or last is a unit.
    fn printed_line(&mut self) -> Option<u32> {
        match (self.peek(0), self.peek(1)) {
            (Some(Tok::Word(word)), Some(Tok::Number(number, None))) if word == "line" => {
                self.at += 2;
                Some(*number)
            }
            (Some(Tok::Nth(number)), Some(Tok::Word(word))) if word == "line" => {
                self.at += 2;
                Some(*number)
            }
            _ => None,
        }
    }

    pub(super) fn step(&mut self) -> Option<Step> {
        let back = self.here();
        self.skip_noise();
        let step = self.told_step();
        if step.is_none() {
            self.back(back);
        }
        step
    }

    fn told_step(&mut self) -> Option<Step> {
        if self.eat_word(&["heading", "title"]) {
            return Some(Step { kind: StepKind::Heading, text: "heading".into(), count: Some(1) });
        }
        if self.eat_word(&["text", "wording"]) {
            return Some(Step { kind: StepKind::Text, text: "text".into(), count: None });
        }
        if self.eat_word(&["all", "both", "every", "each"]) {
            return self.all();
        }
        if self.is_word(0, &["last", "final"]) {
            return self.last();
        }
        if let Some(Tok::Nth(_)) = self.peek(0) {
            return self.nths();
        }
        if self.eat_word(&["numbered", "lettered"]) {
            let (unit, _) = self.unit()?;
            let label = self.label()?;
            return Some(Step::units(unit, format!("{} {}", name(unit, false), quote(&label)), Some(1)));
        }
        if let (Some(Tok::Signed(label)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            let unit = if unit == Unit::Row { unit } else { Unit::Line };
            return Some(Step::units(unit, format!("{} {}", name(unit, false), quote(label)), Some(1)));
        }
        if let (Some(Tok::Quote(label, _)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            if unit == Unit::Section {
                return None;
            }
            return Some(Step::units(unit, format!("{} {}", name(unit, false), quote(label)), Some(1)));
        }
        if let Some(Tok::Item(label)) = self.peek(0) {
            let ends = self.peek(1).is_none() || self.is_mark(1, &['.', ',', ':', '–']);
            if ends && label.chars().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase()) {
                self.at += 1;
                return Some(Step::units(Unit::Item, format!("item {}", quote(label)), Some(1)));
            }
            return None;
        }
        let (unit, naming) = self.unit()?;
        self.after_unit(unit, naming)
    }

    /// Behind the word of a unit: numbers, labels, or nothing.
    fn after_unit(&mut self, unit: Unit, naming: Naming) -> Option<Step> {
        if self.eat_word(&["no", "number"]) {
            self.eat_mark(&['.']);
        }
        if let Some(Tok::Quote(label, _)) = self.peek(0) {
            if unit == Unit::Section {
                return None;
            }
            self.at += 1;
            return Some(Step::units(unit, format!("{} {}", name(unit, false), quote(label)), Some(1)));
        }
        if let Some(Tok::Item(label)) = self.peek(0) {
            let unit = if unit == Unit::Paragraph { unit } else { Unit::Item };
            self.at += 1;
            return Some(Step::units(unit, format!("{} {}", name(unit, false), quote(label)), Some(1)));
        }
        match naming {
            Naming::Counted => {
                let ranges = self.ranges(|tok| match tok {
                    Tok::Number(number, None) if *number > 0 => Some(*number),
                    _ => None,
                });
                if !ranges.is_empty() {
                    return Some(counted(unit, &ranges));
                }
            }
            Naming::Labelled | Naming::PrintedLine => {
                let labels = self.label_list();
                if !labels.is_empty() && unit != Unit::Section {
                    let quoted: Vec<String> = labels.iter().map(|label| quote(label)).collect();
                    let list = match quoted.split_last() {
                        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
                        _ => quoted.concat(),
                    };
                    return Some(Step::units(unit, format!("{} {list}", name(unit, labels.len() > 1)), Some(labels.len() as u32)));
                }
                if !labels.is_empty() {
                    return None;
                }
            }
        }
        Some(Step { kind: StepKind::Bare(unit), text: bare(unit), count: None })
    }

    /// `4`, `16a`, `b`, `IV`.
    fn label(&mut self) -> Option<String> {
        let label = match self.peek(0)? {
            Tok::Number(number, letter) => format!("{number}{}", letter.map(String::from).unwrap_or_default()),
            Tok::Dotted(words) | Tok::Item(words) | Tok::Signed(words) => words.clone(),
            Tok::Quote(words, _) => words.clone(),
            Tok::Word(word) if word.len() == 1 && !NOISE.contains(&word.as_str()) => word.clone(),
            Tok::Word(_) | Tok::Nth(_) | Tok::Paren(_) | Tok::Bracket(_) | Tok::Mark(_) => return None,
        };
        self.at += 1;
        Some(label)
    }

    /// A comma, `and`, or both.
    fn joined(&mut self) -> bool {
        let comma = self.eat_mark(&[',']);
        self.eat_and() | comma
    }

    fn label_list(&mut self) -> Vec<String> {
        let mut labels: Vec<String> = self.label().into_iter().collect();
        while !labels.is_empty() {
            let back = self.here();
            let joined = self.joined();
            match joined.then(|| self.label()).flatten() {
                Some(label) => labels.push(label),
                None => {
                    self.back(back);
                    break;
                }
            }
        }
        labels
    }

    /// Numbers, joined by `and`, commas, `to` and dashes.
    fn ranges(&mut self, number: impl Fn(&Tok) -> Option<u32>) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        while let Some(from) = self.peek(0).and_then(&number) {
            let back = self.here();
            self.at += 1;
            let mut to = from;
            let range = (self.is_word(0, &["to"]) || self.is_mark(0, &['–'])) && self.peek(1).and_then(&number).is_some_and(|to| to > from);
            if range {
                to = self.peek(1).and_then(&number).unwrap_or(from);
                self.at += 2;
            }
            if to > 9999 {
                self.back(back);
                break;
            }
            ranges.push((from, to));
            let mark = self.here();
            let joined = self.joined();
            self.eat_word(&["the"]);
            if !joined || self.peek(0).and_then(&number).is_none() {
                self.back(mark);
                break;
            }
        }
        ranges
    }

    /// Behind `all`, `both`.
    fn all(&mut self) -> Option<Step> {
        let both = matches!(self.tokens.get(self.at - 1).map(|t| &t.tok), Some(Tok::Word(word)) if word == "both");
        self.eat_word(&["of"]);
        self.skip_noise();
        let mut count = both.then_some(2);
        if let Some(Tok::Number(number, None)) = self.peek(0) {
            self.unit_at(1)?;
            count = Some(*number);
            self.at += 1;
        }
        let (unit, _) = self.unit()?;
        let number = count.map(|count| format!("{count} ")).unwrap_or_default();
        Some(Step { kind: StepKind::All(unit), text: format!("all {number}{}", name(unit, true)), count })
    }

    /// `last sentence`, `last 3 sentences`, `last +1`.
    fn last(&mut self) -> Option<Step> {
        self.at += 1;
        if let Some(Tok::Signed(label)) = self.peek(0) {
            self.at += 1;
            if self.unit_at(0).is_some_and(|(unit, _)| matches!(unit, Unit::Line | Unit::Row | Unit::Bullet)) {
                self.unit();
            }
            return Some(Step::units(Unit::Line, format!("last line {}", quote(label)), Some(1)));
        }
        let mut count = 1;
        if let (Some(Tok::Number(number, None)), true) = (self.peek(0), self.unit_at(1).is_some()) {
            count = *number;
            self.at += 1;
        }
        let (unit, _) = self.unit()?;
        let text = if count == 1 { format!("last {}", name(unit, false)) } else { format!("last {count} {}", name(unit, true)) };
        Some(Step::units(unit, text, Some(count)))
    }

    /// `4th and 5th sentences`, `first two bullets`, `3rd -2`, `first +1 line`.
    fn nths(&mut self) -> Option<Step> {
        let ranges = self.ranges(|tok| match tok {
            Tok::Nth(number) if *number > 0 => Some(*number),
            _ => None,
        });
        if let Some(Tok::Signed(label)) = self.peek(0) {
            self.at += 1;
            if self.unit_at(0).is_some_and(|(unit, _)| matches!(unit, Unit::Line | Unit::Row | Unit::Bullet)) {
                self.unit();
            }
            let of = counted(Unit::Line, &ranges);
            let numbers = of.text.split_once(' ').map_or("", |(_, numbers)| numbers);
            return Some(Step::units(Unit::Line, format!("line {} {numbers}", quote(label)), of.count));
        }
        if let ([(1, 1)], Some(Tok::Number(number, None)), true) = (ranges.as_slice(), self.peek(0), self.unit_at(1).is_some()) {
            self.at += 1;
            let (unit, _) = self.unit()?;
            return Some(counted(unit, &[(1, *number)]));
        }
        self.eat_word(&["numbered", "full", "complete"]);
        if let (Some(Tok::Quote(label, _)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            let of = counted(unit, &ranges);
            let numbers = of.text.split_once(' ').map_or("", |(_, numbers)| numbers);
            return Some(Step::units(unit, format!("{} {} {numbers}", name(unit, false), quote(label)), of.count));
        }
        let (unit, naming) = self.unit()?;
        if naming == Naming::PrintedLine || unit == Unit::Section {
            return None;
        }
        Some(counted(unit, &ranges))
    }

    /// `except for the diagram`.
    fn except(&mut self, addr: &mut Addr) -> bool {
        let back = self.here();
        if !self.eat_word(&["except", "excepting"]) {
            return false;
        }
        self.eat_word(&["for"]);
        self.skip_noise();
        match self.word(0) {
            Some(word) => {
                addr.except = Some(word.to_owned());
                self.at += 1;
                true
            }
            None => {
                self.back(back);
                false
            }
        }
    }

    /// `from 'casualties' to the bottom of the page`.
    fn range(&mut self, addr: &mut Addr) -> bool {
        let back = self.here();
        if !self.eat_word(&["from", "between"]) {
            return false;
        }
        let edge = |reader: &mut Self| {
            reader.skip_noise();
            match reader.peek(0) {
                Some(Tok::Quote(words, _)) => {
                    reader.at += 1;
                    Some(quote(words))
                }
                _ => reader.step().map(|step| step.text),
            }
        };
        let from = edge(self);
        let joined = self.eat_word(&["to", "until", "and"]);
        let end = joined.then(|| {
            self.skip_noise();
            if self.eat_word(&["end", "bottom", "foot"]) {
                let here = self.here();
                self.eat_word(&["of"]);
                self.skip_noise();
                if !self.eat_word(&["page", "section", "paragraph", "list", "text"]) {
                    self.back(here);
                }
                return Some("the end".to_owned());
            }
            edge(self)
        });
        match (from, end.flatten()) {
            (Some(from), Some(to)) => {
                addr.range = Some(format!("from {from} to {to}"));
                true
            }
            _ => {
                self.back(back);
                false
            }
        }
    }

    /// Words that name a section, behind `under` or `in`: quoted, or written large.
    pub(super) fn named(&mut self, addr: &mut Addr) -> bool {
        let back = self.here();
        self.eat_word(&["the", "section", "rule"]);
        if let Some(Tok::Quote(words, _)) = self.peek(0) {
            self.at += 1;
            self.eat_word(&["section", "heading", "rule"]);
            addr.heading = Some(words.clone());
            return true;
        }
        if let Some(Tok::Dotted(number)) = self.peek(0) {
            self.at += 1;
            addr.heading = Some(number.clone());
            return true;
        }
        if let Some(Tok::Bracket(number)) = self.peek(0) {
            self.at += 1;
            addr.heading = Some(number.clone());
            return true;
        }
        let from = self.at;
        while self.large(from) {
            self.at += 1;
        }
        if self.at == from {
            self.back(back);
            return false;
        }
        let (start, end) = (self.tokens[from].start, self.behind());
        addr.heading = Some(self.text[start..end].to_owned());
        self.eat_word(&["section", "heading", "rules"]);
        true
    }

    /// Whether the word here goes on with a name that began at `from`: written large, or a small word between such.
    fn large(&self, from: usize) -> bool {
        let is_large = |at: usize| {
            self.tokens
                .get(at)
                .is_some_and(|token| matches!(token.tok, Tok::Word(_)) && self.text[token.start..].starts_with(char::is_uppercase))
        };
        let small = ["of", "and", "the", "or", "a", "in", "to", "for"];
        is_large(self.at)
            || (self.at > from && (self.is_word(0, &small) || self.is_mark(0, &['&'])) && is_large(self.at + 1))
            || (self.at > from && matches!(self.peek(0), Some(Tok::Item(_) | Tok::Number(..))) && self.is_mark(1, &['.', ':', ',']))
    }
}

/// A unit without number: everything of the section, or all there are.
fn bare(unit: Unit) -> String {
    match unit {
        Unit::Section | Unit::Page | Unit::Figure | Unit::Words => "text".to_owned(),
        Unit::Paragraph | Unit::Sentence | Unit::Table => format!("{} 1", name(unit, false)),
        Unit::Bullet | Unit::Line | Unit::Row | Unit::Item | Unit::Entry => format!("all {}", name(unit, true)),
    }
}

/// The edition of `version 3.1 only`, `3.0 numbering`.
fn frame(words: &str) -> Option<String> {
    let mut parts = words.split_whitespace().peekable();
    let first = parts.next()?;
    let number = |word: &str| word.contains('.') && word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let edition = if matches!(first.to_lowercase().as_str(), "version" | "edition" | "v") { parts.next()? } else { first };
    let tail: Vec<String> = parts.map(str::to_lowercase).collect();
    let says = tail.is_empty() && edition != first || tail.iter().any(|word| word == "numbering" || word == "only");
    (number(edition) && says).then(|| edition.to_owned())
}

impl Addr {
    /// The address in the instruction language; nothing where the whole place is meant.
    pub(super) fn text(&self) -> String {
        let steps = |steps: &[Step]| steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(", ");
        let mut parts = vec![steps(&self.steps)];
        for more in self.more.iter().map(|more| steps(more)) {
            if !parts.contains(&more) {
                parts.push(more);
            }
        }
        parts.retain(|part| !part.is_empty());
        let mut text = parts.join(" and ");
        if let Some(range) = &self.range {
            text = if text.is_empty() || text == "text" { range.clone() } else { format!("{text}, {range}") };
        }
        if text.is_empty() {
            return text;
        }
        if let Some(frame) = &self.frame {
            text += &format!(" ({frame} numbering)");
        }
        if let Some(line) = self.printed_line {
            text += &format!(" (printed line {line})");
        }
        text
    }

    /// What it is, for an explanation.
    fn told(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.page.as_ref().map(|page| format!("page {page}")));
        parts.extend(self.heading.as_ref().map(|heading| format!("under {heading}")));
        let text = self.text();
        parts.extend((!text.is_empty()).then_some(text));
        if let (Some(line), true) = (self.printed_line, self.steps.is_empty()) {
            parts.push(format!("line {line} of print"));
        }
        parts.join(", ")
    }
}
