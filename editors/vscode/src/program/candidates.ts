import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** Everything outside that says where programs lie. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The folder of this extension. */
  readonly extension: string;
  /** The first folder of the workspace. */
  readonly folder: string | undefined;
}

export function surroundings(extension: string, folder: string | undefined): Surroundings {
  return { env: process.env, platform: process.platform, home: homedir(), extension, folder };
}

/** Where the program may lie, best first: on the `PATH`, inside the extension, in cargo's folder. Only files that are there. */
export function candidates(around: Surroundings): string[] {
  const name = around.platform === "win32" ? "rulebook.exe" : "rulebook";
  const onPath = (around.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const cargo = around.env["CARGO_HOME"] ?? join(around.home, ".cargo");
  const folders = [...onPath, join(around.extension, "bin"), join(cargo, "bin")];
  const found = folders.map((folder) => join(folder, name)).filter(isFile);
  return [...new Set(found)];
}

/** A path as settings write it, in full. */
export function expanded(path: string, around: Surroundings): string {
  const whole = path.trim().replace(/^~(?=$|[\\/])/, around.home);
  return whole.replaceAll("${workspaceFolder}", around.folder ?? "");
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
