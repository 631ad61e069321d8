// What an umpire does with the page: each check a name and what it does; problems are thrown.

import { readFileSync } from "node:fs";
import { axe, back, find, shown, visit } from "./browser.mjs";

// One address of each kind of view.
const VIEWS = {
    contents: "#dbm@3.4",
    section: "#dbm/rear-support@3.4",
    sentence: "#dbm/rear-support.1/s2@3.4",
    table: "#dbm/element-cost@3.4",
    ruling: "#dbm/iwf.22.2@3.4",
    gone: "#dbm/recoiling.fortification@3.4",
    compared: "#dbm/recoiling@3.3..3.4",
    then: "#dbm/terrain.defender@3.4?since=2020-11-01",
    changes: "#dbm@3.3..3.4",
    page: "#dbm/p.22@3.4",
    pages: "#dbm/pages@3.4",
    booklet: "#dbm/rear-support@3.4?view=booklet&bars=3.1",
    rulings: "#dbm@3.4?view=rulings",
    list: "#dbm@3.4?view=list",
    troop: "#dbm@3.4?view=troop&kind=Kn%28F%29",
    troops: "#dbm@3.4?view=troops",
    direct: "#dbm@3.4?q=p22",
    at: "#dbm@3.4?q=pikes+elephants+at+3.3",
    found: "#dbm@3.4?q=recoil",
    mistyped: "#dbm@3.4?q=recoill+elefants",
    another: "#dba/sequence@base",
};

const must = (fact, said) => {
    if (!fact) throw new Error(said);
};

const heading = (page) => page.locator("#main h1").innerText();
const fullHeading = (page) => page.locator("#main h1").textContent();
const about = (page) => page.locator("#main .about").first().innerText();

async function chooseEdition(page, edition) {
    await page.locator("#where").click();
    await page.locator(`#panel [data-edition="${edition}"]`).click();
    await page.waitForFunction((edition) => document.querySelector("#where").textContent.includes(edition), edition);
}

async function goto(page, hash) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await shown(page);
}

// The buttons and links outside the running text that are smaller than a finger. What reaches past its ink by a pseudo-element counts with it.
const smallTargets = (page) =>
    page.evaluate(() => {
        const inText = (element) =>
            element.closest("p, td, li, .hole, .text") &&
            !element.matches(".rows a, .title > a, .direct a, .pages a, .chip, .btn, .neighbours a, .crumb a, .strip a");
        const size = (element) => {
            const own = element.getBoundingClientRect();
            const after = getComputedStyle(element, "::after");
            const reach = (one, other) => (after.position === "absolute" ? -(parseFloat(one) + parseFloat(other)) || 0 : 0);
            return [own.width + reach(after.left, after.right), own.height + reach(after.top, after.bottom)];
        };
        return [...document.querySelectorAll("a, button, select, summary, input")]
            .filter((element) => element.offsetParent && !element.matches(".skip") && !inText(element))
            .filter((element) => size(element).some((side) => side < 43.5) && !element.matches("#query"))
            .map((element) => `${element.outerHTML.slice(0, 90)} ${size(element).map(Math.round)}`);
    });

