//! Every reader against made-up and damaged input.
//!
//! A target is a row of the table: how many cases `cargo test` tries, where inputs come from, and a
//! function that panics if an input breaks a promise. `cargo test fuzz` runs all targets over the
//! inputs in `tests/fuzz/corpus` and over the same random cases on every machine. The long run takes
//! other cases each time, and prints the smallest input for each finding:
//!
//! ```text
//! FUZZ_SECONDS=600 cargo test fuzz::long_run -- --ignored --nocapture
//! ```
//!
//! `FUZZ_TARGET` runs one target; `FUZZ_SEED` repeats a run.

mod edits;
mod input;
mod play;
mod protocol;
mod query;
pub(crate) mod rules_file;
pub(crate) mod sheet;

use proptest::{
    prelude::*,
    test_runner::{RngSeed, TestError, TestRunner},
};
use std::{
    cell::Cell,
    collections::BTreeMap,
    env, fs, panic,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// A reader, and what holds of it for every input.
struct Target {
    name: &'static str,
    /// The number of random cases in `cargo test`.
    cases: u32,
    inputs: fn() -> BoxedStrategy<String>,
    /// Panics if an input breaks a promise.
    check: fn(&str),
}

macro_rules! targets {
    ($($name:ident: $cases:literal, $inputs:path, $check:path;)*) => {
        const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            cases: $cases,
            inputs: $inputs,
            check: $check,
        }),*];

        $(#[test]
        fn $name() {
            TARGETS.iter().filter(|target| target.name == stringify!($name)).for_each(test);
        })*
    };
}

targets! {
    rules_files: 1000, rules_file::inputs, rules_file::check;
    formatting: 1000, rules_file::inputs, rules_file::check_format;
    instructions: 1000, rules_file::instructions, rules_file::check_instruction;
    sheets: 1000, sheet::inputs, sheet::check;
    queries: 500, query::inputs, query::check;
    scenarios: 150, play::scenarios, play::check_scenario;
    rules_of_play: 80, play::rules, play::check_rule;
    settings: 1000, play::settings, play::check_settings;
    frames: 500, protocol::inputs, protocol::check;
    edits: 20, edits::inputs, edits::check;
    resolution: 30, edits::inputs, edits::check_views;
}

fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_time: 20_000,
        ..ProptestConfig::default()
    }
}

/// Runs a target over what a strategy makes. Returns the reason and the input of a failure.
fn failure(
    check: impl Fn(&str),
    inputs: &impl Strategy<Value = String>,
    config: ProptestConfig,
) -> Option<(String, String)> {
    let result = TestRunner::new(config).run(inputs, |input| {
        check(&input);
        Ok(())
    });
    match result {
        Ok(()) => None,
        Err(TestError::Fail(reason, input)) => Some((reason.message().to_owned(), input)),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
}

/// The kept inputs of a target, which are real ones or were found.
fn corpus(target: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz/corpus")
        .join(target);
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut out: Vec<_> = files
        .map(|file| {
            let text = fs::read_to_string(file.path()).expect("a readable input");
            (file.path(), text)
        })
        .collect();
    out.sort();
    out
}

fn test(target: &Target) {
    for (path, text) in corpus(target.name) {
        let failed = failure(target.check, &Just(text), config(1, 0));
        assert!(failed.is_none(), "{}: {failed:?}", path.display());
    }
    let failed = failure(target.check, &(target.inputs)(), config(target.cases, 1));
    if let Some((reason, input)) = failed {
        panic!("{}: {reason}\ninput: {input:?}", target.name);
    }
}

#[test]
#[ignore = "runs for FUZZ_SECONDS, in one thread"]
#[expect(clippy::print_stdout, reason = "the figures are what it is for")]
fn long_run() {
    let number = |name: &str| {
        env::var(name)
            .ok()
            .map(|value| value.parse::<u64>().expect("a number"))
    };
    let only = env::var("FUZZ_TARGET").ok();
    let targets: Vec<&Target> = TARGETS
        .iter()
        .filter(|target| only.as_ref().is_none_or(|only| only == target.name))
        .collect();
    let share = number("FUZZ_SECONDS").unwrap_or(60).max(1) as f64 / targets.len().max(1) as f64;
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs())
    };
    let seed = number("FUZZ_SEED").unwrap_or_else(now);
    println!("FUZZ_SEED={seed}");
    // thousands of panics while a finding is minimised
    panic::set_hook(Box::new(|_| ()));
    let mut found = 0;
    for target in targets {
        found += run_for(target, Duration::from_secs_f64(share), seed);
    }
    drop(panic::take_hook());
    assert_eq!(found, 0, "findings");
}

/// Runs a target for a time. Returns the number of different findings.
#[expect(clippy::print_stdout, reason = "the figures are what it is for")]
fn run_for(target: &Target, time: Duration, seed: u64) -> usize {
    let inputs = (target.inputs)();
    let (start, count) = (Instant::now(), Cell::new(0u64));
    let mut findings: BTreeMap<String, String> = BTreeMap::new();
    for batch in 0.. {
        if start.elapsed() >= time || findings.len() == 5 {
            break;
        }
        let check = |input: &str| {
            count.set(count.get() + 1);
            (target.check)(input);
        };
        let config = ProptestConfig {
            max_shrink_iters: 0,
            ..config(16, seed.wrapping_add(batch << 32))
        };
        if let Some((reason, input)) = failure(check, &inputs, config) {
            findings.entry(kind(&reason)).or_insert_with(|| {
                let (reason, input) = minimise(target, reason, input);
                println!("{}: {reason}\ninput: {input:?}", target.name);
                input
            });
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:<14} {:>9} inputs in {seconds:.0} s, {:>6.0} a second, {} findings",
        target.name,
        count.get(),
        count.get() as f64 / seconds,
        findings.len()
    );
    findings.len()
}

/// What two findings with the same cause share: the start of the message, without numbers.
fn kind(reason: &str) -> String {
    reason
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .take(24)
        .collect()
}

/// Removes what the failure does not need.
fn minimise(target: &Target, mut reason: String, input: String) -> (String, String) {
    let (wanted, start) = (kind(&reason), Instant::now());
    let mut left: Vec<char> = input.chars().collect();
    let mut size = left.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < left.len() && start.elapsed() < Duration::from_secs(30) {
            let mut shorter = left.clone();
            shorter.drain(at..(at + size).min(left.len()));
            let text: String = shorter.iter().collect();
            match failure(target.check, &Just(text), config(1, 0)) {
                Some((new, _)) if kind(&new) == wanted => (reason, left) = (new, shorter),
                _ => at += size,
            }
        }
        size /= 2;
    }
    (reason, left.into_iter().collect())
}
