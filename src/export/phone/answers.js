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

const overviewOf = (here) => {
    const book = bookOf(here.ruleset);
    return { ...valueOf(book.overviews[viewAt(book, here)], here.day), query: queryOf(here) };
};

const noticesOf = (here) => overviewOf(here).notices;

// Returns the errata of a page of the booklet; null if there is no such page.
function slipOf(here, page) {
    const book = bookOf(here.ruleset);
    const slips = book.slips.get(page);
    return slips ? { ...valueOf(slips[viewAt(book, here)], here.day), query: queryOf(here) } : null;
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

// Returns a section at a view: { clauses, cards, steps, log }.
function versionOf(section, here) {
    const at = section.at[viewAt(bookOf(here.ruleset), here)];
    if (at == null || at < 0) return null;
    const [clauses, cards, steps, log] = section.versions[at];
    return { clauses, cards: expandRuns(cards), steps, log };
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
    const { clauses, cards } = versionOf(section, here);
    return { ...valueOf(cards[unit], here.day), query: queryOf(here), clauses: [valueOf(clauses[unit], here.day)] };
}

// Returns the history of a section.
const logOf = (here, { section }) => ({
    ...valueOf(versionOf(section, here).log, here.day),
    query: queryOf(here),
});

// ---- Two views

// Returns the comparison of two views of a section: one for each unit, and the section's part of all changes.
function comparisonData(here, section) {
    const [from, to] = [earlierView(here), here].map((view) => section.classes[viewAt(bookOf(here.ruleset), view)]);
    return section.comparisons[section.compared[from * Math.sqrt(section.compared.length) + to]];
}

const twoQueries = (here) => ({ from: queryOf(earlierView(here)), to: queryOf(here) });

function comparisonOf(here, { section, unit }) {
    const [units] = comparisonData(here, section);
    return { ...valueOf(units[unit], here.day), ...twoQueries(here) };
}

function changesOf(here) {
    const sections = bookOf(here.ruleset)
        .sections.map((section) => valueOf(comparisonData(here, section)[1], here.day))
        .filter(Boolean);
    const notices = [...noticesOf(earlierView(here)), ...noticesOf(here)].filter((one, at, all) => one !== all[at - 1]);
    return { version: 1, ...twoQueries(here), notices, sections };
}
