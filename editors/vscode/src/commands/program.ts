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
