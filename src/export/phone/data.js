// ---- Data: the data that the program wrote into the page ------------------------------------------------------------
//
// The program's answers, with every value stored once and referenced by its number (value_table.rs), and the documents that are searched
// (search_documents.rs).

const DATA = JSON.parse(await dataText());

// Returns the data: compressed in a page of one file, plain on a site.
async function dataText() {
    const { type, textContent } = document.getElementById("data");
    if (type === "application/json") return textContent;
    const text = atob(textContent);
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

const BOOKS = DATA.rulesets;

const textOf = (at) => (at == null ? null : DATA.texts[at]);
const textsOf = (list) => (list || []).map(textOf);

// The members of objects, by shape. Those that are `absent` are null (`?`) or an empty list (`*`) and have no value in the row.
const SHAPES = DATA.shapes.map((names) =>
    names.map((name) => (/[?*]$/.test(name) ? { name: name.slice(0, -1), absent: name.slice(-1) } : { name, absent: null })),
);

// Returns the name of the month of a day: `November` for `2026-11-20`.
function monthName(day) {
    const name = DATA.questions.months[Number(day.slice(5, 7)) - 1];
    return name[0].toUpperCase() + name.slice(1);
}

// Returns a day in the form for people: `20 Nov 2026` for `2026-11-20`.
const dayInWords = (day) => `${Number(day.slice(8))} ${monthName(day).slice(0, 3)} ${day.slice(0, 4)}`;

// Expands a value at a date.
function valueOf(at, day) {
    if (at < 0) return DATA.texts[-1 - at].replaceAll("{day}", () => dayInWords(day));
    const row = DATA.values[at];
    if (!Array.isArray(row)) return row;
    const values = row.slice(1).map((cell) => valueOf(cell, day));
    if (!row[0]) return values;
    const value = {};
    let next = 0;
    for (const { name, absent } of SHAPES[row[0] - 1]) {
        if (absent) value[name] = absent === "*" ? [] : null;
        else if (name) value[name] = values[next++];
        else Object.assign(value, values[next++]);
    }
    return value;
}

// Expands a run-length encoding: number, count, number, count …
function expandRuns(numbers) {
    const out = [];
    for (let at = 0; at < numbers.length; at += 2)
        for (let next = 0; next < numbers[at + 1]; next += 1) out.push(numbers[at]);
    return out;
}

// Returns a row of rows that are encoded by what differs from the row before: its length, then place, number, place, number …
function rowAt(rows, at) {
    if (EXPANDED.get(rows)?.at !== at) {
        const row = [...rows[0]];
        for (let next = 1; next <= at; next += 1) {
            const changes = rows[next];
            while (row.length < changes[0]) row.push(0);
            row.length = changes[0];
            for (let place = 1; place < changes.length; place += 2) row[changes[place]] = changes[place + 1];
        }
        EXPANDED.set(rows, { at, row });
    }
    return EXPANDED.get(rows).row;
}

// The rows that were used last.
const EXPANDED = new WeakMap();

for (const book of BOOKS) {
    for (const name of ["overviews", "registers", "unplaced"]) book[name] = expandRuns(book[name]);
    // the sections on each page of the booklet
    book.slips = new Map(book.pages);
    for (const section of book.sections)
        for (const name of ["at", "classes", "compared"]) section[name] = expandRuns(section[name]);
}

// The differences between texts, by old and new text: the lengths of each run in both.
const DIFFERENCES = new Map(
    DATA.differences.map(([before, after, runs]) => [`${DATA.texts[before]}\n${DATA.texts[after]}`, runs]),
);

// Returns a function that converts rows to objects and caches them.
function cachedReader(rows, names, finish) {
    const known = new Array(rows.length);
    return (at) => {
        if (at == null) return null;
        if (!known[at]) {
            const value = {};
            names.forEach((name, place) => (value[name] = rows[at][place] ?? null));
            known[at] = finish(value, at);
        }
        return known[at];
    };
}

// ---- Views: edition, day and profile --------------------------------------------------------------------------------

const bookOf = (key) => BOOKS.find((book) => book.key === key);
const editionAt = (book, id) => book.editions.findIndex((edition) => edition.id === id);
const profileAt = (book, id) =>
    Math.max(
        0,
        book.profiles.findIndex((profile) => profile.id === id),
    );

// Returns the index of the last date up to this one at which something became known; -1 if there is none.
function dayAt(book, day) {
    let at = -1;
    while (at + 1 < book.days.length && book.days[at + 1] <= day) at += 1;
    return at;
}

// Returns the number of a view: { ruleset, edition, day, profile }.
const viewAt = (book, view) =>
    (editionAt(book, view.edition) * book.days.length + dayAt(book, view.day)) * book.profiles.length +
    profileAt(book, view.profile);

// Returns whether an edition was published at a date.
const isPublished = (book, id, day) => editionAt(book, id) >= 0 && dayAt(book, day) >= book.editions[editionAt(book, id)].out;

// Returns the newest edition that was published at a date; null if there is none.
function newestEditionOn(book, day) {
    const out = book.editions.filter((edition) => isPublished(book, edition.id, day));
    return out.length ? out[out.length - 1].id : null;
}

// Returns the edition that an edition amends; null for the first.
function editionBefore(book, id) {
    const { line } = book.editions[editionAt(book, id)];
    return line.length > 1 ? book.editions[line[line.length - 2]].id : null;
}

const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text || "") && !Number.isNaN(Date.parse(text));
