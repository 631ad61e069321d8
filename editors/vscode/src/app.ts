import type * as vscode from "vscode";
import { type Preview } from "./preview/preview";
import { type ReadingChoice } from "./readingChoice";
import { type Server } from "./server/server";
import { type Rulesets } from "./tree/rulesets";

/** The parts of the extension that commands use. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly server: Server;
  readonly choice: ReadingChoice;
  readonly preview: Preview;
  readonly rulesets: Rulesets;
  readonly log: vscode.LogOutputChannel;
}

/** A command of the extension. */
export interface Command {
  /** The name without the prefix `rulebook.`. */
  readonly name: string;
  /** Runs the command. If it rejects, the user sees the error. */
  readonly run: (app: App, ...args: readonly unknown[]) => Promise<void>;
}
