// ---- Army lists: typed or pasted, kept on this device, checked at all editions ---------------------------------------------------------

// How long the typing of a list pauses before it is checked, in milliseconds.
const PAUSE = 600;

const problemsOf = ({ findings }) => findings.filter(({ severity }) => severity === "error" || severity === "warning");

function verdictTitle({ data, error }, edition) {
    if (error) return error.error;
    const [list] = data.lists || [];
    return list ? `Edition ${edition}: ${list.verdict}` : "Not an army list";
}

function drawList(here) {
    const area = el("textarea", { id: "list", rows: 12, spellcheck: false, "aria-label": "Your army list", placeholder: "Paste an army list: a mail, a table, or lines such as\n12 Irr Bd(O) @5" });
    area.value = memory().list || "";
    const verdict = el("div", { class: "verdict", "aria-live": "polite" });
    let timer = null;
    const check = async () => {
        clearTimeout(timer);
        remember({ list: area.value });
        if (area.value.trim()) await checkList(here, area, verdict, check);
        else verdict.replaceChildren();
    };
    area.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(check, PAUSE);
    });
    const submit = (event) => {
        event.preventDefault();
        check();
    };
    const clear = () => {
        area.value = "";
        check();
        area.focus();
    };
    const actions = [
        el("button", { type: "submit", class: "btn go" }, `Check at ${here.edition}`),
        button({ class: "btn", onclick: clear }, "Paste another"),
        button({ class: "btn", onclick: () => copyAndTell(`${area.value.trim()}\n\n${verdict.dataset.words || ""}\n`, "List") }, icon("copy"), "Copy with verdict"),
        button({ class: "btn", onclick: () => print() }, icon("print"), "Print"),
    ];
    setTimeout(check, 0);
    return [
        el("h1", { tabindex: -1, class: "list-title" }, "Check a list"),
        el("p", { class: "quiet about" }, viewSentence(here), isServed ? " Your list stays on this device and the server of this page." : " Your list stays on this device."),
        el("div", { class: "desk" }, verdict, el("form", { class: "paste", onsubmit: submit }, area, el("div", { class: "actions" }, actions))),
    ];
}

// Checks a list at the edition that is read, then at the others, and shows what is known so far.
async function checkList(here, area, verdict, again) {
    const text = area.value;
    const ids = editionsOf(here.ruleset).map(({ id }) => id);
    const replies = new Map();
    const isOld = () => area.value !== text || !verdict.isConnected;
    for (const id of [here.edition, ...ids.filter((id) => id !== here.edition)]) {
        replies.set(id, await ask({ operation: "check", text, ruleset: here.ruleset, at: id, profile: here.profile, as_of: here.day }));
        if (isOld()) return;
        const own = replies.get(here.edition);
        const title = verdictTitle(own, here.edition);
        MAIN.querySelector(".list-title").textContent = title;
        verdict.dataset.words = [title, ...(own.data ? problemsOf(own.data).map(({ message, range }) => `- ${range ? `line ${range.start.line}: ` : ""}${message}`) : [])].join("\n");
        verdict.replaceChildren();
        fill(verdict, drawVerdict(here, { text, area, again }, replies));
        // a text that is no list is none at any edition
        if (!own.data?.lists?.length) return;
    }
}

function drawVerdict(here, list, replies) {
    const { data, html, error } = replies.get(here.edition);
    if (error) return [error.help.filter((line) => !/`|--/.test(line)).map((line) => el("p", { class: "notice" }, line))];
    const answer = answerPart(html, queryOf(here));
    const sums = [...answer.querySelectorAll(".wide, .wide ~ .item")].filter((part) => part.matches(".wide") || /^[*?]/.test(part.textContent));
    return [
        data.lists?.length > 0 && drawEditions(here, replies),
        data.findings.map((finding) => drawFinding(here, list, finding)),
        sums.length > 0 && [el("h2", {}, "Sums"), sums],
        el("div", { class: "paper" }, el("h2", {}, "List"), el("ol", {}, list.text.split("\n").map((line) => el("li", {}, line || "\u00a0")))),
    ];
}

// Draws the strip of editions: a tick, or the number of problems, at each.
function drawEditions(here, replies) {
    const one = (edition) => {
        const reply = replies.get(edition.id);
        const count = reply?.data ? problemsOf(reply.data).length : 0;
        const words = reply ? verdictTitle(reply, edition.id) : "being checked";
        const now = edition.id === here.edition;
        return el(
            "li",
            { class: [count ? "bad" : reply?.data?.lists?.[0]?.legal ? "ok" : "none", now && "now"].filter(Boolean).join(" ") },
            el(
                "a",
                { href: hashOf({ ...placeAt(here), edition: edition.id, view: "list" }), "aria-current": now ? "true" : null, title: words },
                el("i", { "data-n": count || null }),
                el("span", {}, edition.id, el("span", { class: "said" }, `: ${words}`)),
                el("small", {}, yearOf(edition)),
            ),
        );
    };
    return el("ol", { class: "strip", "aria-label": "Editions" }, editionsOf(here.ruleset).map(one));
}

// Draws a problem with its line, the rule that it breaks and its fixes.
function drawFinding(here, list, { severity, message, range, help, related = [], fixes = [] }) {
    const line = range?.start.line;
    const words = line && list.text.split("\n")[line - 1].trim().slice(0, 80);
    const rule = ({ message }) => {
        const [, id, rest] = /^(\S+\/[^\s,:]+)(.*)$/.exec(message) || [];
        return el("p", { class: "quiet" }, id ? [link(atView(queryOf(here), id), id), rest] : message);
    };
    const fix = ({ title, edits }) => button({ class: "btn go", onclick: () => applyEdits(list, edits) }, title.charAt(0).toUpperCase() + title.slice(1));
    const showLine = () => {
        const start = list.text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
        list.area.focus();
        list.area.setSelectionRange(start, start + list.text.split("\n")[line - 1].length);
    };
    return el(
        "div",
        { class: `finding ${severity}` },
        el("h2", {}, message),
        el("p", { class: "quiet" }, severity !== "error" && `${severity} · `, line && button({ class: "inline", onclick: showLine }, `line ${line}`), line && `: ${words}`),
        related.map(rule),
        [help].flat().filter(Boolean).map((words) => el("p", { class: "quiet" }, words)),
        fixes.length > 0 && el("div", { class: "actions" }, fixes.map(fix)),
    );
}

// Applies the edits of a fix to the list; their places are bytes.
function applyEdits({ text, area, again }, edits) {
    const decode = (bytes) => new TextDecoder().decode(bytes);
    let bytes = new TextEncoder().encode(text);
    for (const { range, text: words } of [...edits].filter(({ range }) => range).sort((a, b) => b.range.bytes[0] - a.range.bytes[0])) {
        const [start, end] = range.bytes;
        bytes = new TextEncoder().encode(decode(bytes.subarray(0, start)) + words + decode(bytes.subarray(end)));
    }
    area.value = decode(bytes);
    again();
}
