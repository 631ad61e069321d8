//! How fast a question is answered in large libraries: `cargo bench --bench search --features sqlite [-- CLAUSES… --candidates=N]`.
//!
//! Makes up wide libraries (see `benches/generate`), and puts every wording of every clause into our index and into a table of SQLite FTS5,
//! both in memory. Then both answer the same questions (two to four words, at an edition) in the same run: ours through the whole of it,
//! concepts, ranking and snippets among them; FTS5 by its `bm25` with the editions of a row as bits in a column. Recall is the share of the
//! first ten hits (those that hold) that are also the first when every document with any of the words is ranked closely; of FTS5 it is 1,
//! as it does that each time. At last, with the shipped rules: how long it takes until a sentence that was just written is found.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the figures are what the program is for"
)]

#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each program uses a part of it"
)]
#[path = "../generate/mod.rs"]
mod generate;
mod made;

use made::make;
use rulebook::{
    analysis::{Analysis, ParsedQuery, SearchIndexCache, SearchOptions, SourceKind},
    disk,
    resolve::View,
    search::{Index, SearchRequest, query},
    text::SourceId,
};
use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

/// Effective clauses, where no other sizes are named.
const SIZES: &[usize] = &[10_000, 100_000];
const QUESTIONS: usize = 300;
/// FTS5 is asked fewer, and recall is measured on fewer: both take their time. So many for each million of clauses, at most forty.
const SLOW: usize = 12;
/// How many sentences are written into the shipped rules.
const EDITS: usize = 40;

