//! How fast a question is answered in large libraries: `cargo bench --bench search [-- CLAUSES…]`.
//!
//! Makes up wide libraries (see `rulebook::generate`), ruleset by ruleset, and puts every wording of every clause into our index and into a
//! table of SQLite FTS5, both in memory. Then both answer the same questions (two to four words, at an edition) in the same run: ours through
//! the whole of it, concepts, ranking and snippets among them; FTS5 by its `bm25` with the editions of a row as bits in a column. Recall is
//! the share of the ten hits that are also found when two hundred times as many candidates are looked at. At last, with the shipped rules:
//! how long it takes until a sentence that was just written is found.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the figures are what the program is for")]

use rulebook::{
    disk,
    generate::{Shape, generate},
    resolve::View,
    search::{Building, Index, Parts, Preface, RulesetInfo, Search, query},
    text::SourceId,
    world::{Asked, SourceKind, Vantage, Wanted, World},
};
use rusqlite::Connection;
use std::{
    collections::BTreeSet,
    process::ExitCode,
    time::{Duration, Instant},
};

/// Effective clauses, where no other sizes are named.
const SIZES: &[usize] = &[10_000, 100_000];
const CHUNK: usize = 1000;
const QUESTIONS: usize = 300;
/// FTS5 is asked fewer: it takes its time.
const SLOW: usize = 40;
/// How many sentences are written into the shipped rules.
const EDITS: usize = 40;

