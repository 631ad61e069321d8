// Runs the questions of the relevance set on the page and in the program.

import { readFileSync } from "node:fs";
import { visit } from "./browser.mjs";

// The part of the first hits that must be the same; the others are reported.
const LEAST = 0.98;

export async function compareWithProgram(browser, file, ask) {
    const lines = readFileSync(new URL("../relevance/questions.jsonl", import.meta.url), "utf8")
        .trim()
        .split("\n");
    const questions = lines.map((line) => JSON.parse(line));
    const { page } = await visit(browser, file);
    let [first, all] = [0, 0];
    const others = [];
    for (const { query, edition, ruleset, expected } of questions) {
        const own = ruleset || expected[0].id.split("/")[0];
        const at = (edition || "").split(/\s+/)[0];
        const answer = await ask([
            "search",
            "--format",
            "json",
            "--ruleset",
            own,
            ...(at ? ["--at", at] : []),
            "--",
            query,
        ]);
        const program = answer.hits.map((hit) => hit.id);
        const hash = `#${own}@${answer.query.edition}?${new URLSearchParams({ q: query })}`;
        const found = await page.evaluate(async (hash) => {
            const shown = new Promise((done) =>
                addEventListener("hashchange", () => setTimeout(done, 0), { once: true }),
            );
            location.hash = hash;
            await shown;
            return [...document.querySelectorAll("#main .hits > li")].map((hit) => hit.dataset.id);
        }, hash);
        if (found[0] === program[0]) first += 1;
        else others.push(`    ${query} [${at}]: the page ${found[0]}, the program ${program[0]}`);
        if (found.join() === program.join()) all += 1;
    }
    await page.context().close();
    const said = `${first} of ${questions.length} questions, and all ten hits in their order at ${all}`;
    if (first < LEAST * questions.length) throw new Error(`${said}\n${others.join("\n")}`);
    return [said, ...others].join("\n");
}
