//! Adds completers of argument values to the clap commands, for shells: ids of sections, editions,
//! profiles, troop types, paths and so on.
//! The candidates come from the rules that a command would load in the current folder.

use super::host::{current_folder, environment};
use crate::{
    analysis::Analysis,
    disk::{self, SourceLocations, UserPaths, Workspace},
    resolve::RulesetDb,
    text::prefixed,
};
use clap::{Command, ValueHint};
use clap_complete::{ArgValueCompleter, CompletionCandidate};
use std::{collections::HashSet, ffi::OsStr};

/// A function that returns the candidates of a ruleset, each with a description.
type CandidateSource = fn(&RulesetDb) -> Vec<(String, String)>;

/// The candidates for values, by the name of the value.
const CANDIDATES: &[(&str, CandidateSource)] = &[
    ("CLAUSE", clauses),
    ("EDITION", editions),
    ("PROFILE", profiles),
    ("DOCUMENT", documents),
    ("RULESET", rulesets),
    ("TROOPS", troops),
];

/// The names of values that are files or folders.
const PATHS: &[&str] = &["DIR", "FILE", "FOLDER", "LIST", "PATH"];

/// Returns the command line with the candidates of its values.
pub(super) fn with_candidates(command: Command) -> Command {
    let named = |arg: &clap::Arg, name: &str| {
        let names = arg.get_value_names().unwrap_or_default();
        names.iter().any(|own| own.as_str() == name)
    };
    command
        .mut_args(|arg| {
            if !arg.get_action().takes_values() {
                return arg;
            }
            if let Some((_, candidates)) = CANDIDATES.iter().find(|(name, _)| named(&arg, name)) {
                return arg.add(ArgValueCompleter::new(|typed: &OsStr| {
                    complete(typed, *candidates)
                }));
            }
            if PATHS.iter().any(|name| named(&arg, name)) {
                return arg.value_hint(ValueHint::AnyPath);
            }
            arg
        })
        .mut_subcommands(with_candidates)
}

/// Returns the candidates of all rulesets that begin with what is typed, each once, those of the
/// default ruleset first.
fn complete(typed: &OsStr, candidates: CandidateSource) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str().map(str::to_lowercase) else {
        return Vec::new();
    };
    let analysis = load();
    let (default, others): (Vec<_>, Vec<_>) = analysis
        .ruleset_dbs()
        .map(|(_, db)| db)
        .partition(|db| db.ruleset.default);
    let mut seen: HashSet<String> = HashSet::new();
    default
        .into_iter()
        .chain(others)
        .flat_map(candidates)
        .filter(|(value, _)| value.to_lowercase().starts_with(&typed) && seen.insert(value.clone()))
        .enumerate()
        .map(|(at, (value, about))| {
            CompletionCandidate::new(value)
                .help(Some(about.into()))
                .display_order(Some(at))
        })
        .collect()
}

/// Loads the rules as a command in the current folder does. What cannot be read is left out: a shell
/// has no place for an error.
fn load() -> Analysis {
    let current = current_folder();
    let locations = SourceLocations {
        workspaces: Workspace::containing(&current)
            .ok()
            .flatten()
            .into_iter()
            .collect(),
        current,
        rules_folders: Vec::new(),
        library: UserPaths::new(&environment()).library,
    };
    Analysis::new(disk::load_sources(&locations).sources)
}

/// Returns the ids of sections, without and with the ruleset.
fn clauses(db: &RulesetDb) -> Vec<(String, String)> {
    let sections = db.outline().iter().filter_map(|id| db.section_info(id));
    let (short, long): (Vec<_>, Vec<_>) = sections
        .map(|section| {
            let page = prefixed(", p. ", section.page);
            let about = format!("{}{page}", section.heading);
            let short = section
                .id
                .split_once('/')
                .map_or(&*section.id, |(_, id)| id);
            (
                (short.to_owned(), about.clone()),
                (section.id.clone(), about),
            )
        })
        .unzip();
    short.into_iter().chain(long).collect()
}

fn editions(db: &RulesetDb) -> Vec<(String, String)> {
    let editions = db.ruleset.editions.iter().rev();
    editions
        .map(|edition| (edition.id.clone(), db.ruleset.title.clone()))
        .collect()
}

fn profiles(db: &RulesetDb) -> Vec<(String, String)> {
    let profiles = db.ruleset.profiles.iter();
    profiles
        .map(|profile| (profile.name.clone(), db.ruleset.title.clone()))
        .collect()
}

fn documents(db: &RulesetDb) -> Vec<(String, String)> {
    let documents = db.ruleset.documents.values();
    documents
        .map(|document| (document.key.clone(), document.title.clone()))
        .collect()
}

fn rulesets(db: &RulesetDb) -> Vec<(String, String)> {
    vec![(db.ruleset.key.clone(), db.ruleset.title.clone())]
}

fn troops(db: &RulesetDb) -> Vec<(String, String)> {
    let names = db.ruleset.troops.types.keys();
    names
        .map(|name| {
            let long = db.ruleset.abbreviations.get(name);
            (name.clone(), long.unwrap_or(&db.ruleset.title).clone())
        })
        .collect()
}
