//! How time and memory grow with the size of a library, and what one keystroke costs.
//!
//! `cargo bench --bench resolve` first measures what is quick, then puts libraries of 1,000, 10,000 and 100,000
//! clauses into a folder and loads each in a process of its own, so that memory and cold start are those of a real run. The
//! table at the end has all figures side by side, with the exponents of growth: 1 is linear.

#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each program uses a part of it"
)]
#[path = "generate/mod.rs"]
mod generate;

use generate::{LibraryShape, generate};
use ropey::Rope;
use rulebook::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    lint::{check, check_source},
    resolve::RulesetDb,
    syntax,
    text::SourceId,
};
use std::{
    collections::BTreeMap,
    fs,
    hint::black_box,
    path::Path,
    process::{Command, ExitCode},
    sync::Arc,
    time::{Duration, Instant},
};

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const SEED: u64 = 1;
/// How often a small task is timed.
const SAMPLES: usize = 10;
/// How often a library is loaded in a fresh process; the median counts.
const RUNS: usize = 3;
/// How many characters are typed.
const KEYS: usize = 60;
/// How often a ruleset is built again to measure a keystroke.
const BUILDS: usize = 5;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--one") {
        return arguments
            .get(at + 1)
            .map_or(ExitCode::FAILURE, |folder| one(Path::new(folder)));
    }
    if arguments.iter().any(|argument| argument == "--keystroke") {
        return keystrokes();
    }
    // with `--test` nothing is measured
    if arguments
        .iter()
        .any(|argument| argument == "--test" || argument == "--list")
    {
        ExitCode::SUCCESS
    } else {
        small();
        table()
    }
}

/// Parses and resolves everything; and takes in one keystroke.
fn small() {
    for shape in LibraryShape::ALL {
        let (name, size) = (shape.name(), SIZES[0]);
        let sources = generate(shape, size, SEED).sources;
        let mut copies = vec![sources.clone(); SAMPLES];
        time_task(&format!("parse and resolve {name} {size}"), 1, || {
            resolve(&Analysis::new(copies.pop().unwrap_or_default()))
        });
        let mut analysis = Analysis::new(sources);
        resolve(&analysis);
        let mut typist = Typist::new(&analysis, ".amend.md");
        time_task(&format!("keystroke {name} {size}"), 20, || {
            typist.press(&mut analysis)
        });
        // the server copies the text of an open document once for each batch of keystrokes
        let document = Rope::from_str(&typist.texts[0]);
        let copy = format!("copy the text, {} bytes", document.len_bytes());
        time_task(&copy, 1000, || {
            Arc::<str>::from(black_box(&document).to_string())
        });
    }
}

/// Prints how long a task takes: the median and the range of ten samples, each of `runs` runs.
#[expect(
    clippy::print_stdout,
    reason = "the figures are what the program is for"
)]
fn time_task<T>(name: &str, runs: u32, mut task: impl FnMut() -> T) {
    let sample = |_| {
        let start = Instant::now();
        for _ in 0..runs {
            black_box(task());
        }
        start.elapsed() / runs
    };
    let mut samples: Vec<Duration> = (0..SAMPLES).map(sample).collect();
    samples.sort_unstable();
    let (least, median, most) = (samples[0], samples[SAMPLES / 2], samples[SAMPLES - 1]);
    println!("{name:<44} {median:>10.2?}   ({least:.2?} to {most:.2?})");
}

fn resolve(analysis: &Analysis) -> usize {
    analysis
        .ruleset_dbs()
        .map(|(_, db)| {
            db.resolve_all();
            db.section_ids().count()
        })
        .sum()
}

/// Types a letter at the end of a quoted line and takes it away again.
struct Typist {
    source: SourceId,
    texts: [Arc<str>; 2],
    turn: usize,
}

