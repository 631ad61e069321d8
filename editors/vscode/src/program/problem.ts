import { MIN_VERSION } from "./version";

/** Why the program does not run. */
export type Problem =
  | { readonly kind: "missing" }
  | { readonly kind: "old"; readonly path: string; readonly version: string }
  | { readonly kind: "stranger"; readonly path: string; readonly said: string }
  | { readonly kind: "broken"; readonly path: string; readonly why: string }
  /** It started, and crashed repeatedly. */
  | { readonly kind: "ended"; readonly times: number };

/** Returns a message for the user with the problem and the remedy. */
export function describe(problem: Problem): string {
  switch (problem.kind) {
    case "missing":
      return (
        "The program rulebook was not found: not inside the extension, not on the PATH, not in cargo's folder. " +
        "Install it (cargo install --path . in its sources), or set its path."
      );
    case "old":
      return (
        `rulebook ${problem.version} (${problem.path}) is too old: this extension needs ${MIN_VERSION} or newer. ` +
        "Install a newer one, or set its path."
      );
    case "stranger":
      return `${problem.path} is not rulebook: its version is "${truncate(problem.said)}". Set the path of rulebook.`;
    case "broken":
      return `rulebook cannot be run (${problem.path}): ${problem.why}. Set its path.`;
    case "ended":
      return `rulebook ended ${problem.times} times within three minutes and is not restarted. The log shows its last messages.`;
  }
}

/** Returns the problem in a few words, for the status bar. */
export function summarize(problem: Problem): string {
  switch (problem.kind) {
    case "missing":
      return "not found";
    case "old":
      return "too old";
    case "stranger":
    case "broken":
      return "cannot be run";
    case "ended":
      return "ended";
  }
}

function truncate(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
