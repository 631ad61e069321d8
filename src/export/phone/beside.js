// ---- What bears on a clause and is not its text ---------------------------------------------------------------------

const reads = (text) => /[\p{Alphabetic}\p{N}]/u.test(text || "");

// A heading, and how one of its entries is drawn, in the order in which they stand below a card.
const BESIDE = [
    [
        "Conflict",
        "conflicts",
        (here, { id, sides }) => [
            `two instructions say different things of ${id}; neither is applied`,
            el(
                "ul",
                {},
                sides.map((side) => el("li", {}, `${full(side.origin)}: ${side.text}`)),
            ),
        ],
    ],
    ["Contradiction", "contradictions", (here, { text, origin }) => `${text} (${who(origin)})`],
    ["Open instruction", "open", (here, { origin }) => `${full(origin)}; nothing is changed by it`],
    [
        "Ruling",
        "rulings",
        (here, { id, document, n, state, reason, relation, text }) => [
            el("span", { id: `ruling-${id}` }, `${document} ${n || ""} `),
            el("span", { class: `verdict ${state}` }, state),
            reason && `: ${reason}`,
            relation !== "interprets" && ` (${relation})`,
            " – ",
            text,
        ],
    ],
    ["Withdrawn", "withdrawn", (here, { change, by }) => `${full(change)}; by ${who(by)}`],
    [
        "Earlier",
        "earlier",
        (here, { editions, text, until }) =>
            reads(text) && [el("b", {}, `${editions}${until ? ` until ${until}` : ""}: `), text],
    ],
    ["Note", "notes", (here, { text, origin }) => `${text} (${who(origin)})`],
    ["Deviation", "deviations", (here, { text, origin }) => `${text} (${who(origin)})`],
    [
        "Came out of",
        "lineage",
        (here, { relation, id, by }) => [`${relation.replace("-", " ")} `, clauseLink(here, id), ` (${who(by)})`],
    ],
    ["Numbered", "numbering", (here, { editions, address }) => `${editions}: ${address}`],
    ["Parts", "parts", (here, id) => clauseLink(here, id)],
];

function drawBearings(here, bearings) {
    const groups = BESIDE.map(([heading, name, draw]) => {
        const entries = bearings[name].map((one) => draw(here, one)).filter(Boolean);
        if (!entries.length) return null;
        return el(
            "section",
            { class: `beside ${name}` },
            el("h2", {}, heading),
            el(
                "ul",
                {},
                entries.map((entry) => el("li", {}, entry)),
            ),
        );
    });
    return groups.filter(Boolean);
}
