//! Answers the call hierarchy requests: the item at the cursor, incoming and outgoing calls.

use super::{HierarchyIdentity, HierarchyItem, HierarchyKind, earlier, later, prepared};
use crate::lsp::{HandlerResult, Snapshot};
use tower_lsp::gen_lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
    SymbolKind,
};

/// Returns the instruction at the cursor, section by section; in a base text, the clause.
pub(crate) fn prepare(
    snapshot: &Snapshot<'_>,
    params: CallHierarchyPrepareParams,
) -> HandlerResult<Vec<CallHierarchyItem>> {
    let Some((document, byte)) = snapshot.rules_cursor(&params.text_document_position_params)
    else {
        return Ok(None);
    };
    let items = prepared(snapshot, &document, byte).into_iter();
    let items: Vec<_> = items.filter_map(|item| to_lsp(snapshot, item)).collect();
    Ok(Some(items).filter(|items| !items.is_empty()))
}

/// Returns the later patches that act on what an item wrote, and the rulings that interpret it.
pub(crate) fn incoming(
    snapshot: &Snapshot<'_>,
    params: CallHierarchyIncomingCallsParams,
) -> HandlerResult<Vec<CallHierarchyIncomingCall>> {
    let items = identity(&params.item).and_then(|item| later(snapshot, &item));
    let call = |item| {
        let from = to_lsp(snapshot, item)?;
        Some(CallHierarchyIncomingCall {
            from_ranges: vec![from.selection_range],
            from,
        })
    };
    Ok(items.map(|items| items.into_iter().filter_map(call).collect()))
}

/// Returns the earlier patches, and the block of the base text, on whose words an item acts.
pub(crate) fn outgoing(
    snapshot: &Snapshot<'_>,
    params: CallHierarchyOutgoingCallsParams,
) -> HandlerResult<Vec<CallHierarchyOutgoingCall>> {
    let Some((heading, items)) = identity(&params.item).and_then(|item| earlier(snapshot, &item))
    else {
        return Ok(None);
    };
    let heading = snapshot.lines(heading.source).range(heading.span);
    let call = |item| {
        Some(CallHierarchyOutgoingCall {
            to: to_lsp(snapshot, item)?,
            from_ranges: vec![heading],
        })
    };
    Ok(Some(items.into_iter().filter_map(call).collect()))
}

/// Returns the data by which an item that was sent is found again.
fn identity(item: &CallHierarchyItem) -> Option<HierarchyIdentity> {
    serde_json::from_value(item.data.clone()?).ok()
}

fn to_lsp(snapshot: &Snapshot<'_>, item: HierarchyItem) -> Option<CallHierarchyItem> {
    let lines = snapshot.lines(item.source);
    Some(CallHierarchyItem {
        name: item.name,
        kind: match item.kind {
            HierarchyKind::Ruling => SymbolKind::Event,
            HierarchyKind::Instruction => SymbolKind::Function,
            HierarchyKind::Base => SymbolKind::Struct,
        },
        tags: None,
        detail: Some(item.detail),
        uri: snapshot.openable_uri(item.source)?,
        range: lines.range(item.span),
        selection_range: lines.range(item.head),
        data: serde_json::to_value(item.identity).ok(),
    })
}
