import * as vscode from "vscode";
import { type Command } from "../app";
import { type ProfileInfo } from "../server/protocol";
import { currentRuleset } from "./choose";

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
