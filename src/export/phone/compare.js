// ---- Comparison of two views: side by side on a laptop, in one text on a phone -------------------------------------------

const FATES = { changed: "changed", added: "new", removed: "gone", moved: "moved" };

const twoViews = (here) => {
    const { from, to } = twoQueries(here);
    return from.as_of === to.as_of
        ? `${from.edition} → ${to.edition}`
        : `${from.edition} as of ${dayInWords(from.as_of)} → ${to.edition} as of ${dayInWords(to.as_of)}`;
};

const noDifference = (notices) => (notices.length ? "No difference in the included text." : "No difference.");

// Returns words for the place of a unit inside a clause: `1.3`, `bullet 2`.
function placeWords(id, clause) {
    const path = id.startsWith(`${clause}/`) ? id.slice(clause.length + 1) : bareId(id);
    return path
        .replace(/^p(\d+)\/s(\d+)$/, "$1.$2")
        .split("/")
        .map((step) => step.replace(/^([psbrclth])(\d+)$/, (all, kind, n) => `${STEP_WORDS[kind]} ${n}`.trim()))
        .filter((step) => step !== "h")
        .join(", ");
}
const STEP_WORDS = { p: "paragraph", s: "sentence", b: "bullet", r: "row", c: "column", l: "line", t: "table", h: "" };

// What a comparison says of a kind of change.
const CHANGES = { wording: null, permission: "what is allowed", unknown: "the text before or after is not included" };

// Returns how many pairs differ, and of how many of them it is not known what changed.
function countsOf(pairs) {
    const differing = pairs.filter((pair) => pair.fate !== "same");
    const unknown = differing.filter((pair) => pair.change === "unknown").length;
    return { changed: differing.length - unknown, unknown };
}
const unknownWords = (unknown) => unknown > 0 && `${unknown} of unknown effect (${CHANGES.unknown})`;

// Returns the sources of pairs, if all have the same.
function commonSource(pairs) {
    const all = new Set(pairs.filter((pair) => pair.fate !== "same").map(sourcesOf));
    return all.size === 1 ? [...all][0] : null;
}
const sourcesOf = (pair) => [...new Set(pair.by.map(originText))].join("; ");

function drawPair(here, pair, clause, common) {
    const by = sourcesOf(pair) === common ? null : sourcesOf(pair);
    const label = pair.label && el("b", {}, `${pair.label} `);
    const both = () => inlineDiff(pair.before, pair.after);
    const restated = () => inlineDiff(pair.restated_before, pair.restated_after);
    const again = (pair.restated_before || pair.restated_after) && el("p", { class: "restated" }, "restated: ", restated());
    const change = pair.change in CHANGES ? CHANGES[pair.change] : pair.change;
    const about = [
        clause && pair.kind !== "cell" && placeWords(pair.id, clause),
        pair.change === "unknown" ? null : FATES[pair.fate] === "new" || FATES[pair.fate] === "gone" ? `${FATES[pair.fate]} in ${here.edition}` : FATES[pair.fate],
        change,
        by,
    ];
    const moved = pair.fate === "moved" && pair.moved_to && [" → ", clauseLink(here, `${here.ruleset}/${pair.moved_to}`)];
    return el(
        "li",
        { class: `pair ${pair.fate}` },
        el("p", { class: "where" }, about.filter(Boolean).join(" · ")),
        el("div", { class: "old" }, el("p", {}, label, both(), moved), again),
        // the same text again, in which a laptop shows only the new words
        el("div", { class: "fresh", "aria-hidden": "true" }, pair.after != null && el("p", {}, label && label.cloneNode(true), both())),
    );
}

// Draws pairs; runs that read the same are folded away.
function drawPairs(here, pairs, clause) {
    const out = [];
    const common = commonSource(pairs);
    for (let at = 0; at < pairs.length;) {
        let end = at;
        while (end < pairs.length && pairs[end].fate === "same") end += 1;
        if (end > at) {
            const same = pairs.slice(at, end).filter((pair) => pair.kind !== "heading");
            if (same.length) {
                const words = `${same.length} ${plural("part", same.length)} ${same.length === 1 ? "reads" : "read"} the same`;
                const one = (pair) => el("p", {}, pair.label && el("b", {}, `${pair.label} `), pair.after);
                out.push(el("li", { class: "same" }, el("details", {}, el("summary", {}, words), same.map(one))));
            }
            at = end;
        } else {
            out.push(drawPair(here, pairs[at], clause, common));
            at += 1;
        }
    }
    return el("ul", { class: "pairs" }, out);
}

