//! A small index: which words find each other, which documents meet conditions, and what hits show.

use rulebook::search::{
    Doc, Hit, Index, IndexBuilder, IndexMetadata, RulesetInfo, SearchRequest, is_english,
    is_stop_word, query,
};

fn doc(id: &str, edition: &str, text: &str) -> Doc {
    Doc {
        ruleset: "x".into(),
        id: format!("x/{id}"),
        text: text.into(),
        editions: vec![edition.into()],
        ..Doc::default()
    }
}

fn index(docs: &[Doc]) -> Index {
    let ruleset = RulesetInfo {
        key: "x".into(),
        editions: vec!["0".into(), "1".into()],
        sections: Vec::new(),
    };
    let metadata = IndexMetadata {
        rulesets: vec![ruleset],
        ..IndexMetadata::default()
    };
    let mut builder = IndexBuilder::new(metadata).expect("a builder");
    builder.add(docs).expect("they are added");
    builder.finish().expect("an index")
}

fn hits(index: &Index, text: &str) -> Vec<Hit> {
    let (node, _) = query::parse(text);
    let editions = vec![("x".to_owned(), "1".to_owned())];
    let search = SearchRequest::new(&node, editions, 10);
    index.search(&search).expect("an answer").hits
}

fn found(index: &Index, text: &str) -> Vec<String> {
    let hits = hits(index, text).into_iter();
    hits.map(|hit| hit.doc.text).collect()
}

#[test]
fn hits_meet_conditions_and_editions() {
    let index = index(&[
        doc("a", "0", "Rafts moor at dusk."),
        doc("a", "1", "Rafts moor at dawn."),
        doc("b", "1", "Boats moor."),
    ]);
    assert_eq!(found(&index, "rafts dusk")[0], "Rafts moor at dawn.");
    for (text, count) in [
        ("moor -rafts", 1),
        ("moor -\"rafts moor\"", 1),
        ("moor -\"moor rafts\"", 2),
        ("kind:clause", 2),
        ("kind:clause AND \"rafts moor\"", 1),
        ("NOT moor", 0),
        ("moo*", 2),
    ] {
        assert_eq!(found(&index, text).len(), count, "{text}");
    }
}

#[test]
fn an_empty_index_answers() {
    let index = index(&[]);
    assert!(index.is_empty());
    for text in ["moor", "NOT moor", "kind:clause", "\"rafts moor\"", "moo*"] {
        assert_eq!(found(&index, text), [""; 0], "{text}");
    }
}

#[test]
fn a_set_of_documents_is_one_however_large_it_is() {
    let docs: Vec<Doc> = (0..200)
        .map(|at| {
            let text = if at % 190 == 3 { "A raft." } else { "A boat." };
            doc(&at.to_string(), "1", text)
        })
        .collect();
    let index = index(&docs);
    let ids = |text: &str| -> Vec<String> {
        let hits = hits(&index, text).into_iter();
        hits.map(|hit| hit.doc.id).collect()
    };
    assert_eq!(ids("kind:clause AND raft"), ["x/3", "x/193"]);
    assert_eq!(ids("kind:clause AND NOT boat"), ["x/3", "x/193"]);
    assert_eq!(ids("kind:clause AND raft AND boat"), [""; 0]);
}

#[test]
fn forms_of_a_word_find_each_other() {
    for forms in [
        &["recoil", "recoils", "recoiling", "recoiled"][..],
        &["flee", "fled", "flees", "fleeing", "flight"],
        &["elephant", "elephants"],
        &["armor", "armour"],
        &["demoralised", "demoralized", "demoralise"],
        &["shoot", "shot", "shooting"],
        &["PIP", "PIPs", "pips"],
        &["third", "3rd"],
        &["general", "the general's"],
        &["200p", "200 paces"],
        &["½ BW", "0.5 width", "1/2 BW"],
        &["1½", "1.5", "1.50"],
        &["deduct –2", "deduct -2"],
        &["Bd (S/O)", "Bd (O)"],
    ] {
        let index = index(&[doc("a", "1", forms[0])]);
        for form in forms {
            let is_found = !found(&index, &format!("kind:clause AND {form}")).is_empty();
            assert!(is_found, "{form} for {}", forms[0]);
        }
    }
    let others = index(&[doc("a", "1", "Bd (S) 2-3")]);
    for text in ["(O)", "-3"] {
        let text = format!("kind:clause AND {text}");
        assert_eq!(found(&others, &text), [""; 0], "{text}");
    }
}

#[test]
fn words_labels_and_subjects_raise_the_score() {
    let one = doc("a", "1", "A raft floats past the old bridge and mill.");
    let both = doc("b", "1", "A raft floats past the bridge and moors.");
    let labelled = Doc {
        labels: vec!["Rafts".into()],
        ..doc("c", "1", "They float.")
    };
    let indexed = Doc {
        subjects: vec!["mooring a raft".into()],
        ..doc("d", "1", "They lie at the bank.")
    };
    let first = |docs: &[&Doc], text: &str| {
        let docs: Vec<Doc> = docs.iter().map(|doc| (*doc).clone()).collect();
        hits(&index(&docs), text).swap_remove(0).doc.id
    };
    assert_eq!(first(&[&one, &both], "raft moor"), "x/b");
    assert_eq!(first(&[&one, &labelled], "raft"), "x/c");
    assert_eq!(first(&[&one, &indexed], "raft moor"), "x/d");
}

#[test]
fn marks_stay_on_their_words() {
    for before in [0, 3, 40, 90] {
        let text = format!(
            "{}A raft, ½ laden, may moor. {}",
            "Ferries wait – here. ".repeat(before),
            "Barges do not. ".repeat(before)
        );
        let doc = Doc {
            lead: "These – float. At the bridge:".into(),
            ..doc("a", "1", &text)
        };
        let snippet = hits(&index(&[doc]), "raft").swap_remove(0).snippet;
        let marks = snippet.marks.iter().map(|mark| mark.of(&snippet.text));
        assert_eq!(marks.collect::<Vec<_>>(), ["raft"]);
        assert!(snippet.text.starts_with("At the bridge: "), "{snippet:?}");
        assert!(snippet.text.len() < 672);
    }
}

#[test]
fn a_sentence_is_whole_however_long_it_is() {
    let long = format!(
        "A raft may moor {}unless it is laden.",
        "here or ".repeat(90)
    );
    let text = format!(
        "{}{long} {}",
        "Ferries wait. ".repeat(40),
        "Barges wait. ".repeat(40)
    );
    let hits = hits(&index(&[doc("a", "1", &text)]), "raft");
    assert!(hits[0].snippet.text.contains(&long));
}

#[test]
fn plain_words_are_known() {
    for word in ["binding", "shorter", "aback", "zoom"] {
        assert!(is_english(word), "{word}");
    }
    assert!(!is_english("guidlines") && !is_english("calvary"));
    for word in ["a", "the", "youve", "against"] {
        assert!(is_stop_word(word), "{word}");
    }
    assert!(!is_stop_word("elephant"));
}
