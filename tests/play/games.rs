//! Lists of several games, each with what is read of it: `games.md`. `UPDATE=1 cargo test play::games` draws the
//! answers; each has to be right by the rules.

use super::{SHIPPED, TODAY};
use rulebook::{
    analysis::Request,
    diagnostic::Severity,
    scenario::{BoundScenario, CheckOptions, SumSection},
    text::{LineIndex, SourceId},
};
use std::{fmt::Write as _, fs, path::PathBuf};

fn draw_part(out: &mut String, part: &SumSection) {
    let indent = "  ".repeat(usize::from(part.depth).saturating_sub(1));
    writeln!(out, "{indent}{}", part.name).expect("a string takes all");
    for table in &part.tables {
        for line in &table.lines {
            let number = line.number.map_or("?".to_owned(), |own| own.to_string());
            writeln!(out, "{indent}  {number} {}", line.short).expect("a string takes all");
        }
        let totals: Vec<String> = table
            .columns
            .iter()
            .zip(&table.totals)
            .filter(|(_, total)| total.is_some())
            .map(|(column, total)| {
                format!(
                    "{column} {}",
                    total
                        .as_ref()
                        .and_then(|own| own.value.as_deref())
                        .unwrap_or("?")
                )
            })
            .collect();
        writeln!(out, "{indent}  all: {}", totals.join(", ")).expect("a string takes all");
    }
}

/// Returns the ruleset of a list, its lines and totals, its errors and warnings, and what was
/// not understood.
fn draw(text: &str) -> String {
    let (analysis, checker) = &*SHIPPED;
    let options = CheckOptions {
        request: Request::default(),
        today: TODAY,
    };
    let bound: BoundScenario = checker
        .bind(analysis, SourceId(u32::MAX), text, &options)
        .expect("a known edition");
    let mut out = format!("{}\n", bound.ruleset);
    for part in &bound.sums().parts {
        draw_part(&mut out, part);
    }
    let lines = LineIndex::new(text);
    for found in bound.diagnostics(analysis) {
        let sign = match found.severity {
            Severity::Note if found.code != "scenario-line" => continue,
            Severity::Note => '?',
            _ => '!',
        };
        let line = lines.position(text, found.at.span.start()).line + 1;
        writeln!(out, "{sign} {line}: {}", found.message).expect("a string takes all");
    }
    out
}

#[test]
fn lists_of_several_games_are_read() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/play/games.md");
    let old = fs::read_to_string(&path).expect("the lists");
    let mut new = String::new();
    let mut rest = old.as_str();
    while let Some((before, list)) = rest.split_once("```list\n") {
        let (list, after) = list.split_once("```\n").expect("the end of a list");
        let answer = after.strip_prefix("\n```read\n");
        let after = answer.map_or(after, |own| {
            own.split_once("```\n").expect("the end of an answer").1
        });
        write!(
            new,
            "{before}```list\n{list}```\n\n```read\n{}```\n",
            draw(list)
        )
        .expect("a string takes all");
        rest = after;
    }
    new += rest;
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &new).expect("a file that can be written");
    }
    assert_eq!(old, new, "see `UPDATE=1 cargo test play::games`");
}
