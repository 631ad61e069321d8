// ---- Views: everything except cards ---------------------------------------------------------------------------------

const pageHeader = (here, title, { page, notices } = {}) => [
    aboutLine(here, page),
    el("h1", { tabindex: -1 }, title),
    noticeLines(notices),
];

// ---- Search results

const HITS = 10;

function drawHits(here, answer) {
    const says = [
        ...answer.faults.map((fault) => el("p", { class: "notice" }, fault)),
        ...answer.corrections.map(({ typed, meant }) =>
            el("p", { class: "notice" }, `No matches for “${typed}”; showing results for “${meant.join(", ")}”`),
        ),
    ];
    const held = answer.hits.filter((hit) => hit.holds);
    const past = answer.hits.filter((hit) => !hit.holds);
    const list = (hits) =>
        el(
            "ol",
            { class: "hits" },
            hits.map((hit) => drawHit(answer.view, hit)),
        );
    return [
        aboutLine(answer.view),
        el(
            "h1",
            { tabindex: -1, class: "quiet" },
            answer.hits.length ? `${answer.hits.length} found` : "No matches",
        ),
        noticeLines(isPublished(bookOf(answer.view.ruleset), answer.view.edition, answer.view.day) ? noticesOf(answer.view) : []),
        says,
        held.length > 0 && list(held),
        past.length > 0 && [
            el(
                "h2",
                {},
                past.every(({ doc }) => doc.book.key === answer.view.ruleset)
                    ? `Not in the text of ${answer.view.edition}`
                    : "Not in the text of the selected edition",
            ),
            list(past),
        ],
        !answer.hits.length &&
            el(
                "p",
                {},
                "Try other words. Conditions: ",
                joinWith(
                    TABLES.filters.map(([, example]) => el("code", {}, example)),
                    ", ",
                ),
                ".",
            ),
    ];
}

// Describes a hit: the editions in which it is in force, its source, and its wording.
function aboutHit(view, { doc, edition }) {
    const { editions } = doc.book;
    const { reads } = doc.standing;
    // the consecutive editions around the requested one
    let first = reads.includes(edition) ? edition : doc.standing.editions[doc.standing.editions.length - 1];
    let last = first;
    while (reads.includes(first - 1)) first -= 1;
    while (reads.includes(last + 1)) last += 1;
    const newest = editionAt(doc.book, newestEditionOn(doc.book, view.day));
    const [from, until] = [editions[first]?.id, last === newest ? null : editions[last]?.id];
    const span = doc.changed
        ? `changed in ${doc.changed}`
        : !from
          ? ""
          : !until
            ? `since ${from}`
            : from === until
              ? `${from} only`
              : `${from}–${until}`;
    const kind = ["clause", "change", "table"].includes(doc.kind) ? "" : doc.kind;
    const source = doc.n.length ? `${doc.source} (${doc.n.join(", ")})` : doc.source;
    return [kind, stateOf({ doc, edition }), span, source, doc.wording === "none" ? "" : doc.wording]
        .filter(Boolean)
        .join(" · ");
}

// Returns the state of a ruling at the requested edition.
const stateOf = ({ doc, edition }) => doc.standing.states[doc.book.editions[edition]?.id];

const KIND_TITLES = { clarification: "Ruling", guideline: "Guideline", note: "Note" };

// Returns the words before the heading that distinguish a ruling or note from a rule.
function titleOf(hit) {
    const { doc } = hit;
    if (!KIND_TITLES[doc.kind]) return [];
    const short = doc.source.replace(/, [^,]*$/, "");
    const numbers = doc.n.map((n) => n.slice(n.lastIndexOf(":") + 1)).join(", ");
    const title = [KIND_TITLES[doc.kind], numbers, "of", short].filter(Boolean).join(" ");
    return [stateOf(hit) ? `${title}, ${stateOf(hit)}` : title];
}

function drawHit(view, hit) {
    const { doc, snippet, holds, now } = hit;
    const path = [...titleOf(hit), ...[...doc.path, ...doc.labels].map(textOf)].join(" › ");
    const target = { ...atView(view, doc.book.key), what: hitTarget(doc) };
    const words =
        doc.text == null && doc.before == null
            ? el("i", { class: "hole" }, NOT_INCLUDED)
            : doc.before != null
              ? drawChange(doc)
              : markedSnippet(snippet);
    return el(
        "li",
        { "data-id": `${doc.book.key}/${doc.id}` },
        link(target, path, doc.page && `, p. ${doc.page}`),
        el("p", { class: "snippet" }, words),
        el("p", { class: "aside" }, `${doc.book.key}/${doc.id} · `, aboutHit(view, hit)),
        !holds &&
            (now
                ? el("p", {}, `Now: ${now}`)
                : doc.moved_to && doc.standing.gone.includes(hit.edition)
                  ? el("p", {}, "Moved to ", clauseLink(target, `${doc.book.key}/${doc.moved_to}`), ".")
                  : now === ""
                    ? el("p", {}, `Now: ${NOT_INCLUDED.toLowerCase()}`)
                    : null),
    );
}

// Draws a changed unit before and after the change.
const drawChange = (doc) => inlineDiff(textOf(doc.before), textOf(doc.text));

// Returns the target of a hit: a note has no clause of its own, so its section.
const hitTarget = (doc) => (NAMES.get(doc.book.key).has(doc.id) || doc.id.includes("/") ? doc.id : doc.section);

// ---- A printed page as an errata slip

