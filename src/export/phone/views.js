// ---- Views: everything that is no card ------------------------------------------------------------------------------

const headed = (here, title, page) => [aboutLine(here, page), el("h1", { tabindex: -1 }, title), noticeLines(here)];

// ---- What was found

const HITS = 10;

function drawHits(here, answer) {
    const says = [
        ...answer.faults.map((fault) => el("p", { class: "notice" }, fault)),
        ...answer.corrections.map(({ typed, meant }) =>
            el("p", { class: "notice" }, `“${typed}” stands nowhere; searched for ${meant.join(", ")}.`),
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
            answer.hits.length ? `${answer.hits.length} found` : "Nothing found",
        ),
        noticeLines(answer.view),
        says,
        held.length > 0 && list(held),
        past.length > 0 && [el("h2", {}, `Not in the text of ${answer.view.edition}`), list(past)],
        !answer.hits.length &&
            el(
                "p",
                {},
                "Other words may help. Conditions: ",
                between(
                    TABLES.fields.map(([, , help]) => el("code", {}, help.split("  ")[0])),
                    ", ",
                ),
                ".",
            ),
    ];
}

// In which editions it holds, whose it is, and in which words.
function aboutHit(view, { doc, edition }) {
    const { editions } = doc.book;
    const { reads } = doc.standing;
    // the editions, one after the other, around the one asked for
    let first = reads.includes(edition) ? edition : doc.standing.editions[doc.standing.editions.length - 1];
    let last = first;
    while (reads.includes(first - 1)) first -= 1;
    while (reads.includes(last + 1)) last += 1;
    const newest = editionAt(doc.book, newestOn(doc.book, view.day));
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

// Of a ruling: its state at the edition asked for.
const stateOf = ({ doc, edition }) => doc.standing.states[doc.book.editions[edition]?.id];

const SAID = { clarification: "Ruling", guideline: "Guideline", note: "Note" };

// What tells a ruling or note from a rule, before its heading.
function titleOf(hit) {
    const { doc } = hit;
    if (!SAID[doc.kind]) return [];
    const short = doc.source.replace(/, [^,]*$/, "");
    const numbers = doc.n.map((n) => n.slice(n.lastIndexOf(":") + 1)).join(", ");
    const title = [SAID[doc.kind], numbers, "of", short].filter(Boolean).join(" ");
    return [stateOf(hit) ? `${title}, ${stateOf(hit)}` : title];
}

function drawHit(view, hit) {
    const { doc, snippet, holds, now } = hit;
    const path = [...titleOf(hit), ...[...doc.path, ...doc.labels].map(textOf)].join(" › ");
    const target = { ...atView(view, doc.book.key), what: hitTarget(doc) };
    const words =
        doc.text == null && doc.before == null
            ? el("i", { class: "hole" }, "printed only: its wording is not held")
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
                    ? el("p", {}, "Now: printed only.")
                    : null),
    );
}

// How a changed unit read before and after. Its pair among the comparisons has the difference word by word.
function drawChange(doc) {
    const [before, after] = [textOf(doc.before), textOf(doc.text)];
    const pair = DATA.pairs.findIndex((row) => row[5] === doc.before && row[6] === (doc.text ?? null));
    return differing(
        before,
        after,
        pair < 0
            ? [
                  [before.length, 0],
                  [0, (after || "").length],
              ]
            : pairOf(pair).runs,
    );
}

// A note has no clause of its own: its section has it.
const hitTarget = (doc) => (PLACES.get(doc.book.key).has(doc.id) || doc.id.includes("/") ? doc.id : doc.section);

// ---- A printed page as an errata slip

const SLIP_MARKS = {
    amended: "amended by",
    replaced: "replaced by",
    "struck-out": "struck out by",
    inserted: "inserted by",
};

