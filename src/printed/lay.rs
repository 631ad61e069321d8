use super::{
    judge::{Case, Disagreement, Doing, Matter, doing, spoken},
    place::Places,
    pour::{Poured, pour},
    share,
    slot::{Slot, SlotKey, sharers, slots},
    unit::{self, Unit},
    write::{self, Head},
};
use crate::{
    analysis::{Analysis, SourceOrigin},
    import::{Instruction, Reading, Sheet},
    resolve::{RulesetDb, place_id, targets},
    syntax::{self, Command, Inserted, Role, Unit as SyntaxUnit, instruction},
    text::{SourceId, Span, Spanned, bare::likeness},
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A printed instruction and the shipped patch that restates it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Match {
    /// The patch: `dbm-3.1:48`.
    pub patch: String,
    /// The document whose file holds it.
    pub document: String,
    /// The heading under which it is printed.
    pub heading: String,
    /// Where it stands in the file that was read.
    pub span: Span,
    /// Whether its words have the units of the restatement, so that they are shown.
    pub shown: bool,
}

/// A file for the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryFile {
    /// The ruleset: the folder.
    pub ruleset: String,
    /// The document that it holds.
    pub document: String,
    /// Its name in that folder.
    pub name: String,
    /// Its text.
    pub text: String,
    /// How many passages it holds, of how many that are restated.
    pub passages: (usize, usize),
}

/// The sheets of one file, laid beside what is shipped.
#[derive(Clone, Debug, Default)]
pub struct Laid {
    /// What was matched, in the order of the file.
    pub matches: Vec<Match>,
    /// Where print and restatement disagree; answered ones too.
    pub disagreements: Vec<Disagreement>,
    /// The files for the library.
    pub files: Vec<LibraryFile>,
    /// How many instructions of known sheets have a restatement, and how many there are.
    pub instructions: (usize, usize),
    /// How many instructions stand in sheets that no ruleset has: by title.
    pub unknown: Vec<(String, usize)>,
}

impl Laid {
    /// The disagreements that nothing answers.
    pub fn open(&self) -> impl Iterator<Item = &Disagreement> {
        self.disagreements.iter().filter(|one| one.answer.is_none())
    }
}

/// Lays the known sheets of a reading beside the restatements of `analysis`. `earlier` are files that were made of other readings and are put into
/// the library together with those that are made now, which then hold what those hold.
pub fn lay(analysis: &Analysis, reading: &Reading, earlier: &[LibraryFile]) -> Laid {
    let mut laid = Laid::default();
    let mut missing: Vec<(Vec<SlotKey>, Disagreement)> = Vec::new();
    let mut found: HashSet<SlotKey> = HashSet::new();
    for sheet in &reading.sheets {
        let db = sheet
            .ruleset
            .as_deref()
            .and_then(|key| analysis.ruleset_db(key));
        match (db, &sheet.document) {
            (Some(db), Some(document)) => {
                Laying::new(analysis, db, sheet, document).lay(
                    earlier,
                    &mut laid,
                    &mut found,
                    &mut missing,
                );
            }
            (Some(_), None) | (None, _) => {
                if !sheet.instructions.is_empty() {
                    laid.unknown
                        .push((sheet.title.clone(), sheet.instructions.len()));
                }
            }
        }
    }
    // another sheet of the file may have what one lacks
    let lacks = |keys: &[SlotKey]| keys.iter().any(|key| !found.contains(key));
    laid.disagreements.extend(
        missing
            .into_iter()
            .filter(|(keys, _)| lacks(keys))
            .map(|(_, one)| one),
    );
    laid
}

/// A printed passage: an instruction, or a numbered part of what one brings.
#[derive(Clone, Copy)]
struct Print<'a> {
    instruction: &'a Instruction,
    /// The part; none where the instruction brings nothing.
    passage: Option<usize>,
    /// Whether it is the instruction itself and not a further part.
    leads: bool,
}

