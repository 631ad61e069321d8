import * as vscode from "vscode";
import { type Hit, type Reading } from "./server/protocol";
import { NotRunning, type Server } from "./server/server";

/** The maximum number of hits in the list. */
const MAX_HITS = 40;

/** How long nothing must be typed before a search starts, in milliseconds. */
const DEBOUNCE = 60;

interface Item extends vscode.QuickPickItem {
  readonly hit?: Hit;
}

/** An action on a hit, other than choosing it. */
export interface Button {
  readonly icon: string;
  readonly tooltip: string;
  readonly run: (hit: Hit) => Promise<void>;
}

/** Lets the user choose a clause; hits appear as they type. Returns undefined if they cancel. */
export function pickClause(
  server: Server,
  options: { readonly title: string; readonly value?: string; readonly reading?: Reading; readonly buttons?: readonly Button[] },
): Promise<Hit | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = options.title;
  pick.placeholder = "Words of a player (pikes against elephants), an id, or conditions (changed:3.4 section:recoiling, is:changed-since)";
  // keeps the hits in order of relevance: VS Code supports this member, but does not declare it
  Object.assign(pick, { sortByLabel: false });
  const buttons = (options.buttons ?? []).map(({ icon, tooltip }) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip }));
  let pending: vscode.CancellationTokenSource | undefined;
  let timer: NodeJS.Timeout | undefined;

  const runSearch = async (query: string): Promise<void> => {
    pending?.cancel();
    pending = new vscode.CancellationTokenSource();
    const { token } = pending;
    if (query.trim() === "") {
      pick.items = [];
      pick.busy = false;
      return;
    }
    pick.busy = true;
    try {
      const results = await server.request("rulebook/search", { ...options.reading, query, limit: MAX_HITS }, token);
      if (!token.isCancellationRequested) {
        const problems = results.faults.map(({ message }) => messageItem("$(warning)", message));
        const noHits = results.hits.length === 0 ? [messageItem("$(circle-slash)", "no matches")] : [];
        pick.items = [...problems, ...results.hits.map((hit) => ({ ...toItem(hit), buttons })), ...noHits];
        pick.busy = false;
      }
    } catch (error) {
      if (!token.isCancellationRequested) {
        pick.items = [messageItem("$(error)", error instanceof Error ? error.message : String(error))];
        pick.busy = false;
        if (error instanceof NotRunning) {
          pending.cancel();
        }
      }
    }
  };

  return new Promise((resolve) => {
    const finish = (hit?: Hit): void => {
      resolve(hit);
      pick.hide();
    };
    pick.onDidChangeValue((value) => {
      clearTimeout(timer);
      timer = setTimeout(() => void runSearch(value), DEBOUNCE);
    });
    pick.onDidAccept(() => {
      const hit = pick.activeItems[0]?.hit;
      if (hit !== undefined) {
        finish(hit);
      }
    });
    pick.onDidTriggerItemButton(async ({ button, item: { hit } }) => {
      const action = options.buttons?.find(({ tooltip }) => tooltip === button.tooltip);
      if (action !== undefined && hit !== undefined) {
        finish();
        await action.run(hit);
      }
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      pending?.cancel();
      pick.dispose();
      resolve(undefined);
    });
    if (options.value !== undefined) {
      pick.value = options.value;
      void runSearch(options.value);
    }
    pick.show();
  });
}

function toItem(hit: Hit): Item {
  const parts = [hit.page === null ? undefined : `p. ${hit.page}`, hit.id, hit.holds ? undefined : "no longer in force"];
  return {
    label: `${hit.holds ? "$(book)" : "$(history)"} ${shortPath(hit.path.length > 0 ? hit.path : [hit.heading])}`,
    description: parts.filter((part) => part !== undefined).join(" · "),
    detail: [hit.snippet.text, hit.source].filter((part) => part !== null && part !== "").join(" — "),
    alwaysShow: true,
    hit,
  };
}

/** Joins a path of headings; leaves out a heading with which the next one starts. */
function shortPath(path: readonly string[]): string {
  const own = path.filter((heading, at) => !(path[at + 1] ?? "").startsWith(heading));
  return own.join(" › ");
}

function messageItem(icon: string, words: string): Item {
  return { label: `${icon} ${words}`, alwaysShow: true };
}
