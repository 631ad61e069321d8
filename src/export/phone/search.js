// ---- Search ---------------------------------------------------------------------------------------------------------
//
// Mirrors src/search/ranking.rs: { hits: [{ doc, score, holds, snippet, now }], matches, faults, corrections, unknown, language }.

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
            unknown: [],
            matches: 0,
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
    const unmatched = { corrections: [], unknown: [], language: null };
    const concepts = queriedConcepts(index, node, unmatched);
    const byChange = conditionsOn(node, "changed").length > 0;
    const changes = byChange || conditionsOn(node, "by").length > 0;
    const eligible = eligibilityTest(filter, view, changes, byChange);
    const whole = changes || conditionsOn(node, "is").some((value) => value.one === "deleted");
    const repeated = (doc) => doc.standing.repeated.includes(filter.editionOf(doc));
    const fits = (doc) => eligible(doc) && !repeated(doc) && (!required || required[doc.place]);
    const holds = (doc) => doc.kind === "change" || filter.holds(doc);
    let [hits, matches] = [[], 0];
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
        matches = now.length + past.length;
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
            snippet: snippetOf(doc, words),
            missing: held && doc.text == null && doc.before == null ? notIncluded(index, filter, doc) : null,
            now: now ? textOf(now.text) || "" : null,
        };
    });
    shown.sort((a, b) => b.holds - a.holds);
    return { hits: shown, matches: Math.max(matches, shown.length), faults, ...unmatched, view };
}

// Returns the concepts of the free text of a query.
function queriedConcepts(index, node, unmatched) {
    const out = [];
    const read = (node) => {
        if (node.kind === "words" || node.kind === "phrase") out.push(...conceptsOf(index, node.text, unmatched));
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

// Returns where the text of a document is that is not included; mirrors SearchHit::missing_text.
function notIncluded(index, filter, doc) {
    const isInside = (other) =>
        other.book === doc.book &&
        (doc.id === doc.section ? other.section === doc.section : other.id.startsWith(`${doc.id}/`));
    const isPart = index.docs.some((other) => OWN_TEXT.includes(other.kind) && other.text != null && isInside(other) && filter.holds(other));
    const [booklet] = doc.book.documents;
    const own = doc.document && doc.document !== booklet.id && doc.book.documents.find(({ id }) => id === doc.document);
    const name = own ? own.title : "your booklet";
    const place = doc.page ? `p. ${doc.page} of ${name}` : `see ${name}`;
    const path = [...doc.path, ...doc.labels].map(textOf).join(" › ");
    return `${isPart ? "Partly included; the rest" : "Not included"}: ${place} (${path})`;
}

// ---- Snippets: the text with its matches marked ---------------------------------------------------------------------

// Returns a document's text, after the end of the lead-in that an item continues, and the places of the query words:
// { text, marks }.
function snippetOf(doc, words) {
    const own = textOf(doc.text ?? doc.before) || "";
    const lead = /[^.!?…]*:$/.exec((own && textOf(doc.lead)) || "");
    const text = lead ? `${lead[0].trim()} ${own}` : own;
    const marks = [];
    for (const { start, end } of tokensOf(text)
        .filter((token) => words.has(token.text))
        .sort((a, b) => a.start - b.start || b.end - a.end)) {
        const last = marks[marks.length - 1];
        if (last && start <= last[1]) last[1] = Math.max(last[1], end);
        else marks.push([start, end]);
    }
    return { text, marks };
}
