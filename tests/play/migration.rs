//! Migration to a newer and to an older edition, and of lists without front matter.

use super::{SHIPPED, TODAY};
use rulebook::{analysis::Request, scenario::CheckOptions, text::SourceId};

fn migrate(text: &str, edition: &str) -> Result<String, String> {
    let (analysis, checker) = &*SHIPPED;
    let options = CheckOptions {
        request: Request::default(),
        today: TODAY,
    };
    let moved = checker.migrate(analysis, SourceId(u32::MAX), text, edition, &options);
    moved
        .map(|moved| moved.text)
        .map_err(|errors| errors[0].message.clone())
}

const BODY: &str = "\n# Invader: Gauls\n\n## Command 1: Brennus\n- 1 Irr Cv(O) C-in-C, 17 AP\n";

fn list(edition: &str, lines: &str) -> String {
    format!("---\nruleset: dbm\nedition: \"{edition}\"\n---\n{BODY}{lines}- 6 baggage\n")
}

#[test]
fn costs_that_a_sheet_changed_are_named_once_in_both_directions() {
    let old = list(
        "3.3",
        "- 20 Irr Bw(S) @5\n- 4 Irr Bw(S)\n- 4 Irr Bw(S) @5\n- 8 Irr Wb(S) @5\n- 2 Irr Cm(X) @9\n",
    );
    let bow = "Irr Bw(S) cost 5 at 3.3, 5.5 since the 3.4 sheet, no. 4 -->";
    let camels = "Irr Cm(X) cost 9 at 3.3, 5 since the 3.4 sheet, no. 2 -->";
    let new = list(
        "3.4",
        &format!(
            "<!-- migrate 3.4: {bow}\n- 20 Irr Bw(S) @5.5\n- 4 Irr Bw(S)\n- 4 Irr Bw(S) @5.5\n- 8 Irr Wb(S) @5\n<!-- migrate 3.4: {camels}\n- 2 Irr Cm(X) @5\n"
        ),
    );
    assert_eq!(migrate(&old, "3.4").as_deref(), Ok(new.as_str()));
    assert_eq!(migrate(&new, "3.4").as_deref(), Ok(new.as_str()));
    let back = new
        .replace("edition: \"3.4\"", "edition: \"3.3\"")
        .replace("migrate 3.4", "migrate 3.3")
        .replace("@5.5", "@5")
        .replace("Cm(X) @5", "Cm(X) @9");
    assert_eq!(migrate(&new, "3.3").as_deref(), Ok(back.as_str()));
    assert_eq!(migrate(&back, "3.3").as_deref(), Ok(back.as_str()));
}

#[test]
fn what_is_behind_at_is_the_cost_of_one_element() {
    let moved = migrate(&list("3.1", "- 2 Irr Cm(X) @9\n"), "3.4").expect("a list");
    assert!(moved.contains("- 2 Irr Cm(X) @5\n"), "{moved}");
}

#[test]
fn a_list_without_front_matter_is_migrated_in_the_clean_form() {
    let text = "Hi Ann,\nmy list for DBM 3.3\n\nArmy: Gauls\nCommand 1: Brennus\n1 Irr Cv(O) C-in-C\n2 Irr Cm(X) @9\n6 baggage\n";
    let once = migrate(text, "3.4").expect("a list");
    assert!(
        once.starts_with("---\nruleset: dbm\nedition: \"3.4\"\n---\n"),
        "{once}"
    );
    assert!(
        once.contains("<!-- migrate 3.4: Irr Cm(X) cost 9 at 3.3, 5 since the 3.4 sheet, no. 2 -->\n- 2 Irr Cm(X), @5\n"),
        "{once}"
    );
    assert_eq!(migrate(&once, "3.4").as_deref(), Ok(once.as_str()));
}

#[test]
fn a_list_is_not_migrated_if_lines_would_be_lost() {
    let text = "Army: Gauls\nCommand 1: Brennus\n1 Irr Cv(O) C-in-C\n2 Irr Qq(X) @9\n";
    let error = migrate(text, "3.4").expect_err("a line that is not understood");
    assert!(error.starts_with("line 4 would be lost: "), "{error}");
}

#[test]
fn an_edition_is_not_added_to_front_matter_that_cannot_be_read() {
    let refused =
        |front: &str| migrate(&format!("{front}\n# Army: Gauls\n"), "3.4").expect_err(front);
    assert_eq!(
        refused("---\nruleset: dbm\nruleset: dbm\nedition: \"3.1\"\n---\n"),
        "`ruleset` is given twice"
    );
    assert_eq!(
        refused("---\nedition: [\"3.1\"]\n---\n"),
        "expected a single value"
    );
    let flow = refused("---\n{ruleset: dbm, edition: }\n---\n");
    assert_eq!(flow, "`edition` has no value");
    let control = migrate("---\n#\0", "3.4").expect_err("no YAML");
    assert!(
        control.starts_with("the front matter is not YAML"),
        "{control}"
    );
}

#[test]
fn an_empty_edition_is_filled_in() {
    let once = migrate("---\nedition:\n---\n\n# Invader: Gauls\n", "3.4").expect("a list");
    assert!(once.starts_with("---\nedition: \"3.4\"\n---\n"), "{once}");
}
