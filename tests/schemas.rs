//! The JSON schemas of the TOML files, which the VS Code extension contains: they are written from the table
//! of keys. `UPDATE=1 cargo test schemas::` writes them again.

use rulebook::{
    model::{RULESET_KEYS, toml_file},
    scenario::SCENARIO_KEYS,
    search::THESAURUS_KEYS,
    syntax::ValueKind,
};
use std::{fs, path::PathBuf};

const SCHEMAS: &[(&str, &str, &ValueKind)] = &[
    ("ruleset", "ruleset.toml", RULESET_KEYS),
    ("scenario", "scenario.toml", SCENARIO_KEYS),
    ("import", "import.toml", toml_file::IMPORT_KEYS),
    ("thesaurus", "thesaurus.toml", THESAURUS_KEYS),
];

#[test]
fn the_schemas_are_those_of_the_keys() {
    for (name, title, shape) in SCHEMAS {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("editors/vscode/schemas")
            .join(format!("{name}.json"));
        let schema = toml_file::json_schema(title, shape);
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &text).expect("a written schema");
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            written, text,
            "UPDATE=1 cargo test schemas:: writes {name}.json"
        );
    }
}
