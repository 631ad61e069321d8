//! Texts that lie in no file: what a clause says at an edition, a source inside the program, what a finding means. They may only be read,
//! and follow the rules while these are edited.

mod address;

pub(super) use address::TextAddress;

use super::{
    address::SCHEME,
    analysis_host::RequestContext,
    ask::{self, choice, invalid},
    client_capabilities::ClientCapabilities,
    connection::Connection,
    request_error::{Answer, RequestError},
    session::Session,
    snapshot::Snapshot,
};
use crate::{
    analysis::{ClauseState, LookupResult, SourceOrigin, WordingChoice},
    export::markdown_page::passage_page,
    lint,
    resolve::{RulesetDb, View},
    text::near::nearest,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::hash::{DefaultHasher, Hash, Hasher};
use tower_lsp::gen_lsp_types::{
    LspNotificationMethod, MessageDirection, Notification, ServerCapabilities, TextDocumentContent,
    TextDocumentContentOptions, TextDocumentContentParams, Uri,
};

/// Tells clients that open texts by `rulebook/text` which of them read differently now.
enum TextChanged {}

/// Which texts read differently.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ChangedParams {
    uris: Vec<Uri>,
}

impl Notification for TextChanged {
    type Params = ChangedParams;
    const METHOD: LspNotificationMethod<'static> =
        LspNotificationMethod::Custom("rulebook/textChanged");
    const MESSAGE_DIRECTION: MessageDirection = MessageDirection::ServerToClient;
}

pub(super) fn announce(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    if client.opens_virtual_texts() {
        let options = TextDocumentContentOptions {
            schemes: vec![SCHEME.to_owned()],
        };
        capabilities
            .workspace
            .get_or_insert_default()
            .text_document_content = Some(TextDocumentContent::Options(options));
    }
}

/// A text, for clients that open such documents by the protocol.
pub(super) fn content(snapshot: &Snapshot<'_>, params: TextDocumentContentParams) -> Answer<Value> {
    let text = read(snapshot, &params.uri)?;
    snapshot.followed.record(&params.uri, sum(&text));
    Ok(Some(json!({"text": text})))
}

/// A text, for other clients.
pub(super) fn text(snapshot: &Snapshot<'_>, params: TextDocumentContentParams) -> Answer<Value> {
    let text = read(snapshot, &params.uri)?;
    snapshot.followed.record(&params.uri, sum(&text));
    let address = TextAddress::parse(&params.uri)?;
    let language = if matches!(&address, TextAddress::Shipped(path) if path.ends_with(".toml")) {
        "toml"
    } else {
        "markdown"
    };
    Ok(Some(
        json!({"uri": params.uri, "text": text, "languageId": language}),
    ))
}

/// Tells the client which of the texts that it asked for read differently now.
pub(super) fn follow(connection: &Connection, session: &Session, _: bool) {
    let known = connection.followed.all();
    if known.is_empty() || !session.opens_texts() {
        return;
    }
    let (context, state) = (RequestContext::default(), connection.host.snapshot());
    let snapshot = Snapshot::new(&state, session, &context, &connection.followed);
    let mut other = Vec::new();
    for (uri, before) in known {
        let now = match read(&snapshot, &uri) {
            Ok(text) => sum(&text),
            Err(RequestError::Invalid(why) | RequestError::Failed(why)) => sum(&why),
            Err(RequestError::Cancelled | RequestError::ContentModified) => continue,
        };
        if now != before {
            connection.followed.record(&uri, now);
            other.push(uri);
        }
    }
    if other.is_empty() {
        return;
    }
    if session.capabilities.opens_virtual_texts() {
        for uri in other {
            connection.request(move |client| async move {
                client.text_document_content_refresh(uri).await
            });
        }
    } else {
        let client = connection.client.clone();
        tokio::spawn(async move {
            client
                .send_notification::<TextChanged>(ChangedParams { uris: other })
                .await
        });
    }
}

