import { execFile } from "node:child_process";
import * as vscode from "vscode";

/** The most bytes that the program may print. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Runs the program in a folder and returns what it prints. Rejects with its error. */
export function runProgram(path: string, args: readonly string[], folder?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: MAX_BYTES, windowsHide: true, ...(folder === undefined ? {} : { cwd: folder }) };
    execFile(path, args, options, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
      } else {
        reject(new Error(stderr.trim().replace(/^error: /, "") || error.message));
      }
    });
  });
}

/** Runs a command of the program as a task in the terminal. */
export function runInTerminal(path: string, command: string, args: readonly string[], presentation: vscode.TaskPresentationOptions, cwd?: string): Thenable<vscode.TaskExecution> {
  const run = new vscode.ProcessExecution(path, [command, ...args], cwd === undefined ? {} : { cwd });
  const task = new vscode.Task({ type: "rulebook", command }, vscode.TaskScope.Workspace, command, "Rulebook", run);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true, ...presentation };
  return vscode.tasks.executeTask(task);
}
