import * as vscode from "vscode";
import { type Command } from "../app";
import { runInTerminal, runProgram } from "../program/run";

/** Imports printed documents into the user's library: runs `rulebook import` as a task in the terminal. */
export const importDocuments: Command = {
  name: "import",
  async run(app) {
    const program = await app.server.programPath();
    const isSupported = await runProgram(program, ["import", "--help"]).then(() => true, () => false);
    if (!isSupported) {
      throw new Error(`This rulebook (${program}) cannot import: install a newer one.`);
    }
    const files = await vscode.window.showOpenDialog({
      title: "Import documents",
      openLabel: "Import",
      canSelectMany: true,
      filters: { "Rules and sheets": ["md", "txt"], "All files": ["*"] },
    });
    if (files !== undefined && files.length > 0) {
      const running = await runInTerminal(program, "import", files.map(({ fsPath }) => fsPath), { focus: true });
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
