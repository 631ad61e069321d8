import * as vscode from "vscode";
import { type App } from "../app";
import { type Clause, clauseAt, rulesetOf } from "../clause";
import { pickClause } from "../pick";
import { type EditionInfo, type RulesetInfo } from "../server/protocol";
import { isRulebookFile, SCHEME } from "../server/files";

/** Returns the clause at the cursor if the editor shows rules, or else lets the user search for one. */
export async function chooseClause(app: App, title: string): Promise<Clause | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined && isRulebookDocument(editor.document)) {
    const found = clauseAt(editor.document, editor.selection.active);
    if (found !== undefined) {
      return found;
    }
  }
  const hit = await pickClause(app.server, { title });
  return hit === undefined ? undefined : { name: hit.id, ruleset: hit.id.split("/")[0] };
}

/** Returns the ruleset of the active document, or else the default one. */
export async function currentRuleset(app: App, id?: string): Promise<RulesetInfo> {
  const document = vscode.window.activeTextEditor?.document;
  const wantedId = id ?? (document !== undefined && isRulebookDocument(document) ? rulesetOf(document) : undefined);
  // also lists a ruleset that was created a moment ago
  if (app.choice.ruleset(wantedId) === undefined) {
    await app.choice.refresh(app.server);
  }
  const found = app.choice.ruleset(wantedId) ?? app.choice.ruleset();
  if (found === undefined) {
    // rejects with the reason if the program does not run
    await app.server.request("rulebook/editions", {});
    throw new Error("There are no rulesets.");
  }
  return found;
}

/** Returns whether a document is a rules file, a scenario, or a text of the server. */
export function isRulebookDocument(document: vscode.TextDocument): boolean {
  return document.uri.scheme === SCHEME || isRulebookFile(document.uri.path);
}

/** Lets the user choose an edition of a ruleset, newest first; the current one is marked. */
export async function chooseEdition(
  ruleset: RulesetInfo,
  title: string,
  editions: readonly EditionInfo[] = ruleset.editions,
): Promise<string | undefined> {
  const items = [...editions].reverse().map((edition) => ({
    label: edition.id,
    description: [edition.from, edition.id === ruleset.view.edition ? "current" : undefined].filter(Boolean).join(" · "),
    detail: edition.status ?? "",
  }));
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: `${ruleset.title}: which edition?`, matchOnDetail: true });
  return picked?.label;
}
