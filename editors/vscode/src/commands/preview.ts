import { type Command } from "../app";
import { editorWithRules } from "./editor";

/** Opens the live preview: the effective section, including unsaved edits, next to the file that is being edited. */
export const preview: Command = {
  name: "preview",
  async run(app) {
    await app.preview.open(editorWithRules());
  },
};

/** Shows the effects of the instruction at the cursor in the side preview, which is then updated with the cursor. */
export const impact: Command = {
  name: "impact",
  async run(app) {
    const editor = editorWithRules();
    const { line, character } = editor.selection.active;
    const effects = await app.server.request("rulebook/impact", { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } });
    if (effects === null) {
      throw new Error("No instruction at the cursor: put the cursor on or below a heading with ## in a sheet of amendments.");
    }
    await app.preview.open(editor);
  },
};
