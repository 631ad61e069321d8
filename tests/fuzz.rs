//! Every reader against made-up and damaged input.
//!
//! A target is a row of the table: how many inputs CI tries (`cargo test` by itself one of [`PARTS`]), where inputs come from, and a
//! function that panics if an input breaks a promise. `cargo test fuzz` runs all targets over the
//! inputs in `tests/fuzz/corpus` and over the same random inputs on every machine. The long run tries
//! other inputs each time, gives each target the same time in turn, and prints the smallest input for
//! each finding:
//!
//! ```text
//! FUZZ_SECONDS=600 cargo test --release fuzz::long_run -- --ignored --nocapture
//! ```
//!
//! `FUZZ_TARGET` runs one target; `FUZZ_SEED` repeats a run.

mod edits;
mod input;
mod play;
mod protocol;
mod query;
pub(crate) mod rules_file;
mod runner;
pub(crate) mod sheet;
mod text;

use crate::support::cases::Cases;
use input::Inputs;
use runner::Run;
use std::{
    env, panic,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Of how many random inputs `cargo test` by itself tries one.
const PARTS: usize = 8;

/// A reader, and what holds of it for every input.
struct Target {
    name: &'static str,
    /// The number of random inputs.
    cases: u32,
    /// Makes inputs like these of the corpus, and others.
    inputs: fn(Vec<String>) -> Inputs,
    /// Panics if an input breaks a promise.
    check: fn(&str),
    /// How often the check reads the input, at most: as many times the time for one is allowed.
    steps: u32,
}

fn test(name: &str, cases: Cases) {
    TARGETS
        .iter()
        .filter(|target| target.name == name)
        .for_each(|target| runner::test(target, cases));
}

macro_rules! targets {
    ($($name:ident: $cases:literal, $inputs:path, $check:path, $steps:literal;)*) => {
        const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            cases: $cases,
            inputs: $inputs,
            check: $check,
            steps: $steps,
        }),*];

        $(#[test]
        fn $name() {
            test(stringify!($name), Cases::OneOf(PARTS));
        })*

        mod all_cases {
            use super::{Cases, test};

            $(#[test]
            #[ignore = "long"]
            fn $name() {
                test(stringify!($name), Cases::All);
            })*
        }
    };
}

targets! {
    rules_files: 1000, rules_file::inputs, rules_file::check, 6;
    formatting: 1000, rules_file::inputs, rules_file::check_format, 24;
    instructions: 1000, rules_file::instructions, rules_file::check_instruction, 2;
    instruction_prefixes: 1000, rules_file::instructions, rules_file::check_instruction_prefix, 2;
    sheets: 1000, sheet::inputs, sheet::check, 2;
    quotes: 1000, text::prose, text::check_quotes, 4;
    differences: 1000, text::prose, text::check_differences, 5;
    characters: 1000, text::characters, text::check_characters, 2;
    names: 1000, text::names, text::check_name, 2;
    dates: 1000, text::dates, text::check_date, 2;
    program_settings: 1000, text::settings, text::check_settings, 2;
    query_notation: 1000, query::inputs, query::check_notation, 1;
    queries: 500, query::inputs, query::check, 1;
    scenario_lines: 1000, play::scenarios, play::check_scenario_lines, 2;
    scenarios: 150, play::scenarios, play::check_scenario, 9;
    rule_notation: 1000, play::rules, play::check_rule_notation, 2;
    rules_of_play: 80, play::rules, play::check_rule, 9;
    settings: 1000, play::settings, play::check_settings, 9;
    frames: 500, protocol::inputs, protocol::check, 2;
    edits: 20, edits::inputs, edits::check, 99;
    resolution: 30, edits::inputs, edits::check_views, 99;
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
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs())
    };
    let seed = number("FUZZ_SEED").unwrap_or_else(now);
    println!("FUZZ_SEED={seed}");
    runner::keep_panics();
    let mut runs: Vec<Run<'_>> = TARGETS
        .iter()
        .filter(|target| only.as_ref().is_none_or(|only| only == target.name))
        .map(|target| Run::new(target, seed))
        .collect();
    let end = Instant::now() + Duration::from_secs(number("FUZZ_SECONDS").unwrap_or(60));
    let rounds = 10;
    for round in (1..=rounds).rev() {
        for at in 0..runs.len() {
            let left = end.saturating_duration_since(Instant::now());
            let turns = round * runs.len() - at;
            runs[at].for_time(left / turns as u32);
        }
        println!("| target | inputs | seconds | a second | findings |\n|---|---:|---:|---:|---:|");
        runs.iter().for_each(|run| println!("{}", run.row()));
        let (inputs, findings) = runs
            .iter()
            .map(Run::counts)
            .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        println!("all: {inputs} inputs, {findings} findings\n");
    }
    drop(panic::take_hook());
    let findings: usize = runs.iter().map(|run| run.counts().1).sum();
    assert_eq!(findings, 0, "findings");
}
