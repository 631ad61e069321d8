// ---- Cards: a clause with its text, provenance and related entries --------------------------------------------------
//
// Mirrors src/cli/card.

// Draws the line above every answer: edition, profile, date and page.
function aboutLine(here, page) {
    const book = bookOf(here.ruleset);
    const bare = book.profiles.find((profile) => !profile.layers.length && !profile.scopes.length);
    const profile = bare && bare.id !== here.profile ? `${bare.id}+${here.profile}` : here.profile;
    return el(
        "p",
        { class: "about" },
        `${here.ruleset.toUpperCase()} ${here.edition} · ${profile} · as of ${here.day}`,
        page && [" · ", link({ ...here, what: `p.${page}` }, `p. ${page}`)],
    );
}

const noticeLines = (notices) => (notices || []).map((notice) => el("p", { class: "notice" }, notice));

// Describes the state of a clause, unless it is simply in force.
function stateLine(here, clause) {
    const by = clause.state_by ? originText(clause.state_by) : "";
    const description = {
        "in-force": null,
        "not-held": `${NOT_INCLUDED}.`,
        deleted: `Deleted: ${by}.`,
        moved: ["Moved to ", clauseLink(here, `${here.ruleset}/${clause.moved_to || ""}`), `: ${by}.`],
        "not-yet": by ? `Not part of the rules yet: ${by}.` : "Not part of the rules, as far as was known on that day.",
        unknown: `It is not known whether this was part of the rules: ${by} says that it had been left out by accident.`,
    }[clause.state];
    return description && el("p", { class: "state" }, description);
}

// Says whether the words are printed, restated or notes.
function wordingLine(here, blocks) {
    const shown = blocks.filter((block) => block.kind !== "heading");
    const documents = new Set(shown.flatMap((block) => block.provenance).map(({ document }) => document));
    const [only] = documents.size === 1 ? documents : [null];
    const document = bookOf(here.ruleset).documents.find((document) => document.id === only);
    if (document && document.kind === "notes")
        return el("p", { class: "wording" }, `Notes, not rules: ${document.title}.`);
    const any = (kind) => shown.some((block) => block.wording === kind);
    const description = any("printed")
        ? any("restated")
            ? "Printed wording where the owner's library has it; the rest restated by this project, not official."
            : "Printed wording from the owner's library."
        : any("restated")
          ? "Restated by this project, not official."
          : null;
    return description && el("p", { class: "wording" }, description);
}

// Returns whether a block has no known text and no instruction changed it.
function isHidden(block) {
    const bare = block.wording === "none" || !/[\p{Alphabetic}\p{N}]/u.test(block.text);
    const untouched = !block.pending && !block.cut && !block.label_by;
    return bare && untouched && block.provenance.every(({ address }) => !address);
}

// Counts the following blocks that are units of the same kind and have no known text either.
function countSimilarAfter(block, later) {
    const open = (other) => /[bp]\+$/.test(other.id);
    const alone = (at) => !later[at] || later[at].first || later[at].depth < block.depth || open(later[at]);
    if (!block.first || open(block) || !alone(0)) return 0;
    let count = 0;
    for (const other of later) {
        const same =
            other.first &&
            other.depth === block.depth &&
            other.inside === block.inside &&
            !other.label &&
            isHidden(other) &&
            !other.floating === !block.floating &&
            !open(other);
        if (!same || !alone(count + 1)) break;
        count += 1;
    }
    return count;
}

// Draws the text: sentences, bullets as lists, cells as tables.
function drawBlocks(here, blocks, notes, { numbered = true } = {}) {
    const text = el("div", { class: "text" });
    for (let at = 0; at < blocks.length;) {
        const cells = blocks[at].kind === "cell";
        let end = at;
        while (end < blocks.length && (blocks[end].kind === "cell") === cells) end += 1;
        const run = blocks.slice(at, end);
        fill(text, cells ? drawTable(here, run, notes) : drawRows(here, run, notes, numbered));
        at = end;
    }
    return text;
}

