import { type Command } from "../app";
import { compareEditions } from "../open";
import { chooseClause, chooseEdition, currentRuleset } from "./choose";

/** Compares a clause in two editions, in the editor's diff view. */
export const compareClause: Command = {
  name: "compareClause",
  async run(app) {
    const clause = await chooseClause(app, "Compare clause between editions: which clause?");
    if (clause === undefined) {
      return;
    }
    const ruleset = await currentRuleset(app, clause.ruleset);
    const all = ruleset.editions;
    if (all.length < 2) {
      throw new Error(`${ruleset.title} has only one edition: there is nothing to compare.`);
    }
    const to = await chooseEdition(ruleset, `Compare ${clause.name} (1 of 2): the later edition`, all.slice(1));
    if (to === undefined) {
      return;
    }
    const before = all.slice(0, all.findIndex(({ id }) => id === to));
    const from = before.length === 1 ? before[0]?.id : await chooseEdition(ruleset, `Compare ${clause.name} (2 of 2): with`, before);
    if (from !== undefined) {
      await compareEditions(app.server, { ruleset: ruleset.id, clause: clause.name, from, to });
    }
  },
};
