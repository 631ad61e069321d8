import { ViewColumn } from "vscode";
import { type Command } from "../app";
import { compare as compareTexts, open } from "../open";

// code lenses run these commands

/** Compares two texts of the server in the editor's diff view. */
export const compare: Command = {
  name: "compare",
  async run(_, left, right, title) {
    if (typeof left === "string" && typeof right === "string") {
      await compareTexts(left, right, typeof title === "string" ? title : "Rulebook");
    }
  },
};

/** Opens a text of the server next to the document. */
export const showClause: Command = {
  name: "showClause",
  async run(_, address) {
    if (typeof address === "string") {
      await open(address, undefined, { viewColumn: ViewColumn.Beside, preserveFocus: true });
    }
  },
};