function drawRows(here, blocks, notes, numbered) {
    const shown = blocks.filter((block) => block.kind !== "heading");
    const outermost = Math.min(...shown.map((block) => block.depth));
    const any = (kind) => shown.some((block) => block.wording === kind);
    const mixed = any("printed") && any("restated");
    const out = [];
    // the open lists, outermost first, and the element to which rows are added
    let lists = [];
    let into = null;
    for (let at = 0; at < shown.length; at += 1) {
        const block = shown[at];
        const depth = block.depth - outermost + (shown[0].inside === "bullet" ? 1 : 0);
        const hidden = isHidden(block) && !block.label;
        const more = hidden ? countSimilarAfter(block, shown.slice(at + 1)) : 0;
        at += more;
        if (block.inside === "bullet") {
            lists = lists.slice(0, depth);
            if (block.first || !lists[depth - 1]) {
                while (lists.length < depth) {
                    const list = el("ul", {});
                    const parent = lists[lists.length - 1];
                    if (parent) (parent.lastElementChild || parent.appendChild(el("li", {}))).append(list);
                    else out.push(list);
                    lists.push(list);
                }
                lists[depth - 1].append(el("li", {}));
            }
            into = lists[depth - 1].lastElementChild;
        } else {
            if (block.first || !into || lists.length) {
                into = el("div", { class: "unit" });
                out.push(into);
            }
            lists = [];
        }
        into.append(
            drawRow(here, block, { ordinal: numbered ? block.ordinal : null, hidden, count: more + 1, mixed }, notes),
        );
    }
    return out;
}

function drawRow(here, block, { ordinal, hidden, count, mixed }, notes) {
    const row = el("p", { class: "row" });
    if (ordinal) row.append(el("span", { class: "ordinal" }, `${ordinal} `));
    if (hidden) return fill(row, el("i", { class: "hole" }, missingText(block, count)));
    fill(row, [
        block.label && el("b", {}, `${block.label} `),
        wordsOfBlock(here, block),
        block.wording === "printed" && mixed && el("span", { class: "aside" }, " (printed)"),
        block.cut && !block.held && el("span", { class: "aside" }, " (words were deleted from it)"),
        block.pending && el("span", { class: "aside" }, " (an instruction changes words of it that are not included)"),
        " ",
        notes.of(block),
        block.restated && el("span", { class: "restated" }, `restated: ${block.restated}`),
    ]);
    return row;
}

const ABSENT = "–";

// Draws a table with the rows that have text; below it, the number of the other rows.
function drawTable(here, cells, notes) {
    const [columns, all] = [[], []];
    for (const cell of cells) {
        const [column, row] = [cell.label || "", cell.row || ""];
        const last = all[all.length - 1];
        if (cell.text === row && (!last || last.label !== row)) {
            all.push({ label: row, cells: [] });
        } else if (!(cell.text === column && all.length <= 1)) {
            if (!columns.includes(column)) columns.push(column);
            if (last && last.label === row) last.cells.push(cell);
            else all.push({ label: row, cells: [cell] });
        }
    }
    const filled = all.filter((row) => row.cells.length);
    const rows = filled.filter((row) => row.cells.some((cell) => cell.wording !== "none" && cell.text !== ABSENT));
    const common = dominantOrigin(rows.flatMap((row) => row.cells));
    const out = [];
    if (rows.length) {
        const value = (row, column) => {
            const cell = row.cells.find((cell) => (cell.label || "") === column);
            if (!cell) return el("td", {});
            const usual =
                common && !cell.pending && cell.provenance.every((origin) => isSameOrigin(origin, common));
            return el(
                "td",
                {},
                cell.wording === "none" ? el("i", { class: "hole" }, "…") : wordsOfBlock(here, cell),
                usual ? null : [" ", notes.of(cell)],
            );
        };
        out.push(
            el(
                "div",
                { class: "wide", tabindex: 0, role: "region", "aria-label": "Table" },
                el(
                    "table",
                    {},
                    el(
                        "thead",
                        {},
                        el(
                            "tr",
                            {},
                            el("td", {}),
                            columns.map((column) => el("th", { scope: "col" }, column)),
                        ),
                    ),
                    el(
                        "tbody",
                        {},
                        rows.map((row) =>
                            el(
                                "tr",
                                {},
                                el("th", { scope: "row" }, row.label),
                                columns.map((column) => value(row, column)),
                            ),
                        ),
                    ),
                ),
            ),
        );
    }
    const missing = filled.length - rows.length;
    const description = !missing
        ? null
        : !rows.length
          ? `A table of ${missing} rows: ${NOT_INCLUDED.toLowerCase()}`
          : missing === 1
            ? `1 more row: ${NOT_INCLUDED.toLowerCase()}`
            : `${missing} more rows: ${NOT_INCLUDED.toLowerCase()}`;
    if (description) out.push(el("p", { class: "aside" }, description));
    if (common) out.push(el("p", { class: "aside" }, `cells without a letter: ${originWithInstruction(common)}`));
    return out;
}

