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
        if (value === true) element.setAttribute(key, "");
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

// ---- Footnotes: letters for the origins of the text -----------------------------------------------------------------

const letterOf = (at) => (at < 26 ? "" : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(97 + (at % 26));

class Footnotes {
    constructor() {
        this.notes = [];
        Footnotes.count = (Footnotes.count || 0) + 1;
        this.key = `note-${Footnotes.count}`;
    }

    // Returns the letter of an origin. The values of a table that one document sets share a letter.
    letter(origin, shared) {
        const alike = (other) =>
            other.document === origin.document && other.address === origin.address && other.page === origin.page;
        let at = this.notes.findIndex(
            ({ origin: other }) =>
                other.quoted === origin.quoted &&
                ((other.patch === origin.patch && other.address === origin.address) || (shared && alike(other))),
        );
        if (at < 0) at = this.notes.push({ origin, numbers: [] }) - 1;
        const { numbers } = this.notes[at];
        if (origin.n && !numbers.includes(origin.n)) numbers.push(origin.n);
        return at;
    }

    letters(origins, shared) {
        const found = [...new Set(origins.map((origin) => this.letter(origin, shared)))].sort((a, b) => a - b);
        return found.map((at) =>
            el(
                "a",
                {
                    class: "letter",
                    href: `#${this.key}-${letterOf(at)}`,
                    "data-note": `${this.key}-${letterOf(at)}`,
                    title: originText(this.notes[at].origin),
                },
                `[${letterOf(at)}]`,
            ),
        );
    }

    // Returns the letters of a block. Text that is not held gets no letter for the booklet.
    of(block) {
        const held = /[\p{Alphabetic}\p{N}]/u.test(block.text);
        const written = block.provenance.filter((origin) => held || origin.address);
        const label = block.label_by ? [block.label_by] : [];
        const all = [...written, ...(block.pending || []), ...(block.cut || []), ...label];
        return this.letters(all, block.kind === "cell");
    }

    draw() {
        if (!this.notes.length) return null;
        const one = ({ origin, numbers }, at) => {
            const sorted = [...numbers].sort((a, b) => (parseInt(a, 10) || 1e9) - (parseInt(b, 10) || 1e9));
            const id = `${this.key}-${letterOf(at)}`;
            return el(
                "li",
                { id, tabindex: -1 },
                el("b", {}, `[${letterOf(at)}] `),
                originWithInstruction({ ...origin, n: sorted.join(", ") || null }),
            );
        };
        return el("section", { class: "notes", "aria-label": "Who wrote it" }, el("ul", {}, this.notes.map(one)));
    }
}

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
    term: (here, target, piece) => clauseLink(here, `term:${target}`, piece),
    fact: (here, target, piece) => el("data", { value: target }, piece),
    // external addresses are shown, but not linked
    url: (here, target, piece) => el("span", { class: "outside", title: target }, piece),
    strong: (here, target, piece) => el("strong", {}, piece),
    emphasis: (here, target, piece) => el("em", {}, piece),
    strike: (here, target, piece) => el("s", {}, piece),
    hole: (here, target, piece) => el("i", { class: "hole", title: "text not included" }, piece),
};

const applyMark = (here, mark, piece) => (MARKS[mark.kind] ? MARKS[mark.kind](here, mark.target, piece) : piece);

const NOT_INCLUDED = "Text not included; see your booklet";

// Returns the placeholder for `count` blocks whose text is not included.
function missingText(block, count) {
    const open = { "p+": "further paragraphs", "b+": "further bullets", "s+": "further text" }[block.id.slice(-2)];
    if (block.floating) return "Text not included, at an unknown place; see your booklet";
    if (open && block.at_least === 0) return `[${open} of the booklet may follow]`;
    if (open && !block.first) return `[${open} of the booklet, not included]`;
    return count === 1 ? NOT_INCLUDED : `${count} ${block.inside}s: ${NOT_INCLUDED.toLowerCase()}`;
}

// Draws old and new words in one text: deleted words struck out, new words underlined.
function inlineDiff(before, after) {
    if (before === "…") return [el("i", { class: "hole" }, "[text not included] → "), added(after)];
    if (before == null) return [added(after)];
    if (after == null) return [removed(before)];
    if (before === after) return [after];
    const runs = DIFFERENCES.get(`${before}\n${after}`);
    if (!runs) return [removed(before), " ", added(after)];
    let [old, fresh] = [0, 0];
    return runs.map(([gone, come]) => {
        const [was, is] = [before.slice(old, old + gone), after.slice(fresh, fresh + come)];
        [old, fresh] = [old + gone, fresh + come];
        return gone && come ? is : gone ? removed(was) : added(is);
    });
}

// Marks a changed text, without its trailing white space.
function changedText(name, caption, text) {
    const words = (text || "").trimEnd();
    return [
        el(name, {}, el("span", { class: "said" }, `[${caption}: `), words, el("span", { class: "said" }, "]")),
        (text || "").slice(words.length),
    ];
}
const added = (text) => changedText("ins", "new", text);
const removed = (text) => changedText("del", "gone", text);

// Draws a snippet with its matches marked.
function markedSnippet({ text, marks }) {
    const out = [];
    let at = 0;
    for (const [start, end] of marks) {
        out.push(text.slice(at, start), el("mark", {}, text.slice(start, end)));
        at = end;
    }
    return [...out, text.slice(at)];
}
