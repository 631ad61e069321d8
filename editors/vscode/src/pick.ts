import * as vscode from "vscode";
import { type Hit, type Reading } from "./server/protocol";
import { NotRunning, type Server } from "./server/server";

/** So many hits are listed. */
const MOST = 40;

/** Who types on within this time, in milliseconds, is not yet asked for. */
const PAUSE = 60;

interface Item extends vscode.QuickPickItem {
  readonly hit?: Hit;
}

/** What may be done with a hit besides choosing it. */
export interface Button {
  readonly icon: string;
  readonly tooltip: string;
  readonly run: (hit: Hit) => Promise<void>;
}

/** Asks for a clause: hits come as the person types. Gives none where the person turns away. */
export function pickClause(
  server: Server,
  options: { readonly title: string; readonly value?: string; readonly reading?: Reading; readonly buttons?: readonly Button[] },
): Promise<Hit | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = options.title;
  pick.placeholder = "Words of a player (pikes against elephants), an id, or conditions (changed:3.4 section:recoiling, is:touched)";
  // the order is that of relevance: this member is honoured, though it stands in no declaration
  Object.assign(pick, { sortByLabel: false });
  const buttons = (options.buttons ?? []).map(({ icon, tooltip }) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip }));
  let asked: vscode.CancellationTokenSource | undefined;
  let waiting: NodeJS.Timeout | undefined;

  const look = async (query: string): Promise<void> => {
    asked?.cancel();
    asked = new vscode.CancellationTokenSource();
    const { token } = asked;
    if (query.trim() === "") {
      pick.items = [];
      pick.busy = false;
      return;
    }
    pick.busy = true;
    try {
      const found = await server.ask("rulebook/search", { ...options.reading, query, limit: MOST }, token);
      if (!token.isCancellationRequested) {
        const faults = found.faults.map(({ message }) => note("$(warning)", message));
        const none = found.hits.length === 0 ? [note("$(circle-slash)", "nothing found")] : [];
        pick.items = [...faults, ...found.hits.map((hit) => ({ ...item(hit), buttons })), ...none];
        pick.busy = false;
      }
    } catch (error) {
      if (!token.isCancellationRequested) {
        pick.items = [note("$(error)", error instanceof Error ? error.message : String(error))];
        pick.busy = false;
        if (error instanceof NotRunning) {
          asked.cancel();
        }
      }
    }
  };

  return new Promise((resolve) => {
    const over = (hit?: Hit): void => {
      resolve(hit);
      pick.hide();
    };
    pick.onDidChangeValue((value) => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void look(value), PAUSE);
    });
    pick.onDidAccept(() => {
      const hit = pick.activeItems[0]?.hit;
      if (hit !== undefined) {
        over(hit);
      }
    });
    pick.onDidTriggerItemButton(async ({ button, item: { hit } }) => {
      const found = options.buttons?.find(({ tooltip }) => tooltip === button.tooltip);
      if (found !== undefined && hit !== undefined) {
        over();
        await found.run(hit);
      }
    });
    pick.onDidHide(() => {
      clearTimeout(waiting);
      asked?.cancel();
      pick.dispose();
      resolve(undefined);
    });
    if (options.value !== undefined) {
      pick.value = options.value;
      void look(options.value);
    }
    pick.show();
  });
}

function item(hit: Hit): Item {
  const where = [hit.page === null ? undefined : `p. ${hit.page}`, hit.id, hit.holds ? undefined : "no longer in force"];
  return {
    label: `${hit.holds ? "$(book)" : "$(history)"} ${shortPath(hit.path.length > 0 ? hit.path : [hit.heading])}`,
    description: where.filter((part) => part !== undefined).join(" · "),
    detail: [hit.snippet.text, hit.source].filter((part) => part !== null && part !== "").join(" — "),
    alwaysShow: true,
    hit,
  };
}

/** A path of headings, without what a heading repeats of the one above it. */
function shortPath(path: readonly string[]): string {
  const own = path.filter((heading, at) => !(path[at + 1] ?? "").startsWith(heading));
  return own.join(" › ");
}

function note(icon: string, words: string): Item {
  return { label: `${icon} ${words}`, alwaysShow: true };
}
