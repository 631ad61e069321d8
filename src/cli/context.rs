//! `Context`: the environment of one command; loads settings and rules, and formats its answer.

use super::{
    CommandError, CommandOutput, CommandResult, Format, Styler, host::Host, options::GlobalOptions,
    output,
};
use crate::{
    analysis::{Analysis, LayeredSettings, Request, Settings, Source},
    answer::{AnswerError, IndexSource, QueryEngine, json},
    disk::{self, HOME_VARIABLE, SourceLocations, UserPaths, Workspace},
    resolve::{RulesetDb, View},
    scenario::CheckOptions,
};
use camino::{Utf8Path, Utf8PathBuf};
use jiff::civil::Date;
use std::{collections::BTreeMap, io::Write, sync::Arc};

/// The environment, input and styler of one command; loads settings and rules, queues warnings.
pub(super) struct Context<'h> {
    /// The environment.
    pub(super) env: &'h BTreeMap<String, String>,
    pub(super) current: &'h Utf8PathBuf,
    pub(super) today: Date,
    /// The colours and the width of the output.
    pub(super) styler: Styler,
    /// Standard input.
    pub(super) stdin: &'h mut dyn std::io::Read,
    /// The paths of the user's own files.
    pub(super) user: UserPaths,
    /// The workspace that contains the current folder.
    pub(super) workspace: Option<Workspace>,
    rules_folders: Vec<Utf8PathBuf>,
    stdout: &'h mut dyn Write,
    stderr: &'h mut dyn Write,
    shows_progress: bool,
    warnings: Vec<String>,
    /// How many files could not be read when rules were loaded.
    pub(super) unread: usize,
    /// The loaded rules, kept until the answer is written.
    loaded: Vec<Analysis>,
    /// Builds the complete command line, for the completions.
    pub(super) root_command: fn() -> clap::Command,
}

impl<'h> Context<'h> {
    /// Creates the context of one run.
    pub(super) fn new<'a: 'h>(
        host: &'h mut Host<'a>,
        options: &GlobalOptions,
        root_command: fn() -> clap::Command,
    ) -> Self {
        let styler = output::styler(host, options);
        let (workspace, foreign) = match Workspace::containing(&host.current) {
            Ok(workspace) => (workspace, None),
            Err(error) => (None, Some(error.to_string())),
        };
        Self {
            env: &host.env,
            current: &host.current,
            today: host.today,
            styler,
            stdin: host.stdin,
            user: UserPaths::new(&host.env),
            workspace,
            rules_folders: options.rules.clone(),
            stdout: host.stdout,
            stderr: host.stderr,
            shows_progress: host.terminal.shows_progress,
            warnings: foreign.into_iter().collect(),
            unread: 0,
            loaded: Vec::new(),
            root_command,
        }
    }

    /// Queues a warning for standard error.
    pub(super) fn warn(&mut self, remark: impl Into<String>) {
        self.warnings.push(remark.into());
    }

    /// Shows on a terminal what is being done; an empty text clears the line.
    pub(super) fn show_progress(&mut self, text: &str) {
        if self.shows_progress {
            self.shows_progress = output::show_progress(self.stderr, text).is_ok();
        }
    }

    /// Prints a part of the answer at once, for a command that continues.
    pub(super) fn print_now(&mut self, text: &str) -> Result<(), CommandError> {
        let written = output::write_text(self.stdout, &format!("{text}\n"))
            .and_then(|()| self.stdout.flush());
        written.map_err(|error| CommandError::misuse(format!("cannot write: {error}")))
    }

    /// Asks for a value on a terminal, and returns it; the default if the answer is empty or there is
    /// no terminal.
    pub(super) fn ask(&mut self, question: &str, default: &str) -> String {
        if !self.shows_progress || write!(self.stderr, "{question} [{default}]: ").is_err() {
            return default.to_owned();
        }
        // a prompt that is not shown at once is still answered
        let _flushed = self.stderr.flush();
        let mut line = Vec::new();
        let mut byte = [0];
        while matches!(self.stdin.read(&mut byte), Ok(1)) && byte[0] != b'\n' {
            line.push(byte[0]);
        }
        let answer = String::from_utf8_lossy(&line).trim().to_owned();
        if answer.is_empty() {
            default.to_owned()
        } else {
            answer
        }
    }

