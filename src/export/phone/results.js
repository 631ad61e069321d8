// ---- Search results -----------------------------------------------------------------------------------------------------



// What is searched for, and where: the edition, date and profile of the question are those of the results.
function searchedFor(here) {
    const question = searchQuestion(here.q, here.ruleset);
    const book = bookOf(question.ruleset) || bookOf(here.ruleset);
    const place = book.key === here.ruleset ? { ...here } : { ...here, ...atView(here, book.key) };
    if (question.profile && book.profiles.some(({ id }) => id === question.profile)) place.profile = question.profile;
    if (question.day) {
        place.day = question.day;
        if (!question.edition) place.edition = newestEditionOn(book, question.day) || place.edition;
    }
    const faults = question.fault ? [question.fault] : [];
    const { edition } = question;
    if (edition && editionAt(book, edition) < 0) faults.push(`no edition ${edition} of ${book.key}; editions: ${book.editions.map(({ id }) => id).join(", ")}`);
    else if (edition && !isPublished(book, edition, place.day)) faults.push(notPublishedMessage(book, edition, place.day));
    else if (edition) place.edition = edition;
    return { question, place, faults };
}

function drawSearch(here) {
    const { question, place, faults } = searchedFor(here);
    const limit = here.kind ? 4 * HITS : Number(here.count) || HITS;
    const answer = search(question.text, place, limit);
    let hits = answer.hits.filter((hit) => !here.kind || kindOf(hit) === here.kind);
    const first = hits[0];
    const isMissing = !here.kind && !here.count && first?.missing?.startsWith("Not") && answer.matches > hits.length;
    if (isMissing) hits = hits.slice(0, 4);
    const found = `${hits.length} of ${answer.matches} matches`;
    const isFirst = ({ place }) => first && place.what === hitTarget(first.doc) && !place.from && place.ruleset === first.doc.book.key;
    const direct = directAnswers(place).filter((answer) => !isFirst(answer));
    announce(
        direct.length || first
            ? `${found}, the first: ${direct.length ? direct[0].title : textOf(first.doc.path[first.doc.path.length - 1])}`
            : "No matches",
    );
    const says = [...faults, ...answer.faults].map((fault) => el("p", { class: "notice" }, fault));
    if (question.otherGame)
        says.unshift(el("p", { class: "notice" }, `${question.otherGame} is another game, whose rules are not included; this is from ${bookOf(answer.view.ruleset).title}`));
    if (answer.language) says.push(el("p", { class: "notice" }, `${answer.language} is not understood, except for names`));
    const mistakes = answer.corrections.map(({ typed, meant }) =>
        el("p", { class: "notice" }, `No matches for “${typed}”; showing results for “${meant.join(", ")}”`),
    );
    const held = hits.filter((hit) => hit.holds);
    const past = hits.filter((hit) => !hit.holds);
    const list = (hits) => el("ol", { class: "hits" }, hits.map((hit) => drawHit(answer.view, hit)));
    const own = past.every(({ doc }) => doc.book.key === answer.view.ruleset);
    return [
        el("h1", { tabindex: -1, class: "quiet" }, hits.length ? found : direct.length ? "Answer" : "No matches"),
        drawFilters(here, question, place, answer),
        noticeLines(isPublished(bookOf(answer.view.ruleset), answer.view.edition, answer.view.day) ? noticesOf(answer.view) : []),
        says,
        mistakes,
        direct.length > 0 && el("ol", { class: "direct" }, direct.map(({ place, title, note }) => el("li", {}, link(place, el("span", {}, title), note && el("small", {}, note))))),
        held.length > 0 && list(held),
        past.length > 0 && [
            el("h2", {}, own ? `Not in the included text of ${answer.view.edition}` : "Not in the included text of the selected edition"),
            list(past),
        ],
        !here.kind && answer.hits.length >= limit && limit < 100 &&
            el("p", {}, el("a", { class: "btn", href: hashOf({ ...here, count: limit + 20 }) }, "Show more")),
        !hits.length &&
            el("p", {}, "Try other words. Conditions: ", joinWith(TABLES.filters.map(([, example]) => el("code", {}, example)), ", "), "."),
        readingLine(here),
        aboutLine(answer.view),
    ];
}

