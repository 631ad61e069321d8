// ---- Related entries: rulings, notes and history below the text of a clause -----------------------------------------

const remark = (here, one) => (typeof one === "string" ? one : `${one.text} (${originText(one)})`);
const hasWords = (text) => /[\p{Alphabetic}\p{N}]/u.test(text || "");

// Heading, member and drawing function of each kind of related entry, in display order.
const RELATED = [
    [
        "Conflict",
        "conflicts",
        (here, { id, sides }) => [
            `two instructions disagree on ${id}; neither is applied`,
            el(
                "ul",
                {},
                sides.map((side) => el("li", {}, `${originWithInstruction(side)}: ${side.text}`)),
            ),
        ],
    ],
    ["Remark", "remarks", remark],
    ["Contradiction", "contradictions", remark],
    ["Open instruction", "open", (here, origin) => `${originWithInstruction(origin)}; it changes no text`],
    [
        "Ruling",
        "clarifications",
        (here, { id, document, n, state, reason, relation, text, printed }) => [
            el("span", { id: `ruling-${id}` }, `${document} ${n || ""} `),
            el("span", { class: `verdict ${state}` }, state),
            reason && `: ${reason}`,
            relation !== "interprets" && ` (${relation})`,
            " – ",
            printed || text,
            printed && el("span", { class: "restated" }, `restated: ${text}`),
        ],
    ],
    ["Withdrawn", "withdrawn", (here, { change, by }) => `${originWithInstruction(change)}; by ${originText(by)}`],
    [
        "Earlier",
        "earlier",
        (here, { editions, text, until }) =>
            hasWords(text) && [el("b", {}, `${editions}${until ? ` until ${until}` : ""}: `), text],
    ],
    ["Note", "notes", remark],
    ["Deviation", "deviations", remark],
    [
        "Origin",
        "lineage",
        (here, { relation, id, by }) => [`${relation.replace("-", " ")} `, clauseLink(here, id), ` (${originText(by)})`],
    ],
    ["Numbered", "numbering", (here, { editions, address }) => `${editions}: ${address}`],
    ["Parts", "children", (here, id) => clauseLink(here, id)],
];

function drawRelated(here, clause) {
    const groups = RELATED.map(([heading, name, draw]) => {
        const entries = (clause[name] || []).map((one) => draw(here, one)).filter(Boolean);
        if (!entries.length) return null;
        return el(
            "section",
            { class: `remark ${name}` },
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
