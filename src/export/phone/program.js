// ---- The program: it answers every query. A worker holds it; a page from `rulebook serve` asks its server ------------------------------
//
// `ask(query)` returns { data, html }: what the command line prints as JSON, and the answer drawn; or { error: { error, help, candidates }, kind }.

// What the page is: { by, made, printed, address, answers }.
const PAGE = JSON.parse(document.getElementById("data").textContent);
const isServed = Boolean(PAGE.answers.server);
const ask = isServed ? askServer : startProgram();

const failure = (error) => ({ error: { error, help: [] }, kind: "failed" });

async function askServer(query) {
    try {
        const response = await fetch(PAGE.answers.server, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(query) });
        return response.ok ? await response.json() : failure(`the server answers with an error (${response.status})`);
    } catch {
        return failure("the server cannot be reached: start it again, or go online");
    }
}

// Starts the worker and returns the function that asks it. If the program breaks off, what was asked fails, and the next question starts it again.
function startProgram() {
    let started = null;
    let number = 0;
    const waiting = new Map();
    const end = (reason) => {
        started?.then((worker) => worker.terminate(), () => {});
        started = null;
        for (const done of waiting.values()) done(failure(reason));
        waiting.clear();
    };
    const start = async () => {
        const [program, rules] = await Promise.all(["program", "rules"].map(packed));
        const worker = new Worker(URL.createObjectURL(new Blob([`(${inWorker})()`], { type: "text/javascript" })));
        worker.onmessage = ({ data: { id, reply, fault } }) => {
            if (fault) return end(`the program broke off: ${fault}`);
            waiting.get(id)?.(JSON.parse(reply));
            waiting.delete(id);
        };
        worker.onerror = ({ message }) => end(`the program cannot be started: ${message}`);
        worker.postMessage({ program, rules, today: today() });
        return worker;
    };
    return (query) =>
        new Promise((done) => {
            number += 1;
            const id = number;
            waiting.set(id, done);
            started ||= start();
            started.then(
                (worker) => worker.postMessage({ id, query: JSON.stringify(query) }),
                (error) => end(`the program cannot be loaded: ${error.message}`),
            );
        });
}

// Returns the program or its rules: packed in the page, or the bytes of a file of the site.
async function packed(name) {
    const file = PAGE.answers[name];
    if (!file) return document.getElementById(name).textContent;
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return response.arrayBuffer();
}

// The current day where the reader is.
function today() {
    const now = new Date();
    return new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}

// What runs in the worker, which can use nothing else of this script.
function inWorker() {
    let program = null;
    // Reads bytes that are written as text in basE91: two characters for 13 or 14 bits.
    const bytesOf = (text) => {
        const bytes = new Uint8Array(text.length);
        let [value, bits, length] = [0, 0, 0];
        const digit = (at) => {
            const code = text.charCodeAt(at);
            return code - 33 - (code > 38) - (code > 60) - (code > 92);
        };
        for (let at = 0; at < text.length; at += 2) {
            const isRest = at + 1 === text.length;
            const pair = digit(at) + (isRest ? 0 : 91 * digit(at + 1));
            value |= pair << bits;
            bits += isRest ? 8 - bits : (pair & 0x1fff) > 88 ? 13 : 14;
            for (; bits >= 8; bits -= 8, value >>= 8) {
                bytes[length] = value & 0xff;
                length += 1;
            }
        }
        return bytes.subarray(0, length);
    };
    const unpacked = (part) => {
        if (part instanceof ArrayBuffer) return part;
        const bytes = bytesOf(part);
        return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    };
    // Passes a text to a function of the program, and returns its reply.
    const call = (name, text) => {
        const bytes = new TextEncoder().encode(text);
        const room = program.room(bytes.length);
        new Uint8Array(program.memory.buffer, room, bytes.length).set(bytes);
        const at = program[name]();
        const length = new DataView(program.memory.buffer).getUint32(at, true);
        return new TextDecoder().decode(new Uint8Array(program.memory.buffer, at + 4, length));
    };
    const load = async ({ program: code, rules, today }) => {
        const random = (at, length) => crypto.getRandomValues(new Uint8Array(program.memory.buffer, at, length));
        program = (await WebAssembly.instantiate(await unpacked(code), { page: { random } })).instance.exports;
        // the rules are an object, to which the day is added
        const start = new TextDecoder().decode(await unpacked(rules));
        const fault = call("load", `{"today":"${today}",${start.slice(1)}`);
        if (fault) throw new Error(fault);
    };
    // each message waits for the one before
    let before = Promise.resolve();
    self.onmessage = ({ data }) => {
        const take = async () => (data.id ? self.postMessage({ id: data.id, reply: call("ask", data.query) }) : load(data));
        before = before.then(take).catch((error) => self.postMessage({ fault: String(error.message || error) }));
    };
}
