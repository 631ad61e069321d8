// ---- Search ---------------------------------------------------------------------------------------------------------
//
// As src/search/mod.rs and world/inquiry.rs: { hits: [{ doc, score, holds, snippet, now }], faults, corrections }.

const OWN_TEXT = ["clause", "table", "figure", "entry"];

// Answers a query at a view: in its ruleset, and in all others where that has nothing.
function search(text, view, limit) {
    const { node, faults } = parse(text);
    const condition = (field) =>
        conditionsOn(node, field)
            .map((value) => value.one)
            .find((value) => value !== undefined);
    const requested = { ...view };
    if (bookOf(condition("ruleset"))) requested.ruleset = condition("ruleset");
    if (condition("as-of")) {
        if (isDay(condition("as-of"))) requested.day = condition("as-of");
        else faults.push(`\`${condition("as-of")}\` is not a date: write it as 2020-11-01`);
    }
    const fits = (book) =>
        condition("at") && isOut(book, condition("at"), requested.day) ? condition("at") : null;
    if (condition("at") && !BOOKS.some((book) => editionAt(book, condition("at")) >= 0))
        faults.push(`there is no edition ${condition("at")}`);
    const own = bookOf(requested.ruleset);
    const edition =
        fits(own) || (isOut(own, requested.edition, requested.day) && requested.edition) || newestOn(own, requested.day);
    if (!edition)
        return {
            hits: [],
            faults: [notPublished(own, own.editions[0].id, requested.day)],
            corrections: [],
            view: { ...requested, edition: own.editions[0].id },
        };
    const first = answer(node, { ...requested, edition }, new Map([[own.key, edition]]), limit);
    if (first.hits.length || bookOf(condition("ruleset"))) return { ...first, faults: faults.concat(first.faults) };
    const editions = new Map(
        BOOKS.map((book) => [
            book.key,
            book === own ? edition : fits(book) || newestOn(book, requested.day),
        ]).filter(([, edition]) => edition),
    );
    const all = answer(node, { ...requested, edition }, editions, limit);
    if (all.hits.length) faults.unshift(`no matches in ${own.key}; these are from ${all.hits[0].doc.book.key}`);
    return { ...all, faults: faults.concat(all.faults) };
}

function answer(node, view, editions, limit) {
    const index = indexOf(view);
    const faults = [];
    const filter = new Filter(index, editions, (book) => shownLayers(book, view), faults);
    const required = filter.required(node);
    const corrections = [];
    const concepts = queriedConcepts(index, node, corrections);
    const byChange = conditionsOn(node, "changed").length > 0;
    const changes = byChange || conditionsOn(node, "by").length > 0;
    const eligible = eligibleOf(filter, view, changes, byChange);
    const whole = changes || conditionsOn(node, "is").some((value) => value.one === "deleted");
    const repeated = (doc) => doc.standing.repeated.includes(filter.editionOf(doc));
    const fits = (doc) => eligible(doc) && !repeated(doc) && (!required || required[doc.place]);
    const holds = (doc) => doc.kind === "change" || filter.holds(doc);
    let hits = [];
    if (!concepts.length) {
        const all = required ? index.docs.filter((doc) => fits(doc) && (whole || filter.holds(doc))) : [];
        hits = all.map((doc) => ({ doc, score: 1 }));
    } else {
        const terms = termsOf(concepts);
        const found = [...new Set(terms.words.flatMap((word) => index.having(word)))]
            .map((place) => index.docs[place])
            .filter(fits);
        const now = found.filter((doc) => whole || filter.holds(doc));
        const past = whole ? [] : found.filter((doc) => !filter.holds(doc));
        hits = ranked(now, terms, Math.max(limit * FIGURE.closer, 24));
        demote(hits, view);
        putRulesFirst(hits, (doc) => doc.standing.states[editions.get(doc.book.key)]);
        let old = pastOf(ranked(past, terms, FIGURE.most_past), hits, limit);
        inherit(hits, old);
        const best = hits.length ? hits[0].score : 0;
        hits = hits.filter((hit) => hit.score > best * FIGURE.too_far);
        old = old.slice(0, Math.min(FIGURE.past, Math.floor(limit / 2)));
        hits = hits.slice(0, limit - Math.min(old.length, limit)).concat(old);
    }
    const words = new Set(concepts.flatMap((concept) => concept.ways).flatMap((way) => way.words));
    const seen = new Set();
    const first = ({ doc }) => {
        const change = `${doc.book.key}/${doc.id}@${doc.changed}`;
        return doc.kind !== "change" || (!seen.has(change) && seen.add(change));
    };
    const shown = hits.filter(first).map(({ doc, score }) => {
        const held = holds(doc);
        const now =
            held || !doc.unit
                ? null
                : index.docs.find(
                      (other) => other.book === doc.book && other.unit === doc.unit && filter.holds(other),
                  );
        return {
            doc,
            score,
            edition: filter.editionOf(doc),
            holds: held,
            snippet: snippetOf(textOf(doc.text ?? doc.before) || "", words),
            now: now ? textOf(now.text) || "" : null,
        };
    });
    return { hits: shown, faults, corrections, view };
}

// What the free text of a query asks for.
function queriedConcepts(index, node, corrections) {
    const out = [];
    const read = (node) => {
        if (node.kind === "words" || node.kind === "phrase") out.push(...conceptsOf(index, node.text, corrections));
        if (node.kind === "prefix") out.push(...[prefixed(index, node.text)].filter(Boolean));
        if (node.nodes) node.nodes.forEach(read);
    };
    read(node);
    return out.filter((concept, at) => at === 0 || !sameWays(concept, out[at - 1]));
}

