import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, RevealOutputChannelOn, State, TransportKind } from "vscode-languageclient/node";
import { currentEnvironment } from "../program/candidates";
import { type Program, findProgram } from "../program/find";
import { type Problem, describe } from "../program/problem";
import { queryVersion } from "../program/version";
import { CrashHandler } from "./crashes";
import { DOCUMENT_SELECTOR } from "./files";
import { type Reading, type Requests } from "./protocol";

/** The state of the program. */
export type ServerState =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly program: Program }
  | { readonly kind: "stopped"; readonly problem?: Problem };

/** The program does not report when it has applied new settings, so `onSettingsChanged` fires after these delays, in milliseconds. */
const SETTINGS_DELAYS = [200, 1000, 4000];

/** The commands of the extension that answers of the server may contain. */
const CLIENT_COMMANDS = ["rulebook.showClause", "rulebook.compare"];

/** The program does not run. The message says why. */
export class NotRunning extends Error {}

/** Finds, starts and restarts the program `rulebook lsp`, and sends requests to it. There is one instance per extension. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private program: Program | undefined;
  private currentState: ServerState = { kind: "stopped" };
  private starting: Promise<void> | undefined;
  private readonly stateEmitter = new vscode.EventEmitter<ServerState>();
  /** The state has changed. */
  readonly onChange = this.stateEmitter.event;
  private readonly textsEmitter = new vscode.EventEmitter<readonly string[]>();
  /** Texts of the server have changed; the event has their addresses. */
  readonly onTextsChanged = this.textsEmitter.event;

  private readonly settingsEmitter = new vscode.EventEmitter<void>();
  /** The program may have applied new settings. */
  readonly onSettingsChanged = this.settingsEmitter.event;

  /** `reading` returns the user's current choice, which overrides the settings. */
  constructor(
    private readonly extensionPath: string,
    private readonly log: vscode.LogOutputChannel,
    private readonly reading: () => Reading,
  ) {}

  get state(): ServerState {
    return this.currentState;
  }

  /** Returns the path of the program, once it has been found. Rejects with [`NotRunning`] if it was not. */
  async programPath(): Promise<string> {
    await this.starting;
    if (this.program === undefined) {
      throw this.notRunning();
    }
    return this.program.path;
  }

  /** Finds and starts the program, unless it runs. Shows the user an error if that fails. */
  async start(): Promise<void> {
    this.starting ??= this.launch().finally(() => {
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
      // ignores a program that has already ended or does not end in time
      await client.dispose(2000).catch(() => undefined);
    }
    this.setState({ kind: "stopped" });
  }

  /** Sends a request to the program. Rejects with [`NotRunning`] if it does not run, and with the program's error if the request is invalid. */
  async request<M extends keyof Requests>(method: M, params: Requests[M][0], token?: vscode.CancellationToken): Promise<Requests[M][1]> {
    await this.starting;
    const client = this.client;
    if (client === undefined || this.currentState.kind === "stopped") {
      throw this.notRunning();
    }
    // a token that is undefined would count as a second parameter
    return token === undefined ? client.sendRequest<Requests[M][1]>(method, params) : client.sendRequest<Requests[M][1]>(method, params, token);
  }

  /** Notifies the program that the settings or the user's choice have changed. */
  notifySettings(): void {
    if (this.currentState.kind === "running") {
      // the program then requests the settings
      void this.client?.sendNotification("workspace/didChangeConfiguration", { settings: null });
    }
  }

  dispose(): void {
    void this.stop();
    this.stateEmitter.dispose();
    this.textsEmitter.dispose();
    this.settingsEmitter.dispose();
  }

  private notRunning(): NotRunning {
    return new NotRunning(this.currentState.kind === "stopped" && this.currentState.problem ? describe(this.currentState.problem) : "rulebook is not running.");
  }

  private async launch(): Promise<void> {
    if (this.client !== undefined && this.currentState.kind === "running") {
      return;
    }
    await this.client?.dispose().catch(() => undefined);
    this.client = undefined;
    this.setState({ kind: "starting" });
    const configuration = vscode.workspace.getConfiguration("rulebook");
    const setting = configuration.get<string | null>("path", null);
    const pathFirst = configuration.get<boolean>("preferPath", false);
    const environment = currentEnvironment(this.extensionPath, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath);
    const found = await findProgram(setting, environment, queryVersion, pathFirst);
    if ("kind" in found) {
      this.fail(found);
      return;
    }
    this.program = found;
    this.log.info(`rulebook ${found.version}: ${found.path}`);
    const args = ["lsp", ...configuration.get<string[]>("server.extraArgs", [])];
    const env = { ...process.env, ...configuration.get<Record<string, string>>("server.extraEnv", {}) };
    const run = { command: found.path, args, transport: TransportKind.stdio, options: { env } };
    const client = new LanguageClient("rulebook", "Rulebook", run, this.clientOptions());
    client.onNotification("rulebook/textChanged", ({ uris }: { uris: string[] }) => this.textsEmitter.fire(uris));
    client.onDidChangeState(({ newState }) => {
      if (client === this.client && newState === State.Running) {
        this.setState({ kind: "running", program: found });
      } else if (client === this.client && newState === State.Starting) {
        this.setState({ kind: "starting" });
      }
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      // repeated crashes have been reported already
      if (this.currentState.kind !== "stopped") {
        this.fail({ kind: "broken", path: found.path, why: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: DOCUMENT_SELECTOR,
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { ...this.settings(), virtualDocuments: true, commands: CLIENT_COMMANDS },
      errorHandler: new CrashHandler((times) => this.fail({ kind: "ended", times })),
      middleware: {
        workspace: {
          configuration: async (params, token, next) => {
            const sections = await next(params, token);
            SETTINGS_DELAYS.forEach((time) => setTimeout(() => this.settingsEmitter.fire(), time));
            return Array.isArray(sections)
              ? sections.map((own, at) => (params.items[at]?.section === "rulebook" ? { ...own, ...this.reading() } : own))
              : sections;
          },
          // the program requests the settings instead, which include the user's choice
          didChangeConfiguration: () => {
            this.notifySettings();
            return Promise.resolve();
          },
        },
      },
    };
  }

  private settings(): object {
    const configuration = vscode.workspace.getConfiguration("rulebook");
    const keys = ["ruleset", "edition", "profile", "asOf", "rules", "library", "lints"];
    return { ...Object.fromEntries(keys.map((key) => [key, configuration.get(key)])), ...this.reading() };
  }

  private fail(problem: Problem): void {
    this.setState({ kind: "stopped", problem });
    void this.showProblem(problem);
  }

  /** Shows the user why the program does not run, and offers remedies. */
  private async showProblem(problem: Problem): Promise<void> {
    this.log.error(describe(problem));
    const [path, again, log] = ["Set path", "Restart", "Show log"];
    const offers = problem.kind === "ended" ? [again, log] : [path, again];
    switch (await vscode.window.showErrorMessage(describe(problem), ...offers)) {
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

  private setState(state: ServerState): void {
    this.currentState = state;
    void vscode.commands.executeCommand("setContext", "rulebook.state", state.kind);
    this.stateEmitter.fire(state);
  }
}
