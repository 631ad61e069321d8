import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { isSupported } from "../../../../editors/vscode/src/program/version";
import { FILE_SUFFIXES } from "../../../../editors/vscode/src/server/files";

// it runs at the root of the project
const read = (path: string): string => readFileSync(path, "utf8");
const PACKAGE = JSON.parse(read("editors/vscode/package.json")) as {
  version: string;
  contributes: {
    languages: { extensions: string[] }[];
    commands: { command: string }[];
    configuration: { properties: Record<string, unknown> };
  };
};

test("the languages are those of the program", () => {
  const listed = PACKAGE.contributes.languages.flatMap(({ extensions }) => extensions).sort();
  assert.deepEqual(listed, FILE_SUFFIXES.map((ending) => `.${ending}.md`).sort());
  const roles = [...(/ROLES[^;]*;/s.exec(read("src/core/syntax/parse/file_role.rs"))?.[0] ?? "").matchAll(/"(\.[a-z]+\.md)"/g)].map(([, ending]) => ending ?? "");
  assert.ok(roles.length >= 5);
  assert.deepEqual(roles.filter((ending) => !listed.includes(ending)), []);
});

test("every command that is shown is there", () => {
  const folder = "editors/vscode/src/commands";
  const made = readdirSync(folder).flatMap((name) => [...read(`${folder}/${name}`).matchAll(/^ {2}name: "(\w+)",$/gm)].map(([, own]) => `rulebook.${own}`));
  const listed = PACKAGE.contributes.commands.map(({ command }) => command);
  assert.deepEqual(listed.filter((command) => !made.includes(command)), []);
  // these two are for code lenses alone
  assert.deepEqual(made.filter((command) => !listed.includes(command)).sort(), ["rulebook.compare", "rulebook.showClause"]);
});

test("every setting of the server can be set", () => {
  const rows = [...read("docs/src/programs/protocol.md").split("## Documents")[0]?.matchAll(/^\| (`.*?) \| /gm) ?? []].flatMap(([, keys]) => keys?.split(", ") ?? []);
  const keys = rows.map((key) => key.replaceAll("`", "")).filter((key) => !["virtualDocuments", "commands"].includes(key));
  assert.ok(keys.length >= 7);
  assert.deepEqual(keys.filter((key) => !(`rulebook.${key}` in PACKAGE.contributes.configuration.properties)), []);
});

test("the program of this very version is new enough", () => {
  const own = /^version = "([\d.]+)"/m.exec(read("Cargo.toml"))?.[1] ?? "";
  assert.ok(isSupported(own));
  assert.equal(PACKAGE.version, own);
});