    /// Frees the loaded rules on another thread while the answer is written: for a large library,
    /// freeing takes longer than answering.
    pub(super) fn free_in_background(&mut self) {
        let loaded = std::mem::take(&mut self.loaded);
        if !loaded.is_empty() {
            rayon::spawn(move || drop(loaded));
        }
    }

    /// Prints the queued warnings. A write error cannot be reported anywhere and ends the list.
    pub(super) fn print_warnings(&mut self) {
        let lead = self.styler.warning("warning: ");
        for remark in std::mem::take(&mut self.warnings) {
            let text = self.styler.wrap(&lead, "         ", &remark);
            if output::write_text(self.stderr, &text).is_err() {
                return;
            }
        }
    }

    /// Returns the places from which rules are loaded.
    pub(super) fn source_locations(&self) -> SourceLocations {
        SourceLocations {
            current: self.current.clone(),
            workspaces: self.workspace.iter().cloned().collect(),
            rules_folders: self.rules_folders.clone(),
            library: self.user.library.clone(),
        }
    }

    /// Returns the folder of rulesets of the workspace.
    pub(super) fn workspace_rules(&self) -> Option<&Utf8PathBuf> {
        self.workspace.as_ref()?.rules.as_ref()
    }

    /// Returns the folder of the library.
    pub(super) fn library_folder(&self) -> Result<Utf8PathBuf, CommandError> {
        let message = format!("no folder for the library: {HOME_VARIABLE} is not set");
        let help =
            format!("set {HOME_VARIABLE}, or set RULEBOOK_LIBRARY to the folder of the library");
        let library = self.user.library.clone();
        library.ok_or_else(|| CommandError::misuse(message).with_help(help))
    }

    /// Returns an error if `path` exists, except with --force. `remedy` is what else to do.
    pub(super) fn check_free(
        &self,
        path: &Utf8Path,
        force: bool,
        remedy: &str,
    ) -> Result<(), CommandError> {
        if force || !disk::exists(&self.current.join(path)) {
            return Ok(());
        }
        Err(CommandError::misuse(format!("{path} already exists"))
            .with_help(format!("{remedy}, or use --force to overwrite it")))
    }

    /// Returns whether the user named that folder with `--rules`.
    pub(super) fn is_rules_option(&self, path: &Utf8Path) -> bool {
        self.rules_folders.iter().any(|folder| folder == path)
    }

    /// Loads all rules. A `--rules` folder that cannot be read is an error; other unreadable files
    /// are skipped with a warning.
    pub(super) fn load_analysis(&mut self) -> Result<Analysis, CommandError> {
        let sources = self.load_sources()?;
        Ok(self.analyze(sources))
    }

    /// Loads all rules, with the proposals that a request names.
    pub(super) fn load_analysis_for(
        &mut self,
        request: &Request,
    ) -> Result<Analysis, CommandError> {
        let analysis = self.load_analysis()?;
        self.with_proposals(analysis, request)
    }

    /// Adds the proposals that a request names.
    pub(super) fn with_proposals(
        &mut self,
        analysis: Analysis,
        request: &Request,
    ) -> Result<Analysis, CommandError> {
        if request.with.is_none() {
            return Ok(analysis);
        }
        let settings = self.layered_settings(request.clone().into());
        let out = analysis.with_proposals(request, self.today);
        Ok(out.map_err(|error| AnswerError::from_request(&error, &settings))?)
    }

    /// Reads the text of an army list or scenario; `-` is the standard input.
    pub(super) fn read_list(&mut self, path: &Utf8Path) -> Result<String, CommandError> {
        if path == "-" {
            let failed = |message| CommandError::misuse(format!("standard input: {message}"));
            return disk::read_text_from(self.stdin).map_err(failed);
        }
        Ok(disk::read_text(&self.current.join(path))?)
    }

    /// Analyses the given sources.
    pub(super) fn analyze(&mut self, sources: Vec<Source>) -> Analysis {
        let analysis = Analysis::new(sources);
        self.warn_unreadable_rulesets(&analysis);
        self.loaded.push(analysis.clone());
        analysis
    }

    /// Warns about each ruleset whose `ruleset.toml` cannot be parsed: answers lack its editions
    /// and documents.
    fn warn_unreadable_rulesets(&mut self, analysis: &Analysis) {
        let unreadable = analysis
            .ruleset_dbs()
            .filter(|(_, db)| db.ruleset.unreadable);
        for (key, db) in unreadable {
            let mut errors = analysis.ruleset_diagnostics().iter();
            if let Some(error) = errors.find(|error| error.at.source == db.ruleset.source) {
                let (place, message) = (analysis.path_and_line(error.at), &error.message);
                self.warn(format!("{place}: {message}; until this is fixed, answers about `{key}` lack its editions and documents"));
            }
        }
    }

