import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, RevealOutputChannelOn, State, TransportKind } from "vscode-languageclient/node";
import { surroundings } from "../program/candidates";
import { type Program, findProgram } from "../program/find";
import { type Problem, told } from "../program/problem";
import { Crashes } from "./crashes";
import { DOCUMENTS } from "./files";
import { type Reading, type Requests } from "./protocol";
import { withoutTexts } from "./withoutTexts";

/** How it stands with the program. */
export type Standing =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly program: Program }
  | { readonly kind: "stopped"; readonly problem?: Problem };

/** The program says nowhere when it has taken in what it was told of settings: it is looked at after these times, in milliseconds. */
const TAKEN_IN = [200, 1000, 4000];

/** The commands of ours to which answers of the server lead. */
const COMMANDS = ["rulebook.showClause", "rulebook.compare"];

/** The program does not run; a person was told why, or is told now. */
export class NotRunning extends Error {}

/** The program `rulebook lsp`: found, started, started again, asked. One lives as long as the extension. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private program: Program | undefined;
  private own: Standing = { kind: "stopped" };
  private starting: Promise<void> | undefined;
  private readonly changed = new vscode.EventEmitter<Standing>();
  /** How it stands has changed. */
  readonly onChange = this.changed.event;
  private readonly altered = new vscode.EventEmitter<readonly string[]>();
  /** Texts of the server read differently now: their addresses. */
  readonly onTexts = this.altered.event;

  private readonly settled = new vscode.EventEmitter<void>();
  /** The program may read by other settings now. */
  readonly onSettings = this.settled.event;

  /** `reading` says what a person has chosen for the time being, over the settings. */
  constructor(
    private readonly extension: string,
    private readonly log: vscode.LogOutputChannel,
    private readonly reading: () => Reading,
  ) {}

  get standing(): Standing {
    return this.own;
  }

  /** The program that runs, or ran last. */
  get path(): string | undefined {
    return this.program?.path;
  }

  /** Finds and starts the program, unless it runs. What stands in the way is told to the person. */
  async start(): Promise<void> {
    this.starting ??= this.begin().finally(() => {
      this.starting = undefined;
    });
    await this.starting;
  }

  async restart(): Promise<void> {
    await this.starting;
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client !== undefined) {
      // one that has ended already, or does not end in time, is let go
      await client.dispose(2000).catch(() => undefined);
    }
    this.now({ kind: "stopped" });
  }

  /** Asks the program something. Rejects with [`NotRunning`] where it does not run, and with what the program says of a wrong question. */
  async ask<M extends keyof Requests>(method: M, params: Requests[M][0], token?: vscode.CancellationToken): Promise<Requests[M][1]> {
    await this.starting;
    const client = this.client;
    if (client === undefined || this.own.kind === "stopped") {
      throw new NotRunning(this.own.kind === "stopped" && this.own.problem ? told(this.own.problem) : "rulebook does not run.");
    }
    // a token that is undefined would count as a second parameter
    return token === undefined ? client.sendRequest<Requests[M][1]>(method, params) : client.sendRequest<Requests[M][1]>(method, params, token);
  }

  /** Tells the program that settings, or what a person has chosen, are others now. */
  tellSettings(): void {
    if (this.own.kind === "running") {
      // it asks for them
      void this.client?.sendNotification("workspace/didChangeConfiguration", { settings: null });
    }
  }

  dispose(): void {
    void this.stop();
    this.changed.dispose();
    this.altered.dispose();
    this.settled.dispose();
  }

  private async begin(): Promise<void> {
    if (this.client !== undefined && this.own.kind === "running") {
      return;
    }
    await this.client?.dispose().catch(() => undefined);
    this.client = undefined;
    this.now({ kind: "starting" });
    const setting = vscode.workspace.getConfiguration("rulebook").get<string | null>("path", null);
    const found = await findProgram(setting, surroundings(this.extension, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath));
    if ("kind" in found) {
      this.fail(found);
      return;
    }
    this.program = found;
    this.log.info(`rulebook ${found.version}: ${found.path}`);
    const run = { command: found.path, args: ["lsp"], transport: TransportKind.stdio };
    const client = new LanguageClient("rulebook", "Rulebook", run, this.options());
    client.registerFeature(withoutTexts);
    client.onNotification("rulebook/textChanged", ({ uris }: { uris: string[] }) => this.altered.fire(uris));
    client.onDidChangeState(({ newState }) => {
      if (client === this.client && newState === State.Running) {
        this.now({ kind: "running", program: found });
      } else if (client === this.client && newState === State.Starting) {
        this.now({ kind: "starting" });
      }
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      // one that ended again and again was told of already
      if (this.own.kind !== "stopped") {
        this.fail({ kind: "broken", path: found.path, why: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: DOCUMENTS,
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { ...this.settings(), virtualDocuments: true, commands: COMMANDS },
      errorHandler: new Crashes((times) => this.fail({ kind: "ended", times })),
      middleware: {
        workspace: {
          configuration: async (params, token, next) => {
            const said = await next(params, token);
            TAKEN_IN.forEach((time) => setTimeout(() => this.settled.fire(), time));
            return Array.isArray(said)
              ? said.map((own, at) => (params.items[at]?.section === "rulebook" ? { ...own, ...this.reading() } : own))
              : said;
          },
          // it is asked for instead, with what a person has chosen
          didChangeConfiguration: () => {
            this.tellSettings();
            return Promise.resolve();
          },
        },
      },
    };
  }

  private settings(): object {
    const own = vscode.workspace.getConfiguration("rulebook");
    const keys = ["ruleset", "edition", "profile", "asOf", "rules", "library", "lints"];
    return { ...Object.fromEntries(keys.map((key) => [key, own.get(key)])), ...this.reading() };
  }

  private fail(problem: Problem): void {
    this.now({ kind: "stopped", problem });
    void this.explain(problem);
  }

  /** Tells a person why the program does not run, and offers what can be done. */
  private async explain(problem: Problem): Promise<void> {
    this.log.error(told(problem));
    const [path, again, log] = ["Set path", "Start again", "Show log"];
    const offers = problem.kind === "ended" ? [again, log] : [path, again];
    switch (await vscode.window.showErrorMessage(told(problem), ...offers)) {
      case path:
        await vscode.commands.executeCommand("workbench.action.openSettings", "rulebook.path");
        break;
      case again:
        await this.restart();
        break;
      case log:
        this.log.show();
        break;
    }
  }

  private now(standing: Standing): void {
    this.own = standing;
    void vscode.commands.executeCommand("setContext", "rulebook.state", standing.kind);
    this.changed.fire(standing);
  }
}
