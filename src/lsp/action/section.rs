//! Making a section that does not exist.

use super::{
    Offer, Scene,
    edit::is_editable,
    mention::{Thing, Use},
    skeleton,
};
use crate::{
    diagnostic::{Location, SourceEdit},
    syntax::{FileRole, Layer, is_name},
    text::Span,
};

/// A section of the id at the cursor, at the end of the base text, where no file declares that id.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    let (file, db) = (scene.open.file, scene.open.db);
    let Some(found) = scene.mention() else { return };
    let Thing::Clause(id) = &found.thing else {
        return;
    };
    if found.usage == Use::Declares
        || !is_name(id)
        || id.split('.').count() > 3
        || db.section_of(id).is_some()
    {
        return;
    }
    // what is called `ferries.fare` belongs into #ferries, if there is that
    if id
        .split_once('.')
        .is_some_and(|(section, _)| db.section_of(section).is_some())
    {
        return;
    }
    let base = |file: &&std::sync::Arc<crate::syntax::RulesFile>| {
        file.role == FileRole::Base
            && file.front.layer == Layer::Restated
            && is_editable(scene.snapshot, file.source)
    };
    let Some(base) = db.files().find(base) else {
        return;
    };
    let place = file
        .places
        .iter()
        .find(|place| place.attrs.id.as_ref().is_some_and(|own| own.value == *id));
    let heading = place
        .map(|place| place.heading.text.to_string())
        .filter(|words| !words.is_empty());
    let page = place
        .and_then(|place| place.attrs.get("page"))
        .map(|page| format!(" page={}", page.value))
        .unwrap_or_default();
    let lines = scene.snapshot.lines(base.source);
    let end = lines.text().trim_end().len();
    let new = format!(
        "\n\n# {} {{#{id}{page}}}\n\n> …",
        heading.unwrap_or_else(|| skeleton::words(id))
    );
    let edit = SourceEdit {
        at: Location::new(base.source, Span::new(end, end)),
        text: new,
    };
    let offer = Offer::new(
        format!(
            "create the section #{id} in {}",
            skeleton::name(scene, base.source)
        ),
        vec![edit],
    );
    let cures = scene
        .found()
        .find(|(_, finding)| matches!(&*finding.code, "dangling-address" | "unknown-link"));
    out.push(match cures {
        Some((number, _)) => offer.curing(number),
        None => offer,
    });
}
