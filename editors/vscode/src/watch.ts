import * as vscode from "vscode";
import { type ReadingChoice } from "./readingChoice";
import { DOCUMENT_SELECTOR } from "./server/files";
import { type Server } from "./server/server";
import { type Rulesets } from "./tree/rulesets";

/** How long nothing must be typed before the list of rulesets is requested again, in milliseconds. */
const REFRESH_DELAY = 1000;

/** Keeps the list of rulesets and their tree up to date when the program starts and when settings or files change. */
export function watchRulesets(server: Server, choice: ReadingChoice, rulesets: Rulesets): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const refreshNow = (): void => void choice.refresh(server);
  const refreshSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      refreshNow();
      rulesets.refresh();
    }, REFRESH_DELAY);
  };
  const files = vscode.workspace.createFileSystemWatcher("**/{ruleset.toml,rulebook.toml,*.rules.md,*.amend.md,*.clarify.md}", false, true, false);
  return vscode.Disposable.from(
    server.onChange(({ kind }) => {
      if (kind === "running") {
        refreshNow();
      }
    }),
    server.onSettingsChanged(refreshNow),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("rulebook.path")) {
        void server.restart();
      }
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (vscode.languages.match(DOCUMENT_SELECTOR, document) > 0) {
        refreshSoon();
      }
    }),
    files,
    files.onDidCreate(refreshSoon),
    files.onDidDelete(refreshSoon),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}
