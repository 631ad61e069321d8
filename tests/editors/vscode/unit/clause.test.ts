import assert from "node:assert/strict";
import { test } from "node:test";
import { type TextSource, clauseAt, frontMatterValue, rulesetOf } from "../../../../editors/vscode/src/clause";

function file(path: string, text: string, scheme = "file"): TextSource {
  const lines = text.split("\n");
  return { uri: { scheme, path }, lineCount: lines.length, lineAt: (line) => ({ text: lines[line] ?? "" }) };
}

const SHEET = file(
  "/desk/rules/river/1.1.amend.md",
  `---
ruleset: river
edition: "1.1"
---

# Ferries {#ferries page=12}

## Replace bullet 3 {#ferries.fare n=1}

> See [P.14](#tolls.pilgrims-2) and the rest.

## Delete bullet 4, moved to #tolls {n=2}

# Tolls without an id

> Text.`,
);

const at = (line: number, character = 0): string | undefined => clauseAt(SHEET, { line, character })?.name;

test("a clause that is named under the cursor", () => {
  assert.equal(at(9, 14), "river/tolls.pilgrims-2");
  assert.equal(at(11, 29), "river/tolls");
});

test("else that of the instruction, else that of the section", () => {
  assert.equal(at(9, 0), "river/ferries.fare");
  assert.equal(at(11, 0), "river/ferries.fare");
  assert.equal(at(6), "river/ferries");
  assert.equal(at(2), undefined);
});

test("the clause of a text of the server", () => {
  const text = (path: string): unknown => clauseAt(file(path, "words", "rulebook"), { line: 0, character: 0 });
  assert.deepEqual(text("/text/dbm@3.4/rear-support.spears.md"), { name: "dbm/rear-support.spears", ruleset: "dbm" });
  assert.deepEqual(text("/text/dbm@3.4/element-cost.table/r9/c2.md"), { name: "dbm/element-cost.table/r9/c2", ruleset: "dbm" });
  assert.equal(text("/text/dbm@3.4.md"), undefined);
});

test("the ruleset of a document", () => {
  assert.equal(rulesetOf(SHEET), "river");
  assert.equal(rulesetOf(file("/desk/rules/dba/base.rules.md", "# Deployment")), "dba");
  assert.equal(rulesetOf(file("/shipped/dbm/3.4.amend.md", "", "rulebook")), "dbm");
  assert.equal(rulesetOf(file("/text/dbm@3.4/recoiling.md", "", "rulebook")), "dbm");
});

test("values of the front matter", () => {
  assert.equal(frontMatterValue(SHEET, "edition"), "1.1");
  assert.equal(frontMatterValue(SHEET, "document"), undefined);
  assert.equal(frontMatterValue(file("/a.md", "edition: 3"), "edition"), undefined);
});
