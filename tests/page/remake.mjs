// Puts the script and the style sheet as they are in src/export/phone into a page that the program made, which it would otherwise contain as
// they were compiled.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const folder = new URL("../../src/export/phone/", import.meta.url);

// Returns the page with them.
export function withSources(page) {
    const rust = readFileSync(new URL("page.rs", folder), "utf8");
    const parts = (type) =>
        [...rust.matchAll(/include_str!\("(\w+)\.(\w+)"\)/g)]
            .filter(([, name, ending]) => ending === type && name !== "plain")
            .map(([, name]) => readFileSync(new URL(`${name}.${type}`, folder), "utf8"));
    const script = `(async () => {\n"use strict";\n${parts("js").join("\n")}})();\n`;
    const style = parts("css").join("");
    const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const between = (open, close, fresh) => {
        const start = page.lastIndexOf(open) + open.length;
        page = page.slice(0, start) + fresh + page.slice(page.indexOf(close, start));
    };
    between("<script>", "</script>", script);
    between("<style>", "</style>", style);
    return page.replace(/style-src '[^']*'/, () => `style-src ${hash(style)}`).replace(/script-src '[^']*'/, () => `script-src ${hash(script)}`);
}
