import * as vscode from "vscode";
import { type App, type Command } from "../app";
import { type ProfileInfo, type Reading } from "../server/protocol";
import { currentRuleset } from "./choose";

interface Item extends vscode.QuickPickItem {
  readonly reading?: Reading;
}

/** Lets the user choose the current ruleset and edition. */
export const switchEdition: Command = {
  name: "switchEdition",
  async run(app) {
    const own = await currentRuleset(app);
    const all = app.choice.catalogue?.rulesets ?? [];
    const ordered = [own, ...all.filter(({ id }) => id !== own.id)];
    const items: Item[] = ordered.flatMap((ruleset) => [
      { label: ruleset.title, kind: vscode.QuickPickItemKind.Separator },
      ...[...ruleset.editions].reverse().map((edition) => ({
        label: `${edition.id === ruleset.view.edition && ruleset.id === own.id ? "$(check)" : "$(blank)"} ${ruleset.id} ${edition.id}`,
        description: edition.from ?? "",
        detail: edition.status ?? "",
        reading: { ...keptProfile(app, ruleset.id), ruleset: ruleset.id, edition: edition.id },
      })),
    ]);
    const settings: Item = { label: "$(settings) from the settings", reading: {} };
    const picked = await vscode.window.showQuickPick([...items, { label: "", kind: vscode.QuickPickItemKind.Separator }, settings], {
      title: "Use which edition?",
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked?.reading !== undefined) {
      await app.choice.choose(picked.reading, app.server);
    }
  },
};

/** Returns the part of the current choice that remains when the edition of a ruleset changes: the profile. */
function keptProfile(app: App, ruleset: string): Reading {
  const { profile, ruleset: before } = app.choice.reading;
  return profile !== undefined && before === ruleset ? { profile } : {};
}

/** Lets the user choose the profile: whose rulings count. */
export const switchProfile: Command = {
  name: "switchProfile",
  async run(app) {
    const ruleset = await currentRuleset(app);
    const items = ruleset.profiles.map((profile) => ({
      label: `${profile.id === ruleset.view.profile ? "$(check)" : "$(blank)"} ${profile.id}`,
      description: profile.default ? "default" : "",
      detail: `      ${describe(profile)}`,
      id: profile.id,
    }));
    const picked = await vscode.window.showQuickPick(items, { title: `${ruleset.title}: which profile?`, matchOnDetail: true });
    if (picked !== undefined) {
      const { edition } = ruleset.view;
      await app.choice.choose({ ruleset: ruleset.id, edition, profile: picked.id }, app.server);
    }
  },
};

function describe({ scopes, layers }: ProfileInfo): string {
  const parts = [
    layers.length === 0 ? "only the sheets" : `the sheets with ${layers.join(", ")}`,
    scopes.length === 0 ? undefined : `rulings for ${scopes.join(", ")} apply`,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}
