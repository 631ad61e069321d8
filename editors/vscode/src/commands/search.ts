import { type App, type Command } from "../app";
import { open } from "../open";
import { pickClause } from "../pick";
import { type Hit } from "../server/protocol";
import { openPatch } from "./openPatch";
import { textAddress } from "./showClauseAt";

/** Searches as the user types; opens the effective text of the chosen hit. */
export const search: Command = {
  name: "search",
  async run(app, query) {
    const hit = await pickClause(app.server, {
      title: "Search rules",
      ...(typeof query === "string" ? { value: query } : {}),
      buttons: [
        { icon: "go-to-file", tooltip: "Go to the instruction that wrote it", run: (hit) => openInstruction(app, hit) },
      ],
    });
    if (hit !== undefined) {
      const [ruleset = ""] = hit.id.split("/");
      const edition = app.choice.ruleset(ruleset)?.view.edition;
      await open(textAddress(hit.id, hit.holds ? edition : (hit.editions.until ?? hit.editions.from ?? edition)));
    }
  },
};

async function openInstruction(app: App, hit: Hit): Promise<void> {
  const patch = hit.n.at(-1) ?? hit.document;
  if (patch === null || patch === undefined) {
    throw new Error(`It is not known which instruction wrote ${hit.id}.`);
  }
  await openPatch(app, hit.id.split("/")[0] ?? "", patch);
}
