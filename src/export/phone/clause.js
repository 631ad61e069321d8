// ---- A clause: its editions, the answer in one line, its text, and what bears on it --------------------------------------

// Draws the line that says edition, profile and date of an answer.
function aboutLine(here) {
    const book = bookOf(here.ruleset);
    const bare = book.profiles.find((profile) => !profile.layers.length && !profile.scopes.length);
    const profile = bare && bare.id !== here.profile ? `${bare.id}+${here.profile}` : here.profile;
    const parts = [`${here.ruleset.toUpperCase()} ${here.edition}`, book.profiles.length > 1 && profile, `as of ${dayInWords(here.day)}`];
    return el("p", { class: "about" }, parts.filter(Boolean).join(" · "));
}

const pageLink = (here, page) => page && link(placeAt(here, { what: `p.${page}` }), `p. ${page}`);
const noticeLines = (notices) => (notices || []).map((notice) => el("p", { class: "notice" }, notice));

// Describes the state of a clause, unless it is simply in force.
function stateLine(here, clause) {
    const by = clause.state_by ? originText(clause.state_by) : "";
    return {
        "in-force": null,
        "not-held": clause.state_text,
        deleted: `Deleted: ${by}.`,
        moved: ["Moved to ", clauseLink(here, `${here.ruleset}/${clause.moved_to || ""}`), `: ${by}.`],
        "not-yet": clause.state_text,
        unknown: clause.state_text,
    }[clause.state];
}

// Returns whether the words are printed, restated or notes.
function wordingOf(here, blocks) {
    const shown = blocks.filter((block) => block.kind !== "heading");
    const documents = new Set(shown.flatMap((block) => block.provenance).map(({ document }) => document));
    const [only] = documents.size === 1 ? documents : [null];
    const document = bookOf(here.ruleset).documents.find((document) => document.id === only);
    if (document && document.kind === "notes") return { short: "Notes, not rules", long: `Notes, not rules: ${document.title}.` };
    const any = (kind) => shown.some((block) => block.wording === kind);
    const restated = any("restated") && (any("original") ? "partly restated" : "restated");
    if (any("printed") && restated)
        return {
            short: "Printed and restated wording",
            long: `Printed wording where the owner's library has it; the rest ${restated} by this project, not official.`,
        };
    if (any("printed")) {
        const place = any("original") ? "where the owner's library has it" : "from the owner's library";
        return { short: "Printed wording", long: `Printed wording ${place}.` };
    }
    const words = restated && restated[0].toUpperCase() + restated.slice(1);
    return words ? { short: `${words}, not official`, long: `${words} by this project, not official.` } : null;
}

function wordingLine(here, blocks) {
    const wording = wordingOf(here, blocks);
    return wording && el("p", { class: "quiet" }, wording.long);
}

function wordingTag(here, blocks) {
    const wording = wordingOf(here, blocks);
    if (!wording) return null;
    const caution = bookOf(here.ruleset).restated ? CAUTION : "";
    const open = (event) => openPanel(event.currentTarget, wording.short, el("p", {}, wording.long, " ", caution));
    return button({ class: "tag wording", onclick: open }, wording.short);
}

const CAUTION = "Only the printed rules and sheets are official. Where the words decide, look them up on the page that is named here.";

// The members of a clause that its card draws itself; the others are in RELATED.
const DRAWN = ["id", "heading", "path", "page", "page_inferred", "state", "state_by", "state_text", "moved_to", "blocks", "notices"];

function drawCard(here, found) {
    const answer = cardOf(here, found);
    const [clause] = answer.clauses;
    const { section, unit } = found;
    const root = unit === 0;
    const title = shortPath(clause.path)[clause.path.length - 1];
    const own = placeAt(here, { what: bareId(clause.id) });
    const notes = new Footnotes(own);
    const editions = editionsOf(here, found);
    const since = editionBefore(bookOf(here.ruleset), here.edition);
    const bare = clause.state === "not-held" && clause.blocks.every((block) => block.kind === "heading" || isHidden(block));
    const text = bare ? null : drawBlocks(here, clause.blocks, notes, { since, title });
    const compared = since && isPublished(bookOf(here.ruleset), since, here.day) && { ...own, from: since };
    return el(
        "article",
        { class: memory().numbers ? "card numbered" : "card" },
        drawCrumb(here, section, clause.path, root),
        el("h1", { tabindex: -1 }, title),
        el(
            "div",
            { class: "meta" },
            wordingTag(here, clause.blocks),
            pageLink(here, clause.page),
            clause.page_inferred && el("small", {}, "page inferred"),
            el("code", { class: "id" }, clause.id),
        ),
        drawStrip(here, editions, (edition) => ({ ...own, edition, what: sameUnit({ ...here, edition }, found) })),
        noticeLines(answer.notices),
        drawLede(here, clause, editions),
        drawActions(here, { clause, title, compared }),
        text,
        clause.notices.map((notice) => el("p", { class: "quiet" }, notice)),
        drawRelated(here, clause),
        drawOwnRulings(here, clause),
        root && drawLog(here, logOf(here, { section }).entries),
        notes.draw(),
        !root && el("p", { class: "more" }, clauseLink(here, `${here.ruleset}/${section.id}`, `All of ${headingOf(here, section)}`)),
        drawNeighbours(here, section),
    );
}

