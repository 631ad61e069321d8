import * as vscode from "vscode";
import { type App, type Command } from "../app";
import { runInTerminal, runProgram } from "../program/run";

const NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const EDITION = /^[A-Za-z0-9.-]+$/;

/** Creates a ruleset with one clause, sheet, check and scenario, and opens its text. */
export const newRuleset: Command = {
  name: "newRuleset",
  async run(app) {
    const place = await placeOf(app);
    const title = "New ruleset";
    const name = await ask(title, "The name of its folder, such as barges", invalidName);
    const game = name && (await ask(title, "The title of the game", invalidTitle, titleOf(name)));
    const first = game && (await ask(title, "The first edition", invalidEdition, "1.0"));
    const invalidNext = (text: string): string | undefined => (text === first ? "The first edition has this name." : invalidEdition(text));
    const next = first && (await ask(title, "The edition that the first sheet makes", invalidNext, "1.1"));
    if (name && game && first && next) {
      await create(app, place, ["ruleset", name, `--title=${game}`, `--edition=${first}`, `--next=${next}`], ".rules.md");
    }
  },
};

/** Creates a document of clarifications, and lists it in `ruleset.toml`. */
export const newClarification = newFile({
  name: "newClarification",
  kind: "clarification",
  title: "New clarifications",
  prompt: "The name of the document, such as answers-2024",
});

/** Creates a check with an example. */
export const newCheck = newFile({
  name: "newCheck",
  kind: "check",
  title: "New check",
  prompt: "The name of the check, such as too-many-crates",
});

/** Returns the command that asks for a name and creates a file of a ruleset. */
function newFile({ name, kind, title, prompt }: { name: string; kind: string; title: string; prompt: string }): Command {
  return {
    name,
    async run(app) {
      const place = await placeOf(app);
      const file = await ask(title, prompt, invalidName);
      const ruleset = file && (await rulesetOption(title));
      if (file && ruleset) {
        await create(app, place, [kind, file, ...ruleset], ".md");
      }
    },
  };
}

/** Checks all files of the workspace in a terminal. */
export const checkWorkspace: Command = {
  name: "checkWorkspace",
  async run(app) {
    const { path, folder } = await placeOf(app);
    await runInTerminal(path, "check", ["--no-pager"], {}, folder);
  },
};

/** Asks for a text until it is valid: `problem` returns what is wrong. Returns undefined if the user cancels. */
async function ask(title: string, prompt: string, problem: (text: string) => string | undefined, value = ""): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({ title, prompt, value, validateInput: (text) => problem(text.trim()) });
  return answer?.trim();
}

function invalidName(text: string): string | undefined {
  return NAME.test(text) ? undefined : "Lower-case letters, digits and hyphens.";
}

function invalidEdition(text: string): string | undefined {
  return EDITION.test(text) ? undefined : "Letters, digits, dots and hyphens.";
}

function invalidTitle(text: string): string | undefined {
  return text === "" ? "A title, such as Ferries and Barges." : undefined;
}

function titleOf(name: string): string {
  const words = name.replaceAll(/[-.]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the option that names a ruleset of the workspace, none if there is only one. Returns undefined if the user cancels. */
async function rulesetOption(title: string): Promise<string[] | undefined> {
  const files = await vscode.workspace.findFiles("**/ruleset.toml", "**/{target,node_modules}/**");
  const names = files.map((file) => file.path.split("/").at(-2) ?? "").sort();
  if (names.length < 2) {
    return [];
  }
  const picked = await vscode.window.showQuickPick(names, { title: `${title}: of which rules?` });
  return picked === undefined ? undefined : ["--ruleset", picked];
}

/** The program, and the folder in which it runs. */
interface Place {
  readonly path: string;
  readonly folder: string;
}

/** Returns the program, once it has been found, and the first folder of the workspace. */
async function placeOf(app: App): Promise<Place> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) {
    throw new Error("Open a folder first: the files are written to it.");
  }
  return { path: await app.server.programPath(), folder };
}

/** Runs `rulebook new`, and opens the file whose name ends in `ending`. */
async function create(app: App, { path, folder }: Place, args: readonly string[], ending: string): Promise<void> {
  const output = await runProgram(path, ["new", ...args], folder);
  const written = [...output.matchAll(/^wrote (.+)$/gm)].map(([, file]) => vscode.Uri.joinPath(vscode.Uri.file(folder), file ?? ""));
  const shown = written.find((file) => file.path.endsWith(ending));
  if (shown !== undefined) {
    await vscode.window.showTextDocument(shown, { preview: false });
    await app.choice.refresh(app.server);
  }
}
