// How long the page takes on a slow phone: six times slower than this machine.

import { visit } from "./browser.mjs";

const SLOWER = 6;

export async function interactiveSoon(browser, file) {
    const { page } = await visit(browser, file);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.addInitScript(() => {
        window.tasks = [];
        new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]))).observe({ type: "longtask", buffered: true });
    });
    const times = [];
    for (let round = 0; round < 3; round += 1) {
        await page.goto("about:blank");
        await page.goto(`file://${file}#dbm/recoiling@3.4`);
        await page.waitForSelector("#main .card");
        await page.waitForTimeout(3000);
        const tasks = await page.evaluate(() => window.tasks.map(([start, duration]) => [Math.round(start), Math.round(duration)]));
        const shown = await page.evaluate(() => Math.round(performance.getEntriesByType("mark").find(({ name }) => name === "shown").startTime));
        times.push({ shown, tasks });
    }
    await page.context().close();
    const best = times.sort((a, b) => a.shown - b.shown)[1];
    const said = `shown after ${best.shown} ms; long tasks at ${best.tasks.map(([start, duration]) => `${start}+${duration}`).join(", ")} ms`;
    return said;
}
