import * as vscode from "vscode";
import { type App } from "./app";
import { registerCommands } from "./commands";
import { watchRulesets } from "./watch";
import { Preview } from "./preview/preview";
import { ReadingChoice } from "./readingChoice";
import { Server } from "./server/server";
import { Status } from "./status";
import { Texts } from "./texts";
import { Rulesets } from "./tree/rulesets";

let server: Server | undefined;

/** Activates the extension. Everything is registered immediately; the program starts in the background. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Rulebook", { log: true });
  const choice = new ReadingChoice(context.workspaceState);
  const newServer = new Server(context.extensionPath, log, () => choice.reading);
  const [texts, status, rulesets, preview] = [new Texts(newServer), new Status(newServer, choice), new Rulesets(newServer, choice), new Preview(newServer, choice)];
  const app: App = { context, server: newServer, choice, preview, rulesets, log };
  context.subscriptions.push(log, choice, newServer, texts, status, rulesets, preview, registerCommands(app));
  context.subscriptions.push(watchRulesets(newServer, choice, rulesets));
  server = newServer;
  void newServer.start();
}

/** Deactivates the extension and stops the program. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
