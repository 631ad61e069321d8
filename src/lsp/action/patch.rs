//! Beginning an instruction that changes the clause at the cursor.

use super::{
    Offer, Scene,
    mention::{self, Thing},
    skeleton,
};
use crate::{
    lint,
    model::UnitKind,
    resolve::place_id,
    syntax::{Extent, FileRole},
};

/// An instruction for the clause at the cursor, in the newest sheet.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    let db = scene.open.db;
    let Some(id) = clause(scene) else { return };
    let Some(section) = db.section_of(&id).map(str::to_owned) else {
        return;
    };
    let Some(sheet) = skeleton::sheet(scene, None) else {
        return;
    };
    let title = format!("change #{id} in {}", skeleton::name(scene, sheet.source));
    out.push(Offer::dear(title, move || {
        let Some(found) = db.section(&section) else {
            return Vec::new();
        };
        let payload = match found.arena.unit_by_name(&id).filter(|_| id != found.id) {
            Some(unit) if found.base().kind(unit) == UnitKind::Bullet => "> - …",
            Some(_) | None => "> …",
        };
        let target = if id == found.id {
            "paragraph 1".to_owned()
        } else {
            format!("#{id}")
        };
        skeleton::insertion(
            scene,
            sheet,
            &section,
            &format!("## Replace {target}\n\n{payload}"),
        )
    }));
}

/// The clause that is named at the cursor; in rules text, the smallest one with a name that holds it.
fn clause(scene: &Scene<'_>) -> Option<String> {
    let named = scene.mention().and_then(|found| match &found.thing {
        Thing::Clause(id) => Some(id.split('/').next().unwrap_or_default().to_owned()),
        Thing::Term(_)
        | Thing::Fact(_)
        | Thing::Document(_)
        | Thing::Edition(_)
        | Thing::Page(_)
        | Thing::Ruleset(_) => None,
    });
    let file = scene.open.file;
    let own = || {
        let at = scene.span.start();
        let place = file.places.get(mention::place_at(file, at)?)?;
        let blocks = match file.part_at(at) {
            Extent::Entry(_, entry) => &place.entries.get(entry)?.payload,
            Extent::Place(_) | Extent::File => &place.blocks,
        };
        let holding = lint::flatten_blocks(blocks)
            .into_iter()
            .filter(|block| block.span.touches(at));
        let id = holding
            .filter_map(|block| Some((block.span.len(), block.attrs.id.as_ref()?)))
            .min_by_key(|(length, _)| *length);
        match id {
            Some((_, id)) => Some(id.value.clone()),
            None => matches!(file.role, FileRole::Base | FileRole::Amend).then(|| place_id(place)),
        }
    };
    named.or_else(own).filter(|id| {
        let unit = |section: &str| {
            section == id
                || scene
                    .open
                    .db
                    .section(section)
                    .is_some_and(|own| own.arena.unit_by_name(id).is_some())
        };
        scene.open.db.section_of(id).is_some_and(unit)
    })
}
