import { dirname } from "node:path";
import * as vscode from "vscode";
import { type Command } from "../app";
import { runProgram } from "../program/run";

/** Shows what the changes of the current file that are not committed do to the rules. */
export const review: Command = {
  name: "review",
  async run(app) {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || document.uri.scheme !== "file") {
      throw new Error("Open a file of the rules first: its changes since the last commit are reviewed.");
    }
    await document.save();
    const path = await app.server.programPath();
    const file = document.uri.fsPath;
    const args = ["review", "HEAD", "--path", file, "--format", "markdown", "--exit-zero"];
    const content = await runProgram(path, args, dirname(file));
    const shown = await vscode.workspace.openTextDocument({ language: "markdown", content });
    await vscode.window.showTextDocument(shown, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  },
};
