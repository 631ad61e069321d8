import { type Command } from "../app";
import { editorWithRules } from "./editor";

/** The effective section beside the file that is being edited, as it reads with what is typed. */
export const preview: Command = {
  name: "preview",
  async run(app) {
    await app.preview.open(editorWithRules());
  },
};
