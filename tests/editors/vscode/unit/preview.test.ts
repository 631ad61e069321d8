import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeHtml, impactHtml } from "../../../../editors/vscode/src/preview/impact";
import { markPatch } from "../../../../editors/vscode/src/preview/mark";
import { wordDiff } from "../../../../editors/vscode/src/preview/words";
import { type Impact } from "../../../../editors/vscode/src/server/protocol";

const shown = (before: string, after: string): string =>
  wordDiff(before, after).map(({ fate, text }) => (fate === "same" ? text : fate === "gone" ? `[-${text}-]` : `{+${text}+}`)).join("");

test("word by word", () => {
  assert.equal(shown("costs 5 AP.", "costs 5.5 AP."), "costs [-5-]{+5.5+} AP.");
  assert.equal(shown("", "All new."), "{+All new.+}");
  assert.equal(shown("Gone.", ""), "[-Gone.-]");
  assert.equal(shown("same words", "same words"), "same words");
});

test("both texts can be had back", () => {
  const [before, after] = ["Unless it is compulsory, only if he dices and scores 5 or 6.", "Only if he dices, and scores 4, 5 or 6."];
  const side = (without: string): string => wordDiff(before, after).filter(({ fate }) => fate !== without).map(({ text }) => text).join("");
  assert.equal(side("new"), before);
  assert.equal(side("gone"), after);
});

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

test("words of the rules cannot become markup of the page", () => {
  const origin = { patch: "x:1", document: "x", n: "1", edition: "1", date_text: null, address: '<img src="x">', page: null, short: "x", title: "x", verb: "replaced" };
  const section = { section: "a", origin, changes: [{ id: "a/s1", kind: "sentence", label: "<b>", before: "<i>", after: "<u>&" }], reached: [], pending: false };
  const more = { interprets: false, interpreted: [], moved_to: null, withdrawn_by: null, overtakes: [], facts: [], later: [] };
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const impact: Impact = { range, sections: [{ ...section, ...more }] };
  assert.doesNotMatch(impactHtml(impact), /<img|<i>|<u>|<b><b>/);
  assert.equal(escapeHtml(`<a href="x">&`), "&lt;a href=&quot;x&quot;&gt;&amp;");
});
