"""The server for assistants, used with the Python SDK of the Model Context Protocol."""

import asyncio
import json
import os
import subprocess

from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client
from pydantic import AnyUrl

EXE = os.environ["RULEBOOK_EXE"]
TOOLS = {"search", "show", "log", "diff", "rulings", "check", "sum"}
LIST = open("pasted.txt", encoding="utf-8").read()


def command(*words, text=None):
    """The answer of a command as JSON."""
    done = subprocess.run([EXE, *words, "--format", "json"], input=text, capture_output=True, text=True)
    return json.loads(done.stdout)


async def call(session, name, **arguments):
    """The data of a result; fails if the server reports an error."""
    result = await session.call_tool(name, arguments)
    assert not result.isError, result.content
    data = result.structuredContent
    # clients that know no structured results get the same as text
    assert json.loads(result.content[0].text) == data
    assert data["references"], name
    for reference in data["references"]:
        assert reference["id"] and reference["edition"] and reference["citation"], reference
        assert reference["state"] is not None, reference
    return data


async def tools(session):
    listed = await session.list_tools()
    assert {tool.name for tool in listed.tools} == TOOLS
    for tool in listed.tools:
        assert tool.annotations.readOnlyHint and tool.inputSchema["additionalProperties"] is False

    shown = await call(session, "show", clause="recoiling", at="3.4")
    assert shown["answer"] == command("show", "recoiling", "--at", "3.4")
    (reference,) = shown["references"]
    assert reference["id"] == "dbm/recoiling" and reference["state"] == "in-force"
    assert reference["citation"].startswith("DBM 3.4, ") and "not official" in reference["citation"]

    found = await call(session, "search", query="pikes against elephants", limit=3)
    assert found["answer"] == command("search", "pikes against elephants", "--limit", "3")
    # a number for an edition is understood, too
    log = await call(session, "log", clause="recoiling", at=3.3)
    assert log["answer"] == command("log", "recoiling", "--at", "3.3")
    diff = await call(session, "diff", clause="dbm/element-cost", **{"from": "3.3", "to": "3.4"})
    assert diff["answer"] == command("diff", "dbm/element-cost", "3.3", "3.4")
    rulings = await call(session, "rulings", clause="recoiling", at="3.4")
    clarifications = shown["answer"]["clauses"][0]["clarifications"]
    assert rulings["answer"]["clauses"][0]["clarifications"] == clarifications and clarifications
    checked = await call(session, "check", text=LIST, at="3.4")
    assert checked["answer"] == command("check", "-", "--at", "3.4", text=LIST)
    summed = await call(session, "sum", text=LIST)
    assert summed["answer"] == command("sum", "-", text=LIST)


async def errors(session):
    for name, arguments, words in [
        ("show", {"clause": "xyzzy"}, "no clause matches"),
        ("show", {"clause": "recoiling", "at": "9"}, "no edition 9"),
        ("show", {"clause": "recoiling", "edition": "3.4"}, "unknown parameter `edition`"),
        ("log", {}, "parameter `clause` is missing"),
        ("search", {"query": "pikes", "limit": 0}, "invalid value"),
        ("search", {"query": ["pikes"]}, "wrong type"),
        ("search", {"query": "pikes " * 10_000}, "longer than"),
        ("check", {"text": "\0" * 1000 + "4 Kn(F)"}, None),
    ]:
        result = await session.call_tool(name, arguments)
        text = result.content[0].text
        assert words is None or result.isError and text.startswith("error: ") and words in text, text
    try:
        await session.call_tool("delete", {})
    except McpError as error:
        assert "unknown tool" in str(error)
    else:
        raise AssertionError("an unknown tool was called")


async def resources(session):
    listed, cursor, pages = [], None, 0
    while True:
        page = await session.list_resources(cursor=cursor)
        listed += [str(own.uri) for own in page.resources]
        pages, cursor = pages + 1, page.nextCursor
        if not cursor:
            break
    assert pages > 1 and len(set(listed)) == len(listed) > 100
    assert "rulebook://dbm/recoiling" in listed
    (template,) = (await session.list_resource_templates()).resourceTemplates
    assert template.uriTemplate.startswith("rulebook://{ruleset}/{clause}")
    read = await session.read_resource(AnyUrl("rulebook://dbm/recoiling?at=3.3"))
    text, data = read.contents
    assert "DBM 3.3" in text.text and "Source: DBM 3.3, " in text.text
    assert json.loads(data.text) == command("show", "dbm/recoiling", "--at", "3.3")
    for address in ["rulebook://dbm/xyzzy", "rulebook://dbm/recoiling?at=9", "file:///etc/passwd"]:
        try:
            await session.read_resource(AnyUrl(address))
        except McpError:
            continue
        raise AssertionError(f"{address} was read")


async def main():
    parameters = StdioServerParameters(command=EXE, args=["mcp"], env=dict(os.environ))
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        started = await session.initialize()
        assert started.serverInfo.name == "rulebook" and "quote" in started.instructions
        await tools(session)
        await errors(session)
        await resources(session)
        # many questions at one time
        calls = [call(session, "show", clause="recoiling", at="3.4") for _ in range(100)]
        answers = await asyncio.gather(*calls)
        assert all(answer == answers[0] for answer in answers)
    print("assistant: passed")


def broken_input():
    """Whatever the input is, the server ends without a panic."""
    for text in [b"", b"\n", b"xyzzy\n", b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n', b"[" * 100_000]:
        done = subprocess.run([EXE, "mcp"], input=text, capture_output=True, timeout=30)
        assert done.returncode in (0, 2) and b"panicked" not in done.stderr, (text[:20], done)


asyncio.run(main())
broken_input()
