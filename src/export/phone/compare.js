// ---- Comparison of two views ----------------------------------------------------------------------------------------

const FATES = { same: " ", changed: "~", added: "+", removed: "−", moved: "→" };

function drawPair(here, pair) {
    const by = [...new Set(pair.by.map(originText))].join("; ");
    return el(
        "li",
        { class: `pair ${pair.fate}`, "data-depth": Math.min(pair.depth, 3) },
        el("span", { class: "fate", title: pair.fate }, FATES[pair.fate]),
        " ",
        pair.label && el("b", {}, `${pair.label} `),
        inlineDiff(pair.before, pair.after),
        pair.fate === "moved" && pair.moved_to && [" → ", clauseLink(here, `${here.ruleset}/${pair.moved_to}`)],
        pair.change && el("span", { class: "aside" }, ` ${pair.change}`),
        by && el("span", { class: "aside" }, ` (${by})`),
        (pair.restated_before || pair.restated_after) &&
            el("span", { class: "restated" }, "restated: ", inlineDiff(pair.restated_before, pair.restated_after)),
    );
}

const drawPairs = (here, pairs) =>
    el(
        "ul",
        { class: "pairs" },
        pairs.map((pair) => drawPair(here, pair)),
    );

const twoViews = (here) => {
    const { from, to } = twoQueries(here);
    return from.as_of === to.as_of
        ? `${from.edition} → ${to.edition}`
        : `${from.edition} as of ${from.as_of} → ${to.edition} as of ${to.as_of}`;
};

const noDifference = (notices) => (notices.length ? "No difference in the included text" : "No difference");

function drawComparison(here, found) {
    const { id, heading, page, notices, pairs } = comparisonOf(here, found);
    const changed = pairs.filter((pair) => pair.fate !== "same");
    const same = pairs.length - changed.length;
    return [
        pageHeader(here, `${heading}: ${twoViews(here)}`, { page, notices }),
        el("p", { class: "id" }, clauseLink(here, id)),
        changed.length ? drawPairs(here, changed) : el("p", {}, noDifference(notices)),
        same > 0 && el("details", {}, el("summary", {}, `Show ${same} unchanged`), drawPairs(here, pairs)),
        pickOther(here, [found.section]),
    ];
}

// Draws everything that changed between two views, by section.
function drawChanges(here) {
    const { notices, sections } = changesOf(here);
    const fate = { added: " (new)", removed: " (deleted)", moved: " (moved)" };
    const part = ({ id, heading, page, fate: own, notices, changes }) =>
        el(
            "section",
            {},
            el("h2", {}, clauseLink(here, id, heading), page && el("small", {}, ` p. ${page}`), fate[own]),
            noticeLines(notices),
            changes.length > 0 && drawPairs(here, changes),
        );
    return [
        pageHeader(here, `What changed: ${twoViews(here)}`, { notices }),
        pickOther(here, bookOf(here.ruleset).sections),
        !sections.some(({ changes }) => changes.length) &&
            el("p", {}, noDifference(sections.flatMap(({ notices }) => notices))),
        sections.map(part),
    ];
}

// Draws links to compare with other editions, and with other dates at which the text of some of the sections was different.
function pickOther(here, sections) {
    const book = bookOf(here.ruleset);
    const { line } = book.editions[editionAt(book, here.edition)];
    const others = line
        .map((at) => book.editions[at])
        .filter((edition) => edition.id !== here.edition && isPublished(book, edition.id, here.day));
    const differs = (day) => sections.some((section) => comparisonData({ ...here, from: null, since: day }, section)[1] > 0);
    const days = book.days.filter(
        (day) => day && isPublished(book, here.edition, day) && dayAt(book, day) < dayAt(book, here.day) && differs(day),
    );
    const part = (label, list) => list.length > 0 && el("p", {}, `${label} `, joinWith(list, ", "));
    return el(
        "nav",
        { class: "others", "aria-label": "Compare with" },
        part(
            "Compare with",
            others.map((edition) => link({ ...here, from: edition.id, since: null }, edition.id)),
        ),
        part(
            `${here.edition} as known on`,
            days.map((day) => link({ ...here, from: null, since: day }, day)),
        ),
    );
}
