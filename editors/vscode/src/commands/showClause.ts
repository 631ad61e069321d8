import { ViewColumn } from "vscode";
import { type Command } from "../app";
import { open } from "../open";

/** Opens a text of the server beside the document. Code lenses lead here. */
export const showClause: Command = {
  name: "showClause",
  async run(_, address) {
    if (typeof address === "string") {
      await open(address, undefined, { viewColumn: ViewColumn.Beside, preserveFocus: true });
    }
  },
};
