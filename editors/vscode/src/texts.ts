import * as vscode from "vscode";
import { SCHEME } from "./server/files";
import { type Server } from "./server/server";

/** Texts that lie in no file: a clause at an edition, a file inside the program, what a finding means. They follow the rules as these are edited. */
export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly parts: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.parts = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      server.onTexts((uris) => {
        this.again((document) => uris.includes(address(document.uri)));
      }),
      server.onChange(({ kind }) => {
        if (kind === "running") {
          this.again(() => true);
        }
      }),
    ];
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    try {
      return (await this.server.ask("rulebook/text", { uri: address(uri) }, token)).text;
    } catch (error) {
      return `*${error instanceof Error ? error.message : String(error)}*\n`;
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.parts).dispose();
  }

  private again(concerned: (document: vscode.TextDocument) => boolean): void {
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme === SCHEME && concerned(document)) {
        this.changed.fire(document.uri);
      }
    }
  }
}

/** An address as the server writes it: the editor escapes more than it must. */
export function address(uri: vscode.Uri): string {
  return uri.toString(true);
}
