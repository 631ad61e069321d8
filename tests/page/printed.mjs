// Printed words of the user's own library: in the page on request alone, and then with a notice.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rulesIn, visit } from "./browser.mjs";

const PRINTED = "The ferryman, be he ever so old, is paid in silver.";

export async function printed(browser, tools, make) {
    const [rules, library] = [`${tools}/ferries/rules/ferries`, `${tools}/ferries/library/ferries`];
    for (const folder of [rules, library]) mkdirSync(folder, { recursive: true });
    writeFileSync(
        `${rules}/ruleset.toml`,
        `title = "Ferries"\neditions = [{ id = "1", date = "2000-01-01" }]\n[document.ferries-1]\nedition = "1"\nkind = "base"\ntitle = "Ferries"\npublished = 2000-01-01\n[profile.plain]\n`,
    );
    writeFileSync(
        `${rules}/base.rules.md`,
        `---\nruleset: ferries\nedition: "1"\ndocument: ferries-1\n---\n\n# Ferrymen {#ferrymen page=1}\n\n> …\n`,
    );
    writeFileSync(
        `${library}/mine.book.md`,
        `---\nruleset: ferries\nedition: "1"\ndocument: mine\n---\n\n# Ferrymen {#ferrymen}\n\n> ${PRINTED}\n`,
    );
    process.env.RULEBOOK_LIBRARY = `${tools}/ferries/library`;
    const file = `${tools}/ferries.html`;
    const args = ["--rules", `${tools}/ferries/rules`, "export", "html", "--ruleset", "ferries"];
    make(args, file);
    if ([readFileSync(file, "utf8"), rulesIn(file)].some((text) => text.includes("ferryman")))
        throw new Error("a page contains printed words without --printed");
    make([...args, "--printed"], file);
    const { page, errors } = await visit(browser, file, "#ferries/ferrymen@1");
    const text = await page.locator("body").innerText();
    if (!text.includes(PRINTED)) throw new Error(`the printed words are not there: ${text.slice(0, 300)}`);
    if (!text.includes("Printed wording")) throw new Error("there is no notice that the words are printed");
    if (!text.includes("It is for its owner alone")) throw new Error("there is no notice for whom the copy is");
    await page.context().close();
    delete process.env.RULEBOOK_LIBRARY;
    if (errors.length) throw new Error(errors.join("; "));
}
