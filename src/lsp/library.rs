//! Everything that is loaded, with what the server remembers of it.

use super::{
    address,
    findings::{self, Change, Findings},
    play::Play,
    texts::TextAddress,
};
use crate::{
    analysis::{
        Analysis, IncrementalIndex, IndexKey, IndexUpdate, Source, SourceKind, SourceOrigin,
    },
    diagnostic::Diagnostic,
    disk, lint,
    lint::Levels,
    scenario::Umpire,
    search::Index,
    syntax::File,
    text::SourceId,
};
use jiff::civil::Date;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tower_lsp::gen_lsp_types::Uri;

/// So many past files are kept, at most, until somebody has the time to let go of them.
const PAST: usize = 8;

/// The analysis as the server has it. One writer; readers see it between two changes.
#[derive(Debug, Default)]
pub(super) struct Library {
    /// The rules.
    pub(super) analysis: Analysis,
    /// What settings say of questions that leave something out, and of lints.
    pub(super) defaults: disk::Defaults,
    /// The severities that settings give.
    pub(super) levels: Levels,
    /// Who judges scenarios, by the rules of play as they are now.
    pub(super) umpire: Umpire,
    /// What is wrong with the rules of play of a ruleset, as far as that was asked.
    misruled: Mutex<HashMap<String, Arc<[Diagnostic]>>>,
    /// The scenarios that were taken up since they or the rules were changed.
    plays: Mutex<HashMap<SourceId, Arc<Play>>>,
    places: HashMap<Uri, SourceId>,
    /// The versions of the open documents, as far as they were taken in.
    pub(super) versions: HashMap<Uri, i32>,
    /// Which state of the rules this is: another number after each change.
    pub(super) state: u64,
    findings: Mutex<Findings>,
    /// The [names](findings::names) of the sources that were changed, as they are now.
    names: HashMap<SourceId, u64>,
    index: Mutex<IncrementalIndex>,
    /// Where texts of the program lie for a client that can open nothing but files.
    shelf: Option<disk::Shelf>,
    /// The names of those that lie there.
    put: Mutex<BTreeSet<String>>,
    /// Files as they were before they were changed: taking them to pieces can wait until nobody does.
    past: Mutex<Vec<Arc<File>>>,
    edited: bool,
}

impl Library {
    pub(super) fn new(sources: Vec<Source>, defaults: disk::Defaults) -> Self {
        let analysis = Analysis::new(sources);
        let place = |(at, source): (usize, &Source)| {
            Some((address::of_source(source)?, SourceId(at as u32)))
        };
        let places = analysis
            .sources()
            .iter()
            .enumerate()
            .filter_map(place)
            .collect();
        let own = analysis
            .sources()
            .iter()
            .enumerate()
            .filter(|(_, source)| source.origin != SourceOrigin::Shipped);
        let findings = Mutex::new(Findings::of(own.map(|(at, _)| SourceId(at as u32))));
        let umpire = Umpire::new(&analysis);
        Self {
            umpire,
            analysis,
            defaults,
            places,
            findings,
            state: next_state(),
            ..Self::default()
        }
    }

    /// The same for a client that can open nothing but files: the sources inside the program have files too, once they are shown.
    pub(super) fn shelved(mut self, shelf: Option<disk::Shelf>) -> Self {
        if let Some(shelf) = &shelf {
            let own = self
                .analysis
                .sources()
                .iter()
                .enumerate()
                .filter(|(_, source)| source.origin == SourceOrigin::Shipped);
            let place = |(at, source): (usize, &Source)| {
                Some((
                    address::of_path(&shelf.path(source.path.as_str()))?,
                    SourceId(at as u32),
                ))
            };
            self.places.extend(own.filter_map(place));
        }
        self.shelf = shelf;
        self
    }

    /// Whether some text was changed since all was loaded.
    pub(super) fn is_edited(&self) -> bool {
        self.edited
    }

    /// The source at an address.
    pub(super) fn source(&self, uri: &Uri) -> Option<SourceId> {
        self.places
            .get(uri)
            .or_else(|| self.places.get(&address::plain(uri)))
            .copied()
    }

    /// The address of a source.
    pub(super) fn uri(&self, source: SourceId) -> Option<Uri> {
        let source = self.analysis.source(source)?;
        let shelf = self
            .shelf
            .as_ref()
            .filter(|_| source.origin == SourceOrigin::Shipped);
        shelf
            .and_then(|shelf| address::of_path(&shelf.path(source.path.as_str())))
            .or_else(|| address::of_source(source))
    }

    /// The address of a source that is going to be opened: where it has to lie in a file for that, it lies there now.
    pub(super) fn shown(&self, source: SourceId) -> Option<Uri> {
        let found = self.analysis.source(source)?;
        if self.shelf.is_some() && found.origin == SourceOrigin::Shipped {
            return self
                .put(found.path.as_str(), &found.text)
                .or_else(|| address::of_source(found));
        }
        self.uri(source)
    }

