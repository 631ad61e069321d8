import { type Command } from "../app";
import { compare as compareTexts } from "../open";

/** Compares two texts of the server in the editor's diff view. Code lenses run this command. */
export const compare: Command = {
  name: "compare",
  async run(_, left, right, title) {
    if (typeof left === "string" && typeof right === "string") {
      await compareTexts(left, right, typeof title === "string" ? title : "Rulebook");
    }
  },
};
