use rulebook::analysis::{Source, SourceKind, SourceOrigin};
use std::sync::Arc;

/// The number of lines after which a new file is started.
const LINES: usize = 950;

/// The files of one document; a new file is started when one is full.
pub(super) struct DocumentFiles<'a> {
    ruleset: &'a str,
    stem: &'a str,
    ending: &'a str,
    front: String,
    text: String,
    lines: usize,
    files: Vec<Source>,
}

impl<'a> DocumentFiles<'a> {
    /// Creates the files `STEM.ENDING`, `STEM-2.ENDING` and so on of a document.
    pub(super) fn new(ruleset: &'a str, stem: &'a str, ending: &'a str, edition: &str) -> Self {
        let front = format!(
            "---\nruleset: {ruleset}\nedition: \"{edition}\"\ndocument: {ruleset}-{edition}\n---\n"
        );
        Self {
            ruleset,
            stem,
            ending,
            front,
            text: String::new(),
            lines: 0,
            files: Vec::new(),
        }
    }

    /// Adds lines that must be in the same file.
    pub(super) fn add(&mut self, lines: &[String]) {
        if self.lines > 0 && self.lines + lines.len() > LINES {
            self.close();
        }
        if self.lines == 0 {
            self.text.push_str(&self.front);
            self.lines = self.front.lines().count();
        }
        for line in lines {
            self.text.push_str(line);
            self.text.push('\n');
        }
        self.lines += lines.len();
    }

    fn close(&mut self) {
        if self.lines == 0 {
            return;
        }
        let part = if self.files.is_empty() {
            String::new()
        } else {
            format!("-{}", self.files.len() + 1)
        };
        let name = format!("{}{part}.{}", self.stem, self.ending);
        self.files.push(make_source(
            self.ruleset,
            name,
            SourceKind::Rules,
            std::mem::take(&mut self.text),
        ));
        self.lines = 0;
    }

    /// Returns the files.
    pub(super) fn finish(mut self) -> Vec<Source> {
        self.close();
        self.files
    }
}

/// Makes a source file of a ruleset.
pub(super) fn make_source(ruleset: &str, name: String, kind: SourceKind, text: String) -> Source {
    let path = format!("{ruleset}/{name}").into();
    Source {
        path,
        name,
        ruleset: ruleset.to_owned(),
        kind,
        origin: SourceOrigin::Folder,
        text: Arc::from(text),
    }
}