export function checks(browser, file, shots) {
    const at = (address, options) => visit(browser, file, address, options);
    const done = async ({ page, requests, errors }) => {
        await page.context().close();
        must(!errors.length, `something went wrong: ${errors.join("; ")}`);
        must(!requests.length, `the page requested ${requests.join(", ")} from the network`);
    };

    return [
        [
            "an umpire finds recoil, follows it, switches the edition, compares and goes back",
            async () => {
                const visited = await at("");
                const { page } = visited;
                await page.keyboard.press("/");
                await page.keyboard.type("recoil meets enemy");
                const hits = page.locator("#main .hits > li");
                await page.waitForFunction(() => document.querySelector("#main h1").textContent.includes("recoil meets enemy"));
                must((await hits.count()) === 10, `${await hits.count()} hits`);
                must(
                    (await hits.first().innerText()).includes("Recoiling elements"),
                    "the first hit is of another section",
                );
                must((await page.locator("#heard").innerText()).startsWith("10 of "), "the result is not announced");
                await page.keyboard.press("ArrowDown");
                await page.keyboard.press("Enter");
                await page.waitForFunction(() => document.activeElement.tagName === "H1");
                must((await heading(page)).startsWith("Recoiling elements"), `the heading is ${await heading(page)}`);
                await chooseEdition(page, "3.2");
                await shown(page);
                must((await about(page)).startsWith("DBM 3.2 · official+iwf"), `it shows ${await about(page)}`);
                await page.locator("#tabs").getByRole("link", { name: "Compare" }).click();
                await page.waitForFunction(() => document.querySelector("#main h1").textContent.includes("3.1 → 3.2"));
                await goto(page, "#dbm/recoiling@3.3..3.4");
                must(
                    (await page.locator("#main ins").count()) > 0 && (await page.locator("#main del").count()) > 0,
                    "no words are new or gone",
                );
                await page.getByRole("link", { name: "p. 24" }).first().click();
                await page.waitForFunction(
                    () => document.querySelector("#main h1").textContent === "Page 24 of the booklet",
                );
                await back(page);
                must((await fullHeading(page)).includes("3.3 → 3.4"), "going back leads elsewhere");
                for (let steps = 0; steps < 4; steps += 1) await back(page);
                must(
                    (await hits.count()) === 10 && (await page.inputValue("#query")) === "recoil meets enemy",
                    "going back does not lead to what was found",
                );
                await back(page);
                must((await page.inputValue("#query")) === "", "going back does not lead to where the search began");
                await done(visited);
            },
        ],
        [
            "what is typed before the program is there is searched",
            async () => {
                const visited = await at("", { meanwhile: (page) => page.fill("#query", "rear support") });
                const { page } = visited;
                await page.locator("#main .hits > li").first().waitFor();
                must((await page.inputValue("#query")) === "rear support", `the box has "${await page.inputValue("#query")}"`);
                // the address has the last of what is typed while answers are late
                await page.keyboard.press("End");
                for (const key of " of pikes") {
                    await page.keyboard.type(key);
                    await page.waitForTimeout(150);
                }
                await page.waitForFunction(() => document.querySelector("#main h1").textContent.includes("rear support of pikes"));
                await page.waitForTimeout(400);
                const hash = await page.evaluate(() => location.hash);
                must(hash.endsWith("q=rear+support+of+pikes"), `the address is ${hash}`);
                await done(visited);
            },
        ],
        [
            "a link in the text leads to the clause that it names",
            async () => {
                const visited = await at("#dbm/movement-restrictions@3.4");
                const { page } = visited;
                const inner = page.locator("#main .text a:not(.term)").first();
                const target = (await inner.getAttribute("href")).slice(1).split("@")[0];
                await inner.click();
                await page.waitForFunction((target) => location.hash.startsWith(`#${target}`), target);
                await shown(page);
                must(!(await heading(page)).startsWith("No clause"), await heading(page));
                await done(visited);
                return target;
            },
        ],
        [
            "addresses can be shared, and problems in them are reported",
            async () => {
                for (const [hash, said, faulty] of [
                    ["#dbm/recoiling@3.4", "Recoiling elements", false],
                    ["#dbm/rear-support/3@3.4", "Rear Support", false],
                    ["#dbm/recoiling@3.4?as-of=2015-01-01", "Recoiling elements", true],
                    ["#dbm/recoiling@9.9", "Recoiling elements", true],
                    ["#nowhere/recoiling@3.4", "Recoiling elements", true],
                    ["#dbm/no-such-clause@3.4", "No clause matches", false],
                    ["#dbm/%E0%A4%A@3.4", "No clause matches", false],
                ]) {
                    const visited = await at(hash);
                    const { page } = visited;
                    must((await heading(page)).startsWith(said), `${hash} shows ${await heading(page)}`);
                    must(
                        (await page.locator("#main > .notice").count()) > 0 === faulty,
                        `${hash}: ${faulty ? "no problem is" : "a problem is"} reported`,
                    );
                    await done(visited);
                }
            },
        ],
        [
            "the day decides what is known",
            async () => {
                const visited = await at("#dbm/terrain.defender.ww@3.4");
                const { page } = visited;
                const now = await page.locator("#main .text").innerText();
                await page.locator("#where").click();
                await page.fill("#day", "2021-01-01");
                await page.locator("#day").dispatchEvent("change");
                await page.waitForTimeout(300);
                await shown(page);
                await page.waitForFunction(() => location.hash.includes("as-of=2021-01-01"));
                await shown(page);
                must((await page.locator("#main .text").innerText()) !== now, "the poll of 2023 is known in 2021");
                await page.locator("#where").click();
                await page.fill("#day", "2023-03-10");
                await page.locator("#day").dispatchEvent("change");
                await page.waitForTimeout(300);
                await shown(page);
                must(
                    (await page.locator("#main .notice").innerText()).includes(
                        "on 10 Mar 2023 it may already have been in force",
                    ),
                    "there is no notice about a day that is not known exactly",
                );
                await page.locator("#where").click();
                await page.fill("#day", "2012-01-01");
                await page.locator("#day").dispatchEvent("change");
                await page.waitForTimeout(300);
                await shown(page);
                must((await about(page)).startsWith("DBM 3.2"), `in 2012 it shows ${await about(page)}`);
                await done(visited);
            },
        ],
        [
            "every answer says edition, profile and day, and whose words these are",
            async () => {
                const visited = await at("");
                for (const hash of Object.values(VIEWS)) {
                    await goto(visited.page, hash);
                    must(
                        /^(DBM \S+( → \S+| as of .* → \S+)? · \S+|DBA \S+) · as of \d{1,2} \w{3} \d{4}|^Edition \S+.*as known on \d{1,2} \w{3} \d{4}/.test(await about(visited.page)),
                        `${hash}: ${await about(visited.page)}`,
                    );
                }
                for (const hash of Object.values(VIEWS)) {
                    await goto(visited.page, hash);
                    const text = await visited.page.locator("#main").innerText();
                    must(text.includes("restated, not official"), `${hash}: whose words these are`);
                }
                await done(visited);
            },
        ],
        [
            "nothing is wider than a phone, in the dark, with large type; axe-core finds nothing",
            async () => {
                const source = readFileSync(axe(), "utf8");
                for (const [colorScheme, size, width] of [
                    ["light", "100%", 320],
                    ["dark", "100%", 390],
                    ["light", "200%", 320],
                    ["light", "200%", 390],
                    ["light", "100%", 1280],
                    ["dark", "100%", 1280],
                ]) {
                    const visited = await at("", { colorScheme, viewport: { width, height: width > 1000 ? 900 : 844 } });
                    const { page } = visited;
                    await page.evaluate(source);
                    await page.evaluate((size) => (document.documentElement.style.fontSize = size), size);
                    for (const [name, hash] of Object.entries(VIEWS)) {
                        await goto(page, hash);
                        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                        must(wide <= 0, `${hash} is ${wide} px too wide (${colorScheme}, type of ${size}, ${width} px)`);
                        if (size === "100%" && width < 1000) {
                            const small = await smallTargets(page);
                            must(!small.length, `${hash}: targets below 44 px: ${small.slice(0, 5).join("; ")}`);
                        }
                        // All links of the page lead to its own views. axe takes one that is scrolled out of the list of contents
                        // for a link that skips to a part of the document.
                        const rules = { "skip-link": { enabled: false } };
                        const { violations } = await page.evaluate(
                            (rules) => window.axe.run(document, { resultTypes: ["violations"], rules }),
                            rules,
                        );
                        const said = violations.map(
                            ({ id, nodes }) =>
                                `${id}: ${nodes
                                    .slice(0, 3)
                                    .map((node) => node.html.slice(0, 160))
                                    .join(" ")}`,
                        );
                        must(!violations.length, `${hash} (${colorScheme}): ${said.join("\n")}`);
                        if (size === "100%") await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` });
                    }
                    await done(visited);
                }
                return `${Object.keys(VIEWS).length} views, six ways`;
            },
        ],
        [
            "without JavaScript the rules can be read",
            async () => {
                const { page } = await at("#dbm/recoiling", { javaScriptEnabled: false });
                const text = await page.locator("main").innerText();
                must(
                    text.includes("Recoiling elements") && text.includes("restated, not official"),
                    "the text is not there",
                );
                must(
                    (await page.locator('[id="dbm/recoiling"]').boundingBox()).y < 740,
                    "the address does not lead to its section",
                );
                must(await page.locator("noscript").first().innerText(), "there is no message about what is missing");
                await page.context().close();
            },
        ],
        [
            "how long an answer takes",
            async () => {
                const visited = await at("");
                const { page } = visited;
                await page.waitForTimeout(1000);
                const took = [];
                for (const words of ["recoil", "pikes against elephants rear support", "how many baggage for 400 points", "hill with vinyards"]) {
                    const began = Date.now();
                    await find(page, words);
                    // the address is written after a pause
                    took.push(Date.now() - began - 300);
                }
                took.sort((a, b) => a - b);
                await done(visited);
                return `median ${took[took.length >> 1]} ms, longest ${took[took.length - 1]} ms, of ${took.length} questions`;
            },
        ],
    ];
}
