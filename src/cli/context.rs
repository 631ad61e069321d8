use super::{
    Failure, Global, Host,
    options::{Format, Reading, Wording},
    output,
    pen::Pen,
};
use crate::{
    analysis::{Analysis, IndexKey, Source, with_notice},
    disk::{self, Defaults, Places, Question, Settings, User, Workspace},
    resolve::{RulesetDb, View},
    search::{Index, IndexFault},
    text::LineIndex,
};
use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use jiff::civil::Date;
use std::{collections::BTreeMap, io::Write, sync::Arc};

/// What a command works with.
pub(super) struct Context<'h> {
    /// The environment.
    pub(super) env: &'h BTreeMap<String, String>,
    /// The current folder.
    pub(super) current: &'h Utf8PathBuf,
    /// Today.
    pub(super) today: Date,
    /// How to draw.
    pub(super) pen: Pen,
    /// Standard input.
    pub(super) stdin: &'h mut dyn std::io::Read,
    /// Where the user's files lie.
    pub(super) user: User,
    /// The workspace, if the current folder lies in one.
    pub(super) workspace: Option<Workspace>,
    /// What is said before the answer: that it is from another ruleset than the default one.
    pub(super) notice: Option<String>,
    named: Vec<Utf8PathBuf>,
    stderr: &'h mut dyn Write,
    interactive: bool,
    remarks: Vec<String>,
}

impl<'h> Context<'h> {
    /// The context of one run.
    pub(super) fn new<'a: 'h>(host: &'h mut Host<'a>, options: &Global) -> Self {
        let pen = output::pen(host, options);
        Self {
            env: &host.env,
            current: &host.current,
            today: host.today,
            pen,
            stdin: host.stdin,
            user: User::new(&host.env),
            workspace: Workspace::around(&host.current),
            notice: None,
            named: options.rules.clone(),
            stderr: host.stderr,
            interactive: host.terminal.interactive,
            remarks: Vec::new(),
        }
    }

    /// Something that people should know, on standard error.
    pub(super) fn remark(&mut self, remark: impl Into<String>) {
        self.remarks.push(remark.into());
    }

    /// Tells on a terminal what is being done; empty words take the line away.
    pub(super) fn progress(&mut self, words: &str) {
        if self.interactive {
            let told = write!(self.stderr, "\r\u{1b}[2K{words}").and_then(|()| self.stderr.flush());
            self.interactive = told.is_ok();
        }
    }

    /// Writes the remarks. Nothing can be done if nobody hears them.
    pub(super) fn tell_remarks(&mut self) {
        for remark in std::mem::take(&mut self.remarks) {
            let text = self
                .pen
                .wrap(&self.pen.alert("warning: "), "         ", &remark);
            if writeln!(self.stderr, "{text}").is_err() {
                return;
            }
        }
    }

    /// Where rules are looked for.
    pub(super) fn places(&self) -> Places {
        Places {
            current: self.current.clone(),
            workspaces: self.workspace.iter().cloned().collect(),
            named: self.named.clone(),
            library: self.user.library.clone(),
        }
    }

    /// Whether the user named that folder with `--rules`.
    pub(super) fn is_named(&self, path: &Utf8Path) -> bool {
        self.named.iter().any(|named| named == path)
    }

    /// All rules. A folder that was named and can't be read is misuse; other files that can't be read are told, and do not count.
    pub(super) fn analysis(&mut self) -> Result<Analysis, Failure> {
        let sources = self.sources()?;
        Ok(self.world_of(sources))
    }

    /// The rules in some sources.
    pub(super) fn world_of(&mut self, sources: Vec<Source>) -> Analysis {
        let analysis = Analysis::new(sources);
        self.tell_unreadable(&analysis);
        analysis
    }

    /// Tells of each ruleset whose `ruleset.toml` can't be read: what is answered of it does without.
    pub(super) fn tell_unreadable(&mut self, analysis: &Analysis) {
        for (key, db) in analysis
            .ruleset_dbs()
            .filter(|(_, db)| db.ruleset.unreadable)
        {
            let Some(source) = analysis.source(db.ruleset.source) else {
                continue;
            };
            let Some(fault) = analysis
                .ruleset_faults()
                .iter()
                .find(|fault| fault.at.source == db.ruleset.source)
            else {
                continue;
            };
            let line = LineIndex::new(&source.text).line(fault.at.span.start()) + 1;
            let (path, message) = (&source.path, &fault.message);
            self.remark(format!("{path}:{line}: {message}; until it can be read, `{key}` is answered without its editions and documents"));
        }
    }

