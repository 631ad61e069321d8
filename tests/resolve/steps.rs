//! No bytes in one file stop the analysis of the others.

use super::dump;
use proptest::{prelude::*, sample::Index};
use rulebook::analysis::Analysis;

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_in_a_file_leave_the_rest(noise in prop::collection::vec(any::<u8>(), 0..400), which in any::<Index>()) {
        let mut sources = dump::sources();
        let at = which.index(sources.len());
        sources[at].text = String::from_utf8_lossy(&noise).into();
        let name = sources[at].name.clone();
        let analysis = Analysis::new(sources);
        if name != "ruleset.toml" {
            let whole = dump::analysis(&analysis);
            prop_assert!(name == "base.rules.md" || whole.contains("#rear-support.1"));
        }
    }
}

#[test]
fn without_the_sheet_of_3_3_recoiling_is_read_at_3_4() {
    let noise: String = (0..4000u32)
        .filter_map(|n| char::from_u32(n.wrapping_mul(7919) % 0x2000))
        .collect();
    let (whole, broken) = (
        Analysis::new(dump::sources()),
        Analysis::new(dump::with(dump::sources(), "3.3.amend.md", &noise)),
    );
    let section = |analysis: &Analysis| {
        let text = dump::analysis(analysis);
        let from = text.find("# recoiling\n").expect("the section");
        text[from..]
            .split("\n# ")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(section(&whole), section(&broken));
    assert!(section(&broken).contains("dbm-3.4:8"));
}
