import { execFile } from "node:child_process";

/** The oldest program whose server says all that this extension asks for. */
export const NEEDED = "0.1.0";

/** A program that has not said its version by then, in milliseconds, is no rulebook. */
const PATIENCE = 10_000;

/** What a file says when it is asked for its version. */
export type Said =
  | { readonly kind: "version"; readonly version: string }
  /** It runs, and is something else. */
  | { readonly kind: "stranger"; readonly said: string }
  /** It cannot be run. */
  | { readonly kind: "broken"; readonly why: string };

/** Runs a program with `--version`. Never rejects. */
export function askVersion(path: string): Promise<Said> {
  return new Promise((resolve) => {
    execFile(path, ["--version"], { timeout: PATIENCE, windowsHide: true }, (error, stdout) => {
      const said = stdout.trim().split("\n")[0] ?? "";
      const version = /^rulebook (\d+\.\d+\.\d+)/.exec(said)?.[1];
      if (version !== undefined) {
        resolve({ kind: "version", version });
      } else if (error !== null && said === "") {
        resolve({ kind: "broken", why: error.killed ? "it does not answer" : reason(error) });
      } else {
        resolve({ kind: "stranger", said });
      }
    });
  });
}

/** Whether `version` is `needed` or newer. */
export function suffices(version: string, needed: string = NEEDED): boolean {
  const [own, other] = [version, needed].map((text) => text.split(".").map(Number));
  for (const [at, number] of (own ?? []).entries()) {
    const least = other?.[at] ?? 0;
    if (number !== least) {
      return number > least;
    }
  }
  return true;
}

function reason(error: Error & { code?: unknown }): string {
  switch (error.code) {
    case "ENOENT":
      return "there is no such file";
    case "EACCES":
      return "it may not be run";
    default:
      return error.message.split("\n")[0] ?? "it cannot be run";
  }
}
