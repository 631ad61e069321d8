//! Tests that states do not change, and that a request fails once its text has been edited.

use super::*;
use crate::analysis::LayeredSettings;

#[test]
fn a_state_does_not_change_and_the_next_one_contains_all_edits() {
    let uri = Uri::parse("file:///rules/x/1.rules.md").expect("an address");
    let text = "---\nruleset: x\n---\n\n# Rafts {#rafts}\n\nRafts float.\n";
    let host = AnalysisHost::default();
    host.open(&uri, text, 1);
    assert!(host.begin_loading());
    assert!(!host.begin_loading(), "one thread loads");
    host.load(|open| Some(LoadedState::new(open, LayeredSettings::default())));
    let (first, context) = (host.current_state(), host.request_context(Some(&uri)));
    let edited = |version: i32| format!("{text}\nEdit {version}.\n");
    for version in 2..5 {
        let whole = serde_json::from_value(serde_json::json!({"text": edited(version)}));
        host.change(&uri, &[whole.expect("a change")], version, Encoding::Utf16);
    }
    let last = host.current_state();
    let text_in = |state: &LoadedState| {
        let source = state.source(&uri).expect("a source");
        state
            .analysis
            .source(source)
            .map(|own| own.text.to_string())
    };
    assert_eq!(text_in(&first).as_deref(), Some(text));
    assert_eq!(text_in(&last), Some(edited(4)));
    assert!(
        Arc::ptr_eq(&last, &host.current_state()),
        "nothing is pending"
    );
    // a request that was made for the text before the edits
    assert_eq!(context.check_version(&first), Ok(()));
    assert_eq!(
        context.check_version(&last),
        Err(ResponseError::ContentModified)
    );
    context.cancel();
    assert_eq!(context.check_cancelled(), Err(ResponseError::Cancelled));
}
