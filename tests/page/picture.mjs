// The pictures for the book: phones next to each other, and a laptop.

import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { visit } from "./browser.mjs";

const LIST = `Early Gauls, DBM 3.4
Brennus, C-in-C: 1 Irr Cv(O) 17
24 Irr Wb(S) @ 5
8 Irr Ps(S) @ 3
Ambiorix, sub-general: 1 Irr Cv(O) 17
20 Irr Wb(S) @ 5
6 Irr LH(O) @ 4
6 baggage
Total 308`;

const PICTURES = {
    "phone.png": {
        size: [360, 560],
        shown: [
            ["#dbm@3.4?q=can+pikes+recoil+from+elephants+at+3.3%3F", "light"],
            ["#dbm/outcome.pikes@3.4", "light"],
            ["#dbm/outcome.pikes@3.2..3.3", "dark"],
        ],
    },
    "phone-booklet.png": {
        size: [360, 560],
        shown: [
            ["#dbm@3.4", "light"],
            ["#dbm/rear-support@3.4?view=booklet&bars=3.1", "light"],
            ["#dbm@3.4?view=rulings", "dark"],
        ],
    },
    "phone-all.png": {
        size: [360, 640],
        scale: 0.5,
        shown: [
            ["#dbm@3.4", "light"],
            ["#dbm@3.4?q=can+pikes+recoil+from+elephants+at+3.3%3F", "light"],
            ["#dbm/outcome.pikes@3.4", "light"],
            ["#dbm/recoiling@3.3..3.4", "light"],
            ["#dbm/rear-support@3.4?view=booklet&bars=3.1", "light"],
            ["#dbm@3.4?view=rulings", "light"],
            ["#dbm@3.4?view=troop&kind=Kn%28F%29", "light"],
            ["#dbm@3.4?view=list", "light", LIST],
        ],
    },
    "laptop.png": { size: [1280, 760], shown: [["#dbm/recoiling@3.4", "light"]] },
    "laptop-compare.png": { size: [1280, 760], shown: [["#dbm/recoiling@3.3..3.4", "dark"]] },
    "laptop-all.png": {
        size: [1280, 760],
        scale: 0.4,
        shown: [
            ["#dbm/recoiling@3.4", "light"],
            ["#dbm/recoiling@3.3..3.4", "light"],
            ["#dbm@3.4?view=list", "light", LIST],
        ],
    },
};

// The most bytes of a picture.
const MOST = 230_000;

export async function pictures(browser, file, folder) {
    mkdirSync(fileURLToPath(folder), { recursive: true });
    const sizes = [];
    for (const [name, { size, shown, scale }] of Object.entries(PICTURES)) {
        const path = fileURLToPath(new URL(name, folder));
        await picture(browser, file, path, size, shown, scale);
        const { size: bytes } = statSync(path);
        if (bytes >= MOST) throw new Error(`${name}: ${bytes} bytes are too many`);
        sizes.push(`${name} ${Math.round(bytes / 1000)} kB`);
    }
    return sizes.join(", ");
}

// Draws screens next to each other, smaller by `scale`.
export async function picture(browser, file, path, [width, height], shown, scale = 1) {
    const images = [];
    for (const [hash, colorScheme, list] of shown) {
        const { page } = await visit(browser, file, hash, { colorScheme, viewport: { width, height } });
        if (list) {
            await page.fill("#list", list);
            await page.locator(".finding").first().waitFor();
            await page.evaluate(() => scrollTo(0, 0));
        }
        await page.waitForTimeout(300);
        images.push((await page.screenshot()).toString("base64"));
        await page.context().close();
    }
    const [small, low] = [width, height].map((side) => Math.round(side * scale));
    const page = await browser.newPage({ viewport: { width: (small + 16) * images.length + 16, height: low + 32 } });
    const screen = (image) =>
        `<img width=${small} height=${low} style="border-radius:12px;box-shadow:0 0 0 1px #bbb" src="data:image/png;base64,${image}">`;
    await page.setContent(`<body style="margin:16px;display:flex;gap:16px;background:#fff">${images.map(screen).join("")}`);
    await page.screenshot({ path });
    await page.close();
}
