// ---- Data: what the program wrote into the page ---------------------------------------------------------------------
//
// Every value is written once and named by its number. Rows are lists; the names of their places stand here in the order in which the
// program writes them (rows.rs, sections.rs, seek.rs).

const DATA = JSON.parse(document.getElementById("data").textContent);
const BOOKS = DATA.rulesets;

const textOf = (at) => (at == null ? null : DATA.texts[at]);
const textsOf = (list) => (list || []).map(textOf);

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

const originOf = reader(
    DATA.origins,
    ["patch", "document", "short", "n", "edition", "date", "page", "address", "verb", "quoted"],
    (origin) => ({ ...origin, address: textOf(origin.address) }),
);
const originsOf = (list) => (list || []).map(originOf);

const blockOf = reader(
    DATA.blocks,
    [
        "id",
        "kind",
        "inside",
        "depth",
        "first",
        "label",
        "row",
        "text",
        "wording",
        "held",
        "provenance",
        "marks",
        "restated",
        "pending",
        "cut",
        "label_by",
    ],
    (block) => ({
        ...block,
        text: textOf(block.text),
        restated: textOf(block.restated),
        provenance: (block.provenance || []).map(([start, end, by]) => ({ start, end, by: originOf(by) })),
        marks: (block.marks || []).map(([start, end, kind, target]) => ({ start, end, kind, target })),
        pending: originsOf(block.pending),
        cut: originsOf(block.cut),
        label_by: originOf(block.label_by),
    }),
);

const remarkOf = ([origin, text]) => ({ origin: originOf(origin), text: textOf(text) });

// What may bear on a clause, and how its rows are read.
const BEARINGS = {
    conflicts: ([id, sides]) => ({ id, sides: sides.map(remarkOf) }),
    contradictions: remarkOf,
    open: remarkOf,
    rulings: ([id, document, n, state, reason, relation, text, units]) => ({
        id,
        document,
        n,
        state,
        reason: textOf(reason),
        relation,
        text: textOf(text),
        units: units || [],
    }),
    withdrawn: ([change, by]) => ({ change: originOf(change), by: originOf(by) }),
    earlier: ([editions, text, until]) => ({ editions, text: textOf(text), until: until ?? null }),
    notes: remarkOf,
    deviations: remarkOf,
    lineage: ([relation, id, by]) => ({ relation, id, by: originOf(by) }),
    numbering: ([editions, address]) => ({ editions, address }),
};

function bearingsOf(at) {
    const found = at == null ? {} : DATA.bearings[at];
    const out = { parts: found.parts || [] };
    for (const [name, read] of Object.entries(BEARINGS))
        out[name] = (found[name] || []).map((item) => read(DATA.items[item]));
    return out;
}

const cardOf = reader(
    DATA.cards,
    ["id", "unit", "path", "state", "place", "count", "bearings", "by", "moved_to"],
    (card) => ({ ...card, path: textsOf(card.path), by: originOf(card.by) }),
);

const changeOf = ([id, label, before, after, runs]) => ({
    id,
    label,
    before: textOf(before),
    after: textOf(after),
    runs: runs || [],
});
const entryOf = reader(
    DATA.entries,
    ["origin", "changes", "pending", "moved_to", "withdrawn_by", "retroactive", "scope", "note"],
    (entry) => ({
        ...entry,
        origin: originOf(entry.origin),
        changes: (entry.changes || []).map(changeOf),
        withdrawn_by: originOf(entry.withdrawn_by),
        note: textOf(entry.note),
    }),
);

const pairOf = reader(
    DATA.pairs,
    ["id", "kind", "depth", "label", "fate", "before", "after", "runs", "change", "by", "moved_to"],
    (pair) => ({
        ...pair,
        before: textOf(pair.before),
        after: textOf(pair.after),
        runs: pair.runs || [],
        by: originsOf(pair.by),
    }),
);

const lineOf = reader(DATA.lines, ["mark", "by", "print", "moved_to", "blocks"], (line) => ({
    ...line,
    by: originsOf(line.by),
    blocks: (line.blocks || []).map(blockOf),
}));

// ---- Views: edition, day and profile --------------------------------------------------------------------------------

const bookOf = (key) => BOOKS.find((book) => book.key === key);
const editionAt = (book, id) => book.editions.findIndex((edition) => edition.id === id);
const profileAt = (book, id) =>
    Math.max(
        0,
        book.profiles.findIndex((profile) => profile.id === id),
    );

