// ---- Search ---------------------------------------------------------------------------------------------------------
//
// Mirrors src/search/ranking.rs: { hits: [{ doc, score, holds, snippet, now }], faults, corrections }.

const HITS = 10;
const OWN_TEXT = ["clause", "table", "figure", "entry"];

// Answers a query at a view: in its ruleset, or in all others if there are no hits in it.
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
        condition("at") && isPublished(book, condition("at"), requested.day) ? condition("at") : null;
    if (condition("at") && !BOOKS.some((book) => editionAt(book, condition("at")) >= 0))
        faults.push(`no edition ${condition("at")}`);
    const own = bookOf(requested.ruleset);
    const edition =
        fits(own) || (isPublished(own, requested.edition, requested.day) && requested.edition) || newestEditionOn(own, requested.day);
    if (!edition)
        return {
            hits: [],
            faults: [notPublishedMessage(own, own.editions[0].id, requested.day)],
            corrections: [],
            view: { ...requested, edition: own.editions[0].id },
        };
    const first = answerQuery(node, { ...requested, edition }, new Map([[own.key, edition]]), limit);
    if (first.hits.length || bookOf(condition("ruleset"))) return { ...first, faults: faults.concat(first.faults) };
    const editions = new Map(
        BOOKS.map((book) => [
            book.key,
            book === own ? edition : fits(book) || newestEditionOn(book, requested.day),
        ]).filter(([, edition]) => edition),
    );
    const all = answerQuery(node, { ...requested, edition }, editions, limit);
    if (all.hits.length) faults.unshift(`no matches in ${own.key}; these are from ${all.hits[0].doc.book.key}`);
    return { ...all, faults: faults.concat(all.faults) };
}

function answerQuery(node, view, editions, limit) {
    const index = indexFor(view);
    const faults = [];
    const filter = new Filter(index, editions, (book) => shownLayers(book, view), faults);
    const required = filter.required(node);
    const corrections = [];
    const concepts = queriedConcepts(index, node, corrections);
    const byChange = conditionsOn(node, "changed").length > 0;
    const changes = byChange || conditionsOn(node, "by").length > 0;
    const eligible = eligibilityTest(filter, view, changes, byChange);
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
        const found = [...new Set(terms.words.flatMap((word) => index.documentsWith(word)))]
            .map((place) => index.docs[place])
            .filter(fits);
        const now = found.filter((doc) => whole || filter.holds(doc));
        const past = whole ? [] : found.filter((doc) => !filter.holds(doc));
        hits = rankDocuments(now, terms, Math.max(limit * PARAMETERS.closer, 24));
        demote(hits, view);
        putRulesFirst(hits, (doc) => doc.standing.states[editions.get(doc.book.key)]);
        let old = outdatedHits(rankDocuments(past, terms, PARAMETERS.most_past), hits, limit);
        const best = hits.length ? hits[0].score : 0;
        hits = hits.filter((hit) => hit.score > best * PARAMETERS.too_far);
        old = old.slice(0, Math.min(PARAMETERS.past, Math.floor(limit / 2)));
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
    shown.sort((a, b) => b.holds - a.holds);
    return { hits: shown, faults, corrections, view };
}

// Returns the concepts of the free text of a query.
function queriedConcepts(index, node, corrections) {
    const out = [];
    const read = (node) => {
        if (node.kind === "words" || node.kind === "phrase") out.push(...conceptsOf(index, node.text, corrections));
        if (node.kind === "prefix") out.push(...[prefixConcept(index, node.text)].filter(Boolean));
        if (node.nodes) node.nodes.forEach(read);
    };
    read(node);
    return out.filter((concept, at) => at === 0 || !sameWays(concept, out[at - 1]));
}

// Returns a test for documents of the requested kinds and sources.
function eligibilityTest(filter, view, changes, byChange) {
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

// Returns the clarifications and guidelines of the profile.
function shownLayers(book, view) {
    return book.profiles[profileAt(book, book.key === view.ruleset ? view.profile : book.view.profile)].layers;
}

// Returns the clarifications and guidelines that a profile does not show: hidden if it shows none at all, or else ranked lower.
function layersOf(book, view) {
    const layers = shownLayers(book, view);
    const others = book.documents
        .filter(({ kind, id }) => (kind === "clarification" || kind === "guideline") && !layers.includes(id))
        .map(({ id }) => id);
    return layers.length ? { hidden: [], downranked: others } : { hidden: others, downranked: [] };
}

// Lowers the score of clarifications and guidelines that the profile does not show.
function demote(hits, view) {
    for (const hit of hits) {
        const isRuling = hit.doc.kind === "clarification" || hit.doc.kind === "guideline";
        if (isRuling && layersOf(hit.doc.book, view).downranked.includes(hit.doc.document)) hit.score *= PARAMETERS.beside;
    }
    hits.sort(byScore);
}

// Moves rulings that the text contradicts or now contains below the rule that they are about, if that is a hit too.
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

// Returns wordings that are not in force but match as well, of clauses that are not among the hits.
function outdatedHits(found, hits, limit) {
    const best = hits.length ? hits[0].score : 0;
    const shown = hits.slice(0, limit);
    const same = (a, b) => a.doc.book === b.doc.book && a.doc.id === b.doc.id;
    return uniqueById(found.filter((hit) => hit.score > best * PARAMETERS.as_good && !shown.some((other) => same(hit, other))));
}

// Keeps the first hit for each id.
function uniqueById(hits) {
    const seen = new Set();
    return hits.filter(({ doc }) => !seen.has(`${doc.book.key}/${doc.id}`) && seen.add(`${doc.book.key}/${doc.id}`));
}

// ---- Snippets: the words around the matches -------------------------------------------------------------------------

const LONGEST_SNIPPET = 320;

// Returns the part of a text that contains most of the query words: { text, marks }.
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
