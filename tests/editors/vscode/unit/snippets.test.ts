import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

// it runs at the root of the project
const SNIPPETS = "editors/vscode/snippets";
/** The findings that say: this is not read as the notation. */
const NOTATION = readdirSync("src/core/lint/notation").map((name) => name.replace(/\.md$/, "").replaceAll("_", "-"));

/** The snippets of a file before anything is filled in. */
function snippets(file: string): [string, string][] {
  const all = JSON.parse(readFileSync(join(SNIPPETS, file), "utf8")) as Record<string, { body: string[] }>;
  return Object.entries(all).map(([name, { body }]) => [name, expanded(body.join("\n"))]);
}

function expanded(body: string): string {
  return body.replace(/\$\{\d+:([^}]*)\}|\$\{\d+\|([^,|]*)[^}]*\}|\$\d/g, (_, words?: string, choice?: string) => words ?? choice ?? "");
}

/** What is not read of a file, as `rulebook check` says. */
function misread(name: string, text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), "snippet-"));
  mkdirSync(join(root, ".git"));
  const path = name.endsWith(".scenario.md") ? join(root, name) : join(root, "rules/dbm", name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  const { stdout } = spawnSync(process.env["RULEBOOK_EXE"] ?? "rulebook", ["check", "--format", "json", path], { cwd: root, encoding: "utf8" });
  const { findings } = JSON.parse(stdout) as { findings: { code: string; message: string }[] };
  return findings.filter(({ code }) => NOTATION.includes(code)).map(({ code, message }) => `${code}: ${message}`);
}

const FRONT = '---\nruleset: dbm\ndocument: house-2026\nedition: "3.4"\n---\n\n';
const PLACE = "# Recoiling elements {#recoiling page=24}\n\n";

for (const [name, body] of snippets("rules.json")) {
  test(`the snippet "${name}" is read without changes`, () => {
    const before = name === "Front matter" ? "" : name === "Place" ? FRONT : name === "Fact" ? `${FRONT}${PLACE}## Replace sentence 1 {n=1}\n\n> It costs ` : FRONT + PLACE;
    assert.deepEqual(misread(name === "Clarify" ? "x.clarify.md" : "x.amend.md", `${before}${body}\n`), []);
  });
}

for (const [name, body] of snippets("scenario.json")) {
  test(`the snippet "${name}" is read without changes`, () => {
    const before = name === "Army list" ? "" : '---\nruleset: dbm\nedition: "3.4"\n---\n\n# Invader: Gauls\n\n';
    const allows = name === "Allow a problem";
    const command = name === "Troops" || allows ? "## Command 1: A\n\n" : "";
    // a comment that allows nothing is reported
    const allowed = allows ? "- 12 Irr Wb(S) @9\n" : "";
    assert.deepEqual(misread("x.scenario.md", `${before}${command}${body}\n${allowed}`), []);
  });
}

test("a word that is no notation would be found", () => {
  assert.deepEqual(misread("x.amend.md", `${FRONT}${PLACE}## Foo bar {n=1}\n`), ["unknown-instruction: no instruction begins with `Foo`"]);
});
