// Puts the script and the style sheet as they are in src/export/phone into a page that the program made: for working on them without
// compiling. The data stay as they were.
//
// usage: node tests/page/remake.mjs page.html

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const [path] = process.argv.slice(2);
const folder = new URL("../../src/export/phone/", import.meta.url);
const rust = readFileSync(new URL("page.rs", folder), "utf8");
const parts = (type) =>
    [...rust.matchAll(/include_str!\("(\w+)\.(\w+)"\)/g)]
        .filter(([, , ending]) => ending === type)
        .map(([, name]) => readFileSync(new URL(`${name}.${type}`, folder), "utf8"));
const script = `(async () => {\n"use strict";\n${parts("js").join("\n")}})();\n`;
const style = parts("css").join("");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

let page = readFileSync(path, "utf8");
const between = (open, close, fresh) => {
    const start = page.lastIndexOf(open) + open.length;
    page = page.slice(0, start) + fresh + page.slice(page.indexOf(close, start));
};
between("<script>", "</script>", script);
between("<style>", "</style>", style);
page = page
    .replace(/style-src '[^']*'/, () => `style-src ${hash(style)}`)
    .replace(/script-src '[^']*'/, () => `script-src ${hash(script)}`);
writeFileSync(path, page);
