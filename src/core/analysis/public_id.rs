//! Returns a unit's id as people see it: its name, or a path below a name, `rear-support/b3`.

use crate::{
    model::{SectionTree, UnitId, UnitKind},
    resolve::Section,
};

/// Returns the id of a unit with its ruleset: `dbm/rear-support/b3`.
pub(super) fn full_id(section: &Section, tree: &SectionTree, unit: UnitId) -> String {
    let ruleset = &section.ruleset().key;
    format!("{ruleset}/{}", public_id(section, tree, unit))
}

/// Returns the id of a unit without its ruleset: its name, or the nearest name above it and the
/// path below that, as in `rear-support/b3`; for a unit that no longer exists, or whose number
/// is not known, the path at which it was created.
pub fn public_id(section: &Section, tree: &SectionTree, unit: UnitId) -> String {
    let mut below: Vec<String> = Vec::new();
    for u in tree.ancestors(unit) {
        if let Some(name) = section.arena.name_of(u) {
            let mut id = name.to_owned();
            for step in below.iter().rev() {
                id.push('/');
                id.push_str(step);
            }
            return id;
        }
        let Some(parent) = tree.parent(u) else {
            break;
        };
        let kind = tree.kind(u);
        let units = tree.numbered_units(parent, kind);
        let Some(at) = units.place(u) else {
            break;
        };
        match kind {
            UnitKind::Heading => below.push("h".into()),
            _ if kind.is_gap() => below.push(format!("{}+", kind.letter())),
            _ if !units.is_open_up_to(at) => below.push(format!("{}{}", kind.letter(), at + 1)),
            // behind an open run units are counted from the end, as far as that is known
            _ if !units.is_open_from(at) => {
                below.push(format!("{}-{}", kind.letter(), units.units.len() - at))
            }
            _ => break,
        }
    }
    section.arena.key(unit).to_owned()
}
