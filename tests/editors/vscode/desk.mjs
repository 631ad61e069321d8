// What lies on the disk for a test: folders that may be spoilt, and programs that behave oddly.
import { chmodSync, copyFileSync, cpSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Blanks and letters that no careless program survives. */
export const ODD = "Règles & Übung Ωμ";

/** All that was made here. */
const made = [];

function make(prefix) {
  const folder = mkdtempSync(prefix);
  chmodSync(folder, 0o755);
  made.push(folder);
  return folder;
}

/** Takes all away that was made here. */
export function clear() {
  for (const folder of made) {
    // who still writes there is about to end
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** A new folder that is no part of any other's workspace. */
export function fresh(name = ODD) {
  const root = join(make(join(tmpdir(), "rulebook-")), name);
  mkdirSync(root);
  return root;
}

/** A copy of the rules that ship, as a workspace. */
export function withRules() {
  const root = fresh();
  mkdirSync(join(root, ".git"));
  cpSync(process.env.RULES, join(root, "rules"), { recursive: true });
  cpSync(join(process.env.RULES, "dbm/examples/longbows.scenario.md"), join(root, "longbows.scenario.md"));
  cpSync(join(process.env.RULES, "dbm/examples/email.scenario.md"), join(root, "email.scenario.md"));
  return root;
}

/** A folder with a program `rulebook`: the real one under another name, or one that says something else of its version. */
export function program(says) {
  const folder = make(join(process.env.TOOLS, "prögramme "));
  const path = join(folder, "rulebook");
  if (says === undefined) {
    alias(process.env.RULEBOOK_EXE, path);
  } else {
    writeFileSync(path, `#!/bin/sh\necho '${says}'\n`);
    chmodSync(path, 0o755);
  }
  return { folder, path };
}

/** A folder with the real program, except that it prints what it would import. */
export function importer(real) {
  const folder = make(join(process.env.TOOLS, "prögramme "));
  const says = 'shift; if [ "$1" != --help ]; then printf "to import: <%s>\\n" "$@"; fi';
  const path = join(folder, "rulebook");
  writeFileSync(path, `#!/bin/sh\nif [ "$1" = import ]; then\n${says}\nexit 0\nfi\nexec '${real}' "$@"\n`);
  chmodSync(path, 0o755);
  return { folder, path };
}

/** The same file under another name: it is large, and copied only where it lies on another disk. */
function alias(file, path) {
  try {
    linkSync(file, path);
  } catch {
    copyFileSync(file, path);
  }
}
