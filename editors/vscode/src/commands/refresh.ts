import { type Command } from "../app";

/** Reads the tree of rulesets anew. */
export const refresh: Command = {
  name: "refresh",
  async run(app) {
    await app.choice.refresh(app.server);
    app.rulesets.refresh();
  },
};
