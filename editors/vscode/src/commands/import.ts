import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { type Command } from "../app";

/** Imports printed documents into the user's library: runs `rulebook import` as a task in the terminal. */
export const importDocuments: Command = {
  name: "import",
  async run(app) {
    const program = await app.server.programPath();
    if (!(await supportsCommand(program, "import"))) {
      throw new Error(`This rulebook (${program}) cannot import: install a newer one.`);
    }
    const files = await vscode.window.showOpenDialog({
      title: "Import documents",
      openLabel: "Import",
      canSelectMany: true,
      filters: { "Rules and sheets": ["md", "txt"], "All files": ["*"] },
    });
    if (files !== undefined && files.length > 0) {
      const run = new vscode.ProcessExecution(program, ["import", ...files.map(({ fsPath }) => fsPath)]);
      const task = new vscode.Task({ type: "rulebook", command: "import" }, vscode.TaskScope.Workspace, "import", "Rulebook", run);
      task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: true, clear: true };
      const running = await vscode.tasks.executeTask(task);
      const ended = vscode.tasks.onDidEndTaskProcess(({ execution }) => {
        if (execution === running) {
          ended.dispose();
          // loads the imported documents
          void app.server.restart();
        }
      });
    }
  },
};

/** Returns whether the program has a command. */
function supportsCommand(program: string, command: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, [command, "--help"], { windowsHide: true }, (error) => resolve(error === null));
  });
}
