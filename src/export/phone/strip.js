// ---- The strip of editions, and the answer in one line ------------------------------------------------------------------

const yearOf = (edition) => (/\d{4}/.exec(edition.from || "") || [""])[0];

// Returns what each published edition did to a unit: { edition, state: "held" | "none" | "unknown" | "gone", changed, unknown, of, notices }. `changed` counts the
// sentences that differ from the edition that it amends.
function editionsOf(here, found) {
    const book = bookOf(here.ruleset);
    return book.editions
        .filter((edition) => isPublished(book, edition.id, here.day))
        .map((edition) => ({ edition, ...unitAt({ ...here, edition: edition.id, from: null, since: null }, found) }));
}

function unitAt(view, found) {
    const version = versionOf(found.section, view);
    const number = version && version.clauses[found.unit];
    if (!number) return { state: "gone", changed: 0, unknown: 0, of: 0, notices: [] };
    const clause = valueOf(number, view.day);
    const state = { "not-held": "none", deleted: "gone", moved: "gone", "not-yet": "gone", unknown: "unknown" }[clause.state] || "held";
    const from = editionBefore(bookOf(view.ruleset), view.edition);
    if (!from || !isPublished(bookOf(view.ruleset), from, view.day)) return { state, changed: 0, unknown: 0, of: 0, notices: [] };
    const { pairs, notices } = comparisonOf({ ...view, from }, found);
    const own = pairs.filter((pair) => pair.kind !== "heading" || pair.fate !== "same");
    return { state, ...countsOf(own), of: own.length, notices };
}

const STRIP_WORDS = { none: "not included", unknown: "not known whether it was part of it", gone: "not part of it" };

// Says what an edition did to a unit. Notices say that more may have changed.
function stripWords({ state, changed, unknown, notices }) {
    if (changed) return "changed here";
    if (unknown) return "replaced here, the text before is not included";
    if (notices.length && state !== "gone") return "not known what changed here";
    return STRIP_WORDS[state] || "reads the same";
}

// Draws the strip: a large dot for an edition that changed the unit, a small one where it reads the same, a dotted ring where it is not included.
function drawStrip(here, editions, target) {
    if (editions.length < 2) return null;
    return el(
        "ol",
        { class: "strip", "aria-label": "Editions" },
        editions.map((own) => {
            const { edition, state, changed, unknown } = own;
            const now = edition.id === here.edition;
            const words = stripWords(own);
            return el(
                "li",
                { class: [changed || unknown ? "changed" : state, now && "now"].filter(Boolean).join(" ") },
                el(
                    "a",
                    { href: hashOf(target(edition.id)), "aria-current": now ? "true" : null, title: words },
                    el("i", { class: "dot" }),
                    el("span", {}, edition.id, el("span", { class: "said" }, `: ${words}`)),
                    el("small", {}, yearOf(edition)),
                ),
            );
        }),
    );
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
const numberWord = (count) => NUMBERS[count] || String(count);
const inWords = (count, one, many = `${one}s`) => `${numberWord(count)} ${count === 1 ? one : many}`;

// Says what the edition being read did to the text.
function changeSentence(here, editions) {
    const at = editions.findIndex(({ edition }) => edition.id === here.edition);
    const upTo = editions.slice(0, at + 1);
    const last = upTo.findLast(({ changed, unknown }) => changed + unknown > 0);
    const current = editions[at];
    if (!current || current.state !== "held") return null;
    const isUnknown = ({ state, notices }) => state === "unknown" || notices.length;
    if (!last && upTo.some(isUnknown)) return null;
    if (!last) return upTo.length > 1 ? `No difference between ${upTo[0].edition.id} and ${here.edition} in the included text.` : null;
    const { id } = last.edition;
    const from = editionBefore(bookOf(here.ruleset), id);
    const compared = (words) => [link(placeAt(here, { what: here.what, edition: id, from }), words), "."];
    if (last !== current) {
        const unsure = upTo.slice(upTo.indexOf(last) + 1).some(({ notices }) => notices.length);
        return compared(unsure ? `The included text is the same since ${id}` : `The same since ${id}`);
    }
    if (!current.changed) return compared(`Replaced in ${id}; the text before is not included`);
    if (2 * current.changed > current.of && current.of > 2) return compared(`Rewritten in ${id}`);
    return compared(`${inWords(current.changed, "change")} in ${id}`);
}

const CAREFUL = ["contradicted", "undecided", "touched", "narrowed"];

// Says in which states the rulings are, those that need care first.
function rulingSentence(rulings) {
    const count = (state) => rulings.filter((ruling) => ruling.state === state).length;
    const careful = CAREFUL.filter(count);
    const others = rulings.filter(({ state }) => !CAREFUL.includes(state)).length;
    const parts = careful.map((state, at) => {
        const is = count(state) === 1 ? "is" : "are";
        const words = state === "touched" ? "on text that has changed since" : `${is} ${state}`;
        return at === 0 ? `${inWords(count(state), "ruling")} ${words}` : `${numberWord(count(state)).toLowerCase()} ${words}`;
    });
    if (others && !careful.length) parts.push(inWords(others, "ruling applies", "rulings apply"));
    return parts.length ? `${parts.join(", ")}.` : null;
}

// Answers in one line before the evidence.
function drawLede(here, clause, editions) {
    const rulings = rulingSentence(clause.clarifications);
    const parts = [
        stateLine(here, clause),
        changeSentence(here, editions),
        clause.conflicts.length > 0 && "Two instructions disagree; neither is applied.",
        clause.withdrawn.length > 0 && "A change was withdrawn.",
    ].filter(Boolean);
    if (!parts.length && !rulings) return null;
    const toRulings = rulings && partLink("rulings", rulings);
    return el("p", { class: "lede" }, joinWith(parts, " "), toRulings && [" ", toRulings]);
}

// A link to a part of the view, which has no address of its own.
const partLink = (name, ...children) =>
    el("a", { href: hashOf(here), onclick: (event) => (event.preventDefault(), showPart(name)) }, children);

function showPart(name) {
    const part = MAIN.querySelector(`.${name}`);
    if (!part) return;
    part.scrollIntoView({ block: "start" });
    const heading = part.querySelector("h2");
    if (heading) heading.focus({ preventScroll: true });
}
