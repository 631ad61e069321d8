import { type Command } from "../app";

/** Starts or restarts the program. */
export const restart: Command = {
  name: "restart",
  run: (app) => app.server.restart(),
};

/** Shows the log of the program and the extension. */
export const showLog: Command = {
  name: "showLog",
  async run(app) {
    app.log.show();
    await Promise.resolve();
  },
};

/** Reloads the tree of rulesets. */
export const refresh: Command = {
  name: "refresh",
  async run(app) {
    await app.choice.refresh(app.server);
    app.rulesets.refresh();
  },
};
