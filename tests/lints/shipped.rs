//! The shipped rules.

use rulebook::{
    diagnostic::{self, Diagnostic, Severity, Style},
    disk, lint,
    text::SourceId,
    world::World,
};

pub(crate) fn drawn(world: &World, finding: &Diagnostic) -> String {
    let source = |id: SourceId| world.source(id).map(|source| (source.path.as_str(), &*source.text));
    diagnostic::draw(finding, &source, Style::default())
}

#[test]
fn have_no_errors_and_no_warnings() {
    let world = World::new(disk::shipped());
    let told: String = lint::check(&world).iter().filter(|f| f.severity > Severity::Note).map(|f| drawn(&world, f) + "\n").collect();
    assert!(told.is_empty(), "{told}");
}

#[test]
fn are_told_the_same_file_by_file() {
    let world = World::new(disk::shipped());
    let all = lint::check(&world);
    for (at, source) in world.sources().iter().enumerate() {
        let id = SourceId(at as u32);
        let own: Vec<&Diagnostic> = all.iter().filter(|finding| finding.at.source == id).collect();
        assert_eq!(lint::check_source(&world, id).iter().collect::<Vec<_>>(), own, "{}", source.path);
    }
}
