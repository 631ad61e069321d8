import { type Command } from "../app";
import { editorWithRules } from "./editor";

/** What the instruction at the cursor changes: told in the side preview, which follows the cursor from then on. */
export const impact: Command = {
  name: "impact",
  async run(app) {
    const editor = editorWithRules();
    const { line, character } = editor.selection.active;
    const told = await app.server.ask("rulebook/impact", { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } });
    if (told === null) {
      throw new Error("No instruction stands at the cursor: put it on a heading with ##, or below one, in a sheet of amendments.");
    }
    await app.preview.open(editor);
  },
};
