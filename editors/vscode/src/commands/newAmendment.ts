import * as vscode from "vscode";
import { type App, type Command } from "../app";
import { type RulesetLine } from "../server/protocol";
import { keyOf, withDocument, withEdition } from "../toml";
import { shown, write, writeNew } from "../write";
import { rulesetInHand } from "./ask";

/** A new sheet of amendments: its file, begun, and its entry in `ruleset.toml`. */
export const newAmendment: Command = {
  name: "newAmendment",
  async run(app) {
    const ruleset = await askRuleset(app);
    const edition = ruleset === undefined ? undefined : await askOwnEdition(ruleset);
    if (ruleset === undefined || edition === undefined) {
      return;
    }
    const title = await vscode.window.showInputBox({
      title: `New amendment of ${ruleset.id} ${edition.id}`,
      prompt: "Its title, as people name the sheet",
      value: edition.fresh ? `${ruleset.id.toUpperCase()} ${edition.id} amendments` : "House rules",
    });
    if (title === undefined || title.trim() === "") {
      return;
    }
    const key = free(keyOf(title), ruleset.documents.map(({ id }) => id));
    const listed = await listOf(app, ruleset);
    const entry = { key, edition: edition.id, title: title.trim(), published: today(), after: edition.fresh ? [] : sheets(ruleset, edition.id) };
    const grown = edition.fresh ? withEdition(listed.text, edition.id, ruleset.editions.at(-1)?.id ?? "") : listed.text;
    if (grown === undefined) {
      throw new Error(`${shown(listed.uri)} has no list of editions that could grow: add the edition ${edition.id} by hand.`);
    }
    const file = vscode.Uri.joinPath(listed.uri, "..", `${key}.amend.md`);
    await writeNew(file, `---\nruleset: ${ruleset.id}\ndocument: ${key}\nedition: "${edition.id}"\n---\n\n`);
    await write(listed.uri, withDocument(grown, entry));
    const editor = await vscode.window.showTextDocument(file);
    await begin(editor);
    if (listed.copied) {
      void vscode.window.showInformationMessage(
        `The rules of ${ruleset.id} travel in the program. ${shown(listed.uri)} was copied out of it, so that it lists your sheet.`,
      );
    }
  },
};

async function askRuleset(app: App): Promise<RulesetLine | undefined> {
  const own = await rulesetInHand(app);
  const all = app.choice.catalogue?.rulesets ?? [own];
  if (all.length === 1) {
    return own;
  }
  const items = [own, ...all.filter(({ id }) => id !== own.id)].map((ruleset) => ({ label: ruleset.id, description: ruleset.title, ruleset }));
  const picked = await vscode.window.showQuickPick(items, { title: "New amendment: of which rules?", matchOnDescription: true });
  return picked?.ruleset;
}

async function askOwnEdition(ruleset: RulesetLine): Promise<{ id: string; fresh: boolean } | undefined> {
  const fresh = { label: "$(add) a new edition…", id: "" };
  const items = [...ruleset.editions].reverse().map(({ id, from }) => ({ label: id, description: from ?? "", id }));
  const picked = await vscode.window.showQuickPick([...items, fresh], { title: `New amendment of ${ruleset.title}: which edition does it make, or belong to?` });
  if (picked === undefined || picked.id !== "") {
    return picked === undefined ? undefined : { id: picked.id, fresh: false };
  }
  const known = ruleset.editions.map(({ id }) => id);
  const id = await vscode.window.showInputBox({
    title: `New edition of ${ruleset.title}`,
    prompt: `Its name; it amends ${known.at(-1) ?? "the base"}`,
    validateInput: (id) => (known.includes(id.trim()) ? "There is such an edition already." : /^[\w.-]+$/.test(id.trim()) ? undefined : "Letters, digits, dots and hyphens."),
  });
  return id === undefined ? undefined : { id: id.trim(), fresh: true };
}

/** The `ruleset.toml` of the workspace; where the ruleset lies in the program alone, the text from there, for the workspace's `rules` folder. */
async function listOf(app: App, ruleset: RulesetLine): Promise<{ uri: vscode.Uri; text: string; copied: boolean }> {
  const outline = await app.server.ask("rulebook/outline", { ruleset: ruleset.id });
  const known = outline.rulesets[0]?.location?.uri;
  const own = known === undefined ? undefined : vscode.Uri.parse(known, true);
  if (own?.scheme === "file") {
    return { uri: own, text: (await vscode.workspace.openTextDocument(own)).getText(), copied: false };
  }
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    throw new Error("Open a folder first: the sheet is written into its folder rules.");
  }
  const { text } = await app.server.ask("rulebook/text", { uri: `rulebook:/shipped/${ruleset.id}/ruleset.toml` });
  return { uri: vscode.Uri.joinPath(folder.uri, "rules", ruleset.id, "ruleset.toml"), text, copied: true };
}

/** The sheets of an edition: a new one stands on them. */
function sheets(ruleset: RulesetLine, edition: string): string[] {
  return ruleset.documents.filter((document) => document.edition === edition && document.kind === "amendment").map(({ id }) => id);
}

/** The first place and instruction, to be filled in. */
async function begin(editor: vscode.TextEditor): Promise<void> {
  const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
  const skeleton = "# ${1:Section} {#${2:id}}\n\n## ${3:Replace bullet 1} {n=1}\n\n> ${0:…}\n";
  await editor.insertSnippet(new vscode.SnippetString(skeleton), end);
}

function free(key: string, taken: readonly string[]): string {
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
