// Compares the page's answers with the program's: one question a line on standard input, with the program's answer, as tests/answers.rs
// writes them. The page's own script answers, without a browser. Exit status 1 if answers differ.
//
// usage: node tests/page/answers.mjs page.html < questions.jsonl

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createContext, runInContext } from "node:vm";
import { isDeepStrictEqual } from "node:util";
import { documentOf } from "./words.mjs";

const html = readFileSync(process.argv[2], "utf8");
// the last part of the script works on the document; no answer needs it
const [script] = /<script>\(async \(\) => \{\n([^]*)\}\)\(\);\n<\/script>/.exec(html).slice(1);
const answers = script.slice(0, script.indexOf("// ---- The page: routes"));
const context = createContext({
    document: documentOf(process.argv[2]),
    URLSearchParams,
    TextEncoder,
    TextDecoder,
});
const inside = await runInContext(
    `(async () => {${answers}
    const drawn = new Set([...DRAWN, ...RELATED.map(([, name]) => name)]);
    const plain = (value) => JSON.stringify(value ?? null);
    return {
        answer: (hash) => plain(answerTo(placeOf(hash))),
        question: (typed) => plain(questionOf(typed, "dbm")),
        place: (hash) => plain(placeOf(hash)),
        log: (hash) => plain(logOf(placeOf(hash), locate(placeOf(hash), placeOf(hash).what))),
        undrawn: (clause) => plain(Object.keys(clause).filter((name) => !drawn.has(name))),
    };
})()`,
    context,
);

// values come as text: those of another context are never strictly equal to one's own
const page = Object.fromEntries(
    Object.entries(inside).map(([name, act]) => [name, (argument) => JSON.parse(act(argument))]),
);

// Where two values first differ, and how.
function difference(own, theirs, path = "") {
    const objects = [own, theirs].every((value) => value && typeof value === "object");
    if (!objects || Array.isArray(own) !== Array.isArray(theirs))
        return `${path || "all"}: the page ${JSON.stringify(own)}, the program ${JSON.stringify(theirs)}`.slice(0, 400);
    const names = [...new Set([...Object.keys(own), ...Object.keys(theirs)])];
    const name = names.find((name) => !isDeepStrictEqual(own[name], theirs[name]));
    return difference(own[name], theirs[name], `${path}.${name}`);
}

const wrong = [];
const undrawn = new Set();
const program = [];
let queries = 0;
const fail = (hash, words) => wrong.push(`${hash}\n    ${words}`);

for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line);
    if (!question.ask) {
        program.push(question.answer);
        continue;
    }
    queries += 1;
    const { ask, hash, view } = question;
    try {
        if (ask === "refusal") {
            const { refused, faults } = page.place(hash);
            if (![refused, ...faults].includes(question.error))
                fail(hash, `the page ${JSON.stringify([refused, ...faults])}, the program ${question.error}`);
            continue;
        }
        const theirs = program[question.answer] && { ...program[question.answer], ...view };
        const own = page[ask](hash);
        if (!isDeepStrictEqual(own, theirs)) fail(hash, `${ask}${difference(own, theirs)}`);
        if (theirs?.clauses) page.undrawn(theirs.clauses[0]).forEach((name) => undrawn.add(name));
    } catch (error) {
        fail(hash, error.stack);
    }
}

for (const name of undrawn) wrong.push(`the page does not draw the member \`${name}\` of a clause`);
console.log(`${queries} questions, ${program.length} answers: ${wrong.length ? `${wrong.length} differ` : "no difference"}`);
console.log(wrong.slice(0, 20).join("\n"));
process.exit(wrong.length ? 1 : 0);
