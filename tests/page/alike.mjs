// The program as WebAssembly and the program for this machine give the same replies, to the byte: all commands and operations, on some hundred
// questions. The second one answers as `rulebook serve`.
//
// usage: node tests/page/alike.mjs PROGRAM.wasm RULEBOOK

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const lines = (path) => readFileSync(new URL(path, import.meta.url), "utf8").split("\n").filter(Boolean);

// Loads the program with the rules of a site that `rulebook export site` wrote.
export async function loaded(folder, today) {
    const file = (start) => readFileSync(join(folder, readdirSync(folder).find((name) => name.startsWith(start))));
    const random = (start, length) => crypto.getRandomValues(new Uint8Array(program.memory.buffer, start, length));
    const { instance } = await WebAssembly.instantiate(file("program-"), { page: { random } });
    const program = instance.exports;
    const call = (name, text) => {
        const bytes = new TextEncoder().encode(text);
        const room = program.room(bytes.length);
        new Uint8Array(program.memory.buffer, room, bytes.length).set(bytes);
        const reply = program[name]();
        const length = new DataView(program.memory.buffer).getUint32(reply, true);
        return new TextDecoder().decode(new Uint8Array(program.memory.buffer, reply + 4, length));
    };
    const fault = call("load", JSON.stringify({ ...JSON.parse(file("rules-").toString()), today }));
    if (fault) throw new Error(fault);
    return { ask: (request) => call("ask", JSON.stringify(request)), memory: () => program.memory.buffer.byteLength };
}

// The requests of which the replies are compared.
export function requests() {
    const rules = new URL("../../rules/", import.meta.url);
    const typed = lines("questions.jsonl").map((line) => JSON.parse(line).typed);
    const asked = lines("../relevance/questions.jsonl").map((line) => JSON.parse(line).query);
    const clauses = ["recoiling", "rear-support", "outcome.pikes", "element-cost", "terrain-choosing", "dba/movement", "nothing-of-this-name", "p.22", "p.22-24"];
    const commands = [...typed, ...asked, ...clauses].flatMap((words) => [
        ["show", "--", words],
        ["search", "--", words],
    ]);
    for (const edition of ["3.0", "3.1", "3.2", "3.3", "3.4"]) {
        for (const clause of clauses) commands.push(["show", clause, "--at", edition, "--notes"], ["log", clause, "--at", edition], ["blame", clause, "--at", edition]);
        commands.push(["rulings", "--at", edition], ["rulings", "--at", edition, "--profile", "uk"], ["troop", "Kn(F)", "--at", edition, "--notes"], ["troop", "--at", edition]);
        commands.push(["diff", "recoiling", "3.0", edition], ["changes", `3.0..${edition}`], ["show", "dbm", "--full", "--at", edition, "--since", "3.0"]);
    }
    const examples = new URL("dbm/examples/", rules);
    const lists = readdirSync(examples).map((name) => readFileSync(new URL(name, examples), "utf8"));
    return [
        ...commands.map((command) => ({ command })),
        ...lists.flatMap((text) => ["check", "sum"].map((operation) => ({ operation, text, ruleset: "dbm" }))),
        { contents: { ruleset: "dbm" } },
        { contents: { ruleset: "dba", profile: "nobody" } },
        { command: ["show", "--unknown"] },
    ];
}

// Returns how many replies are the same; throws with those that are not.
export async function alike(program, rulebook) {
    const folder = mkdtempSync(join(tmpdir(), "rulebook-"));
    const env = { ...process.env, HOME: folder };
    rulebook = resolve(rulebook);
    const server = spawn(rulebook, ["serve", "--port", "0"], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
    try {
        execFileSync(rulebook, ["export", "site", join(folder, "site"), "--program", resolve(program)], { cwd: folder, env, stdio: "ignore" });
        const said = await new Promise((done) => server.stderr.on("data", (text) => /http:\S+/.test(text) && done(String(text))));
        const address = /http:\S+/.exec(said)[0];
        const { ask, memory } = await loaded(join(folder, "site"), new Date().toISOString().slice(0, 10));
        const wrong = [];
        const all = requests();
        for (const request of all) {
            const reply = await fetch(`${address}api/v1/ask`, { method: "POST", body: JSON.stringify(request) });
            if ((await reply.text()) !== ask(request)) wrong.push(JSON.stringify(request));
        }
        if (wrong.length) throw new Error(`${wrong.length} of ${all.length} differ: ${wrong.slice(0, 10).join("\n")}`);
        return `${all.length} replies; the program has ${Math.round(memory() / 1e6)} MB of memory then`;
    } finally {
        server.kill();
        rmSync(folder, { recursive: true, force: true });
    }
}

if (process.argv[1] === new URL(import.meta.url).pathname) console.log(await alike(...process.argv.slice(2)));
