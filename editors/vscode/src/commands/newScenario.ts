import * as vscode from "vscode";
import { type Command } from "../app";
import { type RulesetInfo } from "../server/protocol";
import { writeNew } from "../write";
import { currentRuleset } from "./choose";

/** Creates an army list or battle plan for the current edition, and opens completion. */
export const newScenario: Command = {
  name: "newScenario",
  async run(app) {
    const ruleset = await currentRuleset(app);
    const uri = await chooseFile();
    if (uri === undefined) {
      return;
    }
    await writeNew(uri, frontMatter(ruleset));
    const editor = await vscode.window.showTextDocument(uri, { preview: false });
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    editor.selection = new vscode.Selection(end, end);
    await vscode.commands.executeCommand("editor.action.triggerSuggest");
  },
};

function frontMatter({ id, view }: RulesetInfo): string {
  return `---\nruleset: ${id}\nedition: "${view.edition}"\n---\n\n`;
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    const chosen = await vscode.window.showSaveDialog({ title: "New scenario", filters: { Scenarios: ["scenario.md"] } });
    return chosen === undefined || chosen.path.endsWith(".scenario.md") ? chosen : chosen.with({ path: `${chosen.path.replace(/\.md$/, "")}.scenario.md` });
  }
  const name = await vscode.window.showInputBox({
    title: "New scenario",
    prompt: `File name, below ${folder.name}`,
    value: "army.scenario.md",
    valueSelection: [0, "army".length],
    validateInput: (name) => (name.trim() === "" ? "A name, such as gauls." : undefined),
  });
  return name === undefined ? undefined : vscode.Uri.joinPath(folder.uri, `${name.trim().replace(/(\.scenario)?(\.md)?$/, "")}.scenario.md`);
}
