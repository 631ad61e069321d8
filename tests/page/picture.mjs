// The pictures for the book: phones next to each other, and a laptop.

import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { visit } from "./browser.mjs";

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
    "laptop.png": { size: [1280, 760], shown: [["#dbm/recoiling@3.4", "light"]] },
    "laptop-compare.png": { size: [1280, 760], shown: [["#dbm/recoiling@3.3..3.4", "dark"]] },
};

// The most bytes of a picture.
const MOST = 200_000;

export async function pictures(browser, file, folder) {
    mkdirSync(fileURLToPath(folder), { recursive: true });
    const sizes = [];
    for (const [name, { size, shown }] of Object.entries(PICTURES)) {
        const path = fileURLToPath(new URL(name, folder));
        await picture(browser, file, path, size, shown);
        const { size: bytes } = statSync(path);
        if (bytes >= MOST) throw new Error(`${name}: ${bytes} bytes are too many`);
        sizes.push(`${name} ${Math.round(bytes / 1000)} kB`);
    }
    return sizes.join(", ");
}

export async function picture(browser, file, path, [width, height], shown) {
    const images = [];
    for (const [hash, colorScheme] of shown) {
        const { page } = await visit(browser, file, hash, { colorScheme, viewport: { width, height } });
        await page.waitForTimeout(300);
        images.push((await page.screenshot()).toString("base64"));
        await page.context().close();
    }
    const page = await browser.newPage({ viewport: { width: (width + 16) * images.length + 16, height: height + 32 } });
    const screen = (image) =>
        `<img width=${width} height=${height} style="border-radius:12px;box-shadow:0 0 0 1px #bbb" src="data:image/png;base64,${image}">`;
    await page.setContent(`<body style="margin:16px;display:flex;gap:16px;background:#fff">${images.map(screen).join("")}`);
    await page.screenshot({ path });
    await page.close();
}
