//! What is measured: documents of made-up libraries, our index of them, and a table of SQLite FTS5.
//!
//! Making them takes minutes, so they are kept below `target/`, under the hash of the code that they come from. A library of more than a
//! hundred rulesets has the texts of these again, with their words exchanged for others, differently each time: as many words as often, in
//! other company.

use crate::generate::{LibraryShape, generate};
use rayon::prelude::*;
use rulebook::{
    analysis::{Analysis, IndexKey},
    search::{Doc, Index, IndexBuilder, IndexMetadata},
};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::{BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

type Fault = Box<dyn std::error::Error + Send + Sync>;

const CHUNK: usize = 1000;
/// So many rulesets are made up from nothing.
const MADE: usize = 100;

/// A library of that many clauses, in both.
pub(crate) struct Both {
    pub(crate) ours: Index,
    pub(crate) theirs: Connection,
    pub(crate) editions: Vec<(String, String)>,
    /// The names of the editions; those of all rulesets are the same.
    pub(crate) names: Vec<String>,
    /// Bytes of our index.
    pub(crate) size: u64,
}

/// The documents of one ruleset.
#[derive(Serialize, Deserialize)]
struct Chunk {
    metadata: IndexMetadata,
    docs: Vec<Doc>,
}

impl Chunk {
    /// Makes another ruleset of it.
    fn exchange(&mut self, at: usize) {
        let name = format!("wide-{at:04}");
        let is_word = |word: &str| {
            word != "section" && !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase())
        };
        let parts = |text: &str| {
            text.split(|c: char| !c.is_ascii_alphabetic())
                .map(str::to_ascii_lowercase)
                .collect::<Vec<_>>()
        };
        let words: BTreeSet<String> = self
            .docs
            .iter()
            .flat_map(|doc| parts(&doc.text))
            .filter(|word| is_word(word))
            .collect();
        let words: Vec<String> = words.into_iter().collect();
        let exchanged = |word: &str| {
            let place = words.binary_search(&word.to_ascii_lowercase()).ok()?;
            let mut new = words.get((place + at * 13) % words.len())?.clone();
            if word.starts_with(|c: char| c.is_ascii_uppercase()) {
                new[..1].make_ascii_uppercase();
            }
            Some(new)
        };
        let text = |text: &str| {
            let mut out = String::with_capacity(text.len() + 16);
            for part in text.split_inclusive(|c: char| !c.is_ascii_alphabetic()) {
                let word = part.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
                out.push_str(&exchanged(word).unwrap_or_else(|| word.to_owned()));
                out.push_str(&part[word.len()..]);
            }
            out
        };
        for doc in &mut self.docs {
            doc.id = format!("{name}/{}", doc.id.split_once('/').map_or("", |(_, id)| id));
            doc.ruleset.clone_from(&name);
            doc.text = text(&doc.text);
            doc.lead = text(&doc.lead);
        }
        self.metadata
            .rulesets
            .iter_mut()
            .for_each(|ruleset| ruleset.key.clone_from(&name));
    }
}

/// The hash of the code in some folders of the core, as it is now.
fn hash(folders: &[&str]) -> u64 {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core");
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| source.join(folder)).collect();
    let mut hasher = DefaultHasher::new();
    while let Some(path) = open.pop() {
        if let Ok(entries) = fs::read_dir(&path) {
            let mut inside: Vec<PathBuf> = entries.flatten().map(|own| own.path()).collect();
            inside.sort();
            open.extend(inside);
        } else if let Ok(text) = fs::read(&path) {
            (path, text).hash(&mut hasher);
        }
    }
    hasher.finish()
}

