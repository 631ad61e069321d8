import * as vscode from "vscode";
import { type Catalogue, type Reading, type RulesetLine } from "./server/protocol";
import { type Server } from "./server/server";

/** Where the choice is kept, for this workspace. */
const KEY = "reading";

/**
 * Which ruleset, edition and profile are read. A person's choice is kept with the workspace by the editor, in no file, and counts for more
 * than settings.
 */
export class Choice implements vscode.Disposable {
  private known: Catalogue | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  /** Something is read otherwise now, or other rulesets, editions or documents are there. */
  readonly onChange = this.changed.event;

  constructor(private readonly memory: vscode.Memento) {}

  /** What was chosen. */
  get reading(): Reading {
    return this.memory.get<Reading>(KEY, {});
  }

  /** The rulesets that there are, as far as the program has told. */
  get catalogue(): Catalogue | undefined {
    return this.known;
  }

  /** Reads otherwise from now on. */
  async choose(reading: Reading, server: Server): Promise<void> {
    await this.memory.update(KEY, reading);
    server.tellSettings();
    await this.refresh(server);
  }

  /** Asks the program which rulesets there are. */
  async refresh(server: Server): Promise<void> {
    const before = this.known;
    // the choice goes along: the program may not have taken it in yet
    this.known = await server.ask("rulebook/editions", this.reading).catch(() => server.ask("rulebook/editions", {})).catch(() => undefined);
    if (JSON.stringify(before) !== JSON.stringify(this.known)) {
      this.changed.fire();
    }
  }

  /** A ruleset by its id; the one that is asked where none is named. */
  ruleset(id?: string): RulesetLine | undefined {
    const wanted = id ?? this.known?.default ?? undefined;
    return this.known?.rulesets.find((ruleset) => ruleset.id === wanted) ?? (id === undefined ? this.known?.rulesets[0] : undefined);
  }

  dispose(): void {
    this.changed.dispose();
  }
}
