// The questions of umpires: each is answered on a phone with at most two taps after typing, and by the program with one command.

import { readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { find, shown, visit } from "./browser.mjs";

const QUESTIONS = readFileSync(new URL("questions.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const LIST = "# English\nedition: 3.4\n6 baggage\nCommand 1: King Edward\n1 Irr Kn(O) C-in-C, 20 AP\n20 Irr Bw(S) @5\n";

// Answers a question in the page; returns the number of taps after typing.
async function answer(page, { typed, via = [] }) {
    let taps = 0;
    if (typed) {
        await find(page, typed);
        await page.locator("#main .direct a, #main .hits .title > a").first().tap();
        await shown(page);
        taps += 1;
    }
    for (const name of via) {
        await page.getByRole("link", { name: new RegExp(`^${name}\\b`) }).last().tap();
        await shown(page);
        taps += 1;
    }
    return taps;
}

export async function answeredInPage(browser, file) {
    const wrong = [];
    let most = 0;
    for (const question of QUESTIONS) {
        const { page, errors } = await visit(browser, file, "", { viewport: { width: 390, height: 844 }, hasTouch: true });
        const taps = await answer(page, question);
        most = Math.max(most, taps);
        const [hash, text] = [await page.evaluate(() => location.hash), await page.locator("#main").innerText()];
        const missing = question.says.filter((words) => !text.replaceAll("−", "-").includes(words));
        if (hash !== question.place) wrong.push(`${question.question} leads to ${hash}, not ${question.place}`);
        else if (missing.length) wrong.push(`${question.question}: the page does not say ${missing.join(", ")}`);
        if (taps > 2) wrong.push(`${question.question}: ${taps} taps`);
        wrong.push(...errors);
        await page.context().close();
    }
    if (wrong.length) throw new Error(`${wrong.length} problems:\n${wrong.join("\n")}`);
    return `${QUESTIONS.length} questions, at most ${most} taps`;
}

export function answeredByProgram(rulebook, folder) {
    const wrong = [];
    writeFileSync(`${folder}/list.txt`, LIST);
    for (const { question, typed, command, says } of QUESTIONS) {
        const given = command ? command.map((word) => (word === "LIST" ? "list.txt" : word)) : [typed];
        let out = "";
        try {
            out = execFileSync(rulebook, given, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
        } catch (error) {
            out = `${error.stdout}${error.stderr}`;
        }
        const text = out.replace(/[*\s]+/g, " ").replaceAll("−", "-");
        const missing = command ? [] : says.filter((words) => !text.includes(words));
        if (!out.trim() || /^error: unrecognized/.test(out)) wrong.push(`${question}: ${out.slice(0, 200)}`);
        else if (missing.length) wrong.push(`${question}: \`rulebook ${given.join(" ")}\` does not say ${missing.join(", ")}`);
    }
    if (wrong.length) throw new Error(`${wrong.length} problems:\n${wrong.join("\n")}`);
    return `${QUESTIONS.length} questions, one command each`;
}
