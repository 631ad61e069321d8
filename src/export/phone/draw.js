// ---- Drawing: elements whose texts are never markup. Only `answerPart` takes markup: that of the program, which escapes all words -------

// Marks that change the direction of writing are removed.
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
    return fill(element, children);
}

function fill(element, children) {
    for (const child of [children].flat(Infinity)) {
        if (child != null && child !== false && child !== "") element.append(child instanceof Node ? child : clean(child));
    }
    return element;
}

const button = (attributes, ...children) => el("button", { type: "button", ...attributes }, ...children);
const icon = (name) => el("i", { class: `icon ${name}`, "aria-hidden": "true" });
const link = (place, ...children) => el("a", { href: hashOf(place) }, ...children);
const select = (attributes, options, chosen, choose) =>
    el(
        "select",
        { ...attributes, onchange: (event) => choose(event.currentTarget.value) },
        options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
    );
const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

// Returns an answer of the program as an element. Links lead to the view at which it was given.
function answerPart(html, query, attributes = {}) {
    const part = el("div", { class: "answer", ...attributes });
    part.innerHTML = clean(html || "");
    for (const one of part.querySelectorAll('a[href^="#"]')) one.href = hashOf(atView(query, one.getAttribute("href").slice(1)));
    return part;
}

// Returns the place of an id at the view of an answer.
function atView({ ruleset, edition, as_of: day, profile }, id) {
    const [, key, what] = /^([^/]+)\/(.+)$/.exec(id) || [null, ruleset, id];
    return key === ruleset ? { ruleset, what, edition, day, profile } : { ruleset: key, what, day };
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const dayInWords = (day) => DAY.format(new Date(`${day}T00:00:00Z`)).replace("Sept", "Sep");
const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text || "") && !Number.isNaN(Date.parse(text));
