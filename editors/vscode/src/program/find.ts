import { type Environment, candidates, expandPath } from "./candidates";
import { type Problem } from "./problem";
import { type VersionResult, queryVersion, isSupported } from "./version";

/** A usable program. */
export interface Program {
  readonly path: string;
  readonly version: string;
}

/**
 * Finds the program: only the one that the settings name, or else the first candidate that is new enough. Never rejects.
 * `queryVersionOf` runs a file with `--version`; `pathFirst` prefers the `PATH` to the program inside the extension.
 */
export async function findProgram(
  setting: string | null,
  environment: Environment,
  queryVersionOf: (path: string) => Promise<VersionResult> = queryVersion,
  pathFirst = false,
): Promise<Program | Problem> {
  const isConfigured = setting !== null && setting.trim() !== "";
  let firstProblem: Problem | undefined;
  for (const path of isConfigured ? [expandPath(setting, environment)] : candidates(environment, pathFirst)) {
    const result = await queryVersionOf(path);
    if (result.kind === "version" && isSupported(result.version)) {
      return { path, version: result.version };
    }
    const problem: Problem = result.kind === "version" ? { kind: "old", path, version: result.version } : { ...result, path };
    firstProblem ??= problem;
  }
  return firstProblem ?? { kind: "missing" };
}
