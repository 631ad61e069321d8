import * as vscode from "vscode";
import { isOurs } from "../server/files";

/** The editor in front, which must show a rules file. */
export function editorWithRules(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isOurs(editor.document.uri.path) || editor.document.uri.path.endsWith(".scenario.md")) {
    throw new Error("Open a rules file first: a sheet of amendments (*.amend.md), or another (*.rules.md, *.clarify.md).");
  }
  return editor;
}

/** The editor in front, which must show a scenario. */
export function editorWithScenario(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !editor.document.uri.path.endsWith(".scenario.md")) {
    throw new Error("Open a scenario first: a file named *.scenario.md.");
  }
  return editor;
}