fn main() -> ExitCode {
    let named: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.replace('_', "").parse().ok()).collect();
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return ExitCode::SUCCESS;
    }
    for &clauses in if named.is_empty() { SIZES } else { &named } {
        if let Err(error) = measure(clauses) {
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

struct Both {
    ours: Index,
    theirs: Connection,
    editions: Vec<(String, String)>,
    names: Vec<String>,
}

fn make(clauses: usize) -> Result<Both, Box<dyn std::error::Error>> {
    let vantage = Vantage { as_of: jiff::civil::Date::MAX, scopes: Vec::new() };
    let theirs = Connection::open_in_memory()?;
    theirs.execute_batch("CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='porter unicode61'); CREATE TABLE docs(id INTEGER PRIMARY KEY, editions INTEGER);")?;
    let mut rulesets: Vec<RulesetInfo> = Vec::new();
    let mut building: Option<Building> = None;
    let mut row = 0_i64;
    theirs.execute_batch("BEGIN")?;
    for chunk in 0..clauses.div_ceil(CHUNK) {
        let mut sources = generate(Shape::Wide, CHUNK.min(clauses - chunk * CHUNK), 1 + chunk as u64).sources;
        // each is a ruleset of its own
        sources.iter_mut().for_each(|source| source.ruleset = format!("wide-{chunk:04}"));
        let world = World::new(sources);
        let preface = world.preface(&vantage);
        rulesets.extend(preface.rulesets.clone());
        if building.is_none() {
            building = Some(Building::new(Preface { rulesets: Vec::new(), ..preface }, Parts::ALL)?);
        }
        for (_, corpus) in world.corpora() {
            let order: Vec<&str> = corpus.ruleset.editions.iter().map(|edition| edition.id.as_str()).collect();
            for doc in world.documents(corpus, &vantage) {
                if doc.kind().name() == "change" {
                    continue;
                }
                if let Some(building) = &mut building {
                    building.add(&doc)?;
                }
                row += 1;
                let bits = doc
                    .editions
                    .iter()
                    .filter_map(|edition| order.iter().position(|other| other == edition))
                    .fold(0_i64, |bits, at| bits | 1 << at);
                theirs
                    .prepare_cached("INSERT INTO words(rowid, text) VALUES (?1, ?2)")?
                    .execute((row, format!("{} {} {}", doc.path.join(" "), doc.lead, doc.text)))?;
                theirs.prepare_cached("INSERT INTO docs(id, editions) VALUES (?1, ?2)")?.execute((row, bits))?;
            }
        }
    }
    theirs.execute_batch("COMMIT; INSERT INTO words(words) VALUES ('optimize');")?;
    let names = rulesets.first().map(|ruleset| ruleset.editions.clone()).unwrap_or_default();
    let mut building = building.ok_or("no clauses")?;
    building.rulesets(rulesets.clone());
    let editions = rulesets.into_iter().map(|ruleset| (ruleset.key, String::new())).collect();
    Ok(Both { ours: building.finish()?, theirs, editions, names })
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

fn measure(clauses: usize) -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let mut both = make(clauses)?;
    println!(
        "\n{clauses} effective clauses, {} documents, made in {:.1} s, {:.0} MB",
        both.ours.len(),
        start.elapsed().as_secs_f64(),
        both.ours.to_bytes()?.len() as f64 / 1e6
    );
    let mut dice = Dice(7);
    let words: Vec<&String> =
        both.ours.preface().forms.iter().filter(|form| form.len() > 3 && form.chars().all(char::is_alphabetic)).collect();
    let questions: Vec<(String, usize)> = (0..QUESTIONS)
        .map(|_| {
            let count = 2 + dice.below(3);
            ((0..count).map(|_| words[dice.below(words.len())].as_str()).collect::<Vec<_>>().join(" "), dice.below(both.names.len()))
        })
        .collect();
    let (mut ours, mut theirs, mut recall) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..2 {
        for (at, (text, edition)) in questions.iter().enumerate() {
            both.editions.iter_mut().for_each(|(_, own)| own.clone_from(&both.names[*edition]));
            let ask = |limit: usize| -> Result<(BTreeSet<String>, Duration), Box<dyn std::error::Error>> {
                let (node, _) = query::parse(text);
                let search = Search { query: &node, editions: &both.editions, hidden: &[], beside: &[], limit, all_editions: false };
                let start = Instant::now();
                let hits = both.ours.search(&search)?;
                let took = start.elapsed();
                Ok((hits.hits.into_iter().filter(|hit| hit.holds).take(7).map(|hit| hit.doc.id).collect(), took))
            };
            let (found, took) = ask(10)?;
            if round == 1 {
                ours.push(took);
            }
            if round == 1 && at < SLOW {
                let (all, _) = ask(2000)?;
                recall.push(found.iter().filter(|id| all.contains(*id)).count() as f64 / all.len().max(1) as f64);
                let wanted = text.split(' ').collect::<Vec<_>>().join(" OR ");
                let start = Instant::now();
                let mut statement = both.theirs.prepare_cached(
                    "SELECT words.rowid FROM words JOIN docs ON docs.id = words.rowid WHERE words MATCH ?1 AND docs.editions & ?2 ORDER BY bm25(words) LIMIT 10",
                )?;
                let rows = statement.query_map((wanted, 1_i64 << edition), |row| row.get::<_, i64>(0))?.count();
                theirs.push(start.elapsed());
                assert!(rows <= 10);
            }
        }
    }
    show("ours", &mut ours);
    show("SQLite FTS5", &mut theirs);
    let (own, other) = (ours[ours.len() / 2].as_secs_f64(), theirs[theirs.len() / 2].as_secs_f64());
    println!("  ours takes 1/{:.0} at the median; recall {:.3}", other / own, recall.iter().sum::<f64>() / recall.len().max(1) as f64);
    Ok(())
}

/// Writes a sentence into one file of the shipped rules after the other, and looks for it.
fn edit() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(disk::shipped());
    let is_text = |line: &str| line.strip_prefix("> ").is_some_and(|text| text.starts_with(char::is_uppercase) && text.ends_with('.'));
    let places: Vec<(usize, usize)> = world
        .sources()
        .iter()
        .enumerate()
        .filter(|(_, source)| source.kind == SourceKind::Rules && source.name.ends_with(".amend.md"))
        .flat_map(|(at, source)| {
            let lines = source.text.lines().enumerate().filter(|(_, line)| is_text(line));
            lines.map(|(line, _)| (at, line)).collect::<Vec<_>>()
        })
        .collect();
    let mut dice = Dice(11);
    let (mut times, mut seen) = (Vec::new(), 0);
    for _ in 0..EDITS {
        let (source, wanted) = places[dice.below(places.len())];
        let before = world.sources()[source].text.clone();
        let lines = before.lines().enumerate().map(|(at, line)| format!("{line}{}\n", if at == wanted { " Zyzzyva." } else { "" }));
        let text: String = lines.collect();
        let start = Instant::now();
        world.update(SourceId(source as u32), text.into());
        let corpus = world.corpus(&world.sources()[source].ruleset).ok_or("no ruleset")?;
        let (as_of, profile) = (jiff::civil::Date::MAX, corpus.ruleset.default_profile().into());
        let view = View { edition: corpus.ruleset.newest_on(as_of), as_of, profile };
        let index = world.index(&world.vantage(&view), Parts::ALL)?;
        let found = world.find(&index, &Asked::new("zyzzyva"), &[(corpus, view)], Wanted { limit: 10, all_editions: true })?;
        times.push(start.elapsed());
        seen += usize::from(found.hits.iter().any(|hit| hit.text.contains("Zyzzyva")));
        world.update(SourceId(source as u32), before);
    }
    println!("\nAn edit of the shipped rules: {seen} of {EDITS} seen");
    show("until found", &mut times);
    Ok(())
}

fn show(name: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("  {name:<14} median {:>8.2} ms   p95 {:>8.2} ms   p99 {:>8.2} ms   worst {:>8.2} ms", at(0.5), at(0.95), at(0.99), at(1.0));
}
