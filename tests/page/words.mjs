// The words of every text in the page, by the page's own analysis and by the program's.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createContext, runInContext } from "node:vm";

const PARTS = ["data.js", "analysis.js"];

// Returns the data of a page as JSON.
export function dataOf(file) {
    const [, data] = /<script id="data" type="application\/gzip">([^<]*)<\/script>/.exec(readFileSync(file, "utf8"));
    return gunzipSync(Buffer.from(data, "base64")).toString();
}

// What the page's script sees instead of a document.
export const documentOf = (file) => ({ getElementById: () => ({ type: "application/json", textContent: dataOf(file) }) });

export async function sameWords(file) {
    const folder = new URL("../../src/export/phone/", import.meta.url);
    const source = PARTS.map((name) => readFileSync(new URL(name, folder), "utf8")).join("");
    const context = createContext({
        document: documentOf(file),
        URLSearchParams,
    });
    const [count, wrong] = await runInContext(
        `(async () => {
            ${source}
            const wrong = [];
            let count = 0;
            DATA.texts.forEach((text, at) => {
                if (!DATA.tokens[at].length) return;
                count += 1;
                const own = tokensOf(text).map((token) => token.kind + token.text).join(" ");
                const theirs = DATA.tokens[at].map((at) => TABLES.kinds[at] + TABLES.words[at]).join(" ");
                if (own !== theirs) wrong.push(text + "\\n  page:    " + own + "\\n  program: " + theirs);
            });
            return [count, wrong];
        })()`,
        context,
    );
    if (wrong.length) throw new Error(`${wrong.length} of ${count} texts differ:\n${wrong.slice(0, 3).join("\n")}`);
    return `${count} texts`;
}