    /// All sources of rules, unread.
    pub(super) fn sources(&mut self) -> Result<Vec<Source>, Failure> {
        let loaded = disk::load(&self.places());
        for fault in &loaded.faults {
            if self.is_named(&fault.path) {
                return Err(Failure::misuse(fault.to_string()));
            }
            self.remark(fault.to_string());
        }
        Ok(loaded.sources)
    }

    /// The ruleset and the view that a question means.
    pub(super) fn ask<'w>(
        &self,
        analysis: &'w Analysis,
        question: &Question,
    ) -> Result<(&'w RulesetDb, View), Failure> {
        let request = question.request();
        let told = |error| Failure::request(&error, question);
        let db = analysis.requested_ruleset(&request).map_err(told)?;
        Ok((db, analysis.view(db, &request, self.today).map_err(told)?))
    }

    /// The settings that bear on a question, strongest first: options, environment, `rulebook.toml`, `rulebook use`.
    pub(super) fn defaults(&mut self, options: Settings) -> Defaults {
        let (environment, faults) = Settings::from_environment(self.env);
        faults.into_iter().for_each(|fault| self.remark(fault));
        let mut layers = vec![
            (String::new(), options),
            ("from the environment".to_owned(), environment),
        ];
        let workspace = self
            .workspace
            .as_ref()
            .and_then(|workspace| workspace.settings.clone());
        layers
            .extend(workspace.map(|path| ("from rulebook.toml".to_owned(), self.settings(&path))));
        let own = self.user.settings.clone().filter(|path| path.is_file());
        layers.extend(own.map(|path| ("set by `rulebook use`".to_owned(), self.settings(&path))));
        Defaults { layers }
    }

    /// The settings in a file; what is wrong with it is told.
    pub(super) fn settings(&mut self, path: &Utf8PathBuf) -> Settings {
        match disk::read(path) {
            Ok(text) => {
                let (settings, faults) = Settings::parse(&text);
                let index = LineIndex::new(&text);
                for fault in faults {
                    let line = index.line(fault.span.start()) + 1;
                    self.remark(format!("{path}:{line}: {fault}"));
                }
                settings
            }
            Err(fault) => {
                self.remark(fault.to_string());
                Settings::default()
            }
        }
    }

    /// Which wording is wanted.
    pub(super) fn wording(&self, reading: &Reading, defaults: &Defaults) -> Wording {
        let set = || {
            Wording::from_str(
                &defaults.first(|settings| settings.wording.clone())?.value,
                false,
            )
            .ok()
        };
        reading.wording.or_else(set).unwrap_or_default()
    }

    /// The search index for an index key.
    pub(super) fn index(
        &self,
        analysis: &Analysis,
        index_key: &IndexKey,
    ) -> Result<Arc<Index>, IndexFault> {
        let loaded = || Analysis::new(analysis.sources().clone());
        disk::index(
            self.user.cache.as_ref(),
            analysis.sources(),
            index_key,
            disk::Reading::Mapped,
            loaded,
        )
        .map(Arc::new)
    }

    /// An answer as JSON.
    pub(super) fn json(&self, value: &impl serde::Serialize) -> Result<super::Answer, Failure> {
        let text = match &self.notice {
            Some(notice) => {
                serde_json::to_string_pretty(&with_notice(serde_json::to_value(value)?, notice))?
            }
            None => serde_json::to_string_pretty(value)?,
        };
        Ok(super::Answer::plain(text + "\n"))
    }

    /// An answer for people, below what is to be said before it.
    pub(super) fn noticed(&self, mut answer: super::Answer) -> super::Answer {
        if let Some(notice) = self.notice.as_ref().filter(|_| answer.pages) {
            answer.text.insert_str(
                0,
                &super::header::notices(self.pen, std::slice::from_ref(notice)),
            );
        }
        answer
    }
}

impl Format {
    /// Whether a program reads the answer.
    pub(super) fn is_json(self) -> bool {
        self == Self::Json
    }
}
