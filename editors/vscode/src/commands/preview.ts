import { type Command } from "../app";
import { editorWithRules } from "./editor";

/** Opens the live preview: the effective section, including unsaved edits, next to the file that is being edited. */
export const preview: Command = {
  name: "preview",
  async run(app) {
    await app.preview.open(editorWithRules());
  },
};
