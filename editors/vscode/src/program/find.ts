import { type Surroundings, candidates, expanded } from "./candidates";
import { type Problem } from "./problem";
import { type Said, askVersion, suffices } from "./version";

/** The program that is run. */
export interface Program {
  readonly path: string;
  readonly version: string;
}

/**
 * The program: the one that settings name, and no other; else the first that is new enough of those that lie about. Never rejects.
 * `ask` says what a file answers to `--version`.
 */
export async function findProgram(
  setting: string | null,
  around: Surroundings,
  ask: (path: string) => Promise<Said> = askVersion,
): Promise<Program | Problem> {
  const named = setting !== null && setting.trim() !== "";
  let first: Problem | undefined;
  for (const path of named ? [expanded(setting, around)] : candidates(around)) {
    const said = await ask(path);
    if (said.kind === "version" && suffices(said.version)) {
      return { path, version: said.version };
    }
    const problem: Problem = said.kind === "version" ? { kind: "old", path, version: said.version } : { ...said, path };
    first ??= problem;
  }
  return first ?? { kind: "missing" };
}
