import * as vscode from "vscode";
import { type App, type Command } from "../app";
import { type RulesetInfo } from "../server/protocol";
import { keyOf, withDocument, withEdition } from "../toml";
import { currentText, displayPath, replace, writeNew } from "../write";
import { currentRuleset } from "./choose";

/** Creates a sheet of amendments: a file with a skeleton, and its entry in `ruleset.toml`. */
export const newAmendment: Command = {
  name: "newAmendment",
  async run(app) {
    const ruleset = await chooseRuleset(app);
    const edition = ruleset === undefined ? undefined : await chooseOrCreateEdition(ruleset);
    if (ruleset === undefined || edition === undefined) {
      return;
    }
    const title = await vscode.window.showInputBox({
      title: `New amendment of ${ruleset.id} ${edition.id}`,
      prompt: "The title of the sheet",
      value: edition.fresh ? `${ruleset.id.toUpperCase()} ${edition.id} amendments` : "House rules",
    });
    if (title === undefined || title.trim() === "") {
      return;
    }
    const key = uniqueKey(keyOf(title), ruleset.documents.map(({ id }) => id));
    const manifest = await loadManifest(app, ruleset);
    const entry = { key, edition: edition.id, title: title.trim(), published: today(), after: edition.fresh ? [] : amendmentsOf(ruleset, edition.id) };
    const manifestText = edition.fresh ? withEdition(manifest.text, edition.id, ruleset.editions.at(-1)?.id ?? "") : manifest.text;
    if (manifestText === undefined) {
      throw new Error(`${displayPath(manifest.uri)} has no list of editions to extend: add the edition ${edition.id} by hand.`);
    }
    const file = vscode.Uri.joinPath(manifest.uri, "..", `${key}.amend.md`);
    await writeNew(file, `---\nruleset: ${ruleset.id}\ndocument: ${key}\nedition: "${edition.id}"\n---\n\n`);
    await replace(manifest.uri, withDocument(manifestText, entry));
    const editor = await vscode.window.showTextDocument(file, { preview: false });
    await insertSkeleton(editor);
    await app.choice.refresh(app.server);
    if (manifest.copied) {
      void vscode.window.showInformationMessage(
        `The rules of ${ruleset.id} are part of the program. ${displayPath(manifest.uri)} was copied from it, so that it can list your sheet.`,
      );
    }
  },
};

async function chooseRuleset(app: App): Promise<RulesetInfo | undefined> {
  const own = await currentRuleset(app);
  const all = app.choice.catalogue?.rulesets ?? [own];
  if (all.length === 1) {
    return own;
  }
  const items = [own, ...all.filter(({ id }) => id !== own.id)].map((ruleset) => ({ label: ruleset.id, description: ruleset.title, ruleset }));
  const picked = await vscode.window.showQuickPick(items, { title: "New amendment: of which rules?", matchOnDescription: true });
  return picked?.ruleset;
}

async function chooseOrCreateEdition(ruleset: RulesetInfo): Promise<{ id: string; fresh: boolean } | undefined> {
  const fresh = { label: "$(add) a new edition…", id: "" };
  const items = [...ruleset.editions].reverse().map(({ id, from }) => ({ label: id, description: from ?? "", id }));
  const picked = await vscode.window.showQuickPick([...items, fresh], { title: `New amendment of ${ruleset.title}: for which edition?` });
  if (picked === undefined || picked.id !== "") {
    return picked === undefined ? undefined : { id: picked.id, fresh: false };
  }
  const known = ruleset.editions.map(({ id }) => id);
  const id = await vscode.window.showInputBox({
    title: `New edition of ${ruleset.title}`,
    prompt: `Its name; it amends ${known.at(-1) ?? "the base"}`,
    validateInput: (id) => (known.includes(id.trim()) ? "This edition already exists." : /^[\w.-]+$/.test(id.trim()) ? undefined : "Letters, digits, dots and hyphens."),
  });
  return id === undefined ? undefined : { id: id.trim(), fresh: true };
}

/** Returns the `ruleset.toml` of the workspace; if the ruleset is only in the program, its text from there, for the workspace's `rules` folder. */
async function loadManifest(app: App, ruleset: RulesetInfo): Promise<{ uri: vscode.Uri; text: string; copied: boolean }> {
  const outline = await app.server.request("rulebook/outline", { ruleset: ruleset.id });
  const known = outline.rulesets[0]?.location?.uri;
  const own = known === undefined ? undefined : vscode.Uri.parse(known, true);
  if (own?.scheme === "file") {
    return { uri: own, text: await currentText(own), copied: false };
  }
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    throw new Error("Open a folder first: the sheet is written to its folder rules.");
  }
  const { text } = await app.server.request("rulebook/text", { uri: `rulebook:/shipped/${ruleset.id}/ruleset.toml` });
  return { uri: vscode.Uri.joinPath(folder.uri, "rules", ruleset.id, "ruleset.toml"), text, copied: true };
}

/** Returns the amendments of an edition, which precede a new one. */
function amendmentsOf(ruleset: RulesetInfo, edition: string): string[] {
  return ruleset.documents.filter((document) => document.edition === edition && document.kind === "amendment").map(({ id }) => id);
}

/** Inserts a snippet with the first place and instruction. */
async function insertSkeleton(editor: vscode.TextEditor): Promise<void> {
  const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
  // heading and id are one field, as completion writes both
  const skeleton = "# ${1:Section {#id\\}}\n\n## ${2:Replace bullet 1} {n=1}\n\n> ${0:…}\n";
  await editor.insertSnippet(new vscode.SnippetString(skeleton), end);
}

function uniqueKey(key: string, taken: readonly string[]): string {
  for (let n = 2, own = key; ; n++) {
    if (!taken.includes(own)) {
      return own;
    }
    own = `${key}-${n}`;
  }
}

function today(): string {
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
