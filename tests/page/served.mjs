// The page of `rulebook serve`, which asks its server for every answer.

import { spawn } from "node:child_process";
import { find, visit } from "./browser.mjs";

const must = (fact, said) => {
    if (!fact) throw new Error(said);
};

export async function listIsChecked(browser, rulebook, tools) {
    const server = spawn(rulebook, ["serve", "--port", "0"], { cwd: tools, stdio: ["ignore", "pipe", "pipe"] });
    try {
        const address = await new Promise((done, failed) => {
            let said = "";
            for (const out of [server.stdout, server.stderr]) out.on("data", (part) => /http:\S+/.test((said += part)) && done(/http:\S+/.exec(said)[0]));
            server.on("exit", () => failed(new Error(said)));
        });
        const { page, requests, errors } = await visit(browser, address, "#dbm@3.4?view=list", { viewport: { width: 390, height: 844 } });
        page.setDefaultTimeout(30000);
        await page.fill("#list", "# English\n6 baggage\nCommand 1: King Edward\n1 Irr Kn(O) C-in-C, 20 AP\n20 Irr Bw(S) @5\n");
        await page.locator(".finding", { hasText: "Irr Bw(S) costs 5.5 AP, not 5" }).waitFor();
        must(!/\blegal\b/i.test(await page.locator("#main").innerText()), "the page says that a list is legal");
        await find(page, "recoil");
        must((await page.locator(".hits > li").count()) === 10, "nothing is found");
        await page.context().close();
        must(!errors.length && !requests.length, [...errors, ...requests].join("; "));
    } finally {
        server.kill();
    }
}
