import assert from "node:assert/strict";
import { test } from "node:test";
import { markPatch } from "../../../../editors/vscode/src/preview/mark";
import { escapeHtml } from "../../../../editors/vscode/src/preview/page";

test("what an instruction wrote is marked, and each run of lines says once who wrote it", () => {
  const text = "Spears add +1. `dbm-3.1:48`\nIf so, more. `dbm-3.1:48`\nA third. `dbm-3.4:6`\n\n- Bullet. `dbm-3.4:6`";
  assert.equal(
    markPatch(text, "dbm-3.4:6", true),
    'Spears add +1.\nIf so, more. <span class="by">dbm-3.1:48</span>\n<mark>A third.</mark> <span class="by">dbm-3.4:6</span>\n\n- <mark>Bullet.</mark> <span class="by">dbm-3.4:6</span>',
  );
  assert.equal(markPatch(text, undefined, false), "Spears add +1.\nIf so, more.\nA third.\n\n- Bullet.");
});

test("cells of a table are marked one by one", () => {
  assert.equal(markPatch("| Reg Bw | 6.5 `dbm-3.4:3` | 5 |", "dbm-3.4:3", false), "| Reg Bw | <mark>6.5</mark> | 5 |");
});

test("words of an error cannot become markup of the page", () => {
  assert.equal(escapeHtml(`<a href="x">&`), "&lt;a href=&quot;x&quot;&gt;&amp;");
});
