// A list that is pasted into the page, checked by the server that the page came from.

import { execFileSync } from "node:child_process";
import { readFileSync, mkdirSync, copyFileSync } from "node:fs";
import { serve } from "./site.mjs";

const LIST = "# English\n6 baggage\nCommand 1: King Edward\n1 Irr Kn(O) C-in-C, 20 AP\n20 Irr Bw(S) @5\n";

const must = (fact, said) => {
    if (!fact) throw new Error(said);
};

// Answers as the web server does, with what the program prints.
const checker = (rulebook, tools) => (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    if (pathname !== "/api/v1/check") return false;
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
        let out = "";
        const args = ["check", "-", "--format", "json", "--at", searchParams.get("at"), "--profile", searchParams.get("profile")];
        try {
            out = execFileSync(rulebook, args, { cwd: tools, input: text, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
        } catch (error) {
            out = error.stdout;
        }
        response.writeHead(200, { "content-type": "application/json" }).end(out);
    });
    return true;
};

export async function listIsChecked(browser, file, rulebook, tools) {
    const folder = `${tools}/served`;
    mkdirSync(folder, { recursive: true });
    copyFileSync(file, `${folder}/index.html`);
    const server = await serve(folder, checker(rulebook, tools));
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    try {
        const page = await context.newPage();
        page.setDefaultTimeout(30000);
        await page.goto(`${server.address}#dbm@3.4?view=list`);
        await page.fill("#list", LIST);
        await page.getByRole("button", { name: "Check at 3.4" }).click();
        await page.waitForFunction(() => document.querySelector("#main h1").textContent.startsWith("Edition 3.4: problems found: "));
        must((await page.locator(".finding").allInnerTexts()).some((words) => words.includes("Irr Bw(S) costs 5.5 AP, not 5")), "the problem is not shown");
        await page.getByRole("button", { name: "Write 5.5" }).click();
        must((await page.inputValue("#list")).includes("@5.5"), "the fix is not written");
        await page.waitForFunction(() => !document.querySelector(".verdict").innerText.includes("costs 5.5 AP") && document.querySelector(".strip"));
        await page.waitForFunction(() => document.querySelectorAll(".strip .bad, .strip .ok").length > 0);
        must((await page.locator(".strip li").count()) === 5, "editions are missing");
        must(!/\blegal\b/i.test(await page.locator("#main").innerText()), "the page says that a list is legal");
        await page.getByRole("button", { name: "Paste another" }).click();
        await page.fill("#list", "Dear all,\nsee you on Saturday.\n");
        await page.getByRole("button", { name: "Check at 3.4" }).click();
        await page.waitForFunction(() => document.querySelector("#main h1").textContent === "Not an army list");
        must((await page.locator(".strip").count()) === 0, "a text that is no list is compared at all editions");
        must((await page.locator(".finding").innerText()).includes("write one kind of troops on each line"), "no help");
    } finally {
        await context.close();
        server.close();
    }
    must(readFileSync(file, "utf8").includes("connect-src 'self'"), "the page may ask other servers");
    return "a problem, its fix, five editions, no list";
}
