//! How well pasted lists are read: `cargo bench --bench lists`.
//!
//! Prints a table by format for the lists of `benches/lists/open`, of which each may be looked at while
//! the reader is changed, and for those of `benches/lists/sealed`, which are only counted: they are a half that was drawn
//! with a fixed seed, and show what a change is worth on lists that it was not made with. Words behind `--` choose
//! one of the two, or another folder of lists.

#![expect(
    clippy::print_stdout,
    reason = "the figures are what the program is for"
)]

#[path = "../../tests/support/lists.rs"]
mod lists;

use lists::{PastedList, table};
use rulebook::{analysis::Analysis, disk, scenario::ScenarioChecker};
use std::path::{Path, PathBuf};

/// The folder of the lists that are only counted.
const SEALED: &str = "sealed";

fn main() {
    let given = std::env::args().skip(1).filter(|own| !own.starts_with('-'));
    let mut folders: Vec<String> = given.collect();
    if folders.is_empty() {
        folders = vec!["open".to_owned(), SEALED.to_owned()];
    }
    let analysis = Analysis::new(disk::shipped_sources());
    let checker = ScenarioChecker::new(&analysis);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/lists");
    for folder in folders {
        let path = Some(own.join(&folder)).filter(|path| path.is_dir());
        let lists = PastedList::all_in(&path.unwrap_or_else(|| PathBuf::from(&folder)));
        let (table, wrong) = table(&lists, (&analysis, &checker));
        println!("{folder}\n\n{table}");
        if folder != SEALED {
            println!("wrong: {}\n", wrong.join(" "));
        }
    }
}
