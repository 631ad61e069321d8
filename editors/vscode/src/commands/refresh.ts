import { type Command } from "../app";

/** Reloads the tree of rulesets. */
export const refresh: Command = {
  name: "refresh",
  async run(app) {
    await app.choice.refresh(app.server);
    app.rulesets.refresh();
  },
};
