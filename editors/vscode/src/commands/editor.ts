import * as vscode from "vscode";
import { isRulebookFile } from "../server/files";

/** Returns the active editor, which must show a rules file. */
export function editorWithRules(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isRulebookFile(editor.document.uri.path) || editor.document.uri.path.endsWith(".scenario.md")) {
    throw new Error("Open a rules file first: a sheet of amendments (*.amend.md), or another (*.rules.md, *.clarify.md).");
  }
  return editor;
}

/** Returns the active editor, which must show a scenario. */
export function editorWithScenario(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !editor.document.uri.path.endsWith(".scenario.md")) {
    throw new Error("Open a scenario first: a file named *.scenario.md.");
  }
  return editor;
}
