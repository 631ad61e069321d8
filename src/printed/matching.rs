//! Matches printed instructions with patches that restate them; makes texts of library files.

use super::{
    align::{Alignment, align},
    compare::{Disagreement, DisagreementKind, PatchComparison, own_words},
    library_file::LibraryFile,
    passage_ref::{PassageRef, printed_passages},
    restatement::{PassageKey, RestatementRef, restatements, restatements_sharing_passages},
    share,
    unit::{self, EditableUnit},
    write,
};
use crate::{
    analysis::Analysis,
    import::{ParsedSheets, PrintedInstruction, PrintedSheet, SectionNames},
    resolve::{RulesetDb, file_section_id, targets},
    syntax::{Command, UnitNoun as SyntaxUnit, Verb, instruction},
    text::{Span, Spanned, similarity::similarity},
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A match for the report of `import`: the names of a patch and its document, the heading and bytes
/// of the printed instruction, and whether its words fit and are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RestatementMatch {
    /// The patch: `dbm-3.1:48`.
    pub patch: String,
    /// The document of the patch.
    pub document: String,
    /// The heading under which the instruction is printed.
    pub heading: String,
    /// The position in the imported file.
    pub span: Span,
    /// Whether the printed words fit the units of the restatement, so that they are shown.
    pub shown: bool,
}

/// The result of matching an imported file: matches, disagreements, texts of library files (not
/// written yet), counts, and sheets of no known ruleset.
#[derive(Clone, Debug, Default)]
pub struct SheetMatches {
    /// The matches, in the order of the file.
    pub matches: Vec<RestatementMatch>,
    /// Where print and restatement disagree, including explained disagreements.
    pub disagreements: Vec<Disagreement>,
    /// The texts of files for the library; none is written to disk here.
    pub files: Vec<LibraryFile>,
    /// The number of restated instructions of known sheets, and the number of all their
    /// instructions.
    pub instructions: (usize, usize),
    /// Sheets that belong to no ruleset: their titles and numbers of instructions.
    pub unknown: Vec<(String, usize)>,
}

impl SheetMatches {
    /// Returns the disagreements that nothing explains.
    pub fn open(&self) -> impl Iterator<Item = &Disagreement> {
        self.disagreements.iter().filter(|one| one.answer.is_none())
    }
}

/// Matches the known sheets of an imported file with the restatements of `analysis`.
///
/// `earlier` are library files made from other imported files in the same run; new files keep
/// their passages.
pub fn match_sheets(
    analysis: &Analysis,
    parsed: &ParsedSheets,
    earlier: &[LibraryFile],
) -> SheetMatches {
    let mut matches = SheetMatches::default();
    let mut missing: Vec<(Vec<PassageKey>, Disagreement)> = Vec::new();
    let mut found: HashSet<PassageKey> = HashSet::new();
    for sheet in &parsed.sheets {
        let db = sheet
            .ruleset
            .as_deref()
            .and_then(|key| analysis.ruleset_db(key));
        match (db, &sheet.document) {
            (Some(db), Some(document)) => {
                SheetMatcher::new(analysis, db, sheet, document).match_sheet(
                    earlier,
                    &mut matches,
                    &mut found,
                    &mut missing,
                );
            }
            (Some(_), None) | (None, _) => {
                if !sheet.instructions.is_empty() {
                    matches
                        .unknown
                        .push((sheet.title.clone(), sheet.instructions.len()));
                }
            }
        }
    }
    // another sheet of the file may contain what one sheet lacks
    let lacks = |keys: &[PassageKey]| keys.iter().any(|key| !found.contains(key));
    matches.disagreements.extend(
        missing
            .into_iter()
            .filter(|(keys, _)| lacks(keys))
            .map(|(_, one)| one),
    );
    matches
}

/// Matcher of one sheet's instructions with patches that restate them: by number, then by words.
pub(super) struct SheetMatcher<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) db: &'a RulesetDb,
    pub(super) sheet: &'a PrintedSheet,
    document: &'a str,
    places: SectionNames,
    pub(super) slots: Vec<RestatementRef>,
    pub(super) by_key: HashMap<PassageKey, Vec<usize>>,
}

/// The likeness from which an instruction without a matching number is matched by its words.
const MIN_LIKENESS: f64 = 0.45;

