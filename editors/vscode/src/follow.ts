import * as vscode from "vscode";
import { type Choice } from "./reading";
import { DOCUMENTS } from "./server/files";
import { type Server } from "./server/server";
import { type Rulesets } from "./tree/rulesets";

/** So long, in milliseconds, nothing must be typed before it is asked which rulesets there are. */
const QUIET = 1000;

/** Keeps the list of rulesets, and their tree, up to date: as the program starts, as settings and files change. */
export function follow(server: Server, choice: Choice, rulesets: Rulesets): vscode.Disposable {
  let waiting: NodeJS.Timeout | undefined;
  const now = (): void => void choice.refresh(server);
  const soon = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      now();
      rulesets.refresh();
    }, QUIET);
  };
  const files = vscode.workspace.createFileSystemWatcher("**/{ruleset.toml,rulebook.toml,*.rules.md,*.amend.md,*.clarify.md}", false, true, false);
  return vscode.Disposable.from(
    server.onChange(({ kind }) => {
      if (kind === "running") {
        now();
      }
    }),
    server.onSettings(now),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("rulebook.path")) {
        void server.restart();
      }
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (vscode.languages.match(DOCUMENTS, document) > 0) {
        soon();
      }
    }),
    files,
    files.onDidCreate(soon),
    files.onDidDelete(soon),
    new vscode.Disposable(() => clearTimeout(waiting)),
  );
}
