// ---- The program: it answers every query. A worker holds it; a page from `rulebook serve` asks its server ------------------------------
//
// `ask(query)` returns { data, html }: what the command line prints as JSON, and the answer drawn; or { error: { error, help, candidates }, kind }.

const ask = document.getElementById("program") ? startProgram() : askServer;

async function askServer(query) {
    try {
        const response = await fetch("api/v1/ask", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(query) });
        if (response.ok) return await response.json();
        return failure(`The server answers with an error (${response.status})`);
    } catch {
        return failure("The server cannot be reached: start it again, or go online");
    }
}

const failure = (error) => ({ error: { error, help: [] }, kind: "failed" });

// Starts the worker and returns the function that asks it. If the program breaks off, the question fails, and the next one starts it again.
function startProgram() {
    let worker = null;
    let number = 0;
    const waiting = new Map();
    const end = (reason) => {
        worker?.terminate();
        worker = null;
        for (const done of waiting.values()) done(failure(reason));
        waiting.clear();
    };
    const start = async () => {
        const address = URL.createObjectURL(new Blob([`(${inWorker})()`], { type: "text/javascript" }));
        const own = new Worker(address);
        worker = own;
        own.onmessage = ({ data: { id, reply, fault } }) => {
            if (fault) return end(`The program broke off: ${fault}`);
            waiting.get(id)?.(JSON.parse(reply));
            waiting.delete(id);
        };
        own.onerror = ({ message }) => end(`The program cannot be started: ${message}`);
        try {
            const [program, rules] = await Promise.all(["program", "rules"].map(packed));
            own.postMessage({ program, rules, today: today(), settings: { wording: document.body.dataset.wording || null } });
        } catch (error) {
            end(`The program cannot be loaded: ${error.message}`);
        }
    };
    return (query) =>
        new Promise((done) => {
            number += 1;
            waiting.set(number, done);
            const ready = worker ? Promise.resolve() : start();
            const id = number;
            ready.then(() => worker?.postMessage({ id, query: JSON.stringify(query) }));
        });
}

// Returns a part of the page that is packed: its text in Base64, or the bytes of its file on a site.
async function packed(id) {
    const { textContent, dataset } = document.getElementById(id);
    if (!dataset.source) return textContent;
    const response = await fetch(dataset.source);
    if (!response.ok) throw new Error(`${dataset.source}: ${response.status}`);
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
    const unpacked = async (part) => {
        if (part instanceof ArrayBuffer) return part;
        const bytes = Uint8Array.from(atob(part.trim()), (c) => c.charCodeAt(0));
        return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    };
    const passed = (text) => {
        const bytes = new TextEncoder().encode(text);
        const at = program.room(bytes.length);
        new Uint8Array(program.memory.buffer, at, bytes.length).set(bytes);
        return [at, bytes.length];
    };
    const load = async ({ program: code, rules, today, settings }) => {
        const page = { random: (at, length) => crypto.getRandomValues(new Uint8Array(program.memory.buffer, at, length)) };
        const made = await WebAssembly.instantiate(await unpacked(code), { page });
        program = made.instance.exports;
        const sources = new TextDecoder().decode(await unpacked(rules));
        program.load(...passed(`{"today":${JSON.stringify(today)},"settings":${JSON.stringify(settings)},"sources":${sources}}`));
    };
    const answer = (query) => {
        const at = program.ask(...passed(query));
        const length = new DataView(program.memory.buffer).getUint32(at, true);
        return new TextDecoder().decode(new Uint8Array(program.memory.buffer, at + 4, length));
    };
    // messages wait for the one before
    let before = Promise.resolve();
    self.onmessage = ({ data }) => {
        const take = async () => (data.id ? self.postMessage({ id: data.id, reply: answer(data.query) }) : load(data));
        before = before.then(take).catch((error) => self.postMessage({ fault: String(error.message || error) }));
    };
}
