//! Writes a generated library to a folder:
//! `cargo bench --bench generate -- wide|deep FOLDER [--clauses N] [--seed N]`.
//!
//! It has 100,000 clauses if no number is given. The same seed gives the same bytes. The folder can
//! be given to `rulebook --rules`.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it reports what it wrote"
)]

#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each program uses a part of it"
)]
#[path = "mod.rs"]
mod generate;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    // cargo adds `--bench`; `cargo test --benches` adds `--test`
    if arguments.iter().any(|argument| argument == "--test") {
        return ExitCode::SUCCESS;
    }
    arguments.retain(|argument| argument != "--bench");
    match generate::write_library(&arguments) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
