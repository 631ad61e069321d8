// ---- Two editions side by side

const FATES = { same: " ", changed: "~", added: "+", removed: "−", moved: "→" };
const CHANGE_ORDER = ["value", "permission", "scope", "move", "wording"];

function drawPair(here, pair) {
    const text =
        pair.fate === "same"
            ? pair.after
            : pair.fate === "added"
              ? added(pair.after)
              : pair.fate === "changed"
                ? differing(pair.before, pair.after, pair.runs)
                : removed(pair.before);
    const by = [...new Set(pair.by.map(who))].join("; ");
    return el(
        "li",
        { class: `pair ${pair.fate}`, "data-depth": Math.min(pair.depth, 3) },
        el("span", { class: "fate", title: pair.fate }, FATES[pair.fate]),
        " ",
        pair.label && el("b", {}, `${pair.label} `),
        text,
        pair.fate === "moved" && pair.moved_to && [" → ", clauseLink(here, pair.moved_to)],
        pair.change && el("span", { class: "aside" }, ` ${pair.change}`),
        by && el("span", { class: "aside" }, ` (${by})`),
    );
}

// What leads from one version of a section to another; null where neither is known.
function pairsBetween(book, section, from, to) {
    const [old, fresh] = [versionOf(book, section, from), versionOf(book, section, to)];
    if (!old || !fresh) return null;
    return (section.compared[`${old.at}-${fresh.at}`] || []).map(pairOf);
}

const earlierView = (here) => ({ ...here, edition: here.from || here.edition, day: here.since || here.day });
const twoViews = (here) =>
    here.from ? `${here.from} → ${here.edition}` : `${here.edition} as of ${here.since} → ${here.day}`;

function drawComparison(here, found) {
    const book = bookOf(here.ruleset);
    const { section, card, version } = found;
    const all = pairsBetween(book, section, earlierView(here), here) || [];
    const root = card.unit === cardOf(version.cards[0]).unit;
    const ids = new Set(blocksOf(version, card).map((block) => block.id));
    const within = (pair) =>
        root ||
        pair.id === card.id ||
        pair.id.startsWith(`${card.id}/`) ||
        pair.id.startsWith(`${card.id}.`) ||
        ids.has(pair.id);
    const pairs = all.filter(within);
    const changed = pairs.filter((pair) => pair.fate !== "same");
    const list = (pairs) =>
        el(
            "ul",
            { class: "pairs" },
            pairs.map((pair) => drawPair(here, pair)),
        );
    const same = pairs.length - changed.length;
    return [
        headed(here, `${card.path.join(" › ")}: ${twoViews(here)}`, section.page),
        el("p", { class: "id" }, clauseLink(here, card.id)),
        !changed.length ? el("p", {}, `It reads the same in both.`) : list(changed),
        changed.length > 0 &&
            same > 0 &&
            el("details", {}, el("summary", {}, `With the ${same} that read the same`), list(pairs)),
        pickOther(here, [section]),
    ];
}

// Everything that changed between two editions, section by section.
function drawChanges(here) {
    const book = bookOf(here.ruleset);
    const parts = [];
    for (const section of book.sections) {
        const pairs = (pairsBetween(book, section, earlierView(here), here) || []).filter(
            (pair) => pair.fate !== "same",
        );
        if (!pairs.length) continue;
        pairs.sort((a, b) => CHANGE_ORDER.indexOf(a.change || "wording") - CHANGE_ORDER.indexOf(b.change || "wording"));
        const version = versionOf(book, section, here);
        const { path } = cardOf(version.cards[0]);
        parts.push(
            el(
                "section",
                {},
                el(
                    "h2",
                    {},
                    clauseLink(here, `${book.key}/${section.id}`, path[path.length - 1]),
                    section.page && el("small", {}, ` p. ${section.page}`),
                ),
                el(
                    "ul",
                    { class: "pairs" },
                    pairs.map((pair) => drawPair(here, pair)),
                ),
            ),
        );
    }
    return [
        headed(here, `What changed: ${twoViews(here)}`),
        pickOther(here, book.sections),
        parts.length ? parts : el("p", {}, "Nothing changed."),
    ];
}

// Other editions, and other days on which some of the sections read otherwise, with which to compare.
function pickOther(here, sections) {
    const book = bookOf(here.ruleset);
    const { line } = book.editions[editionAt(book, here.edition)];
    const others = line
        .map((at) => book.editions[at])
        .filter((edition) => edition.id !== here.edition && isOut(edition, here.day));
    const own = book.editions[editionAt(book, here.edition)];
    const differs = (day) =>
        sections.some((section) => (pairsBetween(book, section, { ...here, day }, here) || []).length);
    const days = book.days.filter((day) => isOut(own, day) && dayAt(book, day) < dayAt(book, here.day) && differs(day));
    const part = (label, list) => list.length > 0 && el("p", {}, `${label} `, between(list, ", "));
    return el(
        "nav",
        { class: "others", "aria-label": "Compare with" },
        part(
            "Compare with",
            others.map((edition) => link({ ...here, from: edition.id, since: null }, edition.id)),
        ),
        here.day >= book.days[book.days.length - 1] &&
            part(
                `${here.edition} as it was known on`,
                days.map((day) => link({ ...here, from: null, since: day }, day)),
            ),
    );
}
