// ---- Tables: costs and other values -------------------------------------------------------------------------------------

const ABSENT = "–";

// Reads cells as { columns, rows: [{ label, cells }] }; rows of captions are left out.
function tableOf(cells) {
    const [columns, rows] = [[], []];
    for (const cell of cells) {
        const [column, row] = [cell.label || "", cell.row || ""];
        const last = rows[rows.length - 1];
        if (cell.text === row && (!last || last.label !== row)) {
            rows.push({ label: row, cells: [] });
        } else if (!(cell.text === column && rows.length <= 1)) {
            if (!columns.includes(column)) columns.push(column);
            if (last && last.label === row) last.cells.push(cell);
            else rows.push({ label: row, cells: [cell] });
        }
    }
    return { columns, rows: rows.filter((row) => row.cells.length) };
}

// Splits rows into groups by the first word of their labels, if each group has several: `Reg Kn`, `Reg Cv` … `Irr Kn` … Returns
// [{ name, rows: [{ label, cells }] }].
function groupsOf(rows) {
    const groups = [];
    for (const row of rows) {
        const [, name, rest] = /^(\S+)\s+(.+)$/.exec(row.label) || [];
        const last = groups[groups.length - 1];
        if (last && last.name === name) last.rows.push({ ...row, short: rest });
        else groups.push({ name, rows: [{ ...row, short: rest }] });
    }
    const split = groups.length > 1 && groups.every(({ name, rows }) => name && rows.length > 1);
    return split ? groups : [{ name: null, rows: rows.map((row) => ({ ...row, short: row.label })) }];
}

// Returns whether two origins are the same patch, known through the same documents.
const isSameOrigin = (one, other) => one.patch === other.patch && one.quoted === other.quoted;

// Returns the origin of more than half of the cells, if there are many.
function dominantOrigin(cells) {
    const origins = cells
        .filter((cell) => cell.wording !== "none" && cell.provenance.length)
        .map((cell) => cell.provenance[0]);
    const count = (origin) => origins.filter((other) => isSameOrigin(other, origin)).length;
    return origins.find((origin) => count(origin) > 8 && 2 * count(origin) > origins.length) || null;
}

// Draws a table with the rows that have text; below it, the number of the other rows.
function drawTable(here, cells, notes, since) {
    const { columns, rows: filled } = tableOf(cells);
    const rows = filled.filter((row) => row.cells.some((cell) => cell.wording !== "none" && cell.text !== ABSENT));
    const common = dominantOrigin(rows.flatMap((row) => row.cells));
    const counts = { fresh: 0, set: 0 };
    const value = (row, column) => {
        const cell = row.cells.find((cell) => (cell.label || "") === column);
        return el("td", {}, cell && drawCell(here, cell, { notes, since, common, counts }));
    };
    const draw = ({ name, rows }) =>
        el(
            "div",
            { class: "wide", tabindex: 0, role: "group", "aria-label": name || "Table" },
            el(
                "table",
                { class: "values" },
                name && el("caption", {}, name),
                el("thead", {}, el("tr", {}, el("td", {}), columns.map((column) => el("th", { scope: "col" }, column)))),
                el(
                    "tbody",
                    {},
                    rows.map((row) =>
                        el("tr", {}, el("th", { scope: "row" }, row.short), columns.map((column) => value(row, column))),
                    ),
                ),
            ),
        );
    const tables = rows.length ? groupsOf(rows).map(draw) : [];
    const missing = filled.length - rows.length;
    const rest = missing && `${!rows.length ? `A table of ${missing}` : missing} ${rows.length ? "more " : ""}${plural("row", missing)} not included`;
    return [
        counts.fresh + counts.set > 0 &&
            el(
                "p",
                { class: "legend" },
                counts.fresh > 0 && el("span", {}, el("b", { class: "fresh" }, counts.fresh), ` new in ${here.edition}`),
                counts.set > 0 && el("span", {}, el("span", { class: "set" }, counts.set), " set by another sheet; tap for the source"),
            ),
        common && el("p", { class: "quiet" }, `The others: ${originWithInstruction(common)}.`),
        el("div", { class: tables.length > 1 ? "tables two" : "tables" }, tables),
        rest ? el("div", { class: "hole" }, rest) : null,
    ];
}

// Draws a value. If it is not from the source of most values, it opens its own.
function drawCell(here, cell, { notes, since, common, counts }) {
    if (cell.wording === "none") return el("i", { class: "hole", title: NOT_INCLUDED }, "…");
    const usual = common && !cell.pending && cell.provenance.every((origin) => isSameOrigin(origin, common));
    const numbers = usual || cell.text === ABSENT ? [] : notes.numbersOf(cell);
    if (!numbers.length) return wordsOfBlock(here, cell);
    if (!common) return [wordsOfBlock(here, cell), notes.letters(numbers)];
    const fresh = since && isChangedSince(here, cell, since);
    counts[fresh ? "fresh" : "set"] += 1;
    return button(
        {
            class: fresh ? "value fresh" : "value set",
            "aria-label": `${cell.text}, source: ${numbers.map((at) => originText(notes.notes[at].origin)).join("; ")}`,
            onclick: (event) => notes.open(event.currentTarget, numbers[numbers.length - 1]),
        },
        cell.text,
    );
}