    /// The page that explains a finding.
    pub(super) fn lint_page(&self, code: &str) -> Option<Uri> {
        if let Some(rule) = self.umpire.all().find_map(|(_, rules)| rules.rule(code)) {
            // its file is its page
            return self.shown(rule.source);
        }
        let lint = lint::explain(code)?;
        self.put(&format!("lint/{code}.md"), lint.page)
            .or_else(|| TextAddress::Lint(code.to_owned()).uri())
    }

    /// The file of a text of the program, which lies there from now on; none where there is no place for it.
    fn put(&self, name: &str, text: &str) -> Option<Uri> {
        let shelf = self.shelf.as_ref()?;
        let mut put = self.put.lock().unwrap_or_else(PoisonError::into_inner);
        if !put.contains(name) {
            shelf.put(name, text)?;
            put.insert(name.to_owned());
        }
        address::of_path(&shelf.path(name))
    }

    /// Takes in a new text of a source.
    pub(super) fn update(&mut self, source: SourceId, text: Arc<str>) {
        if self
            .analysis
            .source(source)
            .is_none_or(|known| known.text == text)
        {
            return;
        }
        let names = |analysis: &Analysis| {
            analysis
                .file(source)
                .map_or(0, |file| findings::names(file))
        };
        self.edited = true;
        self.state = next_state();
        // what stands under the heading of a section that nothing makes may be told of another section, and what is missing in a
        // document in another of its files
        let grounds = |analysis: &Analysis| {
            let db = analysis.ruleset_db_of(source)?;
            let groundless = db
                .concerned_by(source)
                .into_iter()
                .filter(|id| db.is_groundless(id));
            Some((
                groundless.map(str::to_owned).collect::<Vec<_>>(),
                db.passages(source).to_vec(),
            ))
        };
        let before = self
            .names
            .get(&source)
            .copied()
            .unwrap_or_else(|| names(&self.analysis));
        let (groundless, passages) = grounds(&self.analysis).unwrap_or_default();
        let past = self.past.get_mut().unwrap_or_else(PoisonError::into_inner);
        if past.len() >= PAST {
            past.clear();
        }
        past.extend(self.analysis.file(source).cloned());
        let changed = self.analysis.update(source, text);
        let plays = self.plays.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self
            .analysis
            .source(source)
            .is_some_and(|source| source.kind == SourceKind::Scenario)
        {
            plays.remove(&source);
        } else {
            plays.clear();
            self.misruled
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner)
                .clear();
            self.umpire.update(&self.analysis, source);
        }
        let now = names(&self.analysis);
        self.names.insert(source, now);
        let (groundless_now, passages_now) = grounds(&self.analysis).unwrap_or_default();
        let renamed = before != now || groundless != groundless_now;
        let documents = passages
            .iter()
            .chain(&passages_now)
            .filter(|_| passages != passages_now)
            .map(|(document, _)| &**document);
        let findings = self
            .findings
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        findings.forget(
            &self.analysis,
            source,
            &Change {
                sections: &changed,
                documents: documents.collect(),
                names: renamed,
            },
        );
        if let Some(entry) = self
            .analysis
            .source(source)
            .filter(|entry| entry.kind != SourceKind::Scenario)
        {
            self.index
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner)
                .mark_edited(&entry.ruleset, changed);
        }
    }

    /// Lets go of what is past. Who is waited for does not call it.
    pub(super) fn let_go(&self) {
        let past = std::mem::take(&mut *self.past.lock().unwrap_or_else(PoisonError::into_inner));
        drop(past);
    }

    /// Takes in a source that was opened and is no part of the rules: a scenario.
    pub(super) fn add(&mut self, uri: Uri, source: Source) {
        let source = self.analysis.add(source);
        self.places.insert(uri, source);
        self.state = next_state();
        self.findings
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .begin(source);
    }

    /// What is wrong with a source, by the settings' severities: what `rulebook check` says of it on that day.
    pub(super) fn findings(&self, source: SourceId, today: Date) -> Vec<Diagnostic> {
        let mut found = self.found(source, today).to_vec();
        self.levels.apply(&mut found);
        found
    }

    /// The same before the settings are asked. It is the very same memory until something that it rests on changes.
    pub(super) fn found(&self, source: SourceId, today: Date) -> Arc<[Diagnostic]> {
        let known = self.known().known(source);
        known.unwrap_or_else(|| {
            let found = match self.analysis.source(source).map(|source| source.kind) {
                Some(SourceKind::Scenario) => self
                    .play(source, today)
                    .map(|play| play.findings(&self.analysis))
                    .unwrap_or_default(),
                Some(SourceKind::Check | SourceKind::Vocabulary) => self.misruled(source, today),
                Some(
                    SourceKind::Ruleset
                    | SourceKind::Rules
                    | SourceKind::Thesaurus
                    | SourceKind::Import,
                )
                | None => findings::look(&self.findings, &self.analysis, source),
            };
            self.known().put(source, found)
        })
    }

    /// What is wrong with a rule of play or a vocabulary. Those of a ruleset are looked at together.
    fn misruled(&self, source: SourceId, today: Date) -> Vec<Diagnostic> {
        let Some(ruleset) = self.analysis.source(source).map(|source| &source.ruleset) else {
            return Vec::new();
        };
        let known = |library: &Self| {
            library
                .misruled
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get(ruleset)
                .cloned()
        };
        let all = known(self).unwrap_or_else(|| {
            let found: Arc<[Diagnostic]> =
                self.umpire.faults(&self.analysis, ruleset, today).into();
            self.misruled
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(ruleset.clone(), Arc::clone(&found));
            found
        });
        all.iter()
            .filter(|finding| finding.at.source == source)
            .cloned()
            .collect()
    }

    /// A scenario, taken up.
    pub(super) fn play(&self, source: SourceId, today: Date) -> Option<Arc<Play>> {
        let found = self
            .analysis
            .source(source)
            .filter(|found| found.kind == SourceKind::Scenario)?;
        if let Some(known) = self
            .plays
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&source)
        {
            return Some(Arc::clone(known));
        }
        let fresh = Arc::new(Play::new(
            &self.analysis,
            &self.umpire,
            source,
            &found.text,
            today,
        ));
        self.plays
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(source, Arc::clone(&fresh));
        Some(fresh)
    }

    /// Looks on at what is not known yet, for a short while. Gives whether there is more.
    pub(super) fn look_on(&self, today: Date) -> bool {
        let mut findings = self.known();
        let Some(source) = findings.unknown() else {
            return false;
        };
        if !findings.advance(&self.analysis, source) {
            drop(findings);
            self.found(source, today);
        }
        true
    }

    /// Looks at all that is not known yet, and gives each source whose findings have become known since it was last given, also where
    /// somebody else looked at it meanwhile. `tell` gets none after each short look, and may break it off at any time; what it was given
    /// until then counts as told.
    pub(super) fn tell_fresh<E>(
        &self,
        today: Date,
        mut tell: impl FnMut(Option<SourceId>) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            while let Some(source) = self.next_fresh() {
                tell(Some(source))?;
            }
            tell(None)?;
            // in this order: when nothing is unknown any more, whatever others found is among the fresh
            if !self.look_on(today) && !self.known().has_fresh() {
                return Ok(());
            }
        }
    }

    fn next_fresh(&self) -> Option<SourceId> {
        self.known().next_fresh()
    }

    fn known(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search index for an index key, if it was made since the last change.
    pub(super) fn indexed(&self, index_key: &IndexKey) -> Option<Arc<Index>> {
        self.index
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .current(index_key)
    }

    /// How to come to the present search index from the one before the last changes, where that can be.
    pub(super) fn index_update(&self, index_key: &IndexKey) -> Option<IndexUpdate> {
        let incremental = self
            .index
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        incremental.prepare_update(&self.analysis, index_key)
    }

    /// Keeps a search index that was made of the state `state`.
    pub(super) fn keep_index(&self, state: u64, index_key: &IndexKey, index: &Arc<Index>) {
        let mut incremental = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        if state == self.state {
            incremental.keep(index_key, index);
        } else {
            incremental.keep_older(index_key, index);
        }
    }
}