// The last of the days on which something became known, up to this one.
function dayAt(book, day) {
    let at = 0;
    while (at + 1 < book.days.length && book.days[at + 1] <= day) at += 1;
    return at;
}

// The number of a view: { ruleset, edition, day, profile }.
function viewAt(book, view) {
    const day = dayAt(book, view.day);
    return (
        (editionAt(book, view.edition) * book.days.length + day) * book.profiles.length + profileAt(book, view.profile)
    );
}

// Whether an edition was out on a day.
const isOut = (edition, day) => !edition.day || edition.day <= day;

// The newest edition that was out on a day.
function newestOn(book, day) {
    const out = book.editions.filter((edition) => isOut(edition, day));
    return (out[out.length - 1] || book.editions[0]).id;
}

const noticesOf = (book, view) =>
    textsOf(book.notices[viewAt(book, view)]).map((notice) => notice.replaceAll("{day}", view.day));

// A section as it is at a view; none where it is not known there.
function versionOf(book, section, view) {
    const at = section.views[viewAt(book, view)];
    if (at == null || at < 0) return null;
    const [blocks, cards, log, lines, stands, absent] = section.versions[at];
    return {
        at,
        blocks: blocks || [],
        cards: cards || [],
        log: log || [],
        lines: lines || [],
        stands: !!stands,
        absent: !!absent,
    };
}

// The blocks of a card among those of its version.
const blocksOf = (version, card) => version.blocks.slice(card.place, card.place + card.count).map(blockOf);

// ---- Ids: from an address to a clause -------------------------------------------------------------------------------

const bareId = (id) => id.slice(id.indexOf("/") + 1);

// For each ruleset: id or name → the section, and the number of the unit.
const PLACES = new Map(BOOKS.map((book) => [book.key, placesOf(book)]));

function placesOf(book) {
    const places = new Map();
    book.sections.forEach((section, at) => {
        for (const [name, unit] of Object.entries(section.names)) places.set(name, { section: at, unit });
        for (const version of [...section.versions].reverse()) {
            for (const card of (version[1] || []).map(cardOf)) {
                if (!places.has(bareId(card.id))) places.set(bareId(card.id), { section: at, unit: card.unit });
            }
        }
    });
    return places;
}

// The clause that an id names at a view: its section, version, card, and the block in it that is meant, if it is smaller than the card.
function locate(book, id, view) {
    const steps = id.split("/");
    for (let length = steps.length; length > 0; length -= 1) {
        const name = steps.slice(0, length).join("/");
        const below = steps.slice(length);
        const found = named(book, name, view);
        if (!found) continue;
        return below.length ? { ...found, ...inside(found, below) } : found;
    }
    return null;
}

function named(book, name, view) {
    const place = PLACES.get(book.key).get(name);
    if (!place) return null;
    const section = book.sections[place.section];
    const version = versionOf(book, section, view);
    if (!version) return null;
    const cards = version.cards.map(cardOf);
    const own =
        cards.find((card) => bareId(card.id) === name) ||
        (name.includes("/") ? null : cards.find((card) => card.unit === place.unit));
    return own ? { section, version, card: own } : { section, version, card: cards[0], missing: name };
}

// Ordinals below a card: `3` (a bullet, else a paragraph, sentence, row), `b3`, `p2`, `s1`, `r4`.
function inside({ version, card }, below) {
    const kinds = { b: "bullet", p: "paragraph", s: "sentence", r: "row" };
    const [, letter, number] = /^([bpsr]?)(\d+)$/.exec(below[0]) || [];
    const wanted = letter ? [kinds[letter]] : ["bullet", "paragraph", "sentence", "row"];
    const places = version.blocks.map((at, place) => ({ place, block: blockOf(at) }));
    const own = places
        .slice(card.place, card.place + card.count)
        .filter(({ block }) => block.kind !== "heading" && block.kind !== "more");
    for (const kind of number ? wanted : []) {
        const units =
            kind === "sentence"
                ? own.filter(({ block }) => block.kind === kind)
                : own.filter(({ block }) => block.first && block.inside === kind);
        const found = units[Number(number) - 1];
        if (!found) continue;
        const cards = version.cards
            .map(cardOf)
            .filter((other) => other.place === found.place && other.count > 0 && other.unit !== card.unit);
        const unit = kind === "sentence" ? null : cards.sort((a, b) => b.count - a.count)[0];
        return unit ? { card: unit } : { block: found.block };
    }
    return { missing: below.join("/") };
}
