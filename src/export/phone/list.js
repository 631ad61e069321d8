// ---- Army lists: pasted, checked by `rulebook serve` ----------------------------------------------------------------------
//
// The checker is part of the program, not of the page. A page from `rulebook serve` sends the list to the server that it came from, and to no
// other; any other page says that there is none.

const CHECK = "api/v1/check";
const isServed = () => /^https?:$/.test(location.protocol);

// The list that was pasted, which this browser remembers, and the answers of the server by edition, which stay while the page is open.
let pasted = { text: memory().list || "", answers: new Map() };

function paste(text) {
    pasted = { text, answers: new Map() };
    remember({ list: text });
}

function drawList(here) {
    const book = bookOf(here.ruleset);
    const editions = book.editions.filter(({ id }) => isPublished(book, id, here.day));
    const area = el("textarea", { id: "list", rows: 12, spellcheck: false, "aria-label": "Your army list", oninput: () => remember({ list: area.value }), placeholder: "Paste an army list: a mail, a table, or lines such as\n12 Irr Bd(O) @5" });
    area.value = memory().list || "";
    const result = el("div", { class: "verdict", "aria-live": "polite" });
    const form = el(
        "form",
        {
            class: "paste",
            onsubmit: (event) => {
                event.preventDefault();
                paste(area.value);
                checkList(here, editions, result);
            },
        },
        el("h2", {}, "Your list"),
        area,
        el(
            "div",
            { class: "actions" },
            el("button", { type: "submit", class: "btn go", disabled: !isServed() }, `Check at ${here.edition}`),
            button({ class: "btn", onclick: () => ((area.value = ""), paste(""), result.replaceChildren(), area.focus()) }, "Paste another"),
        ),
    );
    const without = !isServed() && [
        el("p", { class: "notice" }, "This page has no checker: it is a file. Start ", el("code", {}, "rulebook serve"), " and open its address, or check the list with ", el("code", {}, "rulebook check list.txt"), "."),
    ];
    if (pasted.text && isServed()) setTimeout(() => checkList(here, editions, result), 0);
    return [
        el("h1", { tabindex: -1, class: "list-title" }, "Check a list"),
        el("p", { class: "quiet" }, viewSentence(here), " Your list is kept on this device only."),
        without,
        el("div", { class: "desk" }, form, result),
    ];
}

// Checks the pasted list at the edition being read, then at the others.
async function checkList(place, editions, result) {
    if (!pasted.text.trim()) {
        result.replaceChildren(el("p", { class: "notice" }, "There is no list yet: paste one."));
        return;
    }
    const list = pasted;
    const ids = [place.edition, ...editions.map(({ id }) => id).filter((id) => id !== place.edition)];
    result.replaceChildren(el("p", { class: "quiet" }, "Checking …"));
    for (const id of ids) {
        if (!list.answers.has(id)) list.answers.set(id, await askChecker({ ...place, edition: id }, list.text));
        if (list !== pasted || here !== place || !result.isConnected) return;
        result.replaceChildren();
        fill(result, drawVerdict(place, editions, list));
        const title = MAIN.querySelector(".list-title");
        title.textContent = verdictTitle(list.answers.get(place.edition), place.edition);
    }
}

// Returns the server's answer, or { error }.
async function askChecker(place, text) {
    const parameters = new URLSearchParams({ ruleset: place.ruleset, at: place.edition, profile: place.profile, as_of: place.day });
    try {
        const response = await fetch(`${CHECK}?${parameters}`, { method: "POST", headers: { "content-type": "text/plain; charset=utf-8" }, body: text });
        const answer = response.headers.get("content-type")?.includes("json") ? await response.json() : null;
        if (response.ok && answer) return answer;
        const { message, error, help } = answer || {};
        const words = [message || error?.message || error, help].flat().filter((one) => typeof one === "string");
        return { error: words.join("; ") || "This server has no checker: it answers only with files. Start `rulebook serve`." };
    } catch {
        return { error: "The checker cannot be reached. Start `rulebook serve`, or go online." };
    }
}

const problemsOf = (answer) => answer.findings.filter(({ severity }) => severity === "error" || severity === "warning");

function verdictTitle(answer, edition) {
    if (answer.error) return "Not checked";
    const [list] = answer.lists || [];
    if (!list) return "Not an army list";
    return `Edition ${edition}: ${list.verdict}`;
}

function drawVerdict(place, editions, list) {
    const answer = list.answers.get(place.edition);
    if (answer.error) return [el("p", { class: "notice" }, answer.error)];
    const [verdict] = answer.lists || [];
    return [
        verdict && drawVerdictStrip(place, editions, list),
        verdict && el("p", { class: "quiet" }, "What is checked, and what is not: ", el("code", {}, `rulebook explain ${place.ruleset}`)),
        answer.findings.length > 0 && [el("h2", {}, verdict && problemsOf(answer).length ? "What is wrong" : "Notes"), answer.findings.map((finding) => drawFinding(place, list, finding))],
        verdict && drawSums(verdict.sums),
        button({ class: "btn", onclick: () => copyAndTell(verdictText(place, answer), "Verdict") }, icon("copy"), "Copy verdict"),
    ];
}