impl Print<'_> {
    /// What it brings, in the notation.
    fn text(self) -> String {
        match self
            .passage
            .and_then(|at| self.instruction.passages.get(at))
        {
            Some(passage) => match passage
                .heading
                .as_ref()
                .filter(|_| !passage.text.starts_with("###"))
            {
                Some(heading) => format!("### {heading}\n\n{}", passage.text),
                None => passage.text.clone(),
            },
            // values are no passages
            None => {
                let payloads = self
                    .instruction
                    .operations
                    .iter()
                    .map(|operation| operation.payload.as_str());
                payloads
                    .filter(|payload| !payload.is_empty())
                    .collect::<Vec<_>>()
                    .join("\n\n")
            }
        }
    }
}

struct Laying<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    sheet: &'a Sheet,
    document: &'a str,
    places: Places,
    slots: Vec<Slot>,
    by_key: HashMap<SlotKey, Vec<usize>>,
}

/// From what likeness on an instruction whose number leads nowhere is taken for a patch with much the same words.
const LIKE: f64 = 0.45;

/// How many pairs are weighed at most where numbers lead nowhere.
const PAIRS: usize = 250_000;

impl<'a> Laying<'a> {
    fn new(analysis: &'a Analysis, db: &'a RulesetDb, sheet: &'a Sheet, document: &'a str) -> Self {
        let (slots, by_key) = slots(db);
        Self {
            analysis,
            db,
            sheet,
            document,
            places: Places::new(db),
            slots,
            by_key,
        }
    }

