import * as vscode from "vscode";
import { type Command } from "../app";
import { front, rulesetOf } from "../clause";
import { askEdition, rulesetInHand } from "./ask";
import { editorWithScenario } from "./editor";

/** Moves the scenario in front to another edition, as it stands in the editor. One undo takes it back. */
export const migrate: Command = {
  name: "migrate",
  async run(app, wanted) {
    const { document } = editorWithScenario();
    const ruleset = await rulesetInHand(app, rulesetOf(document));
    const own = front(document, "edition");
    const editions = ruleset.editions.filter(({ id }) => id !== own);
    if (editions.length === 0) {
      throw new Error(`${ruleset.title} has no edition to which it could be moved.`);
    }
    const edition = typeof wanted === "string" ? wanted : await askEdition(ruleset, `Migrate the scenario from ${own ?? "?"} to`, editions);
    if (edition === undefined) {
      return;
    }
    const action = (await rewrites(document)).find(({ title }) => title === `migrate to ${edition}`);
    if (action?.edit === undefined) {
      throw new Error(`The scenario cannot be moved to ${edition}: mend what is wrong in its first lines (ruleset, edition), or choose an edition that counts on its date.`);
    }
    if (!(await vscode.workspace.applyEdit(action.edit))) {
      throw new Error("The scenario could not be changed: is it open for reading only?");
    }
    const left = document.getText().split(`<!-- migrate ${edition}:`).length - 1;
    const rest = left === 0 ? "Nothing is left to settle." : `${left === 1 ? "One thing is" : `${left} things are`} left to settle; comments tell what.`;
    void vscode.window.showInformationMessage(`Moved to ${ruleset.id} ${edition}. ${rest}`);
  },
};

/** What the server offers to rewrite the document. */
async function rewrites(document: vscode.TextDocument): Promise<vscode.CodeAction[]> {
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