/// A number that tells texts apart.
fn sum(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// What stands at an address.
fn read(snapshot: &Snapshot<'_>, uri: &Uri) -> Result<String, RequestError> {
    match TextAddress::parse(uri)? {
        TextAddress::Lint(code) => lint::find_lint(&code)
            .map(|lint| lint.page.to_owned())
            .ok_or_else(|| invalid("there is no such finding")),
        TextAddress::Shipped(path) => shipped(snapshot, &path),
        TextAddress::Clause(text) => clause(snapshot, &text),
    }
}

/// A source inside the program, whether or not a file of the client's folders counts in its stead.
fn shipped(snapshot: &Snapshot<'_>, path: &str) -> Result<String, RequestError> {
    let loaded = snapshot
        .analysis()
        .sources()
        .iter()
        .find(|source| source.origin == SourceOrigin::Shipped && source.path == path);
    if let Some(source) = loaded {
        return Ok(source.text.to_string());
    }
    let all = crate::disk::shipped_sources();
    if let Some(source) = all.iter().find(|source| source.path == path) {
        return Ok(source.text.to_string());
    }
    let meant = nearest(path, all.iter().map(|source| source.path.as_str()));
    let meant = meant
        .map(|near| format!("; did you mean {SCHEME}:/shipped/{near}?"))
        .unwrap_or_default();
    Err(invalid(format!(
        "no file {path} travels in the program{meant}"
    )))
}

fn clause(snapshot: &Snapshot<'_>, text: &address::Clause) -> Result<String, RequestError> {
    let analysis = snapshot.analysis();
    let defaults = text.reading.defaults(snapshot)?;
    let choice = choice(&defaults)?;
    let request = defaults.view_settings(None).request();
    let (db, view) = analysis
        .resolve_request(&request, snapshot.session.around.today())
        .map_err(invalid)?;
    let Some(id) = &text.clause else {
        return ruleset(snapshot, db, &view, choice, text.provenance);
    };
    // a text stands at an id; words of a heading find several, in time
    if db
        .section_of(id.split('/').next().unwrap_or_default())
        .is_some()
        && let LookupResult::Clause(section, unit) = analysis.locate(db, id, &view)
    {
        return Ok(end(passage_page(
            &analysis.clause_text(db, &section, unit, &view, choice),
            1,
            text.provenance,
        )));
    }
    let near = match analysis.locate(db, id, &view) {
        LookupResult::Several(near) | LookupResult::Nothing(near) => {
            near.first().map(|one| one.id.clone())
        }
        LookupResult::Clause(section, _) => Some(format!("{}/{}", db.ruleset.key, section.id)),
        LookupResult::Page(_) | LookupResult::NoPage(_) => None,
    };
    let meant = near
        .map(|near| format!("; did you mean {near}?"))
        .unwrap_or_default();
    Err(ask::invalid(format!(
        "there is no clause {id} in {}{meant}",
        db.ruleset.key
    )))
}

/// A whole ruleset: all sections that exist at the view, in printed order.
fn ruleset(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    view: &View,
    choice: WordingChoice,
    provenance: bool,
) -> Result<String, RequestError> {
    let mut out = format!(
        "# {}\n\n",
        crate::export::markdown::escape(&db.ruleset.title)
    );
    for id in db.outline() {
        snapshot.check_cancelled()?;
        let Some(section) = db.section(id) else {
            continue;
        };
        let passage = snapshot
            .analysis()
            .clause_text(db, &section, None, view, choice);
        if matches!(passage.state, ClauseState::InForce | ClauseState::NotHeld) {
            let inner = db
                .section_info(id)
                .is_some_and(|info| info.within.is_some());
            out += &passage_page(&passage, if inner { 3 } else { 2 }, provenance);
        }
    }
    Ok(end(out))
}

/// One line end behind the last line.
fn end(text: String) -> String {
    format!("{}\n", text.trim_end())
}
