import { ViewColumn } from "vscode";
import { type Command } from "../app";
import { open } from "../open";
import { askClause, askEdition, rulesetInHand } from "./ask";

/** The effective text of a clause at an edition that the person chooses. */
export const showClauseAt: Command = {
  name: "showClauseAt",
  async run(app) {
    const clause = await askClause(app, "Show clause at edition: which clause?");
    if (clause === undefined) {
      return;
    }
    const ruleset = await rulesetInHand(app, clause.ruleset);
    const edition = await askEdition(ruleset, `Show ${clause.name} at edition`);
    if (edition !== undefined) {
      await open(textAddress(`${ruleset.id}/${clause.name.replace(`${ruleset.id}/`, "")}`, edition), undefined, { viewColumn: ViewColumn.Beside });
    }
  },
};

/** The address of the text of `ruleset/clause` at an edition; at the one that is read, where none is named. */
export function textAddress(name: string, edition: string | undefined, provenance = false): string {
  const [ruleset = "", ...clause] = name.split("/");
  const at = edition === undefined ? "" : `@${edition}`;
  const own = clause.length === 0 ? "" : `/${clause.join("/")}`;
  return `rulebook:/text/${ruleset}${at}${own}.md${provenance ? "?provenance=1" : ""}`;
}
