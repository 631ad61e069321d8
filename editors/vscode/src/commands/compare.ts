import { type Command } from "../app";
import { compare as compareTexts } from "../open";

/** The editor's own comparison of two texts of the server. Code lenses lead here. */
export const compare: Command = {
  name: "compare",
  async run(_, left, right, title) {
    if (typeof left === "string" && typeof right === "string") {
      await compareTexts(left, right, typeof title === "string" ? title : "Rulebook");
    }
  },
};
