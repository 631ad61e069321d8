import * as vscode from "vscode";
import { type Catalogue, type Reading, type RulesetInfo } from "./server/protocol";
import { type Server } from "./server/server";

/** The key of the choice in the workspace state. */
const STORAGE_KEY = "reading";

/**
 * The ruleset, edition and profile that the user chose. The editor stores the choice with the workspace, not in a file, and it overrides the
 * settings.
 */
export class ReadingChoice implements vscode.Disposable {
  private cachedCatalogue: Catalogue | undefined;
  private readonly changeEmitter = new vscode.EventEmitter<void>();
  /** The reading or the rulesets, editions or documents have changed. */
  readonly onChange = this.changeEmitter.event;

  constructor(private readonly storage: vscode.Memento) {}

  /** The user's choice. */
  get reading(): Reading {
    return this.storage.get<Reading>(STORAGE_KEY, {});
  }

  /** The rulesets, as the program last listed them. */
  get catalogue(): Catalogue | undefined {
    return this.cachedCatalogue;
  }

  /** Changes the choice. */
  async choose(reading: Reading, server: Server): Promise<void> {
    await this.storage.update(STORAGE_KEY, reading);
    server.notifySettings();
    await this.refresh(server);
  }

  /** Requests the list of rulesets from the program. */
  async refresh(server: Server): Promise<void> {
    const before = this.cachedCatalogue;
    // sends the choice too, because the program may not have applied it yet
    this.cachedCatalogue = await server.request("rulebook/editions", this.reading).catch(() => server.request("rulebook/editions", {})).catch(() => undefined);
    if (JSON.stringify(before) !== JSON.stringify(this.cachedCatalogue)) {
      this.changeEmitter.fire();
    }
  }

  /** Returns a ruleset by its id; without an id, the default one. */
  ruleset(id?: string): RulesetInfo | undefined {
    const wantedId = id ?? this.cachedCatalogue?.default ?? undefined;
    return this.cachedCatalogue?.rulesets.find((ruleset) => ruleset.id === wantedId) ?? (id === undefined ? this.cachedCatalogue?.rulesets[0] : undefined);
  }

  dispose(): void {
    this.changeEmitter.dispose();
  }
}
