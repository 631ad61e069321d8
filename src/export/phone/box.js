// ---- The box: what people type --------------------------------------------------------------------------------------------
//
// Splits a query. Only words that search can use stay; a query that has nothing else, or that compares editions, stays as typed.
function searchQuestion(typed, ruleset) {
    const question = questionOf(typed, ruleset);
    return !isComparison(question) && question.text ? question : { ...NO_QUESTION, text: typed };
}

// ---- Direct answers: places that the question names, above the hits -------------------------------------------------------

// Returns [{ place, title, note }], best first.
function directAnswers(place) {
    const question = questionOf(place.q, place.ruleset);
    const text = question.cited || question.text;
    const [first, ...words] = text.replace(/^"|"$/g, "").trim().split(/[\s/]+/);
    const named = bookOf(question.ruleset) || bookOf(first.toLowerCase());
    const book = named || bookOf(place.ruleset);
    const own = book.key === place.ruleset ? placeAt(place, {}) : atView(place, book.key);
    if (isComparison(question)) return comparisonAnswer(own, book, question);
    const bare = bookOf(first.toLowerCase()) ? words.join(question.cited ? "/" : " ") : text.replace(/^"|"$/g, "").trim();
    if (!bare) return [{ place: own, title: book.title }];
    const page = pageOf(bare);
    if (page && book.slips.has(page)) return [{ place: { ...own, what: `p.${page}` }, title: `Page ${page} of the booklet`, note: "what was changed on it" }];
    const [, from, to] = /^pp?(?:ages?)?\.*\s*(\d+)\s*[-–]\s*(\d+)$/i.exec(bare) || [];
    if (from) {
        const pages = [...book.slips.keys()].filter((page) => parseInt(page, 10) >= Number(from) && parseInt(page, 10) <= Number(to));
        return pages.slice(0, 8).map((page) => ({ place: { ...own, what: `p.${page}` }, title: `Page ${page} of the booklet` }));
    }
    const troop = troopAnswer(own, bare);
    const name = clauseNamed(own, bare);
    const found = name && locate(own, name);
    const [clause] = found && versionOf(found.section, own).clauses[found.unit] > 0 ? cardOf(own, found).clauses : [];
    const ruling = clause && (clause.clarifications.find(({ id }) => id === name) || null);
    const title = ruling ? `Ruling ${ruling.n || ruling.id}` : clause && clause.path[clause.path.length - 1];
    const note = ruling ? [stateLabel(ruling.state), clause.page && `p. ${clause.page}`] : [clause && clause.page && `p. ${clause.page}`];
    return [
        troop,
        clause && { place: { ...own, what: name }, title, note: note.filter(Boolean).join(" · ") },
    ].filter(Boolean);
}

// Returns the answer to a question that compares editions.
function comparisonAnswer(own, book, { text, edition, since, sinceDay, day, changes }) {
    const until = day && day < own.day ? day : own.day;
    const known = (id) => id && isPublished(book, id, until);
    const to = known(edition) ? edition : newestEditionOn(book, until);
    const then = sinceDay && newestEditionOn(book, sinceDay);
    const from = known(since) ? since : then || (to && editionBefore(book, to));
    if (!from) return [];
    const whole = !text || bookOf(text.toLowerCase());
    const what = whole ? null : clauseNamed({ ...own, edition: to }, text);
    if (!whole && !what) return [];
    const place = { ...own, edition: to, day: until, from, since: then && !since ? sinceDay : null, what };
    const found = what && locate(place, what);
    const title = found ? `${comparisonOf(place, found).heading}: ${from} → ${to}` : changes || whole ? `What changed: ${from} → ${to}` : null;
    return title ? [{ place, title, note: found ? "compared" : book.title }] : [];
}

// Returns the id that a text names: an id, the number of a ruling (`C22.2`, `IWF 22.2`), or a heading.
function clauseNamed(place, text) {
    const names = NAMES.get(place.ruleset);
    const id = text.toLowerCase().replace(new RegExp(`^${place.ruleset}[/ ]`), "");
    if (!id) return null;
    if ((names.has(id.split("/")[0]) || id.includes("/")) && locate(place, id)) return id;
    if (/^[a-z0-9.-]+:\d/.test(id) && !id.startsWith("term:")) {
        const isCited = ({ n }) => n.some((own) => own.toLowerCase() === id);
        const docs = docsOf(bookOf(place.ruleset), place.day, place.profile).filter(isCited);
        if (docs.length) return docs.length === 1 && locate(place, docs[0].id) ? docs[0].id : docs[0].section;
    }
    const ruling = /^(?:([a-z]+)[^:]*:)?[a-z]?(\d+(?:\.\d+)+)$/.exec(id);
    if (ruling) {
        const named = [...names.keys()].filter((name) => name.endsWith(`.${ruling[2]}`));
        return named.find((name) => name === `${ruling[1]}.${ruling[2]}`) || (named.length === 1 && !ruling[1] ? named[0] : null);
    }
    const typed = singular(id);
    const wordsOf = (text) => text.toLowerCase().split(/[^\p{Alphabetic}\p{N}]+/u).filter(Boolean);
    const begins = ({ heading }) => wordsOf(id).every((word) => wordsOf(heading).some((own) => own.startsWith(word)));
    const headings = overviewOf(place).sections.filter(begins);
    const heading = headings.find((section) => singular(section.heading) === typed) || (headings.length === 1 && headings[0]);
    if (heading) return bareId(heading.id);
    return headings.length ? null : (glossaryOf(place).find(({ forms }) => forms.includes(typed)) || { name: null }).name;
}

// Returns the words of a text in the singular, for comparison.
const singular = (text) => text.toLowerCase().split(/[^\p{Alphabetic}\p{N}]+/u).filter(Boolean).map((word) => word.replace(/s$/, "")).join(" ");

// Returns the entries of the glossary: { name, forms }. The entry `WW Waterway: …` has both the abbreviation and the word.
function glossaryOf(place) {
    const read = () =>
        [...NAMES.get(place.ruleset)].flatMap(([name, { section, unit }]) => {
            const version = name.startsWith("term:") && versionOf(section, place);
            if (!version || version.clauses[unit] <= 0) return [];
            const [block] = valueOf(version.blocks[unit], place.day);
            const head = block && /^[^:.,;]+(?=:)/.exec(block.text);
            const label = block && block.label && block.label.replace(/:$/, "");
            return [{ name, forms: [name.slice(5), label, head && head[0]].filter(Boolean).map(singular) }];
        });
    return cached(place, "glossary", read);
}
