// ---- The start page and the contents -------------------------------------------------------------------------------------

const SECTION_STATES = { "not-held": "not included", deleted: "deleted", moved: "moved", "in-force": "" };

// Returns whether the edition being read changed a section.
function isChangedHere(here, id) {
    const from = editionBefore(bookOf(here.ruleset), here.edition);
    const place = from && isPublished(bookOf(here.ruleset), from, here.day) && NAMES.get(here.ruleset).get(bareId(id));
    return Boolean(place) && comparisonData(placeAt(here, { from }), place.section)[1] > 0;
}

function contentsRow(here, { id, heading, page, within, state }, view = null) {
    const changed = isChangedHere(here, id);
    return el(
        "li",
        { class: within ? "within" : "" },
        link(
            placeAt(here, { what: bareId(id), view }),
            el("span", {}, heading, changed && el("span", { class: "said" }, ` (changed in ${here.edition})`)),
            changed && el("i", { class: "dot", title: `changed in ${here.edition}` }),
            el("small", {}, [SECTION_STATES[state] ?? "not part of it", page && `p. ${page}`].filter(Boolean).join(" · ")),
        ),
    );
}

// Describes what is read: edition, rulings, date.
function viewSentence(here) {
    const book = bookOf(here.ruleset);
    const { layers, scopes } = book.profiles[profileAt(book, here.profile)];
    const rulings = layers.length ? `, with ${layers.map((id) => book.shorts[id] || id).join(" and ")}` : "";
    const scope = scopes.length ? `, for ${scopes.join(", ").toUpperCase()} competitions` : "";
    return `Edition ${here.edition}${rulings}${scope}, as known on ${dayInWords(here.day)}.`;
}

// Returns the sections that consist of a table with values: their rows of the contents.
function tablesOf(here) {
    const isTable = ({ id, state }) => {
        const found = state === "in-force" && bookOf(here.ruleset).sections.find((section) => section.id === bareId(id));
        if (!found || !Object.keys(found.names).some((name) => name.endsWith(".table"))) return false;
        const [clause] = cardOf(here, { section: found, unit: 0 }).clauses;
        return clause.blocks.filter((block) => block.kind === "cell" && block.wording !== "none").length > 8;
    };
    return cached(here, "tables", () => overviewOf(here).sections.filter(isTable));
}

function drawHome(here) {
    const book = bookOf(here.ruleset);
    const overview = overviewOf(here);
    const before = editionBefore(book, here.edition);
    const news = before && isPublished(book, before, here.day) && changesOf(placeAt(here, { from: before })).sections.flatMap(({ changes }) => changes).length;
    const chip = (place, sign, ...words) => el("a", { class: "chip", href: hashOf(placeAt(here, place)) }, icon(sign), words);
    const remembered = memory();
    const row = ({ hash, title, note }) => el("li", {}, el("a", { href: hash }, el("span", {}, title), note && el("small", {}, note)));
    const list = (title, name, places) =>
        places && places.length > 0 && el("section", { class: name }, el("h2", {}, title), el("ul", { class: "rows" }, places.map(row)));
    const others = BOOKS.filter(({ key }) => key !== here.ruleset);
    return [
        el("h1", { tabindex: -1 }, overview.title),
        el("p", { class: "quiet" }, viewSentence(here), DATA.made.printed || !book.restated ? "" : " Restated by this project, not official."),
        el("p", { class: "quiet coverage" }, [overview.coverage, overview.coverage_help].filter(Boolean).join(". ")),
        noticeLines(overview.notices),
        el(
            "nav",
            { class: "chips", "aria-label": "Shortcuts" },
            tablesOf(here).slice(0, 2).map(({ id, heading }) => chip({ what: bareId(id) }, "table", heading)),
            hasTroops(here) && chip({ view: "troops" }, "troop", "Troops"),
            before && chip({ from: before }, "compare", `New in ${here.edition} `, el("small", {}, news || "–")),
            book.slips.size > 0 && chip({ what: "pages" }, "page", "Pages"),
            chip({ view: "list" }, "list", "Check a list"),
        ),
        list("Pinned", "pinned", remembered.pins),
        list("Recent", "recent", remembered.recent),
        el(
            "nav",
            { "aria-label": "Sections" },
            el("h2", {}, "Contents"),
            before && overview.sections.some(({ id }) => isChangedHere(here, id)) && el("p", { class: "quiet" }, el("i", { class: "dot" }), ` changed in ${here.edition}`),
            el("ul", { class: "rows contents" }, overview.sections.map((entry) => contentsRow(here, entry))),
        ),
        overview.notes.length > 0 &&
            el("section", {}, el("h2", {}, "Notes on the whole ruleset"), el("ul", {}, overview.notes.map((note) => el("li", {}, remark(here, note))))),
        drawSources(here, overview),
        others.length > 0 &&
            el("section", {}, el("h2", {}, "Other games"), el("ul", { class: "rows" }, others.map(({ key, title }) => el("li", {}, link(atView(here, key), el("span", {}, title)))))),
    ];
}

// Draws editions and documents.
function drawSources(here, overview) {
    const book = bookOf(here.ruleset);
    const { whole, partly, none } = overview.held;
    const edition = (edition) =>
        el(
            "li",
            {},
            isPublished(book, edition.id, here.day) ? link(placeAt({ ...here, edition: edition.id }, {}), edition.id) : edition.id,
            el("small", {}, edition.from && ` since ${edition.from}`, edition.status && `; ${edition.status}`),
        );
    const document = (document) =>
        el("li", {}, document.title, el("small", {}, ` · ${[document.kind, `of ${document.edition}`, document.published].filter(Boolean).join(" · ")}`));
    return el(
        "details",
        { class: "sources" },
        el("summary", {}, "Editions and documents"),
        el("h3", {}, "Editions"),
        el("ul", {}, overview.editions.map(edition)),
        el("h3", {}, "Documents"),
        el("ul", {}, book.documents.map(document)),
        el(
            "p",
            { class: "quiet" },
            `Of ${whole + partly + none} sentences, headings and cells in ${here.edition}, ${whole} are included whole, ${partly} in part. For the rest see your booklet.`,
        ),
    );
}