    fn lay(
        &self,
        earlier: &[LibraryFile],
        laid: &mut Laid,
        found_keys: &mut HashSet<SlotKey>,
        missing: &mut Vec<(Vec<SlotKey>, Disagreement)>,
    ) {
        let (of_slot, strangers) = self.matched();
        laid.instructions.0 += self.sheet.instructions.len() - strangers.len();
        laid.instructions.1 += self.sheet.instructions.len();
        let mut written: BTreeMap<usize, String> = BTreeMap::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut order: Vec<(usize, &Vec<Print<'_>>)> = of_slot
            .iter()
            .map(|(&slot, prints)| (slot, prints))
            .collect();
        order.sort_by_key(|(_, prints)| {
            prints
                .first()
                .map_or(0, |print| print.instruction.span.start())
        });
        for (at, prints) in order {
            let slot = &self.slots[at];
            seen.insert(slot.document());
            found_keys.extend(slot.keys.iter().cloned());
            let (entry, shown, found) = self.written(slot, prints);
            laid.disagreements.extend(found);
            let first = prints.first().map(|print| print.instruction);
            laid.matches.push(Match {
                patch: slot.name(),
                document: slot.document().to_owned(),
                heading: first
                    .and_then(|first| first.place.path.last().cloned())
                    .unwrap_or_default(),
                span: first.map(|first| first.span).unwrap_or_default(),
                shown,
            });
            written.insert(at, entry);
        }
        for stranger in strangers {
            laid.disagreements.push(self.alone(stranger));
        }
        for (at, slot) in self.slots.iter().enumerate() {
            let ours = slot
                .keys
                .iter()
                .any(|(document, _)| document == self.document);
            if ours && !of_slot.contains_key(&at) {
                let told = Disagreement {
                    patch: slot.name(),
                    heading: slot
                        .place()
                        .map(|place| place.heading.text.to_string())
                        .unwrap_or_default(),
                    matter: Matter::NotPrinted,
                    printed: Vec::new(),
                    restated: slot
                        .entry()
                        .and_then(|entry| entry.command.as_ref())
                        .map(instruction::print)
                        .into_iter()
                        .collect(),
                    answer: None,
                };
                missing.push((slot.keys.clone(), told));
            }
        }
        for document in seen {
            let known = laid.files.iter().chain(earlier.iter().rev());
            let Some(file) = self.file(document, &written, known) else {
                continue;
            };
            laid.files
                .retain(|other| (&other.ruleset, &other.name) != (&file.ruleset, &file.name));
            laid.files.push(file);
        }
    }

    /// Which printed passages belong to which slot, and the instructions that belong to none.
    fn matched(&self) -> (HashMap<usize, Vec<Print<'a>>>, Vec<&'a Instruction>) {
        let mut of_slot: HashMap<usize, Vec<Print<'a>>> = HashMap::new();
        let mut left: Vec<&'a Instruction> = Vec::new();
        for instruction in &self.sheet.instructions {
            let document = instruction.counted_in.as_deref().unwrap_or(self.document);
            let mut found = false;
            for print in prints(instruction) {
                let number = print
                    .passage
                    .and_then(|at| instruction.passages.get(at))
                    .map_or(&instruction.number, |passage| &passage.number);
                let key = (document.to_owned(), number.clone());
                let slots = self.by_key.get(&key).map_or(&[][..], Vec::as_slice);
                if slots
                    .first()
                    .is_some_and(|&at| self.is_plausible(&self.slots[at], print))
                {
                    slots
                        .iter()
                        .for_each(|&at| of_slot.entry(at).or_default().push(print));
                    found = true;
                }
            }
            if found {
                // what the instruction does besides, where its parts are numbered for themselves
                let own = (document.to_owned(), instruction.number.clone());
                for &at in self.by_key.get(&own).into_iter().flatten() {
                    of_slot.entry(at).or_insert_with(|| {
                        vec![Print {
                            instruction,
                            passage: None,
                            leads: true,
                        }]
                    });
                }
            } else {
                left.push(instruction);
            }
        }
        let open: Vec<usize> = (0..self.slots.len())
            .filter(|at| {
                !of_slot.contains_key(at)
                    && self.slots[*at]
                        .keys
                        .iter()
                        .any(|(document, _)| document == self.document)
            })
            .collect();
        if left.is_empty() || open.is_empty() || left.len() * open.len() > PAIRS {
            return (of_slot, left);
        }
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (l, instruction) in left.iter().enumerate() {
            for &at in &open {
                let like = self.likeness(&self.slots[at], instruction);
                if like >= LIKE {
                    pairs.push((like, l, at));
                }
            }
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut taken = HashSet::new();
        for (_, l, at) in pairs {
            if taken.contains(&l) || of_slot.contains_key(&at) {
                continue;
            }
            taken.insert(l);
            of_slot.insert(at, prints(left[l]));
        }
        let mut index = 0;
        left.retain(|_| {
            index += 1;
            !taken.contains(&(index - 1))
        });
        (of_slot, left)
    }

    /// Whether an instruction can be the one that a patch restates, going by place and words. The number says that it is.
    fn is_plausible(&self, slot: &Slot, print: Print<'_>) -> bool {
        if !print.leads || slot.entry().is_none() {
            return true;
        }
        let ours = slot.entry().and_then(|entry| entry.command.as_ref());
        let theirs = print
            .instruction
            .operations
            .first()
            .map(|operation| &operation.command);
        let same = ours
            .zip(theirs)
            .is_none_or(|(ours, theirs)| doing(ours) == doing(theirs));
        let place = slot.place().map(place_id).unwrap_or_default();
        let near = |id: String| id.split('.').next() == place.split('.').next();
        (same && self.place_of(print.instruction).is_none_or(near))
            || self.likeness(slot, print.instruction) >= 0.2
    }

    fn place_of(&self, instruction: &Instruction) -> Option<String> {
        let known = instruction.place.id.clone();
        known.or_else(|| {
            Some(
                self.places
                    .find(&instruction.place.path, instruction.place.page.as_deref())?
                    .id,
            )
        })
    }

    fn likeness(&self, slot: &Slot, instruction: &Instruction) -> f64 {
        let ours = slot.entry().and_then(|entry| entry.command.as_ref());
        let theirs = instruction
            .operations
            .first()
            .map(|operation| &operation.command);
        let print: String = instruction
            .operations
            .iter()
            .map(|operation| operation.payload.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        let one = format!("{} {}", spoken(theirs), unit::plain(&unit::units(&print)));
        let other = format!("{} {}", spoken(ours), unit::plain(&self.restated(slot)));
        if one.trim().is_empty() && other.trim().is_empty() {
            let same = theirs
                .zip(ours)
                .is_some_and(|(a, b)| instruction::print(a) == instruction::print(b));
            return if same { 1.0 } else { 0.0 };
        }
        likeness(&one, &other)
    }

    /// What a slot brings here.
    fn restated(&self, slot: &Slot) -> Vec<Unit> {
        match slot.entry {
            Some(_) => slot
                .entry()
                .map_or_else(Vec::new, |entry| unit::of_blocks(&entry.payload)),
            None => slot
                .place()
                .map_or_else(Vec::new, |place| unit::of_blocks(&place.blocks)),
        }
    }

    /// A slot with its printed words, as it stands in a library file; whether these are in shape; and where the two disagree.
    fn written(&self, slot: &Slot, prints: &[Print<'_>]) -> (String, bool, Vec<Disagreement>) {
        let restated = self.restated(slot);
        let ours = slot.entry().and_then(|entry| entry.command.as_ref());
        let first = prints
            .iter()
            .find(|print| print.leads)
            .map(|print| print.instruction);
        let command = first.and_then(|first| self.command(first, ours));
        let command = command.as_ref();
        let text: Vec<String> = prints.iter().map(|print| print.text()).collect();
        let text = match (command, ours) {
            // print gives the old words too
            (Some(Command::Substitute { .. }), Some(Command::Replace { .. })) => {
                vec![unit::unstruck(&text.join("\n\n"))]
            }
            (
                Some(Command::Insert {
                    what: Inserted::Words(_),
                    ..
                }),
                _,
            ) => Vec::new(),
            (_, _) => text,
        };
        let mut print: Vec<Unit> = text.iter().flat_map(|text| unit::units(text)).collect();
        let follows = self.follows(slot);
        if follows && restated.is_empty() {
            // the words are those of the patch that leads; this one brings nothing
            print.clear();
        }
        let in_words = print.is_empty() && !restated.is_empty();
        if let (Some(first), true) = (first, in_words) {
            print = brought_in_words(first, ours);
        }
        let others: Vec<Vec<Unit>> = sharers(&self.slots, &self.by_key, slot)
            .map(|other| self.restated(other))
            .collect();
        let beside: Vec<Unit> = others.concat();
        let own = if beside.is_empty() {
            print.clone()
        } else {
            share::share(&print, &restated, &others)
        };
        let in_words =
            in_words || matches!(command, Some(Command::ReplacePhrase { .. })) && !print.is_empty();
        let (poured, shown) = match pour(&own, &restated) {
            Poured::Same(units) | Poured::Bent(units) => (units, true),
            Poured::Misfit => (own, false),
        };
        let case = Case {
            analysis: self.analysis,
            db: self.db,
            slot,
            command,
            in_words,
            print: &print,
            restated: &restated,
            beside: &beside,
            misshapen: !shown,
        };
        // the patch that leads is judged for all that share its passage
        let found = if follows { Vec::new() } else { case.judge() };
        let command = command.filter(|_| !follows);
        let text = match slot.entry() {
            Some(entry) => {
                let known = |command: &&Command| {
                    let ids = targets(Some(command))
                        .into_iter()
                        .filter_map(|target| target.id.as_ref());
                    ids.into_iter()
                        .all(|id| self.db.section_of(&id.value).is_some())
                };
                // a comment that rules is a rule in its place
                let speaks = |command: &&Command| doing(command) == Doing::Speak;
                let line = command
                    .filter(known)
                    .filter(|command| !speaks(command) && !ours.is_some_and(|ours| speaks(&ours)))
                    .or(ours)
                    .map(instruction::print)
                    .unwrap_or_default();
                let n = entry
                    .attrs
                    .get("n")
                    .map(|n| format!("n={}", n.value))
                    .unwrap_or_default();
                write::entry(&line, &n, &poured)
            }
            None => write::quote(&poured),
        };
        (text, shown, found)
    }

    /// Whether each of its passages is restated by an earlier patch too, which leads.
    fn follows(&self, slot: &Slot) -> bool {
        let first = |key: &SlotKey| {
            self.by_key
                .get(key)
                .and_then(|slots| slots.first())
                .map(|&at| self.slots[at].at())
        };
        slot.keys
            .iter()
            .all(|key| first(key).is_some_and(|first| first != slot.at()))
    }

    /// The operation of a printed instruction that does what the patch does, else its first. Words that it brings below stand in it, where the
    /// patch has them there.
    fn command(&self, printed: &Instruction, ours: Option<&Command>) -> Option<Command> {
        let same = |command: &&Command| {
            ours.is_some_and(|ours| {
                std::mem::discriminant(*command) == std::mem::discriminant(ours)
            })
        };
        let mut commands = printed
            .operations
            .iter()
            .map(|operation| &operation.command);
        let mut command = commands
            .clone()
            .find(same)
            .or_else(|| commands.next())?
            .clone();
        if let (
            Command::Insert { what, .. },
            Some(Command::Insert {
                what: Inserted::Words(_),
                ..
            }),
        ) = (&mut command, ours)
            && let (Inserted::Units(count), Some(operation)) = (&*what, printed.operations.first())
            && count.unit == SyntaxUnit::Words
        {
            let words = unit::plain(&unit::units(&operation.payload));
            *what = Inserted::Words(Spanned {
                value: words,
                span: count.span,
            });
        }
        Some(command)
    }

    /// An instruction that nothing restates.
    fn alone(&self, printed: &Instruction) -> Disagreement {
        let document = printed.counted_in.as_deref().unwrap_or(self.document);
        Disagreement {
            patch: format!("{document}:{}", printed.number),
            heading: printed.place.path.last().cloned().unwrap_or_default(),
            matter: Matter::NoRestatement,
            printed: vec![printed.operations.first().map_or_else(
                || printed.printed.clone(),
                |operation| operation.text.clone(),
            )],
            restated: Vec::new(),
            answer: None,
        }
    }

    /// The library's file of a document: what was written now, and what it held before and is not in the file that was read.
    fn file<'f>(
        &self,
        document: &str,
        written: &BTreeMap<usize, String>,
        mut made: impl Iterator<Item = &'f LibraryFile>,
    ) -> Option<LibraryFile> {
        let own: Vec<usize> = (0..self.slots.len())
            .filter(|&at| self.slots[at].document() == document)
            .collect();
        let role = own.first().map(|&at| self.slots[at].file.role)?;
        let ending = match role {
            Role::Amend => "amend",
            Role::Clarify => "clarify",
            Role::Base | Role::Book | Role::Index => "book",
        };
        let name = format!("{document}.{ending}.md");
        let made = made.find(|file| file.ruleset == self.db.ruleset.key && file.name == name);
        let before = self.before(&name, made.map(|file| file.text.as_str()));
        let front = |key: &str| {
            let front = &self.slots[own[0]].file.front;
            let value = if key == "edition" {
                &front.edition
            } else {
                &front.frame
            };
            value.as_ref().map(|value| value.value.clone())
        };
        let (edition, frame) = (front("edition"), front("frame"));
        let mut body = String::new();
        let mut last: Option<(SourceId, usize)> = None;
        let mut count = 0;
        for &at in &own {
            let slot = &self.slots[at];
            let nth = |key: &SlotKey| {
                self.by_key
                    .get(key)
                    .and_then(|slots| slots.iter().position(|&own| own == at))
                    .unwrap_or_default()
            };
            let kept = || {
                slot.keys
                    .iter()
                    .find_map(|key| before.get(key)?.get(nth(key)).cloned())
            };
            let Some(text) = written.get(&at).cloned().or_else(kept) else {
                continue;
            };
            count += 1;
            if last != Some((slot.file.source, slot.place)) {
                last = Some((slot.file.source, slot.place));
                let Some(place) = slot.place() else { continue };
                let page = place.attrs.get("page").map(|page| page.value.as_str());
                body += &write::place(
                    &self.heading(slot, &place.heading.text),
                    &place_id(place),
                    page,
                );
            }
            body += &text;
        }
        let head = Head {
            ruleset: &self.db.ruleset.key,
            document,
            edition: edition.as_deref(),
            frame: frame.as_deref(),
            printed: true,
            partial: count < own.len(),
        };
        Some(LibraryFile {
            ruleset: self.db.ruleset.key.clone(),
            document: document.to_owned(),
            text: write::library(&name, &head, &body),
            name,
            passages: (count, own.len()),
        })
    }

    /// The heading of a place as printed, where the file that was read has one that means it.
    fn heading(&self, slot: &Slot, ours: &str) -> String {
        let id = slot.place().map(place_id).unwrap_or_default();
        let is =
            |instruction: &&Instruction| self.place_of(instruction).as_deref() == Some(id.as_str());
        let found = self
            .sheet
            .instructions
            .iter()
            .filter(|one| slot.keys.iter().any(|(_, n)| *n == one.number))
            .find(is);
        found
            .and_then(|one| one.place.path.last().cloned())
            .filter(|heading| !heading.is_empty())
            .unwrap_or_else(|| ours.to_owned())
    }

    /// The entries that the library holds under that name, or will hold, by passage: several where several patches restate parts of it.
    fn before(&self, name: &str, made: Option<&str>) -> HashMap<SlotKey, Vec<String>> {
        let mut out: HashMap<SlotKey, Vec<String>> = HashMap::new();
        let own = |source: &&crate::analysis::Source| {
            source.origin == SourceOrigin::Library
                && source.ruleset == self.db.ruleset.key
                && source.name == name
        };
        let held = || {
            self.analysis
                .sources()
                .iter()
                .find(own)
                .map(|source| &*source.text)
        };
        let Some(text) = made.or_else(held) else {
            return out;
        };
        let file = syntax::parse(SourceId(u32::MAX), name, text);
        let document = file
            .front
            .document
            .as_ref()
            .map_or("", |document| document.value.as_str())
            .to_owned();
        for entry in file.places.iter().flat_map(|place| &place.entries) {
            let text = format!("\n{}\n", entry.span.of(text).trim());
            for key in entry.attrs.passages_in(&document) {
                out.entry(key).or_default().push(text.clone());
            }
        }
        out
    }
}

/// The passages of an instruction; itself, where it brings nothing.
fn prints(instruction: &Instruction) -> Vec<Print<'_>> {
    if instruction.passages.is_empty() {
        return vec![Print {
            instruction,
            passage: None,
            leads: true,
        }];
    }
    let one = |at: usize| Print {
        instruction,
        passage: Some(at),
        leads: instruction.passages[at].number == instruction.number,
    };
    (0..instruction.passages.len()).map(one).collect()
}

/// The words of a command where the patch has them as its payload: `Change … to …` of a whole unit, pairs of old and new.
fn brought_in_words(printed: &Instruction, ours: Option<&Command>) -> Vec<Unit> {
    let mut lines = Vec::new();
    for operation in &printed.operations {
        match (&operation.command, ours) {
            (Command::ReplacePhrase { phrase, with, .. }, Some(Command::Substitute { .. })) => {
                lines.push(format!(
                    "~~{}~~ {}",
                    unit::escaped(&phrase.quote.value),
                    unit::escaped(&with.value)
                ));
            }
            (Command::ReplacePhrase { with, .. }, Some(_)) => {
                lines.push(unit::escaped(&with.value))
            }
            (command, Some(_)) => lines.push(unit::escaped(&spoken(Some(command)))),
            (_, None) => {}
        }
    }
    unit::units(&lines.join("\n"))
}
