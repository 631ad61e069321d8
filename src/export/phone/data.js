// ---- Data: what the program wrote into the page ---------------------------------------------------------------------
//
// The program's answers, every value written once and named by its number (pack.rs), and the documents that are searched (seek.rs).

const DATA = JSON.parse(document.getElementById("data").textContent);
const BOOKS = DATA.rulesets;

const textOf = (at) => (at == null ? null : DATA.texts[at]);
const textsOf = (list) => (list || []).map(textOf);

// A value as the program gives it on a day.
function valueOf(at, day) {
    if (at < 0) return DATA.texts[-1 - at].replaceAll("{day}", day);
    const row = DATA.values[at];
    if (!Array.isArray(row)) return row;
    const [shape, ...cells] = row;
    const values = cells.map((cell) => valueOf(cell, day));
    if (!shape) return values;
    const value = {};
    DATA.shapes[shape - 1].forEach((name, place) => {
        if (name) value[name] = values[place];
        else Object.assign(value, values[place]);
    });
    return value;
}

// Numbers that were written as which, how many, which, how many …
function repeated(numbers) {
    const out = [];
    for (let at = 0; at < numbers.length; at += 2)
        for (let next = 0; next < numbers[at + 1]; next += 1) out.push(numbers[at]);
    return out;
}

for (const book of BOOKS) {
    book.overviews = repeated(book.overviews);
    book.slips = new Map(book.slips.map(([page, slips]) => [page, repeated(slips)]));
    for (const section of book.sections)
        for (const name of ["at", "classes", "compared"]) section[name] = repeated(section[name]);
}

// What leads from one text to another, by both: of each piece its length in the old and in the new one.
const DIFFERENCES = new Map(
    DATA.differences.map(([before, after, runs]) => [`${DATA.texts[before]}\n${DATA.texts[after]}`, runs]),
);

// Reads rows of one kind, each once.
function reader(rows, names, finish) {
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

// The last of the days on which something became known, up to this one; -1 where none is.
function dayAt(book, day) {
    let at = -1;
    while (at + 1 < book.days.length && book.days[at + 1] <= day) at += 1;
    return at;
}

// The number of a view: { ruleset, edition, day, profile }.
const viewAt = (book, view) =>
    (editionAt(book, view.edition) * book.days.length + dayAt(book, view.day)) * book.profiles.length +
    profileAt(book, view.profile);

// Whether an edition was out on a day.
const isOut = (book, id, day) => editionAt(book, id) >= 0 && dayAt(book, day) >= book.editions[editionAt(book, id)].out;

// The newest edition that was out on a day; null where none was.
function newestOn(book, day) {
    const out = book.editions.filter((edition) => isOut(book, edition.id, day));
    return out.length ? out[out.length - 1].id : null;
}

// The edition that an edition amends; null for the first.
function editionBefore(book, id) {
    const { line } = book.editions[editionAt(book, id)];
    return line.length > 1 ? book.editions[line[line.length - 2]].id : null;
}

const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text || "") && !Number.isNaN(Date.parse(text));
