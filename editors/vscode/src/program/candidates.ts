import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The environment in which programs are searched for. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The folder of this extension. */
  readonly extension: string;
  /** The first folder of the workspace. */
  readonly folder: string | undefined;
}

export function currentEnvironment(extension: string, folder: string | undefined): Environment {
  return { env: process.env, platform: process.platform, home: homedir(), extension, folder };
}

/**
 * Returns the existing files that may be the program, best first: inside the extension, on the `PATH`, in cargo's folder. With `pathFirst`,
 * the `PATH` comes first.
 */
export function candidates(environment: Environment, pathFirst = false): string[] {
  const name = environment.platform === "win32" ? "rulebook.exe" : "rulebook";
  const onPath = (environment.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const cargo = environment.env["CARGO_HOME"] ?? join(environment.home, ".cargo");
  const bundled = join(environment.extension, "bin");
  const folders = pathFirst ? [...onPath, bundled, join(cargo, "bin")] : [bundled, ...onPath, join(cargo, "bin")];
  const found = folders.map((folder) => join(folder, name)).filter(isFile);
  return [...new Set(found)];
}

/** Expands `~` and `${workspaceFolder}` in a path from the settings. */
export function expandPath(path: string, environment: Environment): string {
  const absolute = path.trim().replace(/^~(?=$|[\\/])/, environment.home);
  return absolute.replaceAll("${workspaceFolder}", environment.folder ?? "");
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