fn main() -> ExitCode {
    let candidates =
        std::env::args().find_map(|argument| argument.strip_prefix("--candidates=")?.parse().ok());
    let named: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.replace('_', "").parse().ok())
        .collect();
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return ExitCode::SUCCESS;
    }
    for &clauses in if named.is_empty() { SIZES } else { &named } {
        if let Err(error) = measure(clauses, candidates) {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    if let Err(error) = edit() {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

fn measure(clauses: usize, candidates: Option<usize>) -> Result<(), Box<dyn std::error::Error>> {
    let before = memory();
    let mut both = make(clauses).map_err(|fault| fault.to_string())?;
    let mut dice = Dice(7);
    let words: Vec<String> = both
        .ours
        .forms("", usize::MAX)?
        .into_iter()
        .filter(|form| form.len() > 3 && form.chars().all(char::is_alphabetic))
        .collect();
    let questions: Vec<(String, usize)> = (0..QUESTIONS)
        .map(|_| {
            let count = 2 + dice.below(3);
            (
                (0..count)
                    .map(|_| words[dice.below(words.len())].as_str())
                    .collect::<Vec<_>>()
                    .join(" "),
                dice.below(both.names.len()),
            )
        })
        .collect();
    let slow = (SLOW * 1_000_000 / clauses.max(1)).clamp(4, 40);
    let (mut first, mut ours) = (Vec::new(), Vec::new());
    for times in [&mut first, &mut ours] {
        for question in &questions {
            times.push(
                ask(
                    &both.ours,
                    &mut both.editions,
                    &both.names,
                    question,
                    candidates,
                )?
                .1,
            );
        }
    }
    println!(
        "\n{clauses} effective clauses: {} documents, an index of {:.0} MB; with all that was remembered for the questions {:.0} MB of memory",
        both.ours.len(),
        both.size as f64 / 1e6,
        memory() - before
    );
    let (mut theirs, mut same, mut recall) = (Vec::new(), ours[..slow].to_vec(), Vec::new());
    for question in &questions[..slow] {
        let (found, _) = ask(
            &both.ours,
            &mut both.editions,
            &both.names,
            question,
            candidates,
        )?;
        let (all, _) = ask(
            &both.ours,
            &mut both.editions,
            &both.names,
            question,
            Some(usize::MAX),
        )?;
        let all = &all[..found.len().min(all.len())];
        recall.push(
            found.iter().filter(|id| all.contains(id)).count() as f64 / all.len().max(1) as f64,
        );
        let (text, edition) = question;
        let wanted = text.split(' ').collect::<Vec<_>>().join(" OR ");
        let mut statement = both.theirs.prepare_cached(
            "SELECT words.rowid FROM words JOIN docs ON docs.id = words.rowid WHERE words MATCH ?1 AND docs.editions & ?2 ORDER BY bm25(words) LIMIT 10",
        )?;
        let mut best = Duration::MAX;
        for _ in 0..2 {
            let start = Instant::now();
            let rows = statement
                .query_map((&wanted, 1_i64 << edition), |row| row.get::<_, i64>(0))?
                .count();
            best = best.min(start.elapsed());
            assert!(rows <= 10);
        }
        theirs.push(best);
    }
    show("ours", &mut ours);
    show("  asked first", &mut first);
    println!("  the first {slow} of them:");
    show("ours", &mut same);
    show("SQLite FTS5", &mut theirs);
    let (own, other) = (
        same[same.len() / 2].as_secs_f64(),
        theirs[theirs.len() / 2].as_secs_f64(),
    );
    println!(
        "  ours takes 1/{:.0} of the time of FTS5 at the median, with a recall of {:.3}",
        other / own,
        recall.iter().sum::<f64>() / recall.len().max(1) as f64
    );
    Ok(())
}

/// Hits by id, with their wording.
type Hits = Vec<(String, String)>;

/// The hits that hold, and how long it took.
fn ask(
    index: &Index,
    editions: &mut [(String, String)],
    names: &[String],
    (text, edition): &(String, usize),
    candidates: Option<usize>,
) -> Result<(Hits, Duration), Box<dyn std::error::Error>> {
    editions
        .iter_mut()
        .for_each(|(_, own)| own.clone_from(&names[*edition]));
    let start = Instant::now();
    let (node, _) = query::parse(text);
    let search = SearchRequest {
        candidates,
        ..SearchRequest::new(&node, editions.to_vec(), 10)
    };
    let hits = index.search(&search)?;
    let took = start.elapsed();
    Ok((
        hits.hits
            .into_iter()
            .filter(|hit| hit.holds)
            .map(|hit| (hit.doc.id, hit.doc.text))
            .collect(),
        took,
    ))
}

/// Memory of this process, in MB; 0 where the system does not tell.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok())
        .map_or(0.0, |kilobytes| kilobytes / 1e3)
}

/// Writes a sentence into one file of the shipped rules after the other, and looks for it.
fn edit() -> Result<(), Box<dyn std::error::Error>> {
    let mut analysis = Analysis::new(disk::shipped_sources());
    let is_text = |line: &str| {
        line.strip_prefix("> ")
            .is_some_and(|text| text.starts_with(char::is_uppercase) && text.ends_with('.'))
    };
    let places: Vec<(usize, usize)> = analysis
        .sources()
        .iter()
        .enumerate()
        .filter(|(_, source)| {
            source.kind == SourceKind::Rules && source.name.ends_with(".amend.md")
        })
        .flat_map(|(at, source)| {
            let lines = source
                .text
                .lines()
                .enumerate()
                .filter(|(_, line)| is_text(line));
            lines.map(|(line, _)| (at, line)).collect::<Vec<_>>()
        })
        .collect();
    let mut dice = Dice(11);
    let (mut times, mut seen, mut stands) = (Vec::new(), 0, 0);
    let view = |analysis: &Analysis, source: usize| {
        let db = analysis.ruleset_db(&analysis.sources()[source].ruleset)?;
        let (as_of, profile) = (jiff::civil::Date::MAX, db.ruleset.default_profile().into());
        Some(View {
            edition: db.ruleset.newest_edition_on(as_of),
            as_of,
            profile,
        })
    };
    // the language server has one too before anybody edits
    let cache = SearchIndexCache::default();
    let first = view(&analysis, places[0].0).ok_or("no ruleset")?;
    let index = |analysis: &Analysis, view: &View| {
        let key = analysis.index_key(view);
        cache.get(analysis, &key, || analysis.build_index(&key))
    };
    index(&analysis, &first)?;
    for _ in 0..EDITS {
        let (source, wanted) = places[dice.below(places.len())];
        let before = analysis.sources()[source].text.clone();
        let lines = before
            .lines()
            .enumerate()
            .map(|(at, line)| format!("{line}{}\n", if at == wanted { " Zyzzyva." } else { "" }));
        let text: String = lines.collect();
        let start = Instant::now();
        let ruleset = analysis.sources()[source].ruleset.clone();
        analysis.update_source(SourceId(source as u32), text.into());
        let view = view(&analysis, source).ok_or("no ruleset")?;
        let index = index(&analysis, &view)?;
        let db = analysis.ruleset_db(&ruleset).ok_or("no ruleset")?;
        let found = analysis.find(
            &index,
            &ParsedQuery::new("zyzzyva"),
            &[(db, view.clone())],
            SearchOptions {
                limit: 10,
                all_editions: true,
            },
        )?;
        times.push(start.elapsed());
        seen += usize::from(found.hits.iter().any(|hit| hit.text.contains("Zyzzyva")));
        // what was replaced in the same edition stands in no text of today
        let index_key = analysis.index_key(&view);
        stands += usize::from(
            analysis
                .search_documents(db, &index_key)
                .iter()
                .any(|doc| doc.text.contains("Zyzzyva")),
        );
        analysis.update_source(SourceId(source as u32), before);
    }
    println!(
        "\n{EDITS} edits of the shipped rules: {stands} stand in the text of an edition, {seen} are found"
    );
    show("until found", &mut times);
    Ok(())
}

fn show(name: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "  {name:<14} median {:>8.2} ms   p95 {:>8.2} ms   p99 {:>8.2} ms   worst {:>8.2} ms",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}