impl Typist {
    /// Sits down before the longest file of that ending.
    fn new(analysis: &Analysis, ending: &str) -> Self {
        let longest = analysis
            .sources()
            .iter()
            .enumerate()
            .filter(|(_, s)| s.name.ends_with(ending))
            .max_by_key(|(_, s)| s.text.lines().count());
        let Some((at, source)) = longest else {
            return Self {
                source: SourceId(0),
                texts: [Arc::from(""), Arc::from("")],
                turn: 0,
            };
        };
        let text = Arc::clone(&source.text);
        let middle = (text.len() / 2..text.len())
            .find(|&at| text.is_char_boundary(at))
            .unwrap_or(0);
        let line = text[middle..]
            .find("\n> ")
            .map_or(middle, |found| middle + found + 1);
        let end = text[line..]
            .find(". ")
            .or(text[line..].find(".\n"))
            .map_or(line, |found| line + found);
        let mut typed = text.to_string();
        typed.insert(end, 's');
        Self {
            source: SourceId(at as u32),
            texts: [text, Arc::from(typed)],
            turn: 0,
        }
    }

    /// One keystroke, and what is to be said of the file after it.
    fn press(&mut self, analysis: &mut Analysis) {
        self.turn += 1;
        analysis.update_source(self.source, Arc::clone(&self.texts[self.turn % 2]));
        black_box(check_source(analysis, self.source));
    }
}

/// Prints what one keystroke costs in an updated ruleset, and in one that is built again from parsed files.
#[expect(clippy::print_stdout, reason = "the table is what the program is for")]
fn keystrokes() -> ExitCode {
    println!(
        "{:<44}{:>9}{:>9}  (milliseconds: median, slowest)",
        "keystroke", "median", "slowest"
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let Ok(mut shipped) = read(&root) else {
        return ExitCode::FAILURE;
    };
    shipped.retain(|source| source.ruleset == "dbm");
    let mut libraries = vec![(
        "dbm".to_owned(),
        shipped,
        vec!["base.rules.md", "3.1.amend.md", "iwf-1.2.clarify.md"],
    )];
    for shape in LibraryShape::ALL {
        let sources = generate(shape, SIZES[2], SEED).sources;
        let name = format!("{} {}", shape.name(), SIZES[2]);
        libraries.push((name, sources, vec![".rules.md", ".amend.md"]));
    }
    for (name, sources, endings) in libraries {
        let mut analysis = Analysis::new(sources);
        resolve(&analysis);
        for ending in endings {
            keystroke(&format!("{name} {ending}"), &mut analysis, ending);
        }
    }
    ExitCode::SUCCESS
}

/// Prints what one keystroke in the longest file of an ending costs.
#[expect(
    clippy::print_stdout,
    reason = "the figures are what the program is for"
)]
fn keystroke(name: &str, analysis: &mut Analysis, ending: &str) {
    let mut typist = Typist::new(analysis, ending);
    let (source, key) = (typist.source, analysis.source(typist.source));
    let Some((file, key)) = key.map(|found| (found.name.clone(), found.ruleset.clone())) else {
        return;
    };
    let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let mut time = |step: &'static str, since: Instant| {
        times.entry(step).or_default().push(since.elapsed());
        Instant::now()
    };
    let mut sections = 0;
    for key_at in 0..KEYS {
        typist.turn += 1;
        let text = Arc::clone(&typist.texts[typist.turn % 2]);
        let start = Instant::now();
        analysis.update_source(source, Arc::clone(&text));
        let now = time("1 update: parse, route the file", start);
        let Some(db) = analysis.ruleset_db(&key) else {
            return;
        };
        for id in db.sections_of_source(source) {
            black_box(db.section(id));
        }
        let now = time("2 update: resolve its sections", now);
        black_box(check_source(analysis, source));
        time("3 check it", now);
        time("4 update and check: all of it", start);
        // a large ruleset takes seconds
        if key_at >= BUILDS {
            continue;
        }
        let start = Instant::now();
        let parsed = Arc::new(syntax::parse(source, &file, &text));
        let files: Vec<_> = db
            .files()
            .map(|file| if file.source == source { &parsed } else { file })
            .cloned()
            .collect();
        let ruleset = (*db.ruleset).clone();
        let (built, _) = RulesetDb::new(ruleset, files);
        let now = time("5 build: parse it, route all files", start);
        let concerned = built.sections_of_source(source);
        sections = concerned.len();
        for id in concerned {
            black_box(built.section(id));
        }
        let now = time("6 build: resolve its sections", now);
        built.resolve_all();
        time("7 build: resolve all others", now);
    }
    println!("{name}: {sections} sections");
    for (step, mut times) in times {
        times.sort_unstable();
        let milliseconds = |at: usize| times[at].as_secs_f64() * 1e3;
        println!(
            "  {step:<42}{:>9.2}{:>9.2}",
            milliseconds(times.len() / 2),
            milliseconds(times.len() - 1)
        );
    }
    let start = Instant::now();
    black_box(check(analysis));
    println!(
        "  {:<42}{:>9.2}",
        "check everything, once resolved",
        start.elapsed().as_secs_f64() * 1e3
    );
}

