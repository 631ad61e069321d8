import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf, withDocument, withEdition } from "../../../../editors/vscode/src/toml";

const RIVER = `title = "Ferries"
editions = [
  { id = "1.0", date = "1998-05" }, # a bracket ] in a remark
  { id = "1.1", amends = "1.0", status = "played ] early" }
]

# Dates count from the last day.

[document."river-1.1"]
edition = "1.1"
after = ["river-1.0"]

# The sheets alone.
[profile.official]
`;

const ENTRY = { key: "house-2026", edition: "1.1", title: 'House "rules"', published: "2026-11-21", after: ["river-1.1"] };

test("a document comes after the others", () => {
  assert.equal(
    withDocument(RIVER, ENTRY),
    RIVER.replace(
      "# The sheets",
      `[document."house-2026"]
edition = "1.1"
kind = "amendment"
title = "House \\"rules\\""
published = 2026-11-21
after = ["river-1.1"]

# The sheets`,
    ),
  );
});

test("a document where nothing follows", () => {
  const bare = 'title = "Bare"\neditions = [{ id = "base" }]\n';
  assert.equal(withDocument(bare, { ...ENTRY, after: [] }).slice(0, bare.length + 28), `${bare}\n[document."house-2026"]\nedi`);
});

test("an edition at the end of the list", () => {
  assert.match(withEdition(RIVER, "1.2", "1.1") ?? "", /"played \] early" },\n {2}\{ id = "1\.2", amends = "1\.1" },\n\]\n/);
  assert.equal(withEdition('editions = [{ id = "base" }]', "2", "base"), 'editions = [{ id = "base" },\n  { id = "2", amends = "base" },\n]');
  assert.equal(withEdition('title = "no list"', "2", "base"), undefined);
});

test("keys made of titles", () => {
  assert.equal(keyOf("House rules, 2026!"), "house-rules-2026");
  assert.equal(keyOf("Règles de l'été 3.5"), "regles-de-l-ete-3.5");
  assert.equal(keyOf("中文"), "amendment");
});
