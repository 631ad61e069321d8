//! Taking an instruction back by another document.

use super::{Offer, Scene, skeleton};
use crate::{
    resolve::{place_id, targets},
    syntax::{Command, FileRole},
};

/// `Withdraw DOCUMENT on #id` for the instruction at the cursor, in the newest sheet of another document.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    let (file, db) = (scene.open.file, scene.open.db);
    let Some(document) = file
        .front
        .document
        .as_ref()
        .filter(|_| file.role == FileRole::Amend)
    else {
        return;
    };
    let place = scene
        .entry()
        .and_then(|at| Some((file.places.get(at.place)?, at)));
    let Some((place, entry)) =
        place.and_then(|(place, at)| Some((place, place.entries.get(at.entry)?)))
    else {
        return;
    };
    if matches!(
        entry.command,
        None | Some(Command::Withdraw { .. } | Command::Note { .. } | Command::Clarify { .. })
    ) {
        return;
    }
    let own = entry.attrs.id.as_ref().map(|id| id.value.clone());
    let addressed = || {
        targets(entry.command.as_ref())
            .iter()
            .find_map(|target| target.id.as_ref())
            .map(|id| id.value.clone())
    };
    let id = own.or_else(addressed).unwrap_or_else(|| place_id(place));
    let Some(section) = db.section_of(&id).map(str::to_owned) else {
        return;
    };
    let Some(sheet) = skeleton::sheet(scene, Some(&document.value)) else {
        return;
    };
    let title = format!(
        "withdraw this on #{id} in {}",
        skeleton::name(scene, sheet.source)
    );
    out.push(Offer::dear(title, move || {
        skeleton::insertion(
            scene,
            sheet,
            &section,
            &format!("## Withdraw {} on #{id}", document.value),
        )
    }));
}
