import * as vscode from "vscode";
import { SCHEME } from "./server/files";
import { type Server } from "./server/server";

/** Texts that are not files: a clause at an edition, a file inside the program, the explanation of a diagnostic. They change when the rules are edited. */
export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changeEmitter.event;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.disposables = [
      this.changeEmitter,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      server.onTextsChanged((uris) => {
        this.reload((document) => uris.includes(address(document.uri)));
      }),
      server.onChange(({ kind }) => {
        if (kind === "running") {
          this.reload(() => true);
        }
      }),
    ];
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    try {
      return (await this.server.request("rulebook/text", { uri: address(uri) }, token)).text;
    } catch (error) {
      return `*${error instanceof Error ? error.message : String(error)}*\n`;
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private reload(filter: (document: vscode.TextDocument) => boolean): void {
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme === SCHEME && filter(document)) {
        this.changeEmitter.fire(document.uri);
      }
    }
  }
}

/** Returns an address as the server writes it; the editor escapes more than necessary. */
export function address(uri: vscode.Uri): string {
  return uri.toString(true);
}
