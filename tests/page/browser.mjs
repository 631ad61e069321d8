// A Chromium without a network that opens one file.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";

const require = createRequire(new URL("../../target/page/package.json", import.meta.url));
const { chromium } = require("playwright-core");

export const axe = () => require.resolve("axe-core/axe.min.js");

export async function open(executable) {
    return chromium.launch({
        executablePath: executable,
        args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
}

// The address of a page: of a file, or of a server on this machine.
export const addressOf = (file) => (file.startsWith("http") ? file : `file://${file}`);

// Reads bytes that are written in basE91, as `program.js` does.
const bytesOf = (text) => {
    const source = readFileSync(new URL("../../src/export/phone/program.js", import.meta.url), "utf8");
    const [, code] = /const bytesOf = (\(text\) => \{[^]*?\n {4}\});/.exec(source);
    return new Function(`return (${code})`)()(text);
};

// The rules that a file contains.
export const rulesIn = (file) => {
    const [, packed] = /<script id="rules"[^>]*>([^<]*)</.exec(readFileSync(file, "utf8"));
    return gunzipSync(bytesOf(packed)).toString();
};

// Waits until the program has answered what was asked.
export const shown = async (page) => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.waitForFunction(() => !document.querySelector("#main").matches("[aria-busy]"));
};

// Goes a step through the history, and waits for its answer. Playwright takes any change of the history for the step, and the page writes there
// where it is scrolled to; so this waits for the address.
const step = async (page, go) => {
    const before = await page.evaluate(() => location.href);
    await go();
    await page.waitForFunction((before) => location.href !== before, before);
    await shown(page);
};
export const back = (page) => step(page, () => page.goBack());
export const forward = (page) => step(page, () => page.goForward());

// Types a question, and waits for the answer.
export const find = async (page, words) => {
    await page.fill("#query", words);
    await page.waitForFunction((words) => new URLSearchParams(location.hash.split("?")[1]).get("q") === words, words);
    await shown(page);
};

// Has the page wait a second for each answer, of its worker or of its server.
function answerLate() {
    const later = (act) => new Promise((done) => setTimeout(() => done(act()), 1000));
    const { fetch, Worker } = window;
    window.fetch = (...request) => later(() => fetch(...request));
    window.Worker = class extends Worker {
        postMessage(message) {
            later(() => super.postMessage(message));
        }
    };
}

// A page of a file, without a network. Everything that it would fetch is refused and recorded in `requests`; errors are recorded in `errors`.
// `meanwhile` is done before the first answer is there.
export async function visit(browser, file, address = "", { meanwhile, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
    const isServed = file.startsWith("http");
    await context.setOffline(!isServed);
    const [requests, errors] = [[], []];
    await context.route((url) => !/^(file|blob|data):/.test(url) && !(isServed && url.origin === new URL(file).origin), (route) => {
        requests.push(route.request().url());
        return route.abort();
    });
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("dialog", (dialog) => {
        errors.push(`a dialog: ${dialog.message()}`);
        return dialog.dismiss();
    });
    if (meanwhile) await page.addInitScript(answerLate);
    await page.goto(`${addressOf(file)}${address}`);
    await meanwhile?.(page);
    // the page starts its program first
    if (options.javaScriptEnabled !== false) await page.waitForFunction(() => performance.getEntriesByName("shown").length);
    return { page, requests, errors };
}
