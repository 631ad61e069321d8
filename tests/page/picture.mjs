// The picture for the book: three phones next to each other.

import { mkdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { visit } from "./browser.mjs";

const PHONES = [
    ["#dbm@3.4?q=pikes+against+elephants", "light"],
    ["#dbm/recoiling.blocked@3.4", "light"],
    ["#dbm@3.2..3.3", "dark"],
];
const [WIDTH, HEIGHT] = [360, 580];

export async function picture(browser, file, to) {
    const path = fileURLToPath(to);
    mkdirSync(fileURLToPath(new URL(".", to)), { recursive: true });
    const images = [];
    for (const [hash, colorScheme] of PHONES) {
        const { page } = await visit(browser, file, hash, { colorScheme, viewport: { width: WIDTH, height: HEIGHT } });
        images.push((await page.screenshot()).toString("base64"));
        await page.context().close();
    }
    const page = await browser.newPage({ viewport: { width: WIDTH * 3 + 64, height: HEIGHT + 32 } });
    const phone = (image) =>
        `<img width=${WIDTH} height=${HEIGHT} style="border-radius:12px;box-shadow:0 0 0 1px #bbb" src="data:image/png;base64,${image}">`;
    await page.setContent(
        `<body style="margin:16px;display:flex;gap:16px;background:#fff">${images.map(phone).join("")}`,
    );
    await page.screenshot({ path });
    await page.close();
    if (statSync(path).size >= 200_000) throw new Error(`${readFileSync(path).length} bytes are too many`);
    return `${Math.round(statSync(path).size / 1000)} kB`;
}
