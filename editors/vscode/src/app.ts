import type * as vscode from "vscode";
import { type Preview } from "./preview/preview";
import { type Choice } from "./reading";
import { type Server } from "./server/server";
import { type Rulesets } from "./tree/rulesets";

/** The parts of the extension, as commands use them. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly server: Server;
  readonly choice: Choice;
  readonly preview: Preview;
  readonly rulesets: Rulesets;
  readonly log: vscode.LogOutputChannel;
}

/** A row of the table of commands. */
export interface Command {
  /** Its name, below `rulebook`. */
  readonly name: string;
  /** What it does. What it rejects with is told to the person. */
  readonly run: (app: App, ...args: readonly unknown[]) => Promise<void>;
}
