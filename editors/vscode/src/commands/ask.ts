import * as vscode from "vscode";
import { type App } from "../app";
import { type Clause, clauseAt, rulesetOf } from "../clause";
import { pickClause } from "../pick";
import { type EditionLine, type RulesetLine } from "../server/protocol";
import { isOurs, SCHEME } from "../server/files";

/** The clause at the cursor, if the editor shows rules; else the one that the person looks up. */
export async function askClause(app: App, title: string): Promise<Clause | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined && showsRules(editor.document)) {
    const found = clauseAt(editor.document, editor.selection.active);
    if (found !== undefined) {
      return found;
    }
  }
  const hit = await pickClause(app.server, { title });
  return hit === undefined ? undefined : { name: hit.id, ruleset: hit.id.split("/")[0] };
}

/** The ruleset that a person is busy with: that of the document in front, else the one that is asked where none is named. */
export async function rulesetInHand(app: App, id?: string): Promise<RulesetLine> {
  if (app.choice.catalogue === undefined) {
    await app.choice.refresh(app.server);
  }
  const document = vscode.window.activeTextEditor?.document;
  const own = id ?? (document !== undefined && showsRules(document) ? rulesetOf(document) : undefined);
  const found = app.choice.ruleset(own) ?? app.choice.ruleset();
  if (found === undefined) {
    // says why it does not run, if it does not
    await app.server.ask("rulebook/editions", {});
    throw new Error("There are no rulesets.");
  }
  return found;
}

/** Whether rules of ours are shown: a rules file, a scenario, or a text of the server. */
export function showsRules(document: vscode.TextDocument): boolean {
  return document.uri.scheme === SCHEME || isOurs(document.uri.path);
}

/** One of the editions of a ruleset, newest first; the one that is read is marked. */
export async function askEdition(
  ruleset: RulesetLine,
  title: string,
  editions: readonly EditionLine[] = ruleset.editions,
): Promise<string | undefined> {
  const items = [...editions].reverse().map((edition) => ({
    label: edition.id,
    description: [edition.from, edition.id === ruleset.view.edition ? "read now" : undefined].filter(Boolean).join(" · "),
    detail: edition.status ?? "",
  }));
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: `${ruleset.title}: which edition?`, matchOnDetail: true });
  return picked?.label;
}