pub(crate) fn make(clauses: usize) -> Result<Both, Fault> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/measured"));
    fs::create_dir_all(&folder)?;
    // what documents are made by, and what the index is
    let docs = hash(&[
        "text",
        "syntax",
        "model",
        "op",
        "resolve",
        "analysis/index_documents",
    ]);
    let search = hash(&["text", "search"]);
    let count = clauses.div_ceil(CHUNK);
    let docs_path = folder.join(format!("docs-{}-{docs:016x}", clauses.min(MADE * CHUNK)));
    let index_path = folder.join(format!("index-{clauses}-{docs:016x}-{search:016x}"));
    let table_path = folder.join(format!("fts5-{clauses}-{docs:016x}"));
    if !docs_path.exists() {
        write(&docs_path, |out| chunks(clauses.min(MADE * CHUNK), out))?;
    }
    let mut builder: Option<IndexBuilder> = None;
    let unfinished = index_path.with_extension("unfinished");
    let (has_index, has_table) = (index_path.exists(), table_path.exists());
    let theirs = if has_table {
        Connection::open_in_memory()?
    } else {
        table()?
    };
    let mut row = 0_i64;
    let lines = || -> Result<_, std::io::Error> {
        Ok(BufReader::with_capacity(1 << 20, fs::File::open(&docs_path)?).lines())
    };
    let mut rest = lines()?;
    for at in 0..if has_index && has_table { 0 } else { count } {
        let line = match rest.next() {
            Some(line) => line?,
            None => {
                rest = lines()?;
                rest.next().ok_or("no documents")??
            }
        };
        let mut chunk: Chunk = serde_json::from_str(&line)?;
        if at >= MADE {
            chunk.exchange(at);
        }
        let Chunk { metadata, docs } = chunk;
        let order = metadata
            .rulesets
            .first()
            .map(|ruleset| ruleset.editions.clone())
            .unwrap_or_default();
        let rulesets = metadata.rulesets.clone();
        if builder.is_none() && !has_index {
            let _gone = fs::remove_dir_all(&unfinished);
            fs::create_dir_all(&unfinished)?;
            builder = Some(IndexBuilder::in_folder(
                &unfinished,
                IndexMetadata {
                    rulesets: Vec::new(),
                    ..metadata
                },
            )?);
        }
        if let Some(builder) = &mut builder {
            rulesets
                .into_iter()
                .for_each(|ruleset| builder.add_ruleset(ruleset));
            builder.add(&docs)?;
        }
        for doc in docs {
            row += 1;
            if !has_table {
                insert(&theirs, row, &doc, &order)?;
            }
        }
    }
    if let Some(builder) = builder {
        builder.finish()?;
        fs::rename(&unfinished, &index_path)?;
    }
    if !has_table {
        theirs.execute_batch("COMMIT; INSERT INTO words(words) VALUES ('optimize');")?;
        theirs.execute("VACUUM INTO ?1", [table_path.to_string_lossy()])?;
    }
    drop(theirs);
    let ours = Index::open(&index_path)?;
    let files = fs::read_dir(&index_path)?;
    let size = files.map(|file| Ok(file?.metadata()?.len()));
    let size = size.sum::<Result<u64, std::io::Error>>()?;
    let theirs = Connection::open(&table_path)?;
    // all of it in memory
    theirs.execute_batch(
        "PRAGMA cache_size = -8000000; PRAGMA mmap_size = 68719476736; PRAGMA temp_store = MEMORY;",
    )?;
    let names = ours
        .metadata()
        .rulesets
        .first()
        .map(|ruleset| ruleset.editions.clone())
        .unwrap_or_default();
    let editions = ours
        .metadata()
        .rulesets
        .iter()
        .map(|ruleset| (ruleset.key.clone(), String::new()))
        .collect();
    Ok(Both {
        ours,
        theirs,
        editions,
        names,
        size,
    })
}

/// Writes a file, and puts it in place when it is whole.
fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<fs::File>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let fresh = path.with_extension("unfinished");
    let mut out = BufWriter::with_capacity(1 << 20, fs::File::create(&fresh)?);
    fill(&mut out)?;
    out.into_inner()?;
    Ok(fs::rename(&fresh, path)?)
}

/// The documents of all rulesets, a line for each, made on all cores, some at a time.
fn chunks(clauses: usize, out: &mut impl Write) -> Result<(), Fault> {
    let numbers: Vec<usize> = (0..clauses.div_ceil(CHUNK)).collect();
    for some in numbers.chunks(16) {
        let lines: Vec<String> = some
            .par_iter()
            .map(|&at| chunk(at, CHUNK.min(clauses - at * CHUNK)))
            .collect::<Result<_, _>>()?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

/// The documents of one ruleset: all wordings of its clauses.
fn chunk(at: usize, clauses: usize) -> Result<String, serde_json::Error> {
    let index_key = IndexKey {
        as_of: jiff::civil::Date::MAX,
        scopes: Vec::new(),
    };
    let mut sources = generate(LibraryShape::Wide, clauses, 1 + at as u64).sources;
    // each is a ruleset of its own
    sources
        .iter_mut()
        .for_each(|source| source.ruleset = format!("wide-{at:04}"));
    let analysis = Analysis::new(sources);
    let docs = analysis
        .ruleset_dbs()
        .flat_map(|(_, db)| analysis.search_documents(db, &index_key));
    let docs = docs.filter(|doc| doc.kind().name() != "change").collect();
    serde_json::to_string(&Chunk {
        metadata: analysis.index_metadata(&index_key),
        docs,
    })
}

fn table() -> Result<Connection, Fault> {
    let theirs = Connection::open_in_memory()?;
    theirs.execute_batch(
        "CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='porter unicode61');
         CREATE TABLE docs(id INTEGER PRIMARY KEY, editions INTEGER);
         BEGIN",
    )?;
    Ok(theirs)
}

fn insert(theirs: &Connection, row: i64, doc: &Doc, order: &[String]) -> Result<(), Fault> {
    let places = doc
        .editions
        .iter()
        .filter_map(|edition| order.iter().position(|other| other == edition));
    let bits = places.fold(0_i64, |bits, at| bits | 1 << at);
    let text = format!("{} {} {}", doc.path.join(" "), doc.lead, doc.text);
    theirs
        .prepare_cached("INSERT INTO words(rowid, text) VALUES (?1, ?2)")?
        .execute((row, text))?;
    theirs
        .prepare_cached("INSERT INTO docs(id, editions) VALUES (?1, ?2)")?
        .execute((row, bits))?;
    Ok(())
}
