import { type App } from "../app";
import { openPlace } from "../open";
import { type Place } from "../server/protocol";

/** Opens an instruction by document and number (`dbm-3.4:6`), or a document as a whole. */
export async function openPatch(app: App, ruleset: string, patch: string): Promise<void> {
  const place = await placeOf(app, ruleset, patch);
  if (place === undefined) {
    throw new Error(`No file with ${patch} is held.`);
  }
  await openPlace(place);
}

async function placeOf(app: App, ruleset: string, patch: string): Promise<Place | undefined> {
  const [document = patch, n] = patch.split(":");
  const outline = await app.server.ask("rulebook/outline", { ruleset, document });
  const held = outline.rulesets.flatMap(({ editions }) => editions).flatMap(({ documents }) => documents);
  const files = held.filter(({ id }) => id === document).flatMap(({ files }) => files);
  const found = files.flatMap(({ patches }) => patches).find((own) => n !== undefined && own.n?.split(",").includes(n) === true);
  return found?.location ?? files[0]?.location;
}
