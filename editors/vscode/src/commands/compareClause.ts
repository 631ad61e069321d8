import { type Command } from "../app";
import { compare } from "../open";
import { askClause, askEdition, rulesetInHand } from "./ask";

/** A clause in two editions, in the editor's own comparison. */
export const compareClause: Command = {
  name: "compareClause",
  async run(app) {
    const clause = await askClause(app, "Compare clause between editions: which clause?");
    if (clause === undefined) {
      return;
    }
    const ruleset = await rulesetInHand(app, clause.ruleset);
    const all = ruleset.editions;
    if (all.length < 2) {
      throw new Error(`${ruleset.title} has one edition only: there is nothing to compare.`);
    }
    const to = await askEdition(ruleset, `Compare ${clause.name} (1 of 2): the later edition`, all.slice(1));
    if (to === undefined) {
      return;
    }
    const before = all.slice(0, all.findIndex(({ id }) => id === to));
    const from = before.length === 1 ? before[0]?.id : await askEdition(ruleset, `Compare ${clause.name} (2 of 2): with`, before);
    if (from !== undefined) {
      const { left, right, title } = await app.server.ask("rulebook/compare", { ruleset: ruleset.id, clause: clause.name, from, to });
      await compare(left, right, title);
    }
  },
};