function drawPage(here, page) {
    const book = bookOf(here.ruleset);
    const pages = [...book.slips.keys()];
    const at = pages.indexOf(page);
    const next = (step, label) => {
        const other = at < 0 ? null : pages[at + step];
        return other && [" ", link({ ...here, what: `p.${other}` }, label(other))];
    };
    const around = el(
        "nav",
        { class: "others", "aria-label": "Pages" },
        el(
            "p",
            {},
            next(-1, (other) => `‹ p. ${other}`),
            next(1, (other) => `p. ${other} ›`),
        ),
    );
    const slip = slipOf(here, page);
    const heading = pageHeader(here, `Page ${page} of the booklet`, slip || {});
    if (!slip) return [heading, el("p", {}, `Page ${page} of the booklet is not known.`), around];
    const unplaced =
        slip.unplaced.length > 0 &&
        el("p", { class: "aside" }, `Amended sections whose page is not known: ${slip.unplaced.join("; ")}.`);
    if (slip.sections.every(({ stands }) => stands)) {
        const names = slip.sections.map(({ id, heading, rulings }) => [
            clauseLink(here, id, heading),
            rulings.length > 0 && ` (${rulingList(rulings)})`,
        ]);
        return [
            heading,
            el("p", {}, `No amendment up to edition ${slip.query.edition} is known to touch page ${page}.`),
            el("p", {}, joinWith(names, ", ")),
            unplaced,
            around,
        ];
    }
    const notes = new Footnotes();
    const parts = slip.sections.map((section) => {
        const { id, heading, page_inferred, stands, lines, notices, rulings } = section;
        return el(
            "section",
            { class: "slip" },
            el("h2", {}, clauseLink(here, id, heading), page_inferred && el("small", {}, " (page inferred)")),
            stands
                ? el("p", { class: "aside" }, section.action)
                : lines.map((line) => drawLine(here, line, notes)),
            notices.map((notice) => el("p", { class: "aside" }, notice)),
            rulings.length > 0 && el("p", { class: "aside" }, rulingList(rulings)),
            drawRelated(here, section),
        );
    });
    return [heading, parts, notes.draw(), unplaced, around];
}

const rulingList = (rulings) => `${rulings.length > 1 ? "rulings" : "ruling"} ${rulings.join(", ")}`;

function drawLine(here, line, notes) {
    const printedHeading = line.mark === "stands" && line.blocks.every((block) => block.kind === "heading");
    const held = !printedHeading && line.blocks.some((block) => block.held || block.text !== "…");
    return el(
        "div",
        { class: `line ${line.mark}` },
        el(
            "p",
            { class: "what" },
            (line.print || line.place) && `${line.print || line.place}: `,
            el("b", {}, line.action),
            line.moved_to && [", see ", clauseLink(here, `${here.ruleset}/${line.moved_to}`)],
            " ",
            notes.letters(line.by),
        ),
        held && [
            line.blocks
                .filter((block) => block.kind === "heading")
                .map((block) => el("p", { class: "row" }, el("b", {}, wordsOfBlock(here, block)))),
            drawBlocks(here, line.blocks, notes, { numbered: false }),
        ],
    );
}

// ---- A ruleset as a whole

function drawContents(here) {
    const book = bookOf(here.ruleset);
    const overview = overviewOf(here);
    const states = { "not-held": "text not included", deleted: "deleted", moved: "moved", "in-force": "" };
    const item = ({ id, heading, page, within, state }) =>
        el(
            "li",
            { class: within ? "part" : "" },
            clauseLink(here, id, heading),
            el("small", {}, [page && ` p. ${page}`, states[state] ?? "not part of it"].filter(Boolean).join(" · ")),
        );
    const { whole, partly, none } = overview.held;
    const edition = (edition) =>
        el(
            "li",
            {},
            isPublished(book, edition.id, here.day) ? link({ ...here, edition: edition.id, what: null }, edition.id) : edition.id,
            el("small", {}, edition.from && ` since ${edition.from}`, edition.status && `; ${edition.status}`),
        );
    const document = (document) =>
        el(
            "li",
            {},
            document.title,
            el(
                "small",
                {},
                ` · ${document.kind} of ${document.edition}`,
                document.published && [
                    " · ",
                    document.published.length === 10
                        ? link(
                              {
                                  ...here,
                                  day: document.published,
                                  edition: newestEditionOn(book, document.published) || here.edition,
                                  what: null,
                              },
                              document.published,
                          )
                        : document.published,
                ],
            ),
        );
    return [
        pageHeader(here, overview.title, overview),
        el("nav", { "aria-label": "Sections" }, el("ol", { class: "contents" }, overview.sections.map(item))),
        overview.notes.length > 0 &&
            el(
                "section",
                {},
                el("h2", {}, "Notes on the whole ruleset"),
                el(
                    "ul",
                    {},
                    overview.notes.map((note) => el("li", {}, remark(here, note))),
                ),
            ),
        el("section", {}, el("h2", {}, "Editions"), el("ul", {}, overview.editions.map(edition))),
        el("section", {}, el("h2", {}, "Documents"), el("ul", {}, book.documents.map(document))),
        el(
            "p",
            { class: "aside" },
            `Of ${whole + partly + none} sentences, headings and cells in ${here.edition}, ${whole} are included whole, ${partly} in part. For the rest see your booklet.`,
        ),
    ];
}

// Draws the list of the pages of the booklet.
function drawPages(here) {
    const touched = (page) => slipOf(here, page).sections.some(({ stands }) => !stands);
    return [
        pageHeader(here, "Pages of the booklet", { notices: noticesOf(here) }),
        el("p", {}, "Pages in bold are changed by a sheet of this edition."),
        el(
            "ul",
            { class: "pages" },
            [...bookOf(here.ruleset).slips.keys()].map((page) =>
                el("li", { class: touched(page) ? "touched" : "" }, link({ ...here, what: `p.${page}` }, page)),
            ),
        ),
    ];
}
