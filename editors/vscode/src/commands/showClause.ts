import { ViewColumn } from "vscode";
import { type Command } from "../app";
import { open } from "../open";

/** Opens a text of the server next to the document. Code lenses run this command. */
export const showClause: Command = {
  name: "showClause",
  async run(_, address) {
    if (typeof address === "string") {
      await open(address, undefined, { viewColumn: ViewColumn.Beside, preserveFocus: true });
    }
  },
};