// Returns whether two origins are the same patch, known through the same documents.
const isSameOrigin = (one, other) => one.patch === other.patch && one.quoted === other.quoted;

// Returns the origin of more than half of the cells, if their letters would hide the others.
function dominantOrigin(cells) {
    const origins = cells
        .filter((cell) => cell.wording !== "none" && cell.provenance.length)
        .map((cell) => cell.provenance[0]);
    const count = (origin) => origins.filter((other) => isSameOrigin(other, origin)).length;
    return origins.find((origin) => count(origin) > 8 && 2 * count(origin) > origins.length) || null;
}

// Draws the history of a section, newest first: the changes of each instruction.
function drawLog(here, entries) {
    if (!entries.length) return null;
    const change = ({ id, label, before, after, printed_before, printed_after }) =>
        el(
            "li",
            {},
            label && el("b", {}, `${label} `),
            inlineDiff(printed_before || before, printed_after || after),
            " ",
            el("small", {}, clauseLink(here, id)),
        );
    const one = (entry) =>
        el(
            "li",
            {},
            el(
                "p",
                {},
                el("b", {}, originWithInstruction(entry)),
                entry.scope && ` (only ${entry.scope})`,
                entry.retroactive && ` (takes effect from ${entry.edition})`,
                entry.withdrawn_by && ` – withdrawn by ${originText(entry.withdrawn_by)}`,
                entry.open && " – changes nothing here",
                entry.pending && " – changes words that are not included",
            ),
            entry.note && el("p", {}, entry.note),
            (entry.notices || []).map((text) => el("p", {}, text)),
            entry.contradictions.map((text) => el("p", {}, `Contradiction: ${text}`)),
            entry.deviations.map((text) => el("p", {}, `Deviation: ${text}`)),
            entry.changes.length > 0 && el("ul", {}, entry.changes.map(change)),
        );
    return el(
        "details",
        { class: "log" },
        el("summary", {}, `History: ${entries.length} instruction${entries.length > 1 ? "s" : ""}`),
        el("ul", {}, entries.map(one)),
    );
}

// The members of a clause that its card draws itself; the others are in RELATED.
const DRAWN = ["id", "heading", "path", "page", "page_inferred", "state", "state_by", "moved_to", "blocks", "notices"];

function drawCard(here, found) {
    const answer = cardOf(here, found);
    return answer.clauses.map((clause) => drawClause(here, found, answer, clause));
}

function drawClause(here, { section, unit }, answer, clause) {
    const notes = new Footnotes();
    const { blocks } = clause;
    const root = unit === 0;
    const bare = clause.state === "not-held" && blocks.every((block) => block.kind === "heading" || isHidden(block));
    const text = bare ? null : drawBlocks(here, blocks, notes);
    // the enclosing sections, then the labels of the clause
    const own = section.within ? 1 : 0;
    const heading = clause.path.map((part, at) =>
        at < own
            ? clauseLink(here, `${here.ruleset}/${section.within}`, part)
            : at === own && !root
              ? clauseLink(here, `${here.ruleset}/${section.id}`, part)
              : part,
    );
    const before = editionBefore(bookOf(here.ruleset), here.edition);
    return el(
        "article",
        { class: "card" },
        aboutLine(here, clause.page),
        el("h1", { tabindex: -1 }, joinWith(heading, " › ")),
        el("p", { class: "id" }, clause.id, clause.page_inferred && " · page inferred"),
        noticeLines(answer.notices),
        stateLine(here, clause),
        wordingLine(here, blocks),
        text,
        notes.draw(),
        clause.notices.map((notice) => el("p", { class: "aside" }, notice)),
        drawRelated(here, clause),
        root && drawLog(here, logOf(here, { section }).entries),
        el(
            "p",
            { class: "more" },
            before && link({ ...here, what: bareId(clause.id), from: before }, `Compare with ${before}`),
            !root && [" · ", clauseLink(here, `${here.ruleset}/${section.id}`, `All of ${clause.heading}`)],
        ),
    );
}
