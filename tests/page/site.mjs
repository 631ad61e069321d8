// The site of `rulebook export site`, served on this machine: it is installed, opens without a network, and offers a new version.

import { createServer } from "node:http";
import { execFileSync } from "node:child_process";
import { find } from "./browser.mjs";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", json: "application/json", svg: "image/svg+xml", webmanifest: "application/manifest+json", wasm: "application/wasm" };

// Serves a folder on a free port of this machine. `answer` may answer instead.
export async function serve(folder, answer = () => false) {
    const server = createServer((request, response) => {
        if (answer(request, response)) return;
        const name = new URL(request.url, "http://localhost").pathname.split("/").pop() || "index.html";
        try {
            const body = readFileSync(`${folder}/${name.replace(/[^\w.-]/g, "")}`);
            response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] || "application/octet-stream" }).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

const must = (fact, said) => {
    if (!fact) throw new Error(said);
};

export async function siteWorksOffline(browser, rulebook, tools) {
    const folder = `${tools}/site`;
    rmSync(folder, { recursive: true, force: true });
    const make = () => execFileSync(rulebook, ["export", "site", folder, "--ruleset", "dba", "--base-url", "https://club.example/dba/"], { cwd: tools, stdio: "pipe" });
    make();
    const names = readdirSync(folder);
    for (const name of ["index.html", "worker.js", "manifest.webmanifest"]) must(names.includes(name), `${name} is missing`);
    const server = await serve(folder);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const errors = [];
    try {
        const page = await context.newPage();
        page.on("pageerror", (error) => errors.push(String(error)));
        await page.goto(server.address);
        await page.waitForSelector("#main .contents");
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.reload();
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        // offline, after a reload
        await context.setOffline(true);
        await page.reload();
        await page.waitForSelector("#main .contents");
        await find(page, "command distance");
        must((await page.locator("#main .hits > li").count()) > 0, "nothing is found offline");
        // a citation names the address for which the site was made
        await page.locator("#main .hits .title > a").first().click();
        await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (window.copied = text) } }));
        await page.getByRole("button", { name: "Copy citation" }).click();
        const copied = await page.waitForFunction(() => window.copied);
        must((await copied.jsonValue()).split("\n")[0].includes(", https://club.example/dba/#dba/"), await copied.jsonValue());
        await context.setOffline(false);
        // a new version is offered, and used on request
        writeFileSync(`${folder}/worker.js`, readFileSync(`${folder}/worker.js`, "utf8").replace(/VERSION = "/, 'VERSION = "2'));
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
        await page.getByRole("button", { name: "Use it" }).click({ timeout: 10000 });
        await page.waitForFunction(async () => (await caches.keys()).join().split(" ").at(-1).startsWith("2"), null, { timeout: 10000 });
        // a site in another folder of the same origin keeps its own files
        await page.goto(`${server.address}other/`);
        await page.evaluate(() => navigator.serviceWorker.ready);
        const folders = await page.waitForFunction(async () => (await caches.keys()).length > 1 && (await caches.keys()).map((key) => key.split(" ")[1]));
        must((await folders.jsonValue()).sort().join() === "/,/other/", `caches of ${await folders.jsonValue()}`);
        must(!errors.length, errors.join("; "));
    } finally {
        await context.close();
        server.close();
    }
    return `${names.length} files`;
}
