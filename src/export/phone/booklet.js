// ---- The text in the order of the booklet --------------------------------------------------------------------------------

// Above this number of sections, a section is drawn when it comes near the screen.
const AT_ONCE = 120;

function drawBooklet(here) {
    const book = bookOf(here.ruleset);
    const overview = overviewOf(here);
    const shown = overview.sections.filter(({ state }) => state !== "not-yet");
    const line = book.editions[editionAt(book, here.edition)].line.map((at) => book.editions[at].id);
    const earlier = line.filter((id) => id !== here.edition && isPublished(book, id, here.day));
    const since = earlier.includes(here.bars) ? here.bars : null;
    const bars = el(
        "select",
        {
            class: "btn",
            "aria-label": "Bars in the margin",
            onchange: (event) => navigate({ ...here, bars: event.currentTarget.value || null }),
        },
        el("option", { value: "" }, "No change bars"),
        earlier.map((id) => el("option", { value: id, selected: id === since }, `Bars: since ${id}`)),
    );
    const parts = [];
    let page = null;
    for (const entry of shown) {
        if (entry.page && entry.page !== page) parts.push(el("p", { class: "page-mark" }, pageLink(here, entry.page)));
        page = entry.page || page;
        parts.push(drawPart(here, entry, since));
    }
    const contents = el(
        "details",
        { class: "contents-fold" },
        el("summary", {}, "Contents"),
        el("ul", { class: "rows" }, shown.map((entry) => contentsRow(here, entry, "booklet"))),
    );
    return el(
        "article",
        { class: shown.length > AT_ONCE ? "booklet lazy" : "booklet" },
        el("h1", { tabindex: -1 }, overview.title),
        el("div", { class: "meta" }, el("span", { class: "tag" }, `Edition ${here.edition}`), earlier.length > 0 && bars),
        noticeLines(overview.notices),
        contents,
        parts,
    );
}

function drawPart(here, entry, since) {
    const what = bareId(entry.id);
    const own = placeAt(here, { what });
    const part = el(
        "section",
        { id: `part-${what}`, "data-section": what, class: entry.within ? "part within" : "part" },
        el(entry.within ? "h3" : "h2", { tabindex: -1 }, link(own, entry.heading)),
    );
    const draw = () => {
        const found = locate(own, what);
        const [clause] = found ? cardOf(own, found).clauses : [];
        if (!clause) return;
        const notes = new Footnotes(own);
        const bare = clause.state === "not-held" && clause.blocks.every((block) => block.kind === "heading" || isHidden(block));
        const changed = since && comparisonData({ ...own, from: since }, found.section)[1] > 0;
        fill(part, [
            clause.state !== "in-force" && clause.state !== "not-held" && el("p", { class: "quiet" }, stateLine(here, clause)),
            changed && el("p", { class: "quiet" }, link({ ...own, from: since }, `Changed since ${since}`)),
            bare ? el("div", { class: "hole", title: NOT_INCLUDED }, "not included") : drawBlocks(own, clause.blocks, notes, { since, title: clause.heading }),
        ]);
        // its rulings, by number
        const rulings = clause.clarifications.map(({ id, n, state }) => [link(placeAt(here, { what: id }), n || id), " ", badge(state)]);
        if (rulings.length) part.append(el("p", { class: "part-rulings" }, plural("Ruling", rulings.length), " ", joinWith(rulings, " ")));
    };
    part.drawText = () => {
        delete part.drawText;
        draw();
    };
    return part;
}

// Draws the sections of a booklet that are in the page: all, or those near the screen.
function fillBooklet() {
    const booklet = MAIN.querySelector(".booklet");
    if (!booklet) return;
    const parts = [...booklet.querySelectorAll(".part")];
    if (!booklet.matches(".lazy")) {
        parts.forEach((part) => part.drawText && part.drawText());
        return;
    }
    const observer = new IntersectionObserver(
        (entries) =>
            entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => {
                observer.unobserve(target);
                if (target.drawText) target.drawText();
            }),
        { rootMargin: "1200px" },
    );
    parts.forEach((part) => observer.observe(part));
    addEventListener("beforeprint", () => parts.forEach((part) => part.drawText && part.drawText()), { once: true });
}
