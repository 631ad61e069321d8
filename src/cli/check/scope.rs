use crate::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    cli::{Context, Failure},
    disk::{self, Loaded, ReadFault},
    syntax,
    text::SourceId,
};
use camino::{Utf8Path, Utf8PathBuf};
use std::sync::Arc;

/// Which files are reported on.
pub(super) enum Scope {
    /// All of that origin and the others that are not shipped.
    Own,
    /// The rules in the program: there are no others.
    Shipped,
    /// Those at or below these paths, as they are shown.
    Paths(Vec<Utf8PathBuf>),
}

impl Scope {
    /// Loads all rules, those at `paths` among them wherever they lie.
    pub(super) fn load(
        context: &Context<'_>,
        paths: &[Utf8PathBuf],
    ) -> Result<(Self, Loaded), Failure> {
        let mut places = context.places();
        let (mut loose, mut played) = (Vec::new(), Vec::new());
        for path in paths {
            let whole = context.current.join(path);
            if !whole.exists() {
                return Err(Failure::misuse(format!(
                    "{path}: there is no such file or folder"
                )));
            }
            let within = |folder: &Utf8PathBuf| whole.starts_with(context.current.join(folder));
            let known = places
                .workspaces
                .iter()
                .filter_map(|workspace| workspace.rules.as_ref())
                .chain(&places.named)
                .chain(&places.library);
            let scenarios = disk::scenarios(&whole);
            if !scenarios.is_empty() {
                played.extend(scenarios);
                if whole.is_file() || !disk::has_rules(&whole) {
                    continue;
                }
            }
            if known.clone().any(within) {
                continue;
            }
            if whole.is_dir() {
                places.named.push(path.clone());
            } else if whole
                .parent()
                .is_some_and(|folder| folder.join("ruleset.toml").is_file())
            {
                places.named.extend(path.parent().map(Utf8Path::to_owned));
            } else {
                loose.push(path);
            }
        }
        let mut loaded = disk::load(&places);
        if let Some(fault) = loaded
            .faults
            .iter()
            .find(|fault| context.is_named(&fault.path))
        {
            return Err(Failure::misuse(fault.to_string()));
        }
        for path in &loose {
            match loose_source(context, path)? {
                Ok(source) => loaded.lay_over(vec![source]),
                Err(fault) => loaded.faults.push(fault),
            }
        }
        for path in played {
            let shown = path
                .strip_prefix(context.current)
                .map_or_else(|_| path.clone(), Utf8Path::to_owned);
            match disk::read(&path) {
                Ok(text) => {
                    let name = path.file_name().unwrap_or_default().to_owned();
                    let (ruleset, kind, origin) =
                        (String::new(), SourceKind::Scenario, SourceOrigin::Folder);
                    loaded.sources.push(Source {
                        path: shown,
                        name,
                        ruleset,
                        kind,
                        origin,
                        text: Arc::from(text),
                    });
                }
                Err(fault) => loaded.faults.push(fault),
            }
        }
        let scope = if !paths.is_empty() {
            let from = context.current;
            let shown = |path: &Utf8PathBuf| {
                let whole = from
                    .join(path)
                    .canonicalize_utf8()
                    .unwrap_or_else(|_| from.join(path));
                whole
                    .strip_prefix(from)
                    .map_or_else(|_| whole.clone(), Utf8Path::to_owned)
            };
            Self::Paths(paths.iter().map(shown).collect())
        } else if loaded
            .sources
            .iter()
            .any(|source| source.origin != SourceOrigin::Shipped)
        {
            Self::Own
        } else {
            Self::Shipped
        };
        Ok((scope, loaded))
    }

    /// Whether findings in that source are told.
    pub(super) fn holds(&self, analysis: &Analysis, source: SourceId) -> bool {
        analysis
            .source(source)
            .is_some_and(|source| self.holds_source(source))
    }

    fn holds_source(&self, source: &Source) -> bool {
        match self {
            Self::Own => source.origin != SourceOrigin::Shipped,
            Self::Shipped => true,
            Self::Paths(paths) => {
                source.origin != SourceOrigin::Shipped
                    && paths.iter().any(|path| source.path.starts_with(path))
            }
        }
    }

    /// Whether these are scenarios and nothing else.
    pub(super) fn is_scenarios(&self, analysis: &Analysis) -> bool {
        let mut own = analysis
            .sources()
            .iter()
            .filter(|source| self.holds_source(source))
            .peekable();
        own.peek().is_some() && own.all(|source| source.kind == SourceKind::Scenario)
    }

    /// How many files that are.
    pub(super) fn count(&self, analysis: &Analysis) -> usize {
        analysis
            .sources()
            .iter()
            .filter(|source| self.holds_source(source))
            .count()
    }
}

/// A file that lies in no folder of rules: its front matter tells the ruleset.
fn loose_source(
    context: &Context<'_>,
    path: &Utf8PathBuf,
) -> Result<Result<Source, ReadFault>, Failure> {
    let name = path.file_name().unwrap_or_default().to_owned();
    let Some(kind) = SourceKind::of(&name) else {
        let failure = Failure::misuse(format!("{path} is no rules file"));
        return Err(failure.help(format!("their names end in {}", syntax::endings(""))));
    };
    let text = match disk::read(&context.current.join(path)) {
        Ok(text) => text,
        Err(fault) => return Ok(Err(fault)),
    };
    let Some(ruleset) = syntax::parse(SourceId::default(), &name, &text)
        .front
        .ruleset
    else {
        let failure = Failure::misuse(format!(
            "{path} names no ruleset, and lies in the folder of none"
        ));
        return Err(failure.help("write `ruleset: …` into its front matter"));
    };
    Ok(Ok(Source {
        path: path.clone(),
        name,
        ruleset: ruleset.value,
        kind,
        origin: SourceOrigin::Folder,
        text: Arc::from(text),
    }))
}
