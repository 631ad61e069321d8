import { type App } from "../app";
import { openLocation } from "../open";
import { type Location } from "../server/protocol";

/** Opens an instruction by document and number (`dbm-3.4:6`), or a document as a whole. */
export async function openPatch(app: App, ruleset: string, patch: string): Promise<void> {
  const location = await locatePatch(app, ruleset, patch);
  if (location === undefined) {
    throw new Error(`No file contains ${patch}.`);
  }
  await openLocation(location);
}

async function locatePatch(app: App, ruleset: string, patch: string): Promise<Location | undefined> {
  const [document = patch, n] = patch.split(":");
  const outline = await app.server.request("rulebook/outline", { ruleset, document });
  const documents = outline.rulesets.flatMap(({ editions }) => editions).flatMap(({ documents }) => documents);
  const files = documents.filter(({ id }) => id === document).flatMap(({ files }) => files);
  const found = files.flatMap(({ patches }) => patches).find((own) => n !== undefined && own.n?.split(",").includes(n) === true);
  return found?.location ?? files[0]?.location;
}
