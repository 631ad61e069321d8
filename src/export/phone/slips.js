// ---- A printed page: what became of each piece; and the list of all pages ------------------------------------------------

function drawPage(here, page) {
    const book = bookOf(here.ruleset);
    const pages = [...book.slips.keys()];
    const at = pages.indexOf(page);
    const next = (step, rel) => {
        const other = at < 0 ? null : pages[at + step];
        const words = [el("span", {}, `p. ${other}`), icon(step < 0 ? "left" : "right")];
        return other && el("a", { href: hashOf(placeAt(here, { what: `p.${other}` })), rel }, step < 0 ? words.reverse() : words);
    };
    const around = el(
        "nav",
        { class: "neighbours", "aria-label": "Pages" },
        next(-1, "prev"),
        next(1, "next"),
    );
    const slip = slipOf(here, page);
    const heading = [el("h1", { tabindex: -1 }, `Page ${page} of the booklet`), noticeLines(slip && slip.notices)];
    if (!slip) return [heading, el("p", {}, `Page ${page} of the booklet is not known.`), around];
    const unplaced =
        slip.unplaced.length > 0 &&
        el("p", { class: "quiet" }, `Amended sections whose page is not known: ${slip.unplaced.join("; ")}.`);
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
    const notes = new Footnotes(here);
    const parts = slip.sections.map((section) => {
        const { id, heading, page_inferred, stands, lines, notices, rulings } = section;
        return el(
            "section",
            { class: "slip" },
            el("h2", {}, clauseLink(here, id, heading), page_inferred && el("small", {}, " (page inferred)")),
            stands
                ? el("p", { class: "quiet" }, section.action)
                : lines.map((line) => drawLine(here, line, notes)),
            notices.map((notice) => el("p", { class: "quiet" }, notice)),
            rulings.length > 0 && el("p", { class: "quiet" }, rulingList(rulings)),
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
            notes.letters([...new Set(line.by.map((origin) => notes.numberOf(origin)))]),
        ),
        held && [
            line.blocks
                .filter((block) => block.kind === "heading")
                .map((block) => el("p", { class: "row" }, el("b", {}, wordsOfBlock(here, block)))),
            drawBlocks(here, line.blocks, notes),
        ],
    );
}

// Draws the list of the pages of the booklet.
function drawPages(here) {
    const touched = (page) => slipOf(here, page).sections.some(({ stands }) => !stands);
    return [
        el("h1", { tabindex: -1 }, "Pages of the booklet"),
        noticeLines(noticesOf(here)),
        el("p", { class: "quiet" }, `Pages in bold are changed by sheets up to ${here.edition}.`),
        el(
            "ul",
            { class: "pages" },
            [...bookOf(here.ruleset).slips.keys()].map((page) =>
                el("li", { class: touched(page) ? "touched" : "" }, link(placeAt(here, { what: `p.${page}` }), page)),
            ),
        ),
    ];
}