const headingOf = (here, section) => {
    const known = overviewOf(here).sections.find(({ id }) => bareId(id) === section.id);
    return known ? known.heading : section.id;
};

// Draws the ways up: the enclosing section, then the labels of the clause.
function drawCrumb(here, section, path, root) {
    const own = section.within ? 1 : 0;
    if (path.length < 2) return null;
    const parts = shortPath(path).slice(0, -1).map((part, at) =>
        at < own
            ? clauseLink(here, `${here.ruleset}/${section.within}`, part)
            : at === own && !root
              ? clauseLink(here, `${here.ruleset}/${section.id}`, part)
              : el("span", {}, part),
    );
    return el("nav", { class: "crumb", "aria-label": "Enclosing clauses" }, parts.flatMap((part, at) => (at ? [el("span", { "aria-hidden": "true" }, "›"), part] : part)));
}

// Returns a path in which no part repeats the one before: `Outcome › Outcome, doubled` as `Outcome › Doubled`.
const shortPath = (path) =>
    path.map((part, at) => {
        const before = at && `${path[at - 1]}, `;
        const short = before && part.startsWith(before) ? part.slice(before.length) : part;
        return short.charAt(0).toUpperCase() + short.slice(1);
    });

// Returns the id of a unit in another edition, in which positional ids may differ; if the unit does not exist there, the id of the enclosing
// one.
function sameUnit(place, found) {
    const version = versionOf(found.section, place);
    if (version && version.clauses[found.unit] > 0) return bareId(cardOf(place, found).clauses[0].id);
    return (place.what || found.section.id).replace(/\/[^/]*$/, "");
}

// Draws the ways to the sections before and after, in the order of the booklet.
function drawNeighbours(here, section) {
    const shown = overviewOf(here).sections.filter(({ state }) => state !== "not-yet");
    const at = shown.findIndex(({ id }) => bareId(id) === section.id);
    const way = (other, rel, before, after) =>
        other && el("a", { href: hashOf(placeAt(here, { what: bareId(other.id) })), rel }, before, el("span", {}, other.heading), after);
    return el(
        "nav",
        { class: "neighbours", "aria-label": "In the order of the booklet" },
        way(shown[at - 1], "prev", icon("left"), null),
        el("a", { href: hashOf(placeAt(here, { view: "booklet", what: section.id })), class: "inside" }, "In the booklet"),
        way(shown[at + 1], "next", null, icon("right")),
    );
}

// Draws the history of a section, newest first: the changes of each instruction.
function drawLog(here, entries) {
    if (!entries.length) return null;
    const change = ({ id, label, before, after, printed_before, printed_after }) =>
        el("li", {}, label && el("b", {}, `${label} `), inlineDiff(printed_before || before, printed_after || after), " ", el("small", {}, clauseLink(here, id)));
    const one = (entry) =>
        el(
            "li",
            {},
            el(
                "p",
                {},
                el("b", {}, originWithInstruction(entry)),
                entry.scope && ` (only ${entry.scope})`,
                entry.retroactive && ` (takes effect from ${entry.edition})`,
                entry.withdrawn_by && ` – withdrawn by ${originText(entry.withdrawn_by)}`,
                entry.open && " – changes nothing here",
                entry.pending && " – changes words that are not included",
            ),
            entry.note && el("p", {}, entry.note),
            (entry.notices || []).map((text) => el("p", {}, text)),
            entry.contradictions.map((text) => el("p", {}, `Contradiction: ${text}`)),
            entry.deviations.map((text) => el("p", {}, `Deviation: ${text}`)),
            entry.changes.length > 0 && el("ul", {}, entry.changes.map(change)),
        );
    return el(
        "details",
        { class: "log" },
        el("summary", {}, `History: ${entries.length} ${plural("instruction", entries.length)}`),
        el("ul", {}, entries.map(one)),
    );
}