    /// Loads all sources without parsing them.
    pub(super) fn load_sources(&mut self) -> Result<Vec<Source>, CommandError> {
        let loaded = disk::load_sources(&self.source_locations());
        for error in &loaded.errors {
            if self.is_rules_option(&error.path) {
                return Err(CommandError::misuse(error.to_string()));
            }
            self.warn(error.to_string());
        }
        self.unread = loaded.errors.len();
        Ok(loaded.sources)
    }

    /// Returns the ruleset and the view that options and settings select; `ruleset` is stronger than
    /// what these name.
    pub(super) fn resolve_view<'w>(
        &mut self,
        analysis: &'w Analysis,
        options: impl Into<Settings>,
        ruleset: Option<&str>,
    ) -> Result<(&'w RulesetDb, View), CommandError> {
        let settings = self.layered_settings(options.into());
        analysis
            .resolve_request(&settings.request(ruleset), self.today)
            .map_err(|error| AnswerError::from_request(&error, &settings).into())
    }

    /// Returns the options that check lists today; what a request names overrides what a list names.
    pub(super) fn check_options(&self, request: &Request) -> CheckOptions {
        CheckOptions {
            request: request.clone(),
            today: self.today,
        }
    }

    /// Returns the settings by precedence: options, environment, `rulebook.toml`, `rulebook use`.
    pub(super) fn layered_settings(&mut self, options: Settings) -> LayeredSettings {
        let own = std::iter::once((String::new(), options));
        LayeredSettings {
            layers: own.chain(self.setting_layers()).collect(),
        }
    }

    /// Returns the query engine for an analysis. Errors in the settings become warnings.
    pub(super) fn engine(&mut self, analysis: &Analysis) -> QueryEngine {
        let settings = self.setting_layers();
        QueryEngine::new(analysis.clone(), settings, Some(self.today))
            .with_indexes(self.stored_indexes(analysis))
    }

    /// Loads the rules for a server and returns its query engine. Without `printed`, printed
    /// wording is not loaded at all.
    pub(super) fn server_engine(&mut self, printed: bool) -> Result<QueryEngine, CommandError> {
        let mut sources = self.load_sources()?;
        sources.retain(|source| printed || !source.is_printed());
        let analysis = self.analyze(sources);
        let settings = self.setting_layers();
        let indexes = self.stored_indexes(&analysis);
        // the server may run for days: the clock decides which day it is
        Ok(QueryEngine::new(analysis, settings, None).with_indexes(indexes))
    }

    /// Returns where search indexes come from: the user's cache, in which those that are built are stored.
    fn stored_indexes(&self, analysis: &Analysis) -> IndexSource {
        let (cache, analysis) = (self.user.cache.clone(), analysis.clone());
        Box::new(move |key| {
            let all = analysis.sources();
            disk::open_or_build_index(cache.as_ref(), all, key, || analysis.clone()).map(Arc::new)
        })
    }

    /// Prints a line to standard error. A write error cannot be reported anywhere.
    pub(super) fn print_note(&mut self, text: &str) {
        let _written = output::write_text(self.stderr, &format!("{text}\n"));
    }

    /// Returns the settings below the options, each with its origin.
    fn setting_layers(&mut self) -> Vec<(String, Settings)> {
        let (layers, problems) = disk::setting_layers(self.env, self.workspace.iter(), &self.user);
        self.warnings.extend(problems);
        layers
    }

    /// Reads a settings file, and warns about its errors.
    pub(super) fn read_settings(&mut self, path: &Utf8Path) -> Settings {
        let (settings, problems) = disk::read_settings(path);
        self.warnings.extend(problems);
        settings
    }

    /// Serializes an answer as JSON.
    pub(super) fn json_output(&self, value: &impl serde::Serialize) -> CommandResult {
        Ok(CommandOutput::plain(json(value)?))
    }

    /// Returns an answer as JSON, or as rendered for people.
    pub(super) fn respond(
        &self,
        format: Format,
        answer: &impl serde::Serialize,
        render: impl FnOnce(Styler) -> String,
    ) -> CommandResult {
        if format.is_json() {
            return self.json_output(answer);
        }
        Ok(CommandOutput::paged(render(self.styler)))
    }
}
