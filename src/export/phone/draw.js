// ---- Drawing --------------------------------------------------------------------------------------------------------
//
// Text is always inserted as text, never as markup.

// Bidirectional control characters are removed.
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const clean = (text) => String(text).replace(BIDI_CONTROLS, "");

// Creates an element: attributes by name; children may be elements, texts, lists of them, or empty values.
function el(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
        if (typeof value === "function") element.addEventListener(key.slice(2), value);
        else if (value === true) element.setAttribute(key, "");
        else if (value !== false && value != null) element.setAttribute(key, clean(value));
    }
    fill(element, children);
    return element;
}

function fill(element, children) {
    for (const child of [children].flat(Infinity)) {
        if (child != null && child !== false && child !== "")
            element.append(child instanceof Node ? child : clean(child));
    }
    return element;
}

const button = (attributes, ...children) => el("button", { type: "button", ...attributes }, ...children);
const icon = (name) => el("i", { class: `icon ${name}`, "aria-hidden": "true" });

const bareId = (id) => id.slice(id.indexOf("/") + 1);
const joinWith = (list, mark) => list.flatMap((item, at) => (at ? [mark, item] : [item]));

// Creates a link to another address of the page.
const link = (where, ...children) => el("a", { href: hashOf(where) }, ...children);

// Creates a link to a clause, at the current view.
function clauseLink(here, id, ...children) {
    const [, key, what] = /^([^/]+)\/(.+)$/.exec(id) || [null, here.ruleset, id];
    const known = bookOf(key) && NAMES.get(key).has(what.split("/")[0]);
    if (!known) return el("span", {}, children.length ? children : id);
    return link({ ...atView(here, key), what }, children.length ? children : id);
}

// Returns the same view in another ruleset: its newest edition at that date.
function atView(here, key) {
    const { ruleset, edition, day, profile } = here;
    if (key === ruleset) return { ruleset, edition, day, profile };
    const book = bookOf(key);
    return { ruleset: key, edition: newestEditionOn(book, day) || book.editions[0].id, day, profile: book.view.profile };
}

// Returns document, date, number and page: `3.1 sheet, 2 Jun 2005, no. 20, p. 12`, and the documents that quote it, if it is only known from them.
const originText = (origin) => {
    const quoting = origin.quoted_by || [];
    const named = [quoting.slice(0, -1).join(", "), ...quoting.slice(-1)].filter(Boolean).join(" and ");
    const page = origin.address && origin.page && `p. ${origin.page}${origin.page_inferred ? " (inferred)" : ""}`;
    return [origin.short, origin.date_text, origin.n && `no. ${origin.n}`, page, named && `as quoted by ${named}`]
        .filter(Boolean)
        .join(", ");
};
// Returns the same with the instruction.
const originWithInstruction = (origin) => (origin.address ? `${originText(origin)}: ${origin.address}` : originText(origin));

// ---- Text with its links, terms, values and holes -------------------------------------------------------------------

// Draws the text of a block. The positions of its marks are UTF-8 bytes.
function wordsOfBlock(here, block) {
    if (block.wording === "none") return [el("i", { class: "hole" }, missingText(block, 1))];
    const bytes = new TextEncoder().encode(block.text);
    const edges = new Set([0, bytes.length]);
    for (const mark of block.marks) edges.add(mark.start).add(mark.end);
    const places = [...edges].sort((a, b) => a - b);
    const out = [];
    places.slice(0, -1).forEach((start, at) => {
        const end = places[at + 1];
        let piece = new TextDecoder().decode(bytes.subarray(start, end));
        for (const mark of block.marks.filter((mark) => mark.start <= start && mark.end >= end))
            piece = applyMark(here, mark, piece);
        out.push(piece);
    });
    return out;
}

// The drawing function of each kind of mark.
const MARKS = {
    link: (here, target, piece) => clauseLink(here, target, piece),
    term: (here, target, piece) => drawTerm(here, target, piece),
    fact: (here, target, piece) => el("data", { value: target }, piece),
    // external addresses are shown, but not linked
    url: (here, target, piece) => el("span", { class: "outside", title: target }, piece),
    strong: (here, target, piece) => el("strong", {}, piece),
    emphasis: (here, target, piece) => el("em", {}, piece),
    strike: (here, target, piece) => el("s", {}, piece),
    hole: (here, target, piece) => el("i", { class: "hole", title: "text not included" }, piece),
};

const applyMark = (here, mark, piece) => (MARKS[mark.kind] ? MARKS[mark.kind](here, mark.target, piece) : piece);

// A term opens its entry of the glossary next to the text.
function drawTerm(here, target, piece) {
    const place = placeAt(here, { what: `term:${target}` });
    const found = locate(place, place.what);
    if (!found || versionOf(found.section, place).clauses[found.unit] <= 0) return clauseLink(here, place.what, piece);
    const open = (event) => {
        const [clause] = cardOf(place, found).clauses;
        openPanel(event.currentTarget, clause.path[clause.path.length - 1], [
            clause.blocks.map((block) => el("p", {}, block.label && `${block.label} `, wordsOfBlock(here, block))),
            wordingLine(here, clause.blocks),
            el("p", {}, link(place, "Open")),
        ]);
    };
    return button({ class: "term", onclick: open }, piece);
}
