import { type Command } from "../app";
import { compareEditions, open } from "../open";
import { type Node } from "../tree/node";
import { textAddress } from "./showClauseAt";

/** Makes the edition in the tree the current one. */
export const readEdition: Command = {
  name: "readEdition",
  run: (app, node) => withEdition(node, (ruleset, edition) => app.choice.choose({ ruleset, edition }, app.server)),
};

/** Opens the whole text of the edition in the tree. */
export const openEdition: Command = {
  name: "openEdition",
  run: (_, node) => withEdition(node, async (ruleset, edition) => void (await open(textAddress(ruleset, edition)))),
};

/** Compares the edition in the tree with the one that it amends. */
export const compareEdition: Command = {
  name: "compareEdition",
  run: (app, node) => withEdition(node, (ruleset, edition) => compareEditions(app.server, { ruleset, clause: ruleset, to: edition })),
};

async function withEdition(node: unknown, run: (ruleset: string, edition: string) => Promise<void>): Promise<void> {
  const treeNode = node as Node | undefined;
  if (treeNode?.kind === "edition") {
    await run(treeNode.ruleset, treeNode.edition.id);
  }
}
