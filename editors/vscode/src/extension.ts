import * as vscode from "vscode";
import { type App } from "./app";
import { registerCommands } from "./commands";
import { follow } from "./follow";
import { Preview } from "./preview/preview";
import { Choice } from "./reading";
import { Server } from "./server/server";
import { Status } from "./status";
import { Texts } from "./texts";
import { Rulesets } from "./tree/rulesets";

let server: Server | undefined;

/** Begins: everything is there at once, and the program is started beside it. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Rulebook", { log: true });
  const choice = new Choice(context.workspaceState);
  const own = new Server(context.extensionPath, log, () => choice.reading);
  const [texts, status, rulesets, preview] = [new Texts(own), new Status(own, choice), new Rulesets(own, choice), new Preview(own, choice)];
  const app: App = { context, server: own, choice, preview, rulesets, log };
  context.subscriptions.push(log, choice, own, texts, status, rulesets, preview, registerCommands(app));
  context.subscriptions.push(follow(own, choice, rulesets));
  server = own;
  void own.start();
}

/** Ends: the program too. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
