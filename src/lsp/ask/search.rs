//! Search.

use super::{Reading, invalid, json};
use crate::{
    disk::{self, User},
    lsp::{
        refusal::{Answer, Refusal},
        snapshot::Snapshot,
    },
    search::Parts,
    world::{Asked, Unanswered, Vantage, Wanted},
};
use serde::Deserialize;
use serde_json::Value;

/// A query.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct Params {
    /// Words, "phrases in quotes", conditions such as `section:pip`.
    query: String,
    /// At most so many hits; 1 to 1000.
    #[serde(default)]
    limit: Option<usize>,
    /// Whether wordings of all editions stand side by side.
    #[serde(default)]
    all_editions: bool,
    #[serde(flatten)]
    reading: Reading,
}

/// How many hits there are where nobody says.
const LIMIT: usize = 10;

/// No more hits are given.
const MOST: usize = 1000;

/// What `rulebook search --format json` prints.
pub(in crate::lsp) fn search(snapshot: &Snapshot<'_>, params: Params) -> Answer<Value> {
    let limit = params.limit.unwrap_or(LIMIT);
    if !(1..=MOST).contains(&limit) {
        return Err(invalid(format!("limit: {limit} is not in 1..{MOST}")));
    }
    let world = snapshot.world();
    let mut asked = Asked::new(&params.query);
    let inquiry = world.inquiry(&mut asked);
    let mut defaults = params.reading.defaults(snapshot)?;
    if let Some((_, own)) = defaults.layers.first_mut() {
        own.as_of = inquiry.as_of.or(own.as_of);
        own.edition = inquiry.edition.clone().or(own.edition.take());
    }
    let asking = |ruleset: Option<&str>| defaults.question(ruleset).request();
    let user = User::new(&snapshot.session.around.env);
    // what is being edited is not worth being kept
    let cache = user.cache.as_ref().filter(|_| !snapshot.library.is_edited());
    let index = |vantage: &Vantage| {
        snapshot.library.index(vantage, || disk::index(cache, world.sources(), vantage, || world.index(vantage, Parts::ALL)))
    };
    let wanted = Wanted { limit, all_editions: params.all_editions };
    match world.search(&asked, &inquiry, (&asking, snapshot.session.around.today()), wanted, &index) {
        Ok(findings) => json(&findings),
        Err(Unanswered::Request(error)) => Err(invalid(error)),
        Err(Unanswered::Index(fault)) => Err(Refusal::Failed(fault.to_string())),
    }
}
