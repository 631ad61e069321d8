"""The server with the client of pytest-lsp, which checks every answer against the protocol. Run by tests/editors/run."""

import asyncio
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

DESK = pathlib.Path(os.environ["RULEBOOK_DESK"])
# what a server may ask, and editors take note of
ASKED = [
    "client/registerCapability",
    "client/unregisterCapability",
    "workspace/codeLens/refresh",
    "workspace/inlayHint/refresh",
    "workspace/semanticTokens/refresh",
    "workspace/foldingRange/refresh",
]
SHEET = DESK / "rules/dbm/3.4.amend.md"


@pytest_lsp.fixture(
    params=["neovim", "visual_studio_code", "emacs"],
    config=ClientServerConfig(server_command=[os.environ["RULEBOOK_EXE"], "lsp", "--stdio"]),
)
async def client(request, lsp_client: LanguageClient):
    params = types.InitializeParams(
        capabilities=client_capabilities(request.param),
        workspace_folders=[types.WorkspaceFolder(uri=DESK.as_uri(), name="desk")],
        root_uri=DESK.as_uri(),
    )
    for method in set(ASKED) - set(lsp_client.protocol.fm.features):
        lsp_client.feature(method)(lambda *_: None)
    await lsp_client.initialize_session(params)
    yield lsp_client
    await lsp_client.shutdown_session()


def place(text: str, words: str, inside: int = 0) -> types.Position:
    """Where words stand, in UTF-16 units."""
    at = text.index(words) + inside
    line = text.count("\n", 0, at)
    start = text.rfind("\n", 0, at) + 1
    return types.Position(line=line, character=len(text[start:at].encode("utf-16-le")) // 2)


def open_sheet(client: LanguageClient, path: pathlib.Path = SHEET, text: str | None = None) -> tuple[str, types.TextDocumentIdentifier]:
    text = path.read_text(encoding="utf-8") if text is None else text
    item = types.TextDocumentItem(uri=path.as_uri(), language_id="markdown", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return text, types.TextDocumentIdentifier(uri=path.as_uri())


async def published(client: LanguageClient, document: types.TextDocumentIdentifier, wrong: bool) -> list[types.Diagnostic]:
    """The errors of a document, once it has some or none."""
    while True:
        found = client.diagnostics.get(document.uri)
        errors = [one for one in found or [] if one.severity == types.DiagnosticSeverity.Error]
        if found is not None and bool(errors) == wrong:
            return errors
        await asyncio.sleep(0.05)


@pytest.mark.asyncio
async def test_faults_come_and_go(client: LanguageClient):
    text, document = open_sheet(client)
    assert await published(client, document, wrong=False) == []
    start = place(text, "bullet 1")
    end = place(text, "bullet 1", len("bullet 1"))
    change = types.TextDocumentContentChangePartial(range=types.Range(start, end), text="bullet 11")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=document.uri, version=2), content_changes=[change]
        )
    )
    found = await published(client, document, wrong=True)
    assert [one.code for one in found] == ["dangling-address"]
    wrong = found[0].range
    line = text.replace("bullet 1", "bullet 11", 1).splitlines()[wrong.start.line]
    assert line[wrong.start.character : wrong.end.character] == "11"


@pytest.mark.asyncio
async def test_hover(client: LanguageClient):
    text, document = open_sheet(client)
    at = place(text, "## Replace", 5)
    hover = await client.text_document_hover_async(types.HoverParams(text_document=document, position=at))
    assert hover is not None and "3.4" in hover.contents.value


@pytest.mark.asyncio
async def test_definition(client: LanguageClient):
    text, document = open_sheet(client)
    at = place(text, "](#", 4)
    found = await client.text_document_definition_async(types.DefinitionParams(text_document=document, position=at))
    found = found if isinstance(found, list) else [found]
    assert found and all("/rules/dbm/" in getattr(one, "uri", getattr(one, "target_uri", "")) for one in found)


@pytest.mark.asyncio
async def test_references(client: LanguageClient):
    text, document = open_sheet(client)
    params = types.ReferenceParams(
        text_document=document, position=place(text, "](#", 4), context=types.ReferenceContext(include_declaration=True)
    )
    assert len(await client.text_document_references_async(params)) > 1


@pytest.mark.asyncio
async def test_completion(client: LanguageClient):
    text = SHEET.read_text(encoding="utf-8").replace("bullet 1", "bullet ", 1)
    _, document = open_sheet(client, text=text)
    params = types.CompletionParams(text_document=document, position=place(text, "bullet ", len("bullet ")))
    found = await client.text_document_completion_async(params)
    items = found.items if isinstance(found, types.CompletionList) else found
    assert any(item.label.startswith("1") for item in items), [item.label for item in items]
    resolved = await client.completion_item_resolve_async(items[0])
    assert resolved.label == items[0].label


@pytest.mark.asyncio
async def test_rename(client: LanguageClient):
    text, document = open_sheet(client)
    at = place(text, "](fact:", len("](fact:"))
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(text_document=document, position=at))
    assert prepared is not None
    params = types.RenameParams(text_document=document, position=at, new_name="renamed.fact")
    edit = await client.text_document_rename_async(params)
    assert edit is not None and (edit.changes or edit.document_changes)


@pytest.mark.asyncio
async def test_symbols(client: LanguageClient):
    _, document = open_sheet(client)
    found = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
    assert len(found) > 5
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="rear support"))


@pytest.mark.asyncio
async def test_fix(client: LanguageClient):
    text = SHEET.read_text(encoding="utf-8").replace("bullet 1", "bullet 11", 1)
    _, document = open_sheet(client, text=text)
    found = await published(client, document, wrong=True)
    context = types.CodeActionContext(diagnostics=found)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(text_document=document, range=found[0].range, context=context)
    )
    assert any(action.title for action in actions)
