// Rules that try to be more than text.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rulesIn, shown, visit } from "./browser.mjs";

const TURN = "\u202e";
const BAD = [
    `<script>alert(1)</script>`,
    `<img src=x onerror="alert(2)">`,
    `</script><script>alert(3)</script>`,
    `<!-- <script>`,
    `[press](javascript:alert(4))`,
    `[look](https://example.com/spy.png)`,
    `abc${TURN}def`,
    `<style>* { display: none }</style>`,
    `"><svg onload=alert(5)>`,
];

export async function hostile(browser, tools, make) {
    const folder = `${tools}/hostile/bad`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(
        `${folder}/ruleset.toml`,
        `title = "Bad </title><script>alert(6)</script>"\neditions = [{ id = "1", date = "2000-01-01" }]\n[document.bad-1]\nedition = "1"\nkind = "base"\ntitle = "Bad <b>book</b>"\npublished = 2000-01-01\n[profile.plain]\n`,
    );
    const bullets = BAD.map((bad) => `> - Rafts ${bad} moor.`).join("\n");
    writeFileSync(
        `${folder}/base.rules.md`,
        `---\nruleset: bad\ndocument: bad-1\nedition: "1"\n---\n\n# Rafts <script>alert(7)</script> {#rafts page=1}\n\n> Rafts moor:\n>\n${bullets}\n`,
    );
    const file = `${tools}/hostile.html`;
    make(["--rules", `${tools}/hostile`, "export", "html", "--ruleset", "bad", "--force"], file);
    const written = readFileSync(file, "utf8");
    if (written.includes(TURN) || rulesIn(file).includes(TURN)) throw new Error("the file contains a mark that changes the direction of writing");
    if (/alert\(\d\)<\/script>/.test(written.replace(/&lt;/g, "")))
        throw new Error("the file contains a script of the rules");
    const { page, requests, errors } = await visit(browser, file);
    for (const hash of [
        "#bad@1",
        "#bad/rafts@1",
        "#bad/p.1@1",
        `#bad@1?q=${encodeURIComponent("<img src=x onerror=alert(8)>")}`,
        "#bad/<script>alert(9)<\/script>",
        "#bad/javascript:alert(10)",
    ]) {
        await page.evaluate((hash) => (location.hash = hash), hash);
        await shown(page);
        const found = await page.evaluate(() => ({
            elements: document.querySelectorAll(
                "main script, main img, main svg, main style, main iframe, [onerror], [onload]",
            ).length,
            links: [...document.querySelectorAll("main a")]
                .map((a) => a.getAttribute("href"))
                .filter((href) => !href.startsWith("#")),
            turned: /[\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText),
        }));
        if (found.elements || found.links.length || found.turned) throw new Error(`${hash}: ${JSON.stringify(found)}`);
    }
    await page.evaluate(() => (location.hash = "#bad/rafts@1"));
    await shown(page);
    const text = await page.locator("#main").innerText();
    if (!text.includes("Rafts") || !text.includes("<img src=x"))
        throw new Error(`the text is not shown as text: ${text.slice(0, 400)}`);
    await page.context().close();
    if (errors.length || requests.length) throw new Error([...errors, ...requests].join("; "));
}