/// Loads a folder in this process, and prints what it took.
fn one(folder: &Path) -> ExitCode {
    let start = Instant::now();
    let Ok(sources) = read(folder) else {
        return ExitCode::FAILURE;
    };
    let mut analysis = Analysis::new(sources);
    let load = start.elapsed();
    say("busy", processor());
    let loaded = memory("VmRSS");
    let start = Instant::now();
    resolve(&analysis);
    let resolved = start.elapsed();
    let resident = memory("VmRSS");
    let start = Instant::now();
    black_box(check(&analysis));
    say("check", start.elapsed().as_secs_f64());
    say("load", load.as_secs_f64());
    say("resolve", resolved.as_secs_f64());
    say("loaded", loaded);
    say("resolved", resident);
    for (name, ending) in [("sheet", ".amend.md"), ("base", ".rules.md")] {
        let mut typist = Typist::new(&analysis, ending);
        let mut times: Vec<Duration> = (0..KEYS)
            .map(|_| {
                let start = Instant::now();
                typist.press(&mut analysis);
                start.elapsed()
            })
            .collect();
        times.sort_unstable();
        say(name, times[KEYS / 2].as_secs_f64());
        say(&format!("{name} slowest"), times[KEYS - 1].as_secs_f64());
        say(
            &format!("{name} lines"),
            typist.texts[0].lines().count() as f64,
        );
    }
    say("peak", memory("VmHWM"));
    ExitCode::SUCCESS
}

#[expect(
    clippy::print_stdout,
    reason = "the figures are what the program is for"
)]
fn say(name: &str, figure: f64) {
    println!("{name}={figure}");
}

fn read(folder: &Path) -> std::io::Result<Vec<Source>> {
    let mut sources = Vec::new();
    let mut rulesets: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    rulesets.sort_by_key(fs::DirEntry::path);
    for ruleset in rulesets {
        if !ruleset.file_type()?.is_dir() {
            continue;
        }
        let key = ruleset.file_name().to_string_lossy().into_owned();
        let mut files: Vec<_> = fs::read_dir(ruleset.path())?.collect::<Result<_, _>>()?;
        files.sort_by_key(fs::DirEntry::path);
        for file in files {
            let name = file.file_name().to_string_lossy().into_owned();
            let Some(kind) = SourceKind::from_file_name(&name) else {
                continue;
            };
            let text = Arc::from(fs::read_to_string(file.path())?);
            let path = format!("{key}/{name}").into();
            sources.push(Source {
                path,
                name,
                ruleset: key.clone(),
                kind,
                origin: SourceOrigin::Folder,
                text,
            });
        }
    }
    Ok(sources)
}

/// A figure of the kernel's on this process, in megabytes; 0 where there is none.
fn memory(name: &str) -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1024.0
}

/// The seconds for which all processors worked for this process; 0 where the kernel does not tell.
fn processor() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    behind_name
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

