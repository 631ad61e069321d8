// ---- The register of rulings ----------------------------------------------------------------------------------------------

// The program's register at a view: { rulings, counts, notices }.
const registerOf = (here) =>
    cached(here, "register", () => {
        const book = bookOf(here.ruleset);
        return { ...valueOf(book.registers[viewAt(book, here)], here.day), query: queryOf(here) };
    });

const numberOrder = (a, b) => (a.n || a.id).localeCompare(b.n || b.id, "en", { numeric: true });

// Returns the sections that a ruling is about.
function sectionsOf(here, { interprets }) {
    const names = NAMES.get(here.ruleset);
    const ids = interprets.map(({ id }) => names.get(bareId(id).split("/")[0])).filter(Boolean);
    return [...new Set(ids.map(({ section }) => section.id))];
}

function drawRegister(here) {
    const { rulings: all, counts, notices } = registerOf(here);
    const inSection = (ruling) => !here.section || sectionsOf(here, ruling).includes(here.section);
    const shown = all.filter((ruling) => inSection(ruling) && (!here.state || ruling.state === here.state));
    if (here.kind === "number") shown.sort(numberOrder);
    const count = (state) => all.filter((ruling) => inSection(ruling) && (!state || ruling.state === state)).length;
    const chip = (state, words) => {
        const on = (here.state || null) === state;
        return el(
            "a",
            { class: on ? "chip on" : "chip", href: hashOf({ ...here, state }), "aria-current": on ? "true" : null },
            `${words} `,
            el("small", {}, count(state)),
        );
    };
    const used = new Set(all.flatMap((ruling) => sectionsOf(here, ruling)));
    const sections = overviewOf(here).sections.filter(({ id }) => used.has(bareId(id)));
    const select = (label, chosen, options, change) =>
        el(
            "select",
            { class: "btn", "aria-label": label, onchange: (event) => navigate({ ...here, ...change(event.currentTarget.value) }) },
            options.map(([value, words]) => el("option", { value, selected: value === (chosen || "") }, words)),
        );
    const states = counts.filter(({ count }) => count > 0).map(({ state }) => state);
    return [
        el("h1", { tabindex: -1 }, "Rulings"),
        el("p", { class: "quiet" }, viewSentence(here)),
        noticeLines(notices),
        !all.length && el("p", {}, "This profile shows no rulings of this ruleset. Choose another one at the top."),
        all.length > 0 && [
            el("div", { class: "chips", role: "group", "aria-label": "States" }, chip(null, "all"), states.map((state) => chip(state, stateLabel(state)))),
            el(
                "div",
                { class: "picks", role: "group", "aria-label": "Filters" },
                select("Order", here.kind, [["", "Needs care first"], ["number", "By number"]], (value) => ({ kind: value || null })),
                select(
                    "Section",
                    here.section,
                    [["", "Section: all"], ...sections.map(({ id, heading, page }) => [bareId(id), [heading, page && `p. ${page}`].filter(Boolean).join(", ")])],
                    (value) => ({ section: value || null }),
                ),
            ),
            el("ol", { class: "register" }, shown.map((ruling) => el("li", {}, drawRegistered(here, ruling)))),
        ],
    ];
}

// What became of the words that a ruling interprets.
const INTERPRETED = {
    same: "reads as it did then",
    changed: "reads differently now",
    deleted: "is no longer part of the text",
    "not-held": "its words then are not included",
};

function drawRegistered(here, ruling) {
    const { interprets, remarks, contradictions, deviations } = ruling;
    const one = ({ id, path, page, change, then, now }) => [
        el("p", { class: "quiet" }, clauseLink(here, id, shortPath(path).join(" › ")), page && [", ", pageLink(here, page)], `: ${INTERPRETED[change]}`),
        change === "changed" &&
            el(
                "div",
                { class: "then-now" },
                el("div", {}, el("small", {}, "then"), el("p", {}, then ?? NOT_INCLUDED)),
                el("div", {}, el("small", {}, `at ${here.edition}`), el("p", {}, now == null ? NOT_INCLUDED : inlineDiff(then, now))),
            ),
        change !== "changed" && (then || now) && el("p", { class: "interpreted" }, then || now),
    ];
    const about = [...contradictions, ...remarks, ...deviations];
    return [
        drawRuling(here, ruling),
        interprets.length > 0 &&
            el(
                "details",
                { open: ["contradicted", "touched", "undecided"].includes(ruling.state) },
                el("summary", {}, "What it interprets, then and now"),
                interprets.map(one),
            ),
        about.map((note) => el("p", { class: "quiet" }, remark(here, note))),
    ];
}
