import { execFile } from "node:child_process";

/** The oldest program whose server supports all requests of this extension. */
export const MIN_VERSION = "0.1.0";

/** How long a program may take to print its version, in milliseconds. */
const TIMEOUT = 10_000;

/** The result of running a file with `--version`. */
export type VersionResult =
  | { readonly kind: "version"; readonly version: string }
  /** It runs, but is another program. */
  | { readonly kind: "stranger"; readonly said: string }
  /** It cannot be run. */
  | { readonly kind: "broken"; readonly why: string };

/** Runs a program with `--version`. Never rejects. */
export function queryVersion(path: string): Promise<VersionResult> {
  return new Promise((resolve) => {
    execFile(path, ["--version"], { timeout: TIMEOUT, windowsHide: true }, (error, stdout) => {
      const output = stdout.trim().split("\n")[0] ?? "";
      const version = /^rulebook (\d+\.\d+\.\d+)/.exec(output)?.[1];
      if (version !== undefined) {
        resolve({ kind: "version", version });
      } else if (error !== null && output === "") {
        resolve({ kind: "broken", why: error.killed ? "it does not answer" : launchError(error) });
      } else {
        resolve({ kind: "stranger", said: output });
      }
    });
  });
}

/** Returns whether `version` is `needed` or newer. */
export function isSupported(version: string, needed: string = MIN_VERSION): boolean {
  const [actualParts, minimumParts] = [version, needed].map((text) => text.split(".").map(Number));
  for (const [at, number] of (actualParts ?? []).entries()) {
    const minimum = minimumParts?.[at] ?? 0;
    if (number !== minimum) {
      return number > minimum;
    }
  }
  return true;
}

function launchError(error: Error & { code?: unknown }): string {
  switch (error.code) {
    case "ENOENT":
      return "no such file";
    case "EACCES":
      return "no permission to run it";
    default:
      return error.message.split("\n")[0] ?? "it cannot be run";
  }
}
