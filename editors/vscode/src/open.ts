import * as vscode from "vscode";
import { type Place, type Position } from "./server/protocol";

/** Opens a document, which may be a text of the server, at a place. */
export async function open(uri: string, at?: Position, options: vscode.TextDocumentShowOptions = {}): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const start = at === undefined ? undefined : new vscode.Position(at.line, at.character);
  const selection = start === undefined ? {} : { selection: new vscode.Range(start, start) };
  return vscode.window.showTextDocument(document, { preview: true, ...selection, ...options });
}

/** Opens a place that an answer of the server names. */
export function openPlace(place: Place): Promise<vscode.TextEditor> {
  return open(place.uri, place.range.start);
}

/** The editor's own comparison of two texts of the server. */
export async function compare(left: string, right: string, title: string): Promise<void> {
  await vscode.commands.executeCommand("vscode.diff", vscode.Uri.parse(left, true), vscode.Uri.parse(right, true), title, { preview: true });
}