function drawPage(here, page) {
    const book = bookOf(here.ruleset);
    const at = book.pages.indexOf(page);
    const around = el(
        "nav",
        { class: "others", "aria-label": "Pages" },
        el(
            "p",
            {},
            at > 0 && [link({ ...here, what: `p.${book.pages[at - 1]}` }, `‹ p. ${book.pages[at - 1]}`), " "],
            at >= 0 &&
                at + 1 < book.pages.length &&
                link({ ...here, what: `p.${book.pages[at + 1]}` }, `p. ${book.pages[at + 1]} ›`),
        ),
    );
    const sections = book.sections
        .filter((section) => section.page === page)
        .map((section) => ({ section, version: versionOf(book, section, here) }));
    const shown = sections.filter(({ version }) => version && !version.absent);
    const notes = new Footnotes();
    const heading = headed(here, `Page ${page} of the booklet`);
    if (!shown.length) return [heading, el("p", {}, `The booklet has no page ${page}, as far as is known.`), around];
    if (shown.every(({ version }) => version.stands)) {
        const names = shown.map(({ section }) => clauseLink(here, `${book.key}/${section.id}`, section.heading));
        return [
            heading,
            el("p", {}, `No sheet up to ${here.edition} touches page ${page}: the booklet stands.`),
            el("p", {}, between(names, ", ")),
            around,
        ];
    }
    const parts = shown.map(({ section, version }) =>
        el(
            "section",
            { class: "slip" },
            el(
                "h2",
                {},
                clauseLink(here, `${book.key}/${section.id}`, section.heading),
                section.page_inferred && el("small", {}, " (page inferred)"),
            ),
            version.stands
                ? el("p", { class: "aside" }, "stands as printed")
                : version.lines.map((line) => drawLine(here, lineOf(line), notes)),
        ),
    );
    return [heading, parts, notes.draw(), around];
}

function drawLine(here, line, notes) {
    const by = [...new Set(line.by.map((origin) => origin.short))].join(", ");
    const what = line.mark === "stands" ? "stands as printed" : `${SLIP_MARKS[line.mark]} ${by}`;
    const printedHeading = line.mark === "stands" && line.blocks.every((block) => block.kind === "heading");
    const held = !printedHeading && line.blocks.some((block) => block.held || block.text !== "…");
    return el(
        "div",
        { class: `line ${line.mark}` },
        el(
            "p",
            { class: "what" },
            line.print && `${line.print}: `,
            el("b", {}, what),
            line.moved_to && [", moved to ", clauseLink(here, line.moved_to)],
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
    const rows = book.sections
        .map((section) => ({ section, version: versionOf(book, section, here) }))
        .filter(({ version }) => version && !version.absent);
    const state = {
        "not-held": "not held",
        deleted: "struck out",
        moved: "moved",
        unknown: "not known",
        "not-yet": "later",
    };
    const item = ({ section, version }) => {
        const card = cardOf(version.cards[0]);
        const said = state[card.state] || (version.stands ? "as printed" : "");
        return el(
            "li",
            { class: section.within ? "part" : "" },
            clauseLink(here, card.id, card.path[card.path.length - 1]),
            el("small", {}, section.page && ` p. ${section.page}`, said && ` · ${said}`),
        );
    };
    const { whole, partly, none } = book.held;
    const edition = (edition) =>
        el(
            "li",
            {},
            isOut(edition, here.day) ? link({ ...here, edition: edition.id, what: null }, edition.id) : edition.id,
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
                                  edition: newestOn(book, document.published),
                                  what: null,
                              },
                              document.published,
                          )
                        : document.published,
                ],
            ),
        );
    return [
        headed(here, book.title),
        el("nav", { "aria-label": "Sections" }, el("ol", { class: "contents" }, rows.map(item))),
        el("section", {}, el("h2", {}, "Editions"), el("ul", {}, book.editions.map(edition))),
        el("section", {}, el("h2", {}, "Documents"), el("ul", {}, book.documents.map(document))),
        el(
            "p",
            { class: "aside" },
            `Of ${whole + partly + none} sentences, headings and cells in ${book.view.edition}, ${whole} are held whole, ${partly} in part; the rest stands in the printed rules alone.`,
        ),
    ];
}

// The pages of the booklet that anything is known of.
function drawPages(here) {
    const book = bookOf(here.ruleset);
    const touched = (page) =>
        book.sections.some((section) => {
            const version = section.page === page && versionOf(book, section, here);
            return version && !version.absent && !version.stands;
        });
    return [
        headed(here, "Pages of the booklet"),
        el("p", {}, "Pages in bold are touched by a sheet in this edition."),
        el(
            "ul",
            { class: "pages" },
            book.pages.map((page) =>
                el("li", { class: touched(page) ? "touched" : "" }, link({ ...here, what: `p.${page}` }, page)),
            ),
        ),
    ];
}