// Says how the question was read and which of its words were not used.
function readingLine({ q, ruleset }) {
    const { readAs, notUsed } = questionOf(q, ruleset);
    const parts = [readAs.length && `Read as: ${readAs.join(", ")}`, notUsed.length && `not used: “${notUsed.join("”, “")}”`];
    return parts.some(Boolean) && el("p", { class: "quiet" }, parts.filter(Boolean).join("; "));
}

// The kinds of hits that results can be limited to.
const KIND_WORDS = { rules: "rules", rulings: "rulings", tables: "tables" };
const kindOf = ({ doc }) =>
    doc.kind === "clarification" || doc.kind === "guideline" ? "rulings" : doc.kind === "table" ? "tables" : "rules";

// Draws the edition, date and profile that were typed, each of which can be taken off, and the kinds of hits.
function drawFilters(here, question, place, answer) {
    const typed = [
        question.edition && place.edition === question.edition && ["at", question.edition, "edition"],
        question.day && ["on", question.day, "day"],
        question.profile && ["for", question.profile, "profile"],
    ].filter(Boolean);
    const off = ([before, value]) => {
        const without = { ...here, q: question.text };
        return el(
            "a",
            { class: "chip on", href: hashOf(without), "aria-label": `${before} ${value}: take off` },
            `${before} `,
            el("b", {}, value),
            icon("close"),
        );
    };
    const kinds = Object.keys(KIND_WORDS).filter((kind) => here.kind === kind || answer.hits.some((hit) => kindOf(hit) === kind));
    const pick = (kind) => {
        const on = here.kind === kind;
        const count = answer.hits.filter((hit) => kindOf(hit) === kind).length;
        return el(
            "a",
            { class: on ? "chip on" : "chip", href: hashOf({ ...here, kind: on ? null : kind }), "aria-current": on ? "true" : null },
            `${KIND_WORDS[kind]} `,
            el("small", {}, count),
        );
    };
    const chips = [...typed.map(off), ...(kinds.length > 1 || here.kind ? kinds.map(pick) : [])];
    return chips.length > 0 && el("div", { class: "chips", role: "group", "aria-label": "Filters" }, chips);
}

// Describes a hit: the editions in which it is in force, its source, and its wording.
function aboutHit(view, { doc, edition }) {
    const { editions } = doc.book;
    const { reads } = doc.standing;
    // the consecutive editions around the requested one
    let first = reads.includes(edition) ? edition : doc.standing.editions[doc.standing.editions.length - 1];
    let last = first;
    while (reads.includes(first - 1)) first -= 1;
    while (reads.includes(last + 1)) last += 1;
    const newest = editionAt(doc.book, newestEditionOn(doc.book, view.day));
    // a table of values covers its own edition and later ones; this project's notes do not say since when they are true
    const documentAt = (key) => doc.book.documents.find(({ id }) => id === key);
    const table = doc.by.map(documentAt).find((own) => own?.kind === "data");
    const isNotes = documentAt(doc.document)?.kind === "notes";
    const begins = table ? editionAt(doc.book, table.edition) : -1;
    const isCovered = !table || editions[edition].line.includes(begins);
    const covered = isNotes || !isCovered || last < begins ? -1 : Math.max(first, begins);
    const [from, until] = [editions[covered]?.id, last === newest ? null : editions[last]?.id];
    const span = doc.changed
        ? `${doc.before == null ? "added" : textOf(doc.text) ? "changed" : "removed"} in ${doc.changed}`
        : !from
          ? ""
          : !until
            ? `since ${from}`
            : from === until
              ? `${from} only`
              : `${from}–${until}`;
    const kind = ["clause", "change", "table"].includes(doc.kind) ? "" : doc.kind;
    const remark = isCovered ? "" : ` (from ${table.edition} on; inferred for earlier editions)`;
    const source = [doc.source + remark, doc.n.length && `(${doc.n.join(", ")})`].filter(Boolean).join(" ");
    const layers = shownLayers(doc.book, view);
    const isDoubtful = doc.standing.contradicted.some(([own, needed]) => own === edition && needed.every((layer) => layers.includes(layer)));
    const doubt = isDoubtful && "a contradiction is recorded";
    return [kind, stateLabel(stateOf({ doc, edition })), span, source, ["none", "original"].includes(doc.wording) ? "" : doc.wording, doubt]
        .filter(Boolean)
        .join(" · ");
}

