// The page of `rulebook serve`, which asks its server for every answer; and a list that is checked in a page.

import { spawn } from "node:child_process";
import { find, shown, visit } from "./browser.mjs";

const must = (fact, said) => {
    if (!fact) throw new Error(said);
};

// Addresses, and the commands that they ask.
const ANSWERS = {
    "#dbm/recoiling@3.4": ["show", "dbm/recoiling", "--at", "3.4"],
    "#dbm/p.22@3.1": ["show", "dbm/p.22", "--at", "3.1"],
    "#dbm/outcome.pikes@3.2..3.3": ["diff", "dbm/outcome.pikes", "3.2..3.3", "--all"],
    "#dbm@3.4?view=rulings&state=contradicted": ["rulings", "dbm", "--at", "3.4", "--state", "contradicted"],
    "#dbm@3.1?view=troop&kind=Kn%28F%29": ["troop", "Kn(F)", "--ruleset", "dbm", "--at", "3.1", "--notes"],
};

// Returns the sentences, cells and units of an answer of the program that the page does not show.
async function lostParts(command) {
    const response = await fetch("api/v1/ask", { method: "POST", body: JSON.stringify({ command }) });
    const { html } = await response.json();
    const answer = document.createElement("div");
    answer.innerHTML = html;
    const texts = (root) => [...root.querySelectorAll(".s, td, .both, .item, .notes li")].map((part) => part.textContent.trim());
    const shown = new Set(texts(document.querySelector("#main")));
    return texts(answer).filter((text) => text && !shown.has(text));
}

// Starts `rulebook serve`; returns its address, and how to stop it.
export async function started(rulebook, folder) {
    const server = spawn(rulebook, ["serve", "--port", "0"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const address = await new Promise((done, failed) => {
        let said = "";
        for (const out of [server.stdout, server.stderr]) out.on("data", (part) => /http:\S+/.test((said += part)) && done(/http:\S+/.exec(said)[0]));
        server.on("exit", () => failed(new Error(said)));
    });
    return { address, close: () => server.kill() };
}

// Checks a list in a page, which is a file without a network or comes from a server.
export async function listIsChecked(browser, file) {
    const { page, requests, errors } = await visit(browser, file, "#dbm@3.4?view=list", { viewport: { width: 390, height: 844 } });
    page.setDefaultTimeout(30000);
    await page.fill("#list", "# English\n6 baggage\nCommand 1: King Edward\n1 Irr Kn(O) C-in-C, 20 AP\n20 Irr Bw(S) @5\n");
    await page.locator(".finding", { hasText: "Irr Bw(S) costs 5.5 AP, not 5" }).waitFor();
    must(!/\blegal\b/i.test(await page.locator("#main").innerText()), "the page says that a list is legal");
    await page.context().close();
    must(!errors.length && !requests.length, [...errors, ...requests].join("; "));
}

export async function drawsAnswers(browser, rulebook, tools) {
    const server = await started(rulebook, tools);
    try {
        await listIsChecked(browser, server.address);
        const { page, requests, errors } = await visit(browser, server.address, "#dbm@3.4");
        page.setDefaultTimeout(30000);
        for (const [hash, command] of Object.entries(ANSWERS)) {
            await page.evaluate((hash) => (location.hash = hash), hash);
            await shown(page);
            const lost = await page.evaluate(lostParts, command);
            must(!lost.length, `${hash} does not show: ${lost.slice(0, 3).join("; ")}`);
        }
        await find(page, "recoil");
        must((await page.locator(".hits > li").count()) === 10, "nothing is found");
        await page.context().close();
        must(!errors.length && !requests.length, [...errors, ...requests].join("; "));
    } finally {
        server.close();
    }
}
