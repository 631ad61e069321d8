import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { type Environment, candidates } from "../../../../editors/vscode/src/program/candidates";
import { findProgram } from "../../../../editors/vscode/src/program/find";
import { describe } from "../../../../editors/vscode/src/program/problem";
import { isSupported } from "../../../../editors/vscode/src/program/version";

/** A machine with programs in some of its folders, each with what it answers to `--version`. */
function machine(programs: Record<string, string>): { around: Environment; at: (folder: string) => string } {
  const root = mkdtempSync(join(tmpdir(), "prögramme und mehr "));
  const at = (folder: string): string => join(root, folder, "rulebook");
  for (const [folder, answer] of Object.entries(programs)) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(at(folder), `#!/bin/sh\necho '${answer}'\n`);
    chmodSync(at(folder), 0o755);
  }
  const env = { PATH: [join(root, "one"), join(root, "two")].join(delimiter), CARGO_HOME: join(root, "cargo") };
  return { around: { env, platform: "linux", home: join(root, "home"), extension: join(root, "extension"), folder: join(root, "desk") }, at };
}

test("the extension comes before the PATH unless the setting prefers that, and cargo's folder is last", () => {
  const { around, at } = machine({ two: "", "extension/bin": "", "cargo/bin": "" });
  assert.deepEqual(candidates(around), [at("extension/bin"), at("two"), at("cargo/bin")]);
  assert.deepEqual(candidates(around, true), [at("two"), at("extension/bin"), at("cargo/bin")]);
});

test("one that is too old is passed over where a newer one lies", async () => {
  const { around, at } = machine({ one: "rulebook 0.0.9", two: "something else", "cargo/bin": "rulebook 0.1.3" });
  assert.deepEqual(await findProgram(null, around), { path: at("cargo/bin"), version: "0.1.3" });
});

test("the setting counts alone", async () => {
  const { around, at } = machine({ home: "rulebook 0.0.9", one: "rulebook 0.1.0", "desk/bin": "rulebook 0.2.0" });
  assert.deepEqual(await findProgram("~/rulebook", around), { kind: "old", path: at("home"), version: "0.0.9" });
  assert.deepEqual(await findProgram("${workspaceFolder}/bin/rulebook", around), { path: at("desk/bin"), version: "0.2.0" });
});

test("each problem is reported with a remedy", async () => {
  const nothing = await findProgram(null, machine({}).around);
  assert.match("kind" in nothing ? describe(nothing) : "", /was not found.*cargo install.*set its path/);
  const { around } = machine({ one: "rulebook 0.0.9" });
  const old = await findProgram("", around);
  assert.match("kind" in old ? describe(old) : "", /rulebook 0\.0\.9 .* is too old: this extension needs 0\.1\.0 or newer/);
  const gone = await findProgram("/nowhere/rulebook", around);
  assert.match("kind" in gone ? describe(gone) : "", /cannot be run \(\/nowhere\/rulebook\): no such file/);
  const strange = await findProgram("/bin/echo", around);
  assert.match("kind" in strange ? describe(strange) : "", /\/bin\/echo is not rulebook/);
});

test("versions are compared number by number", () => {
  assert.ok(isSupported("0.1.0", "0.1.0"));
  assert.ok(isSupported("0.10.0", "0.9.9"));
  assert.ok(isSupported("1.0.0", "0.9.9"));
  assert.ok(!isSupported("0.0.99", "0.1.0"));
});