// The documents of the kinds and sources that are asked of.
function eligibleOf(filter, view, changes, byChange) {
    const hidden = new Map(BOOKS.map((book) => [book.key, layersOf(book, view).hidden]));
    const kinds = byChange
        ? ["change"]
        : changes
          ? ["change", "clarification", "guideline", "note"]
          : OWN_TEXT.concat("clarification", "guideline", "note");
    return (doc) =>
        filter.editions.has(doc.book.key) &&
        kinds.includes(doc.kind) &&
        !hidden.get(doc.book.key).includes(doc.document);
}

// The clarifications and guidelines that count.
function shownLayers(book, view) {
    return book.profiles[profileAt(book, book.key === view.ruleset ? view.profile : book.view.profile)].layers;
}

// The clarifications and guidelines that a profile does not show: left out where it shows none at all, else counting less.
function layersOf(book, view) {
    const layers = shownLayers(book, view);
    const others = book.documents
        .filter(({ kind, id }) => (kind === "clarification" || kind === "guideline") && !layers.includes(id))
        .map(({ id }) => id);
    return layers.length ? { hidden: [], downranked: others } : { hidden: others, downranked: [] };
}

// What stands beside the rules and was not asked for counts less.
function demote(hits, view) {
    for (const hit of hits) {
        const isRuling = hit.doc.kind === "clarification" || hit.doc.kind === "guideline";
        if (isRuling && layersOf(hit.doc.book, view).downranked.includes(hit.doc.document)) hit.score *= FIGURE.beside;
    }
    hits.sort(byScore);
}

// No ruling that the text contradicts or now contains comes before the rule that it is about, where that was found too.
function putRulesFirst(hits, stateOf) {
    const isRuling = ({ kind }) => kind === "clarification" || kind === "guideline";
    const inside = (a, b) => a.startsWith(b) && [undefined, ".", "/"].includes(a[b.length]);
    const past = hits.filter(({ doc }) => isRuling(doc) && ["contradicted", "absorbed"].includes(stateOf(doc)));
    for (const { doc, score } of past.map(({ doc, score }) => ({ doc, score }))) {
        const near = (hit, id) =>
            hit.doc.book === doc.book && !isRuling(hit.doc) && (inside(hit.doc.id, id) || inside(id, hit.doc.id));
        const rule =
            hits.find((hit) => doc.interprets.some((id) => near(hit, id))) || hits.find((hit) => near(hit, doc.section));
        if (rule) rule.score = Math.max(rule.score, score);
    }
    hits.sort(byScore);
}

// What no longer holds, or not yet, and fits as well: of clauses that are not among the hits.
function pastOf(found, hits, limit) {
    const best = hits.length ? hits[0].score : 0;
    const shown = hits.slice(0, limit);
    const same = (a, b) => a.doc.book === b.doc.book && a.doc.id === b.doc.id;
    return once(found.filter((hit) => hit.score > best * FIGURE.as_good && !shown.some((other) => same(hit, other))));
}

// A clause in which what no longer holds lives on gains by it.
function inherit(hits, past) {
    for (const old of past.filter((hit) => hit.doc.moved_to)) {
        for (const hit of hits)
            if (hit.doc.book === old.doc.book && hit.doc.id === old.doc.moved_to)
                hit.score += old.score * FIGURE.inherited;
    }
    hits.sort(byScore);
}

// Each id once: the first stays.
function once(hits) {
    const seen = new Set();
    return hits.filter(({ doc }) => !seen.has(`${doc.book.key}/${doc.id}`) && seen.add(`${doc.book.key}/${doc.id}`));
}

// ---- Snippets: the words around what was found ----------------------------------------------------------------------

const LONGEST_SNIPPET = 320;

// The part of a text that has most of what was asked for: { text, marks }.
function snippetOf(text, words) {
    const marks = [];
    for (const { start, end } of tokensOf(text, false)
        .filter((token) => words.has(token.text))
        .sort((a, b) => a.start - b.start || b.end - a.end)) {
        const last = marks[marks.length - 1];
        if (last && start < last[1]) last[1] = Math.max(last[1], end);
        else marks.push([start, end]);
    }
    if (text.length <= LONGEST_SNIPPET) return { text, marks };
    const inside = (from) => marks.filter(([start, end]) => start >= from && end <= from + LONGEST_SNIPPET).length;
    let best = 0;
    for (const [start] of marks) if (best === 0 || inside(start) > inside(best)) best = start;
    const sentence = Math.max(...[".", ":", ";", "?", "!"].map((mark) => text.lastIndexOf(mark, best - 1))) + 1;
    let from =
        best === 0
            ? 0
            : best - sentence <= LONGEST_SNIPPET / 3
              ? sentence
              : Math.max(0, text.lastIndexOf(" ", best - 40));
    while (/\s/.test(text[from] || "")) from += 1;
    let until = text.length;
    if (until - from > LONGEST_SNIPPET) {
        const blank = text.lastIndexOf(" ", from + LONGEST_SNIPPET);
        until = blank > from ? blank : from + LONGEST_SNIPPET;
    }
    const head = from > 0 ? "… " : "";
    const kept = marks
        .filter(([start, end]) => start >= from && end <= until)
        .map(([start, end]) => [start - from + head.length, end - from + head.length]);
    return { text: head + text.slice(from, until) + (until < text.length ? " …" : ""), marks: kept };
}
