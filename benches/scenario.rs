//! How fast scenarios are checked: `cargo bench --bench scenario`.
//!
//! Checks a file of 1,000 elements, in lines of ten and of one, and a folder of 1,000 lists against the
//! shipped rules. Parsing the lines and preparing the rules are also measured by themselves. A
//! pasted list of 200 lines is also checked by the program as a process of its own.

#![expect(
    clippy::print_stdout,
    reason = "the figures are what the program is for"
)]

use rulebook::{
    analysis::{Analysis, Request},
    disk,
    scenario::{CheckOptions, PlayRules, ScenarioChecker, parse},
    text::SourceId,
};
use std::{
    fmt::Write as _,
    fs,
    process::{Command, ExitCode, Stdio},
    time::{Duration, Instant},
};

const TROOPS: &[&str] = &[
    "Irr Wb(S) @5",
    "Reg Bd(O) @6",
    "Irr Ps(O) @2",
    "Reg Sp(O) @5",
    "Irr LH(O) @5",
    "Reg Cv(O) @8",
    "Irr Ax(O) @3",
    "Irr Bw(O) @4",
];

/// Returns an army of `elements` elements, `to_a_line` of them in each line.
fn army(elements: usize, to_a_line: usize, name: usize) -> String {
    let mut out = format!(
        "---\nruleset: dbm\nedition: \"3.4\"\npoints: 9000\n---\n\n# Invader: Army {name}\n\nlist: 1/1\n\n- 8 baggage\n"
    );
    for (at, line) in (0..elements).step_by(to_a_line).enumerate() {
        if at % 96 == 0 {
            write!(
                out,
                "\n## Command {}: General {}\n\n- 1 Reg Cv(O) sub-general\n",
                at / 96 + 1,
                at / 96 + 1
            )
            .expect("a string takes all");
        }
        let count = to_a_line.min(elements - line);
        writeln!(out, "- {count} {}", TROOPS[(at + name) % TROOPS.len()])
            .expect("a string takes all");
    }
    out
}

/// Returns a list of 200 lines as players paste it, without headings in Markdown.
fn pasted_list() -> String {
    let mut out = "Hi all, this is my army for Sunday, DBM 3.4\n\n".to_owned();
    for command in 1..=4 {
        write!(
            out,
            "Command {command} - General {command}\n1 Reg Cv(O) sub-general\n"
        )
        .expect("a string takes all");
        for line in 0..47 {
            writeln!(
                out,
                "{} x {}",
                2 + line % 7,
                TROOPS[(line + command) % TROOPS.len()]
            )
            .expect("a string takes all");
        }
        out.push('\n');
    }
    out
}

/// Prints how long a pasted list takes to parse, to check, and to check as a whole process.
fn time_pasted_list(
    analysis: &Analysis,
    checker: &ScenarioChecker,
    rules: &PlayRules,
    options: &CheckOptions,
) -> std::io::Result<()> {
    let (source, text) = (SourceId(u32::MAX), pasted_list());
    let (parsing, _) = timed(|| drop(parse(source, &text, &rules.vocabulary)));
    let (checking, _) = timed(|| drop(checker.check(analysis, source, &text, options)));
    let folder = tempfile::tempdir()?;
    let list = folder.path().join("list.txt");
    fs::write(&list, &text)?;
    let mut failure = None;
    let (process, slow) = timed(|| {
        let run = Command::new(env!("CARGO_BIN_EXE_rulebook"))
            .arg("check")
            .arg(&list)
            .env("HOME", folder.path())
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        failure = run.err().or(failure.take());
    });
    println!(
        "a pasted list of {} lines: parse {parsing:?}, check {checking:?}, whole process {process:?} (median; p98 {slow:?})",
        text.lines().count()
    );
    failure.map_or(Ok(()), Err)
}

/// Returns the median and the 98th percentile of a hundred runs.
fn timed(mut run: impl FnMut()) -> (Duration, Duration) {
    run();
    let mut times: Vec<Duration> = (0..100)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    (times[50], times[98])
}

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let options = CheckOptions {
        request: Request::default(),
        today: jiff::civil::date(2026, 11, 20),
    };
    let start = Instant::now();
    let analysis = Analysis::new(disk::shipped_sources());
    let loaded = start.elapsed();
    let checker = ScenarioChecker::new(&analysis);
    println!(
        "rules of the game read in {loaded:?}, rules of play in {:?}",
        start.elapsed() - loaded
    );
    let source = SourceId(u32::MAX);
    let start = Instant::now();
    let first = checker
        .check(&analysis, source, &army(1000, 10, 0), &options)
        .len();
    println!("the first list in {:?}, {first} findings", start.elapsed());
    let Some(rules) = checker.rules("dbm") else {
        return ExitCode::FAILURE;
    };
    for (what, to_a_line) in [("100 lines of 10", 10), ("1,000 lines of 1", 1)] {
        let text = army(1000, to_a_line, 0);
        let (reading, _) = timed(|| drop(parse(source, &text, &rules.vocabulary)));
        let (all, slow) = timed(|| drop(checker.check(&analysis, source, &text, &options)));
        println!(
            "1,000 elements in {what}: read {reading:?}, judged {all:?} (median; p98 {slow:?})"
        );
    }
    if let Err(error) = time_pasted_list(&analysis, &checker, rules, &options) {
        println!("the program could not be run: {error}");
        return ExitCode::FAILURE;
    }
    let lists: Vec<String> = (0..1000).map(|name| army(120, 8, name)).collect();
    let start = Instant::now();
    let found: usize = lists
        .iter()
        .map(|text| checker.check(&analysis, source, text, &options).len())
        .sum();
    println!(
        "1,000 lists of 120 elements: {:?}, {found} findings",
        start.elapsed()
    );
    ExitCode::SUCCESS
}
