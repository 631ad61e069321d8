import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { type App, type Command } from "../app";
import { NotRunning } from "../server/server";

const NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Creates a ruleset with one clause, sheet, check and scenario, and opens its text. */
export const newRuleset: Command = {
  name: "newRuleset",
  async run(app) {
    const name = await askName("New ruleset", "The name of its folder, such as barges");
    if (name === undefined) {
      return;
    }
    const title = await vscode.window.showInputBox({ title: "New ruleset", prompt: "The title of the game", value: titleOf(name) });
    if (title !== undefined) {
      await create(app, ["ruleset", name, "--title", title.trim() === "" ? titleOf(name) : title.trim()], "base.rules.md");
    }
  },
};

/** Creates a document of clarifications, and lists it in `ruleset.toml`. */
export const newClarification: Command = {
  name: "newClarification",
  async run(app) {
    const name = await askName("New clarifications", "The name of the document, such as answers-2024");
    if (name !== undefined) {
      await create(app, ["clarification", name, ...(await rulesetOption())], ".clarify.md");
    }
  },
};

/** Creates a check with an example. */
export const newCheck: Command = {
  name: "newCheck",
  async run(app) {
    const name = await askName("New check", "The name of the check, such as too-many-crates");
    if (name !== undefined) {
      await create(app, ["check", name, ...(await rulesetOption())], ".check.md");
    }
  },
};

/** Checks all files of the workspace in a terminal. */
export const checkWorkspace: Command = {
  name: "checkWorkspace",
  async run(app) {
    const { path, folder } = programIn(app);
    const task = new vscode.Task({ type: "rulebook", command: "check" }, vscode.TaskScope.Workspace, "check", "rulebook", new vscode.ProcessExecution(path, ["check"], { cwd: folder }));
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true };
    await vscode.tasks.executeTask(task);
  },
};

async function askName(title: string, prompt: string): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    title,
    prompt,
    validateInput: (text) => (NAME.test(text.trim()) ? undefined : "Lower-case letters, digits and hyphens."),
  });
  return name?.trim();
}

function titleOf(name: string): string {
  const words = name.replaceAll(/[-.]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Lets the user choose a ruleset of the workspace if there are several. */
async function rulesetOption(): Promise<string[]> {
  const files = await vscode.workspace.findFiles("**/ruleset.toml", "**/{target,node_modules}/**");
  const names = files.map((file) => file.path.split("/").at(-2) ?? "").sort();
  if (names.length < 2) {
    return [];
  }
  const picked = await vscode.window.showQuickPick(names, { title: "Of which rules?" });
  return picked === undefined ? [] : ["--ruleset", picked];
}

/** Returns the program and the first folder of the workspace. */
function programIn(app: App): { path: string; folder: string } {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) {
    throw new Error("Open a folder first: the files are written to it.");
  }
  if (app.server.path === undefined) {
    throw new NotRunning("rulebook is not running.");
  }
  return { path: app.server.path, folder };
}

/** Runs `rulebook new`, and opens the file whose name ends in `ending`. */
async function create(app: App, args: readonly string[], ending: string): Promise<void> {
  const { path, folder } = programIn(app);
  const output = await new Promise<string>((resolve, reject) => {
    execFile(path, ["new", ...args], { cwd: folder, windowsHide: true }, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
      } else {
        reject(new Error(stderr.trim().replace(/^error: /, "") || error.message));
      }
    });
  });
  const written = output.split("\n").flatMap((line) => /^wrote (.+)$/.exec(line)?.[1] ?? []);
  const shown = written.find((file) => file.endsWith(ending)) ?? written[0];
  if (shown !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.joinPath(vscode.Uri.file(folder), shown));
  }
}