type Figures = BTreeMap<String, f64>;

/// The median of each figure of several runs.
fn measure(folder: &Path) -> Option<Figures> {
    let mut all: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for _ in 0..RUNS {
        let output = Command::new(std::env::current_exe().ok()?)
            .arg("--one")
            .arg(folder)
            .output()
            .ok()?;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let (name, figure) = line.split_once('=')?;
            all.entry(name.to_owned())
                .or_default()
                .push(figure.parse().ok()?);
        }
    }
    let median = |mut figures: Vec<f64>| {
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    Some(
        all.into_iter()
            .map(|(name, figures)| (name, median(figures)))
            .collect(),
    )
}

/// A row of the table: its name, its unit, and how it is read off.
type Row = (&'static str, &'static str, fn(&Figures) -> f64);

const ROWS: &[Row] = &[
    ("cold load: read, parse, route", "ms", |f| f["load"] * 1e3),
    ("the same, time of all processors", "ms", |f| {
        f["busy"] * 1e3
    }),
    ("resolve every section", "ms", |f| f["resolve"] * 1e3),
    ("both: a full resolve", "ms", |f| {
        (f["load"] + f["resolve"]) * 1e3
    }),
    ("check everything, once resolved", "ms", |f| {
        f["check"] * 1e3
    }),
    ("keystroke in a sheet, median", "ms", |f| f["sheet"] * 1e3),
    ("keystroke in a sheet, slowest", "ms", |f| {
        f["sheet slowest"] * 1e3
    }),
    ("keystroke in a base, median", "ms", |f| f["base"] * 1e3),
    ("keystroke in a base, slowest", "ms", |f| {
        f["base slowest"] * 1e3
    }),
    ("lines of that sheet", "", |f| f["sheet lines"]),
    ("full resolve / keystroke in a sheet", "x", |f| {
        (f["load"] + f["resolve"]) / f["sheet"]
    }),
    ("full resolve / keystroke in a base", "x", |f| {
        (f["load"] + f["resolve"]) / f["base"]
    }),
    ("memory when loaded", "MB", |f| f["loaded"]),
    ("memory when resolved", "MB", |f| f["resolved"]),
    ("peak of memory", "MB", |f| f["peak"]),
];

#[expect(clippy::print_stdout, reason = "the table is what the program is for")]
fn table() -> ExitCode {
    for shape in LibraryShape::ALL {
        let mut columns: Vec<Figures> = Vec::new();
        let mut size = String::new();
        for clauses in SIZES {
            let Ok(folder) = tempfile::tempdir() else {
                return ExitCode::FAILURE;
            };
            let sources = generate(shape, clauses, SEED).sources;
            let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
            size = format!("{} files, {:.1} MB", sources.len(), bytes as f64 / 1e6);
            for source in sources {
                let path = folder.path().join(source.path.as_str());
                let written = path
                    .parent()
                    .map_or(Ok(()), fs::create_dir_all)
                    .and_then(|()| fs::write(&path, &*source.text));
                if written.is_err() {
                    return ExitCode::FAILURE;
                }
            }
            match measure(folder.path()) {
                Some(figures) => columns.push(figures),
                None => return ExitCode::FAILURE,
            }
        }
        println!("\n{} (the largest: {size})", shape.name());
        println!(
            "{:<38}{}  growth",
            "clauses",
            SIZES.map(|clauses| format!("{clauses:>12}")).concat()
        );
        for (name, unit, read) in ROWS {
            let figures: Vec<f64> = columns.iter().map(read).collect();
            let shown: String = figures
                .iter()
                .map(|figure| format!("{figure:>12.2}"))
                .collect();
            // the slope between the two larger sizes on logarithmic scales
            let growth = (figures[2] / figures[1]).log10();
            println!("{:<38}{shown}  {growth:>6.2}", format!("{name} {unit}"));
        }
    }
    ExitCode::SUCCESS
}