// Draws the editions: a tick where no problems were found, else their number.
function drawVerdictStrip(place, editions, list) {
    return el(
        "ol",
        { class: "strip", "aria-label": "Editions" },
        editions.map((edition) => {
            const answer = list.answers.get(edition.id);
            const count = answer && !answer.error ? problemsOf(answer).length : 0;
            const words = !answer ? "being checked" : answer.error ? "not checked" : verdictTitle(answer, edition.id);
            const clean = answer?.lists?.[0]?.legal;
            const now = edition.id === place.edition;
            return el(
                "li",
                { class: [count ? "bad" : clean ? "ok" : "none", now && "now"].filter(Boolean).join(" ") },
                el(
                    "a",
                    { href: hashOf(placeAt({ ...place, edition: edition.id }, { view: "list" })), "aria-current": now ? "true" : null, title: words },
                    el("i", { "data-n": count || null }),
                    el("span", {}, edition.id, el("span", { class: "said" }, `: ${words}`)),
                    el("small", {}, yearOf(edition)),
                ),
            );
        }),
    );
}

function drawFinding(place, list, { severity, message, range, help, related, fixes }) {
    const line = range && range.start.line;
    const cited = (related || []).map(({ message }) => {
        const [, id, rest] = /^(\S+\/\S+?)(,? .*|)$/.exec(message) || [];
        return el("p", { class: "quiet" }, id && id.startsWith(`${place.ruleset}/`) ? [clauseLink(place, id), rest] : message);
    });
    const fix = (fix) => button({ class: "btn go", onclick: () => applyFix(place, list, fix) }, fix.title.charAt(0).toUpperCase() + fix.title.slice(1));
    const words = line && list.text.split("\n")[line - 1];
    return el(
        "div",
        { class: `finding ${severity}` },
        el("h3", {}, message),
        el("p", { class: "quiet" }, [severity !== "error" && severity, line && `line ${line}: ${words.trim().slice(0, 80)}`].filter(Boolean).join(" · ")),
        cited,
        help && el("p", { class: "quiet" }, help),
        fixes && fixes.length > 0 && el("div", { class: "actions" }, fixes.map(fix)),
    );
}

// Applies the edits of a fix to the pasted text; their places are bytes.
function applyFix(place, list, { edits }) {
    const decode = (bytes) => new TextDecoder().decode(bytes);
    let bytes = new TextEncoder().encode(list.text);
    const last = [...edits].filter(({ range }) => range).sort((a, b) => b.range.bytes[0] - a.range.bytes[0]);
    for (const { range, text } of last) {
        const [start, end] = range.bytes;
        bytes = new TextEncoder().encode(decode(bytes.subarray(0, start)) + text + decode(bytes.subarray(end)));
    }
    paste(decode(bytes));
    show(place);
}

// Draws the sums of the army and its commands. Words in brackets are notes below the table.
function drawSums({ parts }) {
    const rows = parts.map((part) => {
        const cells = new Map();
        for (const { columns, totals } of part.tables)
            totals.forEach((total, at) => total && cells.set(columns[at].replace(/ \(.*$/, ""), total));
        for (const { words, value, unit } of part.rows || [])
            if (![...cells.values()].some((other) => other.value === value && other.unit === unit)) cells.set(words.replace(/ \(.*$/, ""), { value, unit });
        return { name: part.name, depth: part.depth, cells };
    });
    const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
    const notes = new Set(parts.flatMap(({ tables, rows }) => [...tables.flatMap(({ columns }) => columns), ...(rows || []).map(({ words }) => words)]).filter((words) => / \(/.test(words)));
    if (!columns.length) return null;
    return [
        el("h2", {}, "Sums"),
        el(
            "div",
            { class: "wide", tabindex: 0, role: "group", "aria-label": "Sums" },
            el(
                "table",
                {},
                el("thead", {}, el("tr", {}, el("td", {}), columns.map((column) => el("th", { scope: "col" }, column)))),
                el("tbody", {}, rows.map(({ name, cells }) => el("tr", {}, el("th", { scope: "row" }, name), columns.map((column) => el("td", {}, cells.get(column)?.value || ""))))),
            ),
        ),
        [...notes].map((words) => el("p", { class: "quiet" }, words)),
    ];
}

function verdictText(place, answer) {
    const { title } = bookOf(place.ruleset);
    const problem = ({ message, range }) => `- ${range ? `line ${range.start.line}: ` : ""}${message}`;
    return [`${verdictTitle(answer, place.edition)} (${title}, ${place.profile}, as known on ${place.day})`, ...problemsOf(answer).map(problem)].join("\n");
}
