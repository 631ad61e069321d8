//! Serves read-only texts at `rulebook:` URIs: clauses, rulesets, shipped sources, lint pages.

mod text_address;

use crate::{
    analysis::{Analysis, LookupResult, Source, SourceOrigin, WordingChoice},
    doc::markdown,
    export::markdown_page::passage_page,
    lint,
    lsp::{
        Connection, HandlerResult, ResponseError, Session, Snapshot,
        analysis_host::RequestContext,
        diagnostics::hash_of,
        response_error::{did_you_mean, invalid},
        uri::SCHEME,
    },
    resolve::{RulesetDb, View},
    text::near::nearest,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{LspNotificationMethod, MessageDirection, Notification, Uri};

pub(super) use text_address::TextAddress;

/// The notification `rulebook/textChanged`.
enum TextChanged {}

/// The parameters of `rulebook/textChanged`: the URIs of texts that have changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ChangedParams {
    uris: Vec<Uri>,
}

/// The parameters of `rulebook/text`: the URI of a text.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TextParams {
    uri: Uri,
}

impl Notification for TextChanged {
    type Params = ChangedParams;
    const METHOD: LspNotificationMethod<'static> =
        LspNotificationMethod::Custom("rulebook/textChanged");
    const MESSAGE_DIRECTION: MessageDirection = MessageDirection::ServerToClient;
}

/// Returns a text.
pub(crate) fn text(snapshot: &Snapshot<'_>, params: TextParams) -> HandlerResult<Value> {
    let text = read(snapshot, &params.uri)?;
    snapshot.sent.record(&params.uri, hash_of(&text));
    let address = TextAddress::parse(&params.uri)?;
    let language = match address {
        TextAddress::Shipped(path) if path.ends_with(".toml") => "toml",
        _ => "markdown",
    };
    let answer = json!({"uri": params.uri, "text": text, "languageId": language});
    Ok(Some(answer))
}

/// Notifies the client which of the texts that it requested have changed.
pub(crate) fn follow(connection: &Connection, session: &Session) {
    let known = connection.sent.all();
    if known.is_empty() || !session.settings.virtual_documents {
        return;
    }
    let (context, state) = (RequestContext::default(), connection.host.current_state());
    let snapshot = Snapshot::new(&state, session, &context, &connection.sent);
    let mut changed = Vec::new();
    for (uri, before) in known {
        let now = match read(&snapshot, &uri) {
            Ok(text) => hash_of(&text),
            Err(ResponseError::Invalid(why) | ResponseError::Failed(why)) => hash_of(&why),
            Err(ResponseError::Cancelled | ResponseError::ContentModified) => continue,
        };
        if now != before {
            connection.sent.record(&uri, now);
            changed.push(uri);
        }
    }
    if changed.is_empty() {
        return;
    }
    let client = connection.client.clone();
    tokio::spawn(async move {
        client
            .send_notification::<TextChanged>(ChangedParams { uris: changed })
            .await
    });
}

/// Returns the text at a URI.
fn read(snapshot: &Snapshot<'_>, uri: &Uri) -> Result<String, ResponseError> {
    match TextAddress::parse(uri)? {
        TextAddress::Lint(code) => lint::find_lint(&code)
            .map(|lint| lint.page.to_owned())
            .ok_or_else(|| invalid("unknown lint")),
        TextAddress::Shipped(path) => shipped(snapshot, &path),
        TextAddress::Clause(text) => clause(snapshot, &text),
    }
}

/// Returns a shipped source, even if a file of the client's folders overrides it.
fn shipped(snapshot: &Snapshot<'_>, path: &str) -> Result<String, ResponseError> {
    let is_it = |own: &&Source| own.origin == SourceOrigin::Shipped && own.path == path;
    if let Some(source) = snapshot.analysis().sources().iter().find(is_it) {
        return Ok(source.text.to_string());
    }
    let all = crate::disk::shipped_sources();
    if let Some(source) = all.iter().find(|source| source.path == path) {
        return Ok(source.text.to_string());
    }
    let near = nearest(path, all.iter().map(|source| source.path.as_str()));
    let meant = did_you_mean(near.map(|near| format!("{SCHEME}:/shipped/{near}")));
    Err(invalid(format!("no shipped file {path}{meant}")))
}

fn clause(
    snapshot: &Snapshot<'_>,
    text: &text_address::ClauseTextAddress,
) -> Result<String, ResponseError> {
    let settings = snapshot.engine().layered_settings(text.settings.clone());
    let wording_choice = settings.wording().unwrap_or_default();
    let request = settings.request(None);
    let (analysis, today) = (snapshot.analysis().clone(), snapshot.today());
    let analysis = analysis.with_proposals(&request, today).map_err(invalid)?;
    let (db, view) = analysis.resolve_request(&request, today).map_err(invalid)?;
    let Some(id) = &text.clause else {
        let reading = (db, &view, wording_choice);
        return ruleset(snapshot, &analysis, reading, text.provenance);
    };
    let section = id.split('/').next().unwrap_or_default();
    let is_id = db.section_of(section).is_some();
    let near = match analysis.locate(db, id, &view) {
        // a URI needs an id; words of a heading may come to match several
        LookupResult::Clause(section, unit) if is_id => {
            let passage = analysis.clause_text(db, &section, unit, &view, wording_choice);
            return Ok(with_line_end(passage_page(&passage, 1, text.provenance)));
        }
        LookupResult::Several(near) | LookupResult::Nothing(near) => {
            near.first().map(|one| one.id.clone())
        }
        LookupResult::Clause(section, _) => Some(format!("{}/{}", db.ruleset.key, section.id)),
        LookupResult::Page(_) | LookupResult::NoPage(_) => None,
    };
    let (key, meant) = (&db.ruleset.key, did_you_mean(near));
    Err(invalid(format!("no clause {id} in {key}{meant}")))
}

/// Writes a whole ruleset: all sections that exist at the view, in printed order.
fn ruleset(
    snapshot: &Snapshot<'_>,
    analysis: &Analysis,
    (db, view, wording_choice): (&RulesetDb, &View, WordingChoice),
    provenance: bool,
) -> Result<String, ResponseError> {
    let mut out = format!("# {}\n\n", markdown::escape(&db.ruleset.title));
    for id in db.outline() {
        snapshot.check_cancelled()?;
        let Some(section) = db.section(id) else {
            continue;
        };
        let passage = analysis.clause_text(db, &section, None, view, wording_choice);
        if passage.state.is_in_text() {
            let info = db.section_info(id);
            let inner = info.is_some_and(|info| info.within.is_some());
            out += &passage_page(&passage, if inner { 3 } else { 2 }, provenance);
        }
    }
    Ok(with_line_end(out))
}

/// Ends a text with one line end.
fn with_line_end(text: String) -> String {
    format!("{}\n", text.trim_end())
}
