import * as vscode from "vscode";
import { type App, type Command } from "../app";
import { compareEditions } from "../open";
import { type History, type HistoryEntry } from "../server/protocol";
import { chooseClause } from "./choose";
import { openPatch } from "./openPatch";

interface Item extends vscode.QuickPickItem {
  readonly entry?: HistoryEntry;
  readonly patch: string;
}

/** Lists the instructions that changed a clause, newest first. Choosing one opens it; its button compares the text before and after. */
export const history: Command = {
  name: "history",
  async run(app) {
    const clause = await chooseClause(app, "Clause history: which clause?");
    if (clause === undefined) {
      return;
    }
    const reading = clause.ruleset === undefined ? {} : { ruleset: clause.ruleset };
    const log = await app.server.request("rulebook/history", { ...reading, clause: clause.name });
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = `History of ${log.id}`;
    pick.placeholder = `${log.heading}: Enter opens the instruction`;
    pick.matchOnDetail = true;
    pick.items = items(app, log);
    pick.onDidAccept(async () => {
      const [chosen] = pick.activeItems;
      pick.hide();
      if (chosen !== undefined) {
        await openPatch(app, log.query.ruleset, chosen.patch);
      }
    });
    pick.onDidTriggerItemButton(async ({ item: { entry } }) => {
      pick.hide();
      if (entry !== undefined) {
        await compareWithPrevious(app, log, entry);
      }
    });
    pick.onDidHide(() => pick.dispose());
    pick.show();
  },
};

function items(app: App, log: History): Item[] {
  const all: Item[] = log.entries.map((entry) => ({
    label: `$(${entry.withdrawn_by === null ? "edit" : "discard"}) ${entry.edition} · ${entry.address ?? entry.verb}`,
    description: [entry.date_text, entry.title, entry.n === null ? undefined : `no. ${entry.n}`].filter(Boolean).join(", "),
    detail: detail(entry),
    buttons: previousEdition(app, log, entry) === undefined ? [] : [{ iconPath: new vscode.ThemeIcon("diff"), tooltip: "Compare with the previous edition" }],
    entry,
    patch: entry.patch,
  }));
  const { base } = log;
  const printed: Item[] =
    base === null
      ? []
      : [{ label: `$(book) ${base.edition} · as first printed`, description: [base.date_text, base.title].filter(Boolean).join(", "), patch: base.document }];
  return [...all, ...printed];
}

function detail(entry: HistoryEntry): string {
  const [change] = entry.changes;
  const words = change?.after ?? change?.before ?? entry.note ?? "";
  const deleted = change !== undefined && change.after === null ? "deleted: " : "";
  const more = entry.changes.length > 1 ? ` (and ${entry.changes.length - 1} more)` : "";
  const withdrawn = entry.withdrawn_by === null ? "" : `withdrawn by ${entry.withdrawn_by.short} — `;
  return `${withdrawn}${deleted}${words}${more}`;
}

/** Returns the edition before that of an entry. */
function previousEdition(app: App, log: History, entry: HistoryEntry): string | undefined {
  const editions = app.choice.ruleset(log.query.ruleset)?.editions ?? [];
  return editions[editions.findIndex(({ id }) => id === entry.edition) - 1]?.id;
}

async function compareWithPrevious(app: App, log: History, entry: HistoryEntry): Promise<void> {
  const from = previousEdition(app, log, entry);
  if (from !== undefined) {
    await compareEditions(app.server, { clause: log.id, from, to: entry.edition });
  }
}
