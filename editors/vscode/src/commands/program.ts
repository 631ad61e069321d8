import { type Command } from "../app";

/** Starts the program again, or at last. */
export const restart: Command = {
  name: "restart",
  run: (app) => app.server.restart(),
};

/** What the program and the extension have to say. */
export const showLog: Command = {
  name: "showLog",
  async run(app) {
    app.log.show();
    await Promise.resolve();
  },
};
