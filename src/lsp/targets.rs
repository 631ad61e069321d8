//! Where things stand: the wording in force, the declaration, the patches, all mentions.

use super::{
    abilities::Abilities,
    mention::{self, Thing},
    refusal::Answer,
    snapshot::{Open, Snapshot},
};
use crate::{
    diagnostic,
    model::{PatchIx, Tree, UnitId},
    resolve::{Corpus, Section, View},
    syntax::Layer,
    world::Located,
};
use tower_lsp::gen_lsp_types::{DefinitionParams, DefinitionProvider, Location, ServerCapabilities};

pub(super) fn announce(_: &Abilities, capabilities: &mut ServerCapabilities) {
    capabilities.definition_provider = Some(DefinitionProvider::Bool(true));
}

/// Where the words stand that are in force for what the cursor stands on.
pub(super) fn definition(snapshot: &Snapshot<'_>, params: DefinitionParams) -> Answer<Vec<Location>> {
    let at = params.text_document_position_params;
    let Some(open) = snapshot.open(&at.text_document.uri) else { return Ok(None) };
    let byte = open.byte(at.position);
    let mentions = mention::mentions(open.file, open.lines.text());
    let Some(found) = mention::at(&mentions, byte) else { return Ok(None) };
    let Some(view) = snapshot.view(open.corpus) else { return Ok(None) };
    let places = places(snapshot, &open, &found.thing, &view);
    Ok(Some(places.into_iter().filter_map(|place| snapshot.location(place)).collect()))
}

/// The places of the words in force.
fn places(snapshot: &Snapshot<'_>, open: &Open<'_>, thing: &Thing, view: &View) -> Vec<diagnostic::Location> {
    let corpus = open.corpus;
    match thing {
        Thing::Clause(id) => clause(snapshot, corpus, id, view),
        Thing::Term(id) => clause(snapshot, corpus, &format!("term:{id}"), view),
        Thing::Fact(id) => snapshot.world().fact(corpus, id, view).into_iter().filter_map(|one| one.at).collect(),
        Thing::Document(key) => {
            let of = |file: &std::sync::Arc<crate::syntax::File>| file.front.document.as_ref().is_some_and(|own| own.value == *key);
            let files = corpus.files().filter(|file| of(file));
            files
                .map(|file| diagnostic::Location::new(file.source, file.front.document.as_ref().map_or(file.front.span, |d| d.span)))
                .collect()
        }
        Thing::Edition(id) => {
            let span = corpus.ruleset.edition(id).and_then(|ix| corpus.ruleset.editions.get(usize::from(ix.0))).map(|edition| edition.span);
            span.map(|span| diagnostic::Location::new(corpus.ruleset.source, span)).into_iter().collect()
        }
        Thing::Page(_) => Vec::new(),
        Thing::Ruleset(_) => vec![diagnostic::Location::new(corpus.ruleset.source, crate::text::Span::default())],
    }
}

/// The words in force of a clause: the payload that brought them, else its base text; of one that is gone, the instruction that took it
/// out.
fn clause(snapshot: &Snapshot<'_>, corpus: &Corpus, id: &str, view: &View) -> Vec<diagnostic::Location> {
    let Located::Clause(section, unit) = snapshot.world().locate(corpus, id, view) else { return Vec::new() };
    let tree = section.version(view);
    let unit = unit.unwrap_or(tree.root);
    in_force(&section, &tree, unit).into_iter().collect()
}

/// Where the words of a unit stand.
pub(super) fn in_force(section: &Section, tree: &Tree, unit: UnitId) -> Option<diagnostic::Location> {
    if !tree.lives(unit) {
        let gone = tree.path(unit).find_map(|unit| tree.get(unit)?.gone.clone());
        return match gone.and_then(|gone| section.patch(gone.by).map(|patch| patch.at())) {
            Some(at) => Some(at),
            None => Some(section.arena.at(unit)),
        };
    }
    // the newest words of its own tell where it stands, unless several wrote them
    let wrote: Vec<PatchIx> = tree
        .atoms(unit)
        .into_iter()
        .filter_map(|atom| tree.get(atom)?.text(Layer::Restated))
        .flat_map(|wording| wording.origins.iter().map(|&(_, by)| by))
        .collect();
    let newest = wrote.iter().max().copied();
    let born = tree.get(unit).map(|node| node.by);
    match newest.filter(|newest| born.is_some_and(|born| *newest > born) && wrote.iter().all(|by| by == newest)) {
        Some(newest) => section.patch(newest).map(|patch| patch.at()),
        None => Some(section.arena.at(unit)),
    }
}
