// Forty tasks of an umpire, each carried out on a phone and on a laptop: a name and what is done; problems are thrown.

import { addressOf, back, find, forward, shown, visit } from "./browser.mjs";

const SIZES = [
    ["phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ["laptop", { viewport: { width: 1280, height: 900 } }],
];

const must = (fact, said) => {
    if (!fact) throw new Error(said);
};

const heading = async (page) => {
    await shown(page);
    return page.locator("#main h1").innerText();
};
const main = async (page) => {
    await shown(page);
    return page.locator("#main").innerText();
};
const go = async (page, hash) => {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.waitForFunction((hash) => location.hash === hash, hash);
    await shown(page);
};
// The navigation of the size: tabs on a phone, the column on a laptop.
const nav = (page, name) => page.locator("#tabs:visible, #side:visible").getByRole("link", { name, exact: true }).first();
const panel = (page) => page.locator("#panel");
const choose = async (page, edition) => {
    await page.locator("#where").click();
    await panel(page).locator(`[data-edition="${edition}"]`).click();
    await shown(page);
};
// Waits until the address is as expected and its clause is shown, and says which it is if it does not become so.
const ended = async (page, hash) => {
    await page.waitForFunction((hash) => location.hash === hash, hash, { timeout: 5000 }).catch(() => {});
    await shown(page);
    must((await page.evaluate(() => location.hash)) === hash, `the address is ${await page.evaluate(() => location.hash)}, not ${hash}`);
};

export const TASKS = [
    // find
    ["find a clause by words", async (page) => {
        await find(page, "recoil meets enemy");
        must((await page.locator(".hits .title").first().innerText()).includes("Recoiling elements"), "another hit is first");
    }],
    ["find with a typing mistake", async (page) => {
        await find(page, "recoil elephnts");
        must((await main(page)).includes('no matches for "elephnts"'), "the correction is not shown");
    }],
    ["an edition in a question becomes a chip, and holds for what is opened", async (page) => {
        await find(page, "pikes elephants at 3.3");
        must((await page.locator(".chip.on").innerText()).replace(/\s+/g, " ").includes("at 3.3"), "there is no chip");
        await page.locator(".hits .title > a").first().click();
        must((await page.evaluate(() => location.hash)).endsWith("@3.3"), "the edition is lost");
    }],
    ["take the edition off again", async (page) => {
        await find(page, "pikes elephants at 3.3");
        await page.locator(".chip.on").click();
        // waits until it is so
        await page.waitForFunction(() => document.querySelector("#query").value === "pikes elephants");
        await page.locator("#main .about", { hasText: /^\s*DBM 3\.4/ }).waitFor();
    }],
    ["a date in a question", async (page) => {
        await find(page, "recoiling as of 1 Jan 2012");
        must((await page.locator("#main .about").innerText()).endsWith("as of 1 Jan 2012"), "the date does not count");
    }],
    ["limit hits to rulings", async (page) => {
        await find(page, "march move");
        await page.getByRole("link", { name: /^rulings/ }).first().click();
        // the address changes first, and then what is shown
        await page.waitForFunction(() => {
            const names = [...document.querySelectorAll(".hits .title")].map((name) => name.innerText);
            return names.length && names.every((name) => name.startsWith("Ruling"));
        });
    }],
    ["show more hits", async (page) => {
        await find(page, "element");
        await page.getByRole("link", { name: "Show more" }).click();
        // the address changes first, and then what is shown
        await page.locator(".hits > li").nth(10).waitFor();
    }],
    ["no matches: what can be done", async (page) => {
        await find(page, "xyzzyplugh");
        must((await main(page)).includes("Try other words"), "there is no advice");
    }],
    ["the number of a ruling leads to it", async (page) => {
        await find(page, "IWF 22.2");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelector("#main h1").textContent === "Ruling C22.2");
    }],
    ["a page of the booklet", async (page) => {
        await find(page, "page 22");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelector("#main h1").textContent === "Page 22 of the booklet");
        await page.locator('.neighbours a[rel="next"]').click();
        must((await heading(page)).replace(/\s+/g, " ") === "Page 23 of the booklet", await heading(page));
    }],
    ["several pages", async (page) => {
        await find(page, "p.22-24");
        must((await page.locator(".direct a").count()) === 3, "there are not three pages");
    }],
    ["another game", async (page) => {
        await find(page, "dba command distance");
        await page.locator("#main .about", { hasText: /^\s*DBA/ }).first().waitFor();
        await page.locator(".hits .title > a").first().click();
        await page.waitForFunction(() => location.hash.startsWith("#dba/"));
    }],
    // open
    ["the contents lead to a clause", async (page) => {
        const chapter = page.locator("#main .contents details", { has: page.locator("a", { hasText: "Rear Support" }) });
        if (await chapter.count()) await chapter.locator("summary").click();
        await page.locator("#main .contents a").filter({ hasText: "Rear Support" }).first().click();
        await ended(page, "#dbm/rear-support@3.4");
        must((await heading(page)) === "Rear Support", await heading(page));
    }],
    ["the answer is before the evidence", async (page) => {
        await go(page, "#dbm/recoiling@3.4");
        const [lede, text] = await Promise.all([page.locator(".lede").boundingBox(), page.locator(".text").boundingBox()]);
        must(lede.y < text.y && (await page.locator(".lede").innerText()).includes("contradicted"), "it is not");
    }],
    ["the strip says what each edition did, and leads there", async (page) => {
        await go(page, "#dbm/outcome.pikes@3.4");
        await page.locator(".strip .changed").first().waitFor();
        const said = await page.locator(".strip a").evaluateAll((all) => all.map((a) => a.querySelector("span").textContent));
        must(said.includes("3.3: changed here") && said.includes("3.4: no change known"), said.join("; "));
        await page.locator(".strip a").nth(2).click();
        await ended(page, "#dbm/outcome.pikes@3.2");
    }],
    ["a letter opens its source and keeps the place", async (page) => {
        await go(page, "#dbm/recoiling@3.4");
        await page.locator(".letter").nth(1).scrollIntoViewIfNeeded();
        const before = await page.evaluate(() => scrollY);
        await page.locator(".letter").nth(1).click();
        must((await panel(page).innerText()).includes("sheet"), "the source is not shown");
        await page.keyboard.press("Escape");
        must(!(await panel(page).isVisible()), "it does not close");
        must((await page.evaluate(() => scrollY)) === before, "the page has scrolled");
        await ended(page, "#dbm/recoiling@3.4");
    }],
    ["a term opens its entry", async (page) => {
        await go(page, "#dbm/recoiling@3.4");
        await page.locator(".text .term").first().click();
        await page.locator("#panel", { hasText: "Notes, not rules" }).waitFor();
    }],
    ["the rule begins in the upper third of a phone's screen", async (page, size) => {
        await go(page, "#dbm/recoiling@3.4");
        const { y } = await page.locator("#main .text").boundingBox();
        must(size !== "phone" || y <= 844 / 3 + 4, `it begins at ${y}`);
    }],
    ["numbers of sentences on demand", async (page) => {
        await go(page, "#dbm/recoiling@3.4");
        const number = () => page.locator(".s[data-n]").first().evaluate((s) => getComputedStyle(s, "::before").content);
        must((await number()) === "none", "they are there at once");
        await page.getByRole("button", { name: "Sentence numbers" }).click();
        must((await number()) !== "none", "they are not shown");
    }],
    ["holes are named and not filled in", async (page) => {
        await go(page, "#dbm/rear-support@3.4");
        must(/\d+ bullets? not included|may follow|[Tt]ext not included/.test(await main(page)), "they are not");
    }],
    ["a value tells its source", async (page) => {
        await go(page, "#dbm/element-cost@3.4");
        await page.locator("td .letter").last().click();
        must((await panel(page).innerText()).includes("3.4 sheet"), "it does not");
    }],
    // compare
    ["compare with the edition before", async (page) => {
        await go(page, "#dbm/recoiling@3.4");
        await nav(page, "Compare").click();
        await ended(page, "#dbm/recoiling@..3.4");
        must((await page.locator(".pair.changed").count()) > 0, "nothing differs");
    }],
    ["any edition against any", async (page) => {
        await go(page, "#dbm/outcome.pikes@3.2..3.3");
        await page.locator(".picks select").first().selectOption("3.1");
        await ended(page, "#dbm/outcome.pikes@3.1..3.3");
        await page.locator(".picks select").last().selectOption("3.4");
        await ended(page, "#dbm/outcome.pikes@3.1..3.4");
        await page.getByRole("link", { name: "Exchange the two" }).click();
        await ended(page, "#dbm/outcome.pikes@3.4..3.1");
    }],
    ["words that changed are marked, with spaces between them", async (page) => {
        await go(page, "#dbm/outcome.pikes@3.2..3.3");
        const text = await page.locator(".pair.changed .both").first().evaluate((p) => p.textContent);
        must(!/\w\w[A-Z]|[a-z]\d|\s[,.;]/.test(text), text);
    }],
    ["side by side on a laptop, in one text on a phone", async (page, size) => {
        await go(page, "#dbm/recoiling@3.3..3.4");
        must((await page.locator(".pair.changed .sides").first().isVisible()) === (size === "laptop"), "it is not");
    }],
    ["everything that is new", async (page) => {
        await page.getByRole("link", { name: /^New in 3.4/ }).click();
        must((await main(page)).includes("Spontaneous advance"), "a section is missing");
    }],
    ["compare two dates", async (page) => {
        await go(page, "#dbm/terrain.defender@3.4?since=2020-11-01");
        must((await page.locator(".pair del, .pair ins").count()) > 0, "nothing differs");
    }],
    // booklet
    ["the booklet opens at the clause", async (page) => {
        await go(page, "#dbm/rear-support@3.4");
        await nav(page, "Booklet").click();
        const { y } = await page.locator('[id="dbm/rear-support"]').boundingBox();
        must(y >= 0 && y < 200, `the heading is at ${y}`);
    }],
    ["change bars since an edition", async (page) => {
        await go(page, "#dbm@3.4?view=booklet");
        must((await page.locator("[data-bar]").count()) === 0, "there are bars at once");
        await page.getByLabel("Bars in the margin").selectOption("3.1");
        await page.locator("[data-bar]").first().waitFor();
    }],
    ["headings stay while their text is read", async (page) => {
        await go(page, "#dbm/recoiling@3.4?view=booklet");
        await page.mouse.wheel(0, 400);
        await page.waitForTimeout(400);
        const { y } = await page.locator('[id="dbm/recoiling"]').boundingBox();
        must(y >= 0 && y < 120, `the heading is at ${y}`);
    }],
    ["next and previous in the order of the booklet", async (page) => {
        await go(page, "#dbm/rear-support@3.4");
        await page.locator('.neighbours a[rel="next"]').click();
        await ended(page, "#dbm/tactical-factors@3.4");
    }],
    // rulings
    ["the register, those that need care first", async (page) => {
        await nav(page, "Rulings").click();
        must((await page.locator(".register .badge").first().innerText()).includes("contradicted"), "another state is first");
    }],
    ["rulings of a state", async (page) => {
        await go(page, "#dbm@3.4?view=rulings");
        await page.locator(".chips").getByRole("link", { name: /^contradicted/ }).click();
        await ended(page, "#dbm@3.4?view=rulings&state=contradicted");
        const states = await page.locator(".register .title .badge").allInnerTexts();
        must(states.length > 0 && states.every((state) => state.includes("contradicted")), states.join());
    }],
    ["rulings of a section", async (page) => {
        await go(page, "#dbm@3.4?view=rulings");
        await page.getByLabel("Section", { exact: true }).selectOption("recoiling");
        await shown(page);
        const titles = await page.locator(".register .title").allInnerTexts();
        must(["C22.1", "C22.2"].every((n) => titles.some((title) => title.includes(n))) && titles.length < 10, titles.join());
    }],
    ["a ruling leads to what it interprets", async (page) => {
        await go(page, "#dbm@3.4?view=rulings&state=contradicted");
        await page.locator(".register .title > a").filter({ hasText: "C22.2" }).click();
        await shown(page);
        await page.locator("#main .title > a").first().click();
        await page.waitForFunction(() => location.hash.startsWith("#dbm/recoiling.blocked"));
    }],
    ["without rulings", async (page) => {
        await go(page, "#dbm/recoiling@3.4");
        await page.locator("#where").click();
        await page.selectOption("#profile", "official");
        await shown(page);
        must((await page.locator('.remark[data-kind="Ruling"]').count()) === 0, "there are rulings");
        must((await page.locator("#main .about").innerText()).includes("official ·"), "the profile is not named");
    }],
    ["what a ruling interprets, then and now", async (page) => {
        await go(page, "#dbm/iwf.22.2@3.4");
        must((await page.locator("#main .item ins").count()) > 0 && (await page.locator("#main .item del").count()) > 0, "nothing is marked");
    }],
    // troops
    ["everything about a troop type", async (page) => {
        await find(page, "Kn(F)");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelector("#main h1").textContent === "Knights (F)");
        const text = await main(page);
        for (const words of ["Element cost", "11", "Outcomes", "Rulings", "Changes"]) must(text.includes(words), `${words} is missing`);
    }],
    ["another grade, another edition", async (page) => {
        await go(page, "#dbm@3.4?view=troop&kind=Kn%28F%29");
        await page.locator(".chips").getByRole("link", { name: "S", exact: true }).click();
        must((await heading(page)) === "Knights (S)", await heading(page));
        await choose(page, "3.1");
        await ended(page, "#dbm@3.1?view=troop&kind=Kn%28S%29");
    }],
    ["the list of troop types", async (page) => {
        await page.getByRole("link", { name: "Troops" }).first().click();
        await page.locator("#main .rows a").filter({ hasText: "Pikes" }).click();
        must((await heading(page)) === "Pikes", await heading(page));
    }],
    // memory
    ["pin, and find the pin on the start page", async (page) => {
        await go(page, "#dbm/recoiling@3.4");
        await page.getByRole("button", { name: "Pin" }).click();
        await nav(page, "Find").click();
        must((await page.locator(".pinned").innerText()).includes("Recoiling elements"), "it is not there");
    }],
    ["recent clauses and searches are on the start page", async (page) => {
        await go(page, "#dbm/recoiling@3.4");
        await page.waitForTimeout(600);
        await find(page, "march move");
        await page.waitForTimeout(800);
        await go(page, "#dbm@3.4");
        const recent = await page.locator(".recent").innerText();
        must(recent.includes("Recoiling elements") && recent.includes("march move"), recent);
    }],
    ["reopen: edition, profile and place are as they were left", async (page, size, file) => {
        await go(page, "#dbm/rear-support@3.2?profile=uk");
        await page.waitForTimeout(600);
        await page.goto("about:blank");
        await page.goto(addressOf(file));
        await ended(page, "#dbm/rear-support@3.2?profile=uk");
        must((await heading(page)) === "Rear Support", await heading(page));
    }],
    ["dark and large are remembered", async (page, size, file) => {
        await page.locator("#where").click();
        await page.selectOption("#theme", "dark");
        await page.selectOption("#size", "large");
        await page.waitForTimeout(600);
        await page.goto("about:blank");
        await page.goto(addressOf(file));
        await page.waitForFunction(() => parseFloat(getComputedStyle(document.documentElement).fontSize) > 18, null, { timeout: 5000 }).catch(() => {});
        const [colour, type] = await page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.documentElement).fontSize]);
        must(colour === "rgb(23, 21, 18)" && parseFloat(type) > 18, `${colour} ${type}`);
    }],
    // go round
    ["back and forward keep the place", async (page) => {
        await go(page, "#dbm/movement-restrictions@3.4");
        await page.evaluate(() => scrollTo(0, 700));
        await page.waitForFunction(() => history.state?.scroll > 600);
        await page.locator('.neighbours a[rel="next"]').click();
        await back(page);
        await page.waitForFunction(() => scrollY > 600, null, { timeout: 3000 }).catch(() => {});
        must((await page.evaluate(() => scrollY)) > 600, `scrolled to ${await page.evaluate(() => scrollY)}`);
        await forward(page);
        await page.getByRole("heading", { level: 1, name: "March moves" }).waitFor().catch(() => {});
        must((await heading(page)) === "March moves", await heading(page));
    }],
    ["keys: search, next, earlier edition", async (page) => {
        await page.keyboard.press("/");
        await page.keyboard.type("rear support");
        await page.locator(".hits").waitFor();
        await shown(page);
        await page.locator("#main h1").focus();
        await page.keyboard.press("j");
        await page.keyboard.press("j");
        must(await page.evaluate(() => document.activeElement.matches(".hits a, .direct a")), "j leads elsewhere");
        await go(page, "#dbm/rear-support@3.4");
        await page.locator("#main h1").focus();
        await page.keyboard.press("[");
        await ended(page, "#dbm/rear-support@3.3");
        await page.keyboard.press("j");
        await ended(page, "#dbm/tactical-factors@3.3");
    }],
    ["copy a citation: two lines, with the sentence that was picked, and no address of a file", async (page) => {
        await go(page, "#dbm/outcome.pikes@3.4");
        await page.evaluate(() => (document.execCommand = () => ((window.copied = document.activeElement.value), true)));
        await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (window.copied = text) } }));
        await page.evaluate(() => {
            const sentence = [...document.querySelectorAll("#main .s")].find((own) => own.textContent.startsWith("Otherwise"));
            document.getSelection().selectAllChildren(sentence);
        });
        await page.waitForSelector(".s.picked");
        for (const name of ["Copy citation", "Share"]) {
            await page.evaluate(() => (window.copied = null));
            await page.evaluate(() => Object.defineProperty(navigator, "share", { value: async ({ text, url }) => (window.copied = text + (url || "")), configurable: true }));
            await page.getByRole("button", { name }).click();
            await page.waitForFunction(() => window.copied);
            const copied = await page.evaluate(() => window.copied);
            const [reference, sentence, ...rest] = copied.split("\n");
            must(/Pikes, De Bellis Multitudinis 3\.4, p\. 23, 3\.1 sheet, .*no\. 62.*, dbm\/outcome\.pikes/.test(reference), copied);
            must(/^Otherwise .*\(restated, not official\)$/.test(sentence) && !rest.length, copied);
        }
    }],
    ["print one clause", async (page) => {
        await go(page, "#dbm/recoiling@3.4");
        await page.evaluate(() => (window.print = () => (window.printed = true)));
        await page.getByRole("button", { name: "Print" }).click();
        must(await page.evaluate(() => window.printed), "nothing is printed");
        await page.emulateMedia({ media: "print" });
        must(!(await page.locator("header").isVisible()) && !(await page.locator(".actions").isVisible()), "the bar is printed");
        must(await page.locator(".about").isVisible(), "paper does not say the edition");
    }],
    ["switch the edition, at any place", async (page) => {
        await go(page, "#dbm/element-cost@3.4");
        await choose(page, "3.2");
        await ended(page, "#dbm/element-cost@3.2");
        await nav(page, "Booklet").click();
        await choose(page, "3.3");
        must((await page.locator("#main .about").innerText()).startsWith("DBM 3.3"), "the booklet is not of 3.3");
    }],
    ["a list is kept, checked with its line, and fixed by a tap", async (page, size) => {
        await nav(page, "Lists").click();
        await page.fill("#list", "# English\n6 baggage\nCommand 1: King Edward\n1 Irr Kn(O) C-in-C, 20 AP\n20 Irr Bw(S) @5\n");
        await page.locator(".finding", { hasText: "Irr Bw(S) costs 5.5 AP, not 5" }).waitFor();
        await page.waitForFunction(() => document.querySelectorAll(".strip .bad, .strip .ok").length === 5);
        must((await page.locator(".finding").first().innerText()).includes("line 5: 20 Irr Bw(S) @5"), "the line is not shown");
        const [finding, box] = await Promise.all([".finding", "#list"].map((one) => page.locator(one).first().boundingBox()));
        must(size !== "phone" || finding.y < box.y, "the problems are below the list");
        await page.getByRole("button", { name: "Write 5.5" }).click();
        await page.locator(".finding", { hasText: "costs 5.5 AP" }).waitFor({ state: "detached" });
        must((await page.inputValue("#list")).includes("@5.5"), "the fix is not written");
        await page.reload();
        await page.waitForFunction(() => document.querySelector("#list")?.value.includes("@5.5"));
    }],
    ["a text that is no list", async (page) => {
        await nav(page, "Lists").click();
        await page.fill("#list", "Dear all,\nsee you on Saturday.\n");
        await page.waitForFunction(() => document.querySelector("#main h1").textContent === "Not an army list");
        must((await page.locator(".strip").count()) === 0, "a text that is no list is compared at all editions");
    }],
    ["the age of the data is shown", async (page) => {
        must(/Made by .* on \d{1,2} \w{3} \d{4}/.test(await page.locator("footer").innerText()), "it is not");
    }],
    ["the bar is low and shrinks", async (page, size) => {
        const height = () => page.locator("header").evaluate((header) => header.offsetHeight);
        const first = await height();
        must(first <= (size === "phone" ? 60 : 66), `${first} px`);
        await page.evaluate(() => scrollTo(0, 500));
        await page.waitForTimeout(400);
        must((await height()) < first, `it stays at ${await height()} px`);
    }],
];

export async function carryOut(browser, file) {
    const wrong = [];
    for (const [size, options] of SIZES) {
        for (const [name, act] of TASKS) {
            const { page, requests, errors } = await visit(browser, file, "", options);
            page.setDefaultTimeout(8000);
            try {
                await act(page, size, file);
                must(!errors.length, errors.join("; "));
                must(!requests.length, `requested ${requests.join(", ")}`);
            } catch (error) {
                wrong.push(`${size}: ${name}: ${String(error.message).split("\n").slice(0, 3).join(" ")}`);
            }
            await page.context().close();
        }
    }
    if (wrong.length) throw new Error(`${wrong.length} problems:\n${wrong.join("\n")}`);
    return `${TASKS.length} tasks, on a phone and on a laptop`;
}
