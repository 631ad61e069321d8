//! The query language: any text is parsed, and what makes no sense is reported.

use rulebook::search::query::{QueryNode, QueryValue, parse};

fn shown(query: &str) -> String {
    let (node, faults) = parse(query);
    let mut out = draw(&node);
    for fault in faults {
        out += &format!(" ! {} `{}`", fault.message, fault.span.of(query));
    }
    out
}

fn draw(node: &QueryNode) -> String {
    let list = |nodes: &[QueryNode], by: &str| {
        format!("({})", nodes.iter().map(draw).collect::<Vec<_>>().join(by))
    };
    match node {
        QueryNode::Words(text, _) => text.clone(),
        QueryNode::Phrase(text, _) => format!("\"{text}\""),
        QueryNode::Prefix(text, _) => format!("{text}*"),
        QueryNode::Condition(name, QueryValue::One(value), _) => {
            format!("{name}:{value}")
        }
        QueryNode::Condition(name, QueryValue::Range(from, to), _) => {
            format!(
                "{name}:{}..{}",
                from.as_deref().unwrap_or_default(),
                to.as_deref().unwrap_or_default()
            )
        }
        QueryNode::All(nodes) => list(nodes, " "),
        QueryNode::And(nodes) => list(nodes, " AND "),
        QueryNode::Or(nodes) => list(nodes, " OR "),
        QueryNode::Not(node) => format!("NOT {}", draw(node)),
    }
}

#[test]
fn queries_are_parsed() {
    assert_eq!(shown("warband 3rd rank"), "warband 3rd rank");
    assert_eq!(
        shown("changed:3.2..3.4 (Kn(X) OR \"light horse\") -recoil"),
        "(changed:3.2..3.4 (Kn(X) OR \"light horse\") NOT recoil)"
    );
    assert_eq!(
        shown("a AND b c OR NOT page:22"),
        "((a AND b c) OR NOT page:22)"
    );
    assert_eq!(
        shown("deduct -2 pursu* section:\"rear support\""),
        "(deduct -2 pursu* section:rear support)"
    );
    assert_eq!(shown("(S) camelry"), "(S) camelry");
}

#[test]
fn faults_are_reported_and_the_rest_is_used() {
    assert_eq!(
        shown("\""),
        "() ! this quote is not closed; the phrase goes to the end `\"`"
    );
    assert_eq!(shown("at:9.9 ("), "at:9.9 ! this bracket is not closed `(`");
    assert_eq!(
        shown("sectoin:pip ranks"),
        "sectoin pip ranks ! unknown condition `sectoin:`; it is searched as words `sectoin:`"
    );
    assert_eq!(
        shown(") at: OR"),
        "() ! this bracket has no opening bracket `)` ! `at:` has no value; it is ignored `at:` ! `OR` needs a word or condition on each side `OR`"
    );
    assert_eq!(shown("NOT"), "() ! nothing to exclude `NOT`");
    assert_eq!(shown("note: horses"), "note horses");
}

#[test]
fn a_pasted_page_is_cut_and_reported() {
    let (node, faults) = parse(&"é(S) ".repeat(20_000));
    assert!(
        matches!(&node, QueryNode::Words(text, _) if text.split(' ').count() == 50),
        "{node:?}"
    );
    assert_eq!(
        faults[0].message,
        "the query is too long; its end is not used"
    );
    assert!(faults.len() <= 2, "{faults:?}");
    let open = "(".repeat(50_000);
    let (node, faults) = parse(&open);
    assert!(node.is_empty());
    assert_eq!(
        (faults[0].span.start(), faults[0].span.end()),
        (4096, open.len())
    );
    assert_eq!(faults.len(), 9);
    let last = &faults[8];
    assert!(last.message.ends_with("more problems from here on"));
    // a long query is not too long
    assert_eq!(parse(&"word ".repeat(100)).1, []);
}