// Draws the choice of the two views.
function drawPicks(here, sections) {
    const book = bookOf(here.ruleset);
    const earlier = earlierView(here);
    const published = book.editions.filter(({ id }) => isPublished(book, id, here.day));
    const differs = (day) => sections.some((section) => comparisonData({ ...here, from: null, since: day }, section)[1] > 0);
    const days = book.days.filter(
        (day) => day && isPublished(book, here.edition, day) && dayAt(book, day) < dayAt(book, here.day) && differs(day),
    );
    const select = (label, options, chosen, change) =>
        el(
            "select",
            { class: "btn", "aria-label": label, onchange: (event) => change(event.currentTarget.value) },
            options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
        );
    const from = select(
        "Earlier",
        [...published.map(({ id }) => [id, id]), ...days.map((day) => [`@${day}`, `${here.edition} as known on ${dayInWords(day)}`])],
        here.since ? `@${here.since}` : earlier.edition,
        (value) => navigate(value[0] === "@" ? { ...here, from: null, since: value.slice(1) } : { ...here, from: value, since: null }),
    );
    const to = select(
        "Later",
        published.map(({ id }) => [id, id]),
        here.edition,
        (value) => navigate({ ...here, edition: value, from: here.from || here.edition, since: null }),
    );
    const swapped = here.from && { ...here, from: here.edition, edition: here.from };
    return el(
        "div",
        { class: "picks", role: "group", "aria-label": "Compare" },
        from,
        swapped ? el("a", { class: "btn", href: hashOf(swapped), "aria-label": "Exchange the two" }, icon("compare")) : icon("right"),
        to,
    );
}

const columnsHead = (here) => {
    const { from, to } = twoQueries(here);
    const published = (id) => bookOf(here.ruleset).editions[editionAt(bookOf(here.ruleset), id)].from;
    const side = (query) =>
        el("span", {}, query.edition, " ", el("small", {}, from.edition === to.edition ? `as known on ${dayInWords(query.as_of)}` : published(query.edition)));
    return el("div", { class: "columns", "aria-hidden": "true" }, side(from), side(to));
};

function drawComparison(here, found) {
    const { id, heading, page, notices, pairs } = comparisonOf(here, found);
    const { changed, unknown } = countsOf(pairs);
    const same = pairs.filter((pair) => pair.fate === "same" && pair.kind !== "heading").length;
    const own = placeAt(here, { what: bareId(id) });
    const [clause] = versionOf(found.section, here).clauses[found.unit] > 0 ? cardOf(here, found).clauses : [];
    const title = clause ? shortPath(clause.path)[clause.path.length - 1] : heading;
    return el(
        "article",
        { class: "compare" },
        el("nav", { class: "crumb", "aria-label": "Back" }, link(own, "Back to the clause")),
        el("h1", { tabindex: -1 }, title, el("span", { class: "said" }, `: ${twoViews(here)}`)),
        el("div", { class: "meta" }, pageLink(here, page), el("code", { class: "id" }, clauseLink(here, id, id))),
        drawPicks(here, [found.section]),
        noticeLines(notices),
        el(
            "p",
            { class: "lede" },
            changed || unknown
                ? [
                      el("b", {}, changed > 0 && `${changed} ${changed === 1 ? "part differs" : "parts differ"}`, changed > 0 && unknown > 0 && ", ", unknownWords(unknown)),
                      `, ${same} ${same === 1 ? "reads" : "read"} the same.`,
                  ]
                : noDifference(notices),
        ),
        commonSource(pairs) && el("p", { class: "quiet" }, commonSource(pairs)),
        changed + unknown > 0 && [columnsHead(here), drawPairs(here, pairs, id)],
    );
}

// Draws everything that changed between two views, by section.
function drawChanges(here) {
    const { notices, sections } = changesOf(here);
    const book = bookOf(here.ruleset);
    const fate = { added: "new", removed: "deleted", moved: "moved" };
    const { changed, unknown } = countsOf(sections.flatMap(({ changes }) => changes));
    const part = ({ id, heading, page, fate: own, notices, changes }) =>
        el(
            "section",
            {},
            el("h2", {}, link({ ...placeAt(here, { what: bareId(id) }), from: here.from, since: here.since }, heading)),
            el("p", { class: "quiet" }, [page && `p. ${page}`, fate[own], commonSource(changes)].filter(Boolean).join(" · ")),
            noticeLines(notices),
            changes.length > 0 && drawPairs(here, changes, id),
        );
    return el(
        "article",
        { class: "compare" },
        el("h1", { tabindex: -1 }, "What changed", el("span", { class: "said" }, `: ${twoViews(here)}`)),
        drawPicks(here, book.sections),
        noticeLines(notices),
        el(
            "p",
            { class: "lede" },
            changed || unknown
                ? [
                      el("b", {}, [changed > 0 && `${changed} ${plural("change", changed)}`, unknownWords(unknown)].filter(Boolean).join(" and ")),
                      ` in ${sections.length} ${plural("section", sections.length)}.`,
                  ]
                : noDifference(sections.flatMap(({ notices }) => notices)),
        ),
        changed + unknown > 0 && columnsHead(here),
        sections.map(part),
    );
}
