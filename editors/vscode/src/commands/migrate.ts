import * as vscode from "vscode";
import { type Command } from "../app";
import { frontMatterValue, rulesetOf } from "../clause";
import { chooseEdition, currentRuleset } from "./choose";
import { editorWithScenario } from "./editor";

/** Moves the active scenario to another edition, including unsaved edits. One undo reverts it. */
export const migrate: Command = {
  name: "migrate",
  async run(app, target) {
    const { document } = editorWithScenario();
    const ruleset = await currentRuleset(app, rulesetOf(document));
    const current = frontMatterValue(document, "edition");
    const editions = ruleset.editions.filter(({ id }) => id !== current);
    if (editions.length === 0) {
      throw new Error(`${ruleset.title} has no edition to which the scenario could be migrated.`);
    }
    const edition = typeof target === "string" ? target : await chooseEdition(ruleset, `Migrate the scenario from ${current ?? "?"} to`, editions);
    if (edition === undefined) {
      return;
    }
    const action = (await rewriteActions(document)).find(({ title }) => title === `migrate to ${edition}`);
    if (action?.edit === undefined) {
      throw new Error(`The scenario cannot be migrated to ${edition}: correct its first lines (ruleset, edition), or choose an edition that was in force on its date.`);
    }
    if (!(await vscode.workspace.applyEdit(action.edit))) {
      throw new Error("The scenario could not be changed: is it read-only?");
    }
    const unsettled = document.getText().split(`<!-- migrate ${edition}:`).length - 1;
    const remainder = unsettled === 0 ? "Nothing is left to decide." : `${unsettled === 1 ? "1 thing is" : `${unsettled} things are`} left to decide; comments say what.`;
    void vscode.window.showInformationMessage(`Migrated to ${ruleset.id} ${edition}. ${remainder}`);
  },
};

/** Returns the rewriting code actions that the server offers for the document. */
async function rewriteActions(document: vscode.TextDocument): Promise<vscode.CodeAction[]> {
  const start = new vscode.Range(0, 0, 0, 0);
  const kind = vscode.CodeActionKind.RefactorRewrite.value;
  const found = await vscode.commands.executeCommand<vscode.CodeAction[] | undefined>(
    "vscode.executeCodeActionProvider",
    document.uri,
    start,
    kind,
    20,
  );
  return found ?? [];
}
