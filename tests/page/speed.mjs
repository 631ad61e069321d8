// How long the page takes on a slow phone: six times slower than this machine. Prints medians of three visits.

import { find, visit } from "./browser.mjs";

const SLOWER = 6;

// What is found, and what is followed, one after the other.
const FURTHER = ["#dbm/rear-support@3.4", "#dbm/outcome.pikes@3.3", "#dbm/movement-restrictions@3.4", "#dbm@3.4?q=pikes+elephants", "#dbm@3.4?view=troop&kind=Kn%28F%29"];

const median = (numbers) => Math.round([...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]);

// Goes to an address in the page, and returns how long its answer takes until it is drawn.
function follow(hash) {
    const start = performance.now();
    const main = document.querySelector("#main");
    const drawn = new Promise((done) => main.addEventListener("shown", () => done(performance.now() - start), { once: true }));
    location.hash = hash;
    return drawn;
}

// Times the first answer, the first search, and others after it.
async function timed(page, file) {
    await page.goto("about:blank");
    await page.goto(`file://${file}#dbm/recoiling@3.4`);
    await page.waitForSelector("#main .card");
    const entries = await page.evaluate(() => performance.getEntries().map(({ name, startTime }) => [name, startTime]));
    const at = (name) => entries.find(([own]) => own === name)[1];
    const start = Date.now();
    await find(page, "recoil meets enemy");
    const search = Date.now() - start;
    const further = [];
    for (const hash of FURTHER) further.push(await page.evaluate(follow, hash));
    const heap = await page.evaluate(() => performance.memory.usedJSHeapSize / 1e6);
    const longest = await page.evaluate(() => Math.max(...window.tasks));
    return { readable: at("first-contentful-paint"), answer: at("shown"), search, further: median(further), slowest: Math.max(...further), heap, longest };
}

export async function interactiveSoon(browser, file) {
    const { page } = await visit(browser, file);
    page.setDefaultTimeout(60000);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.addInitScript(() => {
        window.tasks = [0];
        new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask", buffered: true });
    });
    const rounds = [];
    for (let round = 0; round < 3; round += 1) rounds.push(await timed(page, file));
    await page.context().close();
    const of = (name) => median(rounds.map((own) => own[name]));
    return (
        `at ${SLOWER}x throttle, the text can be read after ${of("readable")} ms, the first answer is drawn after ${of("answer")} ms, the first search takes ${of("search")} ms, ` +
        `an answer after it ${of("further")} ms (at most ${of("slowest")} ms); longest task ${of("longest")} ms; ${of("heap")} MB of memory besides the program's`
    );
}
