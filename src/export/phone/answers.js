// ---- Answers: the program's precomputed answers ---------------------------------------------------------------------
//
// { ruleset, what, edition, day, profile, from, since } → the program's answer, in the form of its JSON. Answers are only looked up, never
// computed here.

const queryOf = ({ ruleset, edition, day, profile }) => ({ ruleset, edition, as_of: day, profile });
const earlierView = (here) => ({ ...here, edition: here.from || here.edition, day: here.since || here.day });

function answerTo(here) {
    if (here.refused) return { error: here.refused };
    const page = pageOf(here.what);
    if (page) return slipOf(here, page);
    if (!here.what) return here.from || here.since ? changesOf(here) : overviewOf(here);
    const found = locate(here, here.what);
    return found && (here.from || here.since ? comparisonOf(here, found) : cardOf(here, found));
}

// Parses the page in `p.22`, `p22`, `page 22`, `p. 39a`.
function pageOf(what) {
    const [, page] = /^p(?:age)?\.*\s*(\d+[a-z]?)$/i.exec((what || "").trim()) || [];
    return page && page.toLowerCase();
}

// Values that several parts of a view need, by name, for the view that was last asked about.
let kept = { view: null, values: new Map() };
function cached(here, name, make) {
    const view = [here.ruleset, viewAt(bookOf(here.ruleset), here), here.day].join();
    if (kept.view !== view) kept = { view, values: new Map() };
    if (!kept.values.has(name)) kept.values.set(name, make());
    return kept.values.get(name);
}

const overviewOf = (here) =>
    cached(here, "overview", () => {
        const book = bookOf(here.ruleset);
        return { ...valueOf(book.overviews[viewAt(book, here)], here.day), query: queryOf(here) };
    });

const noticesOf = (here) => overviewOf(here).notices;

// Returns the errata of a page of the booklet; null if there is no such page.
function slipOf(here, page) {
    const book = bookOf(here.ruleset);
    const sections = book.slips.get(page);
    if (!sections) return null;
    const errata = (at) => {
        const version = versionOf(book.sections[at], here);
        return version && valueOf(version.errata, here.day);
    };
    return {
        version: 1,
        query: queryOf(here),
        page,
        notices: noticesOf(here),
        sections: sections.map(errata).filter(Boolean),
        unplaced: valueOf(book.unplaced[viewAt(book, here)], here.day),
    };
}

// ---- Clauses

// The names that addresses may use, by ruleset: name → { section, unit }. Units are numbered within a section; 0 is the section itself.
const NAMES = new Map(
    BOOKS.map((book) => [
        book.key,
        new Map(
            book.sections.flatMap((section) =>
                Object.entries(section.names).map(([name, unit]) => [name, { section, unit }]),
            ),
        ),
    ]),
);

// Returns a section at a view: { clauses, blocks, steps, log, errata }, the first two by unit.
function versionOf(section, here) {
    const at = section.at[viewAt(bookOf(here.ruleset), here)];
    if (at == null || at < 0) return null;
    const [steps, log, errata] = section.versions[at];
    const every = (second) => rowAt(section.cards, at).filter((_, place) => place % 2 === second);
    return {
        get clauses() {
            return every(0);
        },
        get blocks() {
            return every(1);
        },
        steps,
        log,
        errata,
    };
}

// Finds a clause by its id: { section, unit }; null if there is none.
function locate(here, id) {
    const [name, ...path] = id.split("/");
    const place = NAMES.get(here.ruleset).get(name);
    const version = place && versionOf(place.section, here);
    if (!version) return null;
    const steps = path.some(Boolean) ? valueOf(version.steps) : {};
    let { unit } = place;
    const [floating] = (unit === 0 && (steps[0] || {})[`~${path.join("/")}`]) || [];
    if (floating != null) return { section: place.section, unit: floating };
    for (const step of path.filter(Boolean)) {
        unit = followStep(steps[unit] || {}, step);
        if (unit == null) return null;
    }
    return { section: place.section, unit };
}

// Returns the unit that a step selects: `3`, `b3`, `s-1`, or a label.
function followStep(steps, step) {
    const [, kind, number] = /^([a-z]?-?)(\d+)$/.exec(step) || [];
    return kind == null ? (steps[`=${labelKey(step)}`] || [])[0] : (steps[`#${kind}`] || [])[number - 1];
}

const labelKey = (label) =>
    label
        .replace(/^[()[\].:,\s]+|[()[\].:,\s]+$/g, "")
        .replace(/[−–—‐‑]/g, "-")
        .toLowerCase()
        .split(/\s+/)
        .join(" ");

function cardOf(here, { section, unit }) {
    const { clauses, blocks } = versionOf(section, here);
    const clause = { ...valueOf(clauses[unit], here.day), blocks: valueOf(blocks[unit], here.day) };
    return { version: 1, query: queryOf(here), notices: noticesOf(here), clauses: [clause] };
}

// Returns the history of a section.
const logOf = (here, { section }) => ({
    ...valueOf(versionOf(section, here).log, here.day),
    query: queryOf(here),
});

// ---- Two views

// Returns the comparison of two views of a section, and whether they differ.
function comparisonData(here, section) {
    const [from, to] = [earlierView(here), here].map((view) => section.classes[viewAt(bookOf(here.ruleset), view)]);
    const [pairs, ranges, differs, notices] = section.comparisons[section.compared[from * section.live.length + to]];
    return [{ from, to, pairs, ranges, notices }, differs];
}

// Returns what is compared for a unit.
function unitComparison(here, { section, unit }) {
    const [{ to, pairs, ranges, notices }] = comparisonData(here, section);
    const [first, count] = rowAt(section.ranges, ranges).slice(2 * unit, 2 * unit + 2);
    const own = notices.find(([at]) => at === unit);
    return {
        ...valueOf(rowAt(section.heads, to)[unit], here.day),
        notices: own ? valueOf(own[1], here.day).notices : [],
        pairs: rowAt(section.pairs, pairs)
            .slice(first, first + count)
            .map((at) => valueOf(at, here.day)),
    };
}

const twoQueries = (here) => ({ from: queryOf(earlierView(here)), to: queryOf(here) });

const comparisonOf = (here, found) => ({ version: 1, ...unitComparison(here, found), ...twoQueries(here) });

// The kinds of changes, in the order in which they are listed.
const CHANGE_KINDS = ["value", "permission", "scope", "move", "wording", "unknown"];

// Returns a section's part of all changes.
function sectionChanges(here, section) {
    const [{ from, to }, differs] = comparisonData(here, section);
    if (!differs) return null;
    const { pairs, ...about } = unitComparison(here, { section, unit: 0 });
    const kind = (pair) => CHANGE_KINDS.indexOf(pair.change || "wording");
    const fates = { "0,1": "added", "1,0": "removed" };
    return {
        ...about,
        fate: fates[[section.live[from], section.live[to]]] || "changed",
        changes: pairs.filter(({ fate }) => fate !== "same").sort((one, other) => kind(one) - kind(other)),
    };
}

function changesOf(here) {
    const sections = bookOf(here.ruleset)
        .sections.map((section) => sectionChanges(here, section))
        .filter(Boolean);
    const notices = [...noticesOf(earlierView(here)), ...noticesOf(here)].filter((one, at, all) => one !== all[at - 1]);
    return { version: 1, ...twoQueries(here), notices, sections };
}
