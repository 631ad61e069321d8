import { ViewColumn } from "vscode";
import { type Command } from "../app";
import { open } from "../open";
import { chooseClause, chooseEdition, currentRuleset } from "./choose";

/** Shows the effective text of a clause at an edition that the user chooses. */
export const showClauseAt: Command = {
  name: "showClauseAt",
  async run(app) {
    const clause = await chooseClause(app, "Show clause at edition: which clause?");
    if (clause === undefined) {
      return;
    }
    const ruleset = await currentRuleset(app, clause.ruleset);
    const edition = await chooseEdition(ruleset, `Show ${clause.name} at edition`);
    if (edition !== undefined) {
      await open(textAddress(`${ruleset.id}/${clause.name.replace(`${ruleset.id}/`, "")}`, edition), undefined, { viewColumn: ViewColumn.Beside });
    }
  },
};

/** Returns the address of the text of `ruleset/clause` at an edition; by default the current one. */
export function textAddress(name: string, edition: string | undefined, provenance = false): string {
  const [ruleset = "", ...clause] = name.split("/");
  const at = edition === undefined ? "" : `@${edition}`;
  const own = clause.length === 0 ? "" : `/${clause.join("/")}`;
  return `rulebook:/text/${ruleset}${at}${own}.md${provenance ? "?provenance=1" : ""}`;
}