/// The number of pairs above which instructions are not matched by their words.
const MAX_PAIRS: usize = 250_000;

impl<'a> SheetMatcher<'a> {
    fn new(
        analysis: &'a Analysis,
        db: &'a RulesetDb,
        sheet: &'a PrintedSheet,
        document: &'a str,
    ) -> Self {
        let (slots, by_key) = restatements(db);
        Self {
            analysis,
            db,
            sheet,
            document,
            places: SectionNames::new(db),
            slots,
            by_key,
        }
    }

    fn match_sheet(
        &self,
        earlier: &[LibraryFile],
        matches: &mut SheetMatches,
        found_keys: &mut HashSet<PassageKey>,
        missing: &mut Vec<(Vec<PassageKey>, Disagreement)>,
    ) {
        let (of_slot, unmatched) = self.assign_passages();
        matches.instructions.0 += self.sheet.instructions.len() - unmatched.len();
        matches.instructions.1 += self.sheet.instructions.len();
        let mut written: BTreeMap<usize, String> = BTreeMap::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut order: Vec<(usize, &Vec<PassageRef<'_>>)> = of_slot
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
            let (entry, shown, found) = self.write_slot(slot, prints);
            matches.disagreements.extend(found);
            let first = prints.first().map(|print| print.instruction);
            matches.matches.push(RestatementMatch {
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
        for instruction in unmatched {
            matches.disagreements.push(self.unrestated(instruction));
        }
        for (at, slot) in self.slots.iter().enumerate() {
            let ours = slot
                .keys
                .iter()
                .any(|(document, _)| document == self.document);
            if ours && !of_slot.contains_key(&at) {
                let disagreement = Disagreement {
                    patch: slot.name(),
                    heading: slot.heading(),
                    matter: DisagreementKind::NotPrinted,
                    printed: Vec::new(),
                    restated: slot.command().map(instruction::print).into_iter().collect(),
                    answer: None,
                };
                missing.push((slot.keys.clone(), disagreement));
            }
        }
        for document in seen {
            let known = matches.files.iter().chain(earlier.iter().rev());
            let Some(file) = self.library_file(document, &written, known) else {
                continue;
            };
            matches
                .files
                .retain(|other| (&other.ruleset, &other.name) != (&file.ruleset, &file.name));
            matches.files.push(file);
        }
    }

    /// Assigns the printed passages to slots; also returns the instructions without a slot.
    fn assign_passages(
        &self,
    ) -> (
        HashMap<usize, Vec<PassageRef<'a>>>,
        Vec<&'a PrintedInstruction>,
    ) {
        let mut of_slot: HashMap<usize, Vec<PassageRef<'a>>> = HashMap::new();
        let mut left: Vec<&'a PrintedInstruction> = Vec::new();
        for instruction in &self.sheet.instructions {
            let document = instruction.counted_in.as_deref().unwrap_or(self.document);
            let mut found = false;
            for print in printed_passages(instruction) {
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
                // the instruction itself may have a slot in addition to those of its numbered parts
                let own = (document.to_owned(), instruction.number.clone());
                for &at in self.by_key.get(&own).into_iter().flatten() {
                    of_slot.entry(at).or_insert_with(|| {
                        vec![PassageRef {
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
        if left.is_empty() || open.is_empty() || left.len() * open.len() > MAX_PAIRS {
            return (of_slot, left);
        }
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (l, instruction) in left.iter().enumerate() {
            for &at in &open {
                let like = self.likeness(&self.slots[at], instruction);
                if like >= MIN_LIKENESS {
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
            of_slot.insert(at, printed_passages(left[l]));
        }
        let mut index = 0..;
        left.retain(|_| index.next().is_none_or(|at| !taken.contains(&at)));
        (of_slot, left)
    }

    /// Whether place and words allow that the slot restates the instruction with the same number.
    fn is_plausible(&self, slot: &RestatementRef, print: PassageRef<'_>) -> bool {
        if !print.leads || slot.entry().is_none() {
            return true;
        }
        let ours = slot.command();
        let theirs = first_command(print.instruction);
        let same = ours
            .zip(theirs)
            .is_none_or(|(ours, theirs)| ours.effect() == theirs.effect());
        let place = slot.place().map(file_section_id).unwrap_or_default();
        let near = |id: String| id.split('.').next() == place.split('.').next();
        (same && self.find_place(print.instruction).is_none_or(near))
            || self.likeness(slot, print.instruction) >= 0.2
    }

    pub(super) fn find_place(&self, instruction: &PrintedInstruction) -> Option<String> {
        let place = &instruction.place;
        place.id.clone().or_else(|| {
            let found = self.places.find(&place.path, place.page.as_deref());
            Some(found?.id)
        })
    }

    fn likeness(&self, slot: &RestatementRef, instruction: &PrintedInstruction) -> f64 {
        let ours = slot.command();
        let theirs = first_command(instruction);
        let print: String = instruction
            .operations
            .iter()
            .map(|operation| operation.payload.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        let one = format!(
            "{} {}",
            own_words(theirs),
            unit::plain_words(&unit::parse_units(&print))
        );
        let other = format!(
            "{} {}",
            own_words(ours),
            unit::plain_words(&self.restated_units(slot))
        );
        if one.trim().is_empty() && other.trim().is_empty() {
            let same = theirs
                .zip(ours)
                .is_some_and(|(a, b)| instruction::print(a) == instruction::print(b));
            return if same { 1.0 } else { 0.0 };
        }
        similarity(&one, &other)
    }

    /// Returns the restated payload of a slot.
    fn restated_units(&self, slot: &RestatementRef) -> Vec<EditableUnit> {
        let blocks = match slot.entry {
            Some(_) => slot.entry().map(|entry| &entry.payload),
            None => slot.place().map(|place| &place.blocks),
        };
        blocks.map_or_else(Vec::new, |blocks| unit::units_of_blocks(blocks))
    }

    /// Writes the entry of a slot for a library file.
    ///
    /// Returns the text, whether the printed words fit the shape of the restatement, and the
    /// disagreements.
    fn write_slot(
        &self,
        slot: &RestatementRef,
        prints: &[PassageRef<'_>],
    ) -> (String, bool, Vec<Disagreement>) {
        let restated = self.restated_units(slot);
        let ours = slot.command();
        let first = prints
            .iter()
            .find(|print| print.leads)
            .map(|print| print.instruction);
        let command = first.and_then(|first| self.matching_command(first, ours));
        let command = command.as_ref();
        let text: Vec<String> = prints.iter().map(|print| print.text()).collect();
        let replaces_units = |own: &Command| own.verb == Verb::Replace && own.phrase.is_none();
        let text = match command {
            // print repeats the old words
            Some(own) if own.verb == Verb::Substitute && ours.is_some_and(replaces_units) => {
                vec![unit::without_struck(&text.join("\n\n"))]
            }
            Some(own) if own.verb == Verb::Insert && own.words.is_some() => Vec::new(),
            _ => text,
        };
        let mut print: Vec<EditableUnit> = text
            .iter()
            .flat_map(|text| unit::parse_units(text))
            .collect();
        let follows = self.is_led_by_other(slot);
        if follows && restated.is_empty() {
            // the words belong to the first patch; this one has no payload
            print.clear();
        }
        let payload_in_command = print.is_empty() && !restated.is_empty();
        if let (Some(first), true) = (first, payload_in_command) {
            print = units_from_command(first, ours);
        }
        let others: Vec<Vec<EditableUnit>> =
            restatements_sharing_passages(&self.slots, &self.by_key, slot)
                .map(|other| self.restated_units(other))
                .collect();
        let shared: Vec<EditableUnit> = others.concat();
        let own = if shared.is_empty() {
            print.clone()
        } else {
            share::restated_sentences(&print, &restated, &others)
        };
        let payload_in_command =
            payload_in_command || command.is_some_and(replaces_words) && !print.is_empty();
        let (aligned, shown) = match align(&own, &restated) {
            Alignment::Exact(units) | Alignment::Reshaped(units) => (units, true),
            Alignment::Misfit => (own, false),
        };
        let comparison = PatchComparison {
            analysis: self.analysis,
            db: self.db,
            slot,
            command,
            payload_in_command,
            print: &print,
            restated: &restated,
            shared: &shared,
            misfits: !shown,
        };
        // the first patch is compared for all that share its passage
        let found = if follows {
            Vec::new()
        } else {
            comparison.compare()
        };
        let command = command.filter(|_| !follows);
        let text = match slot.entry() {
            Some(entry) => {
                let line = self.written_command(command, ours);
                let n = entry.attrs.get("n");
                let n = n.map(|n| format!("n={}", n.value)).unwrap_or_default();
                write::write_entry(&line, &n, &aligned)
            }
            None => write::write_quote(&aligned),
        };
        (text, shown, found)
    }

    /// Returns the words of the printed command if it is a change of sections that the rules have,
    /// else those of the restated one.
    fn written_command(&self, printed: Option<&Command>, ours: Option<&Command>) -> String {
        let is_known = |command: &&Command| {
            let mut ids = targets(Some(command))
                .into_iter()
                .filter_map(|target| target.id.as_ref());
            ids.all(|id| self.db.section_of(&id.value).is_some())
        };
        // a comment that makes a rule is treated as a rule
        let printed = printed
            .filter(is_known)
            .filter(|command| !command.is_comment() && !ours.is_some_and(Command::is_comment));
        let command = printed.or(ours);
        command.map(instruction::print).unwrap_or_default()
    }

    /// Whether an earlier patch restates each of its passages too.
    fn is_led_by_other(&self, slot: &RestatementRef) -> bool {
        let first = |key: &PassageKey| {
            self.by_key
                .get(key)
                .and_then(|slots| slots.first())
                .map(|&at| self.slots[at].position())
        };
        slot.keys
            .iter()
            .all(|key| first(key).is_some_and(|first| first != slot.position()))
    }

    /// Returns the printed command that does the same as the patch, or the first one.
    ///
    /// Printed words below the instruction are moved into the command if the patch has them there.
    fn matching_command(
        &self,
        printed: &PrintedInstruction,
        ours: Option<&Command>,
    ) -> Option<Command> {
        let same = |command: &&Command| {
            let replaces = |own: &Command| (own.verb, replaces_words(own));
            ours.is_some_and(|ours| replaces(command) == replaces(ours))
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
        if command.verb == Verb::Insert
            && ours.is_some_and(|own| own.verb == Verb::Insert && own.words.is_some())
            && let Some(operation) = printed.operations.first()
            && let Some(count) = command
                .count
                .take_if(|count| count.unit == SyntaxUnit::Words)
        {
            let words = unit::plain_words(&unit::parse_units(&operation.payload));
            command.words = Some(Spanned::new(words, count.span));
        }
        Some(command)
    }

    /// Returns the disagreement for an instruction that nothing restates.
    fn unrestated(&self, printed: &PrintedInstruction) -> Disagreement {
        let document = printed.counted_in.as_deref().unwrap_or(self.document);
        Disagreement {
            patch: format!("{document}:{}", printed.number),
            heading: printed.place.path.last().cloned().unwrap_or_default(),
            matter: DisagreementKind::NoRestatement,
            printed: vec![printed.operations.first().map_or_else(
                || printed.printed.clone(),
                |operation| operation.text.clone(),
            )],
            restated: Vec::new(),
            answer: None,
        }
    }
}

/// Whether a command replaces words by words.
fn replaces_words(command: &Command) -> bool {
    command.verb == Verb::Replace && command.phrase.is_some()
}

/// Returns the command of the first operation of an instruction.
fn first_command(printed: &PrintedInstruction) -> Option<&Command> {
    printed
        .operations
        .first()
        .map(|operation| &operation.command)
}

/// Returns a command's words as units, for patches that have them as payload: `Change … to …` of
/// a whole unit, pairs of old and new words.
fn units_from_command(printed: &PrintedInstruction, ours: Option<&Command>) -> Vec<EditableUnit> {
    let mut lines = Vec::new();
    for operation in &printed.operations {
        let Some(ours) = ours else { continue };
        let command = &operation.command;
        let words = |text: &str| unit::escape_markup(text);
        lines.push(match (&command.phrase, &command.words) {
            (Some(phrase), Some(new)) if replaces_words(command) => {
                let old = match ours.verb {
                    Verb::Substitute => format!("~~{}~~ ", words(&phrase.quote.value)),
                    _ => String::new(),
                };
                old + &words(&new.value)
            }
            _ => words(&own_words(Some(command))),
        });
    }
    unit::parse_units(&lines.join("\n"))
}
