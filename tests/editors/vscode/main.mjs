// The extension in VS Code's genuine extension host, driven in Chromium as a person drives it. Run by tests/editors/vscode/run.
import { createRequire } from "node:module";
import { join } from "node:path";
import { clear } from "./desk.mjs";
import * as kindly from "./kindly.mjs";
import { tutorial } from "./tutorial.mjs";
import { works } from "./works.mjs";

const { chromium } = createRequire(join(process.env.TOOLS, "code-server/"))("playwright-core");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
const selected = process.argv.slice(2);
let failed = false;
for (const [name, run] of Object.entries({ works, tutorial, ...kindly })) {
  if (selected.length > 0 && !selected.includes(name)) {
    continue;
  }
  const start = Date.now();
  try {
    await run(browser, (text) => console.log(`vscode: ${text}`));
    console.log(`vscode: ${name}: passed in ${Math.round((Date.now() - start) / 1000)} s`);
  } catch (error) {
    failed = true;
    console.log(`vscode: ${name}: FAILED: ${error.stack}`);
  }
}
await browser.close();
clear();
process.exit(failed ? 1 : 0);
