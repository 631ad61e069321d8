// What must be true of the umpire's page. Run by tests/page/run, which says what is needed.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { open } from "./browser.mjs";
import { checks } from "./checks.mjs";
import { hostile } from "./hostile.mjs";
import { printed } from "./printed.mjs";
import { pictures } from "./picture.mjs";
import { carryOut } from "./tasks.mjs";
import { answeredByProgram, answeredInPage } from "./questions.mjs";
import { interactiveSoon } from "./speed.mjs";
import { siteWorksOffline } from "./site.mjs";
import { drawsAnswers, listIsChecked, started } from "./served.mjs";
import { alike } from "./alike.mjs";
import { withSources } from "./remake.mjs";

const [tools, ...options] = process.argv.slice(2);
const rulebook = process.env.RULEBOOK_EXE;
const file = `${tools}/rules.html`;
const shots = `${tools}/shots`;
mkdirSync(shots, { recursive: true });

let failed = 0;
async function check(name, act) {
    try {
        const said = await act();
        console.log(`${name}: ${said || "yes"}`);
    } catch (error) {
        failed += 1;
        console.log(
            `${name}: NO\n    ${String(error.message || error)
                .split("\n")
                .slice(0, 12)
                .join("\n    ")}`,
        );
    }
}

// Has the program write a page; with --remake its script and style sheet are those of the sources, not those that were compiled.
function make(args, file) {
    const said = execFileSync(rulebook, [...args, "--out", file], {
        cwd: tools,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
    });
    if (options.includes("--remake")) writeFileSync(file, withSources(readFileSync(file, "utf8")));
    return said;
}

const program = process.env.RULEBOOK_PROGRAM;
const browser = await open(process.env.CHROMIUM);
// without the program for it, the page of `rulebook serve` is checked
const served = program ? null : await started(rulebook, tools);
const page = served ? served.address : file;
try {
    if (program) {
        console.log(make(["export", "html"], file).trim());
        const dbm = `${tools}/dbm.html`;
        make(["export", "html", "--ruleset", "dbm"], dbm);
        await check("one file with DBM under 4 MB", () => {
            const { size } = statSync(dbm);
            if (size >= 4_000_000) throw new Error(`${size} bytes`);
            return `${Math.round(size / 1000)} kB`;
        });
        await check("the program in the page answers as this one", () => alike(program, rulebook));
        await check("interactive on a slow phone", () => interactiveSoon(browser, dbm));
        await check("a site: installed, offline, updated", () => siteWorksOffline(browser, rulebook, tools));
        await check("a list, checked without a network", () => listIsChecked(browser, file));
        await check("printed words go in on request alone", () => printed(browser, tools, make));
        await check("hostile rules do nothing", () => hostile(browser, tools, make));
    } else {
        console.log("skipped: the page as a file and as a site (no target/page/rulebook.wasm; packaging/wasm builds it); the page of `rulebook serve` is checked");
    }
    for (const [name, act] of checks(browser, page, shots)) await check(name, act);
    await check("twenty questions, in the page", () => answeredInPage(browser, page));
    await check("twenty questions, by the program", () => answeredByProgram(rulebook, tools));
    await check("forty tasks", () => carryOut(browser, page));
    await check("what is drawn is what the program answers", () => drawsAnswers(browser, rulebook, tools));
    if (options.includes("--picture"))
        await check("pictures", () => pictures(browser, file, new URL("../../docs/src/pictures/", import.meta.url)));
} finally {
    served?.close();
    await browser.close();
}
process.exit(failed ? 1 : 0);
