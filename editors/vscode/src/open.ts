import * as vscode from "vscode";
import { type Location, type Position, type Requests } from "./server/protocol";
import { type Server } from "./server/server";

/** Opens a document, which may be a text of the server, at a position. */
export async function open(uri: string, at?: Position, options: vscode.TextDocumentShowOptions = {}): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const start = at === undefined ? undefined : new vscode.Position(at.line, at.character);
  const selection = start === undefined ? {} : { selection: new vscode.Range(start, start) };
  return vscode.window.showTextDocument(document, { preview: true, ...selection, ...options });
}

/** Opens a location from an answer of the server. */
export function openLocation(location: Location): Promise<vscode.TextEditor> {
  return open(location.uri, location.range.start);
}

/** Compares two editions of a clause or ruleset in the editor's diff view. */
export async function compareEditions(server: Server, params: Requests["rulebook/compare"][0]): Promise<void> {
  const { left, right, title } = await server.request("rulebook/compare", params);
  await compare(left, right, title);
}

/** Compares two texts of the server in the editor's diff view. */
export async function compare(left: string, right: string, title: string): Promise<void> {
  await vscode.commands.executeCommand("vscode.diff", vscode.Uri.parse(left, true), vscode.Uri.parse(right, true), title, { preview: true });
}