/// A number for a state of the rules; none comes twice.
fn next_state() -> u64 {
    static STATES: AtomicU64 = AtomicU64::new(1);
    STATES.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{LibraryShape, generate};
    use std::{convert::Infallible, sync::Barrier, thread};

    const TODAY: Date = Date::constant(2026, 1, 1);

    /// A number below `below`; none comes of itself, so that each run is the same.
    fn throw(seed: &mut u64, below: usize) -> usize {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % below.max(1)
    }

    /// A text after one edit: a letter, a line that goes or comes twice, another page, or two pieces that change their places.
    fn edited(text: &str, seed: &mut u64) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let at = throw(seed, lines.len());
        match throw(seed, 7) {
            0 | 1 => {
                let middle = (throw(seed, lines[at].len() + 1)..=lines[at].len())
                    .find(|&k| lines[at].is_char_boundary(k))
                    .unwrap_or(0);
                lines[at].insert(middle, ['x', '9', '#', '\n'][throw(seed, 4)]);
            }
            2 => drop(lines.remove(at)),
            3 => lines.insert(at, lines[at].clone()),
            4 => lines.insert(at, String::new()),
            5 => {
                if let Some(line) = lines[at..].iter_mut().find(|line| line.contains("page=")) {
                    *line = line.replacen("page=", "page=9", 1);
                }
            }
            _ => {
                let places: Vec<usize> = (0..lines.len())
                    .filter(|&line| lines[line].starts_with("# "))
                    .collect();
                if let Some(&place) = places.get(throw(seed, places.len())) {
                    lines[places[0]..].rotate_left(place - places[0]);
                }
            }
        }
        lines.join("\n") + "\n"
    }

    /// What is known of sections outlives edits elsewhere, and follows instructions that move; it must be what a look from nothing says.
    #[test]
    fn what_is_kept_is_what_a_look_from_nothing_says() {
        for mut seed in 0..3 {
            let mut sources = generate(LibraryShape::Deep, 250, seed).sources;
            let mut library = Library::new(sources.clone(), disk::Defaults::default());
            let files: Vec<usize> = (0..sources.len())
                .filter(|&at| sources[at].kind == SourceKind::Rules)
                .collect();
            let mut before: Option<(usize, Arc<str>)> = None;
            for edit in 0..40 {
                let (at, text) = match before.take() {
                    // now and then what was done is undone
                    Some(undone) if throw(&mut seed, 2) == 0 => undone,
                    Some(_) | None => {
                        let at = files[throw(&mut seed, files.len())];
                        before = Some((at, Arc::clone(&sources[at].text)));
                        (at, edited(&sources[at].text, &mut seed).into())
                    }
                };
                sources[at].text = Arc::clone(&text);
                library.update(SourceId(at as u32), text);
                // as far as somebody gets before the next key
                for _ in 0..throw(&mut seed, 30) {
                    library.look_on(TODAY);
                }
                if throw(&mut seed, 3) > 0 {
                    continue;
                }
                let all = lint::check(&Analysis::new(sources.clone()));
                for (at, source) in sources.iter().enumerate() {
                    let id = SourceId(at as u32);
                    let expected: Vec<&Diagnostic> = all
                        .iter()
                        .filter(|finding| finding.at.source == id)
                        .collect();
                    let found = library.found(id, TODAY);
                    assert_eq!(
                        found.iter().collect::<Vec<_>>(),
                        expected,
                        "{}, after edit {edit}",
                        source.path
                    );
                }
            }
        }
    }

    /// What a sheet says by itself is kept while the sections change that it has a part in, but not where what it names changes.
    #[test]
    fn another_page_of_a_section_is_told_where_a_sheet_names_the_old_one() {
        let source = |name: &str, text: &str| Source {
            path: format!("/x/{name}").into(),
            name: name.to_owned(),
            ruleset: "x".into(),
            kind: SourceKind::Rules,
            origin: SourceOrigin::Folder,
            text: text.into(),
        };
        let base = "---\nruleset: x\ndocument: x-1\n---\n\n# A {#a page=3}\n\nOne.\n";
        let sheet = "---\nruleset: x\ndocument: x-2\n---\n\n# A {#a page=3}\n\n## Replace paragraph 1 {n=1}\n\n> Two.\n";
        let mut library = Library::new(
            vec![source("1.rules.md", base), source("2.amend.md", sheet)],
            disk::Defaults::default(),
        );
        for (page, told) in [("3", 0), ("4", 1), ("3", 0), ("5", 1)] {
            library.update(
                SourceId(0),
                base.replace("page=3", &format!("page={page}")).into(),
            );
            let found = library.found(SourceId(1), TODAY);
            assert_eq!(
                found
                    .iter()
                    .filter(|finding| finding.code == "page-differs")
                    .count(),
                told,
                "page {page}: {found:?}"
            );
        }
    }

    /// What one finds who asks for all findings is told all the same by who tells the client of them.
    #[test]
    fn what_somebody_else_looked_at_is_told_too() {
        const SOURCES: usize = 3;
        let text = "---\nruleset: x\n---\n\n# A {#a}\n\nOne.\n";
        let source = |at: usize| Source {
            path: format!("/x/{at}.md").into(),
            name: format!("{at}.rules.md"),
            ruleset: "x".into(),
            kind: SourceKind::Rules,
            origin: SourceOrigin::Folder,
            text: text.into(),
        };
        for _ in 0..2_000 {
            let library = Library::new(
                (0..SOURCES).map(source).collect(),
                disk::Defaults::default(),
            );
            let start = Barrier::new(2);
            let mut told = BTreeSet::new();
            thread::scope(|scope| {
                scope.spawn(|| {
                    start.wait();
                    while library.look_on(TODAY) {}
                });
                start.wait();
                let Ok(()) = library.tell_fresh(TODAY, |source| {
                    told.extend(source);
                    Ok::<(), Infallible>(())
                });
            });
            assert_eq!(told.len(), SOURCES, "{told:?}");
        }
    }
}
