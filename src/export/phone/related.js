// ---- Related entries: rulings, disagreements, earlier wording, notes -----------------------------------------------------

const remark = (here, one) => (typeof one === "string" ? one : [one.text, el("small", {}, originText(one))]);
const ownRemark = (here, one) => [one.text, el("small", {}, `this project, at ${originText(one)}`)];
const hasWords = (text) => /[\p{Alphabetic}\p{N}]/u.test(text || "");

// Returns the state of a ruling in words for people.
const stateLabel = (state) => (state === "touched" ? "changed since" : state);
const badge = (state) => el("span", { class: `badge ${state}` }, stateLabel(state));

// Heading, member and drawing function of each kind of related entry, in display order.
const RELATED = [
    ["Rulings", "clarifications", (here, ruling) => drawRuling(here, ruling)],
    [
        "Where instructions disagree",
        "conflicts",
        (here, { id, sides }) => [
            `Two instructions disagree on ${id}; neither is applied.`,
            el("ul", {}, sides.map((side) => el("li", {}, `${originWithInstruction(side)}: ${side.text}`))),
        ],
    ],
    ["Where the sources disagree", "contradictions", remark],
    ["Remarks", "remarks", ownRemark],
    ["Open instructions", "open", (here, origin) => `${originWithInstruction(origin)}; it changes no text`],
    ["Withdrawn", "withdrawn", (here, { change, by }) => `${originWithInstruction(change)}; by ${originText(by)}`],
    [
        "Earlier wording",
        "earlier",
        (here, { editions, text, until }) =>
            hasWords(text) && [el("b", {}, `${editions}${until ? ` until ${until}` : ""} `), text],
    ],
    ["Notes", "notes", remark],
    ["Deviations", "deviations", remark],
    [
        "Origin",
        "lineage",
        (here, { relation, id, by }) => [`${relation.replace("-", " ")} `, clauseLink(here, id), ` (${originText(by)})`],
    ],
    ["Numbered", "numbering", (here, { editions, address }) => `${editions}: ${address}`],
    ["Parts", "children", (here, id) => clauseLink(here, id)],
];

// Groups that are open; the others open when tapped.
const OPEN = ["clarifications", "conflicts", "contradictions", "open", "withdrawn"];

function drawRelated(here, clause) {
    return RELATED.map(([heading, name, draw]) => {
        const entries = (clause[name] || []).map((one) => draw(here, one)).filter(Boolean);
        if (!entries.length) return null;
        const kind = name === "clarifications" ? "rulings" : name;
        const list = el("ul", { class: kind === "rulings" ? "plain" : null }, entries.map((entry) => el("li", {}, entry)));
        return OPEN.includes(name)
            ? el("section", { class: `remark ${kind}` }, el("h2", { tabindex: -1 }, heading), list)
            : el("details", { class: `remark ${kind}` }, el("summary", {}, heading), list);
    });
}

// Draws a ruling below the clause that it interprets.
function drawRuling(here, { id, document, n, state, reason, relation, text, printed }) {
    const place = placeAt(here, { what: id });
    return el(
        "div",
        { class: "ruling", id: `ruling-${id}` },
        el("p", { class: "ruling-head" }, link(place, n || id), badge(state), el("small", {}, bookOf(here.ruleset).shorts[document] || document)),
        el("p", {}, printed || text),
        printed && el("p", { class: "restated" }, `restated: ${text}`),
        (reason || relation !== "interprets") &&
            el("p", { class: "quiet" }, [reason, relation !== "interprets" && `it ${relation} the text`].filter(Boolean).join("; ")),
    );
}
