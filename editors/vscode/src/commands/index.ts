import * as vscode from "vscode";
import { type App, type Command } from "../app";
import { NotRunning } from "../server/server";
import { compareClause } from "./compareClause";
import { compareEdition, openEdition, readEdition } from "./editions";
import { history } from "./history";
import { importDocuments } from "./import";
import { compare, showClause } from "./lenses";
import { migrate } from "./migrate";
import { newAmendment } from "./newAmendment";
import { checkWorkspace, newCheck, newClarification, newRuleset } from "./newFiles";
import { newScenario } from "./newScenario";
import { impact, preview } from "./preview";
import { refresh, restart, showLog } from "./program";
import { review } from "./review";
import { search } from "./search";
import { showClauseAt } from "./showClauseAt";
import { switchEdition, switchProfile } from "./switch";

/** All commands. */
const COMMANDS: readonly Command[] = [
  search,
  showClauseAt,
  compareClause,
  history,
  impact,
  preview,
  newRuleset,
  newAmendment,
  newClarification,
  newCheck,
  newScenario,
  migrate,
  importDocuments,
  checkWorkspace,
  review,
  switchEdition,
  switchProfile,
  restart,
  showLog,
  refresh,
  readEdition,
  openEdition,
  compareEdition,
  showClause,
  compare,
];

/** Registers all commands. If one rejects, the user sees the error once. */
export function registerCommands(app: App): vscode.Disposable {
  return vscode.Disposable.from(
    ...COMMANDS.map(({ name, run }) =>
      vscode.commands.registerCommand(`rulebook.${name}`, async (...args: unknown[]) => {
        try {
          await run(app, ...args);
        } catch (error) {
          await showError(app, error);
        }
      }),
    ),
  );
}

async function showError(app: App, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  app.log.warn(message);
  if (error instanceof NotRunning) {
    const startAgain = "Restart";
    if ((await vscode.window.showErrorMessage(message, startAgain)) === startAgain) {
      await app.server.restart();
    }
  } else {
    void vscode.window.showErrorMessage(capitalize(message));
  }
}

/** Capitalizes a message of the program, unless it begins with a file name. */
function capitalize(message: string): string {
  return message.replace(/^[a-z]+ /, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}
