//! Benchmarks of parsing sheets: `cargo bench --bench import`.
//!
//! The results of generated sheets with 1,000 and 10,000 instructions are printed next to each
//! other, to show whether the time grows linearly. If `../shared/sources` exists (or
//! `RULEBOOK_SHARED` points to it), all of its documents are parsed too.

#![expect(
    clippy::print_stdout,
    reason = "the figures are what the program is for"
)]

use rulebook::{
    analysis::Analysis,
    disk,
    import::{self, KnownRulesets},
};
use std::{
    fmt::Write as _,
    fs,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

/// Generates a sheet of `instructions` instructions in all the forms that sheets have.
fn generate_sheet(instructions: usize) -> String {
    let mut out = String::from("# Generated amendments\n\n1 May 2020\n");
    for n in 0..instructions {
        if n % 7 == 0 {
            write!(
                out,
                "\n### SECTION NUMBER {} Page {}\n",
                n / 7 + 1,
                n / 20 + 1
            )
            .expect("a string takes all");
        }
        let (para, sentence) = (n % 9 + 1, n % 4 + 1);
        match n % 6 {
            0 => write!(
                out,
                "\nPara {para}. {sentence}<sup>nd</sup> sentence. Replace with:\n\n\"A raft number {n} pays {para} coins at the quay.\"\n"
            ),
            1 => write!(out, "\nPara {para}. Delete \"or barge number {n}\".\n"),
            2 => write!(out, "\nPara {para}. Insert after \"raft\": \"or punt {n}\".\n"),
            3 => write!(
                out,
                "\nPara {para}. Add at the end:\n\n\"All of these apply:\n\n- It is night {n}.\n  - Or dusk.\n- No ferry sails.\"\n"
            ),
            4 => write!(out, "\nLast bullet. Replace with:\n\n- Pilots of rank {n} pay half.\n\n| a | b |\n|---|---|\n| {n} | {para} |\n"),
            _ => write!(out, "\nPunts: change cost for S to {para}\n"),
        }
        .expect("a string takes all");
    }
    out
}

/// Returns the median time of a few runs.
fn median_time(runs: usize, mut run: impl FnMut()) -> Duration {
    run();
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[runs / 2]
}

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let known = KnownRulesets::from_analysis(&Analysis::new(disk::shipped_sources()));
    let (small, large) = (generate_sheet(1_000), generate_sheet(10_000));
    let count = |text: &str| {
        import::parse_sheets(text, &known)
            .sheets
            .iter()
            .map(|sheet| sheet.instructions.len())
            .sum::<usize>()
    };
    println!("{:>14} {:>12} {:>12}", "", "1,000", "10,000");
    println!("{:>14} {:>12} {:>12}", "bytes", small.len(), large.len());
    println!(
        "{:>14} {:>12} {:>12}",
        "found",
        count(&small),
        count(&large)
    );
    let one = median_time(15, || drop(import::parse_sheets(&small, &known)));
    let ten = median_time(5, || drop(import::parse_sheets(&large, &known)));
    println!(
        "{:>14} {:>12?} {:>12?}  ({:.1} times)",
        "read",
        one,
        ten,
        ten.as_secs_f64() / one.as_secs_f64()
    );
    let root = std::env::var_os("RULEBOOK_SHARED").map(PathBuf::from);
    let sources = root
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"))
        .join("sources");
    let texts: Vec<String> = [
        "dbm-3.1-amendments.md",
        "dbm-3.2-amendments.md",
        "dbm-3.3-3.4-amendments.md",
        "iwf-clarifications-1.2.txt",
    ]
    .into_iter()
    .chain([
        "dba-deployment-and-pips.txt",
        "warmaster-ancients-update.md",
        "dbx-skirmish-movement.txt",
    ])
    .filter_map(|name| fs::read_to_string(sources.join(name)).ok())
    .collect();
    if texts.is_empty() {
        println!(
            "{} does not exist: no printed sheets are read",
            sources.display()
        );
    } else {
        let all = median_time(15, || {
            texts
                .iter()
                .for_each(|text| drop(import::parse_sheets(text, &known)))
        });
        println!("{:>14} {all:?} for {} files", "shared sheets", texts.len());
    }
    ExitCode::SUCCESS
}
