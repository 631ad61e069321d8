import * as vscode from "vscode";
import { type App, type Command } from "../app";
import { compare } from "../open";
import { type History, type HistoryEntry } from "../server/protocol";
import { askClause } from "./ask";
import { openPatch } from "./openPatch";

interface Item extends vscode.QuickPickItem {
  readonly entry?: HistoryEntry;
  readonly patch: string;
}

/** Which instructions changed a clause, newest first. One that is chosen is opened; its button compares before and after. */
export const history: Command = {
  name: "history",
  async run(app) {
    const clause = await askClause(app, "Clause history: which clause?");
    if (clause === undefined) {
      return;
    }
    const own = clause.ruleset === undefined ? {} : { ruleset: clause.ruleset };
    const told = await app.server.ask("rulebook/history", { ...own, clause: clause.name });
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = `History of ${told.id}`;
    pick.placeholder = `${told.heading}: Enter opens the instruction`;
    pick.matchOnDetail = true;
    pick.items = items(app, told);
    pick.onDidAccept(async () => {
      const [chosen] = pick.activeItems;
      pick.hide();
      if (chosen !== undefined) {
        await openPatch(app, told.query.ruleset, chosen.patch);
      }
    });
    pick.onDidTriggerItemButton(async ({ item: { entry } }) => {
      pick.hide();
      if (entry !== undefined) {
        await compareAround(app, told, entry);
      }
    });
    pick.onDidHide(() => pick.dispose());
    pick.show();
  },
};

function items(app: App, told: History): Item[] {
  const all: Item[] = told.entries.map((entry) => ({
    label: `$(${entry.withdrawn_by === null ? "edit" : "discard"}) ${entry.edition} · ${entry.address ?? entry.verb}`,
    description: [entry.date_text, entry.title, entry.n === null ? undefined : `no. ${entry.n}`].filter(Boolean).join(", "),
    detail: detail(entry),
    buttons: before(app, told, entry) === undefined ? [] : [{ iconPath: new vscode.ThemeIcon("diff"), tooltip: "Compare with the edition before" }],
    entry,
    patch: entry.patch,
  }));
  const { base } = told;
  const printed: Item[] =
    base === null
      ? []
      : [{ label: `$(book) ${base.edition} · as first printed`, description: [base.date_text, base.title].filter(Boolean).join(", "), patch: base.document }];
  return [...all, ...printed];
}

function detail(entry: HistoryEntry): string {
  const [change] = entry.changes;
  const words = change?.after ?? change?.before ?? entry.note ?? "";
  const gone = change !== undefined && change.after === null ? "deleted: " : "";
  const more = entry.changes.length > 1 ? ` (and ${entry.changes.length - 1} more)` : "";
  const withdrawn = entry.withdrawn_by === null ? "" : `withdrawn by ${entry.withdrawn_by.short} — `;
  return `${withdrawn}${gone}${words}${more}`;
}

/** The edition before that of an entry. */
function before(app: App, told: History, entry: HistoryEntry): string | undefined {
  const editions = app.choice.ruleset(told.query.ruleset)?.editions ?? [];
  return editions[editions.findIndex(({ id }) => id === entry.edition) - 1]?.id;
}

async function compareAround(app: App, told: History, entry: HistoryEntry): Promise<void> {
  const from = before(app, told, entry);
  if (from !== undefined) {
    const sides = await app.server.ask("rulebook/compare", { clause: told.id, from, to: entry.edition });
    await compare(sides.left, sides.right, sides.title);
  }
}