// Returns the state of a ruling at the requested edition.
const stateOf = ({ doc, edition }) => doc.standing.states[doc.book.editions[edition]?.id];

const KIND_TITLES = { clarification: "Ruling", guideline: "Guideline", note: "Note" };

// Returns the words before the heading that distinguish a ruling or note from a rule.
function titleOf(hit) {
    const { doc } = hit;
    if (!KIND_TITLES[doc.kind]) return [];
    const short = doc.source.replace(/, [^,]*$/, "");
    const numbers = doc.n.map((n) => n.slice(n.lastIndexOf(":") + 1)).join(", ");
    const title = [KIND_TITLES[doc.kind], numbers, "of", short].filter(Boolean).join(" ");
    return [stateOf(hit) ? `${title}, ${stateLabel(stateOf(hit))}` : title];
}

function drawHit(view, hit) {
    const { doc, snippet, holds, now } = hit;
    const path = [...titleOf(hit), ...shortPath([...doc.path, ...doc.labels].map(textOf))];
    const name = tellingLabel(path.pop(), textOf(doc.text) || "");
    const target = { ...atView(view, doc.book.key), what: hitTarget(doc) };
    const words =
        doc.text == null && doc.before == null
            ? el("i", { class: "hole" }, hit.missing || NOT_INCLUDED)
            : doc.before != null
              ? drawChange(doc)
              : markedSnippet(snippet);
    const above = [...path, doc.page && `p. ${doc.page}`].filter(Boolean);
    return el(
        "li",
        { "data-id": `${doc.book.key}/${doc.id}` },
        link(target, above.length > 0 && el("small", { class: "above" }, above.join(" · ")), el("span", { class: "name" }, name)),
        el("p", { class: "words" }, words),
        !holds &&
            (now
                ? el("p", {}, `Now: ${now}`)
                : doc.moved_to && doc.standing.gone.includes(hit.edition)
                  ? el("p", {}, "Moved to ", clauseLink(target, `${doc.book.key}/${doc.moved_to}`), ".")
                  : now === "" && el("p", {}, `Now: ${NOT_INCLUDED.toLowerCase()}`)),
        el("p", { class: "quiet" }, aboutHit(view, hit)),
        holds && unapplied(target, hit).map((text) => el("p", {}, text)),
    );
}

// Returns the instructions on a clause that do not count: those that cannot be applied, if its text is missing, and those withdrawn.
function unapplied(target, { doc, missing, edition }) {
    const here = { ...target, edition: doc.book.editions[edition].id };
    const found = locate(here, target.what);
    if (!found || !(versionOf(found.section, here).clauses[found.unit] > 0)) return [];
    const [clause] = cardOf(here, found).clauses;
    const open = missing ? clause.open.map((own) => `Open instruction: ${own.text} (${originText(own)})`) : [];
    return [...open, ...clause.withdrawn.map(({ change, by }) => `Withdrawn change: ${originText(change)}; by ${originText(by)}`)];
}

// Completes a label that names nothing, such as "-1" or "(b)", with the first words of the text.
function tellingLabel(label, text) {
    const words = text.split(/\s+/).filter(Boolean);
    if (!words.length || /\p{Alphabetic}{2}/u.test(label)) return label;
    return [label, ...words.slice(0, 6), ...(words.length > 6 ? ["…"] : [])].join(" ");
}

// Draws a changed unit before and after the change.
const drawChange = (doc) => inlineDiff(textOf(doc.before), textOf(doc.text));

// Returns the target of a hit: a note has no clause of its own, so its section.
const hitTarget = (doc) => (NAMES.get(doc.book.key).has(doc.id) || doc.id.includes("/") ? doc.id : doc.section);
