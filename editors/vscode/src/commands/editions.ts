import { type App, type Command } from "../app";
import { compare, open } from "../open";
import { type Node } from "../tree/node";
import { textAddress } from "./showClauseAt";

/** Reads everything at the edition in the tree. */
export const readEdition: Command = {
  name: "readEdition",
  run: (app, node) => withEdition(node, (ruleset, edition) => app.choice.choose({ ruleset, edition }, app.server)),
};

/** The whole text of the edition in the tree. */
export const openEdition: Command = {
  name: "openEdition",
  run: (_, node) => withEdition(node, async (ruleset, edition) => void (await open(textAddress(ruleset, edition)))),
};

/** The edition in the tree beside the one that it amends. */
export const compareEdition: Command = {
  name: "compareEdition",
  run: (app, node) => withEdition(node, (ruleset, edition) => compareWithBefore(app, ruleset, edition)),
};

async function compareWithBefore(app: App, ruleset: string, edition: string): Promise<void> {
  const { left, right, title } = await app.server.ask("rulebook/compare", { ruleset, clause: ruleset, to: edition });
  await compare(left, right, title);
}

async function withEdition(node: unknown, run: (ruleset: string, edition: string) => Promise<void>): Promise<void> {
  const own = node as Node | undefined;
  if (own?.kind === "edition") {
    await run(own.ruleset, own.edition.id);
  }
}
